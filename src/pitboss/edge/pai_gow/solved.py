"""Pai gow solutions from the package, the disk, or the solver."""

from __future__ import annotations

import hashlib
import json
from typing import Final

import numpy as np

from pitboss.compute.engines import Engine, LocalEngine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.pai_gow.rules import DEALS, Counts, PaiGowRules
from pitboss.edge.store import Arrays, Slot
from pitboss.paigow.hands import Wheel
from pitboss.paigow.way_file import HOUSE_WAYS, house_way

VERSION: Final = 1
"""of the solver: to be raised when it, or how hands are ranked and set, would count something else"""


def shape_hash(way: str, wheel: Wheel, **more: object) -> str:
    """Of a house way's rules as they are, not as it words them, the rank of A-2-3-4-5 and what else is played by."""
    rules = [(r.dealt, r.behind, r.ranks, r.higher, r.front) for r in house_way(way).rules]
    shape = {"deck": 53, "wheel": wheel.value, "rules": rules, **more}
    return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()[:16]


def every_rules() -> list[PaiGowRules]:
    """Each house way, each rule for A-2-3-4-5, face up and ordinary."""
    return [
        PaiGowRules(way, wheel, face_up) for face_up in (True, False) for way in HOUSE_WAYS for wheel in Wheel
    ]


def slot_of(rules: PaiGowRules) -> Slot:
    shape = shape_hash(rules.house_way, rules.wheel, face_up=rules.face_up)
    return Slot("pai-gow-poker", shape, VERSION, (("<i8", (3,)),))


def solution(
    rules: PaiGowRules, *, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Counts, str]:
    """The counts, and where they come from: `shipped`, `cached` or `computed`."""

    def compute() -> Arrays:
        # only whoever solves needs the compiler
        from pitboss.edge.pai_gow.solution import solve

        return (np.array(solve(rules, engine or LocalEngine(), progress)),)

    (found,), source = slot_of(rules).get(compute, fresh, _every_deal)
    return Counts(*(int(n) for n in found)), source


def _every_deal(arrays: Arrays) -> bool:
    return int(arrays[0].sum()) == DEALS
