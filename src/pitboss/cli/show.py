"""Well-set tables for the terminal, and progress on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

from rich.console import Console
from rich.table import Table

from pitboss.compute.progress import Progress, silent

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def table(title: str, *columns: str, right: tuple[str, ...] = (), wrap: tuple[str, ...] = ()) -> Table:
    """A table with a title; the columns named in `right` hold figures, those in `wrap` long text."""
    shape = Table(
        title=title or None,
        title_justify="left",
        title_style="bold",
        header_style="dim underline",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
        min_width=min(len(title), console.width) if title else None,
    )
    for column in columns:
        shape.add_column(column, justify="right" if column in right else "left", no_wrap=column not in wrap)
    return shape


def percent(value: Fraction, digits: int = 4) -> str:
    return f"{float(value) * 100:.{digits}f} %"


@contextmanager
def progress_bar(text: str, unit: str = "") -> Iterator[Progress]:
    """A bar on stderr for work that takes longer than a moment; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield silent
        return
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=errors, transient=True) as bar:
        task = bar.add_task(text, total=None)

        def update(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield update
