"""What every game's kernel offers the simulator, and where to find it.

The kernel of game `fu-bacc` is the object `KERNEL` of `pitboss.games.fu_bacc.kernel`. A kernel prepares a
`Dealer` for one wager on one pay table; the dealer plays chunks of rounds and says what each was worth
to the player. Everything else (workers, statistics, sessions, resuming) is the simulator's.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
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
    from pitboss.simulate.general import RulesKernel

    return RulesKernel(game)
