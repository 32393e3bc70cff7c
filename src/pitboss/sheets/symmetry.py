"""Cards that a game's rules cannot tell apart, as its sheet declares them; tests hold the rules to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.core.cards import RANKS
from pitboss.sheets.toml import Node

SUITS_SEEN: Final = ("ranked", "symmetric", "apart", "ignored")
"""what rules see of suits: which they are, whether they are equal, whether they are so at one place, nothing"""

Place = tuple[str, str]
"""as the order of dealing writes it: `#` for the player or `0` for the dealer, then the place's name"""


@dataclass(frozen=True, slots=True)
class SettledBy:
    """What settles a wager that no decision moves: some of the cards, whatever the others are."""

    cards: tuple[tuple[Place, ...], ...]
    """groups of places: it is nothing to the wager which of a group's cards lies at which of its places"""
    suits: str
    alike: tuple[tuple[int, ...], ...]
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """the table's options under which this is so: name, values"""

    def holds(self, options: Mapping[str, str]) -> bool:
        return all(options.get(name) in values for name, values in self.when)


def suits_seen(node: Node | None, default: str = "ranked") -> str:
    return node.choice("suits", SUITS_SEEN, default) if node else default


def alike_ranks(node: Node | None) -> tuple[tuple[int, ...], ...]:
    """Ranks that the rules cannot tell apart, such as `["TJQK"]`."""
    groups = node.texts("alike", ()) if node else ()
    for group in groups:
        if not set(group) <= set(RANKS) or sum(other.count(r) for other in groups for r in group) > len(
            group
        ):
            assert node is not None
            raise node.fail("alike", f"has {group!r}", 'groups of ranks, each rank once, such as "TJQK"')
    return tuple(tuple(RANKS.index(rank) for rank in group) for group in groups)


def settled_by(node: Node | None, suits: str) -> SettledBy | None:
    """A wager's `settled_by`: places such as `"# hand, 0 flop"`, and what it sees of their cards."""
    if node is None:
        return None
    groups = []
    for text in node.texts("cards"):
        places = tuple(tuple(place.split()) for place in text.split(","))
        if not all(len(place) == 2 and place[0] in "#0" for place in places):
            raise node.fail("cards", f"has {text!r}", 'places as in the order of dealing: "# hand, 0 flop"')
        groups.append(tuple((who, name) for who, name in places))
    when = node.strings("when")
    found = SettledBy(
        tuple(groups),
        suits_seen(node, suits),
        alike_ranks(node),
        tuple((name, tuple(values.split())) for name, values in when.items()),
    )
    node.done()
    return found
