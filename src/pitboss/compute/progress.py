"""Progress of long work, for whoever shows it: a terminal bar, a browser, or nobody."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called with how much is done of how much; both in the work's own unit."""

    def __call__(self, done: int, total: int) -> None: ...


def silent(done: int, total: int) -> None:
    """Nobody watches."""
