"""What a solver says: exact fractions, turned into decimals only when printed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from math import isqrt
from typing import Any

from pitboss.approvals import PayTable

DIGITS = 15
_WIDE = Context(prec=40)


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """A fraction as a plain decimal with `digits` places after the point, rounded half even."""
    quotient = _WIDE.divide(Decimal(value.numerator), Decimal(value.denominator))
    return format(quotient.quantize(Decimal(1).scaleb(-digits), context=_WIDE), "f")


def exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def square_root(value: Fraction, digits: int = DIGITS) -> Fraction:
    """The square root to `digits` decimal places, from integers."""
    scale = 10**digits
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


@dataclass(frozen=True, slots=True)
class Line:
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
            "probability": decimal(self.probability),
            "probability_exact": exact(self.probability),
        }
        if self.net is not None:
            shape["net"] = str(self.net)
        return shape


def lines_of(
    table: PayTable, chances: Mapping[str, Fraction], nets: Mapping[str, Fraction] | None = None
) -> tuple[Line, ...]:
    """The table's lines with their chances by name; `nets` where they are not the table's own."""
    return tuple(
        Line(
            line.text,
            str(line.pays),
            chances.get(line.hand, Fraction(0)),
            nets[line.hand] if nets else table.net(line.hand),
        )
        for line in table.lines
    )


def outcomes_of(lines: Iterable[Line], rest: Fraction = Fraction(-1)) -> dict[Fraction, Fraction]:
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


@dataclass(frozen=True, slots=True)
class EdgeResult:
    """The complete answer for one wager on one pay table.

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
    lines: tuple[Line, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the JSON document, such as a jackpot's `fixed_return`; Fractions become decimals."""
    notes: tuple[str, ...] = ()
    method: str = "exact"
    outcomes_exact: bool = True
    """False where the edge is exact but the spread over `outcomes` is not, as the notes then say"""
    standard_error: float | None = None
    source: str = "computed"
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.method == "exact" and sum(self.outcomes.values()) != 1:
            raise ValueError(f"{self.game} {self.wager} {self.pay_table}: probabilities do not sum to one")

    @property
    def house_edge(self) -> Fraction:
        return -mean(self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        return self.house_edge / self.action

    @property
    def variance(self) -> Fraction:
        squares = sum((net * net * p for net, p in self.outcomes.items()), Fraction(0))
        return squares - self.house_edge**2

    @property
    def standard_deviation(self) -> Fraction:
        return square_root(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player ends ahead."""
        return sum((p for net, p in self.outcomes.items() if net > 0), Fraction(0))

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = {
            "game": self.game,
            "wager": self.wager,
            "pay_table": self.pay_table,
            "settings": dict(self.settings),
            "method": self.method,
            "per": self.per,
            "house_edge": decimal(self.house_edge),
            "house_edge_exact": exact(self.house_edge),
            "element_of_risk": decimal(self.element_of_risk),
            "standard_deviation": decimal(self.standard_deviation),
            "hit_frequency": decimal(self.hit_frequency),
            "published": self.published,
            "outcomes": [
                {"net": str(net), "probability": decimal(p), "probability_exact": exact(p)}
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
            shape[name] = decimal(value) if isinstance(value, Fraction) else value
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
    legend: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Option:
    """One legal choice with its exact expectation in units of the first wager."""

    action: str
    expectation: Fraction
    text: str = ""
    amount_cents: int = 0
    """where the choice takes an amount"""
    cards: tuple[int, ...] = ()
    """where the choice takes cards, such as the two in front of a pai gow hand"""


@dataclass(frozen=True, slots=True)
class Strategy:
    """How to play: rules a person can remember, charts, exceptions; for a hand, what each choice is worth."""

    game: str
    wager: str
    pay_table: str
    settings: Mapping[str, str]
    summary: tuple[str, ...]
    grids: tuple[Grid, ...] = ()
    exceptions: tuple[str, ...] = ()
    hand: str | None = None
    options: tuple[Option, ...] = ()

    @property
    def best(self) -> Option | None:
        return max(self.options, key=lambda option: option.expectation, default=None)

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
                    "expectation": decimal(option.expectation),
                    "expectation_exact": exact(option.expectation),
                    "cost": decimal(best.expectation - option.expectation) if best else None,
                }
                for option in self.options
            ],
        }
