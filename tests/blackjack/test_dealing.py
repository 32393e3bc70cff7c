"""Order of the cards, blackjacks, insurance, the dealer's play: scripted rounds of blackjack."""

from __future__ import annotations

from functools import cache

import pytest

from pitboss.blackjack.hands import POINTS, dealer_draws
from pitboss.cards import parse, text, texts
from pitboss.errors import BadInput, IllegalAction, IllegalWager
from pitboss.odds import Rounding
from pitboss.procedures.twenty_one import DEALER_MOST_CARDS
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view
from tests.blackjack.support import actions, events, hands, nets, order_of, play, start, why_not

SOUTH = {"blackjack": 10}


@pytest.mark.clause("BJ-18")
def test_cards_go_round_the_table_and_the_first_dealer_card_is_up() -> None:
    round = start("blackjack", "2c 3c 4c 9d 5c 6c 7c 8d", {1: SOUTH, 4: SOUTH, 7: SOUTH})
    dealt = [(e.spot, e.place, e.cards) for e in events(round, "deal")]
    assert [(spot, place, text(cards[0])) for spot, place, cards in dealt] == [
        (1, "hand", "2c"), (4, "hand", "3c"), (7, "hand", "4c"), (DEALER, "up", "9d"),
        (1, "hand", "5c"), (4, "hand", "6c"), (7, "hand", "7c"), (DEALER, "hole", "8d"),
    ]  # fmt: skip
    assert places(round)[DEALER] == {"up": [parse("9d")], "hole": [-1]}
    assert round.pending[0].spot == 1


@pytest.mark.clause("BJ-04")
def test_without_a_hole_card_the_second_card_comes_after_the_players() -> None:
    round = start("blackjack", "Tc 9d 9c 7h Td", options={"hole_card": "none"})
    assert places(round)[DEALER] == {"up": [parse("9d")]}
    play(round, "stand")
    assert places(round)[DEALER] == {"up": [parse("9d")], "hole": [parse("7h")], "drawn": [parse("Td")]}
    assert nets(round) == {"blackjack": [1000]}


@pytest.mark.clause("BJ-01")
@pytest.mark.parametrize("decks", range(1, 9))
def test_the_order_must_hold_the_shoe(decks: int) -> None:
    config = TableConfig("blackjack", {"decks": str(decks)})
    order = order_of(config, "")
    assert len(order) == 52 * decks
    Round(config, {1: {"blackjack": 1000}}, order)
    with pytest.raises(BadInput, match="not a shoe"):
        Round(config, {1: {"blackjack": 1000}}, order[:-1])


@pytest.mark.clause("BJ-02")
@pytest.mark.parametrize(("soft_17", "drawn", "hand"), [("hits", "Ah", "push"), ("stands", "", "win")])
def test_soft_17(soft_17: str, drawn: str, hand: str) -> None:
    round = play(start("blackjack", "Tc 6d 8c Ad Ah", options={"soft_17": soft_17}), "stand")
    assert texts(places(round)[DEALER].get("drawn", [])) == drawn
    assert hands(round) == [("blackjack", hand)]


@pytest.mark.clause("BJ-02")
def test_the_dealer_draws_to_16_and_stands_on_hard_17() -> None:
    round = play(start("blackjack", "Tc 2d 9c 3h Ah Kd 4s 5s"), "stand")
    # 2 3 A = 16 soft, then the king makes it 16 hard, then the 4
    assert texts(places(round)[DEALER]["drawn"]) == "Ah Kd 4s"
    assert hands(round) == [("blackjack", "lose")]
    assert play(start("blackjack", "Tc Td 9c 7h 4s"), "stand").net_cents() == 1000


@pytest.mark.clause("BJ-02")
def test_no_dealers_hand_is_longer_than_the_cards_kept_back() -> None:
    @cache
    def longest(points: int, ace: bool, hits: bool) -> int:
        soft = ace and points <= 11
        if not dealer_draws(points + 10 * soft, soft, hits):
            return 0
        return 1 + max(longest(points + p, ace or p == 1, hits) for p in POINTS)

    assert max(longest(0, False, True), longest(0, False, False)) == DEALER_MOST_CARDS


@pytest.mark.clause("BJ-03")
@pytest.mark.parametrize(
    ("pays", "stake", "net"),
    [
        ("3-to-2", 10, 1500),
        ("6-to-5", 10, 1200),
        ("1-to-1", 10, 1000),
        ("3-to-2", 5, 750),
        ("6-to-5", 1, 120),
    ],
)
def test_a_blackjack_is_paid_when_its_turn_comes(pays: str, stake: int, net: int) -> None:
    round = start(
        "blackjack", "Ac Tc 9d Kc 9c 8h", {1: {"blackjack": stake}, 2: SOUTH}, {"blackjack_pays": pays}
    )
    assert not round.finished
    assert nets(round) == {"blackjack": [net]}
    assert round.pending[0].spot == 2
    assert 1 not in places(round)


@pytest.mark.clause("BJ-03", "HR-29")
def test_rounding_a_blackjack_to_a_chip_is_a_house_rule() -> None:
    for rounding, net in ((Rounding.NONE, 750), (Rounding.CHIP_DOWN, 700), (Rounding.CHIP_UP, 800)):
        assert start("blackjack", "Ac 9d Kc 9c", {"blackjack": 5}, rounding=rounding).net_cents() == net


@pytest.mark.clause("BJ-04", "BJ-15")
@pytest.mark.parametrize("up_and_hole", [("Td", "Ah"), ("Kd", "Ah"), ("Ad", "Jh")])
def test_a_dealers_blackjack_ends_the_round(up_and_hole: tuple[str, str]) -> None:
    up, hole = up_and_hole
    round = start("blackjack", f"Tc Ac {up} 9c Kc {hole}", {1: SOUTH, 2: SOUTH}, {"insurance": "off"})
    assert round.finished
    assert (nets(round, 1), nets(round, 2)) == ({"blackjack": [-1000]}, {"blackjack": [0]})
    assert hands(round) == [("blackjack", "both-blackjack"), ("blackjack", "dealer-blackjack")]
    assert places(round)[DEALER]["hole"] == [parse(hole)]


@pytest.mark.clause("BJ-04")
def test_no_peek_under_a_small_card_and_a_silent_one_without_blackjack() -> None:
    def peeks(cards: str) -> list[str]:
        return [e.text for e in events(start("blackjack", cards), "say") if e.clause == "BJ-04"]

    assert peeks("Tc 9d 9c Ah") == []
    assert peeks("Tc Td 9c 9h") == ["The dealer looks at the hole card: no blackjack"]


@pytest.mark.clause("BJ-05", "BJ-13")
def test_insurance_is_up_to_half_the_wager_in_whole_chips_or_exactly_half() -> None:
    round = start("blackjack", "Tc Ad 9c 9h", {"blackjack": 15})
    assert actions(round) == ["decline", "insure"]
    choice = round.pending[0].choices[1]
    assert (choice.least_cents, choice.most_cents) == (100, 750)
    for cents in (0, 50, 725, 800):
        with pytest.raises(IllegalAction, match=r"BJ-05|HR-29"):
            round.act(1, "insure", cents)
    play(round, "insure $7.50", "stand")
    assert nets(round)["insurance"] == [-750]


@pytest.mark.clause("BJ-05", "BJ-15")
def test_insurance_is_settled_before_everything_else() -> None:
    round = start("blackjack", "Tc Ac Ad 9c Kc Kh", {1: SOUTH, 2: SOUTH})
    play(round, "insure $5", "insure $3")
    assert round.finished
    assert hands(round)[:2] == [("insurance", "dealer-blackjack")] * 2
    assert nets(round, 1) == {"insurance": [1000], "blackjack": [-1000]}
    assert nets(round, 2) == {"insurance": [600], "blackjack": [0]}
    assert [s.spot for s in round.settlements] == [2, 1, 2, 1]


@pytest.mark.clause("BJ-05", "BJ-15")
def test_insurance_loses_at_once_without_a_blackjack() -> None:
    round = play(start("blackjack", "Tc Ad 9c 9h"), "insure $5")
    assert hands(round) == [("insurance", "no-blackjack")]
    assert nets(round) == {"insurance": [-500]}
    assert actions(round)[0] == "stand"


@pytest.mark.clause("BJ-05")
def test_insurance_needs_an_ace_an_offer_and_room_for_a_chip() -> None:
    assert actions(start("blackjack", "Tc Kd 9c 9h"))[0] == "stand"
    assert actions(start("blackjack", "Tc Ad 9c 9h", options={"insurance": "off"}))[0] == "stand"
    assert start("blackjack", "Tc Ad 9c 9h", {"blackjack": 1}).pending[0].choices[1][4:6] == (50, 50)
    limited = start("blackjack", "Tc Ad 9c 9h", {"blackjack": 10}, regulation_cents=1000)
    assert limited.pending[0].choices[1].most_cents == 500


@pytest.mark.clause("BJ-05", "BJ-15")
@pytest.mark.parametrize(("second", "insurance", "main"), [("Kh", 1000, -1000), ("9h", -500, -1000)])
def test_without_a_hole_card_insurance_waits_for_the_second_card(
    second: str, insurance: int, main: int
) -> None:
    round = start("blackjack", f"Tc Ad 9c {second}", options={"hole_card": "none"})
    play(round, "insure $5", "stand")
    assert nets(round) == {"insurance": [insurance], "blackjack": [main]}
    assert hands(round)[0][0] == "insurance"


@pytest.mark.clause("BJ-04", "BJ-15")
def test_without_a_hole_card_a_dealers_blackjack_takes_every_unit() -> None:
    no_hole = {"hole_card": "none"}
    round = start("blackjack", "8c Td 8d 3c 9h 9s Ah", options=no_hole)
    play(round, "split", "double", "stand")
    # 8 3 9 doubled, 8 9: the dealer's ten turns into a blackjack
    assert nets(round) == {"blackjack": [-1000], "double": [-1000], "split": [-1000]}
    assert {hand for _, hand in hands(round)} == {"dealer-blackjack"}


@pytest.mark.clause("BJ-04", "BJ-15")
@pytest.mark.parametrize(
    ("up", "second", "hand", "net"),
    [
        ("Td", "Ah", "both-blackjack", 0),
        ("Td", "9h", "blackjack", 1500),
        ("Ad", "Th", "both-blackjack", 0),
        ("9d", None, "blackjack", 1500),
    ],
)
def test_without_a_hole_card_a_blackjack_waits_only_for_an_ace_or_ten(
    up: str, second: str | None, hand: str, net: int
) -> None:
    round = start(
        "blackjack", f"Ac {up} Kc {second or '2h'}", options={"hole_card": "none", "insurance": "off"}
    )
    assert round.finished
    assert hands(round) == [("blackjack", hand)]
    assert round.net_cents() == net
    assert ("hole" in places(round)[DEALER]) is (second is not None)
    assert "drawn" not in places(round)[DEALER]


@pytest.mark.clause("BJ-14")
def test_a_bust_loses_at_once_and_the_dealer_does_not_draw() -> None:
    round = start("blackjack", "Tc 6d 6c Th Kh 2s")
    play(round, "hit")
    assert hands(round) == [("blackjack", "bust")]
    assert places(round)[DEALER] == {"up": [parse("6d")], "hole": [parse("Th")]}
    assert round.net_cents() == -1000


@pytest.mark.clause("BJ-14")
def test_without_a_hole_card_nothing_is_drawn_when_all_have_busted() -> None:
    round = play(start("blackjack", "Tc 6d 6c Kh", options={"hole_card": "none"}), "hit")
    assert places(round)[DEALER] == {"up": [parse("6d")]}
    assert round.cards_used == 4


@pytest.mark.clause("BJ-14")
@pytest.mark.parametrize(
    ("second", "hand", "net"),
    [("Kc", "win", 1000), ("9c", "push", 0), ("8c", "lose", -1000)],
)
def test_equal_totals_push(second: str, hand: str, net: int) -> None:
    round = play(start("blackjack", f"Tc Td {second} 9h"), "stand")
    assert (hands(round), round.net_cents()) == ([("blackjack", hand)], net)


@pytest.mark.clause("BJ-14")
def test_a_dealers_bust_pays_every_hand_left() -> None:
    round = start("blackjack", "2c Tc 9d 3c 7c 7h 8h", {1: SOUTH, 2: SOUTH})
    play(round, "stand", "stand")
    assert hands(round) == [("blackjack", "dealer-bust")] * 2
    assert round.net_cents() == 2000


@pytest.mark.clause("BJ-14")
@pytest.mark.parametrize(
    ("cards", "decision", "hand", "net"),
    [("Tc 9d 6c 8h 6h", "hit", "bust", -1000), ("Tc 6d 9c Th 6h", "stand", "dealer-bust", 1000)],
)
def test_22_is_over_21_for_player_and_dealer(cards: str, decision: str, hand: str, net: int) -> None:
    round = play(start("blackjack", cards), decision)
    assert (hands(round), round.net_cents()) == ([("blackjack", hand)], net)


@pytest.mark.clause("BJ-02")
@pytest.mark.parametrize(
    ("hole", "drawn", "made"),
    [("Ah", "", "Dealer has 17"), ("5h", "Th", "Dealer has 21"), ("Th", "6h", "Dealer has 22, too many")],
)
def test_the_dealers_total_is_called(hole: str, drawn: str, made: str) -> None:
    round = play(start("blackjack", f"Tc 6d 9c {hole} {drawn}", options={"soft_17": "stands"}), "stand")
    assert made in [event.text for event in events(round, "say")]


def test_a_hand_of_21_is_not_asked() -> None:
    round = start("blackjack", "5c 9d 6c 9h Th")
    play(round, "hit")
    assert round.finished
    assert hands(round) == [("blackjack", "win")]


@pytest.mark.clause("HR-26", "BJ-12")
def test_seven_spots_act_from_the_left_and_are_settled_from_the_right() -> None:
    first = "2c 3c 4c 5c 6c 7c 8c"
    second = "Td Th Ts Tc Jd Jh Js"
    round = start("blackjack", f"{first} 9d {second} 8h", dict.fromkeys(range(1, 8), SOUTH))
    order = []
    while round.pending:
        order.append(round.pending[0].spot)
        play(round, "stand")
    assert order == [1, 2, 3, 4, 5, 6, 7]
    assert [s.spot for s in round.settlements] == [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.clause("BJ-12", "HR-30")
def test_spots_of_the_table() -> None:
    assert TableConfig("blackjack").spots == 7
    with pytest.raises(BadInput, match="HR-30"):
        TableConfig("blackjack", spots=8)
    with pytest.raises(IllegalWager, match="no spot 3"):
        start("blackjack", "", {3: SOUTH}, spots=2)


@pytest.mark.clause("BJ-13")
def test_wagers_are_locked_by_the_first_card() -> None:
    round = start("blackjack", "Tc 9d 5c 9h")
    said = [e.text for e in round.log[:3]]
    assert said[0] == "No more bets"
    assert round.on_felt == {1: {"blackjack": 1000}}
    with pytest.raises(IllegalAction):
        round.act(1, "blackjack", 500)
    with pytest.raises(IllegalWager, match="BJ-06"):
        start("blackjack", "", {"blackjack": 10, "double": 10})


@pytest.mark.clause("BJ-13")
def test_a_spot_plays_with_a_wager_only() -> None:
    with pytest.raises(IllegalWager, match="Spot 2 has no wager"):
        start("blackjack", "", {1: SOUTH, 2: {}})


@pytest.mark.clause("BJ-13")
def test_a_confirmed_double_split_or_insurance_stays() -> None:
    round = play(start("blackjack", "8c Ad 8d 9h 2c Tc"), "insure $4", "split")
    assert round.stakes == {1: {"blackjack": 1000, "insurance": 400, "split": 1000}}
    play(round, "double")
    assert round.stakes[1]["double"] == 1000
    with pytest.raises(IllegalAction):
        round.act(1, "decline")


@pytest.mark.clause("BJ-13", "HR-02")
def test_a_further_wager_above_a_limit_is_not_offered() -> None:
    for later in ("double", "split", "insurance"):
        with pytest.raises(BadInput, match=f"no limits for {later}"):
            TableConfig("blackjack", limits={later: Limits(0, 4000)})
    config = TableConfig("blackjack", regulation_cents=40_000)
    # a first wager above the limit never passes the opening; were it there, nothing could be added to it
    over = Round(config, {1: {"blackjack": 50_000}}, order_of(config, "8c 6d 8d 9h"), trusted=True)
    assert actions(over) == ["stand", "hit"]
    assert (why_not(over, "double"), why_not(over, "split")) == ("HR-02", "HR-02")
    at = start("blackjack", "8c 6d 8d 9h", {"blackjack": 400}, regulation_cents=40_000)
    assert actions(at) == ["stand", "hit", "double", "split"]
    with pytest.raises(IllegalWager, match="HR-01"):
        start("blackjack", "", {"blackjack": 401}, regulation_cents=40_000)


def test_a_timeout_stands_and_takes_no_insurance() -> None:
    round = start("blackjack", "Tc Ad 5c 9h").play_out(fallback)
    assert round.stakes == {1: {"blackjack": 1000}}
    assert [d.action for _, d in round.decisions] == ["decline", "stand"]


def test_a_view_shows_everything_but_the_hole_card() -> None:
    shape = view(start("blackjack", "Tc 9d 5c 8h"))
    assert shape["places"] == {"1": {"hand": ["Tc", "5c"]}, "0": {"up": ["9d"], "hole": ["??"]}}
    assert "8h" not in str(shape)
