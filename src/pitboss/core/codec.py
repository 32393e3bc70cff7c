"""Records to and from the plain values of a document or an event: by the record's own types, nothing else.

A field's metadata may say how it is kept: `under` another name, `LEFT_OUT` where it has its default, or `FLAT`. A
record whose `BRIEF` is true leaves out every field that has its default. What people write too, a table's
configuration or a decision, has `to_json` and `from_json` of its own, which name what is wrong with it."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
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
"""of a field that is not kept where it has its default"""
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
    """where it has its default"""
    flat: bool
    hint: Any
    default: Any


def kept_fields(kind: Any) -> tuple[_Kept, ...]:
    """How a record's fields are kept."""
    hints, found = get_type_hints(kind), []
    for one in fields(kind):
        how, default = one.metadata, one.default
        if one.default_factory is not MISSING:
            default = one.default_factory()
        left_out = default is not MISSING and (how.get(_LEFT_OUT, False) or getattr(kind, "BRIEF", False))
        key, flat = how.get(_AS) or one.name, how.get(_FLAT, False)
        found.append(_Kept(one.name, key, left_out, flat, hints[one.name], default))
    return tuple(found)


def _has_own(kind: Any) -> bool:
    return isinstance(kind, type) and hasattr(kind, "from_json")


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
    if is_dataclass(kind) or _has_own(kind):
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
    if _has_own(kind):
        own: Convert = kind.to_json
        return own
    parts = [(*one[:4], one.default, _writer(one.hint)) for one in kept_fields(kind)]

    def write(record: Any) -> dict[str, Any]:
        shape: dict[str, Any] = {}
        for name, key, left_out, flat, default, convert in parts:
            value = getattr(record, name)
            if left_out and value == default:
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
    if _has_own(kind):
        own: Convert = kind.from_json
        return own
    if is_dataclass(kind):
        return _record_reader(kind)
    if isinstance(kind, type) and issubclass(kind, tuple):  # a named one
        hints = get_type_hints(kind)
        parts = [_reader(hints[name]) for name in getattr(kind, "_fields", ())]
        return lambda values: kind(*(read(value) for read, value in zip(parts, values, strict=True)))
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
