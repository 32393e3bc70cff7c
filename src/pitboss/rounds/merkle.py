"""A Merkle tree: one hash over many leaves, and a short path from any one of them to it.

A level's nodes are hashed in pairs; a last node without a partner goes up as it is. Leaves and inner nodes begin with
different bytes, so neither can be taken for the other; how many leaves there are is part of what is sealed.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

LEAF: Final = b"\x00"
NODE: Final = b"\x01"


class Tree:
    __slots__ = ("_levels",)

    def __init__(self, leaves: list[bytes]) -> None:
        """`leaves` are hashes already, at least one."""
        levels = [leaves]
        while len(leaves) > 1:
            pairs = iter(leaves)
            above = [sha256(NODE + left + right).digest() for left, right in zip(pairs, pairs, strict=False)]
            if len(leaves) & 1:
                above.append(leaves[-1])
            levels.append(above)
            leaves = above
        self._levels = levels

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def path(self, position: int) -> tuple[bytes, ...]:
        """The neighbours on the way up from a leaf, lowest first."""
        found = []
        for level in self._levels[:-1]:
            if position ^ 1 < len(level):
                found.append(level[position ^ 1])
            position >>= 1
        return tuple(found)


def climb(leaf: bytes, position: int, leaves: int, path: Iterable[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to; None where the path has the wrong length."""
    steps = iter(path)
    while leaves > 1:
        if position ^ 1 < leaves:
            other = next(steps, None)
            if other is None:
                return None
            leaf = sha256(NODE + (other + leaf if position & 1 else leaf + other)).digest()
        position >>= 1
        leaves = (leaves + 1) >> 1
    return None if next(steps, None) is not None else leaf
