"""The RNG battery: it accepts the live shuffle, and it finds shuffles that are not fair."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise, permutations
from math import factorial
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import deck_of
from pitboss.errors import BadInput
from pitboss.simulate.chi_square import chi_square_tail, fit, normal_two_sided
from pitboss.simulate.rng_tests import (
    battery,
    coupon_chances,
    cycle_count,
    derangements,
    distinct,
    eulerian,
    production_orders,
    stirling_cycles,
)


@pytest.mark.clause("HR-19")
def test_the_live_shuffle_passes() -> None:
    """A fair source is rejected once in a hundred times; three times in a row is one in a million."""
    verdicts = []
    for _ in range(3):
        verdicts.append(battery(production_orders(4000, jokers=1)).passed)
        if verdicts[-1]:
            break
    assert verdicts[-1]


def fair(count: int, seed: int = 1) -> np.ndarray:
    dice = np.random.default_rng(seed)
    return dice.permuted(np.tile(np.arange(52, dtype=np.int16), (count, 1)), axis=1)


def naive(count: int) -> np.ndarray:
    """The classic mistake: every card exchanged with any card."""
    dice = random.Random(2)
    orders = []
    for _ in range(count):
        cards = list(range(52))
        for i in range(52):
            j = dice.randrange(52)
            cards[i], cards[j] = cards[j], cards[i]
        orders.append(cards)
    return np.array(orders, np.int16)


def sticky(count: int) -> np.ndarray:
    """Every order is the one before with its halves exchanged, half of the time."""
    orders = fair(count)
    for at in range(1, count, 2):
        orders[at] = np.roll(orders[at - 1], 1)
    return orders


@pytest.mark.clause("HR-19")
@pytest.mark.parametrize(
    "broken", [naive(6000), sticky(6000), np.sort(fair(6000), axis=1)], ids=["naive", "sticky", "sorted"]
)
def test_unfair_shuffles_are_found(broken: np.ndarray) -> None:
    assert not battery(broken).passed


def test_a_fair_reference_passes_and_its_p_values_are_spread() -> None:
    values = [r.p for seed in range(12) for r in battery(fair(2500, seed)).results]
    below = sum(p < 0.1 for p in values) / len(values)
    assert 0.02 < below < 0.22
    assert sum(p < 0.001 for p in values) <= 2


def shoe(count: int, shuffle: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    cards = np.array(deck_of(6, jokers=1), np.int16)
    return np.array([cards[shuffle(np.arange(len(cards)))] for _ in range(count)])


@pytest.mark.clause("HR-19")
def test_a_shoe_of_six_decks_is_tested_by_telling_its_copies_apart() -> None:
    dice = np.random.default_rng(4)
    told_apart = distinct(shoe(50, dice.permutation))
    assert {tuple(sorted(order)) for order in told_apart.tolist()} == {tuple(range(313))}
    fair_shoe = [battery(shoe(2000, dice.permutation)).passed for _ in range(2)]
    assert any(fair_shoe)


@pytest.mark.clause("HR-19")
def test_a_shoe_that_keeps_its_lower_half_is_found() -> None:
    dice = np.random.default_rng(4)

    def lazy(places: np.ndarray) -> np.ndarray:
        return np.concatenate((dice.permutation(places[:200]), dice.permutation(places[200:])))

    assert "position by card" in battery(shoe(2000, lazy)).rejected


def test_orders_of_different_cards_are_refused() -> None:
    orders = fair(2000)
    orders[7, 0] = orders[7, 1]
    with pytest.raises(BadInput, match="same cards"):
        battery(orders)


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(3.841, 1, 0.05), (18.307, 10, 0.05), (135.807, 100, 0.01), (2601, 2601, 0.4963)],
)
def test_chi_square_tails_are_those_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_tail(statistic, freedom) == pytest.approx(p, rel=2e-3)


def test_normal_tail() -> None:
    assert normal_two_sided(1.959964) == pytest.approx(0.05, rel=1e-5)


def test_pooling_keeps_every_observation() -> None:
    statistic, freedom, _ = fit([5, 5, 90], [4, 6, 90])
    assert (statistic, freedom) == (0.0, 1)


def test_reference_distributions_by_enumeration() -> None:
    everything = [list(p) for p in permutations(range(6))]
    descents = Counter(sum(a > b for a, b in pairwise(p)) for p in everything)
    assert tuple(descents[k] for k in range(6)) == eulerian(6)
    assert sum(all(c != at for at, c in enumerate(p)) for p in everything) == derangements(6)
    counted = Counter(cycle_count(p) for p in everything)
    assert tuple(counted[k] for k in range(7)) == stirling_cycles(6)
    assert sum(eulerian(52)) == sum(stirling_cycles(52)) == factorial(52)
    assert coupon_chances(2)[:4] == [0, 0, 0.5, 0.75]
    assert coupon_chances(52)[51] == 0 < coupon_chances(52)[52]


def test_export_writes_what_test_reads(tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    command = [sys.executable, "-m", "pitboss", "rng"]
    subprocess.run([*command, "export", "2000", "-o", str(file), "--jokers", "1"], check=True)
    lines = file.read_text().splitlines()
    assert len(lines) == 2000
    assert all(len(line) == 106 for line in lines)
    done = subprocess.run(
        [*command, "test", "--input", str(file), "--json"], capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout)
    assert found["shuffles"] == 2000
    assert len(found["tests"]) >= 10
    raw = subprocess.run([*command, "export", "10", "--format", "bytes"], capture_output=True, check=True)
    assert len(raw.stdout) == 520


def test_too_little_evidence_is_refused() -> None:
    with pytest.raises(BadInput, match="prove nothing"):
        battery(fair(100))
