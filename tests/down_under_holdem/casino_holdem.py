"""Casino hold'em: an Ante, the flop, then call twice the Ante or fold.

The dealer qualifies with a pair of fours; otherwise the Ante is paid by its table whatever the dealer
holds, and the Call pushes. Kept as a check of the machinery against a published result.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.cardplay.holdem.rules import HoldemRules, Showdown, lowest_value
from pitboss.cardplay.poker.hands import Category

ANTE = {
    Category.ROYAL_FLUSH: Fraction(100), Category.STRAIGHT_FLUSH: Fraction(20),
    Category.FOUR_OF_A_KIND: Fraction(10), Category.FULL_HOUSE: Fraction(3), Category.FLUSH: Fraction(2),
}  # fmt: skip
"""every other hand is paid 1 to 1"""

PUBLISHED = Fraction(-600_123_513_880, 27_813_810_024_000)
"""the player's expectation per Ante"""

RULES = HoldemRules(
    name="casino-holdem",
    base=Showdown(other=Fraction(1), win=ANTE, lose=Fraction(-1)),
    play=Showdown(other=Fraction(1), lose=Fraction(-1)),
    unqualified=(Showdown(whatever_other=Fraction(1), whatever=ANTE), Showdown()),
    qualifies_from=lowest_value("4c 4d 2h 3s 5c"),
    fold=Fraction(1),
    before_flop=(),
    flop_times=2,
)
