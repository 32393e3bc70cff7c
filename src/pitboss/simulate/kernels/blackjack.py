"""One spot against the dealer, at full speed.

Most rounds are two lookups. `first` takes the dealer's two cards and the player's two to a row; `draws`
takes the row and the next two cards to how the hand stands and how many of them it took; `dealer` takes
the dealer's two cards and the next two to the dealer's ending. Rounds that need more, splits and long
hands, go the long way through `twenty_one.play_round`.
"""

import numpy as np

from pitboss.compute.jit import njit
from pitboss.compute.streams import deal_more
from pitboss.simulate.kernels.twenty_one import FELT, SEEN, latest_start, play_round, prepare

STANDING, TOOK, LONG = 15, 4, 64
"""parts of an entry of `draws`: the standing, how many cards (shifted by `TOOK`), and the flag of a long round"""
ENDING, DREW, MORE = 7, 3, 32
"""parts of an entry of `dealer`, likewise"""
GLANCE = 8
"""cards a short round can see"""


@njit
def play_short(s, rules, shoe, size, cut, need, rounds, first, draws, dealer, live, results):
    """The net of each round. `live` says whether the dealer plays against a standing, `results` what
    standing and ending are worth."""
    out = np.empty(rounds, np.int64)
    nets = np.zeros(1, np.int64)
    felt = np.empty(FELT, np.int64)
    seen = np.zeros(SEEN, np.int64)
    every_round = cut == 0
    pos = end = size
    limit = 0
    for i in range(rounds):
        if pos >= limit:
            if every_round:
                deal_more(s, shoe, size, 0, GLANCE)
                pos = 0
            else:
                pos, end = prepare(s, shoe, size, pos, end, cut, need)
                limit = latest_start(size, end, cut, need)
        up, hole = np.int64(shoe[pos + 1]), np.int64(shoe[pos + 3])
        cards = up * 10 + hole
        row = np.int64(first[(cards * 10 + shoe[pos]) * 10 + shoe[pos + 2]])
        entry = np.int64(draws[row * 100 + np.int64(shoe[pos + 4]) * 10 + shoe[pos + 5]])
        at = pos + 4 + ((entry >> TOOK) & 3)
        ending = np.int64(dealer[cards * 100 + np.int64(shoe[at]) * 10 + shoe[at + 1]])
        standing = entry & STANDING
        plays = np.int64(live[standing])
        if entry & LONG or (ending & MORE and plays):
            if every_round:
                deal_more(s, shoe, size, GLANCE, need)
            pos = play_round(rules, shoe, pos, 1, felt, nets, seen)
            out[i] = nets[0]
        else:
            out[i] = results[standing * 8 + (ending & ENDING)]
            pos = at + plays * ((ending >> DREW) & 3)
    return out
