"""Progress of long work, for whoever shows it: a terminal bar, a browser, or nobody."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called with how much is done of how much; both in the work's own unit."""

    def __call__(self, done: int, total: int) -> None: ...


def announce(progress: Progress, text: str) -> None:
    """What is about to be done, to whoever has a `say` for it."""
    if say := getattr(progress, "say", None):
        say(text)


def silent(done: int, total: int) -> None:
    """Nobody watches."""
