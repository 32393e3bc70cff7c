"""A real server process with a store of its own, killed and started again as the tests like."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Self

import pytest

from pitboss.room.demo import demo_password
from tests import client
from tests.client import Client
from tests.patience import PATIENCE_S
from tests.web.patient import quick_passwords
from tests.web.warm import Forked

quick_passwords()
Client.timeout_s = PATIENCE_S
# nor does a busy machine break a connection: nobody asks whether the other side is still there
client.connect = partial(client.connect, ping_interval=None)  # type: ignore[assignment]
HERE = {"PYTHONPATH": str(Path(__file__).parents[2])}
"""a server is a module of the tests, from wherever a test starts it"""


class Server:
    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.store = f"sqlite:///{folder}/room.db"
        self.options = options
        # bound and not listening, it keeps the port for the server, which binds beside it
        place = socket.socket()
        weakref.finalize(self, place.close)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        self.port: int = place.getsockname()[1]
        self.process: Forked | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def command(self) -> list[str]:
        return [sys.executable, "-m", "tests.web.patient", "serve"]

    def start(self) -> Self:
        _, _, module, *words = self.command
        words += ["--store", self.store, "--port", str(self.port), *self.options]
        self.process = Forked(module, words, os.environ | HERE, self.folder / "server.log")
        for _ in range(int(PATIENCE_S / 0.05)):
            if self.process.poll() is not None:
                raise AssertionError((self.folder / "server.log").read_text())
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        self.kill()
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """As a power cut: no handler runs."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, with_signal: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            os.kill(self.process.pid, with_signal)
            self.process.wait(PATIENCE_S)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def client(self, name: str | None = None) -> Client:
        client = Client(self.url)
        if name:
            client.sign_in(name, demo_password(name))
        return client


TIMES = ("betting", "decision", "settled", "alone", "away", "kept")
PACE = tuple(f"--{what}-seconds=3600" for what in TIMES)
"""long enough for any test on any machine; the pages show no clock that runs so long"""
SLOW = ("--demo", *PACE)


def room_of(made: Callable[[Path], Server], scope: Any = "module") -> Any:
    """A fixture: what is made in a folder of its own is started for a module or a test, and stopped behind it."""

    @pytest.fixture(scope=scope)
    def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
        with made(tmp_path_factory.mktemp("room")) as server:
            yield server

    return running


def demo_room(folder: Path) -> Server:
    """Nothing happens in it by the clock."""
    return Server(folder, *SLOW)


server = room_of(demo_room, scope="function")
shared_server = room_of(demo_room)
"""one demo room for the tests of a module that leave no traces"""
