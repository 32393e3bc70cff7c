"""Adjustments, back-outs, parameter changes, retirement (JP-18, HR-11, HR-12, HR-18, HR-22)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpot import MeterSettings, Reason
from pitboss.store import Overdraft
from tests.jackpot.pit import DEALER, EXECUTIVE, OWNER, SETTINGS, SUPERVISOR, Pit

FULL = "seven-card-straight-flush"


@pytest.mark.clause("HR-11")
def test_the_reasons_are_exactly_these() -> None:
    assert {reason.value for reason in Reason} == {
        "amount-won",
        "malfunction",
        "above-maximum",
        "gross-receipts",
        "seed-recovery",
        "award-backed-out",
    }


@pytest.mark.clause("HR-11", "HR-22")
@pytest.mark.parametrize(("cents", "after"), [(-5_000, 195_000), (+150, 200_150)])
def test_a_display_wrong_through_malfunction(pit: Pit, cents: int, after: int) -> None:
    pit.progressive()
    receipt = pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "display stuck", cents=cents)
    assert pit.shows() == after
    facts = {name: receipt.payload[name] for name in ("reason", "note", "before_cents", "after_cents")}
    assert facts == {
        "reason": "malfunction",
        "note": "display stuck",
        "before_cents": 200_000,
        "after_cents": after,
    }
    assert receipt.event.actor == "eve (executive)"


@pytest.mark.clause("HR-11")
def test_a_correction_never_takes_more_than_there_is(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(Overdraft):
        pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "typo", cents=-200_001)
    assert pit.shows() == 200_000


@pytest.mark.clause("HR-11", "HR-12")
def test_a_display_above_the_maximum(pit: Pit) -> None:
    """Only backing out an award can lift a meter past its maximum by hand; then this brings it down."""
    settings = MeterSettings(200_000, Fraction(1, 2), Fraction(0), maximum_cents=200_100)
    pit.progressive(settings=settings)
    with pytest.raises(IllegalAction, match=r"is not above its maximum \(\$2,001\)"):
        pit.desk.adjust("J", Reason.ABOVE_MAXIMUM, EXECUTIVE, "check")
    pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "lost pulses", cents=150)
    assert (pit.shows(), pit.units("overflow")) == (200_100, 50_000_000)


@pytest.mark.clause("HR-11")
def test_undisplayed_funds_booked_as_gross_receipts(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    pit.desk.adjust("J", Reason.GROSS_RECEIPTS, EXECUTIVE, "audit 7", cents=6, source="reserve")
    assert pit.units("reserve") == 4_000_000
    with pytest.raises(Overdraft):
        pit.desk.adjust("J", Reason.GROSS_RECEIPTS, EXECUTIVE, "audit 8", cents=5, source="reserve")
    with pytest.raises(BadInput, match="is not undisplayed money"):
        pit.desk.adjust("J", Reason.GROSS_RECEIPTS, EXECUTIVE, "audit 9", cents=1, source="meter")


@pytest.mark.clause("HR-11")
def test_recovery_of_seed_money_goes_as_far_as_the_seed(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2])
    pit.desk.adjust("J", Reason.SEED_RECOVERY, EXECUTIVE, "agreed", cents=150_000)
    assert pit.shows() == 50_037
    with pytest.raises(IllegalAction, match=r"\$500 of seed money is on meter"):
        pit.desk.adjust("J", Reason.SEED_RECOVERY, EXECUTIVE, "agreed", cents=50_001)
    assert pit.account("jackpot/J/meter/seed") == 50_000


@pytest.mark.clause("HR-11")
def test_an_amount_won_that_the_keypad_could_not_record(pit: Pit) -> None:
    pit.progressive()
    pit.round([1])
    pit.desk.adjust("J", Reason.AMOUNT_WON, EXECUTIVE, "power cut, table T1 spot 2", cents=20_001)
    assert pit.shows() == 180_017
    receipt = pit.desk.adjust("J", Reason.AMOUNT_WON, EXECUTIVE, "all of it", cents=180_017)
    assert pit.shows() == 200_002, "a full award restarts the meter"
    pit.desk.back_out(receipt.payload["award"], EXECUTIVE, "not verified")
    assert pit.shows() == 180_017
    with pytest.raises(IllegalAction, match=r"meter shows \$1,800\.17"):
        pit.desk.adjust("J", Reason.AMOUNT_WON, EXECUTIVE, "too much", cents=180_018)


@pytest.mark.clause("HR-11")
def test_who_may_adjust_and_how(pit: Pit) -> None:
    pit.progressive()
    for person in (DEALER, SUPERVISOR):
        with pytest.raises(NotAllowed, match=r"may not adjust a meter.*HR-11"):
            pit.desk.adjust("J", Reason.MALFUNCTION, person, "x", cents=1)
    with pytest.raises(BadInput, match="says why"):
        pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "  ", cents=1)
    with pytest.raises(BadInput, match="A correction of nothing"):
        pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "x")
    with pytest.raises(BadInput, match="is not an amount to adjust by"):
        pit.desk.adjust("J", Reason.SEED_RECOVERY, EXECUTIVE, "x", cents=-5)
    with pytest.raises(BadInput, match="by its own number"):
        pit.desk.adjust("J", Reason.AWARD_BACKED_OUT, EXECUTIVE, "x")
    pit.house("H", table="T2")
    with pytest.raises(IllegalAction, match="has no meter"):
        pit.desk.adjust("H", Reason.MALFUNCTION, EXECUTIVE, "x", cents=1)


# backing out


@pytest.mark.clause("JP-18")
def test_a_backed_out_award_restores_meter_and_reserve_and_takes_back_the_seed(pit: Pit) -> None:
    pit.progressive(tables=("T1", "T2"))
    pit.deal([1, 2])
    before = {name: pit.units(name) for name in ("meter", "reserve", "overflow")}
    seed_before = pit.account("jackpot/J/meter/seed")
    claim = pit.mark(2, FULL)
    pit.win(claim)
    pit.round([1, 2, 3], "T2")
    with pytest.raises(NotAllowed, match=r"may not back out"):
        pit.desk.back_out(claim, SUPERVISOR, "wrong")
    with pytest.raises(BadInput, match="says why"):
        pit.desk.back_out(claim, EXECUTIVE, " ")
    pit.desk.back_out(claim, EXECUTIVE, "card misread")
    assert pit.units("meter") == before["meter"] + 3 * 18_500_000, "later contributions stay"
    assert pit.units("reserve") == before["reserve"] + 3 * 2_000_000
    assert pit.units("overflow") == before["overflow"]
    assert pit.account("jackpot/J/meter/seed") == seed_before
    assert pit.store.account("jackpot/J/prizes").credit_balance == 0
    assert pit.desk.award(claim)["status"] == "backed-out"
    with pytest.raises(IllegalAction, match="is backed-out"):
        pit.desk.back_out(claim, EXECUTIVE, "again")
    assert pit.end() == []


@pytest.mark.clause("JP-18")
def test_a_back_out_with_a_maximum(pit: Pit) -> None:
    """Reserve that the restart had to put into the overflow comes back, and the meter keeps its maximum."""
    settings = MeterSettings(200_000, Fraction(10, 100), Fraction(5, 100), maximum_cents=200_012)
    pit.progressive(settings=settings, tables=("T1", "T2"))
    pit.deal([1, 2, 3])
    before = {name: pit.units(name) for name in ("meter", "reserve", "overflow")}
    assert before == {"meter": 200_012_000_000, "reserve": 15_000_000, "overflow": 18_000_000}
    claim = pit.mark(1, FULL)
    pit.win(claim)
    assert pit.units("reserve") == 0
    pit.round([1], "T2")
    pit.desk.back_out(claim, EXECUTIVE, "card misread")
    assert pit.units("meter") == before["meter"]
    assert pit.units("reserve") == before["reserve"] + 5_000_000
    assert pit.units("overflow") == before["overflow"] + 10_000_000


@pytest.mark.clause("JP-18")
def test_the_last_award_is_backed_out_first(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    first, second = pit.mark(2, "five-aces"), pit.mark(1, "five-aces")
    pit.win(first)
    pit.win(second)
    shown = pit.shows()
    with pytest.raises(IllegalAction, match=f"A later award, {second}, stands"):
        pit.desk.back_out(first, EXECUTIVE, "x")
    pit.desk.back_out(second, EXECUTIVE, "x")
    pit.desk.back_out(first, EXECUTIVE, "x")
    assert pit.shows() == 200_037
    assert shown < pit.shows()


@pytest.mark.clause("JP-18")
def test_a_paid_award_is_not_backed_out(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    pit.win(claim)
    pit.desk.pay(claim, EXECUTIVE)
    with pytest.raises(IllegalAction, match=r"is paid.*JP-18"):
        pit.desk.back_out(claim, EXECUTIVE, "x")


@pytest.mark.clause("JP-18")
def test_a_house_award_is_backed_out_too(pit: Pit) -> None:
    pit.house("H")
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    pit.win(claim)
    pit.desk.back_out(claim, EXECUTIVE, "card misread")
    assert pit.account("jackpot/H/tray-pays") == 0
    pit.end()


# parameter changes

NEW = MeterSettings(300_000, Fraction(10, 100), Fraction(1, 100))


@pytest.mark.clause("HR-18", "HR-22")
def test_a_change_waits_for_the_reset(pit: Pit) -> None:
    pit.progressive()
    pit.desk.propose("J", NEW, SUPERVISOR)
    approved = pit.desk.approve("J", EXECUTIVE).payload
    assert approved["waits_for_reset"] is True
    assert approved["before"] == SETTINGS.to_json()
    assert approved["after"] == NEW.to_json()
    pit.round([1, 2])
    assert pit.units("meter") == 200_037_000_000, "still the old rate"
    pit.deal([1])
    claim = pit.mark(1, FULL)
    pit.win(claim)
    award = pit.desk.award(claim)
    assert award["change"]["before"] == SETTINGS.to_json()
    assert award["change"]["after"] == NEW.to_json()
    assert award["change"]["proposed_by"] == "sam (supervisor)"
    assert award["change"]["approved_by"] == "eve (executive)"
    assert pit.shows() == 300_006
    pit.end()
    pit.round([1])
    assert pit.shows() == 300_016, "the new rate"


@pytest.mark.clause("HR-18")
def test_a_change_needs_two_people(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(IllegalAction, match="No change of meter is proposed"):
        pit.desk.approve("J", EXECUTIVE)
    with pytest.raises(NotAllowed, match="may not propose"):
        pit.desk.propose("J", NEW, DEALER)
    pit.desk.propose("J", NEW, EXECUTIVE)
    with pytest.raises(IllegalAction, match=r"eve proposed this change.*HR-18.*another person"):
        pit.desk.approve("J", EXECUTIVE)
    with pytest.raises(NotAllowed, match="may not approve"):
        pit.desk.approve("J", SUPERVISOR)
    pit.desk.approve("J", OWNER)


@pytest.mark.clause("HR-18")
def test_a_change_before_the_start_is_made_at_once(pit: Pit) -> None:
    pit.progressive(start=False)
    pit.desk.propose("J", NEW, EXECUTIVE)
    assert pit.desk.approve("J", OWNER).payload["waits_for_reset"] is False
    pit.desk.start("J", EXECUTIVE)
    assert pit.shows() == 300_000


@pytest.mark.clause("HR-12", "HR-18")
def test_a_maximum_is_never_set_below_what_is_shown(pit: Pit) -> None:
    pit.progressive()
    low = MeterSettings(100_000, Fraction(1, 10), maximum_cents=199_999)
    with pytest.raises(IllegalAction, match=r"meter shows \$2,000.*HR-12"):
        pit.desk.propose("J", low, EXECUTIVE)
    fits = MeterSettings(100_000, Fraction(1, 10), maximum_cents=200_000)
    pit.desk.propose("J", fits, EXECUTIVE)
    pit.round([1, 2, 3])
    with pytest.raises(IllegalAction, match=r"meter shows \$2,000\.55.*HR-12"):
        pit.desk.approve("J", OWNER)


@pytest.mark.clause("JP-10", "HR-18")
def test_no_mixture_of_old_and_new_rates_passes_the_whole_wager(pit: Pit) -> None:
    settings = {
        "mega": MeterSettings(1_000_000, Fraction(60, 100)),
        "major": MeterSettings(100_000, Fraction(20, 100)),
        "minor": MeterSettings(20_000, Fraction(20, 100)),
    }
    pit.progressive(pay_table="FUPGPP-ML02", settings=settings)
    pit.desk.propose("J", MeterSettings(1_000_000, Fraction(50, 100)), EXECUTIVE, meter="mega")
    pit.desk.approve("J", OWNER, meter="mega")
    with pytest.raises(BadInput, match="add up to 110 %"):
        pit.desk.propose("J", MeterSettings(100_000, Fraction(30, 100)), EXECUTIVE, meter="major")
    with pytest.raises(BadInput, match="has no meter 'meter'"):
        pit.desk.propose("J", NEW, EXECUTIVE)


@pytest.mark.clause("JP-18", "HR-18")
def test_backing_out_the_reset_puts_the_change_back_to_waiting(pit: Pit) -> None:
    pit.progressive()
    pit.desk.propose("J", NEW, SUPERVISOR)
    pit.desk.approve("J", EXECUTIVE)
    pit.deal([1])
    claim = pit.mark(1, FULL)
    pit.win(claim)
    pit.desk.back_out(claim, EXECUTIVE, "card misread")
    pit.end()
    state = pit.desk.jackpot("J").meter("meter")
    assert state["in_use"] == SETTINGS.to_json()
    assert state["waiting"]["settings"] == NEW.to_json()
    pit.deal([1])
    pit.win(pit.mark(1, FULL))
    assert pit.desk.jackpot("J").in_use("meter") == NEW


@pytest.mark.clause("JP-10")
def test_the_pre_configured_settings_stay_beside_those_in_use(pit: Pit) -> None:
    pit.progressive()
    pit.desk.propose("J", NEW, SUPERVISOR)
    pit.desk.approve("J", EXECUTIVE)
    pit.deal([1])
    pit.win(pit.mark(1, FULL))
    state = pit.desk.jackpot("J").meter("meter")
    assert (state["configured"], state["in_use"]) == (SETTINGS.to_json(), NEW.to_json())


# retirement


@pytest.mark.clause("HR-10", "HR-11")
def test_a_retired_jackpots_money_moves_on(pit: Pit) -> None:
    pit.progressive("J")
    pit.progressive("K", tables=("T2",))
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 100, EXECUTIVE)
    with pytest.raises(IllegalAction, match=r"\$0\.62 on J belong to the players.*HR-10"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    with pytest.raises(IllegalAction, match="signed by two people"):
        pit.desk.retire("J", EXECUTIVE, EXECUTIVE, into="K")
    receipt = pit.desk.retire("J", EXECUTIVE, SUPERVISOR, into="K")
    assert receipt.payload["moved_cents"] == 61
    assert pit.units("meter", "K") == 200_000_000_000 + 3 * 20_500_000
    assert [pit.units(name) for name in ("meter", "reserve", "overflow")] == [0, 0, 0]
    assert pit.account("jackpot/J/meter/seed") == 0
    assert (pit.account("jackpot/J/bank"), pit.account("jackpot/K/bank")) == (0, 100)
    assert pit.desk.table("T1")["sensors"] == {}
    with pytest.raises(IllegalAction, match="J is retired"):
        pit.desk.adjust("J", Reason.MALFUNCTION, EXECUTIVE, "x", cents=1)


def test_a_jackpot_with_an_open_claim_or_game_is_not_retired(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    with pytest.raises(IllegalAction, match="Game 1 is running"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    pit.mark(1, "five-aces")
    with pytest.raises(IllegalAction, match="J has open claims"):
        pit.desk.retire("J", EXECUTIVE, SUPERVISOR)


def test_a_jackpot_without_players_money_just_ends(pit: Pit) -> None:
    pit.progressive()
    pit.desk.retire("J", EXECUTIVE, SUPERVISOR)
    assert pit.shows() == 0
    assert pit.account("jackpot/J/meter/seed") == 0
