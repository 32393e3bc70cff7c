"""Ranking one hand from the sum of its cards' keys.

A key has the rank's key in its top bits, where sums wrap around by themselves, and below it one
four-bit counter for each suit. The counters of `NO_CARDS` start at three, so that a suit's fifth card
sets the top bit of its counter: one `and` tells whether there is a flush.
"""

from __future__ import annotations

import numpy as np

from pitboss.compute.jit import inline
from pitboss.poker.kernels.tables import FLUSH_VALUES, RANK_KEYS, ROW_BITS, SHIFTS, SUM_BITS, VALUES

_RANK_SHIFT = 64 - SUM_BITS

RANK_KEY = np.array([key << _RANK_SHIFT for key in RANK_KEYS], np.uint64)
CARD_KEY = np.array([(RANK_KEYS[c >> 2] << _RANK_SHIFT) + (1 << 4 * (c & 3)) for c in range(52)], np.uint64)
CARD_BIT = np.array([1 << (16 * (c & 3) + (c >> 2)) for c in range(52)], np.uint64)
"""Sixteen bits for each suit, a bit for each rank: the word of a hand is the `or` of its cards."""

NO_CARDS = np.uint64(0x3333)
FLUSH = np.uint64(0x8888)
ONE_OF_EACH_SUIT = np.uint64(0x1111)

_TO_ROW = np.uint64(_RANK_SHIFT + ROW_BITS)
_TO_COLUMN = np.uint64(_RANK_SHIFT)
_COLUMNS = np.uint64((1 << ROW_BITS) - 1)
_ONE = np.uint64(1)
_SUIT_RANKS = np.uint64(0x1FFF)
_SECOND, _THIRD, _FOURTH = np.uint64(16), np.uint64(32), np.uint64(48)


@inline
def unsuited(key):
    """The value of a hand without a flush."""
    return VALUES[(np.uint64(SHIFTS[key >> _TO_ROW]) << _ONE) + ((key >> _TO_COLUMN) & _COLUMNS)]


@inline
def suited(bits):
    """The value of a hand with a flush, from the word of its cards."""
    low = max(FLUSH_VALUES[bits & _SUIT_RANKS], FLUSH_VALUES[(bits >> _SECOND) & _SUIT_RANKS])
    high = max(FLUSH_VALUES[(bits >> _THIRD) & _SUIT_RANKS], FLUSH_VALUES[(bits >> _FOURTH) & _SUIT_RANKS])
    return max(low, high)


@inline
def value(key, bits):
    """The value of any hand of five to seven cards.

    Seven cards with a flush never hold four of a kind or a full house, so the flush is looked at first."""
    if key & FLUSH:
        return suited(bits)
    return unsuited(key)
