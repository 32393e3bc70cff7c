"""Face Up Pai Gow Poker clause by clause, with chosen hands."""

from __future__ import annotations

from itertools import product

import pytest

from pitboss.cardplay.paigow.procedure import seat_order
from pitboss.core.cards import JOKER, parse_many
from pitboss.core.errors import BadInput, IllegalAction, IllegalWager, PitbossError, ReplayError
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Decision
from pitboss.rounds.game import game_of, number_of_dice
from pitboss.rounds.notation import read, write
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import PUBLIC, places, view
from pitboss.sheets import sheet
from pitboss.table_games.face_up_pai_gow_poker.rules import ace_high_line
from tests.face_up_pai_gow_poker.support import (
    ACE_HIGH,
    ACE_HIGH_JOKER,
    ALL,
    CONFIG,
    GAME,
    PAIR_OF_KINGS,
    order_of,
    round_of,
    set_front,
)
from tests.games.stage import totals

STANDARD, FIVE = {"standard": 1000}, {"standard": 1000, "fortune-bonus": 500}
ACES = "As Ah Kd 9c 7s 5d 2h"
QUADS, EIGHTS, NOTHING = "6s 6h 6d 6c Ts 5d 4c", "8s 8h 8d 8c Ts 5d 4c", "Ad Qc Jd Td 7c 3s 2s"


@pytest.mark.clause("FU-20", "PG-01", "FU-09", "JP-32")
def test_one_deck_of_53_one_hand_a_person_and_at_most_six() -> None:
    order = order_of({DEALER: PAIR_OF_KINGS})
    assert (len(order), JOKER in order) == (53, True)
    with pytest.raises(BadInput, match="1 deck of 52 and 1 joker"):
        Round(CONFIG, {1: STANDARD}, order[:-1], number=1)
    bets = {1: STANDARD, 2: STANDARD}
    Round(CONFIG, bets, order, holders={1: "ann", 2: "bob"}, number=1)
    with pytest.raises(IllegalWager, match=r"ann holds 2 spots.*PG-01.*one hand a player"):
        Round(CONFIG, bets, order, holders={1: "ann", 2: "ann"}, number=1)
    with pytest.raises(BadInput, match="1 to 6"):
        TableConfig(GAME, spots=7)


@pytest.mark.clause("PG-01")
def test_seven_hands_are_dealt_empty_seats_discarded_and_four_cards_verified() -> None:
    round = round_of({DEALER: PAIR_OF_KINGS, 2: "As Ah Kd Kc 5s 5d 2h"}, {2: STANDARD})
    dealt = [(e.spot, e.place, len(e.cards)) for e in round.log if e.kind == "deal"]
    assert dealt == [
        (DEALER, "hand", 7), *((DEALER, f"seat-{n}", 7) for n in (6, 5, 4, 3)), (2, "hand", 7),
        (DEALER, "seat-1", 7), (DEALER, "left", 4),
    ]  # fmt: skip
    assert [e.text for e in round.log if e.kind == "clear"][-1] == "Four cards remain: verified"
    assert not [place for place in places(round, (2,))[DEALER] if place.startswith("seat")]


@pytest.mark.clause("PG-01")
@pytest.mark.parametrize("missing", [1, 2, 4])
def test_a_deal_that_does_not_leave_four_cards_is_void(missing: int) -> None:
    order = order_of({DEALER: PAIR_OF_KINGS})[: 53 - missing]
    round = Round(CONFIG, {1: FIVE}, order, number=1, trusted=True)
    assert round.finished
    assert totals(round) == {"standard": 0, "fortune-bonus": 0}
    assert {s.clause for s in round.settlements} == {"PG-01"}


@pytest.mark.clause("PG-02", "HR-26")
def test_positions_count_counter_clockwise_from_the_dealer_and_three_dice_reach_every_one() -> None:
    assert seat_order(1) == (DEALER, 6, 5, 4, 3, 2, 1)
    assert seat_order(3) == (5, 4, 3, 2, 1, DEALER, 6)
    assert seat_order(7) == (1, DEALER, 6, 5, 4, 3, 2)
    rolls = product(range(1, 7), repeat=3)
    assert {number_of_dice(dice, 7) for dice in rolls} == set(range(1, 8))
    assert (number_of_dice((1, 1, 1), 7), number_of_dice((6, 6, 6), 7)) == (3, 4)


@pytest.mark.clause("PG-01", "PG-02")
@pytest.mark.parametrize("number", range(1, 8))
def test_the_number_drawn_gives_the_first_hand_and_is_recorded(number: int) -> None:
    round = round_of({DEALER: PAIR_OF_KINGS}, {1: STANDARD}, number=number)
    said = next(e for e in round.log if e.clause == "PG-02")
    assert said.detail == {"position": number, "origin": "generator"}
    first = next(e for e in round.log if e.kind == "deal")
    seat = seat_order(number)[0]
    assert (first.spot, first.place) == ((seat, "hand") if seat in (DEALER, 1) else (DEALER, f"seat-{seat}"))
    assert set(places(round)[DEALER]["front"]) == set(parse_many("Qd Jc"))
    assert Round.from_json(round.to_json()).log == round.log
    assert round.cards_used == 53, "whatever was drawn"


@pytest.mark.clause("PG-02")
def test_a_number_that_cannot_be_drawn_is_refused() -> None:
    face_up, fu_bacc = (
        (CONFIG, {1: STANDARD}, order_of({})),
        (TableConfig("fu-bacc"), {1: {"ante": 500}}, tuple(range(52))),
    )
    for at, more, says in (
        *((face_up, {"number": number}, "1 to 7") for number in (None, 0, 8, True, 1.0)),
        (face_up, {"start": 6}, "starts at the top"), (fu_bacc, {"number": 3}, "draws no number"),
    ):  # fmt: skip
        with pytest.raises(ReplayError, match=says):
            Round(*at, **more)  # type: ignore[arg-type]


@pytest.mark.clause("PG-02")
def test_dice_are_rolled_by_somebody_and_recorded() -> None:
    """The log said "drawn by dice" while the generator drew."""
    table, bets = TableConfig(GAME, {"first_hand": "dice"}), {1: STANDARD}
    round = Round(table, bets, order_of({DEALER: PAIR_OF_KINGS}, 3), dice=(4, 1, 5))
    assert round.number == 3
    said = next(e for e in round.log if e.clause == "PG-02")
    assert said.text == "First hand to position 3, drawn by dice 4 1 5"
    assert Round.from_json(round.to_json()).log == round.log
    assert read(write(round)).log == round.log
    for dice in ((), (0, 1, 2), (7, 1, 1), (True, 1, 1), (1.0, 2, 3), "123", None):
        with pytest.raises(PitbossError, match="no roll of dice"):
            Round(table, bets, order_of({}), number=3, dice=dice)  # type: ignore[arg-type]
    for config, number, says in ((table, 4, "do not give"), (CONFIG, 3, "generator draws")):
        with pytest.raises(ReplayError, match=says):
            Round(config, bets, order_of({}), number=number, dice=(4, 1, 5))
    with pytest.raises(BadInput, match="somebody rolls dice"):
        game_of(GAME).draw_number(table)


@pytest.mark.clause("FU-02")
def test_no_bonus_or_jackpot_without_the_standard_wager() -> None:
    tables = {"jackpot": "FUPGPP-WA01", "second-jackpot": "FUPGPP-WA03"}
    for wager in ALL:
        with pytest.raises(IllegalWager, match="needs a wager on Pai Gow"):
            round_of({}, {wager: 500}, TableConfig(GAME, offered=ALL, pay_tables=tables))


@pytest.mark.clause("FU-03", "PG-27")
def test_the_dealers_hand_is_open_and_set_before_anybody_decides() -> None:
    round = round_of({DEALER: PAIR_OF_KINGS, 1: "As Ah Kd 9c 5s 5d 2h", 4: "2s 2d 3c 4c 6s 7d Th"})
    assert {ask.spot for ask in round.pending} == {1, 4}, "all players set at the same time"
    assert sorted(places(round, PUBLIC)[DEALER]["back"]) == sorted(parse_many("Ks Kh 9s 4d 3h"))
    said = next(e for e in round.log if e.clause == "PG-27")
    assert said.detail["house_way"] == "foxwoods/1"
    assert said.text == "Dealer: queen-jack in front, pair of kings in back"
    assert "??" in view(round, frozenset({4}))["places"]["1"]["hand"]


@pytest.mark.clause("FU-05", "PG-05")
def test_a_foul_is_refused_with_its_reason_and_the_house_way_is_always_offered() -> None:
    round = round_of({DEALER: PAIR_OF_KINGS, 1: ACES})
    foul = "pair of aces, ranks above the back, king high"
    for front, clause, says in (("As Ah", "PG-05", foul), ("As Ks", "FU-05", "cannot go in front")):
        with pytest.raises(IllegalAction, match=says) as refusal:
            set_front(round, front)
        assert refusal.value.clause == clause
    assert [c.action for c in round.legal(1)] == ["set", "house-way"]
    round.play_out(fallback)
    assert places(round)[1]["front"] == list(parse_many("Kd 9c"))


RESULTS = [
    (ACES, "Kd 9c", 1000, "both-better"),
    ("As Ah Qc Js 7s 5d 2h", "Qc Js", 0, "one-better"),
    ("Kd Kc Qc Js 7s 5d 2h", "Qc Js", -1000, "neither-better"),
    ("Ad 9d 8c 7h 5s 3d 2h", "9d 8c", -1000, "neither-better"),
    ("Ad 9d 8c 7h 2s 2d 3c", "Ad 9d", 0, "one-better"),
]


@pytest.mark.clause("FU-06", "PG-06", "FU-05")
@pytest.mark.parametrize(("cards", "front", "net", "hand"), RESULTS)
def test_even_money_push_and_copies_to_the_dealer(cards: str, front: str, net: int, hand: str) -> None:
    dealer = "Ks Kh Qd Jd 9s 4d 3h" if "Jc" in cards else PAIR_OF_KINGS
    round = set_front(round_of({DEALER: dealer, 1: cards}), front)
    (done,) = round.settlements
    assert (done.net_cents, done.hand, done.clause) == (net, hand, "FU-06")


@pytest.mark.clause("FU-04")
def test_a_dealers_ace_high_pushes_everything_while_bonuses_are_settled() -> None:
    config = TableConfig(GAME, offered=ALL - {"second-jackpot"}, pay_tables={"ace-high": "2"})
    bets = {**FIVE, "ace-high": 500, "jackpot": 100}
    round = round_of({DEALER: ACE_HIGH, 1: "9h 9d 9c 2s 2d 3h 5c"}, bets, config)
    assert round.finished, "nobody is asked to set"
    assert totals(round) == {"standard": 0, "fortune-bonus": 2500, "ace-high": 2500, "jackpot": 500}
    assert next(s for s in round.settlements if s.wager == "standard").clause == "FU-04"


@pytest.mark.clause("FU-04")
@pytest.mark.parametrize("dealer", [ACE_HIGH, ACE_HIGH_JOKER])
def test_ace_high_pushes_even_the_best_and_the_worst_hands(dealer: str) -> None:
    for cards in ("6s 6h 6d 6c Ts Td Th", "2s 3h 6c 7h 8h Tc Jh"):
        assert totals(round_of({DEALER: dealer, 1: cards})) == {"standard": 0}


@pytest.mark.clause("FU-07", "PG-04")
def test_the_option_ranks_the_wheel_lowest() -> None:
    hands = {DEALER: "Ks Qh Jd Tc 9s 3d 2d", 1: "As 2s 3c 4h 5d Kd Qs"}
    for wheel, net in (("second-highest", 1000), ("lowest", 0)):
        round = round_of(hands, config=TableConfig(GAME, {"wheel": wheel}))
        assert totals(set_front(round, "Kd Qs")) == {"standard": net}


@pytest.mark.clause("FU-08", "FU-14", "JP-28")
def test_the_fortune_bonus_is_paid_win_or_lose_on_the_cards_before_setting() -> None:
    hands = {DEALER: "As Ah Ad Ac Kd Kc Jd", 1: "9s 8s 7d 6h 5c 9h 9c"}
    round = round_of(hands, FIVE)
    round.act(1, "house-way")
    assert totals(round) == {"standard": -1000, "fortune-bonus": 1500}, "three of a kind before the straight"
    assert [s.hand for s in round.settlements if s.wager == "fortune-bonus"] == ["three-of-a-kind"]


@pytest.mark.clause("FU-08", "FU-13")
@pytest.mark.parametrize(("cards", "table", "net", "text"), [
    ("As Qh 9d 7h 5s 4h 2h", "2", -500, "Ace high"), ("9h 9d 5s 5d 2s 2h Ad", "1", 0, None),
    ("9h 9d 5s 5d 2s 2h Ad", "2", -500, None),
])  # fmt: skip
def test_below_the_lines_the_fortune_bonus_loses_and_three_pair_pushes_on_table_1(
    cards, table, net, text
) -> None:  # type: ignore[no-untyped-def]
    config = TableConfig(GAME, pay_tables={"fortune-bonus": table})
    round = round_of({DEALER: PAIR_OF_KINGS, 1: cards}, FIVE, config).play_out(fallback)
    (done,) = (s for s in round.settlements if s.wager == "fortune-bonus")
    assert done.net_cents == net
    if text:
        assert (done.hand, done.text) == ("no-line", text)


@pytest.mark.clause("FU-09")
def test_envy_pays_lammers_for_every_other_players_hand_at_the_end() -> None:
    hands = {DEALER: PAIR_OF_KINGS, 1: EIGHTS, 2: "9h Jk 7h 6h 5h Tc 2d", 3: NOTHING}
    bets = {1: FIVE, 2: STANDARD, 3: {**FIVE, "fortune-bonus": 2000}}
    round = round_of(hands, bets).play_out(fallback)
    envy = [(s.spot, s.net_cents, s.hand) for s in round.settlements if s.odds is None]
    assert envy == [(3, 1000, "straight-flush"), (1, 1000, "straight-flush"), (3, 500, "four-of-a-kind")]
    settles = [e for e in round.log if e.kind == "settle"]
    assert [e.clause for e in settles[-3:]] == ["FU-09"] * 3, "after everything else is settled"
    lammers = [(e.spot, e.detail["lammer"]) for e in round.log if e.kind == "say" and e.clause == "FU-09"]
    assert lammers == [(1, True), (3, True), (1, False), (3, False)]
    assert round.log[-1].text == "Envy lammer picked up"


@pytest.mark.clause("FU-09")
def test_no_envy_below_five_dollars_for_oneself_the_dealer_or_an_empty_seat() -> None:
    quads = {DEALER: EIGHTS, 1: QUADS.replace("Ts 5d 4c", "As 9d 2c"), 2: NOTHING}
    empty = {DEALER: PAIR_OF_KINGS, 2: NOTHING, 5: QUADS}
    for hands, bets in ((quads, {1: FIVE, 2: {**FIVE, "fortune-bonus": 400}}), (empty, {2: FIVE})):
        round = round_of(hands, bets).play_out(fallback)
        assert [s for s in round.settlements if s.odds is None] == []


@pytest.mark.clause("FU-10", "HR-06")
@pytest.mark.parametrize(("per", "paid"), [("table", 30_000), ("player", 60_000)])
def test_the_aggregate_limit_cuts_odds_but_not_envy(per: str, paid: int) -> None:
    limit = {"aggregate_cents": {"fortune-bonus": 30_000}}
    config = TableConfig(GAME, {"aggregate_limit_per": per}, {"fortune-bonus": "2"}, **limit)  # type: ignore[arg-type]
    hands = {DEALER: PAIR_OF_KINGS, 1: EIGHTS, 2: "6s 6h 6d 6c Td 5c 2h"}
    bets = {spot: {**STANDARD, "fortune-bonus": 2500} for spot in (1, 2)}
    round = round_of(hands, bets, config, holders={1: "ann", 2: "bob"}).play_out(fallback)
    fortune = [s for s in round.settlements if s.wager == "fortune-bonus"]
    envy = sum(s.net_cents for s in fortune if s.clause == "FU-09")
    assert envy == 1000
    assert sum(s.net_cents for s in fortune) - envy == paid


@pytest.mark.clause("FU-11", "FU-12", "FU-19")
@pytest.mark.parametrize(("dealer", "player", "line"), [
    (ACE_HIGH, "Ad Kd Jd 9d 7c 5c 3h", "dealer-and-player-ace-high"),
    (ACE_HIGH, "Jk Kd Jd 9d 7c 5c 3h", "dealer-and-player-ace-high"),
    (ACE_HIGH_JOKER, "Ad Kd Jd 9d 6c 3c 2h", "dealer-and-player-ace-high"),
    (ACE_HIGH_JOKER, "2d Kd Jd 9d 6c 3c 2h", "dealer-ace-high-joker"),
    (ACE_HIGH, "2d Kd Jd 9d 6c 3c 2h", "dealer-ace-high"),
    (ACE_HIGH, "Jk 2d Kd Jd 9d 6c 3c", "dealer-ace-high"), (PAIR_OF_KINGS, "Ad Kd Jd 9d 7c 5c 3d", None),
])  # fmt: skip
def test_ace_high_takes_the_first_printed_line_that_fits(dealer: str, player: str, line: str | None) -> None:
    assert ace_high_line(parse_many(dealer), parse_many(player)) == line
    pays = {"dealer-and-player-ace-high": 2000, "dealer-ace-high-joker": 1000, "dealer-ace-high": 800}
    round = round_of({DEALER: dealer, 1: player}, {**STANDARD, "ace-high": 100}).play_out(fallback)
    assert totals(round)["ace-high"] == (pays[line] if line else -100)


@pytest.mark.clause("FU-18", "FU-22")
def test_odds_are_posted_and_there_is_no_fortune_bonus_table_5() -> None:
    for wager in ("fortune-bonus", "ace-high"):
        assert all(line.text and line.pays is not None for t in sheet(GAME).tables(wager) for line in t.lines)
    with pytest.raises(BadInput, match="FU-22"):
        TableConfig(GAME, pay_tables={"fortune-bonus": "5"})


@pytest.mark.clause("JP-24", "JP-26", "JP-28")
def test_jackpots_pay_the_highest_printed_line_and_the_house_way_is_no_matter() -> None:
    tables = {"jackpot": "FUPGPP-WA01", "second-jackpot": "FUPGPP-ML02"}
    config, bets = (
        TableConfig(GAME, offered=ALL, pay_tables=tables),
        {**STANDARD, **dict.fromkeys(tables, 100)},
    )
    royal, fixed, none = (
        round_of({DEALER: PAIR_OF_KINGS, 1: cards}, bets, config).play_out(fallback)
        for cards in ("Ad Kd Jk Jd Td Kc Qc", EIGHTS, NOTHING)
    )
    assert {(hit.wager, hit.hand, str(hit.odds)) for hit in royal.jackpots} == {
        ("jackpot", "royal-flush-royal-match", "50 % of meter"), ("second-jackpot", "royal-flush", "100 % of minor"),
    }  # fmt: skip
    assert totals(fixed)["jackpot"] == 7400, "75 for 1 keeps the wager"
    assert (totals(none)["jackpot"], none.jackpots) == (-100, [])


@pytest.mark.clause("FU-05")
def test_every_decision_is_the_players_own() -> None:
    round = round_of({DEALER: PAIR_OF_KINGS, 1: ACES, 2: "2s 2d 3c 4c 6s 7d Th"})
    round.decide(2, Decision("house-way"))
    assert [ask.spot for ask in round.pending] == [1]
    with pytest.raises(IllegalAction, match="not spot 2's turn"):
        round.act(2, "house-way")
    assert set_front(round, "Kd 9c").finished
