"""What is solved, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from pitboss.paigow.hands import Wheel

DEALS: Final = comb(53, 7) * comb(46, 7)
"""of a dealer's and a player's hand"""


@dataclass(frozen=True, slots=True)
class PaiGowRules:
    """What is being solved. Face up: the player sets best against the exposed hand and a dealer's ace-high
    pai gow pushes; otherwise both set the house way and nothing is exposed."""

    house_way: str = "foxwoods"
    wheel: Wheel = Wheel.SECOND_HIGHEST
    face_up: bool = True


class Counts(NamedTuple):
    """Deals the player wins, pushes and loses."""

    win: int
    push: int
    lose: int


@dataclass(frozen=True, slots=True)
class HiddenRules:
    """The dealer's cards stay unseen until every hand is set: the player sets best against all of them."""

    house_way: str = "foxwoods"
    wheel: Wheel = Wheel.SECOND_HIGHEST
    commission: Fraction = Fraction(1, 20)
    """of what a win is paid (FP-05)"""
    nine_high_pushes: bool = False
    """a dealer's front of nine high pushes the deal (FP-08)"""

    @property
    def worth(self) -> tuple[int, int]:
        """What a win and a loss count, in whole numbers."""
        return self.commission.denominator - self.commission.numerator, self.commission.denominator


@dataclass(frozen=True, slots=True)
class Structure:
    """Hands of one pair structure: how many, how many are better set otherwise than the house way, and what
    that gains, in `HiddenRules.worth` over all deals."""

    name: str
    hands: int
    otherwise: int
    gain: int


@dataclass(frozen=True, slots=True)
class HiddenCounts:
    """Deals won and lost by the best setting, and by the house way; where the two part."""

    best_win: int
    best_lose: int
    house_win: int
    house_lose: int
    type_win: int
    type_lose: int
    """by the setting that is best for the hand's type as a whole, whatever the suits of its other cards"""
    structures: tuple[Structure, ...]
