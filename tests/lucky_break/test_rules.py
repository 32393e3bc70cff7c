"""Lucky Break: the bonus on the dealer's bust, in scripted rounds."""

from __future__ import annotations

import pytest

from pitboss.approvals import sheet
from pitboss.cards import parse, texts
from pitboss.errors import BadInput, IllegalWager
from pitboss.games.lucky_break import bonus_odds, dealer_line, suited_line
from pitboss.procedures.twenty_one import cut_card
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from tests.blackjack.support import actions, events, hands, nets, order_of, play, start

GAME = "lucky-break"
BOTH = {"blackjack": 10, "lucky-break": 1}


def cards(words: str) -> tuple[int, ...]:
    return tuple(parse(word) for word in words.split())


@pytest.mark.clause("LB-10", "LB-09")
@pytest.mark.parametrize(("reading", "net"), [("added", 15_300), ("product", 15_000)])
def test_the_approvals_own_example(reading: str, net: int) -> None:
    """A $1 wager, the dealer's 26 with five suited cards, pay table 1: $3 and $150 on top."""
    # dealer 2 3 4 7 T of clubs
    round = start(GAME, "Td 2c 9d 3c 4c 7c Tc", BOTH, {"multiplier": reading})
    play(round, "stand")
    assert texts((*places(round)[DEALER]["up"], *places(round)[DEALER]["hole"])) == "2c 3c"
    assert nets(round) == {"blackjack": [1000], "lucky-break": [net]}


DEALERS = [
    # dealer's cards, line, suited line, base of tables 1-4
    ("Tc 6c Tc", "total-26", "suited-3", (3, 3, 3, 3)),
    ("Tc 6d Td", "total-26", "unsuited", (3, 3, 3, 3)),
    ("Tc 5c Tc", "total-25", "suited-3", (3, 3, 2, 2)),
    ("Tc 4c 2c 9c", "total-25", "suited-4", (3, 3, 2, 2)),
    ("Tc 4d 2c 9c", "total-25", "unsuited", (3, 3, 2, 2)),
    ("7h 3h 4h Th", "total-24", "suited-4", (2, 2, 2, 2)),
    ("Tc 6d 8c", "total-24", "unsuited", (2, 2, 2, 2)),
    ("Ts 3s Ts", "total-23", "suited-3", (2, 2, 2, 2)),
    ("2s 3s 4s 5s 9s", "total-23", "suited-5", (2, 2, 2, 2)),
    ("2s 2s 3s 3s 4s 8s", "total-22", "suited-5", (1, 1, 1, 1)),
    ("Tc 2c Tc", "total-22", "suited-3", (1, 1, 1, 1)),
    ("As 5s Ts 6s", "total-22", "suited-4", (1, 1, 1, 1)),
    ("Tc 6c 5c", "total-21-or-less", "suited-3", (-1, -1, -1, -1)),
    ("Tc 7c", "total-21-or-less", "suited-2", (-1, -1, -1, -1)),
]
MULTIPLIERS = {
    "suited-5": (50, 100, 25, 50), "suited-4": (10, 10, 10, 10),
    "suited-3": (2, 2, 5, 2), "unsuited": (1, 1, 1, 1),
}  # fmt: skip


@pytest.mark.clause(
    "LB-07", "LB-09", "LB-10", "LB-13", "LB-14", "LB-15", "LB-16", "LB-17", "LB-18",
    "LB-19", "LB-20", "LB-21", "LB-22", "LB-23",
)  # fmt: skip
@pytest.mark.parametrize(("dealer", "line", "suited", "bases"), DEALERS)
def test_every_line_in_both_readings(dealer: str, line: str, suited: str, bases: tuple[int, ...]) -> None:
    hand = cards(dealer)
    assert (dealer_line(hand), suited_line(hand)) == (line, suited)
    for base_column in range(4):
        for multiplier_column in range(4):
            table = sheet(GAME).pay_table(GAME, f"{base_column + 1}/{multiplier_column + 1}")
            base = bases[base_column]
            times = MULTIPLIERS.get(suited, (1,) * 4)[multiplier_column]
            added = base if suited == "unsuited" or base < 0 else base + base * times
            product = base if base < 0 else base * times
            assert bonus_odds(table, hand, "added").net == added
            assert bonus_odds(table, hand, "product").net == product


@pytest.mark.clause("LB-09", "LB-13", "LB-23")
@pytest.mark.parametrize(("table", "net"), [("1/1", 900), ("2/2", 900), ("3/3", 1800), ("4/4", 900)])
def test_a_suited_bust_on_the_felt(table: str, net: int) -> None:
    round = start(GAME, "Td Tc 9d 6c Tc", BOTH, pay_tables={GAME: table})
    play(round, "stand")
    assert nets(round)["lucky-break"] == [net]
    (done,) = [s for s in round.settlements if s.wager == "lucky-break"]
    assert (done.hand, done.clause, done.text) == ("total-26", "LB-13", "Dealer 26 with 3 suited cards")


@pytest.mark.clause("LB-01")
def test_the_bonus_rides_with_a_blackjack_wager_within_its_limits() -> None:
    with pytest.raises(IllegalWager, match="LB-01"):
        start(GAME, "", {1: {"blackjack": 10}, 2: {"lucky-break": 5}})
    with pytest.raises(IllegalWager, match="HR-08"):
        start(GAME, "", {"blackjack": 10, "lucky-break": 30}, limits={"lucky-break": Limits(100, 2500)})
    two = start(GAME, "Td 9d Tc Td 9c 7h", {1: BOTH, 2: BOTH}, limits={"lucky-break": Limits(100, 2500)})
    assert two.stakes == {spot: {"blackjack": 1000, "lucky-break": 100} for spot in (1, 2)}


@pytest.mark.clause("LB-02", "BJ-17")
@pytest.mark.parametrize("option", [{"hole_card": "none"}, {"insurance": "off"}])
def test_hole_card_peek_and_insurance_are_required(option: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="LB-02"):
        TableConfig(GAME, option)


@pytest.mark.clause("LB-02")
def test_insurance_comes_before_the_dealer_looks() -> None:
    round = start(GAME, "Td Ac 9d 9c", BOTH)
    assert actions(round) == ["decline", "insure"]
    play(round, "decline")
    assert [e.text for e in events(round, "say") if e.clause == "LB-02"] == [
        "The dealer looks at the hole card: no blackjack"
    ]
    assert [e.clause for e in events(start(GAME, "Td Tc 9d 9c", BOTH), "say")][-1] == "LB-02"


@pytest.mark.clause("LB-03")
def test_a_dealers_blackjack_takes_every_bonus() -> None:
    round = start(GAME, "Td Ah Tc 9d Kh Ac", {1: BOTH, 2: BOTH | {"token": 2}})
    assert round.finished
    assert nets(round, 1) == {"blackjack": [-1000], "lucky-break": [-100]}
    assert nets(round, 2) == {"blackjack": [0], "lucky-break": [-100], "token": [-200]}
    assert {s.clause for s in round.settlements if s.wager != "blackjack"} == {"LB-03"}


@pytest.mark.clause("LB-04", "LB-06")
def test_a_players_blackjack_is_paid_at_once_and_the_bonus_lives_on() -> None:
    round = start(GAME, "Ad Td 6c Kd 9d Th 8h", {1: BOTH, 2: {"blackjack": 10}})
    assert nets(round, 1) == {"blackjack": [1500]}
    assert round.on_felt[1] == {"lucky-break": 100}
    # the cards stay under the bonus
    assert texts(places(round)[1]["hand"]) == "Ad Kd"
    play(round, "stand")
    # dealer 6 T 8 = 24
    assert nets(round, 1) == {"blackjack": [1500], "lucky-break": [200]}


@pytest.mark.clause("LB-05", "LB-06", "LB-08")
def test_a_bust_loses_at_once_and_the_dealer_finishes_for_the_bonus() -> None:
    round = start(GAME, "Td 6c 6d Th Kh 7h", BOTH)
    play(round, "hit")
    assert hands(round) == [("blackjack", "bust"), ("lucky-break", "total-23")]
    assert texts(places(round)[DEALER]["drawn"]) == "7h"
    assert texts(places(round)[1]["hand"]) == "Td 6d Kh"
    without = play(start(GAME, "Td 6c 6d Th Kh 7h"), "hit")
    assert "drawn" not in places(without)[DEALER]
    assert 1 not in places(without)


@pytest.mark.clause("LB-08", "LB-06")
@pytest.mark.parametrize(
    ("draw", "total", "net"),
    [("7h", 26, 200), ("8h", 27, 200), ("9h", 28, -100), ("Th", 29, -100)],
)
def test_a_players_total_above_27_loses_the_bonus_at_settlement(draw: str, total: int, net: int) -> None:
    round = start(GAME, f"Td 6c 9d Th {draw} 8s", BOTH)
    play(round, "hit")
    # the dealer completes even for a bonus that is lost by then: 6 T 8 = 24
    assert texts(places(round)[DEALER]["drawn"]) == "8s"
    assert nets(round)["lucky-break"] == [net]
    if net < 0:
        done = round.settlements[-1]
        assert (done.hand, done.clause, done.text) == (
            "player-above-27",
            "LB-08",
            f"Player's {total} is above 27",
        )


@pytest.mark.clause("LB-07", "LB-18")
def test_a_dealer_within_21_takes_the_bonus() -> None:
    round = play(start(GAME, "Td 6c 9d Th 5h", BOTH), "stand")
    assert nets(round) == {"blackjack": [-1000], "lucky-break": [-100]}
    assert round.settlements[-1].clause == "LB-18"


@pytest.mark.clause("LB-12")
@pytest.mark.parametrize(("rule", "net"), [("lowest", 200), ("highest", -100)])
def test_which_of_the_split_hands_counts(rule: str, net: int) -> None:
    # 9 9 T busts with 28, 9 2 stands on 11; dealer 6 T 8 = 24
    round = start(GAME, "9d 6c 9h Th 9s Td 2d 8s", BOTH, {"lucky_break_split": rule})
    play(round, "split", "hit", "stand")
    assert hands(round)[0] == ("blackjack", "bust")
    assert nets(round)["lucky-break"] == [net]


@pytest.mark.clause("LB-12")
@pytest.mark.parametrize(("rule", "net"), [("alive", 200), ("lost", -100)])
def test_a_surrendered_hand(rule: str, net: int) -> None:
    options = {"surrender": "late", "lucky_break_surrender": rule}
    round = start(GAME, "Td 6c 6d Th 8s", BOTH, options)
    play(round, "surrender")
    assert nets(round) == {"blackjack": [-500], "lucky-break": [net]}
    # nobody waits for the dealer's hand once the bonus is lost
    assert ("drawn" in places(round)[DEALER]) is (rule == "alive")


@pytest.mark.clause("LB-11")
def test_a_bet_for_the_dealer_goes_to_the_tokes() -> None:
    wagers = {"blackjack": 10, "token": 5}
    won = play(start(GAME, "Td 6c 9d Th 8s", wagers), "stand")
    # dealer 24 pays 2 to 1: the $5 and the $10 it won are the dealer's
    (done,) = [s for s in won.settlements if s.wager == "token"]
    assert (done.net_cents, done.tokes_cents, done.player_cents) == (1000, 1500, -500)
    assert won.tokes_cents == 1500
    assert won.net_cents() == 1000 - 500
    lost = play(start(GAME, "Td 6c 9d Th 5s", wagers), "stand")
    assert (lost.tokes_cents, lost.net_cents()) == (0, -1000 - 500)


@pytest.mark.clause("LB-11", "LB-01")
def test_a_bet_for_the_dealer_needs_a_blackjack_wager_and_may_be_barred() -> None:
    with pytest.raises(IllegalWager, match="LB-01"):
        start(GAME, "", {1: {"blackjack": 10}, 2: {"token": 5}})
    with pytest.raises(IllegalWager, match="LB-11"):
        start(GAME, "", {"blackjack": 10, "token": 5}, offered=frozenset({"lucky-break"}))


@pytest.mark.clause("LB-11", "HR-06")
def test_tokes_are_outside_the_aggregate_limit() -> None:
    wagers = {"blackjack": 10, "lucky-break": 5, "token": 5}
    round = play(start(GAME, "Td 6c 9d Th 8s", wagers, aggregate_cents={"lucky-break": 700}), "stand")
    assert sum(nets(round)["lucky-break"]) == 700
    assert round.tokes_cents == 1500


@pytest.mark.clause("LB-24")
def test_one_to_eight_decks() -> None:
    for decks in range(1, 9):
        assert len(order_of(TableConfig(GAME, {"decks": str(decks)}), "")) == 52 * decks
    for other in ("0", "9"):
        with pytest.raises(BadInput, match="LB-24"):
            TableConfig(GAME, {"decks": other})


@pytest.mark.clause("LB-06")
def test_a_lone_token_bet_keeps_the_dealer_drawing_too() -> None:
    round = play(start(GAME, "Td 6c 6d Th Kh 7h", {"blackjack": 10, "token": 5}), "hit")
    assert texts(places(round)[DEALER]["drawn"]) == "7h"
    assert nets(round)["token"] == [1000]


@pytest.mark.clause("LB-04", "LB-05", "LB-06")
def test_the_log_says_what_is_tucked_and_why_the_dealer_goes_on() -> None:
    """The log never cited these clauses."""
    bets = {"blackjack": 10, "lucky-break": 5}
    natural = start("lucky-break", "Ac 6d Kc Th 5h", bets)
    assert {"LB-04", "LB-06"} <= {event.clause for event in natural.log}
    bust = play(start("lucky-break", "Tc 6d 6c Th Kd 5h", bets), "hit")
    assert {"LB-05", "LB-06"} <= {event.clause for event in bust.log}


@pytest.mark.clause("LB-03", "LB-07")
@pytest.mark.parametrize(
    ("dealt", "decisions", "settled"),
    [("9d As 8d Kd", ("decline",), "LB-03"), ("9d Ts 8d 7d", ("stand",), "LB-07")],
)
def test_the_shoes_last_round_is_settled_and_says_so(
    dealt: str, decisions: tuple[str, ...], settled: str
) -> None:
    """Whether the dealer has blackjack or plays on: the stage is named, and the cut card told of once it is out."""
    config = TableConfig(GAME)
    at, order = cut_card(config), order_of(config, dealt)
    first, rest = order[:4], order[4:]
    for before, told in ((at - 4, True), (at - 5, False)):
        shoe = (*rest[:before], *first, *rest[before:])
        round = play(Round(config, {1: {"blackjack": 1000, "lucky-break": 100}}, shoe, before), *decisions)
        assert not round.pending
        stages = [(event.text, event.clause) for event in events(round, "step")]
        assert stages[-1] == ("settle", settled)
        said = [event.clause for event in events(round, "say") if "cut card is out" in event.text]
        assert said == ["BJ-11"] * told
