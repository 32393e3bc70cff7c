"""Which bonus lines every hand type fits, as bits in the order of `pitboss.paigow.bonus.HANDS`."""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.paigow.kernels.settings import flush_cards, rank_cards
from pitboss.paigow.kernels.types import (
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_MASKS,
    FAMILY_SUITED,
    FLUSH_TYPES,
    HIGH,
    HIGH_SIZE,
    LOW_START,
    OFF_WAYS,
    RANK_TYPES,
    SUITED_MASKS,
    rank_type,
)

SEVEN, ROYAL_MATCH, SEVEN_JOKER, FIVE_ACES, ROYAL, STRAIGHT_FLUSH = 1, 2, 4, 8, 16, 32
FOUR, FULL_HOUSE, FLUSH, THREE, STRAIGHT, THREE_PAIR = 64, 128, 256, 512, 1024, 2048

WHEEL = 0b1000000001111
ROYAL_RANKS = 0b1111100000000
RUNS = np.array([WHEEL] + [0b11111 << low for low in range(9)], np.int64)
SEVEN_RUNS = np.array([0b1000000111111] + [0b1111111 << low for low in range(7)], np.int64)
KING_AND_QUEEN = 11 * 12 // 2 + 10
"""their column among the pairs outside the suit"""


@inline
def _bits_in(mask):
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@inline
def _has_run(mask, joker):
    found = False
    for run in RUNS:
        found |= _bits_in(mask & run) >= 5 - joker
    return found


@inline
def _rank_bits(counts, mask, joker):
    bits = 0
    most = second = pairs = 0
    for count in counts:
        if count > most:
            second = most
            most = count
        elif count > second:
            second = count
        if count >= 2:
            pairs += 1
    if most == 5:
        bits |= FIVE_ACES
    if most >= 4:
        bits |= FOUR
    if most >= 3:
        bits |= THREE
        if second >= 2:
            bits |= FULL_HOUSE
    if pairs >= 3:
        bits |= THREE_PAIR
    if _has_run(mask, joker):
        bits |= STRAIGHT
    return bits


@njit
def rank_fits():
    """By rank type: the lines, and the arrangements of suits."""
    fits = np.zeros(RANK_TYPES, np.uint16)
    ways = np.zeros(RANK_TYPES, np.int64)
    ranks = np.zeros(7, np.int64)
    kinds = np.zeros(7, np.int64)
    counts = np.zeros(13, np.int64)
    place = 0
    for joker in range(2):
        for h in range(HIGH.shape[0]):
            size = 7 - joker - HIGH_SIZE[h]
            if size < 0:
                continue
            for low in range(LOW_START[size], LOW_START[size + 1]):
                ways[place] = rank_cards(h, low, joker, ranks, kinds, counts)
                mask = 0
                for i in range(7 - joker):
                    mask |= 1 << ranks[i]
                fits[place] = _rank_bits(counts, mask, joker)
                place += 1
    return fits, ways


@njit
def flush_fits():
    """By flush type: the lines, the rank type, the arrangements of suits.

    ROYAL_MATCH is set where the two cards outside the suit are king and queen; of their nine pairs of suits
    only the three with equal suits count (FU-16)."""
    fits = np.zeros(FLUSH_TYPES, np.uint16)
    of_rank = np.zeros(FLUSH_TYPES, np.int64)
    ways = np.zeros(FLUSH_TYPES, np.int64)
    ranks = np.zeros(7, np.int64)
    kinds = np.zeros(7, np.int64)
    counts = np.zeros(13, np.int64)
    place = 0
    for family in range(FAMILIES):
        joker = FAMILY_JOKER[family]
        for m in range(FAMILY_MASKS[family]):
            mask = SUITED_MASKS[family, m]
            for column in range(FAMILY_COLUMN[family], FAMILY_COLUMN[family] + FAMILY_COLUMNS[family]):
                code = flush_cards(mask, column, joker, ranks, kinds, counts)
                of_rank[place] = rank_type(code, joker)
                ways[place] = 4 * OFF_WAYS[column]
                all_ranks = 0
                for i in range(7 - joker):
                    all_ranks |= 1 << ranks[i]
                bits = FLUSH | _rank_bits(counts, all_ranks, joker)
                if _has_run(mask, joker):
                    bits |= STRAIGHT_FLUSH
                if _bits_in(mask & ROYAL_RANKS) >= 5 - joker:
                    bits |= ROYAL
                    if column == KING_AND_QUEEN:
                        bits |= ROYAL_MATCH
                if FAMILY_SUITED[family] + joker == 7:
                    for run in SEVEN_RUNS:
                        if mask & ~run == 0:
                            bits |= SEVEN_JOKER if joker else SEVEN
                fits[place] = bits
                place += 1
    return fits, of_rank, ways
