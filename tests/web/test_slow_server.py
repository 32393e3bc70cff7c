"""A server ten times slower than it is: stopped for nine tenths of the time, it is played on all the same."""

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


def test_a_round_is_played_on_a_server_ten_times_slower(server: Server) -> None:
    with ten_times_slower(server), server.client("ann") as ann, ann.follow("fu-bacc-1") as table:
        table.receive(60)
        table.send("sit", spot=3)
        table.send("bet", spot=3, wager="ante", amount_cents=500)
        table.send("ready")
        state = table.until("playing", 60)
        assert state["view"]["pending"]
        table.send("act", spot=3, action="fold", round_id=state["round_id"])
        settled = table.until("settled", 60)
    assert settled["view"]["net_cents"]
