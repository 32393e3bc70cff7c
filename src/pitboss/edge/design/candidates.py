"""Tables near a start: up to three lines changed, each to a whole number found on layouts, the lines in order.

They are reckoned by the hundred thousand, in floats; what is shown is solved or counted exactly afterwards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import Line, PayTable
from pitboss.arguments import share
from pitboss.edge.report import EdgeResult
from pitboss.errors import BadInput, shown
from pitboss.odds import ForOne, ToOne

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
