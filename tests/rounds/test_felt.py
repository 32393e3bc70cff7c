"""What the felt keeps by itself: cards that are dealt on from the discards, and the amounts its events carry."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.core.odds import LOSES, ToOne
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.felt import Felt, discards_of

SIX = TableConfig("blackjack")
SHOE = list(range(52)) * 6


@pytest.mark.clause("BJ-11")
def test_of_a_card_that_is_there_several_times_as_many_stay_out_as_lie_elsewhere() -> None:
    assert discards_of((5, 5, 5, 7, 7, 5, 9), elsewhere=(5, 7, 5)) == (2, 4, 5, 6)
    assert discards_of((5, 5), elsewhere=()) == (0, 1)
    assert discards_of((5, 5), elsewhere=(5, 5, 5)) == ()


@pytest.mark.clause("BJ-11")
def test_every_card_of_a_shoe_of_six_decks_is_dealt_once_when_the_discards_come() -> None:
    """Four cards of the shoe are left, two of them alike: table, rest and discards are the shoe again."""
    last = [8, 8, 21, 34]
    first = list(SHOE)
    for card in last:
        first.remove(card)
    felt = Felt(SIX, {1: {"blackjack": 500}}, (*first, *last, *reversed(SHOE)), len(first) - 3)
    dealt = felt.deal(1, "hand", 5, "BJ-05")
    assert dealt == (*first[-3:], *last[:2])
    dealt += felt.deal(DEALER, "hand", 302, "BJ-05")
    assert felt.can_deal(5) and not felt.can_deal(6)
    dealt += felt.deal(DEALER, "hand", 5, "BJ-05")
    assert sorted(dealt) == sorted(SHOE)


@pytest.mark.clause("BJ-11")
def test_how_many_cards_can_still_be_dealt_is_exact() -> None:
    felt = Felt(SIX, {1: {"blackjack": 500}}, (*SHOE, *SHOE), 312 - 4)
    felt.deal(1, "hand", 4, "BJ-05")
    assert [felt.can_deal(count) for count in (0, 307, 308, 309)] == [True, True, True, False]
    alone = Felt(SIX, {1: {"blackjack": 500}}, tuple(SHOE), 312 - 4)
    assert [alone.can_deal(count) for count in (3, 4, 5)] == [True, True, False]


def test_what_is_said_moves_no_money() -> None:
    felt = Felt(SIX, {1: {"blackjack": 500}}, tuple(SHOE), 0)
    felt.say("The shoe is out", "BJ-11")
    felt.step("deal", "BJ-05")
    felt.look(1, "hand", (3,), "FB-07")
    felt.move(1, "hand", "low", (3,), "FB-07")
    felt.clear(1, "low", "FB-07")
    assert [event.amount_cents for event in felt.log] == [0] * 5


@pytest.mark.clause("HR-33")
def test_what_a_void_undoes_has_no_stake_of_its_own() -> None:
    felt = Felt(SIX, {1: {"blackjack": 500, "insurance": 200}, 2: {"blackjack": 300}}, tuple(SHOE), 0)
    felt.settle(1, "insurance", ToOne(Fraction(2)), "blackjack", "BJ-07")
    felt.settle(2, "blackjack", LOSES, "bust", "BJ-08")
    before = tuple(felt.settlements)
    assert [s.net_cents for s in before] == [400, -300]
    felt.void("a card was exposed", "HR-33")
    returned, *undone = felt.settlements[len(before) :]
    assert (returned.wager, returned.stake_cents, returned.net_cents) == ("blackjack", 500, 0)
    of = [(s.spot, s.wager, s.stake_cents, s.net_cents) for s in undone]
    assert of == [(1, "insurance", 0, -400), (2, "blackjack", 0, 300)]


def test_cards_move_no_money_either() -> None:
    felt = Felt(SIX, {1: {"blackjack": 500}}, tuple(SHOE), 0)
    felt.expose(1, "hand", felt.deal(1, "hand", 2, "BJ-05"), "BJ-05")
    assert [(event.kind, event.amount_cents) for event in felt.log] == [("deal", 0), ("expose", 0)]


@pytest.mark.clause("JP-32", "JP-20")
def test_others_are_spots_unless_each_person_is_asked_for_once() -> None:
    felt = Felt(SIX, {spot: {"blackjack": 500} for spot in range(1, 7)}, tuple(SHOE), 0)
    felt.holders = {1: "ann", 2: "bob", 3: "bob", 4: "ann", 6: "cem"}
    assert felt.others(1, felt.spots) == [2, 3, 5, 6]
    assert felt.others(1, (6, 5, 3, 2), once=True) == [6, 5, 2]
    assert felt.others(5, felt.spots, once=True) == [1, 2, 6]
