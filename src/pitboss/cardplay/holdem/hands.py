"""What the hold'em games share: two cards each with the dealer last, names of hands."""

from __future__ import annotations

from typing import Final

from pitboss.cardplay.poker.hands import Category, best_hand
from pitboss.core.cards import Card
from pitboss.rounds.events import DEALER, NOBODY
from pitboss.rounds.felt import Felt

Cards = tuple[Card, ...]

HOLE_AND_FLOP = "hole-and-flop"
"""a jackpot's pay table that considers the two hole cards and the flop (`rules.considers`)"""


HOLES: Final = (("each", "# hand 1"), ("once", "0 hole 1")) * 2
BOARD: Final = (("once", "0 flop 3", "0 turn 1", "0 river 1"),)
DEALING: Final = HOLES + BOARD
"""holes one at a time with the dealer last, twice round; then the board"""


def line_name(category: Category) -> str:
    """The name under which pay tables list a hand."""
    return category.name.lower().replace("_", "-")


def flop_hand(hole: Cards, flop: Cards) -> str:
    """The hand that the two hole cards make with the flop."""
    return line_name(best_hand(hole + flop).category)


def deal_holes(felt: Felt, clause: str) -> tuple[dict[int, Cards], Cards]:
    """One card at a time in spot order, the dealer last, twice round (DU-02, DU-15, UT-02)."""
    holes: dict[int, Cards] = dict.fromkeys(felt.spots, ())
    dealer: Cards = ()
    for _ in range(2):
        for spot in felt.spots:
            holes[spot] += felt.deal(spot, "hand", 1, clause, seen=spot)
        dealer += felt.deal(DEALER, "hole", 1, clause, seen=NOBODY)
    return holes, dealer


def bet_play(felt: Felt, spot: int, times: int, clause: str) -> None:
    felt.bet(spot, "play", times * felt.stakes[spot]["ante"], clause)
