"""Meter awards: order, workflow, reseeding, envy, win page (JP-12, JP-14 to JP-20, JP-28, HR-14, HR-29)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.errors import BadInput, IllegalAction, NotAllowed
from pitboss.jackpot import AwardOrder, MeterSettings
from pitboss.jackpot.awards import Witnessed
from pitboss.jackpot.records import State
from tests.jackpot.pit import (
    CONTROLS,
    DEALER,
    DOWN_UNDER,
    EXECUTIVE,
    SUPERVISOR,
    SURVEILLANCE,
    Pit,
)

FULL = "seven-card-straight-flush"


@pytest.mark.clause("JP-11", "JP-15", "JP-28")
def test_fixed_pays_leave_the_tray_and_not_the_meter(pit: Pit) -> None:
    pit.progressive(wager_cents=500)
    pit.deal([1, 2, 3])
    before = pit.units("meter")
    pit.mark(2, "four-of-a-kind")
    pit.mark(3, "full-house")
    pays = pit.end()
    assert [(pay["spot"], pay["cents"]) for pay in pays] == [(2, 37_500), (3, 2_000)]
    assert pit.units("meter") == before
    assert -pit.account("tray/T1") == 3 * 500, "it has no more, and nothing of the pays: they are due"
    assert -pit.account("due/T1") == 39_500


@pytest.mark.clause("JP-15")
def test_pressing_the_hand_again_takes_it_off(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    first = pit.desk.press("T1", 1, "full-house", DEALER).payload
    again = pit.desk.press("T1", 1, "full-house", DEALER).payload
    assert (first["marked"], again["marked"]) == (True, False)
    assert pit.desk.claim(first["claim"]).state is State.TAKEN_OFF
    assert pit.end() == []


@pytest.mark.clause("JP-15")
def test_a_meter_award_calls_the_supervisor_a_fixed_pay_does_not(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    assert pit.desk.press("T1", 1, "five-aces", DEALER).payload["calls_supervisor"] is True
    assert pit.desk.press("T1", 2, "full-house", DEALER).payload["calls_supervisor"] is False
    with pytest.raises(BadInput, match="is not a winning hand of pay table FUPGPP-WA03"):
        pit.mark(2, "flush")


@pytest.mark.clause("JP-04")
def test_end_game_waits_for_meter_awards(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    with pytest.raises(IllegalAction, match=r"spot 1 \(five-aces\) is not completed.*JP-04"):
        pit.end()
    pit.desk.confirm(claim, SUPERVISOR)
    with pytest.raises(IllegalAction, match="is not completed"):
        pit.end()
    pit.desk.complete(claim, SUPERVISOR)
    pit.end()


@pytest.mark.clause("JP-11", "JP-16")
def test_a_partial_award_takes_its_share_and_leaves_the_rest(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 2])
    assert pit.shows() == 200_037
    assert pit.win(pit.mark(1, "five-aces")) == 20_003
    assert pit.shows() == 200_037 - 20_003
    assert pit.units("reserve") == 4_000_000


@pytest.mark.clause("JP-12", "HR-29")
def test_after_a_full_award_the_meter_restarts(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(200_000, Fraction(185_005, 1_000_000), Fraction(2, 100)))
    pit.deal([1])
    assert pit.units("meter") == 200_018_500_500
    assert pit.win(pit.mark(1, FULL)) == 200_018
    assert pit.units("meter") == 200_000_000_000 + 2_000_000 + 500_500, (
        "seed, reserve, and the fraction of a cent"
    )
    assert pit.units("reserve") == 0


@pytest.mark.clause("JP-12", "HR-12")
@pytest.mark.parametrize(
    ("maximum_cents", "prize_cents", "meter_after", "overflow_before", "overflow_after"),
    [
        (200_020, 200_020, 200_010, 0, 0),
        (200_011, 200_011, 200_011, 9, 8),
        (200_001, 200_001, 200_001, 19, 28),
    ],
)
def test_a_restart_stops_at_the_maximum(
    pit: Pit,
    maximum_cents: int,
    prize_cents: int,
    meter_after: int,
    overflow_before: int,
    overflow_after: int,
) -> None:
    """20 cents have come in and 10 are in the reserve; the reserve goes in first, and is empty afterwards."""
    settings = MeterSettings(200_000, Fraction(10, 100), Fraction(5, 100), maximum_cents=maximum_cents)
    pit.progressive(settings=settings)
    pit.deal([1, 2])
    assert pit.units("overflow") == overflow_before * 1_000_000
    assert pit.win(pit.mark(1, FULL)) == prize_cents
    assert pit.shows() == meter_after
    assert pit.units("overflow") == overflow_after * 1_000_000
    assert pit.units("reserve") == 0


@pytest.mark.clause("JP-12")
def test_each_of_three_meters_restarts_alone(pit: Pit) -> None:
    settings = {
        "mega": MeterSettings(1_000_000, Fraction(10, 100), Fraction(1, 100)),
        "major": MeterSettings(100_000, Fraction(5, 100), Fraction(1, 100)),
        "minor": MeterSettings(20_000, Fraction(3, 100)),
    }
    pit.progressive(pay_table="FUPGPP-ML02", settings=settings)
    pit.deal([1, 2])
    assert pit.win(pit.mark(1, "five-aces")) == 100_010
    assert pit.win(pit.mark(2, "royal-flush")) == 20_006
    shown = {name: meter.display_cents for name, meter in pit.desk.meters("J").items()}
    assert shown == {"mega": 1_000_020, "major": 100_002, "minor": 20_000}
    assert pit.units("reserve", meter="mega") == 2_000_000


@pytest.mark.clause("JP-14")
@pytest.mark.parametrize(
    ("order", "first", "prizes"),
    [
        (AwardOrder.RIGHT_FIRST, 5, {5: 200_055, 2: 200_006}),
        (AwardOrder.LEFT_FIRST, 2, {2: 200_055, 5: 200_006}),
    ],
)
def test_two_full_awards_in_one_round(
    pit: Pit, order: AwardOrder, first: int, prizes: dict[int, int]
) -> None:
    """The second winner gets the reseeded meter."""
    pit.progressive(controls=replace(CONTROLS, award_order=order))
    pit.deal([1, 2, 5])
    claims = {spot: pit.mark(spot, FULL) for spot in (2, 5)}
    second = 7 - first
    with pytest.raises(IllegalAction, match=rf"Claim {claims[first]} on the same meter comes before.*JP-14"):
        pit.desk.confirm(claims[second], SUPERVISOR)
    assert pit.desk.open_claims("J") == [claims[first], claims[second]]
    assert pit.win(claims[first]) == prizes[first]
    assert pit.win(claims[second]) == prizes[second]
    assert pit.desk.open_claims("J") == []


@pytest.mark.clause("JP-14")
def test_partial_and_full_awards_from_the_right(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1, 3, 6])
    low, middle, high = pit.mark(1, "five-aces"), pit.mark(3, FULL), pit.mark(6, "five-aces")
    assert pit.win(high) == 20_005
    assert pit.win(middle) == 200_055 - 20_005
    assert pit.win(low) == 20_000, "ten per cent of seed and reserve"


@pytest.mark.clause("JP-14")
def test_between_linked_tables_the_completing_card_decides(pit: Pit) -> None:
    pit.progressive(tables=("T1", "T2"))
    pit.deal([1], "T1")
    pit.deal([1, 4], "T2")
    now = pit.clock.now_us
    later = pit.mark(1, FULL, "T1", completed_us=now + 50)
    earlier = pit.mark(4, FULL, "T2", completed_us=now + 20)
    with pytest.raises(IllegalAction, match=f"{earlier} first"):
        pit.desk.confirm(later, SUPERVISOR)
    assert pit.win(earlier) == 200_055
    assert pit.win(later) == 200_006


@pytest.mark.clause("JP-14")
def test_the_order_between_tables_is_the_same_from_every_side(pit: Pit) -> None:
    """Two spots of one table with another table's card between them: the table as a whole comes first."""
    pit.progressive(tables=("T1", "T2"))
    pit.deal([2, 6], "T1")
    pit.deal([1], "T2")
    now = pit.clock.now_us
    left = pit.mark(2, "five-aces", "T1", completed_us=now + 1)
    right = pit.mark(6, "five-aces", "T1", completed_us=now + 5)
    other = pit.mark(1, "five-aces", "T2", completed_us=now + 3)
    assert pit.desk.open_claims("J") == [right, left, other]


@pytest.mark.clause("JP-11", "JP-14")
def test_the_award_is_what_was_displayed_when_the_hand_was_marked(pit: Pit) -> None:
    """Linked tables go on contributing while the win is verified; that money stays for the next."""
    pit.progressive(tables=("T1", "T2"))
    pit.deal([1], "T1")
    claim = pit.mark(1, FULL)
    shown = pit.shows()
    for _ in range(10):
        pit.round([1, 2, 3, 4], "T2")
    assert pit.shows() == shown + 740
    assert pit.win(claim) == shown
    assert pit.shows() == 200_000 + 740 + 82, "seed, what came since, and the reserve"


@pytest.mark.clause("JP-16")
@pytest.mark.parametrize("missing", ["hand", "spot", "wager"])
def test_the_supervisor_confirms_a_verified_win(pit: Pit, missing: str) -> None:
    pit.progressive()
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    with pytest.raises(IllegalAction, match=rf"is not verified: {missing}.*JP-16"):
        pit.desk.confirm(claim, SUPERVISOR, verified={"hand", "spot", "wager"} - {missing})
    with pytest.raises(NotAllowed, match=r"dot \(dealer\) may not confirm"):
        pit.desk.confirm(claim, DEALER)
    with pytest.raises(
        IllegalAction, match=r"is marked and cannot be completed.*one that is confirmed or ready"
    ):
        pit.desk.complete(claim, SUPERVISOR)


@pytest.mark.clause("JP-16")
def test_the_executive_card_from_the_set_amount_on(pit: Pit) -> None:
    pit.progressive(controls=replace(CONTROLS, executive_from_cents=200_018))
    pit.deal([1])
    claim = pit.mark(1, FULL)
    assert pit.desk.confirm(claim, SUPERVISOR).payload["needs_executive"] is True
    with pytest.raises(
        NotAllowed, match=r"sam \(supervisor\) may not complete an award that needs the executive.*JP-31"
    ):
        pit.desk.complete(claim, SUPERVISOR)
    assert pit.desk.complete(claim, EXECUTIVE).payload["completed"]["id"] == "eve"


@pytest.mark.clause("JP-16")
def test_the_executive_card_for_a_named_line(pit: Pit) -> None:
    pit.progressive(controls=replace(CONTROLS, executive_hands=("five-aces",)))
    pit.deal([1, 2])
    claims = {hand: pit.mark(spot, hand) for spot, hand in ((1, FULL), (2, "five-aces"))}
    assert pit.desk.confirm(claims["five-aces"], SUPERVISOR).payload["needs_executive"] is True
    pit.desk.complete(claims["five-aces"], EXECUTIVE)
    assert pit.desk.confirm(claims[FULL], SUPERVISOR).payload["needs_executive"] is False


@pytest.mark.clause("JP-16")
def test_an_award_is_made_once(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    pit.desk.confirm(claim, SUPERVISOR)
    first = pit.desk.complete(claim, SUPERVISOR)
    again = pit.desk.complete(claim, SUPERVISOR)
    assert again.replayed
    assert again.event == first.event
    with pytest.raises(IllegalAction, match="is completed and cannot be completed"):
        pit.desk.complete(claim, EXECUTIVE)
    with pytest.raises(IllegalAction, match="cannot be confirmed"):
        pit.desk.confirm(claim, SUPERVISOR)
    assert pit.shows() == 200_018 - 20_001


@pytest.mark.clause("JP-18")
def test_a_completed_award_is_not_taken_off_by_the_button(pit: Pit) -> None:
    pit.progressive()
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    pit.win(claim)
    with pytest.raises(IllegalAction, match=r"is final.*JP-18.*a manual adjustment"):
        pit.mark(1, "five-aces")


@pytest.mark.clause("JP-15", "HR-14")
def test_surveillance_sees_a_fixed_pay_over_the_limit_first(pit: Pit) -> None:
    pit.progressive(pay_table="FUPGPP-WA01", wager_cents=200)
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    with pytest.raises(IllegalAction, match=r"\$5,000 for spot 1 is over \$3,000.*HR-14"):
        pit.end()
    pit.watch(claim, 500_000)
    assert pit.end()[0]["cents"] == 500_000


@pytest.mark.clause("HR-14")
def test_surveillance_sees_a_meter_award_over_the_limit_first(pit: Pit) -> None:
    pit.progressive(settings=MeterSettings(300_001))
    pit.deal([1])
    claim = pit.mark(1, FULL)
    assert pit.desk.confirm(claim, SUPERVISOR).payload["needs_surveillance"] is True
    with pytest.raises(IllegalAction, match=r"\$3,000\.01 is over \$3,000.*HR-14"):
        pit.desk.complete(claim, EXECUTIVE)
    right = Witnessed(FULL, 100, 300_001, "guest-1")
    for name, wrong in (
        ("hand", "five-aces"),
        ("wager_cents", 200),
        ("payout_cents", 300_000),
        ("player", " "),
    ):
        with pytest.raises(IllegalAction, match=r"does not agree with the claim.*\$3,000\.01, and guest-1"):
            pit.desk.surveil(claim, SURVEILLANCE, replace(right, **{name: wrong}))  # type: ignore[arg-type]
    with pytest.raises(NotAllowed, match="may not confirm a payout for surveillance"):
        pit.desk.surveil(claim, EXECUTIVE, right)
    pit.desk.surveil(claim, SURVEILLANCE, right)
    pit.desk.complete(claim, SUPERVISOR)
    with pytest.raises(IllegalAction, match="is completed and cannot be confirmed by surveillance"):
        pit.desk.surveil(claim, SURVEILLANCE, right)


@pytest.mark.clause("JP-17")
def test_the_win_page(pit: Pit) -> None:
    pit.progressive(tables=("T7",), spots=6)
    pit.deal([4], "T7")
    claim = pit.mark(4, FULL, "T7")
    pit.win(claim)
    page = pit.desk.win_page(claim)
    facts = page.to_json()
    assert {name: facts[name] for name in list(facts) if facts[name] != "-"} == {
        "Prize": "$2,000.18",
        "Hand": "7 card straight flush (100 % of meter)",
        "Table": "T7",
        "Spot": "4",
        "Game": "1",
        "Player": "guest-4",
        "Fixed wager": "$1",
        "Time of the hand": facts["Time of the hand"],
        "Time of completion": facts["Time of completion"],
        "Marked by": "dot (dealer)",
        "Meter": "meter",
        "Meter before": "$2,000.18",
        "Meter after": "$2,000.02",
        "Confirmed by": "sam (supervisor)",
        "Completed by": "sam (supervisor)",
        "Surveillance": "not needed",
        "Status": "completed",
    }
    hand, completion = facts["Time of the hand"], facts["Time of completion"]
    assert "2027-01-15 08:00:00" <= hand <= completion
    assert completion.startswith("2027-01-15 08:00:00")
    assert "Prize               $2,000.18" in page.text()
    assert "<th scope=row>Prize</th><td>$2,000.18</td>" in page.html()
    with pytest.raises(BadInput, match="There is no award"):
        pit.desk.win_page("T1.9.9.9")


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
    pit.deal([1])
    claim = pit.mark(1, "five-aces")
    prize = pit.win(claim)
    pit.desk.deposit("J", prize + deposited, EXECUTIVE)
    pit.desk.pay(claim, EXECUTIVE, key="pay-1")
    pit.desk.pay(claim, EXECUTIVE, key="pay-1")
    assert pit.account("jackpot/J/bank") == left, "what is owed to the others stays"
    assert pit.store.account("jackpot/J/prizes").credit_balance == 0
    with pytest.raises(IllegalAction, match="is paid"):
        pit.desk.pay(claim, EXECUTIVE)


@pytest.mark.clause("JP-19")
@pytest.mark.parametrize("option", ["qualifies", "lost"])
def test_a_folded_hand_wins_where_the_operator_lets_it(pit: Pit, option: str) -> None:
    pit.progressive("J", "option-3", game=DOWN_UNDER, options={"folded_jackpot": option}, spots=7)
    pit.deal([1, 2])
    if option == "lost":
        with pytest.raises(IllegalAction, match=r"Spot 1 has folded.*JP-19"):
            pit.mark(1, "straight-flush", folded=True)
        assert pit.end() == []
    else:
        pit.win(pit.mark(1, "straight-flush", folded=True))
        assert [(pay["spot"], pay["cents"]) for pay in pit.end()] == [(2, 30_000)]


@pytest.mark.clause("JP-01", "JP-20")
def test_envy_for_every_other_wagering_player_and_each_such_hand(pit: Pit) -> None:
    """Fixed dollars whatever the wager; never for one's own hand; not for spots without a jackpot wager."""
    pit.progressive("J", "option-3", game=DOWN_UNDER, wager_cents=2000, spots=7)
    pit.deal([1, 3, 7])
    flush = pit.mark(7, "straight-flush")
    royal = pit.mark(3, "royal-flush")
    pit.mark(1, "full-house")
    pit.win(flush)
    pit.win(royal)
    pays = pit.end(second=SUPERVISOR)
    envy = sorted((pay["spot"], pay["cents"]) for pay in pays if str(pay["for"]).startswith("envy"))
    assert envy == [(1, 30_000), (1, 100_000), (3, 30_000), (7, 100_000)]


@pytest.mark.clause("JP-20")
def test_no_envy_on_tables_without_it(pit: Pit) -> None:
    pit.progressive("J", "option-2", game=DOWN_UNDER, spots=7)
    pit.deal([1, 2])
    pit.win(pit.mark(1, "straight-flush"))
    assert pit.end() == []
