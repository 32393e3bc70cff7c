"""Rules, kernel and simulation side by side, and the advice that comes from them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.cardplay.paigow import solution as adviser
from pitboss.cardplay.paigow.hands import Outcome, Wheel, is_ace_high_pai_gow, legal_settings
from pitboss.cardplay.paigow.house_way import FOXWOODS, HOUSE_WAYS, house_way
from pitboss.core.cards import DECK_WITH_JOKER, parse_many
from pitboss.core.errors import BadInput
from pitboss.rounds.events import DEALER, Decision
from pitboss.simulator.run import simulate
from pitboss.table_games.face_up_pai_gow_poker.kernel import KERNEL, hand_type
from tests.edge.asked import query_of
from tests.face_up_pai_gow_poker.support import ACE_HIGH, GAME, PAIR_OF_KINGS, round_of


def test_setting_the_house_way_costs_what_the_simulation_shows() -> None:
    """House-way players lose more than best players, and the kernel's house way is the rules'."""
    query = query_of(GAME, "main")
    dealer = KERNEL.dealer(query, "house-way")
    dice = random.Random(3)
    hands = np.array([dice.sample(DECK_WITH_JOKER, 14) for _ in range(1500)], np.uint8)
    for row, net in zip(hands, dealer.nets_of_orders(hands), strict=True):
        cards = [int(c) for c in row]
        if is_ace_high_pai_gow(cards[:7]):
            assert net == 0
            continue
        outcome = FOXWOODS.set(cards[7:]).against(FOXWOODS.set(cards[:7]))
        assert net == {Outcome.WIN: 100, Outcome.PUSH: 0, Outcome.LOSE: -100}[outcome]
    plain, best = (simulate(player, 1 << 20, 5) for player in (dealer, KERNEL.dealer(query)))
    assert plain.mean(100) < best.mean(100) - 0.01
    with pytest.raises(BadInput, match="optimal, house-way"):
        KERNEL.dealer(query, "luck")


@pytest.mark.clause("FU-05", "FU-06")
def test_advice_names_the_best_setting_and_what_the_others_give() -> None:
    query = query_of(GAME, "main")
    found = questions.strategy(GAME, query, f"As Ah Kd 9c 7s 5d 2h v {PAIR_OF_KINGS}")
    assert found.best is not None and found.best.expectation == 1
    worth = {frozenset(o.cards): o.expectation for o in found.options}
    assert worth[frozenset(parse_many("Kd 9c"))] == 1
    assert worth[frozenset(parse_many("5d 2h"))] == 0
    (house,) = [o for o in found.options if o.text.endswith("(house way)")]
    assert set(house.cards) == set(parse_many("Kd 9c"))
    assert len(found.options) == len({s.values for s in legal_settings(parse_many("As Ah Kd 9c 7s 5d 2h"))})
    assert any("House way foxwoods/1" in line for line in found.summary)
    dealer = ACE_HIGH.replace("Kh", "Ks").replace("9s", "9d")
    nothing = questions.strategy(GAME, query, f"2s 2h Kd 9c 7s 5d 3h v {dealer}")
    assert nothing.options == () and "pushes" in nothing.summary[0]
    with pytest.raises(BadInput, match="Ks is named twice"):
        questions.strategy(GAME, query, f"{PAIR_OF_KINGS} v {PAIR_OF_KINGS}")


@pytest.mark.clause("PG-27")
@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_chances_against_a_hidden_hand(way: str) -> None:
    """Against a sample of dealers' hands, set by the readable house way."""
    cards = parse_many("As Ah 9d 9c Ks 5d 2h")
    advice = adviser.hidden(cards, way, Wheel.SECOND_HIGHEST)
    assert [a.expectation for a in advice] == sorted((a.expectation for a in advice), reverse=True)
    dice = random.Random(8)
    rest = [c for c in DECK_WITH_JOKER if c not in cards]
    dealers = [house_way(way).set(dice.sample(rest, 7)) for _ in range(3000)]
    for found in (advice[0], advice[-1]):
        outcomes = Counter(found.setting.against(dealer) for dealer in dealers)
        assert abs(outcomes[Outcome.WIN] / 3000 - found.win) < 0.04
        assert abs(outcomes[Outcome.LOSE] / 3000 - found.lose) < 0.04


def test_advice_in_a_live_round_is_in_cents_and_covers_every_choice() -> None:
    round = round_of({DEALER: PAIR_OF_KINGS, 1: "As Ah Kd 9c 7s 5d 2h"}, {1: {"standard": 2500}})
    options = questions.advise(round, 1)
    best = max(options, key=lambda option: option.expectation)
    assert (best.expectation, best.action) == (2500, "set")
    house = next(option for option in options if option.action == "house-way")
    assert house.expectation == 2500
    assert questions.cost_of(options, Decision("set", cards=parse_many("2h 5d"))) == 2500
    assert questions.advise(round_of({DEALER: ACE_HIGH}, {1: {"standard": 100}}), 1) == ()


def test_types_of_hands_do_not_depend_on_the_order_of_the_cards() -> None:
    dice = random.Random(2)
    for _ in range(300):
        cards = dice.sample(DECK_WITH_JOKER, 7)
        first = hand_type(np.array(cards, np.uint8), 0)
        dice.shuffle(cards)
        assert hand_type(np.array(cards, np.uint8), 0) == first
