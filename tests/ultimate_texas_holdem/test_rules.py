"""The rules of Ultimate Texas Hold'em, clause by clause, as a table of rounds."""

from __future__ import annotations

import pytest

from pitboss.approvals import sheet
from pitboss.cards import deck_of, parse_many
from pitboss.errors import IllegalAction, IllegalWager
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places

GAME = "ultimate-texas-holdem"
BETS = {"ante": 1000, "blind": 1000}
ALL = {**BETS, "trips": 500}


def start(cards: str, bets: dict[str, int] | dict[int, dict[str, int]] = BETS, **table: object) -> Round:
    """`cards` are the first of the deck, in the order they are dealt."""
    first = list(parse_many(cards))
    order = first + [c for c in deck_of(1) if c not in first]
    wagers = bets if all(isinstance(v, dict) for v in bets.values()) else {1: bets}
    return Round(TableConfig(GAME, **table), wagers, order)  # type: ignore[arg-type]


def nets(round: Round, spot: int = 1) -> dict[str, int]:
    return {s.wager: s.net_cents for s in round.settlements if s.spot == spot}


# player, dealer, player, dealer, flop, turn, river
@pytest.mark.clause("UT-02", "UT-03", "UT-04")
@pytest.mark.parametrize(
    ("cards", "actions", "expected"),
    [
        # a pair of aces over a pair of kings, at each size of the Play wager
        ("As Kc Ad Kd 2c 7h 9s Jd 3c", "play-4x", {"ante": 1000, "play": 4000, "blind": 0}),
        ("As Kc Ad Kd 2c 7h 9s Jd 3c", "play-3x", {"ante": 1000, "play": 3000, "blind": 0}),
        ("As Kc Ad Kd 2c 7h 9s Jd 3c", "check play-2x", {"ante": 1000, "play": 2000, "blind": 0}),
        ("As Kc Ad Kd 2c 7h 9s Jd 3c", "check check play-1x", {"ante": 1000, "play": 1000, "blind": 0}),
        ("As Kc Ad Kd 2c 7h 9s Jd 3c", "check check fold", {"ante": -1000, "blind": -1000}),
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
    ],
)
def test_ante_blind_and_play(cards: str, actions: str, expected: dict[str, int]) -> None:
    round = start(cards)
    for action in actions.split():
        round.act(1, action)
    assert round.finished
    assert nets(round) == expected


@pytest.mark.clause("UT-05")
@pytest.mark.parametrize(
    ("table", "pays"),
    [
        ("1", (50, 40, 30, 8, 7, 4, 3)),
        ("2", (50, 40, 30, 9, 7, 4, 3)),
        ("3", (50, 40, 30, 8, 6, 5, 3)),
        ("4", (50, 40, 20, 7, 6, 5, 3)),
    ],
)
def test_trips_tables_in_the_order_of_the_sheet(table: str, pays: tuple[int, ...]) -> None:
    lines = sheet(GAME).pay_table("trips", table).lines
    assert tuple(line.pays.net for line in lines) == pays


@pytest.mark.clause("UT-05")
@pytest.mark.parametrize(("option", "net"), [("qualifies", 1500), ("lost", -500)])
def test_trips_of_a_folded_hand_is_the_operators_choice(option: str, net: int) -> None:
    # three deuces against three aces
    round = start("2s Ac 2d Ad 2c 7h As Jd 3c", ALL, options={"folded_trips": option})
    for action in ("check", "check", "fold"):
        round.act(1, action)
    assert nets(round) == {"ante": -1000, "blind": -1000, "trips": net}


@pytest.mark.clause("UT-05")
def test_trips_pays_on_a_losing_hand() -> None:
    round = start("2s Ac 2d Ad 2c 7h As Jd 3c", ALL)
    round.act(1, "play-4x")
    assert nets(round) == {"ante": -1000, "play": -4000, "blind": -1000, "trips": 1500}


@pytest.mark.clause("UT-01", "UT-02")
def test_what_is_asked_when_and_why_the_rest_is_not() -> None:
    round = start("As Kc Ad Kd 2c 7h 9s Jd 3c")
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
            assert choice.cost_cents == times * BETS["ante"]
        for action in refused:
            with pytest.raises(IllegalAction) as error:
                round.act(1, action)
            assert error.value.clause == "UT-02"
        if "check" in choices:
            round.act(1, "check")


@pytest.mark.clause("UT-01")
def test_blind_and_ante_are_equal_and_trips_needs_them() -> None:
    with pytest.raises(IllegalWager):
        start("", {"ante": 1000, "blind": 500})
    with pytest.raises(IllegalWager):
        start("", {"trips": 500})


@pytest.mark.clause("UT-06")
def test_the_ante_is_at_most_a_quarter_of_the_limit() -> None:
    with pytest.raises(IllegalWager, match="Play on this Ante would be \\$404") as error:
        start("", {"ante": 10_100, "blind": 10_100}, regulation_cents=40_000)
    assert "$100" in str(error.value.accepted)
    start("", {"ante": 10_000, "blind": 10_000}, regulation_cents=40_000)


@pytest.mark.clause("UT-06")
def test_whoever_has_played_is_not_asked_again() -> None:
    round = start("As Kc Ad Kd 2c 7h 9s Jd 3c")
    round.act(1, "play-3x")
    assert round.finished
    assert round.stakes[1]["play"] == 3000


@pytest.mark.clause("UT-07")
def test_order_of_decisions_views_and_settlement() -> None:
    round = start("As Qc Kc Ad Qd Kd 2c 7h 9s Jd 3c", {1: ALL, 3: ALL})
    assert [ask.spot for ask in round.pending] == [1]
    assert "Kc" not in str(places(round, (1,)))
    assert set(places(round, (1,))[DEALER]["hole"]) == {255} or len(places(round, (1,))[DEALER]["hole"]) == 2
    round.act(1, "check")
    assert [ask.spot for ask in round.pending] == [3]
    assert "flop" not in places(round)[DEALER]
    round.act(3, "play-4x")
    assert [ask.spot for ask in round.pending] == [1]
    assert len(places(round)[DEALER]["flop"]) == 3
    assert "turn" not in places(round)[DEALER]
    round.act(1, "check")
    assert {"turn", "river"} <= places(round)[DEALER].keys()
    round.act(1, "play-1x")
    spots = [s.spot for s in round.settlements]
    assert spots == sorted(spots, reverse=True)


@pytest.mark.clause("UT-01", "JP-06")
def test_two_jackpots_by_hole_and_flop_whatever_becomes_of_the_hand() -> None:
    bets = {**BETS, "jackpot": 100, "second-jackpot": 100}
    places_ = frozenset({"jackpot", "second-jackpot"})
    tables = {"jackpot": "1", "second-jackpot": "1"}
    round = start("9s Kc 9d Kd 9h 2h Ts Kh 3c", bets, offered=places_, pay_tables=tables)
    for action in ("check", "check", "fold"):
        round.act(1, action)
    assert [(hit.wager, hit.hand) for hit in round.jackpots] == [
        ("jackpot", "three-of-a-kind"),
        ("second-jackpot", "three-of-a-kind"),
    ]
    assert nets(round)["jackpot"] == 800
