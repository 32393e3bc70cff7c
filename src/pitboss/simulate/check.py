"""Do exact and simulated agree? Play until the question is decided at a stated confidence.

The interval around the running mean is a confidence sequence (Robbins' normal mixture with the variance
estimated on the way): it holds at all sample sizes at once, so looking after every chunk costs no
confidence. The answer is *disagrees* as soon as the exact value lies outside, *agrees* as soon as the
whole interval lies within the tolerance of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt

from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine
from pitboss.core.errors import BadInput
from pitboss.simulate.kernel import CHUNK_ROUNDS, Dealer
from pitboss.simulate.run import Run

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
    deviation: Fraction,
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
        spread = max(float(deviation), tally.standard_deviation(dealer.unit_cents))
        width = half_width(spread, tally.rounds, confidence, tuned_for)
        if abs(mean - exact) > width:
            decision = "disagrees"
            break
        if abs(mean - exact) + width <= allowed:
            decision = "agrees"
            break
    return Verdict(decision, run.rounds, mean, exact, width, allowed, confidence)


def plan(
    house_edge: Fraction, deviation: Fraction, confidence: float = CONFIDENCE, tolerance: float | None = None
) -> tuple[float, int]:
    """The tolerance, and about how many rounds decide; refused where they never would."""
    if tolerance is not None and not 0 < tolerance < float("inf"):
        raise BadInput(f"{tolerance} is not a tolerance.", accepted="a number above 0, such as 0.001")
    edge, spread, most = float(house_edge), float(deviation), LARGEST_CHECK * CHUNK_ROUNDS
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
