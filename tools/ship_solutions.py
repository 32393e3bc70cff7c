"""Solve the approved games anew and write the solutions that the package ships: each game's solver says which.

    python tools/ship_solutions.py [GAME ...]

Needed after a change of rules, or when a solver's `VERSION` was raised; a test says so.
"""

from __future__ import annotations

import sys
from time import process_time

from pitboss.analysis.solver import solver_of
from pitboss.sheets import game_ids

if __name__ == "__main__":
    for game in sys.argv[1:] or game_ids():
        start = process_time()
        for slot, arrays in solver_of(game).shipped():
            path = slot.ship(arrays)
            print(path.name, path.stat().st_size, "bytes", f"{process_time() - start:.0f} s CPU", flush=True)
