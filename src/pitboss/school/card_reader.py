"""Drill: the card reader. Which light it shows for each card of the dealer, and where the card then lies."""

from __future__ import annotations

from pitboss.core.cards import text
from pitboss.core.shoe import fresh_order
from pitboss.games.down_under_holdem.rules import GAME, GROUPS, group
from pitboss.rounds.config import TableConfig
from pitboss.school.guide import readable
from pitboss.school.kit import Drill, choice_field

CARDS = {"easy": 3, "usual": 5, "hard": 8}
TASK = "The reader is out of order. Say which light each of these dealer cards takes."
SPAN = {"blue": "2 to 5", "red": "6 to 9", "gold": "10 to ace"}


def taught(game: str) -> bool:
    """Where the dealer's cards lie by the colours of a reader (DU-03)."""
    return game == GAME.id


def make(game: str, level: str) -> Drill:
    order = fresh_order(TableConfig(game).decks)
    fields = tuple(
        choice_field(
            f"The dealer's {readable(text(card))}",
            GROUPS,
            group(card),
            f"{group(card).capitalize()} is {SPAN[group(card)]}",
            "DU-03",
            f"Card reader: {group(card)}",
        )
        for card in order[: CARDS[level]]
    )
    return Drill("reader", TASK, fields)
