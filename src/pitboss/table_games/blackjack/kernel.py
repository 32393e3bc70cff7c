"""Blackjack for the simulator: a real shoe with its cut card, any number of spots, computed strategy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import round_kernels as compiled
from pitboss.cardplay.blackjack import round_kernels as short
from pitboss.cardplay.blackjack import simulate
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.simulate import ShortTables
from pitboss.simulator.kernels import stream


@dataclass(frozen=True)
class BlackjackDealer:
    """One table. A chunk of rounds starts with a fresh shoe; the nets are the first spot's."""

    unit_cents: int
    rules: BlackjackRules
    spots: int
    tables: compiled.RoundRules
    short: ShortTables

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        shoe = simulate.value_shoe(self.rules.decks)
        size, need = 52 * self.rules.decks, simulate.cards_for(self.spots)
        start = stream(seed, chunk), self.tables, shoe, size, self.rules.cut_card, need
        found: NDArray[np.int64]
        if self.spots == 1 and self.rules.peeks:
            t = self.short
            found = short.play_short(*start, rounds, t.first, t.draws, t.dealer, t.live, t.results)
        else:
            found = compiled.play_rounds(*start, self.spots, rounds)
        return found

    def nets_of_orders(self, orders: NDArray[np.uint8], spots: int = 1) -> NDArray[np.int64]:
        """Every spot's net of one round from each given order of cards (0 to 51)."""
        tables = self.tables._replace(worth=simulate.WORTH_OF_CARD)
        found: NDArray[np.int64] = compiled.play_orders(tables, orders, spots)
        return found


class BlackjackKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return simulate.STRATEGIES

    def dealer(self, query: Query, strategy: str = "basic") -> BlackjackDealer:
        rules = BlackjackRules.from_settings(query.settings)
        play = simulate.play_for(rules, strategy, query.settings["strategy"])
        tables = simulate.round_rules(rules, play, simulate.WORTH_OF_VALUE)
        return BlackjackDealer(
            simulate.unit_cents(rules),
            rules,
            int(query.settings["players"]),
            tables,
            simulate.short_tables(rules, tables),
        )


KERNEL = BlackjackKernel()
