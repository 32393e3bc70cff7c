"""Rules, kernel and simulation side by side, and the advice that comes from them."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from pitboss.cards import DECK_WITH_JOKER, parse_many
from pitboss.edge import ask
from pitboss.edge.pai_gow import adviser
from pitboss.errors import BadInput
from pitboss.paigow.hands import Wheel, is_ace_high_pai_gow
from pitboss.paigow.setting import Outcome, legal_settings
from pitboss.paigow.way_file import FOXWOODS, HOUSE_WAYS, house_way
from pitboss.rounds.events import DEALER, Decision
from pitboss.rounds.round import Round
from pitboss.simulate.face_up_pai_gow_poker import KERNEL
from pitboss.simulate.kernels.face_up_pai_gow_poker import hand_type
from pitboss.simulate.run import simulate
from tests.face_up_pai_gow_poker.support import (
    ACE_HIGH,
    CONFIG,
    GAME,
    PAIR_OF_KINGS,
    nets,
    query_of,
    round_of,
)


def best_policy(round: Round, ask_: object) -> Decision:
    spot = round.pending[0].spot
    best = adviser.face_up(adviser.seen_hand(round, spot), adviser.dealers_setting(round))[0]
    return Decision("set", cards=best.setting.front)


def play_both(count: int, seed: int) -> None:
    """The same rounds through the rules and through the kernel, wager by wager."""
    dice = random.Random(seed)
    deck = list(DECK_WITH_JOKER)
    wagers = {
        1: {"standard": 100, "fortune-bonus": 500, "ace-high": 100},
        2: {"standard": 100, "fortune-bonus": 500},
    }
    rows, found = [], []
    for _ in range(count):
        dice.shuffle(deck)
        round = Round(CONFIG, wagers, tuple(deck), number=1, trusted=True).play_out(best_policy)
        found.append(nets(round))
        rows.append([*deck[:7], *deck[42:49], *deck[35:42]])
    hands = np.array(rows, np.uint8)
    for wager, net in (
        ("main", "standard"),
        ("fortune-bonus", "fortune-bonus"),
        ("ace-high", "ace-high"),
    ):
        settings = {"others": "1"} if wager == "fortune-bonus" else {}
        dealer = KERNEL.dealer(query_of(wager, "1", **settings))
        assert list(dealer.nets_of_hands(hands)) == [n[net] for n in found], wager


@pytest.mark.clause("FU-06", "FU-08", "FU-09", "FU-12")
def test_kernel_and_rules_agree_cent_for_cent() -> None:
    play_both(1_000, 1)


@pytest.mark.long
@pytest.mark.parametrize("part", range(5))
def test_kernel_and_rules_agree_on_a_hundred_thousand_rounds(part: int) -> None:
    play_both(20_000, 100 + part)


@pytest.mark.parametrize(
    ("wager", "table", "settings"),
    [
        ("main", "1", {}),
        ("main", "1", {"house_way": "santa-ana-star", "wheel": "lowest"}),
        ("fortune-bonus", "1", {}),
        ("fortune-bonus", "6", {"others": "5"}),
        ("ace-high", "2", {}),
        ("jackpot", "FUPGPP-WA07", {"meter": "500000"}),
        ("jackpot", "FUPGPP-ML02", {"minor": "100000", "straight_flush_7": "natural"}),
    ],
)
def test_simulation_agrees_with_the_exact_edge(wager: str, table: str, settings: dict[str, str]) -> None:
    query = query_of(wager, table, **settings)
    dealer = KERNEL.dealer(query)
    tally = simulate(dealer, 1 << 21, 20260)
    exact = -ask.solve(GAME, query).house_edge
    off = tally.mean(dealer.unit_cents) - float(exact)
    assert abs(off) < 4.5 * tally.standard_error(dealer.unit_cents)


def test_setting_the_house_way_costs_what_the_simulation_shows() -> None:
    """House-way players lose more than best players, and the kernel's house way is the rules'."""
    query = query_of("main")
    dealer = KERNEL.dealer(query, "house-way")
    dice = random.Random(3)
    hands = np.array([dice.sample(DECK_WITH_JOKER, 14) for _ in range(1500)], np.uint8)
    for row, net in zip(hands, dealer.nets_of_hands(hands), strict=True):
        cards = [int(c) for c in row]
        if is_ace_high_pai_gow(cards[:7]):
            assert net == 0
            continue
        outcome = FOXWOODS.set(cards[7:]).against(FOXWOODS.set(cards[:7]))
        assert net == {Outcome.WIN: 100, Outcome.PUSH: 0, Outcome.LOSE: -100}[outcome]
    tally = simulate(dealer, 1 << 20, 5)
    best = simulate(KERNEL.dealer(query), 1 << 20, 5)
    assert tally.mean(100) < best.mean(100) - 0.01
    with pytest.raises(BadInput, match="optimal, house-way"):
        KERNEL.dealer(query, "luck")


@pytest.mark.clause("FU-05", "FU-06")
def test_advice_names_the_best_setting_and_what_the_others_give() -> None:
    query = query_of("main")
    found = ask.strategy(GAME, query, f"As Ah Kd 9c 7s 5d 2h v {PAIR_OF_KINGS}")
    best = found.best
    assert best is not None
    assert best.expectation == 1
    worth = {frozenset(o.cards): o.expectation for o in found.options}
    assert worth[frozenset(parse_many("Kd 9c"))] == 1
    assert worth[frozenset(parse_many("5d 2h"))] == 0
    (house,) = [o for o in found.options if o.text.endswith("(house way)")]
    assert set(house.cards) == set(parse_many("Kd 9c"))
    assert len(found.options) == len({s.values for s in legal_settings(parse_many("As Ah Kd 9c 7s 5d 2h"))})
    assert any("House way foxwoods/1" in line for line in found.summary)
    nothing = ask.strategy(
        GAME, query, f"2s 2h Kd 9c 7s 5d 3h v {ACE_HIGH.replace('Kh', 'Ks').replace('9s', '9d')}"
    )
    assert nothing.options == ()
    assert "pushes" in nothing.summary[0]
    with pytest.raises(BadInput, match="Ks is named twice"):
        ask.strategy(GAME, query, f"{PAIR_OF_KINGS} v {PAIR_OF_KINGS}")


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
    options = ask.advise(round, 1)
    best = max(options, key=lambda option: option.expectation)
    assert (best.expectation, best.action) == (2500, "set")
    house = next(option for option in options if option.action == "house-way")
    assert house.expectation == 2500
    assert ask.cost_of(options, Decision("set", cards=parse_many("2h 5d"))) == 2500
    assert ask.advise(round_of({DEALER: ACE_HIGH}, {1: {"standard": 100}}), 1) == ()


def test_types_of_hands_do_not_depend_on_the_order_of_the_cards() -> None:
    dice = random.Random(2)
    for _ in range(300):
        cards = dice.sample(DECK_WITH_JOKER, 7)
        first = hand_type(np.array(cards, np.uint8), 0)
        dice.shuffle(cards)
        assert hand_type(np.array(cards, np.uint8), 0) == first
