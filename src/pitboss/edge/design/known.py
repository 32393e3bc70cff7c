"""What a table's answer says about its neighbours: the counts of its lines, or else what one more unit would do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from pitboss.approvals import PayTable
from pitboss.edge.report import EdgeResult, PricedLine, outcomes_of
from pitboss.edge.solver import Query
from pitboss.odds import ForOne, ToOne, parse_odds

Answer = Callable[[PayTable], EdgeResult]


def movable(table: PayTable) -> list[str]:
    """Lines with odds that a designer may change."""
    return [
        line.hand for line in table.lines if isinstance(line.pays, ToOne | ForOne) and line.pays.pays >= 1
    ]


def with_odds(table: PayTable, changes: dict[str, str]) -> PayTable:
    """The table with other odds on some lines; no approved one then."""
    lines = tuple(
        replace(line, pays=parse_odds(changes[line.hand])) if line.hand in changes else line
        for line in table.lines
    )
    return replace(table, id="design", lines=lines, approved=False) if changes else table


def lines_explain(result: EdgeResult) -> bool:
    """Whether the edge is just the lines' pays and a loss of one unit otherwise."""
    if not result.lines or any(line.net is None for line in result.lines):
        return False
    paid = sum((line.probability * ((line.net or 0) + 1) for line in result.lines), Fraction(0))
    return 1 - paid == result.house_edge


def counts_known(table: PayTable, result: EdgeResult) -> bool:
    """Whether the lines alone make every outcome: then other odds need no solving."""
    return (
        result.method == "exact"
        and len(result.lines) == len(table.lines)
        and all(line.net is not None for line in result.lines)
        and all(
            mine.net == table.net(line.hand)
            for mine, line in zip(result.lines, table.lines, strict=True)
            if isinstance(line.pays, ToOne | ForOne)
        )
        and outcomes_of(result.lines) == {net: p for net, p in result.outcomes.items() if p}
    )


def repriced(result: EdgeResult, table: PayTable) -> EdgeResult:
    """The answer for a table that pays the same lines otherwise, from the counts that are known."""
    lines = tuple(
        PricedLine(priced.hand, str(line.pays), priced.probability, table.net(line.hand))
        if isinstance(line.pays, ToOne | ForOne)
        else priced
        for priced, line in zip(result.lines, table.lines, strict=True)
    )
    asked = replace(result.asked, pay_table=table) if isinstance(result.asked, Query) else None
    return replace(
        result,
        pay_table=table.id,
        outcomes=outcomes_of(lines),
        lines=lines,
        published=None,
        extra={},
        asked=asked,
        seconds=0.0,
    )


def slopes(base: PayTable, first: EdgeResult, answer: Answer) -> dict[str, Fraction]:
    """How much the edge falls when a line pays one more: its probability where the lines alone make up the
    edge, else (decisions, raises, multipliers) what solving once more shows."""
    by_text = {line.hand: line.probability for line in first.lines} if lines_explain(first) else {}
    found: dict[str, Fraction] = {}
    for hand in movable(base):
        line = base[hand]
        if line.text in by_text:
            found[hand] = by_text[line.text]
        else:
            found[hand] = first.house_edge - answer(one_more(base, hand)).house_edge
    return found


def one_more(base: PayTable, *hands: str) -> PayTable:
    """The table with one unit more for these lines."""
    more = {}
    for hand in hands:
        pays = base[hand].pays
        assert isinstance(pays, ToOne | ForOne)
        more[hand] = str(replace(pays, pays=pays.pays + 1))
    return with_odds(base, more)
