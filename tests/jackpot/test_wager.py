"""Wager, sensor, START GAME and END GAME, contributions (JP-01 to JP-04, JP-10, HR-10, HR-12, HR-29)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from pitboss.errors import BadInput, IllegalAction, IllegalWager, NotAllowed
from pitboss.house.days import GamblingDay, keep_gambling_day
from pitboss.jackpot import JackpotConfig, Kind, MeterSettings
from pitboss.jackpot import books as accounts
from pitboss.jackpot.model import Style, winning_line
from tests.jackpot.pit import (
    CASHIER,
    CONTROLS,
    DAY_US,
    DEALER,
    DOWN_UNDER,
    EXECUTIVE,
    FACE_UP,
    HOME,
    SETTINGS,
    SUPERVISOR,
    Pit,
)


@pytest.mark.clause("JP-01")
@pytest.mark.parametrize(
    ("game", "pay_table", "wager_cents", "accepted"),
    [
        (DOWN_UNDER, "option-1", 100, True),
        (DOWN_UNDER, "option-1", 2000, True),
        (DOWN_UNDER, "option-1", 2100, False),
        (DOWN_UNDER, "option-1", 250, True),
        (DOWN_UNDER, "option-1", 99, False),
        (DOWN_UNDER, "option-1", 0, False),
        (FACE_UP, "FUPGPP-WA03", 500, True),
        (FACE_UP, "FUPGPP-WA03", 50, False),
    ],
)
def test_the_fixed_wager(game: str, pay_table: str, wager_cents: int, accepted: bool) -> None:
    def make() -> JackpotConfig:
        return JackpotConfig(
            "J", Kind.PROGRESSIVE, game, pay_table, wager_cents, CONTROLS, HOME, meters={"meter": SETTINGS}
        )

    if accepted:
        assert make().wager_cents == wager_cents
    else:
        with pytest.raises(BadInput, match=r"is not a fixed wager.*JP-01"):
            make()


@pytest.mark.clause("JP-01")
def test_for_one_pays_grow_with_the_wager_and_percentages_do_not(pit: Pit) -> None:
    pit.progressive(wager_cents=500)
    buttons = {button.hand: button.pays for button in pit.desk.buttons("T1")}
    assert buttons == {
        "seven-card-straight-flush": "100 % of meter",
        "five-aces": "10 % of meter",
        "royal-flush": "$2,500",
        "straight-flush": "$500",
        "four-of-a-kind": "$375",
        "full-house": "$20",
    }


@pytest.mark.clause("JP-01", "JP-10")
def test_the_seed_is_quoted_for_one_dollar(pit: Pit) -> None:
    pit.progressive(wager_cents=500)
    assert pit.shows() == 5 * 200_000


@pytest.mark.clause("JP-02")
def test_no_jackpot_wager_without_the_base_wager(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(IllegalWager, match=r"Spot 3 at T1 has a jackpot wager but no base wager.*JP-02"):
        pit.desk.start_game("T1", [1, 3], [1, 2], DEALER)
    assert pit.shows() == 200_000


@pytest.mark.clause("JP-03", "JP-10", "JP-11")
def test_start_game_takes_the_wagers_and_books_the_contribution(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2, 5])
    assert pit.units("meter") == (200_000_00 * 10_000) + 3 * 18_500_000
    assert pit.units("reserve") == 3 * 2_000_000
    assert -pit.account("tray/T1") == 300
    assert pit.desk.game("T1").lit == {"jackpot": (1, 2, 5)}


@pytest.mark.clause("JP-03")
def test_a_chip_laid_after_start_game_counts_for_nothing(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    before = pit.shows()
    with pytest.raises(IllegalAction, match=r"Spot 4 at T1 had no wager.*JP-03"):
        pit.mark(4, "royal-flush")
    assert pit.shows() == before
    assert pit.end() == []


@pytest.mark.clause("JP-03", "JP-04")
def test_a_game_is_started_once_and_ended_once(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(IllegalAction, match="No game is running"):
        pit.end()
    pit.deal()
    with pytest.raises(IllegalAction, match=r"Game 1 at T1 is not ended.*JP-04.*END GAME first"):
        pit.deal()
    pit.end()
    with pytest.raises(IllegalAction, match="No game is running"):
        pit.mark(1, "royal-flush")
    pit.deal()
    assert pit.desk.game("T1").number == 2


@pytest.mark.parametrize("lit", [[0], [7], [1, 1], [-1]])
def test_spots_that_are_not_there(pit: Pit, lit: list[int]) -> None:
    pit.progressive()
    with pytest.raises(BadInput, match="are not spots"):
        pit.deal(lit)


def test_a_round_without_jackpot_wagers(pit: Pit) -> None:
    pit.progressive()
    pit.deal([])
    assert pit.end() == []
    assert pit.shows() == 200_000


@pytest.mark.clause("JP-10")
@pytest.mark.parametrize(
    "rate", [Fraction(1, 3), Fraction(1, 7), Fraction(185, 1000), Fraction(1, 10**9 + 7)]
)
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
    settings = MeterSettings(1_000, Fraction(1, 3), Fraction(1, 7), maximum_cents=1_040)
    pit.progressive(settings=settings)
    pit.round([1])

    def books() -> tuple[object, ...]:
        money = pit.store.account(accounts.of("J", "wagers")).credit_balance, pit.account(accounts.CASH)
        return (
            *map(pit.units, ("meter", "overflow", "reserve")),
            *money,
            pit.store.document("jackpot-carry/J"),
        )

    before = books()
    pit.deal([1, 2])
    assert pit.units("overflow") > 0
    assert all(now != then for now, then in zip(books(), before, strict=True))
    pit.desk.void_game("T1", SUPERVISOR, "misdeal")
    assert books() == before


@pytest.mark.clause("HR-33", "JP-18")
def test_what_a_void_game_takes_off_a_meter_that_was_won_since_is_no_seed_any_more(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(185, 1000)), tables=("T1", "T2"))
    pit.deal([1], "T2")
    pit.deal([1])
    pit.win(pit.mark(1, "seven-card-straight-flush"))
    assert pit.desk.jackpot("J").meter("meter").seed_units == pit.units("meter") == 200_000_000_000
    pit.desk.void_game("T2", SUPERVISOR, "misdeal")
    assert pit.desk.jackpot("J").meter("meter").seed_units == pit.units("meter") == 199_981_500_000


@pytest.mark.clause("JP-10")
@pytest.mark.parametrize(
    ("settings", "clause"),
    [
        ({"meter": MeterSettings(0, Fraction(99, 100), Fraction(2, 100))}, "JP-10"),
        ({"mega": SETTINGS}, "JP-10"),
        ({}, "JP-10"),
        ({"meter": MeterSettings(200_000, maximum_cents=199_999)}, "HR-12"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, MeterSettings], clause: str) -> None:
    with pytest.raises(BadInput) as caught:
        JackpotConfig("J", Kind.PROGRESSIVE, FACE_UP, "FUPGPP-WA03", 100, CONTROLS, HOME, meters=settings)
    assert caught.value.clause == clause


@pytest.mark.clause("JP-10")
@pytest.mark.parametrize(
    ("contribution", "reserve"), [(Fraction(-1, 100), 0), (Fraction(101, 100), 0), (0, 2)]
)
def test_rates_lie_between_nothing_and_the_wager(contribution: Fraction, reserve: Fraction) -> None:
    with pytest.raises(BadInput, match=r"0 to 100 %"):
        MeterSettings(0, Fraction(contribution), Fraction(reserve))


@pytest.mark.clause("JP-10")
def test_three_meters_share_one_wager(pit: Pit) -> None:
    settings = {
        "mega": MeterSettings(1_000_000, Fraction(10, 100), Fraction(1, 100)),
        "major": MeterSettings(100_000, Fraction(5, 100)),
        "minor": MeterSettings(20_000, Fraction(3, 100)),
    }
    pit.progressive(pay_table="FUPGPP-ML02", settings=settings)
    pit.deal([1, 2, 3, 4])
    shown = {name: meter.display_cents for name, meter in pit.desk.meters("J").items()}
    assert shown == {"mega": 1_000_040, "major": 100_020, "minor": 20_012}


@pytest.mark.clause("JP-11")
def test_all_pays_off_the_meter_is_not_for_play() -> None:
    with pytest.raises(BadInput, match=r"takes all its pays off the meter.*JP-11"):
        JackpotConfig(
            "J",
            Kind.PROGRESSIVE,
            FACE_UP,
            "FUPGPP-WA03",
            100,
            CONTROLS,
            HOME,
            meters={"meter": SETTINGS},
            style=Style.ALL_PAYS,
        )


@pytest.mark.clause("HR-12")
def test_what_comes_in_above_the_maximum_overflows(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 2), Fraction(0), maximum_cents=200_075))
    pit.round([1])
    assert (pit.shows(), pit.units("overflow")) == (200_050, 0)
    pit.round([1, 2])
    assert (pit.shows(), pit.units("overflow")) == (200_075, 75_000_000)
    pit.round([1])
    assert (pit.shows(), pit.units("overflow")) == (200_075, 125_000_000)


@pytest.mark.clause("HR-10")
def test_money_that_is_not_deposited_in_time_stops_the_wager(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2])
    pit.clock.now_us += 8 * DAY_US
    with pytest.raises(
        IllegalWager, match=r"\$0\.41 of the players' money on J has not been deposited.*HR-10"
    ):
        pit.deal([1])
    pit.deal([])
    pit.end()
    with pytest.raises(
        IllegalAction, match=r"\$0\.41 of J's money is not in its account yet.*JP-33.*at most \$0\.41"
    ):
        pit.desk.deposit("J", 42, EXECUTIVE)
    pit.desk.deposit("J", 40, EXECUTIVE)
    with pytest.raises(IllegalWager, match=r"\$0\.01"):
        pit.deal([1])
    pit.desk.deposit("J", 1, EXECUTIVE)
    pit.round([1])
    assert pit.account("jackpot/J/bank") == 41


@pytest.mark.clause("HR-10")
def test_the_week_begins_with_the_first_wager_that_is_not_covered(pit: Pit) -> None:
    """However long nothing was owed, or all of it was in the account, what comes in then has its whole week."""
    pit.progressive()
    pit.clock.now_us += 20 * DAY_US
    pit.round([1, 2])
    pit.clock.now_us += 6 * DAY_US
    pit.round([1])
    pit.desk.deposit("J", 62, EXECUTIVE)
    pit.clock.now_us += 20 * DAY_US
    pit.round([1])
    pit.clock.now_us += 7 * DAY_US
    pit.round([1])
    pit.clock.now_us += 1 * DAY_US
    with pytest.raises(IllegalWager, match="has not been deposited within 7 days"):
        pit.deal([1])


@pytest.mark.clause("HR-10", "HR-32")
def test_the_time_for_a_deposit_is_counted_in_gambling_days(pit: Pit) -> None:
    """Covered late on one gambling day, the money is due with the end of the seventh after it, wherever UTC is."""
    days = GamblingDay(6, "America/Los_Angeles")
    keep_gambling_day(pit.desk.store, days, "room file")
    pit.clock.now_us = (
        days.begins(date(2026, 11, 17)) - 1_000_000
    )  # an hour of the 16th is left, whatever UTC says
    pit.progressive()
    pit.round([1])
    pit.clock.now_us = days.begins(date(2026, 11, 24)) - 1_000_000
    pit.round([1])
    pit.clock.now_us = days.begins(date(2026, 11, 24))
    with pytest.raises(IllegalWager, match="has not been deposited within 7 days"):
        pit.deal([1])


@pytest.mark.clause("HR-10")
def test_a_shortfall_of_the_account_suspends_until_it_is_made_good(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1)))
    pit.round(range(1, 7))
    pit.round(range(1, 7))
    pit.desk.deposit("J", 1_200, EXECUTIVE)
    assert pit.desk.count_funds("J", 200, SUPERVISOR).payload["shortfall_cents"] == 1000
    with pytest.raises(IllegalAction, match=r"J is suspended \(shortfall of \$10\).*HR-10"):
        pit.deal([1])
    with pytest.raises(IllegalAction, match="shows no shortfall"):
        pit.desk.resume("J", EXECUTIVE)
    pit.desk.suspend("J", "an inspection", EXECUTIVE)
    for second in (None, SUPERVISOR, DEALER):
        with pytest.raises(NotAllowed, match=r"lift a shortfall by a count.*HR-10"):
            pit.desk.count_funds("J", 1_200, SUPERVISOR, second)
    assert pit.desk.count_funds("J", 1_100, SUPERVISOR).payload["shortfall_cents"] == 100, "nothing is lifted"
    lifted = pit.desk.count_funds("J", 1_200, SUPERVISOR, CASHIER).payload
    assert (lifted["shortfall_cents"], lifted["second"]) == (0, "cas (cashier)")
    assert pit.desk.count_funds("J", 1_200, SUPERVISOR).payload["shortfall_cents"] == 0, (
        "no shortfall to lift"
    )
    with pytest.raises(IllegalAction, match=r"J is suspended \(an inspection\)"):
        pit.deal([1])
    pit.desk.resume("J", EXECUTIVE)
    pit.deal([1])


@pytest.mark.clause("HR-10")
def test_a_jackpot_is_suspended_and_resumed_by_the_right_people(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(NotAllowed, match=r"dot \(dealer\) may not suspend"):
        pit.desk.suspend("J", "sensor fault", DEALER)
    pit.desk.suspend("J", "sensor fault", SUPERVISOR)
    with pytest.raises(IllegalAction, match="sensor fault"):
        pit.deal([1])
    with pytest.raises(NotAllowed, match="may not resume"):
        pit.desk.resume("J", SUPERVISOR)
    pit.desk.resume("J", EXECUTIVE)
    pit.deal([1])


@pytest.mark.clause("JP-26")
def test_a_hand_wins_the_first_line_in_printed_order(pit: Pit) -> None:
    pit.progressive(game=DOWN_UNDER, pay_table="option-1", spots=7)
    table = pit.desk.jackpot("J").table
    royal = winning_line(table, {"straight-flush", "royal-flush", "community-royal-flush"})
    assert royal is not None
    assert royal.hand == "royal-flush"
    assert winning_line(table, {"flush"}) is None
    pit.deal([1])
    pit.mark(1, "straight-flush")
    with pytest.raises(IllegalAction, match=r"one hand wins one line.*JP-26"):
        pit.mark(1, "four-of-a-kind")
