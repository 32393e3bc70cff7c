"""How many statements and branches a coverage report has: `python -m tools.branches REPORT.json LEAST_PERCENT`.

pytest-cov's own bound is over statements and branches together; a branch that is never taken hides among statements."""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main() -> int:
    report, least = Path(sys.argv[1]), float(sys.argv[2])
    total = json.loads(report.read_text(encoding="utf-8"))["totals"]
    statements = total["covered_lines"], total["num_statements"]
    branches = total["covered_branches"], total["num_branches"]
    for name, (taken, there) in (("statements", statements), ("branches", branches)):
        print(f"{name}: {taken:,} of {there:,}, {100 * taken / there:.1f} %")
    return 0 if 100 * branches[0] >= least * branches[1] else 1


if __name__ == "__main__":
    sys.exit(main())
