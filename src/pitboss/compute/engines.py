"""Run pure tasks, wherever there is room: this thread, a few threads, or a Dask cluster.

A task is a picklable argument; the function is module-level, pure, and returns integers or integer
arrays. Results come back in the order of the tasks, so sums never depend on the engine or its size.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol, TypeVar

from pitboss.compute.progress import Progress, silent

T = TypeVar("T")
R = TypeVar("R")


class Engine(Protocol):
    workers: int

    def map(
        self, function: Callable[[T], R], tasks: Sequence[T], progress: Progress = silent
    ) -> Iterator[R]: ...


class LocalEngine:
    """Threads on this machine; the compiled kernels release the interpreter's lock."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def map(self, function: Callable[[T], R], tasks: Sequence[T], progress: Progress = silent) -> Iterator[R]:
        total = len(tasks)
        progress(0, total)
        if self.workers == 1:
            for done, task in enumerate(tasks, 1):
                yield function(task)
                progress(done, total)
            return
        with ThreadPoolExecutor(self.workers) as pool:
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
