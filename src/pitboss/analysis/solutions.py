"""Solutions kept: shipped with the package, or on this machine.

A stored solution is one line of JSON that says whose it is (game, rules, version of the solver), and the
compressed integers. Rules are named by a hash of what they say; the version is declared by the solver and
raised by whoever changes what it counts, so a comment retires nothing. What belongs to other rules or another
version, or is torn, is not used.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.compute import cache_root, keep

FORMAT = 1
SHIPPED = Path(__file__).parent / "shipped"

Arrays = Sequence[NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Slot:
    """One solution's place: whose it is, and the kinds and shapes of its arrays."""

    name: str
    rules: str
    """hash of what the rules say"""
    version: int
    """of the solver; raised when it would count something else"""
    arrays: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def header(self) -> dict[str, Any]:
        return {"format": FORMAT, "game": self.name, "rules": self.rules, "version": self.version}

    @property
    def file_name(self) -> str:
        return f"{self.name}-{self.rules}-v{self.version}.solution"

    @property
    def shipped(self) -> Path:
        return SHIPPED / self.file_name

    @property
    def cached(self) -> Path:
        return cache_root() / "solutions" / self.file_name

    @property
    def known(self) -> bool:
        """Whether there is a solution to look for."""
        return self.shipped.is_file() or self.cached.is_file()

    def to_bytes(self, arrays: Arrays) -> bytes:
        payload = b"".join(a.astype(kind).tobytes() for a, (kind, _) in zip(arrays, self.arrays, strict=True))
        return json.dumps(self.header, sort_keys=True).encode() + b"\n" + zlib.compress(payload, 9)

    def from_bytes(self, stored: bytes) -> list[NDArray[Any]] | None:
        """The arrays, if they are this slot's and complete."""
        line, _, packed = stored.partition(b"\n")
        try:
            header, payload = json.loads(line), zlib.decompress(packed)
        except (ValueError, zlib.error):
            return None
        sizes = [int(np.prod(shape)) * np.dtype(kind).itemsize for kind, shape in self.arrays]
        if header != self.header or len(payload) != sum(sizes):
            return None
        found, at = [], 0
        for (kind, shape), size in zip(self.arrays, sizes, strict=True):
            found.append(np.frombuffer(payload[at : at + size], kind).reshape(shape))
            at += size
        return found

    def get(
        self, compute: Callable[[], Arrays], fresh: bool = False, sound: Callable[[Arrays], bool] = bool
    ) -> tuple[Arrays, str]:
        """The arrays and their source: `shipped`, `cached`, or `computed`, which is then kept on disk.

        Stored arrays that are not `sound` are not used."""
        if not fresh:
            for path, source in ((self.shipped, "shipped"), (self.cached, "cached")):
                if path.is_file() and (found := self.from_bytes(path.read_bytes())) and sound(found):
                    return found, source
        arrays = compute()
        keep(self.cached, self.to_bytes(arrays))
        return arrays, "computed"

    def ship(self, arrays: Arrays) -> Path:
        """Put into the package, in the place of older ones of the same rules."""
        SHIPPED.mkdir(exist_ok=True)
        for old in SHIPPED.glob(f"{self.name}-{self.rules}-*.solution"):
            old.unlink()
        self.shipped.write_bytes(self.to_bytes(arrays))
        return self.shipped
