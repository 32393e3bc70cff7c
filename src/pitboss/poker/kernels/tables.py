"""The tables of the compiled evaluator, built from the rules of poker when first imported.

Every class of five-card hands has a value from 1 (seven-high) to 7462 (royal flush), higher is better.
A hand of five to seven cards without a flush depends only on how many of each rank it holds. Each rank
has a key, the keys of a hand's cards are added up, and the sum is different for any two such hands.
The sum is turned into a place in a dense table by row displacement: its high bits choose a row, rows
are shifted until they interlock, and the shift of each row is kept. All tables together stay in the
second-level cache of a core.
"""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import njit

RANKS = 13
SIZES = (5, 6, 7)

# The smallest keys, one after the other, with which all sums of up to seven cards differ ...
SMALL_KEYS = (1, 5, 24, 112, 521, 2247, 9244, 30823, 103066, 250154, 667453, 1526359, 3453520)
SUM_BITS = 25  # ... and the bits that hold the largest of those sums.
# An odd factor modulo 2**SUM_BITS keeps sums different and spreads them, so that rows interlock well.
SPREAD = 3001
RANK_KEYS = tuple(key * SPREAD % (1 << SUM_BITS) for key in SMALL_KEYS)

ROW_BITS = 11
ROW = 1 << ROW_BITS
ROW_STEP = 2  # rows are shifted by even numbers, so that shifts fit in 16 bits

_MASKS = np.arange(1 << RANKS)
_BITS = 1 << np.arange(RANKS)
_COUNT = sum((_MASKS >> r) & 1 for r in range(RANKS))


def _highest(count):
    """For every set of ranks, its `count` highest."""
    rest, kept = _MASKS.copy(), np.zeros_like(_MASKS)
    for _ in range(count):
        top = np.where(rest > 0, 1 << np.int64(np.log2(np.maximum(rest, 1))), 0)
        kept |= top
        rest &= ~top
    return kept


_TOP = tuple(_highest(count) for count in range(6))


def _straights():
    """For every set of ranks, the top card of its best straight; five-high is the lowest."""
    top = np.zeros_like(_MASKS)
    wheel = 1 << 12 | 0b1111
    top[_MASKS & wheel == wheel] = 1 << 3
    for high in range(4, RANKS):
        run = 0b11111 << (high - 4)
        top[_MASKS & run == run] = 1 << high
    return top


_STRAIGHT = _straights()


def _strength(category, made, kickers=0):
    """A number that orders hands: category, then the ranks that make it, then the kickers.

    Sets of equally many ranks compare like the hands do when read as binary numbers."""
    return category << 26 | made << 13 | kickers


def _multisets(size):
    """All ways to hold `size` cards by rank, as counts of each rank."""
    rows = np.zeros((1, RANKS), np.int64)
    for rank in range(RANKS):
        grown = np.repeat(rows, 5, axis=0)
        grown[:, rank] = np.tile(np.arange(5), len(rows))
        rows = grown[grown.sum(axis=1) <= size]
    return rows[rows.sum(axis=1) == size]


def _unsuited_strength(counts):
    present, pairs, trips, quads = ((counts >= n) @ _BITS for n in (1, 2, 3, 4))
    two, best_pair, best_trips = _TOP[2][pairs], _TOP[1][pairs], _TOP[1][trips]
    strength = _strength(0, 0, _TOP[5][present])
    for holds, better in (
        (pairs > 0, _strength(1, best_pair, _TOP[3][present & ~best_pair])),
        (_COUNT[pairs] > 1, _strength(2, two, _TOP[1][present & ~two])),
        (trips > 0, _strength(3, best_trips, _TOP[2][present & ~best_trips])),
        (_STRAIGHT[present] > 0, _strength(4, _STRAIGHT[present])),
        ((trips > 0) & (_COUNT[pairs] > 1), _strength(6, best_trips, _TOP[1][pairs & ~best_trips])),
        (quads > 0, _strength(7, quads, _TOP[1][present & ~quads])),
    ):
        strength = np.where(holds, better, strength)
    return strength


def _suited_strength():
    """For every set of ranks in one suit; zero where there are fewer than five."""
    royal = _STRAIGHT == 1 << 12
    straight_flush = np.where(royal, _strength(9, 0), _strength(8, _STRAIGHT))
    flush = _strength(5, 0, _TOP[5])
    return np.where(_COUNT < 5, 0, np.where(_STRAIGHT > 0, straight_flush, flush))


@njit
def _interlock(columns, values, first, rows, table, shifts):
    """Shift rows of the sparse table over each other until all of them fit; returns the last place used.

    `rows` come with the fullest first; rows of equal length go one behind the other."""
    shift, end, last_length = 0, 0, 0
    for row in rows:
        length = first[row + 1] - first[row]
        if length != last_length:
            shift, last_length = 0, length
        fits = False
        while not fits:
            fits = True
            for i in range(first[row], first[row + 1]):
                if table[shift + columns[i]]:
                    fits = False
                    shift += ROW_STEP
                    break
        for i in range(first[row], first[row + 1]):
            table[shift + columns[i]] = values[i]
            end = max(end, shift + columns[i])
        shifts[row] = shift // ROW_STEP
    return end


def _dense(sums, values):
    """Row shifts and the dense table for a sparse one with `values` at the places `sums`."""
    order = np.argsort(sums)
    length = np.bincount(sums >> ROW_BITS, minlength=1 << (SUM_BITS - ROW_BITS))
    first = np.concatenate([[0], np.cumsum(length)])
    rows = np.argsort(-length, kind="stable")[: np.count_nonzero(length)]
    shifts, table = np.zeros(len(length), np.uint16), np.zeros(8 * len(sums), np.uint16)
    end = _interlock(sums[order] % ROW, values[order], first, rows, table, shifts)
    # one more row, so that no sum at all, not even of impossible hands, can point outside
    return shifts, table[: end + 1 + ROW].copy()


def _build():
    counts = np.concatenate([_multisets(size) for size in SIZES])
    unsuited, suited = _unsuited_strength(counts), _suited_strength()
    classes = np.unique(np.concatenate([unsuited, suited[suited > 0]]))
    values = (np.searchsorted(classes, unsuited) + 1).astype(np.uint16)
    flush = np.where(suited > 0, np.searchsorted(classes, suited) + 1, 0).astype(np.uint16)
    categories = np.concatenate([[0], classes >> 26]).astype(np.uint8)
    sums = counts @ np.array(RANK_KEYS) % (1 << SUM_BITS)
    shifts, table = _dense(sums, values)
    return shifts, table, flush, categories


SHIFTS, VALUES, FLUSH_VALUES, CATEGORY_OF_VALUE = _build()
"""Shift of each row; value by place; value of a suited set of ranks; category of a value."""

BEST_VALUE = len(CATEGORY_OF_VALUE) - 1
