"""War and Acey Deucey for the simulator, dealt from a real shoe in which blackjack is played on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import exposure_kernels, round_kernels, simulate
from pitboss.cardplay.blackjack.choices import raises_from
from pitboss.cardplay.blackjack.round_kernels import RoundRules
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.simulate import Exposed, Floats, Worth
from pitboss.core.cards import rank_of, suit_of
from pitboss.sheets import PayTable
from pitboss.simulator.kernels import stream
from pitboss.table_games.acey_deucey_21 import solve as exact

CARDS = 52


@dataclass(frozen=True)
class UpCardDealer:
    """One table; the nets are the first spot's, of the one wager in question."""

    unit_cents: int
    rules: BlackjackRules
    spots: int
    tables: RoundRules
    bonus: NDArray[np.int32]
    """by first card, second card and up card"""

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        shoe = simulate.card_shoe(self.rules.decks)
        size, need = CARDS * self.rules.decks, simulate.cards_for(self.spots)
        nets: NDArray[np.int64] = round_kernels.play_up_card(
            stream(seed, chunk),
            self.tables,
            shoe,
            size,
            self.rules.cut_card,
            need,
            self.spots,
            rounds,
            self.bonus,
        )
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8], spots: int = 1) -> NDArray[np.int64]:
        """Every spot's net of one round from each given order of cards."""
        nets: NDArray[np.int64] = round_kernels.up_card_orders(orders, spots, self.bonus)
        return nets


def war_net(table: PayTable, first: int, second: int, up: int) -> Fraction:
    a, b, shown = rank_of(first), rank_of(second), rank_of(up)
    if a != shown:
        return table.net("first-higher" if a > shown else "first-lower")
    if table.rules.get("tie") == "second-card":
        return table.net("second-higher" if b > shown else "second-not-higher")
    return table.net("first-equal")


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
    raised = _raises(query, strategy) if query.wager == "acey-deucey" else {}
    net = acey_deucey_net if query.wager == "acey-deucey" else war_net
    for first in range(CARDS):
        for second in range(CARDS):
            units = 1 + raised.get((min(first, second), max(first, second)), 0)
            for up in range(CARDS):
                nets[first, second, up] = int(units * net(table, first, second, up) * unit)
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

    def dealer(self, query: Query, strategy: str = "optimal") -> UpCardDealer:
        table = query.pay_table
        assert table is not None
        rules = BlackjackRules.from_settings(query.settings)
        play = simulate.play_for(rules, "basic", "total")
        unit = 100 * lcm(*(table.net(line.hand).denominator for line in table.lines))
        return UpCardDealer(
            unit,
            rules,
            int(query.settings["players"]),
            simulate.round_rules(rules, play, simulate.WORTH_OF_CARD, hole_first=True),
            bonus_table(query, unit, strategy),
        )


def war_worths(table: PayTable, settings: Mapping[str, str], sees: str) -> tuple[Worth, Worth]:
    second = table.rules.get("tie") == "second-card"
    names = ("second-higher", "second-not-higher") if second else ("first-equal", "first-equal")
    pays = np.array([float(table.net(name)) for name in ("first-higher", "first-lower", *names)])

    def worth(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        found: Floats = exposure_kernels.war_worth(left, pays, second)
        return found

    return worth, worth


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
    "war": Exposed(war_worths, hole_first=True),
    "acey-deucey": Exposed(acey_deucey_worths, ("shoe", "table", "both"), hole_first=True),
}
