"""A table's book of a gambling day as the store keeps it; `day_lines` adds to it (HR-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.core.codec import decode
from pitboss.core.money import Cents
from pitboss.ledger import Store


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
