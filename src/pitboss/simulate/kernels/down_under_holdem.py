"""Down Under Hold'em compiled: the same rules as `pitboss.games.down_under_holdem`, written again for speed.

A one-spot round needs nine cards in the order of DU-15: player, dealer, player, dealer, flop, turn, river.
Two more for each other player whose hands may bring envy. The strategy is a table of starting hands by
lights, and for each class of flops a bit for each hole and pair of lights.
"""

import numpy as np

from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import deal
from pitboss.edge.holdem.symmetry import CLASS_OF_PAIR, PAIR_NUMBER, RECOLOURINGS
from pitboss.poker.kernels.ranking import CARD_BIT, CARD_KEY, NO_CARDS, value
from pitboss.poker.kernels.tables import BEST_VALUE, CATEGORY_OF_VALUE

MAIN, TRIPS, MATCH, BOARD_JACKPOT, FLOP_JACKPOT = range(5)
"""what is counted"""

EVEN, LOSE, TIE, FOLD = range(4)
"""places in `main_pays`, per Ante; the Bet's pays on a win stand in `hand_pays` by category"""

FLOPPED_ROYAL, COMMUNITY_ROYAL = 10, 11
"""further places in `hand_pays` for jackpot option 1"""

FOUR, THREE, TWO, ONE, NONE = range(5)
"""places in `hand_pays` for Match the Dealer"""

ORDER = 9
_CLASS = CLASS_OF_PAIR.astype(np.uint8)
_NUMBER = PAIR_NUMBER.astype(np.uint16)
_RECOLOURED = RECOLOURINGS.astype(np.uint8)
_VIEW = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]], np.uint8)
_GROUP = np.array([0] * 16 + [1] * 16 + [2] * 20, np.uint8)
_STRAIGHT_FLUSH = 8


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
def _match(a, b, x, y):
    if (a == x and b == y) or (a == y and b == x):
        return FOUR if a == b else TWO
    if a != x and a != y and b != x and b != y:
        return NONE
    return THREE if a == b or x == y else ONE


@inline
def hand_with_flop(one, other, f, g, h):
    key = NO_CARDS + CARD_KEY[one] + CARD_KEY[other] + CARD_KEY[f] + CARD_KEY[g] + CARD_KEY[h]
    bits = CARD_BIT[one] | CARD_BIT[other] | CARD_BIT[f] | CARD_BIT[g] | CARD_BIT[h]
    return value(key, bits)


@inline
def round_net(
    cards, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    one, other, theirs, last = cards[0], cards[2], cards[1], cards[3]
    f, g, h = cards[4], cards[5], cards[6]
    view = _VIEW[_GROUP[theirs], _GROUP[last]]
    times = choices[_CLASS[one, other], view]
    folds = False
    if times == 0:
        times = 1
        folds = not plays_on(one, other, f, g, h, view, flop_class, flop_colours, flops, played)
    if wager == MATCH:
        if folds and folded_loses:
            return hand_pays[NONE]
        return hand_pays[_match(one >> 2, other >> 2, theirs >> 2, last >> 2)]
    if wager == FLOP_JACKPOT:
        net = hand_pays[0] if folds and folded_loses else hand_pays[
            CATEGORY_OF_VALUE[hand_with_flop(one, other, f, g, h)]
        ]  # fmt: skip
        for at in range(others):
            a, b = cards[ORDER + 2 * at], cards[ORDER + 2 * at + 1]
            kind = CATEGORY_OF_VALUE[hand_with_flop(a, b, f, g, h)]
            if kind >= _STRAIGHT_FLUSH:
                net += envy_pays[kind - _STRAIGHT_FLUSH]
        return net
    if folds:
        if wager == MAIN:
            return 2 * main_pays[FOLD]
        if folded_loses:
            return hand_pays[0]
    board_key = NO_CARDS
    board_bits = np.uint64(0)
    for at in range(4, ORDER):
        board_key += CARD_KEY[cards[at]]
        board_bits |= CARD_BIT[cards[at]]
    mine = value(board_key + CARD_KEY[one] + CARD_KEY[other], board_bits | CARD_BIT[one] | CARD_BIT[other])
    kind = np.int64(CATEGORY_OF_VALUE[mine])
    if wager == TRIPS:
        return hand_pays[kind]
    if wager == BOARD_JACKPOT:
        if mine == BEST_VALUE:
            if value(board_key, board_bits) == BEST_VALUE:
                kind = COMMUNITY_ROYAL
            elif hand_with_flop(one, other, f, g, h) == BEST_VALUE:
                kind = FLOPPED_ROYAL
        return hand_pays[kind]
    dealers = value(
        board_key + CARD_KEY[theirs] + CARD_KEY[last], board_bits | CARD_BIT[theirs] | CARD_BIT[last]
    )
    if mine > dealers:
        return (1 + times) * main_pays[EVEN] + hand_pays[kind]
    return (2 + times) * (main_pays[TIE] if mine == dealers else main_pays[LOSE])


@njit
def play(
    state, rounds, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(52).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 52, ORDER + 2 * others)
        out[i] = round_net(
            deck, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
            hand_pays, envy_pays,
        )  # fmt: skip
    return out


@njit
def play_orders(
    orders, wager, others, folded_loses, choices, flop_class, flop_colours, flops, played, main_pays,
    hand_pays, envy_pays,
):  # fmt: skip
    """The same for given orders of cards: rows of the first nine cards of a one-spot round."""
    rounds = orders.shape[0]
    out = np.empty(rounds, np.int64)
    for i in range(rounds):
        out[i] = round_net(
            orders[i], wager, others, folded_loses, choices, flop_class, flop_colours, flops, played,
            main_pays, hand_pays, envy_pays,
        )  # fmt: skip
    return out
