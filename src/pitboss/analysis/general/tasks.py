"""Exploring and sampling cut into tasks: pure, picklable, for any engine.

What is explored is kept, so a stopped search goes on. Where all rounds are too many, a sample of them is played through
the same rules. At the first question of a sampled round the unseen cards are dealt again and again, and every answer is
tried on each deal; later questions are answered as a timeout would. Half of the deals choose the answer, the other half
says what it is worth, so the mean is that of a player who could really play so, never a better one. For the bound the
player is told all cards after that question, and the best mean of all deals is taken: on average no play does better.
What lies between the two is the most that the sampled play gives away.
"""

from __future__ import annotations

import json
import random
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from math import inf, isfinite, sqrt
from pathlib import Path
from statistics import fmean, median, stdev
from time import process_time
from typing import TypeVar

from pitboss.analysis.general.explore import (
    Explorer,
    Goal,
    LoneExplorer,
    LoneProber,
    Place,
    Point,
    Prober,
    settled_alone,
)
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


# Where all rounds are too many: a sample of them through the same rules, with an interval and a bound.

DEALS = 24
"""of the unseen cards at a question; half choose, half measure"""
MOST_REFUSED = 50
"""deals in a row that would not have led to the question"""
MOST_TOLD = 200
"""lines of play looked at when the player is told all cards"""
CHUNK = 25
BAND = 1.96
"""95 %"""


class Elsewhere(BaseException):
    """These cards do not lead to that question."""


class SampledAsk(BaseException):
    """The first question of a round."""

    def __init__(self, point: Point) -> None:
        self.point = point


@dataclass(frozen=True, slots=True)
class Playout:
    """One line of play on one deal."""

    worth: float
    """of what is played for"""
    net: Fraction
    staked: int
    """on what is measured"""
    answers: tuple[tuple[str, ...], ...]
    """the answers there were at each question"""


class SampledDeal:
    """One deal: whatever is looked at comes off the same shuffled rest, in whichever line of play."""

    def __init__(self, held: Mapping[int, tuple[int, ...]], left: list[int], dice: random.Random) -> None:
        self.classes = dict(held)
        for classes in held.values():
            for one in classes:
                left[one] -= 1
        self._rest = [at for at, have in enumerate(left) for _ in range(have)]
        dice.shuffle(self._rest)

    def of(self, batch: int, count: int) -> tuple[int, ...]:
        if batch not in self.classes:
            self.classes[batch] = tuple(sorted(self._rest[-count:]))
            del self._rest[-count:]
        return self.classes[batch]


class Sampler(Explorer):
    """Plays one line of answers on one deal."""

    dealt: SampledDeal
    answers: tuple[str, ...] = ()
    stop = False
    """at the first question that `answers` do not answer"""

    def drawing(self, batch: int, count: int, place: Place) -> Point:
        return Point((self.pack.draw(self.left, self.dealt.of(batch, count)),), batch, place)

    def choose(self, point: Point) -> int:
        if point.batch >= 0:
            return 0
        at = len(self._answers)
        names = point.names
        if at < len(self.answers):
            if self.answers[at] not in names:
                raise Elsewhere
            return names.index(self.answers[at])
        if self.stop:
            raise SampledAsk(point)
        return max(0, point.usual)

    def line(self, dealt: SampledDeal, answers: tuple[str, ...], key: str = "") -> Playout:
        """`key`: the first question has to be this one."""
        self.dealt, self.answers = dealt, answers
        try:
            felt = self._play()
            asked = [p for p in self.points if p.batch < 0]
            if key and (not asked or asked[0].key != key):
                raise Elsewhere
            return Playout(float(felt.worth), Fraction(felt.net), felt.staked, tuple(p.names for p in asked))
        finally:
            self._rewind()

    def first(self, dealt: SampledDeal) -> tuple[Point, dict[int, tuple[int, ...]]] | None:
        """The first question, and the draws the player has seen by then."""
        self.dealt, self.answers, self.stop = dealt, (), True
        try:
            self._play()
            return None
        except SampledAsk as asked:
            seen = {n: dealt.classes[n] for n in self.shown if n in dealt.classes}
            return asked.point, seen
        finally:
            self.stop = False
            self._rewind()

    def told(self, dealt: SampledDeal, answer: str, key: str) -> tuple[Playout, float]:
        """A line that goes on as a timeout would, and the best there is for one who knows the cards."""
        usual = self.line(dealt, (answer,), key)
        best, looked = usual.worth, 1
        waiting: list[tuple[str, ...]] = [(answer,)] if len(usual.answers) > 1 else []
        while waiting and looked < MOST_TOLD:
            so_far = waiting.pop()
            found = self.line(dealt, so_far, key)
            looked += 1
            best = max(best, found.worth)
            if len(found.answers) > len(so_far):
                waiting.extend((*so_far, name) for name in found.answers[len(so_far)])
        return usual, inf if waiting else best


@dataclass(slots=True)
class SampledRound:
    """A sampled round: the nets of its play, what that is worth, and what no play beats on average."""

    nets: list[Fraction]
    staked: float
    worth: float
    bound: float


def sampled_round(sampler: Sampler, dice: random.Random, fixed: bool) -> SampledRound:
    opening = SampledDeal({}, list(sampler.pack.full), dice)
    found = sampler.first(opening)
    if found is None:
        line = sampler.line(opening, ())
        return SampledRound([line.net], line.staked, line.worth, line.worth)
    point, held = found
    names = point.names
    usual: dict[str, list[Playout]] = {name: [] for name in names}
    told: dict[str, list[float]] = {name: [] for name in names}
    deals, refused = [opening], 0
    while len(usual[names[0]]) < DEALS and refused < MOST_REFUSED:
        dealt = deals.pop() if deals else SampledDeal(held, list(sampler.pack.full), dice)
        try:
            lines = {name: sampler.told(dealt, name, point.key) for name in names}
        except Elsewhere:
            refused += 1
            continue
        refused = 0
        for name, (line, best) in lines.items():
            usual[name].append(line)
            told[name].append(best)
    if fixed:
        chosen = names[max(0, point.usual)]
        measured = usual[chosen]
    else:
        half = max(1, len(usual[names[0]]) // 2)
        chosen = max(names, key=lambda name: fmean(line.worth for line in usual[name][:half]))
        measured = usual[chosen][half:] or usual[chosen]
    bound = max(fmean(told[name]) for name in names)
    return SampledRound(
        [line.net for line in measured],
        fmean(line.staked for line in measured),
        fmean(line.worth for line in measured),
        bound,
    )


@dataclass(frozen=True, slots=True)
class Chunk:
    spec: Spec
    seed: str
    rounds: int


def play_chunk(chunk: Chunk) -> list[SampledRound]:
    spec = chunk.spec
    sampler = Sampler(spec.config, spec.goal, spec.shoe)
    dice = random.Random(chunk.seed)
    return [sampled_round(sampler, dice, chunk.spec.fixed) for _ in range(chunk.rounds)]


@dataclass(frozen=True, slots=True)
class Sample:
    rounds: int
    mean: float
    """the player's, per unit"""
    standard_error: float
    given_away: float
    """with 97.5 % confidence the play gives away no more than this"""
    outcomes: Mapping[Fraction, Fraction]
    action: Fraction
    """wagered in all, per unit"""

    @property
    def low(self) -> float:
        return -self.mean - BAND * self.standard_error

    @property
    def high(self) -> float:
        return -self.mean + BAND * self.standard_error

    @property
    def notes(self) -> tuple[str, ...]:
        bound = (
            f"it gives away at most {self.given_away:.4%} against the best play there could be (97.5 %)"
            if isfinite(self.given_away)
            else "what it gives away has no bound: too many questions follow the first"
        )
        return (
            f"Simulated through the rules, {self.rounds:,} rounds; not exact. The edge of this play lies between "
            f"{self.low:.4%} and {self.high:.4%} (95 %); {bound}.",
        )


def sample(
    spec: Spec,
    rounds: int,
    unit: int,
    engine: Engine | None = None,
    progress: Progress = silent,
    seed: int = 1,
) -> Sample:
    """So many rounds on any engine; the same seed gives the same sample."""
    sizes = [CHUNK] * (rounds // CHUNK) + ([rounds % CHUNK] if rounds % CHUNK else [])
    portable = spec.portable()
    tasks = [Chunk(portable, f"{seed}/{at}", size) for at, size in enumerate(sizes)]
    counts: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    means: list[float] = []
    gaps: list[float] = []
    staked = 0.0
    for part in python_engine(engine, 60.0).map(play_chunk, tasks, progress):
        for seen in part:
            share = Fraction(1, len(seen.nets) * rounds)
            for net in seen.nets:
                counts[net / unit] += share
            means.append(float(sum(seen.nets)) / len(seen.nets) / unit)
            staked += seen.staked
            gaps.append((seen.bound - seen.worth) / unit)
    error = stdev(means) / sqrt(rounds) if rounds > 1 else inf
    known = rounds > 1 and all(isfinite(gap) for gap in gaps)
    away = max(0.0, fmean(gaps) + BAND * stdev(gaps) / sqrt(rounds)) if known else inf
    return Sample(
        rounds,
        fmean(means),
        error,
        away,
        dict(counts),
        Fraction(staked / rounds / unit) if staked else Fraction(1),
    )
