"""The processes of one room on one PostgreSQL: who keeps which table, and what they tell each other.

A table's lease is a session advisory lock: it ends with the connection that holds it, so a killed process lets go
at once. What is said goes through LISTEN/NOTIFY. Nothing here decides about money: a unit of work is fenced by the
token in the store, whatever a lock says."""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection, sql

from pitboss.room.texts import encode

TABLES: Final = 0x7069
PRESENCE: Final = 0x7062
"""classes of advisory locks: a table, and a process that is there"""
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
HELD: Final = (
    "FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
AGAIN_S: Final = 0.3

log = logging.getLogger(__name__)


def lock_key(room: str, table: str = "") -> int:
    """The second number of an advisory lock. A room is a schema of the database."""
    return zlib.crc32(f"{room}/{table}".encode()) - 2**31


def channel(room: str) -> str:
    return f"pitboss_{zlib.crc32(room.encode()):08x}"


class ProcessLink:
    """Two connections: one listens, one speaks and holds the locks. When either breaks, all leases are gone."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.name = uuid.uuid4().hex[:12]
        self.heard: Callable[[dict[str, Any]], None] = lambda message: None
        self.broken: Callable[[], None] = lambda: None
        self._voice: AsyncConnection | None = None
        self._listener: asyncio.Task[None] | None = None
        self._speaker: asyncio.Task[None] | None = None
        self._outbox: deque[str] = deque()
        self._outgoing = asyncio.Event()
        self._connected = asyncio.Event()
        self._closing = False
        self._room = ""
        """the schema that this room's tables lie in"""

    async def open(self) -> None:
        self._listener = asyncio.create_task(self._stay_connected(), name="link")
        self._speaker = asyncio.create_task(self._speak(), name="speaking")
        await self._connected.wait()

    async def close(self) -> None:
        self._closing = True
        for task in (self._speaker, self._listener):
            if task:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    @property
    def connected(self) -> bool:
        return self._connected.is_set()

    async def _stay_connected(self) -> None:
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as error:
                log.warning("the link to the other processes is broken: %s", error)
            finally:
                self._connected.clear()
                self._voice = None
                if not self._closing:
                    self.broken()
            await asyncio.sleep(AGAIN_S)

    async def _listen(self) -> None:
        async with AsyncExitStack() as stack:
            voice, ears = [await self._connection(stack) for _ in range(2)]
            self._room = str((await (await voice.execute("SELECT current_schema()")).fetchone() or [""])[0])
            key = lock_key(self._room)
            await voice.execute("SELECT pg_advisory_lock_shared(%s, %s)", (PRESENCE, key))
            await ears.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel(self._room))))
            self._voice = voice
            self._connected.set()
            async for note in ears.notifies():
                sender, *texts = note.payload.split("\n")
                for text in texts if sender != self.name else ():
                    self.heard({"from": sender, **json.loads(text)})
                if voice.closed:
                    return

    async def _connection(self, stack: AsyncExitStack) -> AsyncConnection:
        connection = await AsyncConnection.connect(self._url, **CONNECT)
        stack.push_async_callback(connection.close)
        await connection.execute(SERVER_KEEPALIVES)
        return connection

    async def _ask(self, question: str, parameters: tuple[Any, ...]) -> Any:
        """One value, or None when the link is broken."""
        voice = self._voice
        if voice is None:
            return None
        try:
            cursor = await voice.execute(question.encode(), parameters)
            row = await cursor.fetchone()
            return row[0] if row else None
        except psycopg.Error as error:
            log.warning("the link to the other processes is broken: %s", error)
            if self._voice is voice:
                self._voice = None
                if self._listener:
                    await voice.close()
                    self._reconnect()
            return None

    def _reconnect(self) -> None:
        assert self._listener is not None
        self._listener.cancel()
        self._listener = asyncio.create_task(self._stay_connected(), name="link")

    def tell(self, **message: Any) -> bool:
        """To all processes of the room, in order. False where it does not fit, or there is no link."""
        text = encode(message)
        if len(text.encode()) > MESSAGE_MAX or self._voice is None:
            return False
        self._outbox.append(text)
        self._outgoing.set()
        return True

    async def _speak(self) -> None:
        """What has come up while the last words were on their way goes out together."""
        while True:
            await self._outgoing.wait()
            self._outgoing.clear()
            while self._outbox:
                words = "\n".join([self.name, *self._together()])
                await self._ask("SELECT pg_notify(%s, %s)", (channel(self._room), words))

    def _together(self) -> list[str]:
        texts: list[str] = []
        size = 0
        while self._outbox and (not texts or size + len(self._outbox[0].encode()) < MESSAGE_MAX):
            texts.append(self._outbox.popleft())
            size += len(texts[-1].encode()) + 1
        return texts

    async def claim(self, table: str) -> bool:
        """Take a table that nobody keeps."""
        return bool(
            await self._ask("SELECT pg_try_advisory_lock(%s, %s)", (TABLES, lock_key(self._room, table)))
        )

    async def release(self, table: str) -> None:
        await self._ask("SELECT pg_advisory_unlock(%s, %s)", (TABLES, lock_key(self._room, table)))

    async def processes(self) -> int:
        found = await self._ask(
            f"SELECT count(DISTINCT pid) {HELD} AND objid = %s::int8::oid",
            (PRESENCE, lock_key(self._room) % 2**32),
        )
        return max(1, int(found or 1))


def kept_now(url: str, tables: Iterable[str]) -> set[str]:
    """Which of these tables some living process keeps."""
    with psycopg.connect(url, autocommit=True, connect_timeout=3) as connection:
        (room,) = connection.execute("SELECT current_schema()").fetchone() or ("",)
        held = {int(row[0]) for row in connection.execute(f"SELECT objid::int8 {HELD}", (TABLES,))}
    return {table for table in tables if lock_key(room, table) % 2**32 in held}
