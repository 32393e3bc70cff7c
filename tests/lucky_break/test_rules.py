"""Lucky Break: the bonus on the dealer's bust, in scripted rounds."""

from __future__ import annotations

import pytest

from pitboss.cardplay.blackjack.procedure import cut_card
from pitboss.core.cards import parse_words, texts
from pitboss.core.errors import BadInput, IllegalWager
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.sheets import sheet
from pitboss.table_games.lucky_break.rules import bonus_odds, dealer_line, suited_line
from tests.games.stage import actions, events, hands, nets, order_of, play, start

GAME = "lucky-break"
PLAIN, BOTH = {"blackjack": 10}, {"blackjack": 10, "lucky-break": 1}


@pytest.mark.clause("LB-10", "LB-09")
@pytest.mark.parametrize(("reading", "net"), [("added", 15_300), ("product", 15_000)])
def test_the_approvals_own_example(reading: str, net: int) -> None:
    """A $1 wager, the dealer's 26 with five suited cards, pay table 1: $3 and $150 on top."""
    # dealer 2 3 4 7 T of clubs
    round = play(start(GAME, "Td 2c 9d 3c 4c 7c Tc", BOTH, {"multiplier": reading}), "stand")
    assert texts((*places(round)[DEALER]["up"], *places(round)[DEALER]["hole"])) == "2c 3c"
    assert nets(round) == {"blackjack": [1000], "lucky-break": [net]}


DEALERS = [
    # dealer's cards, line, suited line, base of tables 1-4
    ("Tc 6c Tc", "total-26", "suited-3", (3, 3, 3, 3)), ("Tc 6d Td", "total-26", "unsuited", (3, 3, 3, 3)),
    ("Tc 5c Tc", "total-25", "suited-3", (3, 3, 2, 2)), ("Tc 4c 2c 9c", "total-25", "suited-4", (3, 3, 2, 2)),
    ("Tc 4d 2c 9c", "total-25", "unsuited", (3, 3, 2, 2)), ("7h 3h 4h Th", "total-24", "suited-4", (2, 2, 2, 2)),
    ("Tc 6d 8c", "total-24", "unsuited", (2, 2, 2, 2)), ("Ts 3s Ts", "total-23", "suited-3", (2, 2, 2, 2)),
    ("2s 3s 4s 5s 9s", "total-23", "suited-5", (2, 2, 2, 2)),
    ("2s 2s 3s 3s 4s 8s", "total-22", "suited-5", (1, 1, 1, 1)),
    ("Tc 2c Tc", "total-22", "suited-3", (1, 1, 1, 1)), ("As 5s Ts 6s", "total-22", "suited-4", (1, 1, 1, 1)),
    ("Tc 6c 5c", "total-21-or-less", "suited-3", (-1, -1, -1, -1)),
    ("Tc 7c", "total-21-or-less", "suited-2", (-1, -1, -1, -1)),
]  # fmt: skip
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
    hand = parse_words(dealer)
    assert (dealer_line(hand), suited_line(hand)) == (line, suited)
    for column, base in enumerate(bases, 1):
        for other, times in enumerate(MULTIPLIERS.get(suited, (1,) * 4), 1):
            table = sheet(GAME).pay_table(GAME, f"{column}/{other}")
            added = base if suited == "unsuited" or base < 0 else base + base * times
            product = base if base < 0 else base * times
            assert [bonus_odds(table, hand, how).net for how in ("added", "product")] == [added, product]


@pytest.mark.clause("LB-09", "LB-13", "LB-23")
@pytest.mark.parametrize(("table", "net"), [("1/1", 900), ("2/2", 900), ("3/3", 1800), ("4/4", 900)])
def test_a_suited_bust_on_the_felt(table: str, net: int) -> None:
    round = play(start(GAME, "Td Tc 9d 6c Tc", BOTH, pay_tables={GAME: table}), "stand")
    assert nets(round)["lucky-break"] == [net]
    (done,) = [s for s in round.settlements if s.wager == "lucky-break"]
    assert (done.hand, done.clause, done.text) == ("total-26", "LB-13", "Dealer 26 with 3 suited cards")


ONE_DOLLAR_UP = {"limits": {"lucky-break": Limits(100, 2500)}}


@pytest.mark.clause("LB-01", "LB-02", "LB-11", "LB-24", "BJ-17")
@pytest.mark.parametrize(("bets", "options", "table", "error", "clause"), [
    ({1: PLAIN, 2: {"lucky-break": 5}}, {}, {}, IllegalWager, "LB-01"),
    ({"blackjack": 10, "lucky-break": 30}, {}, ONE_DOLLAR_UP, IllegalWager, "HR-08"),
    ({1: PLAIN, 2: {"token": 5}}, {}, {}, IllegalWager, "LB-01"),
    ({"blackjack": 10, "token": 5}, {}, {"offered": frozenset({"lucky-break"})}, IllegalWager, "LB-11"),
    (BOTH, {"hole_card": "none"}, {}, BadInput, "LB-02"), (BOTH, {"insurance": "off"}, {}, BadInput, "LB-02"),
    (BOTH, {"decks": "0"}, {}, BadInput, "LB-24"), (BOTH, {"decks": "9"}, {}, BadInput, "LB-24"),
])  # fmt: skip
def test_wagers_and_tables_that_are_refused(bets, options, table, error, clause) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=clause):
        start(GAME, "", bets, options, **table)


@pytest.mark.clause("LB-01", "LB-24")
def test_spots_limits_and_one_to_eight_decks() -> None:
    two = start(GAME, "Td 9d Tc Td 9c 7h", {1: BOTH, 2: BOTH}, **ONE_DOLLAR_UP)
    assert two.stakes == {spot: {"blackjack": 1000, "lucky-break": 100} for spot in (1, 2)}
    for decks in range(1, 9):
        assert len(order_of(TableConfig(GAME, {"decks": str(decks)}), "")) == 52 * decks


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
    round = start(GAME, "Ad Td 6c Kd 9d Th 8h", {1: BOTH, 2: PLAIN})
    assert nets(round, 1) == {"blackjack": [1500]}
    assert round.on_felt[1] == {"lucky-break": 100}
    # the cards stay under the bonus
    assert texts(places(round)[1]["hand"]) == "Ad Kd"
    play(round, "stand")
    # dealer 6 T 8 = 24
    assert nets(round, 1) == {"blackjack": [1500], "lucky-break": [200]}
    alone = start(GAME, "Ac 6d Kc Th 5h", BOTH)
    assert {"LB-04", "LB-06"} <= {event.clause for event in alone.log}


@pytest.mark.clause("LB-05", "LB-06", "LB-08")
def test_a_bust_loses_at_once_and_the_dealer_finishes_for_the_bonus_or_a_token() -> None:
    round = play(start(GAME, "Td 6c 6d Th Kh 7h", BOTH), "hit")
    assert hands(round) == [("blackjack", "bust"), ("lucky-break", "total-23")]
    assert texts(places(round)[DEALER]["drawn"]) == "7h"
    assert texts(places(round)[1]["hand"]) == "Td 6d Kh"
    assert {"LB-05", "LB-06"} <= {event.clause for event in round.log}
    without = play(start(GAME, "Td 6c 6d Th Kh 7h"), "hit")
    assert "drawn" not in places(without)[DEALER]
    assert 1 not in places(without)
    token = play(start(GAME, "Td 6c 6d Th Kh 7h", {"blackjack": 10, "token": 5}), "hit")
    assert texts(places(token)[DEALER]["drawn"]) == "7h"
    assert nets(token)["token"] == [1000]


LATE = {"surrender": "late"}
SPLIT = "9d 6c 9h Th 9s Td 2d 8s"
"""9 9 T busts with 28, 9 2 stands on 11; dealer 6 T 8 = 24"""


@pytest.mark.clause("LB-06", "LB-07", "LB-08", "LB-12", "LB-18")
@pytest.mark.parametrize(("cards", "options", "decisions", "blackjack", "net", "drawn", "clause"), [
    # a total above 27 loses the bonus at settlement; the dealer completes even for a bonus that is lost by then
    *((f"Td 6c 9d Th {draw} 8s", {}, ["hit"], [-1000], 200, "8s", "LB-15") for draw in ("7h", "8h")),
    *((f"Td 6c 9d Th {draw} 8s", {}, ["hit"], [-1000], -100, "8s", "LB-08") for draw in ("9h", "Th")),
    # a dealer within 21 takes it
    ("Td 6c 9d Th 5h", {}, ["stand"], [-1000], -100, "5h", "LB-18"),
    # which of the split hands counts, and a surrendered one: nobody waits for the dealer once the bonus is lost
    (SPLIT, {"lucky_break_split": "lowest"}, ["split", "hit", "stand"], [-1000], 200, "8s", "LB-15"),
    (SPLIT, {"lucky_break_split": "highest"}, ["split", "hit", "stand"], [-1000], -100, "8s", "LB-08"),
    ("Td 6c 6d Th 8s", LATE, ["surrender"], [-500], 200, "8s", "LB-15"),
    ("Td 6c 6d Th 8s", {**LATE, "lucky_break_surrender": "lost"}, ["surrender"], [-500], -100, "", "LB-12"),
])  # fmt: skip
def test_what_becomes_of_the_bonus(cards, options, decisions, blackjack, net, drawn, clause) -> None:  # type: ignore[no-untyped-def]
    round = play(start(GAME, cards, BOTH, options), *decisions)
    assert (nets(round)["blackjack"], nets(round)["lucky-break"]) == (blackjack, [net])
    assert texts(places(round)[DEALER].get("drawn", ())) == drawn
    (done,) = [s for s in round.settlements if s.wager == "lucky-break"]
    assert done.clause == clause
    if cards.startswith("Td 6c 9d Th") and clause == "LB-08":
        total = 28 if "9h" in cards else 29
        assert (done.hand, done.text) == ("player-above-27", f"Player's {total} is above 27")


@pytest.mark.clause("LB-11", "HR-06")
def test_a_bet_for_the_dealer_goes_to_the_tokes_outside_the_aggregate_limit() -> None:
    wagers = {"blackjack": 10, "token": 5}
    won = play(start(GAME, "Td 6c 9d Th 8s", wagers), "stand")
    # dealer 24 pays 2 to 1: the $5 and the $10 it won are the dealer's
    (done,) = [s for s in won.settlements if s.wager == "token"]
    assert (done.net_cents, done.tokes_cents, done.player_cents) == (1000, 1500, -500)
    assert won.tokes_cents == 1500
    assert won.net_cents() == 1000 - 500
    lost = play(start(GAME, "Td 6c 9d Th 5s", wagers), "stand")
    assert (lost.tokes_cents, lost.net_cents()) == (0, -1000 - 500)
    both, limit = {**wagers, "lucky-break": 5}, {"lucky-break": 700}
    cut = play(start(GAME, "Td 6c 9d Th 8s", both, aggregate_cents=limit), "stand")
    assert (sum(nets(cut)["lucky-break"]), cut.tokes_cents) == (700, 1500)


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
