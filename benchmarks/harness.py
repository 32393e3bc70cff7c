"""Cases measured side by side: alternating, CPU time of this process, best of several repeats."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time


@dataclass(frozen=True)
class Case:
    """One thing to measure. `run` does some work and says how many units of it."""

    group: str
    name: str
    unit: str
    run: Callable[[], int]
    peer: bool = False


@dataclass
class Measured:
    case: Case
    rates: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        return max(self.rates)


def measure(cases: Iterable[Case], repeats: int = 5, log: Callable[[str], None] = print) -> list[Measured]:
    """Every case once to warm up, then in turn, so that a busy moment of the machine hits all alike."""
    rows = [Measured(case) for case in cases]
    for row in rows:
        row.case.run()
    for repeat in range(repeats):
        for row in rows:
            start = process_time()
            units = row.case.run()
            spent = process_time() - start
            row.rates.append(units / spent if spent else 0.0)
        log(f"  repeat {repeat + 1} of {repeats}")
    return rows


def machine() -> str:
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [
            line.partition(":")[2].strip()
            for line in cpuinfo.read_text().splitlines()
            if "model name" in line
        ]
        model = names[0] if names else model
    return f"{model}, Python {platform.python_version()}, {platform.system()}"


def figure(rate: float) -> str:
    for size, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.2f} {name}"
    return f"{rate:.2f}"


def markdown(rows: list[Measured]) -> str:
    """One table, grouped; each peer beside ours with the ratio to the best of ours in the group."""
    lines = ["| group | case | rate | against ours |", "|---|---|---|---|"]
    groups = dict.fromkeys(row.case.group for row in rows)
    for group in groups:
        mine = [row for row in rows if row.case.group == group]
        ours = max((row.best for row in mine if not row.case.peer), default=0.0)
        for row in mine:
            against = f"ours is {ours / row.best:,.1f} x" if row.case.peer and row.best else ""
            name = row.case.name if row.case.peer else f"**{row.case.name}**"
            lines.append(f"| {group} | {name} | {figure(row.best)} {row.case.unit}/s | {against} |")
    return "\n".join(lines) + "\n"


def plot(rows: list[Measured], title: str) -> str:
    """Dots on a logarithmic axis, ours in green."""
    from pitboss.paper import charts
    from pitboss.paper.charts import svg

    return svg(
        charts(
            title,
            [
                (f"{m.case.group}: {m.case.name}", m.best, f"{figure(m.best)} {m.case.unit}/s", m.case.peer)
                for m in rows
            ],
        )
    )
