"""House ways as files: those that come with the package, and an operator's own (PG-27; see `docs/house-way.md`)."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from pitboss.approvals.own import OwnFile, digest_of, own_files, own_names, when_own_files_change
from pitboss.approvals.reader import Node, parse_toml, read_source
from pitboss.cards import RANKS
from pitboss.errors import BadInput
from pitboss.paigow.house_way import (
    BEHIND,
    COMPLETE_FRONT,
    DEALT,
    FRONTS,
    HIGH,
    NEXT,
    HouseWay,
    WayRule,
    groups_of,
    others,
    places_of,
)

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
    file = resources.files("pitboss.paigow") / "data" / f"{name}.toml"
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


when_own_files_change(own_ways.cache_clear)


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
