"""Adjustments, back-outs, parameter changes, retirement (JP-18, HR-11, HR-12, HR-18, HR-22)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from pitboss.errors import BadInput, IllegalAction, NotAllowed
from pitboss.house.days import gambling_day
from pitboss.jackpot import MeterSettings, Reason
from pitboss.jackpot.model import SettingsChange
from pitboss.jackpot.records import State
from pitboss.jackpot.report import funds, report
from pitboss.store.codec import encode
from tests.jackpot.pit import CONTROLS, DEALER, EXECUTIVE, OWNER, SETTINGS, SUPERVISOR, Pit

FULL = "seven-card-straight-flush"


@pytest.mark.clause("HR-11", "HR-32")
def test_a_malfunction_has_its_last_day_to_be_reported(pit: Pit) -> None:
    """Only where the house's controls name a number of days, counted in gambling days."""
    pit.progressive("K", tables=("T2",))
    assert pit.adjust("K", Reason.MALFUNCTION, "display stuck", cents=-100).payload.get("report_due") is None
    with pytest.raises(IllegalAction, match="No malfunction of K waits"):
        pit.desk.malfunction_reported("K", "letter 7", SUPERVISOR)
    with pytest.raises(BadInput):
        replace(CONTROLS, malfunction_days=0)
    pit.progressive(controls=replace(CONTROLS, malfunction_days=3))
    booked = pit.adjust("J", Reason.MALFUNCTION, "display stuck", cents=-100)
    day = gambling_day(pit.store).of(booked.event.at_us)
    assert booked.payload["report_due"] == (day + timedelta(days=3)).isoformat()
    (waiting,) = pit.desk.jackpot("J").malfunctions
    assert (waiting.cents, waiting.due) == (-100, booked.payload["report_due"])
    assert f"to be reported by {waiting.due}" in report(pit.desk, "J").text()
    with pytest.raises(NotAllowed, match="may not put the report"):
        pit.desk.malfunction_reported("J", "letter 7", DEALER)
    with pytest.raises(BadInput):
        pit.desk.malfunction_reported("J", " ", SUPERVISOR)
    told = pit.desk.malfunction_reported("J", "letter 7", SUPERVISOR).payload
    assert (told["reference"], told["due"]) == ("letter 7", [waiting.due])
    assert pit.desk.jackpot("J").malfunctions == ()


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
    receipt = pit.adjust("J", Reason.MALFUNCTION, "display stuck", cents=cents)
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
    with pytest.raises(IllegalAction, match=r"\$2,000 can be taken off meter.*HR-11"):
        pit.adjust("J", Reason.MALFUNCTION, "typo", cents=-200_001)
    assert pit.shows() == 200_000


@pytest.mark.clause("HR-11", "HR-12")
def test_a_display_above_the_maximum(pit: Pit) -> None:
    """Only backing out an award can lift a meter past its maximum by hand; then this brings it down."""
    settings = MeterSettings(200_000, Fraction(1, 2), Fraction(0), maximum_cents=200_100)
    pit.progressive(settings=settings)
    with pytest.raises(IllegalAction, match=r"is not above its maximum \(\$2,001\)"):
        pit.adjust("J", Reason.ABOVE_MAXIMUM, "check")
    with pytest.raises(IllegalAction, match=r"\$1 more and meter shows its maximum.*HR-12"):
        pit.adjust("J", Reason.MALFUNCTION, "lost pulses", cents=150)
    pit.adjust("J", Reason.MALFUNCTION, "lost pulses", cents=100)
    assert (pit.shows(), pit.units("overflow")) == (200_100, 0)


@pytest.mark.clause("HR-11", "JP-33")
@pytest.mark.parametrize("cents", [-1_000, 1_000])
def test_a_correction_and_its_opposite_leave_everything_as_it_was(pit: Pit, cents: int) -> None:
    """$10 down and up again made $8.15 of the house's seed the players' money, and down alone freed theirs."""
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    pit.desk.deposit("J", funds(pit.desk, "J").owed_cents, EXECUTIVE)

    def standing() -> tuple[object, ...]:
        meter = pit.desk.jackpot("J").meter("meter")
        return (pit.shows(), pit.units("overflow"), meter.seed_units, funds(pit.desk, "J").owed_cents)

    before = standing()
    pit.adjust("J", Reason.MALFUNCTION, "jumped", cents=cents)
    assert standing()[3] == before[3]
    with pytest.raises(IllegalAction, match=r"holds \$0 more than is owed"):
        pit.desk.withdraw("J", 1, EXECUTIVE, OWNER, "what a correction freed")
    pit.adjust("J", Reason.MALFUNCTION, "jumped back", cents=-cents)
    assert standing() == before


@pytest.mark.clause("HR-11", "JP-33")
def test_a_display_corrected_beyond_the_houses_money_still_owes_the_players_theirs(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    seed, owed = pit.desk.jackpot("J").meter("meter").seed_units, funds(pit.desk, "J").owed_cents
    pit.adjust("J", Reason.MALFUNCTION, "all wrong", cents=-pit.shows())
    assert (pit.desk.jackpot("J").meter("meter").seed_units, funds(pit.desk, "J").owed_cents) == (0, owed)
    assert pit.units("overflow") == 200_092 * 1_000_000 - seed


@pytest.mark.clause("HR-11")
def test_undisplayed_funds_booked_as_gross_receipts(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    pit.adjust("J", Reason.GROSS_RECEIPTS, "audit 7", cents=6, source="reserve")
    assert pit.units("reserve") == 4_000_000
    with pytest.raises(IllegalAction, match="can be taken off meter's reserve"):
        pit.adjust("J", Reason.GROSS_RECEIPTS, "audit 8", cents=5, source="reserve")
    with pytest.raises(BadInput, match="is not undisplayed money"):
        pit.adjust("J", Reason.GROSS_RECEIPTS, "audit 9", cents=1, source="meter")


@pytest.mark.clause("HR-11", "JP-33")
def test_what_was_on_the_display_is_never_gross_receipts(pit: Pit) -> None:
    """Neither after a correction, nor after a restart that took it back, nor by way of another jackpot's maximum."""
    half = MeterSettings(200_000, Fraction(1, 2), Fraction(0), maximum_cents=200_400)
    pit.progressive(settings=half)
    pit.progressive("K", tables=("T2",), settings=MeterSettings(200_000, maximum_cents=200_000))
    pit.round(range(1, 7))
    pit.round(range(1, 7))
    assert (pit.shows(), pit.units("overflow")) == (200_400, 200_000_000)
    owed = funds(pit.desk, "J").owed_cents
    pit.adjust("J", Reason.MALFUNCTION, "jumped", cents=-200_166)
    assert funds(pit.desk, "J").owed_cents == owed
    with pytest.raises(
        IllegalAction, match=r"\$1\.66 of meter's overflow have been on the display.*HR-11.*\$2"
    ):
        pit.adjust("J", Reason.GROSS_RECEIPTS, "audit", cents=201, source="overflow")
    pit.adjust("J", Reason.GROSS_RECEIPTS, "audit", cents=200, source="overflow")
    assert funds(pit.desk, "J").owed_cents == owed - 200
    pit.desk.retire("J", EXECUTIVE, OWNER, into="K")
    assert pit.units("overflow", "K") == (owed - 200) * 1_000_000
    with pytest.raises(IllegalAction, match=r"\$4 of meter's overflow have been on the display"):
        pit.adjust("K", Reason.GROSS_RECEIPTS, "audit", cents=1, source="overflow")


@pytest.mark.clause("HR-11", "JP-12")
def test_a_restart_puts_the_players_money_back_on_the_display(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(1, 2), Fraction(0), maximum_cents=200_200))
    pit.round(range(1, 5))
    pit.adjust("J", Reason.MALFUNCTION, "jumped", cents=-200_100)
    pit.deal([1])
    claim = pit.mark(1, "seven-card-straight-flush")
    pit.win(claim)
    assert pit.units("overflow") == 0
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "a misread card")
    with pytest.raises(IllegalAction, match="have been on the display"):
        pit.adjust("J", Reason.GROSS_RECEIPTS, "audit", cents=1, source="overflow")
    pit.win(pit.mark(1, "seven-card-straight-flush"))
    pit.end()
    pit.round(range(1, 7))
    over = pit.units("overflow") // 1_000_000
    assert over > 0
    pit.adjust("J", Reason.GROSS_RECEIPTS, "audit", cents=over, source="overflow")


@pytest.mark.clause("HR-11")
def test_recovery_of_seed_money_goes_as_far_as_the_seed(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2])
    pit.adjust("J", Reason.SEED_RECOVERY, "agreed", cents=150_000)
    assert pit.shows() == 50_037
    with pytest.raises(IllegalAction, match=r"\$500 of seed money is on meter"):
        pit.adjust("J", Reason.SEED_RECOVERY, "agreed", cents=50_001)
    assert pit.account("jackpot/J/meter/seed") == 50_000


@pytest.mark.clause("HR-11")
def test_an_amount_won_that_the_keypad_could_not_record(pit: Pit) -> None:
    pit.progressive()
    pit.round([1])
    pit.adjust("J", Reason.AMOUNT_WON, "power cut, table T1 spot 2", cents=20_001, player="Pat")
    assert pit.shows() == 180_017
    receipt = pit.adjust("J", Reason.AMOUNT_WON, "all of it", cents=180_017, player="Pat")
    assert pit.shows() == 200_002, "a full award restarts the meter"
    pit.desk.back_out(receipt.payload["award"], EXECUTIVE, OWNER, "not verified")
    assert pit.shows() == 180_017
    with pytest.raises(IllegalAction, match=r"meter shows \$1,800\.17"):
        pit.adjust("J", Reason.AMOUNT_WON, "too much", cents=180_018)


@pytest.mark.clause("HR-11")
def test_who_may_adjust_and_how(pit: Pit) -> None:
    pit.progressive()
    for person in (DEALER, SUPERVISOR):
        with pytest.raises(NotAllowed, match=r"may not adjust a meter.*JP-31"):
            pit.adjust("J", Reason.MALFUNCTION, "x", by=person, cents=1)
    with pytest.raises(BadInput, match="says why"):
        pit.adjust("J", Reason.MALFUNCTION, "  ", cents=1)
    with pytest.raises(BadInput, match="A correction of nothing"):
        pit.adjust("J", Reason.MALFUNCTION, "x")
    with pytest.raises(BadInput, match="is not an amount to adjust by"):
        pit.adjust("J", Reason.SEED_RECOVERY, "x", cents=-5)
    with pytest.raises(BadInput, match="by its own number"):
        pit.adjust("J", Reason.AWARD_BACKED_OUT, "x")
    pit.house("H", table="T2")
    with pytest.raises(IllegalAction, match="has no meter"):
        pit.adjust("H", Reason.MALFUNCTION, "x", cents=1)


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
        pit.desk.back_out(claim, SUPERVISOR, OWNER, "wrong")
    with pytest.raises(BadInput, match="says why"):
        pit.desk.back_out(claim, EXECUTIVE, OWNER, " ")
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "card misread")
    assert pit.units("meter") == before["meter"] + 3 * 18_500_000, "later contributions stay"
    assert pit.units("reserve") == before["reserve"] + 3 * 2_000_000
    assert pit.units("overflow") == before["overflow"]
    assert pit.account("jackpot/J/meter/seed") == seed_before
    assert pit.store.account("jackpot/J/prizes").credit_balance == 0
    assert pit.desk.award(claim).state is State.BACKED_OUT
    with pytest.raises(IllegalAction, match="is backed-out"):
        pit.desk.back_out(claim, EXECUTIVE, OWNER, "again")
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
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "card misread")
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
        pit.desk.back_out(first, EXECUTIVE, OWNER, "x")
    pit.desk.back_out(second, EXECUTIVE, OWNER, "x")
    pit.desk.back_out(first, EXECUTIVE, OWNER, "x")
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
        pit.desk.back_out(claim, EXECUTIVE, OWNER, "x")


@pytest.mark.clause("JP-18")
def test_a_house_award_is_backed_out_too(pit: Pit) -> None:
    pit.house("H")
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    pit.win(claim)
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "card misread")
    assert pit.account("jackpot/H/tray-pays") == 0
    pit.end()


# parameter changes

NEW = MeterSettings(300_000, Fraction(10, 100), Fraction(1, 100))
CHANGE = SettingsChange(300_000, Fraction(10, 100), Fraction(1, 100))


@pytest.mark.clause("HR-18", "HR-22")
def test_a_change_waits_for_the_reset(pit: Pit) -> None:
    pit.progressive()
    pit.desk.propose("J", CHANGE, SUPERVISOR, "agreed")
    approved = pit.desk.approve("J", EXECUTIVE).payload
    assert approved["waits_for_reset"] is True
    assert approved["before"] == encode(SETTINGS)
    assert approved["after"] == encode(NEW)
    pit.round([1, 2])
    assert pit.units("meter") == 200_037_000_000, "still the old rate"
    pit.deal([1])
    claim = pit.mark(1, FULL)
    pit.win(claim)
    award = pit.desk.award(claim)
    assert award.change is not None and award.change.after.approved is not None
    assert (award.change.before, award.change.after.settings) == (SETTINGS, NEW)
    assert (award.change.after.by.id, award.change.after.approved.id) == ("sam", "eve")
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
        pit.desk.propose("J", CHANGE, DEALER, "agreed")
    pit.desk.propose("J", CHANGE, EXECUTIVE, "agreed")
    with pytest.raises(NotAllowed, match=r"takes two people; eve is one.*HR-18.*another person"):
        pit.desk.approve("J", EXECUTIVE)
    with pytest.raises(NotAllowed, match="may not approve"):
        pit.desk.approve("J", SUPERVISOR)
    pit.desk.approve("J", OWNER)


@pytest.mark.clause("HR-18")
def test_a_change_before_the_start_is_made_at_once(pit: Pit) -> None:
    pit.progressive(start=False)
    pit.desk.propose("J", CHANGE, EXECUTIVE, "agreed")
    assert pit.desk.approve("J", OWNER).payload["waits_for_reset"] is False
    pit.desk.start("J", EXECUTIVE)
    assert pit.shows() == 300_000


@pytest.mark.clause("HR-12", "HR-18")
def test_a_maximum_below_what_is_shown_holds_from_the_reset_on(pit: Pit) -> None:
    pit.progressive()
    with pytest.raises(BadInput, match=r"The seed of meter is \$2,000, its maximum \$1,999.*HR-12"):
        pit.desk.propose("J", SettingsChange(maximum_cents=199_900), EXECUTIVE, "less")
    pit.round([1, 2, 3])
    pit.desk.propose("J", SettingsChange(maximum_cents=200_000), EXECUTIVE, "less")
    pit.desk.approve("J", OWNER)
    assert pit.shows() == 200_055, "nothing is taken off the display"
    pit.deal([1])
    pit.win(pit.mark(1, FULL))
    assert pit.shows() == 200_000
    assert pit.units("overflow") == 8_000_000, "four reserves of two cents"


@pytest.mark.clause("HR-18")
def test_a_proposal_changes_what_it_names_and_says_why(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(18, 100), Fraction(2, 100), 900_000))
    with pytest.raises(BadInput, match="A proposal says why"):
        pit.desk.propose("J", SettingsChange(contribution=Fraction(15, 100)), SUPERVISOR, " ")
    with pytest.raises(BadInput, match="has these settings already"):
        pit.desk.propose("J", SettingsChange(contribution=Fraction(18, 100)), SUPERVISOR, "x")
    asked = pit.desk.propose(
        "J", SettingsChange(contribution=Fraction(15, 100)), SUPERVISOR, "too fast"
    ).payload
    assert asked["before"] | {"contribution": "3/20"} == asked["after"]
    assert asked["after"]["maximum_cents"] == 900_000
    assert pit.desk.approve("J", EXECUTIVE).payload["why"] == "too fast"
    pit.desk.propose("J", SettingsChange(no_maximum=True), SUPERVISOR, "let it grow")
    with pytest.raises(NotAllowed, match="may not decline"):
        pit.desk.decline("J", DEALER, "no")
    pit.desk.decline("J", EXECUTIVE, "not now")
    waiting = pit.desk.jackpot("J").meter("meter").waiting
    assert waiting is not None and waiting.settings.contribution == Fraction(15, 100)
    assert waiting.settings.maximum_cents == 900_000


@pytest.mark.clause("JP-10", "HR-18")
def test_no_mixture_of_old_and_new_rates_passes_the_whole_wager(pit: Pit) -> None:
    settings = {
        "mega": MeterSettings(1_000_000, Fraction(60, 100)),
        "major": MeterSettings(100_000, Fraction(20, 100)),
        "minor": MeterSettings(20_000, Fraction(20, 100)),
    }
    pit.progressive(pay_table="FUPGPP-ML02", settings=settings)
    pit.desk.propose("J", SettingsChange(contribution=Fraction(50, 100)), EXECUTIVE, "x", meter="mega")
    pit.desk.approve("J", OWNER, meter="mega")
    with pytest.raises(BadInput, match="add up to 110 %"):
        pit.desk.propose("J", SettingsChange(contribution=Fraction(30, 100)), EXECUTIVE, "x", meter="major")
    with pytest.raises(BadInput, match="has no meter 'meter'"):
        pit.desk.propose("J", CHANGE, EXECUTIVE, "agreed")


@pytest.mark.clause("JP-18", "HR-18")
def test_backing_out_the_reset_puts_the_change_back_to_waiting(pit: Pit) -> None:
    pit.progressive()
    pit.desk.propose("J", CHANGE, SUPERVISOR, "agreed")
    pit.desk.approve("J", EXECUTIVE)
    pit.deal([1])
    claim = pit.mark(1, FULL)
    pit.win(claim)
    pit.desk.back_out(claim, EXECUTIVE, OWNER, "card misread")
    pit.end()
    state = pit.desk.jackpot("J").meter("meter")
    assert state.waiting is not None
    assert (state.in_use, state.waiting.settings) == (SETTINGS, NEW)
    pit.deal([1])
    pit.win(pit.mark(1, FULL))
    assert pit.desk.jackpot("J").meter("meter").in_use == NEW


@pytest.mark.clause("JP-10")
def test_the_pre_configured_settings_stay_beside_those_in_use(pit: Pit) -> None:
    pit.progressive()
    pit.desk.propose("J", CHANGE, SUPERVISOR, "agreed")
    pit.desk.approve("J", EXECUTIVE)
    pit.deal([1])
    pit.win(pit.mark(1, FULL))
    state = pit.desk.jackpot("J").meter("meter")
    assert (state.configured, state.in_use) == (SETTINGS, NEW)
