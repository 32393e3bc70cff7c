"""Lucky Break for the simulator: the dealer finishes every hand, in a real shoe, behind any number of spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from pitboss.approvals import PayTable
from pitboss.blackjack.complete import completed_hands
from pitboss.blackjack.rules import BlackjackRules
from pitboss.blackjack.tables import Prefixes, prefix_tree
from pitboss.compute.streams import stream
from pitboss.edge import lucky_break as exact
from pitboss.edge.solver import Query
from pitboss.simulate import twenty_one
from pitboss.simulate.kernels import bonuses, exposure
from pitboss.simulate.kernels.twenty_one import RoundRules
from pitboss.simulate.twenty_one import Exposed, Floats, Worth

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
        shoe = twenty_one.card_shoe(self.rules.decks)
        size, need = CARDS * self.rules.decks, twenty_one.cards_for(self.spots)
        nets: NDArray[np.int64] = bonuses.play_completed(
            stream(seed, chunk), self.tables, shoe, size, self.rules.cut_card, need, self.spots, rounds,
            self.pays, self.highest_counts, self.given_up_loses,
        )  # fmt: skip
        return nets

    def nets_of_orders(self, orders: NDArray[np.uint8], spots: int = 1) -> NDArray[np.int64]:
        """Every spot's net of one round from each given order of cards."""
        nets: NDArray[np.int64] = bonuses.completed_orders(
            self.tables, orders, spots, self.pays, self.highest_counts, self.given_up_loses
        )
        return nets


class LuckyBreakKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        """Of the blackjack hand; they change how the shoe is used up, not the bonus."""
        return twenty_one.STRATEGIES

    def dealer(self, query: Query, strategy: str = "basic") -> LuckyBreakDealer:
        table, settings = query.pay_table, query.settings
        assert table is not None
        rules = BlackjackRules.from_settings(settings)
        play = twenty_one.play_for(rules, strategy, "total")
        fixed = [line for line in table.lines if line.pays is not None]
        unit = 100 * lcm(*(table.net(line.hand).denominator for line in fixed))
        pays = np.zeros((2, 6, bonuses.MOST_CARDS), np.int64)
        pays[0, 0, 0] = unit * table.net("total-21-or-less")
        for total in TOTALS:
            for cards in range(3, bonuses.MOST_CARDS):
                for suited in (False, True):
                    net = exact.pays(table, total, cards, suited, settings["multiplier"])
                    pays[int(suited), total - 21, cards] = twenty_one.whole_cents(net, unit)
        return LuckyBreakDealer(
            unit,
            rules,
            int(settings["players"]),
            twenty_one.round_rules(rules, play, twenty_one.WORTH_OF_CARD, completes=True),
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
        found: Floats = exposure.completed_worth(left, *tree.nodes, pays, lost)
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
