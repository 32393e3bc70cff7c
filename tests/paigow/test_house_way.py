"""The house ways rule by rule. Each row: the hand, the front it must give, the clause that asks for it."""

from __future__ import annotations

import random

import pytest

from pitboss.cardplay.paigow.hands import Wheel, legal_settings
from pitboss.cardplay.paigow.house_way import FOXWOODS, HOUSE_WAYS, SANTA_ANA_STAR, house_way
from pitboss.core.cards import DECK_WITH_JOKER, parse_many, rank_of
from pitboss.core.errors import BadInput

RULES = [
    "PG-07", "PG-08", "PG-09", "PG-10", "PG-11", "PG-12", "PG-13", "PG-14", "PG-15", "PG-16", "PG-17",
    "PG-18", "PG-19", "PG-20", "PG-21", "PG-22", "PG-23", "PG-24", "PG-25", "PG-26", "PG-27",
]  # fmt: skip

FOXWOODS_ROWS = [
    ("Ks Qh Td 8c 7s 4s 3h", "Qh Td", "PG-07"), ("Jk Qh Td 8c 7s 4s 3h", "Qh Td", "PG-07"),
    ("9s 9h Kd Qc 7s 4s 3h", "Kd Qc", "PG-08"), ("Jk Ah Kd 9c 7s 4s 3h", "Kd 9c", "PG-08"),
    ("As Ah 2d 2c Ks Qh 9d", "2d 2c", "PG-09"), ("Js Jh 2d 2c As Qh 9d", "2d 2c", "PG-09"),
    ("Ts Th 2d 2c As Qh 8d", "As Qh", "PG-10"), ("Ts Th 2d 2c Ks Qh 8d", "2d 2c", "PG-10"),
    ("7s 7h 2d 2c Jk Qh 9d", "Jk Qh", "PG-10"), ("6s 6h 2d 2c Ks Qh 9d", "Ks Qh", "PG-11"),
    ("6s 6h 2d 2c As 9h 8d", "As 9h", "PG-11"), ("6s 6h 2d 2c Qs Jh 9d", "2d 2c", "PG-11"),
    ("3s 3h 2d 2c Qs Jh 9d", "2d 2c", "PG-11"), ("9s 9h 5d 5c 2s 2h Ad", "9s 9h", "PG-12"),
    ("As Ah Ad Kc 9s 4h 3d", "As Kc", "PG-13"), ("Jk Ah Ad Qc 9s 4h 3d", "As Qc", "PG-13"),
    ("Ks Kh Kd Qc 9s 4h 3d", "Qc 9s", "PG-14"), ("2s 2h 2d Ac 9s 4h 3d", "Ac 9s", "PG-14"),
    ("9s 9h 9d 4c 4s 4h Kd", "9s 9h", "PG-15"), ("As Kh 9s 8s 7s 6s 5s", "As Kh", "PG-16"),
    ("Ts 9h 8d 7c 6s 5s 4h", "Ts 9h", "PG-16"), ("As Ks Qs Js Ts 9s 8s", "As Ks", "PG-16"),
    ("Ks Qh 9d 8c 7s 6s 5h", "Ks Qh", "PG-16"), ("9s 9h 8d 7c 6s 5s 2h", "9s 2h", "PG-17"),
    ("5s 5h 9d 8c 7s 6s 5d", "5s 5h", "PG-18"), ("Ks Kh 9d 8c 7s 6s 5h", "Ks Kh", "PG-17"),
    ("Ts Th 9d 8c 7s 6s Ah", "As Ts", "PG-17"), ("Ts Th 9d 8c 7s 6d Qh", "Qs Ts", "PG-17"),
    ("Ks Kh 9s 8s 7s 4s Ah", "Ah Kh", "PG-17"), ("As Ks 9s 8s 7s Kh 2d", "As 9s", "PG-17"),
    ("As Ts 9s 8s 7s Th 2d", "As 9s", "PG-17"), ("As 9s 8s 7s 5s 9h 2d", "9h 2d", "PG-17"),
    ("9s 9h Ks 8s 7s 4s Ah", "As 9h", "PG-17"), ("As Ks Qd Jc Th Kc 2d", "As Qd", "PG-17"),
    ("9s 9h 9d 8c 7s 6s 5h", "9s 9h", "PG-18"), ("4s Ks 9s 8s 2s 4h 4d", "4h 4d", "PG-18"),
    ("As Ah Jk Kd Qc Js 4h", "As 4h", "PG-18"), ("As Ah Jk Ks Qs Js 9s", "Ah Jk", "PG-18"),
    ("9s 9h 9d 4c 4s Kh Qd", "4c 4s", "PG-19"), ("2s 2h 2d Ac As Kh Qd", "Ac As", "PG-19"),
    ("9s 9h 9d 4c 4s Kh Kd", "Kh Kd", "PG-20"), ("9s 9h 9d Ac Jk Kh Kd", "Ac Jk", "PG-20"),
    ("Js Jh Jd Jc As Kh Qd", "Js Jh", "PG-21"), ("As Ah Ad Jk Qs 9h 4d", "As Ah", "PG-21"),
    ("Ts Th Td Tc Ks 5h 4d", "Ks 5h", "PG-22"), ("7s 7h 7d 7c Qs 5h 4d", "7s 7h", "PG-22"),
    ("6s 6h 6d 6c Qs 5h 4d", "Qs 5h", "PG-23"), ("2s 2h 2d 2c 5s 4h 3d", "5s 4h", "PG-23"),
    ("Ks Kh Kd Kc 4s 4h 3d", "4s 4h", "PG-24"), ("2s 2h 2d 2c 4s 4h 4d", "4s 4h", "PG-24"),
    ("As Ah Ad Ac Jk Qh Qd", "As Ah", "PG-25"), ("As Ah Ad Ac Jk Kh Kd", "Kh Kd", "PG-25"),
    ("As Ah Ad Ac Jk Kh 2d", "As Ah", "PG-25"),
]  # fmt: skip


@pytest.mark.clause(*RULES)
@pytest.mark.parametrize(("cards", "front", "clause"), FOXWOODS_ROWS)
def test_foxwoods(cards: str, front: str, clause: str) -> None:
    made, rule = FOXWOODS.explain(parse_many(cards))
    ranks = [12 if c == 52 else rank_of(c) for c in made.front]
    assert sorted(ranks) == sorted(12 if w == "Jk" else rank_of(parse_many(w)[0]) for w in front.split())
    assert rule.clause == clause
    assert rule.text


@pytest.mark.clause("PG-27")
def test_the_best_back_settles_suits_and_the_joker() -> None:
    made = FOXWOODS.set(parse_many("Ah As Ks 9s 7s 4s Kd"))
    assert made.words == "pair of kings in front, pair of aces in back"
    flush = FOXWOODS.set(parse_many("Kh Ks Qs 9s 7s 4s 2d"))
    assert flush.words == "king-two in front, flush, king high in back", "the king of hearts goes in front"
    joker = FOXWOODS.set(parse_many("Jk As Ks Qh Jd 4s 2d"))
    assert joker.words == "four-two in front, straight, ace high in back"


@pytest.mark.clause("PG-04", "PG-16", "PG-27")
def test_two_pair_goes_before_straights_and_flushes_and_the_wheels_rule_reaches_the_house_way() -> None:
    made, rule = FOXWOODS.explain(parse_many("9s 9h 8s 8d 7s 6s 5s"))
    assert (rule.clause, made.words) == ("PG-10", "pair of eights in front, pair of nines in back")
    for wheel in Wheel:
        made = FOXWOODS.set(parse_many("Ah 2s 3d 4c 5s 6h Kd"), wheel)
        assert made.words == "ace-king in front, straight, six high in back"


@pytest.mark.clause("PG-27")
def test_house_ways_are_found_by_name_and_logged_under_their_own_clauses_in_their_own_words() -> None:
    """santa-ana-star was logged under foxwoods' clauses, some of which say the opposite of what was done."""
    assert house_way("foxwoods") is house_way("foxwoods/1") is FOXWOODS
    with pytest.raises(BadInput, match="foxwoods, santa-ana-star"):
        house_way("rumour")
    cards = parse_many("9s 9h 8d 8c Ks 4d 3h")
    (_, fox), (_, star) = (house_way(name).explain(cards) for name in ("foxwoods", "santa-ana-star"))
    assert (fox.clause, star.clause) == ("PG-10", "PG-27")
    assert star.text.startswith("santa-ana-star: ")


SANTA_ANA_ROWS = [
    ("5s 5h 2d 2c Ks Qh 9d", "Ks Qh"), ("5s 5h 2d 2c Qs Jh 9d", "2d 2c"), ("9s 9h 2d 2c Ks Qh 8d", "Ks Qh"),
    ("9s 9h 6d 6c As Jh 3d", "As Jh"), ("9s 9h 6d 6c As Th 3d", "6d 6c"), ("Ks Kh 2d 2c As Qh 3d", "As Qh"),
    ("Ks Kh 2d 2c As Th 3d", "2d 2c"), ("Ts Th 6d 6c As Kh 3d", "6d 6c"), ("As Ah 2d 2c Ks Qh 3d", "2d 2c"),
    ("5s 5h 5d 5c Ks Qh 3d", "Ks Qh"), ("5s 5h 5d 5c Js Th 3d", "5s 5h"), ("9s 9h 9d 9c As Qh 3d", "As Qh"),
    ("9s 9h 9d 9c Ks Qh 3d", "9s 9h"), ("Ks Kh Kd Kc As Qh 3d", "Ks Kh"), ("As Ah Ad Ac Jk Kh Kd", "As Ah"),
    ("Ks Kh 9s 8s 7s 4s Ah", "Ah Kh"),
]  # fmt: skip


@pytest.mark.clause("PG-27")
@pytest.mark.parametrize(("cards", "front"), SANTA_ANA_ROWS)
def test_santa_ana_star(cards: str, front: str) -> None:
    made = SANTA_ANA_STAR.set(parse_many(cards))
    assert sorted(c >> 2 for c in made.front) == sorted(rank_of(c) for c in parse_many(front))


@pytest.mark.clause("PG-27", "PG-05")
@pytest.mark.parametrize("way", HOUSE_WAYS.values(), ids=lambda way: way.name)
def test_a_house_way_never_fouls(way) -> None:
    dice = random.Random(way.name)
    for _ in range(400):
        cards = dice.sample(DECK_WITH_JOKER, 7)
        made = way.set(cards)
        assert made.foul is None
        assert made in legal_settings(cards)
