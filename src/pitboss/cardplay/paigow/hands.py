"""What two, five and seven cards are worth, with a joker that is an ace or completes a straight or flush; and how seven
are set.

Values are tuples that compare as the hands do; `kernels` has what is made for speed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from pitboss.core.cards import (
    ACE,
    DECK,
    FIVE,
    JOKER,
    KING,
    QUEEN,
    RANK_NAMES,
    RANK_PLURALS,
    Card,
    card,
    rank_of,
    suit_of,
    texts,
)
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.sheets import PayTable

WHEEL_RANKS: Final = (FIVE, FIVE - 1, FIVE - 2, FIVE - 3, ACE)


class Wheel(StrEnum):
    """Where A-2-3-4-5 stands among the straights and straight flushes (PG-04, FU-07)."""

    SECOND_HIGHEST = "second-highest"
    LOWEST = "lowest"


class Category(IntEnum):
    """Ranks of the five-card hand (PG-03)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10


COMPLETE: Final = frozenset(
    {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
)
"""hands that need all their five cards: what the house ways call a complete hand"""


class Back(NamedTuple):
    """The five-card hand: category, then the ranks that decide, highest meaning first.

    Of a straight only its place among the straights counts: 9 is ten to ace, the wheel's place is PG-04's."""

    category: Category
    ranks: tuple[int, ...]


class Front(NamedTuple):
    """The two-card hand: a pair beats no pair, then the higher cards (PG-03)."""

    pair: bool
    ranks: tuple[int, ...]


def plays_as(card: Card) -> int:
    """The rank a card counts as where nothing is completed: the joker is an ace (FU-01)."""
    return PLAYED[card]


PLAYED: Final = (*map(rank_of, DECK), ACE)
"""by card; the joker comes after the deck"""
FRONT_OF: Final = tuple(
    tuple(
        Front(True, (one,)) if one == other else Front(False, (max(one, other), min(one, other)))
        for other in range(ACE + 1)
    )
    for one in range(ACE + 1)
)
"""by the ranks of two cards"""


def front_value(cards: Sequence[Card]) -> Front:
    """Two cards; the joker is an ace here (PG-03)."""
    one, other = cards
    return FRONT_OF[PLAYED[one]][PLAYED[other]]


def back_value(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> Back:
    """Five cards. A joker takes the best of what it may be (FU-01, PG-26)."""
    if JOKER not in cards:
        return _natural(cards, wheel)
    others = [c for c in cards if c != JOKER]
    best = _of_ranks(sum([_RANK_COUNT[c] for c in cards]), wheel)
    if not may_complete(cards):
        return best
    # the suit matters only where the other four share theirs
    ranks, suit = {rank_of(c) for c in others}, suit_of(others[0])
    for rank in set(range(13)) - ranks:
        completed = _natural((*others, card(rank, suit)), wheel)
        if completed.category in COMPLETE:
            best = max(best, completed)
    return best


def _natural(cards: Sequence[Card], wheel: Wheel) -> Back:
    a, b, c, d, e = cards
    value = _of_ranks(
        _RANK_COUNT[a] + _RANK_COUNT[b] + _RANK_COUNT[c] + _RANK_COUNT[d] + _RANK_COUNT[e], wheel
    )
    if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3:  # not of one suit
        return value
    if value.category is Category.STRAIGHT:
        royal = value.ranks == (_place_of_straight(ACE),)
        return Back(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, value.ranks)
    return Back(Category.FLUSH, value.ranks)


_RANK_COUNT: Final = tuple(1 << 3 * rank for rank in PLAYED)
"""three bits a rank, by card: the sum over a hand says how many it has of each"""


@cache
def _of_ranks(counted: int, wheel: Wheel) -> Back:
    """The hand that ranks alone make, suits aside; there are some 6,000 of them."""
    held = [(counted >> 3 * rank & 7, rank) for rank in range(ACE + 1)]
    groups = sorted((group for group in held if group[0]), reverse=True)
    order = tuple(rank for _, rank in groups)
    counts = tuple(n for n, _ in groups)
    if counts == (5,):
        return Back(Category.FIVE_ACES, order)
    if counts == (1, 1, 1, 1, 1):
        if order[0] - order[4] == 4:
            return Back(Category.STRAIGHT, (_place_of_straight(order[0], wheel),))
        if set(order) == set(WHEEL_RANKS):
            return Back(Category.STRAIGHT, (_place_of_straight(FIVE, wheel),))
        return Back(Category.HIGH_CARD, order)
    return Back(_BY_COUNTS[counts], order)


_BY_COUNTS: Final = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
}


def _place_of_straight(top: int, wheel: Wheel = Wheel.SECOND_HIGHEST) -> int:
    """0 the lowest of ten straights, 9 ten to ace (PG-04)."""
    if wheel is Wheel.LOWEST:
        return top - FIVE
    if top == ACE:
        return 9
    return 8 if top == FIVE else top - FIVE - 1


def _top_of_straight(place: int, wheel: Wheel) -> int:
    return next(top for top in range(FIVE, ACE + 1) if _place_of_straight(top, wheel) == place)


def best_five(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> tuple[Back, tuple[Card, ...]]:
    """The best five-card hand among seven cards (or more than five), and the cards that make it (FU-08)."""
    return max((back_value(five, wheel), five) for five in combinations(cards, 5))


def is_ace_high_pai_gow(cards: Sequence[Card]) -> bool:
    """Seven cards without pair, straight or flush, an ace the highest; the joker is an ace (FU-04)."""
    ranks = {plays_as(c) for c in cards}
    return len(ranks) == len(cards) and ACE in ranks and not may_complete(cards)


RUNS: Final = tuple(
    sum(1 << rank for rank in run)
    for run in (*(range(top - 4, top + 1) for top in range(FIVE + 1, ACE + 1)), WHEEL_RANKS)
)
"""the straights as bits of ranks"""


def may_complete(cards: Sequence[Card]) -> bool:
    """Whether five of these cards are a straight or a flush, the joker counted as whatever is missing: at a glance,
    where `back_value` would have to look at every five."""
    ranks = suits = 0
    for c in cards:
        ranks |= _RANK_BIT[c]
        suits += _SUIT_COUNT[c]
    return bool((suits + _THREE_OF_EACH) & _FIVE_OF_ONE) or _runs(ranks, 4 if JOKER in cards else 5)


_RANK_BIT: Final = (*(1 << rank_of(c) for c in DECK), 0)
_SUIT_COUNT: Final = (*(1 << 4 * suit_of(c) for c in DECK), 0x1111)
"""four bits a suit; the joker is one more of each"""
_THREE_OF_EACH: Final = 0x3333
_FIVE_OF_ONE: Final = 0x8888
"""the top bit of a suit's four, which its fifth card sets when counting begins at three"""


@cache
def _runs(ranks: int, least: int) -> bool:
    """Whether so many of these ranks are of one straight."""
    return any((ranks & run).bit_count() >= least for run in RUNS)


def check_seven(cards: Sequence[Card]) -> tuple[Card, ...]:
    if len(cards) != 7 or len(set(cards)) != 7:
        raise BadInput(
            f"A pai gow poker hand has seven different cards; these are {texts(cards) or 'none'}.",
            clause="FU-03",
            accepted="seven cards such as As Kd Qh Jh 9c 4s Jk",
        )
    return tuple(cards)


# Hands in words.

_COUNTED: Final = {
    Category.PAIR: "pair of {0}",
    Category.TWO_PAIR: "two pair, {0} and {1}",
    Category.THREE_OF_A_KIND: "three {0}",
    Category.FULL_HOUSE: "full house, {0} over {1}",
    Category.FOUR_OF_A_KIND: "four {0}",
}


@cache
def describe_front(value: Front) -> str:
    """`pair of kings`, `ace-queen`."""
    if value.pair:
        return f"pair of {RANK_PLURALS[value.ranks[0]]}"
    return "-".join(RANK_NAMES[r] for r in value.ranks)


@cache
def describe_back(value: Back, wheel: Wheel = Wheel.SECOND_HIGHEST) -> str:
    """`full house, aces over kings`; `straight, five high`; `king high`."""
    category, ranks = value
    if category is Category.FIVE_ACES:
        return "five aces"
    if category is Category.ROYAL_FLUSH:
        return "royal flush"
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        name = "straight" if category is Category.STRAIGHT else "straight flush"
        return f"{name}, {RANK_NAMES[_top_of_straight(ranks[0], wheel)]} high"
    if category is Category.FLUSH:
        return f"flush, {RANK_NAMES[ranks[0]]} high"
    if category is Category.HIGH_CARD:
        return f"{RANK_NAMES[ranks[0]]} high"
    return _COUNTED[category].format(*(RANK_PLURALS[r] for r in ranks))


# The lines of the Fortune Bonus and the jackpots: which of them seven cards fit (FU-13 .. FU-17, JP-24).

SEVEN_NATURAL: Final = "seven-card-straight-flush"
SEVEN_WITH_JOKER: Final = "seven-card-straight-flush-joker"
HANDS: Final = (
    SEVEN_NATURAL,
    "royal-flush-royal-match",
    SEVEN_WITH_JOKER,
    "five-aces",
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "three-of-a-kind",
    "straight",
    "three-pair",
)
"""every line a table may have, in the order they are printed"""

SEVEN_RUNS: Final = tuple(frozenset((low + step) % 13 for step in range(7)) for low in range(-1, 7))
"""ace to seven up to eight to ace, never around the ace (FU-15)"""


def fits(cards: Sequence[Card]) -> tuple[str, ...]:
    """All hands of `HANDS` that are among the seven cards, in that order."""
    found = set(_fits(cards))
    return tuple(hand for hand in HANDS if hand in found)


def _fits(cards: Sequence[Card]) -> Iterator[str]:
    fives = {back_value(five).category: five for five in combinations(cards, 5)}
    if seven := seven_card_straight_flush(cards):
        yield seven
    if Category.ROYAL_FLUSH in fives:
        yield "royal-flush"
        if has_royal_match(cards):
            yield "royal-flush-royal-match"
    if fives.keys() & {Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}:
        yield from ("straight-flush", "flush", "straight")
    if Category.FLUSH in fives:
        yield "flush"
    if Category.STRAIGHT in fives:
        yield "straight"
    counts = sorted(Counter(plays_as(c) for c in cards).values(), reverse=True)
    if counts[0] == 5:
        yield "five-aces"
    if counts[0] >= 4:
        yield "four-of-a-kind"
    if counts[0] >= 3:
        yield "three-of-a-kind"
        if counts[1] >= 2:
            yield "full-house"
    if len(counts) >= 3 and counts[2] >= 2:
        yield "three-pair"


def seven_card_straight_flush(cards: Sequence[Card]) -> str | None:
    """Seven suited cards in sequence; six in sequence and one other are a plain straight flush (FU-15)."""
    natural = [c for c in cards if c != JOKER]
    ranks = {rank_of(c) for c in natural}
    if len({suit_of(c) for c in natural}) > 1 or not any(ranks <= run for run in SEVEN_RUNS):
        return None
    return SEVEN_NATURAL if len(natural) == 7 else SEVEN_WITH_JOKER


def has_royal_match(cards: Sequence[Card]) -> bool:
    """A royal with the natural king and queen of one suit as the other two cards (FU-16)."""
    for match in combinations(cards, 2):
        if JOKER not in match and {rank_of(c) for c in match} == {KING, QUEEN}:
            rest = [c for c in cards if c not in match]
            if suit_of(match[0]) == suit_of(match[1]) and back_value(rest).category is Category.ROYAL_FLUSH:
                return True
    return False


def line_of(table: PayTable, fitting: Sequence[str], options: Mapping[str, str]) -> str | None:
    """The highest printed line the cards fit (FU-14, FU-17, JP-26), or None.

    A bare "7 card straight flush" takes the joker too unless the house says natural only (JP-25)."""
    found = set(fitting)
    bare = table.rules.get("straight_flush_7") == "option"
    if bare and options.get("straight_flush_7", "any") == "any" and SEVEN_WITH_JOKER in found:
        found.add(SEVEN_NATURAL)
    return next((line.hand for line in table.lines if line.hand in found), None)


# Setting seven cards: two in front, five in back; what is legal, and why not (PG-05).


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
