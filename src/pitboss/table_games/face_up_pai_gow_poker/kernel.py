"""Face Up Pai Gow Poker compiled: hands are looked up by type (see `pitboss.cardplay.paigow.kernels`).

A row of cards is the dealer's seven, then the player's seven.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.paigow.bonus_kernels import BonusDealer, bonus_dealer
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.kernels import (
    hand_type,
)
from pitboss.compute.jit import inline, njit
from pitboss.core.errors import BadInput
from pitboss.sheets import PayTable
from pitboss.simulator.kernel import CompiledDealer, in_cents, whole_unit
from pitboss.simulator.kernels import deal
from pitboss.table_games.face_up_pai_gow_poker.solve import JOINT, LINES, NO_JOKER, WITH_JOKER

MAIN, HOUSE_WAY, ACE_HIGH = range(3)
"""what is counted: the standard wager set best or the house way, Ace-High"""

WON, PUSHED, LOST, NOTHING = range(4)
"""places in the standard wager's pays"""
JOINT_CODE, WITH_JOKER_CODE, NO_JOKER_CODE, NOT_ACE_HIGH = range(4)
"""places in Ace-High's pays"""


@inline
def main_net(cards, best_play, tables, pays):
    """The standard wager against the dealer's hand set the house way (FU-04, FU-06)."""
    house, ace_high, best, top_front, top_back = tables[:5]
    flush_house, flush_best, flush_top_front, flush_top_back = tables[5:9]
    _, flush, dealer, _ = hand_type(cards, 0)
    if flush:
        front, back = flush_house[0, dealer], flush_house[1, dealer]
    elif ace_high[dealer]:
        return pays[NOTHING]
    else:
        front, back = house[0, dealer], house[1, dealer]
    _, flush, mine, _ = hand_type(cards, 7)
    if best_play:
        behind = flush_best[front, mine] if flush else best[front, mine]
        if behind > back:
            return pays[WON]
        if flush:
            lost = flush_top_front[mine] <= front and flush_top_back[mine] <= back
        else:
            lost = top_front[mine] <= front and top_back[mine] <= back
        return pays[LOST] if lost else pays[PUSHED]
    if flush:
        better = np.int64(flush_house[0, mine] > front) + np.int64(flush_house[1, mine] > back)
    else:
        better = np.int64(house[0, mine] > front) + np.int64(house[1, mine] > back)
    return pays[WON] if better == 2 else pays[PUSHED] if better == 1 else pays[LOST]


@inline
def ace_high_net(cards, ace_high, pays):
    joker, flush, dealer, _ = hand_type(cards, 0)
    if flush or not ace_high[dealer]:
        return pays[NOT_ACE_HIGH]
    _, flush, mine, _ = hand_type(cards, 7)
    if not flush and ace_high[mine]:
        return pays[JOINT_CODE]
    return pays[WITH_JOKER_CODE] if joker else pays[NO_JOKER_CODE]


@inline
def net_of(cards, wager, tables, pays):
    if wager == ACE_HIGH:
        return ace_high_net(cards, tables[1], pays)
    return main_net(cards, wager == MAIN, tables, pays)


@njit
def play(state, rounds, wager, tables, pays):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(53).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 53, 14)
        out[i] = net_of(deck, wager, tables, pays)
    return out


@njit
def play_hands(hands, wager, tables, pays):
    """The same for given cards, a row a round."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = net_of(hands[i], wager, tables, pays)
    return out


# For the simulator: pays as small arrays, hands by the tables of all types.

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class FaceUpDealer(CompiledDealer):
    """Everything a chunk of rounds needs, in cents; the big tables are made where the rounds are played."""

    compiled = play, play_hands

    unit_cents: int
    wager: int
    house_way: str
    wheel: Wheel
    pays: Ints

    def arguments(self) -> tuple[Any, ...]:
        return self.wager, _tables(self.house_way, self.wheel), self.pays


@lru_cache(maxsize=4)
def _tables(way: str, wheel: Wheel) -> tuple[Any, ...]:
    found = tables(way, wheel)
    ranks, flushes = found.ranks, found.flushes
    return (
        ranks.house, ranks.ace_high, ranks.best, ranks.top_front, ranks.top_back,
        flushes.house, flushes.best, flushes.top_front, flushes.top_back,
    )  # fmt: skip


class FaceUpKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal", "house-way") if wager == "main" else ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> FaceUpDealer | BonusDealer:
        if strategy not in self.strategies(query.wager):
            raise BadInput(
                f"{query.wager} has no strategy {strategy!r}.",
                accepted=", ".join(self.strategies(query.wager)),
            )
        assert query.pay_table is not None
        table, settings = query.pay_table, query.settings
        if query.wager == "main":
            return _main(table, settings, strategy)
        if query.wager == "ace-high":
            lines = (JOINT, WITH_JOKER, NO_JOKER)
            unit = whole_unit(table)
            pays = in_cents([*map(table.net, lines), Fraction(-1)], unit)
            return FaceUpDealer(unit, ACE_HIGH, "foxwoods", Wheel.SECOND_HIGHEST, pays)
        return bonus_dealer(query)


def _main(table: PayTable, settings: Mapping[str, str], strategy: str) -> FaceUpDealer:
    if settings["variant"] != "face-up":
        raise BadInput(
            "The ordinary game is solved exactly but not simulated.",
            clause="FU-03",
            accepted="variant=face-up",
        )
    unit = whole_unit(table)
    pays = in_cents([table.net(line) for line in LINES], unit)
    wager = MAIN if strategy == "optimal" else HOUSE_WAY
    return FaceUpDealer(unit, wager, settings["house_way"], Wheel(settings["wheel"]), pays)


KERNEL = FaceUpKernel()
