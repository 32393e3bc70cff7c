"""One room in several processes: each keeps some of the tables and follows the others.

A process takes a table that nobody keeps, up to its share at once and beyond it after a moment, and lets go of what
is more than its share when another process has come. Who takes a table writes a new token for it; units with an
older token are refused by the store, so a process that was believed dead can do no harm."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import socket
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from pitboss.errors import LeaseLost, NotBooked, PitbossError
from pitboss.room.bank import wallets_moved
from pitboss.room.books import Books
from pitboss.room.commands import Command
from pitboss.room.envelope import answer_json, answer_of, command_json, command_of
from pitboss.room.follower import Follower
from pitboss.room.keeper import Keeper
from pitboss.room.outside import Outside
from pitboss.room.plan import Entry
from pitboss.store import Unit
from pitboss.store.writer import Work

LOOK_S: Final = 0.4
WAIT_S: Final = 1.2
"""how long a process leaves a free table to one that has fewer"""
ALIVE_S: Final = 1.0
"""how often a process says which tables it keeps"""
ALIVE_TABLES: Final = 100
"""of so many it speaks in one message"""
SURE_S: Final = 2.0
"""a table whose keeper was heard no longer ago need not be asked for"""
FROZEN_S: Final = 8.0
"""a keeper that says nothing for so long stands still; its token is worth nothing once another has taken one"""
OFFER_AGAIN_S: Final = 10.0
OFFER_AGAIN_MAX_S: Final = 300.0
"""after a table that was let go of and that nobody took: so long until the next one, doubled each time"""

log = logging.getLogger(__name__)


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
        tables: Sequence[str],
        roles: dict[str, Keeper | Follower],
        keep: Callable[[str, Work], Keeper],
        follow: Callable[[str], Follower],
    ) -> None:
        self.name = link.name
        self._where = f"{socket.gethostname()} process {os.getpid()}"
        self._books = books
        self._tables = tables
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
        self._alive_at = 0.0
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
            for role in self._roles.values():
                role.refresh()
        if now - self._alive_at >= ALIVE_S:
            self._alive_at = now
            self._say_alive()
        if (present := await self._link.processes()) != self._present:
            self._present, self._offer_at, self._offer_pause_s = present, 0.0, 0.0
            self._heard_at.clear()
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
        wallets = {name: keeper.chips_of(name) for name in wallets_moved(entries)}
        self._say(
            {
                "kind": "unit",
                "table": keeper.table.id,
                "unit": keeper.table.units,
                "events": [[entry.record.KIND, entry.record.payload()] for entry in entries],
                "wallets": wallets,
                "jackpots": any(entry.orders for entry in entries),
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
        await keeper.do(command)
    except PitbossError as error:
        return error
    return None
