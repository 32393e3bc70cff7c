"""Many rounds together: the convolution against sums counted one by one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import pytest

from pitboss.simulator.run import Rounds, SumOfRounds
from tests.edge.asked import result_of


def counted(outcomes: dict[Fraction, Fraction], rounds: int) -> dict[Fraction, Fraction]:
    """Every sum by adding rounds one at a time, in fractions."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        more: dict[Fraction, Fraction] = {}
        for stand, p in sums.items():
            for net, chance in outcomes.items():
                more[stand + net] = more.get(stand + net, Fraction(0)) + p * chance
        sums = more
    return sums


def summed(outcomes: Mapping[Fraction, Fraction], rounds: int) -> SumOfRounds:
    made = Rounds.of(outcomes)
    assert made is not None
    found = made.sum(rounds)
    assert found is not None
    return found


def chance_of(found: SumOfRounds, value: Fraction) -> float:
    return float(found.chances[abs(found.values - float(value)) < 1e-9].sum())


@pytest.mark.parametrize("outcomes", [
    {Fraction(1): Fraction(18, 38), Fraction(-1): Fraction(20, 38)},
    {Fraction(19, 20): Fraction(3, 10), Fraction(-1): Fraction(2, 5), Fraction(0): Fraction(3, 10)},
    {Fraction(250): Fraction(1, 1000), Fraction(3, 2): Fraction(1, 10), Fraction(-1): Fraction(899, 1000)},
], ids=["even money", "commission", "a long shot"])  # fmt: skip
def test_every_sum_has_the_chance_that_counting_gives(outcomes: dict[Fraction, Fraction]) -> None:
    found = summed(outcomes, 9)
    exact = counted(outcomes, 9)
    for value, chance in exact.items():
        assert chance_of(found, value) == pytest.approx(float(chance), abs=1e-9)
    assert found.mean == pytest.approx(9 * float(sum(n * p for n, p in outcomes.items())), abs=1e-5)
    assert found.ahead == pytest.approx(float(sum(p for v, p in exact.items() if v > 0)), abs=1e-8)


def test_a_thousand_even_bets_are_the_binomial() -> None:
    found = summed({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}, 1000)
    for wins in (400, 500, 517):
        chance = comb(1000, wins) / 2**1000
        assert chance_of(found, Fraction(2 * wins - 1000)) == pytest.approx(chance, abs=1e-12)
    assert found.quantile(0.5) == 0
    # 29 of each side of the middle: the binomial's own five per cent
    least = next(w for w in range(1001) if sum(comb(1000, k) for k in range(w + 1)) * 20 >= 2**1000)
    assert found.quantile(0.05) == 2 * least - 1000


def test_a_million_rounds_of_a_bonus_stay_within_the_window() -> None:
    result = result_of("fu-bacc", "lucky-monkey")
    found = summed(result.outcomes, 100_000)
    assert found.mean == pytest.approx(-float(result.house_edge) * 100_000, rel=1e-6)
    low, middle, high = (found.quantile(share) for share in (0.005, 0.5, 0.995))
    assert low < middle < high


def test_results_on_no_lattice_are_left_to_chance() -> None:
    assert Rounds.of({Fraction(1, 7919): Fraction(1, 2), Fraction(-1, 7927): Fraction(1, 2)}) is None
    wide = Rounds.of({Fraction(10**9): Fraction(1, 10**6), Fraction(-1): 1 - Fraction(1, 10**6)})
    assert wide is not None and wide.sum(1000) is None
