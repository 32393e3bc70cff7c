"""Loops over many hands: arrays of hands as they come, and all hands in order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.jit import inline, njit
from pitboss.poker.kernels.ranking import (
    CARD_BIT,
    CARD_KEY,
    FLUSH,
    NO_CARDS,
    ONE_OF_EACH_SUIT,
    RANK_KEY,
    suited,
    unsuited,
    value,
)
from pitboss.poker.kernels.tables import FLUSH_VALUES

Hands = NDArray[np.uint8]
Values = NDArray[np.uint16]

_ONE = np.uint64(1)
_SUIT_RANKS = np.uint64(0x1FFF)


@inline
def _flush_in_row(hands, i, size):
    bits = np.uint64(0)
    for j in range(size):
        bits |= CARD_BIT[hands[i, j]]
    return suited(bits)


@inline
def _five(hands, i):
    key = NO_CARDS + CARD_KEY[hands[i, 0]] + CARD_KEY[hands[i, 1]] + CARD_KEY[hands[i, 2]]
    return key + CARD_KEY[hands[i, 3]] + CARD_KEY[hands[i, 4]]


@njit
def values5(hands: Hands, out: Values) -> None:
    for i in range(hands.shape[0]):
        key = _five(hands, i)
        out[i] = _flush_in_row(hands, i, 5) if key & FLUSH else unsuited(key)


@njit
def values6(hands: Hands, out: Values) -> None:
    for i in range(hands.shape[0]):
        key = _five(hands, i) + CARD_KEY[hands[i, 5]]
        out[i] = _flush_in_row(hands, i, 6) if key & FLUSH else unsuited(key)


@njit
def values7(hands: Hands, out: Values) -> None:
    for i in range(hands.shape[0]):
        key = _five(hands, i) + CARD_KEY[hands[i, 5]] + CARD_KEY[hands[i, 6]]
        out[i] = _flush_in_row(hands, i, 7) if key & FLUSH else unsuited(key)


@njit
def tally(values: Values, counts: NDArray[np.int64]) -> None:
    """Add up how often each value occurs."""
    for v in values:
        counts[v] += 1


@njit
def walk5(a: int, out: Values) -> int:
    """All five-card hands whose lowest card is `a`, in order; returns how many."""
    at = 0
    for b in range(a + 1, 49):
        for c in range(b + 1, 50):
            key3 = NO_CARDS + CARD_KEY[a] + CARD_KEY[b] + CARD_KEY[c]
            bits3 = CARD_BIT[a] | CARD_BIT[b] | CARD_BIT[c]
            for d in range(c + 1, 51):
                for e in range(d + 1, 52):
                    out[at] = value(key3 + CARD_KEY[d] + CARD_KEY[e], bits3 | CARD_BIT[d] | CARD_BIT[e])
                    at += 1
    return at


@njit
def walk7(a: int, out: Values) -> int:
    """All seven-card hands whose lowest card is `a`, in order; returns how many.

    The last card runs upwards rank by rank; its suit matters only when six cards are one short of a
    flush, so a rank is looked up once and written for its four suits."""
    at = 0
    for b in range(a + 1, 47):
        for c in range(b + 1, 48):
            key3 = NO_CARDS + CARD_KEY[a] + CARD_KEY[b] + CARD_KEY[c]
            bits3 = CARD_BIT[a] | CARD_BIT[b] | CARD_BIT[c]
            for d in range(c + 1, 49):
                key4 = key3 + CARD_KEY[d]
                bits4 = bits3 | CARD_BIT[d]
                for e in range(d + 1, 50):
                    key5 = key4 + CARD_KEY[e]
                    bits5 = bits4 | CARD_BIT[e]
                    for f in range(e + 1, 51):
                        at = _walk_last(key5 + CARD_KEY[f], bits5 | CARD_BIT[f], f, out, at)
    return at


@inline
def _walk_last(key, bits, f, out, at):
    """The seventh card after six of which `f` is the highest."""
    rank = f >> 2
    best = unsuited(key + RANK_KEY[rank])
    near_flush = (key + ONE_OF_EACH_SUIT) & FLUSH
    if near_flush:
        suit = 0
        while not near_flush & (np.uint64(8) << np.uint64(4 * suit)):
            suit += 1
        ranks = (bits >> np.uint64(16 * suit)) & _SUIT_RANKS
        already = FLUSH_VALUES[ranks]  # zero while the suit has only four cards
        best = max(best, already)
        for card in range(f + 1, 4 * rank + 4):
            out[at] = FLUSH_VALUES[ranks | (_ONE << np.uint64(rank))] if card & 3 == suit else best
            at += 1
        for higher in range(rank + 1, 13):
            best = max(unsuited(key + RANK_KEY[higher]), already)
            out[at] = best
            out[at + 1] = best
            out[at + 2] = best
            out[at + 3] = best
            out[at + suit] = FLUSH_VALUES[ranks | (_ONE << np.uint64(higher))]
            at += 4
    else:
        for _ in range(f + 1, 4 * rank + 4):
            out[at] = best
            at += 1
        for higher in range(rank + 1, 13):
            best = unsuited(key + RANK_KEY[higher])
            out[at] = best
            out[at + 1] = best
            out[at + 2] = best
            out[at + 3] = best
            at += 4
    return at
