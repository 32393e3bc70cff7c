"""What is solved, and the answer."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Final

from pitboss.paigow.hands import Wheel

DEALS: Final = comb(53, 7) * comb(46, 7)
"""of a dealer's and a player's hand"""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is being solved. Face up: the player sets best against the exposed hand and a dealer's ace-high
    pai gow pushes; otherwise both set the house way and nothing is exposed."""

    house_way: str = "foxwoods"
    wheel: Wheel = Wheel.SECOND_HIGHEST
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class Counts:
    """Deals the player wins, pushes and loses."""

    win: int
    push: int
    lose: int
