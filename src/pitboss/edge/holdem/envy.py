"""Envy: what other players' hands bring the holder of a jackpot wager (JP-20), exactly.

All players share the flop, so one's own hand, the dealer's groups and the others' hands hang together.
Straight flushes on the flop need one of a few pairs of cards; which of those pairs the others hold is
counted by inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.edge.holdem.folded import flop_categories, folded_views
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import Solution
from pitboss.edge.holdem.symmetry import PAIRS, FlopSpace, flop_classes
from pitboss.poker.hands import Category

Pair = tuple[Card, Card]
Family = frozenset[Pair]
"""pairs of cards held by other players, no card twice"""

_UNSEEN = 47


@dataclass(frozen=True, slots=True)
class Together:
    """Own hand with the flop, whether it is folded, and the envy prizes won, with their chance."""

    own: Category
    folded: bool
    prizes: tuple[Category, ...]
    chance: Fraction


def together(solution: Solution, others: int, prized: frozenset[Category]) -> Iterator[Together]:
    """All flops on which somebody may win an envy prize; every other flop brings none."""
    for number, (flop, stands_for) in enumerate(flop_classes()):
        space = FlopSpace.of(flop)
        made = flop_categories(space)
        winners = np.flatnonzero(np.isin(made, list(prized))).tolist()
        if not winners:
            continue
        prizes = {_pair(space, at): Category(int(made[at])) for at in winners}
        folds = folded_views(solution, number, space)
        if folds[winners].any():
            raise ValueError("a hand that wins an envy prize is folded under this pay table")
        weight = Fraction(stands_for, comb(52, 2) * comb(50, 3))
        for (kind, folded, free, sizes), holes in _alike(solution.rules, space, prizes, made, folds).items():
            for family, view, chance in _held(solution.rules, free, sizes, others):
                won = tuple(sorted(prizes[pair] for pair in family))
                yield Together(Category(kind), folded[view], won, holes * weight * chance)


def _alike(
    rules: HoldemRules,
    space: FlopSpace,
    prizes: Mapping[Pair, Category],
    made: NDArray[np.uint8],
    folds: NDArray[np.bool_],
) -> Counter[tuple[int, tuple[bool, ...], tuple[Pair, ...], tuple[int, ...]]]:
    """Own holes that make no difference, counted: same hand, same folds, same prized pairs left to the
    others, same unseen cards of each group."""
    groups: list[int] = rules.group_of_rank.tolist()
    sizes = [sum(groups[c // 4] == g for c in space.rest.tolist()) for g in range(len(rules.groups))]
    found: Counter[tuple[int, tuple[bool, ...], tuple[Pair, ...], tuple[int, ...]]] = Counter()
    holes = zip(space.rest[PAIRS].tolist(), made.tolist(), folds.tolist(), strict=True)
    for (one, other), kind, folded in holes:
        free = tuple(pair for pair in prizes if one not in pair and other not in pair)
        left = sizes.copy()
        left[groups[one // 4]] -= 1
        left[groups[other // 4]] -= 1
        found[kind, tuple(folded), free, tuple(left)] += 1
    return found


def _pair(space: FlopSpace, hole: int) -> Pair:
    one, other = space.rest[PAIRS[hole]]
    return int(one), int(other)


@lru_cache(maxsize=4096)
def _held_with(
    views: tuple[tuple[int, int], ...],
    groups: tuple[int, ...],
    free: tuple[Pair, ...],
    sizes: tuple[int, ...],
    others: int,
) -> tuple[tuple[Family, int, Fraction], ...]:
    families = [
        frozenset(some)
        for size in range(min(others, len(free)) + 1)
        for some in combinations(free, size)
        if len({c for pair in some for c in pair}) == 2 * size
    ]
    found = []
    for family in families:
        for view, shown in enumerate(views):
            chance = Fraction(0)
            for larger in families:
                if family <= larger:
                    left = list(sizes)
                    for c in (c for pair in larger for c in pair):
                        left[groups[c // 4]] -= 1
                    sign = (-1) ** (len(larger) - len(family))
                    chance += sign * _all_held(len(larger), others) * _shows(shown, left)
            if chance:
                found.append((family, view, chance))
    return tuple(found)


def _held(
    rules: HoldemRules, free: tuple[Pair, ...], sizes: tuple[int, ...], others: int
) -> tuple[tuple[Family, int, Fraction], ...]:
    """Which prized pairs exactly the others hold, together with the view on the dealer's cards."""
    return _held_with(rules.views, tuple(rules.group_of_rank), free, sizes, others)


def _all_held(size: int, others: int) -> Fraction:
    """The chance that `size` given pairs are each held by one of the others."""
    ways = 1
    for at in range(size):
        ways *= comb(_UNSEEN - 2 * at, 2)
    return Fraction(perm(others, size), ways)


def _shows(view: tuple[int, int], sizes: list[int]) -> Fraction:
    """The chance that the dealer's two cards, from groups of these sizes, show this view."""
    one, other = view
    ways = comb(sizes[one], 2) if one == other else sizes[one] * sizes[other]
    return Fraction(ways, comb(sum(sizes), 2))
