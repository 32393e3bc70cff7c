"""Shuffling for live play, and the proof that nobody touched the order afterwards.

Random numbers come from the operating system's cryptographic source, without bias (rejection
sampling), through Fisher-Yates. The order is fixed and its hash published before the first card;
afterwards salt and order are revealed and anyone can check them (HR-19).
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from struct import unpack
from typing import Any, Final, TypeVar

from pitboss.cards import CODE, Card, deck_of, parse, text
from pitboss.errors import BadInput

Source = Callable[[int], bytes]


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


@dataclass(frozen=True)
class Shuffle:
    """An order of cards with the salt of its published hash."""

    order: tuple[Card, ...]
    salt: bytes

    @classmethod
    def fresh(
        cls, decks: int = 1, jokers: int = 0, source: Source = os.urandom, *, second: bool = False
    ) -> Shuffle:
        """A shuffled shoe; with `second`, followed by the same cards in a further order (see `Felt.deal`)."""
        cards = deck_of(decks, jokers=jokers)
        order = shuffled(cards, source)
        if second:
            order += shuffled(cards, source)
        return cls(order, source(32))

    @cached_property
    def commitment(self) -> str:
        """The hash published before the first card: SHA-256 over the salt and the cards' text."""
        return commitment_of(self.order, self.salt.hex())

    def to_json(self) -> dict[str, Any]:
        return {"order": order_text(self.order), "salt": self.salt.hex(), "commitment": self.commitment}


def commitment_of(order: Sequence[Card], salt_hex: str) -> str:
    return hashlib.sha256(f"{salt_hex}:{order_text(order)}".encode()).hexdigest()


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
