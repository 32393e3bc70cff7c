"""A table's book of a gambling day as the store keeps it, and what one round or act adds to it, in the unit that moves
the money (HR-16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from operator import add
from typing import Final

from pitboss.core.codec import decode, encode
from pitboss.core.money import Cents
from pitboss.ledger import Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.rounds.round import Round


def day_key(day: str, table: str) -> str:
    return f"day/{day}/{table}"


@dataclass(frozen=True, slots=True)
class HourBook:
    """What a band is made of: the rounds, and of each wager how often, the first stakes and their squares."""

    rounds: int = 0
    wagers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Voids:
    """Rounds or games that one person has declared void, and what that changed."""

    count: int = 0
    given_cents: Cents = 0
    """losses that players got back"""
    taken_cents: Cents = 0
    """wins that were taken back from players"""


@dataclass(frozen=True, slots=True)
class Sales:
    """Chips that one person has sold for cash."""

    count: int = 0
    cents: Cents = 0
    alone_cents: Cents = 0
    """of that without a second person"""


@dataclass(frozen=True, slots=True)
class DayBook:
    """For each wager: how often it was settled, the first stakes, their squares and the house's win."""

    table: str = ""
    game: str = ""
    rounds: int = 0
    drop_cents: Cents = 0
    win_cents: Cents = 0
    tokes_cents: Cents = 0
    wagers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    hours: Mapping[int, HourBook] = field(default_factory=dict)
    """by the hour of the room's clock"""
    voids: Mapping[str, Voids] = field(default_factory=dict)
    """by who declared rounds void (HR-43)"""
    sales: Mapping[str, Sales] = field(default_factory=dict)
    """by who sold chips for cash (HR-34)"""


def books_of_day(store: Store, day: str) -> list[DayBook]:
    """The day's books of all tables that had activity."""
    return [decode(DayBook, document) for document in store.documents(day_key(day, "")).values()]


# What one round or act adds to it.


def today(store: Store) -> str:
    """The room's gambling day (HR-32)."""
    return gambling_day(store).of(store.clock()).isoformat()


@dataclass(frozen=True, slots=True)
class DayLine:
    """An addition to the table's book of the day, booked in the unit that moves the money.

    For each wager: how often it was settled, the first stakes, their squares (for the confidence band) and
    the house's win."""

    day: date
    table: str
    game: str
    rounds: int = 0
    drop_cents: Cents = 0
    tokes_cents: Cents = 0
    hour: int | None = None
    """of the room's clock, at which the lines were settled: theory by the hour"""
    lines: Mapping[str, tuple[int, Cents, int, Cents]] = field(default_factory=dict)
    voids: Mapping[str, Voids] = field(default_factory=dict)
    sales: Mapping[str, Sales] = field(default_factory=dict)

    def post(self, unit: Unit) -> None:
        """Added to the document as it lies there: every round does it."""
        key = day_key(self.day.isoformat(), self.table)
        book = unit.get(key) or encode(DayBook(self.table, self.game))
        book["drop_cents"] += self.drop_cents
        book["rounds"] += self.rounds
        book["tokes_cents"] += self.tokes_cents
        book["win_cents"] += sum(line[3] for line in self.lines.values())
        _add(book["wagers"], self.lines)
        if self.hour is not None:
            here = book.setdefault("hours", {}).setdefault(str(self.hour), encode(HourBook()))
            here["rounds"] += self.rounds
            _add(here["wagers"], {wager: line[:3] for wager, line in self.lines.items()})
        _add_up(book.setdefault("voids", {}), self.voids)
        _add_up(book.setdefault("sales", {}), self.sales)
        unit.put(key, book, snapshot=True)


def _add(known: dict[str, list[int]], more: Mapping[str, tuple[int, ...]]) -> None:
    for wager, line in more.items():
        old = known.get(wager)
        known[wager] = list(line) if old is None else list(map(add, old, line))


def _add_up(known: dict[str, dict[str, int]], more: Mapping[str, Voids | Sales]) -> None:
    for person, line in more.items():
        old = known.get(person, {})
        known[person] = {name: old.get(name, 0) + value for name, value in encode(line).items()}


def void_line(day: date, table: str, game: str, person: str, changed: Iterable[Cents]) -> DayLine:
    """A round that was declared void counts as nothing else of the day."""
    cents = list(changed)
    given, taken = sum(c for c in cents if c > 0), -sum(c for c in cents if c < 0)
    return DayLine(day, table, game, voids={person: Voids(1, given, taken)})


def round_line(day: date, table: str, round: Round, hour: int | None = None) -> DayLine:
    tokes, lines = round.tokes_cents, wager_lines(round)
    return DayLine(day, table, round.config.game, rounds=1, tokes_cents=tokes, hour=hour, lines=lines)


_NOTHING: Final = (0, 0, 0, 0)


def wager_lines(round: Round) -> dict[str, tuple[int, Cents, int, Cents]]:
    """By wager of the layout: spots that made it, cents laid, sum of squares, the house's win."""
    lines: dict[str, tuple[int, Cents, int, Cents]] = {}
    for stakes in round.stakes.values():
        for wager, cents in stakes.items():
            count, stake, squares, win = lines.get(wager, _NOTHING)
            lines[wager] = count + 1, stake + cents, squares + cents * cents, win
    for done in round.settlements:
        count, stake, squares, win = lines.get(done.wager, _NOTHING)
        lines[done.wager] = count, stake, squares, win - done.net_cents
    return lines
