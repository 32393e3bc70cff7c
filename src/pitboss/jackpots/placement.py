"""Which jackpot may stand on which table, and which tables may share one (JP-05 to JP-09, HR-09, HR-13)."""

from __future__ import annotations

import re

from pitboss.core.errors import BadInput, IllegalAction
from pitboss.jackpots.documents import Jackpot, Table
from pitboss.jackpots.model import SENSORS, Kind
from pitboss.sheets import PayTable, game_ids, sheet


def slug(name: str) -> str:
    """`Fortune Pai Gow Poker` is `fortune-pai-gow-poker`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-")


def dual_games() -> frozenset[str]:
    """The games that may carry two jackpots: those of the submission that allows it (JP-09)."""
    letters = (sheet(game).letter for game in game_ids())
    ours = {sheet(game).named_as or sheet(game).name: game for game in game_ids()}
    return frozenset(ours.get(name) or slug(name) for letter in letters if letter for name in letter.games)


def known_games() -> frozenset[str]:
    sensed = (game for game in game_ids() if any(wager.sensed for wager in sheet(game).wagers))
    return frozenset(sensed) | dual_games()


def sensors_of(game: str) -> tuple[str, ...]:
    """One sensor, or two for the games of JP-09 (JP-06)."""
    if game not in known_games():
        raise BadInput(
            f"{game!r} has no jackpot wager.", clause="JP-09", accepted=", ".join(sorted(known_games()))
        )
    return SENSORS if game in dual_games() else SENSORS[:1]


def check_table(table: Table) -> None:
    """Spots, decks and options as the table's rule sheet has them; of a game without one here, at least one of
    each."""
    sensors_of(table.game)
    if table.spots < 1 or table.decks < 1:
        raise BadInput(
            f"{table.table} has {table.spots} spots and {table.decks} decks.", accepted="at least one of each"
        )
    if table.game not in game_ids():
        return
    rules = sheet(table.game)
    least, _, most = rules.spots
    if not least <= table.spots <= most:
        raise BadInput(
            f"{rules.name} is not played on {table.spots} spots.",
            clause="HR-30",
            accepted=f"{least} to {most} spots",
        )
    fewest, largest = rules.decks
    if not fewest <= table.decks <= largest:
        raise BadInput(
            f"{rules.name} is not dealt from {table.decks} decks.",
            clause="JP-07",
            accepted=f"{fewest}" if fewest == largest else f"{fewest} to {largest} decks",
        )
    for name, value in rules.settle_options(table.options).items():
        if value in (option := rules.option(name)).analysis:
            raise BadInput(
                f"{name} = {value} is for analysis and not for play.",
                clause="HR-07",
                accepted=", ".join(choice for choice in option.choices if choice not in option.analysis),
            )


def check_attachment(
    jackpot: Jackpot, table: Table, sensor: str, pay_table: str, others: list[Jackpot]
) -> None:
    """Refuse a jackpot on a sensor of a table; `others` are the jackpots on the table's other sensors."""
    name = table.table
    allowed = sensors_of(table.game)
    if sensor not in allowed:
        raise BadInput(
            f"A {table.game} table has no sensor {sensor!r}.", clause="JP-06", accepted=", ".join(allowed)
        )
    if sensor in table.sensors:
        raise IllegalAction(
            f"On the {sensor.replace('-', ' ')} sensor of {name} is {table.sensors[sensor]} already.",
            clause="JP-06",
            accepted="one jackpot on each sensor",
        )
    if jackpot.id in table.sensors.values():
        raise IllegalAction(f"{jackpot.id} is on another sensor of {name} already.", clause="JP-06")
    for other in others:
        if other.kind is not jackpot.kind:
            raise IllegalAction(
                f"{name} has the {other.kind.value} jackpot {other.id}.",
                clause="JP-05",
                accepted=f"another {other.kind.value} jackpot, or none",
            )
    _check_pay_table(jackpot, table, pay_table)
    if table.location != jackpot.location:
        raise IllegalAction(
            f"{name} is at {table.location}, {jackpot.id} at {jackpot.location}.",
            clause="HR-13",
            accepted="tables at the same location",
        )
    if jackpot.tables:
        _check_link(jackpot, table)
    _check_second_progressive(jackpot, table, others)


def _check_pay_table(jackpot: Jackpot, table: Table, pay_table: str) -> None:
    """The same pay table, or the other game's printing of it where the approval links the two (JP-07)."""
    own: PayTable = jackpot.table
    if table.game == jackpot.game:
        accepted: tuple[str, ...] = tuple(dict.fromkeys(filter(None, (own.id, own.linked_as))))
    else:
        accepted = linked_tables(own, table.game)
    if pay_table not in accepted:
        raise IllegalAction(
            f"{table.game} with pay table {pay_table} cannot hang on {jackpot.id}, which runs {own.id}.",
            clause="JP-07",
            accepted=", ".join(accepted) or f"tables of {jackpot.game}",
        )


def linked_tables(own: PayTable, game: str) -> tuple[str, ...]:
    """Another game's tables that may hang on a progressive, by the names they have there (JP-07, FP-10)."""
    if game not in game_ids():
        return ()
    theirs = [table for table in sheet(game).pay_tables if (table.linked_as or table.id) in own.linked_with]
    return tuple(dict.fromkeys(name for table in theirs for name in (table.linked_as, table.id) if name))


def _check_link(jackpot: Jackpot, table: Table) -> None:
    if jackpot.kind is Kind.HOUSE:
        raise IllegalAction(
            f"{jackpot.id} is a house jackpot and stands on {', '.join(jackpot.tables)}.",
            clause="JP-05",
            accepted="a house jackpot of its own for every table (HR-09)",
        )
    decks = {entry.decks for entry in jackpot.tables.values()}
    if table.decks not in decks:
        raise IllegalAction(
            f"The tables on {jackpot.id} have {min(decks)} deck(s), {table.table} has {table.decks}.",
            clause="JP-07",
            accepted="the same number of decks",
        )


def _check_second_progressive(jackpot: Jackpot, table: Table, others: list[Jackpot]) -> None:
    """A link across games leaves no room for a second progressive on those games (HR-13)."""
    if jackpot.kind is Kind.HOUSE or not others:
        return
    for progressive in (jackpot, *others):
        games = {entry.game for entry in progressive.tables.values()} | {table.game}
        if len(games) > 1 and not progressive.controls.second_progressive_confirmed:
            raise IllegalAction(
                f"{progressive.id} is linked across {', '.join(sorted(games))}; a second progressive on "
                f"{table.table} is excluded.",
                clause="HR-13",
                accepted="the operator's confirmation that the change proposed in 2023 is in force",
            )


def check_new_link(jackpot: Jackpot, table: Table, dual: list[str]) -> None:
    """Linking another game is excluded while a table already on the link has a second progressive (HR-13)."""
    games = {entry.game for entry in jackpot.tables.values()} | {table.game}
    if len(games) > 1 and dual and not jackpot.controls.second_progressive_confirmed:
        where = ", ".join(sorted(dual))
        raise IllegalAction(
            f"{where} on {jackpot.id} carries a second progressive; a link across games excludes it.",
            clause="HR-13",
            accepted="the operator's confirmation that the change proposed in 2023 is in force",
        )
