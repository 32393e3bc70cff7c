"""Order of the cards, blackjacks, insurance, the dealer's play: scripted rounds of blackjack."""

from __future__ import annotations

from functools import cache

import pytest

from pitboss.cardplay.blackjack.hands import POINTS, dealer_draws
from pitboss.cardplay.blackjack.procedure import DEALER_MOST_CARDS
from pitboss.core.cards import HIDDEN, parse, texts
from pitboss.core.errors import BadInput, IllegalAction, IllegalWager
from pitboss.core.odds import Rounding
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view
from tests.games.stage import actions, events, hands, order_of, play, start, totals, why_not

GAME = "blackjack"
SOUTH = {"blackjack": 10}


@pytest.mark.clause("BJ-18")
def test_cards_go_round_the_table_and_the_first_dealer_card_is_up() -> None:
    round = start(GAME, "2c 3c 4c 9d 5c 6c 7c 8d", {1: SOUTH, 4: SOUTH, 7: SOUTH})
    assert [(e.spot, e.place, texts(e.cards)) for e in events(round, "deal")] == [
        (1, "hand", "2c"), (4, "hand", "3c"), (7, "hand", "4c"), (DEALER, "up", "9d"),
        (1, "hand", "5c"), (4, "hand", "6c"), (7, "hand", "7c"), (DEALER, "hole", "8d"),
    ]  # fmt: skip
    assert places(round)[DEALER] == {"up": [parse("9d")], "hole": [HIDDEN]}
    assert round.pending[0].spot == 1


@pytest.mark.clause("BJ-04")
def test_without_a_hole_card_the_second_card_comes_after_the_players() -> None:
    round = start(GAME, "Tc 9d 9c 7h Td", options={"hole_card": "none"})
    assert places(round)[DEALER] == {"up": [parse("9d")]}
    play(round, "stand")
    assert places(round)[DEALER] == {"up": [parse("9d")], "hole": [parse("7h")], "drawn": [parse("Td")]}
    assert totals(round) == {"blackjack": 1000}


@pytest.mark.clause("BJ-02")
def test_no_dealers_hand_is_longer_than_the_cards_kept_back() -> None:
    @cache
    def longest(points: int, ace: bool, hits: bool) -> int:
        soft = ace and points <= 11
        if not dealer_draws(points + 10 * soft, soft, hits):
            return 0
        return 1 + max(longest(points + p, ace or p == 1, hits) for p in POINTS)

    assert max(longest(0, False, True), longest(0, False, False)) == DEALER_MOST_CARDS


@pytest.mark.clause("BJ-03", "HR-29")
def test_a_blackjack_is_paid_when_its_turn_comes_and_rounded_by_a_house_rule() -> None:
    for pays, stake, net in (
        ("3-to-2", 10, 1500), ("6-to-5", 10, 1200), ("1-to-1", 10, 1000), ("3-to-2", 5, 750), ("6-to-5", 1, 120),
    ):  # fmt: skip
        wagers = {1: {"blackjack": stake}, 2: SOUTH}
        round = start(GAME, "Ac Tc 9d Kc 9c 8h", wagers, {"blackjack_pays": pays})
        assert not round.finished
        assert totals(round) == {"blackjack": net}
        assert round.pending[0].spot == 2
        assert 1 not in places(round)
    for rounding, net in ((Rounding.NONE, 750), (Rounding.CHIP_DOWN, 700), (Rounding.CHIP_UP, 800)):
        assert start(GAME, "Ac 9d Kc 9c", {"blackjack": 5}, rounding=rounding).net_cents() == net


@pytest.mark.clause("BJ-04", "BJ-15")
def test_a_dealers_blackjack_ends_the_round_and_a_peek_without_one_is_silent() -> None:
    for up, hole in ("Td", "Ah"), ("Kd", "Ah"), ("Ad", "Jh"):
        round = start(GAME, f"Tc Ac {up} 9c Kc {hole}", {1: SOUTH, 2: SOUTH}, {"insurance": "off"})
        assert round.finished
        assert [totals(round, spot)["blackjack"] for spot in (1, 2)] == [-1000, 0]
        assert [hand for _, hand in hands(round)] == ["both-blackjack", "dealer-blackjack"]
        assert places(round)[DEALER]["hole"] == [parse(hole)]
    for cards, said in (
        ("Tc 9d 9c Ah", []),
        ("Tc Td 9c 9h", ["The dealer looks at the hole card: no blackjack"]),
    ):
        assert [e.text for e in events(start(GAME, cards), "say") if e.clause == "BJ-04"] == said


@pytest.mark.clause("BJ-05", "BJ-13")
def test_insurance_is_up_to_half_the_wager_in_whole_chips_or_exactly_half() -> None:
    round = start(GAME, "Tc Ad 9c 9h", {"blackjack": 15})
    assert actions(round) == ["decline", "insure"]
    choice = round.pending[0].choices[1]
    assert (choice.least_cents, choice.most_cents) == (100, 750)
    for cents in (0, 50, 725, 800):
        with pytest.raises(IllegalAction, match=r"BJ-05|HR-29"):
            round.act(1, "insure", cents)
    play(round, "insure $7.50", "stand")
    assert totals(round)["insurance"] == -750


@pytest.mark.clause("BJ-05", "BJ-15")
def test_insurance_is_settled_before_everything_else() -> None:
    round = start(GAME, "Tc Ac Ad 9c Kc Kh", {1: SOUTH, 2: SOUTH})
    play(round, "insure $5", "insure $3")
    assert round.finished
    assert hands(round)[:2] == [("insurance", "dealer-blackjack")] * 2
    assert totals(round, 1) == {"insurance": 1000, "blackjack": -1000}
    assert totals(round, 2) == {"insurance": 600, "blackjack": 0}
    assert [s.spot for s in round.settlements] == [2, 1, 2, 1]
    lost = play(start(GAME, "Tc Ad 9c 9h"), "insure $5")
    assert (hands(lost), totals(lost)) == ([("insurance", "no-blackjack")], {"insurance": -500})
    assert actions(lost)[0] == "stand"


@pytest.mark.clause("BJ-05")
def test_insurance_needs_an_ace_an_offer_and_room_for_a_chip() -> None:
    assert actions(start(GAME, "Tc Kd 9c 9h"))[0] == "stand"
    assert actions(start(GAME, "Tc Ad 9c 9h", options={"insurance": "off"}))[0] == "stand"
    assert start(GAME, "Tc Ad 9c 9h", {"blackjack": 1}).pending[0].choices[1][4:6] == (50, 50)
    limited = start(GAME, "Tc Ad 9c 9h", {"blackjack": 10}, regulation_cents=1000)
    assert limited.pending[0].choices[1].most_cents == 500


@pytest.mark.clause("BJ-01", "BJ-02")
def test_the_order_must_hold_the_shoe_and_the_dealers_total_is_called() -> None:
    for decks in range(1, 9):
        config = TableConfig(GAME, {"decks": str(decks)})
        order = order_of(config, "")
        assert len(order) == 52 * decks
        Round(config, {1: {"blackjack": 1000}}, order)
        with pytest.raises(BadInput, match="not a shoe"):
            Round(config, {1: {"blackjack": 1000}}, order[:-1])
    for dealt, made in (("Ah", "has 17"), ("5h Th", "has 21"), ("Th 6h", "has 22, too many")):
        round = play(start(GAME, f"Tc 6d 9c {dealt}", options={"soft_17": "stands"}), "stand")
        assert f"Dealer {made}" in [event.text for event in events(round, "say")]


@pytest.mark.clause("HR-26", "BJ-12", "BJ-14")
def test_seven_spots_act_from_the_left_and_are_settled_from_the_right() -> None:
    cards = "2c 3c 4c 5c 6c 7c 8c 9d Td Th Ts Tc Jd Jh Js 7h 8h"
    round = start(GAME, cards, dict.fromkeys(range(1, 8), SOUTH))
    order = []
    while round.pending:
        order.append(round.pending[0].spot)
        play(round, "stand")
    assert order == [1, 2, 3, 4, 5, 6, 7]
    assert [s.spot for s in round.settlements] == [7, 6, 5, 4, 3, 2, 1]
    assert hands(round) == [(GAME, "dealer-bust")] * 7
    assert round.net_cents() == 7000


@pytest.mark.clause("BJ-12", "BJ-13", "HR-30")
def test_spots_have_wagers_which_are_locked_by_the_first_card() -> None:
    assert TableConfig(GAME).spots == 7
    with pytest.raises(BadInput, match="HR-30"):
        TableConfig(GAME, spots=8)
    for wagers, table, says in (
        ({3: SOUTH}, {"spots": 2}, "no spot 3"), ({1: SOUTH, 2: {}}, {}, "Spot 2 has no wager"),
        ({"blackjack": 10, "double": 10}, {}, "BJ-06"),
    ):  # fmt: skip
        with pytest.raises(IllegalWager, match=says):
            start(GAME, "", wagers, **table)  # type: ignore[arg-type]
    round = start(GAME, "Tc 9d 5c 9h")
    assert round.log[0].text == "No more bets"
    assert round.on_felt == {1: {"blackjack": 1000}}
    with pytest.raises(IllegalAction):
        round.act(1, "blackjack", 500)


@pytest.mark.clause("BJ-13")
def test_a_confirmed_double_split_or_insurance_stays() -> None:
    round = play(start(GAME, "8c Ad 8d 9h 2c Tc"), "insure $4", "split")
    assert round.stakes == {1: {"blackjack": 1000, "insurance": 400, "split": 1000}}
    assert play(round, "double").stakes[1]["double"] == 1000
    with pytest.raises(IllegalAction):
        round.act(1, "decline")


@pytest.mark.clause("BJ-13", "HR-02")
def test_a_further_wager_above_a_limit_is_not_offered() -> None:
    for later in ("double", "split", "insurance"):
        with pytest.raises(BadInput, match=f"no limits for {later}"):
            TableConfig(GAME, limits={later: Limits(0, 4000)})
    config = TableConfig(GAME, regulation_cents=40_000)
    # a first wager above the limit never passes the opening; were it there, nothing could be added to it
    over = Round(config, {1: {"blackjack": 50_000}}, order_of(config, "8c 6d 8d 9h"), trusted=True)
    assert actions(over) == ["stand", "hit"]
    assert (why_not(over, "double"), why_not(over, "split")) == ("HR-02", "HR-02")
    at = start(GAME, "8c 6d 8d 9h", {"blackjack": 400}, regulation_cents=40_000)
    assert actions(at) == ["stand", "hit", "double", "split"]
    with pytest.raises(IllegalWager, match="HR-01"):
        start(GAME, "", {"blackjack": 401}, regulation_cents=40_000)


def test_a_timeout_stands_uninsured_and_a_view_shows_everything_but_the_hole_card() -> None:
    round = start(GAME, "Tc Ad 5c 9h").play_out(fallback)
    assert round.stakes == {1: {"blackjack": 1000}}
    assert [d.action for _, d in round.decisions] == ["decline", "stand"]
    shape = view(start(GAME, "Tc 9d 5c 8h"))
    assert shape["places"] == {"1": {"hand": ["Tc", "5c"]}, "0": {"up": ["9d"], "hole": ["??"]}}
    assert "8h" not in str(shape)
