"""A mapping that cannot be changed: hashable where its values are, and it can be copied, pickled and dumped."""

from __future__ import annotations

from typing import Any, Never, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A `dict` to read and to compare.

    >>> FrozenDict(decks="6") == {"decks": "6"}
    True
    """

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)

    def __copy__(self) -> FrozenDict[K, V]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> FrozenDict[K, V]:
        return self

    def copy(self) -> FrozenDict[K, V]:
        return self

    def _refuse(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("this mapping cannot be changed; make another with {**this, ...}")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = _refuse
    __ior__ = _refuse
