"""Solutions kept: shipped with the package, or cached on this machine, each under the hash of the rules it
solves and of the code that solved it. A hash that does not fit makes the solution count for nothing."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pitboss
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.pai_gow.rules import DEALS, Counts, Rules
from pitboss.paigow.hands import Wheel
from pitboss.paigow.house_way import HOUSE_WAYS, house_way

_PACKAGE: Final = Path(pitboss.__file__).parent
_SOLVER: Final = (
    "paigow/tables.py", "paigow/kernels/values.py", "paigow/kernels/types.py", "paigow/kernels/settings.py",
    "edge/pai_gow/kernels/deals.py", "edge/pai_gow/solution.py",
)  # fmt: skip
SHIPPED: Final = "solved.json"


@cache
def solver_hash() -> str:
    """Over every source that has a part in the numbers."""
    digest = hashlib.sha256()
    for name in _SOLVER:
        digest.update(name.encode() + b"\0" + (_PACKAGE / name).read_bytes())
    return digest.hexdigest()


def rules_hash(rules: Rules) -> str:
    """Over what the rules say, the house way written out for every pair and four of a kind."""
    way = house_way(rules.house_way)
    shape = {
        "deck": 53,
        "face_up": rules.face_up,
        "wheel": rules.wheel.value,
        "house_way": way.id,
        "two_pair": [[way.two_pair(large, small).name for small in range(large)] for large in range(13)],
        "four_of_a_kind": [way.four_of_a_kind(rank).name for rank in range(13)],
        "ace_before_high_pair": way.ace_before_high_pair,
        "kings_before_five_aces": way.kings_before_five_aces,
    }
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()


def every_rules() -> list[Rules]:
    """Each house way, each rule for A-2-3-4-5, face up and ordinary."""
    return [Rules(way, wheel, face_up) for face_up in (True, False) for way in HOUSE_WAYS for wheel in Wheel]


def solution(
    rules: Rules, *, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Counts, str]:
    """The counts, and where they come from: `shipped`, `cached` or `computed`."""
    if not fresh:
        for source, look_up in (("shipped", _shipped), ("cached", _cached)):
            if found := look_up(rules):
                return found, source
    from pitboss.edge.pai_gow.solution import solve

    counts = solve(rules, engine or LocalEngine(), progress)
    _keep(rules, counts)
    return counts, "computed"


def _shipped(rules: Rules) -> Counts | None:
    file = resources.files("pitboss.edge.pai_gow") / SHIPPED
    shape = json.loads(file.read_text(encoding="utf-8"))
    if shape["solver"] != solver_hash():
        return None
    return next((_counts(row) for row in shape["solutions"] if row["rules"] == rules_hash(rules)), None)


def _cache_file(rules: Rules) -> Path:
    from pitboss.compute.jit import (
        cache_root,  # with it comes the compiler, which a shipped answer does not need
    )

    return cache_root() / "solved" / f"pai-gow-{rules_hash(rules)[:24]}-{solver_hash()[:24]}.json"


def _cached(rules: Rules) -> Counts | None:
    try:
        return _counts(json.loads(_cache_file(rules).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _keep(rules: Rules, counts: Counts) -> None:
    """Whole or not at all: written beside its place, then moved there. A full or read-only disk is no error."""
    path = _cache_file(rules)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(_row(rules, counts), file)
        Path(name).replace(path)
    except OSError:
        return


def _counts(row: dict[str, Any]) -> Counts:
    counts = Counts(int(row["win"]), int(row["push"]), int(row["lose"]))
    if counts.win + counts.push + counts.lose != DEALS:
        raise ValueError("a solution must account for every deal")
    return counts


def _row(rules: Rules, counts: Counts) -> dict[str, Any]:
    return {
        "house_way": house_way(rules.house_way).id,
        "wheel": rules.wheel.value,
        "variant": "face-up" if rules.face_up else "ordinary",
        "rules": rules_hash(rules),
        **asdict(counts),
    }


def shipped_text(solutions: Iterable[tuple[Rules, Counts]]) -> str:
    """The file that goes into the package."""
    shape = {
        "solver": solver_hash(),
        "deals": DEALS,
        "solutions": [_row(rules, counts) for rules, counts in solutions],
    }
    return json.dumps(shape, indent=1) + "\n"
