"""Shuffling for live play, and the proof that nobody touched the order afterwards.

Random numbers come from the operating system's cryptographic source, without bias (rejection
sampling), through Fisher-Yates. The order is fixed and its hash published before the first card;
afterwards salt and order are revealed and anyone can check them (HR-19).
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

from pitboss.core.cards import CODE, Card, deck_of, parse, text
from pitboss.core.errors import BadInput

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
