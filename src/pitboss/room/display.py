"""The screens of one table: what is durable goes out, computed once for each class of observers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pitboss.people.person import Person
from pitboss.room.bank import Bank
from pitboss.room.screens import RoundText, Screens, encode, static_part
from pitboss.room.table import TableState


class Subscriber(Protocol):
    """A screen. `offer` replaces a state that has not been sent yet: a slow screen skips, it does not lag."""

    person: Person | None
    fresh: bool
    """nothing has been offered yet: the next state carries the static part"""

    def offer(self, text: str) -> None: ...


class Display:
    def __init__(self, bank: Bank, clock: Callable[[], int]) -> None:
        self._bank = bank
        self._clock = clock
        self.subscribers: set[Subscriber] = set()
        self.jackpots: list[dict[str, Any]] = []
        self.version = clock() // 1000
        """grows over restarts, too"""
        self._screens: Screens | None = None
        self._round_text: RoundText | None = None
        self._static = ""
        self._static_of = ""

    def show(self, table: TableState, trouble: str = "") -> None:
        self.version += 1
        if self._static_of != table.config_id:
            self._static_of = table.config_id
            self._static = encode(static_part(table))
            for subscriber in self.subscribers:
                subscriber.fresh = True
        self._screens = Screens(
            table,
            self._text_of,
            self.jackpots,
            self._bank.at_hand,
            self._static,
            version=self.version,
            now_ms=self._clock() // 1000,
            trouble=trouble,
        )
        for subscriber in self.subscribers:
            self.offer(subscriber)

    def _text_of(self, table: TableState) -> RoundText | None:
        round = table.round
        if round is None:
            self._round_text = None
        elif self._round_text is None or self._round_text.round is not round:
            self._round_text = RoundText(round)
        return self._round_text

    def offer(self, subscriber: Subscriber) -> None:
        if self._screens is not None:
            subscriber.offer(self._screens.text(subscriber.person, subscriber.fresh))
            subscriber.fresh = False

    def text(self, person: Person | None) -> str:
        assert self._screens is not None
        return self._screens.text(person, True)
