"""A kernel for any game: its own rules, played round by round."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.general.explore import SPOT, Explorer, Over, Reply, SearchFelt
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tasks import Spec
from pitboss.analysis.solver import Query, Settings
from pitboss.core.cards import Card
from pitboss.rounds.events import DEALER, EVERYONE, Ask

OPTIMAL, TIMEOUT = "optimal", "timeout"


class DealtFelt(SearchFelt):
    """Cards come off a shoe that is shuffled as it is dealt; nothing is explored."""

    __slots__ = ("dice", "shoe")

    dice: random.Random
    shoe: list[Card]

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        shoe, first = self.shoe, self.at
        if first + count > len(shoe):
            return super().deal(spot, place, count, clause, seen)  # which refuses it
        for at in range(first, first + count):
            other = at + int(self.dice.random() * (len(shoe) - at))
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
        felt.dice, felt.shoe = dice, self.shoe
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
