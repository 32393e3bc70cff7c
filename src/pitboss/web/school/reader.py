"""Drill: the card reader. Which light it shows for each card of the dealer, and where the card then lies."""

from __future__ import annotations

from pitboss.cards import text
from pitboss.games.down_under_holdem import GAME, GROUPS, group
from pitboss.rounds.config import TableConfig
from pitboss.shoe import Shuffle
from pitboss.web.guide import readable
from pitboss.web.school.kit import Drill, choice_field

CARDS = {"easy": 3, "usual": 5, "hard": 8}
TASK = "The reader is out of order. Say which light each of these dealer cards takes."
SPAN = {"blue": "2 to 5", "red": "6 to 9", "gold": "10 to ace"}


def taught(game: str) -> bool:
    """Where the dealer's cards lie by the colours of a reader (DU-03)."""
    return game == GAME.id


def make(game: str, level: str) -> Drill:
    order = Shuffle.fresh(TableConfig(game).decks).order
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
