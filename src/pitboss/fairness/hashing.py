"""Hashes of what is published: canonical JSON, so that a value has one text only; and Merkle trees."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from json import JSONEncoder
from typing import Any, Final

canonical: Final = JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
).encode


def hash_of(value: Any) -> str:
    return sha256(canonical(value).encode()).hexdigest()


# A Merkle tree: one hash over many leaves, and a short path from any one of them to it.
#
# Nodes are hashed in groups of neighbours: of four on the two lowest levels, where most of them are, of two above. The
# last group of a level may be smaller; a last node alone goes up as it is. Leaves and inner nodes begin with different
# bytes, so neither can be taken for the other; how many leaves there are is part of what is sealed.

LEAF: Final = b"\x00"
NODE: Final = b"\x01"

_WIDTHS: Final = (4, 4, *[2] * 28)
"""how many nodes make a group, level by level; a position has four bytes"""


class Tree:
    __slots__ = ("_levels",)

    def __init__(self, leaves: list[bytes]) -> None:
        """`leaves` are hashes already, at least one."""
        levels = [leaves]
        for width in _WIDTHS:
            many = len(leaves)
            if many == 1:
                break
            join, hashed = b"".join, sha256
            above = [
                hashed(NODE + join(leaves[at : at + width])).digest() for at in range(0, many - 1, width)
            ]
            if many % width == 1:
                above.append(leaves[-1])
            levels.append(above)
            leaves = above
        self._levels = levels

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def path(self, position: int) -> tuple[bytes, ...]:
        """The neighbours in each group on the way up from a leaf: lowest first, from left to right."""
        found: list[bytes] = []
        for level, width in zip(self._levels[:-1], _WIDTHS, strict=False):
            first = position - position % width
            found += level[first:position] + level[position + 1 : first + width]
            position //= width
        return tuple(found)


def climb(leaf: bytes, position: int, leaves: int, path: Iterable[bytes]) -> bytes | None:
    """The root that a leaf and its path lead to; None where the path, or a hash in it, has the wrong length."""
    left = list(path)
    if any(len(node) != 32 for node in left):
        return None
    for width in _WIDTHS:
        if leaves == 1:
            break
        before = position % width
        many = min(width, leaves - position + before) - 1
        if len(left) < many:
            return None
        if many:
            leaf = sha256(NODE + b"".join([*left[:before], leaf, *left[before:many]])).digest()
        left = left[many:]
        position //= width
        leaves = -(-leaves // width)
    return None if left else leaf
