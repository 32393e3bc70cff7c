"""Hands as people type them: `9c 2d v Qs`, `T 6 v 9`, `As Kd | gold red | 2c 7h Jd`. One reader for every solver."""

from __future__ import annotations

import re

from pitboss.blackjack.hands import Value, parse_value
from pitboss.cards import JOKER, Card, parse_many, parse_words, text
from pitboss.errors import BadInput

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


def read_values(hand: str) -> tuple[tuple[Value, ...], Value]:
    """`T 6 v 9` is ((9, 5), 8): a blackjack player's cards, suits or not, and the dealer's up card."""
    found = sides(hand)
    words = found[0].replace(",", " ").split()
    if len(words) == 1:
        words = _run(words[0])
    values = tuple(parse_value(word) for word in words)
    if len(values) < 2 or len(found) > 2:
        raise BadInput(
            f"{hand!r} is not a player's hand.",
            clause="BJ-18",
            accepted='two cards or more v the dealer\'s: "T 6 v 9"',
        )
    if len(found) < 2:
        raise BadInput(
            f"{hand!r} names no up card.",
            clause="BJ-18",
            accepted="the player's cards v the dealer's: T 6 v 9",
        )
    return values, parse_value(found[1])


def _run(word: str) -> list[str]:
    """`A7` as two cards; `10` and `Kd` are one."""
    one = word == "10" or (len(word) == 2 and word[1] in "cdhs")
    return [word] if one else list(word)
