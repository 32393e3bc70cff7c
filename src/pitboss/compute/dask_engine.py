"""Dask distributed as an engine, for those who outgrow one machine (`pitboss[dask]`).

Without an address a cluster of single-threaded processes is started on this machine's loopback; with one,
any cluster is used, over TLS where certificates are given. Tasks are pure, so work lost with a worker or a
whole node is simply done again and the result is unchanged.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar

from pitboss.compute import Progress, silent
from pitboss.core.errors import BadInput

T = TypeVar("T")
R = TypeVar("R")

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
