"""One room in several processes: each keeps some of the tables and follows the others.

A process takes a table that nobody keeps, up to its share at once and beyond it after a moment, and lets go of what
is more than its share when another process has come. Who takes a table writes a new token for it; units with an
older token are refused by the store, so a process that was believed dead can do no harm.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import socket
import uuid
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from pitboss.chips.accounts import Wallets, wallets_moved
from pitboss.core import errors
from pitboss.core.codec import decode, encode
from pitboss.core.errors import Conflict, LeaseLost, NotBooked, PitbossError
from pitboss.ledger import Unit
from pitboss.ledger.writer import Work
from pitboss.room import commands
from pitboss.room.apply import apply, unit_written
from pitboss.room.commands import Command, GoOn
from pitboss.room.events import KINDS, TableEvent
from pitboss.room.keeper import AWAY, BLINK_S, Keeper, Watching, not_booked
from pitboss.room.presence import Presence
from pitboss.room.screens import Display
from pitboss.room.store_access import Books
from pitboss.room.table import TableSetup
from pitboss.room.table_jackpots import TableJackpots
from pitboss.room.unit_plan import Entry

RETRY_S: Final = 0.5
ASK_AGAIN_S: Final = 1.0
ANSWER_S: Final = 9.0

Ask = Callable[[str, str, Command], Awaitable[PitbossError | None]]
"""the table, an id for the question, the command; the answer of whoever keeps the table"""

log = logging.getLogger(__name__)


class Follower(Watching):
    """A table that another process keeps: its records are applied as they are heard, commands go to its keeper."""

    def __init__(
        self,
        books: Books,
        wallets: Wallets,
        setup: TableSetup,
        jackpots: TableJackpots,
        display: Display,
        presence: Presence,
        ask: Ask,
    ) -> None:
        super().__init__(books, wallets, setup, jackpots, display, presence)
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
                    self._show()
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
            self._show()

    def _show(self) -> None:
        self.presence.look(self.table.players)
        self._display(self._trouble)

    def show_presence(self) -> None:
        self._display(self._trouble)

    def _seen(self) -> None:
        self._trouble = ""
        if self._missed:
            self._missed.cancel()
            self._missed = None

    def heard(self, message: dict[str, Any]) -> None:
        """The keeper has written a unit. What does not follow on what is known is looked up instead."""
        for person, cents in message["wallets"].items():
            self._wallets.told(person, cents)
        events = message.get("events")
        if not self._known.is_set() or events is None or message["unit"] != self.table.units + 1:
            if message["unit"] > self.table.units:
                self.refresh()
            return
        state = self.table
        for name, payload in events:
            kind: type[TableEvent] = KINDS[name]
            state = apply(state, decode(kind, payload))
        self.table = unit_written(state)
        if message["jackpots"]:
            self.refresh()
        self._show()

    async def carry_out(self, command: Command) -> None:
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
            await self.carry_out(GoOn(request=f"go-on-{uuid.uuid4().hex}"))


# Commands and answers as they travel between the processes of one room.


def command_json(command: Command) -> dict[str, Any]:
    return {"kind": type(command).__name__, **encode(command)}


def command_of(shape: Mapping[str, Any]) -> Command:
    kind: type[Command] = getattr(commands, shape["kind"])
    return decode(kind, shape)


def answer_json(error: PitbossError | None) -> dict[str, Any] | None:
    return None if error is None else {"class": type(error).__name__, **error.to_json()}


def answer_of(shape: Mapping[str, Any] | None) -> PitbossError | None:
    if shape is None:
        return None
    words = {name: shape[name] for name in ("kind", "clause", "accepted")}
    error: PitbossError = getattr(errors, shape["class"], Conflict)(shape["error"], **words)
    error.facts = shape["facts"]
    return error


# What changes beside the tables, and what every process of a room is told of it.


class Outside(NamedTuple):
    """Money that has moved without a table's own records: at the cage, at a tray, at the jackpot desk."""

    accounts: tuple[str, ...] = ()
    table: str = ""
    """whose tray it was"""
    jackpot: str = ""


# Sharing the tables.

LOOK_S: Final = 0.4
WAIT_S: Final = 1.2
"""how long a process leaves a free table to one that has fewer"""
ALIVE_S: Final = 1.0
"""how often a process says which tables it keeps"""
ALIVE_TABLES: Final = 100
"""of so many it speaks in one message"""
HERE_PEOPLE: Final = 30
"""and of so many people at its screens"""
SURE_S: Final = 2.0
"""a table whose keeper was heard no longer ago need not be asked for"""
FROZEN_S: Final = 8.0
"""a keeper that says nothing for so long stands still; its token is worth nothing once another has taken one"""
OFFER_AGAIN_S: Final = 10.0
OFFER_AGAIN_MAX_S: Final = 300.0
"""after a table that was let go of and that nobody took: so long until the next one, doubled each time"""


def lease_key(table: str) -> str:
    return f"lease/{table}"


def taking(table: str, process: str, where: str) -> Work:
    """A new token for the table: from here on only its holder writes."""

    def work(unit: Unit) -> None:
        before = unit.get(lease_key(table)) or {"token": 0}
        lease = {"token": before["token"] + 1, "process": process, "where": where}
        unit.record("lease.taken", "room", "house", {"table": table, **lease})
        unit.put(lease_key(table), lease)

    return work


def fence(table: str, process: str, token: int) -> Work:
    def check(unit: Unit) -> None:
        lease = unit.get(lease_key(table))
        if lease is None or (lease["process"], lease["token"]) != (process, token):
            raise LeaseLost(f"Table {table} is kept by another process now.", clause="HR-20")

    return check


class Wire(Protocol):
    """How processes agree and talk: locks that end with their holder's connection, messages to all others."""

    name: str
    """of this process"""
    heard: Callable[[dict[str, Any]], None]
    broken: Callable[[], None]
    """told when the connection is gone, and with it every lock"""
    silent: Callable[[bool], None]
    """told when the database says nothing though its connection stands, and when it speaks again"""

    @property
    def connected(self) -> bool: ...

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def tell(self, **message: Any) -> bool:
        """In the order in which it is said. False where it does not fit, or there is no connection."""
        ...

    async def claim(self, table: str) -> bool: ...

    async def release(self, table: str) -> None: ...

    async def evict(self, table: str) -> None:
        """End the connection that holds the table's lock: its process stands still."""
        ...

    async def processes(self) -> int: ...


class Sharing:
    """Which tables this process keeps. `keep` and `follow` put the room's table into that role."""

    def __init__(
        self,
        link: Wire,
        books: Books,
        presences: Mapping[str, Presence],
        roles: dict[str, Keeper | Follower],
        keep: Callable[[str, Work], Keeper],
        follow: Callable[[str], Follower],
    ) -> None:
        self.name = link.name
        self._where = f"{socket.gethostname()} process {os.getpid()}"
        self._books = books
        self._tables = tuple(presences)
        self._presences = presences
        for table, presence in presences.items():
            presence.tell = partial(self._say_here, table)
        self._roles = roles
        self._keep = keep
        self._follow = follow
        self._link = link
        self._link.heard = self._heard
        self._link.broken = self._broken
        self.outside: Callable[[Outside], None] = lambda news: None
        """told what another process has moved beside the tables"""
        self._task: asyncio.Task[None] | None = None
        self._questions: dict[str, asyncio.Future[PitbossError | None]] = {}
        self._answering: dict[str, asyncio.Task[None]] = {}
        self._free_since: dict[str, float] = {}
        self._present = 1
        """processes, as last counted"""
        self._offered: str | None = None
        """the table that was let go of last, until somebody has taken it"""
        self._offer_at = 0.0
        self._offer_pause_s = 0.0
        self._kept_at: dict[str, float] = {}
        """when somebody was last heard to keep a table"""
        self._heard_at: dict[str, float] = {}
        """when its keeper itself was last heard, unless it may be gone"""
        self._alive_at = -math.inf
        self._breaks = 0
        """how often the connection broke: a lock of an earlier one is none"""
        self._cut_off = False
        self._stepping: deque[asyncio.Future[None]] = deque(maxlen=100)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.session_ended: Callable[[str], None] = lambda id: None
        """told when another process has ended a session"""

    @property
    def kept(self) -> list[str]:
        return [table for table in self._tables if isinstance(self._roles.get(table), Keeper)]

    async def open(self) -> None:
        """Follow everything, then keep what nobody keeps."""
        self._loop = asyncio.get_running_loop()
        await self._link.open()
        for table in self._tables:
            if self._link.connected and await self._link.claim(table):
                await self._take(table)
            if table not in self._roles:
                await self._to_follow(table)
        self._task = asyncio.create_task(self._look_after(), name="leases")

    async def close(self) -> None:
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await asyncio.gather(*(role.close() for role in self._roles.values()))
        await self._link.close()

    # leases

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._look()
            except Exception as error:
                log.warning("leases: %s", error)

    async def _look(self) -> None:
        if not self._link.connected:
            return
        now = asyncio.get_running_loop().time()
        if self._cut_off:
            self._cut_off = False
            self._alive_at = -math.inf
            for presence in self._presences.values():
                presence.deaf(again=True)
            for role in self._roles.values():
                role.refresh()
        if now - self._alive_at >= ALIVE_S:
            self._alive_at = now
            self._say_alive()
        if (present := await self._link.processes()) != self._present:
            self._present, self._offer_at, self._offer_pause_s = present, 0.0, 0.0
            self._heard_at.clear()
            self._say_alive()  # who has only just come knows nobody yet
        share = -(-len(self._tables) // present)
        for table in self._tables:
            if isinstance(self._roles[table], Keeper):
                self._free_since.pop(table, None)
                continue
            if now - self._heard_at.get(table, -math.inf) < SURE_S:
                self._free_since.pop(table, None)
                if table == self._offered:
                    self._offer_taken(now, by_another=True)
                continue
            waited = now - self._free_since.setdefault(table, now)
            if len(self.kept) < share or waited > WAIT_S:
                claimed = await self._link.claim(table)
                if table == self._offered:
                    self._offer_taken(now, by_another=not claimed)
                if claimed:
                    await self._take(table)
                elif now - self._kept_at.setdefault(table, now) > FROZEN_S:
                    log.warning("%s: nobody is heard to keep %s; its lock is taken away", self.name, table)
                    self._kept_at[table] = now
                    await self._link.evict(table)
                self._free_since.pop(table, None)
        if len(self.kept) > share and now >= self._offer_at:
            self._offered = self.kept[-1]
            await self._let_go(self._offered)

    def _offer_taken(self, now: float, *, by_another: bool) -> None:
        """A process that is there and takes nothing is not offered tables again and again."""
        self._offered = None
        again_s = min(2 * self._offer_pause_s or OFFER_AGAIN_S, OFFER_AGAIN_MAX_S)
        self._offer_pause_s = 0.0 if by_another else again_s
        self._offer_at = now + self._offer_pause_s

    async def _take(self, table: str) -> None:
        """The lock is ours: a token of our own, and the table as it stands on the disk."""
        breaks = self._breaks
        try:
            await self._books.write(
                taking(table, self.name, self._where), f"lease/{table}/{uuid.uuid4().hex}", self.name
            )
            lease = await self._books.read(lambda store: store.document(lease_key(table)))
            keeper = self._keep(table, fence(table, self.name, lease["token"]))
        except Exception:
            if breaks == self._breaks:
                await self._link.release(table)
            raise
        if breaks != self._breaks:
            return  # the lock went with its connection
        if old := self._roles.get(table):
            keeper.table = old.table
            self._stepping.append(asyncio.ensure_future(old.close()))
        keeper.wrote = self._wrote
        keeper.lost = lambda lost: self._lost(table)
        self._roles[table] = keeper
        await asyncio.wait([asyncio.ensure_future(keeper.open())], timeout=WAIT_S)
        log.info("%s keeps %s", self.name, table)
        self._link.tell(kind="unit", table=table, unit=keeper.table.units, wallets={}, jackpots=True)

    async def _let_go(self, table: str) -> None:
        breaks, keeper = self._breaks, self._roles[table]
        await self._to_follow(table)
        await keeper.close()
        if breaks == self._breaks:
            await self._link.release(table)
            self._link.tell(kind="free", table=table)

    async def _to_follow(self, table: str) -> None:
        opening = asyncio.ensure_future(self._following(table).open())
        await asyncio.wait([opening], timeout=WAIT_S)

    def _following(self, table: str) -> Follower:
        """The table in its new role, at once: with what was last known to be durable, whatever the store can say."""
        follower = self._follow(table)
        if old := self._roles.get(table):
            follower.table = old.table
        self._roles[table] = follower
        return follower

    def _lost(self, table: str) -> None:
        """Somebody else has the table, or may have it: from here on nothing is answered for it. Its lock is another's,
        or went with its connection."""
        if isinstance(keeper := self._roles.get(table), Keeper):
            self._following(table).start()
            self._stepping.append(asyncio.ensure_future(keeper.close(at_once=True)))

    def _broken(self) -> None:
        """The connection that held our locks is gone: others may keep our tables already."""
        self._breaks += 1
        self._cut_off = True
        self._kept_at.clear()
        self._heard_at.clear()
        for presence in self._presences.values():
            presence.deaf()
        for table in self.kept:
            self._lost(table)
        for role in self._roles.values():
            if isinstance(role, Follower):
                role.cut_off()

    async def _look_at_lease(self, table: str) -> None:
        """Another process speaks as the keeper of a table that we keep: the token says whose it is."""
        with suppress(PitbossError):
            lease = await self._books.read(lambda store: store.document(lease_key(table)))
            if lease is None or lease["process"] != self.name:
                self._lost(table)

    # words

    def _wrote(self, keeper: Keeper, entries: Sequence[Entry]) -> None:
        wallets = {
            name: keeper.chips_of(name)
            for name in wallets_moved(move for entry in entries for move in entry.moves)
        }
        self._say(
            {
                "kind": "unit",
                "table": keeper.table.id,
                "unit": keeper.table.units,
                "events": [[entry.record.KIND, encode(entry.record)] for entry in entries],
                "wallets": wallets,
                # jackpots' books and what a tray owes are looked up
                "jackpots": any(entry.orders for entry in entries) or bool(keeper.display.waiting.dues),
            }
        )

    def tell_outside(self, news: Outside) -> None:
        self._say({"kind": "outside", "news": [list(news.accounts), news.table, news.jackpot]})

    def say_session_ended(self, id: str) -> None:
        """From any thread: a browser that was signed out here must not go on at another process."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._say, {"kind": "session", "id": id})

    def _say(self, message: dict[str, Any]) -> None:
        """What is too long is only mentioned."""
        if not self._link.tell(**message):
            message.pop("events", None)
            self._link.tell(**message)

    def _heard(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "unit":
                role = self._roles.get(message["table"])
                self._hear_of([message["table"]])
                if isinstance(role, Follower):
                    role.heard(message)
                elif role:
                    self._stepping.append(asyncio.ensure_future(self._look_at_lease(message["table"])))
            case "alive":
                self._hear_of(message["tables"])
                for table, units in message["tables"].items():
                    role = self._roles.get(table)
                    if isinstance(role, Follower) and role.table.units < units:
                        role.refresh()
            case "free":
                self._heard_at.pop(message["table"], None)
            case "here":
                for table, people in message["tables"].items():
                    for person in people if table in self._presences else ():
                        self._presences[table].vouched(message["from"], person)
            case "left":
                if presence := self._presences.get(message["table"]):
                    presence.left(message["from"], message["person"])
            case "outside":
                accounts, table, jackpot = message["news"]
                self.outside(Outside(tuple(accounts), table, jackpot))
            case "session":
                self.session_ended(message["id"])
            case "ask":
                self._asked(message)
            case "answer":
                waiting = self._questions.get(message["id"])
                if message["to"] == self.name and waiting and not waiting.done():
                    waiting.set_result(answer_of(message["answer"]))

    def _say_alive(self) -> None:
        """Which tables we keep, and how far each is: who has missed a unit looks into the store. A unit may be found
        there by its keeper itself, which had lost the answer to it."""
        kept = self.kept
        for at in range(0, len(kept), ALIVE_TABLES):
            units = {table: self._roles[table].table.units for table in kept[at : at + ALIVE_TABLES]}
            self._link.tell(kind="alive", tables=units)
        here = [(table, person) for table, presence in self._presences.items() for person in presence.here]
        for at in range(0, len(here), HERE_PEOPLE):
            tables: dict[str, list[str]] = {}
            for table, person in here[at : at + HERE_PEOPLE]:
                tables.setdefault(table, []).append(person)
            self._link.tell(kind="here", tables=tables)

    def _say_here(self, table: str, person: str, here: bool) -> None:
        """Somebody has come to our screens at a table, or has left them."""
        if here:
            self._link.tell(kind="here", tables={table: [person]})
        else:
            self._link.tell(kind="left", table=table, person=person)

    def _hear_of(self, tables: Iterable[str]) -> None:
        """Somebody keeps these tables."""
        now = asyncio.get_running_loop().time()
        for heard in (self._kept_at, self._heard_at):
            heard.update(dict.fromkeys(tables, now))

    async def ask(self, table: str, question: str, command: Command) -> PitbossError | None:
        """Whoever keeps the table answers; this process itself, if it has taken it meanwhile."""
        role = self._roles[table]
        if isinstance(role, Keeper):
            return await _outcome(role, command)
        answer = self._questions.get(question)
        if answer is None:
            answer = self._questions[question] = asyncio.get_running_loop().create_future()
            answer.add_done_callback(lambda done: self._questions.pop(question, None))
        self._link.tell(kind="ask", id=question, table=table, command=command_json(command))
        return await asyncio.shield(answer)

    def _asked(self, message: dict[str, Any]) -> None:
        role = self._roles.get(message["table"])
        if isinstance(role, Keeper) and message["id"] not in self._answering:
            task = asyncio.ensure_future(self._answer(role, message))
            self._answering[message["id"]] = task
            task.add_done_callback(lambda done: self._answering.pop(message["id"], None))

    async def _answer(self, keeper: Keeper, message: dict[str, Any]) -> None:
        """A keeper that has lost its table meanwhile does not know: who asked asks again, and the new one answers."""
        outcome = await _outcome(keeper, command_of(message["command"]))
        if isinstance(outcome, NotBooked) and self._roles.get(message["table"]) is not keeper:
            return
        self._link.tell(kind="answer", to=message["from"], id=message["id"], answer=answer_json(outcome))


async def _outcome(keeper: Keeper, command: Command) -> PitbossError | None:
    try:
        await keeper.carry_out(command)
    except PitbossError as error:
        return error
    return None
