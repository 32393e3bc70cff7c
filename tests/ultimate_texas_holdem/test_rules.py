"""The rules of Ultimate Texas Hold'em, clause by clause, as a table of rounds."""

from __future__ import annotations

import pytest

from pitboss.core.cards import HIDDEN
from pitboss.core.errors import IllegalAction, IllegalWager
from pitboss.rounds.events import DEALER
from pitboss.rounds.views import places
from pitboss.sheets import sheet
from tests.games.stage import play, start, totals

GAME = "ultimate-texas-holdem"
BETS = {"ante": 10, "blind": 10}
ALL = {**BETS, "trips": 5}
ACES = "As Kc Ad Kd 2c 7h 9s Jd 3c"


# player, dealer, player, dealer, flop, turn, river
@pytest.mark.clause("UT-02", "UT-03", "UT-04")
@pytest.mark.parametrize(("cards", "actions", "expected"), [
    # a pair of aces over a pair of kings, at each size of the Play wager
    (ACES, "play-4x", {"ante": 1000, "play": 4000, "blind": 0}),
    (ACES, "play-3x", {"ante": 1000, "play": 3000, "blind": 0}),
    (ACES, "check play-2x", {"ante": 1000, "play": 2000, "blind": 0}),
    (ACES, "check check play-1x", {"ante": 1000, "play": 1000, "blind": 0}),
    (ACES, "check check fold", {"ante": -1000, "blind": -1000}),
    # the dealer's ace high does not qualify: the Ante comes back, Play and Blind are compared
    ("Kc Ad 4s 6d 2c 7h 9s Jd Qc", "play-4x", {"ante": 0, "play": -4000, "blind": -1000}),
    ("Ac Kd 4s 6d 2c 7h 9s Jd Qc", "play-4x", {"ante": 0, "play": 4000, "blind": 0}),
    # the board plays for both
    ("2c 3d 2d 3c As Ks Qs Js Ts", "play-4x", {"ante": 0, "play": 0, "blind": 0}),
    ("Kc Ad 4s Ac 2c 7h 9s Jd 3c", "play-3x", {"ante": -1000, "play": -3000, "blind": -1000}),
    # the Blind's lines, on a win
    ("As Kc Ks Kd Qs Js Ts 2d 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 500_000}),
    ("9s Kc Ks Kd Qs Js Ts 2d 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 50_000}),
    ("9s Kc 9d Kd 9h 9c Ts 2d 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 10_000}),
    ("9s Kc 9d Kd 9h Tc Ts 2d 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 3_000}),
    ("9s Kc 2s Kd 4s Ts Js 2d 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 1_500}),
    ("9s Kc 8d Kd 7h Tc Js 2d 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 1_000}),
])  # fmt: skip
def test_ante_blind_and_play(cards: str, actions: str, expected: dict[str, int]) -> None:
    round = play(start(GAME, cards, BETS), *actions.split())
    assert round.finished
    assert totals(round) == expected


@pytest.mark.clause("UT-05")
@pytest.mark.parametrize(("table", "pays"), [
    ("1", (50, 40, 30, 8, 7, 4, 3)), ("2", (50, 40, 30, 9, 7, 4, 3)), ("3", (50, 40, 30, 8, 6, 5, 3)),
    ("4", (50, 40, 20, 7, 6, 5, 3)),
])  # fmt: skip
def test_trips_tables_in_the_order_of_the_sheet(table: str, pays: tuple[int, ...]) -> None:
    lines = sheet(GAME).pay_table("trips", table).lines
    assert tuple(line.pays.net for line in lines) == pays


@pytest.mark.clause("UT-05")
@pytest.mark.parametrize(("option", "actions", "net"), [
    ("qualifies", "check check fold", 1500), ("lost", "check check fold", -500), ("lost", "play-4x", 1500),
])  # fmt: skip
def test_trips_pays_on_a_losing_hand_and_by_choice_on_a_folded_one(
    option: str, actions: str, net: int
) -> None:
    # three deuces against three aces
    round = play(start(GAME, "2s Ac 2d Ad 2c 7h As Jd 3c", ALL, {"folded_trips": option}), *actions.split())
    played = {"play": -4000} if actions == "play-4x" else {}
    assert totals(round) == {"ante": -1000, **played, "blind": -1000, "trips": net}


@pytest.mark.clause("UT-01", "UT-02")
def test_what_is_asked_when_and_why_the_rest_is_not() -> None:
    round = start(GAME, ACES, BETS)
    for choices, refused in (
        (("check", "play-3x", "play-4x"), ("play-2x", "play-1x", "fold")),
        (("check", "play-2x"), ("play-4x", "play-3x", "play-1x", "fold")),
        (("play-1x", "fold"), ("play-4x", "play-3x", "play-2x", "check")),
    ):
        ask = round.asked(1)
        assert ask is not None
        assert tuple(c.action for c in ask.choices) == choices
        assert set(ask.why_not) == set(refused)
        for choice in ask.choices:
            times = int(choice.action[5]) if choice.action.startswith("play") else 0
            assert choice.cost_cents == times * 1000
        for action in refused:
            with pytest.raises(IllegalAction, match="UT-02"):
                round.act(1, action)
        play(round, "check" if "check" in choices else "fold")


@pytest.mark.clause("UT-01", "UT-06")
def test_blind_and_ante_are_equal_trips_needs_them_and_the_ante_is_at_most_a_quarter_of_the_limit() -> None:
    for bets in ({"ante": 10, "blind": 5}, {"trips": 5}):
        with pytest.raises(IllegalWager):
            start(GAME, "", bets)
    with pytest.raises(IllegalWager, match=r"Play on this Ante would be \$404") as error:
        start(GAME, "", {"ante": 101, "blind": 101}, regulation_cents=40_000)
    assert "$100" in str(error.value.accepted)
    start(GAME, "", {"ante": 100, "blind": 100}, regulation_cents=40_000)
    # whoever has played is not asked again
    round = play(start(GAME, ACES, BETS), "play-3x")
    assert round.finished
    assert round.stakes[1]["play"] == 3000


@pytest.mark.clause("UT-07")
def test_order_of_decisions_views_and_settlement() -> None:
    round = start(GAME, "As Qc Kc Ad Qd Kd 2c 7h 9s Jd 3c", {1: ALL, 3: ALL})
    assert "Kc" not in str(places(round, (1,)))
    assert places(round, (1,))[DEALER]["hole"] == [HIDDEN, HIDDEN]
    after = [(1, "check", ()), (3, "play-4x", ("flop",)), (1, "check", ("flop", "turn", "river"))]
    for spot, action, board in after:
        assert [ask.spot for ask in round.pending] == [spot]
        round.act(spot, action)
        assert tuple(place for place in places(round)[DEALER] if place != "hole") == board
    assert len(places(round)[DEALER]["flop"]) == 3
    play(round, "play-1x")
    spots = [s.spot for s in round.settlements]
    assert spots == sorted(spots, reverse=True)


@pytest.mark.clause("UT-01", "JP-06")
def test_two_jackpots_by_hole_and_flop_whatever_becomes_of_the_hand() -> None:
    both = ("jackpot", "second-jackpot")
    table = {"offered": frozenset(both), "pay_tables": dict.fromkeys(both, "1")}
    round = start(GAME, "9s Kc 9d Kd 9h 2h Ts Kh 3c", {**BETS, **dict.fromkeys(both, 1)}, **table)
    play(round, "check", "check", "fold")
    assert [(hit.wager, hit.hand) for hit in round.jackpots] == [
        (jackpot, "three-of-a-kind") for jackpot in both
    ]
    assert totals(round)["jackpot"] == 800
