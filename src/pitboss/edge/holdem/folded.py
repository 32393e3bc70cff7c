"""What folded hands would have won on wagers that do not depend on turn and river.

Needed where the house collects such wagers at the fold (DU-07): the chance of a line is then that of the
line together with a hand that is not folded. Counts are out of `solve.DEALS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution
from pitboss.edge.holdem.symmetry import PAIRS, REST, FlopSpace, flop_classes
from pitboss.poker.hands import Category

Ints = NDArray[np.int64]

MATCHES = ("four-of-a-kind", "three-of-a-kind", "two-matches", "one-match")
RUNOUTS = comb(REST - 4, 2)


@dataclass(frozen=True, slots=True)
class FoldedCounts:
    """Deals with a folded hand by match with the dealer, and by the hand made with the flop."""

    matches: dict[str, int]
    with_flop: dict[Category, int]


def folded_views(solution: Solution, number: int, space: FlopSpace) -> NDArray[np.bool_]:
    """By hole and view: whether the hand has waited and now folds after the flop of that class."""
    waits = solution.choices()[space.classes()] == 0
    bits = np.arange(len(solution.rules.views))
    plays: NDArray[np.bool_] = (solution.played[number][:, None] >> bits) & 1 == 1
    folds: NDArray[np.bool_] = waits & ~plays
    return folds


_counted: dict[str, FoldedCounts] = {}
"""by the rules' hash, which tells solutions apart"""


def folded_counts(solution: Solution) -> FoldedCounts:
    key = solution.rules.hash
    if key not in _counted:
        _counted[key] = count_folded(solution)
    return _counted[key]


def count_folded(solution: Solution) -> FoldedCounts:
    matches = np.zeros(len(MATCHES), np.int64)
    with_flop = np.zeros(len(Category), np.int64)
    for number, (flop, stands_for) in enumerate(flop_classes()):
        space = FlopSpace.of(flop)
        folded = folded_views(solution, number, space)
        if not folded.any():
            continue
        by_line = match_counts(solution.rules, space)
        matches += stands_for * RUNOUTS * np.einsum("hv,lhv->l", folded, by_line)
        deals = (solution.rules.deals(space) * folded).sum(axis=1)
        np.add.at(with_flop, flop_categories(space), stands_for * deals)
    return FoldedCounts(
        dict(zip(MATCHES, map(int, matches), strict=True)),
        {kind: int(with_flop[kind]) for kind in Category},
    )


def flop_categories(space: FlopSpace) -> NDArray[np.uint8]:
    """The category that each hole makes with the flop."""
    from pitboss.poker.batch import category, evaluate_unchecked

    hands = np.empty((len(PAIRS), 5), np.uint8)
    hands[:, :3] = space.flop
    hands[:, 3:] = space.rest[PAIRS]
    return category(evaluate_unchecked(hands))


def match_counts(rules: HoldemRules, space: FlopSpace) -> Ints:
    """By line of Match the Dealer, player's hole and view: how many of the dealer's holes make it."""
    ranks = space.rest[PAIRS].astype(np.int64) // 4
    first, second = ranks[:, 0], ranks[:, 1]
    every = np.arange(len(ranks))
    left = np.tile(np.bincount(space.rest // 4, minlength=13), (len(ranks), 1))
    np.subtract.at(left, (every, first), 1)
    np.subtract.at(left, (every, second), 1)
    pair = first == second
    of_first, of_second = left[every, first], left[every, second]
    found = np.zeros((len(MATCHES), len(ranks), len(rules.views)), np.int64)
    four, three, two, one = range(len(MATCHES))
    groups = rules.group_of_rank
    found[two, every, rules.rank_views[first, second]] += of_first * of_second * ~pair
    for rank, count, counted in ((first, of_first, pair | True), (second, of_second, ~pair)):
        # the dealer has a pair of the player's rank, or one card of it beside a card of neither rank
        same = count * (count - 1) // 2 * counted
        found[np.where(pair, four, three), every, rules.rank_views[rank, rank]] += same
        for group in range(len(rules.groups) or 1):
            beside = left[:, groups == group].sum(axis=1)
            beside -= of_first * (groups[first] == group) + of_second * (groups[second] == group) * ~pair
            view = rules.view_of_groups[groups[rank], group]
            found[np.where(pair, three, one), every, view] += count * beside * counted
    return found
