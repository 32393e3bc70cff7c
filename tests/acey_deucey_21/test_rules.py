"""Acey Deucey 21: the changed deal, War, Acey Deucey and its raise, in scripted rounds."""

from __future__ import annotations

import pytest

from pitboss.core.cards import parse, parse_words, text
from pitboss.core.errors import BadInput, IllegalAction, IllegalWager
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import DEALER
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.views import places, view
from pitboss.sheets import sheet
from pitboss.table_games.acey_deucey_21.rules import (
    acey_deucey_hand,
    acey_deucey_odds,
    most_raise,
    spread,
)
from tests.games.stage import actions, events, hands, nets, play, start

GAME = "acey-deucey-21"
PLAIN, ANTE = {"blackjack": 10}, {"blackjack": 10, "acey-deucey": 4}
BOTH = {**ANTE, "war": 5}


@pytest.mark.clause("AD-04", "AD-01")
def test_the_up_card_comes_after_the_raises() -> None:
    round = start(GAME, "Kc 3c 9d 7c 4c 8d", {1: BOTH, 2: PLAIN})
    assert [(e.spot, e.place, text(e.cards[0])) for e in events(round, "deal")] == [
        (1, "hand", "Kc"), (2, "hand", "3c"), (DEALER, "hole", "9d"), (1, "hand", "7c"), (2, "hand", "4c"),
    ]  # fmt: skip
    assert round.pending[0].spot == 1
    seen = view(round)["places"]
    assert seen == {"1": {"hand": ["Kc", "7c"]}, "2": {"hand": ["3c", "4c"]}, "0": {"hole": ["??"]}}
    play(round, "check")
    assert places(round)[DEALER] == {"hole": [-1], "up": [parse("8d")]}
    assert "9d" not in str(view(round))


@pytest.mark.clause("AD-04", "AD-26", "HR-26")
def test_bonuses_are_settled_when_the_up_card_appears_before_insurance_and_from_the_dealers_right() -> None:
    round = play(start(GAME, "Kc Kd 7c Ad", BOTH), "check")
    # the up card is the ace, and the dealer has a blackjack: the bonuses are done with before insurance
    assert hands(round) == [("war", "first-lower"), ("acey-deucey", "outside")]
    assert actions(round) == ["decline", "insure"]
    play(round, "insure $5")
    assert round.finished
    assert nets(round) == {"war": [-500], "acey-deucey": [-400], "insurance": [1000], "blackjack": [-1000]}
    # both have blackjack; the player's ace beats the up card
    both = start(GAME, "Ac Ah Kc Kd", {"blackjack": 10, "war": 5})
    assert both.finished
    assert nets(both) == {"war": [500], "blackjack": [0]}
    two = play(start(GAME, "Kc 3c 9d 7c 4c 8d", {1: BOTH, 2: BOTH}), "check", "raise $2")
    assert [(s.spot, s.wager) for s in two.settlements] == [
        (2, "war"), (2, "acey-deucey"), (2, "raise"), (1, "war"), (1, "acey-deucey"),
    ]  # fmt: skip


WITHOUT_WAR = {"offered": frozenset({"acey-deucey"})}


@pytest.mark.clause("AD-02", "AD-04", "AD-05", "AD-07", "AD-11", "AD-13", "AD-25", "BJ-17")
@pytest.mark.parametrize(("bets", "table", "error", "words"), [
    (BOTH, {"options": {"hole_card": "none"}}, BadInput, "AD-04"), (BOTH, {"spots": 5}, BadInput, "6 to 7"),
    (BOTH, WITHOUT_WAR, IllegalWager, "not offered"),
    ({1: PLAIN, 2: {"war": 5}}, {}, IllegalWager, "needs a wager on Blackjack"),
    ({1: PLAIN, 2: {"acey-deucey": 5}}, {}, IllegalWager, "needs a wager on Blackjack"),
    (BOTH, {"limits": {"raise": Limits(100, 300)}}, BadInput, "AD-12"),
    ({"blackjack": 10, "acey-deucey": 5}, {"limits": {"acey-deucey": Limits(500, 1000)}}, BadInput, "AD-11"),
])  # fmt: skip
def test_wagers_and_tables_that_are_refused(bets, table, error, words) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=words):
        start(GAME, "", bets, **table)


@pytest.mark.clause("AD-02", "AD-07", "AD-11")
def test_six_or_seven_spots_with_or_without_war_and_within_limits() -> None:
    assert [TableConfig(GAME, spots=spots).spots for spots in (0, 6, 7)] == [7, 6, 7]
    round = play(start(GAME, "Kc 9d 7c 8d", ANTE, **WITHOUT_WAR), "check", "stand")
    assert nets(round)["acey-deucey"] == [400]
    start(GAME, "", BOTH, limits={"acey-deucey": Limits(100, 1000)})
    config = TableConfig(GAME, chip_cents=50, limits={"war": Limits(200, 2000)}, regulation_cents=40_000)
    for bets, clause in (
        ({"acey-deucey": 50}, "AD-11"), ({"acey-deucey": 40_050}, "HR-01"),
        ({"war": 150}, "HR-08"), ({"war": 2050}, "HR-08"),
    ):  # fmt: skip
        with pytest.raises(IllegalWager, match=clause):
            Round(config, {1: {"blackjack": 1000, **bets}}, round.order)
    Round(config, {1: {"blackjack": 1000, "acey-deucey": 100, "war": 200}}, round.order)


WAR = [
    # first, second, up, table 1, table 2
    ("Kc", "2c", "Qd", "first-higher", "first-higher"), ("2c", "Ac", "3d", "first-lower", "first-lower"),
    ("Ac", "2c", "Kd", "first-higher", "first-higher"), ("2c", "Kc", "Ad", "first-lower", "first-lower"),
    ("8c", "9c", "8d", "second-higher", "first-equal"),
    ("8c", "8h", "8d", "second-not-higher", "first-equal"),
    ("8c", "7h", "8d", "second-not-higher", "first-equal"),
    ("Ac", "Kh", "Ad", "second-not-higher", "first-equal"),
    ("2c", "Ah", "2d", "second-higher", "first-equal"), ("Tc", "Jh", "Td", "second-higher", "first-equal"),
]  # fmt: skip
WAR_NETS = {
    "first-higher": 500, "first-lower": -500, "first-equal": -250,
    "second-higher": 500, "second-not-higher": -500,
}  # fmt: skip


@pytest.mark.clause("AD-03", "AD-08", "AD-09", "AD-10")
@pytest.mark.parametrize(("first", "second", "up", "one", "two"), WAR)
def test_war(first: str, second: str, up: str, one: str, two: str) -> None:
    for table, hand in (("1", one), ("2", two)):
        cards = f"{first} 5h {second} {up}"
        round = start(GAME, cards, {"blackjack": 10, "war": 5}, pay_tables={"war": table})
        assert nets(round)["war"] == [WAR_NETS[hand]]
        assert [s.hand for s in round.settlements if s.wager == "war"] == [hand]


@pytest.mark.clause("AD-16", "AD-03")
def test_the_spread_counts_ranks_strictly_between() -> None:
    for two, gap in {
        "5c 7d": 1, "5c 8d": 2, "2c Ad": 11, "7c 8d": 0, "Ac Kd": 0, "9c 9d": -1, "Kc 7d": 5,
    }.items():  # fmt: skip
        assert spread(parse_words(two)) == spread(parse_words(two)[::-1]) == gap, two


ACEY_DEUCEY = [
    # two cards, up card, line, pays in tables 1, 2, 3
    ("5c 7c", "6c", "spread-1-suited", 30, 25, 30), ("5c 7d", "6c", "spread-1", 6, 6, 6),
    ("5c 7c", "6d", "spread-1", 6, 6, 6), ("5c 8c", "6c", "spread-2-suited", 10, 10, 5),
    ("8c 5d", "7c", "spread-2", 2, 2, 1), ("5c 9c", "6c", "spread-3-11-suited", 5, 5, 5),
    ("Kd 7d", "9d", "spread-3-11-suited", 5, 5, 5), ("Kc 7d", "9d", "spread-3-11", 1, 1, 1),
    ("Kd 7c", "9d", "spread-3-11", 1, 1, 1), ("Kd 7d", "9c", "spread-3-11", 1, 1, 1),
    ("Kc 7d", "8h", "spread-3-11", 1, 1, 1), ("2c Ad", "Kh", "spread-3-11", 1, 1, 1),
    ("2c Ac", "3c", "spread-3-11-suited", 5, 5, 5), ("9c 9c", "9c", "trips-suited", 30, 25, 30),
    ("9c 9d", "9h", "trips", 6, 6, 6), ("9c 9d", "8h", "pair", 0, 0, 0),
    ("Qc 2d", "Qh", "outside", -1, -1, -1), ("Qc 2d", "2h", "outside", -1, -1, -1),
    ("Qc 2d", "Kh", "outside", -1, -1, -1), ("7c 8d", "8h", "outside", -1, -1, -1),
    ("7c 8d", "Ah", "outside", -1, -1, -1),
]  # fmt: skip


@pytest.mark.clause(
    "AD-12", "AD-14", "AD-15", "AD-17", "AD-19", "AD-20", "AD-21", "AD-22", "AD-23", "AD-24", "AD-27"
)
@pytest.mark.parametrize(("two", "up", "line", "one", "two_pays", "three"), ACEY_DEUCEY)
def test_acey_deucey(two: str, up: str, line: str, one: int, two_pays: int, three: int) -> None:
    assert acey_deucey_hand(parse_words(two), parse(up)) == line
    first, second = two.split()
    for table, pays in zip(("1", "2", "3", "1B", "2B", "3B"), (one, two_pays, three) * 2, strict=True):
        assert acey_deucey_odds(sheet(GAME).pay_table("acey-deucey", table), line).net == pays
        round = start(GAME, f"{first} 5h {second} {up}", ANTE, pay_tables={"acey-deucey": table})
        raised = 700 if "raise" in actions(round) else 0
        if raised:
            play(round, "raise $7")
        assert nets(round)["acey-deucey"] == [400 * pays]
        assert nets(round).get("raise") == ([700 * pays] if raised else None)
        assert bool(raised) == (line not in ("pair", "trips", "trips-suited") or "B" not in table)


@pytest.mark.clause("AD-18")
@pytest.mark.parametrize("table", ["1B", "2B", "3B"])
def test_no_raise_on_a_pair_with_a_b_table(table: str) -> None:
    round = start(GAME, "9c 5h 9d 8d", ANTE, pay_tables={"acey-deucey": table})
    assert "AD-18" in {event.clause for event in round.log}
    assert actions(round)[0] == "stand"
    with pytest.raises(IllegalAction):
        round.act(1, "raise", 100)
    # equal in blackjack's values is not a pair here
    for cards, on in (("9c 5h 9d 8d", table[0]), ("Kc 5h Qd 8d", table)):
        assert actions(start(GAME, cards, ANTE, pay_tables={"acey-deucey": on})) == ["check", "raise"]


@pytest.mark.clause("AD-12", "AD-13")
def test_the_raise_goes_from_a_dollar_to_twice_the_ante() -> None:
    round = start(GAME, "Kc 5h 7d 8d", ANTE)
    choice = round.pending[0].choices[1]
    assert (choice.action, choice.least_cents, choice.most_cents) == ("raise", 100, 800)
    for cents in (0, 50, 150, 900):
        with pytest.raises(IllegalAction):
            round.act(1, "raise", cents)
    play(round, "raise $8")
    assert round.stakes[1]["raise"] == 800
    # where one chip alone is allowed, it is offered
    five = {"blackjack": 5, "acey-deucey": 5}
    chip = start(GAME, "Kc 5h 7d 8d", five, chip_cents=500, regulation_cents=500)
    choices = chip.pending[0].choices[1:]
    assert [(c.action, c.least_cents, c.most_cents) for c in choices] == [("raise", 500, 500)]


@pytest.mark.clause("AD-12")
def test_only_spots_with_the_ante_are_asked_and_a_timeout_checks() -> None:
    wagers = {1: PLAIN, 2: BOTH, 3: {"blackjack": 10, "war": 5}}
    round = start(GAME, "Kc 3c 2h 9d 7c 4c 5h 8d", wagers)
    assert round.pending[0].spot == 2
    round.play_out(fallback)
    assert "raise" not in round.stakes[2]


ASKED = {
    "Qc 5h Kd 8d": "You have Q and K: no card lies between them, so this bet cannot win. ",
    "Tc 5h Qd 8d": "You have 10 and Q: J from the dealer lies between them and wins. ",
    "Tc 5h Kd 8d": "You have 10 and K: J or Q from the dealer lies between them and wins. ",
    "Kc 5h 7d 8d": "You have 7 and K: 8 to Q from the dealer lies between them and wins. ",
    "8c 5h 8d 6d": "You have a pair: a third 8 from the dealer wins. ",
}


@pytest.mark.clause("AD-12")
@pytest.mark.parametrize(("cards", "words"), ASKED.items())
def test_the_question_says_what_would_win(cards: str, words: str) -> None:
    round = start(GAME, cards, ANTE, pay_tables={"acey-deucey": "1"})
    assert round.pending[0].text == f"{words}Check, or raise your Acey Deucey bet?"


RAISES = [
    # ante, posted maximum of the ante, regulation, most of the raise
    (4, None, None, 800), (400, None, 400, 40_000), (300, None, 400, 40_000), (200, None, 400, 40_000),
    (199, None, 400, 39_800), (25, 25, 400, 5000), (25, 25, 40, 4000), (1, 1, 400, 200),
]  # fmt: skip


@pytest.mark.clause("AD-13", "HR-02")
@pytest.mark.parametrize(("ante", "posted", "regulation", "most"), RAISES)
def test_the_most_of_the_raise(ante: int, posted: int | None, regulation: int | None, most: int) -> None:
    limits = {"acey-deucey": Limits(100, 100 * posted)} if posted else {}
    table = {"limits": limits, "regulation_cents": 100 * regulation if regulation else None}
    round = start(GAME, "Kc 5h 7d 8d", {"blackjack": 10, "acey-deucey": ante}, **table)
    assert round.pending[0].choices[1].most_cents == most
    assert most_raise(round.config, 100 * ante) == most
    round.act(1, "raise", most)
    assert round.stakes[1]["raise"] == most


@pytest.mark.clause("AD-04", "AD-06")
@pytest.mark.parametrize("decks", ["1", "6", "8"])
def test_blackjack_goes_on_from_the_up_card(decks: str) -> None:
    # 8 8 split against a 6: hands 8 3 T (doubled) and 8 T, dealer T 6 5
    round = start(GAME, "8c Td 8d 6h 3c Tc Jc 5d", BOTH, {"decks": decks})
    play(round, "split", "double", "stand")
    assert nets(round) == {
        "war": [500], "acey-deucey": [0], "blackjack": [0], "double": [0], "split": [-1000],
    }  # fmt: skip
    assert round.net_cents() == -500
