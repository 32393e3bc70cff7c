"""The Fortune Bonus and the jackpot of the pai gow games compiled: a hand is looked up by its type.

A row of cards is the dealer's seven, the player's seven, then seven for each other player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.paigow.hands import HANDS, line_of
from pitboss.cardplay.paigow.kernels import ROYAL_MATCH, flush_fits, hand_type, rank_fits
from pitboss.compute.jit import inline, njit
from pitboss.core.money import DOLLAR, parse_dollars
from pitboss.core.odds import PercentOfMeter
from pitboss.sheets import PayTable
from pitboss.simulator.kernel import CompiledDealer, whole_unit
from pitboss.simulator.kernels import deal


@inline
def fit_of(cards, at, fits, flush_fits):
    _, flush, place, match = hand_type(cards, at)
    if not flush:
        return np.int64(fits[place])
    bits = np.int64(flush_fits[place])
    return bits if match else bits & ~ROYAL_MATCH


@inline
def bonus_net(cards, others, fits, flush_fits, pays, envy):
    """A bonus on the player's own seven cards, and envy for each other player's."""
    net = pays[fit_of(cards, 7, fits, flush_fits)]
    for other in range(others):
        net += envy[fit_of(cards, 14 + 7 * other, fits, flush_fits)]
    return net


@njit
def play(state, rounds, others, fits, flush_fits, pays, envy):
    """`rounds` rounds from a stream; the player's net of each."""
    out = np.empty(rounds, np.int64)
    deck = np.arange(53).astype(np.uint8)
    for i in range(rounds):
        deal(state, deck, 53, 14 + 7 * others)
        out[i] = bonus_net(deck, others, fits, flush_fits, pays, envy)
    return out


@njit
def play_hands(hands, others, fits, flush_fits, pays, envy):
    """The same for given cards, a row a round."""
    out = np.empty(hands.shape[0], np.int64)
    for i in range(hands.shape[0]):
        out[i] = bonus_net(hands[i], others, fits, flush_fits, pays, envy)
    return out


# For the simulator: pays by the lines that a hand fits.

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class BonusDealer(CompiledDealer):
    """Everything a chunk of rounds needs, in cents."""

    compiled = play, play_hands

    unit_cents: int
    others: int
    pays: Ints
    envy: Ints

    def arguments(self) -> tuple[Any, ...]:
        return self.others, *_fits(), self.pays, self.envy


@lru_cache(maxsize=1)
def _fits() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    return rank_fits()[0], flush_fits()[0]


def bonus_dealer(query: Query) -> BonusDealer:
    table, settings = query.table, query.settings
    return _fortune(table, settings) if query.wager == "fortune-bonus" else _jackpot(table, settings)


def _fortune(table: PayTable, settings: Mapping[str, str]) -> BonusDealer:
    wager_cents = parse_dollars(settings["wager"])
    unit = whole_unit(table, wager_cents=wager_cents)
    qualifies = wager_cents >= int(table.rules.get("envy_from_dollars", "0")) * DOLLAR
    times = unit // wager_cents

    def own(line: str | None) -> int:
        return int(table.net(line) * unit) if line else -unit

    def envy(line: str | None) -> int:
        return times * (table[line].envy_cents or 0) if line and qualifies else 0

    others = int(settings["others"])
    return BonusDealer(unit, others, _by_fit(table, {}, own), _by_fit(table, {}, envy))


def _jackpot(table: PayTable, settings: Mapping[str, str]) -> BonusDealer:
    unit = parse_dollars(settings["wager"])

    def pays(line: str | None) -> int:
        if line is None:
            return -unit
        odds = table.odds(line)
        if isinstance(odds, PercentOfMeter):
            award: int = odds.award_cents(int(settings[odds.meter]))
            return award - unit
        return int(table.net(line) * unit)

    return BonusDealer(unit, 0, _by_fit(table, settings, pays), np.zeros(1, np.int64))


def _by_fit(table: PayTable, options: Mapping[str, str], pays: Callable[[str | None], int]) -> Ints:
    """What a hand gets by the bits of the lines it fits."""
    found = np.zeros(1 << len(HANDS), np.int64)
    for bits in range(len(found)):
        fitting = [hand for place, hand in enumerate(HANDS) if bits >> place & 1]
        found[bits] = pays(line_of(table, fitting, options))
    return found
