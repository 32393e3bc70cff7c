"""What a table writes to the log. Inputs only: a table is the replay of these records.

A unit of work holds the records of one batch of commands and is keyed by the table's own count of units,
so a second process that believed it owned the table would be refused by the store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.room.chips import Move, post
from pitboss.store import Event, Store, Unit
from pitboss.store.writer import Work

OPENED: Final = "table.opened"
RECONFIGURED: Final = "table.reconfigured"
CHIPS_BOUGHT: Final = "chips.bought"
SEAT_TAKEN: Final = "seat.taken"
SEAT_LEFT: Final = "seat.left"
BETS_LAID: Final = "bets.laid"
GAME_ENDED: Final = "game.ended"
HAND_MARKED: Final = "hand.marked"
SHUFFLED: Final = "shoe.shuffled"
ROUND_OPENED: Final = "round.opened"
DECIDED: Final = "round.decided"
SETTLED: Final = "round.settled"
HOUSE: Final = "house"
"""the actor where nobody in person acts"""


@dataclass(slots=True)
class Record:
    kind: str
    actor: str
    payload: dict[str, Any]
    moves: list[Move] = field(default_factory=list)
    sets: dict[str, Any] = field(default_factory=dict)
    accounts: tuple[tuple[str, bool], ...] = ()
    """accounts to open first: name, and whether it refuses to be overdrawn"""
    extra: list[Work] = field(default_factory=list)
    """further documents of this record, such as the day's book"""
    later: list[Work] = field(default_factory=list)
    """what the jackpot desk records in the same unit, after all of the table's own records"""


def stream_of(table: str) -> str:
    return f"table/{table}"


def unit_key(table: str, number: int) -> str:
    return f"table/{table}/{number}"


def event_key(table: str, unit: int, position: int) -> str:
    """The key of the n-th event of a unit, as the store numbers them."""
    return unit_key(table, unit) + (f"+{position}" if position else "")


def work_of(table: str, records: Sequence[Record]) -> Work:
    def work(unit: Unit) -> None:
        for record in records:
            unit.record(record.kind, stream_of(table), record.actor, record.payload)
            for name, limited in record.accounts:
                unit.open_account(name, debits_limited=limited)
            post(unit, record.moves)
            for key, value in record.sets.items():
                unit.put(key, value)
            for more in record.extra:
                more(unit)
        for record in records:
            for more in record.later:
                more(unit)

    return work


def unit_number(event: Event) -> int:
    """Which unit of its table an event belongs to."""
    return int(event.key.rpartition("/")[2].partition("+")[0])


def tail(store: Store, table: str, after_unit: int) -> list[Event]:
    """The table's records after a unit, oldest first. Costs what has happened since, not the history."""
    first = store.event(unit_key(table, after_unit)) if after_unit else None
    found: list[Event] = []
    after = first.seq - 1 if first else 0
    while page := store.events(stream_of(table), after=after):
        found += [event for event in page if unit_number(event) > after_unit]
        after = page[-1].seq
    return found
