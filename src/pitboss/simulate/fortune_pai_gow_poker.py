"""Fortune Pai Gow Poker for the simulator: settings by hand type; bonus and jackpots as in Face Up Pai Gow Poker."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.streams import stream
from pitboss.edge.fortune_pai_gow_poker import rules_of
from pitboss.edge.pai_gow import hidden_solved
from pitboss.edge.pai_gow.rules import HiddenRules
from pitboss.edge.solver import Query
from pitboss.errors import BadInput
from pitboss.paigow.tables import tables
from pitboss.simulate import face_up_pai_gow_poker as face_up
from pitboss.simulate.kernels import fortune_pai_gow_poker as compiled

Ints = NDArray[np.int64]
SetFronts = NDArray[np.uint16]

BY_TYPE, HOUSE_WAY = "by-type", "house-way"
UNIT_CENTS: Final = 2000
"""5 % of it is a whole dollar"""


@dataclass(frozen=True)
class FortuneDealer:
    """Everything a chunk of rounds needs, in cents; the big tables are made where the rounds are played."""

    rules: HiddenRules
    by_type: bool
    unit_cents: int = UNIT_CENTS

    def _arguments(self) -> tuple[SetFronts, SetFronts, bool, Ints]:
        win = int((1 - self.rules.commission) * self.unit_cents)
        pays = np.array([win, 0, -self.unit_cents], np.int64)
        dealers = house_settings(self.rules)
        players = best_settings(self.rules) if self.by_type else dealers
        return dealers, players, self.rules.nine_high_pushes, pays

    def nets(self, seed: int, chunk: int, rounds: int) -> Ints:
        nets: Ints = compiled.play(stream(seed, chunk), rounds, *self._arguments())
        return nets

    def nets_of_hands(self, hands: NDArray[np.uint8]) -> Ints:
        """The nets for given cards: rows of the dealer's seven and the player's seven."""
        nets: Ints = compiled.play_hands(hands, *self._arguments())
        return nets


@lru_cache(maxsize=4)
def house_settings(rules: HiddenRules) -> SetFronts:
    found = tables(rules.house_way, rules.wheel)
    return np.ascontiguousarray(np.concatenate([found.ranks.house, found.flushes.house], axis=1))


@lru_cache(maxsize=4)
def best_settings(rules: HiddenRules) -> SetFronts:
    return np.ascontiguousarray(hidden_solved.choices(rules))


class FortuneKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return (BY_TYPE, HOUSE_WAY) if wager == "main" else face_up.KERNEL.strategies(wager)

    def dealer(self, query: Query, strategy: str = "") -> FortuneDealer | face_up.FaceUpDealer:
        known = self.strategies(query.wager)
        strategy = strategy or known[0]
        if strategy not in known:
            raise BadInput(f"{query.wager} has no strategy {strategy!r}.", accepted=", ".join(known))
        if query.wager != "main":
            return face_up.KERNEL.dealer(query, strategy)
        asked = query.settings["play"]
        return FortuneDealer(rules_of(query), HOUSE_WAY not in (strategy, asked))


KERNEL = FortuneKernel()
