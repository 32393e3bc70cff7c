"""Pay tables near a target edge and volatility, with odds a layout can print.

The approved table nearest in purpose is the start. Up to three of its lines are changed, each to a whole
number of the kind found on layouts, the lines staying in order. Candidates are ranked by how far they
miss the target, then by how much they change; the best are solved exactly before they are shown, because
where the player decides, other pays mean other play.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nsmallest
from itertools import combinations, pairwise, product
from typing import Any

from pitboss.approvals import Line as PayLine
from pitboss.approvals import PayTable, sheet
from pitboss.compute.progress import Progress, silent
from pitboss.edge.ask import solve
from pitboss.edge.report import EdgeResult, decimal, exact
from pitboss.edge.solver import Query, Settings, solver_of
from pitboss.errors import BadInput
from pitboss.money import DOLLAR
from pitboss.odds import ForOne, ToOne, parse_odds
from pitboss.shown import Page, ShownTable, Shows, percent, titled

PRINTABLE = (
    *range(1, 13), 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90, 100, 110, 120, 125, 150, 175, 200, 250,
    300, 350, 400, 450, 500, 600, 750, 800, 1000, 1200, 1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7500, 8000,
    10000,
)  # fmt: skip
REACH = 5
"""how many steps of PRINTABLE a line may move from where it stands"""
MOST_CHANGES = 3
PASSES = 3
CLOSE = Fraction(1, 2000)
NEAR = Fraction(1, 200)
"""farther from the target than this is a miss"""
SOLVED = 12
"""candidates solved exactly"""


@dataclass(frozen=True, slots=True, repr=False)
class Design(Shows):
    """A candidate with its exact answer."""

    table: PayTable
    result: EdgeResult
    changes: Mapping[str, str]
    """hand: odds, only the lines that differ from the start"""

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
            "house_edge": decimal(self.result.house_edge),
            "house_edge_exact": exact(self.result.house_edge),
            "standard_deviation": decimal(self.result.standard_deviation),
            "hit_frequency": decimal(self.result.hit_frequency),
            "changes": dict(self.changes),
            "lines": [{"hand": line.hand, "pays": str(line.pays)} for line in self.table.lines if line.pays],
        }


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a table must keep whatever its edge."""

    most_deviation: Fraction | None = None
    least_hit: Fraction | None = None
    most_prize: int | None = None
    """the top prize, to 1"""

    def hold(self, design: Design) -> bool:
        result = design.result
        prizes = [line.pays.pays for line in design.table.lines if isinstance(line.pays, ToOne | ForOne)]
        return (
            (self.most_deviation is None or result.standard_deviation <= self.most_deviation)
            and (self.least_hit is None or result.hit_frequency >= self.least_hit)
            and (self.most_prize is None or max(prizes, default=Fraction(0)) <= self.most_prize)
        )


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
) -> list[Design]:
    """The best tables within the bounds, nearest to the target first. A table that favours the player is offered
    only to whoever asks for one."""
    if not -1 < target_edge < 1:
        raise BadInput(f"A house edge of {float(target_edge)} is no target.", accepted="a share such as 0.05")
    rules = sheet(game)
    tables = rules.tables(wager)
    if not tables:
        raise BadInput(f"{rules.name} has no pay table for {wager} to design.")
    base = rules.pay_table(wager, start) if start else tables[0]
    fixed = _fixed(base, keep or {})
    base = _with(base, fixed)
    complete = Settings.complete(solver_of(game).settings(wager), settings or {})

    solved = 0
    most = PASSES * (SOLVED + len(base.lines)) + 1

    def answer(table: PayTable) -> EdgeResult:
        nonlocal solved
        progress(solved, most)
        solved += 1
        return solve(game, Query(wager, table, complete))

    first = answer(base)
    chance = slopes(base, first, answer)
    movable = [hand for hand in chance if hand not in fixed]
    if not movable:
        raise BadInput("Every line is kept: there is nothing to design.", accepted="fewer --keep")
    found: list[Design] = []
    near, near_result = base, first
    for _ in range(PASSES):
        rows = _candidates(base, near, near_result, chance, movable, target_edge, target_deviation)
        ranked = nsmallest(max(count, SOLVED), rows, key=lambda row: row[0])
        tried = [d.changes for d in found]
        found += [_finish(base, changes, answer) for _, changes in ranked if changes not in tried]
        found.sort(key=lambda d: _miss(d.result, target_edge, target_deviation))
        near, near_result = found[0].table, found[0].result
        if lines_explain(first) or abs(near_result.house_edge - target_edge) < CLOSE:
            break
        # where play changes with the pays the slopes do too: reckon again from the best so far
        chance = slopes(near, near_result, answer)
    progress(most, most)
    fitting = [
        d for d in found if (bounds or Bounds()).hold(d) and (d.result.house_edge > 0) >= (target_edge > 0)
    ]
    if not fitting:
        raise BadInput(
            f"Of {len(found)} tables near {float(target_edge):.2%} none keeps within the bounds.",
            accepted="wider bounds, another target, or fewer --keep",
        )
    return fitting[:count]


def _fixed(base: PayTable, keep: Mapping[str, str]) -> dict[str, str]:
    for hand, text in keep.items():
        if hand not in base.by_hand:
            raise BadInput(f"The table has no line {hand!r}.", accepted=", ".join(base.by_hand))
        parse_odds(_full(base[hand], text))
    return {hand: _full(base[hand], text) for hand, text in keep.items()}


def _full(line: PayLine, text: str) -> str:
    """`--keep flush=4` means 4 in the line's own kind of odds."""
    if text.isdigit():
        return f"{text} {'for' if isinstance(line.pays, ForOne) else 'to'} 1"
    return text


def _with(table: PayTable, changes: Mapping[str, str]) -> PayTable:
    lines = tuple(
        replace(line, pays=parse_odds(changes[line.hand])) if line.hand in changes else line
        for line in table.lines
    )
    return replace(table, id="design", lines=lines, approved=False) if changes else table


def slopes(base: PayTable, first: EdgeResult, answer: Any) -> dict[str, Fraction]:
    """How much the edge falls when a line pays one more: its probability where the lines alone make up the
    edge, else (decisions, raises, multipliers) what solving once more shows."""
    by_text = {line.hand: line.probability for line in first.lines} if lines_explain(first) else {}
    found: dict[str, Fraction] = {}
    for line in base.lines:
        if not isinstance(line.pays, ToOne | ForOne) or line.pays.pays < 1:
            continue
        if line.text in by_text:
            found[line.hand] = by_text[line.text]
        else:
            more = replace(line.pays, pays=line.pays.pays + 1)
            moved = answer(_with(base, {line.hand: str(more)}))
            found[line.hand] = first.house_edge - moved.house_edge
    return found


def lines_explain(result: EdgeResult) -> bool:
    """Whether the edge is just the lines' pays and a loss of one unit otherwise."""
    if not result.lines or any(line.net is None for line in result.lines):
        return False
    paid = sum((line.probability * ((line.net or 0) + 1) for line in result.lines), Fraction(0))
    return 1 - paid == result.house_edge


def _candidates(
    base: PayTable,
    near: PayTable,
    near_result: EdgeResult,
    chance: Mapping[str, Fraction],
    movable: list[str],
    target: Fraction,
    deviation: Fraction | None,
) -> Iterator[tuple[tuple[float, int, int], dict[str, str]]]:
    """Changes of up to three lines of `base` with their rank, reckoned from `near`; floats are enough to rank."""
    pays = {hand: _pays(base, hand) for hand in chance}
    here = {hand: _pays(near, hand) for hand in chance}
    steps = {hand: _neighbours(pays[hand]) for hand in movable if hand in pays}
    movable = list(steps)
    edge, variance = float(near_result.house_edge), float(near_result.variance)
    weight = {hand: float(p) for hand, p in chance.items()}
    # what pays more on the approved table pays no less on the new one
    levels = _levels(base, chance)
    printed: dict[str, float] = {hand: _printed(base, hand) for hand in chance}
    for size in range(min(MOST_CHANGES, len(movable)) + 1):
        for hands in combinations(movable, size):
            for values in product(*(steps[hand] for hand in hands)):
                new = pays | dict(zip(hands, values, strict=True))
                shown = printed | dict(zip(hands, values, strict=True))
                if any(min(shown[h] for h in a) < max(shown[h] for h in b) for a, b in pairwise(levels)):
                    continue
                moved = edge - sum(weight[h] * (new[h] - here[h]) for h in weight)
                spread = variance + sum(weight[h] * (new[h] ** 2 - here[h] ** 2) for h in weight)
                far = sum(abs(steps[h].index(new[h]) - _home(steps[h], pays[h])) for h in hands)
                yield (
                    _rank(moved, spread, target, deviation, size, far),
                    {h: _full(base[h], str(new[h])) for h in hands},
                )


def _levels(base: PayTable, hands: Iterable[str]) -> list[list[str]]:
    """Lines that pay the same together, the highest first."""
    by_pays: dict[Fraction, list[str]] = {}
    for hand in hands:
        by_pays.setdefault(base.net(hand), []).append(hand)
    return [by_pays[pays] for pays in sorted(by_pays, reverse=True)]


def _rank(
    edge: float, variance: float, target: Fraction, deviation: Fraction | None, size: int, far: int
) -> tuple[float, int, int]:
    miss = abs(edge - float(target))
    if deviation is not None:
        miss += 0.02 * abs(max(variance, 0.0) ** 0.5 - float(deviation)) / float(deviation)
    # a hundredth of a percent is not worth another changed line
    return round(miss, 4), size, far


def _miss(result: EdgeResult, target: Fraction, deviation: Fraction | None) -> tuple[float, float]:
    spread = float(result.standard_deviation)
    off = abs(spread - float(deviation)) if deviation is not None else 0.0
    return round(abs(float(result.house_edge - target)), 4), off


def _pays(base: PayTable, hand: str) -> int:
    odds = base.odds(hand)
    assert isinstance(odds, ToOne | ForOne)
    return int(odds.pays)


def _printed(base: PayTable, hand: str) -> float:
    """As the layout has it: 3 to 2 is 1.5."""
    odds = base.odds(hand)
    assert isinstance(odds, ToOne | ForOne)
    return float(odds.pays)


def _neighbours(pays: int) -> list[int]:
    at = bisect_left(PRINTABLE, pays)
    near = list(PRINTABLE[max(0, at - REACH) : at + REACH + 1])
    return [value for value in near if value != pays]


def _home(steps: list[int], pays: int) -> int:
    return bisect_left(steps, pays)


def _finish(base: PayTable, changes: dict[str, str], answer: Any) -> Design:
    table = _with(base, changes)
    return Design(table, answer(table), changes)


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
