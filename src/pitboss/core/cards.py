"""Cards as small integers.

A card is `rank * 4 + suit`: rank 0 is the deuce and 12 the ace, suits are clubs, diamonds,
hearts, spades. The joker is 52. `HIDDEN` stands for a card the observer may not see.
Text is two characters (`As`, `Td`, `Jk` for the joker) and goes both ways.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.core.errors import BadInput

Card = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER: Final = 52
HIDDEN: Final = -1
DECK: Final = tuple(range(52))
DECK_WITH_JOKER: Final = tuple(range(53))

TEXT: Final = (*(r + s for r in RANKS for s in SUITS), "Jk")
CODE: Final = {text: code for code, text in enumerate(TEXT)}

RANK_NAMES: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS: Final = tuple("sixes" if name == "six" else name + "s" for name in RANK_NAMES)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS: Final = "♣♦♥♠"

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)


def card(rank: int, suit: int) -> Card:
    return rank * 4 + suit


def rank_of(c: Card) -> int:
    return c >> 2


def suit_of(c: Card) -> int:
    return c & 3


def text(c: Card) -> str:
    """`12 * 4 + 3` is `As`; a hidden card is `??`."""
    return "??" if c == HIDDEN else TEXT[c]


def texts(cards: Iterable[Card]) -> str:
    return " ".join(text(c) for c in cards)


def parse(word: str) -> Card:
    """One card: `As`, `10h`, `td`, `Jk` or `joker`."""
    w = word.strip()
    if w.lower() in ("jk", "joker"):
        return JOKER
    if w.startswith("10"):
        w = "T" + w[2:]
    code = CODE.get(w[:1].upper() + w[1:].lower())
    if code is None:
        raise BadInput(
            f"{word!r} is not a card.",
            accepted="a rank 2-9 T J Q K A and a suit c d h s, such as As or 10h; Jk for the joker",
        )
    return code


def parse_many(line: str) -> tuple[Card, ...]:
    """Cards separated by blanks or commas, or run together (`AsKd`); the same card twice is refused."""
    cards = parse_words(line)
    if len(set(cards)) != len(cards):
        twice = next(c for c in cards if cards.count(c) > 1)
        raise BadInput(f"{text(twice)} is named twice.", accepted="each card once")
    return cards


def parse_words(line: str) -> tuple[Card, ...]:
    """As `parse_many`, for shoes that hold a card more than once."""
    words = line.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 3 and words[0].lower() != "joker":
        words = _split_run(words[0])
    return tuple(parse(w) for w in words)


def _split_run(run: str) -> list[str]:
    words: list[str] = []
    at = 0
    while at < len(run):
        width = 3 if run.startswith("10", at) else 2
        words.append(run[at : at + width])
        at += width
    return words


def deck_of(decks: int = 1, *, jokers: int = 0) -> list[Card]:
    """The cards of a shoe in manufacturer's order."""
    return list(DECK) * decks + [JOKER] * jokers
