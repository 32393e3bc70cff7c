"""Group commit: one thread runs the units of all waiting callers and syncs them to the disk together.

While one batch is being synced the next callers queue up; alone, a caller gets a transaction of its own. Each
caller gets its receipt only after its own unit is durable. A lost connection is taken up again: the keys tell
which units of an unfinished batch were committed after all, so running the batch again books nothing twice.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from pitboss.ledger.anchor import NO_ANCHORS, Anchors
from pitboss.ledger.database import Connection, Database
from pitboss.ledger.model import KeyReused, Receipt, StoreError, StoreUnavailable
from pitboss.ledger.unit import Batch, Cache, Unit

LOOK_S: Final = 1.0
BUSY_S: Final = 4.0
"""a question that takes longer makes one ask whether anybody is there"""


class Watch:
    """Tells a database that is busy from one that stands still: nobody is left waiting for the second.

    A server that is stopped or swapped out keeps its connections, and the kernel answers for it; only a new
    connection finds out.
    """

    def __init__(self, answers: Callable[[], bool] | None) -> None:
        """`answers`: whether the database speaks to somebody new; None where it cannot stand still."""
        self._answers = answers
        self._in_use: dict[int, tuple[Connection, float]] = {}
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    @contextmanager
    def using(self, connection: Connection) -> Iterator[None]:
        if self._answers is not None and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pitboss-watch", daemon=True)
            self._thread.start()
        self._in_use[id(connection)] = connection, time.monotonic()
        try:
            yield
        finally:
            self._in_use.pop(id(connection), None)

    def hang_up(self) -> None:
        """Whoever waits for an answer is told that there is none."""
        for connection, _ in list(self._in_use.values()):
            connection.hang_up()

    def close(self) -> None:
        self._closing.set()

    def _run(self) -> None:
        assert self._answers is not None
        asked_s = 0.0
        while not self._closing.wait(LOOK_S):
            now_s = time.monotonic()
            oldest_s = min((since for _, since in list(self._in_use.values())), default=now_s)
            if now_s - max(oldest_s, asked_s) > BUSY_S:
                asked_s = now_s
                if not self._answers():
                    self.hang_up()


# The writer.

Work = Callable[[Unit], None]
Clock = Callable[[], int]

BATCH_MAX = 512
LINGER_SHARE = 1.0
LINGER_MAX_S = 0.008
RETRY_FIRST_S = 0.05
RETRY_MAX_S = 1.0


@dataclass(slots=True, eq=False)
class QueuedWork:
    work: Work
    key: str
    request: str
    future: Future[Receipt] = field(default_factory=Future)


class Writer:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        patience_s: float,
        batch_max: int = BATCH_MAX,
        anchors: Anchors = NO_ANCHORS,
        watch: Watch | None = None,
    ) -> None:
        self._database = database
        self._watch = watch or Watch(None)
        self._anchors = anchors
        self._clock = clock
        self._patience_s = patience_s
        self._batch_max = batch_max
        self._connection: Connection | None = None
        self._cache = Cache()
        self._jobs: deque[QueuedWork] = deque()
        self._awaited = 1
        """how many jobs the thread is waiting for"""
        self._wake = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None

    def submit(self, job: QueuedWork) -> Future[Receipt]:
        with self._wake:
            if self._closing:
                raise StoreError("The store is closed.", accepted="work before close()")
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
                self._thread.start()
            self._jobs.append(job)
            if len(self._jobs) >= self._awaited:
                self._wake.notify()
        return job.future

    def close(self) -> None:
        """Finish what has been handed in, then stop."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()
        if self._connection is not None:
            self._connection.checkpoint()
        self._drop_connection()

    def _run(self) -> None:
        last_jobs, last_s = 1, 0.0
        while True:
            with self._wake:
                while not self._jobs and not self._closing:
                    self._wake.wait()
                if not self._jobs:
                    return
                self._linger(last_jobs, last_s)
                count = min(len(self._jobs), self._batch_max)
                jobs = [self._jobs.popleft() for _ in range(count)]
            start = time.monotonic()
            try:
                self._commit_with_patience(jobs)
            except BaseException as error:
                for job in jobs:
                    if not job.future.done():
                        job.future.set_exception(error)
            last_jobs, last_s = len(jobs), time.monotonic() - start

    def _linger(self, last_jobs: int, last_s: float) -> None:
        """Callers whose last units were committed together come back together: waiting a moment for the others,
        no longer than the last commit took, saves the disk a sync for each of them. A lone caller never waits."""
        until = time.monotonic() + min(LINGER_SHARE * last_s, LINGER_MAX_S)
        self._awaited = min(last_jobs, self._batch_max)
        while len(self._jobs) < self._awaited and not self._closing:
            left = until - time.monotonic()
            if left <= 0 or not self._wake.wait(left):
                break
        self._awaited = 1

    def _commit_with_patience(self, jobs: Sequence[QueuedWork]) -> None:
        deadline = time.monotonic() + self._patience_s
        pause = RETRY_FIRST_S
        while True:
            try:
                self._commit(jobs)
                return
            except StoreUnavailable:
                self._drop_connection()
                if time.monotonic() + pause > deadline:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, RETRY_MAX_S)
            except StoreError:
                # The database refused the batch: give each unit a transaction of its own to find which.
                if len(jobs) == 1:
                    raise
                for job in jobs:
                    try:
                        self._commit_with_patience([job])
                    except StoreError as error:
                        job.future.set_exception(error)
                return

    def _commit(self, jobs: Sequence[QueuedWork]) -> None:
        try:
            connection = self._connected()
            with self._watch.using(connection):
                results = self._transact(connection, jobs)
        except self._database.driver_error as error:
            self._cache.clear()
            if self._connection is not None:
                self._connection.rollback()
            raise self._database.translate(error) from error
        for job, result in zip(jobs, results, strict=True):
            if isinstance(result, Receipt):
                job.future.set_result(result)
            else:
                job.future.set_exception(result)

    def _transact(self, connection: Connection, jobs: Sequence[QueuedWork]) -> list[Receipt | Exception]:
        head, found = connection.open_batch([job.key for job in jobs])
        try:
            self._cache.valid_at(head, connection)
            batch = Batch(connection, head, found, self._cache)
            results = [self._run_unit(batch, job) for job in jobs]
            dropped = batch.dropped_documents()
            if dropped:
                test = f"DELETE FROM documents WHERE key {connection.among}"
                connection.execute(test, (connection.listed(dropped),))
            for table, rows in batch.tables():
                connection.add_rows(table, rows)
            if batch.events:
                self._anchors.note(connection, head, batch.head.at_us)
            connection.commit()
            if batch.events:
                self._anchors.noted()
                self._anchors.write(batch.head)
        except BaseException:
            self._cache.clear()
            connection.rollback()
            raise
        self._cache.accounts.update(batch.accounts)
        self._cache.documents.update(batch.documents)
        self._cache.head = batch.head
        return results

    def _run_unit(self, batch: Batch, job: QueuedWork) -> Receipt | Exception:
        """Errors of the work go back to its caller; errors of the driver end the whole batch."""
        original = batch.by_key.get(job.key)
        if original is not None:
            if original.request != job.request:
                return KeyReused(
                    f"The key {job.key!r} was used for another act ({original.kind}, event {original.seq}).",
                    accepted="the same content again, or a new key",
                )
            return Receipt((original,), replayed=True)
        unit = Unit(batch, job.key, job.request)
        try:
            job.work(unit)
            unit.seal()
        except self._database.driver_error:
            raise
        except Exception as error:
            return error
        return Receipt(batch.take(unit, self._clock()))

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._database.connect()
        return self._connection

    def _drop_connection(self) -> None:
        self._cache.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
