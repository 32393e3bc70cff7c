"""A player's settings against all hands of the dealer. No shortcut is taken here."""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.edge.pai_gow.kernels.deals import CHOOSE, column_weights
from pitboss.paigow.kernels.types import (
    BLOCK,
    COLUMNS,
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_MASKS,
    FAMILY_START,
    FLUSH_TYPES,
    HIGH,
    HIGH_SIZE,
    LOW,
    LOW_START,
    RANK_TYPES,
    SUITED_MASKS,
)

NINE_HIGH_FIRST, NINE_HIGH_LAST = 21, 27
"""the fronts 9-2 to 9-8"""


@njit
def others_by_type(masks, joker):
    """How many other hands the deck leaves of each rank type, and of those how many of each flush type.

    `masks` are the ranks held in each suit."""
    by_rank = np.zeros(RANK_TYPES, np.int64)
    by_flush = np.zeros(FLUSH_TYPES, np.int64)
    held = np.zeros(13, np.int64)
    for rank in range(13):
        for suit in range(4):
            held[rank] += masks[suit] >> rank & 1
    for other_joker in range(2 - joker):
        for h in range(HIGH.shape[0]):
            cards = 7 - other_joker - HIGH_SIZE[h]
            if cards < 0:
                continue
            factor = np.int64(1)
            for r in range(6):
                factor *= CHOOSE[4 - held[7 + r], HIGH[h, r]]
            for low_part in range(LOW_START[cards], LOW_START[cards + 1]):
                weight = factor
                for r in range(7):
                    weight *= CHOOSE[4 - held[r], LOW[low_part, r]]
                by_rank[BLOCK[other_joker, h] + low_part] = weight
    left = np.zeros(13, np.int64)
    weights = np.zeros(COLUMNS, np.int64)
    for suit in range(4):
        for rank in range(13):
            left[rank] = 3 - held[rank] + (masks[suit] >> rank & 1)
        column_weights(left, weights)
        for family in range(FAMILIES):
            if joker and FAMILY_JOKER[family]:
                continue
            columns, first = FAMILY_COLUMNS[family], FAMILY_COLUMN[family]
            for m in range(FAMILY_MASKS[family]):
                if not SUITED_MASKS[family, m] & masks[suit]:
                    start = FAMILY_START[family] + m * columns
                    for c in range(columns):
                        by_flush[start + c] += weights[first + c]
    return by_rank, by_flush


@inline
def _tally(result, settings, front, back, weight, nine_high_pushes):
    """Add the deals of one dealer's type to every setting; a nine high in front may push them all (FP-08)."""
    if weight == 0 or (nine_high_pushes and NINE_HIGH_FIRST <= front <= NINE_HIGH_LAST):
        return
    for i in range(settings.shape[0]):
        better = np.int64(settings[i, 0] > front) + np.int64(settings[i, 1] > back)
        if better == 2:
            result[i, 0] += weight
        elif better == 0:
            result[i, 1] += weight


@njit
def against_house_way(masks, joker, settings, house, flush_house, of_rank, nine_high_pushes):
    """Wins and losses of a player's settings (front, back) over all dealers, who set the house way unseen.

    `masks` are the player's ranks in each suit."""
    result = np.zeros((settings.shape[0], 2), np.int64)
    by_rank, by_flush = others_by_type(masks, joker)
    for t in range(FLUSH_TYPES):
        p = of_rank[t]
        if flush_house[0, t] != house[0, p] or flush_house[1, t] != house[1, p]:
            by_rank[p] -= by_flush[t]
            _tally(result, settings, flush_house[0, t], flush_house[1, t], by_flush[t], nine_high_pushes)
    for p in range(RANK_TYPES):
        _tally(result, settings, house[0, p], house[1, p], by_rank[p], nine_high_pushes)
    return result
