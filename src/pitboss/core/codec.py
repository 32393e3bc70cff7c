"""Records to and from the plain values of a document or an event: by the record's own types, nothing else.

A field's metadata may say how it is kept: `under` another name, `LEFT_OUT` where it is None, or `FLAT`."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Convert = Callable[[Any], Any]

_AS, _LEFT_OUT, _FLAT = "as", "left_out", "flat"
_PLAIN: Final = (int, str, bool, float, types.NoneType)


def under(name: str) -> Mapping[str, object]:
    """Metadata of a field that is kept under another name."""
    return {_AS: name}


LEFT_OUT: Final[Mapping[str, object]] = {_LEFT_OUT: True}
"""of a field that is not kept where it is None"""
FLAT: Final[Mapping[str, object]] = {_FLAT: True}
"""of a record whose fields lie among those of the record around it"""


def encode(value: object) -> Any:
    """Plain JSON values: records as objects, fractions as text, enumerations as their value."""
    if is_dataclass(value):
        return _record_writer(cast(Any, type(value)))(value)
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


class _Kept(NamedTuple):
    """One field: its name in the record and in the document."""

    name: str
    key: str
    left_out: bool
    flat: bool
    hint: Any


def kept_fields(kind: Any) -> tuple[_Kept, ...]:
    """How a record's fields are kept."""
    hints, said = get_type_hints(kind), [(one.name, one.metadata) for one in fields(kind)]
    return tuple(
        _Kept(name, how.get(_AS) or name, how.get(_LEFT_OUT, False), how.get(_FLAT, False), hints[name])
        for name, how in said
    )


def _inside(kind: Any) -> Any:
    """What an optional type is where it is not None; None for a type that is not optional."""
    if get_origin(kind) not in (Union, types.UnionType):
        return None
    return next(one for one in get_args(kind) if one is not types.NoneType)


@cache
def _writer(kind: Any) -> Convert | None:
    """None: the value is plain already."""
    if (some := _inside(kind)) is not None:
        write = _writer(some)
        return None if write is None else lambda value: None if value is None else write(value)
    if kind in _PLAIN:
        return None
    if is_dataclass(kind):
        return _record_writer(cast(Any, kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    origin, inside = get_origin(kind), get_args(kind)
    if origin is list or (origin is tuple and inside[-1] is Ellipsis):
        each = _writer(inside[0])
        return list if each is None else lambda values: [each(value) for value in values]
    if origin is not None and issubclass(origin, Mapping):
        entry = _writer(inside[1])
        if entry is None:
            return lambda values: {str(key): value for key, value in values.items()}
        return lambda values: {str(key): entry(value) for key, value in values.items()}
    return encode


@cache
def _record_writer(kind: Any) -> Convert:
    parts = [(*one[:4], _writer(one.hint)) for one in kept_fields(kind)]

    def write(record: Any) -> dict[str, Any]:
        shape: dict[str, Any] = {}
        for name, key, left_out, flat, convert in parts:
            value = getattr(record, name)
            if value is None and left_out:
                continue
            if convert is not None:
                value = convert(value)
            if flat:
                shape.update(value)
            else:
                shape[key] = value
        return shape

    return write


@cache
def _reader(kind: Any) -> Convert:
    if is_dataclass(kind):
        return _record_reader(kind)
    if (some := _inside(kind)) is not None:
        read = _reader(some)
        return lambda value: None if value is None else read(value)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        entry = _reader(inside[0])
        return lambda values: tuple(map(entry, values))
    if origin is not None and issubclass(origin, Mapping):
        key, entry = _reader(inside[0]), _reader(inside[1])
        return lambda values: {key(k): entry(v) for k, v in values.items()}
    if kind in (int, Fraction) or (isinstance(kind, type) and issubclass(kind, Enum)):
        made: Convert = kind
        return made
    return lambda value: value


def _record_reader(kind: Any) -> Convert:
    parts = [(one.name, one.key, one.flat, _reader(one.hint)) for one in kept_fields(kind)]

    def read(value: Mapping[str, Any]) -> Any:
        found = {}
        for name, key, flat, convert in parts:
            if flat:
                found[name] = convert(value)
            elif key in value:
                found[name] = convert(value[key])
        return kind(**found)

    return read
