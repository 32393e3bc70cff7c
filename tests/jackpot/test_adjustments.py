"""Adjustments, back-outs, and what the house may set, by two people and in the log (JP-18, HR-09 to HR-22)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

import pytest

from pitboss.core.codec import encode
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots.documents import State
from pitboss.jackpots.model import NOTICES as WORDINGS
from pitboss.jackpots.model import SettingsChange
from pitboss.jackpots.statement import report
from pitboss.ledger import Receipt
from pitboss.ledger.days import gambling_day
from tests.jackpot.pit import CONTROLS, FULL, NOTICES, SETTINGS, TENTH, THREE_METERS, Pit
from tests.jackpot.staff import EXECUTIVE, OWNER, SUPERVISOR
from tests.refusals import refused

HALF = MeterSettings(200_000, Fraction(1, 2), Fraction(0))
SEED = "jackpot/J/meter/seed"


def corrected(pit: Pit, cents: int, jackpot: str = "J") -> Receipt:
    return pit.adjust(jackpot, Reason.MALFUNCTION, "display stuck", cents=cents)


def received(pit: Pit, cents: int, source: str = "overflow", jackpot: str = "J") -> Receipt:
    return pit.adjust(jackpot, Reason.GROSS_RECEIPTS, "audit 7", cents=cents, source=source)


@pytest.mark.clause("HR-11", "HR-32")
def test_a_malfunction_has_its_last_day_to_be_reported(pit: Pit) -> None:
    """Only where the house's controls name a number of days, counted in gambling days."""
    tell = pit.desk.malfunction_reported
    pit.progressive("K", tables=("T2",))
    assert corrected(pit, -100, "K").payload.get("report_due") is None
    refused(IllegalAction, "No malfunction of K waits")(tell, "K", "letter 7", SUPERVISOR)
    refused(BadInput)(replace, CONTROLS, malfunction_days=0)
    pit.progressive(controls=replace(CONTROLS, malfunction_days=3))
    booked = corrected(pit, -100)
    day = gambling_day(pit.store).of(booked.event.at_us)
    assert booked.payload["report_due"] == (day + timedelta(days=3)).isoformat()
    (waiting,) = pit.desk.jackpot("J").malfunctions
    assert (waiting.cents, waiting.due) == (-100, booked.payload["report_due"])
    assert f"to be reported by {waiting.due}" in report(pit.desk, "J").text()
    refused(BadInput)(tell, "J", " ", SUPERVISOR)
    told = tell("J", "letter 7", SUPERVISOR).payload
    assert (told["reference"], told["due"]) == ("letter 7", [waiting.due])
    assert pit.desk.jackpot("J").malfunctions == ()


@pytest.mark.clause("HR-11")
def test_the_reasons_are_exactly_these() -> None:
    assert {reason.value for reason in Reason} == {
        "amount-won", "malfunction", "above-maximum", "gross-receipts", "seed-recovery", "award-backed-out"
    }  # fmt: skip


@pytest.mark.clause("HR-11", "HR-22")
@pytest.mark.parametrize(("cents", "after"), [(-5_000, 195_000), (+150, 200_150)])
def test_a_display_wrong_through_malfunction(pit: Pit, cents: int, after: int) -> None:
    pit.progressive()
    receipt = corrected(pit, cents)
    assert pit.shows() == after
    said = {"reason": "malfunction", "note": "display stuck", "before_cents": 200_000, "after_cents": after}
    assert said.items() <= receipt.payload.items()
    assert receipt.event.actor == "eve (executive)"
    refused(IllegalAction, r"can be taken off meter.*HR-11")(corrected, pit, -after - 1)
    assert pit.shows() == after


@pytest.mark.clause("HR-11", "HR-12")
def test_a_display_above_the_maximum(pit: Pit) -> None:
    """Only backing out an award can lift a meter past its maximum by hand; then this brings it down."""
    pit.progressive(settings=replace(HALF, maximum_cents=200_100))
    above = refused(IllegalAction, r"is not above its maximum \(\$2,001\)")
    above(pit.adjust, "J", Reason.ABOVE_MAXIMUM, "check")
    refused(IllegalAction, r"\$1 more and meter shows its maximum.*HR-12")(corrected, pit, 150)
    corrected(pit, 100)
    assert (pit.shows(), pit.units("overflow")) == (200_100, 0)


@pytest.mark.clause("HR-11", "JP-33")
@pytest.mark.parametrize("cents", [-1_000, 1_000])
def test_a_correction_and_its_opposite_leave_everything_as_it_was(pit: Pit, cents: int) -> None:
    """$10 down and up again made $8.15 of the house's seed the players' money, and down alone freed theirs."""
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    pit.desk.deposit("J", pit.funds().owed_cents, EXECUTIVE)

    def standing() -> tuple[int, ...]:
        return pit.shows(), pit.units("overflow"), pit.meter().seed_units, pit.funds().owed_cents

    before = standing()
    corrected(pit, cents)
    assert standing()[3] == before[3]
    nothing = refused(IllegalAction, r"holds \$0 more than is owed")
    nothing(pit.desk.withdraw, "J", 1, EXECUTIVE, OWNER, "what a correction freed")
    corrected(pit, -cents)
    assert standing() == before


@pytest.mark.clause("HR-11", "JP-33")
def test_a_display_corrected_beyond_the_houses_money_still_owes_the_players_theirs(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    seed, owed = pit.meter().seed_units, pit.funds().owed_cents
    corrected(pit, -pit.shows())
    assert (pit.meter().seed_units, pit.funds().owed_cents) == (0, owed)
    assert pit.units("overflow") == 200_092 * 1_000_000 - seed


@pytest.mark.clause("HR-11")
def test_undisplayed_funds_booked_as_gross_receipts(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2, 3, 4, 5])
    received(pit, 6, "reserve")
    assert pit.units("reserve") == 4_000_000
    refused(IllegalAction, "can be taken off meter's reserve")(received, pit, 5, "reserve")
    refused(BadInput, "is not undisplayed money")(received, pit, 1, "meter")


@pytest.mark.clause("HR-11", "JP-33")
def test_what_was_on_the_display_is_never_gross_receipts(pit: Pit) -> None:
    """Neither after a correction, nor after a restart that took it back, nor by way of another jackpot's maximum."""
    pit.progressive(settings=replace(HALF, maximum_cents=200_400))
    pit.progressive("K", tables=("T2",), settings=MeterSettings(200_000, maximum_cents=200_000))
    pit.round(range(1, 7))
    pit.round(range(1, 7))
    assert (pit.shows(), pit.units("overflow")) == (200_400, 200_000_000)
    owed = pit.funds().owed_cents
    corrected(pit, -200_166)
    assert pit.funds().owed_cents == owed
    shown = r"of meter's overflow have been on the display"
    refused(IllegalAction, rf"\$1\.66 {shown}.*HR-11.*\$2")(received, pit, 201)
    received(pit, 200)
    assert pit.funds().owed_cents == owed - 200
    pit.desk.retire("J", EXECUTIVE, OWNER, into="K")
    assert pit.units("overflow", "K") == (owed - 200) * 1_000_000
    refused(IllegalAction, rf"\$4 {shown}")(received, pit, 1, jackpot="K")


@pytest.mark.clause("HR-11", "JP-12")
def test_a_restart_puts_the_players_money_back_on_the_display(pit: Pit) -> None:
    pit.progressive(settings=replace(HALF, maximum_cents=200_200))
    pit.round(range(1, 5))
    corrected(pit, -200_100)
    claim = pit.won(FULL)
    assert pit.units("overflow") == 0
    pit.back_out(claim)
    refused(IllegalAction, "have been on the display")(received, pit, 1)
    pit.win(pit.mark(1, FULL))
    pit.end()
    pit.round(range(1, 7))
    over = pit.units("overflow") // 1_000_000
    assert over > 0
    received(pit, over)


@pytest.mark.clause("HR-11")
def test_recovery_of_seed_money_goes_as_far_as_the_seed(pit: Pit) -> None:
    pit.progressive()
    pit.round([1, 2])
    pit.adjust("J", Reason.SEED_RECOVERY, "agreed", cents=150_000)
    assert pit.shows() == 50_037
    left = refused(IllegalAction, r"\$500 of seed money is on meter")
    left(pit.adjust, "J", Reason.SEED_RECOVERY, "agreed", cents=50_001)
    assert pit.account(SEED) == 50_000


@pytest.mark.clause("HR-11")
def test_an_amount_won_that_the_keypad_could_not_record(pit: Pit) -> None:
    pit.progressive()
    pit.round([1])
    pit.adjust("J", Reason.AMOUNT_WON, "power cut, table T1 spot 2", cents=20_001, player="Pat")
    assert pit.shows() == 180_017
    receipt = pit.adjust("J", Reason.AMOUNT_WON, "all of it", cents=180_017, player="Pat")
    assert pit.shows() == 200_002, "a full award restarts the meter"
    pit.back_out(receipt.payload["award"])
    assert pit.shows() == 180_017
    shows = refused(IllegalAction, r"meter shows \$1,800\.17")
    shows(pit.adjust, "J", Reason.AMOUNT_WON, "too much", cents=180_018)


@pytest.mark.clause("HR-11")
def test_how_a_meter_is_adjusted(pit: Pit) -> None:
    pit.progressive()
    refused(BadInput, "says why")(pit.adjust, "J", Reason.MALFUNCTION, "  ", cents=1)
    refused(BadInput, "A correction of nothing")(pit.adjust, "J", Reason.MALFUNCTION, "x")
    refused(BadInput, "is not an amount to adjust by")(pit.adjust, "J", Reason.SEED_RECOVERY, "x", cents=-5)
    pit.house("H", table="T2")
    refused(IllegalAction, "has no meter")(corrected, pit, 1, "H")


# backing out


@pytest.mark.clause("JP-18")
def test_a_backed_out_award_restores_meter_and_reserve_and_takes_back_the_seed(pit: Pit) -> None:
    pit.progressive(tables=("T1", "T2"))
    pit.deal([1, 2])
    meter, reserve, overflow = pit.parts()
    seed_before = pit.account(SEED)
    claim = pit.mark(2, FULL)
    pit.win(claim)
    pit.round([1, 2, 3], "T2")
    refused(BadInput, "says why")(pit.desk.back_out, claim, EXECUTIVE, OWNER, " ")
    pit.back_out(claim)
    # later contributions stay
    assert pit.parts() == (meter + 3 * 18_500_000, reserve + 3 * 2_000_000, overflow)
    assert pit.account(SEED) == seed_before
    assert pit.store.account("jackpot/J/prizes").credit_balance == 0
    assert pit.desk.award(claim).state is State.BACKED_OUT
    refused(IllegalAction, "is backed-out")(pit.back_out, claim)
    assert pit.end() == []


@pytest.mark.clause("JP-18")
def test_a_back_out_with_a_maximum(pit: Pit) -> None:
    """Reserve that the restart had to put into the overflow comes back, and the meter keeps its maximum."""
    settings = MeterSettings(200_000, Fraction(10, 100), Fraction(5, 100), maximum_cents=200_012)
    pit.progressive(settings=settings, tables=("T1", "T2"))
    pit.deal([1, 2, 3])
    assert pit.parts() == (200_012_000_000, 15_000_000, 18_000_000)
    claim = pit.mark(1, FULL)
    pit.win(claim)
    assert pit.units("reserve") == 0
    pit.round([1], "T2")
    pit.back_out(claim)
    assert pit.parts() == (200_012_000_000, 20_000_000, 28_000_000)


@pytest.mark.clause("JP-18")
def test_the_last_award_is_backed_out_first_and_a_paid_one_never(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    first, second = pit.mark(2, TENTH), pit.mark(1, TENTH)
    pit.win(first)
    pit.win(second)
    assert pit.shows() < 200_037
    refused(IllegalAction, f"The award {second}, a later one, stands")(pit.back_out, first)
    pit.back_out(second)
    pit.back_out(first)
    assert pit.shows() == 200_037
    again = pit.mark(1, TENTH)
    pit.win(again)
    pit.desk.pay(again, EXECUTIVE)
    refused(IllegalAction, r"is paid.*JP-18")(pit.back_out, again)


@pytest.mark.clause("JP-18")
def test_a_house_award_is_backed_out_too(pit: Pit) -> None:
    pit.house("H")
    pit.back_out(pit.won(TENTH))
    assert pit.account("jackpot/H/tray-pays") == 0
    pit.end()


# parameter changes

NEW = MeterSettings(300_000, Fraction(10, 100), Fraction(1, 100))
CHANGE = SettingsChange(300_000, Fraction(10, 100), Fraction(1, 100))


def changed(pit: Pit, change: SettingsChange = CHANGE, meter: str = "meter") -> Receipt:
    pit.desk.propose("J", change, SUPERVISOR, "agreed", meter=meter)
    return pit.desk.approve("J", EXECUTIVE, meter=meter)


def proposed(pit: Pit, why: str = "less", meter: str = "meter", **change: object) -> Receipt:
    return pit.desk.propose("J", SettingsChange(**change), EXECUTIVE, why, meter=meter)


@pytest.mark.clause("HR-18", "HR-22", "JP-10")
def test_a_change_waits_for_the_reset(pit: Pit) -> None:
    pit.progressive()
    approved = changed(pit).payload
    assert approved["waits_for_reset"] is True
    assert (approved["before"], approved["after"]) == (encode(SETTINGS), encode(NEW))
    pit.round([1, 2])
    assert pit.units("meter") == 200_037_000_000, "still the old rate"
    award = pit.desk.award(pit.won(FULL))
    assert award.change is not None and award.change.after.approved is not None
    assert (award.change.before, award.change.after.settings) == (SETTINGS, NEW)
    assert (award.change.after.by.id, award.change.after.approved.id) == ("sam", "eve")
    assert (pit.meter().configured, pit.meter().in_use) == (SETTINGS, NEW)
    assert pit.shows() == 300_006
    pit.end()
    pit.round([1])
    assert pit.shows() == 300_016, "the new rate"


@pytest.mark.clause("HR-18")
def test_a_change_needs_two_people_and_before_the_start_is_made_at_once(pit: Pit) -> None:
    pit.progressive(start=False)
    refused(IllegalAction, "No change of meter is proposed")(pit.desk.approve, "J", EXECUTIVE)
    pit.desk.propose("J", CHANGE, EXECUTIVE, "agreed")
    alone = refused(NotAllowed, r"takes two people; eve is one.*HR-18.*another person")
    alone(pit.desk.approve, "J", EXECUTIVE)
    assert pit.desk.approve("J", OWNER).payload["waits_for_reset"] is False
    pit.desk.start("J", EXECUTIVE)
    assert pit.shows() == 300_000


@pytest.mark.clause("HR-12", "HR-18")
def test_a_maximum_below_what_is_shown_holds_from_the_reset_on(pit: Pit) -> None:
    pit.progressive()
    below = refused(BadInput, r"The seed of meter is \$2,000, its maximum \$1,999.*HR-12")
    below(proposed, pit, maximum_cents=199_900)
    pit.round([1, 2, 3])
    changed(pit, SettingsChange(maximum_cents=200_000))
    assert pit.shows() == 200_055, "nothing is taken off the display"
    pit.won(FULL)
    assert pit.shows() == 200_000
    assert pit.units("overflow") == 8_000_000, "four reserves of two cents"


@pytest.mark.clause("HR-18")
def test_a_proposal_changes_what_it_names_and_says_why(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(18, 100), Fraction(2, 100), 900_000))
    refused(BadInput, "A proposal says why")(proposed, pit, " ", contribution=Fraction(15, 100))
    refused(BadInput, "has these settings already")(proposed, pit, contribution=Fraction(18, 100))
    asked = proposed(pit, "too fast", contribution=Fraction(15, 100)).payload
    assert asked["before"] | {"contribution": "3/20"} == asked["after"]
    assert asked["after"]["maximum_cents"] == 900_000
    assert pit.desk.approve("J", OWNER).payload["why"] == "too fast"
    proposed(pit, "let it grow", no_maximum=True)
    pit.desk.decline("J", EXECUTIVE, "not now")
    waiting = pit.meter().waiting
    assert waiting is not None and waiting.settings.contribution == Fraction(15, 100)
    assert waiting.settings.maximum_cents == 900_000


@pytest.mark.clause("JP-10", "HR-18")
def test_no_mixture_of_old_and_new_rates_passes_the_whole_wager(pit: Pit) -> None:
    rates = {"mega": 60, "major": 20, "minor": 20}
    settings = {
        name: replace(THREE_METERS[name], contribution=Fraction(rate, 100), reserve=Fraction(0))
        for name, rate in rates.items()
    }
    pit.progressive(pay_table="FUPGPP-ML02", settings=settings)
    changed(pit, SettingsChange(contribution=Fraction(50, 100)), "mega")
    refused(BadInput, "add up to 110 %")(proposed, pit, meter="major", contribution=Fraction(30, 100))
    refused(BadInput, "has no meter 'meter'")(proposed, pit, seed_cents=300_000)


@pytest.mark.clause("JP-18", "HR-18")
def test_backing_out_the_reset_puts_the_change_back_to_waiting(pit: Pit) -> None:
    pit.progressive()
    changed(pit)
    pit.back_out(pit.won(FULL))
    pit.end()
    state = pit.meter()
    assert state.waiting is not None
    assert (state.in_use, state.waiting.settings) == (SETTINGS, NEW)
    pit.won(FULL)
    assert pit.meter().in_use == NEW


# what else the house may set

WORDS = tuple(f"{text} Ask a supervisor. (approved: letter 21-044)" for text in NOTICES)


@pytest.mark.clause("HR-09", "HR-22")
def test_notices_of_a_house_jackpot_are_changed_by_two_with_a_reason(pit: Pit) -> None:
    pit.house()
    before = pit.desk.jackpot("H").notices
    signed = (EXECUTIVE, OWNER, "new wording")
    refused(IllegalAction, "2 of 3 notices")(pit.desk.set_notices, "H", WORDS[:2], *signed)
    payload = pit.desk.set_notices("H", WORDS, *signed).payload
    assert (payload["before"], payload["after"], payload["why"]) == (list(before), list(WORDS), "new wording")
    assert pit.desk.jackpot("H").notices == WORDS
    pit.progressive(tables=("T2",))
    refused(IllegalAction, "is a progressive")(pit.desk.set_notices, "J", WORDS, *signed)


@pytest.mark.clause("HR-09")
def test_a_notice_is_an_offered_wording_or_names_what_approved_it(pit: Pit) -> None:
    pit.house()
    offered = tuple(one.offered for one in WORDINGS)
    post, signed = pit.desk.set_notices, (EXECUTIVE, OWNER, "own words")
    post("H", offered, *signed)
    post("H", (offered[0].upper(), *offered[1:]), *signed)
    mixed = (*offered[:2], "The prize is $5,000. (approved: WSGC letter of 2021-06-10)")
    post("H", mixed, *signed)
    for wrong, says in (
        (("until", *offered[1:]), "none says that it is the house's prize"),
        ((offered[0], "The house may never remove the prize.", offered[2]), "may never remove"),
        ((offered[0], "remove", offered[2]), "The house may change or remove the prize at any time"),
        ((*offered[:2], "Broken; to be fixed"), "what the fixed prize is; nobody has approved 'Broken"),
        ((*offered[:2], "The prize is ours. (approved: x)"), "nobody has approved"),
        ((*offered[:2], offered[0]), "what the fixed prize is"),
        ((*offered, "Broken; to be fixed"), "nobody has approved"),
    ):
        refusal = refused(IllegalAction, says)(post, "H", wrong, *signed)
        assert refusal.clause == "HR-09" and "(approved: letter 21-044)" in str(refusal)
    assert pit.desk.jackpot("H").notices == mixed


@pytest.mark.clause("HR-18", "HR-22")
def test_controls_change_only_while_no_claim_is_open(pit: Pit) -> None:
    pit.progressive()
    wanted = replace(CONTROLS, executive_from_cents=2_000_000)
    claim = pit.dealt(TENTH)
    signed = (EXECUTIVE, OWNER, "less paper")
    refused(IllegalAction, "has open claims")(pit.desk.set_controls, "J", wanted, *signed)
    pit.win(claim)
    pit.end()
    pit.desk.set_controls("J", wanted, EXECUTIVE, OWNER, "less paper")
    assert pit.desk.jackpot("J").controls == wanted
