"""Tables near a target.

Each approved table is a start (or the one that is named). Candidates are ranked by how far they miss the target, then
by how much they change. Where the lines' counts are known the answer of a candidate is a sum; else the best are solved
before they are shown, because where the player decides, other pays mean other play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from typing import Any

import numpy as np

from pitboss.approvals import PayTable, sheet
from pitboss.compute.progress import Progress, silent
from pitboss.edge.ask import refuse_unknown, solve
from pitboss.edge.design.candidates import REACHES, Bounds, NearTables, full, neighbours, printed, top_prize
from pitboss.edge.design.known import (
    counts_known,
    lines_explain,
    movable,
    one_more,
    repriced,
    slopes,
    with_odds,
)
from pitboss.edge.report import EdgeResult, decimal, exact
from pitboss.edge.solver import Query, Settings, solver_of
from pitboss.errors import BadInput
from pitboss.odds import parse_odds
from pitboss.shown import Page, ShownTable, Shows, percent, titled

PASSES = 3
CLOSE = Fraction(1, 2000)
NEAR = Fraction(1, 200)
"""farther from the target than this is a miss"""
SOLVED = 12
"""candidates solved exactly"""
WORTH_SAYING_S = 20.0
Say = Callable[[str], None]
"""to whoever waits"""


def unsaid(sentence: str) -> None:
    """Nobody waits."""


def duration(seconds: float) -> str:
    """In the words of somebody who waits.

    >>> duration(40), duration(400), duration(40_000)
    ('about 40 s', 'about 7 min', 'about 11 h')
    """
    for size, unit in ((1, "s"), (60, "min"), (3600, "h")):
        if seconds < 100 * size or unit == "h":
            break
    return f"about {max(1, round(seconds / size))} {unit}"


@dataclass(frozen=True, slots=True, repr=False)
class Design(Shows):
    """A candidate with its exact answer."""

    table: PayTable
    result: EdgeResult
    changes: Mapping[str, str]
    """hand: odds, only the lines that differ from the start"""
    start: str = ""
    """the approved table it comes from"""

    def misses(self, target: Fraction) -> bool:
        """Whether the target was not met for all practical purposes."""
        return abs(self.result.house_edge - target) > NEAR

    def page(self) -> Page:
        facts = {
            "house edge": percent(self.result.house_edge),
            "changes": ", ".join(f"{hand} {odds}" for hand, odds in self.changes.items()) or "none",
            "standard deviation": f"{float(self.result.standard_deviation):.4f}",
            "player ahead": percent(self.result.hit_frequency, 2),
        }
        rows = tuple((line.hand, str(line.pays)) for line in self.table.lines if line.pays)
        title = titled(self.result.game, self.result.wager, self.table.id, self.result.settings)
        return Page(title, facts, (ShownTable(("hand", "pays"), rows),))

    def to_json(self) -> dict[str, Any]:
        return {
            "start": self.start,
            "house_edge": decimal(self.result.house_edge),
            "house_edge_exact": exact(self.result.house_edge),
            "standard_deviation": decimal(self.result.standard_deviation),
            "hit_frequency": decimal(self.result.hit_frequency),
            "top_prize": str(top_prize(self.table)),
            "changes": dict(self.changes),
            "lines": [{"hand": line.hand, "pays": str(line.pays)} for line in self.table.lines if line.pays],
        }


@dataclass
class Workshop:
    """One start with what is known about it and its neighbours."""

    game: str
    base: PayTable
    fixed: Mapping[str, str]
    settings: Settings
    progress: Progress = silent
    say: Say = unsaid
    solved: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        self.start = self.base.id
        self.base = with_odds(self.base, dict(self.fixed))
        self.most = PASSES * (SOLVED + len(self.base.lines)) + 1
        self.first = self.answer(self.base)
        self.known = counts_known(self.base, self.first)
        self._say_how_long()
        self.chance = slopes(self.base, self.first, self.answer)
        self.free = [hand for hand in self.chance if hand not in self.fixed]

    def _say_how_long(self) -> None:
        """Before the first table that has to be solved."""
        lines = movable(self.base)
        if self.known or not lines:
            return
        query = Query(self.base.wager, one_more(self.base, *lines), self.settings)
        each = solver_of(self.game).seconds(query) / query.engine.workers
        least = SOLVED + (0 if lines_explain(self.first) else len(lines))
        if each * least > WORTH_SAYING_S:
            self.say(
                f"{sheet(self.game).name}, {self.base.wager}: every table is solved anew, {duration(each)} each on "
                f"{query.engine.workers} cores; {least} tables and more, {duration(each * least)} and more."
            )

    def answer(self, table: PayTable) -> EdgeResult:
        """By counting where the counts are known, else solved."""
        if self.solved and self.known:
            return repriced(self.first, table)
        self.progress(min(self.solved, self.most), self.most)
        self.solved += 1
        self.known = False
        return solve(self.game, Query(self.base.wager, table, self.settings))

    def made(self, changes: dict[str, str]) -> Design:
        table = with_odds(self.base, changes)
        return Design(table, self.answer(table), changes, self.start)

    def near(self, bounds: Bounds, reach: int, by: Design | None = None) -> Iterator[NearTables]:
        """Its neighbours; with `by`, reckoned from a design that was solved already."""
        table, result = (by.table, by.result) if by else (self.base, self.first)
        return neighbours(self.base, table, result, self.chance, self.free, bounds, reach)


def workshops(
    game: str,
    wager: str,
    start: str | None,
    keep: Mapping[str, str] | None,
    settings: Mapping[str, str] | None,
    progress: Progress,
    say: Say = unsaid,
) -> Iterator[Workshop]:
    """Every start: the approved table that is named; else all of them where that takes no solving."""
    rules = sheet(game)
    tables = rules.tables(wager)
    if not tables:
        raise BadInput(f"{rules.name} has no pay table for {wager} to design.")
    solver = solver_of(game)
    refuse_unknown(solver, rules.name, (wager,), settings or {})
    complete = Settings.complete(solver.settings(wager), settings or {})
    lines = {hand for table in tables for hand in table.by_hand}
    for hand in keep or {}:
        if hand not in (rules.pay_table(wager, start).by_hand if start else lines):
            raise BadInput(f"The table has no line {hand!r}.", accepted=", ".join(sorted(lines)))
    made = False
    for table in (rules.pay_table(wager, start),) if start else tables:
        if not (keep or {}).keys() <= table.by_hand.keys():
            continue
        fixed = {hand: full(table[hand], text) for hand, text in (keep or {}).items()}
        for text in fixed.values():
            parse_odds(text)
        if not set(movable(table)) - fixed.keys():
            continue
        shop = Workshop(game, table, fixed, complete, progress, say)
        made = True
        yield shop
        if not shop.known:
            return
    if not made:
        raise BadInput("Every line is kept: there is nothing to design.", accepted="fewer --keep")


def design(
    game: str,
    wager: str,
    target_edge: Fraction,
    start: str | None = None,
    keep: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    target_deviation: Fraction | None = None,
    count: int = 5,
    bounds: Bounds | None = None,
    progress: Progress = silent,
    say: Say = unsaid,
) -> list[Design]:
    """The best tables within the bounds, nearest to the target first. A table that favours the player is offered
    only to whoever asks for one."""
    if not -1 < target_edge < 1:
        raise BadInput(f"A house edge of {float(target_edge)} is no target.", accepted="a share such as 0.05")
    within = bounds or Bounds()
    found: list[Design] = []
    for shop in workshops(game, wager, start, keep, settings, progress, say):
        _check_kept(shop, within)
        for reach in REACHES:
            found += _searched(shop, target_edge, target_deviation, count, within, reach)
            if any(not d.misses(target_edge) and within.hold(d.table, d.result) for d in found):
                break
        progress(shop.most, shop.most)
    found.sort(key=lambda d: (*_miss(d.result, target_edge, target_deviation), len(d.changes)))
    # two starts may lead to one table
    found = list(
        {tuple((line.hand, line.pays) for line in d.table.lines): d for d in reversed(found)}.values()
    )[::-1]
    fitting = [
        d for d in found if within.hold(d.table, d.result) and (d.result.house_edge > 0) >= (target_edge > 0)
    ]
    if not fitting:
        raise BadInput(
            f"{sheet(game).name}, {wager}: no table with odds that layouts print comes near {float(target_edge):.2%}"
            + (" within the bounds." if within != Bounds() else "."),
            accepted="another target"
            + (", wider bounds" if within != Bounds() else "")
            + ", or fewer --keep",
        )
    return fitting[:count]


def _check_kept(shop: Workshop, bounds: Bounds) -> None:
    for hand in shop.fixed:
        if bounds.most_prize is not None and printed(shop.base, hand) > bounds.most_prize:
            raise BadInput(
                f"{hand} is kept at {shop.base[hand].pays}, above the top prize of {bounds.most_prize} to 1.",
                accepted="a larger --max-prize, or less for that line",
            )


def _searched(
    shop: Workshop, target: Fraction, deviation: Fraction | None, count: int, bounds: Bounds, reach: int
) -> list[Design]:
    found: list[Design] = []
    by: Design | None = None
    for _ in range(PASSES):
        tables = shop.near(bounds, reach, by)
        ranked = nsmallest(
            max(count, SOLVED),
            _ranked(tables, shop.base, target, deviation, bounds, max(count, SOLVED)),
            key=lambda row: row[0],
        )
        tried = [d.changes for d in found]
        found += [shop.made(changes) for _, changes in ranked if changes not in tried]
        if not found:
            break
        found.sort(key=lambda d: _miss(d.result, target, deviation))
        by = found[0]
        if lines_explain(shop.first) or abs(by.result.house_edge - target) < CLOSE:
            break
        # where play changes with the pays the slopes do too: reckon again from the best so far
        shop.chance = slopes(by.table, by.result, shop.answer)
    return found


def _ranked(
    tables: Iterable[NearTables],
    base: PayTable,
    target: Fraction,
    deviation: Fraction | None,
    bounds: Bounds,
    most: int,
) -> Iterator[tuple[tuple[float, int, int], dict[str, str]]]:
    """Of each set of changed lines the best few, with their rank."""
    for many in tables:
        miss = np.abs(many.edge - float(target))
        if deviation is not None:
            miss += 0.02 * np.abs(many.deviation - float(deviation)) / float(deviation)
        if bounds.most_deviation is not None:
            # reckoned, not solved: what is a little above may still fit
            miss[many.deviation > 1.02 * float(bounds.most_deviation)] += 1.0
        # a hundredth of a percent is not worth another changed line
        miss = np.round(miss, 4)
        for at in np.lexsort((many.steps, miss))[:most].tolist():
            rank = (float(miss[at]), len(many.hands), int(many.steps[at]))
            yield rank, many.changes(base, at)


def _miss(result: EdgeResult, target: Fraction, deviation: Fraction | None) -> tuple[float, float]:
    spread = float(result.standard_deviation)
    off = abs(spread - float(deviation)) if deviation is not None else 0.0
    return round(abs(float(result.house_edge - target)), 4), off
