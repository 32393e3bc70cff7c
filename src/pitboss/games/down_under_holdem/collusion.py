"""Down Under Hold'em with four cards known: the player's own two and a neighbour's.

All 1,712,304 boards from the other 48 cards are gone through once. For each of them the dealer's 903 holes are
taken together by their two ranks wherever no flush is possible, and the result is added to the ten flops
that the board may have had.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.holdem.rules import HoldemRules
from pitboss.cardplay.holdem.solution import DEALS, Solution, hand_net, solution_of
from pitboss.cardplay.holdem.symmetry import PAIR_NUMBER, RECOLOURINGS, hole_class
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
from pitboss.games.down_under_holdem.kernel import flop_tables
from pitboss.games.down_under_holdem.solve import rules_of
from pitboss.sheets import PayTable
from pitboss.simulate.kernel import Collusion
from pitboss.simulate.kernels import FLOPS_OF_BOARD, name_flops

LEFT = 48
FLOP_COUNT = LEFT * (LEFT - 1) * (LEFT - 2) // 6
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
    found = np.zeros((FLOP_COUNT, VIEWS, 2), np.int32)
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


# The study: what the game is worth to a player who also knows neighbours' cards.
#
# Holes are drawn at random, the player's and the neighbours'. For each draw everything that can follow is counted
# exactly: all boards, all of the dealer's holes, and so the best decision at every stage with those cards known,
# beside the decisions of a player who knows only the own two. Chance is only in the holes drawn.
#
# Down Under Hold'em is decided before and after the flop, one neighbour known; Ultimate Texas Hold'em on the
# river too, up to six neighbours known.

Ints = NDArray[np.int64]

GAME = "down-under-holdem"


@cache
def flops_of(left: int) -> Ints:
    """Places of three among the cards left, numbered by the highest, then the middle, then the lowest."""
    return np.array(sorted(combinations(range(left), 3), key=lambda f: f[::-1]), np.int64)


FLOPS: Ints = flops_of(LEFT)
RUNOUTS = comb(LEFT - 5, 2)
"""for each flop and hole of the dealer"""


@dataclass(frozen=True, slots=True)
class PairTask:
    rules: HoldemRules
    wins: tuple[int, ...]
    hole: tuple[int, int]
    neighbour: tuple[int, int]


def flop_nets(task: PairTask) -> tuple[Ints, Ints]:
    """Summed nets by flop and view, and how many of the dealer's holes and runouts there are."""
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour], np.int64)
    nets = nets_by_flop(
        *task.hole, left, task.rules.rank_views, np.array(task.wins, np.int64), task.rules.scale
    )
    return nets.astype(np.int64), deals_by_flop(task.rules, left)


def deals_by_flop(rules: HoldemRules, left: Ints) -> Ints:
    groups = rules.group_of_rank[left // 4]
    sizes = np.bincount(groups, minlength=3) - np.eye(3, dtype=np.int64)[groups[FLOPS]].sum(axis=1)
    shown = [
        sizes[:, one] * (sizes[:, one] - 1) // 2 if one == other else sizes[:, one] * sizes[:, other]
        for one, other in rules.views
    ]
    return np.stack(shown, axis=1) * RUNOUTS


def check_wager(wager: str) -> str:
    if wager != "main":
        raise BadInput(f"A neighbour's cards change no decision of {wager}.", accepted="main")
    return wager


def exposure(
    table: PayTable,
    pairs: int,
    seed: int,
    neighbours: int = 1,
    engine: Engine | None = None,
    progress: Progress = silent,
) -> Collusion:
    """The gain over `pairs` random pairs of holes; each takes a second or two."""
    if neighbours != 1:
        raise BadInput(f"The cards of {neighbours} neighbours are not counted for {GAME}.", accepted="1")
    if pairs < 2:
        raise BadInput(f"{pairs} pairs of holes give no standard error.", accepted="two or more")
    rules = rules_of(table)
    solution, _ = solution_of(rules)
    tasks = [pair_task(table, rules, seed, number) for number in range(pairs)]
    found = (engine or LocalEngine()).map(flop_nets, tasks, progress)
    gains = np.array([pair_gains(solution, task, *nets) for task, nets in zip(tasks, found, strict=True)])
    means, errors = gains.mean(axis=0), gains.std(axis=0, ddof=1) / np.sqrt(pairs)
    return Collusion(
        GAME, "main", table.id, pairs, seed, solution.worth() / rules.scale / DEALS,
        float(means[0]), float(errors[0]), float(means[1]), float(errors[1]),
    )  # fmt: skip


def pair_task(table: PayTable, rules: HoldemRules, seed: int, number: int) -> PairTask:
    dice = np.random.Generator(np.random.PCG64(stream(seed, number).tolist()))
    a, b, c, d = (int(card) for card in dice.choice(52, 4, replace=False))
    even = table.net("player-better")
    wins = tuple(int((even + hand_net(table, kind)) * rules.scale) for kind in Category)
    return PairTask(rules, wins, (a, b), (c, d))


def pair_gains(solution: Solution, task: PairTask, nets: Ints, deals: Ints) -> tuple[float, float]:
    """What four known cards gain over two: with the decision after the flop alone, and with both."""
    three, once = (nets[:, :, BASE] + times * nets[:, :, PLAY] for times in (3, 1))
    fold = -solution.rules.scaled_fold * deals
    wait = np.maximum(once, fold)
    bold = solution.choices()[hole_class(*task.hole)] == 3
    alone = np.where(bold, three, np.where(plays_alone(solution, task), once, fold)).sum(axis=0)
    after_flop = np.where(bold, three, wait).sum(axis=0)
    both = np.maximum(three.sum(axis=0), wait.sum(axis=0))
    unit = solution.rules.scale * int(deals.sum())
    return int((after_flop - alone).sum()) / unit, int((both - alone).sum()) / unit


def plays_alone(solution: Solution, task: PairTask) -> NDArray[np.bool_]:
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour], np.int64)
    return plays_at_flop(solution, task.hole, left)


def plays_at_flop(solution: Solution, hole: tuple[int, int], left: Ints) -> NDArray[np.bool_]:
    """By flop and view: whether a player who knows only the own cards plays there."""
    low, middle, high = left[flops_of(len(left))].T
    numbers = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    kinds, colours, flops = flop_tables()
    kind = kinds[numbers].astype(np.int64)
    ends = []
    for card in hole:
        moved = RECOLOURINGS[colours[numbers], card]
        ends.append(moved - (moved[:, None] > flops[kind]).sum(axis=1))
    played = solution.played[kind, PAIR_NUMBER[ends[0], ends[1]]]
    plays: NDArray[np.bool_] = (played[:, None] >> np.arange(len(solution.rules.views))) & 1 == 1
    return plays
