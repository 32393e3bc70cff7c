"""Types, links and dual jackpots (JP-05 to JP-09, HR-09, HR-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.errors import BadInput, IllegalAction, NotAllowed
from pitboss.house.inventory import Inventory
from pitboss.house.tray import TrayDesk
from pitboss.jackpot import JackpotConfig, Kind
from pitboss.jackpot.desk import ShownMeter
from pitboss.jackpot.links import dual_games, sensors_of
from tests.jackpot.pit import (
    CONTROLS,
    DEALER,
    DOWN_UNDER,
    EXECUTIVE,
    FACE_UP,
    FORTUNE,
    HOME,
    NOTICES,
    OWNER,
    SETTINGS,
    SUPERVISOR,
    Pit,
)


@pytest.mark.clause("JP-09")
def test_the_games_that_may_carry_two_jackpots() -> None:
    assert dual_games() == {
        "bahama-bonus-blackjack",
        "bet-the-set-21",
        "blazing-7s-dealers-up-card",
        "blazing-7s-player-cards-only",
        "face-up-pai-gow-poker",
        "fortune-pai-gow-poker",
        "free-bet-blackjack",
        "house-money",
        "i-luv-suits-poker",
        "kings-bounty",
        "royal-match-21",
        "trilux-bonus",
        "ultimate-texas-holdem",
        "zappit-blackjack",
    }


@pytest.mark.clause("JP-06", "JP-09")
def test_two_sensors_for_those_games_one_for_down_under() -> None:
    assert sensors_of(FACE_UP) == ("jackpot", "second-jackpot")
    assert sensors_of(DOWN_UNDER) == ("jackpot",)
    with pytest.raises(BadInput, match="has no jackpot wager"):
        sensors_of("fu-bacc")


@pytest.mark.clause("JP-06")
def test_two_jackpots_on_one_table_are_two_games(pit: Pit) -> None:
    pit.progressive("A", "FUPGPP-WA03")
    config = JackpotConfig(
        "B", Kind.PROGRESSIVE, FACE_UP, "FUPGPP-WA07", 100, CONTROLS, HOME, meters={"meter": SETTINGS}
    )
    pit.desk.create(config, EXECUTIVE)
    pit.desk.link("B", "T1", "FUPGPP-WA07", EXECUTIVE, sensor="second-jackpot")
    pit.desk.start("B", EXECUTIVE)
    pit.deal({"jackpot": [1, 2], "second-jackpot": [2]})
    assert (pit.units("reserve", "A"), pit.units("reserve", "B")) == (4_000_000, 2_000_000)
    first = pit.mark(2, "five-aces")
    second = pit.mark(2, "five-aces", sensor="second-jackpot")
    assert pit.win(first) == 20_003
    assert pit.win(second) == 200_018
    with pytest.raises(IllegalAction, match="had no wager on the sensor"):
        pit.mark(1, "five-aces", sensor="second-jackpot")
    pit.end()


@pytest.mark.clause("JP-06")
def test_one_jackpot_on_each_sensor(pit: Pit) -> None:
    pit.progressive("A")
    pit.progressive("B", tables=(), start=False)
    with pytest.raises(IllegalAction, match=r"is A already.*JP-06"):
        pit.desk.link("B", "T1", "FUPGPP-WA03", EXECUTIVE)
    with pytest.raises(BadInput, match=r"has no sensor 'third'.*JP-06"):
        pit.desk.link("B", "T1", "FUPGPP-WA03", EXECUTIVE, sensor="third")
    with pytest.raises(IllegalAction, match="on another sensor"):
        pit.desk.link("A", "T1", "FUPGPP-WA03", EXECUTIVE, sensor="second-jackpot")


@pytest.mark.clause("JP-06")
def test_down_under_has_one_jackpot(pit: Pit) -> None:
    pit.progressive("A", "option-1", game=DOWN_UNDER)
    with pytest.raises(IllegalAction, match=r"has chosen a progressive jackpot with option-1.*JP-06"):
        pit.progressive("B", "option-2", game=DOWN_UNDER, tables=(), start=False)
    pit.progressive("C", "option-1", game=DOWN_UNDER, tables=(), start=False)
    with pytest.raises(BadInput, match=r"has no sensor 'second-jackpot'.*JP-06"):
        pit.desk.link("C", "T1", "option-1", EXECUTIVE, sensor="second-jackpot")
    pit.desk.retire("A", EXECUTIVE, OWNER)
    pit.desk.retire("C", EXECUTIVE, OWNER)
    pit.progressive("D", "option-2", game=DOWN_UNDER, tables=(), start=False)


@pytest.mark.clause("JP-05")
def test_a_table_has_jackpots_of_one_type(pit: Pit) -> None:
    pit.house("H")
    pit.progressive("A", tables=(), start=False)
    with pytest.raises(IllegalAction, match=r"T1 has the house jackpot H.*JP-05"):
        pit.desk.link("A", "T1", "FUPGPP-WA03", EXECUTIVE, sensor="second-jackpot")


@pytest.mark.clause("JP-05", "HR-09")
def test_a_house_jackpot_is_never_linked(pit: Pit) -> None:
    pit.house("H")
    pit.table("T2")
    with pytest.raises(IllegalAction, match=r"H is a house jackpot and stands on T1.*JP-05"):
        pit.desk.link("H", "T2", "FUPGPP-WA03", EXECUTIVE)


@pytest.mark.clause("JP-07")
@pytest.mark.parametrize(
    ("game", "pay_table", "decks", "refusal"),
    [
        (FACE_UP, "FUPGPP-WA03", 1, None),
        (FACE_UP, "FUPGPP-03", 1, None),
        (FORTUNE, "FPGPP-WA03", 1, None),
        (FACE_UP, "FUPGPP-WA07", 1, "cannot hang on J"),
        (FORTUNE, "FPGPP-WA07", 1, "cannot hang on J"),
        (FORTUNE, "FUPGPP-WA03", 1, "cannot hang on J"),
        (DOWN_UNDER, "option-1", 1, "cannot hang on J"),
        ("house-money", "FUPGPP-WA03", 1, "cannot hang on J"),
        ("house-money", "FUPGPP-WA03", 2, "cannot hang on J"),
    ],
)
def test_links_need_the_same_pay_table_and_decks(
    pit: Pit, game: str, pay_table: str, decks: int, refusal: str | None
) -> None:
    pit.progressive()
    pit.table("T2", game, decks=decks)
    if refusal:
        with pytest.raises(IllegalAction, match=refusal) as caught:
            pit.desk.link("J", "T2", pay_table, EXECUTIVE)
        assert caught.value.clause == "JP-07"
    else:
        pit.desk.link("J", "T2", pay_table, EXECUTIVE)
        pit.deal([1], "T1")
        pit.deal([1, 2], "T2")
        assert pit.shows() == 200_000 + 3 * 185 // 10


@pytest.mark.clause("JP-07", "HR-30")
def test_a_table_is_what_its_rule_sheet_allows(pit: Pit) -> None:
    with pytest.raises(BadInput, match="is not dealt from 8 decks"):
        pit.table("T1", decks=8)
    with pytest.raises(BadInput, match=r"is not played on 60 spots.*1 to 6 spots"):
        pit.table("T1", spots=60)
    pit.table("T1", spots=5)
    with pytest.raises(BadInput, match=r"not played on 7 spots"):
        pit.desk.edit_table("T1", 7, {}, OWNER, SUPERVISOR, "a new layout")
    with pytest.raises(NotAllowed, match="To change a table takes two people"):
        pit.desk.edit_table("T1", 6, {}, OWNER, None, "a new layout")
    pit.desk.edit_table("T1", 6, {}, OWNER, SUPERVISOR, "a new layout")
    assert pit.desk.table("T1").spots == 6


@pytest.mark.clause("JP-19", "HR-07")
def test_a_tables_options_are_those_of_its_rule_sheet(pit: Pit) -> None:
    for options, accepted in (
        ({"folded_jackpot": "maybe"}, "qualifies"),
        ({"nonsense": "yes"}, "folded_jackpot"),
    ):
        with pytest.raises(BadInput) as wrong:
            pit.table("T1", DOWN_UNDER, options=options)
        assert accepted in str(wrong.value)
    pit.table("T1", DOWN_UNDER)
    with pytest.raises(BadInput, match="folded_jackpot = maybe is not possible"):
        pit.desk.edit_table("T1", 7, {"folded_jackpot": "maybe"}, OWNER, SUPERVISOR, "a try")


@pytest.mark.clause("JP-07")
def test_down_under_tables_link_on_the_same_option(pit: Pit) -> None:
    pit.progressive("J", "option-2", game=DOWN_UNDER)
    pit.table("T2", DOWN_UNDER)
    with pytest.raises(IllegalAction, match="cannot hang on J"):
        pit.desk.link("J", "T2", "option-3", EXECUTIVE)
    pit.desk.link("J", "T2", "option-2", EXECUTIVE)


@pytest.mark.clause("HR-13")
def test_a_link_stays_in_one_place(pit: Pit) -> None:
    pit.progressive()
    pit.table("T2", location="Elsewhere")
    with pytest.raises(IllegalAction, match=r"T2 is at Elsewhere, J at Main Street.*HR-13"):
        pit.desk.link("J", "T2", "FUPGPP-WA03", EXECUTIVE)


def second_progressive(pit: Pit, confirmed: bool) -> None:
    controls = replace(CONTROLS, second_progressive_confirmed=confirmed)
    pit.progressive("J", controls=controls)
    pit.table("T2", FORTUNE)
    pit.desk.link("J", "T2", "FPGPP-WA03", EXECUTIVE)
    pit.progressive("B", "FUPGPP-WA07", tables=(), start=False, controls=controls)


@pytest.mark.clause("JP-06", "HR-13")
def test_a_place_is_the_same_however_it_is_typed(pit: Pit) -> None:
    """Neither a second configuration of the game nor a place of its own by another spelling."""
    pit.progressive(game=DOWN_UNDER, pay_table="option-3", spots=7)
    other = JackpotConfig(
        "K", Kind.PROGRESSIVE, DOWN_UNDER, "option-1", 100, CONTROLS, f" {HOME.upper()} ", {"meter": SETTINGS}
    )
    for typed in (
        other.location,
        "Main\u200b Street",
        "Main Street\ufeff",
        "Main Street.",
        "Main Street, Tacoma",
    ):
        with pytest.raises(IllegalAction, match=r"has chosen a progressive jackpot with option-3.*JP-06"):
            pit.desk.create(replace(other, location=typed), EXECUTIVE)
    pit.table("T2", DOWN_UNDER, spots=7, location=HOME.lower().replace(" ", "  "))
    assert pit.desk.table("T2").location == HOME
    pit.desk.link("J", "T2", "option-3", EXECUTIVE)


@pytest.mark.clause("HR-13")
def test_a_link_across_games_excludes_a_second_progressive(pit: Pit) -> None:
    second_progressive(pit, confirmed=False)
    with pytest.raises(IllegalAction, match=r"J is linked across .*HR-13.*change proposed in 2023"):
        pit.desk.link("B", "T1", "FUPGPP-WA07", EXECUTIVE, sensor="second-jackpot")


@pytest.mark.clause("HR-13")
def test_unless_the_operator_confirms_the_change(pit: Pit) -> None:
    second_progressive(pit, confirmed=True)
    pit.desk.link("B", "T1", "FUPGPP-WA07", EXECUTIVE, sensor="second-jackpot")
    assert pit.desk.table("T1").sensors == {"jackpot": "J", "second-jackpot": "B"}


@pytest.mark.clause("HR-13")
def test_nor_may_a_link_go_across_games_once_the_second_is_there(pit: Pit) -> None:
    pit.progressive("J")
    pit.progressive("B", "FUPGPP-WA07", tables=(), start=False)
    pit.desk.link("B", "T1", "FUPGPP-WA07", EXECUTIVE, sensor="second-jackpot")
    pit.table("T2", FORTUNE)
    with pytest.raises(IllegalAction, match=r"T1 on J carries a second progressive.*HR-13"):
        pit.desk.link("J", "T2", "FPGPP-WA03", EXECUTIVE)


def test_tables_are_linked_and_unlinked_between_games(pit: Pit) -> None:
    pit.progressive()
    pit.table("T2")
    pit.deal([1])
    with pytest.raises(IllegalAction, match="Game 1 is running at T1"):
        pit.desk.unlink("J", "T1", EXECUTIVE, OWNER)
    pit.end()
    pit.desk.link("J", "T2", "FUPGPP-WA03", EXECUTIVE)
    pit.desk.unlink("J", "T1", EXECUTIVE, OWNER)
    with pytest.raises(BadInput, match="no jackpot on the sensor"):
        pit.deal([1])
    pit.deal([1], "T2")


@pytest.mark.clause("JP-08", "HR-09")
def test_a_house_jackpot_pays_every_winner_the_posted_amount(pit: Pit) -> None:
    pit.house("H", cents=500_000)
    pit.deal([1, 2, 3])
    claims = [pit.mark(1, "seven-card-straight-flush"), pit.mark(3, "seven-card-straight-flush")]
    claims.append(pit.mark(2, "five-aces"))
    assert [pit.win(claim) for claim in claims] == [500_000, 500_000, 50_000]
    assert pit.desk.meters("H") == {"meter": ShownMeter(500_000)}
    pit.end()
    assert pit.account("jackpot/H/tray-pays") == 1_050_000
    page = pit.desk.award(claims[0])
    assert (page.before_cents, page.after_cents) == (500_000, 500_000)


@pytest.mark.clause("JP-08")
def test_the_operator_sets_the_posted_amount_between_games(pit: Pit) -> None:
    pit.house("H")
    pit.deal([1])
    with pytest.raises(IllegalAction, match="END GAME first"):
        pit.desk.post_amount("H", 600_000, EXECUTIVE, OWNER, "season")
    pit.end()
    with pytest.raises(NotAllowed, match="may not change a house jackpot"):
        pit.desk.post_amount("H", 600_000, DEALER, OWNER, "season")
    payload = pit.desk.post_amount("H", 600_000, EXECUTIVE, OWNER, "season").payload
    assert (payload["before"], payload["after"]) == (500_000, 600_000)
    assert pit.desk.meters("H")["meter"].display_cents == 600_000


@pytest.mark.clause("HR-09")
@pytest.mark.parametrize("notices", [(), NOTICES[:2], ("", "  ", "x")])
def test_a_house_jackpot_starts_with_its_three_notices(pit: Pit, notices: tuple[str, ...]) -> None:
    config = JackpotConfig(
        "H",
        Kind.HOUSE,
        FACE_UP,
        "FUPGPP-WA07",
        100,
        CONTROLS,
        HOME,
        posted_cents={"meter": 1},
        notices=notices,
    )
    pit.desk.create(config, EXECUTIVE)
    pit.table("T1")
    pit.desk.link("H", "T1", "FUPGPP-WA07", EXECUTIVE)
    with pytest.raises(IllegalAction, match=r"of 3 notices of H are posted.*HR-09"):
        pit.desk.start("H", EXECUTIVE)


@pytest.mark.clause("JP-08", "HR-09")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"posted_cents": {}}, "JP-08"),
        ({"posted_cents": {"meter": 0}}, "JP-08"),
        ({"meters": {"meter": SETTINGS}}, "HR-09"),
    ],
)
def test_a_house_jackpot_has_an_amount_and_no_meter(changes: dict[str, object], clause: str) -> None:
    facts: dict[str, object] = {"posted_cents": {"meter": 5}, "notices": NOTICES, **changes}
    with pytest.raises(BadInput) as caught:
        JackpotConfig("H", Kind.HOUSE, FACE_UP, "FUPGPP-WA07", 100, CONTROLS, HOME, **facts)  # type: ignore[arg-type]
    assert caught.value.clause == clause


def test_a_share_of_almost_nothing_is_nothing(pit: Pit) -> None:
    """Ten per cent of five cents: the award is recorded, no money moves, and it can be taken back."""
    pit.house("H", cents=5)
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    assert pit.win(claim) == 0
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "test")
    pit.end()


def test_a_retired_jackpot_takes_no_deposit(pit: Pit) -> None:
    pit.progressive()
    pit.desk.retire("J", EXECUTIVE, OWNER)
    with pytest.raises(IllegalAction, match="J is retired; a deposit"):
        pit.desk.deposit("J", 100, EXECUTIVE)


def test_names_are_given_once(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(BadInput, match="a jackpot 'J' already"):
        pit.progressive(tables=())
    with pytest.raises(BadInput, match="a table 'T1' already"):
        pit.table("T1")
    with pytest.raises(BadInput, match="'t1 ' reads as the table 'T1'"):
        pit.table("t1 ")
    with pytest.raises(BadInput, match="'j' reads as the jackpot 'J'"):
        pit.progressive("j", tables=())
    with pytest.raises(BadInput, match="'t1' reads as the tray 'T1'"):
        TrayDesk(pit.store).opener("t1", Inventory({100: 0}), SUPERVISOR, DEALER)
    with pytest.raises(BadInput, match="no slash"):
        pit.table("a/b")
    with pytest.raises(BadInput, match="There is no jackpot 'X'"):
        pit.desk.start("X", EXECUTIVE)
    with pytest.raises(BadInput, match=r"There is no jackpot 'X'\. Accepted: J"):
        pit.desk.meters("X")


def test_a_jackpot_on_no_table_does_not_start(pit: Pit) -> None:
    with pytest.raises(IllegalAction, match="is on no table"):
        pit.progressive(tables=())
