"""What one person has done alone or with one other at a table on a gambling day: rounds declared void, chips sold for
cash (HR-34, HR-43). From a room's day books, and for tables that are run by hand from their own records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import TypeVar

from pitboss.chips.day_book import DayBook, Sales, Voids
from pitboss.chips.events import STREAM_KINDS, TrayMoved
from pitboss.chips.trays import Movement
from pitboss.jackpots.documents import table_key
from pitboss.jackpots.events import KeypadGameVoided
from pitboss.jackpots.postings import tray as tray_account
from pitboss.jackpots.room_or_desk import kept_by_room
from pitboss.ledger import Event, Store
from pitboss.ledger.days import events_of_day
from pitboss.ledger.unit import read_event

Sums = TypeVar("Sums", Voids, Sales)


@dataclass(frozen=True, slots=True)
class VoidsOf:
    table: str
    person: str
    sums: Voids


@dataclass(frozen=True, slots=True)
class SalesOf:
    table: str
    person: str
    sums: Sales


def in_books(books: Iterable[DayBook]) -> tuple[list[VoidsOf], list[SalesOf]]:
    voids, sales = [], []
    for book in books:
        voids += [VoidsOf(book.table, person, sums) for person, sums in sorted(book.voids.items())]
        sales += [SalesOf(book.table, person, sums) for person, sums in sorted(book.sales.items())]
    return voids, sales


def by_hand(store: Store, table: str, on: date) -> tuple[list[VoidsOf], list[SalesOf]]:
    """Those of a table that no room keeps. What a void changed is not known there: the wagers went back."""
    if kept_by_room(store.document, table):
        return [], []
    voids: dict[str, Voids] = {}
    sales: dict[str, Sales] = {}
    for event in _of_kind(store, table_key(table), on, KeypadGameVoided.KIND):
        returned = sum(read_event(KeypadGameVoided, event).returned_cents.values())
        _add(voids, event, Voids(1, returned, 0))
    for event in _of_kind(store, tray_account(table), on, f"{STREAM_KINDS}{Movement.CASH_FOR_CHIPS}"):
        moved = read_event(TrayMoved, event)
        _add(sales, event, Sales(1, moved.cents, 0 if moved.second else moved.cents))
    return (
        [VoidsOf(table, person, sums) for person, sums in sorted(voids.items())],
        [SalesOf(table, person, sums) for person, sums in sorted(sales.items())],
    )


def _of_kind(store: Store, stream: str, on: date, kind: str) -> Iterator[Event]:
    return (event for event in events_of_day(store, stream, on) if event.kind == kind)


def _add(known: dict[str, Sums], event: Event, more: Sums) -> None:
    person = event.actor.partition(" (")[0]
    old = known.get(person, type(more)())
    known[person] = type(more)(*(getattr(old, f.name) + getattr(more, f.name) for f in fields(more)))
