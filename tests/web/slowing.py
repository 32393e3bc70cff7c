"""A server ten times slower than it is."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.web.conftest import Server

SLICE_S = 0.02
TENTH = 10


@contextmanager
def ten_times_slower(server: Server) -> Iterator[None]:
    """The server's process runs one slice of ten; the operating system stops it for the others."""
    assert server.process is not None
    pid, over = server.process.pid, threading.Event()

    def brake() -> None:
        while not over.is_set():
            os.kill(pid, signal.SIGSTOP)
            over.wait(SLICE_S * (TENTH - 1))
            os.kill(pid, signal.SIGCONT)
            over.wait(SLICE_S)

    braking = threading.Thread(target=brake)
    braking.start()
    try:
        yield
    finally:
        over.set()
        braking.join()
        os.kill(pid, signal.SIGCONT)
