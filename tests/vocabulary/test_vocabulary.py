"""Cards, money, odds and shoes: the small exact vocabulary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core import cards
from pitboss.core.cards import (
    Draws,
    check_order,
    fresh_order,
    order_text,
    parse_order,
    random_below,
    shuffled,
)
from pitboss.core.errors import BadInput
from pitboss.core.money import dollars, parse_dollars, signed
from pitboss.core.odds import (
    EVEN,
    LOSES,
    PUSH,
    ForOne,
    PercentOfMeter,
    Rounding,
    ToOne,
    parse_odds,
    round_cents,
)
from tests.refusals import refused


@given(st.integers(0, 52))
def test_cards_go_to_text_and_back(card: int) -> None:
    assert cards.parse(cards.text(card)) == card
    if card < 52:
        assert cards.card(cards.rank_of(card), cards.suit_of(card)) == card


TYPED: list[tuple[Callable[[str], object], dict[str, object], str, str]] = [
    # what reads it, what it reads from text, what it says otherwise, and to what
    (cards.parse, {"As": 51, "2c": 0, "10h": 34, "th": 34, "Th": 34, "joker": 52, "JK": 52, "jd": 37},
     "not a card", "/1s/Ax/Ass/A/11h/hearts/??"),
    (parse_dollars, {"25": 2500, "$1,234.5": 123450, "0.07": 7, " 3 ": 300},
     "not an amount", "/-5/1.234/five/1,23/$/1e3/5./NaN"),
    (parse_odds, {}, "not odds", "30/30:1/0 % of meter/101 % of meter/1 to 0/-1 to 1/thirty to 1"),
]  # fmt: skip


@pytest.mark.parametrize(("read", "known", "says", "nonsense"), TYPED, ids=["cards", "money", "odds"])
def test_cards_money_and_odds_as_people_type_them(read, known, says, nonsense) -> None:  # type: ignore[no-untyped-def]
    assert {text: read(text) for text in known} == known
    for text in nonsense.split("/"):
        refused(BadInput, says)(read, text)


def test_many_cards_run_together_or_apart_but_never_twice() -> None:
    assert cards.parse_many("As,Kd 10h") == cards.parse_many("AsKd10h") == cards.parse_many("as kd th")
    refused(BadInput, "As is named twice")(cards.parse_many, "As Kd As")


def test_a_deck_has_each_card_once() -> None:
    assert Counter(cards.deck_of(1)) == Counter(range(52))
    assert Counter(cards.deck_of(6)) == Counter(dict.fromkeys(range(52), 6))
    assert sorted(cards.deck_of(1, jokers=1)) == list(range(53))


@given(st.integers(0, 10**12))
def test_money_goes_to_text_and_back(cents: int) -> None:
    assert parse_dollars(dollars(cents)) == cents


def test_money_is_shown_with_its_sign() -> None:
    assert [dollars(-150), signed(150), signed(-7), signed(0)] == ["-$1.50", "+$1.50", "-$0.07", "$0"]


@pytest.mark.parametrize(("odds", "text"), [
    (EVEN, "1 to 1"), (PUSH, "push"), (LOSES, "loses 1"), (ToOne(Fraction(-1, 2)), "loses 1/2"),
    (ToOne(Fraction(3, 2)), "3 to 2"), (ToOne(Fraction(1, 2)), "1 to 2"), (ToOne(Fraction(30)), "30 to 1"),
    (ToOne(Fraction(1000)), "1,000 to 1"), (ForOne(Fraction(3000)), "3,000 for 1"),
    (PercentOfMeter(Fraction(1, 10)), "10 % of meter"), (PercentOfMeter(Fraction(1)), "100 % of meter"),
    (PercentOfMeter(Fraction(1, 8), "mega"), "12.5 % of mega"),
])  # fmt: skip
def test_odds_are_written_as_they_are_read(odds: ToOne | ForOne | PercentOfMeter, text: str) -> None:
    assert str(odds) == text
    assert parse_odds(text) == odds
    assert parse_odds("25% of Mega") == PercentOfMeter(Fraction(1, 4), "mega")


def test_to_one_and_for_one_differ_by_the_stake() -> None:
    assert ToOne(Fraction(10)).net_cents(500) == 5000
    assert ForOne(Fraction(10)).net_cents(500) == 4500
    assert ToOne(Fraction(10)) != ForOne(Fraction(10))
    assert (EVEN.net, ForOne(Fraction(1)).net) == (1, 0)


@pytest.mark.clause("HR-29")
def test_pays_are_exact_and_a_fraction_of_a_cent_goes_to_the_house() -> None:
    """Of a meter's award it stays on the meter."""
    three_to_two, half = ToOne(Fraction(3, 2)), ToOne(Fraction(1, 2))
    assert [three_to_two.net_cents(stake) for stake in (500, 25)] == [750, 37]
    assert three_to_two.net_cents(500, Rounding.CHIP_DOWN, 100) == 700
    assert [three_to_two.net_cents(stake, Rounding.CHIP_UP, 100) for stake in (500, 400)] == [800, 600]
    assert ToOne(Fraction(-1, 2)).net_cents(25) == -12
    assert [round_cents(Fraction(amount, 1000)) for amount in (999, 1001)] == [0, 1]
    assert PercentOfMeter(Fraction(1, 10)).award_cents(12345) == 1234
    assert PercentOfMeter(Fraction(1, 3)).award_cents(100) == 33
    # a chip is a dollar unless another is named
    for amount, down, up in (
        (Fraction(150), 100, 200),
        (Fraction(200), 200, 200),
        (Fraction(199, 2), 0, 100),
    ):
        assert (round_cents(amount, Rounding.CHIP_DOWN), round_cents(amount, Rounding.CHIP_UP)) == (down, up)
    for odds in (half, ForOne(Fraction(3, 2))):
        assert [odds.net_cents(300, way) for way in Rounding] == [150, 100, 200]


@given(st.fractions(0, 10**6), st.sampled_from(list(Rounding)), st.integers(1, 500))
def test_rounding_moves_by_less_than_a_chip(amount: Fraction, rounding: Rounding, chip: int) -> None:
    cents = round_cents(amount, rounding, chip)
    if rounding is Rounding.NONE:
        assert 0 <= amount - cents < 1
    else:
        assert cents % chip == 0
        assert abs(amount - cents) < chip
        assert (cents <= amount) == (rounding is Rounding.CHIP_DOWN) or cents == amount


@pytest.mark.clause("HR-19")
def test_a_shuffle_holds_every_card() -> None:
    order = fresh_order(6)
    check_order(order, 6, 0)
    assert parse_order(order_text(order)) == order


@pytest.mark.clause("HR-19")
def test_numbers_are_drawn_by_rejection_without_bias() -> None:
    """All 65,536 two-byte draws, fed once each: every remainder exactly equally often, the uneven rest rejected."""
    words = b"".join(bytes((high, low)) for high in range(256) for low in range(256))
    for n in (3, 7, 52, 53, 416):
        at = 0

        def source(size: int) -> bytes:
            nonlocal at
            chunk = words[at : at + size]
            at += size
            if not chunk:
                raise EOFError
            return chunk

        draws = Draws(source)
        counts: Counter[int] = Counter()
        with pytest.raises(EOFError):
            while True:
                counts[draws.below(n)] += 1
        assert set(counts) == set(range(n))
        assert set(counts.values()) == {65536 // n}


@pytest.mark.clause("HR-19")
def test_fisher_yates_reaches_every_order_equally() -> None:
    """Three cards from every possible pair of draws (3 x 2): each of the six orders exactly once."""
    seen: Counter[Any] = Counter()
    for first in range(3):
        for second in range(2):
            drawn = bytes((0, first, 0, second))
            seen[shuffled((0, 1, 2), lambda size, drawn=drawn: drawn.ljust(size, b"\0"))] += 1
    assert len(seen) == 6
    assert set(seen.values()) == {1}


def test_a_wrong_order_is_named() -> None:
    refused(BadInput, "too many of As; missing 2c")(check_order, (51, *range(1, 52)), 1, 0)
    refused(BadInput, "missing Jk")(check_order, range(52), 1, 1)


def test_random_below_covers_its_range() -> None:
    assert {random_below(7) for _ in range(500)} == set(range(7))


def test_more_money_than_there_is_is_a_mistake() -> None:
    assert parse_dollars("9,999,999,999,999.99") == 10**15 - 1
    assert parse_dollars("0009999999999999.99") == 10**15 - 1
    with pytest.raises(BadInput, match="more money than there is") as refused:
        parse_dollars("10000000000000")
    assert refused.value.accepted == "less than $10,000,000,000,000"
    assert [signed(1), signed(-1)] == ["+$0.01", "-$0.01"]


def test_odds_at_their_edges() -> None:
    """Nothing is won by a pay of nothing, and a share of a meter is above 0 and at most all of it."""
    assert [parse_odds(text) for text in ("0 to 1", "100 % of meter", "0.01 % of meter")] == [
        PUSH, PercentOfMeter(Fraction(1)), PercentOfMeter(Fraction(1, 10_000)),
    ]  # fmt: skip
    for text in ("0 % of meter", "100.01 % of meter", "loses 1/0", "3 to 0"):
        with pytest.raises(BadInput):
            parse_odds(text)


@pytest.mark.clause("HR-29", "HR-42")
@pytest.mark.parametrize(
    ("stake", "down", "up", "exact"), [(1, 0, 100, 0), (2, 0, 100, 1), (3, 0, 100, 1), (200, 100, 100, 100)]
)
def test_a_win_of_less_than_a_cent_is_rounded_like_any_other(
    stake: int, down: int, up: int, exact: int
) -> None:
    half = ToOne(Fraction(1, 2))
    ways = {Rounding.NONE: exact, Rounding.CHIP_DOWN: down, Rounding.CHIP_UP: up}
    assert {way: half.net_cents(stake, way, 100) for way in ways} == ways
    assert half.net_cents(stake) == exact
