"""A table that another process keeps: its records are applied as they are heard, commands go to its keeper."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.room.apply import apply, unit_written
from pitboss.room.bank import Bank
from pitboss.room.books import Books
from pitboss.room.commands import Command, GoOn
from pitboss.room.display import Display
from pitboss.room.jackpots import TableJackpots
from pitboss.room.records import KINDS
from pitboss.room.setup import TableSetup
from pitboss.room.watching import AWAY, BLINK_S, Watching, not_booked

RETRY_S: Final = 0.5
ASK_AGAIN_S: Final = 1.0
ANSWER_S: Final = 9.0

Ask = Callable[[str, str, Command], Awaitable[PitbossError | None]]
"""the table, an id for the question, the command; the answer of whoever keeps the table"""

log = logging.getLogger(__name__)


class Follower(Watching):
    def __init__(
        self,
        books: Books,
        bank: Bank,
        setup: TableSetup,
        jackpots: TableJackpots,
        display: Display,
        ask: Ask,
    ) -> None:
        super().__init__(books, bank, setup, jackpots, display)
        self._ask = ask
        self._behind = asyncio.Event()
        self._known = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._trouble = ""
        """why nobody can be asked now"""
        self._missed: asyncio.TimerHandle | None = None
        """rings when the books have been out of sight for long enough to say so"""
        self._nudging: asyncio.Future[None] | None = None

    async def open(self) -> None:
        self.start()
        await self._known.wait()

    def start(self) -> None:
        self._behind.set()
        self._task = asyncio.create_task(self._run(), name=f"following {self._setup.id}")

    async def close(self, *, at_once: bool = False) -> None:
        self._seen()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Look at the store whenever something was not heard; the keeper's words come in between."""
        while True:
            await self._behind.wait()
            self._behind.clear()
            try:
                await self._recover()
                await self._know(self.watchers())
                self._seen()
                if self.table.opened:
                    self.display.show(self.table)
                self._known.set()
            except Exception as error:
                log.info("table %s is followed again: %s", self._setup.id, error)
                self.cut_off()
                self._behind.set()
                await asyncio.sleep(RETRY_S)

    def cut_off(self) -> None:
        """The other processes or the books are out of reach: if it lasts, everybody at the table reads it, and who
        asks is answered at once."""
        if self._missed is None:
            self._missed = asyncio.get_running_loop().call_later(BLINK_S, self._say_so)

    def _say_so(self) -> None:
        self._trouble = AWAY
        if self.table.opened:
            self.display.show(self.table, AWAY)

    def _seen(self) -> None:
        self._trouble = ""
        if self._missed:
            self._missed.cancel()
            self._missed = None

    def heard(self, message: dict[str, Any]) -> None:
        """The keeper has written a unit. What does not follow on what is known is looked up instead."""
        for person, cents in message["wallets"].items():
            self._bank.told(person, cents)
        events = message.get("events")
        if not self._known.is_set() or events is None or message["unit"] != self.table.units + 1:
            if message["unit"] > self.table.units:
                self.refresh()
            return
        state = self.table
        for kind, payload in events:
            state = apply(state, KINDS[kind].told(payload))
        self.table = unit_written(state)
        if message["jackpots"]:
            self.refresh()
        self.display.show(self.table, self._trouble)

    async def do(self, command: Command) -> None:
        """Ask whoever keeps the table, again and again until somebody answers: the id makes it happen once."""
        self.gate(command)
        if self._trouble:
            raise not_booked(self._trouble)
        if command.request is None:
            command = replace(command, request=f"asked-{uuid.uuid4().hex}")
        question = uuid.uuid4().hex
        until = asyncio.get_running_loop().time() + ANSWER_S
        while asyncio.get_running_loop().time() < until:
            with suppress(TimeoutError):
                answer = await asyncio.wait_for(self._ask(self._setup.id, question, command), ASK_AGAIN_S)
                if answer is not None:
                    raise answer
                return
            if self._trouble:
                raise not_booked(self._trouble)
        raise not_booked("The process that keeps the table does not answer.")

    def refresh(self) -> None:
        self._behind.set()

    async def quiet(self) -> None:
        await self._known.wait()

    def nudge(self) -> None:
        """An award is completed: its keeper ends the game."""
        self._nudging = asyncio.ensure_future(self._nudge())
        self.refresh()

    async def _nudge(self) -> None:
        with suppress(PitbossError):
            await self.do(GoOn(request=f"go-on-{uuid.uuid4().hex}"))
