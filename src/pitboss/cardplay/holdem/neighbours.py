"""What a hold'em game is worth to a player who also knows neighbours' cards.

Holes are drawn at random, the player's and the neighbours'. For each draw everything that can follow is counted
exactly: all boards, all of the dealer's holes, and so the best decision at every stage with those cards known,
beside the decisions of a player who knows only the own two. Chance is only in the holes drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.holdem.rules import PAIR_NUMBER, RECOLOURINGS, Ints, flop_tables
from pitboss.cardplay.holdem.solution import Solution
from pitboss.compute import Progress
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput
from pitboss.simulator.kernels import stream

Task = TypeVar("Task")
Nets = TypeVar("Nets")


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
class Neighbours:
    """What a game says of itself whose player gains by neighbours' cards."""

    count: Callable[..., Collusion]
    """by pay table, draws of holes, seed and how many neighbours"""
    quick: bool = False
    """some draws are counted while somebody waits"""


def check_wager(wager: str) -> str:
    if wager != "main":
        raise BadInput(f"A neighbour's cards change no decision of {wager}.", accepted="main")
    return wager


def drawn(cards: int, seed: int, number: int) -> list[int]:
    """Cards of a deck, without replacement."""
    dice = np.random.Generator(np.random.PCG64(stream(seed, number).tolist()))
    return [int(card) for card in dice.choice(52, cards, replace=False)]


def mean_gains(
    tasks: Sequence[Task],
    count: Callable[[Task], Nets],
    gains: Callable[[Task, Nets], Sequence[float]],
    noun: str,
    engine: Engine | None,
    progress: Progress,
) -> list[tuple[float, float]]:
    """Each gain over all draws, with its standard error."""
    draws = len(tasks)
    if draws < 2:
        raise BadInput(f"{draws} {noun} of holes give no standard error.", accepted="two or more")
    found = (engine or LocalEngine()).map(count, tasks, progress)
    each = np.array([gains(task, nets) for task, nets in zip(tasks, found, strict=True)])
    means, errors = each.mean(axis=0), each.std(axis=0, ddof=1) / np.sqrt(draws)
    return list(zip(means.tolist(), errors.tolist(), strict=True))


@cache
def flops_of(left: int) -> Ints:
    """Places of three among the cards left, numbered by the highest, then the middle, then the lowest."""
    return np.array(sorted(combinations(range(left), 3), key=lambda f: f[::-1]), np.int64)


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
