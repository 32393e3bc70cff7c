"""Tables that were counted out, payouts by check, and to whom large ones go (HR-14 to HR-17)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pitboss.errors import IllegalAction, NotAllowed
from pitboss.house.days import gambling_day
from pitboss.house.entries import SurveillanceCheck
from pitboss.house.inventory import Inventory
from pitboss.house.payouts import PayoutDesk
from pitboss.house.report import report_from_store
from pitboss.house.tray import Movement, TrayDesk
from pitboss.jackpot.counts import LastCount, TrayCounting, keep_count
from pitboss.jackpot.desk import JackpotDesk
from pitboss.store import UNIT_PER_CENT, Store, Unit
from tests.house.test_trays import AMES, BOYD, CAGE, CAM, EVE, OPENER


@pytest.mark.clause("HR-17", "HR-14")
def test_nothing_is_played_at_a_table_that_was_counted_out(store: Store) -> None:
    """No START GAME, no wager by hand, no chips sold or paid until the opener; fills and credits are the cage's, and a
    check leaves no tray."""
    desk, pit, pays = TrayDesk(store), JackpotDesk(store), PayoutDesk(store)
    game = "face-up-pai-gow-poker"
    pit.add_table("t1", game, EVE, spots=6, location="here")
    pit.start_game("t1", {}, [1], AMES)
    pit.end_game("t1", AMES)
    desk.fund(2 * OPENER.cents, EVE, CAGE, "the house's money")
    desk.opener("t1", OPENER, BOYD, AMES)
    pit.start_game("t1", {}, [1], AMES)
    with pytest.raises(IllegalAction, match=r"Game 2 is running at t1.*HR-17.*END GAME first"):
        desk.closer("t1", OPENER, BOYD, AMES)
    pit.end_game("t1", AMES)
    desk.closer("t1", OPENER, BOYD, AMES)
    closed = pytest.raises(
        IllegalAction, match=r"t1 was counted out and is closed.*HR-17.*opener's count first"
    )
    with closed:
        pit.start_game("t1", {}, [1], AMES)
    for kind in (Movement.CASH_FOR_CHIPS, Movement.WAGER_TAKEN, Movement.WAGER_PAID):
        with closed:
            desk.move("t1", kind, 100, AMES, "late")
    with closed:
        pays.pay("t1", 1_000, AMES)
    seen = SurveillanceCheck("straight", "$100", 600_000, "pat", CAM.id)
    pays.pay("t1", 600_000, AMES, seen, CAM, check_asked=True)
    desk.fill("t1", 5_000, CAGE, AMES, "slip 9")
    desk.opener("t1", Inventory({100: (OPENER.cents + 5_000) // 100}), BOYD, AMES)
    pit.start_game("t1", {}, [1], AMES)


@pytest.mark.clause("HR-17")
def test_a_tray_is_counted_out_once(store: Store) -> None:
    """Two screens stand open: the second closer books no shortage of its own, the first one's retry is its answer."""
    desk = TrayDesk(store)
    desk.fund(2 * OPENER.cents, EVE, CAGE, "the house's money")
    desk.opener("t1", OPENER, BOYD, AMES)
    short = Inventory({100: OPENER.cents // 100 - 60})
    first = desk.closer("t1", short, BOYD, AMES, "screen-1")
    at = gambling_day(store).local(first.at_us)
    said = rf"t1 was already counted out at {at:%Y-%m-%d %H:%M}:\d\d UTC by boyd, ames.*HR-17.*opener's count first"
    with pytest.raises(IllegalAction, match=said):
        desk.closer("t1", Inventory({100: 4}), BOYD, AMES, "screen-2")
    assert desk.closer("t1", short, BOYD, AMES, "screen-1").seq == first.seq
    assert store.account("tray/t1").credit_balance == short.cents * UNIT_PER_CENT
    assert TrayDesk(store).day("t1", at.date()).over_cents == -6_000
    desk.opener("t1", short, BOYD, AMES)
    desk.opener("t1", short, BOYD, AMES)  # a recount of an open tray is no second opening
    desk.closer("t1", short, BOYD, AMES, "screen-3")


@pytest.mark.clause("HR-17")
def test_a_closer_of_an_earlier_version_has_no_names_and_counts_too(store: Store) -> None:
    desk = TrayDesk(store)
    desk.fund(OPENER.cents, EVE, CAGE, "the house's money")
    desk.opener("t1", OPENER, BOYD, AMES)

    def before(unit: Unit) -> None:
        unit.record("before", "tray/t1", "house")
        keep_count(unit, "t1", LastCount(TrayCounting.CLOSER, OPENER.cents))

    store.write(before)
    assert store.document("tray/t1") == {"which": "closer", "cents": OPENER.cents}
    with pytest.raises(IllegalAction, match=r"^t1 was already counted out\. .*HR-17"):
        desk.closer("t1", OPENER, BOYD, AMES)


@pytest.mark.clause("HR-15", "HR-16")
def test_a_payout_by_check_is_in_the_books_and_in_the_win(store: Store) -> None:
    """It leaves the house's cash, not the tray: the counts agree, and the house has won so much less."""
    desk, today = TrayDesk(store), datetime.now(UTC).date()
    desk.fund(OPENER.cents, EVE, CAGE, "the house's money")
    desk.opener("t1", OPENER, BOYD, AMES)
    seen = SurveillanceCheck("straight", "$100", 600_000, "pat", CAM.id)
    PayoutDesk(store).pay("t1", 600_000, AMES, seen, CAM, check_asked=True)
    desk.closer("t1", OPENER, BOYD, AMES)
    (line,) = report_from_store(store, today, {"t1": "fu-bacc"}).lines
    assert (line.win_cents, line.checks_cents, line.counted_win_cents) == (-600_000, 600_000, 0)
    assert (line.variance_cents, line.active, line.to_json()["checks_cents"]) == (0, True, 600_000)
    assert store.account("checks/t1").debit_balance == 600_000 * UNIT_PER_CENT
    assert store.trial_balance() == 0


@pytest.mark.clause("HR-14", "HR-35")
@pytest.mark.parametrize("player", ["ames", " AMES ", "cam", "boyd"])
def test_a_large_payout_is_for_nobody_who_signs_it_or_works_here(store: Store, player: str) -> None:
    desk = TrayDesk(store)
    desk.fund(2 * OPENER.cents, EVE, CAGE, "the house's money")
    desk.opener("t1", OPENER, BOYD, AMES)
    store.write(_boyd_has_an_account)
    with pytest.raises(NotAllowed) as refused:
        seen = SurveillanceCheck("straight", "$100", 300_100, player, CAM.id)
        PayoutDesk(store).pay("t1", 300_100, AMES, seen, CAM)
    assert refused.value.clause == "HR-35"


def _boyd_has_an_account(unit: Unit) -> None:
    unit.record("made", "person/boyd", "admin")
    unit.put("person/boyd", {"id": "boyd", "role": "supervisor"})
