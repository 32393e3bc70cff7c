"""The processes of one room on one PostgreSQL: who keeps which table, and what they tell each other.

One connection both asks and listens, driven by the event loop itself. Processes of a room say something many times a
second: here neither a question nor a notification wakes a task, and both travel over one connection, whose end is the
end of every lock it holds.

It speaks to libpq through `psycopg.pq`, because a connection of psycopg's own either asks or listens. A question costs
60 µs of CPU there, 18 µs here.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import uuid
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection, pq
from pydantic_core import from_json, to_json

from pitboss.ledger import Store
from pitboss.ledger.postgres import PostgresDatabase

SILENCE_S: Final = 3.0
"""a database that says nothing for so long is away, though its connection stands"""

Heard = Callable[[bytes], None]
Done = Callable[[bytes | None], None]
"""told the first value of the answer; None where there is none"""


class Silence(Exception):
    """The connection stands, and the database does not answer."""


class DatabaseChannel:
    def __init__(self, connection: AsyncConnection, heard: Heard) -> None:
        self._pg = connection.pgconn
        self._pg.nonblocking = 1
        self._me = self._pg.backend_pid
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self.lost: asyncio.Future[Exception] = self._loop.create_future()
        """why the connection has ended"""
        self._waiting: deque[tuple[bytes, Done]] = deque()
        self._asked: Done | None = None
        self._value: bytes | None = None
        self._due_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.quote = pq.Escaping(self._pg).escape_literal
        self._socket = self._pg.socket
        self._loop.add_reader(self._socket, self._readable)

    def ask(self, question: bytes, done: Done) -> None:
        """One after the other, in the order of asking."""
        if self.lost.done():
            done(None)
            return
        self._waiting.append((question, done))
        if self._asked is None:
            self._next()

    async def value(self, question: bytes) -> str | None:
        answer: asyncio.Future[bytes | None] = self._loop.create_future()
        self.ask(question, lambda value: None if answer.done() else answer.set_result(value))
        found = await answer
        return None if found is None else found.decode()

    def end(self, why: Exception | None = None) -> None:
        """Hang up: whoever waits for an answer gets none."""
        if self.lost.done():
            return
        self.lost.set_result(why or ConnectionError("hung up"))
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        if self._timer:
            self._timer.cancel()
        # a database that stands still would not read our good-bye: the line itself is shut
        with suppress(OSError), socket.socket(fileno=os.dup(self._socket)) as line:
            line.shutdown(socket.SHUT_RDWR)
        with suppress(psycopg.Error):
            self._pg.finish()
        left = [done for done in (self._asked, *(done for _, done in self._waiting)) if done]
        self._waiting.clear()
        self._asked = None
        for done in left:
            done(None)

    def _next(self) -> None:
        if not self._waiting:
            return
        question, self._asked = self._waiting.popleft()
        self._value = None
        self._due_s = self._loop.time() + SILENCE_S
        if self._timer is None:
            self._timer = self._loop.call_at(self._due_s, self._look_for_silence)
        try:
            self._pg.send_query(question)
            self._flush()
        except psycopg.Error as error:
            self.end(error)

    def _flush(self) -> None:
        try:
            if self._pg.flush():
                self._loop.add_writer(self._socket, self._flush)
            else:
                self._loop.remove_writer(self._socket)
        except psycopg.Error as error:
            self.end(error)

    def _readable(self) -> None:
        pg = self._pg
        try:
            pg.consume_input()
            while note := pg.notifies():
                if note.be_pid != self._me:
                    self._heard(note.extra)
            while self._asked is not None and not pg.is_busy():
                self._take(pg.get_result())
        except psycopg.Error as error:
            self.end(error)

    def _take(self, result: pq.abc.PGresult | None) -> None:
        """A part of the answer, or its end."""
        if result is None:
            done, self._asked = self._asked, None
            assert done is not None
            value = self._value
            self._next()
            done(value)
        elif result.status == pq.ExecStatus.TUPLES_OK:
            self._value = result.get_value(0, 0) if result.ntuples else None
        elif result.status != pq.ExecStatus.COMMAND_OK:
            raise psycopg.OperationalError(result.error_message.decode(errors="replace").strip())

    def _look_for_silence(self) -> None:
        self._timer = None
        if self._asked is not None:
            self._readable()  # after a pause of our own the answer may be there
        if self._asked is None or self.lost.done():
            return
        if self._loop.time() < self._due_s:
            self._timer = self._loop.call_at(self._due_s, self._look_for_silence)
        else:
            self.end(Silence(f"no answer in {SILENCE_S:g} s"))


# Leases and messages.
#
# A table's lease is a session advisory lock: it ends with the connection that holds it, so a killed process lets go
# at once. What is said goes through LISTEN/NOTIFY. Nothing here decides about money: a unit of work is fenced by the
# token in the store, whatever a lock says.

TABLES: Final = 0x7069
PRESENCE: Final = 0x7062
PREPARING: Final = 0x7063
"""classes of advisory locks: a table, a process that is there, one that prepares the room"""
MESSAGE_MAX: Final = 7_950
"""what a notification may hold, in bytes, less the name of who speaks"""
CONNECT: Final[dict[str, Any]] = {
    "autocommit": True,
    "connect_timeout": 3,
    "keepalives": 1,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 2,
    "tcp_user_timeout": 3_000,
}
SERVER_KEEPALIVES: Final = (
    "SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2"
)
AGAIN_S: Final = 0.3
NOTES_MAX: Final = 16
"""notifications in one statement"""

log = logging.getLogger(__name__)


def lock_key(room: str, table: str = "") -> int:
    """The second number of an advisory lock. A room is a schema of the database."""
    return zlib.crc32(f"{room}/{table}".encode()) - 2**31


@contextmanager
def preparing(url: str) -> Iterator[None]:
    """What a room has before its first table opens is made by one process; those that are started with it wait and
    find it made."""
    database = PostgresDatabase(url)
    connection = database.connect()
    try:
        connection.execute("SELECT pg_advisory_lock(?, hashtext(current_schema()))", (PREPARING,))
        yield
    except psycopg.Error as error:
        raise database.translate(error) from error
    finally:
        connection.close()


def held(kind: int) -> str:
    """Advisory locks of a class that somebody holds in this database."""
    return (
        f"FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = {kind} "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )


def is_key(key: int) -> str:
    return f"objid = {key % 2**32}::int8::oid"


def channel(room: str) -> str:
    return f"pitboss_{zlib.crc32(room.encode()):08x}"


class ProcessLink:
    """One connection listens, speaks and holds the locks. When it breaks, all leases are gone."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.name = uuid.uuid4().hex[:12]
        self.heard: Callable[[dict[str, Any]], None] = lambda message: None
        self.broken: Callable[[], None] = lambda: None
        self.silent: Callable[[bool], None] = lambda silent: None
        self._voice: DatabaseChannel | None = None
        self._staying: asyncio.Task[None] | None = None
        self._outbox: deque[bytes] = deque()
        self._speaking = False
        self._connected = asyncio.Event()
        self._closing = False
        self._said_broken = False
        self._room = ""
        """the schema that this room's tables lie in"""

    async def open(self) -> None:
        self._staying = asyncio.create_task(self._stay_connected(), name="link")
        await self._connected.wait()

    async def close(self) -> None:
        self._closing = True
        if self._staying:
            self._staying.cancel()
            await asyncio.gather(self._staying, return_exceptions=True)

    @property
    def connected(self) -> bool:
        return self._connected.is_set()

    async def _stay_connected(self) -> None:
        while True:
            connection: AsyncConnection | None = None
            voice: DatabaseChannel | None = None
            try:
                connection = await AsyncConnection.connect(self._url, **CONNECT)
                voice = DatabaseChannel(connection, self._noted)
                await self._introduce(voice)
                self._said_broken = self._say_broken(await voice.lost)
                if isinstance(voice.lost.result(), Silence):
                    self.silent(True)
            except (psycopg.Error, OSError) as error:
                self._said_broken = self._say_broken(error)
            finally:
                self._connected.clear()
                self._voice = None
                self._outbox.clear()
                self._speaking = False
                if voice:
                    voice.end()
                if not self._closing:
                    self.broken()
                if connection:
                    await connection.close()
            await asyncio.sleep(AGAIN_S)

    async def _introduce(self, voice: DatabaseChannel) -> None:
        """Be there, and listen. Nothing that is said here need be on a disk."""
        await voice.value(f"{SERVER_KEEPALIVES}; SET synchronous_commit = off".encode())
        self._room = await voice.value(b"SELECT current_schema()") or ""
        await voice.value(f"SELECT pg_advisory_lock_shared({PRESENCE}, {lock_key(self._room)})".encode())
        await voice.value(f"LISTEN {channel(self._room)}".encode())
        if voice.lost.done():
            return
        self._voice = voice
        self._connected.set()
        self.silent(False)
        if self._said_broken:
            self._said_broken = False
            log.warning("the link to the other processes is whole again")

    def _say_broken(self, why: object) -> bool:
        """Once, until it is whole again."""
        if not self._said_broken:
            log.warning("the link to the other processes is broken: %s", why)
        return True

    def _noted(self, words: bytes) -> None:
        sender, *texts = words.split(b"\n")
        for text in texts:
            try:
                self.heard({"from": sender.decode(), **from_json(text)})
            except Exception:
                log.exception("what another process said could not be followed")

    async def _ask(self, question: str) -> str | None:
        """One value, or None when the link is broken."""
        return await self._voice.value(question.encode()) if self._voice else None

    def tell(self, **message: Any) -> bool:
        """To all processes of the room, in order. False where it does not fit, or there is no link."""
        text = to_json(message)
        if len(text) > MESSAGE_MAX or self._voice is None:
            return False
        self._outbox.append(text)
        if not self._speaking:
            self._speaking = True
            asyncio.get_running_loop().call_soon(self._speak)
        return True

    def _speak(self, said: bytes | None = None) -> None:
        """What has come up while the last words were on their way goes out together."""
        if self._voice is None or self._voice.lost.done() or not self._outbox:
            self._speaking = False
            return
        quote, where = self._voice.quote, channel(self._room)
        calls: list[bytes] = []
        while self._outbox and len(calls) < NOTES_MAX:
            words = b"\n".join([self.name.encode(), *self._together()])
            calls.append(b"pg_notify('%b', %b)" % (where.encode(), quote(words)))
        self._voice.ask(b"SELECT " + b", ".join(calls), self._speak)

    def _together(self) -> list[bytes]:
        texts: list[bytes] = []
        size = 0
        while self._outbox and (not texts or size + len(self._outbox[0]) < MESSAGE_MAX):
            texts.append(self._outbox.popleft())
            size += len(texts[-1]) + 1
        return texts

    async def claim(self, table: str) -> bool:
        """Take a table that nobody keeps."""
        return await self._ask(f"SELECT pg_try_advisory_lock({TABLES}, {self._key(table)})") == "t"

    async def release(self, table: str) -> None:
        await self._ask(f"SELECT pg_advisory_unlock({TABLES}, {self._key(table)})")

    async def evict(self, table: str) -> None:
        await self._ask(f"SELECT pg_terminate_backend(pid) {held(TABLES)} AND {is_key(self._key(table))}")

    async def processes(self) -> int:
        found = await self._ask(
            f"SELECT count(DISTINCT pid) {held(PRESENCE)} AND {is_key(lock_key(self._room))}"
        )
        return max(1, int(found or 1))

    def _key(self, table: str) -> int:
        return lock_key(self._room, table)


def kept_now(store: Store, tables: Iterable[str]) -> set[str]:
    """Which of these tables some living process keeps."""
    ((room,),) = store.ask(lambda c: c.execute("SELECT current_schema()"))
    locks = store.ask(lambda c: c.execute(f"SELECT objid::int8 {held(TABLES)}"))
    kept = {int(key) for (key,) in locks}
    return {table for table in tables if lock_key(room, table) % 2**32 in kept}
