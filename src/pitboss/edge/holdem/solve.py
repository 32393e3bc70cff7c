"""Solve a hold'em game: flop by flop, then before the flop.

Every class of flops is a task of its own; the tasks are pure and their results integers, so it does not
matter where and in which order they run.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import TEN, TWO
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.holdem import columns
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, PAIRS, REST_HOLES, FlopSpace, flop_classes
from pitboss.poker.hands import Category

Ints = NDArray[np.int64]

DEALS = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
"""hole, flop, turn and river, dealer's cards: 27,813,810,024,000"""

FLOPS_IN_TASK = 15

VERSION = 1
"""of the solver: to be raised when it, or the ranking of hands, would count something else"""


@dataclass(frozen=True, slots=True)
class FlopResult:
    """One flop: sums by starting hand, and for each hole what is played and what it is worth."""

    sums: Ints
    waiting: Ints
    played: NDArray[np.uint8]
    worths: Ints


def solve_flop(rules: HoldemRules, flop: tuple[int, ...]) -> FlopResult:
    # only whoever solves needs the compiler; a stored solution is read without it
    from pitboss.edge.holdem import kernels

    space = FlopSpace.of(flop)
    river = rules.river_times > 0
    form = rules.form(rules.river_times if river else rules.flop_times)
    counts, river_worth, river_played = kernels.count_runouts(
        space.rest, np.array(flop, np.int64), space.runouts, space.weights, *space.by_rank_pair(),
        rules.units(space), rules.lane_bits, rules.qualifies_from, river, form, rules.scaled_fold,
        rules.outs,
    )  # fmt: skip
    return FlopResult(
        *kernels.finish_flop(
            counts, river_worth, river_played, space.images, space.classes(), rules.deals(space), rules.lane_bits,
            rules.hidden, river, rules.form(rules.flop_times), rules.scaled_fold,
            flop_rule(space) if rules.outs else np.zeros(0, np.bool_),
        )
    )  # fmt: skip


def flop_rule(space: FlopSpace) -> NDArray[np.bool_]:
    """Which holes the readable strategy plays at the flop: a hand of a higher kind than the flop's own,
    deuces in the hole excepted; or four to a flush, a ten or better of its suit in the hole."""
    from pitboss.poker.batch import category, evaluate_unchecked

    holes = space.rest[PAIRS].astype(np.int64)
    cards = np.concatenate([np.tile(space.flop, (len(holes), 1)), holes], axis=1)
    made = category(evaluate_unchecked(cards.astype(np.uint8)))
    ranks = len({card // 4 for card in space.flop})
    own = {3: Category.HIGH_CARD, 2: Category.PAIR, 1: Category.THREE_OF_A_KIND}[ranks]
    deuces = (holes // 4 == TWO).all(axis=1)
    draws = np.zeros(len(holes), np.bool_)
    for suit in range(4):
        suited = holes % 4 == suit
        four = (cards % 4 == suit).sum(axis=1) == 4
        draws |= four & (suited & (holes // 4 >= TEN)).any(axis=1)
    rule: NDArray[np.bool_] = ((made > own) & ~deuces) | draws
    return rule


@dataclass(frozen=True, slots=True)
class FlopTask:
    rules: HoldemRules
    classes: tuple[int, ...]


def solve_task(task: FlopTask) -> tuple[Ints, Ints, NDArray[np.uint8]]:
    """Sums over some classes of flops, and the plays after each of them."""
    sums = np.zeros((HOLE_CLASSES, task.rules.lanes, task.rules.stages, columns.COLUMNS), np.int64)
    waiting = np.zeros((HOLE_CLASSES, len(task.rules.views)), np.int64)
    played = np.zeros((len(task.classes), REST_HOLES), np.uint8)
    for at, number in enumerate(task.classes):
        flop, stands_for = flop_classes()[number]
        found = solve_flop(task.rules, flop)
        sums += stands_for * found.sums
        waiting += stands_for * found.waiting
        played[at] = found.played
    return sums, waiting, played


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved game in integers.

    `sums[hand, lane, 0]` counts all deals of a starting hand, `[.., 1]` those played at the flop by one
    that waited, `[.., 2]` those played on the river; `waiting[hand, view]` is the worth of waiting for the
    flop; `played[flop, hole]` has a bit for each view in which the hole is played after that flop."""

    rules: HoldemRules
    sums: Ints
    waiting: Ints
    played: NDArray[np.uint8]

    @property
    def arrays(self) -> tuple[Ints, Ints, NDArray[np.uint8]]:
        """What is stored."""
        return self.sums, self.waiting, self.played

    def before_flop(self, times: int) -> Ints:
        """Worth of a Play wager before the flop by starting hand and view, in scaled integers."""
        return self._by_view(np.einsum("lc,hlc->hl", self.rules.form(times), self.sums[:, :, 0]))

    def deals(self) -> Ints:
        """Deals by starting hand and view."""
        return self._by_view(self.sums[:, :, 0, columns.ALL])

    def _by_view(self, by_lane: Ints) -> Ints:
        """What the player cannot tell apart taken together."""
        lanes = by_lane.reshape(HOLE_CLASSES, len(self.rules.views), self.rules.hidden)
        total: Ints = lanes.sum(axis=2)
        return total

    def choices(self) -> Ints:
        """The best Play wager before the flop by starting hand and view, 0 to wait for the flop."""
        best, choice = self.waiting, np.zeros_like(self.waiting)
        for times in sorted(self.rules.before_flop):
            worth = self.before_flop(times)
            choice = np.where(worth > best, times, choice)
            best = np.maximum(worth, best)
        return choice

    def worth(self) -> int:
        """The player's total over all deals, in scaled integers."""
        options = [self.waiting, *(self.before_flop(times) for times in self.rules.before_flop)]
        return int(np.maximum.reduce(options).sum())


def seconds_of(rules: HoldemRules) -> float:
    """What all flops will take of one core, from a few of them."""
    looked_at = [flop for flop, _ in flop_classes()[:: len(flop_classes()) // 4]]
    solve_flop(rules, looked_at[0])
    start = thread_time()
    for flop in looked_at[1:]:
        solve_flop(rules, flop)
    return (thread_time() - start) / (len(looked_at) - 1) * len(flop_classes())


def solve(rules: HoldemRules, engine: Engine | None = None, progress: Progress = silent) -> Solution:
    """All flops, on whatever engine."""
    numbers = range(len(flop_classes()))
    tasks = [FlopTask(rules, tuple(numbers[at : at + FLOPS_IN_TASK])) for at in numbers[::FLOPS_IN_TASK]]
    sums = np.zeros((HOLE_CLASSES, rules.lanes, rules.stages, columns.COLUMNS), np.int64)
    waiting = np.zeros((HOLE_CLASSES, len(rules.views)), np.int64)
    played = []
    for part in (engine or LocalEngine()).map(solve_task, tasks, progress):
        sums += part[0]
        waiting += part[1]
        played.append(part[2])
    return Solution(rules, sums, waiting, np.concatenate(played))
