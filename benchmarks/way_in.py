"""How long the way in takes: `python -m benchmarks.way_in`. CPU seconds of a process of its own, best of five.

The first `edge` of each game fills the cache, the others read it."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from benchmarks.harness import machine
from pitboss.sheets import game_ids

REPEATS = 5
LIMITS = {"import pitboss": 0.05, "pitboss --help": 0.15}
EDGE_LIMIT_S = 0.3


def cpu_s(command: list[str]) -> float:
    """User and system time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=usual)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best_s(command: list[str], repeats: int = REPEATS) -> float:
    return min(cpu_s(command) for _ in range(repeats))


def cases() -> dict[str, tuple[list[str], float]]:
    """What is measured: its command and how long it may take."""
    python = [sys.executable, "-c", "import pitboss"]
    pitboss = [sys.executable, "-m", "pitboss"]
    edges = {f"second edge {game}": ([*pitboss, "edge", game], EDGE_LIMIT_S) for game in game_ids()}
    return {
        "import pitboss": (python, LIMITS["import pitboss"]),
        "pitboss --help": ([*pitboss, "--help"], LIMITS["pitboss --help"]),
        **edges,
    }


def main() -> None:
    print(machine())
    for name, (command, limit) in cases().items():
        if name.startswith("second"):
            cpu_s(command)
        found = best_s(command)
        print(
            f"| {name} | {found:.3f} s | {limit:.2f} s | {'ok' if found <= limit else 'over'} |", flush=True
        )


if __name__ == "__main__":
    main()
