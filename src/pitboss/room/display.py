"""The screens of one table: what is durable goes out, computed once for each class of observers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pitboss.people.person import Person
from pitboss.room.bank import Bank
from pitboss.room.plan import OPEN
from pitboss.room.screens import LAYOUT, Offered, Pieces, Screens, static_part
from pitboss.room.table import TableState
from pitboss.room.texts import encode


class Subscriber(Protocol):
    """A screen. A slow one skips states, it does not lag."""

    person: Person | None
    changes: bool
    """takes the layout as a message of its own, and changes; others get whole states, the first with the layout"""
    fresh: bool
    """the layout has not been sent yet, or has changed"""
    shown: Offered | None
    """the last state that was offered; None: a whole one is needed"""

    def layout(self, text: str) -> None: ...

    def offer(self, text: str) -> None:
        """A whole state: it replaces what has not been sent yet."""
        ...

    def add(self, text: str) -> None:
        """What is different from the state before."""
        ...


class Display:
    def __init__(self, bank: Bank, clock: Callable[[], int]) -> None:
        self._bank = bank
        self._clock = clock
        self.subscribers: set[Subscriber] = set()
        self.jackpots: list[dict[str, Any]] = []
        self.halt = OPEN
        self.version = clock() // 1000
        """grows over restarts, too"""
        self._screens: Screens | None = None
        self._before: Screens | None = None
        self._pieces = Pieces()
        self._static = ""
        self._static_of = ""

    def show(self, table: TableState, trouble: str = "") -> None:
        self.version += 1
        if self._static_of != table.config_id:
            self._static_of = table.config_id
            self._static = encode(static_part(table))
            for subscriber in self.subscribers:
                subscriber.fresh = True
        self._before = self._screens
        self._screens = Screens(
            table,
            self._pieces,
            self.jackpots,
            self._bank.at_hand,
            version=self.version,
            now_ms=self._now_ms(),
            halt=self.halt,
            trouble=trouble,
        )
        for subscriber in self.subscribers:
            self.offer(subscriber)

    def offer(self, subscriber: Subscriber) -> None:
        """The layout once, then what is different from the last state where the screen has that one."""
        screens, before = self._screens, self._before
        if screens is None:
            return
        static = ""
        if subscriber.fresh:
            subscriber.layout(f'{{"type":"{LAYOUT}","table":{self._static}}}')
            subscriber.fresh = False
            subscriber.shown = None
            static = "" if subscriber.changes else self._static
        shown, was = screens.shown_to(subscriber.person), subscriber.shown
        if (
            before is not None
            and was is not None
            and was.version == before.version
            and was.spots == shown.spots
            and before.knows(shown.spots)
        ):
            subscriber.add(screens.change(shown, was, before))
        else:
            subscriber.offer(screens.text(subscriber.person, self._now_ms(), static))
        subscriber.shown = shown

    def text(self, person: Person | None) -> str:
        assert self._screens is not None
        return self._screens.text(person, self._now_ms(), self._static)

    def _now_ms(self) -> int:
        return self._clock() // 1000
