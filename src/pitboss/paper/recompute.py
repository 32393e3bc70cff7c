"""Check a packet's arithmetic: the edges of summary.csv again from the combinations of outcomes.csv.

    python recompute.py FOLDER

Needs nothing but Python, and nothing of the program that made the packet. What it cannot check is whether the
combinations were counted right; it shows that they add up, and that the figures printed follow from them."""

import csv
import sys
from fractions import Fraction
from math import isqrt
from pathlib import Path

DIGITS = 10**12


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def edge_and_deviation(outcomes: list[tuple[Fraction, int]]) -> tuple[Fraction, Fraction]:
    """From (net, combinations): the house edge, and the standard deviation cut to twelve places."""
    total = sum(count for _, count in outcomes)
    mean = sum((net * count for net, count in outcomes), Fraction(0)) / total
    variance = sum((net * net * count for net, count in outcomes), Fraction(0)) / total - mean * mean
    return -mean, Fraction(isqrt(variance.numerator * DIGITS * DIGITS // variance.denominator), DIGITS)


def check(folder: Path) -> list[tuple[str, str | None]]:
    """One line a wager: (label, what is wrong or None)."""
    found: list[tuple[str, str | None]] = []
    outcomes: dict[tuple[str, str], list[tuple[Fraction, int]]] = {}
    for row in rows(folder / "outcomes.csv"):
        key = row["wager"], row["pay table"]
        outcomes.setdefault(key, []).append((Fraction(row["net"]), int(row["combinations"])))
    for row in rows(folder / "summary.csv"):
        key = row["wager"], row["pay table"]
        label = " ".join(filter(None, key))
        if row["method"] != "exact":
            found.append((label, None))
            continue
        if key not in outcomes or min(count for _, count in outcomes[key]) < 0:
            found.append((label, "has no combinations, or negative ones"))
            continue
        total = sum(count for _, count in outcomes[key])
        edge, deviation = edge_and_deviation(outcomes[key])
        problem: str | None = None
        if total != int(row["combinations"]):
            problem = f"its combinations add up to {total}, not to {row['combinations']}"
        elif edge != Fraction(row["house edge, exactly"]):
            problem = f"the combinations give an edge of {edge}, printed is {row['house edge, exactly']}"
        elif abs(deviation - Fraction(row["standard deviation"])) > Fraction(2, 10**10):
            problem = f"the combinations give a deviation of {float(deviation)}, printed is {row['standard deviation']}"
        found.append((label, problem))
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not (Path(arguments[0]) / "summary.csv").is_file():
        print("usage: python recompute.py FOLDER   (with summary.csv and outcomes.csv)")
        return 2
    found = check(Path(arguments[0]))
    for label, problem in found:
        print(f"{label}: {problem or 'follows from its combinations'}")
    return 1 if any(problem for _, problem in found) or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
