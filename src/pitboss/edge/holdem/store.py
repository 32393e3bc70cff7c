"""A hold'em solution from the package, the disk, or the solver."""

from __future__ import annotations

from pitboss.compute.engines import Engine
from pitboss.compute.progress import Progress, silent
from pitboss.edge.holdem.columns import COLUMNS
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import VERSION, Solution, solve
from pitboss.edge.holdem.symmetry import HOLE_CLASSES, REST_HOLES, flop_classes
from pitboss.edge.store import Slot


def slot_of(rules: HoldemRules) -> Slot:
    shapes = (
        ("<i8", (HOLE_CLASSES, rules.lanes, rules.stages, COLUMNS)),
        ("<i8", (HOLE_CLASSES, len(rules.views))),
        ("<u1", (len(flop_classes()), REST_HOLES)),
    )
    return Slot(rules.name, rules.hash, VERSION, shapes)


def solution_of(
    rules: HoldemRules, fresh: bool = False, engine: Engine | None = None, progress: Progress = silent
) -> tuple[Solution, str]:
    """A solution and its source: `shipped`, `cached` or `computed`."""
    arrays, source = slot_of(rules).get(lambda: solve(rules, engine, progress).arrays, fresh)
    return Solution(rules, *arrays), source
