"""Keeps one table: takes commands in order, makes them durable, and only then shows what they did.

All commands that are waiting go into one unit of work; the store commits the units of all tables together.
`decide` and `apply` do the thinking; here is only who is told what, and what happens when the store is away: then
everybody is answered that nothing is booked, the table says so, and comes back by itself."""

from __future__ import annotations

import asyncio
import itertools
import logging
import uuid
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitboss.errors import Conflict, LeaseLost, NotBooked, PitbossError, TooMany
from pitboss.money import Cents
from pitboss.room.apply import unit_written
from pitboss.room.bank import Bank, without
from pitboss.room.books import Books, Short, work_of
from pitboss.room.commands import Command, EndRefused, GoOn, JackpotClosed, TakeUp, Tick
from pitboss.room.dealing import cards_awaited
from pitboss.room.decide import decide
from pitboss.room.display import Display
from pitboss.room.jackpots import TableJackpots
from pitboss.room.plan import EndJackpots, Entry, FreshShoe, Now, StartJackpots
from pitboss.room.records import unit_key
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import TableShoe
from pitboss.room.table import SECOND_US, TableState
from pitboss.room.wake import Wake
from pitboss.room.watching import AWAY, BLINK_S, Watching, not_booked
from pitboss.store import KeyReused, StoreFull, StoreUnavailable
from pitboss.store.writer import Work

INBOX_MAX: Final = 500
ANSWER_S: Final = 8.0
"""how long a command waits for the disk before it is told that nothing is booked yet"""
CLOSE_S: Final = 10.0
RETRY_FIRST_S: Final = 0.05
RETRY_MAX_S: Final = 1.0
TICK_AGAIN_S: Final = 1.0
AT_ONCE: Final = 1
"""a moment that has passed"""
TRIES_MAX: Final = 5
STUCK_MAX_S: Final = 60.0
FULL: Final = (
    "Nothing can be booked: the house must make room on the disk. Nothing is lost; it goes on by itself."
)
STUCK: Final = "The house cannot go on with this round by itself. A supervisor can declare it void (HR-33)."

UNSURE: Final = (KeyReused, LeaseLost, StoreUnavailable, StoreFull)
"""after these the table looks again at what is on the disk"""

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Errand:
    """A command and who waits for its answer."""

    command: Command
    answer: asyncio.Future[None] | None = None
    tries: int = 0

    def done(self, refusal: Exception | None = None) -> None:
        if self.answer is None or self.answer.done():
            return
        if refusal is None:
            self.answer.set_result(None)
        else:
            self.answer.set_exception(refusal)


@dataclass(slots=True)
class Bundle:
    """What is to be written as one unit, and for whom."""

    state: TableState
    entries: list[Entry] = field(default_factory=list)
    jobs: list[Errand] = field(default_factory=list)
    """whose commands are in it"""

    @property
    def full(self) -> bool:
        """A unit ends with the record that carries the table's snapshot: recovery begins behind that unit."""
        return any(f"table/{self.state.id}" in entry.puts for entry in self.entries)


class Keeper(Watching):
    def __init__(
        self,
        books: Books,
        bank: Bank,
        setup: TableSetup,
        jackpots: TableJackpots,
        display: Display,
        *,
        fresh_shoe: FreshShoe = TableShoe.fresh,
        fence: Work | None = None,
    ) -> None:
        """`fence` runs first in every unit and refuses it when the table is another process's."""
        super().__init__(books, bank, setup, jackpots, display)
        self._fresh_shoe = fresh_shoe
        self._fence = fence
        self._name = uuid.uuid4().hex
        self._attempts = itertools.count()
        self._inbox: deque[Errand] = deque()
        self._wake = Wake()
        self._idle = asyncio.Event()
        self._opened = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed = 0
        self._stale = False
        """the jackpots or a wallet have changed outside"""
        self._trouble = ""
        """why nothing can be booked now"""
        self._retry_s = RETRY_FIRST_S
        """until what has failed is tried again"""
        self._stuck_s = 0.0
        """how long the clock waits, because what it had to do has failed"""
        self.meters_moved: Callable[[Keeper], None] = lambda keeper: None
        """told when a jackpot's books have changed at this table"""
        self.wrote: Callable[[Keeper, Sequence[Entry]], None] = lambda keeper, entries: None
        """told when a unit is durable"""
        self.lost: Callable[[Keeper], None] = lambda keeper: None
        """told when the table turns out to be another process's"""

    # opening and closing

    async def open(self) -> None:
        """Take the table up where it stood, or open it for the first time."""
        self._task = asyncio.create_task(self._run(), name=f"table {self._setup.id}")
        await self._opened.wait()

    async def close(self, *, at_once: bool = False) -> None:
        """Finish what has been taken in, then stop; who still waits is told that nothing was booked. `at_once`: the
        table is another's, and nothing that is still to be done here could be booked."""
        if self._timer:
            self._timer.cancel()
        if self._task and not self._task.done() and not at_once:
            await asyncio.wait([asyncio.ensure_future(self._idle.wait())], timeout=CLOSE_S)
        self._trouble = self._trouble or (AWAY if at_once else "The room is closing.")
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._refuse_waiting()

    # commands

    async def do(self, command: Command) -> None:
        """Carry out a command; returns when it is durable, raises when it is refused or not booked."""
        self.gate(command)
        if self._trouble:
            raise self._not_booked()
        if len(self._inbox) >= INBOX_MAX:
            raise TooMany("The table has too much to do.", accepted="the same command a little later")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Errand(command, answer))
        await answer

    def _put(self, job: Errand) -> None:
        self._inbox.append(job)
        self._rouse()

    def _rouse(self) -> None:
        self._idle.clear()
        self._wake.ring()

    def _not_booked(self) -> NotBooked:
        return not_booked(self._trouble or AWAY)

    async def _run(self) -> None:
        await self._come_back()
        self._rouse()
        while True:
            await self._wake.heard()
            while self._inbox or self._stale:
                try:
                    await (self._refresh() if self._stale else self._batch())
                except LeaseLost:
                    self._in_trouble(AWAY)
                    self.lost(self)
                    return
                except StoreFull as error:
                    await self._wait_for_room(error)
                except KeyReused as error:
                    log.warning("table %s: %s", self._setup.id, error)
                    await self._come_back(take_up=False)
                except PitbossError as error:
                    log.warning("table %s: %s", self._setup.id, error)
                    await self._come_back()
                except Exception:
                    log.exception("table %s: a batch of commands failed", self._setup.id)
                    await self._pause()
                    await self._come_back()
            self._opened.set()
            self._idle.set()

    async def _batch(self) -> None:
        """One unit of work from what is waiting."""
        jobs = list(self._inbox)
        await self._know([job.command.person.id for job in jobs])
        batch = Bundle(self.table)
        while self._inbox and self._inbox[0] in jobs and not batch.full:
            self._plan(batch, self._inbox.popleft())
        await self._carry_out(batch)

    def _plan(self, batch: Bundle, job: Errand) -> None:
        """Decide one command on top of those before it; a refusal is answered at once."""
        now = Now(
            self._books.clock(),
            self._bank.at_hand,
            self._sensors,
            self._fresh_shoe,
            self._setup.days,
            self.halt,
        )
        try:
            plan = decide(batch.state, job.command, now)
        except PitbossError as error:
            self._give_up(job, error)
            return
        except Exception:
            log.exception("table %s: %r failed", self._setup.id, job.command)
            words = "This went wrong in the house; nothing was booked."
            self._give_up(job, Conflict(words, accepted="another command"))
            return
        self._bank.take(plan.moves)
        batch.state = plan.state
        batch.entries += plan.entries
        batch.jobs.append(job)

    def _give_up(self, job: Errand, refusal: PitbossError) -> None:
        """Who asked is answered. The clock asks again after a while, later each time, and everybody is told."""
        job.done(refusal)
        if isinstance(job.command, Tick):
            if not self._stuck_s:
                log.warning("table %s does not go on by itself: %s", self._setup.id, refusal)
            self._stuck_s = min(max(2 * self._stuck_s, TICK_AGAIN_S), STUCK_MAX_S)
            self.show()

    async def _carry_out(self, batch: Bundle) -> None:
        """Write what was planned; then show it; then say so."""
        if not batch.entries:
            for job in batch.jobs:
                job.done()
            self._set_clock()
            return
        moves = [move for entry in batch.entries for move in entry.moves]
        short = Short()
        try:
            await self._write(batch, short)
        except BaseException as error:
            self._bank.forget(moves)
            if isinstance(error, PitbossError) and not isinstance(error, UNSURE):
                await self._refused(batch, error)
                return
            if isinstance(error, KeyReused):
                self._once_more(batch.jobs)
            else:
                self._refuse(batch.jobs, None)
            raise
        self.table = unit_written(batch.state)
        self._bank.give(without(moves, short.waiting))
        self._stuck_s = 0.0
        self._out_of_trouble()
        if short.waiting:
            self._stale = True
            self._bank.changed(due.payee for due in short.paid)
        if any(entry.orders for entry in batch.entries):
            self._stale = True
            self.meters_moved(self)
        self.show()
        for job in batch.jobs:
            job.done()
        self.wrote(self, batch.entries)
        self._retry_s = RETRY_FIRST_S

    async def _write(self, batch: Bundle, short: Short) -> None:
        """Hand the unit in. Whoever has waited for long is answered, while the unit itself waits on."""
        key = unit_key(self.table.id, self.table.units + 1)
        fills = self._setup.opener_cents if self._setup.short_tray == "fill" else None
        work = work_of(self.table.id, batch.entries, self.jackpots, self._fence, short, fills)
        late = asyncio.get_running_loop().call_later(ANSWER_S, self._late, batch)
        try:
            # a name of its own: if an earlier attempt at this unit was written after all, this one is refused
            await self._books.write(work, key, f"{self._name}/{next(self._attempts)}")
        finally:
            late.cancel()

    def _late(self, batch: Bundle) -> None:
        self._in_trouble(AWAY)
        self._refuse(batch.jobs, None)

    async def _refused(self, batch: Bundle, error: PitbossError) -> None:
        """The books do not take the unit: each command alone, so that each gets its own answer."""
        if len(batch.jobs) > 1:
            self._inbox.extendleft(reversed(batch.jobs))
            await self._alone(self._inbox.popleft())
            return
        log.warning("table %s: not booked: %s", self._setup.id, error)
        orders = [order for entry in batch.entries for order in entry.orders]
        try:
            if any(isinstance(order, EndJackpots) for order in orders):
                await self._alone(Errand(EndRefused(why=str(error))))
            elif any(isinstance(order, StartJackpots) for order in orders):
                await self._alone(Errand(JackpotClosed(why=str(error))))
        finally:
            refusal = Conflict(f"Not booked: {error.message}", clause=error.clause, accepted=error.accepted)
            self._refuse(batch.jobs, refusal)
        self._set_clock(after_s=TICK_AGAIN_S)
        self._stale = True

    async def _alone(self, job: Errand) -> None:
        batch = Bundle(self.table)
        self._plan(batch, job)
        await self._carry_out(batch)

    def _once_more(self, jobs: Sequence[Errand]) -> None:
        """Somebody else has written to the table: what was asked is decided again, on the table as it is now."""
        for job in reversed(jobs):
            job.tries += 1
            if job.tries < TRIES_MAX:
                self._inbox.appendleft(job)
            else:
                job.done(self._not_booked())

    def _refuse(self, jobs: Sequence[Errand], refusal: Conflict | None) -> None:
        """With what is known for sure, or that it is not known."""
        for job in jobs:
            job.done(refusal or self._not_booked())

    def _refuse_waiting(self) -> None:
        while self._inbox:
            self._inbox.popleft().done(self._not_booked())

    # when the store is away

    def _in_trouble(self, words: str, why: str = "") -> None:
        """Say so to everybody; who is waiting is answered."""
        if not self._trouble:
            log.warning("table %s: %s", self._setup.id, why or words)
        self._trouble = words
        self._refuse_waiting()
        self.show()

    def _out_of_trouble(self) -> None:
        if self._trouble:
            log.warning("table %s goes on", self._setup.id)
        self._trouble = ""

    async def _wait_for_room(self, error: StoreFull) -> None:
        """Nothing can be written: everybody reads it until something is."""
        if self._trouble != FULL:
            self._in_trouble(FULL, str(error))
        await self._pause()
        await self._look_until_known()
        self._inbox.appendleft(Errand(TakeUp(on_record=True)))

    async def _pause(self) -> None:
        """Longer each time, until something has been written and shown."""
        await asyncio.sleep(self._retry_s)
        self._retry_s = min(2 * self._retry_s, RETRY_MAX_S)

    async def _come_back(self, *, take_up: bool = True) -> None:
        """What is on the disk is not known for sure: look until it is, then go on from there. Where time was lost
        people get theirs anew."""
        looking = asyncio.ensure_future(self._look_until_known())
        try:
            await asyncio.wait([looking], timeout=BLINK_S)
            if not looking.done():
                self._in_trouble(AWAY)
            await looking
        finally:
            looking.cancel()
        self._out_of_trouble()
        if take_up or not self.table.opened:
            self._inbox.appendleft(Errand(TakeUp()))
        self.show()

    async def _look_until_known(self) -> None:
        pause = RETRY_FIRST_S
        while True:
            try:
                return await self._recover()
            except Exception as error:
                log.info("table %s is still away: %s", self._setup.id, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, RETRY_MAX_S)

    def chips_of(self, person: str) -> Cents:
        return self._bank.at_hand(person)

    # screens

    def show(self) -> None:
        """What is on the disk goes out to everybody."""
        self._set_clock()
        self.display.show(self.table, self._trouble or (STUCK if self._stuck_s else ""))

    async def _refresh(self) -> None:
        self._stale, halted = False, self.halt
        await self._load_jackpots()
        await self._know(self.watchers())
        if halted and not self.halt and self.table.phase == "betting" and not cards_awaited(self.table):
            self._put(Errand(TakeUp()))  # who still bets has the full time again
        self.show()

    def refresh(self) -> None:
        """Something outside the table has changed, such as a meter: look at it and show it."""
        self._stale = True
        self._rouse()

    async def quiet(self) -> None:
        """Wait until everything that was asked for has been carried out."""
        await self._idle.wait()

    def nudge(self) -> None:
        """An award is completed: the game can be ended now."""
        if self.table.held:
            self._put(Errand(GoOn()))
        self.refresh()

    # the clock

    def _set_clock(self, after_s: float = 0.0) -> None:
        """The bell for the table's deadline; nobody has longer than the pace allows, whatever the clock says."""
        waits = self._trouble or (self.halt and self.table.phase == "betting")
        deadline = 0 if waits else AT_ONCE if cards_awaited(self.table) else self.table.deadline_us
        if deadline == self._timed:
            return
        self._timed = deadline
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if deadline:
            left_us = min(deadline - self._books.clock(), self.table.longest_us)
            wait_s = max(left_us / SECOND_US, after_s, self._stuck_s)
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._ring)

    def _ring(self) -> None:
        self._timed = 0
        self._put(Errand(Tick()))
