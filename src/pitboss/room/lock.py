"""An embedded store is one process's: a second one is refused before it has read anything."""

from __future__ import annotations

import fcntl
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pitboss.core.errors import Conflict

PREFIX: Final = "sqlite:///"


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Hold the room of an embedded store for as long as this process serves it; the lock ends with the process."""
    if not url.startswith(PREFIX):
        yield
        return
    path = Path(url.removeprefix(PREFIX)).resolve()
    handle = os.open(f"{path}.room", os.O_RDWR | os.O_CREAT, 0o600)
    named = socket.socket(socket.AF_UNIX)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists() and sys.platform == "linux":
                # whatever name the file has: a second one may be a hard link
                about = path.stat()
                named.bind(f"\0pitboss-room-{about.st_dev}-{about.st_ino}")
        except OSError:
            raise Conflict(
                f"Another process serves the room in {url}.",
                clause="HR-20",
                accepted="one process on SQLite; PostgreSQL takes any number of them",
            ) from None
        yield
    finally:
        named.close()
        os.close(handle)
