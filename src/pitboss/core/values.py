"""Values that do not change: a mapping that cannot be changed, and an attribute that is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Never, TypeVar, overload

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


# An attribute that is worked out when it is first asked for.

T = TypeVar("T")


class lazy(Generic[T]):
    """As `functools.cached_property`, without the lock that this takes before Python 3.12: two threads that ask at
    once both work it out, and find the same."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value
