"""Dealer and player ace-high, without replacement, exactly (FU-11, FU-12, FU-19).

An ace-high pai gow is a set of different ranks without a straight, an ace (or the joker) among them, and
no flush. For two such rank sets the ways to suit both hands depend only on how many ranks they share and
how many cards are natural, and the flushes come off by inclusion and exclusion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np

from pitboss.cardplay.paigow.hands import HANDS, line_of
from pitboss.cardplay.paigow.kernels import ROYAL_MATCH, flush_fits, rank_fits
from pitboss.core.cards import ACE
from pitboss.sheets import PayTable

RUNS: Final = tuple({ACE, 0, 1, 2, 3} if low < 0 else set(range(low, low + 5)) for low in range(-1, 9))

JOINT: Final = "dealer-and-player-ace-high"
WITH_JOKER: Final = "dealer-ace-high-joker"
NO_JOKER: Final = "dealer-ace-high"


@lru_cache(maxsize=2)
def rank_sets(joker: bool) -> tuple[frozenset[int], ...]:
    """The natural ranks of an ace-high hand: an ace and six others, or the joker and six below the ace."""
    found = []
    for others in combinations(range(ACE), 6):
        ranks = frozenset(others) if joker else frozenset((*others, ACE))
        if all(len(run & ranks) < 5 - joker for run in RUNS):
            found.append(ranks)
    return tuple(found)


def _flush_from(joker: bool) -> int:
    return 4 if joker else 5


@lru_cache(maxsize=4)
def suited_alone(joker: bool) -> int:
    """Ways to suit one hand's different ranks without a flush."""
    n = 6 if joker else 7
    return _power(4, n) - _flushes(n, _flush_from(joker))


def _power(base: int, exponent: int) -> int:
    return int(base**exponent)


def _flushes(cards: int, least: int) -> int:
    """Ways to suit so many cards of different ranks with at least `least` of them in one suit."""
    return sum(4 * comb(cards, k) * _power(3, cards - k) for k in range(least, cards + 1))


@lru_cache(maxsize=64)
def suited_together(shared: int, dealer_joker: bool, player_joker: bool) -> int:
    """Ways to suit both hands, no card twice and neither a flush, when they share so many ranks."""
    dealer, player = 6 + (not dealer_joker), 6 + (not player_joker)
    d_from, p_from = _flush_from(dealer_joker), _flush_from(player_joker)
    all_ways = _power(12, shared) * _power(4, dealer + player - 2 * shared)
    dealer_flush = _flushes(dealer, d_from) * _power(3, shared) * _power(4, player - shared)
    player_flush = _flushes(player, p_from) * _power(3, shared) * _power(4, dealer - shared)
    same = 4 * _both_flush(shared, dealer, player, d_from, p_from, _SAME_SUIT)
    different = 12 * _both_flush(shared, dealer, player, d_from, p_from, _DIFFERENT_SUITS)
    return all_ways - dealer_flush - player_flush + same + different


_SAME_SUIT: Final = {(1, 0): 3, (0, 1): 3, (0, 0): 6}
_DIFFERENT_SUITS: Final = {(1, 1): 1, (1, 0): 2, (0, 1): 2, (0, 0): 7}
"""at a shared rank: whether dealer's and player's card is in the own flush suit -> ways for the two suits"""


def _both_flush(
    shared: int, dealer: int, player: int, d_from: int, p_from: int, at_shared: dict[tuple[int, int], int]
) -> int:
    """Ways in which each hand has so many cards in its own given suit."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    steps = [at_shared] * shared
    steps += [{(1, 0): 1, (0, 0): 3}] * (dealer - shared)
    steps += [{(0, 1): 1, (0, 0): 3}] * (player - shared)
    for step in steps:
        further: Counter[tuple[int, int]] = Counter()
        for ((d, p), n), ((dd, pp), m) in product(ways.items(), step.items()):
            further[d + dd, p + pp] += n * m
        ways = further
    return sum(n for (d, p), n in ways.items() if d >= d_from and p >= p_from)


@lru_cache(maxsize=1)
def deals_by_line() -> dict[str, int]:
    """Of all C(53,7) x C(46,7) deals, those of each Ace-High line; each deal counts for its first line."""
    players = comb(46, 7)
    joint = dict.fromkeys((WITH_JOKER, NO_JOKER), 0)
    alone = {}
    for dealer_joker, line in ((True, WITH_JOKER), (False, NO_JOKER)):
        dealers = rank_sets(dealer_joker)
        alone[line] = len(dealers) * suited_alone(dealer_joker) * players
        for player_joker in (False,) if dealer_joker else (False, True):
            overlaps = Counter(len(d & p) for d, p in product(dealers, rank_sets(player_joker)))
            joint[line] += sum(
                n * suited_together(shared, dealer_joker, player_joker) for shared, n in overlaps.items()
            )
    return {
        JOINT: sum(joint.values()),
        WITH_JOKER: alone[WITH_JOKER] - joint[WITH_JOKER],
        NO_JOKER: alone[NO_JOKER] - joint[NO_JOKER],
    }


def ace_high_chances() -> dict[str, Fraction]:
    deals = comb(53, 7) * comb(46, 7)
    return {line: Fraction(n, deals) for line, n in deals_by_line().items()}


# Exact chances of the bonus lines, from the types of a single seven-card hand.

HANDS_DEALT = comb(53, 7)


@lru_cache(maxsize=1)
def hands_by_fit() -> Mapping[tuple[str, ...], int]:
    """How many of the 154,143,080 hands fit exactly these lines."""
    by_rank, plain = rank_fits()
    by_flush, of_rank, flushes = flush_fits()
    np.subtract.at(plain, of_rank, flushes)
    counts: Counter[int] = Counter()
    for bits, ways in ((by_rank, plain), (by_flush, flushes)):
        for value in np.unique(bits):
            counts[int(value)] += int(ways[bits == value].sum())
    for value in [value for value in counts if value & ROYAL_MATCH]:
        matched = counts[value] // 3  # three of nine pairs of suits are equal
        counts[value & ~ROYAL_MATCH] += counts[value] - matched
        counts[value] = matched
    return {_names(bits): n for bits, n in sorted(counts.items()) if n}


def _names(bits: int) -> tuple[str, ...]:
    return tuple(hand for place, hand in enumerate(HANDS) if bits >> place & 1)


def hands_by_line(table: PayTable, options: Mapping[str, str]) -> dict[str | None, int]:
    """How many hands take each line of a table, None for no line."""
    lines: Counter[str | None] = Counter()
    for fitting, n in hands_by_fit().items():
        lines[line_of(table, fitting, options)] += n
    return dict(lines)


def bonus_chances(table: PayTable, options: Mapping[str, str]) -> dict[str | None, Fraction]:
    return {hand: Fraction(n, HANDS_DEALT) for hand, n in hands_by_line(table, options).items()}
