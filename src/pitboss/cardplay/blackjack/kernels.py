"""Compiled counting: the dealer's endings, the value of every hand, and where a fixed strategy ends up.

Counts are whole numbers below 2**63 (for eight decks the largest sum has 58 bits), so a dealer's
distribution is exact until it is divided. Residues modulo 31-bit primes carry the sums that are wider.
"""

import numpy as np

from pitboss.cardplay.blackjack.counting import CLASSES, DEPTHS
from pitboss.compute.jit import inline, njit

STAND, HIT, DOUBLE = 0, 1, 2


LANES = 16


@njit
def dealer_counts(up, left, start, parent, slot, cell, orders, factors, products, counts):
    """Orders of the cards `left` that end the dealer's hand, by class and number of cards drawn.

    Sixteen shoes at once, one a lane: a node of the tree multiplies its parent's product by what is left
    of its value. Products are whole; in double precision they round, as 64-bit integers they do not."""
    for v in range(10):
        for nth in range(DEPTHS):
            for i in range(LANES):
                factors[v * DEPTHS + nth, i] = left[v, i] - nth
    counts[:, :] = 0
    first = start[up]
    products[0, :] = 1
    for k in range(first + 1, start[up + 1]):
        at, before, by = k - first, parent[k] - first, slot[k]
        for i in range(LANES):
            products[at, i] = products[before, i] * factors[by, i]
        if orders[k]:
            into, many = cell[k], orders[k]
            for i in range(LANES):
                counts[into, i] += many * products[at, i]


@inline
def inverse_falls(size, inverse):
    """`inverse[t]` is one over size (size - 1) ... of t factors; nothing can be drawn from an empty shoe."""
    inverse[0] = 1.0
    for t in range(1, DEPTHS):
        rest = size - t + 1
        inverse[t] = inverse[t - 1] / rest if rest > 0 else 0.0


@inline
def chances(counts, lane, inverse, law):
    """One lane's counts as chances of 17 to 21, blackjack and bust."""
    rest = 1.0
    for c in range(CLASSES):
        chance = 0.0
        for t in range(1, DEPTHS):
            chance += counts[c * DEPTHS + t, lane] * inverse[t]
        law[c] = chance
        rest -= chance
    law[CLASSES] = rest


@njit
def dealer_table(shoe, hands, size, start, parent, slot, cell, orders):
    """`table[u, h]`: the chances of 17 to 21, blackjack and bust against hand `h` off the shoe.

    Hands the shoe cannot deal stay zero."""
    table = np.zeros((10, hands.shape[0], CLASSES + 1))
    left = np.zeros((10, LANES))
    factors = np.empty((10 * DEPTHS, LANES))
    products = np.empty((parent.size, LANES))
    counts = np.zeros((CLASSES * DEPTHS, LANES))
    inverse = np.empty(DEPTHS)
    lane_hand = np.empty(LANES, np.int64)
    cards = shoe.sum()
    for up in range(10):
        used = 0
        for h in range(hands.shape[0]):
            possible = True
            for v in range(10):
                left[v, used] = shoe[v] - hands[h, v] - (v == up)
                possible = possible and left[v, used] >= 0
            if possible:
                lane_hand[used] = h
                used += 1
            if used == LANES or (used and h == hands.shape[0] - 1):
                dealer_counts(up, left, start, parent, slot, cell, orders, factors, products, counts)
                for i in range(used):
                    inverse_falls(cards - 1 - size[lane_hand[i]], inverse)
                    chances(counts, i, inverse, table[up, lane_hand[i]])
                used = 0
    return table


@njit
def stand_values(table, total):
    """What standing is worth against each up card; a dealer's blackjack costs one unit."""
    ups, hands, _ = table.shape
    values = np.zeros((ups, hands))
    for up in range(ups):
        for h in range(hands):
            worth = table[up, h, 6] - table[up, h, 5]
            for c in range(5):
                if total[h] > 17 + c:
                    worth += table[up, h, c]
                elif total[h] < 17 + c:
                    worth -= table[up, h, c]
            values[up, h] = worth
    return values


@njit
def double_values(shoe, hands, size, child, stand, hole, peeks):
    """What doubling down is worth; with a peek a dealer's blackjack takes the first unit only."""
    values = np.full(stand.shape, -9.0)
    cards = shoe.sum()
    for up in range(10):
        for h in range(hands.shape[0]):
            if size[h] != 2:
                continue
            worth = 0.0
            rest = cards - 1 - size[h]
            for v in range(10):
                left = shoe[v] - hands[h, v] - (v == up)
                if left > 0:
                    after = child[h, v]
                    worth += left * (2.0 * stand[up, after] if after >= 0 else -2.0)
                if v == hole[up] and peeks and left > 0:
                    worth += left
            values[up, h] = worth / rest
    return values


@njit
def best_play(shoe, hands, size, child, stand, doubled, may_double):
    """Composition-dependent play without splits: the value of hitting, and the best of the choices.

    `many[u, h]` is the better of standing and hitting, `two[u, h]` also considers doubling."""
    hit = np.zeros(stand.shape)
    many = np.zeros(stand.shape, np.int8)
    two = np.zeros(stand.shape, np.int8)
    best = np.zeros(stand.shape)
    cards = shoe.sum()
    for up in range(10):
        for h in range(hands.shape[0] - 1, -1, -1):
            worth = 0.0
            for v in range(10):
                left = shoe[v] - hands[h, v] - (v == up)
                if left > 0:
                    after = child[h, v]
                    worth += left * (best[up, after] if after >= 0 else -1.0)
            rest = cards - 1 - size[h]
            hit[up, h] = worth / rest if rest > 0 else -9.0
            many[up, h] = HIT if hit[up, h] > stand[up, h] else STAND
            best[up, h] = max(hit[up, h], stand[up, h])
            two[up, h] = many[up, h]
            if may_double[h] and doubled[up, h] > best[up, h]:
                two[up, h] = DOUBLE
    return hit, many, two


@njit
def hit_values(shoe, hands, size, child, stand, many):
    """The value of hitting once and then following `many`."""
    hit = np.zeros(stand.shape)
    cards = shoe.sum()
    for up in range(10):
        for h in range(hands.shape[0] - 1, -1, -1):
            worth = 0.0
            for v in range(10):
                left = shoe[v] - hands[h, v] - (v == up)
                if left > 0:
                    after = child[h, v]
                    if after < 0:
                        worth -= left
                    else:
                        worth += left * (stand[up, after] if many[up, after] == STAND else hit[up, after])
            rest = cards - 1 - size[h]
            hit[up, h] = worth / rest if rest > 0 else -9.0
    return hit


@njit
def follow(child, first, many, two, reach):
    """Spread the orders in `first` (hands of two cards) through a strategy against one up card.

    `reach[0]` and `reach[1]` receive the orders that end standing on a hand with one and with two units."""
    hands = first.size
    through = first.copy()
    reach[:, :] = 0
    for h in range(hands):
        orders = through[h]
        if orders == 0:
            continue
        choice = two[h] if first[h] else many[h]
        if choice == STAND:
            reach[0, h] += orders
            continue
        for v in range(10):
            after = child[h, v]
            if after >= 0:
                if choice == DOUBLE:
                    reach[1, after] += orders
                else:
                    through[after] += orders


@njit
def weights_through(shoe, hands, child, up, first, many, two):
    """The chance to stand before each hand with a choice, given the up card, following a strategy."""
    count = hands.shape[0]
    weight = np.zeros(count)
    cards = shoe.sum() - 1
    left = shoe.copy()
    left[up] -= 1
    for h in range(count):
        if first[h] > 0:
            weight[h] = first[h] / (cards * (cards - 1.0))
            drawn = 0
            for v in range(10):
                for j in range(hands[h, v]):
                    weight[h] *= max(left[v] - j, 0)
                    drawn += 1
    for h in range(count):
        if weight[h] == 0.0:
            continue
        choice = two[h] if first[h] else many[h]
        if choice != HIT:
            continue
        drawn = 0
        for v in range(10):
            drawn += hands[h, v]
        for v in range(10):
            after = child[h, v]
            rest = left[v] - hands[h, v]
            if after >= 0 and rest > 0:
                weight[after] += weight[h] * rest / (cards - drawn)
    return weight


@njit
def settle(up, left, held, hands, total, reach, start, parent, slot, cell, orders, joint):
    """Where hands end, as chances: `joint[w, r, c]` for w + 1 units, r = win, push, lose, dealer's class c.

    `left` is the shoe without everything on the table before the drawing, of which `held` are cards of
    the hand itself. Busts are not in it."""
    joint[:, :, :] = 0.0
    lanes = np.zeros((10, LANES))
    factors = np.empty((10 * DEPTHS, LANES))
    products = np.empty((start[up + 1] - start[up], LANES))
    counts = np.zeros((CLASSES * DEPTHS, LANES))
    inverse = np.empty(DEPTHS)
    law = np.empty(CLASSES + 1)
    lane_hand = np.empty(LANES, np.int64)
    lane_chance = np.empty(LANES)
    lane_drawn = np.empty(LANES, np.int64)
    cards = left.sum()
    used = 0
    for h in range(hands.shape[0] + 1):
        if h < hands.shape[0]:
            if reach[0, h] == 0 and reach[1, h] == 0:
                continue
            chance = 1.0
            drawn = 0
            for v in range(10):
                rest = left[v]
                for _ in range(hands[h, v] - held[v]):
                    chance *= rest / (cards - drawn)
                    rest -= 1
                    drawn += 1
                lanes[v, used] = rest
            if chance == 0.0:
                continue
            lane_hand[used], lane_chance[used], lane_drawn[used] = h, chance, drawn
            used += 1
        if used == LANES or (used and h == hands.shape[0]):
            dealer_counts(up, lanes, start, parent, slot, cell, orders, factors, products, counts)
            for i in range(used):
                inverse_falls(cards - lane_drawn[i], inverse)
                chances(counts, i, inverse, law)
                points = total[lane_hand[i]]
                for w in range(2):
                    weight = reach[w, lane_hand[i]] * lane_chance[i]
                    for c in range(CLASSES + 1):
                        result = 2
                        if c == CLASSES or (c < 5 and points > 17 + c):
                            result = 0
                        elif c < 5 and points == 17 + c:
                            result = 1
                        joint[w, result, c] += weight * law[c]
            used = 0


@inline
def residue_sums(counts, lane, points, not_won, tied):
    """By cards drawn: in how many orders the dealer ties the points, and ties or beats them."""
    deepest = 0
    for t in range(1, DEPTHS):
        not_won[t] = counts[5 * DEPTHS + t, lane]
        tied[t] = 0
        for c in range(5):
            if 17 + c >= points:
                not_won[t] += counts[c * DEPTHS + t, lane]
                if 17 + c == points:
                    tied[t] = counts[c * DEPTHS + t, lane]
        if not_won[t]:
            deepest = t
    return deepest


@njit
def settle_modular(up, left, held, hands, total, reach, start, parent, slot, cell, orders, primes, falls):
    """As `settle`, but exact: win and push with one and with two units, modulo each prime.

    `falls[i, j]` is one over the falling factorial of the shoe's size by j, modulo prime i."""
    sums = np.zeros((4, primes.size), np.uint64)
    lanes = np.zeros((10, LANES), np.int64)
    factors = np.empty((10 * DEPTHS, LANES), np.int64)
    products = np.empty((start[up + 1] - start[up], LANES), np.int64)
    counts = np.zeros((CLASSES * DEPTHS, LANES), np.int64)
    not_won = np.empty(DEPTHS, np.int64)
    tied = np.empty(DEPTHS, np.int64)
    lane_hand = np.empty(LANES, np.int64)
    used = 0
    for h in range(hands.shape[0] + 1):
        if h < hands.shape[0]:
            if reach[0, h] == 0 and reach[1, h] == 0:
                continue
            possible = True
            for v in range(10):
                lanes[v, used] = left[v] + held[v] - hands[h, v]
                possible = possible and lanes[v, used] >= 0
            if not possible:
                continue
            lane_hand[used] = h
            used += 1
        if used == LANES or (used and h == hands.shape[0]):
            dealer_counts(up, lanes, start, parent, slot, cell, orders, factors, products, counts)
            for lane in range(used):
                hand = lane_hand[lane]
                deepest = residue_sums(counts, lane, total[hand], not_won, tied)
                add_residues(
                    left, lanes[:, lane], reach[:, hand], deepest, not_won, tied, primes, falls, sums
                )
            used = 0
    return sums


@inline
def add_residues(left, rest, reach, deepest, not_won, tied, primes, falls, sums):
    """Add one hand's wins and pushes to the sums, modulo each prime."""
    drawn = 0
    for v in range(10):
        drawn += left[v] - rest[v]
    for i in range(primes.size):
        prime = primes[i]
        ways = np.uint64(1)
        for v in range(10):
            for j in range(left[v], rest[v], -1):
                ways = ways * np.uint64(j) % prime
        lost = np.uint64(0)
        push = np.uint64(0)
        for t in range(1, deepest + 1):
            fall = falls[i, drawn + t]
            if not_won[t]:
                lost = (lost + np.uint64(not_won[t]) % prime * fall) % prime
            if tied[t]:
                push = (push + np.uint64(tied[t]) % prime * fall) % prime
        won = (falls[i, drawn] + prime - lost) % prime * ways % prime
        push = push * ways % prime
        for w in range(2):
            if reach[w]:
                paths = np.uint64(reach[w]) % prime
                sums[2 * w, i] = (sums[2 * w, i] + won * paths) % prime
                sums[2 * w + 1, i] = (sums[2 * w + 1, i] + push * paths) % prime
