"""Fu Bacc clause by clause, with given orders of cards.

In a one-spot round the order is: player, player, player's hit card, up card, hole card, dealer's hit card.
"""

from __future__ import annotations

import pytest

from pitboss.cards import DECK, HIDDEN, parse, parse_many
from pitboss.errors import IllegalAction, IllegalWager
from pitboss.games.fu_bacc import dealer_draws, is_monkey, points, total, two_monkeys
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view

CONFIG = TableConfig("fu-bacc")


def order_of(cards: str) -> tuple[int, ...]:
    first = parse_many(cards)
    return first + tuple(c for c in DECK if c not in first)


def one_spot(cards: str, config: TableConfig = CONFIG, **wagers: int) -> Round:
    bets = {name.replace("_", "-"): cents for name, cents in (wagers or {"ante": 1000}).items()}
    return Round(config, {1: bets}, order_of(cards))


def nets(round: Round) -> dict[str, int]:
    return {s.wager: s.net_cents for s in round.settlements}


@pytest.mark.clause("FB-01")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Td 5c", 5),
        ("Td 5c Kh", 5),
        ("Td 5c 2h", 7),
        ("Ah 8c", 9),
        ("9h 9c 9d", 7),
        ("Kh Qd", 0),
        ("4c 6d", 0),
    ],
)
def test_totals_are_sums_modulo_ten(cards: str, expected: int) -> None:
    assert total(parse_many(cards)) == expected


@pytest.mark.clause("FB-01", "FB-02")
def test_values_and_monkeys() -> None:
    assert [points(parse(r + "s")) for r in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert [r for r in "A23456789TJQK" if is_monkey(parse(r + "h"))] == ["T", "J", "Q", "K"]


@pytest.mark.clause("FB-03")
@pytest.mark.parametrize(
    ("two", "draws"), [("Td 6c", False), ("Td 5c", True), ("9d 7c", False), ("Kd Qc", True)]
)
def test_dealer_stands_on_a_two_card_six(two: str, draws: bool) -> None:
    assert dealer_draws(parse_many(two)) is draws


@pytest.mark.clause("FB-03", "FB-17")
def test_dealer_draws_whatever_the_player_holds() -> None:
    round = one_spot("9c Kd 2s 5h Kc 4d")
    round.act(1, "stay")
    assert places(round)[DEALER]["hit"] == [parse("4d")]
    stands = one_spot("9c Kd 2s 6h Kc 4d")
    stands.act(1, "stay")
    assert "hit" not in places(stands)[DEALER]
    said = [e.text for e in stands.log if e.kind == "say"]
    assert said == ["No more bets", "Dealer has 6"]


@pytest.mark.clause("FB-04", "FB-08")
def test_play_is_exactly_twice_the_ante_and_not_bound_by_the_posted_maximum() -> None:
    config = TableConfig("fu-bacc", limits={"ante": Limits(500, 10000)}, regulation_cents=20000)
    round = one_spot("7c Td 2s 5h Kc 4d", config, ante=10000)
    assert {c.action: c.cost_cents for c in round.legal(1)} == {"stay": 20000, "hit": 20000, "fold": 0}
    round.act(1, "stay")
    assert round.stakes[1] == {"ante": 10000, "play": 20000}


@pytest.mark.clause("FB-08", "HR-02")
def test_an_ante_whose_play_wager_would_break_the_regulation_is_refused() -> None:
    config = TableConfig("fu-bacc", regulation_cents=30000)
    with pytest.raises(IllegalWager) as refusal:
        one_spot("7c Td 2s 5h Kc 4d", config, ante=15100)
    assert refusal.value.clause == "HR-02"
    assert "$150" in str(refusal.value)


@pytest.mark.clause("FB-08", "HR-08")
@pytest.mark.parametrize(
    ("wager", "cents"), [("ante", 400), ("ante", 10100), ("tie", 2600), ("lucky_monkey", 100)]
)
def test_posted_limits_bind_ante_and_side_wagers(wager: str, cents: int) -> None:
    limits = {"ante": Limits(500, 10000), "tie": Limits(100, 2500), "lucky-monkey": Limits(500, 2500)}
    with pytest.raises(IllegalWager, match="outside the posted limits"):
        one_spot("7c Td 2s 5h Kc 4d", TableConfig("fu-bacc", limits=limits), **{"ante": 1000, wager: cents})


@pytest.mark.clause("FB-05", "FB-06")
def test_side_wagers_need_an_ante_unless_the_house_allows_it() -> None:
    with pytest.raises(IllegalWager) as refusal:
        one_spot("7c Td 2s 5h Kc 4d", tie=500)
    assert refusal.value.clause == "FB-06"
    alone = TableConfig("fu-bacc", {"side_wagers_alone": "yes"})
    round = one_spot("Kc Td 2s 5h Kd 5s", alone, tie=500, lucky_monkey=500)
    assert round.finished, "such a spot is never asked and never gets a third card"
    assert nets(round) == {"lucky-monkey": 2500, "tie": 3500}
    assert "hit" not in places(round)[1]
    assert len(places(round)[1]["hand"]) == 2


@pytest.mark.clause("FB-05")
def test_side_wagers_can_be_left_off_the_layout() -> None:
    with pytest.raises(IllegalWager, match="not offered"):
        one_spot(
            "7c Td 2s 5h Kc 4d",
            TableConfig("fu-bacc", offered=frozenset({"tie"})),
            ante=500,
            lucky_monkey=500,
        )


@pytest.mark.clause("FB-07")
def test_two_adjacent_spots_only_where_allowed_and_the_first_hand_first() -> None:
    order = order_of("7c Td 2s 5h Kc 4d")
    bets = {1: {"ante": 500}, 2: {"ante": 500}}
    holders = {1: "ann", 2: "ann"}
    with pytest.raises(IllegalWager) as refusal:
        Round(CONFIG, bets, order, holders=holders)
    assert refusal.value.clause == "FB-07"
    config = TableConfig("fu-bacc", {"two_spots": "yes"})
    with pytest.raises(IllegalWager, match="adjacent"):
        Round(config, {1: {"ante": 500}, 3: {"ante": 500}}, order, holders={1: "ann", 3: "ann"})
    with pytest.raises(IllegalWager, match="1, 2, 3"):
        Round(config, {**bets, 3: {"ante": 500}}, order, holders={1: "ann", 2: "ann", 3: "ann"})
    round = Round(config, bets, order, holders=holders)
    with pytest.raises(IllegalAction, match="not spot 2's turn"):
        round.act(2, "fold")
    round.act(1, "fold")
    round.act(2, "fold")
    assert round.finished


@pytest.mark.clause("FB-09", "FB-10", "FB-11", "FB-29")
def test_no_more_bets_then_three_cards_each_in_the_order_of_the_deck() -> None:
    order = order_of("2c 3c 4c 5c 6c 7c 8c 9c Tc")
    round = Round(CONFIG, {2: {"ante": 500}, 5: {"ante": 500}}, order)
    assert (round.log[0].text, round.log[0].clause) == ("No more bets", "FB-09")
    assert [e.kind for e in round.log[:2]] == ["say", "step"]
    felt = places(round, (2, 5))
    assert felt[2]["hand"] == list(order[0:2])
    assert felt[5]["hand"] == list(order[3:5])
    dealt = [(e.spot, e.place, e.cards) for e in round.log if e.kind == "deal"]
    assert dealt[-3:] == [(0, "up", order[6:7]), (0, "hole", order[7:8]), (0, "hit", order[8:9])]
    assert round.cards_used == 9
    with pytest.raises(Exception, match="HR-19"):
        Round(CONFIG, {1: {"ante": 500}}, (*order[:-1], order[0]))


@pytest.mark.clause("FB-10", "FB-11", "FB-12")
def test_what_each_observer_sees_before_the_dealer_plays() -> None:
    round = Round(CONFIG, {1: {"ante": 500}, 2: {"ante": 500}}, order_of("9c 2d Ks 8h Qc 3d Jh 6s Ad"))
    mine = view(round, {1})
    assert mine["places"]["1"] == {"hand": ["9c", "2d"], "hit": ["??"]}
    assert mine["places"]["2"] == {"hand": ["??", "??"], "hit": ["??"]}
    assert mine["places"]["0"] == {"up": ["Jh"], "hole": ["??"], "hit": ["??"]}
    public = view(round)
    assert public["places"]["1"]["hand"] == ["??", "??"]
    assert public["pending"] == []
    assert public["waiting_for"] == [1]
    assert [c["action"] for c in mine["pending"][0]["choices"]] == ["stay", "hit", "fold"]


@pytest.mark.clause("FB-12")
def test_a_decision_out_of_turn_or_unknown_is_refused_with_what_is_legal() -> None:
    round = one_spot("7c Td 2s 5h Kc 4d")
    with pytest.raises(IllegalAction) as refusal:
        round.act(1, "double")
    assert (refusal.value.clause, refusal.value.accepted) == ("FB-12", "stay, hit, fold")
    with pytest.raises(IllegalAction) as refusal:
        round.act(1, "bonus")
    assert refusal.value.clause == "FB-15"


@pytest.mark.clause("FB-13", "FB-19", "FB-27")
def test_fold_loses_the_ante_and_leaves_tie_alive_on_two_cards() -> None:
    round = one_spot("2c 3d 9s 5h Kc Td", ante=1000, tie=500, lucky_monkey=500)
    round.act(1, "fold")
    assert nets(round) == {"lucky-monkey": -500, "ante": -1000, "tie": 3500}
    assert len(places(round)[1]["hand"]) == 2


@pytest.mark.clause("FB-14", "FB-26")
def test_lucky_monkey_is_settled_when_the_player_acts_before_the_hole_card() -> None:
    round = one_spot("Kc Td 2s 6h Kd 5s", ante=1000, lucky_monkey=500)
    round.act(1, "stay")
    kinds = [(e.kind, e.spot, e.place) for e in round.log]
    assert kinds.index(("settle", 1, "lucky-monkey")) < kinds.index(("expose", DEALER, "hole"))
    assert nets(round)["lucky-monkey"] == 5000


@pytest.mark.clause("FB-15", "FB-23", "FB-24")
@pytest.mark.parametrize(
    ("cards", "pays"), [("9c Kd", 2000), ("8c Kd", 1500), ("4c 4d", 1500), ("4c 5d", 2000)]
)
def test_naturals_may_be_cashed(cards: str, pays: int) -> None:
    round = one_spot(f"{cards} 2s 7h Tc 5s", ante=1000)
    assert (round.legal(1)[0].action, round.legal(1)[0].clause) == ("bonus", "FB-15")
    round.act(1, "bonus")
    assert [e.place for e in round.log if e.kind == "expose" and e.spot == 1][:1] == ["hand"]
    assert nets(round) == {"ante": pays}
    assert 1 not in places(round), "the cards are collected and the hit card is burned"


@pytest.mark.clause("FB-15")
def test_a_cashed_natural_keeps_its_tie_wager_and_a_played_one_gives_the_bonus_up() -> None:
    cashed = one_spot("8c Kd 2s 5h 3c 9s", ante=1000, tie=500)
    cashed.act(1, "bonus")
    assert nets(cashed) == {"ante": 1500, "tie": 3500}
    played = one_spot("8c Kd 2s 5h 3c 9s", ante=1000)
    played.act(1, "stay")
    assert nets(played) == {"ante": -1000, "play": 0}
    with pytest.raises(IllegalAction, match="over"):
        played.act(1, "bonus")


@pytest.mark.clause("FB-16", "FB-25", "FB-26")
def test_rescue_pays_one_to_one_with_lucky_monkey_and_a_live_tie() -> None:
    round = one_spot("Kc Td 2s 9h Ac 5s", ante=1000, lucky_monkey=100, tie=500)
    assert round.legal(1)[0].clause == "FB-16"
    round.act(1, "bonus")
    assert nets(round) == {"lucky-monkey": 3000, "ante": 1000, "tie": -500}
    dealer_zero = one_spot("Kc Td 2s 9h 3c 8s", ante=1000, tie=500)
    dealer_zero.act(1, "bonus")
    assert nets(dealer_zero) == {"ante": 1000, "tie": 3500}
    for not_a_rescue in ("Kc Td 2s 8h Ac 5s", "4c 6d 2s 9h Ac 5s"):
        assert "bonus" not in [c.action for c in one_spot(not_a_rescue).legal(1)]


@pytest.mark.clause("FB-17", "HR-26")
def test_spots_act_in_order_and_settle_from_the_dealers_right() -> None:
    wagers = {spot: {"ante": 500} for spot in (1, 4, 7)}
    round = Round(CONFIG, wagers, order_of("2c 3c Kc 2d 3d Kd 2h 3h Kh 9s Ts Js"))
    asked = []
    while round.pending:
        asked.append(round.pending[0].spot)
        round.act(asked[-1], "stay")
    assert asked == [1, 4, 7]
    assert [s.spot for s in round.settlements] == [7, 7, 4, 4, 1, 1]


@pytest.mark.clause("FB-18")
def test_each_spot_is_settled_completely_before_the_next() -> None:
    wagers = {spot: {"ante": 500, "tie": 500} for spot in (1, 2)}
    round = Round(CONFIG, wagers, order_of("2c 3c Kc 2d 3d Kd 9s Ts Js"))
    round.act(1, "stay")
    round.act(2, "stay")
    assert [(s.spot, s.wager) for s in round.settlements] == [
        (2, "ante"), (2, "play"), (2, "tie"), (1, "ante"), (1, "play"), (1, "tie"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "action", "expected"),
    [
        pytest.param(
            "7c Td 2s 6h Kc 4d", "stay", {"ante": 1000, "play": 2000}, marks=pytest.mark.clause("FB-20")
        ),
        pytest.param(
            "5c Td 2s 6h Kc 4d", "hit", {"ante": 1000, "play": 2000}, marks=pytest.mark.clause("FB-20")
        ),
        pytest.param(
            "5c Td 2s 9h Kc 4d", "hit", {"ante": -1000, "play": -2000}, marks=pytest.mark.clause("FB-21")
        ),
        pytest.param(
            "7c Td 2s 7h Kc 4d", "stay", {"ante": -1000, "play": 0}, marks=pytest.mark.clause("FB-22")
        ),
        pytest.param("7c Td 2s 7h Kc 4d", "fold", {"ante": -1000}, marks=pytest.mark.clause("FB-19")),
    ],
)
def test_settlement_of_ante_and_play(cards: str, action: str, expected: dict[str, int]) -> None:
    round = one_spot(cards)
    round.act(1, action)
    assert nets(round) == expected


@pytest.mark.clause("FB-26")
@pytest.mark.parametrize(
    ("up", "pays"), [("9", 30), ("8", 20), ("7", 15), ("6", 10), ("5", 5), ("A", 5), ("K", 5), ("T", 5)]
)
def test_lucky_monkey_by_the_up_card(up: str, pays: int) -> None:
    round = one_spot(f"Kc Td 2s {up}h 3c 4d", ante=1000, lucky_monkey=500)
    round.act(1, "fold")
    assert nets(round)["lucky-monkey"] == 500 * pays
    loser = one_spot(f"Kc 9d 2s {up}h 3c 4d", ante=1000, lucky_monkey=500)
    loser.act(1, "fold")
    assert nets(loser)["lucky-monkey"] == -500


@pytest.mark.clause("FB-27", "FB-22")
def test_tie_counts_the_hands_as_they_ended() -> None:
    three = one_spot("2c 3d 2s 7h Kc 4d", ante=1000, tie=500)
    three.act(1, "hit")
    assert nets(three) == {"ante": -1000, "play": 0, "tie": 3500}
    two = one_spot("2c 3d 2s 7h Kc 4d", ante=1000, tie=500)
    two.act(1, "stay")
    assert nets(two)["tie"] == -500


@pytest.mark.clause("FB-28")
def test_the_layout_has_four_wager_places_with_odds_and_the_legend() -> None:
    sheet = CONFIG.sheet
    assert [w.name for w in sheet.wagers] == ["Ante", "Play", "Lucky Monkey", "Tie"]
    assert "6 or higher" in sheet.legends[0]
    assert [str(line.pays) for line in sheet.tables("lucky-monkey")[0].lines] == [
        "30 to 1", "20 to 1", "15 to 1", "10 to 1", "5 to 1",
    ]  # fmt: skip


@pytest.mark.clause("HR-26")
def test_a_timeout_never_adds_money() -> None:
    round = Round(CONFIG, {s: {"ante": 500} for s in range(1, 8)}, order_of("9c Kd 2s"))
    round.play_out(fallback)
    assert all("play" not in bets for bets in round.stakes.values())
    assert round.net_cents(1) == 1000, "a natural takes its bonus"


@pytest.mark.parametrize("cents", [-100, 0, 150, 2.5, "100", True])
def test_odd_chips_and_nonsense_are_refused(cents: object) -> None:
    with pytest.raises(IllegalWager):
        Round(CONFIG, {1: {"ante": cents}}, DECK)  # type: ignore[dict-item]


def test_unknown_spots_wagers_and_empty_tables_are_refused() -> None:
    with pytest.raises(IllegalWager, match="spot 8"):
        Round(CONFIG, {8: {"ante": 500}}, DECK)
    with pytest.raises(Exception, match="no wager 'dragon'"):
        Round(CONFIG, {1: {"dragon": 500}}, DECK)
    with pytest.raises(IllegalWager, match="during the round"):
        Round(CONFIG, {1: {"ante": 500, "play": 1000}}, DECK)
    with pytest.raises(IllegalWager, match="Nobody"):
        Round(CONFIG, {}, DECK)


@pytest.mark.clause("FB-07")
def test_the_second_of_two_hands_is_looked_at_when_the_first_is_done() -> None:
    """The holder of two spots saw both hands at once, which is worth something to the first."""
    config = TableConfig("fu-bacc", {"two_spots": "yes"})
    bets = {spot: {"ante": 500} for spot in (2, 3, 5)}
    holders = {2: "ann", 3: "ann", 5: "bob"}
    round = Round(config, bets, order_of("2c 3c Kc 9d 8d Kd 4h 5h Kh 9s Ts Js"), holders=holders)
    ann, bob = (2, 3), (5,)
    assert places(round, ann)[2]["hand"] == list(parse_many("2c 3c"))
    assert places(round, ann)[3]["hand"] == [HIDDEN, HIDDEN]
    assert places(round, bob)[5]["hand"] == list(parse_many("4h 5h"))
    round.act(2, "stay")
    assert places(round, ann)[3]["hand"] == list(parse_many("9d 8d"))
    assert places(round, bob)[3]["hand"] == [HIDDEN, HIDDEN]
    assert places(round)[3]["hand"] == [HIDDEN, HIDDEN]
    assert "FB-07" in {e.clause for e in round.log}
    alone = Round(config, bets, round.order, holders={2: "ann", 3: "cleo", 5: "bob"})
    assert places(alone, (3,))[3]["hand"] == list(parse_many("9d 8d"))


@pytest.mark.clause("FB-02")
@pytest.mark.parametrize(
    ("hand", "both"), [("Kc Td", True), ("Kc 5d", False), ("5d Kc", False), ("5d 6c", False)]
)
def test_two_monkeys_are_both_of_the_cards(hand: str, both: bool) -> None:
    assert two_monkeys(tuple(parse_many(hand))) is both
