"""Keeps one table: takes commands in order, makes them durable, and only then shows what they did.

All commands that are waiting go into one unit of work; the store commits the units of all tables
together. While a unit is on its way to the disk nothing of it is shown to anybody."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from pitboss.errors import Conflict, PitbossError, TooMany
from pitboss.people.person import Person
from pitboss.room.bank import Bank
from pitboss.room.commands import Command, Tick
from pitboss.room.dealing import Dealing
from pitboss.room.jackpots import TableJackpots
from pitboss.room.records import HOUSE, SETTLED, unit_key, work_of
from pitboss.room.recovery import recover
from pitboss.room.screens import RoundText, Screens, encode, static_part
from pitboss.room.setup import TableSetup
from pitboss.room.table import LiveTable
from pitboss.store import Store

INBOX_MAX = 500
CLOCK = Person.of("clock", HOUSE)

log = logging.getLogger(__name__)


class Subscriber(Protocol):
    """A screen. `offer` replaces a state that has not been sent yet: a slow screen skips, it does not lag."""

    person: Person | None
    fresh: bool
    """nothing has been offered yet: the next state carries the static part"""

    def offer(self, text: str) -> None: ...


class Keeper:
    def __init__(self, store: Store, bank: Bank, setup: TableSetup) -> None:
        self._store = store
        self._bank = bank
        self._setup = setup
        self._name = uuid.uuid4().hex
        """tells this keeper's units from those of another process that took up the same table"""
        self._inbox: deque[tuple[Command, asyncio.Future[None] | None]] = deque()
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._quiet = asyncio.Event()
        """nothing of the table is on its way to the disk: what is in memory may be shown"""
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed: tuple[str, int, int, bool, bool] | None = None
        self.subscribers: set[Subscriber] = set()
        self.jackpots = TableJackpots(store, setup.id)
        self.meters_moved: Callable[[Keeper], None] = lambda keeper: None
        """told when a jackpot's books have changed at this table"""
        self.held = False
        """a settled round that could not be ended: a jackpot award waits for its confirmation (JP-04)"""
        self.table = LiveTable(setup)
        self.table.version = int(time.time() * 1000)
        """grows over restarts, too"""
        self.dealing = Dealing(self.table, bank, self.jackpots)
        self._screens: Screens | None = None
        self._round_text: RoundText | None = None
        self._static = ""
        self._static_of = ""

    # opening and closing

    async def open(self) -> None:
        """Take the table up where it stood, or open it for the first time."""
        found = await self._recover()
        if found is None:
            self.dealing.open_table()
        elif found.config_id != self._setup.config_id and found.phase != "playing":
            self.dealing.reconfigure_idle()
        if self.dealing.records:
            await self._commit()
        self._show()
        self._task = asyncio.create_task(self._run(), name=f"table {self._setup.id}")

    async def _recover(self) -> LiveTable | None:
        found = await asyncio.to_thread(recover, self._store, self._setup)
        self._use(found or LiveTable(self._setup), await asyncio.to_thread(self.jackpots.load))
        return found

    def _use(self, table: LiveTable, sensors: dict[str, int]) -> None:
        table.sensors = sensors
        table.version = self.table.version
        self.table = table
        self.dealing = Dealing(table, self._bank, self.jackpots)

    async def close(self) -> None:
        """Finish what has been taken in, then stop."""
        if self._timer:
            self._timer.cancel()
        await self._idle.wait()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # commands

    async def do(self, command: Command) -> None:
        """Carry out a command; returns when it is durable, raises when it is refused."""
        if len(self._inbox) >= INBOX_MAX:
            raise TooMany("The table has too much to do.", accepted="the same command a little later")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._inbox.append((command, answer))
        self._idle.clear()
        self._wake.set()
        await answer

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._inbox:
                try:
                    await self._batch()
                except Exception:
                    log.exception("table %s: a batch of commands failed", self._setup.id)
            self._idle.set()

    async def _batch(self) -> None:
        """One unit of work from what is waiting. It ends with a settled round, whose snapshot it carries."""
        answers: list[tuple[asyncio.Future[None] | None, Exception | None]] = []
        before = self.table.phase
        self._quiet.clear()
        while self._inbox and not any(record.kind == SETTLED for record in self.dealing.records):
            command, answer = self._inbox.popleft()
            try:
                self.dealing.handle(command)
                answers.append((answer, None))
            except PitbossError as error:
                answers.append((answer, error))
            except Exception as error:
                log.exception("table %s: %r failed", self._setup.id, command)
                await self._take_up_again()
                answers = [(a, e or error) for a, e in (*answers, (answer, None))]
        wrote = bool(self.dealing.records)
        if wrote:
            try:
                await self._commit()
            except Exception as error:
                refusal = await self._refused(error)
                answers = [(answer, e or refusal) for answer, e in answers]
        if wrote or before != self.table.phase or any(error is None for _, error in answers):
            self._show()
        self._quiet.set()
        for answer, failure in answers:
            if answer is None or answer.done():
                continue
            if failure is None:
                answer.set_result(None)
            else:
                answer.set_exception(failure)

    async def _commit(self) -> None:
        records = self.dealing.records
        key = unit_key(self.table.id, self.table.units + 1)
        work = work_of(self.table.id, records)
        await asyncio.wrap_future(self._store.submit(work, key=key, request=self._name))
        self.table.units += 1
        if any(record.later for record in records):
            self.meters_moved(self)
        self._bank.give(move for record in records for move in record.moves)
        self.dealing.records = []

    async def _refused(self, error: Exception) -> PitbossError:
        """The store did not take the unit: the table goes back to what is on the disk."""
        log.warning("table %s: not booked: %s", self._setup.id, error)
        await self._take_up_again()
        if self.table.phase == "settled":
            self.held = True
            self.table.notices = [str(error)]
        elif self.table.phase == "betting":
            await self._drop_sensed(error)
        if isinstance(error, PitbossError):
            return Conflict(f"Not booked: {error.message}", clause=error.clause, accepted=error.accepted)
        return Conflict("Not booked: the store did not take it.", accepted="the same command again")

    async def _drop_sensed(self, error: Exception) -> None:
        """A jackpot that takes no wagers must not keep the table from dealing (HR-10)."""
        self.dealing.return_sensed(str(error))
        if self.dealing.records:
            await self._commit()

    async def _take_up_again(self) -> None:
        self._bank.forget(move for record in self.dealing.records for move in record.moves)
        self._timed = None
        await self._recover()

    # screens

    def subscribe(self, subscriber: Subscriber) -> None:
        """Shows the state at once, or when what is on its way to the disk is durable; and every later one."""
        self.subscribers.add(subscriber)
        if self._quiet.is_set():
            self._offer(subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)

    def _show(self) -> None:
        """What is durable now goes out to everybody, computed once for each class of observers."""
        self.table.version += 1
        self._set_clock()
        if self._static_of != self.table.config_id or not self._static:
            self._static_of = self.table.config_id
            self._static = encode(static_part(self.table))
            for subscriber in self.subscribers:
                subscriber.fresh = True
        self._quiet.set()
        round = self.table.round
        if round is None:
            self._round_text = None
        elif self._round_text is None or self._round_text.round is not round:
            self._round_text = RoundText(round)
        self._screens = Screens(
            self.table, self._round_text, self.displays(), self._bank.available, self._static
        )
        for subscriber in self.subscribers:
            self._offer(subscriber)

    def _offer(self, subscriber: Subscriber) -> None:
        if self._screens is not None:
            subscriber.offer(self._screens.text(subscriber.person, subscriber.fresh))
            subscriber.fresh = False

    async def quiet(self) -> None:
        """Wait until what is in memory is durable."""
        await self._quiet.wait()

    async def open_shoes(self) -> frozenset[str]:
        """The shoes a card can still come from."""
        await self._quiet.wait()
        shoes = (self.table.shoe, self.table.coming)
        return frozenset(shoe.id for shoe in shoes if shoe is not None and not shoe.done)

    async def state(self, person: Person | None) -> str:
        """The durable state as text, for somebody without a live connection."""
        await self._quiet.wait()
        assert self._screens is not None
        return self._screens.text(person, True)

    def displays(self) -> list[dict[str, Any]]:
        """The jackpots of the table as their monitors show them."""
        return self.jackpots.display() if self.jackpots.sensors else []

    def refresh(self) -> None:
        """Something outside the table has changed, such as a meter: show it."""
        if self._quiet.is_set():
            self._show()

    def nudge(self) -> None:
        """An award is completed: the game can be ended now."""
        if self.held:
            self.held = False
            self._ring(self.dealing.moment())
        else:
            self.refresh()

    # the clock

    def _set_clock(self) -> None:
        """A house-dealt table has a deadline for bets once there are any, for decisions, and for looking."""
        table, pace = self.table, self.table.setup.pace
        betting = any(seat.bets for seat in table.seats.values())
        moment = (*self.dealing.moment(), betting, self.held)
        if moment == self._timed:
            return
        self._timed = moment
        if self._timer:
            self._timer.cancel()
            self._timer = None
        seconds: float | None = None
        if table.phase != "settled":
            self.held = False
        if table.setup.dealer == HOUSE and (table.phase != "betting" or betting) and not self.held:
            seconds = {"betting": pace.betting_s, "playing": pace.decision_s, "settled": pace.settled_s}[
                table.phase
            ]
        table.set_deadline(seconds)
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._ring, self.dealing.moment())

    def _ring(self, moment: tuple[str, int, int]) -> None:
        self._inbox.append((Tick(CLOCK, None, moment), None))
        self._idle.clear()
        self._wake.set()
