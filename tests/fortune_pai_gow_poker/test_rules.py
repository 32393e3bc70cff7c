"""The rules of Fortune Pai Gow Poker, clause by clause."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.approvals import sheet
from pitboss.errors import IllegalAction, IllegalWager
from pitboss.house.check import check
from pitboss.paigow.hands import Wheel
from pitboss.paigow.way_file import house_way
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from tests.face_up_pai_gow_poker.support import nets, order_of
from tests.house.tables import TODAY, example

GAME = "fortune-pai-gow-poker"
KINGS = "Ks Kh Qd Jc 9s 4d 3h"
"""as dealer: queen-jack in front, pair of kings in back"""
NINE_HIGH = "Ks Kh Kd 9c 8s 4d 3h"
"""as dealer: nine-eight in front, three kings in back"""
ACES = "As Ah Kd Qh 7c 5s 2d"
"""king-queen in front, pair of aces: beats KINGS twice"""


def round_of(hands: Mapping[int, str], bets: Mapping[str, int] | None = None, **table: object) -> Round:
    config = TableConfig(GAME, **table)  # type: ignore[arg-type]
    wagers = {spot: dict(bets or {"pai-gow": 1000}) for spot in hands if spot}
    return Round(config, wagers, order_of(hands), number=1)


def by_house(round: Round) -> Round:
    while not round.finished:
        round.act(round.pending[0].spot, "house-way")
    return round


@pytest.mark.clause("FP-05", "FP-06")
@pytest.mark.parametrize(
    ("player", "net"),
    [
        (ACES, 950),
        ("As Ac Qh Jd 7c 5s 2d", 0),  # queen-jack in front is a copy
        ("Kc Kd Qc Jh 9d 4s 3c", -1000),  # two copies
        ("Qs Qh Ac Td 7c 5s 2d", 0),
        ("Qs Qh Jd Td 7c 5s 2c", -1000),
    ],
)
def test_win_push_and_loss(player: str, net: int) -> None:
    assert nets(by_house(round_of({0: KINGS, 1: player}))) == {"pai-gow": net}


@pytest.mark.clause("FP-06")
def test_a_dealers_ace_high_pushes_nothing() -> None:
    round = by_house(round_of({0: "As Kh Qd Jc 9s 8d 4h", 1: "Ks Kd Ac Qc 7c 5s 2d"}))
    assert nets(round) == {"pai-gow": 950}
    assert "ace-high" not in {wager.id for wager in sheet(GAME).wagers}


@pytest.mark.clause("FP-05")
@pytest.mark.parametrize(
    ("stake", "rounding", "commission", "net"),
    [
        (1000, "exact", "5%", 950),
        (1500, "exact", "5%", 1425),
        (1500, "chip", "5%", 1400),
        (2000, "chip", "5%", 1900),
        (10_000, "exact", "5%", 9500),
        (1500, "exact", "none", 1500),
        (1500, "exact", "free", 1500),
    ],
)
def test_commission_to_the_cent_up_to_a_chip_or_none(
    stake: int, rounding: str, commission: str, net: int
) -> None:
    options = {"commission": commission, "commission_rounding": rounding}
    round = by_house(round_of({0: KINGS, 1: ACES}, {"pai-gow": stake}, options=options))
    assert nets(round) == {"pai-gow": net}


@pytest.mark.clause("FP-08")
@pytest.mark.parametrize(("commission", "net"), [("free", 0), ("5%", -1000), ("none", -1000)])
def test_nine_high_pushes_without_commission(commission: str, net: int) -> None:
    round = by_house(round_of({0: NINE_HIGH, 1: "Qs Qh 8d 7h 6c 3s 2d"}, options={"commission": commission}))
    assert nets(round) == {"pai-gow": net}
    said = [event.text for event in round.log if event.clause == "FP-08" and event.kind == "say"]
    assert said == (["Dealer's low hand is nine high: all hands push"] if commission == "free" else [])


@pytest.mark.clause("FP-01", "FP-03")
def test_the_dealer_stays_closed_until_all_have_set() -> None:
    round = round_of({0: KINGS, 2: ACES, 5: "Qs Qc Jd Td 7h 5c 2c"})
    assert {ask.spot for ask in round.pending} == {2, 5}
    assert "front" not in places(round, (2,)).get(DEALER, {})
    round.act(2, "house-way")
    assert "front" not in places(round, (2,)).get(DEALER, {})
    with pytest.raises(IllegalAction):
        round.act(2, "house-way")
    round.act(5, "house-way")
    assert round.finished
    steps = [event.text for event in round.log if event.kind == "step"]
    assert steps == ["deal", "decisions", "dealer", "settle"]
    assert game_of(GAME).draws == 7
    assert sheet(GAME).spots == (1, 6, 6)


@pytest.mark.clause("FP-04")
def test_a_foul_hand_cannot_be_entered() -> None:
    round = round_of({0: KINGS, 1: ACES})
    with pytest.raises(IllegalAction, match="Foul") as error:
        round.decide(1, Decision("set", cards=tuple(round_cards("As Ah"))))
    assert error.value.clause == "PG-05"
    round.decide(1, Decision("set", cards=tuple(round_cards("Kd Qh"))))
    assert nets(round) == {"pai-gow": 950}


def round_cards(text: str) -> list[int]:
    from pitboss.cards import parse_many

    return list(parse_many(text))


@pytest.mark.clause("FP-04")
def test_the_house_way_is_the_tables() -> None:
    hand = "Ts Th 4s 4c As 7h 2c"  # kept together by one way behind the ace, split by the other
    made = {
        name: house_way(name).set(tuple(round_cards(hand)), Wheel.SECOND_HIGHEST).words
        for name in ("foxwoods", "santa-ana-star")
    }
    for name, words in made.items():
        round = by_house(round_of({0: KINGS, 1: hand}, options={"house_way": name}))
        assert any(event.text == words for event in round.log), name


@pytest.mark.clause("FP-02", "FP-09")
def test_every_wager_needs_the_pai_gow_wager_and_the_bank_is_the_houses() -> None:
    for wager in ("fortune-bonus", "jackpot"):
        offered = frozenset({wager})
        tables = {"jackpot": "FPGPP-WA01"} if wager == "jackpot" else {}
        with pytest.raises(IllegalWager):
            Round(
                TableConfig(GAME, pay_tables=tables, offered=offered),
                {1: {wager: 500}},
                order_of({}),
                number=1,
            )
    assert not [wager for wager in sheet(GAME).wagers if "bank" in wager.id]


@pytest.mark.clause("FP-02", "FP-07")
def test_fortune_bonus_envy_and_two_jackpots() -> None:
    quads = "8s 8h 8d 8c Ad 7h 2c"
    bets = {"pai-gow": 1000, "fortune-bonus": 500, "jackpot": 100, "second-jackpot": 100}
    places_ = frozenset({"fortune-bonus", "jackpot", "second-jackpot"})
    tables = {"jackpot": "FPGPP-WA01", "second-jackpot": "FPGPP-WA07", "fortune-bonus": "2"}
    round = by_house(round_of({0: KINGS, 1: quads, 2: ACES}, bets, offered=places_, pay_tables=tables))
    assert nets(round, 1)["fortune-bonus"] == 25 * 500
    assert nets(round, 2)["fortune-bonus"] == -500 + 500  # envy $5
    assert {(hit.spot, hit.wager, hit.hand) for hit in round.jackpots} == {
        (1, "jackpot", "four-of-a-kind"),
        (1, "second-jackpot", "four-of-a-kind"),
    }


@pytest.mark.clause("FP-07", "JP-24")
@pytest.mark.parametrize(
    ("own", "twin"),
    [
        ("FPGPP-WA01", "FUPGPP-WA01"),
        ("FPGPP-WA03", "FUPGPP-WA03"),
        ("FPGPP-WA07", "FUPGPP-WA07"),
        ("FPGPP-ML2", "FUPGPP-ML02"),
    ],
)
def test_jackpot_tables_have_their_twins_lines(own: str, twin: str) -> None:
    ours = sheet(GAME).pay_table("jackpot", own)
    theirs = sheet("face-up-pai-gow-poker").pay_table("jackpot", twin)
    assert [(n.hand, str(n.pays)) for n in ours.lines] == [(n.hand, str(n.pays)) for n in theirs.lines]
    assert ours.rules == theirs.rules
    assert own in theirs.linked_with
    assert theirs.linked_as in ours.linked_with


@pytest.mark.clause("FP-07")
@pytest.mark.parametrize("table", ["1", "2", "3", "4", "6", "7"])
def test_fortune_tables_are_the_face_up_ones(table: str) -> None:
    ours, theirs = (sheet(g).pay_table("fortune-bonus", table) for g in (GAME, "face-up-pai-gow-poker"))
    rows = [[(n.hand, str(n.pays), n.envy_cents) for n in t.lines] for t in (ours, theirs)]
    assert rows[0] == rows[1]
    assert ours.rules == theirs.rules


@pytest.mark.clause("HR-07", "FP-09")
def test_play_waits_for_the_operators_own_sheet() -> None:
    report = check(example("fortune-pai-gow-poker"), TODAY)
    assert not report.errors
    line = 'approved-sheet = { date = 2022-02-21, reference = "Example letter 22-011" }'
    without = check(example("fortune-pai-gow-poker", (line, "")), TODAY)
    assert any(f.clause == "HR-07" and "own approved rule sheet" in f.message for f in without.errors)
