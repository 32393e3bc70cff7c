"""The words in which a sheet says when a line of a side wager fits: `when = "ranks K Q and one_suit"`.

A wager is `decided_by` cards at named places. A condition is words joined by `and`; each may be preceded by `not`, and
by one of the places where it looks at that place alone: `spot.first_two has 1 of 7`. Lines are tried in the printed
order and the first that fits pays (SB-03). Each word is defined once, below, with an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pitboss.core.cards import ACE, RANKS, SUITS, Card, parse_words, rank_of, suit_of
from pitboss.core.errors import BadInput

PLACES: Final = {"spot.first_two": 2, "dealer.up": 1}
"""the places that may decide a wager, with how many cards lie there"""
PARTS: Final = {"spot.first": ("spot.first_two", 0), "spot.second": ("spot.first_two", 1)}
"""single cards of a place, for a condition that looks at one of them"""
COLOURS: Final = {"black": (0, 3), "red": (1, 2)}
POKER: Final = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair", "high-card")
"""three-card hands, the best first"""

Cards = Sequence[Card]


@dataclass(frozen=True, slots=True)
class Word:
    """One word: how what follows it is read, and what it says of the cards."""

    read: Callable[[list[str]], Any]
    holds: Callable[[Cards, Any], bool]
    accepted: str
    names_suits: bool
    """whether it tells one suit from another, and not only whether suits are equal"""


WORDS: Final[dict[str, Word]] = {}
WAITS: Final = "dealer_blackjack"
"""fits where the dealer has a blackjack with the first two cards; such a line waits for the check (SB-09)"""


def word(
    accepted: str = "", read: Callable[[list[str]], Any] | None = None, names_suits: bool = False
) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Registers a word under the name of the function that defines it."""

    def register(holds: Callable[..., bool]) -> Callable[..., bool]:
        name = holds.__name__
        WORDS[name] = Word(read or _nothing, holds, f"{name} {accepted}".strip(), names_suits)
        return holds

    return register


def _nothing(words: list[str]) -> None:
    if words:
        raise ValueError


def _ranks(words: list[str]) -> tuple[int, ...]:
    if not words:
        raise ValueError
    return tuple(sorted(RANKS.index("T" if word == "10" else word) for word in words))


def _cards(words: list[str]) -> tuple[Card, ...]:
    if not words:
        raise ValueError
    return tuple(sorted(parse_words(" ".join(words))))


def _one_of(choices: Sequence[str]) -> Callable[[list[str]], int]:
    def read(words: list[str]) -> int:
        (name,) = words
        return choices.index(name)

    return read


def _number(words: list[str]) -> int:
    (digits,) = words
    return int(digits)


def _count_of(words: list[str]) -> tuple[int, tuple[int, ...]]:
    count, of, *ranks = words
    if of != "of":
        raise ValueError
    return int(count), _ranks(ranks)


@word()
def one_rank(cards: Cards, _: None = None) -> bool:
    """All cards are of one rank.

    >>> fits("one_rank", "Kd Ks"), fits("one_rank", "Kd Qd")
    (True, False)
    """
    return len({rank_of(card) for card in cards}) == 1


@word()
def one_suit(cards: Cards, _: None = None) -> bool:
    """All cards are of one suit.

    >>> fits("one_suit", "Kd 2d"), fits("one_suit", "Kd Kh")
    (True, False)
    """
    return len({suit_of(card) for card in cards}) == 1


@word(names_suits=True)
def one_colour(cards: Cards, _: None = None) -> bool:
    """All cards are red, or all are black.

    >>> fits("one_colour", "Kd 2h"), fits("one_colour", "Kd Ks")
    (True, False)
    """
    return len({suit_of(card) in COLOURS["red"] for card in cards}) == 1


@word("and the suit: d", _one_of(SUITS), names_suits=True)
def suit(cards: Cards, of: int) -> bool:
    """All cards are of this suit.

    >>> fits("suit d", "Kd 2d"), fits("suit d", "Ks 2s")
    (True, False)
    """
    return all(suit_of(card) == of for card in cards)


@word("and red or black", _one_of(tuple(COLOURS)), names_suits=True)
def colour(cards: Cards, of: int) -> bool:
    """All cards are of this colour.

    >>> fits("colour red", "Kd 2h"), fits("colour red", "Kd 2s")
    (True, False)
    """
    return all(suit_of(card) in tuple(COLOURS.values())[of] for card in cards)


@word()
def run(cards: Cards, _: None = None) -> bool:
    """The ranks follow one another, the ace high or low, and not round the corner (SB-04).

    >>> fits("run", "Ac 2d"), fits("run", "Ac Kd"), fits("run", "Qh Kd As"), fits("run", "Kh Ad 2s")
    (True, True, True, False)
    """
    ranks = sorted(rank_of(card) for card in cards)
    low = sorted(-1 if rank == ACE else rank for rank in ranks)
    return any(row == list(range(row[0], row[0] + len(row))) for row in (ranks, low))


@word("and a rank for each card: K Q", _ranks)
def ranks(cards: Cards, of: tuple[int, ...]) -> bool:
    """The cards have exactly these ranks, in any order.

    >>> fits("ranks K Q", "Qd Kd"), fits("ranks K K", "Kd Qd")
    (True, False)
    """
    return tuple(sorted(rank_of(card) for card in cards)) == of


@word("and the cards: Ks Ks", _cards, names_suits=True)
def cards(cards: Cards, of: tuple[Card, ...]) -> bool:
    """These cards and no others, in any order.

    >>> fits("cards Ks Ks", "Ks Ks"), fits("cards Ks Ks", "Ks Kd")
    (True, False)
    """
    return tuple(sorted(cards)) == of


@word("and ranks: T J Q K", _ranks)
def only(cards: Cards, of: tuple[int, ...]) -> bool:
    """Every card has one of these ranks.

    >>> fits("only 7", "7d 7s"), fits("only T J Q K", "Jd Ts"), fits("only 7", "7d 8s")
    (True, True, False)
    """
    return all(rank_of(card) in of for card in cards)


@word("and how many of which ranks: 1 of 7", _count_of)
def has(cards: Cards, of: tuple[int, tuple[int, ...]]) -> bool:
    """Exactly so many of the cards have one of these ranks.

    >>> fits("has 1 of 7", "7d 8d"), fits("has 1 of 7", "7d 7s"), fits("has 0 of A K", "7d 8d")
    (True, False, True)
    """
    return sum(rank_of(card) in of[1] for card in cards) == of[0]


@word("and the total: 20", _number)
def total(cards: Cards, of: int) -> bool:
    """The blackjack total, an ace being eleven where that does not go over 21.

    >>> fits("total 20", "As 9d"), fits("total 20", "Kd Th"), fits("total 12", "As Ad")
    (True, True, True)
    """
    found = [rank_of(card) for card in cards]
    points = sum(1 if rank == ACE else min(rank + 2, 10) for rank in found)
    return points + (10 if ACE in found and points <= 11 else 0) == of


@word("and a three-card hand: " + ", ".join(POKER), _one_of(POKER))
def poker(cards: Cards, of: int) -> bool:
    """Three cards make this hand of poker and no better one.

    >>> fits("poker straight", "Qs Ks Ad"), fits("poker flush", "Qs Ks As"), fits("poker three-of-a-kind", "7d 7d 7d")
    (True, False, True)
    """
    if len(cards) != 3:
        return False
    kinds = len({rank_of(card) for card in cards})
    suited, straight = one_suit(cards), run(cards)
    found = (suited and straight, kinds == 1, straight, suited, kinds == 2, True)
    return found.index(True) == of


@word("and a place of one card: dealer.up")
def above(cards: Cards, of: Cards) -> bool:
    """Its card is of a higher rank than another one, the deuce lowest and the ace highest.

    >>> fits("spot.first above dealer.up", "Ad 2d Kd", ("spot.first_two", "dealer.up"))
    True
    """
    return rank_of(cards[0]) > rank_of(of[0])


@word("and a place of one card: dealer.up")
def level(cards: Cards, of: Cards) -> bool:
    """Its card has the rank of another one.

    >>> fits("spot.first level dealer.up", "Ad 2d As", ("spot.first_two", "dealer.up"))
    True
    """
    return rank_of(cards[0]) == rank_of(of[0])


COMPARE: Final = ("above", "level")
"""words that lay one card beside another"""


@dataclass(frozen=True, slots=True)
class Part:
    """One word of a condition, ready to be asked."""

    holds: Callable[[Cards, Any], bool]
    of: Any
    at: slice
    beside: slice | None
    """the other card, of a word that compares"""
    wanted: bool

    def fits(self, cards: Cards) -> bool:
        of = self.of if self.beside is None else cards[self.beside]
        return self.holds(cards[self.at], of) is self.wanted


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a line's `when` says; `places` are the wager's own, in their order."""

    parts: tuple[Part, ...]
    waits: bool
    """needs a dealer's blackjack, and so waits for the check"""
    names_suits: bool
    names_places: bool

    def fits(self, cards: Cards, blackjack: bool = False) -> bool:
        return (blackjack or not self.waits) and all(part.fits(cards) for part in self.parts)


@lru_cache(maxsize=1024)
def condition(text: str, places: tuple[str, ...]) -> Pattern:
    """Reads a condition over the cards of these places; what cannot be read is refused with what can."""
    parts, waits, names = [], False, set()
    for phrase in text.split(" and "):
        words = phrase.split()
        if words == [WAITS]:
            waits = True
            continue
        wanted = words[:1] != ["not"]
        words = words if wanted else words[1:]
        at = slice(None)
        if words and "." in words[0]:
            at = _at(words.pop(0), places)
        if not words or words[0] not in WORDS:
            raise BadInput(f"{phrase!r} is no condition.", accepted=", ".join((*WORDS, WAITS)))
        name = words.pop(0)
        names.add(name)
        found, beside, of = WORDS[name], None, None
        try:
            if name in COMPARE:
                (other,) = words
                beside = _at(other, places)
            else:
                of = found.read(words)
        except (ValueError, BadInput):
            raise BadInput(f"{phrase!r} is no condition.", accepted=found.accepted) from None
        parts.append(Part(found.holds, of, at, beside, wanted))
    anywhere = all(part.at == slice(None) and part.beside is None for part in parts)
    return Pattern(tuple(parts), waits, any(WORDS[name].names_suits for name in names), not anywhere)


def _at(place: str, places: tuple[str, ...]) -> slice:
    """Where a place's cards are among the cards that decide."""
    whole, nth = PARTS.get(place, (place, -1))
    if whole not in places:
        known = [*places, *(part for part, (of, _) in PARTS.items() if of in places)]
        raise BadInput(f"{place!r} is no place of this wager.", accepted=", ".join(known))
    start = sum(PLACES[before] for before in places[: places.index(whole)])
    return slice(start, start + PLACES[whole]) if nth < 0 else slice(start + nth, start + nth + 1)


def cards_of(places: tuple[str, ...]) -> int:
    """How many cards decide."""
    return sum(PLACES[place] for place in places)


def first_that_fits(conditions: Iterable[Pattern], cards: Cards, blackjack: bool = False) -> int | None:
    """The number of the line that pays (SB-03); None where none fits."""
    for at, one in enumerate(conditions):
        if one.fits(cards, blackjack):
            return at
    return None


def fits(text: str, hand: str, places: tuple[str, ...] = ()) -> bool:
    """Whether a condition fits cards as they are written.

    >>> fits("ranks K K and not one_suit", "Kd Ks")
    True
    """
    return condition(text, places).fits(parse_words(hand))
