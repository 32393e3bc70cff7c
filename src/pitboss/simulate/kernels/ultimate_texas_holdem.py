"""Ultimate Texas Hold'em compiled: the same rules as `pitboss.games.ultimate_texas_holdem`, written again for speed.

A one-spot round needs nine cards in the order of UT-02: player, dealer, player, dealer, flop, turn, river.
Before the flop the strategy is a table of starting hands, at the flop a bit for each hole of each class of
flops. On the river it is worked out: all 990 holes the dealer may have, or the rule of the readable strategy.
"""

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal
from pitboss.edge.holdem.symmetry import CLASS_OF_PAIR
from pitboss.poker.kernels.ranking import CARD_BIT, CARD_KEY, NO_CARDS, value
from pitboss.poker.kernels.tables import CATEGORY_OF_VALUE
from pitboss.simulate.kernels.down_under_holdem import hand_with_flop, plays_on

MAIN, TRIPS, JACKPOT = range(3)
"""what is counted"""

EVEN, LOSE, TIE, FOLD, BACK = range(5)
"""places in `main_pays`, per Ante; the Blind's pays on a win stand in `blind_pays` by category"""

ORDER = 9
AT_FLOP, ON_RIVER = 2, 1
_CLASS = CLASS_OF_PAIR.astype(np.uint8)


@inline
def _net(mine, theirs, times, qualifies_from, main_pays, blind):
    """Ante, Blind and Play against one hand of the dealer."""
    result = EVEN if mine > theirs else LOSE if mine < theirs else TIE
    ante = main_pays[result if theirs >= qualifies_from else BACK]
    return ante + times * main_pays[result] + (blind if mine > theirs else main_pays[result])


@inline
def _river_worth(cards, key, bits, mine, qualifies_from, main_pays, blind):
    """Nets of playing once, over all of the dealer's holes; and how many there are."""
    dead = CARD_BIT[cards[0]] | CARD_BIT[cards[2]] | bits
    total = np.int64(0)
    holes = 0
    for a in range(52):
        if dead & CARD_BIT[a]:
            continue
        key_a, bits_a = key + CARD_KEY[a], bits | CARD_BIT[a]
        for b in range(a):
            if dead & CARD_BIT[b]:
                continue
            theirs = value(key_a + CARD_KEY[b], bits_a | CARD_BIT[b])
            total += _net(mine, theirs, ON_RIVER, qualifies_from, main_pays, blind)
            holes += 1
    return total, holes


@inline
def _few_outs(key, bits, mine, outs):
    """The readable rule: a higher kind than the board's own, or few single cards that beat the hand."""
    if CATEGORY_OF_VALUE[mine] > CATEGORY_OF_VALUE[value(key, bits)]:
        return True
    beat = 0
    for c in range(52):
        if not bits & CARD_BIT[c]:
            beat += value(key + CARD_KEY[c], bits | CARD_BIT[c]) > mine
    return beat < outs


@inline
def round_net(
    cards, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    one, other, theirs, last = cards[0], cards[2], cards[1], cards[3]
    f, g, h = cards[4], cards[5], cards[6]
    if wager == JACKPOT:
        return hand_pays[CATEGORY_OF_VALUE[hand_with_flop(one, other, f, g, h)]]
    key = NO_CARDS
    bits = np.uint64(0)
    for at in range(4, ORDER):
        key += CARD_KEY[cards[at]]
        bits |= CARD_BIT[cards[at]]
    mine = value(key + CARD_KEY[one] + CARD_KEY[other], bits | CARD_BIT[one] | CARD_BIT[other])
    kind = CATEGORY_OF_VALUE[mine]
    if wager == TRIPS and not folded_loses:
        return hand_pays[kind]
    blind = blind_pays[kind]
    times = np.int64(choices[_CLASS[one, other]])
    if times == 0:
        if plays_on(one, other, f, g, h, 0, flop_class, flop_colours, flops, played):
            times = AT_FLOP
        else:
            times = ON_RIVER
            if outs:
                plays = _few_outs(key, bits, mine, outs)
            else:
                total, holes = _river_worth(cards, key, bits, mine, qualifies_from, main_pays, blind)
                plays = total >= 2 * holes * main_pays[FOLD]
            if not plays:
                return 2 * main_pays[FOLD] if wager == MAIN else hand_pays[0]
    if wager == TRIPS:
        return hand_pays[kind]
    dealers = value(key + CARD_KEY[theirs] + CARD_KEY[last], bits | CARD_BIT[theirs] | CARD_BIT[last])
    return _net(mine, dealers, times, qualifies_from, main_pays, blind)


@njit
def play(
    state, rounds, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(52).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 52, ORDER)
        out[i] = round_net(
            deck, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
            main_pays, blind_pays, hand_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(
    orders, wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs, qualifies_from,
    main_pays, blind_pays, hand_pays,
):  # fmt: skip
    """The same for given orders of cards: rows of the first nine cards of a one-spot round."""
    out = np.empty(orders.shape[0], np.int64)
    for i in range(orders.shape[0]):
        out[i] = round_net(
            orders[i], wager, folded_loses, choices, flop_class, flop_colours, flops, played, outs,
            qualifies_from, main_pays, blind_pays, hand_pays,
        )  # fmt: skip
    return out
