"""CPU seconds of every game's exact answer from nothing: no shipped solution, no cache, one process each.

python -m benchmarks.exact [GAME ...]
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from time import process_time

from benchmarks.harness import machine
from pitboss.analysis import questions
from pitboss.compute.engines import LocalEngine
from pitboss.sheets import game_ids, sheet

ONE = "--one"


def solve(game: str) -> None:
    """The main wager, or the first that is analysed; what it took, cold (compiled on the way) and warm."""
    wagers = sheet(game).analysed
    wager = "main" if "main" in wagers else wagers[0]
    for _ in range(2):
        start = process_time()
        result = questions.solve(game, questions.queries(game, wager, fresh=True, engine=LocalEngine(1))[0])
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{game} {result.wager}: {process_time() - start:.1f} s CPU, {memory} MB, "
            f"house edge {float(result.house_edge):.4%}"
        )


def main() -> None:
    if sys.argv[1:2] == [ONE]:
        solve(sys.argv[2])
        return
    print(machine())
    for game in sys.argv[1:] or game_ids():
        with tempfile.TemporaryDirectory() as cache:
            subprocess.run(
                [sys.executable, "-m", "benchmarks.exact", ONE, game],
                env={**os.environ, "PITBOSS_CACHE": cache},
                check=True,
            )


if __name__ == "__main__":
    main()
