"""Code from outside that must come to an end: a watch beside it stops what takes too long."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.errors import BadInput

PATIENCE_S = 5.0
"""of a processor, for one answer; answers take microseconds"""
ASLEEP_S = 60.0
"""on the clock, for code that waits instead of working"""
LOOK_S = 0.25


class _TakesTooLong(BaseException):
    """Raised in the thread that does not come to an end; code that catches every Exception does not catch it."""


class _Watch:
    """One thread a process that looks now and then at what is under way."""

    def __init__(self) -> None:
        self.pid = os.getpid()
        self.running: dict[int, int] = {}
        """thread: number of the piece of work it is at"""
        threading.Thread(target=self._look, daemon=True, name="watch").start()

    def _look(self) -> None:
        since: dict[int, tuple[int, float, float]] = {}
        while True:
            time.sleep(LOOK_S)
            now = time.process_time(), time.monotonic()
            for thread, number in list(self.running.items()):
                if since.get(thread, (-1, 0.0, 0.0))[0] != number:
                    since[thread] = (number, *now)
                _, work, clock = since[thread]
                if now[0] - work > PATIENCE_S or now[1] - clock > ASLEEP_S:
                    since[thread] = (number, *now)
                    import ctypes

                    stop = ctypes.py_object(_TakesTooLong)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), stop)


_watch: _Watch | None = None
_pieces = 0


def watching() -> int:
    """How many threads look on; they hold nothing that a copy of this process could miss."""
    return int(_watch is not None and _watch.pid == os.getpid())


@contextmanager
def limited(sentence: str) -> Iterator[None]:
    """The code within ends in time, or is stopped with this sentence."""
    global _watch, _pieces
    if _watch is None or _watch.pid != os.getpid():
        _watch = _Watch()
    running, me = _watch.running, threading.get_ident()
    _pieces += 1
    running[me] = _pieces
    try:
        yield
    except _TakesTooLong:
        raise BadInput(sentence, accepted="code that answers at once") from None
    finally:
        running.pop(me, None)
