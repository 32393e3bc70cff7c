"""What `decide` works with: what is handed in, and the events it puts together with the money they move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, NamedTuple

from pitboss.chips.accounts import Move
from pitboss.chips.day_book import DayLine
from pitboss.core.errors import Conflict
from pitboss.core.money import Cents, dollars
from pitboss.ledger.days import GamblingDay
from pitboss.people.person import Person
from pitboss.room.apply import apply
from pitboss.room.commands import Command, House
from pitboss.room.events import HOUSE, NO_DEADLINE, Bets, TableEvent
from pitboss.room.notices import Notice
from pitboss.room.presence import Absence
from pitboss.room.shoes import TableShoe
from pitboss.room.table import TableSnapshot, TableState
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import JackpotHit
from pitboss.rounds.views import show_us

FreshShoe = Callable[[str, int, TableConfig, str], TableShoe]
"""table, number of its next round, configuration and its id"""


class Sensor(NamedTuple):
    """A wager place with a jackpot, and its one fixed wager (JP-01)."""

    jackpot: str
    wager_cents: Cents


CLOSED: Final = "The table is closed: its tray is not counted in."


class Halt(NamedTuple):
    """What keeps a table from opening a round."""

    owed_cents: Cents = 0
    """pays that wait for a fill of the tray: no round is opened before they are made (HR-34)"""
    closed: bool = False
    """the tray is not counted in: not yet, or not again (HR-17)"""

    def __bool__(self) -> bool:
        return bool(self.owed_cents) or self.closed

    @property
    def notices(self) -> Iterator[Notice]:
        """What everybody at the table reads meanwhile."""
        if self.owed_cents:
            yield Notice(kind="tray.owes", cents=self.owed_cents)
        if self.closed:
            yield Notice(kind="table.closed", why=CLOSED)


OPEN: Final = Halt()


@dataclass(frozen=True, slots=True)
class Now:
    """What a table cannot know by itself: the time, what people have in chips, the jackpots on its sensors, and who
    is there."""

    at_us: int
    chips_of: Callable[[str], Cents]
    sensors: Mapping[str, Sensor] = field(default_factory=dict)
    fresh_shoe: FreshShoe = TableShoe.fresh
    days: GamblingDay = field(default_factory=GamblingDay)
    halt: Halt = OPEN
    seen: Absence = field(default_factory=Absence)
    """who of the players is away"""

    def check_open(self) -> None:
        """A round may be opened."""
        if self.halt.owed_cents:
            owed = f"The tray owes {dollars(self.halt.owed_cents)}."
            raise Conflict(owed, clause="HR-34", accepted="a fill first")
        if self.halt.closed:
            raise Conflict(CLOSED, clause="HR-17", accepted="the opener's count first")

    @property
    def day(self) -> date:
        """The gambling day (HR-32)."""
        return self.days.of(self.at_us)

    @property
    def hour(self) -> int:
        """Of the room's own clock."""
        return self.days.local(self.at_us).hour


# What the jackpot desk does in the same unit, after all records of the table.


@dataclass(frozen=True, slots=True)
class StartJackpots:
    """The lit sensors are locked in and the contribution is booked (JP-03)."""

    wagers: Mapping[int, Bets]
    actor: Person
    holders: Mapping[int, str]
    """who plays which spot: envy goes by person (JP-32)"""


@dataclass(frozen=True, slots=True)
class PressButton:
    spot: int
    hand: str
    place: str
    actor: Person


@dataclass(frozen=True, slots=True)
class EndJackpots:
    """Every winning hand marked, every meter award completed, the lines paid (JP-04, JP-15)."""

    hits: tuple[JackpotHit, ...]
    actor: Person


@dataclass(frozen=True, slots=True)
class VoidJackpots:
    """The game's wagers go back and its contributions leave the meters again (HR-33)."""

    reason: str
    actor: Person
    second: Person | None
    camera: str


@dataclass(frozen=True, slots=True)
class TakeBackHeld:
    """Winnings of a void round that wait for surveillance go back into the tray (HR-33)."""

    payouts: tuple[str, ...]
    actor: Person


Order = StartJackpots | PressButton | EndJackpots | VoidJackpots | TakeBackHeld


class Entry(NamedTuple):
    """A record with all that is booked together with it."""

    record: TableEvent
    actor: str
    moves: tuple[Move, ...] = ()
    accounts: tuple[tuple[str, bool], ...] = ()
    """accounts to open first: name, and whether it refuses to be overdrawn"""
    puts: Mapping[str, Any] = {}
    """documents"""
    snapshot: TableSnapshot | None = None
    """the document from which the table is recovered"""
    day: DayLine | None = None
    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """What a command does: its entries, and the table after them. None of it has happened yet."""

    entries: tuple[Entry, ...]
    state: TableState

    @property
    def moves(self) -> list[Move]:
        return [move for entry in self.entries for move in entry.moves]

    @property
    def orders(self) -> list[Order]:
        return [order for entry in self.entries for order in entry.orders]


class Draft:
    """A plan being put together: every record is applied at once, so the next step sees what it did."""

    def __init__(self, state: TableState, command: Command, now: Now) -> None:
        self.before = state
        self.state = state
        self.command = command
        self.now = now
        self.entries: list[Entry] = []
        self._known = len(state.round.log) if state.round else 0
        """events that had been shown before; looked at now, because the round goes on with the first record"""

    def add(self, record: TableEvent, *, by_house: bool = False, **booked: Any) -> None:
        """`booked` are the other fields of `Entry`."""
        house = by_house or isinstance(self.command, House)
        if not self.entries and self.command.key is not None:
            record = replace(record, request=self.command.key, asked=self.command.asked)
        actor = HOUSE if house else self.command.person.id
        self.entries.append(Entry(record, actor, **booked))
        self.state = apply(self.state, record)

    def book(self, **booked: Any) -> None:
        """More to be booked with the last record: what only its outcome tells."""
        last = self.entries[-1]
        sums = {name: getattr(last, name) + value for name, value in booked.items()}
        self.entries[-1] = last._replace(**sums)

    def plan(self) -> UnitPlan:
        """Closed: where the moment has changed, the last record sets the new deadline, and says whose it is."""
        if self.entries:
            self.state = self.state._replace(alone=self.state.nobody_waits(self.now.seen.away))
            if self.state.moment != self.before.moment:
                self._set_deadline()
        return UnitPlan(tuple(self.entries), self.state)

    def _set_deadline(self) -> None:
        deadline, alone = self.deadline(), self.state.alone
        last = self.entries[-1]
        told = alone if alone != self.before.alone else None
        record = replace(last.record, deadline_us=deadline, alone=told)
        self.state = self.state._replace(deadline_us=deadline)
        snapshot = last.snapshot and replace(last.snapshot, deadline_us=deadline, alone=alone)
        self.entries[-1] = last._replace(record=record, snapshot=snapshot)

    def deadline(self) -> int:
        """The time people have begins when they have seen what led to it."""
        time_us = self.state.time_us
        return self.now.at_us + self._show_us() + time_us if time_us else NO_DEADLINE

    def _show_us(self) -> int:
        round = self.state.round
        if round is None or self.state.phase == "betting" or not self.state.setup.pace.shows:
            return 0
        return show_us(round.log[self._known if self.before.number == self.state.number else 0 :])
