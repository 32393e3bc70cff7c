"""Solve the hold'em games anew and write the solutions that the package ships.

    python tools/ship_solutions.py

Needed after a change of the rules or of a file in `pitboss.edge.holdem.store.SOURCES`; a test says so.
"""

from __future__ import annotations

from time import process_time

from pitboss.approvals import sheet
from pitboss.edge.holdem import down_under, ultimate
from pitboss.edge.holdem.rules import HoldemRules
from pitboss.edge.holdem.solve import solve
from pitboss.edge.holdem.store import SHIPPED, file_name, to_bytes


def every_shipped() -> list[HoldemRules]:
    main = ultimate.approved_rules()
    return [down_under.rules_of(sheet("down-under-holdem").tables("main")[0]), main, ultimate.readable(main)]


if __name__ == "__main__":
    SHIPPED.mkdir(exist_ok=True)
    for old in SHIPPED.glob("*.solution"):
        old.unlink()
    for rules in every_shipped():
        start = process_time()
        path = SHIPPED / file_name(rules)
        path.write_bytes(to_bytes(solve(rules)))
        print(path.name, path.stat().st_size, "bytes", f"{process_time() - start:.0f} s CPU", flush=True)
