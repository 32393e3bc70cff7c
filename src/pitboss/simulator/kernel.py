"""What every game's kernel offers the simulator, and where to find it.

The kernel of game `fu-bacc` is the object `KERNEL` of `pitboss.table_games.fu_bacc.kernel`. A kernel prepares a
`Dealer` for one wager on one pay table; the dealer plays chunks of rounds and says what each was worth
to the player. Everything else (workers, statistics, sessions, resuming) is the simulator's.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import ModuleType
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.general.explore import Point
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tasks import SampledDeal, Sampler, Spec
from pitboss.analysis.solver import Query, Settings
from pitboss.core.errors import BadInput
from pitboss.core.odds import PercentOfMeter
from pitboss.sheets import PayTable
from pitboss.sheets.plugins import outside_games, part_of

CHUNK_ROUNDS = 1 << 18
"""Rounds in one chunk. A chunk starts with fresh cards and its own stream, whoever plays it."""
ROUNDS_MAX = 10**12
"""hours of work for many cores, and an error of the mean below anything a pay table could show"""


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= ROUNDS_MAX:
        raise BadInput(
            f"{rounds:,} rounds cannot be simulated.",
            accepted=f"a whole number of rounds from 1 to {ROUNDS_MAX:,}",
        )


class Dealer(Protocol):
    """Picklable, so that it can be sent to another process."""

    unit_cents: int
    """the first wager of every round; nets are in cents"""

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        """The player's net of each of `rounds` rounds of chunk `chunk`, in order."""
        ...


class CompiledDealer(ABC):
    """A dealer whose game is compiled; what it holds is all that a chunk of rounds needs, in cents."""

    compiled: ClassVar[tuple[Callable[..., Any], Callable[..., Any]]]
    """rounds from a stream, and rounds of given cards, a row a round"""

    @abstractmethod
    def arguments(self) -> tuple[Any, ...]:
        """What both take besides: pay tables and strategies as arrays."""

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        from pitboss.simulator.kernels import stream

        nets: NDArray[np.int64] = self.compiled[0](stream(seed, chunk), rounds, *self.arguments())
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The nets of rounds with the cards in these orders."""
        nets: NDArray[np.int64] = self.compiled[1](orders, *self.arguments())
        return nets


class Kernel(Protocol):
    def strategies(self, wager: str) -> tuple[str, ...]:
        """The named strategies, the default first (`optimal`, `basic`, `house-way`)."""
        ...

    def dealer(self, query: Query, strategy: str) -> Dealer: ...


def whole_unit(*tables: PayTable, wager_cents: int = 100) -> int:
    """The smallest multiple of the wager on which every fixed pay is whole cents."""
    lines = (
        table.net(n.hand) for table in tables for n in table.lines if not isinstance(n.pays, PercentOfMeter)
    )
    return wager_cents * lcm(*(net.denominator for net in lines))


def in_cents(nets: Iterable[Fraction], unit: int) -> NDArray[np.int64]:
    return np.array([int(net * unit) for net in nets], np.int64)


def kernel_module(game: str) -> ModuleType | None:
    """Of a game of the house that has one: compiled rules are held to the readable ones by the house's own tests."""
    return None if game in outside_games() else part_of(game, "kernel")


def kernel_of(game: str) -> Kernel:
    """The compiled one, or the game's own rules played round by round."""
    if module := kernel_module(game):
        kernel: Kernel = module.KERNEL
        return kernel

    return RulesKernel(game)


# A kernel for any game: its own rules, played round by round.

OPTIMAL, TIMEOUT = "optimal", "timeout"


class Player(Sampler):
    """Answers by a table of what was seen; as a timeout would where it says nothing."""

    best: Mapping[str, str]

    def choose(self, point: Point) -> int:
        if point.batch >= 0:
            return 0
        answer = self.best.get(point.key)
        return point.names.index(answer) if answer in point.names else max(0, point.usual)


@dataclass
class RulesDealer:
    spec: Spec
    unit_cents: int
    best: Mapping[str, str]
    """what was seen: the answer"""

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        made = self.spec.explorer
        player, dice = Player(made.config, made.goal, made.shoe), random.Random(f"{seed}/{chunk}")
        player.best = self.best
        full = list(player.pack.full)
        nets = (player.line(SampledDeal({}, full[:], dice), ()).net for _ in range(rounds))
        return np.fromiter((net.numerator // net.denominator for net in nets), np.int64, rounds)


class RulesKernel:
    """Any game, at the speed of its readable rules."""

    def __init__(self, game: str) -> None:
        self.solver = GeneralSolver(game)

    def strategies(self, wager: str) -> tuple[str, ...]:
        return OPTIMAL, TIMEOUT

    def dealer(self, query: Query, strategy: str = OPTIMAL) -> RulesDealer:
        known = {s.name: s.default for s in self.solver.settings(query.wager)}
        query = Query(query.wager, query.pay_table, Settings({**known, **query.settings}))
        if strategy == TIMEOUT:
            spec, best = self.solver.spec(query), {}
        else:
            solved, spec, _ = self.solver.solved(query)
            best = {key: worth.best for key, worth in solved.worths.items()}
        return RulesDealer(spec.portable(), self.solver.unit(spec, query.wager), best)
