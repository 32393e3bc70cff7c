"""What is published is hashed as canonical JSON: names sorted, no blanks, so that there is one text of a value."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from importlib import import_module
from json import JSONEncoder
from json import encoder as json_encoder
from typing import Any, Final, Protocol


class Hashed(Protocol):
    def digest(self) -> bytes: ...

    def hexdigest(self) -> str: ...


def _own_sha256() -> Callable[[bytes], Hashed]:
    """The interpreter's own SHA-256, wherever it has one.

    OpenSSL's is for long texts: for every hash it looks up once more what it shall do, which takes longer than hashing
    what is hashed here, and three times as long where the processor has done something else meanwhile."""
    for name in ("_sha2", "_sha256"):
        try:
            own: Callable[[bytes], Hashed] = import_module(name).sha256
        except (ImportError, AttributeError):
            continue
        return own
    return hashlib.sha256


sha256: Final = _own_sha256()
"""`hashlib.sha256`, for short texts"""

_ENCODER: Final = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False)

_MAKE: Final = getattr(json_encoder, "c_make_encoder", None)
_ENCODE: Final = _MAKE and _MAKE(
    None, _ENCODER.default, json_encoder.encode_basestring, None, ":", ",", True, False, True
)
"""what the encoder would make anew for every value, where the interpreter has it"""


quoted: Final = json_encoder.encode_basestring
"""a text as canonical JSON"""


def canonical(value: Any) -> str:
    return "".join(_ENCODE(value, 0)) if _ENCODE else _ENCODER.encode(value)


def hash_of(value: Any) -> str:
    return sha256(canonical(value).encode()).hexdigest()
