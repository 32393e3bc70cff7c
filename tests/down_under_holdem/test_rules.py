"""Down Under Hold'em clause by clause, with given orders of cards.

In a one-spot round the order is: player, dealer, player, dealer, flop, turn, river.
"""

from __future__ import annotations

import pytest

from pitboss.approvals import sheet
from pitboss.cards import DECK, HIDDEN, parse, parse_many, texts
from pitboss.errors import BadInput, IllegalAction, IllegalWager
from pitboss.games.down_under_holdem import GROUP_RANKS, group, jackpot_hand, match_hand
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view

GAME = "down-under-holdem"
ALL_WAGERS = frozenset({"trips-or-better", "match-the-dealer", "jackpot"})


def table(**changes) -> TableConfig:
    return TableConfig(GAME, offered=ALL_WAGERS, **changes)


def order_of(cards: str) -> tuple[int, ...]:
    first = parse_many(cards)
    return first + tuple(c for c in DECK if c not in first)


def one_spot(player: str, dealer: str, board: str, config: TableConfig | None = None, **more: int) -> Round:
    (p1, p2), (d1, d2) = player.split(), dealer.split()
    bets = {"ante": 1000, "bet": 1000} | {name.replace("_", "-"): cents for name, cents in more.items()}
    return Round(config or table(), {1: bets}, order_of(f"{p1} {d1} {p2} {d2} {board}"))


def play(round: Round, *actions: str, spot: int = 1) -> Round:
    for action in actions:
        round.act(spot, action)
    return round


def nets(round: Round, spot: int = 1) -> dict[str, int]:
    return {s.wager: s.net_cents for s in round.settlements if s.spot == spot}


# the wagers


@pytest.mark.clause("DU-01")
@pytest.mark.parametrize(
    ("bets", "reason"),
    [
        ({"ante": 500, "bet": 1000}, "must be equal"),
        ({"ante": 500}, "must be equal"),
        ({"trips-or-better": 500}, "needs a wager on Ante"),
        ({"ante": 500, "bet": 500, "play": 500}, "during the round"),
    ],
)
def test_ante_and_bet_are_equal_and_come_first(bets: dict[str, int], reason: str) -> None:
    with pytest.raises(IllegalWager, match=reason):
        Round(table(), {1: bets}, DECK)


@pytest.mark.clause("DU-01")
def test_bonus_wagers_are_the_operators_to_offer_with_limits_of_their_own() -> None:
    bets = {"ante": 500, "bet": 500, "match-the-dealer": 700}
    closed = TableConfig(GAME, offered=frozenset({"trips-or-better"}))
    with pytest.raises(IllegalWager, match="not offered"):
        Round(closed, {1: bets}, DECK)
    limited = table(limits={"match-the-dealer": Limits(100, 500)})
    with pytest.raises(IllegalWager, match="posted limits"):
        Round(limited, {1: bets}, DECK)
    assert Round(table(), {1: bets}, DECK).stakes[1] == bets


@pytest.mark.clause("HR-02", "DU-04")
def test_three_times_the_ante_has_to_fit_under_the_regulation() -> None:
    config = table(regulation_cents=30000)
    Round(config, {1: {"ante": 10000, "bet": 10000}}, DECK)
    with pytest.raises(IllegalWager, match="Play on this Ante would be \\$303") as refusal:
        Round(config, {1: {"ante": 10100, "bet": 10100}}, DECK)
    assert refusal.value.accepted == "Ante of at most $100"


# dealing, the card reader, what is seen


@pytest.mark.clause("DU-02", "DU-15")
def test_cards_go_one_at_a_time_in_spot_order_with_the_dealer_last_and_no_burns() -> None:
    wagers = {spot: {"ante": 1000, "bet": 1000} for spot in (2, 5)}
    round = Round(table(), wagers, DECK)
    play(round, "check", spot=2)
    play(round, "check", spot=5)
    play(round, "play-1x", spot=2)
    play(round, "play-1x", spot=5)
    felt = places(round, (2, 5))
    assert felt[2]["hand"] == [0, 3]
    assert felt[5]["hand"] == [1, 4]
    assert felt[DEALER] == {"blue": [2, 5], "flop": [6, 7, 8], "turn": [9], "river": [10]}
    assert round.cards_used == 11


@pytest.mark.clause("DU-15")
def test_one_deck_shuffled_every_round() -> None:
    assert sheet(GAME).decks == (1, 1)
    with pytest.raises(BadInput):
        Round(table(), {1: {"ante": 1000, "bet": 1000}}, DECK + DECK)


@pytest.mark.clause("DU-03")
def test_groups_by_rank() -> None:
    shown = {name: "".join(r for r in "23456789TJQKA" if group(parse(r + "d")) == name)
             for name in ("blue", "red", "gold")}  # fmt: skip
    assert shown == {"blue": "2345", "red": "6789", "gold": "TJQKA"}
    assert [list(ranks) for ranks in GROUP_RANKS] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11, 12]]


@pytest.mark.clause("DU-03", "DU-04")
def test_the_lights_are_public_before_the_first_decision_and_the_cards_are_not() -> None:
    round = one_spot("As Kd", "4c Jh", "2c 3c 7d 8d 9h")
    reader = [e for e in round.log if e.clause == "DU-03" and e.kind == "say"]
    assert [e.detail for e in reader] == [{"groups": ["blue", "gold"]}]
    assert round.pending[0].text == "Dealer shows blue and gold: check, or play 2x or 3x?"
    for observer in ((), (1,)):
        seen = view(round, observer)
        assert seen["places"]["0"] == {
            "blue": ["??"],
            "gold": ["??"],
        }
        assert {"groups": ["blue", "gold"]} in [event.get("detail") for event in seen["log"]]
        assert "4c" not in str(seen)
        assert "Jh" not in str(seen)


@pytest.mark.clause("DU-02", "DU-08")
def test_players_see_their_own_cards_only_until_the_showdown() -> None:
    wagers = {spot: {"ante": 1000, "bet": 1000} for spot in range(1, 8)}
    round = Round(table(), wagers, order_of("As Kd Qh Jc Ts 9d 8h 7c"))
    for spot in range(1, 8):
        seen = places(round, (spot,))
        for other in range(1, 8):
            hidden = [c == HIDDEN for c in seen[other]["hand"]]
            assert hidden == [other != spot] * 2
        play(round, "play-3x", spot=spot)
    assert round.finished
    assert all(HIDDEN not in places(round)[spot]["hand"] for spot in range(1, 8))
    assert HIDDEN not in [card for cards in places(round)[DEALER].values() for card in cards]


# decisions


@pytest.mark.clause("DU-04", "DU-06")
def test_choices_and_prices() -> None:
    round = one_spot("As Kd", "4c Jh", "2c 3c 7d 8d 9h")
    assert [(c.action, c.cost_cents) for c in round.legal(1)] == [
        ("check", 0),
        ("play-2x", 2000),
        ("play-3x", 3000),
    ]
    for refused, clause in (("fold", "DU-06"), ("play-1x", "DU-06")):
        with pytest.raises(IllegalAction) as refusal:
            round.act(1, refused)
        assert refusal.value.clause == clause
    round.act(1, "check")
    assert [(c.action, c.cost_cents) for c in round.legal(1)] == [("play-1x", 1000), ("fold", 0)]
    for refused in ("check", "play-2x", "play-3x"):
        with pytest.raises(IllegalAction):
            round.act(1, refused)


@pytest.mark.clause("DU-05", "DU-06")
def test_the_flop_comes_after_all_first_decisions_and_only_checkers_are_asked_again() -> None:
    wagers = {spot: {"ante": 1000, "bet": 1000} for spot in (1, 2, 3)}
    round = Round(table(), wagers, DECK)
    play(round, "check", spot=1)
    play(round, "play-2x", spot=2)
    assert "flop" not in places(round)[DEALER]
    play(round, "check", spot=3)
    assert len(places(round)[DEALER]["flop"]) == 3
    assert "turn" not in places(round)[DEALER]
    play(round, "play-1x", spot=1)
    assert [ask.spot for ask in round.pending] == [3]
    play(round, "fold", spot=3)
    assert round.finished
    assert round.stakes[2]["play"] == 2000
    assert round.stakes[1]["play"] == 1000
    assert "play" not in round.stakes[3]


@pytest.mark.clause("DU-04", "DU-06")
def test_a_timeout_checks_and_then_folds() -> None:
    round = one_spot("As Kd", "4c Jh", "2c 3c 7d 8d 9h").play_out(fallback)
    assert [d.action for _, d in round.decisions] == ["check", "fold"]
    assert nets(round) == {"ante": -1000, "bet": -1000}


@pytest.mark.clause("DU-08")
def test_dealers_cards_turn_and_river_come_after_all_decisions() -> None:
    round = one_spot("As Kd", "4c Jh", "2c 3c 7d 8d 9h")
    play(round, "check", "play-1x")
    kinds = [(e.kind, e.place) for e in round.log if e.spot == DEALER and e.kind in ("deal", "expose")]
    assert kinds[-3:] == [("expose", "gold"), ("deal", "turn"), ("deal", "river")]
    last_choice = max(at for at, e in enumerate(round.log) if e.kind == "choice")
    assert last_choice < next(at for at, e in enumerate(round.log) if e.kind == "expose")


# settlement


@pytest.mark.clause("DU-08", "DU-09", "DU-10")
@pytest.mark.parametrize(
    ("player", "dealer", "board", "play_net", "bet_net"),
    [
        ("As Ks", "2c 2d", "Qs Js Ts 2h 3d", 3000, 500000),
        ("9s 8s", "2c 2d", "7s 6s 5s 2h Kd", 3000, 50000),
        ("9s 9d", "Kc Kd", "9h 9c Ks 2h 3d", 3000, 10000),
        ("9s 9d", "Kh Kd", "9h Kc Ks 2h 3d", -3000, -1000),
        ("Ks 9d", "Ac Qd", "9h 9c Kd 2h 3d", 3000, 3000),
        ("As 2s", "Ac Ad", "Ks 9s 4s 6h 8d", 3000, 1500),
        ("9s 8d", "Ac Ad", "7s 6h 5c 2h Kd", 3000, 1000),
        ("9s 9d", "Ac Kd", "9h 6h 5c 2h Jd", 3000, 0),
        ("Ks Qd", "4c 5d", "9h 7h Jc 2h 3d", 3000, 0),
        ("4c 5d", "Ks Qd", "9h 7h Jc 2h Ad", -3000, -1000),
        ("2c 3d", "2d 3c", "Ah Kh Qc Js Td", 0, 0),
        ("2c 3d", "4d 5c", "As Ks Qs Js Ts", 0, 0),
    ],
)
def test_settlement(player: str, dealer: str, board: str, play_net: int, bet_net: int) -> None:
    round = play(one_spot(player, dealer, board), "play-3x")
    assert nets(round) == {"ante": play_net // 3, "play": play_net, "bet": bet_net}


@pytest.mark.clause("DU-10")
def test_bet_pays_three_to_two_to_the_cent() -> None:
    bets = {"ante": 500, "bet": 500}
    config = table(chip_cents=100)
    round = Round(config, {1: bets}, order_of("As Ac 2s Ad Ks 9s 4s 6h 8d"))
    assert nets(play(round, "check", "play-1x")) == {"ante": 500, "play": 500, "bet": 750}


@pytest.mark.clause("DU-06")
def test_folding_loses_ante_and_bet_at_once() -> None:
    round = play(one_spot("As Kd", "4c Jh", "2c 3c 7d 8d 9h"), "check", "fold")
    done = [e.kind for e in round.log]
    assert nets(round) == {"ante": -1000, "bet": -1000}
    assert done.index("settle") < done.index("expose")
    assert 1 not in places(round, (1,))


# folded hands and the bonus wagers


@pytest.mark.clause("DU-07", "DU-11", "DU-12")
def test_a_folded_hand_keeps_its_bonuses_by_default() -> None:
    round = one_spot("5c 5d", "5h 9c", "5s Kd Qh 2c 2d", trips_or_better=500, match_the_dealer=500)
    play(round, "check", "fold")
    assert nets(round) == {
        "ante": -1000,
        "bet": -1000,
        "trips-or-better": 4500,
        "match-the-dealer": 12500,
    }


@pytest.mark.clause("DU-07")
@pytest.mark.parametrize(
    ("options", "trips", "match"),
    [
        ({"folded_bonus": "lost"}, -500, -500),
        ({"folded_bonus": "lost", "folded_match_the_dealer": "qualifies"}, -500, 12500),
        ({"folded_trips_or_better": "lost"}, -500, 12500),
        ({"folded_bonus": "qualifies", "folded_match_the_dealer": "lost"}, 4500, -500),
    ],
)
def test_the_operator_may_collect_bonuses_at_the_fold(
    options: dict[str, str], trips: int, match: int
) -> None:
    config = table(options=options)
    round = one_spot("5c 5d", "5h 9c", "5s Kd Qh 2c 2d", config, trips_or_better=500, match_the_dealer=500)
    play(round, "check", "fold")
    got = nets(round)
    assert (got["trips-or-better"], got["match-the-dealer"]) == (trips, match)
    collected = [e for e in round.log if e.kind == "settle" and e.clause == "DU-07"]
    shown = next(at for at, e in enumerate(round.log) if e.kind == "expose" and e.spot == DEALER)
    assert len(collected) == (trips, match).count(-500)
    assert all(round.log.index(e) < shown for e in collected)


@pytest.mark.clause("DU-07", "JP-19")
@pytest.mark.parametrize(("option", "net"), [("qualifies", 900), ("lost", -100)])
def test_the_jackpot_wager_of_a_folded_hand(option: str, net: int) -> None:
    config = table(options={"folded_jackpot": option})
    round = one_spot("5c 5d", "9h 9c", "5s Kd Qh 2c 2d", config, jackpot=100)
    assert nets(play(round, "check", "fold"))["jackpot"] == net


@pytest.mark.clause("DU-11")
def test_trips_or_better_pays_whatever_the_dealer_has() -> None:
    round = one_spot("5c 5d", "Ah Ac", "5s Ad Qh 2c 3d", trips_or_better=500)
    assert nets(play(round, "play-2x"))["trips-or-better"] == 1500
    round = one_spot("5c 5d", "9h Tc", "Ks Kd Qh 2c 3d", trips_or_better=500)
    assert nets(play(round, "play-2x"))["trips-or-better"] == -500


TRIPS_HANDS = {
    "royal-flush": ("As Ks", "Qs Js Ts 2h 3d"),
    "straight-flush": ("9s 8s", "7s 6s 5s 2h Kd"),
    "four-of-a-kind": ("9s 9d", "9h 9c Ks 2h 3d"),
    "full-house": ("Ks 9d", "9h 9c Kd 2h 3d"),
    "flush": ("As 2s", "Ks 9s 4s 6h 8d"),
    "straight": ("9s 8d", "7s 6h 5c 2h Kd"),
    "three-of-a-kind": ("9s 9d", "9h 6h 5c 2h Jd"),
}
TRIPS_PAYS = {
    "1": (50, 40, 30, 9, 7, 4, 3),
    "2": (50, 40, 30, 8, 6, 5, 3),
    "3": (50, 40, 30, 8, 7, 4, 3),
    "4": (100, 40, 30, 7, 6, 5, 3),
    "5": (50, 40, 20, 7, 6, 5, 3),
}


@pytest.mark.clause("DU-13")
@pytest.mark.parametrize("id", TRIPS_PAYS)
def test_trips_or_better_pay_tables(id: str) -> None:
    config = table(pay_tables={"trips-or-better": id})
    for (name, (player, board)), pays in zip(TRIPS_HANDS.items(), TRIPS_PAYS[id], strict=True):
        round = play(one_spot(player, "Qd Jh", board, config, trips_or_better=500), "play-3x")
        assert nets(round)["trips-or-better"] == 500 * pays, name


@pytest.mark.clause("DU-12", "DU-14")
@pytest.mark.parametrize(
    ("player", "dealer", "hand"),
    [
        ("9s 9d", "9h 9c", "four-of-a-kind"),
        ("9s 9d", "9h Kc", "three-of-a-kind"),
        ("9s Kd", "9h 9c", "three-of-a-kind"),
        ("9s Kd", "Kh 9c", "two-matches"),
        ("9s Kd", "Kh 8c", "one-match"),
        ("9s Kd", "7h 9c", "one-match"),
        ("9s 9d", "Kh Kc", None),
        ("9s Kd", "7h 8c", None),
    ],
)
def test_matches(player: str, dealer: str, hand: str | None) -> None:
    assert match_hand(parse_many(player), parse_many(dealer)) == hand


MATCH_PAYS = {"1": (250, 25, 10, 2), "2": (500, 25, 10, 2), "3": (25, 10, 7, 3), "4": (50, 10, 7, 3)}


@pytest.mark.clause("DU-14")
@pytest.mark.parametrize("id", MATCH_PAYS)
def test_match_the_dealer_pay_tables(id: str) -> None:
    config = table(pay_tables={"match-the-dealer": id})
    deals = (("9s 9d", "9h 9c"), ("9s 9d", "9h Kc"), ("9s Kd", "Kh 9c"), ("9s Kd", "7h 9c"))
    for (player, dealer), pays in zip(deals, MATCH_PAYS[id], strict=True):
        round = one_spot(player, dealer, "2c 3d 4h 8s Js", config, match_the_dealer=500)
        assert nets(play(round, "play-3x"))["match-the-dealer"] == 500 * pays
    round = one_spot("9s Kd", "7h 8c", "2c 3d 4h 6s Js", config, match_the_dealer=500)
    assert nets(play(round, "play-3x"))["match-the-dealer"] == -500


# jackpots


@pytest.mark.clause("JP-21", "JP-22", "JP-23", "JP-26")
@pytest.mark.parametrize(
    ("hole", "board", "by_board", "by_flop"),
    [
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
    ],
)
def test_jackpot_lines(hole: str, board: str, by_board: str, by_flop: str) -> None:
    cards = parse_many(board)
    assert jackpot_hand("hole-and-board", parse_many(hole), cards[:3], cards) == by_board
    assert jackpot_hand("hole-and-flop", parse_many(hole), cards[:3], cards) == by_flop


@pytest.mark.clause("JP-21", "JP-22", "JP-23")
@pytest.mark.parametrize(
    ("option", "hole", "board", "pays"),
    [
        ("option-1", "As Ks", "Qs Js Ts 2h 3d", "100 % of meter"),
        ("option-1", "As Ks", "Qs Js 2h Ts 3d", "5 % of meter"),
        ("option-1", "2c 3d", "As Ks Qs Js Ts", "3,000 for 1"),
        ("option-1", "9s 8s", "Qs Js Ts 2h 3d", "250 for 1"),
        ("option-1", "9s 9d", "9h 9c Ks 2h 3d", "100 for 1"),
        ("option-1", "9s 9d", "9h 2c 4s 4h 3d", "10 for 1"),
        ("option-1", "9s 4s", "Ks 2s 7s 4h 3d", None),
        ("option-2", "As Ks", "Qs Js Ts 2h 3d", "100 % of meter"),
        ("option-2", "9s 8s", "Qs Js Ts 2h 3d", "10 % of meter"),
        ("option-2", "9s 9d", "9h 9c Ks 2h 3d", "300 for 1"),
        ("option-2", "9s 9d", "9h 2c 2s Kh 3d", "50 for 1"),
        ("option-2", "9s 4s", "Ks 2s 7s 4h 3d", "40 for 1"),
        ("option-2", "9s 8d", "7s 6h 5c 2h Kd", "30 for 1"),
        ("option-3", "9s 9d", "9h 6h 5c 2h Jd", "9 for 1"),
        ("option-3", "9s 9d", "Kh 6h 5c 9h Jd", None),
    ],
)
def test_jackpot_pays(option: str, hole: str, board: str, pays: str | None) -> None:
    config = table(pay_tables={"jackpot": option})
    round = play(one_spot(hole, "Qd Jh", board, config, jackpot=500), "play-3x")
    assert [str(hit.odds) for hit in round.jackpots] == ([pays] if pays else [])
    if pays is None or "%" in pays:
        assert nets(round)["jackpot"] == -500
    else:
        assert nets(round)["jackpot"] == 500 * int(pays.split()[0].replace(",", "")) - 500


def envy_round(options: dict[str, str], winner_folds: bool, **more: dict[int, str]) -> Round:
    """Spot 1 flops a royal flush, spots 2 and 3 have jackpot wagers, spot 4 has none."""
    config = table(options=options, pay_tables={"jackpot": "option-3"})
    bets = {"ante": 1000, "bet": 1000}
    wagers = {1: {**bets, "jackpot": 100}, 2: {**bets, "jackpot": 100}, 3: {**bets, "jackpot": 100}, 4: bets}
    round = Round(config, wagers, order_of("As 2c 2d 3c 3d Ks 4c 4d 5c 5d Qs Js Ts 6h 7d"), **more)
    for spot in (1, 2, 3, 4):
        play(round, "check", spot=spot)
    play(round, "fold" if winner_folds else "play-1x", spot=1)
    play(round, "fold", spot=2)
    play(round, "play-1x", spot=3)
    return play(round, "play-1x", spot=4)


@pytest.mark.clause("JP-20", "JP-23")
def test_envy_goes_to_the_other_players_with_a_jackpot_wager() -> None:
    round = envy_round({}, winner_folds=False)
    paid = [(s.spot, s.net_cents) for s in round.settlements if s.clause == "JP-20"]
    assert sorted(paid) == [(2, 100_000), (3, 100_000)]
    assert [texts(places(round, (1,))[1]["hand"])] == ["As Ks"]


@pytest.mark.clause("JP-20", "DU-07")
@pytest.mark.parametrize(("option", "count"), [("qualifies", 2), ("lost", 0)])
def test_a_folded_hand_triggers_envy_only_if_it_qualifies(option: str, count: int) -> None:
    round = envy_round({"folded_jackpot": option}, winner_folds=True)
    assert len([s for s in round.settlements if s.clause == "JP-20"]) == count
