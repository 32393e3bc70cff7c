"""Ranks that a game's rules cannot tell apart, as its sheet declares them."""

from __future__ import annotations

from pitboss.approvals.reader import Node
from pitboss.cards import RANKS


def alike_ranks(node: Node) -> tuple[tuple[int, ...], ...]:
    """Ranks that the rules cannot tell apart, such as `["TJQK"]`."""
    groups = node.texts("alike", ())
    for group in groups:
        if not set(group) <= set(RANKS) or sum(other.count(r) for other in groups for r in group) > len(
            group
        ):
            raise node.fail("alike", f"has {group!r}", 'groups of ranks, each rank once, such as "TJQK"')
    return tuple(tuple(RANKS.index(rank) for rank in group) for group in groups)
