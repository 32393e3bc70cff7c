"""The rules of Fortune Pai Gow Poker, clause by clause."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import house_way
from pitboss.core.cards import parse_many
from pitboss.core.errors import IllegalAction, IllegalWager
from pitboss.house.check import check
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import sheet
from tests.face_up_pai_gow_poker.support import PAIR_OF_KINGS as KINGS
from tests.face_up_pai_gow_poker.support import order_of, set_front
from tests.face_up_pai_gow_poker.support import round_of as dealt
from tests.games.stage import totals
from tests.house.tables import TODAY, example

GAME, FACE_UP = "fortune-pai-gow-poker", "face-up-pai-gow-poker"
NINE_HIGH = "Ks Kh Kd 9c 8s 4d 3h"
"""as dealer: nine-eight in front, three kings in back"""
ACES = "As Ah Kd Qh 7c 5s 2d"
"""king-queen in front, pair of aces: beats KINGS twice"""


def round_of(hands: Mapping[int, str], bets: Mapping[str, int] | None = None, **table: object) -> Round:
    wagers = {spot: dict(bets or {"pai-gow": 1000}) for spot in hands if spot}
    return dealt(hands, wagers, TableConfig(GAME, **table))  # type: ignore[arg-type]


def by_house(round: Round) -> Round:
    while not round.finished:
        round.act(round.pending[0].spot, "house-way")
    return round


def commission(percent: str, rounding: str = "exact") -> dict[str, str]:
    return {"commission": percent, "commission_rounding": rounding}


@pytest.mark.clause("FP-05", "FP-06")
@pytest.mark.parametrize(("dealer", "player", "stake", "options", "net"), [
    (KINGS, ACES, 1000, {}, 950),
    (KINGS, "As Ac Qh Jd 7c 5s 2d", 1000, {}, 0),  # queen-jack in front is a copy
    (KINGS, "Kc Kd Qc Jh 9d 4s 3c", 1000, {}, -1000),  # two copies
    (KINGS, "Qs Qh Ac Td 7c 5s 2d", 1000, {}, 0), (KINGS, "Qs Qh Jd Td 7c 5s 2c", 1000, {}, -1000),
    ("As Kh Qd Jc 9s 8d 4h", "Ks Kd Ac Qc 7c 5s 2d", 1000, {}, 950),  # the dealer's ace high pushes nothing
    # commission to the cent, up to a chip, or none
    (KINGS, ACES, 1000, commission("5%"), 950), (KINGS, ACES, 1500, commission("5%"), 1425),
    (KINGS, ACES, 1500, commission("5%", "chip"), 1400), (KINGS, ACES, 2000, commission("5%", "chip"), 1900),
    (KINGS, ACES, 10_000, commission("5%"), 9500), (KINGS, ACES, 1500, commission("none"), 1500),
    (KINGS, ACES, 1500, commission("free"), 1500),
])  # fmt: skip
def test_settlement(dealer: str, player: str, stake: int, options: dict[str, str], net: int) -> None:
    round = by_house(round_of({0: dealer, 1: player}, {"pai-gow": stake}, options=options))
    assert totals(round) == {"pai-gow": net}
    assert "ace-high" not in {wager.id for wager in sheet(GAME).wagers}


@pytest.mark.clause("FP-08")
@pytest.mark.parametrize(("commission", "net"), [("free", 0), ("5%", -1000), ("none", -1000)])
def test_nine_high_pushes_without_commission(commission: str, net: int) -> None:
    round = by_house(round_of({0: NINE_HIGH, 1: "Qs Qh 8d 7h 6c 3s 2d"}, options={"commission": commission}))
    assert totals(round) == {"pai-gow": net}
    said = [event.text for event in round.log if event.clause == "FP-08" and event.kind == "say"]
    assert said == (["Dealer's low hand is nine high: all hands push"] if commission == "free" else [])


@pytest.mark.clause("FP-01", "FP-03")
def test_the_dealer_stays_closed_until_all_have_set() -> None:
    round = round_of({0: KINGS, 2: ACES, 5: "Qs Qc Jd Td 7h 5c 2c"})
    for spots, spot in (({2, 5}, 2), ({5}, 5)):
        assert {ask.spot for ask in round.pending} == spots
        assert "front" not in places(round, (2,)).get(DEALER, {})
        round.act(spot, "house-way")
        with pytest.raises(IllegalAction):
            round.act(spot, "house-way")
    assert round.finished
    steps = [event.text for event in round.log if event.kind == "step"]
    assert steps == ["deal", "decisions", "dealer", "settle"]
    assert game_of(GAME).draws == 7
    assert sheet(GAME).spots == (1, 6, 6)


@pytest.mark.clause("FP-04")
def test_a_foul_hand_cannot_be_entered() -> None:
    round = round_of({0: KINGS, 1: ACES})
    with pytest.raises(IllegalAction, match="Foul") as error:
        set_front(round, "As Ah")
    assert error.value.clause == "PG-05"
    assert totals(set_front(round, "Kd Qh")) == {"pai-gow": 950}


@pytest.mark.clause("FP-04")
def test_the_house_way_is_the_tables() -> None:
    hand = "Ts Th 4s 4c As 7h 2c"  # kept together by one way behind the ace, split by the other
    for name in ("foxwoods", "santa-ana-star"):
        words = house_way(name).set(parse_many(hand), Wheel.SECOND_HIGHEST).words
        round = by_house(round_of({0: KINGS, 1: hand}, options={"house_way": name}))
        assert any(event.text == words for event in round.log), name


@pytest.mark.clause("FP-02", "FP-09")
def test_every_wager_needs_the_pai_gow_wager_and_the_bank_is_the_houses() -> None:
    for wager in ("fortune-bonus", "jackpot"):
        tables = {"jackpot": "FPGPP-WA01"} if wager == "jackpot" else {}
        config = TableConfig(GAME, pay_tables=tables, offered=frozenset({wager}))
        with pytest.raises(IllegalWager):
            Round(config, {1: {wager: 500}}, order_of({}), number=1)
    assert not [wager for wager in sheet(GAME).wagers if "bank" in wager.id]


@pytest.mark.clause("FP-02", "FP-07")
def test_fortune_bonus_envy_and_two_jackpots() -> None:
    quads = "8s 8h 8d 8c Ad 7h 2c"
    bets = {"pai-gow": 1000, "fortune-bonus": 500, "jackpot": 100, "second-jackpot": 100}
    tables = {"jackpot": "FPGPP-WA01", "second-jackpot": "FPGPP-WA07", "fortune-bonus": "2"}
    table = {"offered": frozenset(tables), "pay_tables": tables}
    round = by_house(round_of({0: KINGS, 1: quads, 2: ACES}, bets, **table))
    assert totals(round, 1)["fortune-bonus"] == 25 * 500
    assert totals(round, 2)["fortune-bonus"] == -500 + 500  # envy $5
    hits = {(hit.spot, hit.wager, hit.hand) for hit in round.jackpots}
    assert hits == {(1, jackpot, "four-of-a-kind") for jackpot in ("jackpot", "second-jackpot")}


@pytest.mark.clause("FP-07", "JP-24")
def test_fortune_and_jackpot_tables_have_their_twins_lines() -> None:
    pairs = [("jackpot", f"FPGPP-{n}", f"FUPGPP-{n}") for n in ("WA01", "WA03", "WA07")]
    pairs += [("jackpot", "FPGPP-ML2", "FUPGPP-ML02")]
    for wager, own, twin in [*pairs, *(("fortune-bonus", n, n) for n in "123467")]:
        ours, theirs = sheet(GAME).pay_table(wager, own), sheet(FACE_UP).pay_table(wager, twin)
        rows = [[(n.hand, str(n.pays), n.envy_cents) for n in t.lines] for t in (ours, theirs)]
        assert rows[0] == rows[1]
        assert ours.rules == theirs.rules
        if wager == "jackpot":
            assert own in theirs.linked_with
            assert theirs.linked_as in ours.linked_with


@pytest.mark.clause("HR-07", "FP-09")
def test_play_waits_for_the_operators_own_sheet() -> None:
    report = check(example("fortune-pai-gow-poker"), TODAY)
    assert not report.errors
    line = 'approved-sheet = { date = 2022-02-21, reference = "Example letter 22-011" }'
    without = check(example("fortune-pai-gow-poker", (line, "")), TODAY)
    assert any(f.clause == "HR-07" and "own approved rule sheet" in f.message for f in without.errors)
