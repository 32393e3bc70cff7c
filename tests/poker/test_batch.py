"""The compiled evaluator against known counts and against the readable one."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import Category, best_hand
from pitboss.core.cards import DECK
from pitboss.core.errors import BadInput

FIVE_CARDS = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
SEVEN_CARDS = (
    23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324,
)  # fmt: skip


@pytest.mark.parametrize(("size", "known"), [(5, FIVE_CARDS), (7, SEVEN_CARDS)])
def test_counts_over_all_hands(size: int, known: tuple[int, ...]) -> None:
    assert sum(known) == comb(52, size)
    assert tuple(kernels.category_counts(size).values()) == known


def random_hands(size: int, many: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (many, 1)), axis=1)[:, :size]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_the_readable_evaluator(size: int) -> None:
    hands = random_hands(size, 20_000, seed=size)
    values = kernels.evaluate(hands)
    readable = [best_hand(map(int, row)) for row in hands]
    assert [int(c) for c in kernels.category(values)] == [hand.category for hand in readable]
    order = np.argsort(values, kind="stable")
    for one, other in pairwise(order):
        assert readable[one] <= readable[other]
        assert (readable[one] == readable[other]) == (values[one] == values[other])


def test_every_class_of_five_cards_has_its_own_value() -> None:
    """All 2,598,960 hands: exactly as many values as the readable evaluator tells classes apart."""
    classes: dict[Any, Any] = {}
    for row in combinations(range(0, 52, 4), 5):  # clubs: every set of five ranks
        unsuited = (row[0] + 1, *row[1:])
        for cards in (row, unsuited):
            classes.setdefault(int(kernels.evaluate([cards])[0]), set()).add(best_hand(cards))
    assert all(len(same) == 1 for same in classes.values())
    assert len(classes) == 2 * comb(13, 5)
    seen = np.zeros(kernels.BEST + 1, bool)
    for lowest in DECK[:48]:
        seen[kernels.walk(5, lowest)] = True
    assert seen[kernels.WORST :].all()
    assert not seen[0]
    assert kernels.BEST == 7462


def test_walking_in_order_equals_evaluating_the_rows() -> None:
    for size, lowest in ((7, 36), (7, 41), (5, 20), (7, 45), (5, 47)):
        rows = [(lowest, *rest) for rest in combinations(range(lowest + 1, 52), size - 1)]
        assert (kernels.walk(size, lowest) == kernels.evaluate(rows)).all()


def test_sums_of_keys_tell_all_hands_apart() -> None:
    counts = np.concatenate([kernels._multisets(size) for size in kernels.SIZES])
    for keys in (kernels.SMALL_KEYS, kernels.RANK_KEYS):
        sums = counts @ np.array(keys) % (1 << kernels.SUM_BITS)
        assert len(np.unique(sums)) == len(counts) == 73_775
    assert 2 * int(kernels.SHIFTS.max()) + kernels.ROW <= len(kernels.VALUES)


def test_the_same_categories_are_named_and_what_is_not_an_array_of_hands_is_refused() -> None:
    assert sorted(set(kernels.CATEGORY_OF_VALUE[1:].tolist())) == list(Category)
    for hands in ([[1]], [[*range(8)]], [1, 2, 3, 4, 5], [[1, 2, 3, 4, 52]]):
        with pytest.raises(BadInput):
            kernels.evaluate(hands)
    with pytest.raises(BadInput):
        kernels.walk(6, 0)  # only five and seven cards are walked
