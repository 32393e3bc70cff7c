"""Down Under Hold'em clause by clause, with given orders of cards.

In a one-spot round the order is: player, dealer, player, dealer, flop, turn, river.
"""

from __future__ import annotations

import pytest

from pitboss.core.cards import DECK, HIDDEN, parse, parse_many, texts
from pitboss.core.errors import BadInput, IllegalAction, IllegalWager
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view
from pitboss.sheets import PayTable, sheet
from pitboss.table_games.down_under_holdem.rules import GROUP_RANKS, group, jackpot_hand, match_hand
from tests.games.stage import events, play, start, totals

GAME = "down-under-holdem"
ALL_WAGERS = frozenset({"trips-or-better", "match-the-dealer", "jackpot"})
BETS = {"ante": 10, "bet": 10}
UNPAIRED = ("As Kd", "4c Jh", "2c 3c 7d 8d 9h")


def one_spot(
    player: str, dealer: str, board: str, more: dict[str, int] | None = None, **table: object
) -> Round:
    (p1, p2), (d1, d2) = player.split(), dealer.split()
    bets = {**BETS, **(more or {})}
    return start(GAME, f"{p1} {d1} {p2} {d2} {board}", bets, **{"offered": ALL_WAGERS, **table})  # type: ignore[arg-type]


# the wagers


BONUS = {"ante": 5, "bet": 5, "match-the-dealer": 7}
REGULATION = {"regulation_cents": 30000}


@pytest.mark.clause("DU-01", "DU-04", "HR-02")
@pytest.mark.parametrize(("table", "bets", "reason", "accepted"), [
    ({}, {"ante": 5, "bet": 10}, "must be equal", None), ({}, {"ante": 5}, "must be equal", None),
    ({}, {"trips-or-better": 5}, "needs a wager on Ante", None),
    ({}, {"ante": 5, "bet": 5, "play": 5}, "during the round", None),
    ({"offered": frozenset({"trips-or-better"})}, BONUS, "not offered", None),
    ({"limits": {"match-the-dealer": Limits(100, 500)}}, BONUS, "posted limits", None),
    # three times the Ante has to fit under the regulation
    (REGULATION, {"ante": 101, "bet": 101}, r"Play on this Ante would be \$303", "Ante of at most $100"),
])  # fmt: skip
def test_wagers_that_are_refused(
    table: dict, bets: dict[str, int], reason: str, accepted: str | None
) -> None:  # type: ignore[type-arg]
    with pytest.raises(IllegalWager, match=reason) as refusal:
        start(GAME, "", bets, **{"offered": ALL_WAGERS, **table})
    assert accepted in (None, refusal.value.accepted)
    assert start(GAME, "", BONUS).stakes[1] == {name: 100 * dollars for name, dollars in BONUS.items()}
    start(GAME, "", {"ante": 100, "bet": 100}, **REGULATION)


# dealing, the card reader, what is seen


@pytest.mark.clause("DU-02", "DU-15")
def test_cards_go_one_at_a_time_in_spot_order_with_the_dealer_last_and_no_burns() -> None:
    round = play(start(GAME, "", {2: BETS, 5: BETS}), "check", "check", "play-1x", "play-1x")
    felt = places(round, (2, 5))
    assert (felt[2]["hand"], felt[5]["hand"]) == ([0, 3], [1, 4])
    assert felt[DEALER] == {"blue": [2, 5], "flop": [6, 7, 8], "turn": [9], "river": [10]}
    assert round.cards_used == 11
    # one deck, shuffled every round
    assert sheet(GAME).decks == (1, 1)
    with pytest.raises(BadInput):
        Round(TableConfig(GAME), {1: {"ante": 1000, "bet": 1000}}, DECK + DECK)


@pytest.mark.clause("DU-03")
def test_groups_by_rank() -> None:
    shown = {name: "".join(r for r in "23456789TJQKA" if group(parse(r + "d")) == name)
             for name in ("blue", "red", "gold")}  # fmt: skip
    assert shown == {"blue": "2345", "red": "6789", "gold": "TJQKA"}
    assert [list(ranks) for ranks in GROUP_RANKS] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11, 12]]


@pytest.mark.clause("DU-03", "DU-04")
def test_the_lights_are_public_before_the_first_decision_and_the_cards_are_not() -> None:
    round = one_spot(*UNPAIRED)
    assert [e.detail for e in events(round, "say") if e.clause == "DU-03"] == [{"groups": ["blue", "gold"]}]
    assert round.pending[0].text == "Dealer shows blue and gold: check, or play 2x or 3x?"
    for observer in ((), (1,)):
        seen = view(round, observer)
        assert seen["places"]["0"] == {"blue": ["??"], "gold": ["??"]}
        assert {"groups": ["blue", "gold"]} in [event.get("detail") for event in seen["log"]]
        assert "4c" not in str(seen)
        assert "Jh" not in str(seen)


@pytest.mark.clause("DU-02", "DU-08")
def test_players_see_their_own_cards_only_until_the_showdown() -> None:
    round = start(GAME, "As Kd Qh Jc Ts 9d 8h 7c", dict.fromkeys(range(1, 8), BETS))
    for spot in range(1, 8):
        seen = places(round, (spot,))
        assert all([c == HIDDEN for c in seen[o]["hand"]] == [o != spot] * 2 for o in range(1, 8))
        round.act(spot, "play-3x")
    assert round.finished
    assert all(HIDDEN not in cards for here in places(round).values() for cards in here.values())


# decisions


@pytest.mark.clause("DU-04", "DU-06")
def test_choices_and_prices() -> None:
    round = one_spot(*UNPAIRED)
    for offered, refused, clause in (
        ([("check", 0), ("play-2x", 2000), ("play-3x", 3000)], ("fold", "play-1x"), "DU-06"),
        ([("play-1x", 1000), ("fold", 0)], ("check", "play-2x", "play-3x"), "DU-0[46]"),
    ):
        assert [(c.action, c.cost_cents) for c in round.legal(1)] == offered
        for action in refused:
            with pytest.raises(IllegalAction, match=clause):
                round.act(1, action)
        play(round, offered[0][0])


@pytest.mark.clause("DU-05", "DU-06")
def test_the_flop_comes_after_all_first_decisions_and_only_checkers_are_asked_again() -> None:
    round = start(GAME, "", dict.fromkeys((1, 2, 3), BETS))
    play(round, "check", "play-2x")
    assert "flop" not in places(round)[DEALER]
    play(round, "check")
    assert len(places(round)[DEALER]["flop"]) == 3
    assert "turn" not in places(round)[DEALER]
    play(round, "play-1x")
    assert [ask.spot for ask in round.pending] == [3]
    play(round, "fold")
    assert round.finished
    assert [round.stakes[spot].get("play") for spot in (1, 2, 3)] == [1000, 2000, None]


@pytest.mark.clause("DU-04", "DU-06")
def test_a_timeout_checks_and_then_folds() -> None:
    round = one_spot(*UNPAIRED).play_out(fallback)
    assert [d.action for _, d in round.decisions] == ["check", "fold"]
    assert totals(round) == {"ante": -1000, "bet": -1000}
    kinds = [e.kind for e in round.log]
    assert kinds.index("settle") < kinds.index("expose"), "a fold loses at once"
    assert 1 not in places(round, (1,))


@pytest.mark.clause("DU-08")
def test_dealers_cards_turn_and_river_come_after_all_decisions() -> None:
    round = play(one_spot(*UNPAIRED), "check", "play-1x")
    kinds = [(e.kind, e.place) for e in round.log if e.spot == DEALER and e.kind in ("deal", "expose")]
    assert kinds[-3:] == [("expose", "gold"), ("deal", "turn"), ("deal", "river")]
    last_choice = max(at for at, e in enumerate(round.log) if e.kind == "choice")
    assert last_choice < next(at for at, e in enumerate(round.log) if e.kind == "expose")


# settlement


@pytest.mark.clause("DU-06", "DU-08", "DU-09", "DU-10")
@pytest.mark.parametrize(("player", "dealer", "board", "play_net", "bet_net"), [
    ("As Ks", "2c 2d", "Qs Js Ts 2h 3d", 3000, 500000), ("9s 8s", "2c 2d", "7s 6s 5s 2h Kd", 3000, 50000),
    ("9s 9d", "Kc Kd", "9h 9c Ks 2h 3d", 3000, 10000), ("9s 9d", "Kh Kd", "9h Kc Ks 2h 3d", -3000, -1000),
    ("Ks 9d", "Ac Qd", "9h 9c Kd 2h 3d", 3000, 3000), ("As 2s", "Ac Ad", "Ks 9s 4s 6h 8d", 3000, 1500),
    ("9s 8d", "Ac Ad", "7s 6h 5c 2h Kd", 3000, 1000), ("9s 9d", "Ac Kd", "9h 6h 5c 2h Jd", 3000, 0),
    ("Ks Qd", "4c 5d", "9h 7h Jc 2h 3d", 3000, 0), ("4c 5d", "Ks Qd", "9h 7h Jc 2h Ad", -3000, -1000),
    ("2c 3d", "2d 3c", "Ah Kh Qc Js Td", 0, 0), ("2c 3d", "4d 5c", "As Ks Qs Js Ts", 0, 0),
])  # fmt: skip
def test_settlement(player: str, dealer: str, board: str, play_net: int, bet_net: int) -> None:
    round = play(one_spot(player, dealer, board), "play-3x")
    assert totals(round) == {"ante": play_net // 3, "play": play_net, "bet": bet_net}
    small = play(one_spot(player, dealer, board, {"ante": 5, "bet": 5}), "check", "play-1x")
    assert totals(small) == {"ante": play_net // 6, "play": play_net // 6, "bet": bet_net // 2}


# folded hands and the bonus wagers


@pytest.mark.clause("DU-06", "DU-07", "DU-11", "DU-12")
@pytest.mark.parametrize(("options", "trips", "match"), [
    ({}, 4500, 12500), ({"folded_bonus": "lost"}, -500, -500),
    ({"folded_bonus": "lost", "folded_match_the_dealer": "qualifies"}, -500, 12500),
    ({"folded_trips_or_better": "lost"}, -500, 12500),
    ({"folded_bonus": "qualifies", "folded_match_the_dealer": "lost"}, 4500, -500),
])  # fmt: skip
def test_bonuses_of_a_folded_hand_live_or_are_collected(
    options: dict[str, str], trips: int, match: int
) -> None:
    more = {"trips-or-better": 5, "match-the-dealer": 5}
    round = play(one_spot("5c 5d", "5h 9c", "5s Kd Qh 2c 2d", more, options=options), "check", "fold")
    lost = {"ante": -1000, "bet": -1000}
    assert totals(round) == {**lost, "trips-or-better": trips, "match-the-dealer": match}
    collected = [e for e in events(round, "settle") if e.clause == "DU-07"]
    shown = next(at for at, e in enumerate(round.log) if e.kind == "expose" and e.spot == DEALER)
    assert len(collected) == (trips, match).count(-500)
    assert all(round.log.index(e) < shown for e in collected)


@pytest.mark.clause("DU-07", "JP-19")
@pytest.mark.parametrize(("option", "net"), [("qualifies", 900), ("lost", -100)])
def test_the_jackpot_wager_of_a_folded_hand(option: str, net: int) -> None:
    options = {"folded_jackpot": option}
    round = one_spot("5c 5d", "9h 9c", "5s Kd Qh 2c 2d", {"jackpot": 1}, options=options)
    assert totals(play(round, "check", "fold"))["jackpot"] == net


BONUS_HANDS = {
    # line: player, dealer, board; whatever the dealer has
    "trips-or-better": [
        ("royal-flush", "As Ks", "Qd Jh", "Qs Js Ts 2h 3d"), ("straight-flush", "9s 8s", "Qd Jh", "7s 6s 5s 2h Kd"),
        ("four-of-a-kind", "9s 9d", "Qd Jh", "9h 9c Ks 2h 3d"), ("full-house", "Ks 9d", "Qd Jh", "9h 9c Kd 2h 3d"),
        ("flush", "As 2s", "Qd Jh", "Ks 9s 4s 6h 8d"), ("straight", "9s 8d", "Qd Jh", "7s 6h 5c 2h Kd"),
        ("three-of-a-kind", "9s 9d", "Qd Jh", "9h 6h 5c 2h Jd"),
        ("three-of-a-kind", "5c 5d", "Ah Ac", "5s Ad Qh 2c 3d"), ("two-pair", "5c 5d", "9h Tc", "Ks Kd Qh 2c 3d"),
    ],
    "match-the-dealer": [
        ("four-of-a-kind", "9s 9d", "9h 9c", "2c 3d 4h 6s Js"), ("three-of-a-kind", "9s 9d", "9h Kc", "2c 3d 4h 6s Js"),
        ("two-matches", "9s Kd", "Kh 9c", "2c 3d 4h 6s Js"), ("one-match", "9s Kd", "7h 9c", "2c 3d 4h 6s Js"),
        ("none", "9s Kd", "7h 8c", "2c 3d 4h 6s Js"),
    ],
}  # fmt: skip
TABLES = [table for wager in BONUS_HANDS for table in sheet(GAME).tables(wager)]


@pytest.mark.clause("DU-11", "DU-13", "DU-14")
@pytest.mark.parametrize("pays", TABLES, ids=lambda pays: f"{pays.wager}-{pays.id}")
def test_bonus_pay_tables(pays: PayTable) -> None:
    """Whose lines are held to the printed ones elsewhere."""
    for line, *cards in BONUS_HANDS[pays.wager]:
        round = play(one_spot(*cards, {pays.wager: 5}, pay_tables={pays.wager: pays.id}), "play-3x")  # type: ignore[call-arg, arg-type]
        assert totals(round)[pays.wager] == 500 * pays.net(line), line


@pytest.mark.clause("DU-12", "DU-14")
@pytest.mark.parametrize(("player", "dealer", "hand"), [
    ("9s 9d", "9h 9c", "four-of-a-kind"), ("9s 9d", "9h Kc", "three-of-a-kind"),
    ("9s Kd", "9h 9c", "three-of-a-kind"), ("9s Kd", "Kh 9c", "two-matches"), ("9s Kd", "Kh 8c", "one-match"),
    ("9s Kd", "7h 9c", "one-match"), ("9s 9d", "Kh Kc", None), ("9s Kd", "7h 8c", None),
])  # fmt: skip
def test_matches(player: str, dealer: str, hand: str | None) -> None:
    assert match_hand(parse_many(player), parse_many(dealer)) == hand


# jackpots


@pytest.mark.clause("JP-21", "JP-22", "JP-23", "JP-26")
@pytest.mark.parametrize(("hole", "board", "by_board", "by_flop"), [
    ("As Ks", "Qs Js Ts 2h 3d", "flopped-royal-flush", "royal-flush"),
    ("As Ks", "Qs Js 2h Ts 3d", "royal-flush", "high-card"),
    ("As 2d", "Ks Qs Js Ts 3d", "royal-flush", "high-card"),
    ("2c 3d", "As Ks Qs Js Ts", "community-royal-flush", "high-card"),
    ("Ac Kc", "As Ks Qs Js Ts", "community-royal-flush", "two-pair"),
    ("9s 8s", "Qs Js Ts 2h 3d", "straight-flush", "straight-flush"),
    ("9s 9d", "9h 9c Ks 2h 3d", "four-of-a-kind", "four-of-a-kind"),
    ("9s 9d", "9h 2c 2s Kh 3d", "full-house", "full-house"),
    ("9s 9d", "9h 2c 4s 4h 3d", "full-house", "three-of-a-kind"),
    ("9s 4s", "Ks 2s 7s 4h 3d", "flush", "flush"),
])  # fmt: skip
def test_jackpot_lines(hole: str, board: str, by_board: str, by_flop: str) -> None:
    cards = parse_many(board)
    assert jackpot_hand("hole-and-board", parse_many(hole), cards[:3], cards) == by_board
    assert jackpot_hand("hole-and-flop", parse_many(hole), cards[:3], cards) == by_flop


@pytest.mark.clause("JP-21", "JP-22", "JP-23")
@pytest.mark.parametrize(("option", "hole", "board", "pays"), [
    ("option-1", "As Ks", "Qs Js Ts 2h 3d", "100 % of meter"), ("option-1", "As Ks", "Qs Js 2h Ts 3d", "5 % of meter"),
    ("option-1", "2c 3d", "As Ks Qs Js Ts", "3,000 for 1"), ("option-1", "9s 8s", "Qs Js Ts 2h 3d", "250 for 1"),
    ("option-1", "9s 9d", "9h 9c Ks 2h 3d", "100 for 1"), ("option-1", "9s 9d", "9h 2c 4s 4h 3d", "10 for 1"),
    ("option-1", "9s 4s", "Ks 2s 7s 4h 3d", None),
    ("option-2", "As Ks", "Qs Js Ts 2h 3d", "100 % of meter"), ("option-2", "9s 8s", "Qs Js Ts 2h 3d", "10 % of meter"),
    ("option-2", "9s 9d", "9h 9c Ks 2h 3d", "300 for 1"), ("option-2", "9s 9d", "9h 2c 2s Kh 3d", "50 for 1"),
    ("option-2", "9s 4s", "Ks 2s 7s 4h 3d", "40 for 1"), ("option-2", "9s 8d", "7s 6h 5c 2h Kd", "30 for 1"),
    ("option-3", "9s 9d", "9h 6h 5c 2h Jd", "9 for 1"), ("option-3", "9s 9d", "Kh 6h 5c 9h Jd", None),
])  # fmt: skip
def test_jackpot_pays(option: str, hole: str, board: str, pays: str | None) -> None:
    round = play(one_spot(hole, "Qd Jh", board, {"jackpot": 5}, pay_tables={"jackpot": option}), "play-3x")
    assert [str(hit.odds) for hit in round.jackpots] == ([pays] if pays else [])
    fixed = 0 if pays is None or "%" in pays else int(pays.split()[0].replace(",", ""))
    assert totals(round)["jackpot"] == 500 * fixed - 500


def envy_round(options: dict[str, str], winner: str, holders: dict[int, str] | None = None) -> Round:
    """Spot 1 flops a royal flush, spots 2 and 3 have jackpot wagers, spot 4 has none."""
    wagers = {spot: {**BETS, "jackpot": 1} for spot in (1, 2, 3)} | {4: BETS}
    cards = "As 2c 2d 3c 3d Ks 4c 4d 5c 5d Qs Js Ts 6h 7d"
    tables = {"pay_tables": {"jackpot": "option-3"}, "offered": ALL_WAGERS}
    round = start(GAME, cards, wagers, options, holders, **tables)
    return play(round, *["check"] * 4, winner, "fold", "play-1x", "play-1x")


@pytest.mark.clause("JP-20", "JP-23", "DU-07")
@pytest.mark.parametrize(("options", "winner", "paid"), [
    ({}, "play-1x", [2, 3]), ({"folded_jackpot": "qualifies"}, "fold", [2, 3]),
    ({"folded_jackpot": "lost"}, "fold", []),
])  # fmt: skip
def test_envy_goes_to_the_others_with_a_jackpot_wager(
    options: dict[str, str], winner: str, paid: list[int]
) -> None:
    """Whatever becomes of the hand, unless the house says otherwise."""
    round = envy_round(options, winner)
    envy = [(s.spot, s.net_cents) for s in round.settlements if s.clause == "JP-20"]
    assert sorted(envy) == [(spot, 100_000) for spot in paid]
    if winner != "fold":
        assert texts(places(round, (1,))[1]["hand"]) == "As Ks"
