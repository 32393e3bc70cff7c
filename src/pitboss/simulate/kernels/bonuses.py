"""War, Acey Deucey and Lucky Break compiled, riding on compiled blackjack."""

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.simulate.kernels.twenty_one import (
    CARDS,
    DRAWN,
    FELT,
    GIVEN_UP,
    HIGH,
    HOLE,
    LOW,
    SEEN,
    TOTAL,
    UP,
    latest_start,
    play_round,
    prepare,
)

MOST_CARDS = 14
"""one more than the most cards of a dealer's hand"""


@njit
def play_up_card(s, rules, shoe, size, cut, need, spots, rounds, bonus):
    """Acey Deucey 21: the first spot's bonus of each round. `bonus` is by its two cards and the up card."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            pos, end = prepare(s, shoe, size, pos, end, cut, need)
            limit = latest_start(size, end, cut, need)
        out[i] = bonus[shoe[pos], shoe[pos + spots + 1], shoe[pos + 2 * spots + 1]]
        pos = play_round(rules, shoe, pos, spots, felt, nets, seen)
    return out


@njit
def up_card_orders(orders, spots, bonus):
    """Every spot's bonus of one round from each given order of cards."""
    out = np.empty((orders.shape[0], spots), np.int64)
    for i in range(orders.shape[0]):
        for spot in range(spots):
            out[i, spot] = bonus[orders[i, spot], orders[i, spots + 1 + spot], orders[i, 2 * spots + 1]]
    return out


@inline
def one_suit(shoe, seen):
    suit = shoe[seen[UP]] & 3
    same = shoe[seen[HOLE]] & 3 == suit
    for at in range(seen[DRAWN], seen[DRAWN] + seen[CARDS] - 2):
        same = same and shoe[at] & 3 == suit
    return 1 if same else 0


@inline
def completed_net(shoe, felt, seen, spot, pays, highest, given_up_loses):
    """What the completed hand pays a spot; `pays` is by suit, total over 21 and number of cards (LB-08)."""
    if seen[TOTAL] <= 21 or (felt[GIVEN_UP, spot] and given_up_loses):
        return pays[0, 0, 0]
    if (felt[HIGH, spot] if highest else felt[LOW, spot]) > 27:
        return pays[0, 0, 0]
    return pays[one_suit(shoe, seen), seen[TOTAL] - 21, seen[CARDS]]


@njit
def play_completed(s, rules, shoe, size, cut, need, spots, rounds, pays, highest, given_up_loses):
    """Lucky Break: the first spot's bonus of each round."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            pos, end = prepare(s, shoe, size, pos, end, cut, need)
            limit = latest_start(size, end, cut, need)
        pos = play_round(rules, shoe, pos, spots, felt, nets, seen)
        out[i] = completed_net(shoe, felt, seen, 0, pays, highest, given_up_loses)
    return out


@njit
def completed_orders(rules, orders, spots, pays, highest, given_up_loses):
    """Every spot's bonus of one round from each given order of cards."""
    out = np.empty((orders.shape[0], spots), np.int64)
    nets = np.zeros(spots, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    for i in range(orders.shape[0]):
        play_round(rules, orders[i], 0, spots, felt, nets, seen)
        for spot in range(spots):
            out[i, spot] = completed_net(orders[i], felt, seen, spot, pays, highest, given_up_loses)
    return out
