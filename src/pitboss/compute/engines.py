"""Run pure tasks, wherever there is room: this thread, a few threads or processes, or a Dask cluster.

A task is a picklable argument; the function is module-level, pure, and returns integers or integer
arrays. Results come back in the order of the tasks, so sums never depend on the engine or its size.
"""

from __future__ import annotations

import os
import signal
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pitboss.compute import Progress, silent

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
