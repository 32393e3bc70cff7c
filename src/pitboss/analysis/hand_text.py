"""Hands as people type them: `9c 2d v Qs`, `T 6 v 9`, `As Kd | gold red | 2c 7h Jd`. One reader for every solver."""

from __future__ import annotations

import re

from pitboss.core.cards import JOKER, Card, parse_many, parse_words, text
from pitboss.core.errors import BadInput

_BETWEEN = re.compile(r"\s*\|\s*|(?:^|\s+)(?:v|vs|v\.|vs\.|against)(?:\s+|$)", re.IGNORECASE)


def sides(hand: str) -> list[str]:
    """The parts of a hand: mine, then the dealer's or whatever lies open.

    >>> sides("As Kd | gold red | 2c 7h Jd")
    ['As Kd', 'gold red', '2c 7h Jd']
    """
    return [part.strip() for part in _BETWEEN.split(hand)]


def read_hands(
    hand: str,
    *sizes: int | tuple[int, ...],
    clause: str,
    example: str,
    copies: int = 1,
    jokers: bool = False,
    optional: int = 0,
) -> tuple[tuple[Card, ...], ...]:
    """The cards of each side, `sizes` of them (or one of several); the last `optional` sides may be missing.

    No card comes more often than there are `copies`; jokers only where the game has one."""
    found = sides(hand)
    read = [parse_many(part) if copies == 1 else parse_words(part) for part in found]
    if not len(sizes) - optional <= len(found) <= len(sizes) or any(
        len(cards) not in (size if isinstance(size, tuple) else (size,))
        for cards, size in zip(read, sizes, strict=False)
    ):
        raise BadInput(f"{hand!r} is not a hand of this game.", clause=clause, accepted=f'"{example}"')
    every = [card for cards in read for card in cards]
    if JOKER in every and not jokers:
        raise BadInput("This game has no joker.", clause=clause, accepted=f'"{example}"')
    for card in every:
        if every.count(card) > copies:
            raise BadInput(f"{text(card)} is named twice.", clause=clause, accepted="each card once")
    return tuple(read)
