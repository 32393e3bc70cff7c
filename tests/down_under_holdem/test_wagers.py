"""Bonus wagers and jackpots: chances counted in other ways, published edges, folded hands, envy."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cardplay.holdem.rules import PAIRS, FlopSpace, flop_classes
from pitboss.cardplay.holdem.solution import MATCHES as MATCH_NAMES
from pitboss.cardplay.holdem.solution import folded_views, match_counts
from pitboss.cardplay.poker import kernels
from pitboss.cardplay.poker.hands import FIVE_CARDS, Category
from pitboss.core.errors import BadInput
from pitboss.table_games.down_under_holdem.rules import GROUPS, group, match_hand
from pitboss.table_games.down_under_holdem.solve import GAME, MATCHES, DownUnderGame
from tests.edge.asked import result_of

from .conftest import RULES


@pytest.mark.clause("DU-13", "DU-14")
def test_chances_of_the_bonus_lines(main: DownUnderGame) -> None:
    seven = kernels.category_counts(7)
    for name, chance in main.of_seven(lost=False).items():
        kind = Category[name.replace("-", "_").upper()]
        assert chance == Fraction(seven[kind], comb(52, 7))
    counted = dict.fromkeys(MATCHES, 0)
    # one pair and one unpaired hand stand for all others
    for player, weight in (((0, 1), 13 * 6), ((0, 4), 78 * 16)):
        for dealer in combinations([c for c in range(52) if c not in player], 2):
            if line := match_hand(player, dealer):
                counted[line] += weight
    assert counted == MATCHES
    assert kernels.category_counts(5) == FIVE_CARDS


@pytest.mark.clause("JP-21")
def test_royal_flushes_of_option_1_by_counting() -> None:
    lines = {line.hand: line.probability for line in result_of(GAME, "jackpot", "option-1").lines}
    assert lines["Community royal flush"] == Fraction(4 * comb(47, 2), comb(52, 2) * comb(50, 5))
    assert lines["Player flops royal flush"] == Fraction(4 * 10, comb(52, 2) * comb(50, 3))
    royals = sum(p for name, p in lines.items() if "royal" in name.lower())
    assert royals == Fraction(4324, comb(52, 7))


@pytest.mark.clause("JP-22", "JP-23")
def test_options_2_and_3_differ_by_the_envy_only() -> None:
    two, three = (result_of(GAME, "jackpot", option) for option in ("option-2", "option-3"))
    assert two.outcomes == three.outcomes
    fixed = 300 * 624 + 50 * 3744 + 40 * 5108 + 30 * 10200 + 9 * 54912
    assert two.extra["fixed_return"] == Fraction(fixed, comb(52, 5))


def test_break_even_meter_breaks_even() -> None:
    settings = {"wager": "5", "others": "0"}
    meter = result_of(GAME, "jackpot", "option-2", **settings).extra["break_even_meter"]
    again = result_of(GAME, "jackpot", "option-2", **settings, meter=str(int(meter)))
    assert abs(again.house_edge) < Fraction(1, 10**6)
    with pytest.raises(BadInput, match="not possible"):
        result_of(GAME, "jackpot", "option-2", wager="21")


@pytest.mark.clause("JP-20")
@pytest.mark.parametrize("folded", ["qualifies", "lost"])
def test_mean_envy_is_that_of_each_other_player(folded: str) -> None:
    result = result_of(GAME, "jackpot", "option-3", others="3", wager="2", folded_jackpot=folded)
    each = Fraction(300 * 36 + 1000 * 4, comb(52, 5))
    assert result.extra["envy_return"] == 3 * each / 2
    assert sum(result.outcomes.values()) == 1
    assert min(result.outcomes.values()) > 0


def test_folded_matches_of_one_flop_by_brute_force(main: DownUnderGame) -> None:
    number = 600
    space = FlopSpace.of(flop_classes()[number][0])
    counts = match_counts(RULES, space)
    for hole in range(0, len(PAIRS), 97):
        player = tuple(int(c) for c in space.rest[PAIRS[hole]])
        counted = np.zeros((len(MATCH_NAMES), len(RULES.views)), np.int64)
        for dealer in combinations([int(c) for c in space.rest if c not in player], 2):
            if line := match_hand(player, dealer):
                shown = sorted(GROUPS.index(group(c)) for c in dealer)
                counted[MATCH_NAMES.index(line), RULES.views.index((shown[0], shown[1]))] += 1
        assert (counts[:, hole] == counted).all()
    folds = folded_views(main.solution, number, space)
    assert folds.any()
    assert not folds[main.solution.choices()[space.classes()] > 0].any()
