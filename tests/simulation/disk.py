"""The store in memory, with the faults of a real one: away, full, an answer lost after the commit."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final, TypeVar

from pitboss.ledger import Receipt, Store, StoreFull, StoreUnavailable
from pitboss.ledger.model import fingerprint
from pitboss.ledger.sqlite import SqliteConnection, SqliteDatabase
from pitboss.ledger.writer import QueuedWork, Work

T = TypeVar("T")

FAULTS = ("before", "after", "full", "slow")
SLOWEST_S: Final = 15.0
"""a slow write takes up to so long, and its answer again"""


class MemoryConnection(SqliteConnection):
    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    def close(self) -> None:
        """The one connection lives as long as the run."""


class MemoryDatabase(SqliteDatabase):
    """One database in memory, begun from the bytes of another."""

    def __init__(self, image: bytes | None = None) -> None:
        super().__init__("sqlite:////memory", Path("/memory"))
        self.raw = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        if image is not None:
            self.raw.deserialize(image)
        self.raw.execute("PRAGMA foreign_keys = ON")

    def connect(self) -> MemoryConnection:
        return MemoryConnection(self.raw)

    def exists(self) -> bool:
        return True


class Disk(Store):
    """Units are committed when they are handed in, or refused by a fault of the plan."""

    def __init__(self, clock: Callable[[], int], image: bytes | None = None) -> None:
        self.memory = MemoryDatabase(image)
        if image is None:
            self.memory.connect().make_tables(clock())
        super().__init__(self.memory, clock=clock, patience_s=0.0)
        self._one = self.memory.connect()
        self.away = False
        self.fault: Callable[[], str | None] = lambda: None
        self.committed: Callable[[], None] = lambda: None

    def submit(self, work: Work, *, key: str | None = None, request: object = None) -> Future[Receipt]:
        """What the desk hands in, from threads of its own: done at once."""
        future: Future[Receipt] = Future()
        try:
            future.set_result(self.commit(work, key, request, self.fault()))
        except Exception as error:
            future.set_exception(error)
        return future

    def commit(self, work: Work, key: str | None, request: object, fault: str | None) -> Receipt:
        if self.away or fault == "before":
            raise StoreUnavailable("The database cannot be reached: simulated.")
        if fault == "full":
            raise StoreFull("The store could not be written (simulated); nothing of this was booked.")
        job = QueuedWork(work, key or f"simulated/{self.head().seq}", fingerprint(request))
        self._writer._commit([job])
        receipt = job.future.result()
        self.committed()
        if fault == "after":
            raise StoreUnavailable("The connection is lost: simulated.")
        return receipt

    def ask(self, question: Callable[[Any], T]) -> T:
        if self.away:
            raise StoreUnavailable("The database cannot be reached: simulated.")
        return question(self._one)  # there is one connection, and nobody to share it with


class SimBooks:
    """The store as the keepers of one process see it: everything takes time, and a dead process writes nothing."""

    def __init__(self, disk: Disk, rng: random.Random, alive: Callable[[], bool]) -> None:
        self._disk = disk
        self._rng = rng
        self._alive = alive
        self.wrote: Callable[[str], None] = lambda key: None

    def clock(self) -> int:
        return self._disk.clock()

    async def write(self, work: Work, key: str, request: object) -> Receipt:
        fault = self._disk.fault()
        await self._pause(fault)
        if not self._alive():
            raise StoreUnavailable("The process is dead.")
        try:
            receipt = self._disk.commit(work, key, request, fault)
            self.wrote(key)
            return receipt
        finally:
            await self._pause(fault)

    async def read(self, question: Callable[[Store], T]) -> T:
        await self._pause(None)
        return question(self._disk)

    async def _pause(self, fault: str | None) -> None:
        await asyncio.sleep(
            self._rng.uniform(4, SLOWEST_S) if fault == "slow" else self._rng.choice((0, 0, 0.001, 0.02))
        )
