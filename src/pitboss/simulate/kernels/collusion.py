"""Down Under Hold'em with four cards known: the player's own two and a neighbour's.

All 1,712,304 boards from the other 48 cards are gone through once. For each of them the dealer's 903 holes are
taken together by their two ranks wherever no flush is possible, and the result is added to the ten flops
that the board may have had.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.jit import inline, njit
from pitboss.poker.kernels.ranking import CARD_BIT, CARD_KEY, NO_CARDS, RANK_KEY, unsuited, value
from pitboss.poker.kernels.tables import CATEGORY_OF_VALUE, FLUSH_VALUES
from pitboss.simulate.kernels.flops import FLOPS_OF_BOARD, name_flops

LEFT = 48
FLOPS = LEFT * (LEFT - 1) * (LEFT - 2) // 6
VIEWS = 6
BASE, PLAY = range(2)
"""what Ante and Bet win, and what each Ante on Play adds"""

_SUIT_RANKS = np.uint64(0x1FFF)


@inline
def _settle(net, view, many, mine, theirs, wins, scale):
    """Add `many` of the dealer's holes of one value to a view."""
    if theirs < mine:
        net[view, BASE] += many * wins
        net[view, PLAY] += many * scale
    elif theirs > mine:
        net[view, BASE] -= 2 * many * scale
        net[view, PLAY] -= many * scale


@inline
def _by_ranks(key, counts, views, mine, wins, scale, net):
    for x in range(13):
        if counts[x] == 0:
            continue
        for y in range(x, 13):
            many = counts[x] * counts[y] if x != y else counts[x] * (counts[x] - 1) // 2
            if many:
                theirs = unsuited(key + RANK_KEY[x] + RANK_KEY[y])
                _settle(net, views[x, y], many, mine, theirs, wins, scale)


@inline
def _flushes(key, bits, suit, needs, left, on_board, views, mine, wins, scale, net):
    """Move the dealer's holes that make a flush from what their ranks are worth to what the flush is."""
    board_ranks = (bits >> np.uint64(16 * suit)) & _SUIT_RANKS
    for i in range(LEFT):
        one = left[i]
        first = one & 3 == suit
        if on_board[i] or (needs == 2 and not first):
            continue
        for j in range(i + 1, LEFT):
            other = left[j]
            second = other & 3 == suit
            if on_board[j] or first + second < needs:
                continue
            view = views[one >> 2, other >> 2]
            plain = unsuited(key + RANK_KEY[one >> 2] + RANK_KEY[other >> 2])
            _settle(net, view, -1, mine, plain, wins, scale)
            ranks = board_ranks
            if first:
                ranks |= np.uint64(1) << np.uint64(one >> 2)
            if second:
                ranks |= np.uint64(1) << np.uint64(other >> 2)
            _settle(net, view, 1, mine, FLUSH_VALUES[ranks], wins, scale)


@inline
def _add(found, flop, net):
    for view in range(VIEWS):
        found[flop, view, BASE] += net[view, BASE]
        found[flop, view, PLAY] += net[view, PLAY]


@njit
def nets_by_flop(
    one: int,
    other: int,
    left: NDArray[np.int64],
    views: NDArray[np.int64],
    wins: NDArray[np.int64],
    scale: int,
) -> NDArray[np.int32]:
    """By flop (places among the 48 in rising order) and view: summed nets over runouts and dealer's holes.

    `wins` is what Ante and Bet win together with each category, `scale` one Ante."""
    found = np.zeros((FLOPS, VIEWS, 2), np.int32)
    net = np.zeros((VIEWS, 2), np.int32)
    flops = np.zeros(FLOPS_OF_BOARD, np.int64)
    counts = np.zeros(13, np.int64)
    on_board = np.zeros(LEFT, np.bool_)
    own_key, own_bits = CARD_KEY[one] + CARD_KEY[other], CARD_BIT[one] | CARD_BIT[other]
    for card in left:
        counts[card >> 2] += 1
    keys, masks = CARD_KEY[left], CARD_BIT[left]
    for a in range(LEFT):
        for b in range(a + 1, LEFT):
            for c in range(b + 1, LEFT):
                key3 = NO_CARDS + keys[a] + keys[b] + keys[c]
                bits3 = masks[a] | masks[b] | masks[c]
                for d in range(c + 1, LEFT):
                    for e in range(d + 1, LEFT):
                        key, bits = key3 + keys[d] + keys[e], bits3 | masks[d] | masks[e]
                        for at in (a, b, c, d, e):
                            counts[left[at] >> 2] -= 1
                        mine = value(key + own_key, bits | own_bits)
                        pays = wins[CATEGORY_OF_VALUE[mine]]
                        net[:] = 0
                        _by_ranks(key, counts, views, mine, pays, scale, net)
                        for suit in range(4):
                            suited = np.int64((key >> np.uint64(4 * suit)) & np.uint64(15)) - 3
                            if suited >= 3:
                                for at in (a, b, c, d, e):
                                    on_board[at] = True
                                _flushes(
                                    key, bits, suit, 5 - suited, left, on_board, views, mine, pays, scale, net
                                )
                                for at in (a, b, c, d, e):
                                    on_board[at] = False
                        for at in (a, b, c, d, e):
                            counts[left[at] >> 2] += 1
                        name_flops(flops, a, b, c, d, e)
                        for flop in flops:
                            _add(found, flop, net)
    return found
