"""A table's book of a gambling day: what its wagers took in and paid out, for report and theory (HR-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.money import Cents
from pitboss.store import Store
from pitboss.store.codec import LEFT_OUT, decode


def day_key(day: str, table: str) -> str:
    return f"day/{day}/{table}"


@dataclass(frozen=True, slots=True)
class HourBook:
    """What a band is made of: the rounds, and of each wager how often, the first stakes and their squares."""

    rounds: int = 0
    wagers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


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
    hours: Mapping[int, HourBook] | None = field(default=None, metadata=LEFT_OUT)
    """by the hour of the room's clock; None: a book of a version that kept none"""


def books_of_day(store: Store, day: str) -> list[DayBook]:
    """The day's books of all tables that had activity."""
    return [decode(DayBook, document) for document in store.documents(day_key(day, "")).values()]
