"""Play many rounds in chunks, on any engine, and add them up: totals, sessions, and whether they agree with exact ones.

A run is a list of chunks; a chunk's rounds depend on (seed, chunk number) alone, and sums are integers. Results are
therefore bit for bit the same whatever the engine and the number of workers, and a run can be stopped and resumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, log, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput
from pitboss.core.files import write_file
from pitboss.simulator.kernel import CHUNK_ROUNDS, Dealer, check_rounds
from pitboss.simulator.kernels import SLOTS, count_nets


@dataclass(slots=True)
class Tally:
    """How often each net result, in cents, came up."""

    counts: Counter[int] = field(default_factory=Counter)

    @classmethod
    def of(cls, nets: NDArray[np.int64]) -> Tally:
        keys = np.empty(SLOTS, np.int64)
        table = np.zeros(SLOTS, np.int64)
        used = np.empty(SLOTS, np.int64)
        found = count_nets(nets, keys, table, used)
        if found >= 0:
            slots = used[:found]
            return cls(Counter(dict(zip(keys[slots].tolist(), table[slots].tolist(), strict=True))))
        values, counts = np.unique(nets, return_counts=True)
        return cls(Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))))

    def add(self, other: Tally) -> None:
        self.counts.update(other.counts)

    @property
    def rounds(self) -> int:
        return self.counts.total()

    def mean(self, unit_cents: int) -> float:
        """Player's mean result per unit wagered."""
        return sum(net * n for net, n in self.counts.items()) / self.rounds / unit_cents

    def standard_deviation(self, unit_cents: int) -> float:
        rounds = self.rounds
        total = sum(net * n for net, n in self.counts.items())
        squares = sum(net * net * n for net, n in self.counts.items())
        # integers to the end: no cancellation
        return sqrt(max(0, squares * rounds - total * total)) / rounds / unit_cents

    def standard_error(self, unit_cents: int) -> float:
        return self.standard_deviation(unit_cents) / sqrt(self.rounds)

    def interval(self, unit_cents: int, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true mean lies at that confidence."""
        width = NormalDist().inv_cdf(0.5 + confidence / 2) * self.standard_error(unit_cents)
        mean = self.mean(unit_cents)
        return mean - width, mean + width

    @property
    def hit_frequency(self) -> float:
        return sum(n for net, n in self.counts.items() if net > 0) / self.rounds


# The run.

FORMAT = 1


@dataclass(frozen=True, slots=True)
class ChunkTask:
    dealer: Dealer
    seed: int
    chunk: int
    rounds: int
    lengths: tuple[int, ...] = ()
    """session lengths to count"""


@dataclass(slots=True)
class Totals:
    """Everything a run adds up."""

    tally: Tally = field(default_factory=Tally)
    sessions: dict[int, SessionRuns] = field(default_factory=dict)

    def add(self, other: Totals) -> None:
        self.tally.add(other.tally)
        for length, sessions in other.sessions.items():
            self.sessions.setdefault(length, SessionRuns(length)).add(sessions)


def play_chunk(task: ChunkTask) -> Totals:
    nets = task.dealer.nets(task.seed, task.chunk, task.rounds)
    return Totals(Tally.of(nets), {length: SessionRuns.of(nets, length) for length in task.lengths})


@dataclass(slots=True)
class Run:
    """A simulation that can be stopped, saved and gone on with."""

    dealer: Dealer
    seed: int
    lengths: tuple[int, ...] = ()
    about: dict[str, Any] = field(default_factory=dict)
    """what is simulated; a saved run is only resumed for the same"""
    whole: Totals = field(default_factory=Totals)
    """of whole chunks: what is saved"""
    chunks: int = 0
    """whole chunks done"""
    rest: Totals | None = None
    """of a last, short chunk"""

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise BadInput(f"{self.seed} is not a seed.", accepted="a whole number from 0")

    @property
    def totals(self) -> Totals:
        if self.rest is None:
            return self.whole
        both = Totals()
        both.add(self.whole)
        both.add(self.rest)
        return both

    @property
    def rounds(self) -> int:
        return self.whole.tally.rounds + (self.rest.tally.rounds if self.rest else 0)

    def play(
        self, rounds: int, engine: Engine | None = None, progress: Progress = silent
    ) -> Iterator[Totals]:
        """Go on until `rounds` rounds are done in all; yields the totals after every chunk."""
        check_rounds(rounds)
        whole, rest = divmod(rounds, CHUNK_ROUNDS)
        sizes = [(chunk, CHUNK_ROUNDS) for chunk in range(self.chunks, whole)]
        if rest and self.rounds < rounds:
            sizes.append((whole, rest))
        tasks = [ChunkTask(self.dealer, self.seed, chunk, size, self.lengths) for chunk, size in sizes]
        for task, part in zip(tasks, (engine or LocalEngine()).map(play_chunk, tasks, progress), strict=True):
            if task.rounds == CHUNK_ROUNDS:
                # Ctrl-C may come at any moment: what is saved has both or neither
                both = Totals()
                both.add(self.whole)
                both.add(part)
                self.whole, self.chunks = both, self.chunks + 1
            else:
                self.rest = part
            yield self.totals

    def save(self, path: Path) -> None:
        """Whole chunks only, so that a resumed run is the run that was never stopped."""
        shape = {
            "format": FORMAT,
            "about": self.about,
            "seed": self.seed,
            "lengths": list(self.lengths),
            "chunks": self.chunks,
            "tally": _pairs(self.whole.tally.counts),
            "sessions": [
                [s.length, _pairs(s.results), _pairs(s.drawdowns), _pairs(s.depths)]
                for s in self.whole.sessions.values()
            ],
        }
        write_file(path, json.dumps(shape))

    def resume(self, path: Path) -> None:
        """Take up a saved run of the same thing."""
        try:
            shape = json.loads(path.read_text(encoding="utf-8"))
            same = (shape["format"], shape["about"], shape["seed"], tuple(shape["lengths"]))
            if same != (FORMAT, self.about, self.seed, self.lengths):
                about = ", ".join(f"{name} {value}" for name, value in shape["about"].items() if value)
                raise BadInput(
                    f"{path} is a run of something else: {about}, seed {shape['seed']}.",
                    accepted="the same game, wager, pay table, settings, strategy, seed and session lengths",
                )
            self.chunks = int(shape["chunks"])
            self.whole = Totals(
                Tally(_counter(shape["tally"])),
                {
                    length: SessionRuns(length, _counter(results), _counter(drawdowns), _counter(depths))
                    for length, results, drawdowns, depths in shape["sessions"]
                },
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            why = f": {error.strerror}" if isinstance(error, OSError) and error.strerror else ""
            raise BadInput(
                f"{path} is not a saved run{why}.",
                accepted="a file written by simulate",
            ) from None


def simulate(
    dealer: Dealer, rounds: int, seed: int, engine: Engine | None = None, progress: Progress = silent
) -> Tally:
    """All at once: the tally of a run."""
    run = Run(dealer, seed)
    for _ in run.play(rounds, engine, progress):
        pass
    return run.totals.tally


def _pairs(counter: Counter[int]) -> list[list[int]]:
    return [[value, counter[value]] for value in sorted(counter)]


def _counter(pairs: list[list[int]]) -> Counter[int]:
    return Counter({int(value): int(count) for value, count in pairs})


# Do exact and simulated agree? Play until the question is decided at a stated confidence.
#
# The interval around the running mean is a confidence sequence (Robbins' normal mixture with the variance estimated
# on the way): it holds at all sample sizes at once, so looking after every chunk costs no confidence. The answer is
# *disagrees* as soon as the exact value lies outside, *agrees* as soon as the whole interval lies within the
# tolerance of it.

TOLERANCE_OF_EDGE = 0.1
"""two edges agree when a tenth of the exact one at most can lie between them"""
CONFIDENCE = 0.999
USUAL_CHECK = 400
"""chunks after which a check without a tolerance of its own is to be decided"""
LARGEST_CHECK = 4000
"""chunks after which an undecided check stops"""


@dataclass(frozen=True, slots=True)
class Verdict:
    decision: str
    """agrees, disagrees, or undecided when the rounds ran out"""
    rounds: int
    mean: float
    exact: float
    """the player's expectation"""
    half_width: float
    tolerance: float
    confidence: float

    @property
    def worth(self) -> str:
        """What the tolerance means for this edge."""
        if not self.exact:
            return "the exact edge is zero"
        return f"{self.tolerance / abs(self.exact):.1%} of the exact edge"


def half_width(deviation: float, rounds: int, confidence: float, tuned_for: int) -> float:
    """Half the width of the confidence sequence after `rounds` rounds; narrowest near `tuned_for`."""
    alpha = 1 - confidence
    scale = (2 * log(1 / alpha) + log(1 + 2 * log(1 / alpha))) / tuned_for
    total = rounds * scale + 1
    return deviation * sqrt(2 * total / (rounds * rounds * scale) * log(sqrt(total) / alpha))


def check(
    dealer: Dealer,
    house_edge: Fraction,
    deviation: float,
    seed: int,
    confidence: float = CONFIDENCE,
    tolerance: float | None = None,
    engine: Engine | None = None,
    progress: Progress = silent,
    most_chunks: int = LARGEST_CHECK,
) -> Verdict:
    """`tolerance` is in units of the first wager; by default a tenth of the edge, or where the wager is too
    wild for that the finest that the usual number of rounds can decide."""
    exact = -float(house_edge)
    allowed, tuned_for = plan(house_edge, deviation, confidence, tolerance)
    run = Run(dealer, seed)
    decision, mean, width = "undecided", 0.0, float("inf")
    chunks = min(most_chunks, 4 * -(-tuned_for // CHUNK_ROUNDS))
    for totals in run.play(chunks * CHUNK_ROUNDS, engine, progress):
        tally = totals.tally
        mean = tally.mean(dealer.unit_cents)
        # the exact deviation where the sample has not yet seen the rare large pays
        spread = max(deviation, tally.standard_deviation(dealer.unit_cents))
        width = half_width(spread, tally.rounds, confidence, tuned_for)
        if abs(mean - exact) > width:
            decision = "disagrees"
            break
        if abs(mean - exact) + width <= allowed:
            decision = "agrees"
            break
    return Verdict(decision, run.rounds, mean, exact, width, allowed, confidence)


def plan(
    house_edge: Fraction, deviation: float, confidence: float = CONFIDENCE, tolerance: float | None = None
) -> tuple[float, int]:
    """The tolerance, and about how many rounds decide; refused where they never would."""
    check_tolerance(tolerance)
    edge, spread, most = float(house_edge), deviation, LARGEST_CHECK * CHUNK_ROUNDS
    if tolerance is not None and edge and tolerance > abs(edge):
        raise BadInput(
            f"Within {tolerance:.4%} of an edge of {edge:.4%} lies an edge of nothing: agreement would say nothing.",
            accepted=f"at most the edge, or none for {TOLERANCE_OF_EDGE:.0%} of it",
        )
    finest = half_width(spread, most, confidence, most)
    if tolerance is not None and tolerance < finest:
        rounds = most * (finest / tolerance) ** 2
        raise BadInput(
            f"A tolerance of {tolerance:g} takes about {rounds:.1e} rounds, and a check plays {most:,} at most.",
            accepted=f"a tolerance from {1.05 * finest:.2g}, or a lower confidence",
        )
    allowed = tolerance or usual_tolerance(edge, spread, confidence)
    return allowed, _rounds_needed(spread, confidence, allowed)


def check_tolerance(tolerance: float | None) -> None:
    if tolerance is not None and not 0 < tolerance < float("inf"):
        raise BadInput(f"{tolerance} is not a tolerance.", accepted="a number above 0, such as 0.001")


def usual_tolerance(edge: float, deviation: float, confidence: float) -> float:
    usual = USUAL_CHECK * CHUNK_ROUNDS
    return max(TOLERANCE_OF_EDGE * abs(edge), 2 * half_width(deviation, usual, confidence, usual))


def _rounds_needed(deviation: float, confidence: float, tolerance: float) -> int:
    """About how many rounds make the interval half as wide as the tolerance."""
    rounds = CHUNK_ROUNDS
    while (
        half_width(deviation, rounds, confidence, rounds) > tolerance / 2
        and rounds < CHUNK_ROUNDS * LARGEST_CHECK
    ):
        rounds *= 2
    return rounds


# What a session is like: the distribution of results, drawdowns and the bankroll that would have lasted. A session is
# `length` consecutive rounds of one chunk.

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def check_length(length: int, name: str = "session") -> None:
    if not 1 <= length <= CHUNK_ROUNDS:
        raise BadInput(
            f"A {name} of {length} rounds cannot be counted.", accepted=f"1 to {CHUNK_ROUNDS:,} rounds"
        )


@dataclass(slots=True)
class SessionRuns:
    """Counts over all sessions of one length, in cents."""

    length: int
    results: Counter[int] = field(default_factory=Counter)
    drawdowns: Counter[int] = field(default_factory=Counter)
    """largest fall from a high point within the session"""
    depths: Counter[int] = field(default_factory=Counter)
    """lowest point below the start: the bankroll that would just have lasted"""

    @classmethod
    def of(cls, nets: NDArray[np.int64], length: int) -> SessionRuns:
        """Whole sessions only; a rest shorter than a session is left out."""
        count = len(nets) // length
        found = cls(length)
        if not count:
            return found
        paths = np.cumsum(nets[: count * length].reshape(count, length), axis=1)
        highs = np.maximum.accumulate(np.maximum(paths, 0), axis=1)
        for counter, values in (
            (found.results, paths[:, -1]),
            (found.drawdowns, (highs - paths).max(axis=1)),
            (found.depths, np.maximum(-paths.min(axis=1), 0)),
        ):
            distinct, counts = np.unique(values, return_counts=True)
            counter.update(dict(zip(distinct.tolist(), counts.tolist(), strict=True)))
        return found

    def add(self, other: SessionRuns) -> None:
        self.results.update(other.results)
        self.drawdowns.update(other.drawdowns)
        self.depths.update(other.depths)

    @property
    def count(self) -> int:
        return self.results.total()

    @property
    def ahead(self) -> float:
        """How many sessions end with the player ahead."""
        return sum(n for net, n in self.results.items() if net > 0) / self.count

    def to_json(self, unit_cents: int) -> dict[str, Any]:
        """Quantiles in units of the first wager."""

        def units(counter: Counter[int]) -> dict[str, float]:
            return {f"{q:g}": quantile(counter, q) / unit_cents for q in QUANTILES}

        return {
            "length": self.length,
            "count": self.count,
            "ahead": self.ahead if self.count else None,
            "result": units(self.results) if self.count else None,
            "drawdown": units(self.drawdowns) if self.count else None,
            "bankroll": units(self.depths) if self.count else None,
        }

    def hold(self, unit_cents: int) -> dict[str, float] | None:
        """The house's win of a shift of this length, as a share of the first wagers, by quantile."""
        if not self.count:
            return None
        per_shift = self.length * unit_cents
        return {f"{q:g}": -quantile(self.results, 1 - q) / per_shift for q in QUANTILES}


def quantile(counter: Counter[int], q: float) -> int:
    """The smallest value that at least a share `q` of the counts does not exceed."""
    need = q * counter.total()
    seen = 0
    for value in sorted(counter):
        seen += counter[value]
        if seen >= need:
            return value
    return max(counter)


# The same without playing, from one round's results. They are multiples of one amount, so the sum lies on a lattice,
# and its distribution is the n-th power of the round's Fourier transform. The transform goes round in a circle: a
# window wide enough for all but `OUTSIDE` of the probability is chosen by Chernoff's bound, and what lies beyond it is
# the whole error but for rounding.

OUTSIDE: Final = 1e-9
"""probability that the window may leave out"""
POINTS_MOST: Final = 1 << 20
POINTS_LEAST: Final = 1 << 8
FINEST: Final = 2_000
"""a lattice finer than this fraction of the wager is not taken"""
TILTS: Final = np.geomspace(1e-9, 20.0, 400)


@dataclass(frozen=True, slots=True)
class SumOfRounds:
    """What so many rounds bring the player, in units of the wager: `values` ascending, with their chances."""

    rounds: int
    values: NDArray[np.float64]
    chances: NDArray[np.float64]

    def quantile(self, share: float) -> float:
        """The least result that so large a share of sessions does not exceed."""
        at = int(np.searchsorted(np.cumsum(self.chances), share))
        return float(self.values[min(at, len(self.values) - 1)])

    @property
    def ahead(self) -> float:
        return float(self.chances[self.values > 0].sum())

    @property
    def mean(self) -> float:
        return float(self.chances @ self.values)


class Rounds:
    """One round's results, ready to be added up. `of` says None where they lie on no lattice that is coarse enough."""

    def __init__(self, outcomes: Mapping[Fraction, Fraction], step: Fraction) -> None:
        self._step = step
        self._at = np.array([int(net / step) for net in outcomes], dtype=np.int64)
        weights = np.array([float(chance) for chance in outcomes.values()])
        self._chances = weights / weights.sum()
        self._mean = float(self._chances @ self._at)
        self._deviation = sqrt(float(self._chances @ (self._at - self._mean) ** 2))
        away: NDArray[np.float64] = (self._at - self._mean).astype(np.float64)
        self._growth = [self._grows(side) for side in (away, -away)]

    @classmethod
    def of(cls, outcomes: Mapping[Fraction, Fraction]) -> Rounds | None:
        finest = lcm(*(net.denominator for net in outcomes))
        return cls(outcomes, Fraction(1, finest)) if finest <= FINEST else None

    def sum(self, rounds: int) -> SumOfRounds | None:
        """The distribution after so many rounds; None where no window that can be computed holds it."""
        if not rounds:
            return SumOfRounds(0, np.zeros(1), np.ones(1))
        points = self._window(rounds)
        if points is None:
            return None
        one = np.zeros(points)
        np.add.at(one, self._at % points, self._chances)
        chances = np.fft.irfft(np.fft.rfft(one) ** rounds, points).clip(0)
        first = round(rounds * self._mean) - points // 2
        places = np.arange(first, first + points)
        chances = chances[places % points]
        return SumOfRounds(
            rounds, np.float64(self._step) * places.astype(np.float64), chances / chances.sum()
        )

    def _window(self, rounds: int) -> int | None:
        points = POINTS_LEAST
        while points <= POINTS_MOST:
            if (
                points / 2 > 4 * sqrt(rounds) * self._deviation
                and self._left_out(rounds, points / 2) < OUTSIDE
            ):
                return points
            points *= 2
        return None

    def _left_out(self, rounds: int, half: float) -> float:
        """Chernoff: how much lies further from the mean than half the window."""
        return sum(
            float(np.exp(np.minimum(rounds * grows - tilts * half, 0).min())) for tilts, grows in self._growth
        )

    def _grows(self, away: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The logarithm of the moment generating function on one side, at tilts of every size."""
        tilts = TILTS / max(float(away.max()), 1.0)
        return tilts, np.log(np.exp(np.outer(tilts, away)) @ self._chances)
