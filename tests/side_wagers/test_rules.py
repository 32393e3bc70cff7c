"""Five games of submission 3054 that are sheets on the house's twenty-one: what a table does with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.core.errors import BadInput, IllegalWager
from pitboss.core.odds import PercentOfMeter
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.round import Round
from pitboss.sheets import sheet
from pitboss.sheets.plugins import HOUSE
from tests.side_wagers.support import FIVE, WAGER, dealt, finished, order_with, side_of, table


def test_the_five_are_sheets_and_no_code() -> None:
    lines = 0
    for game in FIVE:
        folder: Path = HOUSE / game.replace("-", "_")
        assert not list(folder.glob("*.py"))
        lines += sum(len(file.read_text(encoding="utf-8").splitlines()) for file in folder.glob("*.toml"))
        assert sheet(game).own_sheet
    assert lines <= 600


@pytest.mark.clause("SB-05", "SB-03")
@pytest.mark.parametrize(("hand", "line", "net"), [
    ("Kd Qd", "royal-match", 12500), ("Qs Ks", "royal-match", 12500), ("Kd Qh", "no-line", -500),
    ("Kd 2d", "suited", 1250), ("7h 7h", "suited", 1250), ("7h 7d", "no-line", -500),
])  # fmt: skip
def test_royal_match(hand: str, line: str, net: int) -> None:
    assert side_of(dealt(table("royal-match-21"), hand, "5c", "9d")) == [(line, net)]


@pytest.mark.clause("SB-06", "SB-04")
@pytest.mark.parametrize(("pays", "hand", "line", "net"), [
    ("10-3", "Kd Qd", "royal-match", 5000), ("10-3", "Kd 2d", "suited", 1500),
    ("30-9-5-1.5", "Kd Qd", "royal-match", 15000), ("30-9-5-1.5", "7d 7d", "suited-pair", 4500),
    ("30-9-5-1.5", "Ad 2d", "suited-neighbours", 2500), ("30-9-5-1.5", "Ad Kd", "suited-neighbours", 2500),
    ("30-9-5-1.5", "Kd 2d", "suited", 750), ("40-8-4-1.5", "Kd Qd", "royal-match", 20000),
    ("40-8-4-1.5", "7d 7d", "suited-pair", 4000), ("40-8-4-1.5", "9d Td", "suited-neighbours", 2000),
    ("40-8-4-1.5", "9d Jd", "suited", 750), ("40-8-4-1.5", "9d Th", "no-line", -500),
])  # fmt: skip
def test_royal_match_tables(pays: str, hand: str, line: str, net: int) -> None:
    assert side_of(dealt(table("royal-match-21", pays), hand, "5c", "9d")) == [(line, net)]


@pytest.mark.clause("SB-07")
@pytest.mark.parametrize(("pays", "suited"), [("20-10", 10000), ("15-10", 7500), ("25-10", 12500)])
def test_bet_the_set(pays: str, suited: int) -> None:
    config = table("bet-the-set-21", pays)
    assert side_of(dealt(config, "7d 7d", "5c", "9d")) == [("suited-pair", suited)]
    assert side_of(dealt(config, "7d 7s", "5c", "9d")) == [("pair", 5000)]
    assert side_of(dealt(config, "Kd Qd", "5c", "9d")) == [("no-line", -500)]


@pytest.mark.clause("SB-08", "SB-09")
@pytest.mark.parametrize(("hand", "line", "six", "two"), [
    ("Ks Ks", "kings-of-spades", 100, 200), ("Kd Kd", "suited-kings", 30, 50),
    ("Qd Qd", "suited-pair-of-20", 20, 25), ("Ts Ts", "suited-pair-of-20", 20, 25),
    ("Kd Jd", "suited-20", 9, 9), ("As 9s", "suited-20", 9, 9), ("Kd Ks", "kings", 6, 6),
    ("Qd Qs", "other-20", 4, 4), ("9d Ah", "other-20", 4, 4), ("Ad Ah", "no-line", -1, -1),
    ("Ad Ad", "no-line", -1, -1), ("Kd 9d", "no-line", -1, -1),
])  # fmt: skip
def test_kings_bounty(hand: str, line: str, six: int, two: int) -> None:
    assert side_of(dealt(table("kings-bounty"), hand, "5c", "9d")) == [(line, 500 * six)]
    assert side_of(dealt(table("kings-bounty", decks="2"), hand, "5c", "9d")) == [(line, 500 * two)]


@pytest.mark.clause("SB-09")
def test_two_kings_of_spades_are_paid_at_once_and_topped_up_after_the_check() -> None:
    round = dealt(table("kings-bounty"), "Ks Ks", "Ad", "Jh")
    # insurance is being asked: the check has not been made
    assert round.pending[0].kind == "insurance"
    assert side_of(round) == [("kings-of-spades", 50000)]
    finished(round)
    assert side_of(round) == [("kings-of-spades", 50000), ("kings-of-spades-and-blackjack", 450000)]
    assert sum(net for _, net in side_of(round)) == 1000 * 500
    without = finished(dealt(table("kings-bounty"), "Ks Ks", "Ad", "9h"))
    assert side_of(without) == [("kings-of-spades", 50000)]


@pytest.mark.clause("SB-09")
def test_a_pay_table_is_for_its_own_number_of_decks() -> None:
    assert table("kings-bounty", decks="2").pay_tables["kings-bounty"] == "1000-200-50-25-9-6-4"
    for decks, wrong in (("2", "1000-100-30-20-9-6-4"), ("6", "1000-200-50-25-9-6-4")):
        with pytest.raises(BadInput, match="SB-09"):
            table("kings-bounty", wrong, decks=decks)
    with pytest.raises(BadInput, match="SB-09"):
        table("kings-bounty", decks="1")


@pytest.mark.clause("SB-10", "SB-04")
@pytest.mark.parametrize(("hand", "up", "line", "pays"), [
    ("7d 8d", "9d", "straight-flush", 25), ("Ad 2d", "3d", "straight-flush", 25), ("Kd Ad", "Qd", "straight-flush", 25),
    ("7d 7d", "7d", "three-of-a-kind", 15), ("7d 7s", "7h", "three-of-a-kind", 15),
    ("7d 8s", "9d", "straight", 8), ("Ad 2d", "3s", "straight", 8), ("Kd Ad", "2d", "flush", 5),
    ("Kd Ad", "2s", "no-line", -1), ("7d 7d", "9d", "flush", 5), ("7d 7d", "9s", "no-line", -1),
])  # fmt: skip
def test_trilux(hand: str, up: str, line: str, pays: int) -> None:
    assert side_of(dealt(table("trilux-bonus", "25-15-8-5"), hand, up, "6c")) == [(line, 500 * pays)]
    for name, flat in (("8-flat", 8), ("9-flat", 9)):
        net = flat if pays > 0 else -1
        assert side_of(dealt(table("trilux-bonus", name), hand, up, "6c")) == [(line, 500 * net)]


@pytest.mark.clause("SB-11", "SB-12", "SB-03")
@pytest.mark.parametrize(("hand", "up", "lines"), [
    ("7d 7d", "7d", ("suited-sevens", "sevens-of-diamonds", "sevens-of-diamonds")),
    ("7s 7s", "7s", ("suited-sevens", "suited-sevens", "suited-sevens")),
    ("7d 7h", "7d", ("sevens-of-one-colour",) * 3), ("7s 7c", "7c", ("sevens-of-one-colour",) * 3),
    ("7d 7s", "7d", ("three-sevens",) * 3), ("7d 7s", "8d", ("two-sevens",) * 3),
    ("7d 8s", "7s", ("one-seven",) * 3), ("9d 8s", "7s", ("no-line",) * 3),
])  # fmt: skip
def test_blazing_sevens(hand: str, up: str, lines: tuple[str, ...]) -> None:
    for pays, line in zip("123", lines, strict=True):
        config = table("blazing-7s-up-card", pays)
        round = dealt(config, hand, up, "9c", stake=100)
        odds = config.tables["blazing-7s"].odds(line)
        assert line == "no-line" or odds == config.tables["jackpot"].by_hand[line].pays
        finished(round)
        net = -100 if isinstance(odds, PercentOfMeter) else odds.net_cents(100)
        assert side_of(round) == [(line, net)]
        hits = [(hit.hand, hit.odds.meter) for hit in round.jackpots if isinstance(hit.odds, PercentOfMeter)]
        assert hits == ([(line, odds.meter)] if isinstance(odds, PercentOfMeter) else [])


@pytest.mark.clause("SB-12")
def test_the_third_table_pays_from_three_meters() -> None:
    assert sheet("blazing-7s-up-card").pay_table("blazing-7s", "3").meters == ("mega", "major", "minor")


@pytest.mark.clause("SB-11", "JP-28")
def test_a_jackpot_wager_is_settled_with_the_others() -> None:
    round = dealt(table("blazing-7s-up-card", "1"), "7d 7s", "8d", "9c", stake=100)
    assert not side_of(round)
    assert [s.wager for s in finished(round).settlements] == ["blackjack", "jackpot"]


@pytest.mark.clause("SB-02")
def test_a_hand_that_is_split_keeps_its_sevens_for_the_jackpot() -> None:
    round = dealt(table("blazing-7s-up-card", "3"), "7d 7d", "7d", "9c", stake=100)
    round.act(1, "split")
    finished(round)
    assert side_of(round) == [("sevens-of-diamonds", -100)]
    assert [hit.hand for hit in round.jackpots] == ["sevens-of-diamonds"]


@pytest.mark.clause("SB-02")
def test_a_side_wager_is_settled_before_anybody_acts_and_nothing_changes_it_afterwards() -> None:
    round = dealt(table("trilux-bonus", "9-flat"), "8d 8d", "8s", "6c")
    assert round.pending and side_of(round) == [("three-of-a-kind", 4500)]
    round.act(1, "split")
    finished(round)
    assert side_of(round) == [("three-of-a-kind", 4500)]


@pytest.mark.clause("SB-02", "SB-01")
def test_side_wagers_are_settled_from_the_dealers_right_each_by_its_own_spot() -> None:
    config = table("royal-match-21")
    wagers = {spot: {"blackjack": 1000, "royal-match": 100 * spot} for spot in (1, 2, 4)}
    round = Round(config, wagers, order_with(config, "Kd 3h 9s 5c Qd 4h 2s 9d"))
    done = [(s.spot, s.hand) for s in round.settlements if s.wager == "royal-match"]
    assert done == [(4, "suited"), (2, "suited"), (1, "royal-match")]


@pytest.mark.clause("SB-01")
@pytest.mark.parametrize("game", FIVE)
def test_a_side_wager_needs_its_own_spots_blackjack_wager_and_keeps_the_posted_maximum(game: str) -> None:
    config = table(game)
    with pytest.raises(IllegalWager, match="needs a wager on Blackjack"):
        Round(config, {1: {WAGER[game]: 500}, 2: {"blackjack": 500}}, order_with(config, "Kd"))
    if game == "blazing-7s-up-card":
        return
    posted = TableConfig(game, limits={WAGER[game]: Limits(100, 2500)})
    with pytest.raises(IllegalWager, match="posted limits"):
        Round(posted, {1: {"blackjack": 500, WAGER[game]: 3000}}, order_with(posted, "Kd"))


@pytest.mark.clause("SB-11", "SB-12")
def test_blazing_7s_is_paid_by_the_table_that_its_jackpot_is_on() -> None:
    on_the_jackpot = TableConfig(
        "blazing-7s-up-card", offered=frozenset({"jackpot"}), pay_tables={"jackpot": "3"}
    )
    named_after_the_wager = TableConfig(
        "blazing-7s-up-card", offered=frozenset({"jackpot"}), pay_tables={"blazing-7s": "3"}
    )
    for config in (on_the_jackpot, named_after_the_wager):
        assert {place: table.id for place, table in config.tables.items()} == {
            "jackpot": "3",
            "blazing-7s": "3",
        }
