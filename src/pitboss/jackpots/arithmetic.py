"""What seeds and rates mean in the long run, and where the system's makers advise against them; never a
refusal (JP-13, JP-27)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis.jackpot_edges import Chances, break_even_cents, edge_at, envy_return, fixed_return
from pitboss.analysis.questions import queries, solve
from pitboss.analysis.report import both, decimal
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import ForOne, PercentOfMeter
from pitboss.jackpots.model import MeterSettings, Style, fixed_cents, percent
from pitboss.sheets import PayTable, sheet

ALL_PAYS_LEAST: Final = Fraction(70, 100)
"""meters that pay everything are made to grow from this contribution on"""


@dataclass(frozen=True, slots=True)
class Advice:
    meter: str
    message: str
    better: str
    clause: str = "JP-13"


def advise(
    table: PayTable,
    wager_cents: Cents,
    meters: Mapping[str, MeterSettings],
    configured: Mapping[str, MeterSettings] | None = None,
    style: Style = Style.PERCENTAGES,
) -> tuple[Advice, ...]:
    """All advice on the settings in use; `configured` are those the pay table was delivered with."""
    fixed = [fixed_cents(n, wager_cents) for n in table.lines if isinstance(n.pays, ForOne)]
    found: list[Advice] = []
    for name, settings in meters.items():
        usual = (configured or {}).get(name)
        found += _on_seed(name, settings, usual, max(fixed, default=0), wager_cents)
        found += _on_rates(name, settings, usual, style)
    return tuple(found)


def _on_seed(
    name: str, settings: MeterSettings, usual: MeterSettings | None, largest_cents: Cents, wager_cents: Cents
) -> Iterator[Advice]:
    seed = settings.seed_for(wager_cents)
    if seed == 0:
        yield Advice(name, "The seed is $0: the meter starts with nothing of the house's.", "a seed")
        if settings.reserve:
            yield Advice(
                name,
                "The reserve is the only seed: two hits in a row would leave almost nothing.",
                "a seed beside the reserve",
            )
    elif seed < largest_cents:
        yield Advice(
            name,
            f"The seed of {dollars(seed)} is below the largest fixed award, {dollars(largest_cents)}.",
            f"a seed of at least {dollars(largest_cents)}",
        )
    if usual is not None and settings.seed_cents != usual.seed_cents:
        yield Advice(
            name,
            "The seed is not the one the pay table was delivered with.",
            dollars(usual.seed_for(wager_cents)),
        )


def _on_rates(
    name: str, settings: MeterSettings, usual: MeterSettings | None, style: Style
) -> Iterator[Advice]:
    if style is Style.ALL_PAYS and settings.contribution < ALL_PAYS_LEAST:
        yield Advice(
            name,
            f"A contribution of {percent(settings.contribution)} may let a meter run dry that pays everything.",
            f"{percent(ALL_PAYS_LEAST)} or more",
        )
    if style is Style.PERCENTAGES and usual is not None and settings.contribution > usual.contribution:
        yield Advice(
            name,
            "The contribution is above the one the pay table was delivered with, at the house's expense.",
            f"at most {percent(usual.contribution)}",
        )
    if not settings.reserve:
        yield Advice(name, "Nothing goes to the reserve.", "a small part of each wager")


# The long run of a jackpot wager, in exact fractions: payback, edge, mean award, hits, break-even (JP-27).
#
# Everything is per fixed wager. The chance of each line comes from the game's solver; seeds and rates are the
# operator's. Where all pays come off the meter, the chance that it runs dry before it is next won.

_DIGITS: Final = 400
_STEPS_MAX: Final = 200_000


@dataclass(frozen=True, slots=True)
class MeterRun:
    """One meter in the long run. Amounts in cents, exact."""

    full_award: Fraction
    """chance of a 100 % award, per wager"""
    drain: Fraction
    """the share of the meter that leaves it per wager, on average"""
    mean_award_cents: Fraction
    """the mean meter when it is won whole; any other share of it is the mean of a partial award"""
    inflow: Fraction
    """what the meter costs the house per unit wagered: contribution, reserve and reseeding"""

    @property
    def wagers_between_full_awards(self) -> Fraction:
        return 1 / self.full_award


@dataclass(frozen=True, slots=True)
class LongRun:
    """The wager as a whole; payback and edge per unit wagered."""

    meters: Mapping[str, MeterRun]
    fixed_return: Fraction
    envy_return: Fraction
    payback: Fraction
    wagers_between_hits: Fraction
    """of any line"""

    @property
    def house_edge(self) -> Fraction:
        return 1 - self.payback


def chances_of(game: str, pay_table: str, settings: Mapping[str, str] | None = None) -> dict[str, Fraction]:
    """Each line's exact probability, from the game's solver."""
    (query,) = queries(game, sheet(game).jackpot, pay_table, settings)
    assert query.pay_table is not None
    result = solve(game, query)
    return {
        line.hand: solved.probability
        for line, solved in zip(query.pay_table.lines, result.lines, strict=True)
    }


def long_run(
    table: PayTable,
    chances: Chances,
    meters: Mapping[str, MeterSettings],
    wager_cents: Cents,
    *,
    others: int = 0,
    style: Style = Style.PERCENTAGES,
) -> LongRun:
    """`others` is how many other players with a jackpot wager sit at the table, for envy."""
    _check(table, chances, meters)
    fixed = fixed_return(table, chances)
    envy = envy_return(table, chances, wager_cents, others)
    drawn = fixed if style is Style.ALL_PAYS else Fraction(0)
    if style is Style.ALL_PAYS and len(meters) != 1:
        raise BadInput(
            "All pays off the meter needs one meter to take them from.",
            clause="JP-11",
            accepted="a pay table with one",
        )
    runs = {name: _run(table, chances, name, meters[name], wager_cents, drawn) for name in table.meters}
    from_meters = sum((run.inflow for run in runs.values()), Fraction(0))
    hits = sum((chances[line.hand] for line in table.lines), Fraction(0))
    return LongRun(runs, fixed, envy, fixed - drawn + envy + from_meters, 1 / hits)


def _check(table: PayTable, chances: Chances, meters: Mapping[str, MeterSettings]) -> None:
    if set(meters) != set(table.meters):
        raise BadInput(
            f"Pay table {table.id} has the meters {', '.join(table.meters)}.",
            clause="JP-10",
            accepted="settings for each of them",
        )
    missing = [line.hand for line in table.lines if line.hand not in chances]
    if missing:
        raise BadInput(f"The chance of {', '.join(missing)} is not given.", clause="JP-27")


def _run(
    table: PayTable, chances: Chances, name: str, settings: MeterSettings, wager_cents: Cents, drawn: Fraction
) -> MeterRun:
    """In the long run as much leaves the meter as comes in, whatever it shows at a hit (JP-27)."""
    lines = [
        (line.pays, chances[line.hand])
        for line in table.lines
        if isinstance(line.pays, PercentOfMeter) and line.pays.meter == name
    ]
    full = sum((chance for pays, chance in lines if pays.share == 1), Fraction(0))
    drain = sum((pays.share * chance for pays, chance in lines), Fraction(0))
    seed = Fraction(settings.seed_for(wager_cents), wager_cents)
    inflow = settings.contribution + settings.reserve + seed * full
    return MeterRun(full, drain, (inflow - drawn) / drain * wager_cents, inflow)


def dry_risk(table: PayTable, chances: Chances, settings: MeterSettings, wager_cents: Cents) -> float:
    """The chance that a meter from which all pays are taken runs dry before it is next won whole.

    The meter is counted in whole wagers: pays are whole wagers, a contribution of 70 % adds a whole one seven
    times in ten, and a partial award rounds against the meter. The chance R(k) from k wagers on the meter
    satisfies a linear recursion that climbs one wager at a time, so it is solved exactly from R(0) up, with
    R = 0 far above; 400 digits outlast the cancellation."""
    steps = _steps(table, chances)
    start = settings.seed_for(wager_cents) // wager_cents
    if settings.contribution == 0:
        raise BadInput(
            "Without a contribution the meter only falls.", clause="JP-13", accepted="a contribution"
        )
    last, height = None, max(256, 4 * (start + max(steps.fixed, default=0)))
    while True:
        risk = _solve(steps, settings.contribution, start, height)
        if last is not None and abs(risk - last) <= Decimal("1e-12"):
            return float(risk)
        if 2 * height > _STEPS_MAX:
            return float(risk)
        last, height = risk, 2 * height


@dataclass(frozen=True, slots=True)
class _Steps:
    nothing: Decimal
    fixed: Mapping[int, Decimal]
    """pay in whole wagers to its chance"""
    partial: tuple[tuple[Fraction, Decimal], ...]
    """share that stays, and its chance"""


def _steps(table: PayTable, chances: Chances) -> _Steps:
    fixed: dict[int, Fraction] = {}
    partial = []
    for line in table.lines:
        chance = chances[line.hand]
        if isinstance(line.pays, ForOne):
            pay = -(-line.pays.pays.numerator // line.pays.pays.denominator)
            fixed[pay] = fixed.get(pay, Fraction(0)) + chance
        elif isinstance(line.pays, PercentOfMeter) and line.pays.share < 1:
            partial.append((1 - line.pays.share, _decimal(chance)))
    nothing = 1 - sum((chances[line.hand] for line in table.lines), Fraction(0))
    return _Steps(_decimal(nothing), {pay: _decimal(p) for pay, p in fixed.items()}, tuple(partial))


def _decimal(value: Fraction) -> Decimal:
    context = Context(prec=_DIGITS)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def _solve(steps: _Steps, contribution: Fraction, start: int, height: int) -> Decimal:
    """R(k) = a(k) + b(k) R(0), carried upwards; R(height) = 0 fixes R(0)."""
    with localcontext(Context(prec=_DIGITS)):
        up = _decimal(contribution)
        moves = ((0, 1 - up), (1, up))
        a, b = [Decimal(0)], [Decimal(1)]
        for k in range(height):
            rest_a, rest_b = Decimal(0), Decimal(0)
            for added, weight in moves:
                level = k + added
                targets = [(level - pay, p) for pay, p in steps.fixed.items()]
                targets += [(level * s.numerator // s.denominator, p) for s, p in steps.partial]
                if not added:
                    targets.append((level, steps.nothing))
                for target, chance in targets:
                    if target < 0:
                        rest_a += weight * chance
                    else:
                        rest_a += weight * chance * a[target]
                        rest_b += weight * chance * b[target]
            climb = up * steps.nothing
            a.append((a[k] - rest_a) / climb)
            b.append((b[k] - rest_b) / climb)
        at_zero = -a[height] / b[height]
        return min(Decimal(1), max(Decimal(0), a[start] + b[start] * at_zero))


@dataclass(frozen=True, slots=True)
class MeterSummary:
    shown_cents: Cents
    run: MeterRun
    break_even_cents: Fraction | None
    dry_risk: float | None
    """of meters that pay everything"""

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = {
            **both("mean_award_cents", self.run.mean_award_cents),
            **both("wagers_between_full_awards", self.run.wagers_between_full_awards),
        }
        if self.dry_risk is not None:
            shape["dry_risk"] = self.dry_risk
        if self.break_even_cents is not None:
            shape |= both("break_even_cents", self.break_even_cents)
        return shape

    def lines(self) -> Iterator[str]:
        mean, even = float(self.run.mean_award_cents), self.break_even_cents
        rows = [
            ("mean award", f"${mean / 100:,.4f}"),
            ("wagers between full awards", f"{float(self.run.wagers_between_full_awards):,.4f}"),
            ("dry risk", None if self.dry_risk is None else f"{self.dry_risk:,.4f}"),
            ("break even", None if even is None else f"${float(even) / 100:,.4f}"),
        ]
        yield from (f"  {label:<28}{value:>18}" for label, value in rows if value is not None)


@dataclass(frozen=True, slots=True)
class WagerSummary:
    """A jackpot wager in the long run, what its meters mean for it, and the advice of JP-13."""

    pay_table: str
    wager_cents: Cents
    style: Style
    run: LongRun
    meters: Mapping[str, MeterSummary]
    advice: tuple[Advice, ...]
    edge_at_meter: Fraction | None = None

    def _returns(self) -> dict[str, Fraction]:
        run = self.run
        found = {
            "fixed_return": run.fixed_return,
            "envy_return": run.envy_return,
            "payback": run.payback,
            "house_edge": run.house_edge,
        }
        return found if self.edge_at_meter is None else {**found, "house_edge_at_meter": self.edge_at_meter}

    def to_json(self) -> dict[str, Any]:
        """One document: exact fractions as text beside decimals."""
        return {
            "pay_table": self.pay_table,
            "wager_cents": self.wager_cents,
            "style": self.style.value,
            **{
                key: said
                for name, value in self._returns().items()
                for key, said in both(name, value).items()
            },
            **both("wagers_between_hits", self.run.wagers_between_hits),
            "meter_cents": {name: meter.shown_cents for name, meter in self.meters.items()},
            "meters": {name: meter.to_json() for name, meter in self.meters.items()},
            "advice": [asdict(one) for one in self.advice],
        }

    def text(self) -> str:
        lines = [
            f"{name.replace('_', ' '):<28}{float(decimal(value)):>14.6%}"
            for name, value in self._returns().items()
        ]
        lines.append(f"{'wagers between hits':<28}{float(decimal(self.run.wagers_between_hits)):>14,.1f}")
        for name, meter in self.meters.items():
            lines.append(f"\n{name}, showing {dollars(meter.shown_cents)}")
            lines += meter.lines()
        lines += [
            f"advice: {one.meter}: {one.message} Better: {one.better}. [{one.clause}]" for one in self.advice
        ]
        return "\n".join(lines) + "\n"


def summary(
    table: PayTable,
    chances: Chances,
    meters: Mapping[str, MeterSettings],
    wager_cents: Cents,
    *,
    meter_cents: Mapping[str, Cents] | None = None,
    configured: Mapping[str, MeterSettings] | None = None,
    others: int = 0,
    style: Style = Style.PERCENTAGES,
) -> WagerSummary:
    """All of it together."""
    run = long_run(table, chances, meters, wager_cents, others=others, style=style)
    shown = {name: s.seed_for(wager_cents) for name, s in meters.items()} | dict(meter_cents or {})
    every = style is Style.ALL_PAYS
    found = {
        name: MeterSummary(
            shown[name],
            meter,
            None
            if every
            else break_even_cents(
                table, chances, wager_cents, meter=name, others_cents=shown, envy=run.envy_return
            ),
            dry_risk(table, chances, meters[name], wager_cents) if every else None,
        )
        for name, meter in run.meters.items()
    }
    edge = None if every else edge_at(table, chances, shown, wager_cents, others=others)
    advice = advise(table, wager_cents, meters, configured, style)
    return WagerSummary(table.id, wager_cents, style, run, found, advice, edge)
