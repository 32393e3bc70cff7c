"""Solve pai gow poker under all rules and write the file that is shipped with the package.

Run it after a change to the solver or to a house way: `python tools/solve_pai_gow.py`. The long tests
run the same and compare.
"""

from __future__ import annotations

from pathlib import Path

import pitboss.edge.pai_gow
from pitboss.compute.engines import LocalEngine
from pitboss.edge.pai_gow.solution import solve
from pitboss.edge.pai_gow.solved import SHIPPED, every_rules, shipped_text


def main() -> None:
    solutions = []
    for rules in every_rules():
        counts = solve(rules, LocalEngine())
        solutions.append((rules, counts))
        print(rules, counts)
    path = Path(pitboss.edge.pai_gow.__file__).parent / SHIPPED
    path.write_text(shipped_text(solutions), encoding="utf-8")


if __name__ == "__main__":
    main()
