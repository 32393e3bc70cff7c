"""War and Acey Deucey for the simulator, dealt from a real shoe in which blackjack is played on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import exposure_kernels
from pitboss.cardplay.blackjack.choices import raises_from
from pitboss.cardplay.blackjack.side_dealer import SideDealer, bonus_of, dealer_with, worths_of
from pitboss.cardplay.blackjack.simulate import Exposed, Floats, Worth
from pitboss.core.cards import rank_of, suit_of
from pitboss.sheets import PayTable, sheet
from pitboss.table_games.acey_deucey_21 import solve as exact

CARDS = 52


def acey_deucey_net(table: PayTable, first: int, second: int, up: int) -> Fraction:
    low, high = sorted((rank_of(first), rank_of(second)))
    suit = "-suited" if suit_of(first) == suit_of(second) == suit_of(up) else ""
    if low == high:
        return table.net(f"trips{suit}") if rank_of(up) == low else Fraction(0)
    if not low < rank_of(up) < high:
        return Fraction(-1)
    return table.net(exact.spread_line(low, high) + suit)


def bonus_table(query: Query, unit: int, strategy: str = "optimal") -> NDArray[np.int32]:
    """Nets in cents for all three cards, the raise included."""
    table = query.pay_table
    assert table is not None
    nets = np.zeros((CARDS, CARDS, CARDS), np.int32)
    raised = _raises(query, strategy)
    for first in range(CARDS):
        for second in range(CARDS):
            units = 1 + raised.get((min(first, second), max(first, second)), 0)
            for up in range(CARDS):
                nets[first, second, up] = int(units * acey_deucey_net(table, first, second, up) * unit)
    return nets


def _raises(query: Query, strategy: str) -> dict[tuple[int, int], int]:
    """By the two cards: the raise in Antes."""
    table, most = query.pay_table, int(query.settings["raise"])
    assert table is not None
    hands = list(exact.hands(exact.full_shoe(int(query.settings["decks"]))))
    if strategy == "optimal":
        return {(hand.low, hand.high): most if exact.raises(hand, table) else 0 for hand in hands}
    chart = raises_from(Path(strategy))
    found = {}
    for hand in hands:
        allowed = not hand.pair or table.rules.get("raise_on_pair") != "no"
        spread = rank_of(hand.high) - rank_of(hand.low) - 1
        found[hand.low, hand.high] = most if allowed and chart.get((spread, hand.suited)) else 0
    return found


class AceyDeuceyKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return ("optimal",)

    def dealer(self, query: Query, strategy: str = "optimal") -> SideDealer:
        if query.wager == "war":
            return dealer_with(query, *bonus_of(exact.GAME, query), hole_first=True)
        unit = 100 * lcm(*(query.table.net(line.hand).denominator for line in query.table.lines))
        return dealer_with(query, unit, bonus_table(query, unit, strategy)[None], hole_first=True)


def acey_deucey_worths(table: PayTable, settings: Mapping[str, str], sees: str) -> tuple[Worth, Worth]:
    lines = ("spread-1", "spread-2", "spread-3-11", "trips")
    pays = np.array([[float(table.net(line)), float(table.net(f"{line}-suited"))] for line in lines])
    most, on_pair = int(settings["raise"]), table.rules.get("raise_on_pair") != "no"

    def before(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        found: Floats = exposure_kernels.acey_deucey_worth(left, pays, most, on_pair)
        return found

    def after(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        # on average: the value before the deal, exactly, and what the other spots' cards add to it
        gain: Floats = exposure_kernels.raise_gain(left, cards, pays, most, on_pair)
        return before(left, cards) + gain

    return before, before if sees == "shoe" else after


KERNEL = AceyDeuceyKernel()
EXPOSED = {
    "war": Exposed(worths_of(sheet(exact.GAME).decided_by("war")), hole_first=True),
    "acey-deucey": Exposed(acey_deucey_worths, ("shoe", "table", "both"), hole_first=True),
}
