"""Solve the approved hold'em game anew and write the solution that the package ships.

    python tools/ship_solutions.py

Needed after a change of the rules or of a file in `pitboss.edge.holdem.store.SOURCES`; a test says so.
"""

from __future__ import annotations

from pitboss.approvals import sheet
from pitboss.edge.holdem.down_under import rules_of
from pitboss.edge.holdem.solve import solve
from pitboss.edge.holdem.store import SHIPPED, file_name, to_bytes

if __name__ == "__main__":
    rules = rules_of(sheet("down-under-holdem").tables("main")[0])
    for old in SHIPPED.glob(f"{rules.name}-*.solution"):
        old.unlink()
    SHIPPED.mkdir(exist_ok=True)
    path = SHIPPED / file_name(rules)
    path.write_bytes(to_bytes(solve(rules)))
    print(path.name, path.stat().st_size, "bytes")
