"""The compiled evaluator, for one hand or arrays of them; its tables are built from the rules of poker when imported.

Every class of five-card hands has a value from 1 (seven-high) to 7462 (royal flush), higher is better.
A hand of five to seven cards without a flush depends only on how many of each rank it holds. Each rank
has a key, the keys of a hand's cards are added up, and the sum is different for any two such hands.
The sum is turned into a place in a dense table by row displacement: its high bits choose a row, rows
are shifted until they interlock, and the shift of each row is kept. All tables together stay in the
second-level cache of a core.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import Category, best_hand
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.jit import inline, njit
from pitboss.core.cards import DECK
from pitboss.core.errors import BadInput

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


# Ranking one hand from the sum of its cards' keys.
#
# A key has the rank's key in its top bits, where sums wrap around by themselves, and below it one
# four-bit counter for each suit. The counters of `NO_CARDS` start at three, so that a suit's fifth card
# sets the top bit of its counter: one `and` tells whether there is a flush.

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


# Loops over many hands: arrays of hands as they come, and all hands in order.

Hands = NDArray[np.uint8]
Values = NDArray[np.uint16]


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


# Ranking arrays of hands: cards in as small integers, values out, compiled.
#
# A value is 1 for the worst hand (seven-high) and 7462 for a royal flush: the greater one wins, equal ones tie.
# `category` turns values into `pitboss.cardplay.poker.hands.Category` numbers.

WORST, BEST = 1, int(BEST_VALUE)

_BY_SIZE = {5: kernels.values5, 6: kernels.values6, 7: kernels.values7}
_WALKS = {5: kernels.walk5, 7: kernels.walk7}


def evaluate(hands: ArrayLike) -> Values:
    """The value of every row of an array of cards, 2 to 7 a row: of five and more the greater of 7,462 values wins, of
    fewer the greater among hands of as many cards."""
    try:
        given = np.asarray(hands)
    except ValueError:
        raise BadInput("These hands are no array.", accepted="rows of the same number of cards") from None
    if given.ndim != 2 or not 2 <= given.shape[1] <= max(_BY_SIZE):
        raise BadInput(
            f"An array of shape {given.shape} does not hold hands.", accepted="rows of 2 to 7 cards"
        )
    # read as unsigned a negative number is a large one: one pass instead of two
    if given.size and (given.dtype.kind not in "iu" or _unsigned(given).max() >= len(DECK)):
        raise BadInput(
            "A hand holds something that is not a card of the deck.", accepted="whole numbers from 0 to 51"
        )
    cards = np.ascontiguousarray(given, np.uint8)
    if (row := kernels.first_with_a_card_twice(cards)) < len(cards):
        raise BadInput(f"Row {row} holds a card twice.", accepted="each card once in a hand")
    return evaluate_unchecked(cards) if cards.shape[1] in _BY_SIZE else _few(cards)


def _few(cards: Hands) -> Values:
    """Of fewer than five cards, where only the ranks count."""
    values: Values = _values_of_few(cards.shape[1])[tuple(np.sort(cards >> 2, axis=1).T)]
    return values


@cache
def _values_of_few(size: int) -> Values:
    """By the ranks from the lowest up: where the hand stands among all of that size."""
    found = {
        ranks: best_hand(4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks))
        for ranks in combinations_with_replacement(range(13), size)
    }
    values = np.zeros((13,) * size, np.uint16)
    for value, ranks in enumerate(sorted(found, key=found.__getitem__), 1):
        values[ranks] = value
    return values


def _unsigned(given: NDArray[np.integer]) -> NDArray[np.unsignedinteger]:
    return given.view(given.dtype.str.replace("i", "u"))


def evaluate_unchecked(cards: Hands, out: Values | None = None) -> Values:
    """As `evaluate`, for a contiguous uint8 array known to hold cards, into `out` if given."""
    values = np.empty(len(cards), np.uint16) if out is None else out
    _BY_SIZE[cards.shape[1]](cards, values)
    return values


def category(values: Values) -> NDArray[np.uint8]:
    """The category of each value."""
    kinds: NDArray[np.uint8] = CATEGORY_OF_VALUE[values]
    return kinds


def walk(size: int, lowest: int, out: Values | None = None) -> Values:
    """The values of all hands of `size` (5 or 7) cards with that lowest card, in order of the cards."""
    if size not in _WALKS:
        raise BadInput(f"Hands of {size} cards are not walked.", accepted="5 or 7 cards")
    many = comb(len(DECK) - 1 - lowest, size - 1)
    values = np.empty(many, np.uint16) if out is None else out
    return values[: _WALKS[size](lowest, values)]


def _categories_from(task: tuple[int, int]) -> NDArray[np.int64]:
    values = walk(*task)
    by_value = np.zeros(BEST + 1, np.int64)
    kernels.tally(values, by_value)
    return np.bincount(CATEGORY_OF_VALUE, by_value, minlength=len(Category)).astype(np.int64)


def category_counts(size: int, engine: Engine | None = None) -> dict[Category, int]:
    """How many of all hands of `size` cards are of each category, counted one by one."""
    tasks = [(size, lowest) for lowest in range(len(DECK) - size + 1)]
    counts: Iterator[NDArray[np.int64]] = (engine or LocalEngine()).map(_categories_from, tasks)
    total = sum(counts, np.zeros(len(Category), np.int64))
    return {kind: int(total[kind]) for kind in Category}
