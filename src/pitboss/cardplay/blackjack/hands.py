"""Card values and totals as blackjack counts them.

Ten, jack, queen and king are one value. Where only values matter, a card is an index: 0 the ace,
1 to 8 the deuce to the nine, 9 any ten-value card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.core.cards import ACE, TEN, Card, rank_of
from pitboss.core.errors import BadInput

Value = int

VALUES: Final = 10
ACE_VALUE: Final = 0
TEN_VALUE: Final = 9
VALUE_TEXT: Final = "A23456789T"
POINTS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
"""with the ace as one; a soft hand counts ten more"""
UP_CARD_ORDER: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""as charts print the dealer's card: 2 to ten, then the ace"""


def value_of(card: Card) -> Value:
    """`Kd` is 9 (ten-value), `As` is 0, `2c` is 1."""
    rank = rank_of(card)
    return ACE_VALUE if rank == ACE else min(rank, TEN) + 1


VALUE_OF_CARD: Final = tuple(value_of(card) for card in range(52))


def total_of_values(values: Iterable[Value]) -> tuple[int, bool]:
    """The hand's total and whether it is soft: an ace counts eleven as long as that does not bust."""
    points, ace = 0, False
    for value in values:
        points += POINTS[value]
        ace = ace or value == ACE_VALUE
    return (points + 10, True) if ace and points <= 11 else (points, False)


def total_of(cards: Iterable[Card]) -> tuple[int, bool]:
    """As `total_of_values`, from cards."""
    return total_of_values(VALUE_OF_CARD[card] for card in cards)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace with a ten-value card as the first two; after a split it is only 21 (BJ-14)."""
    return len(cards) == 2 and total_of(cards)[0] == 21


def dealer_draws(total: int, soft: bool, hits_soft_17: bool) -> bool:
    """Whether the dealer takes another card (BJ-02)."""
    return total < 17 or (total == 17 and soft and hits_soft_17)


def parse_value(word: str) -> Value:
    """`A`, `7`, `10`, `T`, `K`, or a card such as `Kd`."""
    text = word.strip().upper()
    if len(text) > 1 and text[-1] in "CDHS":
        text = text[:-1]
    text = "T" if text in ("10", "J", "Q", "K") else text
    if len(text) != 1 or text not in VALUE_TEXT:
        raise BadInput(
            f"{word!r} is not a card.", accepted="A, 2 to 9, T (or 10, J, Q, K), with or without suit"
        )
    return VALUE_TEXT.index(text)


def shoe_counts(decks: int) -> tuple[int, ...]:
    """A fresh shoe by value."""
    return tuple(16 * decks if value == TEN_VALUE else 4 * decks for value in range(VALUES))
