"""Fortune Pai Gow Poker compiled: both hands looked up by type, the player's as the strategy sets it.

A row of cards is the dealer's seven, the player's seven. Strategies are tables of settings: a front and a back
for each rank type, then for each flush type.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.paigow import hidden_solution
from pitboss.cardplay.paigow.bonus_kernels import BonusDealer, bonus_dealer
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.kernels import RANK_TYPES, hand_type
from pitboss.cardplay.paigow.solution import HiddenRules
from pitboss.compute.jit import inline, njit
from pitboss.core.errors import BadInput
from pitboss.simulator.kernel import CompiledDealer
from pitboss.simulator.kernels import deal
from pitboss.table_games.fortune_pai_gow_poker.solve import rules_of

WON, PUSHED, LOST = range(3)
NINE_HIGH_FIRST, NINE_HIGH_LAST = 21, 27
"""the fronts 9-2 to 9-8, which push a deal without commission (FP-08)"""


@inline
def _set(cards, at, settings):
    _, flush, place, _ = hand_type(cards, at)
    column = place + RANK_TYPES if flush else place
    return settings[0, column], settings[1, column]


@inline
def net_of(cards, dealers, players, nine_high_pushes, pays):
    front, back = _set(cards, 0, dealers)
    if nine_high_pushes and NINE_HIGH_FIRST <= front <= NINE_HIGH_LAST:
        return pays[PUSHED]
    own_front, own_back = _set(cards, 7, players)
    better = np.int64(own_front > front) + np.int64(own_back > back)
    return pays[WON] if better == 2 else pays[PUSHED] if better == 1 else pays[LOST]


@njit
def play(state, rounds, dealers, players, nine_high_pushes, pays):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(53).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 53, 14)
        out[i] = net_of(deck, dealers, players, nine_high_pushes, pays)
    return out


@njit
def play_hands(hands, dealers, players, nine_high_pushes, pays):
    """The same for given cards, a row a round."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = net_of(hands[i], dealers, players, nine_high_pushes, pays)
    return out


# For the simulator: settings by hand type; bonus and jackpots as in `pitboss.cardplay.paigow.bonus_kernels`.

Ints = NDArray[np.int64]
SetFronts = NDArray[np.uint16]

BY_TYPE, HOUSE_WAY = "by-type", "house-way"
UNIT_CENTS: Final = 2000
"""5 % of it is a whole dollar"""


@dataclass(frozen=True)
class FortuneDealer(CompiledDealer):
    """Everything a chunk of rounds needs, in cents; the big tables are made where the rounds are played."""

    compiled = play, play_hands

    rules: HiddenRules
    by_type: bool
    unit_cents: int = UNIT_CENTS

    def arguments(self) -> tuple[SetFronts, SetFronts, bool, Ints]:
        win = int((1 - self.rules.commission) * self.unit_cents)
        pays = np.array([win, 0, -self.unit_cents], np.int64)
        dealers = house_settings(self.rules)
        players = best_settings(self.rules) if self.by_type else dealers
        return dealers, players, self.rules.nine_high_pushes, pays


@lru_cache(maxsize=4)
def house_settings(rules: HiddenRules) -> SetFronts:
    found = tables(rules.house_way, rules.wheel)
    return np.ascontiguousarray(np.concatenate([found.ranks.house, found.flushes.house], axis=1))


@lru_cache(maxsize=4)
def best_settings(rules: HiddenRules) -> SetFronts:
    return np.ascontiguousarray(hidden_solution.choices(rules))


class FortuneKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return (BY_TYPE, HOUSE_WAY) if wager == "main" else ("optimal",)

    def dealer(self, query: Query, strategy: str = "") -> FortuneDealer | BonusDealer:
        known = self.strategies(query.wager)
        strategy = strategy or known[0]
        if strategy not in known:
            raise BadInput(f"{query.wager} has no strategy {strategy!r}.", accepted=", ".join(known))
        if query.wager != "main":
            return bonus_dealer(query)
        asked = query.settings["play"]
        return FortuneDealer(rules_of(query), HOUSE_WAY not in (strategy, asked))


KERNEL = FortuneKernel()
