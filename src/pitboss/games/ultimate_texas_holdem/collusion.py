"""Ultimate Texas Hold'em with the cards of one or more neighbours known.

All boards from the cards that nobody at the table holds are gone through once. For each of them the dealer's
holes are taken together by their two ranks, flushes put right one by one, twice at the same time: over the
cards that are really left, and over all that a player does not see who knows only the own two. The second
tells how such a player decides, the first what it is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.holdem.rules import HoldemRules, Showdown
from pitboss.cardplay.holdem.solution import DEALS, Solution, solution_of
from pitboss.cardplay.holdem.symmetry import hole_class
from pitboss.cardplay.poker.hands import Category
from pitboss.cardplay.poker.kernels import (
    CARD_BIT,
    CARD_KEY,
    CATEGORY_OF_VALUE,
    FLUSH_VALUES,
    NO_CARDS,
    RANK_KEY,
    unsuited,
    value,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.jit import inline, njit
from pitboss.compute.streams import stream
from pitboss.core.errors import BadInput
from pitboss.games.down_under_holdem.collusion import plays_at_flop
from pitboss.games.ultimate_texas_holdem.solve import GAME, rules_of
from pitboss.sheets import PayTable
from pitboss.simulate.kernel import Collusion
from pitboss.simulate.kernels import FLOPS_OF_BOARD, name_flops

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


# The study: as that of `pitboss.games.down_under_holdem.collusion`, decided on the river too.

Ints = NDArray[np.int64]

MOST_NEIGHBOURS: Final = 6
"""a table of seven spots (UT-01)"""


@dataclass(frozen=True, slots=True)
class TableTask:
    """The player's two cards, and those of the neighbours that are known."""

    rules: HoldemRules
    hole: tuple[int, int]
    known: tuple[int, ...]

    @property
    def left(self) -> Ints:
        return np.array([c for c in range(52) if c not in self.hole + self.known], np.int64)

    @property
    def deals(self) -> int:
        """Dealer's holes and runouts after each flop."""
        many = len(self.left)
        return comb(many - 3, 2) * comb(many - 5, 2)


def flop_nets(task: TableTask) -> Ints:
    """Summed nets by flop and part (see the kernel)."""
    cards = np.array([c for c in range(52) if c not in task.hole], np.int64)
    dead = np.isin(cards, task.known)
    rules = task.rules
    nets: Ints = nets_by_flop(
        *task.hole,
        cards,
        dead,
        result_nets(rules),
        rules.scaled_fold,
        rules.river_times,
        rules.qualifies_from,
    )
    return nets


def result_nets(rules: HoldemRules) -> Ints:
    """By the player's hand, whether the dealer qualifies, result and part, in the solver's integers."""
    assert rules.unqualified is not None
    sides = (rules.unqualified, (rules.base, rules.play))
    return np.array(
        [[[[_scaled(rules, net) for net in nets] for nets in zip(*(_nets(part, kind) for part in side), strict=True)]
          for side in sides] for kind in Category],
        np.int64,
    )  # fmt: skip


def _nets(showdown: Showdown, kind: Category) -> tuple[Fraction, Fraction, Fraction]:
    return showdown.win.get(kind, showdown.other), showdown.tie, showdown.lose


def _scaled(rules: HoldemRules, net: Fraction) -> int:
    scaled = net * rules.scale
    assert scaled.denominator == 1
    return int(scaled)


def gains(solution: Solution, task: TableTask, nets: Ints) -> tuple[float, float, float]:
    """What the neighbours' cards add: on the river alone, from the flop on, and for all three decisions."""
    rules = solution.rules
    at_flop = nets[:, BASE] + rules.flop_times * nets[:, PLAY]
    plays = plays_at_flop(solution, task.hole, task.left)[:, 0]
    before = int(solution.choices()[hole_class(*task.hole), 0])
    if before:
        played = _before_flop(nets, before)
        alone, river, flop = played, played, played
    else:
        alone = int(np.where(plays, at_flop, nets[:, ALONE]).sum())
        river = int(np.where(plays, at_flop, nets[:, INFORMED]).sum())
        flop = int(np.maximum(at_flop, nets[:, INFORMED]).sum())
    best = max(
        int(np.maximum(at_flop, nets[:, INFORMED]).sum()),
        *(_before_flop(nets, times) for times in rules.before_flop),
    )
    unit = rules.scale * task.deals * len(nets)
    return (river - alone) / unit, (flop - alone) / unit, (best - alone) / unit


def _before_flop(nets: Ints, times: int) -> int:
    return int((nets[:, BASE] + times * nets[:, PLAY]).sum())


def table_task(rules: HoldemRules, neighbours: int, seed: int, number: int) -> TableTask:
    dice = np.random.Generator(np.random.PCG64(stream(seed, number).tolist()))
    one, other, *known = (int(card) for card in dice.choice(52, 2 + 2 * neighbours, replace=False))
    return TableTask(rules, (one, other), tuple(known))


def exposure(
    table: PayTable,
    draws: int,
    seed: int,
    neighbours: int = 1,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> Collusion:
    """The gain over `draws` random draws of holes; each takes some seconds."""
    if draws < 2:
        raise BadInput(f"{draws} draws of holes give no standard error.", accepted="two or more")
    if not 1 <= neighbours <= MOST_NEIGHBOURS:
        raise BadInput(
            f"{neighbours} neighbours cannot sit at a table of seven spots (UT-01).",
            accepted=f"1 to {MOST_NEIGHBOURS}",
        )
    rules = rules_of(table)
    solution, _ = solution_of(rules)
    tasks = [table_task(rules, neighbours, seed, number) for number in range(draws)]
    found = (engine or LocalEngine()).map(flop_nets, tasks, progress)
    added = np.array([gains(solution, task, nets) for task, nets in zip(tasks, found, strict=True)])
    means, errors = added.mean(axis=0).tolist(), (added.std(axis=0, ddof=1) / np.sqrt(draws)).tolist()
    return Collusion(
        GAME, "main", table.id, draws, seed, solution.worth() / rules.scale / DEALS,
        means[1], errors[1], means[2], errors[2], neighbours, means[0], errors[0],
    )  # fmt: skip
