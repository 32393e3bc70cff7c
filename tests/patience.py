"""What is awaited comes or does not: a slow machine is no fault of what is tested."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
PATIENCE_S: Final = 900.0
"""for whatever a test waits for; nothing that works takes as long, however busy the machine"""

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
