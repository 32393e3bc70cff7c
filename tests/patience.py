"""What is awaited comes or does not: a slow machine is no fault of what is tested."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
SLOWNESS: Final = "PITBOSS_TEST_SLOWNESS"
"""environment: by how much waits and limits are lengthened; without it they follow the load of the machine"""


def load_per_core() -> float:
    return os.getloadavg()[0] / (os.cpu_count() or 1)


def slowness() -> float:
    """How many times longer things take than on a machine that does nothing else; at least 1."""
    named = os.environ.get(SLOWNESS)
    return max(1.0, float(named) if named else load_per_core())


PATIENCE_S: Final = 110.0 * max(2.0, slowness())
"""for whatever a test waits for; nothing that works takes as long, also when the load begins after the test"""

DAY_S: Final = 86_400


def wait_for(what: Callable[[], T]) -> T:
    """What comes about in another process or thread, once it is there."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if found := what():
            return found
        time.sleep(0.05)
    raise AssertionError("it did not come about")


def with_day_left() -> None:
    """What is booked in a test is of one day, by whichever clock: not begun shortly before midnight."""
    left_s = DAY_S - time.time() % DAY_S
    if left_s < PATIENCE_S:
        time.sleep(left_s + 1)


def interruptible() -> None:
    """In a process that is being started: Ctrl-C reaches it, even if this run was started in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
