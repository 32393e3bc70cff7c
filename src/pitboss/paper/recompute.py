"""Check a packet's arithmetic: every figure of summary.csv, outcomes.csv, lines.csv and decisions.csv again, from the
combinations of the outcomes, from the odds of pay-tables.csv, and from the worth of the first decisions.

    python recompute.py [FOLDER]      without it, the folder it lies in

Needs nothing but Python, and nothing of the program that made the packet. What it cannot check is whether the
combinations were counted right; it shows that they add up, and that the figures printed follow from them. The numbered
tables beside these are the packet's pages again; they are not read."""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from pathlib import Path

FILES = ("summary.csv", "outcomes.csv", "lines.csv", "pay-tables.csv", "decisions.csv")
CLOSE = Fraction(2, 10**15)
"""decimals have fifteen places"""
ODDS = re.compile(r"([\d,.]+) (to|for) ([\d,.]+)")
COMMISSION = re.compile(r"\bcommission=([\d.]+)%")
Row = dict[str, str]
Key = tuple[str, str]


class Mismatch(Exception):
    """What is wrong with a figure."""


def by_wager(path: Path) -> dict[Key, list[Row]]:
    found: dict[Key, list[Row]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault((row["wager"], row["pay table"]), []).append(row)
    return found


def same(what: str, printed: str, found: Fraction, close: Fraction = Fraction(0)) -> None:
    if abs(Fraction(printed) - found) > close:
        raise Mismatch(
            f"{what} is {found if found.denominator < 10**9 else float(found)}, printed is {printed}"
        )


def check(folder: Path) -> Iterator[tuple[str, str, bool]]:
    """(wager and pay table, what is found, whether it is right), one a wager; a wager must not be missing anywhere."""
    summary, outcomes, lines, tables, decisions = (by_wager(folder / name) for name in FILES)
    for key in dict.fromkeys((*summary, *outcomes, *lines, *decisions)):
        label = " ".join(filter(None, key))
        try:
            if len(summary.get(key, ())) != 1 or key not in outcomes:
                raise Mismatch("it does not stand once in summary.csv and in outcomes.csv")
            (row,) = summary[key]
            check_summary(row, outcomes[key])
            check_lines(row, lines.get(key, []), outcomes[key], tables.get(key, []))
            found = check_decisions(row, decisions.get(key, []))
            if row["outcomes"] != "exact":
                found += (
                    "; the edge is exact, single outcomes are APPROXIMATE and so are figures made of them"
                )
            if row["method"] == "exact":
                yield label, f"follows from its combinations{found}", True
            else:
                yield label, f"follows from its SAMPLE{found}; it is not exact", True
        except (Mismatch, ValueError, ZeroDivisionError, KeyError, TypeError) as error:
            yield label, str(error) if isinstance(error, Mismatch) else f"cannot be read: {error}", False


def check_summary(row: Row, outcomes: list[Row]) -> None:
    nets = [(Fraction(one["net"]), int(one["combinations"])) for one in outcomes]
    total = sum(count for _, count in nets)
    if min(count for _, count in nets) < 0 or total < 1:
        raise Mismatch("it has no combinations, or negative ones")
    if len({net for net, _ in nets}) < len(nets):
        raise Mismatch("an outcome stands twice in outcomes.csv")
    same("the sum of its combinations", row["combinations"], Fraction(total))
    for (net, count), one in zip(nets, outcomes, strict=True):
        same(f"the probability of {net}", one["probability, exactly"], Fraction(count, total))
        same(f"the probability of {net}", one["probability"], Fraction(count, total), CLOSE)
    mean = sum((net * count for net, count in nets), Fraction(0)) / total
    variance = sum((net * net * count for net, count in nets), Fraction(0)) / total - mean * mean
    root = Fraction(isqrt(variance.numerator * 10**32 // variance.denominator), 10**16)
    same("the edge by its combinations", row["house edge, exactly"], -mean)
    same("the edge by its combinations", row["house edge"], -mean, CLOSE)
    same("the return to the player", row["return to player"], 1 + mean, CLOSE)
    same("the element of risk", row["element of risk"], -mean / Fraction(row["wagered, exactly"]), CLOSE)
    same("the deviation by its combinations", row["standard deviation"], root, 2 * CLOSE)
    ahead = sum(count for net, count in nets if net > 0)
    same("the hit frequency", row["hit frequency"], Fraction(ahead, total), CLOSE)


def check_lines(row: Row, lines: list[Row], outcomes: list[Row], table: list[Row]) -> None:
    """Odds as in the pay table, net by the odds, combinations of a net as among the outcomes."""
    total = int(row["combinations"])
    printed = {one["hand"]: one["pays"] for one in table}
    by_net: Counter[Fraction] = Counter()
    taken = COMMISSION.search(row["settings"])
    kept = 1 - Fraction(taken[1]) / 100 if taken else Fraction(1)
    for line in lines:
        name, count = line["line"], int(line["combinations"])
        same(f"the probability of {name!r}", line["probability"], Fraction(count, total), CLOSE)
        if name in printed and line["pays"] != printed[name]:
            raise Mismatch(
                f"{name!r} pays {printed[name]} in pay-tables.csv, and {line['pays']} in lines.csv"
            )
        if not line["net"]:
            continue
        net = Fraction(line["net"])
        by_net[net] += count
        same(f"the return of {name!r}", line["return"], net * Fraction(count, total), CLOSE)
        if odds := ODDS.fullmatch(line["pays"]):
            pays, how, one = odds[1].replace(",", ""), odds[2], odds[3].replace(",", "")
            same(f"the net of {name!r}", line["net"], kept * Fraction(pays) / Fraction(one) - (how == "for"))
    among = {Fraction(one["net"]): int(one["combinations"]) for one in outcomes}
    # a wager that is raised wins its line's odds several times
    alike = lines and all(line["net"] for line in lines) and Fraction(row["wagered, exactly"]) == 1
    for net in sorted({*by_net, *among}) if alike else ():
        if net > 0 and among.get(net, 0) != by_net[net]:
            raise Mismatch(
                f"lines that win {net} have {by_net[net]} combinations, outcomes {among.get(net, 0)}"
            )


def check_decisions(row: Row, choices: list[Row]) -> str:
    """The same edge from the first decisions; says how many are not played best."""
    if not choices:
        return ""
    best: dict[str, Fraction] = {}
    for one in choices:
        worth, at = Fraction(one["worth, exactly"]), one["first decision"]
        best[at] = max(worth, best.get(at, worth))
    for one in choices:
        worth, at = Fraction(one["worth, exactly"]), one["first decision"]
        same(f"the worth of {one['choice']} at {at}", one["worth"], worth, CLOSE)
        same(f"what {one['choice']} costs at {at}", one["costs"], best[at] - worth, CLOSE)
    played = [one for one in choices if one["played"] == "yes"]
    if Counter(one["first decision"] for one in played) != Counter(dict.fromkeys(best, 1)):
        raise Mismatch("a first decision is not played in just one way")
    if len({(one["first decision"], one["chance, exactly"]) for one in choices}) > len(best):
        raise Mismatch("a first decision has two chances")
    chances = [Fraction(one["chance, exactly"]) for one in played]
    same("the sum of the chances of its first decisions", "1", sum(chances, Fraction(0)))
    worths = [Fraction(one["worth, exactly"]) for one in played]
    gained = sum((c * w for c, w in zip(chances, worths, strict=True)), Fraction(0))
    same("the edge by its first decisions", row["house edge, exactly"], -gained)
    worse = sum(w < best[one["first decision"]] for w, one in zip(worths, played, strict=True))
    return ", and from its first decisions" + (
        f" ({worse} of {len(played)} not played best)" if worse else ""
    )


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else Path(__file__).parent
    missing = [name for name in FILES if not (folder / name).is_file()]
    if len(arguments) > 1 or missing:
        print(f"usage: python recompute.py [FOLDER]   (without: {', '.join(missing) or 'nothing'})")
        return 2
    found = list(check(folder))
    for label, words, _ in found:
        print(f"{label}: {words}")
    return 0 if found and all(right for *_, right in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
