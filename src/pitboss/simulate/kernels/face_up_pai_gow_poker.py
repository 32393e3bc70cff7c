"""Face Up Pai Gow Poker compiled: hands are looked up by type (see `pitboss.paigow.kernels.types`).

A row of cards is the dealer's seven, the player's seven, then seven for each other player.
"""

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal
from pitboss.paigow.kernels.bonus import ROYAL_MATCH
from pitboss.paigow.kernels.types import POWER, flush_type, off_column, rank_type
from pitboss.paigow.kernels.values import MASK_PLACE

JOKER = 52
MAIN, HOUSE_WAY, BONUS, ACE_HIGH = range(4)
"""what is counted: the standard wager set best or the house way, a bonus on one's own hand, Ace-High"""

WON, PUSHED, LOST, NOTHING = range(4)
"""places in the standard wager's pays"""
JOINT, WITH_JOKER, NO_JOKER, NOT_ACE_HIGH = range(4)
"""places in Ace-High's pays"""


@inline
def hand_type(cards, at):
    """(joker, flush?, number of the type, whether two cards outside the flush suit share theirs)."""
    code = np.int64(0)
    counts = np.int64(0)
    joker = 0
    for i in range(at, at + 7):
        card = np.int64(cards[i])
        if card == JOKER:
            joker = 1
        else:
            code += POWER[card >> 2]
            counts += np.int64(1) << ((card & 3) << 3)
    suit = np.int64(-1)
    for s in range(4):
        if (counts >> (s << 3)) & 255 >= 5 - joker:
            suit = np.int64(s)
    if suit < 0:
        return joker, False, rank_type(code, joker), False
    mask = np.int64(0)
    suited = 0
    high = low = np.int64(-1)
    high_suit = low_suit = np.int64(-1)
    for i in range(at, at + 7):
        card = np.int64(cards[i])
        if card == JOKER:
            continue
        if card & 3 == suit:
            mask |= np.int64(1) << (card >> 2)
            suited += 1
        elif high < 0:
            high = card >> 2
            high_suit = card & 3
        else:
            low = card >> 2
            low_suit = card & 3
    place = flush_type(MASK_PLACE[mask], suited, joker, off_column(high, low))
    return joker, True, place, high_suit == low_suit


@inline
def main_net(cards, best_play, tables, pays):
    """The standard wager against the dealer's hand set the house way (FU-04, FU-06)."""
    house, ace_high, best, top_front, top_back = tables[:5]
    flush_house, flush_best, flush_top_front, flush_top_back = tables[5:9]
    _, flush, dealer, _ = hand_type(cards, 0)
    if flush:
        front, back = flush_house[0, dealer], flush_house[1, dealer]
    elif ace_high[dealer]:
        return pays[NOTHING]
    else:
        front, back = house[0, dealer], house[1, dealer]
    _, flush, mine, _ = hand_type(cards, 7)
    if best_play:
        behind = flush_best[front, mine] if flush else best[front, mine]
        if behind > back:
            return pays[WON]
        if flush:
            lost = flush_top_front[mine] <= front and flush_top_back[mine] <= back
        else:
            lost = top_front[mine] <= front and top_back[mine] <= back
        return pays[LOST] if lost else pays[PUSHED]
    if flush:
        better = np.int64(flush_house[0, mine] > front) + np.int64(flush_house[1, mine] > back)
    else:
        better = np.int64(house[0, mine] > front) + np.int64(house[1, mine] > back)
    return pays[WON] if better == 2 else pays[PUSHED] if better == 1 else pays[LOST]


@inline
def fit_of(cards, at, fits, flush_fits):
    _, flush, place, match = hand_type(cards, at)
    if not flush:
        return np.int64(fits[place])
    bits = np.int64(flush_fits[place])
    return bits if match else bits & ~ROYAL_MATCH


@inline
def bonus_net(cards, others, fits, flush_fits, pays, envy):
    """A bonus on the player's own seven cards, and envy for each other player's."""
    net = pays[fit_of(cards, 7, fits, flush_fits)]
    for other in range(others):
        net += envy[fit_of(cards, 14 + 7 * other, fits, flush_fits)]
    return net


@inline
def ace_high_net(cards, ace_high, pays):
    joker, flush, dealer, _ = hand_type(cards, 0)
    if flush or not ace_high[dealer]:
        return pays[NOT_ACE_HIGH]
    _, flush, mine, _ = hand_type(cards, 7)
    if not flush and ace_high[mine]:
        return pays[JOINT]
    return pays[WITH_JOKER] if joker else pays[NO_JOKER]


@inline
def net_of(cards, wager, others, tables, pays, envy):
    if wager == BONUS:
        return bonus_net(cards, others, tables[9], tables[10], pays, envy)
    if wager == ACE_HIGH:
        return ace_high_net(cards, tables[1], pays)
    return main_net(cards, wager == MAIN, tables, pays)


@njit
def play(state, rounds, wager, others, tables, pays, envy):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(53).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 53, 14 + 7 * others)
        out[i] = net_of(deck, wager, others, tables, pays, envy)
    return out


@njit
def play_hands(hands, wager, others, tables, pays, envy):
    """The same for given cards, a row a round."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = net_of(hands[i], wager, others, tables, pays, envy)
    return out
