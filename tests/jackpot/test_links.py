"""Types, links and dual jackpots (JP-05 to JP-09, HR-09, HR-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.jackpots.desk import ShownMeter
from pitboss.jackpots.setup import dual_games, sensors_of
from tests.jackpot.pit import (
    CONTROLS,
    DOWN_UNDER,
    FACE_UP,
    FORTUNE,
    FULL,
    HOME,
    NOTICES,
    TENTH,
    WA03,
    Pit,
    house_plan,
    plan,
)
from tests.jackpot.staff import DEALER, EXECUTIVE, OWNER, SUPERVISOR
from tests.refusals import refused

WA07, SECOND = "FUPGPP-WA07", "second-jackpot"


@pytest.mark.clause("JP-06", "JP-09")
def test_the_games_that_may_carry_two_jackpots() -> None:
    """They have two sensors, Down Under one."""
    assert dual_games() == {
        "bahama-bonus-blackjack", "bet-the-set-21", "blazing-7s-up-card", "blazing-7s-player-cards-only",
        "face-up-pai-gow-poker", "fortune-pai-gow-poker", "free-bet-blackjack", "house-money", "i-luv-suits-poker",
        "kings-bounty", "royal-match-21", "trilux-bonus", "ultimate-texas-holdem", "zappit-blackjack",
    }  # fmt: skip
    assert sensors_of(FACE_UP) == ("jackpot", "second-jackpot")
    assert sensors_of(DOWN_UNDER) == ("jackpot",)
    refused(BadInput, "has no jackpot wager")(sensors_of, "fu-bacc")


@pytest.mark.clause("JP-06")
def test_two_jackpots_on_one_table_are_two_games(pit: Pit) -> None:
    pit.progressive("A")
    pit.progressive("B", WA07, tables=(), start=False)
    pit.link("B", "T1", WA07, sensor=SECOND)
    pit.desk.start("B", EXECUTIVE)
    pit.deal({"jackpot": [1, 2], SECOND: [2]})
    assert (pit.units("reserve", "A"), pit.units("reserve", "B")) == (4_000_000, 2_000_000)
    first = pit.mark(2, TENTH)
    second = pit.mark(2, TENTH, sensor=SECOND)
    assert (pit.win(first), pit.win(second)) == (20_003, 200_018)
    refused(IllegalAction, "had no wager on the sensor")(pit.mark, 1, TENTH, sensor=SECOND)
    pit.end()


@pytest.mark.clause("JP-06")
def test_one_jackpot_on_each_sensor(pit: Pit) -> None:
    pit.progressive("A")
    pit.progressive("B", tables=(), start=False)
    refused(IllegalAction, r"is A already.*JP-06")(pit.link, "B", "T1")
    refused(BadInput, r"has no sensor 'third'.*JP-06")(pit.link, "B", "T1", sensor="third")
    refused(IllegalAction, "on another sensor")(pit.link, "A", "T1", sensor=SECOND)


@pytest.mark.clause("JP-06", "JP-07")
def test_down_under_has_one_jackpot(pit: Pit) -> None:
    off = {"game": DOWN_UNDER, "tables": (), "start": False}
    pit.progressive("A", "option-1", game=DOWN_UNDER)
    refused(IllegalAction, r"has chosen .* with option-1.*JP-06")(pit.progressive, "B", "option-2", **off)
    pit.progressive("C", "option-1", **off)
    refused(BadInput, r"no sensor 'second-jackpot'.*JP-06")(pit.link, "C", "T1", "option-1", sensor=SECOND)
    pit.table("T2", DOWN_UNDER)
    refused(IllegalAction, "cannot hang on A")(pit.link, "A", "T2", "option-3")
    pit.link("A", "T2", "option-1")
    pit.desk.retire("A", EXECUTIVE, OWNER)
    pit.desk.retire("C", EXECUTIVE, OWNER)
    pit.progressive("D", "option-2", **off)


@pytest.mark.clause("JP-05", "HR-09")
def test_a_table_has_jackpots_of_one_type_and_a_house_jackpot_is_never_linked(pit: Pit) -> None:
    pit.house("H")
    pit.progressive("A", tables=(), start=False)
    refused(IllegalAction, r"T1 has the house jackpot H.*JP-05")(pit.link, "A", "T1", sensor=SECOND)
    pit.table("T2")
    refused(IllegalAction, r"H is a house jackpot and stands on T1.*JP-05")(pit.link, "H", "T2")


@pytest.mark.clause("JP-07")
@pytest.mark.parametrize(("game", "pay_table", "decks", "hangs"), [
    (FACE_UP, WA03, 1, True), (FACE_UP, "FUPGPP-03", 1, True), (FORTUNE, "FPGPP-WA03", 1, True),
    (FACE_UP, WA07, 1, False), (FORTUNE, "FPGPP-WA07", 1, False), (FORTUNE, WA03, 1, False),
    (DOWN_UNDER, "option-1", 1, False), ("house-money", WA03, 1, False), ("house-money", WA03, 2, False),
])  # fmt: skip
def test_links_need_the_same_pay_table_and_decks(
    pit: Pit, game: str, pay_table: str, decks: int, hangs: bool
) -> None:
    pit.progressive()
    pit.table("T2", game, decks=decks)
    if not hangs:
        refused(IllegalAction, "cannot hang on J.*JP-07")(pit.link, "J", "T2", pay_table)
        return
    pit.link("J", "T2", pay_table)
    pit.deal([1], "T1")
    pit.deal([1, 2], "T2")
    assert pit.shows() == 200_000 + 3 * 185 // 10


@pytest.mark.clause("JP-07", "JP-19", "HR-07", "HR-30")
def test_a_table_is_what_its_rule_sheet_allows(pit: Pit) -> None:
    refused(BadInput, "is not dealt from 8 decks")(pit.table, "T1", decks=8)
    refused(BadInput, r"is not played on 60 spots.*1 to 6 spots")(pit.table, "T1", spots=60)
    pit.table("T1", spots=5)
    edit, signed = pit.desk.edit_table, (OWNER, SUPERVISOR, "a new layout")
    refused(BadInput, r"not played on 7 spots")(edit, "T1", 7, {}, *signed)
    edit("T1", 6, {}, *signed)
    assert pit.desk.table("T1").spots == 6
    for options, says in (
        ({"folded_jackpot": "maybe"}, "qualifies"),
        ({"nonsense": "yes"}, "folded_jackpot"),
    ):
        refused(BadInput, says)(pit.table, "T2", DOWN_UNDER, options=options)
    pit.table("T2", DOWN_UNDER)
    maybe = {"folded_jackpot": "maybe"}
    refused(BadInput, "folded_jackpot = maybe is not possible")(edit, "T2", 7, maybe, *signed)


@pytest.mark.clause("JP-06", "HR-13")
def test_a_place_is_the_same_however_it_is_typed(pit: Pit) -> None:
    """Neither a second configuration of the game nor a place of its own by another spelling."""
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    chosen = refused(IllegalAction, r"has chosen a progressive jackpot with option-3.*JP-06")
    street = ("Main\u200b Street", "Main Street\ufeff", "Main Street.", "Main Street, Tacoma")
    for typed in (f" {HOME.upper()} ", *street):
        chosen(pit.desk.create, plan("K", "option-1", game=DOWN_UNDER, location=typed), EXECUTIVE)
    pit.table("T2", DOWN_UNDER, spots=7, location=HOME.lower().replace(" ", "  "))
    assert pit.desk.table("T2").location == HOME
    pit.link("J", "T2", "option-3")
    pit.table("T3", DOWN_UNDER, location="Elsewhere")
    refused(IllegalAction, r"T3 is at Elsewhere, J at Main Street.*HR-13")(pit.link, "J", "T3", "option-3")


@pytest.mark.clause("HR-13")
@pytest.mark.parametrize("confirmed", [False, True])
def test_a_link_across_games_excludes_a_second_progressive(pit: Pit, confirmed: bool) -> None:
    """Unless the operator confirms the change; nor may a link go across games once the second is there."""
    controls = replace(CONTROLS, second_progressive_confirmed=confirmed)
    pit.progressive("J", controls=controls)
    pit.table("T2", FORTUNE)
    pit.link("J", "T2", "FPGPP-WA03")
    pit.progressive("B", WA07, tables=(), start=False, controls=controls)
    if confirmed:
        pit.link("B", "T1", WA07, sensor=SECOND)
        assert pit.desk.table("T1").sensors == {"jackpot": "J", SECOND: "B"}
        return
    proposed = r"J is linked across .*HR-13.*change proposed in 2023"
    refused(IllegalAction, proposed)(pit.link, "B", "T1", WA07, sensor=SECOND)
    pit.desk.unlink("J", "T2", EXECUTIVE, OWNER)
    pit.link("B", "T1", WA07, sensor=SECOND)
    refused(IllegalAction, r"T1 on J carries a second progressive.*HR-13")(pit.link, "J", "T2", "FPGPP-WA03")


def test_tables_are_linked_and_unlinked_between_games(pit: Pit) -> None:
    pit.progressive()
    pit.table("T2")
    pit.deal([1])
    refused(IllegalAction, "Game 1 is running at T1")(pit.desk.unlink, "J", "T1", EXECUTIVE, OWNER)
    pit.end()
    pit.link("J", "T2")
    pit.desk.unlink("J", "T1", EXECUTIVE, OWNER)
    refused(BadInput, "no jackpot on the sensor")(pit.deal, [1])
    pit.deal([1], "T2")


@pytest.mark.clause("JP-08", "HR-09")
def test_a_house_jackpot_pays_every_winner_the_posted_amount(pit: Pit) -> None:
    pit.house("H", cents=500_000)
    pit.deal([1, 2, 3])
    claims = [pit.mark(1, FULL), pit.mark(3, FULL), pit.mark(2, TENTH)]
    assert [pit.win(claim) for claim in claims] == [500_000, 500_000, 50_000]
    assert pit.desk.meters("H") == {"meter": ShownMeter(500_000)}
    pit.end()
    assert pit.account("jackpot/H/tray-pays") == 1_050_000
    award = pit.desk.award(claims[0])
    assert (award.before_cents, award.after_cents) == (500_000, 500_000)


@pytest.mark.clause("JP-08", "HR-18")
def test_the_operator_sets_the_posted_amount_between_games(pit: Pit) -> None:
    pit.house("H")
    pit.deal([1])
    post, signed = pit.desk.post_amount, (EXECUTIVE, OWNER, "season")
    refused(IllegalAction, "END GAME first")(post, "H", 600_000, *signed)
    pit.end()
    refused(BadInput, "has no meter 'mega'")(post, "H", 600_000, *signed, meter="mega")
    refused(BadInput, "more than nothing")(post, "H", 0, *signed)
    payload = post("H", 600_000, *signed).payload
    assert (payload["before"], payload["after"]) == (500_000, 600_000)
    assert pit.desk.meters("H")["meter"].display_cents == 600_000
    pit.progressive(tables=("T2",))
    refused(IllegalAction, "is a progressive")(post, "J", 600_000, *signed)


@pytest.mark.clause("HR-09")
@pytest.mark.parametrize("notices", [(), NOTICES[:2], ("", "  ", "x")])
def test_a_house_jackpot_starts_with_its_three_notices(pit: Pit, notices: tuple[str, ...]) -> None:
    pit.desk.create(house_plan(notices=notices), EXECUTIVE)
    pit.table("T1")
    pit.link("H", "T1")
    refused(IllegalAction, r"of 3 notices of H are posted.*HR-09")(pit.desk.start, "H", EXECUTIVE)


def test_a_share_of_almost_nothing_is_nothing(pit: Pit) -> None:
    """Ten per cent of five cents: the award is recorded, no money moves, and it can be taken back."""
    pit.house("H", cents=5)
    claim = pit.dealt(TENTH)
    assert pit.win(claim) == 0
    pit.back_out(claim)
    pit.end()


def test_a_retired_jackpot_takes_no_deposit_and_one_on_no_table_does_not_start(pit: Pit) -> None:
    pit.progressive()
    pit.desk.retire("J", EXECUTIVE, OWNER)
    refused(IllegalAction, "J is retired; a deposit")(pit.desk.deposit, "J", 100, EXECUTIVE)
    refused(IllegalAction, "is on no table")(pit.progressive, "K", tables=())


def test_names_are_given_once(pit: Pit) -> None:
    pit.progressive()
    refused(BadInput, "a jackpot 'J' already")(pit.progressive, tables=())
    refused(BadInput, "a table 'T1' already")(pit.table, "T1")
    refused(BadInput, "'t1 ' reads as the table 'T1'")(pit.table, "t1 ")
    refused(BadInput, "'j' reads as the jackpot 'J'")(pit.progressive, "j", tables=())
    count = (Inventory({100: 0}), SUPERVISOR, DEALER)
    refused(BadInput, "'t1' reads as the tray 'T1'")(TrayDesk(pit.store).opener, "t1", *count)
    refused(BadInput, "no slash")(pit.table, "a/b")
    refused(BadInput, "There is no jackpot 'X'")(pit.desk.start, "X", EXECUTIVE)
    refused(BadInput, r"There is no jackpot 'X'\. Accepted: J")(pit.desk.meters, "X")
