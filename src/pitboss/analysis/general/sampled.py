"""Where all rounds are too many: a sample of them through the same rules, with an interval and a bound.

A strategy of the user's own answers every question as it says, and all deals of a round measure it. Without one, at
the first question of a sampled round the unseen cards are dealt again and again, and every answer is tried on
each deal; later questions are answered as a timeout would. Half of the deals choose the answer, the other half
says what it is worth, so the mean is that of a player who could really play so, never a better one. For the bound
the player is told all cards after that question, and the best mean of all deals is taken: on average no play does
better. What lies between the two is the most that the sampled play gives away.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, sqrt
from statistics import fmean, stdev

from pitboss.analysis.general.explore import Explorer, Place, Point
from pitboss.analysis.general.tasks import Spec, python_engine
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine

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
