"""Keeps one table: takes commands in order, makes them durable, and only then shows what they did.

All commands that are waiting go into one unit of work; the store commits the units of all tables together.
`decide` and `apply` do the thinking; here is only who is told what, and what happens when the store is away: then
everybody is answered that nothing is booked, the table says so, and comes back by itself.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import uuid
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.chips.accounts import WAGER_PAID, Move, Wallets, tray, without
from pitboss.chips.trays import counted_out
from pitboss.core.errors import Conflict, LeaseLost, NotBooked, PitbossError, TooMany
from pitboss.core.money import Cents
from pitboss.jackpots.events import Due
from pitboss.jackpots.tray import dues
from pitboss.ledger import KeyReused, Store, StoreFull, StoreUnavailable
from pitboss.ledger.writer import Work
from pitboss.people.person import Person
from pitboss.room.apply import unit_written
from pitboss.room.commands import Command, EndRefused, GoOn, JackpotClosed, TakeUp, Tick
from pitboss.room.dealing import clock_changes, goes_on, left_behind
from pitboss.room.decide import decide
from pitboss.room.events import unit_key
from pitboss.room.history import recover
from pitboss.room.notices import refused
from pitboss.room.presence import Presence
from pitboss.room.screens import Display, Subscriber
from pitboss.room.shoes import TableShoe
from pitboss.room.store_access import Books, Short, work_of
from pitboss.room.table import SECOND_US, TableSetup, TableState
from pitboss.room.table_jackpots import TableJackpots
from pitboss.room.unit_plan import OPEN, EndJackpots, Entry, FreshShoe, Halt, Now, Sensor, StartJackpots
from pitboss.room.unpaid import Waiting, released_of

AWAY: Final = "The table cannot reach its books just now. Nothing is lost; it goes on by itself."
BLINK_S: Final = 1.0
"""a store that is away for less is not worth a word"""


def not_booked(why: str) -> NotBooked:
    return NotBooked(
        f"Not booked, as far as is known. {why}",
        clause="HR-20",
        accepted="the same command again, with the same id: it is carried out once",
    )


def not_done(error: PitbossError) -> Conflict:
    """What the books have refused, to whoever asked for it."""
    refusal = Conflict(
        f"Not booked: {error.message}", kind=error.kind, clause=error.clause, accepted=error.accepted
    )
    refusal.facts = error.facts
    return refusal


class Watching(ABC):
    """What keeping a table and following it have in common: its state as last known to be durable, and its screens."""

    def __init__(
        self,
        books: Books,
        wallets: Wallets,
        setup: TableSetup,
        jackpots: TableJackpots,
        display: Display,
        presence: Presence,
    ) -> None:
        self._books = books
        self._wallets = wallets
        self._setup = setup
        self._sensors: dict[str, Sensor] = {}
        self.halt = OPEN
        self.jackpots = jackpots
        self.display = display
        self.presence = presence
        self.table = TableState.bare(setup)
        """as it is on the disk"""
        self.gate: Callable[[Command], None] = lambda command: None
        """refuses those who have promised not to play (HR-37)"""

    async def _recover(self) -> None:
        found = await self._books.read(lambda store: recover(store, self._setup))
        await self._load_jackpots(found or TableState.bare(self._setup))
        self.table = found or TableState.bare(self._setup)

    async def _load_jackpots(self, table: TableState) -> None:
        """What the books have of the table's jackpots, its tray and the pays that wait."""

        def look(store: Store) -> tuple[dict[str, int], list[dict[str, Any]], Halt, Waiting]:
            wagers = self.jackpots.load()
            shown = self.jackpots.display_json() if self.jackpots.sensors else []
            owed = dues(store.document, self._setup.id)
            closed = counted_out(store, self._setup.id, never=self._setup.counted_opener)
            unseen = self.jackpots.unseen() if table.game_on else frozenset()
            waiting = Waiting(tuple(owed), released_of(store, table), unseen)
            return wagers, shown, Halt(sum(due.cents for due in owed), closed), waiting

        wagers, shown, self.halt, self.display.waiting = await self._books.read(look)
        ids = self.jackpots.sensors
        self._sensors = {place: Sensor(ids[place], cents) for place, cents in wagers.items()}
        self.display.jackpots = shown
        self.display.halt = self.halt

    async def _know(self, people: Sequence[str]) -> None:
        """Have the wallets at hand of everybody whom the next decisions may ask for chips."""
        everybody = {*people, *self.table.players}
        if unknown := [name for name in everybody if not self._wallets.known(name)]:
            await self._books.read(lambda store: self._wallets.fetch(unknown))

    # screens

    @property
    def version(self) -> int:
        return self.display.version

    def subscribe(self, subscriber: Subscriber) -> None:
        """Shows the state at once, and every later one. As long as it lasts its person is at the table."""
        if subscriber.person:
            self.presence.came(subscriber.person.id)
        self.display.subscribers.add(subscriber)
        if subscriber.person and not self._wallets.known(subscriber.person.id):
            self.refresh()
        self.display.offer(subscriber)

    def unsubscribe(self, subscriber: Subscriber, *, cut_off: bool = False) -> None:
        """`cut_off`: the house has ended the connection."""
        if subscriber in self.display.subscribers:
            self.display.subscribers.discard(subscriber)
            if subscriber.person:
                self.presence.went(subscriber.person.id, cut_off=cut_off)

    def watchers(self) -> list[str]:
        return sorted({s.person.id for s in self.display.subscribers if s.person})

    async def state(self, person: Person | None) -> str:
        """The durable state as text, for somebody without a live connection."""
        with suppress(PitbossError):
            await self._know([person.id] if person else [])
        if person:
            self.presence.looked(person.id)
        return self.display.text(person)

    @property
    def away_spots(self) -> list[int]:
        """Seats whose players are away."""
        away = self.presence.seen.away
        return [spot for spot in self.table.taken if self.table.seats[spot].player in away]

    def look_around(self) -> None:
        """Somebody may have come or gone."""
        if self.presence.look(self.table.players) and self.table.opened:
            self.show_presence()

    def _display(self, trouble: str) -> None:
        self.display.away = self.presence.seen.away
        self.display.show(self.table, trouble)

    @abstractmethod
    def show_presence(self) -> None:
        """Other players are away than before."""

    async def do(self, command: Command) -> None:
        """Carry out what somebody asks for here."""
        self.presence.spoke(command.person.id)
        await self.carry_out(command)

    @abstractmethod
    async def carry_out(self, command: Command) -> None:
        """Returns when it is done and durable; raises when it is refused, or not booked as far as is known."""

    def displays(self) -> list[dict[str, Any]]:
        """The jackpots of the table as their monitors show them."""
        return self.display.jackpots

    @abstractmethod
    def refresh(self) -> None:
        """Something outside the table has changed, such as a meter: look at it and show it."""


# A bell for one who waits: rung any number of times, heard once. Cheaper than an event for many waiters.


class Signal:
    __slots__ = ("_rung", "_waiter")

    def __init__(self) -> None:
        self._rung = False
        self._waiter: asyncio.Future[None] | None = None

    def ring(self) -> None:
        self._rung = True
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def heard(self) -> None:
        """Returns at once if it has rung since it was last heard."""
        while not self._rung:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._rung = False


# The keeper.

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
STUCK: Final = (
    "The house cannot go on with this round by itself. It can be declared void, by two people (HR-33)."
)

UNSURE: Final = (KeyReused, LeaseLost, StoreUnavailable, StoreFull)
"""after these the table looks again at what is on the disk"""

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class QueuedCommand:
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
class CommandBatch:
    """What is to be written as one unit, and for whom."""

    state: TableState
    entries: list[Entry] = field(default_factory=list)
    jobs: list[QueuedCommand] = field(default_factory=list)
    """whose commands are in it"""

    @property
    def full(self) -> bool:
        """A unit ends with the record that carries the table's snapshot: recovery begins behind that unit."""
        return any(entry.snapshot for entry in self.entries)


class Keeper(Watching):
    def __init__(
        self,
        books: Books,
        wallets: Wallets,
        setup: TableSetup,
        jackpots: TableJackpots,
        display: Display,
        presence: Presence,
        *,
        fresh_shoe: FreshShoe = TableShoe.fresh,
        fence: Work | None = None,
    ) -> None:
        """`fence` runs first in every unit and refuses it when the table is another process's."""
        super().__init__(books, wallets, setup, jackpots, display, presence)
        self._fresh_shoe = fresh_shoe
        self._fence = fence
        self._name = uuid.uuid4().hex
        self._attempts = itertools.count()
        self._inbox: deque[QueuedCommand] = deque()
        self._wake = Signal()
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

    async def carry_out(self, command: Command) -> None:
        """Returns when it is durable, raises when it is refused or not booked."""
        self.gate(command)
        if self._trouble:
            raise self._not_booked()
        if len(self._inbox) >= INBOX_MAX:
            raise TooMany("The table has too much to do.", accepted="the same command a little later")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(QueuedCommand(command, answer))
        await answer

    def _put(self, job: QueuedCommand) -> None:
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
        batch = CommandBatch(self.table)
        while self._inbox and self._inbox[0] in jobs and not batch.full:
            self._plan(batch, self._inbox.popleft())
        await self._carry_out(batch)

    def _plan(self, batch: CommandBatch, job: QueuedCommand) -> None:
        """Decide one command on top of those before it; a refusal is answered at once."""
        now = Now(
            self._books.clock(),
            self._wallets.at_hand,
            self._sensors,
            self._fresh_shoe,
            self._setup.days,
            self.halt,
            self.presence.seen,
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
        self._wallets.take(plan.moves)
        batch.state = plan.state
        batch.entries += plan.entries
        batch.jobs.append(job)

    def _give_up(self, job: QueuedCommand, refusal: PitbossError) -> None:
        """Who asked is answered. The clock asks again after a while, later each time, and everybody is told."""
        job.done(refusal)
        if isinstance(job.command, Tick):
            if not self._stuck_s:
                log.warning("table %s does not go on by itself: %s", self._setup.id, refusal)
            self._stuck_s = min(max(2 * self._stuck_s, TICK_AGAIN_S), STUCK_MAX_S)
            self.show()

    async def _carry_out(self, batch: CommandBatch) -> None:
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
            self._wallets.forget(moves)
            if isinstance(error, PitbossError) and not isinstance(error, UNSURE):
                await self._refused(batch, error)
                return
            if isinstance(error, KeyReused):
                self._once_more(batch.jobs)
            else:
                self._refuse(batch.jobs, None)
            raise
        self.table = unit_written(batch.state)
        self._wallets.give(without(moves, short.waiting))
        self._stuck_s = 0.0
        self._out_of_trouble()
        if short.waiting:
            self._stale = True
            owed = [Due(move.credit, move.cents) for move in short.waiting]
            self.display.waiting = self.display.waiting.after(owed, short.paid)
            # what the fill has paid at once is in the wallets with the rest
            self._wallets.give(
                Move(tray(self.table.id), due.payee, due.cents, WAGER_PAID) for due in short.paid
            )
        if any(entry.orders for entry in batch.entries):
            self._stale = True
            self.meters_moved(self)
        self.show()
        for job in batch.jobs:
            job.done()
        self.wrote(self, batch.entries)
        self._retry_s = RETRY_FIRST_S

    async def _write(self, batch: CommandBatch, short: Short) -> None:
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

    def _late(self, batch: CommandBatch) -> None:
        self._in_trouble(AWAY)
        self._refuse(batch.jobs, None)

    async def _refused(self, batch: CommandBatch, error: PitbossError) -> None:
        """The books do not take the unit: each command alone, so that each gets its own answer."""
        if len(batch.jobs) > 1:
            self._inbox.extendleft(reversed(batch.jobs))
            await self._alone(self._inbox.popleft())
            return
        log.warning("table %s: not booked: %s", self._setup.id, error)
        orders = [order for entry in batch.entries for order in entry.orders]
        try:
            if any(isinstance(order, EndJackpots) for order in orders):
                await self._alone(QueuedCommand(EndRefused(notice=refused("game.held", error))))
            elif any(isinstance(order, StartJackpots) for order in orders):
                await self._alone(
                    QueuedCommand(JackpotClosed(notice=refused("jackpot-wager.returned", error)))
                )
        finally:
            refusal = not_done(error)
            self._refuse(batch.jobs, refusal)
        self._set_clock(after_s=TICK_AGAIN_S)
        self._stale = True

    async def _alone(self, job: QueuedCommand) -> None:
        batch = CommandBatch(self.table)
        self._plan(batch, job)
        await self._carry_out(batch)

    def _once_more(self, jobs: Sequence[QueuedCommand]) -> None:
        """Somebody else has written to the table: what was asked is decided again, on the table as it is now."""
        for job in reversed(jobs):
            job.tries += 1
            if job.tries < TRIES_MAX:
                self._inbox.appendleft(job)
            else:
                job.done(self._not_booked())

    def _refuse(self, jobs: Sequence[QueuedCommand], refusal: Conflict | None) -> None:
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
        self._inbox.appendleft(QueuedCommand(TakeUp(on_record=True)))

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
            self._inbox.appendleft(QueuedCommand(TakeUp()))
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
        return self._wallets.at_hand(person)

    # screens

    def show(self) -> None:
        """What is on the disk goes out to everybody."""
        self.presence.look(self.table.players)
        self._set_clock()
        self._display(self._trouble or (STUCK if self._stuck_s else ""))

    def show_presence(self) -> None:
        self.show()

    async def _refresh(self) -> None:
        self._stale, halted = False, self.halt
        await self._load_jackpots(self.table)
        await self._know(self.watchers())
        if halted and not self.halt and self.table.phase == "betting" and not self._goes_on():
            self._put(QueuedCommand(TakeUp()))  # who still bets has the full time again
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
            self._put(QueuedCommand(GoOn()))
        self.refresh()

    # the clock

    def _goes_on(self) -> bool:
        return goes_on(self.table, self.presence.seen, self.halt)

    def _due_at_once(self) -> bool:
        seen = self.presence.seen
        return (
            self._goes_on()
            or bool(left_behind(self.table, seen))
            or clock_changes(self.table, seen, self.halt)
        )

    def _set_clock(self, after_s: float = 0.0) -> None:
        """The bell for the table's deadline, or for what is due at once; nobody has longer than the pace allows,
        whatever the clock says."""
        table = self.table
        waits = self._trouble or (self.halt and table.phase == "betting")
        deadline = 0 if waits else table.deadline_us
        if not self._trouble and self._due_at_once():
            deadline = AT_ONCE
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
        self._put(QueuedCommand(Tick()))
