"""Fortune Bonus, Ace-High and jackpots: exact edges from counts, and the counts as published."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from pitboss.cardplay.paigow.bonus import hands_by_line
from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.hands import Wheel
from pitboss.core.errors import BadInput
from pitboss.sheets import sheet
from pitboss.table_games.face_up_pai_gow_poker import solve
from tests.edge.asked import result_of
from tests.face_up_pai_gow_poker.support import GAME

PUBLISHED_CLASSES = {
    "seven-card-straight-flush": 32, "royal-flush-royal-match": 72, "seven-card-straight-flush-joker": 196,
    "five-aces": 1_128, "royal-flush": 26_020, "straight-flush": 184_644, "four-of-a-kind": 307_472,
    "full-house": 4_188_528, "flush": 6_172_088, "three-of-a-kind": 7_672_500, "straight": 11_034_204,
}  # fmt: skip
"""of the 154,143,080 hands"""


@pytest.mark.clause("FU-13", "FU-14", "FU-15", "FU-16", "FU-17")
def test_class_counts_are_the_published_ones() -> None:
    counts = hands_by_line(sheet(GAME).pay_table("fortune-bonus", "2"), {})
    assert counts.pop(None) == comb(53, 7) - sum(PUBLISHED_CLASSES.values())
    assert counts == PUBLISHED_CLASSES


@pytest.mark.clause("FU-08", "FU-13")
@pytest.mark.parametrize("table", ["1", "2", "3", "4", "6", "7"])
def test_fortune_bonus_edges_follow_from_the_published_counts(table: str) -> None:
    pays = sheet(GAME).pay_table("fortune-bonus", table)
    three_pair = 2_862_000 if table == "1" else 0
    won = sum(n * pays.net(hand) for hand, n in PUBLISHED_CLASSES.items())
    lost = comb(53, 7) - sum(PUBLISHED_CLASSES.values()) - three_pair
    assert result_of(GAME, "fortune-bonus", table).house_edge == (lost - won) / Fraction(comb(53, 7))


@pytest.mark.clause("FU-09")
def test_envy_adds_the_same_for_each_other_player_and_shrinks_with_the_wager() -> None:
    pays = sheet(GAME).pay_table("fortune-bonus", "4")
    dollars = sum(n * (pays[hand].envy_cents or 0) for hand, n in PUBLISHED_CLASSES.items()) / Fraction(100)
    per_player = dollars / comb(53, 7)
    alone = result_of(GAME, "fortune-bonus", "4").house_edge
    for others, wager in ((1, 5), (5, 5), (3, 25)):
        result = result_of(GAME, "fortune-bonus", "4", others=str(others), wager=str(wager))
        assert result.house_edge == alone - others * per_player / wager
    small = result_of(GAME, "fortune-bonus", "4", others="5", wager="4.99")
    assert small.house_edge == alone
    assert any("below $5" in note for note in small.notes)
    with pytest.raises(BadInput, match="0, 1, 2, 3, 4, 5"):
        result_of(GAME, "fortune-bonus", "4", others="6")


@pytest.mark.clause("FU-11", "FU-12", "FU-19")
@pytest.mark.parametrize("shared", [0, 2, 4, 6])
def test_suits_of_two_ace_high_hands_by_listing_them_all(shared: int) -> None:
    """Six natural cards each, as beside a joker: all 4**12 suitings, no card twice, neither four of a suit."""
    suits = np.array(list(product(range(4), repeat=6)), np.int8)
    most = np.stack([(suits == s).sum(axis=1) for s in range(4)]).max(axis=0)
    plain = suits[most < 4]
    clashes = (int((plain[:, :shared] == dealer[:shared]).any(axis=1).sum()) for dealer in plain)
    assert solve.suited_together(shared, True, True) == len(plain) ** 2 - sum(clashes)


@pytest.mark.clause("FU-04", "FU-11")
def test_ace_high_hands_are_those_of_the_tables_of_all_types() -> None:
    found = tables("foxwoods", Wheel.SECOND_HIGHEST)
    plain = found.ranks.ways.copy()
    np.subtract.at(plain, found.flushes.of_rank, found.flushes.ways)
    hands = sum(len(solve.rank_sets(joker)) * solve.suited_alone(joker) for joker in (False, True))
    assert hands == plain[found.ranks.ace_high].sum() == 14_430_780
    assert sum(solve.deals_by_line().values()) == hands * comb(46, 7)


@pytest.mark.clause("JP-24", "JP-25", "JP-26", "JP-11", "JP-01")
@pytest.mark.parametrize(("table", "reading", "sevens", "royals", "plain"), [
    ("FUPGPP-WA01", "any", 32, 26_020, 184_644), ("FUPGPP-WA03", "any", 228, 26_092, 184_644),
    ("FUPGPP-WA03", "natural", 32, 26_128, 184_804), ("FUPGPP-WA07", "any", 0, 26_132, 184_832),
    ("FUPGPP-ML02", "any", 228, 26_092, 184_644), ("FUPGPP-ML02", "natural", 32, 26_128, 184_804),
])  # fmt: skip
def test_jackpot_lines_fixed_returns_and_break_even(table, reading, sevens, royals, plain) -> None:  # type: ignore[no-untyped-def]
    pays = sheet(GAME).pay_table("jackpot", table)
    counts = hands_by_line(pays, {"straight_flush_7": reading})
    found = counts.get("seven-card-straight-flush", 0), counts["royal-flush"], counts["straight-flush"]
    assert found == (sevens, royals, plain)
    meters = {"meter": "2500000", "mega": "90000000", "major": "3000000", "minor": "100000"}
    settings = {**meters, "straight_flush_7": reading, "wager": "5"}
    result = result_of(GAME, "jackpot", table, **settings)
    even = result.extra["break_even_meter"]
    at = {"mega": even["mega"]} if table == "FUPGPP-ML02" else {"meter": even}
    there = {name: str(round(float(cents))) for name, cents in at.items()}
    balanced = result_of(GAME, "jackpot", table, **{**settings, **there})
    assert abs(balanced.house_edge) < Fraction(1, 10**6), "at the break-even meter the house has no edge"
    lines = {hand: n for hand, n in counts.items() if hand and "for 1" in str(pays[hand].pays)}
    fixed = sum(n * (pays.net(hand) + 1) for hand, n in lines.items()) / Fraction(comb(53, 7))
    assert result.extra["fixed_return"] == fixed
