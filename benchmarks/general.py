"""The general solver through the readable rules: deals a second of one core, CPU time.

python -m benchmarks.general
"""

from __future__ import annotations

from time import process_time

from pitboss.analysis.general.explore import UNIT_CENTS, Explorer, Goal
from pitboss.rounds.config import TableConfig

MAIN = frozenset({"ante", "play"})

if __name__ == "__main__":
    explorer = Explorer(TableConfig("fu-bacc"), Goal({"ante": UNIT_CENTS}, MAIN, MAIN))
    start = process_time()
    deals = explorer.explore().deals
    spent = process_time() - start
    print(f"fu-bacc main: {deals:,} deals, {spent:.1f} s CPU, {deals / spent:,.0f} deals a second")
