"""How the house sets seven cards (PG-07 .. PG-27).

A house way is a list of rules, read from a file; those of the house and an operator's own are read and
followed alike. Rules are tried in the order of the file, the first that fits names the two ranks in front, and among
the legal settings with that front the one with the best back is taken (PG-27).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from pitboss.cardplay.paigow.hands import (
    FRONT_OF,
    PLAYED,
    Front,
    SetHand,
    Wheel,
    best_with,
    check_seven,
    front_before_complete,
)
from pitboss.core.cards import RANKS, Card, texts
from pitboss.core.errors import BadInput
from pitboss.sheets.plugins import OwnFile, digest_of, own_files, own_names, when_plugins_change
from pitboss.sheets.toml import Node, parse_toml, read_source

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


# House ways as files: those that come with the package, and an operator's own (PG-27; see `docs/house-way.md`).

GUIDE: Final = "a house way as in docs/house-way.md"
NAMES: Final = ("pair", "lower_pair", "lowest_pair", "three", "lower_three", "four", HIGH, NEXT)
"""cards whose rank a rule may ask for"""


def read_way(source: str, file: str, digest: str = "") -> HouseWay:
    """A house way out of its file; every mistake is named."""
    root = Node(parse_toml(source, file, GUIDE), file)
    way = HouseWay(
        name=root.text("name"),
        version=root.text("version"),
        source=root.text("source"),
        rules=tuple(_rule(node) for node in root.nodes("rule")),
        title=root.text("title", ""),
        digest=digest,
    )
    if not way.rules:
        raise root.fail("rule", "is missing", "rules, each as a table [[rule]]")
    root.done()
    return way


def _rule(node: Node) -> WayRule:
    rule = WayRule(
        dealt=_dealt(node),
        front=node.choice("front", tuple(FRONTS)),
        text=node.text("text"),
        clause=node.text("clause", ""),
        place=node.text("place", ""),
        behind=node.choice("with", BEHIND[1:], BEHIND[0]) if node.raw("with") is not None else BEHIND[0],
        higher=node.flag("higher", False),
        ranks=tuple((name, *_range(node, name, words)) for name in NAMES if (words := node.maybe_text(name))),
    )
    for dealt in rule.dealt:
        _check_fits(node, rule, dealt)
    node.done()
    return rule


def _dealt(node: Node) -> tuple[str, ...]:
    given = (node.text("dealt"),) if isinstance(node.raw("dealt"), str) else node.texts("dealt")
    for dealt in given:
        if dealt not in DEALT:
            raise node.fail("dealt", f"is {dealt!r}", ", ".join(DEALT))
    return given


def _range(node: Node, name: str, words: str) -> tuple[int, int]:
    """`J-A`, `7-10` or `A`, as ranks."""
    ends = [RANKS.find("T" if end == "10" else end.upper()) for end in words.split("-")]
    if len(ends) > 2 or min(ends) < 0 or any(len(end) != 1 for end in words.replace("10", "T").split("-")):
        raise node.fail(name, f"is {words!r}", "ranks such as A, 7-10 or J-A")
    if ends[0] > ends[-1]:
        raise node.fail(name, f"is {words!r}", "the lower rank first")
    return ends[0], ends[-1]


def _check_fits(node: Node, rule: WayRule, dealt: str) -> None:
    """The cards a rule names are among those dealt."""
    known = {*groups_of(dealt), *[HIGH, NEXT, "third"][: others(dealt)]}
    for name, _, _ in rule.ranks:
        if name not in known:
            raise node.fail(
                name, f"is no part of {dealt}", ", ".join(n for n in places_of(dealt) if n in known)
            )
    if rule.front == COMPLETE_FRONT:
        if not rule.behind:
            raise node.fail("front", f"is {rule.front!r}", f'with = "{BEHIND[1]}" beside it')
    elif missing := [name for name in FRONTS[rule.front] if name not in known]:
        possible = [front for front, names in FRONTS.items() if set(names) <= known]
        raise node.fail("front", f"is {rule.front!r}, and {dealt} has no {missing[0]}", ", ".join(possible))
    if rule.higher and not rule.behind:
        raise node.fail("higher", "is set", f'with = "{BEHIND[1]}" beside it')


def _shipped(name: str) -> HouseWay:
    file = resources.files("pitboss.cardplay") / "paigow" / "house_ways" / f"{name}.toml"
    return read_way(file.read_text(encoding="utf-8"), f"{name}.toml")


FOXWOODS: Final = _shipped("foxwoods")
SANTA_ANA_STAR: Final = _shipped("santa-ana-star")
HOUSE_WAYS: Final = {way.name: way for way in (FOXWOODS, SANTA_ANA_STAR)}
"""those of the package"""


@cache
def own_ways() -> dict[str, HouseWay]:
    """The operator's own, by id."""
    ways = [_own(file) for file in own_files()]
    for way in ways:
        if way.name in HOUSE_WAYS:
            raise BadInput(
                f"{way.name} is a house way of the package.", clause="PG-27", accepted="another name"
            )
    return {way.id: way for way in ways}


when_plugins_change(own_ways.cache_clear)


def _own(file: OwnFile) -> HouseWay:
    return read_way(read_source(file.path, GUIDE), file.path.name, file.digest)


def way_in(path: Path) -> HouseWay:
    """The house way of a file, whether or not it is one of those in use."""
    source = read_source(path, GUIDE)
    return read_way(source, path.name, digest_of(parse_toml(source, path.name, GUIDE)))


def house_way(name: str) -> HouseWay:
    """A house way by its name, or by name and version; an operator's own also by its whole id."""
    for way in HOUSE_WAYS.values():
        if name in (way.name, way.id):
            return way
    if (own := own_names().get(name)) is not None:
        return own_ways()[own]
    raise BadInput(
        f"There is no house way {name!r}.", clause="PG-27", accepted=", ".join((*HOUSE_WAYS, *own_ways()))
    )


def written(way: HouseWay) -> str:
    """A house way as its file says it; `read_way` reads the same rules out of it."""
    parts = [f"{key} = {_quoted(value)}" for key, value in _head(way)]
    for rule in way.rules:
        parts += ["", "[[rule]]"]
        parts += [f"{key} = {_quoted(value)}" for key, value in _keys(rule)]
        if rule.higher:
            parts.append("higher = true")
    return "\n".join(parts) + "\n"


def _head(way: HouseWay) -> list[tuple[str, str]]:
    title = [("title", way.title)] if way.title else []
    return [("name", way.name), ("version", way.version), *title, ("source", way.source)]


def _keys(rule: WayRule) -> list[tuple[str, str | list[str]]]:
    optional = [("place", rule.place), ("clause", rule.clause), ("with", rule.behind)]
    ranks = [
        (name, RANKS[least] if least == most else f"{RANKS[least]}-{RANKS[most]}")
        for name, least, most in rule.ranks
    ]
    return [
        ("dealt", rule.dealt[0] if len(rule.dealt) == 1 else list(rule.dealt)),
        *[(key, value) for key, value in optional if value],
        *ranks,
        ("front", rule.front),
        ("text", rule.text),
    ]


def _quoted(value: str | list[str]) -> str:
    """As TOML has it; its strings are JSON's where nothing is outside ASCII."""
    return json.dumps(value, ensure_ascii=False)
