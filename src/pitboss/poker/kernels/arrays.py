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
_TWO_OF_EACH_SUIT = ONE_OF_EACH_SUIT + ONE_OF_EACH_SUIT
_BLOCK = 1024
_MOST_PAIRS = 47 * 46 // 2


@njit
def first_with_a_card_twice(hands: Hands) -> int:
    """The first such row, or how many rows there are."""
    many = len(hands)
    for i in range(many):
        # a bit twice makes the sum another one than the set: one branch a hand instead of one a card
        bits = total = np.uint64(0)
        for j in range(hands.shape[1]):
            bit = _ONE << np.uint64(hands[i, j])
            bits |= bit
            total += bit
        if bits != total:
            return i
    return many


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


@inline
def _look_up(keys, hands, size, out):
    """The values of a block of hands whose keys are known.

    Keys first and values afterwards: waiting for the tables then overlaps over many hands."""
    for i in range(hands.shape[0]):
        key = keys[i]
        out[i] = _flush_in_row(hands, i, size) if key & FLUSH else unsuited(key)


@njit
def values5(hands: Hands, out: Values) -> None:
    for i in range(hands.shape[0]):
        key = _five(hands, i)
        out[i] = _flush_in_row(hands, i, 5) if key & FLUSH else unsuited(key)


@njit
def values6(hands: Hands, out: Values) -> None:
    keys = np.empty(_BLOCK, np.uint64)
    for start in range(0, hands.shape[0], _BLOCK):
        block = hands[start : start + _BLOCK]
        for i in range(block.shape[0]):
            keys[i] = _five(block, i) + CARD_KEY[block[i, 5]]
        _look_up(keys, block, 6, out[start : start + _BLOCK])


@njit
def values7(hands: Hands, out: Values) -> None:
    keys = np.empty(_BLOCK, np.uint64)
    for start in range(0, hands.shape[0], _BLOCK):
        block = hands[start : start + _BLOCK]
        for i in range(block.shape[0]):
            keys[i] = _five(block, i) + CARD_KEY[block[i, 5]] + CARD_KEY[block[i, 6]]
        _look_up(keys, block, 7, out[start : start + _BLOCK])


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

    Flushes aside, suits do not matter: the hands of five cards and any two above them are worth the same for
    the next suit of the fifth card, less the pairs that hold it. They are looked up once a rank and copied;
    flushes are written over the copy."""
    at = 0
    pairs = np.empty(_MOST_PAIRS, np.uint16)
    for b in range(a + 1, 47):
        for c in range(b + 1, 48):
            key3 = NO_CARDS + CARD_KEY[a] + CARD_KEY[b] + CARD_KEY[c]
            bits3 = CARD_BIT[a] | CARD_BIT[b] | CARD_BIT[c]
            for d in range(c + 1, 49):
                key4 = key3 + CARD_KEY[d]
                bits4 = bits3 | CARD_BIT[d]
                known = 0
                for e in range(d + 1, 50):
                    if e == d + 1 or not e & 3:
                        known = _pairs_above(key4 + RANK_KEY[e >> 2], e, pairs)
                    count = (51 - e) * (50 - e) // 2
                    _copy(pairs, known - count, out, at, count)
                    key5 = key4 + CARD_KEY[e]
                    if (key5 + _TWO_OF_EACH_SUIT) & FLUSH:
                        _write_flushes(key5, bits4 | CARD_BIT[e], e, out[at:])
                    at += count
    return at


@inline
def _copy(source, first, out, at, count):
    here, there = source[first : first + count], out[at : at + count]
    for i in range(count):
        there[i] = here[i]


@inline
def _pairs_above(key5, e, pairs):
    """The values, flushes aside, with each pair of cards above the fifth card `e`; returns how many."""
    at, row = 0, 0
    for f in range(e + 1, 51):
        rank = f >> 2
        if f == e + 1 or not f & 3:
            row = at
            key6 = key5 + RANK_KEY[rank]
            best = unsuited(key6 + RANK_KEY[rank])
            for _ in range(f + 1, 4 * rank + 4):
                pairs[at] = best
                at += 1
            for higher in range(rank + 1, 13):
                best = unsuited(key6 + RANK_KEY[higher])
                pairs[at] = best
                pairs[at + 1] = best
                pairs[at + 2] = best
                pairs[at + 3] = best
                at += 4
        else:  # the row of the suit before, less its first card, which is f
            _copy(pairs, row + 1, pairs, at, 51 - f)
            row, at = at, at + 51 - f
    return at


@inline
def _write_flushes(key5, bits, e, out):
    """Five cards hold at least three of a suit: the pairs above `e` that make or improve a flush."""
    near_flush = (key5 + _TWO_OF_EACH_SUIT) & FLUSH
    suit = 0
    while not near_flush & (np.uint64(8) << np.uint64(4 * suit)):
        suit += 1
    ranks = (bits >> np.uint64(16 * suit)) & _SUIT_RANKS
    one_is_enough = (key5 + ONE_OF_EACH_SUIT) & FLUSH
    row = -e - 2  # so that the pair of f and g stands at row + g
    for f in range(e + 1, 51):
        if one_is_enough or f & 3 == suit:
            with_f = ranks | _rank_bit(f) if f & 3 == suit else ranks
            already = FLUSH_VALUES[with_f]
            if already:
                for g in range(f + 1, 52):
                    out[row + g] = already
            for g in range(f + 1 + ((suit - f - 1) & 3), 52, 4):
                out[row + g] = FLUSH_VALUES[with_f | _rank_bit(g)]
        row += 50 - f


@inline
def _rank_bit(card):
    return _ONE << np.uint64(card >> 2)
