"""Fu Bacc clause by clause, with given orders of cards.

In a one-spot round the order is: player, player, player's hit card, up card, hole card, dealer's hit card.
"""

from __future__ import annotations

import pytest

from pitboss.core.cards import DECK, HIDDEN, parse, parse_many, texts
from pitboss.core.errors import BadInput, IllegalAction, IllegalWager
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view
from pitboss.table_games.fu_bacc.rules import dealer_draws, is_monkey, points, total, two_monkeys
from tests.games.stage import actions, events, play, start, totals

GAME = "fu-bacc"
CONFIG = TableConfig(GAME)
ANTE = {"ante": 10}
AND_TIE = {"ante": 10, "tie": 5}
AND_MONKEY = {"ante": 10, "lucky-monkey": 5}
SEVEN = "7c Td 2s 5h Kc 4d"


@pytest.mark.clause("FB-01", "FB-02", "FB-03")
def test_values_totals_monkeys_and_when_the_dealer_draws() -> None:
    assert [points(parse(r + "s")) for r in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert [r for r in "A23456789TJQK" if is_monkey(parse(r + "h"))] == ["T", "J", "Q", "K"]
    for asked, answers in (
        (
            total,
            {"Td 5c": 5, "Td 5c Kh": 5, "Td 5c 2h": 7, "Ah 8c": 9, "9h 9c 9d": 7, "Kh Qd": 0, "4c 6d": 0},
        ),
        (dealer_draws, {"Td 6c": False, "Td 5c": True, "9d 7c": False, "Kd Qc": True}),
        (two_monkeys, {"Kc Td": True, "Kc 5d": False, "5d Kc": False, "5d 6c": False}),
    ):
        assert {cards: asked(parse_many(cards)) for cards in answers} == answers


@pytest.mark.clause("FB-03", "FB-17")
def test_dealer_draws_whatever_the_player_holds() -> None:
    draws, stands = (play(start(GAME, f"9c Kd 2s {up} Kc 4d", ANTE), "stay") for up in ("5h", "6h"))
    assert texts(places(draws)[DEALER]["hit"]) == "4d"
    assert "hit" not in places(stands)[DEALER]
    assert [e.text for e in events(stands, "say")] == ["No more bets", "Dealer has 6"]


@pytest.mark.clause("FB-04", "FB-08")
def test_play_is_exactly_twice_the_ante_and_not_bound_by_the_posted_maximum() -> None:
    limits = {"ante": Limits(500, 10000)}
    round = start(GAME, SEVEN, {"ante": 100}, limits=limits, regulation_cents=20000)
    assert {c.action: c.cost_cents for c in round.legal(1)} == {"stay": 20000, "hit": 20000, "fold": 0}
    assert play(round, "stay").stakes[1] == {"ante": 10000, "play": 20000}


POSTED = {"limits": {"ante": Limits(500, 10000), "tie": Limits(100, 2500), "lucky-monkey": Limits(500, 2500)}}
OUTSIDE = "outside the posted limits"


@pytest.mark.clause("FB-05", "FB-06", "FB-08", "HR-02", "HR-08")
@pytest.mark.parametrize(("table", "bets", "clause", "words"), [
    ({"regulation_cents": 30000}, {"ante": 151}, "HR-02", r"\$150"),
    (POSTED, {"ante": 4}, "HR-08", OUTSIDE), (POSTED, {"ante": 101}, "HR-08", OUTSIDE),
    (POSTED, {"ante": 10, "tie": 26}, "HR-08", OUTSIDE), (POSTED, {"ante": 10, "lucky-monkey": 1}, "HR-08", OUTSIDE),
    ({}, {"tie": 5}, "FB-06", "without an Ante"),
    ({"offered": frozenset({"tie"})}, {"ante": 5, "lucky-monkey": 5}, "FB-05", "not offered"),
])  # fmt: skip
def test_wagers_that_are_refused(table: dict, bets: dict[str, int], clause: str, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(IllegalWager, match=words) as refusal:
        start(GAME, SEVEN, bets, **table)
    assert refusal.value.clause == clause


@pytest.mark.clause("FB-05", "FB-06")
def test_side_wagers_alone_where_the_house_allows_it() -> None:
    round = start(GAME, "Kc Td 2s 5h Kd 5s", {"tie": 5, "lucky-monkey": 5}, {"side_wagers_alone": "yes"})
    assert round.finished, "such a spot is never asked and never gets a third card"
    assert totals(round) == {"lucky-monkey": 2500, "tie": 3500}
    assert {place: len(cards) for place, cards in places(round)[1].items()} == {"hand": 2}


TWO = {"two_spots": "yes"}


@pytest.mark.clause("FB-07")
def test_two_adjacent_spots_only_where_allowed_and_the_first_hand_first() -> None:
    for spots, options, says in (
        ((1, 2), {}, "FB-07"),
        ((1, 3), TWO, "adjacent"),
        ((1, 2, 3), TWO, "1, 2, 3"),
    ):
        with pytest.raises(IllegalWager, match=says):
            start(GAME, SEVEN, dict.fromkeys(spots, ANTE), options, dict.fromkeys(spots, "ann"))
    round = start(GAME, SEVEN, {1: ANTE, 2: ANTE}, TWO, {1: "ann", 2: "ann"})
    with pytest.raises(IllegalAction, match="not spot 2's turn"):
        round.act(2, "fold")
    assert play(round, "fold", "fold").finished


@pytest.mark.clause("FB-07")
def test_the_second_of_two_hands_is_looked_at_when_the_first_is_done() -> None:
    """The holder of two spots saw both hands at once, which is worth something to the first."""
    bets, cards = dict.fromkeys((2, 3, 5), ANTE), "2c 3c Kc 9d 8d Kd 4h 5h Kh 9s Ts Js"
    round = start(GAME, cards, bets, TWO, {2: "ann", 3: "ann", 5: "bob"})
    ann, bob, covered = (2, 3), (5,), [HIDDEN, HIDDEN]
    assert (texts(places(round, ann)[2]["hand"]), places(round, ann)[3]["hand"]) == ("2c 3c", covered)
    assert texts(places(round, bob)[5]["hand"]) == "4h 5h"
    play(round, "stay")
    assert texts(places(round, ann)[3]["hand"]) == "9d 8d"
    assert places(round, bob)[3]["hand"] == places(round)[3]["hand"] == covered
    assert "FB-07" in {e.clause for e in round.log}
    alone = start(GAME, cards, bets, TWO, {2: "ann", 3: "cleo", 5: "bob"})
    assert texts(places(alone, (3,))[3]["hand"]) == "9d 8d"


@pytest.mark.clause("FB-09", "FB-10", "FB-11", "FB-29")
def test_no_more_bets_then_three_cards_each_in_the_order_of_the_deck() -> None:
    round = start(GAME, "2c 3c 4c 5c 6c 7c 8c 9c Tc", {2: ANTE, 5: ANTE})
    assert [(e.kind, e.text) for e in round.log[:2]] == [("say", "No more bets"), ("step", "deal")]
    assert round.log[0].clause == "FB-09"
    felt = places(round, (2, 5))
    assert [texts(felt[spot]["hand"]) for spot in (2, 5)] == ["2c 3c", "5c 6c"]
    dealt = [(e.spot, e.place, texts(e.cards)) for e in events(round, "deal")]
    assert dealt[-3:] == [(0, "up", "8c"), (0, "hole", "9c"), (0, "hit", "Tc")]
    assert round.cards_used == 9
    with pytest.raises(BadInput, match="HR-19"):
        Round(CONFIG, {1: {"ante": 500}}, (*round.order[:-1], round.order[0]))


@pytest.mark.clause("FB-10", "FB-11", "FB-12")
def test_what_each_observer_sees_before_the_dealer_plays() -> None:
    round = start(GAME, "9c 2d Ks 8h Qc 3d Jh 6s Ad", {1: ANTE, 2: ANTE})
    mine, public = view(round, {1}), view(round)
    covered = {"hand": ["??", "??"], "hit": ["??"]}
    dealers = {"up": ["Jh"], "hole": ["??"], "hit": ["??"]}
    assert mine["places"] == {"1": {"hand": ["9c", "2d"], "hit": ["??"]}, "2": covered, "0": dealers}
    assert public["places"]["1"] == covered
    assert (public["pending"], public["waiting_for"]) == ([], [1])
    assert [c["action"] for c in mine["pending"][0]["choices"]] == ["stay", "hit", "fold"]


@pytest.mark.clause("FB-12", "FB-16")
def test_a_decision_that_is_not_offered_is_refused_with_what_is_legal() -> None:
    round = start(GAME, SEVEN, ANTE)
    for action, says in (("double", ("FB-12", "stay, hit, fold")), ("bonus", ("FB-15", "stay, hit, fold"))):
        with pytest.raises(IllegalAction) as refusal:
            round.act(1, action)
        assert (refusal.value.clause, refusal.value.accepted) == says
    for no_rescue in ("Kc Td 2s 8h Ac 5s", "4c 6d 2s 9h Ac 5s"):
        assert "bonus" not in actions(start(GAME, no_rescue, ANTE))


@pytest.mark.clause("FB-14", "FB-26")
def test_lucky_monkey_is_settled_by_the_up_card_when_the_player_acts_before_the_hole_card() -> None:
    round = play(start(GAME, "Kc Td 2s 6h Kd 5s", AND_MONKEY), "stay")
    kinds = [(e.kind, e.spot, e.place) for e in round.log]
    assert kinds.index(("settle", 1, "lucky-monkey")) < kinds.index(("expose", DEALER, "hole"))
    for up, pays in {"9": 30, "8": 20, "7": 15, "6": 10, "5": 5, "A": 5, "K": 5, "T": 5}.items():
        for second, net in (("Td", 500 * pays), ("9d", -500)):
            round = play(start(GAME, f"Kc {second} 2s {up}h 3c 4d", AND_MONKEY), "fold")
            assert totals(round)["lucky-monkey"] == net, (up, second)


@pytest.mark.clause(
    "FB-13", "FB-15", "FB-16", "FB-19", "FB-20", "FB-21", "FB-22", "FB-23", "FB-24", "FB-25", "FB-26", "FB-27"
)
@pytest.mark.parametrize(("cards", "bets", "action", "expected"), [
    # the hands compared: a win, with two cards and with three; a loss; a tie; a fold
    ("7c Td 2s 6h Kc 4d", ANTE, "stay", {"ante": 1000, "play": 2000}),
    ("5c Td 2s 6h Kc 4d", ANTE, "hit", {"ante": 1000, "play": 2000}),
    ("5c Td 2s 9h Kc 4d", ANTE, "hit", {"ante": -1000, "play": -2000}),
    ("7c Td 2s 7h Kc 4d", ANTE, "stay", {"ante": -1000, "play": 0}),
    ("7c Td 2s 7h Kc 4d", ANTE, "fold", {"ante": -1000}),
    # a natural may be cashed, and keeps its Tie wager; played, it gives the bonus up
    ("9c Kd 2s 7h Tc 5s", ANTE, "bonus", {"ante": 2000}), ("8c Kd 2s 7h Tc 5s", ANTE, "bonus", {"ante": 1500}),
    ("4c 4d 2s 7h Tc 5s", ANTE, "bonus", {"ante": 1500}), ("4c 5d 2s 7h Tc 5s", ANTE, "bonus", {"ante": 2000}),
    ("8c Kd 2s 5h 3c 9s", AND_TIE, "bonus", {"ante": 1500, "tie": 3500}),
    ("8c Kd 2s 5h 3c 9s", ANTE, "stay", {"ante": -1000, "play": 0}),
    # the rescue of two monkeys pays one to one, beside Lucky Monkey and a live Tie
    ("Kc Td 2s 9h Ac 5s", {**AND_TIE, "lucky-monkey": 1}, "bonus", {"lucky-monkey": 3000, "ante": 1000, "tie": -500}),
    ("Kc Td 2s 9h 3c 8s", AND_TIE, "bonus", {"ante": 1000, "tie": 3500}),
    # Tie counts the hands as they ended, a folded one on two cards
    ("2c 3d 2s 7h Kc 4d", AND_TIE, "hit", {"ante": -1000, "play": 0, "tie": 3500}),
    ("2c 3d 2s 7h Kc 4d", AND_TIE, "stay", {"ante": -1000, "play": -2000, "tie": -500}),
    ("2c 3d 9s 5h Kc Td", {**AND_TIE, "lucky-monkey": 5}, "fold", {"lucky-monkey": -500, "ante": -1000, "tie": 3500}),
])  # fmt: skip
def test_settlement(cards: str, bets: dict[str, int], action: str, expected: dict[str, int]) -> None:
    round = start(GAME, cards, bets)
    if action == "bonus":
        first = round.legal(1)[0]
        assert (first.action, first.clause) == ("bonus", "FB-16" if cards.startswith("Kc Td") else "FB-15")
    play(round, action)
    assert totals(round) == expected
    with pytest.raises(IllegalAction, match="over"):
        round.act(1, "bonus")
    if action == "fold" and "tie" in bets:
        assert len(places(round)[1]["hand"]) == 2
    if action == "bonus" and "tie" not in bets:
        assert [e.place for e in events(round, "expose") if e.spot == 1][:1] == ["hand"]
        assert 1 not in places(round), "the cards are collected and the hit card is burned"


@pytest.mark.clause("FB-17", "FB-18", "HR-26")
def test_spots_act_in_order_and_settle_from_the_dealers_right_each_completely() -> None:
    round = start(GAME, "2c 3c Kc 2d 3d Kd 2h 3h Kh 9s Ts Js", dict.fromkeys((1, 4, 7), AND_TIE))
    asked = []
    while round.pending:
        asked.append(round.pending[0].spot)
        play(round, "stay")
    assert asked == [1, 4, 7]
    in_order = [(spot, wager) for spot in (7, 4, 1) for wager in ("ante", "play", "tie")]
    assert [(s.spot, s.wager) for s in round.settlements] == in_order


@pytest.mark.clause("FB-28")
def test_the_layout_has_four_wager_places_with_odds_and_the_legend() -> None:
    assert [w.name for w in CONFIG.sheet.wagers] == ["Ante", "Play", "Lucky Monkey", "Tie"]
    assert "6 or higher" in CONFIG.sheet.legends[0]


@pytest.mark.clause("HR-26")
def test_a_timeout_never_adds_money() -> None:
    round = start(GAME, "9c Kd 2s", dict.fromkeys(range(1, 8), ANTE)).play_out(fallback)
    assert all("play" not in bets for bets in round.stakes.values())
    assert round.net_cents(1) == 2000, "a natural takes its bonus"


@pytest.mark.parametrize(("wagers", "words"), [
    *(({1: {"ante": cents}}, ".") for cents in (-100, 0, 150, 2.5, "100", True)),
    ({8: {"ante": 500}}, "spot 8"), ({1: {"ante": 500, "play": 1000}}, "during the round"), ({}, "Nobody"),
    ({1: {"dragon": 500}}, "no wager 'dragon'"),
])  # fmt: skip
def test_nonsense_is_refused(wagers: dict[int, dict[str, int]], words: str) -> None:
    with pytest.raises((IllegalWager, BadInput), match=words):
        Round(CONFIG, wagers, DECK)
