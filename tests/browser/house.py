"""A card room of its own for a test: the real server in a process of its own, on a store of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class House:
    """`pitboss serve --demo`, started, killed and started again as a test needs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        store = f"sqlite:///{self.folder / 'room.db'}"
        command = [
            sys.executable,
            "-m",
            "pitboss",
            "serve",
            "--demo",
            "--store",
            store,
            "--port",
            str(self.port),
        ]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, env=environment
            )
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self._process.poll() is not None:
                break
            with (
                contextlib.suppress(urllib.error.URLError, ConnectionError),
                urllib.request.urlopen(self.url),
            ):
                return
            time.sleep(0.1)
        raise AssertionError(
            "The server did not come up:\n" + (self.folder / "server.log").read_text()[-3000:]
        )

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
