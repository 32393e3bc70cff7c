"""A hold'em game that is decided on the river, with the cards of one or more neighbours known.

All boards from the cards that nobody at the table holds are gone through once. For each of them the dealer's
holes are taken together by their two ranks, flushes put right one by one, twice at the same time: over the
cards that are really left, and over all that a player does not see who knows only the own two. The second
tells how such a player decides, the first what it is worth.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.jit import inline, njit
from pitboss.poker.kernels.ranking import CARD_BIT, CARD_KEY, NO_CARDS, RANK_KEY, unsuited, value
from pitboss.poker.kernels.tables import CATEGORY_OF_VALUE, FLUSH_VALUES
from pitboss.simulate.kernels.flops import FLOPS_OF_BOARD, name_flops

UNSEEN = 50
"""by whoever knows only the own two cards"""
BASE, PLAY, INFORMED, ALONE = range(4)
"""worth without a Play wager, of one Ante on it, and of waiting for the river: with all cards known, and with
the decisions of a player who knows the own two"""
LEFT, SEEN_ALONE = range(2)
"""whose counts: the cards really left, and those one player cannot see"""

_SUIT_RANKS = np.uint64(0x1FFF)


@inline
def _settle(net, left, alone, mine, theirs, nets, qualifies_from):
    """Add holes of one value: so many of them from the cards left, so many from those one player cannot see."""
    side = 1 if theirs >= qualifies_from else 0
    result = 0 if mine > theirs else 1 if mine == theirs else 2
    for part in (BASE, PLAY):
        net[LEFT, part] += left * nets[side, result, part]
        net[SEEN_ALONE, part] += alone * nets[side, result, part]


@inline
def _by_ranks(key, counts, unseen, mine, nets, qualifies_from, net):
    for x in range(13):
        if unseen[x] == 0:
            continue
        for y in range(x, 13):
            if x == y:
                left, alone = counts[x] * (counts[x] - 1) // 2, unseen[x] * (unseen[x] - 1) // 2
            else:
                left, alone = counts[x] * counts[y], unseen[x] * unseen[y]
            if alone:
                theirs = unsuited(key + RANK_KEY[x] + RANK_KEY[y])
                _settle(net, left, alone, mine, theirs, nets, qualifies_from)


@inline
def _flushes(key, bits, suit, needs, cards, dead, mine, nets, qualifies_from, net):
    """Move the dealer's holes that make a flush from what their ranks are worth to what the flush is."""
    board_ranks = (bits >> np.uint64(16 * suit)) & _SUIT_RANKS
    for i in range(UNSEEN):
        one = cards[i]
        first = one & 3 == suit
        if bits & CARD_BIT[one] or (needs == 2 and not first):
            continue
        for j in range(i + 1, UNSEEN):
            other = cards[j]
            second = other & 3 == suit
            if bits & CARD_BIT[other] or first + second < needs:
                continue
            left = 0 if dead[i] or dead[j] else 1
            plain = unsuited(key + RANK_KEY[one >> 2] + RANK_KEY[other >> 2])
            _settle(net, -left, -1, mine, plain, nets, qualifies_from)
            ranks = board_ranks
            if first:
                ranks |= np.uint64(1) << np.uint64(one >> 2)
            if second:
                ranks |= np.uint64(1) << np.uint64(other >> 2)
            _settle(net, left, 1, mine, FLUSH_VALUES[ranks], nets, qualifies_from)


@inline
def _add(found, flop, row):
    for part in range(4):
        found[flop, part] += row[part]


@njit
def nets_by_flop(
    one: int,
    other: int,
    cards: NDArray[np.int64],
    dead: NDArray[np.bool_],
    nets: NDArray[np.int64],
    fold: int,
    times: int,
    qualifies_from: int,
) -> NDArray[np.int64]:
    """By flop (places among the cards left, in rising order): summed nets over runouts and dealer's holes.

    `cards` are the 50 that the player does not hold, `dead` those of the neighbours. `nets` is by the
    player's category, whether the dealer qualifies, result (better, tie, worse), and part; `fold` what a
    fold loses, `times` the Play wager on the river."""
    live = cards[~dead]
    many = len(live)
    found = np.zeros((many * (many - 1) * (many - 2) // 6, 4), np.int64)
    net, row = np.zeros((2, 2), np.int64), np.zeros(4, np.int64)
    flops = np.zeros(FLOPS_OF_BOARD, np.int64)
    counts, unseen = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for card in live:
        counts[card >> 2] += 1
    for card in cards:
        unseen[card >> 2] += 1
    own_key, own_bits = CARD_KEY[one] + CARD_KEY[other], CARD_BIT[one] | CARD_BIT[other]
    keys, masks = CARD_KEY[live], CARD_BIT[live]
    holes = (many - 5) * (many - 6) // 2
    holes_alone = (UNSEEN - 5) * (UNSEEN - 6) // 2
    for a in range(many):
        for b in range(a + 1, many):
            for c in range(b + 1, many):
                key3 = NO_CARDS + keys[a] + keys[b] + keys[c]
                bits3 = masks[a] | masks[b] | masks[c]
                for d in range(c + 1, many):
                    for e in range(d + 1, many):
                        key, bits = key3 + keys[d] + keys[e], bits3 | masks[d] | masks[e]
                        for at in (a, b, c, d, e):
                            counts[live[at] >> 2] -= 1
                            unseen[live[at] >> 2] -= 1
                        mine = value(key + own_key, bits | own_bits)
                        pays = nets[CATEGORY_OF_VALUE[mine]]
                        net[:] = 0
                        _by_ranks(key, counts, unseen, mine, pays, qualifies_from, net)
                        for suit in range(4):
                            suited = np.int64((key >> np.uint64(4 * suit)) & np.uint64(15)) - 3
                            if suited >= 3:
                                _flushes(
                                    key, bits, suit, 5 - suited, cards, dead, mine, pays, qualifies_from, net
                                )
                        for at in (a, b, c, d, e):
                            counts[live[at] >> 2] += 1
                            unseen[live[at] >> 2] += 1
                        plays = net[LEFT, BASE] + times * net[LEFT, PLAY]
                        plays_alone = net[SEEN_ALONE, BASE] + times * net[SEEN_ALONE, PLAY]
                        row[BASE], row[PLAY] = net[LEFT, BASE], net[LEFT, PLAY]
                        row[INFORMED] = max(plays, -fold * holes)
                        row[ALONE] = plays if plays_alone >= -fold * holes_alone else -fold * holes
                        name_flops(flops, a, b, c, d, e)
                        for flop in flops:
                            _add(found, flop, row)
    return found
