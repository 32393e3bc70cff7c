"""How the house sets seven cards (PG-07 .. PG-27).

A house way is a list of rules, read from a file (`way_file`); those of the house and an operator's own are read and
followed alike. Rules are tried in the order of the file, the first that fits names the two ranks in front, and among
the legal settings with that front the one with the best back is taken (PG-27).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from pitboss.cards import Card, texts
from pitboss.errors import BadInput
from pitboss.paigow.hands import FRONT_OF, PLAYED, Front, Wheel, check_seven
from pitboss.paigow.setting import SetHand, best_with, front_before_complete

DEALT: Final[Mapping[str, tuple[int, ...]]] = {
    "no pair": (),
    "one pair": (2,),
    "two pair": (2, 2),
    "three pair": (2, 2, 2),
    "three of a kind": (3,),
    "full house": (3, 2),
    "full house and a pair": (3, 2, 2),
    "two threes": (3, 3),
    "four of a kind": (4,),
    "four of a kind and a pair": (4, 2),
    "four of a kind and a three": (4, 3),
    "five aces": (5,),
    "five aces and a pair": (5, 2),
}
"""every pair structure of seven cards, the joker as an ace: how many cards each group has"""
BY_SIZES: Final = {sizes: name for name, sizes in DEALT.items()}
GROUPS: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("pair", "lower_pair", "lowest_pair"),
    3: ("three", "lower_three"),
    4: ("four",),
    5: ("five",),
}
"""what groups of a size are called, the highest first"""
HIGH, NEXT = "high", "next"
"""the highest and the next card of those in no group"""
SINGLES: Final = 3
"""places of a hand: the groups are 0 to 2, then come the cards in no group, the highest first"""
COMPLETE_FRONT: Final = "the highest before a straight or flush"
FRONTS: Final[Mapping[str, tuple[str, str]]] = {
    "the pair": ("pair", "pair"),
    "the lower pair": ("lower_pair", "lower_pair"),
    "the lowest pair": ("lowest_pair", "lowest_pair"),
    "two of the three": ("three", "three"),
    "two of the lower three": ("lower_three", "lower_three"),
    "two of the four": ("four", "four"),
    "two of the five": ("five", "five"),
    "one of the three and the highest other": ("three", HIGH),
    "the two highest others": (HIGH, NEXT),
    "the second and third highest": (NEXT, "third"),
    COMPLETE_FRONT: ("", ""),
}
"""what may go in front, by the cards' names"""
ANYWHERE, KEPT, KEPT_BEHIND_PAIR = "", "straight or flush", "straight or flush behind a pair"
BEHIND: Final = (ANYWHERE, KEPT, KEPT_BEHIND_PAIR)
"""what a rule may ask for: that a straight, flush or straight flush can stay in back, or do so behind a pair"""


def groups_of(dealt: str) -> tuple[str, ...]:
    """The names of a structure's groups in their order: the larger first, then the higher."""
    met: Counter[int] = Counter()
    names = []
    for size in DEALT[dealt]:
        names.append(GROUPS[size][met[size]])
        met[size] += 1
    return tuple(names)


@cache
def places_of(dealt: str) -> Mapping[str, int]:
    """Where the cards of a name stand among the ranks of a hand: groups, then the three highest others."""
    return {**{name: n for n, name in enumerate(groups_of(dealt))}, HIGH: SINGLES, NEXT: 4, "third": 5}


def others(dealt: str) -> int:
    """How many cards are in no group."""
    return 7 - sum(DEALT[dealt])


@dataclass(frozen=True, slots=True)
class WayRule:
    """One rule of a house way: when it fits, and what then goes in front. Ranks count from 0, the deuce."""

    dealt: tuple[str, ...]
    front: str
    text: str
    clause: str = ""
    """of the spec, where it has this rule; without one it is the house way's own (PG-27)"""
    place: str = ""
    """its number in the operator's own paper"""
    behind: str = ANYWHERE
    higher: bool = False
    """only if this front is higher than the one before a straight or flush (PG-17)"""
    ranks: tuple[tuple[str, int, int], ...] = ()
    """name of cards, least and highest rank"""


class PairStructure(NamedTuple):
    """The pair structure, the joker read as an ace (PG-27)."""

    dealt: str
    ranks: tuple[int, ...]
    """by place: the groups, then the cards in no group, the highest first"""

    @classmethod
    def of(cls, cards: Sequence[Card]) -> PairStructure:
        counts = [0] * 13
        for c in cards:
            counts[PLAYED[c]] += 1
        groups, singles = [], []
        for rank in range(12, -1, -1):
            if counts[rank] == 1:
                singles.append(rank)
            elif counts[rank]:
                groups.append(rank)
        if len(groups) > 1:
            groups.sort(key=counts.__getitem__, reverse=True)
        dealt = BY_SIZES[tuple([counts[rank] for rank in groups])]
        return tuple.__new__(cls, (dealt, (*groups, *_NO_GROUP[len(groups) :], *singles)))


_NO_GROUP: Final = (-1,) * SINGLES


@dataclass(frozen=True, slots=True)
class ReadRule:
    """A rule as it reads for one pair structure: names of cards are places of a hand."""

    clause: str
    text: str
    behind: str
    higher: bool
    bounds: tuple[tuple[int, int, int], ...]
    """place, least and highest rank"""
    front: tuple[int, int] | None
    """None: the highest before a straight or flush"""

    def front_of(self, ranks: tuple[int, ...], complete: Front | None) -> Front | None:
        """The front it asks for; None where it does not fit."""
        if self.behind and (complete is None or (self.behind == KEPT_BEHIND_PAIR and not complete.pair)):
            return None
        for place, least, most in self.bounds:
            if not least <= ranks[place] <= most:
                return None
        if self.front is None:
            return complete
        one, other = self.front
        front = FRONT_OF[ranks[one]][ranks[other]]
        return None if self.higher and complete is not None and front <= complete else front


class FollowedRule(NamedTuple):
    """What fitted: the clause, in words, and the front it asks for."""

    clause: str
    text: str
    front: Front


@dataclass(frozen=True, slots=True)
class HouseWay:
    """A way of setting hands, as its house wrote it down."""

    name: str
    version: str
    source: str
    rules: tuple[WayRule, ...]
    title: str = ""
    """as the sign calls it"""
    digest: str = ""
    """of an operator's own file: what it says cannot change under the same id"""
    by_dealt: Mapping[str, tuple[ReadRule, ...]] = field(init=False, repr=False, compare=False)
    """the rules for each pair structure, in their order"""
    id: str = field(init=False, repr=False, compare=False)
    """name and version, as stored with each round"""

    def __post_init__(self) -> None:
        found = {
            dealt: tuple(self._read(r, dealt) for r in self.rules if dealt in r.dealt) for dealt in DEALT
        }
        object.__setattr__(self, "by_dealt", found)
        named = "/".join(part for part in (self.name, self.version, self.digest) if part)
        object.__setattr__(self, "id", named)

    def _read(self, rule: WayRule, dealt: str) -> ReadRule:
        """A rule under its own clause; one that the spec does not have, in the house way's name."""
        places = places_of(dealt)
        one, other = FRONTS[rule.front]
        return ReadRule(
            rule.clause or "PG-27",
            rule.text if rule.clause else f"{' '.join((self.name, rule.place)).strip()}: {rule.text}",
            rule.behind,
            rule.higher,
            tuple((places[name], least, most) for name, least, most in rule.ranks),
            None if rule.front == COMPLETE_FRONT else (places[one], places[other]),
        )

    def set(self, cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST) -> SetHand:
        """The seven cards set this way."""
        return self.explain(cards, wheel)[0]

    def explain(
        self, cards: Sequence[Card], wheel: Wheel = Wheel.SECOND_HIGHEST
    ) -> tuple[SetHand, FollowedRule]:
        """The setting, and the rule that asked for it."""
        seven = check_seven(cards)
        dealt, ranks = PairStructure.of(seven)
        complete = front_before_complete(seven)
        for rule in self.by_dealt[dealt]:
            if (front := rule.front_of(ranks, complete)) is not None:
                made = best_with(seven, front, complete is not None, wheel)
                if made is None:
                    raise self._silent(cards, f"fouls with {rule.text!r}")
                return made, FollowedRule(rule.clause, rule.text, front)
        raise self._silent(cards, "does not say how to set it")

    def _silent(self, cards: Sequence[Card], how: str) -> BadInput:
        return BadInput(
            f"{texts(cards)}: the house way {self.id} {how}.",
            clause="PG-27",
            accepted="a house way for every hand; `pitboss house-way FILE` shows what is missing",
        )
