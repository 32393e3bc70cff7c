"""How the house sets seven cards (PG-07 .. PG-27).

A house way is a record; the reading below is the same for all of them. Rules are tried in PG-27's
order, the first that fits names the two ranks in front, and among the legal settings with that front
the one with the best back is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from pitboss.cards import ACE, JACK, KING, TEN, Card
from pitboss.errors import BadInput
from pitboss.paigow.hands import COMPLETE, Front, Wheel, check_seven, plays_as
from pitboss.paigow.setting import Setting, legal_settings


class Keep(Enum):
    """When two pairs, or four of a kind, stay together in back: what must then go in front."""

    NEVER = "always split"
    KING = "together if a king or ace can go in front, else split"
    ACE = "together if an ace can go in front, else split"
    ACE_AND_FACE = "together if an ace and a face card can go in front, else split"
    ALWAYS = "always together"

    def allows(self, front: Sequence[int]) -> bool:
        """`front` are the two highest of the other cards, the higher first."""
        high, low = front[:2]
        return {
            Keep.NEVER: False,
            Keep.KING: high >= KING,
            Keep.ACE: high == ACE,
            Keep.ACE_AND_FACE: high == ACE and low >= JACK,
            Keep.ALWAYS: True,
        }[self]


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A published way of setting hands. Ranks count from 0, the deuce, to 12, the ace."""

    name: str
    version: str
    source: str
    two_pair: Callable[[int, int], Keep]
    """the rule for a larger and a smaller pair"""
    four_of_a_kind: Callable[[int], Keep]
    ace_before_high_pair: bool
    """beside a straight or flush, a pair of tens to kings stays back if an ace makes the front higher (PG-17)"""
    kings_before_five_aces: bool
    """five aces stay together behind a pair of kings (PG-25)"""
    clause: str = ""
    """under which all of its rules are logged; without it each under its own of PG-07 to PG-25, which are foxwoods'"""
    words: Mapping[str, str] = field(default_factory=dict)
    """its own text for a rule, by the rule's name"""

    @property
    def id(self) -> str:
        """Name and version, as stored with each round."""
        return f"{self.name}/{self.version}"

    def set(self, cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> Setting:
        """The seven cards set this way."""
        return self.explain(cards, wheel)[0]

    def explain(self, cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> tuple[Setting, Rule]:
        """The setting, and the rule that asked for it."""
        legal = legal_settings(check_seven(cards), wheel)
        rule = self.named(_rule(self, _read(cards), legal))
        return max((s for s in legal if s.front_value == rule.front), key=lambda s: s.back_value), rule

    def named(self, rule: Rule) -> Rule:
        """A rule under this way's own clause, in its own words."""
        text = self.words.get(rule.clause, rule.text)
        return rule._replace(
            clause=self.clause or rule.clause, text=f"{self.name}: {text}" if self.clause else text
        )


class Rule(NamedTuple):
    """What fitted: the clause, in words, and the front it asks for."""

    clause: str
    text: str
    front: Front


class _Reading(NamedTuple):
    """The pair structure, the joker read as an ace (PG-27); all ranks highest first."""

    ranks: tuple[int, ...]
    fives: tuple[int, ...]
    fours: tuple[int, ...]
    threes: tuple[int, ...]
    pairs: tuple[int, ...]
    singles: tuple[int, ...]


def _read(cards: Sequence[Card]) -> _Reading:
    ranks = sorted((plays_as(c) for c in cards), reverse=True)
    counts = Counter(ranks)

    def of(n: int) -> tuple[int, ...]:
        return tuple(r for r in counts if counts[r] == n)

    return _Reading(tuple(ranks), of(5), of(4), of(3), of(2), of(1))


def _pair(rank: int) -> Front:
    return Front(True, (rank,))


def _cards(high: int, low: int) -> Front:
    return Front(False, (high, low))


def _rule(way: HouseWay, hand: _Reading, legal: Sequence[Setting]) -> Rule:
    if hand.fives:
        if way.kings_before_five_aces and KING in hand.pairs:
            return Rule("PG-25", "five aces behind a pair of kings", _pair(KING))
        return Rule("PG-25", "two of five aces in front", _pair(ACE))
    if hand.fours:
        return _four_of_a_kind(way, hand)
    if len(hand.threes) == 2:
        return Rule("PG-15", "a pair of the higher three of a kind in front", _pair(hand.threes[0]))
    if hand.threes and hand.pairs:
        clause = "PG-19" if len(hand.pairs) == 1 else "PG-20"
        return Rule(clause, "full house: the highest pair in front", _pair(hand.pairs[0]))
    if len(hand.pairs) == 3:
        return Rule("PG-12", "three pair: the highest in front", _pair(hand.pairs[0]))
    if len(hand.pairs) == 2:
        return _two_pair(way, hand)
    complete = [s for s in legal if s.back_value.category in COMPLETE]
    if complete:
        return _complete(way, hand, max(s.front_value for s in complete))
    if hand.threes == (ACE,):
        return Rule("PG-13", "three aces: one in front", _cards(ACE, hand.singles[0]))
    if hand.threes:
        return Rule("PG-14", "three of a kind in back", _cards(*hand.singles[:2]))
    if hand.pairs:
        return Rule("PG-08", "the pair in back", _cards(*hand.singles[:2]))
    return Rule("PG-07", "no pair: second and third highest in front", _cards(*hand.singles[1:3]))


def _four_of_a_kind(way: HouseWay, hand: _Reading) -> Rule:
    rank = hand.fours[0]
    if other := hand.pairs or hand.threes:
        return Rule("PG-24", "the other pair in front of four of a kind", _pair(other[0]))
    keep = way.four_of_a_kind(rank)
    clause = "PG-21" if rank >= JACK else "PG-22" if rank > 4 else "PG-23"
    if keep.allows(hand.singles):
        return Rule(clause, "four of a kind stays together", _cards(*hand.singles[:2]))
    return Rule(clause, "four of a kind is split", _pair(rank))


def _two_pair(way: HouseWay, hand: _Reading) -> Rule:
    large, small = hand.pairs
    keep = way.two_pair(large, small)
    clause = "PG-09" if large >= JACK else "PG-10" if large > 4 else "PG-11"
    if keep.allows(hand.singles):
        return Rule(clause, "two pair stay together", _cards(*hand.singles[:2]))
    return Rule(clause, "two pair are split", _pair(small))


def _complete(way: HouseWay, hand: _Reading, highest: Front) -> Rule:
    """A straight, flush or straight flush, with at most three of a kind (PG-16, PG-17, PG-18)."""
    if hand.threes:
        return Rule("PG-18", "the pair in front of the complete hand", highest)
    if not hand.pairs:
        return Rule("PG-16", "the highest front that leaves a complete hand", highest)
    if way.ace_before_high_pair and TEN <= hand.pairs[0] <= KING and hand.singles[0] == ACE:
        with_ace = _cards(*hand.singles[:2])
        if with_ace > highest:
            return Rule("PG-17", "the ace in front, the high pair in back", with_ace)
    return Rule("PG-17", "the highest front that leaves a complete hand", highest)


def _foxwoods_two_pair(large: int, small: int) -> Keep:
    if large >= JACK:
        return Keep.NEVER
    return Keep.ACE if large > 4 else Keep.KING


def _foxwoods_four(rank: int) -> Keep:
    if rank >= JACK:
        return Keep.NEVER
    return Keep.KING if rank > 4 else Keep.ALWAYS


def _santa_ana_band(rank: int) -> int:
    """2-5 low, 6-9 medium, 10-K high."""
    return 0 if rank <= 3 else 1 if rank <= 7 else 2


def _santa_ana_two_pair(large: int, small: int) -> Keep:
    if large == ACE:
        return Keep.NEVER
    together = _santa_ana_band(large) + _santa_ana_band(small)
    if together <= 1:
        return Keep.KING
    return Keep.ACE_AND_FACE if together == 2 else Keep.NEVER


FOXWOODS: Final = HouseWay(
    name="foxwoods",
    version="1",
    source="Foxwoods, Connecticut; as PG-07 to PG-27 state it",
    two_pair=_foxwoods_two_pair,
    four_of_a_kind=_foxwoods_four,
    ace_before_high_pair=True,
    kings_before_five_aces=True,
)

SANTA_ANA_STAR: Final = HouseWay(
    name="santa-ana-star",
    version="1",
    source=(
        "Santa Ana Star, New Mexico. Two pairs, and four of a kind read as two pairs of one rank, go by "
        "three bands; aces are always split. Not printed and read as in foxwoods: two trips, "
        "and four of a kind with a pair or trips."
    ),
    two_pair=_santa_ana_two_pair,
    four_of_a_kind=lambda rank: _santa_ana_two_pair(rank, rank),
    ace_before_high_pair=False,
    kings_before_five_aces=False,
    clause="PG-27",
)

HOUSE_WAYS: Final = {way.name: way for way in (FOXWOODS, SANTA_ANA_STAR)}


def house_way(name: str) -> HouseWay:
    """A house way by its name, or by name and version."""
    for way in HOUSE_WAYS.values():
        if name in (way.name, way.id):
            return way
    raise BadInput(f"There is no house way {name!r}.", clause="PG-27", accepted=", ".join(HOUSE_WAYS))
