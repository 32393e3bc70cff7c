"""The readable evaluator: names, cards and comparison, as a rule sheet tells them."""

from __future__ import annotations

import pytest

from pitboss.cardplay.poker.hands import Category as C
from pitboss.cardplay.poker.hands import best_hand, explain
from pitboss.core.cards import parse_many, texts
from pitboss.core.errors import BadInput

ROWS = [
    ("As Ks Qs Js Ts 2d 3c", C.ROYAL_FLUSH, "royal flush in spades", "As Ks Qs Js Ts"),
    ("Ah 2h 3h 4h 5h Kd Kc", C.STRAIGHT_FLUSH, "straight flush in hearts, five high", "5h 4h 3h 2h Ah"),
    ("9c 8c 7c 6c 5c Tc 2d", C.STRAIGHT_FLUSH, "straight flush in clubs, ten high", "Tc 9c 8c 7c 6c"),
    ("7c 7d 7h 7s Kd Kc Ah", C.FOUR_OF_A_KIND, "four of a kind, sevens, ace kicker", "7s 7h 7d 7c Ah"),
    ("Kc Kd Kh 4s 4d 4c 2h", C.FULL_HOUSE, "full house, kings over fours", "Kh Kd Kc 4s 4d"),
    ("6c 6d 6h As Ad Kc Ks", C.FULL_HOUSE, "full house, sixes over aces", "6h 6d 6c As Ad"),
    ("Ad 9d 7d 4d 2d Ac As", C.FLUSH, "flush in diamonds, ace high", "Ad 9d 7d 4d 2d"),
    ("Ah 2c 3d 4s 5c 5d Kh", C.STRAIGHT, "straight, five high", "5d 4s 3d 2c Ah"),
    ("Ah Kc Qd Js Tc 9d 8h", C.STRAIGHT, "straight, ace high", "Ah Kc Qd Js Tc"),
    ("9h 9c 9d As 4c 3d 2h", C.THREE_OF_A_KIND, "three of a kind, nines, ace kicker", "9h 9d 9c As 4c"),
    ("Jh Jc 8d 8s 4c 4d Ah", C.TWO_PAIR, "two pair, jacks and eights, ace kicker", "Jh Jc 8s 8d Ah"),
    ("2h 2c 8d Ts 4c Kd Ah", C.PAIR, "pair of twos, ace kicker", "2h 2c Ah Kd Ts"),
    ("2h 3c 8d Ts 4c Kd Qh", C.HIGH_CARD, "king high", "Kd Qh Ts 8d 4c"),
    ("As Ad Kc Kd 3h", C.TWO_PAIR, "two pair, aces and kings, three kicker", "As Ad Kd Kc 3h"),
    ("As Ad", C.PAIR, "pair of aces", "As Ad"),
    ("As Ad Ah", C.THREE_OF_A_KIND, "three of a kind, aces", "As Ah Ad"),
    ("As Kd Qh Jc", C.HIGH_CARD, "ace high", "As Kd Qh Jc"),
    ("Jc Jd 3h 3s", C.TWO_PAIR, "two pair, jacks and threes", "Jd Jc 3s 3h"),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "category", "name", "played"), ROWS)
def test_best_hand(cards: str, category: C, name: str, played: str) -> None:
    hand = best_hand(parse_many(cards))
    assert (hand.category, hand.name, texts(hand.cards)) == (category, name, played)
    assert explain(hand) == f"{name} ({played})"


def test_the_greater_hand_wins_and_suits_and_unplayed_cards_never_break_a_tie() -> None:
    for better, worse in (
        ("Ah Kc Qd Js Tc", "Kh Qc Jd Ts 9c"), ("6h 5c 4d 3s 2c", "5h 4c 3d 2s Ac"),
        ("Ah Ac Kd Qs 3c", "As Ad Kc Qh 2d"), ("Kh Kc 2d 2s Ac", "Ks Kd 2h 2c Qd"),
        ("3h 3c 3d 2s 2c", "2h 2c 2d As Ac"), ("Ah 9h 7h 4h 3h", "Ad 9d 7d 4d 2d"),
        ("2h 3h 4h 5h 6h", "As Ad Ac Ah Ks"),
    ):  # fmt: skip
        assert best_hand(parse_many(better)) > best_hand(parse_many(worse))
    board = "Ah Kd Qc Js 9h"
    assert best_hand(parse_many(board + " 2c 3d")) == best_hand(parse_many(board + " 8s 4h"))


def test_category_titles_and_what_is_not_a_hand() -> None:
    assert (C.HIGH_CARD.title, C.THREE_OF_A_KIND.title) == ("High card", "Three of a kind")
    for cards in ((), tuple(range(8)), (3, 3), (1, 52), (-1, 4)):
        with pytest.raises(BadInput):
            best_hand(cards)
