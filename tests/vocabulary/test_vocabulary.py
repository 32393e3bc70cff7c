"""Cards, money, odds and shoes: the small exact vocabulary."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import cards
from pitboss.errors import BadInput
from pitboss.money import dollars, parse_dollars, signed
from pitboss.odds import EVEN, LOSES, PUSH, ForOne, PercentOfMeter, Rounding, ToOne, parse_odds, round_cents
from pitboss.shoe import Shuffle, check_order, commitment_of, parse_order, random_below, shuffled


@given(st.integers(0, 52))
def test_cards_go_to_text_and_back(card: int) -> None:
    assert cards.parse(cards.text(card)) == card
    if card < 52:
        assert cards.card(cards.rank_of(card), cards.suit_of(card)) == card


@pytest.mark.parametrize(
    ("text", "code"),
    [("As", 51), ("2c", 0), ("10h", 34), ("th", 34), ("Th", 34), ("joker", 52), ("JK", 52), ("jd", 37)],
)
def test_cards_as_people_type_them(text: str, code: int) -> None:
    assert cards.parse(text) == code


@pytest.mark.parametrize("text", ["", "1s", "Ax", "Ass", "A", "11h", "hearts", "??"])
def test_nonsense_is_not_a_card(text: str) -> None:
    with pytest.raises(BadInput, match="not a card"):
        cards.parse(text)


def test_many_cards_run_together_or_apart_but_never_twice() -> None:
    assert cards.parse_many("As,Kd 10h") == cards.parse_many("AsKd10h") == cards.parse_many("as kd th")
    with pytest.raises(BadInput, match="As is named twice"):
        cards.parse_many("As Kd As")


def test_a_deck_has_each_card_once() -> None:
    assert Counter(cards.deck_of(1)) == Counter(range(52))
    assert Counter(cards.deck_of(6)) == Counter(dict.fromkeys(range(52), 6))
    assert sorted(cards.deck_of(1, jokers=1)) == list(range(53))


@given(st.integers(0, 10**12))
def test_money_goes_to_text_and_back(cents: int) -> None:
    assert parse_dollars(dollars(cents)) == cents


@pytest.mark.parametrize(("text", "cents"), [("25", 2500), ("$1,234.5", 123450), ("0.07", 7), (" 3 ", 300)])
def test_money_as_people_type_it(text: str, cents: int) -> None:
    assert parse_dollars(text) == cents


@pytest.mark.parametrize("text", ["-5", "1.234", "five", "", "1,23", "$", "1e3", "5.", "NaN"])
def test_nonsense_is_not_money(text: str) -> None:
    with pytest.raises(BadInput, match="not an amount"):
        parse_dollars(text)


def test_money_is_shown_with_its_sign() -> None:
    assert [dollars(-150), signed(150), signed(-7), signed(0)] == ["-$1.50", "+$1.50", "-$0.07", "$0"]


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("30 to 1", ToOne(Fraction(30))),
        ("3 to 2", ToOne(Fraction(3, 2))),
        ("3,000 for 1", ForOne(Fraction(3000))),
        ("100 % of meter", PercentOfMeter(Fraction(1))),
        ("25% of Mega", PercentOfMeter(Fraction(1, 4), "mega")),
        ("push", PUSH),
        ("loses 1/2", ToOne(Fraction(-1, 2))),
        ("loses 1", LOSES),
    ],
)
def test_odds_go_to_text_and_back(text: str, odds: object) -> None:
    assert parse_odds(text) == odds
    assert parse_odds(str(parse_odds(text))) == odds


@pytest.mark.parametrize(
    "text", ["30", "30:1", "0 % of meter", "101 % of meter", "1 to 0", "-1 to 1", "thirty to 1"]
)
def test_nonsense_is_not_odds(text: str) -> None:
    with pytest.raises(BadInput, match="not odds"):
        parse_odds(text)


def test_to_one_and_for_one_differ_by_the_stake() -> None:
    assert ToOne(Fraction(10)).net_cents(500) == 5000
    assert ForOne(Fraction(10)).net_cents(500) == 4500
    assert ToOne(Fraction(10)) != ForOne(Fraction(10))
    assert (EVEN.net, ForOne(Fraction(1)).net) == (1, 0)


@pytest.mark.clause("HR-29")
def test_pays_are_exact_and_a_fraction_of_a_cent_goes_to_the_house() -> None:
    three_to_two = ToOne(Fraction(3, 2))
    assert three_to_two.net_cents(500) == 750
    assert three_to_two.net_cents(25) == 37
    assert three_to_two.net_cents(500, Rounding.CHIP_DOWN, 100) == 700
    assert three_to_two.net_cents(500, Rounding.CHIP_UP, 100) == 800
    assert three_to_two.net_cents(400, Rounding.CHIP_UP, 100) == 600
    assert ToOne(Fraction(-1, 2)).net_cents(25) == -12


@pytest.mark.clause("HR-29")
def test_a_fraction_of_a_cent_of_a_meter_award_stays_on_the_meter() -> None:
    assert PercentOfMeter(Fraction(1, 10)).award_cents(12345) == 1234


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
def test_a_shuffle_holds_every_card_and_its_hash_binds_the_order() -> None:
    shuffle = Shuffle.fresh(6)
    check_order(shuffle.order, 6, 0)
    assert commitment_of(shuffle.order, shuffle.salt.hex()) == shuffle.commitment
    swapped = (shuffle.order[1], shuffle.order[0], *shuffle.order[2:])
    if swapped != shuffle.order:
        assert commitment_of(swapped, shuffle.salt.hex()) != shuffle.commitment
    assert parse_order(shuffle.to_json()["order"]) == shuffle.order
    assert len(shuffle.salt) == 32


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

        from pitboss.shoe import Draws

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
    with pytest.raises(BadInput, match="too many of As; missing 2c"):
        check_order((51, *range(1, 52)), 1, 0)
    with pytest.raises(BadInput, match="missing Jk"):
        check_order(range(52), 1, 1)


def test_random_below_covers_its_range() -> None:
    assert {random_below(7) for _ in range(500)} == set(range(7))
