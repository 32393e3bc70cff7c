"""What the choices of a hold'em hand are worth in antes, and what folded hands and other players' hands add
to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, perm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.report import Grid, PricedChoice, Situation, best_of
from pitboss.cardplay.holdem.rules import (
    HOLE_CLASSES,
    PAIRS,
    REST,
    FlopSpace,
    HoldemRules,
    class_name,
    flop_classes,
)
from pitboss.cardplay.holdem.solution import DEALS, Ints, Solution, solve_flop
from pitboss.cardplay.poker.hands import Category
from pitboss.core.cards import RANKS, Card
from pitboss.core.errors import BadInput

TEXTS = {"check": "Check", "fold": "Fold", **{f"play-{n}x": f"Play {n}x" for n in (1, 2, 3, 4)}}


def priced(worths: Mapping[str, Fraction]) -> tuple[PricedChoice, ...]:
    return tuple(PricedChoice(name, worth, TEXTS[name]) for name, worth in worths.items())


def before_flop(solution: Solution, hand: int, view: int = 0) -> dict[str, Fraction]:
    """Each choice of a starting hand, under what it sees of the dealer's cards."""
    found = {"check": solution.waiting}
    found |= {f"play-{times}x": solution.before_flop(times) for times in solution.rules.before_flop}
    deals = _some(int(solution.deals()[hand, view])) * solution.rules.scale
    return {name: Fraction(int(worth[hand, view]), deals) for name, worth in found.items()}


def at_flop(
    rules: HoldemRules, hole: tuple[Card, ...], flop: tuple[Card, ...], view: int = 0
) -> tuple[Fraction, Fraction]:
    """Playing, and what else there is: to fold, or to wait for the river."""
    space = FlopSpace.of(tuple(sorted(flop)))
    at = space.number(hole)
    deals = _some(int(rules.deals(space)[at, view])) * rules.scale
    play, otherwise = (Fraction(int(worth), deals) for worth in flop_worths(rules, space.flop)[at, view])
    return play, otherwise


def _some(deals: int) -> int:
    if not deals:
        raise BadInput("No cards are left that show these lights.", clause="DU-03", accepted="other lights")
    return deals


@lru_cache(maxsize=256)
def flop_worths(rules: HoldemRules, flop: tuple[Card, ...]) -> Ints:
    return solve_flop(rules, flop).worths


def square_grid(title: str, cells: Sequence[str], legend: Mapping[str, str]) -> Grid:
    """The starting hands' cells in the usual square: suited hands above the diagonal."""
    names = RANKS[::-1]
    rows = tuple((name, tuple(cells[13 * row : 13 * row + 13])) for row, name in enumerate(names))
    return Grid(title, "", "suited above the diagonal, offsuit below", tuple(names), rows, legend)


def starting_hands(solution: Solution, views: Sequence[str] = ("",)) -> Iterator[Situation]:
    """Each under each view, with its chance and the worth of its choices."""
    deals = solution.deals()
    for hand in range(HOLE_CLASSES):
        for view, shown in enumerate(views):
            if count := int(deals[hand, view]):
                name = f"{class_name(hand)} v {shown}" if shown else class_name(hand)
                yield best_of(name, Fraction(count, DEALS), priced(before_flop(solution, hand, view)))


# What folded hands would have won on wagers that do not depend on turn and river.
#
# Needed where the house collects such wagers at the fold (DU-07): the chance of a line is then that of the
# line together with a hand that is not folded. Counts are out of `DEALS`.

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
    from pitboss.cardplay.poker.batch import category, evaluate_unchecked

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


# Envy: what other players' hands bring the holder of a jackpot wager (JP-20), exactly.
#
# All players share the flop, so one's own hand, the dealer's groups and the others' hands hang together.
# Straight flushes on the flop need one of a few pairs of cards; which of those pairs the others hold is
# counted by inclusion and exclusion.

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
