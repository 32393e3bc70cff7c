"""Setting seven cards: two in front, five in back; what is legal, and why not (PG-05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

from pitboss.cardplay.paigow.hands import (
    FRONT_OF,
    PLAYED,
    Back,
    Category,
    Front,
    Wheel,
    back_value,
    check_seven,
    describe_back,
    describe_front,
    front_value,
    may_complete,
    plays_as,
)
from pitboss.core.cards import JOKER, Card, texts
from pitboss.core.errors import IllegalAction


class Outcome(StrEnum):
    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


class _Set(NamedTuple):
    front: tuple[Card, ...]
    back: tuple[Card, ...]
    wheel: Wheel
    front_value: Front
    back_value: Back


class SetHand(_Set):
    """Seven cards as set, and what front and back are worth."""

    __slots__ = ()

    def __new__(
        cls, front: tuple[Card, ...], back: tuple[Card, ...], wheel: Wheel = Wheel.SECOND_HIGHEST
    ) -> SetHand:
        if len(front) != 2 or len(back) != 5:
            raise IllegalAction(
                f"{texts(front) or 'Nothing'} cannot go in front of {texts(back) or 'nothing'}.",
                clause="FU-05",
                accepted="two cards in front, five in back",
            )
        return tuple.__new__(cls, (front, back, wheel, front_value(front), back_value(back, wheel)))

    def __getnewargs__(self) -> tuple[tuple[Card, ...], tuple[Card, ...], Wheel]:
        return self.front, self.back, self.wheel

    @property
    def values(self) -> tuple[Front, Back]:
        return self.front_value, self.back_value

    def __str__(self) -> str:
        return f"{texts(self.front)} / {texts(self.back)}"

    @property
    def words(self) -> str:
        """`ace-queen in front, pair of kings in back`."""
        front, back = describe_front(self.front_value), describe_back(self.back_value, self.wheel)
        return f"{front} in front, {back} in back"

    @property
    def foul(self) -> str | None:
        """Why this may not be played; None for a legal setting."""
        return foul_reason(self.front_value, self.back_value, self.wheel)

    def against(self, dealer: SetHand) -> Outcome:
        """Both hands better wins, one pushes, none loses; a copy goes to the dealer (FU-06, PG-06)."""
        better = (self.front_value > dealer.front_value) + (self.back_value > dealer.back_value)
        return (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[better]


def foul_reason(front: Front, back: Back, wheel: Wheel = Wheel.SECOND_HIGHEST) -> str | None:
    """The back may not rank below the front: by category, then on the front's own cards (PG-05)."""
    if back.category > Category.PAIR:
        return None
    if front.pair:
        below = back.category is Category.HIGH_CARD or back.ranks[0] < front.ranks[0]
    else:
        below = back.category is Category.HIGH_CARD and back.ranks[:2] < front.ranks
    if not below:
        return None
    return (
        f"The front, {describe_front(front)}, ranks above the back, {describe_back(back, wheel)}"
        if front.pair or front.ranks[0] != back.ranks[0]
        else f"The front, {describe_front(front)}, ranks above the back on the second card"
    )


def setting(cards: Sequence[Card], front: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> SetHand:
    """The setting with these two cards in front; a foul is refused with its reason (FU-05, PG-05)."""
    back = tuple([c for c in check_seven(cards) if c not in front])
    if len(front) != 2 or len(back) != 5:
        raise IllegalAction(
            f"{texts(front) or 'Nothing'} cannot go in front.",
            clause="FU-05",
            accepted=f"two of {texts(cards)}",
        )
    made = SetHand(tuple(front), back, wheel)
    if reason := made.foul:
        raise IllegalAction(
            f"Foul: {reason[0].lower()}{reason[1:]}.",
            clause="PG-05",
            accepted="a back hand that does not rank below the front",
        )
    return made


def all_settings(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> Iterator[SetHand]:
    """The 21 ways to choose the front, fouls included."""
    for front in combinations(check_seven(cards), 2):
        yield SetHand(front, tuple(c for c in cards if c not in front), wheel)


PLACES: Final = tuple(combinations(range(7), 2))
"""where two of seven cards may lie"""


def settings_with(cards: Sequence[Card], front: Front, wheel: Wheel = Wheel.SECOND_HIGHEST) -> list[SetHand]:
    """The legal settings with a front of this value."""
    made = [
        SetHand((cards[one], cards[other]), _others(cards, one, other), wheel)
        for one, other in _places_of(cards, front)
    ]
    return [s for s in made if s.foul is None]


def best_with(cards: Sequence[Card], front: Front, complete: bool, wheel: Wheel) -> SetHand | None:
    """The legal setting with a front of this value and the best back (PG-27); where no five of the cards are
    `complete` the suits do not matter, and the first is as good as any."""
    if complete:
        return max(settings_with(cards, front, wheel), key=lambda s: s.back_value, default=None)
    one, other = next(_places_of(cards, front))
    made = SetHand((cards[one], cards[other]), _others(cards, one, other), wheel)
    return made if made.foul is None else None


def _places_of(cards: Sequence[Card], front: Front) -> Iterator[tuple[int, int]]:
    """Where the two cards of such a front lie, the first places first."""
    wanted = (front.ranks[0], front.ranks[-1])
    ranks = [PLAYED[c] for c in cards]
    for one, rank in enumerate(ranks):
        if rank in wanted:
            partner = wanted[rank == wanted[0]]
            for other in range(one + 1, 7):
                if ranks[other] == partner:
                    yield one, other


def _others(cards: Sequence[Card], one: int, other: int) -> tuple[Card, ...]:
    return (*cards[:one], *cards[one + 1 : other], *cards[other + 1 :])


def front_before_complete(cards: Sequence[Card]) -> Front | None:
    """The highest front that leaves a straight or flush in back; no such setting is a foul."""
    if not may_complete(cards):
        return None
    ranks = [PLAYED[c] for c in cards]
    falling = sorted(
        [(FRONT_OF[ranks[one]][ranks[other]], one, other) for one, other in PLACES], reverse=True
    )
    return next(front for front, one, other in falling if may_complete(_others(cards, one, other)))


def legal_settings(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> list[SetHand]:
    return [s for s in all_settings(cards, wheel) if s.foul is None]


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """As a dealer lays them out: highest rank first, the joker as the first ace."""
    return tuple(sorted(cards, key=lambda c: (plays_as(c), c == JOKER, c), reverse=True))
