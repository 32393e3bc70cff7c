"""Face Up Pai Gow Poker: CPU seconds of its exact answers, cold and warm, and simulated rounds a second.

`python -m benchmarks.pai_gow`. Cold means a process of its own with an empty cache: compiling is included.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from time import process_time

from benchmarks.harness import machine

GAME = "face-up-pai-gow-poker"


def standard_wager() -> None:
    from pitboss.cardplay.paigow.solution import PaiGowRules, solve
    from pitboss.compute.engines import LocalEngine

    solve(PaiGowRules(), LocalEngine(1))


def bonuses() -> None:
    from pitboss.analysis import questions

    for wager in ("fortune-bonus", "ace-high", "jackpot"):
        for query in questions.queries(GAME, wager):
            questions.solve(GAME, query)


JOBS = {"standard": standard_wager, "bonuses": bonuses}


def in_own_process(job: str, cache: str) -> tuple[float, int]:
    """CPU seconds and largest memory, in megabytes."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.pai_gow", job],
        env={**os.environ, "PITBOSS_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, megabytes = done.stdout.split()
    return float(seconds), int(megabytes)


def rounds_a_second(wager: str, rounds: int = 1 << 21) -> float:
    from pitboss.analysis import questions
    from pitboss.compute.engines import LocalEngine
    from pitboss.simulator.kernel import kernel_of
    from pitboss.simulator.run import simulate

    dealer = kernel_of(GAME).dealer(questions.queries(GAME, wager)[0], "optimal")
    best = 0.0
    simulate(dealer, 1000, 1, LocalEngine(1))
    for seed in range(3):
        start = process_time()
        simulate(dealer, rounds, seed, LocalEngine(1))
        best = max(best, rounds / (process_time() - start))
    return best


def main() -> None:
    if len(sys.argv) > 1:
        start = process_time()
        JOBS[sys.argv[1]]()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(process_time() - start, memory)
        return
    print(machine())
    for job in JOBS:
        with tempfile.TemporaryDirectory() as cache:
            cold, memory = in_own_process(job, cache)
            warm, _ = in_own_process(job, cache)
        print(f"{job}: {cold:.1f} s CPU cold, {warm:.1f} s warm, {memory} MB")
    for wager in ("main", "fortune-bonus", "ace-high", "jackpot"):
        print(f"simulation, {wager}: {rounds_a_second(wager) / 1e6:.2f} million rounds a second and core")


if __name__ == "__main__":
    main()
