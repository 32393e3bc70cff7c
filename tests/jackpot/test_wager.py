"""Wager, sensor, START GAME and END GAME, contributions (JP-01 to JP-04, JP-10, HR-10, HR-12, HR-29)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from pitboss.core.errors import BadInput, IllegalAction, IllegalWager, NotAllowed
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots import postings as accounts
from pitboss.jackpots.events import FundsCounted
from pitboss.jackpots.model import winning_line
from pitboss.ledger.days import GamblingDay, keep_gambling_day
from pitboss.ledger.unit import read_event
from pitboss.people.person import Person
from tests.jackpot.pit import DAY_US, DOWN_UNDER, FIXED, FULL, TENTH, THREE_METERS, Pit
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, OWNER, SUPERVISOR
from tests.refusals import refused

LATE = refused(IllegalWager, "has not been deposited within 7 days")


@pytest.mark.clause("JP-01", "JP-10")
def test_for_one_pays_and_the_seed_grow_with_the_wager_and_percentages_do_not(pit: Pit) -> None:
    pit.progressive(wager_cents=500)
    assert {button.hand: button.pays for button in pit.desk.buttons("T1")} == {
        FULL: "100 % of meter", TENTH: "10 % of meter", "royal-flush": "$2,500", "straight-flush": "$500",
        "four-of-a-kind": "$375", FIXED: "$20",
    }  # fmt: skip
    assert pit.shows() == 5 * 200_000


@pytest.mark.clause("JP-02")
def test_no_jackpot_wager_without_the_base_wager_or_on_a_spot_that_is_not_there(pit: Pit) -> None:
    pit.progressive()
    no_base = refused(IllegalWager, r"Spot 3 at T1 has a jackpot wager but no base wager.*JP-02")
    no_base(pit.desk.start_game, "T1", [1, 3], [1, 2], DEALER)
    for lit in ([0], [7], [1, 1], [-1]):
        refused(BadInput, "are not spots")(pit.deal, lit)
    pit.deal([])
    assert pit.end() == []
    assert pit.shows() == 200_000


@pytest.mark.clause("JP-03", "JP-10", "JP-11")
def test_start_game_takes_the_wagers_and_books_the_contribution(pit: Pit) -> None:
    """A chip that is laid later counts for nothing."""
    pit.progressive()
    pit.deal([1, 2, 5])
    assert (pit.units("meter"), pit.units("reserve")) == (200_055_500_000, 3 * 2_000_000)
    assert -pit.account("tray/T1") == 300
    assert pit.desk.game("T1").lit == {"jackpot": (1, 2, 5)}
    refused(IllegalAction, r"Spot 4 at T1 had no wager.*JP-03")(pit.mark, 4, "royal-flush")
    assert pit.units("meter") == 200_055_500_000
    assert pit.end() == []


@pytest.mark.clause("JP-03", "JP-04")
def test_a_game_is_started_once_and_ended_once(pit: Pit) -> None:
    pit.progressive()
    refused(IllegalAction, "No game is running")(pit.end)
    pit.deal()
    refused(IllegalAction, r"Game 1 at T1 is not ended.*JP-04.*END GAME first")(pit.deal)
    pit.end()
    refused(IllegalAction, "No game is running")(pit.mark, 1, "royal-flush")
    pit.deal()
    assert pit.desk.game("T1").number == 2


@pytest.mark.clause("JP-10")
@pytest.mark.parametrize("rate", [*map(Fraction, ("1/3", "1/7", "0.185", f"1/{10**9 + 7}"))], ids=str)
def test_shares_that_are_no_whole_unit_are_carried_without_loss(pit: Pit, rate: Fraction) -> None:
    """After any number of wagers the meter and its carry hold exactly the rate times what was wagered."""
    pit.progressive(settings=MeterSettings(0, rate, rate / 2))
    wagered = 0
    for spots in ([1], [1, 2], [1, 2, 3, 4, 5, 6], [4], [2, 3]):
        pit.round(spots)
        wagered += len(spots) * 100 * 1_000_000
    carry = (pit.store.document("jackpot-carry/J") or {}).get("meter", ["0", "0"])
    assert pit.units("meter") + Fraction(carry[0]) == wagered * rate
    assert pit.units("reserve") + Fraction(carry[1]) == wagered * rate / 2
    assert (carry == ["0", "0"]) == ((wagered * rate / 2).denominator == 1)


@pytest.mark.clause("HR-33", "JP-10", "HR-12")
def test_a_void_game_leaves_every_account_and_fraction_as_it_was(pit: Pit) -> None:
    """A third of a wager on the meter, beyond its maximum into the overflow; a seventh into the reserve."""
    pit.progressive(settings=MeterSettings(1_000, Fraction(1, 3), Fraction(1, 7), maximum_cents=1_040))
    pit.round([1])

    def books() -> tuple[object, ...]:
        meter = map(pit.units, ("meter", "overflow", "reserve"))
        money = pit.store.account(accounts.of("J", "wagers")).credit_balance, pit.account(accounts.CASH)
        return *meter, *money, pit.store.document("jackpot-carry/J")

    before = books()
    pit.deal([1, 2])
    assert pit.units("overflow") > 0
    assert all(now != then for now, then in zip(books(), before, strict=True))
    pit.void()
    assert books() == before


@pytest.mark.clause("HR-33", "JP-18")
def test_what_a_void_game_takes_off_a_meter_that_was_won_since_is_no_seed_any_more(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(185, 1000)), tables=("T1", "T2"))
    pit.deal([1], "T2")
    pit.won(FULL)
    assert pit.meter().seed_units == pit.units("meter") == 200_000_000_000
    pit.void("T2")
    assert pit.meter().seed_units == pit.units("meter") == 199_981_500_000


@pytest.mark.clause("JP-10")
def test_three_meters_share_one_wager(pit: Pit) -> None:
    pit.progressive(pay_table="FUPGPP-ML02", settings=THREE_METERS)
    pit.deal([1, 2, 3, 4])
    assert pit.all_shown() == {"mega": 1_000_040, "major": 100_020, "minor": 20_012}


@pytest.mark.clause("HR-12")
def test_what_comes_in_above_the_maximum_overflows(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 2), Fraction(0), maximum_cents=200_075))
    for lit, shown, over in (([1], 200_050, 0), ([1, 2], 200_075, 75_000_000), ([1], 200_075, 125_000_000)):
        pit.round(lit)
        assert (pit.shows(), pit.units("overflow")) == (shown, over)


@pytest.mark.clause("HR-10")
def test_money_that_is_not_deposited_in_time_stops_the_wager(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2])
    pit.round([], after_days=8)
    refused(IllegalWager, r"\$0\.41 of the players' money on J has not been deposited.*HR-10")(pit.deal, [1])
    most = refused(IllegalAction, r"\$0\.41 of J's money is not in its account yet.*JP-33.*at most \$0\.41")
    most(pit.desk.deposit, "J", 42, EXECUTIVE)
    pit.desk.deposit("J", 40, EXECUTIVE)
    refused(IllegalWager, r"\$0\.01")(pit.deal, [1])
    pit.desk.deposit("J", 1, EXECUTIVE)
    pit.round([1])
    assert pit.account("jackpot/J/bank") == 41


@pytest.mark.clause("HR-10")
def test_the_week_begins_with_the_first_wager_that_is_not_covered(pit: Pit) -> None:
    """However long nothing was owed, or all of it was in the account, what comes in then has its whole week."""
    pit.progressive()
    pit.round([1, 2], after_days=20)
    pit.round([1], after_days=6)
    pit.desk.deposit("J", 62, EXECUTIVE)
    pit.round([1], after_days=20)
    pit.round([1], after_days=7)
    LATE(pit.deal, [1], after_days=1)


@pytest.mark.clause("HR-10")
def test_an_amount_won_by_hand_is_owed_from_its_day_on(pit: Pit) -> None:
    pit.progressive()
    pit.round([], after_days=20)
    pit.adjust("J", Reason.AMOUNT_WON, "the keypad was dark", cents=10_000, player="pat")
    pit.round([1], after_days=7)
    LATE(pit.deal, [1], after_days=1)


@pytest.mark.clause("HR-10", "JP-33")
def test_retirement_hides_no_missing_money_and_gains_no_time(pit: Pit) -> None:
    """Neither a shortfall that was counted nor a deposit that is due is left behind with the retired jackpot."""
    pit.progressive("J", settings=MeterSettings(200_000, Fraction(1)))
    pit.progressive("K", tables=("T2",))
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 300, EXECUTIVE)
    pit.desk.count_funds("J", 0, SUPERVISOR)
    short = refused(IllegalAction, r"J has a shortfall of \$3.*JP-33.*a count by two people")
    short(pit.desk.retire, "J", EXECUTIVE, SUPERVISOR, into="K")
    pit.desk.count_funds("J", 300, SUPERVISOR, OWNER)
    pit.round([1], after_days=1)
    pit.clock.now_us += 7 * DAY_US
    pit.desk.retire("J", EXECUTIVE, SUPERVISOR, into="K")
    pit.round([1], table="T2")
    owed = refused(IllegalWager, r"\$1\.21 of the players' money on K has not been deposited")
    owed(pit.deal, [1], table="T2", after_days=1)


@pytest.mark.clause("HR-10", "HR-32")
def test_the_time_for_a_deposit_is_counted_in_gambling_days(pit: Pit) -> None:
    """Covered late on one gambling day, the money is due with the end of the seventh after it, wherever UTC is."""
    days = GamblingDay(6, "America/Los_Angeles")
    keep_gambling_day(pit.desk.store, days, "room file")
    # an hour of the 16th is left, whatever UTC says
    pit.clock.now_us = days.begins(date(2026, 11, 17)) - 1_000_000
    pit.progressive()
    pit.round([1])
    pit.clock.now_us = days.begins(date(2026, 11, 24)) - 1_000_000
    pit.round([1])
    pit.clock.now_us = days.begins(date(2026, 11, 24))
    LATE(pit.deal, [1])


@pytest.mark.clause("HR-10")
def test_a_shortfall_of_the_account_suspends_until_it_is_made_good(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1)))
    pit.round(range(1, 7))
    pit.round(range(1, 7))
    pit.desk.deposit("J", 1_200, EXECUTIVE)

    def counted(cents: int, second: Person | None = None) -> FundsCounted:
        return read_event(FundsCounted, pit.desk.count_funds("J", cents, SUPERVISOR, second))

    assert counted(200).shortfall_cents == 1000
    refused(IllegalAction, r"J is suspended \(shortfall of \$10\).*HR-10")(pit.deal, [1])
    refused(IllegalAction, "shows no shortfall")(pit.desk.resume, "J", EXECUTIVE)
    pit.desk.suspend("J", "an inspection", EXECUTIVE)
    for second in (None, SUPERVISOR, DEALER):
        refused(NotAllowed, r"lift a shortfall by a count.*HR-10")(counted, 1_200, second)
    assert counted(1_100).shortfall_cents == 100, "nothing is lifted"
    lifted = counted(1_200, CASHIER)
    assert (lifted.shortfall_cents, lifted.second) == (0, "cas (cashier)")
    assert counted(1_200).shortfall_cents == 0, "no shortfall to lift"
    refused(IllegalAction, r"J is suspended \(an inspection\)")(pit.deal, [1])
    pit.desk.resume("J", EXECUTIVE)
    pit.deal([1])


@pytest.mark.clause("JP-26")
def test_a_hand_wins_the_first_line_in_printed_order(pit: Pit) -> None:
    pit.progressive(game=DOWN_UNDER, pay_table="option-1", spots=7)
    table = pit.desk.jackpot("J").table
    royal = winning_line(table, {"straight-flush", "royal-flush", "community-royal-flush"})
    assert royal is not None and royal.hand == "royal-flush"
    assert winning_line(table, {"flush"}) is None
    pit.dealt("straight-flush")
    refused(IllegalAction, r"one hand wins one line.*JP-26")(pit.mark, 1, "four-of-a-kind")
