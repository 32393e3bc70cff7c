"""What a table takes in and pays out, by day: for the daily report and hold against theory (HR-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pitboss.house.days import gambling_day
from pitboss.money import Cents
from pitboss.rounds.round import Round
from pitboss.store import Store, Unit

EMPTY: dict[str, Any] = {"rounds": 0, "drop_cents": 0, "win_cents": 0, "tokes_cents": 0, "wagers": {}}


def today(store: Store) -> str:
    """The room's gambling day (HR-32)."""
    return gambling_day(store).of(store.clock()).isoformat()


def day_key(day: str, table: str) -> str:
    return f"day/{day}/{table}"


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

    def post(self, unit: Unit) -> None:
        key = day_key(self.day.isoformat(), self.table)
        book = unit.get(key) or {**EMPTY, "table": self.table, "game": self.game, "wagers": {}}
        book["drop_cents"] += self.drop_cents
        book["rounds"] += self.rounds
        book["tokes_cents"] += self.tokes_cents
        for wager, (count, stake, squares, win) in self.lines.items():
            old = book["wagers"].get(wager, (0, 0, 0, 0))
            book["wagers"][wager] = [old[0] + count, old[1] + stake, old[2] + squares, old[3] + win]
            book["win_cents"] += win
        if self.hour is not None:
            self._add_hour(book.setdefault("hours", {}))
        unit.put(key, book)

    def _add_hour(self, hours: dict[str, Any]) -> None:
        """What a band is made of: the rounds, and of each wager how often, the first stakes and their squares."""
        here = hours.setdefault(str(self.hour), {"rounds": 0, "wagers": {}})
        here["rounds"] += self.rounds
        for wager, (count, stake, squares, _) in self.lines.items():
            old = here["wagers"].get(wager, (0, 0, 0))
            here["wagers"][wager] = [old[0] + count, old[1] + stake, old[2] + squares]


def round_line(day: date, table: str, round: Round, hour: int | None = None) -> DayLine:
    tokes, lines = round.tokes_cents, wager_lines(round)
    return DayLine(day, table, round.config.game, rounds=1, tokes_cents=tokes, hour=hour, lines=lines)


def wager_lines(round: Round) -> dict[str, tuple[int, Cents, int, Cents]]:
    """By wager of the layout: spots that made it, cents laid, sum of squares, the house's win."""
    lines: dict[str, tuple[int, Cents, int, Cents]] = {}
    for stakes in round.stakes.values():
        for wager, cents in stakes.items():
            count, stake, squares, win = lines.get(wager, (0, 0, 0, 0))
            lines[wager] = count + 1, stake + cents, squares + cents * cents, win
    for done in round.settlements:
        count, stake, squares, win = lines.get(done.wager, (0, 0, 0, 0))
        lines[done.wager] = count, stake, squares, win - done.net_cents
    return lines


def books_of_day(store: Store, day: str) -> list[dict[str, Any]]:
    """The day's books of all tables that had activity."""
    return list(store.documents(f"day/{day}/").values())
