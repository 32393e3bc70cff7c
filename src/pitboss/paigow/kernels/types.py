"""The types of seven cards that matter: rank multisets, and hands with a flush.

Without five of a suit (the joker counting) only ranks matter: 67,600 rank types. A flush's suit is
unique, so such a hand is its ranks in that suit and its ranks outside it: 224,653 flush types.

A rank type is numbered by block: joker or not, the upper six ranks, then the lower seven, so that a
block is contiguous and a product of binomials over ranks splits into an upper and a lower factor.
"""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from pitboss.compute.jit import inline

LOW_RANKS = 7
HIGH_RANKS = 6


def _counts(ranks: int) -> list[tuple[int, ...]]:
    """Numbers of each rank, at most four each and seven together, ordered by how many cards that is."""
    found = [c for c in product(range(5), repeat=ranks) if sum(c) <= 7]
    return sorted(found, key=lambda c: (sum(c), c))


def _by_code(counts: list[tuple[int, ...]]) -> np.ndarray:
    table = np.full(5 ** len(counts[0]), -1, np.int32)
    for place, c in enumerate(counts):
        table[sum(n * 5**i for i, n in enumerate(c))] = place
    return table


_LOW, _HIGH = _counts(LOW_RANKS), _counts(HIGH_RANKS)
LOW = np.array(_LOW, np.int8)
HIGH = np.array(_HIGH, np.int8)
LOW_SIZE = LOW.sum(axis=1).astype(np.int64)
HIGH_SIZE = HIGH.sum(axis=1).astype(np.int64)
LOW_START = np.searchsorted(LOW_SIZE, np.arange(9))
"""where the lower parts with 0, 1 .. 7 cards begin"""
LOW_BY_CODE = _by_code(_LOW)
HIGH_BY_CODE = _by_code(_HIGH)


def _blocks() -> np.ndarray:
    """[joker][upper part] -> number of the block's first rank type, minus where its lower parts begin."""
    starts = np.zeros((2, len(HIGH)), np.int64)
    at = 0
    for joker in (0, 1):
        for h, size in enumerate(HIGH_SIZE):
            cards = 7 - joker - size
            starts[joker, h] = at - (LOW_START[cards] if cards >= 0 else 0)
            at += LOW_START[cards + 1] - LOW_START[cards] if cards >= 0 else 0
    return starts


BLOCK = _blocks()
RANK_TYPES = 67_600
FIRST_JOKER = 49_205
"""rank types from here on have the joker"""

POWER = np.array([5**r if r < LOW_RANKS else 5 ** (r - LOW_RANKS) << 32 for r in range(13)], np.int64)
"""add these up over the natural cards: lower code in the low half, upper code in the high half"""


@inline
def rank_type(code, joker):
    """The number of a rank type from the sum of `POWER`."""
    return BLOCK[joker, HIGH_BY_CODE[code >> 32]] + LOW_BY_CODE[code & 0xFFFFFFFF]


# flush types

MASKS = [
    np.array(sorted(sum(1 << r for r in c) for c in combinations(range(13), k)), np.int64) for k in range(8)
]
MASKS4, MASKS5, MASKS6, MASKS7 = MASKS[4], MASKS[5], MASKS[6], MASKS[7]

OFF_PAIRS = 91
_PAIRS = [(a, b) for a in range(13) for b in range(a + 1)]
OFF_HIGH = np.array([a for a, _ in _PAIRS] + list(range(13)) + [-1], np.int64)
OFF_LOW = np.array([b for _, b in _PAIRS] + [-1] * 14, np.int64)
"""the ranks outside the suit, by column: 91 pairs, 13 single cards, and none (-1: no card)"""
COLUMNS = 105
OFF_WAYS = np.array([9 if a > b else 3 for a, b in _PAIRS] + [3] * 13 + [1], np.int64)
"""suits those cards can have"""

FAMILY_JOKER = np.array([0, 0, 0, 1, 1, 1], np.int64)
FAMILY_SUITED = np.array([5, 6, 7, 4, 5, 6], np.int64)
FAMILY_COLUMN = np.array([0, 91, 104, 0, 91, 104], np.int64)
FAMILY_COLUMNS = np.array([91, 13, 1, 91, 13, 1], np.int64)
FAMILY_MASKS = np.array([1287, 1716, 1716, 715, 1287, 1716], np.int64)
FAMILY_START = np.concatenate([[0], np.cumsum(FAMILY_COLUMNS * FAMILY_MASKS)])
"""six families of flush types by joker and number of suited cards; within one, by mask, then column"""
FLUSH_TYPES = 224_653
FAMILIES = 6

SUITED_MASKS = np.zeros((FAMILIES, 1716), np.int64)
for _family in range(FAMILIES):
    _masks = MASKS[FAMILY_SUITED[_family]]
    SUITED_MASKS[_family, : len(_masks)] = _masks


@inline
def off_column(a, b):
    """The column of two ranks outside the suit, -1 for none."""
    if a < 0:
        return 104
    if b < 0:
        return 91 + a
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@inline
def flush_type(mask_place, suited, joker, column):
    """The number of a flush type."""
    family = 3 * joker + suited - 5 + joker
    return FAMILY_START[family] + mask_place * FAMILY_COLUMNS[family] + column - FAMILY_COLUMN[family]
