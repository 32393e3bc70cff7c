"""Hands with the joker, settings and fouls, from readable values."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from pitboss.cardplay.paigow.hands import (
    COMPLETE,
    Category,
    Outcome,
    SetHand,
    Wheel,
    all_settings,
    back_value,
    best_five,
    best_with,
    check_seven,
    describe_back,
    describe_front,
    front_before_complete,
    front_value,
    is_ace_high_pai_gow,
    legal_settings,
    may_complete,
    setting,
    settings_with,
)
from pitboss.core.cards import ACE, DECK, DECK_WITH_JOKER, JOKER, parse_many
from pitboss.core.errors import BadInput, IllegalAction

FIVES = {
    Category.FIVE_ACES: {"As Ah Ad Ac Jk": "five aces"},
    Category.ROYAL_FLUSH: {"As Ks Qs Js Ts": "royal flush", "As Ks Jk Js Ts": "royal flush"},
    Category.STRAIGHT_FLUSH: dict.fromkeys(("9s 8s 7s 6s 5s", "9s 8s 7s Jk 5s"), "straight flush, nine high"),
    Category.FOUR_OF_A_KIND: {"9s 9h 9d 9c Jk": "four nines"},
    Category.FULL_HOUSE: {"As Ah Jk 9c 9d": "full house, aces over nines"},
    Category.FLUSH: {"Ks 9s 7s 4s Jk": "flush, ace high", "As 9s 7s 4s Jk": "flush, ace high"},
    Category.STRAIGHT: {"9s 8h 7s 6s Jk": "straight, ten high", "As 2h 3s 4s Jk": "straight, five high"},
    Category.THREE_OF_A_KIND: {"9s 9h 7s 6s 9d": "three nines", "As Ah 7s 6s Jk": "three aces"},
    Category.TWO_PAIR: {"Ks Kh 7s 7d 2c": "two pair, kings and sevens"},
    Category.PAIR: {"Ks Kh 7s 4d Jk": "pair of kings"},
    Category.HIGH_CARD: {"Ks 8h 7s 4d Jk": "ace high"},
}
"""from the highest down"""


@pytest.mark.clause("FU-01", "PG-03", "PG-26")
def test_five_cards_with_and_without_the_joker_in_their_order() -> None:
    assert list(FIVES) == sorted(Category, reverse=True)
    for category, hands in FIVES.items():
        values = [back_value(parse_many(cards)) for cards in hands]
        assert {value.category for value in values} == {category}
        assert [describe_back(value) for value in values] == list(hands.values())


@pytest.mark.clause("PG-03", "PG-04", "PG-26", "FU-01")
def test_the_joker_is_an_ace_in_two_cards_and_completes_the_best_straight_or_flush_in_five() -> None:
    assert describe_front(front_value(parse_many("Jk 4s"))) == "ace-four"
    assert describe_front(front_value(parse_many("Jk Ad"))) == "pair of aces"
    assert front_value(parse_many("2c 2d")) > front_value(parse_many("As Kd"))
    for wheel, words in ((Wheel.SECOND_HIGHEST, "straight, five high"), (Wheel.LOWEST, "straight, six high")):
        assert describe_back(back_value(parse_many("2s 3h 4s 5d Jk"), wheel), wheel) == words
    for cards in ("As Qs 9s 4s Jk", "Ks Qs 9s 4s Jk"):
        assert back_value(parse_many(cards)) == back_value(parse_many("Ah Kh Qh 9h 4h"))


@pytest.mark.clause("PG-04", "FU-07")
@pytest.mark.parametrize("suits", [("s", "s", "h", "s", "s"), ("s",) * 5])
def test_place_of_the_wheel_among_straights_and_straight_flushes(suits: tuple[str, ...]) -> None:
    def straight(ranks: str, wheel: Wheel) -> object:
        return back_value(parse_many(" ".join(r + s for r, s in zip(ranks, suits, strict=True))), wheel)

    second, lowest = Wheel.SECOND_HIGHEST, Wheel.LOWEST
    assert straight("A2345", second) > straight("9TJQK", second)
    assert straight("A2345", second) < straight("TJQKA", second)
    assert straight("A2345", lowest) < straight("23456", lowest)
    assert straight("23456", lowest) < straight("9TJQK", lowest)


@pytest.mark.clause("PG-26", "FU-01")
def test_the_joker_is_the_best_card_it_may_be() -> None:
    """Against all stand-ins: any card that completes a straight or flush, or an ace beside the others."""
    dice = random.Random(26)
    for _ in range(400):
        four = dice.sample(range(52), 4)
        allowed = {c: back_value([*four, c]) for c in range(52) if c not in four}
        aces = [v for c, v in allowed.items() if c >= 48 and v.category not in COMPLETE]
        best = max([*(v for v in allowed.values() if v.category in COMPLETE), *aces[:1]])
        assert back_value([*four, JOKER]) == best


@pytest.mark.clause("PG-05")
@pytest.mark.parametrize(("front", "back", "reason"), [
    ("7s 7h", "7d 7c 2s 3s 4h", None),
    ("8s 8h", "7d 7c 2s 3s 4h", "pair of eights, ranks above the back, pair of sevens"),
    ("2s 2h", "Ad Kc 9s 8s 4h", "pair of twos, ranks above the back, ace high"),
    ("As Kh", "Qd Jc 9s 8s 4h", "ace-king, ranks above the back, queen high"),
    ("As Kh", "Jk Qc 9s 8s 4h", "ace-king, ranks above the back on the second card"),
    ("As 7h", "Jk Qc 9s 8s 4h", None), ("Ks Qh", "Ad Jc 9s 8s 4h", None), ("As Ah", "6d 5c 4s 3s 2h", None),
])  # fmt: skip
def test_fouls_are_refused_with_the_reason(front: str, back: str, reason: str | None) -> None:
    cards = parse_many(f"{front} {back}")
    if reason is None:
        assert setting(cards, cards[:2]).foul is None
        return
    with pytest.raises(IllegalAction, match=reason) as refusal:
        setting(cards, cards[:2])
    assert refusal.value.clause == "PG-05"


@pytest.mark.clause("FU-05")
def test_the_front_is_two_of_the_seven() -> None:
    cards = parse_many("As Kh Qd Jc 9s 8s 4h")
    for front in ("As", "As Kh Qd", "As 2c"):
        with pytest.raises(IllegalAction) as refusal:
            setting(cards, parse_many(front))
        assert refusal.value.clause == "FU-05"
    with pytest.raises(BadInput, match="seven different cards"):
        check_seven(cards[:6])


@pytest.mark.clause("FU-06", "PG-06")
def test_copies_go_to_the_dealer() -> None:
    def made(line: str) -> SetHand:
        cards = parse_many(line)
        return SetHand(cards[:2], cards[2:])

    dealer = made("As Kh Qd Qc 9s 8s 4h")
    for hand, result in {
        "Ad Kd Qs Qh 9d 8d 4s": Outcome.LOSE, "Ad Kd Ks Kc 9d 8d 4s": Outcome.PUSH,
        "2d 2h Qs Qh 9d 8d 4s": Outcome.PUSH, "2d 2h Ks Kc 9d 8d 4s": Outcome.WIN,
    }.items():  # fmt: skip
        assert made(hand).against(dealer) is result


@pytest.mark.clause("FU-04")
@pytest.mark.parametrize(("cards", "expected"), [
    ("As Kh Qd Jc 9s 8s 4h", True), ("Jk Kh Jd 8c 6s 5s 3h", True), ("Ks Qh Jd 9c 8s 7s 4h", False),
    ("As Ah Qd Jc 9s 8s 4h", False), ("As Jk Qd Jc 9s 8s 4h", False), ("As Kh Qd Jc Ts 8s 4h", False),
    ("Jk Kh Qd Jc 9s 8s 4h", False), ("As Ks Qs Js 9s 8d 4h", False), ("Jk Ks 9s 7s 4s 3d 2h", False),
])  # fmt: skip
def test_ace_high_pai_gow(cards: str, expected: bool) -> None:
    assert is_ace_high_pai_gow(parse_many(cards)) is expected


@pytest.mark.clause("PG-05", "FU-05")
def test_every_hand_has_a_legal_setting_and_21_ways_to_try() -> None:
    dice = random.Random(5)
    for _ in range(100):
        cards = dice.sample(DECK_WITH_JOKER, 7)
        assert len(list(all_settings(cards))) == 21
        legal = legal_settings(cards)
        assert legal
        # the best five in back are never a foul
        assert max(s.back_value for s in legal) == best_five(cards)[0]


def test_best_five_names_the_cards_that_make_it() -> None:
    cards = parse_many("As Ks Qs Jk Ts Kd Kh")
    value, five = best_five(cards)
    assert value.category is Category.ROYAL_FLUSH
    assert value == max(back_value(f) for f in combinations(cards, 5))
    assert set(five) == set(parse_many("As Ks Qs Jk Ts"))


@pytest.mark.clause("PG-05", "PG-27")
def test_what_is_seen_at_a_glance_is_what_looking_at_every_setting_shows() -> None:
    dice = random.Random(5)
    for n in range(300):
        # every other hand has the joker, and suits and ranks that lie close together
        near = [c for c in DECK if c >> 2 < 9 and c & 3 < (2 if n % 3 else 4)]
        cards = tuple(dice.sample(near, 7)) if n % 2 else (*dice.sample(near, 6), JOKER)
        legal = legal_settings(cards)
        complete = [s.front_value for s in legal if s.back_value.category in COMPLETE]
        assert may_complete(cards) == bool(complete)
        assert front_before_complete(cards) == max(complete, default=None)
        for front in {s.front_value for s in legal}:
            same = [s for s in legal if s.front_value == front]
            assert settings_with(cards, front) == same
            best = best_with(cards, front, bool(complete), Wheel.SECOND_HIGHEST)
            assert best == max(same, key=lambda s: s.back_value)
        nothing, _ = best_five(cards)
        ace_high = nothing.category is Category.HIGH_CARD and nothing.ranks[0] == ACE
        assert is_ace_high_pai_gow(cards) == ace_high
