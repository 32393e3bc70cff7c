"""JP-13: each recommendation, as advice, and silence where there is nothing to say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.approvals import sheet
from pitboss.jackpot.advice import advise
from pitboss.jackpot.model import MeterSettings, Style

pytestmark = pytest.mark.clause("JP-13")

OPTION_3 = sheet("down-under-holdem").pay_table("jackpot", "option-3")
USUAL = MeterSettings(100_000, Fraction(20, 100), Fraction(3, 100))


def advice(settings: MeterSettings, wager_cents: int = 500, style: Style = Style.PERCENTAGES) -> list[str]:
    given = advise(OPTION_3, wager_cents, {"meter": settings}, {"meter": USUAL}, style)
    return [f"{one.message} {one.better}" for one in given]


def test_settings_as_delivered_need_none() -> None:
    assert advice(USUAL) == []


@pytest.mark.parametrize(
    ("seed", "contribution", "reserve", "style", "says"),
    [
        (0, 20, 0, Style.PERCENTAGES, "The seed is $0"),
        (0, 20, 3, Style.PERCENTAGES, "The reserve is the only seed"),
        (29_900, 20, 3, Style.PERCENTAGES, "a seed of at least $1,500"),
        (90_000, 20, 3, Style.PERCENTAGES, "not the one the pay table was delivered with. $5,000"),
        (100_000, 21, 3, Style.PERCENTAGES, "at most 20 %"),
        (100_000, 20, 0, Style.PERCENTAGES, "Nothing goes to the reserve"),
        (100_000, 69, 3, Style.ALL_PAYS, "70 % or more"),
    ],
)
def test_each_recommendation(seed: int, contribution: int, reserve: int, style: Style, says: str) -> None:
    settings = MeterSettings(seed, Fraction(contribution, 100), Fraction(reserve, 100))
    assert any(says in text for text in advice(settings, style=style))


def test_boundaries() -> None:
    assert advice(MeterSettings(100_000, Fraction(19, 100), Fraction(3, 100))) == []
    assert advice(MeterSettings(100_000, Fraction(70, 100), Fraction(3, 100)), style=Style.ALL_PAYS) == []
    just = MeterSettings(30_000, Fraction(20, 100), Fraction(3, 100))
    assert not any("largest fixed award" in text for text in advice(just))


def test_seed_and_largest_award_both_grow_with_the_wager() -> None:
    small = MeterSettings(29_900, Fraction(20, 100), Fraction(3, 100))
    for wager in (100, 500, 2000):
        assert any("largest fixed award" in text for text in advice(small, wager))
