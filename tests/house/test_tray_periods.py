"""A tray is counted out when nothing at its table is open, its first chips come from the cage, and its days close;
tables that were counted out, payouts by check, and to whom large ones go (HR-14 to HR-17)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.payouts import PayoutDesk
from pitboss.chips.trays import Inventory, Movement, TrayDay, TrayDesk, fill_short, to_fill_cents
from pitboss.chips.verify import check_books, check_days, check_trays
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed
from pitboss.house.report import HEADS, MasterGamesReport, cells, report_from_store
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.events import Due
from pitboss.jackpots.tray import dues, owe
from pitboss.ledger import UNIT_PER_CENT, Store, Unit, create_store
from pitboss.ledger.days import gambling_day
from tests.house.trays import (
    AMES,
    BOYD,
    CAGE,
    CAM,
    EVE,
    OPENER,
    TABLE,
    balance,
    chips,
    funded,
    opened,
    quads,
    seen,
    with_progressive,
)
from tests.refusals import refused

IN_ALREADY = refused(IllegalAction, r"already counted in.*HR-17.*a fill, or the closer first")
FIVE_THOUSAND = Inventory({500: 400, 2500: 120})


def cents(store: Store, account: str) -> int:
    found = {one.name: one for one in store.accounts(account)}
    return found[account].credit_balance // UNIT_PER_CENT if account in found else 0


@pytest.fixture
def pit(store: Store) -> JackpotDesk:
    """A table run by hand with a progressive, and $50,000 in the cage. Nobody has counted it in."""
    funded(store, 5_000_000)
    return with_progressive(store)


def today(store: Store) -> MasterGamesReport:
    return report_from_store(store, datetime.now(UTC).date(), {})


def line(store: Store, table: str = TABLE) -> tuple[int | None, int, int | None]:
    """Win by count, win by books, over or short, as the day's report has them."""
    found = next(one for one in today(store).lines if one.table == table)
    return found.counted_win_cents, found.win_cents, found.variance_cents


@pytest.mark.clause("HR-17", "JP-04")
def test_no_tray_is_counted_out_while_an_award_is_open(pit: JackpotDesk) -> None:
    trays = TrayDesk(pit.store)
    trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
    pit.start_game(TABLE, [1, 2], [1, 2], AMES, players={1: "pam", 2: "ann"})
    pit.press(TABLE, 1, "straight-flush", AMES)
    refused(IllegalAction, r"Game 1 is running .*the award of spot 1 is open.*HR-17.*END GAME")(
        trays.closer, TABLE, FIVE_THOUSAND, BOYD, AMES
    )
    assert check_books(pit.store) == list(check_days(pit.store)) == []


@pytest.mark.clause("HR-17", "HR-34")
def test_no_tray_is_counted_out_that_owes(pit: JackpotDesk) -> None:
    trays = TrayDesk(pit.store)
    trays.opener(TABLE, chips(100), BOYD, AMES)
    quads(pit, 1)
    owed = dues(pit.store.document, TABLE)
    owes = refused(IllegalAction, r"The tray of .* owes \$1,500.*HR-34.*a fill that pays it first")
    owes(trays.closer, TABLE, chips(105), BOYD, AMES)
    IN_ALREADY(trays.opener, TABLE, FIVE_THOUSAND, BOYD, AMES)
    assert dues(pit.store.document, TABLE) == owed != [], "and no opener of an open table pays it"
    trays.fill(TABLE, 150_000, CAGE, AMES, "slip 1")
    assert not dues(pit.store.document, TABLE)
    trays.closer(TABLE, chips(105), BOYD, AMES)
    assert line(pit.store) == (500 - 150_000, 500 - 150_000, 0)
    assert list(check_days(pit.store)) == []


@pytest.mark.clause("HR-17", "HR-34")
def test_the_first_opener_after_a_game_takes_the_rest_from_the_cage(pit: JackpotDesk) -> None:
    """$15 of wagers were in the tray: two people count $5,000, so the cage has brought $4,985, and no chip is new."""
    store, trays = pit.store, TrayDesk(pit.store)
    pit.start_game(TABLE, [1, 2, 3], [1, 2, 3], AMES)
    pit.end_game(TABLE, AMES)
    never = refused(IllegalAction, r"was never counted in.*HR-17.*the opener's count first")
    never(trays.closer, TABLE, chips(15), BOYD, AMES)
    before = cents(store, "cage") + cents(store, f"tray/{TABLE}")
    said = trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES).payload
    assert (said["book_cents"], said["from_cage_cents"], said["over_cents"]) == (1_500, 498_500, 0)
    assert cents(store, f"tray/{TABLE}") == 500_000
    assert cents(store, "cage") + cents(store, f"tray/{TABLE}") == before
    pit.start_game(TABLE, [1], [1], AMES)
    pit.end_game(TABLE, AMES)
    trays.closer(TABLE, chips(5_005), BOYD, AMES)
    assert line(store) == (2_000, 2_000, 0)
    assert check_books(store) == list(check_days(store)) == []


@pytest.mark.clause("HR-17", "HR-34")
def test_only_a_tray_without_chips_of_its_own_is_opened_from_the_cage(pit: JackpotDesk) -> None:
    """One that was counted out empty is. One that has given all it had while open is not: that takes a fill."""
    store, trays = pit.store, TrayDesk(pit.store)
    trays.opener(TABLE, chips(100), BOYD, AMES)
    trays.credit(TABLE, 10_000, CAGE, AMES, "all of it")
    cage = cents(store, "cage")
    IN_ALREADY(trays.opener, TABLE, chips(100), BOYD, AMES)
    over = trays.closer(TABLE, chips(1), BOYD, AMES).payload
    assert (over["over_cents"], cents(store, "cage")) == (100, cage), "found, and not fetched"
    assert "from_cage_cents" not in trays.opener(TABLE, chips(1), BOYD, AMES).payload
    trays.credit(TABLE, 100, CAGE, AMES, "that one too")
    trays.closer(TABLE, chips(0), BOYD, AMES)
    cage = cents(store, "cage")
    opened = trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES).payload
    assert (opened["from_cage_cents"], opened["over_cents"]) == (500_000, 0)
    assert cents(store, "cage") == cage - 500_000
    trays.closer(TABLE, FIVE_THOUSAND, BOYD, AMES)
    assert "from_cage_cents" not in trays.opener(TABLE, chips(4_999), BOYD, AMES).payload
    assert check_books(store) == list(check_days(store)) == []


def planted(store: Store, *moves: tuple[str, str, int, str]) -> list[str]:
    """What `verify` finds when chips moved past the desks: every account and count is still what it should be."""

    def work(unit: Unit) -> None:
        unit.record("end-game.late", f"tray/{TABLE}", "nobody", {})
        for move in moves:
            unit.transfer_cents(*move)

    store.write(work)
    assert check_books(store) == []
    return list(check_days(store))


@pytest.mark.clause("HR-16", "HR-17")
def test_verify_names_the_day_that_does_not_close(pit: JackpotDesk) -> None:
    store, trays = pit.store, TrayDesk(pit.store)
    tray, players = f"tray/{TABLE}", f"players/{TABLE}"
    trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
    trays.fill(TABLE, 100_000, CAGE, AMES, "slip 1")
    trays.credit(TABLE, 50_000, CAGE, AMES, "slip 2")
    trays.move(TABLE, Movement.CASH_FOR_CHIPS, 10_000, AMES, "spot 3")
    trays.move(TABLE, Movement.WAGER_TAKEN, 20_000, AMES, "round 1")
    trays.move(TABLE, Movement.WAGER_PAID, 5_000, AMES, "round 2")
    closer = trays.closer(TABLE, chips(5_545), BOYD, AMES)
    assert closer.payload["over_cents"] == -500
    assert list(check_days(store)) == []
    (found,) = planted(store, (tray, players, 264_500, "wager-paid"))
    day = datetime.now(UTC).date()
    assert f"The tray of {TABLE} on {day}: win by count $145.00, win by books -$2,495.00, over" in found
    assert "$2,645.00 is explained by nothing." in found.replace("short -$5.00; ", "")
    assert f"-$2,645.00 was booked after the closer of event {closer.seq}" in found
    trays.opener(TABLE, chips(2_900), BOYD, AMES)
    trays.closer(TABLE, chips(2_900), BOYD, AMES)
    assert list(check_days(store)) == [found], "what was done stays found, and later days close"


@pytest.mark.clause("HR-16", "HR-17")
def test_a_table_open_over_several_days_closes_as_a_whole(pit: JackpotDesk) -> None:
    store, trays = pit.store, TrayDesk(pit.store)
    day_us = 86_400_000_000
    trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
    now = store.clock()
    for day in (1, 2):
        store.clock = lambda day=day: now + day * day_us  # type: ignore[misc,method-assign]
        trays.move(TABLE, Movement.WAGER_TAKEN, 20_000, AMES, "a day's rounds")
        if day == 1:  # a recount; on the other day nobody counts until the closer
            trays.closer(TABLE, chips(5_200), BOYD, AMES)
            trays.opener(TABLE, chips(5_200), BOYD, AMES)
    trays.closer(TABLE, chips(5_399), BOYD, AMES)
    assert list(check_days(store)) == []
    assert planted(store, (f"players/{TABLE}", f"tray/{TABLE}", 100, "wager-taken"))


@pytest.mark.clause("HR-17")
def test_an_earlier_closer_in_the_middle_of_a_game_is_found(
    pit: JackpotDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a version without the refusal booked it: END GAME pays from the tray that was counted out."""
    trays = TrayDesk(pit.store)
    trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
    monkeypatch.setattr("pitboss.chips.trays._check_ended", lambda unit, table: None)
    pit.start_game(TABLE, [1], [1], AMES, players={1: "pam"})
    pit.press(TABLE, 1, "four-of-a-kind", AMES)
    trays.closer(TABLE, chips(5_005), BOYD, AMES)
    pit.end_game(TABLE, AMES)
    (found,) = check_days(pit.store)
    assert "win by count $5.00, win by books -$1,495.00, over or short $0.00; $1,500.00 is explained" in found


@pytest.mark.clause("HR-16", "HR-17")
def test_chips_of_a_later_opener_are_no_win(pit: JackpotDesk) -> None:
    """Opened twice in a day from the cage, and nothing played: they came from the cage as a fill would."""
    store, trays = pit.store, TrayDesk(pit.store)
    trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
    trays.credit(TABLE, 500_000, CAGE, AMES, "all of it")
    trays.closer(TABLE, chips(0), BOYD, AMES)
    trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
    assert line(store) == (0, 0, 0), "up to the last closer"
    trays.closer(TABLE, FIVE_THOUSAND, BOYD, AMES)
    assert line(store) == (0, 0, 0)
    found = next(one for one in today(store).lines if one.table == TABLE)
    assert (found.reopened_cents, found.to_json()["reopened_cents"]) == (500_000, 500_000)
    assert cells(found)[HEADS.index("opener")] == "$5,000 + $5,000"
    trays.opener(TABLE, chips(4_990), BOYD, AMES)
    assert line(store) == (0, 0, 0), "found after the closer, and in none of its sums"
    trays.closer(TABLE, chips(4_985), BOYD, AMES)
    assert line(store) == (-1_500, 0, -1_500)
    assert check_books(store) == list(check_days(store)) == []


@pytest.mark.clause("HR-16", "HR-17")
def test_a_closer_before_the_days_opener_gives_no_win_by_count(tmp_path: Path) -> None:
    """Open over the turn of the day, closed and opened again: its next closer ends the time that the opener began."""
    at_us = 1_800_000_000_000_000
    with create_store(f"sqlite:///{tmp_path / 'trays.db'}", clock=lambda: at_us) as store:
        trays = opened(store, 5_000_000, table=TABLE, count=FIVE_THOUSAND)
        at_us += 86_400_000_000
        trays.credit(TABLE, 500_000, CAGE, AMES, "all of it")
        trays.closer(TABLE, chips(0), BOYD, AMES)
        trays.opener(TABLE, FIVE_THOUSAND, BOYD, AMES)
        tomorrow = gambling_day(store).of(at_us)

        def counted() -> tuple[int | None, ...]:
            (found,) = report_from_store(store, tomorrow, {TABLE: "down-under-holdem"}).lines
            return found.closer_cents, found.counted_win_cents, found.variance_cents, found.win_cents

        assert counted() == (0, None, None, 0)
        trays.closer(TABLE, chips(4_990), BOYD, AMES)
        assert counted() == (499_000, -1_000, -1_000, 0)


@pytest.mark.clause("HR-17", "HR-14")
def test_nothing_is_played_at_a_table_that_was_counted_out(store: Store) -> None:
    """No START GAME, no wager by hand, no chips sold, paid, brought or taken away until the opener; a check leaves no
    tray."""
    pit, pays = JackpotDesk(store), PayoutDesk(store)
    pit.add_table("t1", "face-up-pai-gow-poker", EVE, spots=6, location="here")
    pit.start_game("t1", {}, [1], AMES)
    pit.end_game("t1", AMES)
    desk = opened(store)
    pit.start_game("t1", {}, [1], AMES)
    running = refused(IllegalAction, r"Game 2 is running at t1.*HR-17.*END GAME first")
    running(desk.closer, "t1", OPENER, BOYD, AMES)
    pit.end_game("t1", AMES)
    desk.closer("t1", OPENER, BOYD, AMES)
    closed = refused(IllegalAction, r"t1 was counted out and is closed.*HR-17.*opener's count first")
    closed(pit.start_game, "t1", {}, [1], AMES)
    for kind in (Movement.CASH_FOR_CHIPS, Movement.WAGER_TAKEN, Movement.WAGER_PAID):
        closed(desk.move, "t1", kind, 100, AMES, "late")
    closed(pays.pay, "t1", 1_000, AMES)
    pays.pay("t1", 600_000, AMES, seen(600_000), CAM, check_asked=True)
    for carry in (desk.fill, desk.credit):
        closed(carry, "t1", 5_000, CAGE, AMES, "slip 9")
    desk.opener("t1", OPENER, BOYD, AMES)
    desk.fill("t1", 5_000, CAGE, AMES, "slip 9")
    pit.start_game("t1", {}, [1], AMES)


@pytest.mark.clause("HR-17")
def test_a_tray_is_counted_out_once(store: Store) -> None:
    """Two screens stand open: the second closer books no shortage of its own, the first one's retry is its answer."""
    desk, short = opened(store), chips(OPENER.cents // 100 - 60)
    first = desk.closer("t1", short, BOYD, AMES, "screen-1")
    at = gambling_day(store).local(first.at_us)
    said = rf"t1 was already counted out at {at:%Y-%m-%d %H:%M}:\d\d UTC by boyd, ames.*HR-17.*opener's count first"
    refused(IllegalAction, said)(desk.closer, "t1", chips(4), BOYD, AMES, "screen-2")
    assert desk.closer("t1", short, BOYD, AMES, "screen-1").seq == first.seq
    assert balance(store) == short.cents
    assert TrayDesk(store).day("t1", at.date()).over_cents == -6_000
    desk.opener("t1", short, BOYD, AMES)
    desk.closer("t1", short, BOYD, AMES, "screen-3")


@pytest.mark.clause("HR-17", "HR-34")
def test_an_open_table_is_not_counted_in_again(store: Store) -> None:
    """Chips come to it by a fill. A recount is the closer and then the opener."""
    desk = funded(store)
    first = desk.opener("t1", OPENER, BOYD, AMES, "screen-1")
    at = gambling_day(store).local(first.at_us)
    said = rf"t1 was already counted in at {at:%Y-%m-%d %H:%M}:\d\d UTC by boyd, ames.*HR-17.*a fill, or the closer"
    for counted in (chips(OPENER.cents // 100 + 10_000), OPENER):
        refused(IllegalAction, said)(desk.opener, "t1", counted, BOYD, AMES, f"screen-{counted.cents}")
    assert desk.opener("t1", OPENER, BOYD, AMES, "screen-1").seq == first.seq, "a retry is its answer"
    assert balance(store) == OPENER.cents
    assert not store.account("over-short/t1").debits
    desk.closer("t1", OPENER, BOYD, AMES)
    desk.opener("t1", OPENER, BOYD, AMES)


@pytest.mark.clause("HR-15", "HR-16")
def test_a_payout_by_check_is_in_the_books_and_in_the_win(store: Store) -> None:
    """It leaves the house's cash, not the tray: the counts agree, and the house has won so much less."""
    desk, today = opened(store), datetime.now(UTC).date()
    PayoutDesk(store).pay("t1", 600_000, AMES, seen(600_000), CAM, check_asked=True)
    desk.closer("t1", OPENER, BOYD, AMES)
    (line,) = report_from_store(store, today, {"t1": "fu-bacc"}).lines
    assert (line.win_cents, line.checks_cents, line.counted_win_cents) == (-600_000, 600_000, 0)
    assert (line.variance_cents, line.active, line.to_json()["checks_cents"]) == (0, True, 600_000)
    assert store.account("checks/t1").debit_balance == 600_000 * UNIT_PER_CENT
    assert store.trial_balance() == 0


@pytest.mark.clause("HR-14", "HR-35")
@pytest.mark.parametrize("player", ["ames", " AMES ", "cam", "boyd"])
def test_a_large_payout_is_for_nobody_who_signs_it_or_works_here(store: Store, player: str) -> None:
    opened(store)

    def works_here(unit: Unit) -> None:
        unit.record("made", "person/boyd", "admin")
        unit.put("person/boyd", {"id": "boyd", "role": "supervisor"})

    store.write(works_here)
    refused(NotAllowed, "HR-35")(PayoutDesk(store).pay, "t1", 300_100, AMES, seen(300_100, player), CAM)


@pytest.mark.clause("HR-14", "HR-22")
@pytest.mark.parametrize("unread", ["", "  ", "\u200b", "\u3164", "..."])
def test_surveillance_says_in_words_what_it_has_seen(store: Store, unread: str) -> None:
    opened(store)
    for words in ((unread, "$100", "pat"), ("straight", unread, "pat"), ("straight", "$100", unread)):
        hand, wager, player = words
        check = SurveillanceCheck(hand, wager, 300_100, player, CAM.id)
        with pytest.raises(IllegalAction, match=r"has not confirmed (hand|wager|player)\."):
            PayoutDesk(store).pay("t1", 300_100, AMES, check, CAM)


@pytest.mark.clause("HR-17")
def test_a_tray_that_was_never_counted_takes_wagers_and_sells_into_its_drop(store: Store) -> None:
    """Both sides of a movement are booked, whichever came first; a name is spelled in one way."""
    desk = TrayDesk(store)
    JackpotDesk(store).add_table("t1", "face-up-pai-gow-poker", EVE, spots=6, location="here")
    desk.move("t1", Movement.WAGER_TAKEN, 2_500, AMES, "round 1")
    desk.move("t1", Movement.CASH_FOR_CHIPS, 1_000, AMES, "spot 3")
    assert [cents(store, name) for name in ("tray/t1", "players/t1", "drop/t1")] == [1_500, -1_500, 1_000]
    misspelled = refused(BadInput, "'T1' reads as the tray 't1'")
    misspelled(desk.opener, "T1", chips(1), BOYD, AMES)
    opened(store, 100_000, count=chips(15))
    misspelled(desk.opener, "T1", chips(1), BOYD, AMES)


@pytest.mark.clause("HR-34")
def test_without_a_cage_there_is_nothing_to_fill_from(store: Store) -> None:
    def work(unit: Unit) -> None:
        unit.record("owed", "test", "test")
        unit.open_account("tray/t1")
        unit.open_account("players/t1")
        assert to_fill_cents(unit) == 0
        owe(unit, "t1", [Due("players/t1", 1)], "test")
        assert not fill_short(unit, "t1", 100, "test")

    store.write(work)


@pytest.mark.clause("HR-17")
def test_what_was_played_before_a_second_opener_was_not_brought(tmp_path: Path) -> None:
    """A shift of the night is counted out in the morning: nothing of what it won came from outside."""
    at_us = 1_800_000_000_000_000
    with create_store(f"sqlite:///{tmp_path / 'two-days.db'}", clock=lambda: at_us) as store:
        desk = opened(store, 1_000_000, count=chips(1_000))
        at_us += 86_400_000_000
        desk.move("t1", Movement.WAGER_TAKEN, 5_000, AMES, "round 1")
        for count in (desk.closer, desk.opener, desk.closer):
            count("t1", chips(1_050), BOYD, AMES)
        day = desk.day("t1", gambling_day(store).of(at_us))
        assert (day.opener_cents, day.closer_cents, day.win_cents) == (105_000, 105_000, 5_000)
        assert (day.uncounted_cents, day.variance_cents) == (0, 0)


def test_a_day_of_nothing_is_nothing() -> None:
    day, nothing = TrayDay(), (0,) * 6
    whole = (day.over_cents, day.checks_cents, day.due_cents, day.uncounted_cents, day.reopened_cents)
    assert ((*whole, day.win_cents), day.variance_cents) == (nothing, None)


@pytest.mark.clause("HR-17", "HR-20")
@pytest.mark.parametrize(("units", "found"), [(0, 0), (1, 0), (-1, 1)])
def test_a_tray_is_below_nothing_by_a_millionth_of_a_cent(store: Store, units: int, found: int) -> None:
    def moved(unit: Unit) -> None:
        unit.record("moved", "test", "test")
        way = ("players/t1", "tray/t1", Movement.WAGER_TAKEN)
        for name in way[:2]:
            unit.open_account(name)
        if units:
            debit, credit, code = way if units > 0 else (way[1], way[0], Movement.WAGER_PAID)
            unit.transfer(debit, credit, abs(units), code.value)

    store.write(moved)
    assert len(list(check_trays(store))) == found


@pytest.mark.clause("HR-16")
def test_every_day_of_a_tray_closes_by_itself(store: Store) -> None:
    """Of three shifts that each won something else the first is told to be wrong, once: chips were booked past the
    desk after its closer."""
    desk, has = funded(store, 1_000_000), 100

    def late(unit: Unit) -> None:
        unit.record("late", "test", "test")
        unit.transfer_cents("players/t1", "tray/t1", 300, "wager-taken")

    for won in (10, 20, 40):
        desk.opener("t1", chips(has), BOYD, AMES)
        desk.move("t1", Movement.WAGER_TAKEN, 100 * won, AMES, "a round")
        has += won
        desk.closer("t1", chips(has), BOYD, AMES)
        assert len(list(check_days(store))) == (won > 10)
        if won == 10:
            store.write(late)
    (found,) = check_days(store)
    assert "win by count $10.00, win by books $13.00" in found
    assert "$3.00 was booked after the closer" in found
