"""Rows as an Arrow stream (the PyCapsule interface), which every frame library takes as it is.

The structures are those of Arrow's C data interface; three kinds of column are all that results need: text, whole
numbers and floats. A structure's memory is kept until whoever took it releases it."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from ctypes import (
    CFUNCTYPE,
    POINTER,
    PYFUNCTYPE,
    Structure,
    addressof,
    c_char_p,
    c_int,
    c_int64,
    c_void_p,
    pointer,
    py_object,
    pythonapi,
)
from itertools import accumulate, count
from typing import Any, Final


class _Schema(Structure):
    pass


class _Array(Structure):
    pass


class _Stream(Structure):
    pass


_ReleaseSchema = CFUNCTYPE(None, POINTER(_Schema))
_ReleaseArray = CFUNCTYPE(None, POINTER(_Array))
_ReleaseStream = CFUNCTYPE(None, POINTER(_Stream))
_GetSchema = CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Schema))
_GetNext = CFUNCTYPE(c_int, POINTER(_Stream), POINTER(_Array))
_LastError = CFUNCTYPE(c_void_p, POINTER(_Stream))

_Schema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64), ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))), ("dictionary", c_void_p), ("release", _ReleaseSchema),
    ("private_data", c_void_p),
]  # fmt: skip
_Array._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64), ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(_Array))), ("dictionary", c_void_p),
    ("release", _ReleaseArray), ("private_data", c_void_p),
]  # fmt: skip
_Stream._fields_ = [
    ("get_schema", _GetSchema), ("get_next", _GetNext), ("get_last_error", _LastError), ("release", _ReleaseStream),
    ("private_data", c_void_p),
]  # fmt: skip

_kept: Final[dict[int, Any]] = {}
"""what a structure points to, by its `private_data`, until it is released"""
_numbers = count(1)


def _keep(*what: Any) -> int:
    number = next(_numbers)
    _kept[number] = what
    return number


def _released(given: Any) -> None:
    """A structure, and those of its columns that nobody has taken over."""
    found = given.contents
    for at in range(getattr(found, "n_children", 0)):
        if child := found.children[at].contents.release:
            child(found.children[at])
    _kept.pop(found.private_data, None)
    found.release = type(found.release)()


_release_schema, _release_array = _ReleaseSchema(_released), _ReleaseArray(_released)
_release_stream = _ReleaseStream(_released)

_ROWS, _TEXT, _FLOAT, _WHOLE = b"+s", b"u", b"g", b"l"


def _format_of(column: Sequence[Any]) -> bytes:
    kinds = {type(value) for value in column}
    if kinds <= {int} and kinds:
        return _WHOLE
    return _FLOAT if kinds and kinds <= {int, float} else _TEXT


def _schema(format: bytes, name: str, children: Sequence[_Schema] = ()) -> _Schema:
    pointers, label = (POINTER(_Schema) * len(children))(*map(pointer, children)), name.encode()
    kept = _keep(label, pointers, children)
    return _Schema(format, label, None, 0, len(children), pointers, None, _release_schema, kept)


def _array(length: int, buffers: Sequence[Any], children: Sequence[_Array] = ()) -> _Array:
    """Without a map of what is missing: nothing is."""
    places = (c_void_p * (1 + len(buffers)))(None, *(buffer.buffer_info()[0] for buffer in buffers))
    pointers = (POINTER(_Array) * len(children))(*map(pointer, children))
    kept = _keep(buffers, places, pointers, children)
    return _Array(length, 0, 0, len(places), len(children), places, pointers, None, _release_array, kept)


def _column(format: bytes, values: Sequence[Any]) -> _Array:
    if format == _TEXT:
        words = [str(value).encode() for value in values]
        ends = array("i", [0, *accumulate(map(len, words))])
        return _array(len(values), (ends, array("b", b"".join(words) or b"\0")))
    return _array(len(values), (array("d" if format == _FLOAT else "q", values or [0]),))


def stream(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A capsule with the rows as one batch."""
    columns = list(rows[0]) if rows else []
    by_column = {name: [row[name] for row in rows] for name in columns}
    formats = {name: _format_of(values) for name, values in by_column.items()}
    left = [by_column]

    def get_schema(_: Any, into: Any) -> int:
        into[0] = _schema(_ROWS, "", [_schema(formats[name], name) for name in columns])
        return 0

    def get_next(_: Any, into: Any) -> int:
        batch = left.pop() if left else None
        # a released structure says that there is no more
        into[0] = (
            _Array()
            if batch is None
            else _array(len(rows), (), [_column(formats[n], batch[n]) for n in columns])
        )
        return 0

    calls = _GetSchema(get_schema), _GetNext(get_next), _LastError(lambda _: None)
    return _capsule(_Stream(*calls, _release_stream, _keep(calls)))


# The capsule that holds the stream: whoever imports it takes the stream out; else it is released with the capsule.

_NAME: Final = b"arrow_array_stream"
_Destructor = PYFUNCTYPE(None, c_void_p)
_new = PYFUNCTYPE(py_object, c_void_p, c_char_p, _Destructor)(("PyCapsule_New", pythonapi))
_place = PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", pythonapi))
_streams: Final[dict[int, _Stream]] = {}


def _capsule(found: _Stream) -> Any:
    place = addressof(found)
    _streams[place] = found
    return _new(place, _NAME, _forget)


def _forgotten(capsule: int) -> None:
    found = _streams.pop(_place(capsule, _NAME))
    if found.release:
        found.release(pointer(found))


_forget = _Destructor(_forgotten)
