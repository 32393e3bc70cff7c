"""Exploring cut into tasks: pure, picklable, for any engine; what is done is kept, so a stopped search goes on."""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import median
from time import process_time
from typing import TypeVar

from pitboss.analysis.general.explore import Explorer, Goal, Prober
from pitboss.analysis.general.lone_wager import LoneExplorer, LoneProber, settled_alone
from pitboss.analysis.general.tally import AnswerTally
from pitboss.compute import Progress, announce, cache_root, keep, silent
from pitboss.compute.engines import Engine, LocalEngine, ProcessEngine
from pitboss.core.cards import Card
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import rules_text
from pitboss.sheets import PayTable, sheet
from pitboss.sheets.plugins import use_games

VERSION = 3
"""of the general solver: to be raised when it would count something else"""
TASKS = 160
"""about so many, so that progress is seen and little is lost when stopped"""
PROBES = 300
FEWEST_PROBES = 10
PATIENCE_S = 2.0
"""of one core: a forecast that takes longer makes do with the looks it has had"""
WORTH_PROCESSES_S = 4.0
"""shorter work is done here and now"""

Walker = TypeVar("Walker", bound=Explorer)


@dataclass(frozen=True)
class Spec:
    """A table's rules and what is asked of them, complete and picklable."""

    game: str
    options: tuple[tuple[str, str], ...]
    tables: tuple[PayTable, ...]
    stakes: tuple[tuple[str, int], ...]
    measured: tuple[str, ...]
    played: tuple[str, ...]
    fixed: bool = False
    shoe: tuple[Card, ...] = ()
    folders: tuple[str, ...] = ()
    """where games outside the package live"""

    @property
    def config(self) -> TableConfig:
        """The table; a pay table of the user's own takes the place of the approved one, for analysis (HR-07)."""
        use_games(*self.folders)
        rules = sheet(self.game)
        optional = {w.id for w in rules.wagers if w.placed == "optional"}
        approved = {t.wager: t.id for t in self.tables if t.approved}
        offered = frozenset(name for name, _ in self.stakes if name in optional)
        config = TableConfig(self.game, dict(self.options), approved, offered=offered)
        vars(config)["tables"] = {**config.tables, **{t.wager: t for t in self.tables}}
        return config

    @property
    def explorer(self) -> Explorer:
        return self._walker(Explorer, LoneExplorer)

    @property
    def prober(self) -> Prober:
        return self._walker(Prober, LoneProber)

    def _walker(self, usual: type[Walker], alone: Callable[..., Walker]) -> Walker:
        """`alone`, where the sheet says which cards settle the wager."""
        config, goal = self.config, self.goal
        if by := settled_alone(config, goal):
            return alone(config, goal, self.shoe, by=by)
        return usual(config, goal, self.shoe)

    @property
    def goal(self) -> Goal:
        return Goal(dict(self.stakes), frozenset(self.measured), frozenset(self.played), self.fixed)

    @property
    def rules(self) -> str:
        """Names what is explored: the rules as they are written, without their comments, and the question."""
        tables = [
            (t.wager, [(n.hand, str(n.pays), n.multiplies, n.envy_cents) for n in t.lines])
            for t in self.tables
        ]
        rest: tuple[object, ...] = (
            self.options,
            tables,
            self.stakes,
            self.measured,
            self.played,
            self.fixed,
            self.shoe,
        )
        return sha256(repr((rules_text(self.game), rest)).encode()).hexdigest()[:16]

    def portable(self) -> Spec:
        return replace(self, tables=tuple(replace(t, rules=dict(t.rules)) for t in self.tables))


@dataclass(frozen=True, slots=True)
class Forecast:
    """How many rounds an exploration will play, from a few hundred looks at random."""

    deals: int
    error: int
    """standard error"""
    seconds: float
    """of one core"""

    def __str__(self) -> str:
        return f"about {self.deals:,} deals, {self.seconds:,.0f} s of one core"


def forecast(spec: Spec, probes: int = PROBES) -> Forecast:
    prober, dice = spec.prober, random.Random(spec.rules)
    prober.probe(dice)
    start = process_time()
    found = []
    for _ in range(probes):
        found.append(prober.probe(dice))
        if len(found) >= FEWEST_PROBES and process_time() - start > PATIENCE_S:
            break
    mean = sum(found) / len(found)
    spread = sqrt(sum((n - mean) ** 2 for n in found) / max(1, len(found) - 1) / len(found))
    return Forecast(round(mean), round(spread), 1.2 * mean * median(prober.times))


def words(spec: Spec) -> dict[str, str]:
    """The answers as the rules put them, those that a few rounds at random come to."""
    prober, dice = spec.prober, random.Random(spec.rules)
    for _ in range(FEWEST_PROBES):
        prober.probe(dice)
    return prober.texts


@dataclass(frozen=True)
class Task:
    spec: Spec
    prefixes: tuple[tuple[int, ...], ...]


def run(task: Task) -> AnswerTally:
    explorer = task.spec.explorer
    for prefix in task.prefixes:
        explorer.explore(prefix)
    return explorer.tally


def prefixes(spec: Spec, most: int = TASKS) -> list[tuple[int, ...]]:
    """Beginnings of trails that together are all of them, nearest to the root first."""
    explorer = spec.explorer
    waiting: list[tuple[int, ...]] = [()]
    done: list[tuple[int, ...]] = []
    while waiting and len(waiting) + len(done) < most:
        prefix = waiting.pop(0)
        ways = explorer.branches(prefix)
        if ways:
            waiting.extend((*prefix, at) for at in range(ways))
        else:
            done.append(prefix)
    return done + waiting


def tasks_of(spec: Spec) -> list[Task]:
    """All of it, in pieces of about a size: trails that lie side by side are long or short together."""
    trails, portable = prefixes(spec), spec.portable()
    count = min(TASKS, len(trails))
    return [Task(portable, tuple(trails[at::count])) for at in range(count)]


def _file(spec: Spec) -> Path:
    return cache_root() / "explored" / f"{spec.game}-{spec.rules}-v{VERSION}.tally"


def explored_before(spec: Spec) -> AnswerTally | None:
    """All of it, where it was done before."""
    return _read(_file(spec))


def explore(
    spec: Spec,
    engine: Engine | None = None,
    progress: Progress = silent,
    seconds: float = 0.0,
    fresh: bool = False,
) -> tuple[AnswerTally, str]:
    """Everything, and where it comes from: `cached`, or `computed`. What is done is kept on disk at once."""
    if not fresh and (found := explored_before(spec)):
        return found, "cached"
    whole = _file(spec)
    parts = whole.with_suffix("")
    tally = AnswerTally()
    try:
        for part in _explored(spec, parts, python_engine(engine, seconds), progress, fresh):
            tally.merge(part)
    except KeyboardInterrupt:
        announce(progress, "What is done is kept: the same question goes on from there.")
        raise
    _write(whole, tally)
    for file in parts.glob("*.tally") if parts.is_dir() else ():
        file.unlink(missing_ok=True)
    return tally, "computed"


def python_engine(engine: Engine | None, seconds: float) -> Engine:
    """Rules are Python: threads would take turns, processes do not. Short work needs neither."""
    if engine is not None and not isinstance(engine, LocalEngine):
        return engine
    workers = engine.workers if engine else LocalEngine().workers
    return ProcessEngine(workers) if seconds > WORTH_PROCESSES_S and workers > 1 else LocalEngine(1)


def _explored(
    spec: Spec, parts: Path, engine: Engine, progress: Progress, fresh: bool
) -> Iterator[AnswerTally]:
    every = tasks_of(spec)
    files = [parts / f"{at}-of-{len(every)}.tally" for at in range(len(every))]
    known = {} if fresh else {at: found for at, file in enumerate(files) if (found := _read(file))}
    yield from known.values()
    todo = [at for at in range(len(every)) if at not in known]

    def shown(done: int, total: int) -> None:
        progress(len(known) + done, len(known) + total)

    tasks: Sequence[Task] = [every[at] for at in todo]
    for at, part in zip(todo, engine.map(run, tasks, shown), strict=True):
        _write(files[at], part)
        yield part


def _write(path: Path, tally: AnswerTally) -> None:
    keep(path, zlib.compress(json.dumps(tally.to_rows()).encode(), 6))


def _read(path: Path) -> AnswerTally | None:
    try:
        return AnswerTally.from_rows(json.loads(zlib.decompress(path.read_bytes())))
    except (OSError, ValueError, KeyError, TypeError, IndexError, zlib.error):
        return None
