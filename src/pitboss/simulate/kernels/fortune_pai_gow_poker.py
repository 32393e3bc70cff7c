"""Fortune Pai Gow Poker compiled: both hands looked up by type, the player's as the strategy sets it.

A row of cards is the dealer's seven, the player's seven. Strategies are tables of settings: a front and a back
for each rank type, then for each flush type.
"""

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal
from pitboss.paigow.kernels.types import RANK_TYPES
from pitboss.simulate.kernels.face_up_pai_gow_poker import hand_type

WON, PUSHED, LOST = range(3)
NINE_HIGH_FIRST, NINE_HIGH_LAST = 21, 27
"""the fronts 9-2 to 9-8, which push a deal without commission (FP-08)"""


@inline
def _set(cards, at, settings):
    _, flush, place, _ = hand_type(cards, at)
    column = place + RANK_TYPES if flush else place
    return settings[0, column], settings[1, column]


@inline
def net_of(cards, dealers, players, nine_high_pushes, pays):
    front, back = _set(cards, 0, dealers)
    if nine_high_pushes and NINE_HIGH_FIRST <= front <= NINE_HIGH_LAST:
        return pays[PUSHED]
    own_front, own_back = _set(cards, 7, players)
    better = np.int64(own_front > front) + np.int64(own_back > back)
    return pays[WON] if better == 2 else pays[PUSHED] if better == 1 else pays[LOST]


@njit
def play(state, rounds, dealers, players, nine_high_pushes, pays):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(53).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 53, 14)
        out[i] = net_of(deck, dealers, players, nine_high_pushes, pays)
    return out


@njit
def play_hands(hands, dealers, players, nine_high_pushes, pays):
    """The same for given cards, a row a round."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = net_of(hands[i], dealers, players, nine_high_pushes, pays)
    return out
