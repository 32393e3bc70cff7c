"""Pai gow solutions from the package, the disk, or the solver."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.pai_gow.rules import DEALS, Counts, PaiGowRules
from pitboss.edge.store import Arrays, Slot
from pitboss.paigow.hands import Wheel
from pitboss.paigow.way_file import HOUSE_WAYS, house_way

VERSION: Final = 1
"""of the solver: to be raised when it, or how hands are ranked and set, would count something else"""


def rules_hash(rules: PaiGowRules) -> str:
    """Over what the rules say; how the house way words them does not count."""
    shape = {"face_up": rules.face_up, **way_shape(rules.house_way, rules.wheel)}
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()[:16]


def way_shape(name: str, wheel: Wheel) -> dict[str, Any]:
    """A house way's rules and the rank of A-2-3-4-5, written out."""
    rules = [(r.dealt, r.behind, r.ranks, r.higher, r.front) for r in house_way(name).rules]
    return {"deck": 53, "wheel": wheel.value, "rules": rules}


def every_rules() -> list[PaiGowRules]:
    """Each house way, each rule for A-2-3-4-5, face up and ordinary."""
    return [
        PaiGowRules(way, wheel, face_up) for face_up in (True, False) for way in HOUSE_WAYS for wheel in Wheel
    ]


def slot_of(rules: PaiGowRules) -> Slot:
    return Slot("pai-gow-poker", rules_hash(rules), VERSION, (("<i8", (3,)),))


def solution(
    rules: PaiGowRules, *, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Counts, str]:
    """The counts, and where they come from: `shipped`, `cached` or `computed`."""
    compute = _solving(rules, engine or LocalEngine(), progress)
    (found,), source = slot_of(rules).get(compute, fresh, _every_deal)
    return Counts(*(int(n) for n in found)), source


def _every_deal(arrays: Arrays) -> bool:
    return int(arrays[0].sum()) == DEALS


def _solving(
    rules: PaiGowRules, engine: Engine, progress: Progress
) -> Callable[[], tuple[NDArray[np.int64], ...]]:
    def compute() -> tuple[NDArray[np.int64], ...]:
        # only whoever solves needs the compiler
        from pitboss.edge.pai_gow.solution import solve

        return (as_array(solve(rules, engine, progress)),)

    return compute


def as_array(counts: Counts) -> NDArray[np.int64]:
    return np.array([counts.win, counts.push, counts.lose], np.int64)
