"""Meter awards: order, workflow, reseeding, envy, win page (JP-12, JP-14 to JP-20, JP-28, HR-14, HR-29)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.core.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpots import AwardOrder, MeterSettings
from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.documents import State
from tests.jackpot.pit import CONTROLS, DOWN_UNDER, FIXED, FULL, TENTH, THREE_METERS, Pit
from tests.jackpot.staff import DEALER, EXECUTIVE, SUPERVISOR, SURVEILLANCE
from tests.refusals import refused


@pytest.mark.clause("JP-11", "JP-15", "JP-28")
def test_fixed_pays_leave_the_tray_and_not_the_meter(pit: Pit) -> None:
    pit.progressive(wager_cents=500)
    pit.deal([1, 2, 3])
    before = pit.units("meter")
    pit.mark(2, "four-of-a-kind")
    pit.mark(3, FIXED)
    pays = pit.end()
    assert [(pay["spot"], pay["cents"]) for pay in pays] == [(2, 37_500), (3, 2_000)]
    assert pit.units("meter") == before
    assert -pit.account("tray/T1") == 3 * 500, "it has no more, and nothing of the pays: they are due"
    assert -pit.account("due/T1") == 39_500


@pytest.mark.clause("JP-15")
def test_a_meter_award_calls_the_supervisor_and_pressing_the_hand_again_takes_it_off(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    assert pit.desk.press("T1", 1, TENTH, DEALER).payload["calls_supervisor"] is True
    first = pit.desk.press("T1", 2, FIXED, DEALER).payload
    refused(BadInput, "is not a winning hand of pay table FUPGPP-WA03")(pit.mark, 2, "flush")
    again = pit.desk.press("T1", 2, FIXED, DEALER).payload
    assert (first["calls_supervisor"], first["marked"], again["marked"]) == (False, True, False)
    assert pit.desk.claim(first["claim"]).state is State.TAKEN_OFF
    pit.mark(1, TENTH)
    assert pit.end() == []


@pytest.mark.clause("JP-11", "JP-16")
def test_a_partial_award_takes_its_share_and_leaves_the_rest(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    assert pit.shows() == 200_037
    assert pit.win(pit.mark(1, TENTH)) == 20_003
    assert pit.shows() == 200_037 - 20_003
    assert pit.units("reserve") == 4_000_000


@pytest.mark.clause("JP-12", "HR-29")
def test_after_a_full_award_the_meter_restarts(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(185_005, 1_000_000), Fraction(2, 100)))
    pit.deal([1])
    assert pit.units("meter") == 200_018_500_500
    assert pit.win(pit.mark(1, FULL)) == 200_018
    # seed, reserve, and the fraction of a cent
    assert pit.parts() == (200_000_000_000 + 2_000_000 + 500_500, 0, 0)


@pytest.mark.clause("JP-12", "HR-12")
@pytest.mark.parametrize(("maximum_cents", "prize", "after", "over_before", "over_after"), [
    (200_020, 200_020, 200_010, 0, 0), (200_011, 200_011, 200_011, 9, 8), (200_001, 200_001, 200_001, 19, 28)
])  # fmt: skip
def test_a_restart_stops_at_the_maximum(
    pit: Pit, maximum_cents: int, prize: int, after: int, over_before: int, over_after: int
) -> None:
    """20 cents have come in and 10 are in the reserve; the reserve goes in first, and is empty afterwards."""
    settings = MeterSettings(200_000, Fraction(10, 100), Fraction(5, 100), maximum_cents=maximum_cents)
    pit.progressive(settings=settings)
    pit.deal([1, 2])
    assert pit.units("overflow") == over_before * 1_000_000
    assert pit.win(pit.mark(1, FULL)) == prize
    assert pit.parts() == (after * 1_000_000, 0, over_after * 1_000_000)


@pytest.mark.clause("JP-12")
def test_each_of_three_meters_restarts_alone(pit: Pit) -> None:
    pit.progressive(pay_table="FUPGPP-ML02", settings=THREE_METERS)
    pit.deal([1, 2])
    assert pit.win(pit.mark(1, TENTH)) == 100_010
    assert pit.win(pit.mark(2, "royal-flush")) == 20_006
    assert pit.all_shown() == {"mega": 1_000_020, "major": 100_002, "minor": 20_000}
    assert pit.units("reserve", meter="mega") == 2_000_000


@pytest.mark.clause("JP-14")
@pytest.mark.parametrize(("order", "first"), [(AwardOrder.RIGHT_FIRST, 5), (AwardOrder.LEFT_FIRST, 2)])
def test_two_full_awards_in_one_round(pit: Pit, order: AwardOrder, first: int) -> None:
    """The second winner gets the reseeded meter."""
    pit.progressive(controls=replace(CONTROLS, award_order=order))
    pit.deal([1, 2, 5])
    claims = {spot: pit.mark(spot, FULL) for spot in (2, 5)}
    before, behind = claims[first], claims[7 - first]
    turn = refused(IllegalAction, rf"Claim {before} on the same meter comes before.*JP-14")
    turn(pit.desk.confirm, behind, SUPERVISOR)
    assert pit.desk.open_claims("J") == [before, behind]
    assert (pit.win(before), pit.win(behind)) == (200_055, 200_006)
    assert pit.desk.open_claims("J") == []


@pytest.mark.clause("JP-14")
def test_partial_and_full_awards_from_the_right(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 3, 6])
    low, middle, high = pit.mark(1, TENTH), pit.mark(3, FULL), pit.mark(6, TENTH)
    # at last ten per cent of seed and reserve
    assert [pit.win(claim) for claim in (high, middle, low)] == [20_005, 200_055 - 20_005, 20_000]


@pytest.mark.clause("JP-14")
def test_between_linked_tables_the_completing_card_decides(pit: Pit) -> None:
    """Two spots of one table with another table's card between them: the table as a whole comes first."""
    pit.progressive(tables=("T1", "T2"))
    pit.deal([2, 6], "T1")
    pit.deal([1, 4], "T2")
    now = pit.clock.now_us
    left = pit.mark(2, TENTH, "T1", completed_us=now + 30)
    right = pit.mark(6, FULL, "T1", completed_us=now + 50)
    other = pit.mark(4, FULL, "T2", completed_us=now + 40)
    assert pit.desk.open_claims("J") == [right, left, other]
    refused(IllegalAction, f"{right} first")(pit.desk.confirm, other, SUPERVISOR)
    assert [pit.win(claim) for claim in (right, left, other)] == [200_074, 20_000, 180_008]


@pytest.mark.clause("JP-11", "JP-14")
def test_the_award_is_what_was_displayed_when_the_hand_was_marked(pit: Pit) -> None:
    """Linked tables go on contributing while the win is verified; that money stays for the next."""
    pit.progressive(tables=("T1", "T2"))
    claim, shown = pit.dealt(FULL), pit.shows()
    for _ in range(10):
        pit.round([1, 2, 3, 4], "T2")
    assert pit.shows() == shown + 740
    assert pit.win(claim) == shown
    assert pit.shows() == 200_000 + 740 + 82, "seed, what came since, and the reserve"


@pytest.mark.clause("JP-04", "JP-16")
def test_the_supervisor_confirms_a_verified_win(pit: Pit) -> None:
    """Until its award is completed, END GAME waits."""
    pit.progressive()
    claim, confirm, verified = pit.dealt(TENTH), pit.desk.confirm, {"hand", "spot", "wager"}
    for missing in verified:
        part = refused(IllegalAction, rf"is not verified: {missing}.*JP-16")
        part(confirm, claim, SUPERVISOR, verified=verified - {missing})
    complete = refused(IllegalAction, r"is marked and cannot be completed.*one that is confirmed or ready")
    complete(pit.desk.complete, claim, SUPERVISOR)
    refused(IllegalAction, r"spot 1 \(five-aces\) is not completed.*JP-04")(pit.end)
    confirm(claim, SUPERVISOR)
    refused(IllegalAction, "is not completed")(pit.end)
    pit.desk.complete(claim, SUPERVISOR)
    pit.end()


@pytest.mark.clause("JP-16")
@pytest.mark.parametrize(("controls", "dear", "other"), [
    ({"executive_from_cents": 200_037}, FULL, TENTH), ({"executive_hands": (TENTH,)}, TENTH, FULL)
])  # fmt: skip
def test_the_executive_card_from_the_set_amount_on_and_for_a_named_line(
    pit: Pit, controls: dict[str, Any], dear: str, other: str
) -> None:
    pit.progressive(controls=replace(CONTROLS, **controls))
    claim, behind = pit.dealt(dear, 2, [1, 2]), pit.mark(1, other)
    assert pit.desk.confirm(claim, SUPERVISOR).payload["needs_executive"] is True
    card = refused(
        NotAllowed, r"sam \(supervisor\) may not complete an award that needs the executive.*JP-31"
    )
    card(pit.desk.complete, claim, SUPERVISOR)
    assert pit.desk.complete(claim, EXECUTIVE).payload["completed"]["id"] == "eve"
    assert pit.desk.confirm(behind, SUPERVISOR).payload["needs_executive"] is False


@pytest.mark.clause("JP-16", "JP-18")
def test_an_award_is_made_once_and_not_taken_off_by_the_button(pit: Pit) -> None:
    pit.progressive()
    claim, complete = pit.dealt(TENTH), pit.desk.complete
    pit.desk.confirm(claim, SUPERVISOR)
    first, again = complete(claim, SUPERVISOR), complete(claim, SUPERVISOR)
    assert again.replayed
    assert again.event == first.event
    refused(IllegalAction, "is completed and cannot be completed")(complete, claim, EXECUTIVE)
    refused(IllegalAction, "cannot be confirmed")(pit.desk.confirm, claim, SUPERVISOR)
    assert pit.shows() == 200_018 - 20_001
    refused(IllegalAction, r"is final.*JP-18.*a manual adjustment")(pit.mark, 1, TENTH)


@pytest.mark.clause("JP-15", "HR-14")
def test_surveillance_sees_a_fixed_pay_over_the_limit_first(pit: Pit) -> None:
    pit.progressive(pay_table="FUPGPP-WA01", wager_cents=200)
    claim = pit.dealt(TENTH)
    refused(IllegalAction, r"\$5,000 for spot 1 is over \$3,000.*HR-14")(pit.end)
    pit.watch(claim, 500_000)
    assert pit.end()[0]["cents"] == 500_000


@pytest.mark.clause("HR-14")
def test_surveillance_sees_a_meter_award_over_the_limit_first(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(300_001))
    claim = pit.dealt(FULL)
    assert pit.desk.confirm(claim, SUPERVISOR).payload["needs_surveillance"] is True
    refused(IllegalAction, r"\$3,000\.01 is over \$3,000.*HR-14")(pit.desk.complete, claim, EXECUTIVE)
    right = Witnessed(FULL, 100, 300_001, "guest-1")
    other = refused(IllegalAction, r"does not agree with the claim.*\$3,000\.01, and guest-1")
    wrong = {"hand": TENTH, "wager_cents": 200, "payout_cents": 300_000, "player": " "}
    for name, value in wrong.items():
        other(pit.desk.surveil, claim, SURVEILLANCE, replace(right, **{name: value}))
    pit.desk.surveil(claim, SURVEILLANCE, right)
    pit.desk.complete(claim, SUPERVISOR)
    again = refused(IllegalAction, "is completed and cannot be confirmed by surveillance")
    again(pit.desk.surveil, claim, SURVEILLANCE, right)


@pytest.mark.clause("JP-17")
def test_the_win_page(pit: Pit) -> None:
    pit.progressive(tables=("T7",))
    page = pit.desk.win_page(pit.won(FULL, 4, [4], "T7"))
    facts = page.to_json()
    times = {name: facts[name] for name in ("Time of the hand", "Time of completion")}
    assert {name: facts[name] for name in list(facts) if facts[name] != "-"} == {
        "Prize": "$2,000.18", "Hand": "7 card straight flush (100 % of meter)",
        "Cards": "real cards, not checked by the system", "Table": "T7", "Spot": "4", "Game": "1",
        "Player": "guest-4", "Fixed wager": "$1", "Marked by": "dot (dealer)", "Meter": "meter",
        "Meter before": "$2,000.18", "Meter after": "$2,000.02", "Confirmed by": "sam (supervisor)",
        "Completed by": "sam (supervisor)", "Surveillance": "not needed", "Status": "completed", **times,
    }  # fmt: skip
    hand, completion = times.values()
    assert "2027-01-15 08:00:00" <= hand <= completion
    assert completion.startswith("2027-01-15 08:00:00")
    assert "Prize               $2,000.18" in page.text()
    assert "<th scope=row>Prize</th><td>$2,000.18</td>" in page.html()
    refused(BadInput, "There is no award")(pit.desk.win_page, "T1.9.9.9")


@pytest.mark.clause("JP-17")
def test_the_win_page_is_safe_to_print(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(400_000))
    pit.desk.start_game("T1", [1], [1], DEALER)
    claim = pit.mark(1, FULL)
    pit.desk.confirm(claim, SUPERVISOR)
    pit.desk.surveil(claim, SURVEILLANCE, Witnessed(FULL, 100, 400_000, "<script>alert(1)</script>"))
    pit.desk.complete(claim, SUPERVISOR)
    assert "<script>" not in pit.desk.win_page(claim).html()


@pytest.mark.clause("JP-16")
@pytest.mark.parametrize(("deposited", "left"), [(21, 21), (11, 20)])
def test_a_prize_is_handed_over_once_from_the_jackpots_account(pit: Pit, deposited: int, left: int) -> None:
    """20.5 cents are owed to the others: what is missing in the account the house pays."""
    pit.progressive()
    claim = pit.dealt(TENTH)
    prize = pit.win(claim)
    pit.desk.deposit("J", prize + deposited, EXECUTIVE)
    for _ in range(2):
        pit.desk.pay(claim, EXECUTIVE, key="pay-1")
    assert pit.account("jackpot/J/bank") == left, "what is owed to the others stays"
    assert pit.store.account("jackpot/J/prizes").credit_balance == 0
    refused(IllegalAction, "is paid")(pit.desk.pay, claim, EXECUTIVE)


@pytest.mark.clause("JP-19")
@pytest.mark.parametrize("option", ["qualifies", "lost"])
def test_a_folded_hand_wins_where_the_operator_lets_it(pit: Pit, option: str) -> None:
    pit.progressive("J", "option-3", game=DOWN_UNDER, options={"folded_jackpot": option}, spots=7)
    pit.deal([1, 2])
    if option == "lost":
        refused(IllegalAction, r"Spot 1 has folded.*JP-19")(pit.mark, 1, "straight-flush", folded=True)
        assert pit.end() == []
    else:
        pit.win(pit.mark(1, "straight-flush", folded=True))
        assert [(pay["spot"], pay["cents"]) for pay in pit.end()] == [(2, 30_000)]


@pytest.mark.clause("JP-01", "JP-20")
def test_envy_for_every_other_wagering_player_and_each_such_hand(pit: Pit) -> None:
    """Fixed dollars whatever the wager; never for one's own hand; not for spots without a jackpot wager."""
    pit.progressive("J", "option-3", game=DOWN_UNDER, wager_cents=2000, spots=7)
    flush = pit.dealt("straight-flush", 7, [1, 3, 7])
    royal = pit.mark(3, "royal-flush")
    pit.mark(1, FIXED)
    pit.win(flush)
    pit.win(royal)
    pays = [pay for pay in pit.end(second=SUPERVISOR) if str(pay["for"]).startswith("envy")]
    assert sorted((pay["spot"], pay["cents"]) for pay in pays) == [
        (1, 30_000),
        (1, 100_000),
        (3, 30_000),
        (7, 100_000),
    ]


@pytest.mark.clause("JP-20")
def test_no_envy_on_tables_without_it(pit: Pit) -> None:
    pit.progressive("J", "option-2", game=DOWN_UNDER, spots=7)
    pit.won("straight-flush", 1, [1, 2])
    assert pit.end() == []
