"""Simulated rounds under a strategy of one's own: a function, asked at every decision of the game's own rules.

Slower than a compiled kernel by a factor of a thousand and more; what a strategy sees is what a player sees."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tasks import Spec
from pitboss.analysis.solver import Query
from pitboss.core.cards import fresh_order
from pitboss.core.errors import BadInput
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import Play, player

SPOT: Final = 1


@dataclass(slots=True)
class PlayedDealer:
    """One spot, every round from freshly shuffled cards."""

    spec: Spec
    unit_cents: int
    play: Play

    @classmethod
    def of(cls, game: str, query: Query, play: Play) -> PlayedDealer:
        if query.pay_table is not None and query.pay_table.meters:
            raise BadInput(
                f"{query.wager} is paid from a meter, which a function's rounds do not have.",
                accepted="a wager with fixed pays, or no strategy of one's own",
            )
        solver = GeneralSolver(game)
        spec = solver.spec(query)
        return cls(spec.portable(), solver.unit(spec, query.wager), play)

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        config, measured, dice = self.spec.config, {*self.spec.measured}, random.Random(f"{seed}/{chunk}")
        wagers, policy, game = {SPOT: dict(self.spec.stakes)}, player(self.play), game_of(config.game)

        def net() -> int:
            order = fresh_order(config.decks, config.sheet.jokers, dice.randbytes)
            number = 1 + dice.randrange(game.draws) if game.draws else None
            round = Round(config, wagers, order, number=number, trusted=True).play_out(policy)
            return sum(done.player_cents for done in round.settlements if done.wager in measured)

        return np.fromiter((net() for _ in range(rounds)), np.int64, rounds)
