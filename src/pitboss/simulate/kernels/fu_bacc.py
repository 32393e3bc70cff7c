"""Fu Bacc compiled: the same rules as `pitboss.games.fu_bacc`, written again for speed.

A round needs six cards: the player's two and hit card, the dealer's up, hole and hit card. The
strategy is a table [smaller value][larger value][up card] of BONUS, STAY, HIT, FOLD.
"""

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal

BONUS, STAY, HIT, FOLD = range(4)

MAIN, LUCKY_MONKEY, TIE, BOTH = range(4)
"""what is counted: Ante and Play, one side wager, or Ante, Play and Tie together"""

VALUE = np.array([v for v in (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1) for _ in range(4)], np.uint8)
MOD10 = np.array([n % 10 for n in range(30)], np.uint8)

HIGHER, TIED, LOWER, FOLDED, NATURAL_9, NATURAL_8, RESCUE = range(7)
"""places in `main_pays`"""


@inline
def round_net(a, b, third, up, hole, dealer_third, wager, strategy, main_pays, monkey_pays, tie_pays):
    low = min(a, b)
    high = max(a, b)
    if wager == LUCKY_MONKEY:
        return monkey_pays[up] if high == 0 else monkey_pays[10]
    total = MOD10[a + b]
    dealer = MOD10[up + hole]
    if dealer < 6:
        dealer = MOD10[dealer + dealer_third]
    action = strategy[low, high, up]
    if action == HIT:
        total = MOD10[total + third]
    net = tie_pays[0] if total == dealer else tie_pays[1]
    if wager == TIE:
        return net
    if wager == MAIN:
        net = 0
    if action == FOLD:
        return net + main_pays[FOLDED]
    if action == BONUS:
        if total == 9:
            return net + main_pays[NATURAL_9]
        return net + (main_pays[NATURAL_8] if total == 8 else main_pays[RESCUE])
    if total > dealer:
        return net + main_pays[HIGHER]
    return net + (main_pays[TIED] if total == dealer else main_pays[LOWER])


@njit
def play(state, rounds, wager, strategy, main_pays, monkey_pays, tie_pays):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = VALUE.copy()
    for i in range(rounds):
        deal(state, deck, 52, 6)
        out[i] = round_net(
            deck[0], deck[1], deck[2], deck[3], deck[4], deck[5],
            wager, strategy, main_pays, monkey_pays, tie_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(orders, wager, strategy, main_pays, monkey_pays, tie_pays):
    """The same for given orders of cards: rows of the first six cards of a one-spot round."""
    rounds = orders.shape[0]
    out = np.empty(rounds, np.int64)
    for i in range(rounds):
        o = orders[i]
        out[i] = round_net(
            VALUE[o[0]], VALUE[o[1]], VALUE[o[2]], VALUE[o[3]], VALUE[o[4]], VALUE[o[5]],
            wager, strategy, main_pays, monkey_pays, tie_pays,
        )  # fmt: skip
    return out
