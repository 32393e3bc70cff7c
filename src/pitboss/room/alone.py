"""An embedded store is one process's: a second one is refused before it has read anything."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pitboss.errors import Conflict

PREFIX: Final = "sqlite:///"


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Hold the room of an embedded store for as long as this process serves it; the lock ends with the process."""
    if not url.startswith(PREFIX):
        yield
        return
    path = url.removeprefix(PREFIX) + ".room"
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Conflict(
                f"Another process serves the room in {url}.",
                clause="HR-20",
                accepted="one process on SQLite; PostgreSQL takes any number of them",
            ) from None
        yield
    finally:
        os.close(handle)
