"""The processes of one room on one PostgreSQL: who keeps which table, and what they tell each other.

A table's lease is a session advisory lock: it ends with the connection that holds it, so a killed process lets go
at once. What is said goes through LISTEN/NOTIFY. Nothing here decides about money: a unit of work is fenced by the
token in the store, whatever a lock says."""

from __future__ import annotations

import asyncio
import logging
import uuid
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection
from pydantic_core import from_json, to_json

from pitboss.room.voice import Silence, Voice
from pitboss.store import Store
from pitboss.store.postgres import PostgresDatabase

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
        self._voice: Voice | None = None
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
            voice: Voice | None = None
            try:
                connection = await AsyncConnection.connect(self._url, **CONNECT)
                voice = Voice(connection, self._noted)
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

    async def _introduce(self, voice: Voice) -> None:
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
