"""One hand against all others: a dealer's set hand, or a player's settings. No shortcut is taken here."""

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
    HIGH,
    HIGH_SIZE,
    LOW,
    LOW_START,
    SUITED_MASKS,
)

NINE_HIGH_FIRST, NINE_HIGH_LAST = 21, 27
"""the fronts 9-2 to 9-8"""


@njit
def one_dealer(masks, joker, front, back, ranks, flushes):
    """Player's wins and losses against one dealer: `masks` are its ranks in each suit."""
    best, top_front, top_back = ranks
    flush_best, flush_top_front, flush_top_back, of_rank = flushes
    held = np.zeros(13, np.int64)
    for rank in range(13):
        for suit in range(4):
            held[rank] += masks[suit] >> rank & 1
    win = lose = np.int64(0)
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
                p = BLOCK[other_joker, h] + low_part
                if best[front, p] > back:
                    win += weight
                if top_front[p] <= front and top_back[p] <= back:
                    lose += weight
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
                if SUITED_MASKS[family, m] & masks[suit]:
                    continue
                for c in range(columns):
                    t = FAMILY_START[family] + m * columns + c
                    p = of_rank[t]
                    weight = weights[first + c]
                    win += weight * ((flush_best[front, t] > back) - np.int64(best[front, p] > back))
                    lose += weight * (flush_top_front[t] <= front and flush_top_back[t] <= back)
                    lose -= weight * (top_front[p] <= front and top_back[p] <= back)
    return win, lose


@inline
def _tally(result, settings, front, back, weight, nine_high_pushes):
    """Add the deals of one dealer's type to every setting; a nine high in front may push them all (FP-08)."""
    if nine_high_pushes and NINE_HIGH_FIRST <= front <= NINE_HIGH_LAST:
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
                p = BLOCK[other_joker, h] + low_part
                _tally(result, settings, house[0, p], house[1, p], weight, nine_high_pushes)
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
                if SUITED_MASKS[family, m] & masks[suit]:
                    continue
                for c in range(columns):
                    t = FAMILY_START[family] + m * columns + c
                    p = of_rank[t]
                    if flush_house[0, t] != house[0, p] or flush_house[1, t] != house[1, p]:
                        _tally(
                            result,
                            settings,
                            flush_house[0, t],
                            flush_house[1, t],
                            weights[first + c],
                            nine_high_pushes,
                        )
                        _tally(
                            result, settings, house[0, p], house[1, p], -weights[first + c], nine_high_pushes
                        )
    return result
