"""Solve the approved games anew and write the solutions that the package ships.

    python tools/ship_solutions.py [hold'em] [pai-gow-poker]

Needed after a change of rules, or when a solver's `VERSION` was raised; a test says so.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import process_time

from pitboss.approvals import sheet
from pitboss.compute.engines import LocalEngine
from pitboss.edge.holdem import down_under, ultimate
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import solve
from pitboss.edge.holdem.store import slot_of
from pitboss.edge.pai_gow import solution, solved
from pitboss.edge.store import Arrays, Slot


def every_shipped() -> list[HoldemRules]:
    main = ultimate.approved_rules()
    return [down_under.rules_of(sheet("down-under-holdem").tables("main")[0]), main, ultimate.readable(main)]


def holdem() -> Iterator[tuple[Slot, Arrays]]:
    for rules in every_shipped():
        yield slot_of(rules), solve(rules).arrays


def pai_gow() -> Iterator[tuple[Slot, Arrays]]:
    for rules in solved.every_rules():
        yield solved.slot_of(rules), (solved.as_array(solution.solve(rules, LocalEngine())),)


SHIPPED = {"hold'em": holdem, "pai-gow-poker": pai_gow}

if __name__ == "__main__":
    for name in sys.argv[1:] or SHIPPED:
        start = process_time()
        for slot, arrays in SHIPPED[name]():
            path = slot.ship(arrays)
            print(path.name, path.stat().st_size, "bytes", f"{process_time() - start:.0f} s CPU", flush=True)
