"""A bar on stderr: what is done, the time gone and, once it can be told, the time left, whole at any width."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn
from rich.progress import Progress as Bar
from rich.table import Column
from rich.text import Text

from pitboss.compute import Progress

BEFORE_S: Final = 0.3
"""what is done sooner needs no bar"""
FIGURES_WIDE: Final = 60
"""columns that figures and a few words need; the bar takes some of the rest"""


class Figures(ProgressColumn):
    def render(self, task: Task) -> Text:
        gone = f"{_clock(task.elapsed)} gone"
        if not task.completed or not task.total:
            return Text(f"getting ready, {gone}")
        left = f", {_clock(task.time_remaining)} left" if task.time_remaining is not None else ""
        return Text(f"{task.percentage:3.0f} %, {gone}{left}")


def _clock(seconds: float | None) -> str:
    return str(timedelta(seconds=int(seconds or 0)))


def bar_for(console: Console) -> Bar:
    columns = (
        # where it is narrow these words fold and the bar is short: the figures stay whole
        TextColumn("{task.description}", table_column=Column(overflow="fold")),
        BarColumn(bar_width=max(4, min(40, console.width - FIGURES_WIDE))),
        Figures(table_column=Column(no_wrap=True)),
    )
    return Bar(*columns, console=console, transient=True)


@dataclass(frozen=True, slots=True)
class BarProgress:
    """Moves a bar, and writes above it what is said."""

    bar: Bar
    task: TaskID

    def __call__(self, done: int, total: int) -> None:
        self.bar.update(self.task, completed=done, total=total)

    def say(self, text: str) -> None:
        self.bar.console.print(text, soft_wrap=True, highlight=False)


@contextmanager
def bar_on(console: Console, text: str) -> Iterator[Progress]:
    bar = bar_for(console)
    task = bar.add_task(text, total=None)
    begins = Timer(BEFORE_S, bar.start)
    begins.daemon = True
    begins.start()
    try:
        yield BarProgress(bar, task)
    finally:
        begins.cancel()
        begins.join()
        bar.stop()
