"""House Money for the simulator: a side wager that rides on the blackjack hand where that is worth it."""

from __future__ import annotations

import numpy as np

from pitboss.analysis.solver import Query
from pitboss.cardplay.blackjack import simulate
from pitboss.cardplay.blackjack.hands import VALUE_OF_CARD
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.cardplay.blackjack.side_counts import CARDS, lookup_of
from pitboss.cardplay.blackjack.side_dealer import SideDealer, bonus_of, dealer_with
from pitboss.sheets import sheet
from pitboss.table_games.house_money import solve as exact


class HouseMoneyKernel:
    def strategies(self, wager: str) -> tuple[str, ...]:
        return simulate.STRATEGIES

    def dealer(self, query: Query, strategy: str = "basic") -> SideDealer:
        rules, table = BlackjackRules.from_settings(query.settings), query.table
        asked = query.settings["strategy"]
        play = "composition" if "composition" in (strategy, asked) else "total"
        worths = exact.worths(rules, play)
        unit, bonus = bonus_of(exact.GAME, query)
        line = lookup_of(table, sheet(exact.GAME).decided_by(exact.WAGER)).line[0]
        times = np.array([*(1 + table.net(n.hand) for n in table.lines), 0], np.int32)
        rides = np.zeros((CARDS, CARDS, CARDS), np.int32)
        value = VALUE_OF_CARD
        for a in range(CARDS):
            for b in range(CARDS):
                if not times[line[a, b]]:
                    continue
                low, high = sorted((value[a], value[b]))
                for up in range(CARDS):
                    if worths.get((low, high, value[up]), 0) > 0:
                        rides[a, b, up] = times[line[a, b]]
        scale = simulate.unit_cents(rules) // unit
        return dealer_with(query, unit * scale, bonus * np.int32(scale), strategy=strategy, rides=rides)


KERNEL = HouseMoneyKernel()
