"""Pay tables near a wanted edge and volatility: lines of an approved table changed, and the result solved.

Up to three lines are changed, each to a whole number found on layouts, the lines in order. Candidates are reckoned by
the hundred thousand, in floats; what is shown is solved or counted exactly afterwards.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest
from itertools import combinations, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.questions import refuse_unknown, solve
from pitboss.analysis.report import EdgeResult, PricedLine, both, decimal, outcomes_of, square_root
from pitboss.analysis.solver import Query, Settings, solver_of
from pitboss.compute import Progress, silent
from pitboss.core.arguments import share
from pitboss.core.errors import BadInput, shown
from pitboss.core.money import DOLLAR
from pitboss.core.odds import ForOne, ToOne, parse_odds
from pitboss.core.shown import Page, ShownTable, Shows, percent, titled
from pitboss.sheets import Line, PayTable, sheet, with_pays
from pitboss.sheets import Line as PayLine

USUAL = (
    *range(1, 13), 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 110, 120, 125, 150, 175, 200, 250,
    300, 350, 400, 450, 500, 600, 750, 800, 1000, 1200, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7500, 8000,
    10000,
)  # fmt: skip
"""odds found on layouts"""
PRINTABLE = tuple(sorted({*range(1, 31), *USUAL}))
REACHES = (5, 15, len(USUAL))
"""how many usual odds a line may move from where it stands: farther where nothing nearer meets the target"""
MOST_CHANGES = 3
WILDEST = 1_000_000
"""units: no wager deviates more"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a table must keep whatever its edge."""

    most_deviation: Fraction | None = None
    least_hit: Fraction | None = None
    most_prize: int | None = None
    """the top prize, to 1"""

    def hold(self, table: PayTable, result: EdgeResult) -> bool:
        return (
            (self.most_deviation is None or result.standard_deviation <= self.most_deviation)
            and (self.least_hit is None or result.hit_frequency >= self.least_hit)
            and (self.most_prize is None or top_prize(table) <= self.most_prize)
        )


def top_prize(table: PayTable) -> Fraction:
    prizes = [line.pays.pays for line in table.lines if isinstance(line.pays, ToOne | ForOne)]
    return max(prizes, default=Fraction(0))


def deviation(what: str, value: object) -> Fraction:
    """A standard deviation to come near or to keep below, in units of the wager."""
    found = share(what, value, 0, WILDEST)
    if not found:
        raise BadInput(
            f"{what} {shown(value)}: every table varies.", accepted="a number above 0, such as 2.5"
        )
    return found


class NearTables(NamedTuple):
    """Many tables that change the same lines: what those pay, and what that makes of edge and deviation."""

    hands: tuple[str, ...]
    pays: NDArray[np.int64]
    edge: NDArray[np.float64]
    deviation: NDArray[np.float64]
    steps: NDArray[np.int64]
    """how far the lines have moved, in printable numbers"""

    def changes(self, base: PayTable, at: int) -> dict[str, str]:
        return {
            hand: full(base[hand], str(n)) for hand, n in zip(self.hands, self.pays[at].tolist(), strict=True)
        }


def neighbours(
    base: PayTable,
    near: PayTable,
    near_result: EdgeResult,
    chance: Mapping[str, Fraction],
    free: Iterable[str],
    bounds: Bounds,
    reach: int,
) -> Iterator[NearTables]:
    """Changes of `base`, reckoned from a table `near` whose answer is known."""
    pays = {hand: printed(base, hand) for hand in chance}
    here = {hand: printed(near, hand) for hand in chance}
    weight = {hand: float(p) for hand, p in chance.items()}
    steps = {hand: _steps(int(pays[hand]), bounds.most_prize, reach) for hand in free if hand in pays}
    less = {hand: 1.0 if isinstance(base[hand].pays, ForOne) else 0.0 for hand in chance}
    """what a line that pays `for` gives less than it prints"""
    levels = _levels(base, chance)
    edge, square = float(near_result.house_edge), float(near_result.variance + near_result.house_edge**2)
    fixed = [hand for hand in chance if hand not in steps]
    too_much = bounds.most_prize is not None and any(pays[h] > bounds.most_prize for h in fixed)
    for size in range(min(MOST_CHANGES, len(steps)) + 1) if not too_much else ():
        for hands in combinations(steps, size):
            if bounds.most_prize is not None and any(
                pays[h] > bounds.most_prize for h in chance if h not in hands
            ):
                continue
            grid = np.array(np.meshgrid(*(steps[h] for h in hands), indexing="ij"), np.int64)
            values = grid.reshape(size, -1).T if size else np.zeros((1, 0), np.int64)
            new: dict[str, NDArray[np.float64] | float] = dict(pays)
            new.update((hand, values[:, n].astype(float)) for n, hand in enumerate(hands))
            keeps = np.ones(len(values), bool)
            for upper, lower in pairwise(levels):
                for a in upper:
                    for b in lower:
                        keeps &= np.asarray(new[a]) >= np.asarray(new[b])
            means, squares = np.full(len(values), -edge), np.full(len(values), square)
            for hand in chance:
                means += weight[hand] * (new[hand] - here[hand])
                squares += weight[hand] * ((new[hand] - less[hand]) ** 2 - (here[hand] - less[hand]) ** 2)
            deviation = np.sqrt(np.maximum(squares - means**2, 0.0))
            moved = np.zeros(len(values), np.int64)
            for n, hand in enumerate(hands):
                home = bisect_left(steps[hand], int(pays[hand]))
                moved += np.abs(np.searchsorted(steps[hand], values[:, n]) - home)
            if keeps.any():
                yield NearTables(hands, values[keeps], -means[keeps], deviation[keeps], moved[keeps])


def full(line: Line, text: str) -> str:
    """`--keep flush=4` means 4 in the line's own kind of odds."""
    if text.isdigit():
        return f"{text} {'for' if isinstance(line.pays, ForOne) else 'to'} 1"
    return text


def printed(table: PayTable, hand: str) -> float:
    """As the layout has it: 3 to 2 is 1.5."""
    odds = table.odds(hand)
    assert isinstance(odds, ToOne | ForOne)
    return float(odds.pays)


def _levels(base: PayTable, hands: Iterable[str]) -> list[list[str]]:
    """Lines that pay the same together, the highest first: what pays more on the start pays no less afterwards."""
    by_pays: dict[Fraction, list[str]] = {}
    for hand in hands:
        by_pays.setdefault(base.net(hand), []).append(hand)
    return [by_pays[pays] for pays in sorted(by_pays, reverse=True)]


def _steps(pays: int, most: int | None, reach: int) -> list[int]:
    """What a line may pay instead: whatever is printed within its reach, and where it pays too much, near the most."""
    at = bisect_left(USUAL, pays)
    near = _between(USUAL[max(0, at - reach)], USUAL[min(at + reach, len(USUAL) - 1)])
    if most is not None and pays > most and (lower := USUAL[: bisect_left(USUAL, most + 1)]):
        near = (*near, *_between(lower[-reach:][0], most))
    return sorted({value for value in near if value != pays and (most is None or value <= most)})


def _between(low: int, high: int) -> tuple[int, ...]:
    return PRINTABLE[bisect_left(PRINTABLE, low) : bisect_left(PRINTABLE, high + 1)]


# Neighbours of a table: by the counts of its lines, or by what one more unit would do.

Answer = Callable[[PayTable], EdgeResult]


def movable(table: PayTable) -> list[str]:
    """Lines with odds that a designer may change."""
    return [
        line.hand for line in table.lines if isinstance(line.pays, ToOne | ForOne) and line.pays.pays >= 1
    ]


def with_odds(table: PayTable, changes: Mapping[str, str]) -> PayTable:
    """The table with other odds on some lines; no approved one then."""
    return with_pays(table, changes, id="design") if changes else table


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


# Tables near a target.
#
# Each approved table is a start (or the one that is named). Candidates are ranked by how far they miss the target,
# then by how much they change. Where the lines' counts are known the answer of a candidate is a sum; else the best
# are solved before they are shown, because where the player decides, other pays mean other play.

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
            **both("house_edge", self.result.house_edge),
            "standard_deviation": decimal(square_root(self.result.variance)),
            **both("hit_frequency", self.result.hit_frequency),
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


# What volatility a house edge can be had with: the calmest and the wildest table at every edge in reach.

STEPS = 24
"""edges at which the frontier is looked at where the counts are known"""
SOLVED_STEPS = 6
"""and where every table has to be solved"""
LOWEST, HIGHEST = 0.0, 0.25
"""edges of tables that a house would print"""


@dataclass(frozen=True, slots=True, repr=False)
class Frontier(Shows):
    """Tables with exact answers: the calmest and the wildest by edge, and the approved ones."""

    game: str
    wager: str
    calm: tuple[Design, ...]
    wild: tuple[Design, ...]
    approved: tuple[tuple[PayTable, EdgeResult], ...]

    def page(self) -> Page:
        rows = tuple(
            (
                percent(calm.result.house_edge, 3),
                f"{float(calm.result.standard_deviation):.3f}",
                percent(wild.result.house_edge, 3),
                f"{float(wild.result.standard_deviation):.3f}",
            )
            for calm, wild in zip(self.calm, self.wild, strict=True)
        )
        heads = ("calm: edge", "std dev", "wild: edge", "std dev")
        return Page(
            f"{titled(self.game, self.wager)}: edge against volatility", {}, (ShownTable(heads, rows),)
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "calm": [d.to_json() for d in self.calm],
            "wild": [d.to_json() for d in self.wild],
            "approved": [
                {"pay_table": t.id, "edge": float(r.house_edge), "deviation": float(r.standard_deviation)}
                for t, r in self.approved
            ],
        }


def frontier(
    game: str,
    wager: str,
    start: str | None = None,
    keep: Mapping[str, str] | None = None,
    settings: Mapping[str, str] | None = None,
    bounds: Bounds | None = None,
    progress: Progress = silent,
    lowest: float = LOWEST,
    highest: float = HIGHEST,
) -> Frontier:
    """At every edge in reach the calmest and the wildest table near the approved ones."""
    within = bounds or Bounds()
    shops = list(workshops(game, wager, start, keep, settings, progress))
    known = all(shop.known for shop in shops)
    cuts = np.linspace(lowest, highest, (STEPS if known else SOLVED_STEPS) + 1)
    best: dict[tuple[int, bool], tuple[float, int, dict[str, str]]] = {}
    for number, shop in enumerate(shops):
        for many in shop.near(within, REACHES[0]):
            _keep_best(best, number, many, shop.base, cuts, within)
    designs = {key: shops[number].made(changes) for key, (_, number, changes) in best.items()}
    fitting = {
        key: d for key, d in designs.items() if within.hold(d.table, d.result) and d.result.house_edge > 0
    }
    bins = [at for at in range(len(cuts)) if (at, False) in fitting and (at, True) in fitting]
    if not bins:
        raise BadInput(
            f"No table of {game} {wager} with an edge of {lowest:.0%} to {highest:.0%} keeps within the bounds.",
            accepted="wider bounds, or fewer --keep",
        )
    query = shops[0].settings
    approved = tuple(
        (table, solve(game, Query(wager, table, query)))
        for table in (sheet(game).tables(wager) if known else (sheet(game).pay_table(wager, shops[0].start),))
    )
    return Frontier(
        game,
        wager,
        tuple(fitting[at, False] for at in bins),
        tuple(fitting[at, True] for at in bins),
        approved,
    )


def _keep_best(
    best: dict[tuple[int, bool], tuple[float, int, dict[str, str]]],
    number: int,
    many: NearTables,
    base: PayTable,
    cuts: np.ndarray,
    bounds: Bounds,
) -> None:
    """Of these tables those that are calmer or wilder than any so far at their edge."""
    fits = np.ones(len(many.edge), bool)
    if bounds.most_deviation is not None:
        fits &= many.deviation <= float(bounds.most_deviation)
    bins = np.where(fits, np.digitize(many.edge, cuts), 0)
    for at in _inside(np.unique(bins).tolist(), len(cuts)):
        here = np.flatnonzero(bins == at)
        for wild in (False, True):
            found = here[np.argmax(many.deviation[here]) if wild else np.argmin(many.deviation[here])]
            deviation = float(many.deviation[found])
            before = best.get((at, wild))
            if before is None or (deviation > before[0] if wild else deviation < before[0]):
                best[at, wild] = (deviation, number, many.changes(base, int(found)))


def _inside(bins: Iterable[int], cuts: int) -> list[int]:
    return [at for at in bins if 0 < at < cuts]


# The table found, as a file for `--pay-table-file`.


def as_toml(table: PayTable) -> str:
    """The table in the file format, ready for --pay-table-file."""
    rows = [f"    {{ {_fields(line)} }}," for line in table.lines]
    rules = "".join(f'\n{name} = "{value}"' for name, value in table.rules.items())
    return "\n".join(
        ["[[pay_table]]", f'wager = "{table.wager}"', f'id = "{table.id}"', "line = [", *rows, "]"]
    ) + (f"\n\n[pay_table.rules]{rules}\n" if rules else "\n")


def _fields(line: PayLine) -> str:
    """A line with all that it says, so that the file is the table shown."""
    fields = [f"hand = {json.dumps(line.hand)}", f"text = {json.dumps(line.text, ensure_ascii=False)}"]
    if line.pays is not None:
        fields.append(f'pays = "{str(line.pays).replace(",", "")}"')
    if line.multiplies is not None:
        fields.append(f"multiplies = {line.multiplies}")
    if line.envy_cents is not None:
        fields.append(f"envy_dollars = {line.envy_cents // DOLLAR}")
    return ", ".join(fields)


__all__ = (
    "PRINTABLE",
    "Bounds",
    "Design",
    "Frontier",
    "as_toml",
    "design",
    "deviation",
    "frontier",
    "lines_explain",
    "slopes",
)
