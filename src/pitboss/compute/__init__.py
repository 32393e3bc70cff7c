"""What solvers and simulators share: compiled code and its cache, random streams, engines, progress.

Numba is imported only by `jit`, which kernel modules use, and never at start-up.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Protocol

# Where compiled kernels and solved games are kept.


def cache_root() -> Path:
    """PITBOSS_CACHE, else the user's cache directory."""
    if chosen := os.environ.get("PITBOSS_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pitboss"


def keep(path: Path, data: bytes) -> None:
    """Write whole or not at all; a cache that cannot be written is no reason to fail."""
    half = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(data)
        half.replace(path)
    except OSError:
        return


# Progress of long work, for whoever shows it: a terminal bar, a browser, or nobody.


class Progress(Protocol):
    """Called with how much is done of how much; both in the work's own unit."""

    def __call__(self, done: int, total: int) -> None: ...


def announce(progress: Progress, text: str) -> None:
    """What is about to be done, to whoever has a `say` for it."""
    if say := getattr(progress, "say", None):
        say(text)


def silent(done: int, total: int) -> None:
    """Nobody watches."""
