"""Ultimate Texas Hold'em in the solver's terms.

Ante and Blind are equal. The dealer qualifies with a pair; otherwise the Ante pushes (UT-03). The Blind pays
on a win by its own lines, and pushes on lower wins (UT-04).
"""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import Final

from pitboss.approvals import PayTable, sheet
from pitboss.edge.holdem.main_game import showdowns
from pitboss.edge.holdem.rules import HoldemRules

GAME: Final = "ultimate-texas-holdem"
BEFORE_FLOP: Final = (4, 3)
AT_FLOP, ON_RIVER = 2, 1
LOWEST_PAIR: Final = comb(13, 5) - 10 + 1
"""the value after those of all hands without a pair, straight or flush (UT-03)"""
OUTS: Final = 21
"""the readable strategy folds a hand that so many single cards beat"""


def rules_of(table: PayTable) -> HoldemRules:
    """The main game on a Blind pay table (UT-02 to UT-04)."""
    base, play = showdowns(table)
    return HoldemRules(
        name=GAME,
        base=base,
        play=play,
        unqualified=showdowns(table, qualified=False),
        qualifies_from=LOWEST_PAIR,
        fold=-2 * table.net("fold"),
        before_flop=BEFORE_FLOP,
        flop_times=AT_FLOP,
        river_times=ON_RIVER,
    )


def readable(rules: HoldemRules) -> HoldemRules:
    """The same game, flop and river played by the sentences of the readable strategy."""
    return replace(rules, name=f"{rules.name}-readable", outs=OUTS)


def approved_rules() -> HoldemRules:
    return rules_of(sheet(GAME).tables("main")[0])
