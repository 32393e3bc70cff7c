"""What keeping a table and following it have in common: its state as last known to be durable, and its screens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from pitboss.errors import NotBooked, PitbossError
from pitboss.house.tray import counted_out
from pitboss.jackpot.dues import owed_cents
from pitboss.people.person import Person
from pitboss.room.bank import Bank
from pitboss.room.books import Books
from pitboss.room.commands import Command
from pitboss.room.display import Display, Subscriber
from pitboss.room.jackpots import TableJackpots
from pitboss.room.plan import OPEN, Halt, Sensor
from pitboss.room.recovery import recover
from pitboss.room.setup import TableSetup
from pitboss.room.table import TableState
from pitboss.store import Store

AWAY: Final = "The table cannot reach its books just now. Nothing is lost; it goes on by itself."
BLINK_S: Final = 1.0
"""a store that is away for less is not worth a word"""


def not_booked(why: str) -> NotBooked:
    return NotBooked(
        f"Not booked, as far as is known. {why}",
        clause="HR-20",
        accepted="the same command again, with the same id: it is carried out once",
    )


class Watching(ABC):
    def __init__(
        self, books: Books, bank: Bank, setup: TableSetup, jackpots: TableJackpots, display: Display
    ) -> None:
        self._books = books
        self._bank = bank
        self._setup = setup
        self._sensors: dict[str, Sensor] = {}
        self.halt = OPEN
        self.jackpots = jackpots
        self.display = display
        self.table = TableState.bare(setup)
        """as it is on the disk"""
        self.gate: Callable[[Command], None] = lambda command: None
        """refuses those who have promised not to play (HR-37)"""

    async def _recover(self) -> None:
        found = await self._books.read(lambda store: recover(store, self._setup))
        await self._load_jackpots()
        self.table = found or TableState.bare(self._setup)

    async def _load_jackpots(self) -> None:
        def look(store: Store) -> tuple[dict[str, int], list[dict[str, Any]], Halt]:
            wagers = self.jackpots.load()
            shown = self.jackpots.display_json() if self.jackpots.sensors else []
            owed = owed_cents(store.document, self._setup.id)
            closed = counted_out(store, self._setup.id, never=self._setup.counted_opener)
            return wagers, shown, Halt(owed, closed)

        wagers, shown, self.halt = await self._books.read(look)
        ids = self.jackpots.sensors
        self._sensors = {place: Sensor(ids[place], cents) for place, cents in wagers.items()}
        self.display.jackpots = shown
        self.display.halt = self.halt

    async def _know(self, people: Sequence[str]) -> None:
        """Have the wallets at hand of everybody whom the next decisions may ask for chips."""
        everybody = {*people, *self.table.players}
        if unknown := [name for name in everybody if not self._bank.known(name)]:
            await self._books.read(lambda store: self._bank.fetch(unknown))

    # screens

    @property
    def version(self) -> int:
        return self.display.version

    def subscribe(self, subscriber: Subscriber) -> None:
        """Shows the state at once, and every later one."""
        self.display.subscribers.add(subscriber)
        if subscriber.person and not self._bank.known(subscriber.person.id):
            self.refresh()
        self.display.offer(subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.display.subscribers.discard(subscriber)

    def watchers(self) -> list[str]:
        return sorted({s.person.id for s in self.display.subscribers if s.person})

    async def state(self, person: Person | None) -> str:
        """The durable state as text, for somebody without a live connection."""
        with suppress(PitbossError):
            await self._know([person.id] if person else [])
        return self.display.text(person)

    def displays(self) -> list[dict[str, Any]]:
        """The jackpots of the table as their monitors show them."""
        return self.display.jackpots

    @abstractmethod
    def refresh(self) -> None:
        """Something outside the table has changed, such as a meter: look at it and show it."""
