"""Solve the approved games anew and write the solutions that the package ships.

    python tools/ship_solutions.py [hold'em] [pai-gow-poker] [fortune-pai-gow-poker]

Needed after a change of rules, or when a solver's `VERSION` was raised; a test says so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from time import process_time

import numpy as np

from pitboss.approvals import sheet
from pitboss.compute.engines import LocalEngine
from pitboss.edge.holdem import down_under, ultimate
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import solve
from pitboss.edge.holdem.store import slot_of
from pitboss.edge.pai_gow import hidden_solution, hidden_solved, solution, solved
from pitboss.edge.store import Arrays, Slot


def every_shipped() -> list[HoldemRules]:
    main = ultimate.approved_rules()
    return [down_under.rules_of(sheet("down-under-holdem").tables("main")[0]), main, ultimate.readable(main)]


def holdem() -> Iterator[tuple[Slot, Arrays]]:
    for rules in every_shipped():
        yield slot_of(rules), solve(rules).arrays


def pai_gow() -> Iterator[tuple[Slot, Arrays]]:
    for rules in solved.every_rules():
        yield solved.slot_of(rules), (np.array(solution.solve(rules, LocalEngine())),)


def hidden_pai_gow() -> Iterator[tuple[Slot, Arrays]]:
    """Rules that differ in the commission alone share what is counted before the choice."""
    engine, dealt, counted = LocalEngine(), None, None
    for rules in sorted(
        hidden_solved.every_rules(), key=lambda r: (r.house_way, r.wheel, r.nine_high_pushes)
    ):
        alike = replace(rules, commission=Fraction(0))
        if counted is None or dealt != alike:
            dealt, counted = alike, hidden_solution.count(rules, engine)
        rows = hidden_solution.by_type(rules, counted, engine)
        yield hidden_solved.slot_of(rules), hidden_solution.arrays_of(rules, *rows)


SHIPPED = {"hold'em": holdem, "pai-gow-poker": pai_gow, "fortune-pai-gow-poker": hidden_pai_gow}

if __name__ == "__main__":
    for name in sys.argv[1:] or SHIPPED:
        start = process_time()
        for slot, arrays in SHIPPED[name]():
            path = slot.ship(arrays)
            print(path.name, path.stat().st_size, "bytes", f"{process_time() - start:.0f} s CPU", flush=True)
