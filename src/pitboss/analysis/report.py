"""What an answer says beside its edge, in words and units, for terminal, notebook and packet alike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.core.errors import BadInput
from pitboss.core.money import dollars
from pitboss.core.shown import Chart, Page, ShownTable, Tabular, chart, percent, titled

if TYPE_CHECKING:
    from pitboss.sheets import PayTable

WORDS = {
    "dealer_bust": "hands in which the dealer goes over 21",
    "split_rounds": "rounds with a split",
    "insurance_edge": "edge of insurance",
    "edge_per_ante_and_bet": "edge of Ante and Bet together",
    "average_wagered": "wagered on average, in units of the first wager",
    "fixed_return": "given back by the fixed lines",
    "envy_return": "given back by envy",
    "meter_share": "given back of the meter",
    "break_even_meter": "meter at which the wager costs nothing",
    "tie_part": "edge of the Tie alone",
    "main_part": "cost in the main game",
    "raised": "rounds that are raised",
    "envy_per_other_player": "given back by envy for each other player",
    "without_envy": "edge without envy",
    "house_edge_product": "edge if the multipliers are multiplied",
    "house_edge_added": "edge if the multipliers are added",
    "confidence_95": "95 % interval",
    "given_away_at_most": "given away by this play at most",
}
FREQUENCY = "frequency_"
MONEY = ("break_even_meter",)
OF_METERS = ("meter_share", "break_even_meter")
UNITS = ("average_wagered",)
RARE = Fraction(1, 10_000)


def also(extra: Mapping[str, Any]) -> dict[str, str]:
    """The further figures of an answer; whole tables are left to its JSON."""
    return {words(name): text for name, value in extra.items() if (text := said(name, value))}


def words(name: str) -> str:
    if name.startswith(FREQUENCY):
        return f"rounds with {name.removeprefix(FREQUENCY).replace('_', ' ')}"
    return WORDS.get(name, name.replace("_", " "))


def said(name: str, value: Any) -> str:
    """A figure in its unit; nothing for a table of figures."""
    if isinstance(value, Mapping):
        each = value.items() if name in OF_METERS else ()
        return ", ".join(f"{meter.capitalize()} {said(name, part)}" for meter, part in each)
    if name in MONEY:
        return "never" if value is None else dollars(round(value))
    if isinstance(value, int):
        return f"{value:,}"
    if not isinstance(value, Fraction | float):
        return " to ".join(map(str, value)) if isinstance(value, list) else str(value)
    if name in UNITS:
        return f"{float(value):.4f}"
    return f"one part in {round(1 / value):,}" if 0 < value < RARE else percent(value)


# Results: exact fractions, turned into decimals only when printed.

DIGITS = 15
SHOWN_MOST = 60
"""outcomes shown; longer lists are for `to_json` and `frame`"""


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """A fraction as a plain decimal with `digits` places after the point, rounded half even."""
    whole, part = divmod(abs(round(value * 10**digits)), 10**digits)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def _plain(value: Any) -> Any:
    """As JSON has it: a fraction as a decimal, also within a table."""
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return decimal(value) if isinstance(value, Fraction) else value


def exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def both(name: str, value: Fraction | None, *, known: bool = True) -> dict[str, str | None]:
    """As every document has a fraction: the decimal under its name, `p/q` under `NAME_exact`."""
    if value is None:
        return {name: None, f"{name}_exact": None}
    return {name: decimal(value), f"{name}_exact": exact(value) if known else None}


def square_root(value: Fraction, digits: int = DIGITS) -> Fraction:
    """The square root to `digits` decimal places, from integers."""
    scale = 10**digits
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


@dataclass(frozen=True, slots=True)
class PricedLine:
    """One line of a pay table with its exact probability and what it costs the house per unit."""

    hand: str
    pays: str
    probability: Fraction
    net: Fraction | None = None

    @property
    def contribution(self) -> Fraction | None:
        """What this line adds to the player's expectation."""
        return None if self.net is None else self.net * self.probability

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "hand": self.hand,
            "pays": self.pays,
            **both("probability", self.probability),
        }
        if self.net is not None:
            shape["net"] = str(self.net)
        return shape


@dataclass(frozen=True, slots=True)
class Settled:
    """How often one of the wagers behind an answer is settled so, of all rounds."""

    wager: str
    """its place on the felt"""
    hand: str
    """as the settlement names it"""
    net: Fraction
    """of each unit on it"""
    chance: Fraction
    """above one where a round has several such wagers"""
    units: Fraction = Fraction(1)
    """on it, in units of the first wager"""
    text: str = ""


def lines_of(
    table: PayTable, chances: Mapping[str, Fraction], nets: Mapping[str, Fraction] | None = None
) -> tuple[PricedLine, ...]:
    """The table's lines with their chances by name; `nets` where they are not the table's own."""
    return tuple(
        PricedLine(
            line.text,
            str(line.pays),
            chances.get(line.hand, Fraction(0)),
            nets[line.hand] if nets else table.net(line.hand),
        )
        for line in table.lines
    )


def outcomes_of(lines: Iterable[PricedLine], rest: Fraction = Fraction(-1)) -> dict[Fraction, Fraction]:
    """Net to probability. What the lines leave to one has the net `rest`: it loses."""
    outcomes: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for line in lines:
        assert line.net is not None
        outcomes[line.net] += line.probability
    outcomes[rest] += 1 - sum(outcomes.values(), Fraction(0))
    return {net: chance for net, chance in outcomes.items() if chance}


def mean(outcomes: Mapping[Fraction, Fraction]) -> Fraction:
    """The player's expectation."""
    return sum((net * chance for net, chance in outcomes.items()), Fraction(0))


class Question:
    """What an answer answers."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """A question about a wager as it was put: what was named, and nothing that a solver adds."""

    pay_table: str | None
    settings: Mapping[str, str]
    file: Path | None


@dataclass(frozen=True, slots=True, repr=False)
class EdgeResult(Tabular):
    """The complete answer for one wager on one pay table. It shows itself: as text when printed, as tables in
    a notebook.

    `outcomes` maps the net result per unit of the first wager to its probability and sums to one.
    `action` is the expected total wagered per such unit: the element of risk divides by it.
    """

    game: str
    wager: str
    pay_table: str
    per: str
    outcomes: Mapping[Fraction, Fraction]
    settings: Mapping[str, str] = field(default_factory=dict)
    action: Fraction = Fraction(1)
    published: str | None = None
    """the figure that the approval prints for these settings"""
    elsewhere: str | None = None
    """a figure that others have published for these settings, and where"""
    lines: tuple[PricedLine, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the JSON document, such as a jackpot's `fixed_return`; Fractions become decimals."""
    notes: tuple[str, ...] = ()
    method: str = "exact"
    outcomes_exact: bool = True
    """False where the edge is exact but the spread over `outcomes` is not, as the notes then say"""
    standard_error: float | None = None
    source: str = field(default="computed", compare=False)
    seconds: float = field(default=0.0, compare=False)
    asked: Question | None = field(default=None, compare=False)
    """the question it answers"""

    def __post_init__(self) -> None:
        if self.method == "exact" and sum(self.outcomes.values()) != 1:
            raise ValueError(f"{self.game} {self.wager} {self.pay_table}: probabilities do not sum to one")

    def __hash__(self) -> int:
        return hash((self.game, self.wager, self.pay_table, self.method, len(self.outcomes)))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of the first wager on average; positive when the house wins."""
        return -mean(self.outcomes)

    @property
    def precisely(self) -> str:
        """The edge in one line: the fraction where it is exact, else the mean and how sure it is."""
        if self.method == "exact":
            return f"exactly {self.house_edge} = {float(self.house_edge):.12f}"
        sure = f" +- {1.96 * self.standard_error:.4%} (95 %)" if self.standard_error is not None else ""
        return f"about {float(self.house_edge):.4%}{sure}, sampled; not exact"

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps on average of all that is wagered."""
        return self.house_edge / self.action

    @property
    def variance(self) -> Fraction:
        """Of a round's net, exactly, in units of the first wager."""
        squares = sum((net * net * p for net, p in self.outcomes.items()), Fraction(0))
        return squares - self.house_edge**2

    @property
    def standard_deviation(self) -> float:
        """The root of the variance, rounded; `variance` is exact."""
        return float(square_root(self.variance))

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player ends ahead."""
        return sum((p for net, p in self.outcomes.items() if net > 0), Fraction(0))

    @property
    def strategy(self) -> Strategy:
        """The play this edge is of."""
        from pitboss.analysis.questions import queries, strategy
        from pitboss.analysis.solver import Query

        asked = self.asked
        if isinstance(asked, Asked):
            (asked,) = queries(self.game, self.wager, asked.pay_table, asked.settings, asked.file)
        if not isinstance(asked, Query):
            raise BadInput("This edge does not know its question.", accepted="an edge by pitboss.edge(...)")
        return strategy(self.game, asked)

    def rows(self) -> list[dict[str, str | int | float]]:
        """The distribution: net per unit of the first wager, probability."""
        ordered = sorted(self.outcomes.items(), reverse=True)
        return [{"net": float(net), "probability": float(p)} for net, p in ordered]

    def plot(self) -> Chart:
        """The distribution as bars."""
        return chart(
            self.page().title,
            self.rows(),
            "bar",
            x={"field": "net", "type": "ordinal", "sort": None},
            y={"field": "probability", "type": "quantitative"},
        )

    def page(self) -> Page:
        facts = {
            "house edge": f"{percent(self.house_edge)} of the {self.per}",
            **({"exactly": str(self.house_edge)} if self.method == "exact" else {"sampled": self.precisely}),
            "element of risk": percent(self.element_of_risk),
            "standard deviation": f"{float(self.standard_deviation):.4f}",
            "player ahead": percent(self.hit_frequency, 2),
        }
        if self.published:
            facts["published"] = self.published
        if self.elsewhere:
            facts["elsewhere"] = self.elsewhere
        facts |= also(self.extra)
        title = titled(self.game, self.wager, self.pay_table, self.settings)
        return Page(title, facts, self._tables(), self.notes)

    def _tables(self) -> tuple[ShownTable, ...]:
        if self.lines:
            lines = tuple((line.hand, line.pays, f"{float(line.probability):.10f}") for line in self.lines)
            return (ShownTable(("hand", "pays", "probability"), lines),)
        if len(self.outcomes) > SHOWN_MOST:
            return ()
        ordered = sorted(self.outcomes.items(), reverse=True)
        rows = tuple((f"{float(net):+g}", f"{float(p):.10f}") for net, p in ordered)
        return (ShownTable(("net", "probability"), rows),)

    def to_json(self) -> dict[str, Any]:
        """The document of `pitboss edge --json`: fractions as text, exactly and as decimals."""
        shape: dict[str, Any] = {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.pay_table,
            "settings": dict(self.settings),
            "method": self.method,
            "per": self.per,
            **both("house_edge", self.house_edge, known=self.method == "exact"),
            **both("element_of_risk", self.element_of_risk, known=self.method == "exact"),
            "standard_deviation": decimal(square_root(self.variance)),
            **both("hit_frequency", self.hit_frequency, known=self.method == "exact" and self.outcomes_exact),
            "published": self.published,
            **({"elsewhere": self.elsewhere} if self.elsewhere else {}),
            "outcomes": [
                {"net": str(net), **both("probability", p)}
                for net, p in sorted(self.outcomes.items(), reverse=True)
            ],
            "source": self.source,
            "seconds": round(self.seconds, 4),
        }
        if not self.outcomes_exact:
            shape["outcomes_exact"] = False
        if self.standard_error is not None:
            shape["standard_error"] = self.standard_error
        if self.lines:
            shape["lines"] = [line.to_json() for line in self.lines]
        for name, value in self.extra.items():
            shape[name] = _plain(value)
        if self.notes:
            shape["notes"] = list(self.notes)
        return shape


@dataclass(frozen=True, slots=True)
class Grid:
    """A strategy chart: rows by columns of short codes, with a legend; drawn in terminal, SVG and page."""

    title: str
    row_title: str
    column_title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    legend: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class PricedChoice:
    """One legal choice with its exact expectation in units of the first wager."""

    action: str
    expectation: Fraction
    text: str = ""
    amount_cents: int = 0
    """where the choice takes an amount"""
    cards: tuple[int, ...] = ()
    """where the choice takes cards, such as the two in front of a pai gow hand"""
    certain: str = ""
    """wins, pushes or loses, where nothing is left to chance"""


@dataclass(frozen=True, slots=True)
class Situation:
    """A first decision that a player may face: how often, what each choice is worth in units of the first wager,
    and which one is played."""

    name: str
    chance: Fraction
    options: tuple[PricedChoice, ...]
    chosen: str

    @property
    def worth(self) -> Fraction:
        return next(o.expectation for o in self.options if o.action == self.chosen)


def best_of(name: str, chance: Fraction, options: tuple[PricedChoice, ...]) -> Situation:
    """Played for the best; of equal choices the first."""
    return Situation(name, chance, options, max(options, key=lambda option: option.expectation).action)


@dataclass(frozen=True, slots=True, repr=False)
class Strategy(Tabular):
    """How to play: rules a person can remember, charts, exceptions; for a hand, what each choice is worth."""

    game: str
    wager: str
    pay_table: str
    settings: Mapping[str, str] = field(hash=False)
    summary: tuple[str, ...]
    grids: tuple[Grid, ...] = ()
    exceptions: tuple[str, ...] = ()
    hand: str | None = None
    options: tuple[PricedChoice, ...] = ()

    @property
    def best(self) -> PricedChoice | None:
        """The best choice with the hand that was asked about."""
        return max(self.options, key=lambda option: option.expectation, default=None)

    def rows(self) -> list[dict[str, str | int | float]]:
        """A row for each cell of the charts, or, for a hand, for each choice."""
        choices: list[dict[str, str | int | float]] = [
            {"choice": option.action, "expectation": float(option.expectation)} for option in self.options
        ]
        return choices or [
            {"chart": grid.title, "row": name, "column": column, "play": cell}
            for grid in self.grids
            for name, cells in grid.rows
            for column, cell in zip(grid.columns, cells, strict=True)
        ]

    def plot(self) -> Chart:
        """The charts side by side in colours, or, for a hand, what each choice is worth."""
        title, rows = self.page().title, self.rows()
        if self.options:
            worth = {"field": "expectation", "type": "quantitative"}
            return chart(title, rows, "bar", x=worth, y={"field": "choice", "sort": "-x"})
        place = {"type": "ordinal", "sort": None}
        return chart(
            title,
            rows,
            "rect",
            x={"field": "column", **place},
            y={"field": "row", **place},
            color={"field": "play", "type": "nominal"},
            column={"field": "chart", **place},
        )

    def page(self) -> Page:
        title = titled(self.game, self.wager, self.pay_table, self.settings)
        if self.hand is not None and self.best is not None:
            ranked = sorted(self.options, key=lambda option: -option.expectation)
            rows = tuple((o.text or o.action, f"{float(o.expectation):+.6f}") for o in ranked)
            facts = {"hand": self.hand, "best": self.best.text or self.best.action}
            return Page(title, facts, (ShownTable(("choice", "expectation"), rows),))
        charts = tuple(
            ShownTable((g.row_title, *g.columns), tuple((name, *cells) for name, cells in g.rows), g.title)
            for g in self.grids
        )
        legend = {code: text for grid in self.grids for code, text in grid.legend.items()}
        keys = (", ".join(f"{code} {text}" for code, text in legend.items()),) if legend else ()
        return Page(title, {}, charts, (*keys, *self.summary, *self.exceptions))

    def to_json(self) -> dict[str, Any]:
        best = self.best
        return {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.pay_table,
            "settings": dict(self.settings),
            "summary": list(self.summary),
            "grids": [
                {
                    "title": grid.title,
                    "row_title": grid.row_title,
                    "column_title": grid.column_title,
                    "columns": list(grid.columns),
                    "rows": [{"row": name, "cells": list(cells)} for name, cells in grid.rows],
                    "legend": dict(grid.legend),
                }
                for grid in self.grids
            ],
            "exceptions": list(self.exceptions),
            "hand": self.hand,
            "best": best.action if best else None,
            "options": [
                {
                    "action": option.action,
                    "text": option.text or option.action,
                    **both("expectation", option.expectation),
                    **both("cost", best.expectation - option.expectation if best else None),
                }
                for option in self.options
            ],
        }
