"""Check a packet's arithmetic: the edges of summary.csv again from the combinations of outcomes.csv, from the
lines of lines.csv, and from the worth of the decisions of decisions.csv.

    python recompute.py [FOLDER]      without it, the folder it lies in

Needs nothing but Python, and nothing of the program that made the packet. What it cannot check is whether the
combinations were counted right; it shows that they add up, and that the figures printed follow from them."""

import csv
import sys
from fractions import Fraction
from math import isqrt
from pathlib import Path

DIGITS = 10**12
Row = dict[str, str]


def rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def by_wager(path: Path) -> dict[tuple[str, str], list[Row]]:
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows(path):
        found.setdefault((row["wager"], row["pay table"]), []).append(row)
    return found


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
    lines, decisions = by_wager(folder / "lines.csv"), by_wager(folder / "decisions.csv")
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
        found.append((label, problem or second_road(row, lines.get(key, []), decisions.get(key, []))))
    return found


def second_road(summary: Row, lines: list[Row], decisions: list[Row]) -> str | None:
    """The same edge from first decisions, and no line more likely than the whole."""
    edge, total = Fraction(summary["house edge, exactly"]), int(summary["combinations"])
    if sum(int(line["combinations"]) for line in lines) > total:
        return "its lines have more combinations than there are"
    for line in lines:
        if abs(Fraction(int(line["combinations"]), total) - Fraction(line["probability"])) > Fraction(
            1, 10**14
        ):
            return f"the combinations of {line['line']!r} are not its probability"
    played = [row for row in decisions if row["played"] == "yes"]
    if not played:
        return None
    if sum(Fraction(row["chance, exactly"]) for row in played) != 1:
        return "the chances of its first decisions do not add up to one"
    worth = sum(Fraction(row["chance, exactly"]) * Fraction(row["worth, exactly"]) for row in played)
    return None if worth == -edge else f"its first decisions give an edge of {-worth}, printed is {edge}"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    if len(arguments) > 1 or not (folder / "summary.csv").is_file():
        print(
            "usage: python recompute.py [FOLDER]   (with summary.csv, outcomes.csv, lines.csv and decisions.csv)"
        )
        return 2
    found = check(folder)
    for label, problem in found:
        print(f"{label}: {problem or 'follows from its combinations'}")
    return 1 if any(problem for _, problem in found) or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
