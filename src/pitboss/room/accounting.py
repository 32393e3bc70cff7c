"""What a table takes in and pays out, by day: for the daily report and hold against theory (HR-16)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pitboss.money import Cents
from pitboss.room.table import LiveTable
from pitboss.rounds.round import Round
from pitboss.store import Store, Unit
from pitboss.store.writer import Work

EMPTY: dict[str, Any] = {"rounds": 0, "drop_cents": 0, "win_cents": 0, "tokes_cents": 0, "wagers": {}}


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def day_key(day: str, table: str) -> str:
    return f"day/{day}/{table}"


def day_book(table: LiveTable, *, round: Round | None = None, drop_cents: Cents = 0) -> Work:
    """Adds to the table's book of the day, in the unit that moves the money.

    For each wager: how often it was settled, the first stakes, their squares (for the confidence band) and
    the house's win."""
    key, game = day_key(today(), table.id), table.config.game
    lines = wager_lines(round) if round else {}
    tokes = round.tokes_cents if round else 0

    def work(unit: Unit) -> None:
        book = unit.get(key) or {**EMPTY, "table": table.id, "game": game, "wagers": {}}
        book["drop_cents"] += drop_cents
        book["rounds"] += round is not None
        book["tokes_cents"] += tokes
        for wager, (count, stake, squares, win) in lines.items():
            old = book["wagers"].get(wager, (0, 0, 0, 0))
            book["wagers"][wager] = [old[0] + count, old[1] + stake, old[2] + squares, old[3] + win]
            book["win_cents"] += win
        unit.put(key, book)

    return work


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
