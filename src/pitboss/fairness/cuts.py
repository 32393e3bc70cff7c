"""The players cut the cards: values of theirs, given after the house has sealed its order, decide what is dealt.

The values and the seal are hashed to a seed; SHA-256 over the seed and a counter gives numbers; Fisher-Yates makes a
permutation of them that anybody can repeat. The house did not know the values when it sealed the order, and the players
do not know the order: neither side can choose (HR-36).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, Generic, NamedTuple, TypeVar

from pitboss.core.cards import Draws, Source, check_roll
from pitboss.core.errors import BadInput
from pitboss.fairness.hashing import hash_of

DICE: Final = 0
"""the table's own place: a roll of dice is one more cut"""

ENOUGH: Final = 128
"""bytes of the stream at a time: one deck rarely needs more"""

Item = TypeVar("Item")

_VALUE = re.compile(r"[!-~](?:[ -~]{0,62}[!-~])?")


class Cut(NamedTuple):
    """One value: a player's at the lowest of his spots, or the dice's."""

    spot: int
    value: str


def random_cut() -> str:
    """What a browser proposes: 128 random bits."""
    return secrets.token_hex(16)


def check_value(value: str) -> str:
    if not _VALUE.fullmatch(value):
        raise BadInput(
            f"{value!r} cannot cut the cards.",
            clause="HR-36",
            accepted="1 to 64 letters, digits and signs of plain ASCII, blanks only between them",
        )
    return value


def checked(cuts: Iterable[Cut]) -> tuple[Cut, ...]:
    """As they were given. What is given counts: a spot that cuts again adds to its first cut."""
    found = tuple(cuts)
    rolls = 0
    for spot, value in found:
        if spot == DICE:
            check_roll(value)
            rolls += 1
        else:
            check_value(value)
    if rolls > 1:
        raise BadInput("Dice are rolled once a deal.", clause="PG-02", accepted="one roll")
    return found


def seed_of(seal: str, cuts: Iterable[Cut]) -> bytes:
    """The hash over the seal and the cuts, in the order in which they were given."""
    return bytes.fromhex(hash_of(["pitboss cut 1", seal, list(cuts)]))


def counter_source(seed: bytes) -> Source:
    """SHA-256 in counter mode: the hashes of the seed followed by 0, 1, 2 .. as eight bytes, one after another."""
    count = 0

    def source(size: int) -> bytes:
        nonlocal count
        assert size % 32 == 0
        first, count = count, count + size // 32
        return b"".join([sha256(seed + n.to_bytes(8, "big")).digest() for n in range(first, count)])

    return source


class Permuted(NamedTuple, Generic[Item]):
    order: tuple[Item, ...]
    """as it is dealt; the second order after the first"""
    shift: int
    """what the cuts add to the number the house has drawn"""


def permuted(seed: bytes, first: Sequence[Item], second: Sequence[Item], numbers: int) -> Permuted[Item]:
    """The order, the second order and the number, drawn one after another from one stream."""
    draws = Draws(counter_source(seed), ENOUGH)
    order = draws.shuffled(first)
    if second:
        order += draws.shuffled(second)
    return Permuted(tuple(order), draws.below(numbers) if numbers else 0)
