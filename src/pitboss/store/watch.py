"""Tells a database that is busy from one that stands still: nobody is left waiting for the second.

A server that is stopped or swapped out keeps its connections, and the kernel answers for it; only a new connection
finds out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from pitboss.store.database import Connection

LOOK_S: Final = 1.0
BUSY_S: Final = 4.0
"""a question that takes longer makes one ask whether anybody is there"""


class Watch:
    def __init__(self, answers: Callable[[], bool] | None) -> None:
        """`answers`: whether the database speaks to somebody new; None where it cannot stand still."""
        self._answers = answers
        self._in_use: dict[int, tuple[Connection, float]] = {}
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()

    @contextmanager
    def using(self, connection: Connection) -> Iterator[None]:
        if self._answers is not None and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="pitboss-watch", daemon=True)
            self._thread.start()
        self._in_use[id(connection)] = connection, time.monotonic()
        try:
            yield
        finally:
            self._in_use.pop(id(connection), None)

    def hang_up(self) -> None:
        """Whoever waits for an answer is told that there is none."""
        for connection, _ in list(self._in_use.values()):
            connection.hang_up()

    def close(self) -> None:
        self._closing.set()

    def _run(self) -> None:
        assert self._answers is not None
        asked_s = 0.0
        while not self._closing.wait(LOOK_S):
            now_s = time.monotonic()
            oldest_s = min((since for _, since in list(self._in_use.values())), default=now_s)
            if now_s - max(oldest_s, asked_s) > BUSY_S:
                asked_s = now_s
                if not self._answers():
                    self.hang_up()
