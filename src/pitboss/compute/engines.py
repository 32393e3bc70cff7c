"""Run pure tasks, wherever there is room: this thread, a few threads or processes, or a Dask cluster.

A task is a picklable argument; the function is module-level, pure, and returns integers or integer
arrays. Results come back in the order of the tasks, so sums never depend on the engine or its size.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pitboss.compute import Progress, silent
from pitboss.core.errors import BadInput

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection


T = TypeVar("T")
R = TypeVar("R")


class Engine(Protocol):
    workers: int

    def map(
        self, function: Callable[[T], R], tasks: Sequence[T], progress: Progress = silent
    ) -> Iterator[R]: ...


class _PoolEngine(ABC):
    """Workers on this machine, a bounded number of tasks under way."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    @abstractmethod
    def _pool(self) -> AbstractContextManager[Executor]: ...

    def map(self, function: Callable[[T], R], tasks: Sequence[T], progress: Progress = silent) -> Iterator[R]:
        total = len(tasks)
        progress(0, total)
        if self.workers == 1:
            for done, task in enumerate(tasks, 1):
                yield function(task)
                progress(done, total)
            return
        from concurrent.futures import FIRST_COMPLETED, wait

        with self._pool() as pool:
            ready: dict[int, Any] = {}
            running: dict[Future[R], int] = {}
            sent = yielded = done = 0
            while yielded < total:
                # a bounded window: results wait for their turn without piling up
                while sent < total and sent - yielded < 4 * self.workers:
                    running[pool.submit(function, tasks[sent])] = sent
                    sent += 1
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    ready[running.pop(future)] = future.result()
                    done += 1
                    progress(done, total)
                while yielded in ready:
                    yield ready.pop(yielded)
                    yielded += 1


class LocalEngine(_PoolEngine):
    """Threads; the compiled kernels release the interpreter's lock."""

    @contextmanager
    def _pool(self) -> Iterator[Executor]:
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(self.workers)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


class ProcessEngine(_PoolEngine):
    """Processes, for work in Python itself."""

    @contextmanager
    def _pool(self) -> Iterator[Executor]:
        """Who leaves it early does not wait for work under way, which would come to nothing."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # a copy of this process knows all it has to; where other threads run, a copy could inherit their locks
        how = "fork" if threading.active_count() == 1 and hasattr(os, "fork") else "spawn"
        context = get_context(how)
        told, tell = context.Pipe(duplex=False)
        with told, tell, ProcessPoolExecutor(self.workers, context, _follow_the_parent, (told,)) as pool:
            try:
                yield pool
            except BaseException:
                tell.send_bytes(b"stop")
                raise


def _follow_the_parent(told: Connection) -> None:
    """A worker leaves interrupts to its parent, and ends when told to, or with the parent however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, args=(told,), daemon=True, name="parent").start()


def _end_with_the_parent(told: Connection) -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    if parent := parent_process():
        # nobody reads what is told, so that every worker sees it
        wait([parent.sentinel, told])
        os._exit(1)


# Dask distributed as an engine, for those who outgrow one machine (`pitboss[dask]`).
#
# Without an address a cluster of single-threaded processes is started on this machine's loopback; with one, any
# cluster is used, over TLS where certificates are given. Tasks are pure, so work lost with a worker or a whole node
# is simply done again and the result is unchanged.


LARGEST_BUNDLE = 64
BUNDLES_A_WORKER = 16
"""at least so many for each worker, so that none is idle at the end for long"""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files of a TLS connection to a scheduler."""

    ca: str
    cert: str
    key: str


class DaskEngine:
    """Use as a context manager: the cluster it started goes with it."""

    def __init__(
        self,
        address: str | None = None,
        workers: int | None = None,
        certificates: Certificates | None = None,
        timeout_s: float = 20,
    ) -> None:
        try:
            from distributed import Client, LocalCluster, Security
        except ImportError:
            raise BadInput(
                "The Dask engine is not installed.", accepted="pip install 'pitboss[dask]', or --engine local"
            ) from None
        self.workers = workers or os.cpu_count() or 1
        self._cluster: Any = None
        security = None
        if certificates:
            security = Security(
                tls_ca_file=certificates.ca,
                tls_client_cert=certificates.cert,
                tls_client_key=certificates.key,
                require_encryption=True,
            )
        try:
            if address is None:
                self._cluster = LocalCluster(
                    n_workers=self.workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
                self._client = Client(self._cluster, set_as_default=False)
            else:
                self._client = Client(address, security=security, timeout=timeout_s, set_as_default=False)
                self.workers = sum(self._client.nthreads().values()) or 1
        except (OSError, ValueError) as error:
            raise BadInput(
                f"No Dask cluster answers at {address}: {error}.", accepted="host:port of a scheduler"
            ) from None

    def __enter__(self) -> DaskEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    def worker_processes(self) -> list[int]:
        """Process ids of the workers, for those who watch or kill them."""
        return [info["pid"] for info in self._client.run(_process, nanny=False).values()]

    def map(self, function: Callable[[T], R], tasks: Sequence[T], progress: Progress = silent) -> Iterator[R]:
        """In the order of the tasks, a bounded number of them under way at once.

        Short tasks travel in bundles, so that the scheduler's cost is spread over many of them."""
        from distributed import as_completed

        total = len(tasks)
        progress(0, total)
        size = max(1, min(LARGEST_BUNDLE, total // (self.workers * BUNDLES_A_WORKER)))
        bundles = [tasks[at : at + size] for at in range(0, total, size)]
        window = 3 * self.workers
        waiting = {at: self._submit(function, bundle) for at, bundle in enumerate(bundles[:window])}
        position = {future.key: at for at, future in waiting.items()}
        ready: dict[int, list[R]] = {}
        sent, yielded, done = len(waiting), 0, 0
        completed = as_completed(list(waiting.values()), loop=self._client.loop, with_results=True)
        try:
            for future, result in completed:
                at = position.pop(future.key)
                ready[at] = result
                waiting.pop(at).release()
                done += len(result)
                progress(done, total)
                while sent < len(bundles) and sent - yielded < window + len(ready):
                    future = self._submit(function, bundles[sent])
                    waiting[sent] = future
                    position[future.key] = sent
                    completed.add(future)
                    sent += 1
                while yielded in ready:
                    yield from ready.pop(yielded)
                    yielded += 1
        finally:
            for future in waiting.values():
                future.cancel()

    def _submit(self, function: Callable[[T], R], bundle: Sequence[T]) -> Any:
        return self._client.submit(_run_bundle, function, list(bundle), pure=False, retries=5)


def _run_bundle(function: Callable[[T], R], bundle: list[T]) -> list[R]:
    return [function(task) for task in bundle]


def _process() -> dict[str, int]:
    return {"pid": os.getpid()}
