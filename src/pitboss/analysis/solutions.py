"""What is kept: solutions, shipped with the package or on this machine, and whole answers.

A stored solution is one line of JSON that says whose it is (game, rules, version of the solver), and the
compressed integers. Rules are named by a hash of what they say; the version is declared by the solver and
raised by whoever changes what it counts, so a comment retires nothing. What belongs to other rules or another
version, or is torn, is not used.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pitboss import __version__
from pitboss.analysis.report import EdgeResult, PricedLine
from pitboss.compute import cache_root, keep
from pitboss.core.arguments import GAMES, HOUSE_WAYS

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = 1
SHIPPED = Path(__file__).parent / "shipped"

Arrays: TypeAlias = "Sequence[NDArray[Any]]"


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
        import numpy as np  # answers that are kept do without it

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


# Whole answers, kept by their question: asked again, nothing is imported that computes.
#
# An answer is kept for the program as it is (its rules, sheets and solvers, file by file) and dropped with the first
# change of any of them. Games and house ways from outside are asked anew each time. Answers are made of solutions that
# many questions share: that takes 0.28 to 2.34 s of CPU for the eight games, where answers that were kept take 0.13 to
# 0.16.

ANSWER_FORMAT: Final = 1
PACKAGE: Final = Path(__file__).parents[1]
ROOMS: Final = (
    "analysis",
    "cardplay",
    "compute",
    "table_games",
    "rounds",
    "sheets",
)
"""what an answer depends on"""


def question_of(
    game: str, wager: str | None, pay_table: str | None, settings: Mapping[str, str] | None
) -> dict[str, Any]:
    """What is asked for, in the words of whoever asks."""
    return {"game": game, "wager": wager, "pay_table": pay_table, "settings": dict(settings or {})}


def kept_answers(question: Mapping[str, Any], file: Path | None) -> list[EdgeResult] | None:
    """The answers to a question that was asked before."""
    start = perf_counter()
    path = _place(question, file)
    if path is None:
        return None
    try:
        rows = json.loads(path.read_text(encoding="utf-8"), object_hook=_read)
        found = [_result(row) for row in rows]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    seconds = (perf_counter() - start) / max(len(found), 1)
    return [
        replace(r, source="shipped" if r.source == "shipped" else "cached", seconds=seconds) for r in found
    ]


def keep_answers(question: Mapping[str, Any], file: Path | None, results: list[EdgeResult]) -> None:
    """For the next time; a place that cannot be written keeps nothing."""
    path = _place(question, file)
    if path is None or any(result.method != "exact" for result in results):
        return
    keep(path, json.dumps([_row(result) for result in results], default=_written).encode())


def _place(question: Mapping[str, Any], file: Path | None) -> Path | None:
    if os.environ.get(GAMES) or os.environ.get(HOUSE_WAYS) or not _of_the_package(question["game"]):
        return None
    try:
        content = [file.name, file.read_bytes().hex()] if file else ""
    except OSError:
        return None
    shape = json.dumps([ANSWER_FORMAT, __version__, program(), dict(question), content], sort_keys=True)
    return cache_root() / "answers" / (hashlib.sha256(shape.encode()).hexdigest() + ".json")


@cache
def program() -> str:
    """What the files of the program look like from outside: name, size, time of the last change."""
    seen = hashlib.sha256()
    for room in ROOMS:
        for line in sorted(_files_in(str(PACKAGE / room))):
            seen.update(line.encode())
    return seen.hexdigest()


def _files_in(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _files_in(entry.path)
        elif entry.name.endswith((".py", ".toml")):
            about = entry.stat()
            yield f"{entry.path} {about.st_size} {about.st_mtime_ns}\n"


def _of_the_package(game: str) -> bool:
    return (PACKAGE / "table_games" / game.replace("-", "_") / "sheet.toml").is_file()


def _row(result: EdgeResult) -> dict[str, Any]:
    row = {f.name: getattr(result, f.name) for f in fields(result) if f.name != "asked"}
    row["settings"] = dict(result.settings)
    row["extra"] = dict(result.extra)
    row["outcomes"] = [[net, chance] for net, chance in result.outcomes.items()]
    row["lines"] = [[line.hand, line.pays, line.probability, line.net] for line in result.lines]
    return row


def _result(row: dict[str, Any]) -> EdgeResult:
    lines = tuple(PricedLine(*line) for line in row["lines"])
    return EdgeResult(
        **{**row, "outcomes": dict(row["outcomes"]), "lines": lines, "notes": tuple(row["notes"])}
    )


def _written(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {"/": [str(value.numerator), str(value.denominator)]}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{value!r} cannot be kept")


def _read(shape: dict[str, Any]) -> Any:
    return Fraction(int(shape["/"][0]), int(shape["/"][1])) if shape.keys() == {"/"} else shape
