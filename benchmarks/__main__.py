"""One command for all: `make bench`, or `python -m benchmarks [--quick]`.

Writes `benchmarks/out/results.md` and `benchmarks/out/results.svg`. Peers are measured where they are
installed (`make bench` puts them into an environment of their own)."""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path

from benchmarks import blackjack, evaluators, growth, rounds, solvers
from benchmarks.harness import Measured, machine, markdown, measure, plot
from pitboss.sheets import game_ids

OUT = Path(__file__).parent / "out"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer repeats, no long runs")
    args = parser.parse_args()
    repeats = 2 if args.quick else 5
    OUT.mkdir(exist_ok=True)
    measured: list[Measured] = []
    for module in (evaluators, rounds, blackjack, solvers):
        print(module.__name__)
        measured += measure(module.cases(), repeats)
    parts = [
        "# Benchmarks",
        f"{machine()}; {datetime.date.today().isoformat()}; `python -m benchmarks`; CPU time of one process, "
        f"best of {repeats}, alternating.",
        markdown(measured),
        "## How cost grows",
        growth.spots_table(),
        growth.decks_table(),
        growth.rounds_table(),
    ]
    if not args.quick:
        parts += [growth.workers_table(game_ids()), growth.dask_table()]
    (OUT / "results.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    (OUT / "results.svg").write_text(plot(measured, "Rates by case"), encoding="utf-8")
    print("\n\n".join(parts))


if __name__ == "__main__":
    main()
