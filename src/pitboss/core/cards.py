"""Cards as small integers, and the shoes they are dealt from.

A card is `rank * 4 + suit`: rank 0 is the deuce and 12 the ace, suits are clubs, diamonds,
hearts, spades. The joker is 52. `HIDDEN` stands for a card the observer may not see.
Text is two characters (`As`, `Td`, `Jk` for the joker) and goes both ways.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, count, islice
from struct import unpack
from typing import Final, TypeVar

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


Source = Callable[[int], bytes]


def seeded(seed: int) -> Source:
    """The same bytes for the same seed, on any machine and in any version; for analysis, never for live play."""
    blocks = (sha256(f"{seed}/{at}".encode()).digest() for at in count())
    stream = chain.from_iterable(blocks)
    return lambda many: bytes(islice(stream, many))


Deck = TypeVar("Deck")

AT_ONCE: Final = 256
"""random bytes asked for at a time"""


def _numbers(source: Source, at_once: int) -> Iterator[int]:
    """Whole numbers below 65536 from a source of random bytes, two bytes a number, the high one first."""
    form = f">{at_once // 2}H"
    return chain.from_iterable(iter(lambda: unpack(form, source(at_once)), ()))


class Draws:
    """Unbiased choices from a source of random bytes: numbers in the uneven rest are rejected."""

    def __init__(self, source: Source = os.urandom, at_once: int = AT_ONCE) -> None:
        self._numbers = _numbers(source, at_once)

    def below(self, n: int) -> int:
        limit = 65536 - 65536 % n
        for value in self._numbers:
            if value < limit:
                return value % n
        raise AssertionError("a source of random bytes has no end")

    def shuffled(self, deck: Iterable[Deck]) -> list[Deck]:
        """Fisher-Yates from the last place down to the second: every order equally likely."""
        order = list(deck)
        numbers = self._numbers
        safe = 65536 - len(order)  # numbers below are in nobody's uneven rest
        for many, value in zip(range(len(order), 1, -1), numbers, strict=False):
            while value >= safe and value >= 65536 - 65536 % many:
                value = next(numbers)
            other = value % many
            last = many - 1
            order[last], order[other] = order[other], order[last]
        return order


def shuffled(cards: Sequence[Card], source: Source = os.urandom) -> tuple[Card, ...]:
    """The cards in random order, every order equally likely (HR-19)."""
    return tuple(Draws(source).shuffled(cards))


def random_below(n: int, source: Source = os.urandom) -> int:
    """One unbiased number, such as the first position of a pai gow deal (PG-02)."""
    return Draws(source).below(n)


def fresh_order(
    decks: int = 1, jokers: int = 0, source: Source = os.urandom, *, second: bool = False
) -> tuple[Card, ...]:
    """A shuffled shoe; with `second`, followed by the same cards in a further order (see `Felt.deal`)."""
    cards = deck_of(decks, jokers=jokers)
    order = shuffled(cards, source)
    return order + shuffled(cards, source) if second else order


def order_text(order: Sequence[Card]) -> str:
    """`AsKd...` without blanks: two characters a card."""
    return "".join(map(text, order))


def parse_order(line: str) -> tuple[Card, ...]:
    line = "".join(line.split())
    words = [line[at : at + 2] for at in range(0, len(line), 2)]
    try:
        return tuple([CODE[word] for word in words])
    except KeyError:
        return tuple(map(parse, words))


def check_order(order: Sequence[Card], decks: int, jokers: int, *, second: bool = False) -> None:
    """An order must hold exactly the cards of the shoe, or, where a `second` one may follow, of both."""
    shoe = sorted(deck_of(decks, jokers=jokers))
    if second and len(order) == 2 * len(shoe):
        check_order(order[: len(shoe)], decks, jokers)
        order = order[len(shoe) :]
    if sorted(order) == shoe:
        return
    difference = Counter(order)
    difference.subtract(deck_of(decks, jokers=jokers))
    extra = [text(c) for c, n in difference.items() if n > 0]
    missing = [text(c) for c, n in difference.items() if n < 0]
    problem = "; ".join(
        part
        for part in (
            f"too many of {' '.join(extra[:5])}" if extra else "",
            f"missing {' '.join(missing[:5])}" if missing else "",
        )
        if part
    )
    raise BadInput(
        f"The order of {len(order)} cards is not a shoe of this game: {problem}.",
        clause="HR-19",
        accepted=f"{decks} deck{'s' if decks > 1 else ''} of 52" + (f" and {jokers} joker" if jokers else ""),
    )


_ROLL = re.compile(r"[1-6] [1-6] [1-6]")


def check_roll(value: str) -> str:
    if not _ROLL.fullmatch(value):
        raise BadInput(
            f"{value!r} is no roll of dice.",
            clause="PG-02",
            accepted="three numbers from 1 to 6, such as 3 1 6",
        )
    return value


def number_of(roll: str, numbers: int) -> int:
    """Which number a roll of dice draws: its total, counted round and round."""
    return (sum(map(int, roll.split())) - 1) % numbers + 1
