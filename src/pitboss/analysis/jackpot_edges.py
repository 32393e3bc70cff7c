"""The one calculus of jackpot wagers: what comes back without the meter, the edge at a meter, the break-even."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.analysis.report import EdgeResult, lines_of, outcomes_of
from pitboss.analysis.solver import BaseSolver, Query, Setting
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.sheets import PayTable, sheet

METER = Setting("meter", "0", kind="cents", meaning="the meter, in cents", clause="JP-11")
METER_SETTINGS = (
    METER,
    *(
        Setting(name.lower(), "0", kind="cents", meaning=f"the {name} meter, in cents", clause="JP-10")
        for name in ("Mega", "Major", "Minor")
    ),
)
WAGER_SETTING = Setting(
    "wager", "1", kind="dollars", meaning="the fixed wager, in dollars: $1 to $20", clause="JP-01"
)

Chances = Mapping[str, Fraction]
"""by line of the pay table"""


def fixed_return(table: PayTable, chances: Chances) -> Fraction:
    """What the lines that are not off a meter give back per unit wagered."""
    fixed = [line for line in table.lines if not isinstance(line.pays, PercentOfMeter)]
    return sum(((1 + table.net(line.hand)) * chances[line.hand] for line in fixed), Fraction(0))


def envy_return(table: PayTable, chances: Chances, wager_cents: Cents, others: int) -> Fraction:
    """Envy for other players' hands, in dollars that do not grow with the wager (JP-20)."""
    each = sum((Fraction(line.envy_cents or 0) * chances[line.hand] for line in table.lines), Fraction(0))
    return others * each / wager_cents


def shares_of(table: PayTable, chances: Chances) -> dict[str, Fraction]:
    """What a wager takes off each meter on average, as a share of it."""
    shares = dict.fromkeys(table.meters, Fraction(0))
    for line in table.lines:
        if isinstance(line.pays, PercentOfMeter):
            shares[line.pays.meter] += line.pays.share * chances[line.hand]
    return shares


def nets_of(table: PayTable, meters: Mapping[str, Cents], wager_cents: Cents) -> dict[str, Fraction]:
    """Each line's net per unit of the wager, which is never returned; percentages come off the meter as
    displayed, cents down (JP-01, JP-11)."""
    return {
        line.hand: Fraction(line.pays.award_cents(meters[line.pays.meter]), wager_cents) - 1
        if isinstance(line.pays, PercentOfMeter)
        else table.net(line.hand)
        for line in table.lines
    }


def edge_at(
    table: PayTable,
    chances: Chances,
    meter_cents: Mapping[str, Cents],
    wager_cents: Cents,
    *,
    others: int = 0,
) -> Fraction:
    """The house edge of the next wager while the meters show this; negative when the player is ahead."""
    nets = nets_of(table, meter_cents, wager_cents)
    paid = sum(((1 + nets[hand]) * chances[hand] for hand in nets), Fraction(0))
    return 1 - paid - envy_return(table, chances, wager_cents, others)


def break_even_cents(
    table: PayTable,
    chances: Chances,
    wager_cents: Cents,
    *,
    meter: str = "meter",
    others_cents: Mapping[str, Cents] | None = None,
    envy: Fraction = Fraction(0),
) -> Fraction | None:
    """What a meter must show for the next wager to be even, the other meters showing `others_cents` and envy
    giving back `envy`; not rounded to the cent. None where no line is paid off that meter."""
    shares = shares_of(table, chances)
    missing = (1 - fixed_return(table, chances) - envy) * wager_cents
    for name, share in shares.items():
        if name != meter:
            missing -= share * (others_cents or {})[name]
    return missing / shares[meter] if shares[meter] else None


def wager_of(game: str, query: Query) -> Cents:
    """The fixed wager asked about, within what the sensor takes (JP-01)."""
    cents, sensed = query.settings.cents("wager"), sheet(game).wager("jackpot")
    if cents < max(1, sensed.least_cents) or (sensed.most_cents is not None and cents > sensed.most_cents):
        raise BadInput(
            f"A jackpot wager of {dollars(cents)} is not possible.",
            clause="JP-01",
            accepted=f"{dollars(sensed.least_cents)} to {dollars(sensed.most_cents)}"
            if sensed.most_cents
            else "an amount above $0",
        )
    return cents


def jackpot_result(
    solver: BaseSolver,
    query: Query,
    chances: Chances,
    *,
    outcomes: Mapping[Fraction, Fraction] | None = None,
    envy: Fraction = Fraction(0),
) -> EdgeResult:
    """The edge at the meters asked about. Where other players' hands pay envy too, `outcomes` have it in them
    and `envy` is what it gives back."""
    table, wager = query.table, wager_of(solver.game, query)
    meters = {name: query.settings.number(name) for name in table.meters}
    lines = lines_of(table, chances, nets_of(table, meters, wager))
    shares = shares_of(table, chances)
    even = {
        name: break_even_cents(table, chances, wager, meter=name, others_cents=meters, envy=envy)
        for name in shares
    }
    extra: dict[str, Any] = {
        "fixed_return": fixed_return(table, chances),
        "envy_return": envy,
        "meter_share": _one_or_each(shares),
        "break_even_meter": _one_or_each(even),
    }
    shown = ", ".join(f"{name} {dollars(cents)}" for name, cents in meters.items()) or "no meter"
    several = ": each meter's, the others being as set" if len(meters) > 1 else ""
    return replace(
        solver.result(query, outcomes_of(lines) if outcomes is None else outcomes),
        lines=lines,
        extra=extra,
        notes=(
            f"At {shown}. The meter at which the wager costs nothing is for this wager{several}. A percentage is taken "
            "of the meter as displayed, whoever else wins in the same round.",
        ),
    )


def _one_or_each(found: Mapping[str, Fraction | None]) -> Any:
    """For one meter a figure, for several each by its name."""
    if len(found) == 1:
        return next(iter(found.values()))
    return dict(found)
