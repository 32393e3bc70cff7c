"""What the lab shows of a wager: figures, the return table as published analyses have it, and the charts. Made in a
back room from the solver's exact answer; decimals are printed last."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, Final

from pitboss.analysis import questions
from pitboss.analysis.designer import lines_explain
from pitboss.analysis.report import EdgeResult, decimal, exact
from pitboss.analysis.solver import Query
from pitboss.lab.worker import Tell
from pitboss.paper.charts import contributions, cumulative, distribution, strategy_chart
from pitboss.sheets import sheet

PROBABILITY_DIGITS: Final = 10
RETURN_DIGITS: Final = 8
LINES_DRAWN: Final = 40
"""more lines than this are read in the table"""


def analyse(tell: Tell, game: str, query: Query) -> dict[str, Any]:
    """The whole answer for one wager."""
    result = questions.solve(game, replace(query, progress=lambda done, total: tell((done, total))))
    return shape_of(result) | {"approved": query.pay_table is None or query.pay_table.approved}


def shape_of(result: EdgeResult) -> dict[str, Any]:
    return result.to_json() | {"returns": return_table(result), "charts": charts_of(result)}


def charts_of(result: EdgeResult) -> dict[str, Any]:
    of = titled(result)
    charts = {
        "results": distribution(f"Net results, {of}", result.outcomes),
        "results_log": distribution(
            f"Net results on a logarithmic axis, {of}", result.outcomes, logarithmic=True
        ),
        "cumulative": cumulative(f"This result or better, {of}", [(of, result.outcomes)]),
        "cumulative_log": cumulative(
            f"This result or better, logarithmic axis, {of}", [(of, result.outcomes)], logarithmic=True
        ),
    }
    drawn = [line for line in result.lines if line.probability and line.contribution is not None]
    if drawn and len(drawn) <= LINES_DRAWN:
        charts["lines"] = contributions(f"What each line gives back, {of}", drawn)
    return charts


def titled(result: EdgeResult) -> str:
    """The wager by its name, and its pay table where it has one."""
    names = {wager.of: wager.name for wager in reversed(sheet(result.game).wagers)}
    name = "main game" if result.wager == "main" else names.get(result.wager, result.wager.replace("-", " "))
    return name if result.pay_table in ("", "-") else f"{name}, table {result.pay_table}"


def combinations(result: EdgeResult) -> int:
    """The smallest number of equally likely deals in which every outcome is a whole number of them."""
    chances = [*result.outcomes.values(), *(line.probability for line in result.lines)]
    return lcm(*(chance.denominator for chance in chances))


def return_table(result: EdgeResult) -> dict[str, Any]:
    """Combinations, probability, pays and return with their totals: by line where the lines make up the edge, else
    by result. The totals are the whole: all combinations, one, and the player's expectation."""
    whole = combinations(result)
    if result.lines and lines_explain(result):
        rows = [(line.hand, line.pays, line.probability, line.net or Fraction(0)) for line in result.lines]
        rest = 1 - sum((chance for _, _, chance, _ in rows), Fraction(0))
        if rest:
            rows.append(("everything else", "loses", rest, Fraction(-1)))
        by = "line"
    else:
        rows = [(_net(net), "", chance, net) for net, chance in sorted(result.outcomes.items(), reverse=True)]
        by = "result"
    return {
        "by": by,
        "whole": f"{whole:,}",
        "exact": result.method == "exact" and result.outcomes_exact,
        "rows": [_row(name, pays, chance, net, whole) for name, pays, chance, net in rows],
        "total": _row(
            "total",
            "",
            sum((chance for _, _, chance, _ in rows), Fraction(0)),
            None,
            whole,
            sum((chance * net for _, _, chance, net in rows), Fraction(0)),
        ),
    }


def _row(
    name: str, pays: str, chance: Fraction, net: Fraction | None, whole: int, given: Fraction | None = None
) -> dict[str, str]:
    back = chance * net if net is not None else given or Fraction(0)
    return {
        "name": name,
        "pays": pays,
        "net": "" if net is None else _net(net),
        "combinations": f"{int(chance * whole):,}",
        "probability": decimal(chance, PROBABILITY_DIGITS),
        "probability_exact": exact(chance),
        "return": no_minus_zero(decimal(back, RETURN_DIGITS)),
        "return_exact": exact(back),
    }


def _net(net: Fraction) -> str:
    text = str(net) if net.denominator == 1 else f"{float(net):g}"
    return f"+{text}" if net > 0 else text.replace("-", "−")


def no_minus_zero(text: str) -> str:
    """`-0.000` is nothing."""
    return text.removeprefix("-") if not text.strip("-0.") else text


def strategy_of(tell: Tell, game: str, query: Query, hand: str | None) -> dict[str, Any]:
    """How to play, with its charts drawn."""
    found = questions.strategy(game, replace(query, progress=lambda done, total: tell((done, total))), hand)
    return found.to_json() | {"charts": [strategy_chart(grid) for grid in found.grids]}
