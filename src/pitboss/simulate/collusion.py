"""What a hold'em game is worth to a player who also knows neighbours' cards.

Holes are drawn at random, the player's and the neighbours'. For each draw everything that can follow is counted
exactly: all boards, all of the dealer's holes, and so the best decision at every stage with those cards known,
beside the decisions of a player who knows only the own two. Chance is only in the holes drawn.

Down Under Hold'em is decided before and after the flop, one neighbour known; Ultimate Texas Hold'em on the
river too, up to six neighbours known.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.compute.streams import stream
from pitboss.edge.holdem.down_under import rules_of
from pitboss.edge.holdem.main_game import hand_net
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import DEALS, Solution
from pitboss.edge.holdem.store import solution_of
from pitboss.edge.holdem.symmetry import PAIR_NUMBER, RECOLOURINGS, hole_class
from pitboss.errors import BadInput
from pitboss.poker.hands import Category
from pitboss.simulate.down_under_holdem import flop_tables
from pitboss.simulate.kernels import collusion as compiled

Ints = NDArray[np.int64]

GAME = "down-under-holdem"
LEFT = compiled.LEFT


@cache
def flops_of(left: int) -> Ints:
    """Places of three among the cards left, numbered by the highest, then the middle, then the lowest."""
    return np.array(sorted(combinations(range(left), 3), key=lambda f: f[::-1]), np.int64)


FLOPS: Ints = flops_of(LEFT)
RUNOUTS = comb(LEFT - 5, 2)
"""for each flop and hole of the dealer"""


@dataclass(frozen=True, slots=True)
class Collusion:
    """Expectations are the player's, per Ante; gains are over the same pairs played for oneself."""

    game: str
    wager: str
    pay_table: str
    pairs: int
    seed: int
    alone: float
    """exactly, over all deals, without the neighbour's cards"""
    after_flop: float
    """gain of using the neighbour's cards after the flop only"""
    after_flop_error: float
    gain: float
    """gain of using them for every decision"""
    gain_error: float
    neighbours: int = 1
    river: float | None = None
    """gain of using them on the river only, where the game still asks there"""
    river_error: float | None = None

    @property
    def informed(self) -> float:
        return self.alone + self.gain

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "informed": self.informed}


@dataclass(frozen=True, slots=True)
class PairTask:
    rules: HoldemRules
    wins: tuple[int, ...]
    hole: tuple[int, int]
    neighbour: tuple[int, int]


def flop_nets(task: PairTask) -> tuple[Ints, Ints]:
    """Summed nets by flop and view, and how many of the dealer's holes and runouts there are."""
    left = np.array([c for c in range(52) if c not in task.hole + task.neighbour], np.int64)
    nets = compiled.nets_by_flop(
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
    three, once = (nets[:, :, compiled.BASE] + times * nets[:, :, compiled.PLAY] for times in (3, 1))
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
