"""Ultimate Texas Hold'em: 4x or 3x before the flop, 2x at the flop, 1x or fold on the river.

Ante and Blind are equal. The dealer qualifies with a pair; otherwise the Ante pushes. The Blind pays only
on a win with a straight or better, and pushes on lower wins. Kept as a check of the machinery against a
published result.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.edge.holdem.rules import HoldemRules, Showdown, lowest_value
from pitboss.poker.hands import Category

BLIND = {
    Category.ROYAL_FLUSH: Fraction(500),
    Category.STRAIGHT_FLUSH: Fraction(50),
    Category.FOUR_OF_A_KIND: Fraction(10),
    Category.FULL_HOUSE: Fraction(3),
    Category.FLUSH: Fraction(3, 2),
    Category.STRAIGHT: Fraction(1),
}

PUBLISHED = Fraction(-607_723_787_676, 27_813_810_024_000)
"""the player's expectation per Ante"""

_PLAY = Showdown(other=Fraction(1), lose=Fraction(-1))

RULES = HoldemRules(
    name="ultimate-texas-holdem",
    base=Showdown(other=Fraction(1), win={hand: 1 + pays for hand, pays in BLIND.items()}, lose=Fraction(-2)),
    play=_PLAY,
    unqualified=(Showdown(win=BLIND, lose=Fraction(-1)), _PLAY),
    qualifies_from=lowest_value("2c 2d 3h 4s 5c"),
    fold=Fraction(2),
    before_flop=(4, 3),
    flop_times=2,
    river_times=1,
)
