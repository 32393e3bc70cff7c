"""What the terminal shows: tables, sentences, cards; and progress on stderr.

No figure is ever cut. A table that fits is set in rows; one that does not is set as a list, a field a line. A pipe or a
file has no width, so there a table is as wide as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from threading import Timer
from time import monotonic
from typing import Any, Final

from rich.console import (
    Console,
    ConsoleDimensions,
    ConsoleOptions,
    JustifyMethod,
    OverflowMethod,
    RenderResult,
)
from rich.measure import Measurement
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn
from rich.progress import Progress as Bar
from rich.table import Column, Table
from rich.text import Text

from pitboss.compute import Progress
from pitboss.core.cards import HIDDEN, JOKER, RANKS, SUIT_SYMBOLS, Card, rank_of, suit_of

ENDLESS: Final = 100_000
"""the width of a pipe"""
NARROWEST_TEXT: Final = 24
"""a column of text narrower than this is no column"""


class Terminal(Console):
    """A console that breaks between words only: a fraction or a hash longer than the line stays whole."""

    @property
    def size(self) -> ConsoleDimensions:
        """What the person has set, or the terminal's own; a pipe has no width."""
        set_by_hand = os.environ.get("COLUMNS", "")
        if set_by_hand.isdigit() and int(set_by_hand):
            return ConsoleDimensions(int(set_by_hand), 25)
        return super().size if self.is_terminal else ConsoleDimensions(ENDLESS, 25)

    @size.setter
    def size(self, dimensions: tuple[int, int]) -> None:
        """Taken from outside at every line; nothing sets it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def print(self, *objects: Any, **options: Any) -> None:
        if any(
            isinstance(o, str) and _longest_word(Text.from_markup(o, emoji=False)) > self.width
            for o in objects
        ):
            options.setdefault("soft_wrap", True)
        super().print(*objects, crop=False, **options)


console = Terminal(highlight=False, emoji=False)
errors = Terminal(stderr=True, highlight=False, emoji=False)


class WholeTable(Table):
    """A table of whole figures, in rows or, where they do not fit side by side, as a list; a chart then
    comes in blocks of columns."""

    chart: bool = False
    heading: str = ""
    """a line of its own, which does not widen the table"""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.heading:
            yield _line("", Text.from_markup(self.heading, style="bold", emoji=False), options.max_width)
        widths = [_least_width(column) for column in self.columns]
        if sum(widths) + 2 * (len(widths) - 1) <= options.max_width:
            yield from super().__rich_console__(console, options)
        elif self.chart and widths[0] + 2 + max(widths[1:]) <= options.max_width:
            yield from self._in_blocks(widths, options.max_width)
        else:
            yield from self._as_list(console, options.max_width)

    def _in_blocks(self, widths: list[int], width: int) -> Iterator[Table]:
        first, at = self.columns[0], 1
        while at < len(self.columns):
            used, end = widths[0], at
            while end < len(self.columns) and used + 2 + widths[end] <= width:
                used, end = used + 2 + widths[end], end + 1
            block = _bare()
            for column in (first, *self.columns[at:end]):
                block.add_column(column.header, justify=column.justify, no_wrap=True)
            for row in zip(*(list(column.cells) for column in (first, *self.columns[at:end])), strict=True):
                block.add_row(*row)
            yield block
            at = end

    def _as_list(self, console: Console, width: int) -> Iterator[Text]:
        heads = [Text.from_markup(str(column.header), emoji=False).plain for column in self.columns]
        wide = max(map(len, heads))
        for row in zip(*(list(column.cells) for column in self.columns), strict=True):
            for head, cell in zip(heads, map(_text, row), strict=True):
                if not cell.plain.strip():
                    continue
                beside = max(_longest_word(cell), width - wide - 4)
                for at, line in enumerate(cell.wrap(console, beside)):
                    yield _line(f"  {'' if at else head:<{wide}}  ", line, width)
            yield Text("")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(1, options.max_width)


def _least_width(column: Column) -> int:
    cells = [_text(column.header), *map(_text, column.cells)]
    widest = max(line.cell_len for cell in cells for line in cell.split("\n", allow_blank=True))
    if column.no_wrap:
        return widest
    return max(*map(_longest_word, cells), min(widest, NARROWEST_TEXT))


def _line(lead: str, value: Text, width: int) -> Text:
    whole: OverflowMethod = "ignore" if _longest_word(value) > width else "fold"
    return Text.assemble((lead, "dim"), value, overflow=whole)


def _longest_word(text: Text) -> int:
    return max(map(len, text.plain.split()), default=0)


def _text(cell: Any) -> Text:
    return cell if isinstance(cell, Text) else Text.from_markup(str(cell), emoji=False)


def table(title: str, *columns: str, right: Iterable[str] = (), wrap: tuple[str, ...] = ()) -> WholeTable:
    """A table with a title; the columns named in `right` hold figures, those in `wrap` long text."""
    shape = _bare()
    shape.heading = title
    for column in columns:
        justify: JustifyMethod = "right" if column in right else "left"
        shape.add_column(column, justify=justify, no_wrap=column not in wrap, overflow="fold")
    return shape


def chart(title: str, row_title: str, *columns: str) -> WholeTable:
    """A table that is read by row and column; too wide for the screen it comes in blocks of columns."""
    shape = table(title, row_title, *columns)
    shape.chart = True
    return shape


def _bare() -> WholeTable:
    return WholeTable(header_style="dim underline", box=None, pad_edge=False, padding=(0, 2, 0, 0))


FIRST_LINE_S: Final = 2.0
LINE_EVERY_S: Final = 15.0


class Lines:
    """Progress where no bar can be drawn: a line after two seconds, and one now and then."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.begun = self.said = monotonic()
        self.first = Timer(FIRST_LINE_S, lambda: self.say(f"{text} ..."))
        self.first.daemon = True
        self.first.start()

    def __call__(self, done: int, total: int) -> None:
        now = monotonic()
        if now - self.said >= LINE_EVERY_S and total:
            self.said = now
            self.say(f"{self.text}: {done / total:.0%}, {_clock(now - self.begun)} gone")

    def say(self, text: str) -> None:
        errors.print(text, soft_wrap=True)


@contextmanager
def progress_bar(text: str) -> Iterator[Progress]:
    """A bar on stderr for work that takes longer than a moment; in a pipe a line now and then."""
    if not sys.stderr.isatty():
        lines = Lines(text)
        try:
            yield lines
        finally:
            lines.first.cancel()
        return

    with bar_on(errors, text) as update:
        yield update


# Cards and felt drawn with text.

RED = {1, 2}


def card_lines(card: Card) -> list[tuple[str, str]]:
    """Five lines of one card, each with its style."""
    if card == HIDDEN:
        body, style = ["░░░░░", "░░░░░", "░░░░░"], "blue"
    elif card == JOKER:
        body, style = ["JOK  ", "  ★  ", "  KER"], "magenta"
    else:
        rank = RANKS[rank_of(card)].replace("T", "10")
        suit = SUIT_SYMBOLS[suit_of(card)]
        body = [f"{rank:<5}", f"  {suit}  ", f"{rank:>5}"]
        style = "red" if suit_of(card) in RED else "bold"
    return [("╭─────╮", "dim"), *((f"│{line}│", style) for line in body), ("╰─────╯", "dim")]


def groups_of_cards(groups: Sequence[tuple[str, Sequence[Card]]]) -> Text:
    """Several named groups in one row, their names below."""
    drawn = [(name, [card_lines(card) for card in cards]) for name, cards in groups if cards]
    text = Text()
    for line in range(5):
        for _, cards in drawn:
            for card in cards:
                content, style = card[line]
                text.append(content + " ", style=style)
            text.append("  ")
        text.append("\n")
    for name, cards in drawn:
        text.append(f"{name:<{8 * len(cards) + 2}}", style="dim")
    return text


# A bar on stderr: what is done, the time gone and, once it can be told, the time left, whole at any width.

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
