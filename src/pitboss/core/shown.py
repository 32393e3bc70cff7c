"""How a result shows itself: one line as its `repr`, a page of text when printed, tables in a notebook."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from pitboss.core.errors import BadInput


@dataclass(frozen=True, slots=True)
class ShownTable:
    """Cells as text; columns of figures are set to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""

    def text(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        right = [all(_is_figure(row[at]) for row in self.rows) for at in range(len(widths))]
        lines = [
            "  ".join(
                cell.rjust(width) if figures else cell.ljust(width)
                for cell, width, figures in zip(row, widths, right, strict=True)
            ).rstrip()
            for row in (self.columns, *self.rows)
        ]
        return "\n".join(filter(None, [self.title, *lines]))

    def html(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to see of a result."""

    title: str
    facts: Mapping[str, str]
    tables: tuple[ShownTable, ...] = ()
    sentences: tuple[str, ...] = ()

    def text(self) -> str:
        width = max(map(len, self.facts), default=0)
        facts = "\n".join(f"{name.ljust(width)}  {value}" for name, value in self.facts.items())
        parts = (self.title, facts, *(table.text() for table in self.tables), "\n".join(self.sentences))
        return "\n\n".join(filter(None, parts))

    def html(self) -> str:
        facts = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in self.facts.items()
        )
        tables = "".join(table.html() for table in self.tables)
        sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        head = f"<table>{facts}</table>" if facts else ""
        return f"<h4>{escape(self.title)}</h4>{head}{tables}{sentences}"


class Shows(ABC):
    """A result with a page of itself. A data class of it is declared with `repr=False`."""

    __slots__ = ()

    @abstractmethod
    def page(self) -> Page:
        """Title, facts, tables and sentences."""

    def __repr__(self) -> str:
        page = self.page()
        facts = ", ".join(f"{name} {value}" for name, value in list(page.facts.items())[:2])
        return f"<{type(self).__name__} {page.title}{': ' * bool(facts)}{facts}>"

    def __str__(self) -> str:
        return self.page().text()

    def _repr_html_(self) -> str:
        return self.page().html()


def percent(value: Fraction | float, digits: int = 4) -> str:
    return f"{float(value) * 100:.{digits}f} %"


def titled(game: str, wager: str = "", pay_table: str = "", settings: Mapping[str, str] | None = None) -> str:
    """Which game, wager, pay table and settings: the title of whatever is said about them."""
    parts = [game if wager in ("", game) else f"{game} {wager}"]
    if pay_table not in ("", "-"):
        parts.append(f"pay table {pay_table}")
    parts.extend(f"{name}={value}" for name, value in (settings or {}).items())
    return ", ".join(parts)


def _is_figure(cell: str) -> bool:
    return not cell or cell[0].isdigit() or (cell[0] in "+-$" and len(cell) > 1)


@dataclass(frozen=True, slots=True)
class Chart:
    """A Vega-Lite chart, which a notebook shows; `spec` goes to Altair, a browser, or any other program for them."""

    spec: Mapping[str, Any]

    def _repr_mimebundle_(self, *args: object, **named: object) -> dict[str, Any]:
        return {"application/vnd.vegalite.v5+json": dict(self.spec), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Chart {self.spec['title']}>"


def chart(title: str, rows: Sequence[Mapping[str, Any]], mark: str, **encoding: Mapping[str, Any]) -> Chart:
    return Chart(
        {
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            "title": title,
            "data": {"values": [dict(row) for row in rows]},
            "mark": {"type": mark, "tooltip": True},
            "encoding": encoding,
        }
    )


class Tabular(Shows):
    """A result that is a table as well: every frame library takes it as it is, by the Arrow PyCapsule interface."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, str | int | float]]:
        """The table, row by row."""

    def frame(self, kind: str | None = None) -> Any:
        """The table as a polars or pandas frame, whichever is named or installed."""
        return frame(self.rows(), kind)

    @abstractmethod
    def plot(self) -> Chart:
        """The table as a chart that a notebook shows."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        from pitboss.core.arrow import stream

        return stream(self.rows())


# Rows of results as a data frame: polars where it is installed, else pandas.

KINDS = ("polars", "pandas")


def frame(rows: Sequence[Mapping[str, Any]], kind: str | None = None) -> Any:
    """A `DataFrame` of the rows, by the package named or the first that is there."""
    if kind is not None and kind not in KINDS:
        raise BadInput(f"There are no frames by {kind!r}.", accepted=" or ".join(KINDS))
    for name in (kind,) if kind else KINDS:
        try:
            return importlib.import_module(name).DataFrame([dict(row) for row in rows])
        except ModuleNotFoundError:
            continue
    raise BadInput(
        "A frame needs a package for frames.", accepted="pip install polars, or pip install pandas"
    )
