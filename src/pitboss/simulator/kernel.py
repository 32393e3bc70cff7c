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

from pitboss.analysis.general.explore import SPOT, Explorer, Over, Reply, SearchFelt
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tasks import Spec
from pitboss.analysis.solver import Query, Settings
from pitboss.core.cards import Card
from pitboss.core.errors import BadInput
from pitboss.core.odds import PercentOfMeter
from pitboss.rounds.events import DEALER, EVERYONE, Ask
from pitboss.sheets import PayTable
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
    made: Kernel | None = made_of(game, "kernel")
    if made is not None:
        return made
    if module := kernel_module(game):
        kernel: Kernel = module.KERNEL
        return kernel

    return RulesKernel(game)


# A kernel for any game: its own rules, played round by round.

OPTIMAL, TIMEOUT = "optimal", "timeout"


class DealtFelt(SearchFelt):
    """Cards come off a shoe that is shuffled as it is dealt; nothing is explored."""

    __slots__ = ("chance", "shoe")

    chance: random.Random
    shoe: list[Card]

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        shoe, first = self.shoe, self.at
        if first + count > len(shoe):
            return super().deal(spot, place, count, clause, seen)  # which refuses it
        for at in range(first, first + count):
            other = at + int(self.chance.random() * (len(shoe) - at))
            shoe[at], shoe[other] = shoe[other], shoe[at]
        self.at = first + count
        self._left -= count
        cards = tuple(shoe[first : self.at])
        if seen == EVERYONE or seen == self.spot:
            self.seen.append((spot, place, cards))
        return cards


class Player:
    """Answers by a table of what was seen; as a timeout would where it says nothing."""

    def __init__(self, spec: Spec, best: Mapping[str, str]) -> None:
        made = spec.explorer
        self.best = best
        self.explorer = Explorer(made.config, made.goal, made.shoe)
        pack = self.explorer.pack
        self.shoe = [
            card for members, have in zip(pack.members, pack.full, strict=True) for card in members[:have]
        ]

    def net(self, dice: random.Random) -> int:
        """Of the measured wagers in one round."""
        own = self.explorer
        goal = own.goal
        felt = DealtFelt(own.config, {SPOT: goal.stakes}, SPOT, {}, goal.measured, goal.played, own.pack.size)
        felt.chance, felt.shoe = dice, self.shoe
        procedure = own.game.procedure(felt)
        answer = None
        try:
            while True:
                asked = procedure.send(answer)
                reply = self._answer(felt, asked if isinstance(asked, Ask) else asked[0])
                felt.seen.append((DEALER, "", f"> {reply.name}"))
                answer = reply.decision if isinstance(asked, Ask) else {SPOT: reply.decision}
        except (StopIteration, Over):
            return felt.net.numerator // felt.net.denominator

    def _answer(self, felt: DealtFelt, ask: Ask) -> Reply:
        key, suits = self.explorer.key(felt)
        ways = self.explorer.decisions(felt, ask, suits)
        best = self.best.get(key)
        named = next((way for way in ways if way.name == best), None)
        return named or next((way for way in ways if way.decision == ask.fallback), ways[0])


@dataclass
class RulesDealer:
    spec: Spec
    unit_cents: int
    best: Mapping[str, str]
    """what was seen: the answer"""

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        player, dice = Player(self.spec, self.best), random.Random(f"{seed}/{chunk}")
        return np.fromiter((player.net(dice) for _ in range(rounds)), np.int64, rounds)


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
