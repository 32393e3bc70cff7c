"""One flop, every turn, river and hole: how often the player wins, ties and loses, and what to do.

For one board the 1,081 holes are put in order of their value. Without a flush a hole's value depends on its
two ranks alone, so that only the 91 pairs of ranks have to be ranked; holes that make a flush are ranked one
by one. Going up from the worst, running counts tell how many of the dealer's holes lie below, in total and
for those that hold a given card. A player's own two cards are taken out by inclusion and exclusion.

The counts are kept apart by lane: what the player sees of the dealer's cards, and whether the dealer
qualifies. All lanes of a running count lie in one word, so that one addition serves them all; differences
come out right because the lanes of a finished one are never negative. To be added up over runouts, even and
odd lanes are split into two words, which gives every lane twice the room.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.holdem.rules import (
    ALL,
    ALL_WITH,
    CLASS_OF_PAIR,
    COLUMNS,
    HOLE_CLASSES,
    PAIR_NUMBER,
    PAIRS,
    RANK_PAIRS,
    RECOLOURINGS,
    REST,
    REST_HOLES,
    TALLY_COLUMNS,
    TIES,
    WINS,
    WINS_WITH,
)
from pitboss.cardplay.poker.kernels import (
    BEST_VALUE,
    CARD_BIT,
    CARD_KEY,
    CATEGORY_OF_VALUE,
    FLUSH_VALUES,
    NO_CARDS,
    RANK_KEY,
    unsuited,
    value,
)
from pitboss.compute.jit import inline, njit

_PAIR_KEY = RANK_KEY[RANK_PAIRS[:, 0]] + RANK_KEY[RANK_PAIRS[:, 1]]
_PAIRS_OF_RANKS = len(RANK_PAIRS)
_FIRST_TALLIED = 3
_COMMUNITY_ROYAL = TALLY_COLUMNS - 1
_HOLE_BITS = np.uint32(11)
_HOLE = np.uint32((1 << 11) - 1)
_BEST = np.uint16(BEST_VALUE)
_DEAD = np.uint8(16)
_NEVER = np.uint8(3)
_SUIT_RANKS = np.uint64(0x1FFF)
_LEFT = PAIRS[:, 0].astype(np.uint8)
_RIGHT = PAIRS[:, 1].astype(np.uint8)


@inline
def _flush_needs(key, bits):
    """The suit in which a flush is possible, its ranks on the board, and how many suited cards it takes."""
    for suit in range(4):
        on_board = np.int64((key >> np.uint64(4 * suit)) & np.uint64(15)) - 3
        if on_board >= 3:
            return suit, (bits >> np.uint64(16 * suit)) & _SUIT_RANKS, np.uint8(5 - on_board)
    return 0, np.uint64(0), _NEVER


@inline
def _order_rank_pairs(key, order, values):
    """Rank pairs from the worst to the best; `order` starts as the last board's, which is nearly right."""
    for pair in range(_PAIRS_OF_RANKS):
        values[pair] = unsuited(key + _PAIR_KEY[pair])
    for i in range(1, _PAIRS_OF_RANKS):
        pair = order[i]
        v = values[pair]
        j = i
        while j > 0 and values[order[j - 1]] > v:
            order[j] = order[j - 1]
            j -= 1
        order[j] = pair


@inline
def _flushes(marks, needs, ranks, suited_rank, items):
    """Holes that make a flush, in order, as value * 2**11 + number."""
    many = 0
    for hole in range(REST_HOLES):
        a, b = _LEFT[hole], _RIGHT[hole]
        suited = marks[a] + marks[b]
        if needs <= suited < _DEAD:
            v = np.uint32(FLUSH_VALUES[ranks | suited_rank[a] | suited_rank[b]])
            items[many] = (v << _HOLE_BITS) | np.uint32(hole)
            many += 1
    items[:many].sort()
    return many


@inline
def _merge(order, values, by_pair, pair_start, marks, needs, flushes, flush_count, items):
    """All holes left after the board in order of value: those by rank pair and the flushes."""
    many, at = 0, 0
    for i in range(_PAIRS_OF_RANKS):
        pair = order[i]
        v = np.uint32(values[pair]) << _HOLE_BITS
        while at < flush_count and flushes[at] < v:
            items[many] = flushes[at]
            many += 1
            at += 1
        for j in range(pair_start[pair], pair_start[pair + 1]):
            hole = by_pair[j]
            items[many] = v | hole
            # taken back by the next one when a card is on the board or the hole makes a flush
            many += marks[_LEFT[hole]] + marks[_RIGHT[hole]] < needs
    while at < flush_count:
        items[many] = flushes[at]
        many += 1
        at += 1
    return many


@njit
def count_runouts(
    rest_cards: NDArray[np.uint8],
    flop: NDArray[np.int64],
    runouts: NDArray[np.int64],
    weights: NDArray[np.int64],
    by_pair: NDArray[np.uint32],
    pair_start: NDArray[np.int64],
    units: NDArray[np.uint64],
    odd_lanes: int,
    qualifies_from: int,
    river: bool,
    river_form: NDArray[np.int64],
    river_fold: int,
    outs: int,
) -> tuple[Any, Any, Any]:
    """Count vectors of every hole, even and odd lanes in two words, over all runouts with their weights.

    `units` is, for each side (the dealer qualifies or not) and hole of the dealer, the word with a one in
    its lane; `odd_lanes` is where odd lanes begin. The deals as such are counted only if the dealer may
    fail to qualify; otherwise they are known beforehand. Where the player still decides on the river, the
    second result has, for every hole, the sum of the better of folding and playing: `river_form` is the
    worth of a count vector by lane. The third has the count vectors of what is played there, by hole and
    lane. With `outs` the river is not decided by worth but by the rule that `_decide_river` tells."""
    counts = np.zeros((COLUMNS, REST_HOLES, 2), np.uint64)
    river_worth = np.zeros(REST_HOLES, np.int64)
    river_played = np.zeros((REST_HOLES if river else 1, river_form.shape[0], COLUMNS), np.int64)
    one_more = np.zeros(REST, np.uint32)
    items, flushes = np.empty(REST_HOLES + 1, np.uint32), np.empty(REST_HOLES, np.uint32)
    order, values = np.arange(_PAIRS_OF_RANKS), np.empty(_PAIRS_OF_RANKS, np.uint16)
    marks, suited_rank = np.zeros(REST, np.uint8), np.zeros(REST, np.uint64)
    with_card = np.zeros(REST, np.uint64)
    lower, upper = np.zeros(REST_HOLES, np.uint64), np.zeros(REST_HOLES, np.uint64)
    keys, masks = CARD_KEY[rest_cards], CARD_BIT[rest_cards]
    flop_key = NO_CARDS + CARD_KEY[flop[0]] + CARD_KEY[flop[1]] + CARD_KEY[flop[2]]
    flop_bits = CARD_BIT[flop[0]] | CARD_BIT[flop[1]] | CARD_BIT[flop[2]]
    half = np.uint64(odd_lanes)
    for n in range(runouts.shape[0]):
        turn, last = runouts[n, 0], runouts[n, 1]
        weight = np.uint64(weights[n])
        key = flop_key + keys[turn] + keys[last]
        bits = flop_bits | masks[turn] | masks[last]
        suit, ranks, needs = _flush_needs(key, bits)
        for c in range(REST):
            of_suit = needs < _NEVER and rest_cards[c] & 3 == suit
            marks[c] = np.uint8(of_suit)
            suited_rank[c] = np.uint64(of_suit) << np.uint64(rest_cards[c] >> 2)
        marks[turn] = marks[last] = _DEAD
        _order_rank_pairs(key, order, values)
        flush_count = _flushes(marks, needs, ranks, suited_rank, flushes) if needs < _NEVER else 0
        many = _merge(order, values, by_pair, pair_start, marks, needs, flushes, flush_count, items)
        tail, everyone = _compare(
            items, many, units, half, qualifies_from, weight, counts, with_card, river, lower, upper
        )
        first = 0 if qualifies_from > 0 else tail
        royal_board = value(key, bits) == _BEST
        _tally(
            items, first, tail, many, units, half, qualifies_from, weight, counts, with_card, everyone,
            royal_board,
        )  # fmt: skip
        if river:
            _decide_river(
                items, many, units, half, qualifies_from, weight, with_card, everyone, lower, upper,
                river_form, river_fold, river_worth, river_played, outs, value(key, bits),
                _with_one_more(key, bits, keys, masks, marks, one_more) if outs else 0, one_more, royal_board,
            )  # fmt: skip
    return counts, river_worth, river_played


@inline
def _with_one_more(key, bits, keys, masks, marks, one_more):
    """What the board makes with each single card that is left, in order. Returns how many there are."""
    many = 0
    for c in range(REST):
        if marks[c] != _DEAD:
            one_more[many] = value(key + keys[c], bits | masks[c])
            many += 1
    one_more[:many].sort()
    return many


@inline
def _add(counts, column, hole, word, half, weight):
    """Add a running count: even lanes to the first word, odd lanes to the second."""
    even = word & _even_lanes(half)
    counts[column, hole, 0] += weight * even
    counts[column, hole, 1] += weight * ((word >> half) & _even_lanes(half))


@inline
def _even_lanes(half):
    """A mask of every other lane: three of ten bits, or one of thirty."""
    return np.uint64(0x3FF003FF003FF) if half == np.uint64(10) else np.uint64(0x3FFFFFFF)


@inline
def _compare(items, many, units, half, qualifies_from, weight, counts, with_card, river, lower, upper):
    """From the worst holes up: what lies below a hole are its wins, what is equal its ties.

    Returns where the tallied hands begin, and all of the dealer's holes; `with_card` is left complete."""
    with_card[:] = np.uint64(0)
    below = np.uint64(0)
    tail = many
    start = 0
    while start < many:
        v = items[start] >> _HOLE_BITS
        category = np.int64(CATEGORY_OF_VALUE[v])
        side = 1 if v >= qualifies_from else 0
        end = start
        while end < many and items[end] >> _HOLE_BITS == v:
            hole = items[end] & _HOLE
            won = below - with_card[_LEFT[hole]] - with_card[_RIGHT[hole]]
            lower[hole] = won
            _add(counts, WINS, hole, won, half, weight)
            end += 1
        if category >= _FIRST_TALLIED:
            tail = min(tail, start)
            for i in range(start, end):
                hole = items[i] & _HOLE
                _add(counts, WINS_WITH + category - _FIRST_TALLIED, hole, lower[hole], half, weight)
        for i in range(start, end):
            hole = items[i] & _HOLE
            unit = units[side, hole]
            below += unit
            with_card[_LEFT[hole]] += unit
            with_card[_RIGHT[hole]] += unit
        for i in range(start, end):
            hole = items[i] & _HOLE
            # the player's own hole was counted once and taken out twice
            up_to = below - with_card[_LEFT[hole]] - with_card[_RIGHT[hole]] + units[side, hole]
            _add(counts, TIES, hole, up_to - lower[hole], half, weight)
            if river:
                upper[hole] = up_to
        start = end
    return tail, below


@inline
def _tally(
    items, first, tail, many, units, half, qualifies_from, weight, counts, with_card, everyone, royal_board
):  # fmt: skip
    """All of the dealer's holes against those from `first`, and against the hands that pay tables name."""
    for i in range(first, many):
        v = items[i] >> _HOLE_BITS
        hole = items[i] & _HOLE
        side = 1 if v >= qualifies_from else 0
        total = everyone - with_card[_LEFT[hole]] - with_card[_RIGHT[hole]] + units[side, hole]
        if qualifies_from > 0:
            _add(counts, ALL, hole, total, half, weight)
        if i >= tail:
            slot = _COMMUNITY_ROYAL if royal_board else np.int64(CATEGORY_OF_VALUE[v]) - _FIRST_TALLIED
            _add(counts, ALL_WITH + slot, hole, total, half, weight)


@inline
def _lane(word, lane, half):
    return np.int64((word >> (half * np.uint64(lane))) & ((np.uint64(1) << half) - np.uint64(1)))


@inline
def _decide_river(
    items, many, units, half, qualifies_from, weight, with_card, everyone, lower, upper, form, fold,
    river_worth, river_played, outs, board, cards, one_more, royal_board,
):  # fmt: skip
    """With all seven cards seen and nothing seen of the dealer's: the better of folding and playing.

    With `outs`, instead: play a hand of a higher kind than the board's own, or one that fewer than so many
    single cards, laid to the board, would beat. A hand's own cards are never among those."""
    weight = np.int64(weight)
    beaten = 0
    for i in range(many):
        v = items[i] >> _HOLE_BITS
        hole = items[i] & _HOLE
        side = 1 if v >= qualifies_from else 0
        totals = everyone - with_card[_LEFT[hole]] - with_card[_RIGHT[hole]] + units[side, hole]
        slot = np.int64(CATEGORY_OF_VALUE[v]) - _FIRST_TALLIED
        every = _COMMUNITY_ROYAL if royal_board else slot
        worth, deals = np.int64(0), np.int64(0)
        for lane in range(form.shape[0]):
            total = _lane(totals, lane, half)
            wins = _lane(lower[hole], lane, half)
            ties = _lane(upper[hole], lane, half) - wins
            worth += form[lane, ALL] * total + form[lane, WINS] * wins + form[lane, TIES] * ties
            if slot >= 0:
                worth += form[lane, WINS_WITH + slot] * wins + form[lane, ALL_WITH + every] * total
            deals += total
        if outs:
            while beaten < cards and one_more[beaten] <= v:
                beaten += 1
            plays = CATEGORY_OF_VALUE[v] > CATEGORY_OF_VALUE[board] or cards - beaten < outs
        else:
            plays = worth >= -fold * deals
        river_worth[hole] += weight * (worth if plays else -fold * deals)
        if plays:
            for lane in range(form.shape[0]):
                total, wins = _lane(totals, lane, half), _lane(lower[hole], lane, half)
                river_played[hole, lane, ALL] += weight * total
                river_played[hole, lane, WINS] += weight * wins
                river_played[hole, lane, TIES] += weight * (_lane(upper[hole], lane, half) - wins)
                if slot >= 0:
                    river_played[hole, lane, WINS_WITH + slot] += weight * wins
                    river_played[hole, lane, ALL_WITH + every] += weight * total


@njit
def finish_flop(
    counts: NDArray[np.uint64],
    river_worth: NDArray[np.int64],
    river_played: NDArray[np.int64],
    images: NDArray[np.int64],
    classes: NDArray[np.int64],
    deals: NDArray[np.int64],
    odd_lanes: int,
    hidden: int,
    river: bool,
    flop_form: NDArray[np.int64],
    fold: int,
    by_rule: NDArray[np.bool_],
) -> tuple[Any, Any, Any, Any]:
    """Spread the counts over what the suits' exchange left out, and decide every hole at the flop.

    `deals` are those of each hole and lane, used where the dealer always qualifies.
    Where `by_rule` is not empty it says which holes are played at the flop, whatever they are worth.
    Returns, for each starting hand and lane, the count vectors of all deals, of those played at the flop,
    and of those played on the river; for each starting hand and visible lane what waiting for the flop is
    worth; for each hole one bit a visible lane, set where it is played; and the worth of playing and of not
    playing."""
    lanes = flop_form.shape[0]
    seen = lanes // hidden
    sums = np.zeros((HOLE_CLASSES, lanes, 3 if river else 2, COLUMNS), np.int64)
    waiting = np.zeros((HOLE_CLASSES, seen), np.int64)
    played = np.zeros(REST_HOLES, np.uint8)
    worths = np.zeros((REST_HOLES, seen, 2), np.int64)
    size = images.shape[0]
    room = (np.uint64(1) << np.uint64(2 * odd_lanes)) - np.uint64(1)
    vector = np.empty((lanes, COLUMNS), np.int64)
    for hole in range(REST_HOLES):
        for lane in range(lanes):
            word, shift = lane & 1, np.uint64(2 * odd_lanes * (lane >> 1))
            for column in range(COLUMNS):
                total = np.int64(0)
                for g in range(size):
                    total += np.int64((counts[column, images[g, hole], word] >> shift) & room)
                vector[lane, column] = total // size
            if hidden == 1:
                vector[lane, ALL] = deals[hole, lane]
        river_total = np.int64(0)
        for g in range(size):
            river_total += river_worth[images[g, hole]]
        for view in range(seen):
            worth, many = np.int64(0), np.int64(0)
            for lane in range(view * hidden, (view + 1) * hidden):
                for column in range(COLUMNS):
                    worth += flop_form[lane, column] * vector[lane, column]
                many += vector[lane, ALL]
            instead = river_total // size if river else -fold * many
            worths[hole, view, 0] = worth
            worths[hole, view, 1] = instead
            plays = by_rule[hole] if by_rule.size else worth >= instead
            waiting[classes[hole], view] += worth if plays else instead
            if plays:
                played[hole] |= np.uint8(1 << view)
            for lane in range(view * hidden, (view + 1) * hidden):
                for column in range(COLUMNS):
                    sums[classes[hole], lane, 0, column] += vector[lane, column]
                    if plays:
                        sums[classes[hole], lane, 1, column] += vector[lane, column]
                    elif river:
                        total = np.int64(0)
                        for g in range(size):
                            total += river_played[images[g, hole], lane, column]
                        sums[classes[hole], lane, 2, column] += total // size
    return sums, waiting, played, worths


# What the games' kernels share: what a player does at the flop, and the flops of a board.

HOLE_CLASS = CLASS_OF_PAIR.astype(np.uint8)
_NUMBER = PAIR_NUMBER.astype(np.uint16)
_RECOLOURED = RECOLOURINGS.astype(np.uint8)
FLOPS_OF_BOARD = 10
_PLACES = 50
_TWO = np.array([n * (n - 1) // 2 for n in range(_PLACES)], np.int64)
_THREE = np.array([n * (n - 1) * (n - 2) // 6 for n in range(_PLACES)], np.int64)


@inline
def _sorted(a, b, c):
    low, high = min(a, b), max(a, b)
    return min(low, c), max(low, min(high, c)), max(high, c)


@inline
def flop_number(a, b, c):
    """0 to 22,099 for three cards in rising order."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@inline
def _rest_place(card, a, b, c):
    """A card's place among the 49 that are not on the flop."""
    return np.int64(card) - (card > a) - (card > b) - (card > c)


@inline
def plays_on(one, other, f, g, h, view, flop_class, flop_colours, flops, played):
    low, middle, high = _sorted(np.int64(f), np.int64(g), np.int64(h))
    number = flop_number(low, middle, high)
    kind = flop_class[number]
    colours = flop_colours[number]
    a, b, c = flops[kind, 0], flops[kind, 1], flops[kind, 2]
    x = _rest_place(_RECOLOURED[colours, one], a, b, c)
    y = _rest_place(_RECOLOURED[colours, other], a, b, c)
    return (played[kind, _NUMBER[x, y]] >> view) & 1 == 1


@inline
def hand_with_flop(one, other, f, g, h):
    key = NO_CARDS + CARD_KEY[one] + CARD_KEY[other] + CARD_KEY[f] + CARD_KEY[g] + CARD_KEY[h]
    bits = CARD_BIT[one] | CARD_BIT[other] | CARD_BIT[f] | CARD_BIT[g] | CARD_BIT[h]
    return value(key, bits)


@inline
def name_flops(flops, a, b, c, d, e):
    """The numbers of the ten flops of a board into `flops`; a < b < c < d < e are places among the cards left."""
    flops[0] = _THREE[c] + _TWO[b] + a
    flops[1] = _THREE[d] + _TWO[b] + a
    flops[2] = _THREE[e] + _TWO[b] + a
    flops[3] = _THREE[d] + _TWO[c] + a
    flops[4] = _THREE[e] + _TWO[c] + a
    flops[5] = _THREE[e] + _TWO[d] + a
    flops[6] = _THREE[d] + _TWO[c] + b
    flops[7] = _THREE[e] + _TWO[c] + b
    flops[8] = _THREE[e] + _TWO[d] + b
    flops[9] = _THREE[e] + _TWO[d] + c
