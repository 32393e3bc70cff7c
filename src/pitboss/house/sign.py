"""The sign at the table, from the table's configuration (HR-08): what it says, as HTML, as PDF."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import date
from fractions import Fraction
from importlib import resources
from typing import Any, Final

from pitboss.core.money import dollars
from pitboss.core.odds import ForOne, PercentOfMeter, ToOne
from pitboss.house.limits import limit_in_use
from pitboss.house.table_file import Jackpot, Table
from pitboss.jackpots.model import Kind
from pitboss.rounds.config import TableConfig
from pitboss.sheets import Line, PayTable

_TEMPLATES = resources.files("pitboss.house") / "templates"


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    value: str
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Odds:
    """The posted odds of one wager."""

    name: str
    table: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    extra_head: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    establishment: str
    table: str
    game: str
    on: str
    limits: tuple[Row, ...]
    legends: tuple[str, ...]
    odds: tuple[Odds, ...]
    jackpots: tuple[Odds, ...]
    aggregates: tuple[str, ...]
    rules: tuple[Row, ...]
    foot: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def sign_of(table: Table, on: date) -> Sign:
    """Everything HR-08 wants on the sign: limits, all odds and fixed prizes, jackpots, aggregate limits."""
    config = table.config(limit_in_use(table, on))
    return Sign(
        establishment=table.establishment.name,
        table=table.name,
        game=table.sheet.name,
        on=on.isoformat(),
        limits=tuple(_limits(table, config)),
        legends=table.sheet.legends,
        odds=tuple(_odds(table, config)),
        jackpots=tuple(_jackpot(table, config, jackpot) for jackpot in table.jackpots),
        aggregates=tuple(_aggregates(table, config)),
        rules=tuple(_rules(table, config)),
        foot=_foot(table, config),
    )


def _limits(table: Table, config: TableConfig) -> Iterator[Row]:
    for wager in table.sheet.wagers:
        if wager.id in config.limits:
            yield Row(wager.name, str(config.limits[wager.id]))
        elif wager.placed == "later" and wager.multiples:
            base = table.sheet.wager(wager.needs[0]).name
            times = " or ".join(f"{n}" for n in sorted(wager.multiples))
            yield Row(
                wager.name, f"{times} times the {base}" if wager.multiples != (1,) else f"equal to the {base}"
            )
        elif wager.placed == "later" and wager.up_to is not None:
            base = table.sheet.wager(wager.needs[0]).name
            share = "half" if wager.up_to < 1 else f"{wager.up_to} times"
            yield Row(wager.name, f"up to {share} the {base}")
    if config.regulation_cents is not None:
        yield Row("Any single wager", f"at most {dollars(config.regulation_cents)}")


def _odds(table: Table, config: TableConfig) -> Iterator[Odds]:
    for wager, pays in config.tables.items():
        places = [w for w in table.sheet.wagers if w.of == wager and not w.sensed]
        if any(w.placed == "first" or w.id in (config.offered or ()) for w in places):
            notes = [note for w in places for note in w.notes]
            yield _posted(places[0].name if wager != "main" else table.sheet.name, pays, notes, config)
    if "blackjack_pays" in config.options:
        rows = [Row("Blackjack", _spoken(config.options["blackjack_pays"])), Row("Winning hand", "1 to 1")]
        if config.options["insurance"] != "off":
            rows.append(Row("Insurance", _spoken(config.options["insurance"])))
        yield Odds("Blackjack", "", tuple(rows))


def _spoken(odds: str) -> str:
    """`3-to-2`, a setting's value, as people say it."""
    return odds.replace("-", " ")


def _posted(name: str, pays: PayTable, told: list[str], config: TableConfig) -> Odds:
    envy = any(line.envy_cents for line in pays.lines)
    notes = list(told)
    base = [line.pays.pays for line in pays.lines if isinstance(line.pays, ToOne) and line.pays.pays > 0]
    if envy and (least := pays.rules.get("envy_from_dollars")):
        notes.append(f"A wager of ${least} or more earns an envy lammer; envy pays fixed dollars.")
    if pays.rules.get("raise_on_pair") == "no":
        notes.append("No raise on a pair.")
    return Odds(
        name=name,
        table=pays.id,
        rows=tuple(
            Row(line.text, _pay(line) or _times(line, base, config), _envy(line)) for line in pays.lines
        ),
        notes=tuple(notes),
        extra_head="Envy" if envy else "",
    )


_LOSSES: Final = {Fraction(-1): "loses", Fraction(-1, 2): "loses half"}


def _pay(line: Line) -> str:
    if isinstance(line.pays, ToOne) and line.pays.pays in _LOSSES:
        return _LOSSES[line.pays.pays]
    return str(line.pays) if line.pays is not None else ""


def _times(line: Line, base: list[Fraction], config: TableConfig) -> str:
    """What a multiplied pay comes to, as odds anybody can read: `51 to 1 up to 153 to 1` (LB-10)."""
    times = line.multiplies or 1
    if times == 1:
        return "the pay above"
    times += config.options.get("multiplier") == "added"
    return f"{ToOne(min(base) * times)} up to {ToOne(max(base) * times)}"


def _envy(line: Line) -> str:
    return dollars(line.envy_cents) if line.envy_cents else ""


def _jackpot(table: Table, config: TableConfig, jackpot: Jackpot) -> Odds:
    pays = config.tables[jackpot.place]
    times = jackpot.wager_cents
    notes = [f"Fixed wager {dollars(times)}, the same for every player. The wager is not returned."]
    notes += _amounts(jackpot)
    if any(line.envy_cents for line in pays.lines):
        notes.append("Envy is paid to players with a jackpot wager for another such player's hand.")
    if pays.rules.get("considers") == "hole-and-flop":
        notes.append("Only a player's two cards and the flop count.")
    if config.options.get("folded_jackpot") == "lost":
        notes.append("A folded hand does not win the jackpot.")
    return Odds(
        name=f"{table.sheet.wager(jackpot.place).name}: {jackpot.type.value}",
        table=pays.id,
        rows=tuple(Row(line.text, _prize(line, jackpot), _envy(line)) for line in pays.lines),
        notes=(*notes, *jackpot.notices),
        extra_head="Envy" if any(line.envy_cents for line in pays.lines) else "",
    )


def _amounts(jackpot: Jackpot) -> list[str]:
    if jackpot.type is Kind.HOUSE:
        named = [
            f"{dollars(c)}" if n == "meter" else f"{n} {dollars(c)}" for n, c in jackpot.posted_cents.items()
        ]
        return [f"House jackpot of {', '.join(named)}, the house's until won; each winner is paid in full."]
    most = {m.name: cents for m in jackpot.meters if (cents := m.settings.maximum_cents) is not None}
    # the largest first, in whatever order the meters were written or kept
    limited = [f"{name} {dollars(most[name])}" for name in sorted(most, key=lambda name: (-most[name], name))]
    text = ["Progressive: the present amount is on the meter and is the players' money."]
    return text + (
        [f"Largest prize on display: {', '.join(limited)}; more goes to the next start."] if limited else []
    )


def _prize(line: Line, jackpot: Jackpot) -> str:
    """For-1 pays are shown multiplied by the fixed wager (JP-01); shares of a house jackpot in dollars."""
    pays = line.pays
    if isinstance(pays, ForOne):
        return dollars(int(pays.pays * jackpot.wager_cents))
    if isinstance(pays, PercentOfMeter) and jackpot.type is Kind.HOUSE and pays.meter in jackpot.posted_cents:
        return dollars(pays.award_cents(jackpot.posted_cents[pays.meter]))
    return str(pays)


def _aggregates(table: Table, config: TableConfig) -> Iterator[str]:
    per = "player" if config.options.get("aggregate_limit_per") == "player" else "table"
    for wager, cents in config.aggregate_cents.items():
        name = table.sheet.wager(wager).name
        yield (
            f"{name}: all pays of one deal together are at most {dollars(cents)} per {per}. Above that each is "
            "reduced in proportion, to the cent below. Envy and bets for the dealer are not counted."
        )


def _rules(table: Table, config: TableConfig) -> Iterator[Row]:
    """The operator's choices, the named house rules among them, each with its clause."""
    for option in table.sheet.options:
        if words := option.sentence(config.options[option.name]):
            yield Row(words, "", option.clause)
    if table.rounding.value != "none":
        yield Row(table.rounding.sentence(table.chip_cents), "", "HR-42")


def _foot(table: Table, config: TableConfig) -> tuple[str, ...]:
    letter = table.sheet.letter
    spots = f"{config.spots} spots. Dealt by {table.dealing}."
    if letter is None:
        return (spots,)
    number = f", submission {letter.submission}" if letter.submission else ""
    return (spots, f"Approved {letter.dated}{number}.")


def sign_html(sign: Sign) -> str:
    """One self-contained page, ready to print."""
    return _rendered("sign.html.jinja", sign)


def sign_body(sign: Sign) -> str:
    """The sign alone, for a page around it: at the table's screen it says what it says on paper."""
    return _rendered("sign_body.html.jinja", sign)


def _rendered(template: str, sign: Sign) -> str:
    import jinja2

    loader = jinja2.PackageLoader("pitboss.house")
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.get_template(template).render(sign=sign)


def sign_pdf(sign: Sign) -> bytes:
    """The same on paper."""
    import typst

    source = (_TEMPLATES / "sign.typ").read_bytes()
    pdf: bytes = typst.compile(source, sys_inputs={"sign": json.dumps(sign.to_json())})
    return pdf


__all__ = ["Odds", "Row", "Sign", "sign_body", "sign_html", "sign_of", "sign_pdf"]
