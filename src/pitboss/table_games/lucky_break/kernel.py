"""Lucky Break for the simulator: the dealer finishes every hand, in a real shoe, behind any number of spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import exposure_kernels, round_kernels, simulate
from pitboss.cardplay.blackjack.counting import Prefixes, completed_hands, prefix_tree
from pitboss.cardplay.blackjack.round_kernels import RoundRules
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.simulate import Exposed, Floats, Worth
from pitboss.sheets import PayTable
from pitboss.simulator.kernels import stream
from pitboss.table_games.lucky_break import solve as exact

CARDS = 52
TOTALS = range(22, 27)


@dataclass(frozen=True)
class LuckyBreakDealer:
    """One table; the nets are the first spot's Lucky Break wager."""

    unit_cents: int
    rules: BlackjackRules
    spots: int
    tables: RoundRules
    pays: NDArray[np.int64]
    """by suit (mixed, one), total over 21 and number of cards; [0, 0, 0] is a loss"""
    highest_counts: bool
    given_up_loses: bool

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        shoe = simulate.card_shoe(self.rules.decks)
        size, need = CARDS * self.rules.decks, simulate.cards_for(self.spots)
        nets: NDArray[np.int64] = round_kernels.play_completed(
            stream(seed, chunk), self.tables, shoe, size, self.rules.cut_card, need, self.spots, rounds,
            self.pays, self.highest_counts, self.given_up_loses,
        )  # fmt: skip
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8], spots: int = 1) -> NDArray[np.int64]:
        """Every spot's net of one round from each given order of cards."""
        nets: NDArray[np.int64] = round_kernels.completed_orders(
            self.tables, orders, spots, self.pays, self.highest_counts, self.given_up_loses
        )
        return nets


class LuckyBreakKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        """Of the blackjack hand; they change how the shoe is used up, not the bonus."""
        return simulate.STRATEGIES

    def dealer(self, query: Query, strategy: str = "basic") -> LuckyBreakDealer:
        table, settings = query.pay_table, query.settings
        assert table is not None
        rules = BlackjackRules.from_settings(settings)
        play = simulate.play_for(rules, strategy, "total")
        fixed = [line for line in table.lines if line.pays is not None]
        unit = 100 * lcm(*(table.net(line.hand).denominator for line in fixed))
        pays = np.zeros((2, 6, round_kernels.MOST_CARDS), np.int64)
        pays[0, 0, 0] = unit * table.net("total-21-or-less")
        for total in TOTALS:
            for cards in range(3, round_kernels.MOST_CARDS):
                for suited in (False, True):
                    net = exact.pays(table, total, cards, suited, settings["multiplier"])
                    pays[int(suited), total - 21, cards] = simulate.whole_cents(net, unit)
        return LuckyBreakDealer(
            unit,
            rules,
            int(settings["players"]),
            simulate.round_rules(rules, play, simulate.WORTH_OF_CARD, completes=True),
            pays,
            settings["lucky_break_split"] == "highest",
            settings["lucky_break_surrender"] == "lost",
        )


def completed_worths(table: PayTable, settings: Mapping[str, str], sees: str) -> tuple[Worth, Worth]:
    rules = BlackjackRules.from_settings(settings)
    tree = bust_tree(rules.hits_soft_17)
    lost = float(table.net("total-21-or-less"))
    pays = np.zeros((2, 6, 14))
    for total in TOTALS:
        for cards in range(3, 14):
            for suited in (0, 1):
                net = exact.pays(table, total, cards, bool(suited), settings["multiplier"])
                pays[suited, total - 21, cards] = float(net)

    def worth(left: NDArray[np.int16], cards: NDArray[np.uint8]) -> Floats:
        found: Floats = exposure_kernels.completed_worth(left, *tree.nodes, pays, lost)
        return found

    return worth, worth


@cache
def bust_tree(hits_soft_17: bool) -> Prefixes:
    """The dealer's hands over 21 as one tree, the up card among the cards."""
    orders: dict[tuple[int, ...], tuple[int, int]] = {}
    for ending in completed_hands(hits_soft_17):
        if ending.total > 21:
            _, before = orders.get(ending.counts, (0, 0))
            orders[ending.counts] = (ending.total - 22, before + ending.orders)
    return prefix_tree([orders])


KERNEL = LuckyBreakKernel()
EXPOSED = {"lucky-break": Exposed(completed_worths, completes=True)}
