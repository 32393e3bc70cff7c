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
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from pitboss.compute.progress import Progress, silent

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
    def _pool(self) -> Executor: ...

    def map(self, function: Callable[[T], R], tasks: Sequence[T], progress: Progress = silent) -> Iterator[R]:
        total = len(tasks)
        progress(0, total)
        if self.workers == 1:
            for done, task in enumerate(tasks, 1):
                yield function(task)
                progress(done, total)
            return
        with self._pool() as pool:
            ready: dict[int, Any] = {}
            running: dict[Future[R], int] = {}
            sent = yielded = done = 0
            try:
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
            finally:
                for future in running:
                    future.cancel()


class LocalEngine(_PoolEngine):
    """Threads; the compiled kernels release the interpreter's lock."""

    def _pool(self) -> Executor:
        return ThreadPoolExecutor(self.workers)


class ProcessEngine(_PoolEngine):
    """Processes, for work in Python itself."""

    def _pool(self) -> Executor:
        # a copy of this process knows all it has to; where other threads run, a copy could inherit their locks
        how = "fork" if threading.active_count() == 1 and hasattr(os, "fork") else "spawn"
        return ProcessPoolExecutor(self.workers, get_context(how), _leave_interrupts_to_the_parent)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
