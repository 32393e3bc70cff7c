"""What a bonus is worth to somebody who knows which cards are left: compiled for many shoes."""

import numpy as np

from pitboss.cardplay.blackjack.counting import CLASSES, DEPTHS
from pitboss.cardplay.blackjack.kernels import LANES, dealer_counts
from pitboss.cardplay.blackjack.round_kernels import FELT, SEEN, latest_start, play_round, prepare
from pitboss.compute.jit import inline, njit

SPREAD_1, SPREAD_2, SPREAD_3, TRIPS = range(4)
"""rows of Acey Deucey's pays; the columns are off suit and suited"""
SUITS = 4


@njit
def record(s, rules, shoe, size, cut, need, spots, rounds):
    """Play rounds in a row: for each the cards left before it, the spots' first two cards, and its shoe."""
    left = np.empty((rounds, 52), np.int16)
    cards = np.empty((rounds, 2 * spots), np.uint8)
    shoes = np.empty(rounds, np.int32)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    pos = end = size
    limit = 0
    number = -1
    for i in range(rounds):
        if pos >= limit:
            fresh = size - (end - pos) >= cut
            pos, end = prepare(s, shoe, size, pos, end, cut, need)
            limit = latest_start(size, end, cut, need)
            number += fresh
        left[i] = 0
        for at in range(pos, end):
            left[i, shoe[at]] += 1
        shoes[i] = number
        for spot in range(spots):
            cards[i, 2 * spot] = shoe[pos + spot]
            cards[i, 2 * spot + 1] = shoe[pos + spots + 1 + spot]
        pos = play_round(rules, shoe, pos, spots, felt, nets, seen)
    return left, cards, shoes


@inline
def sum_below(counts, below):
    """`below[suit, rank]`: cards of lower ranks, by suit; row 4 is all suits."""
    for row in range(SUITS + 1):
        below[row, 0] = 0.0
    for rank in range(13):
        every = 0.0
        for suit in range(SUITS):
            below[suit, rank + 1] = below[suit, rank] + counts[rank * SUITS + suit]
            every += counts[rank * SUITS + suit]
        below[SUITS, rank + 1] = below[SUITS, rank] + every


@inline
def hand_worth(below, low, high, same_left, rank_left, unseen, pays):
    """Two cards before the up card, per unit. `same_left`, `rank_left`: of a pair's card and rank unseen."""
    a, b = low >> 2, high >> 2
    suited = low & 3 == high & 3
    if a == b:
        same = same_left if suited else 0.0
        return (same * pays[TRIPS, 1] + (rank_left - same) * pays[TRIPS, 0]) / unseen
    if b - a == 1:
        return -1.0
    every = below[SUITS, b] - below[SUITS, a + 1]
    same = below[low & 3, b] - below[low & 3, a + 1] if suited else 0.0
    row = min(b - a - 2, SPREAD_3)
    return (same * pays[row, 1] + (every - same) * pays[row, 0] - (unseen - every)) / unseen


@inline
def units(value, low, high, most, raise_on_pair):
    """Ante and the best raise."""
    return 1 + most if value > 0.0 and (raise_on_pair or low >> 2 != high >> 2) else 1


@njit
def acey_deucey_worth(left, pays, most, raise_on_pair):
    """Acey Deucey before the deal, per Ante, with the best raises for the cards left."""
    worth = np.empty(left.shape[0])
    below = np.empty((SUITS + 1, 14))
    for i in range(left.shape[0]):
        counts = left[i]
        sum_below(counts, below)
        size = below[SUITS, 13]
        total = 0.0
        for low in range(52):
            if counts[low] == 0:
                continue
            for high in range(low, 52):
                ways = 2.0 * counts[low] * counts[high]
                if high == low:
                    ways = counts[low] * (counts[low] - 1.0)
                if ways <= 0.0:
                    continue
                rank = low >> 2
                rank_left = below[SUITS, rank + 1] - below[SUITS, rank] - 2.0
                value = hand_worth(below, low, high, counts[low] - 2.0, rank_left, size - 2.0, pays)
                total += ways * value * units(value, low, high, most, raise_on_pair)
        worth[i] = total / (size * (size - 1.0))
    return worth


@njit
def raise_gain(left, cards, pays, most, raise_on_pair):
    """What the first spot gains, per Ante, by having seen every spot's first two cards before its raise."""
    gain = np.empty(left.shape[0])
    below = np.empty((SUITS + 1, 14))
    counts = np.empty(52)
    for i in range(left.shape[0]):
        low, high = min(cards[i, 0], cards[i, 1]), max(cards[i, 0], cards[i, 1])
        rank = low >> 2
        for card in range(52):
            counts[card] = left[i, card]
        counts[low] -= 1.0
        counts[high] -= 1.0
        sum_below(counts, below)
        rank_left = below[SUITS, rank + 1] - below[SUITS, rank]
        own = hand_worth(below, low, high, counts[low], rank_left, below[SUITS, 13], pays)
        for j in range(2, cards.shape[1]):
            counts[cards[i, j]] -= 1.0
        sum_below(counts, below)
        rank_left = below[SUITS, rank + 1] - below[SUITS, rank]
        seen = hand_worth(below, low, high, counts[low], rank_left, below[SUITS, 13], pays)
        more = units(seen, low, high, most, raise_on_pair) - units(own, low, high, most, raise_on_pair)
        gain[i] = more * seen
    return gain


@njit
def completed_worth(left, start, parent, slot, cell, orders, pays, lost):
    """Lucky Break before the deal. `pays` is by suit (mixed, one), dealer's total over 21 and cards.

    Five lanes of the tree serve one shoe: all its cards, and each suit alone."""
    worth = np.empty(left.shape[0])
    lanes = np.zeros((10, LANES))
    factors = np.empty((10 * DEPTHS, LANES))
    products = np.empty((parent.size, LANES))
    counts = np.zeros((CLASSES * DEPTHS, LANES))
    together = LANES // (SUITS + 1)
    for first in range(0, left.shape[0], together):
        last = min(first + together, left.shape[0])
        lanes[:, :] = 0.0
        for i in range(first, last):
            lane = (i - first) * (SUITS + 1)
            for card in range(52):
                rank = card >> 2
                value = 0 if rank == 12 else min(rank, 8) + 1
                lanes[value, lane] += left[i, card]
                lanes[value, lane + 1 + (card & 3)] += left[i, card]
        dealer_counts(0, lanes, start, parent, slot, cell, orders, factors, products, counts)
        for i in range(first, last):
            lane = (i - first) * (SUITS + 1)
            size = 0.0
            for v in range(10):
                size += lanes[v, lane]
            total, paid, fall = 0.0, 0.0, 1.0
            for cards in range(1, DEPTHS):
                fall *= size - cards + 1.0
                if fall <= 0.0:
                    break
                for over in range(5):
                    at = over * DEPTHS + cards
                    one = 0.0
                    for suit in range(SUITS):
                        one += counts[at, lane + 1 + suit]
                    every = counts[at, lane]
                    total += (
                        one * pays[1, over + 1, cards] + (every - one) * pays[0, over + 1, cards]
                    ) / fall
                    paid += every / fall
            worth[i] = total + (1.0 - paid) * lost
    return worth


@njit
def side_worth(left, cells, more, with_blackjack, otherwise, up, shift):
    """A side wager before the deal, by its `cells`: cards that decide it (the third -1 where there are two), whatever
    their order; `more` than `otherwise` they bring in all their orders, and again with a dealer's blackjack. `up`: the
    last card is the dealer's up card. `shift` makes a rank of a card: 0 where `left` and `cells` are ranks."""
    worth = np.empty(left.shape[0])
    waits = with_blackjack.size > 0
    three = cells.shape[0] > 0 and cells[0, 2] >= 0
    for i in range(left.shape[0]):
        counts = left[i]
        size, aces, tens = 0.0, 0.0, 0.0
        for card in range(left.shape[1]):
            size += counts[card]
            rank = card >> shift
            if rank == 12:
                aces += counts[card]
            elif rank >= 8:
                tens += counts[card]
        total = 0.0
        for k in range(cells.shape[0]):
            a, b, c = cells[k, 0], cells[k, 1], cells[k, 2]
            ways = counts[a] * (counts[b] - (a == b))
            if three:
                ways *= counts[c] - (c == a) - (c == b)
            if ways <= 0:
                continue
            gain = more[k]
            if waits:
                gain += (with_blackjack[k] - gain) * blackjack_chance(
                    a, b, c, three and up, shift, size, aces, tens
                )
            total += ways * gain
        orders = size * (size - 1.0)
        if three:
            orders *= size - 2.0
        worth[i] = otherwise + total / orders
    return worth


@inline
def blackjack_chance(a, b, c, up, shift, size, aces, tens):
    """That the dealer has one, with these cards out; with his `up` card among them, the last."""
    left = size
    for card in (a, b, c):
        if card < 0:
            continue
        left -= 1.0
        rank = card >> shift
        if rank == 12:
            aces -= 1.0
        elif rank >= 8:
            tens -= 1.0
    if not up:
        return 2.0 * aces * tens / (left * (left - 1.0))
    rank = c >> shift
    hole = tens if rank == 12 else aces if rank >= 8 else 0.0
    return hole / left
