"""Whole answers, kept by their question: asked again, nothing is imported that computes.

An answer is kept for the program as it is (its rules, sheets and solvers, file by file) and dropped with the first
change of any of them. Games and house ways from outside are asked anew each time.

Solutions that many questions share lie in `solutions`, and answers are made of them: that takes 0.28 to 2.34 s of
CPU for the eight games, where answers that were kept take 0.13 to 0.16."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from pitboss import __version__
from pitboss.analysis.report import EdgeResult, PricedLine
from pitboss.compute import cache_root
from pitboss.compute import keep as write_whole
from pitboss.core.arguments import GAMES, HOUSE_WAYS

FORMAT: Final = 1
PACKAGE: Final = Path(__file__).parents[1]
ROOMS: Final = (
    "analysis",
    "cardplay",
    "compute",
    "games",
    "rounds",
    "sheets",
)
"""what an answer depends on"""


def question_of(
    game: str, wager: str | None, pay_table: str | None, settings: Mapping[str, str] | None
) -> dict[str, Any]:
    """What is asked for, in the words of whoever asks."""
    return {"game": game, "wager": wager, "pay_table": pay_table, "settings": dict(settings or {})}


def kept(question: Mapping[str, Any], file: Path | None) -> list[EdgeResult] | None:
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


def keep(question: Mapping[str, Any], file: Path | None, results: list[EdgeResult]) -> None:
    """For the next time; a place that cannot be written keeps nothing."""
    path = _place(question, file)
    if path is None or any(result.method != "exact" for result in results):
        return
    write_whole(path, json.dumps([_row(result) for result in results], default=_written).encode())


def _place(question: Mapping[str, Any], file: Path | None) -> Path | None:
    if os.environ.get(GAMES) or os.environ.get(HOUSE_WAYS) or not _of_the_package(question["game"]):
        return None
    try:
        content = [file.name, file.read_bytes().hex()] if file else ""
    except OSError:
        return None
    shape = json.dumps([FORMAT, __version__, program(), dict(question), content], sort_keys=True)
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
    return (PACKAGE / "games" / game.replace("-", "_") / "sheet.toml").is_file()


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
