"""What every game's kernel offers the simulator, and where to find it.

The kernel of game `fu-bacc` is the object `KERNEL` of `pitboss.games.fu_bacc.kernel`. A kernel prepares a
`Dealer` for one wager on one pay table; the dealer plays chunks of rounds and says what each was worth
to the player. Everything else (workers, statistics, sessions, resuming) is the simulator's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from types import ModuleType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.core.errors import BadInput
from pitboss.sheets.plugins import made_of, outside_games, part_of

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


class Kernel(Protocol):
    def strategies(self, wager: str) -> tuple[str, ...]:
        """The named strategies, the default first (`optimal`, `basic`, `house-way`)."""
        ...

    def dealer(self, query: Query, strategy: str) -> Dealer: ...


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
    """What a hold'em game says whose player gains by neighbours' cards (`collusion.py` in its folder)."""

    load: Callable[[], Callable[..., Collusion]]
    """the counting, by pay table, draws of holes, seed and how many neighbours; loaded when somebody asks"""
    quick: bool = False
    """some draws are counted while somebody waits"""


def kernel_module(game: str) -> ModuleType | None:
    """Of a game of the house that has one: compiled rules are held to the readable ones by the house's own tests."""
    return None if game in outside_games() else part_of(game, "kernel")


def kernel_of(game: str) -> Kernel:
    """The compiled one, or the game's own rules played round by round."""
    made: Kernel | None = made_of(game, "kernel")
    if made is not None:
        return made
    if module := kernel_module(game):
        kernel: Kernel = module.KERNEL
        return kernel
    from pitboss.simulate.general import RulesKernel

    return RulesKernel(game)
