"""The bonus lines, and the compiled tables of all types beside the readable hands."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pitboss.cardplay.paigow.coverage import tables
from pitboss.cardplay.paigow.hands import (
    HANDS,
    SEVEN_NATURAL,
    SEVEN_WITH_JOKER,
    SetHand,
    Wheel,
    all_settings,
    fits,
    is_ace_high_pai_gow,
    legal_settings,
    line_of,
)
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS
from pitboss.cardplay.paigow.kernels import FRONTS, ROYAL_MATCH, flush_fits, rank_fits, set_code
from pitboss.core.cards import DECK_WITH_JOKER, parse_many
from pitboss.sheets import sheet
from pitboss.table_games.face_up_pai_gow_poker.kernel import hand_type

SHEET = sheet("face-up-pai-gow-poker")

LINES = [
    ("8s 9s Ts Js Qs Ks As", "seven-card-straight-flush"), ("As 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush"),
    ("Qs Ks As 2s 3s 4s 5s", "straight-flush"), ("2s 3s 4s 5s 6s 7s 9s", "straight-flush"),
    ("8s 9s Jk Js Qs Ks As", "seven-card-straight-flush-joker"),
    ("9s Ts Js Qs Ks As Jk", "seven-card-straight-flush-joker"),
    ("As Ks Qs Js Ts Kh Qh", "royal-flush-royal-match"), ("As Jk Qs Js Ts Kh Qh", "royal-flush-royal-match"),
    ("As Ks Qs Js Ts Kh Qd", "royal-flush"), ("As Ks Qs Js Ts Jk Qd", "royal-flush"),
    ("As Ah Ad Ac Jk Kh Qd", "five-aces"), ("As Ah Ad Jk 5s 6s 9c", "four-of-a-kind"),
    ("As Ah Jk Kd Kc 6s 9c", "full-house"), ("As Jk 9s 5s 4s 6h 8c", "flush"),
    ("9s 9h 9d 8c 7s 6s 5h", "three-of-a-kind"), ("As Jk Kd Qc Js 4h 3d", "straight"),
    ("As Jk Kd Kc 4s 4h 9d", "three-pair"), ("As Kd Kc 4s 4h 9d 8c", None),
]  # fmt: skip


@pytest.mark.clause("FU-13", "FU-14", "FU-15", "FU-16", "FU-17")
@pytest.mark.parametrize(("cards", "line"), LINES)
def test_a_hand_takes_the_highest_line_it_fits(cards: str, line: str | None) -> None:
    assert line_of(SHEET.pay_table("fortune-bonus", "1"), fits(parse_many(cards)), {}) == line


@pytest.mark.clause("JP-24", "JP-25", "FU-17")
@pytest.mark.parametrize(("table", "option", "cards", "line"), [
    ("FUPGPP-WA01", "any", "8s 9s Jk Js Qs Ks As", SEVEN_WITH_JOKER),
    ("FUPGPP-WA03", "any", "8s 9s Jk Js Qs Ks As", SEVEN_NATURAL),
    ("FUPGPP-WA03", "natural", "8s 9s Jk Js Qs Ks As", "royal-flush"),
    ("FUPGPP-ML02", "natural", "2s 3s 4s 5s 6s 7s Jk", "straight-flush"),
    ("FUPGPP-ML02", "natural", "2s 3s 4s 5s 6s 7s 8s", SEVEN_NATURAL),
    ("FUPGPP-WA07", "any", "8s 9s Ts Js Qs Ks As", "royal-flush"),
    ("FUPGPP-WA07", "any", "2s 3s 4s 5s 6s 7s 8s", "straight-flush"),
    ("FUPGPP-WA03", "any", "As Ks Qs Js Ts Kh Qh", "royal-flush"),
])  # fmt: skip
def test_jackpot_lines_by_table_and_reading(table: str, option: str, cards: str, line: str) -> None:
    chosen = SHEET.pay_table("jackpot", table)
    assert line_of(chosen, fits(parse_many(cards)), {"straight_flush_7": option}) == line


def hands(seed: int, count: int) -> list[list[int]]:
    """Random hands, every third with six cards of one suit or the joker, so that flush types come up."""
    dice = random.Random(seed)
    found = []
    for n in range(count):
        if n % 3:
            found.append(dice.sample(DECK_WITH_JOKER, 7))
            continue
        suit = dice.randrange(4)
        suited = dice.sample(range(suit, 52, 4), dice.randint(4, 6))
        rest = [c for c in DECK_WITH_JOKER if c not in suited]
        found.append(suited + dice.sample([*rest, *[52] * 20], 1))
        while len(set(found[-1])) < 7:
            found[-1] = list({*found[-1], dice.choice(rest)})
        found[-1] = found[-1][:7]
    return found


def code_of(made: SetHand, wheel: Wheel) -> tuple[int, int, bool]:
    """Front, back and whether it is a foul, compiled."""
    front, back, foul = set_code(np.array(made.front), np.array(made.back), int(wheel is Wheel.LOWEST))
    return front, back, foul


@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.clause("PG-03", "PG-04", "PG-05", "PG-26")
def test_compiled_values_order_hands_as_the_readable_ones(wheel: Wheel) -> None:
    by_code: dict[int, object] = {}
    fronts: dict[int, object] = {}
    for cards in hands(3, 250):
        for made in all_settings(cards, wheel):
            front, back, foul = code_of(made, wheel)
            assert foul == (made.foul is not None)
            assert by_code.setdefault(back, made.back_value) == made.back_value
            assert fronts.setdefault(front, made.front_value) == made.front_value
    for found in (by_code, fronts):
        assert [found[code] for code in sorted(found)] == sorted(found.values())  # type: ignore[type-var]


@pytest.mark.parametrize("way", HOUSE_WAYS)
@pytest.mark.parametrize("wheel", Wheel)
@pytest.mark.clause("PG-27", "FU-04", "FU-05")
def test_tables_of_all_types_hold_what_the_readable_rules_say(way: str, wheel: Wheel) -> None:
    found = tables(way, wheel)
    for cards in hands(7, 120):
        _, flush, place, _ = hand_type(np.array(cards, np.uint8), 0)
        side = found.flushes if flush else found.ranks
        assert tuple(side.house[:, place]) == code_of(HOUSE_WAYS[way].set(cards, wheel), wheel)[:2]
        codes = [code_of(made, wheel)[:2] for made in legal_settings(cards, wheel)]
        assert side.top_front[place] == max(f for f, _ in codes)
        assert side.top_back[place] == max(b for _, b in codes)
        for dealer in range(0, FRONTS, 7):
            assert side.best[dealer, place] == max((b for f, b in codes if f > dealer), default=0)
        assert is_ace_high_pai_gow(cards) == (not flush and found.ranks.ace_high[place])


def test_compiled_lines_are_the_readable_ones() -> None:
    by_rank, by_flush = rank_fits()[0], flush_fits()[0]
    rare = [parse_many(cards) for cards, _ in LINES]
    for cards in [*hands(11, 1500), *rare]:
        _, flush, place, match = hand_type(np.array(cards, np.uint8), 0)
        bits = int(by_flush[place] if flush else by_rank[place])
        bits &= ~0 if match else ~ROYAL_MATCH
        assert tuple(h for n, h in enumerate(HANDS) if bits >> n & 1) == fits(cards)
