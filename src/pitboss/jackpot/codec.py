"""Records to and from the plain values of a document: by the record's own types, nothing else."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


def encode(value: object) -> Any:
    """Plain JSON values: records as objects, fractions as text, enumerations as their value."""
    if is_dataclass(value):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): encode(entry) for key, entry in value.items()}
    if isinstance(value, tuple | list):
        return [encode(entry) for entry in value]
    if isinstance(value, Enum):
        return value.value
    return str(value) if isinstance(value, Fraction) else value


def decode(kind: type[T], value: object) -> T:
    """The record that `encode` made the value of; what the value does not have takes the record's default."""
    read: Callable[[Any], T] = _reader(cast(Any, kind))
    return read(value)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    if is_dataclass(kind):
        return _record_reader(kind)
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        some = _reader(next(one for one in inside if one is not types.NoneType))
        return lambda value: None if value is None else some(value)
    if origin is tuple:
        entry = _reader(inside[0])
        return lambda values: tuple(map(entry, values))
    if origin is not None and issubclass(origin, Mapping):
        key, entry = _reader(inside[0]), _reader(inside[1])
        return lambda values: {key(k): entry(v) for k, v in values.items()}
    if kind in (int, Fraction) or (isinstance(kind, type) and issubclass(kind, Enum)):
        made: Callable[[Any], Any] = kind
        return made
    return lambda value: value


def _record_reader(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}

    def read(value: Mapping[str, Any]) -> Any:
        return kind(**{name: readers[name](value[name]) for name in readers if name in value})

    return read
