"""A kernel for any game: its own rules, played round by round."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.general.explore import Point
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tasks import SampledDeal, Sampler, Spec
from pitboss.analysis.solver import Query, Settings

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
