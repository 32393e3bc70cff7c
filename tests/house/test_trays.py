"""Trays and the daily master games report, on both kinds of store."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chips.day_book import DayBook, Sales
from pitboss.chips.payouts import PayoutDesk
from pitboss.chips.trays import (
    CHANGE,
    Inventory,
    Movement,
    TrayDesk,
    counted_out,
    expected,
    fill_short,
    post,
    table_win,
)
from pitboss.core.codec import encode
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed, PitbossError
from pitboss.house.jackpots import open_jackpots
from pitboss.house.report import (
    Jackpots,
    SalesOf,
    master_games_report,
    report_from_store,
    report_html,
    report_pdf,
)
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.statement import funds, statement
from pitboss.jackpots.tray import check_dues, dues
from pitboss.ledger import UNIT_PER_CENT, Store, Unit, create_store
from pitboss.ledger.days import gambling_day
from pitboss.people.person import Person
from tests.house.tables import example
from tests.house.trays import (
    AMES,
    BOYD,
    CAGE,
    CAM,
    EVE,
    FILES,
    OPENER,
    TABLE,
    J,
    balance,
    chips,
    funded,
    opened,
    quads,
    seen,
    with_progressive,
)
from tests.jackpot.sayings import said_as_written
from tests.refusals import refused

MONEY = st.integers(min_value=0, max_value=10**9)


@pytest.mark.clause("HR-17")
def test_the_six_movements_and_no_others() -> None:
    assert {kind.value: CHANGE[kind] for kind in Movement} == {
        "cash-for-chips": -1, "wager-taken": 1, "wager-paid": -1, "colour-change": 0, "fill": 1, "credit": -1,
    }  # fmt: skip
    refused(ValueError, "loan")(Movement, "loan")


@pytest.mark.clause("HR-17")
def test_an_inventory_has_two_signatures(store: Store) -> None:
    boyd_too = Person.of("boyd", "dealer")
    for by, second in ((BOYD, None), (BOYD, BOYD), (BOYD, boyd_too), (AMES, BOYD), (BOYD, CAGE)):
        refused(NotAllowed, "HR-17")(TrayDesk(store).opener, "t1", OPENER, by, second)
    assert store.head().seq == 0


def test_an_inventory_counts_chips() -> None:
    assert OPENER.cents == 200 * 100 + 400 * 500 + 200 * 2500 + 100 * 10_000
    for counts in ({0: 1}, {-100: 1}, {100: -1}):
        refused(BadInput, "HR-17")(Inventory, counts)


@pytest.mark.clause("HR-16", "HR-17")
@given(opener=MONEY, cash=MONEY, taken=MONEY, paid=MONEY, fills=MONEY, credits=MONEY)
def test_the_counted_win_is_wagers_taken_less_wagers_paid(
    opener: int, cash: int, taken: int, paid: int, fills: int, credits: int
) -> None:
    moved = {
        Movement.CASH_FOR_CHIPS: cash, Movement.WAGER_TAKEN: taken, Movement.WAGER_PAID: paid,
        Movement.COLOUR_CHANGE: 12_345, Movement.FILL: fills, Movement.CREDIT: credits,
    }  # fmt: skip
    closer = expected(opener, moved)
    assert table_win(opener, closer, fills, credits, drop_cents=cash) == taken - paid


def short_of_nothing(unit: Unit) -> None:
    unit.record("note", "pit", "ann")
    assert fill_short(unit, "t1", 5_000, "ann") is False


@pytest.mark.clause("HR-17", "HR-34")
def test_a_tray_in_double_entry(store: Store) -> None:
    """Opener, fills, credits, cash for chips, wagers and pays; account and chips agree after every count."""
    desk = TrayDesk(store)
    refused(IllegalAction, r"The cage holds \$0, not \$17,200.*HR-34")(desk.opener, "t1", OPENER, BOYD, AMES)
    desk.fund(OPENER.cents, EVE, CAGE, "the house's money")
    opened = desk.opener("t1", OPENER, BOYD, AMES, key="open")
    assert (opened.payload["over_cents"], opened.payload["signed"]) == (0, ["boyd", "ames"])
    assert balance(store) == OPENER.cents, "the first chips come from the cage"
    slip_7 = partial(desk.fill, "t1", 50_000, CAGE, AMES, "slip 7")
    nothing = r"The cage holds \$0, not \$500\. \[HR-34\] Accepted: money into the cage first"
    refused(IllegalAction, nothing)(slip_7)
    desk.fund(300, EVE, CAGE, "the house's money")
    refused(IllegalAction, r"Accepted: at most \$3, or money into the cage first")(slip_7)
    assert store.write(short_of_nothing).event, "nothing is missing at this tray"
    assert balance(store) == OPENER.cents
    desk.fund(50_000 - 300, EVE, CAGE, "the house's money")
    refused(BadInput, r"The chips are worth \$495, not \$500")(slip_7, chips=Inventory({500: 99}))
    for _ in range(2):
        filled = slip_7(key="fill-7", chips=Inventory({500: 100}))
    assert (filled.payload["signed"], filled.payload["counts"]) == (["cora", "ames"], {"500": 100})
    desk.credit("t1", 20_000, CAGE, AMES, "credit slip 3", key="credit-3")
    desk.move("t1", Movement.CASH_FOR_CHIPS, 10_000, AMES, "spot 3")
    desk.move("t1", Movement.WAGER_TAKEN, 3_000, AMES, "round 1")
    desk.move("t1", Movement.WAGER_PAID, 500, AMES, "round 2")
    book = OPENER.cents + 50_000 - 20_000 - 10_000 + 3_000 - 500
    assert balance(store) == book
    count = chips(book // 100 - 5)
    short = desk.closer("t1", count, BOYD, AMES).payload
    assert (short["book_cents"], short["over_cents"]) == (book, -500)
    assert balance(store) == book - 500, "from here on the account is what the chips are"
    assert desk.opener("t1", count, BOYD, AMES).payload["over_cents"] == 0
    assert store.trial_balance() == 0
    day = desk.day("t1", datetime.now(UTC).date())
    assert (day.opener_cents, day.closer_cents, day.over_cents) == (OPENER.cents, book - 500, -500)
    assert (day.win_cents, day.cents(Movement.CREDIT)) == (2_500, 20_000)
    assert table_win(OPENER.cents, book, 50_000, 20_000, 10_000) == day.win_cents


@pytest.mark.clause("HR-17", "HR-14")
def test_a_tray_gives_only_what_it_has(store: Store) -> None:
    """And a pay in chips has the bounds of a payout."""
    desk = opened(store, count=chips(5_000))
    holds = refused(IllegalAction, r"The tray of t1 holds \$5,000.*HR-17")
    holds(desk.credit, "t1", 100_000_000, CAGE, AMES, "all of it")
    holds(desk.move, "t1", Movement.CASH_FOR_CHIPS, 500_001, AMES, "too much", None, BOYD)
    desk.credit("t1", 250_000, CAGE, AMES, "half of it")
    left = refused(IllegalAction, r"The tray of t1 holds \$2,500.*HR-17")
    left(desk.move, "t1", Movement.WAGER_PAID, 250_001, AMES, "too much")
    refused(BadInput, "is not booked this way")(desk.move, "t1", Movement.FILL, 1, AMES, "x")
    assert balance(store) == 250_000
    desk.fill("t1", 250_000, CAGE, AMES, "slip 1")
    above = refused(IllegalAction, r"\$3,000.01 are above \$3,000.*HR-14.*surveillance")
    above(desk.move, "t1", Movement.WAGER_PAID, 300_001, AMES, "x")
    desk.move("t1", Movement.WAGER_PAID, 300_000, AMES, "x")


@pytest.mark.clause("HR-17", "JP-11")
def test_jackpot_wagers_and_pays_are_chips_of_the_tray(store: Store) -> None:
    """5,000 + 5,000 + 15 - 1,500, and nothing over or short."""
    jackpots, trays = with_progressive(store), opened(store, 1_000_000, table=TABLE, count=chips(5_000))
    trays.fill(TABLE, 500_000, CAGE, AMES, "slip 1")
    quads(jackpots, 2, lit=(1, 2, 3))
    book = 500_000 + 500_000 + 1_500 - 300 * 500
    closed = trays.closer(TABLE, chips(book // 100), BOYD, AMES).payload
    assert (closed["book_cents"], closed["over_cents"]) == (book, 0)
    (line,) = report_from_store(store, datetime.now(UTC).date(), {}).lines
    assert (line.win_cents, line.counted_win_cents, line.jackpot_pays_cents) == (-148_500, -148_500, 150_000)


@pytest.mark.clause("HR-17", "HR-34")
def test_end_game_pays_only_what_the_tray_has(store: Store) -> None:
    """A tray that was never opened, or opened with too little, stays at zero or above; what it has not is due, in
    order, and the chips that come pay it."""
    jackpots, trays, today = with_progressive(store), TrayDesk(store), datetime.now(UTC).date()
    quads(jackpots, 1, 2, lit=(1, 2, 3))
    (short,) = store.events(f"tray/{TABLE}")
    assert (short.kind, short.payload["fill_cents"], balance(store, TABLE)) == ("tray.short", 298_500, 1_500)
    assert [due.cents for due in dues(store.document, TABLE)] == [150_000, 150_000]
    holds = refused(IllegalAction, r"holds \$0, not \$10.*HR-17")
    holds(trays.move, TABLE, Movement.WAGER_PAID, 1_000, BOYD, "somebody else")
    trays.fund(500_000, EVE, CAGE, "the house's money")
    trays.fill(TABLE, 150_000, CAGE, AMES, "slip 1")
    assert (balance(store, TABLE), len(dues(store.document, TABLE))) == (1_500, 1)
    trays.fill(TABLE, 148_500, CAGE, AMES, "slip 2")
    assert (balance(store, TABLE), dues(store.document, TABLE)) == (0, [])
    assert trays.day(TABLE, today).win_cents == 1_500 - 300_000
    assert not list(check_dues(store))


@pytest.mark.clause("HR-14", "HR-17")
@pytest.mark.parametrize("kind", [Movement.WAGER_TAKEN, Movement.WAGER_PAID])
def test_many_small_wagers_booked_by_hand_take_a_second_person(store: Store, kind: Movement) -> None:
    """Of each kind one person books in a day what one act may be; then every act has another's signature beside it,
    and small payouts count with the pays."""
    desk = opened(store)
    for _ in range(3):
        desk.move("t1", kind, 99_000, AMES, "round by round")
    alone = refused(IllegalAction, r"ames has booked \$2,970 .*\$3,000 alone.*HR-17.*at most \$30")
    alone(desk.move, "t1", kind, 3_001, AMES, "one more")
    desk.move("t1", kind, 3_000, AMES, "the last alone")
    more = refused(NotAllowed, r"book more by hand than one person may.*HR-17")
    for second in (AMES, Person.of("ames", "supervisor"), Person.of("dan", "dealer"), CAGE):
        more(desk.move, "t1", kind, 100, AMES, "alone in another coat", second=second)
    signed = desk.move("t1", kind, 200_000, AMES, "with a supervisor", second=BOYD)
    assert signed.payload["second"] == "boyd (supervisor)"
    other = Movement.WAGER_TAKEN if kind is Movement.WAGER_PAID else Movement.WAGER_PAID
    desk.move("t1", other, 300_000, AMES, "the other kind has its own amount")
    pay = PayoutDesk(store).pay
    refused(IllegalAction, r"ames has booked \$3,000 of wager-paid")(pay, "t1", 100, AMES)
    pay("t1", 100, AMES, seen(100), CAM)
    desk.move("t1", kind, 1_000, BOYD, "what the supervisor signed for ames is not his own")
    tomorrow = store.clock() + 25 * 3_600_000_000
    store.clock = lambda: tomorrow  # type: ignore[method-assign]
    desk.move("t1", kind, 300_000, AMES, "another day")
    kinds = said_as_written(store.events(limit=5000))
    assert kinds >= {"tray.opener", "tray.wager-taken", "tray.wager-paid", "payout"}, kinds


@pytest.mark.clause("HR-17")
def test_a_tray_that_nobody_knows_moves_nothing(store: Store) -> None:
    desk = funded(store)
    unknown = refused(BadInput, "There is no tray 'nowhere'")
    unknown(desk.fill, "nowhere", 1_000, CAGE, AMES, "x")
    unknown(desk.credit, "nowhere", 1_000, CAGE, AMES, "x")
    unknown(desk.move, "nowhere", Movement.WAGER_TAKEN, 1_000, AMES, "x")
    for name in ("t1/../x", " ", "\u200b"):
        refused(BadInput, "is not a table's name")(desk.opener, name, chips(5), BOYD, AMES)


def test_a_fill_needs_an_amount_and_a_reason(store: Store) -> None:
    desk = TrayDesk(store)
    for cents, why in ((0, "slip"), (-100, "slip"), (100, " ")):
        refused(BadInput, "HR-17")(desk.fill, "t1", cents, CAGE, AMES, why)
    assert store.head().seq == 0


BOOKS = [
    DayBook("fu-1", "fu-bacc", rounds=40, drop_cents=200_000, win_cents=31_000),
    DayBook("lb-1", "lucky-break", rounds=25, drop_cents=90_000, win_cents=-12_550, tokes_cents=800),
    DayBook("fu-2", "fu-bacc", rounds=5, win_cents=4_000),
]
TABLES = {"fu-1": "fu-bacc", "fu-2": "fu-bacc", "lb-1": "lucky-break", "du-1": "down-under-holdem"}


@pytest.mark.clause("HR-16")
def test_report_by_table_and_game_with_idle_tables() -> None:
    report = master_games_report(date(2026, 11, 15), TABLES, BOOKS)
    assert [(line.table, line.active) for line in report.lines] == [
        ("du-1", False), ("fu-1", True), ("fu-2", True), ("lb-1", True),
    ]  # fmt: skip
    fu_bacc = report.by_game["fu-bacc"]
    assert (fu_bacc.drop_cents, fu_bacc.win_cents, fu_bacc.rounds) == (200_000, 35_000, 45)
    assert not report.by_game["down-under-holdem"].active
    total = report.total
    assert (total.drop_cents, total.win_cents, total.tokes_cents) == (290_000, 22_450, 800)
    shape = report.to_json()
    assert shape["tables"][0]["activity"] is False
    assert shape["tables"][1]["hold"] == "0.155000"
    assert shape["tables"][2]["hold"] is None


@pytest.mark.clause("HR-16")
def test_report_as_page_and_paper() -> None:
    report = master_games_report(date(2026, 11, 15), {**TABLES, "<b>": "fu-bacc"}, BOOKS)
    page = report_html(report)
    assert "Daily master games report, 2026-11-15" in page
    assert "<td>$2,000</td><td>$310</td><td>15.50 %</td>" in page
    assert "<td>-$125.50</td>" in page
    assert page.count("no activity") == 3
    assert "<b>" not in page
    assert report_pdf(report).startswith(b"%PDF-")


@pytest.mark.clause("HR-16")
def test_a_day_without_any_activity_is_reported_too_and_jackpot_accrual_is_some() -> None:
    report = master_games_report(date(2026, 12, 25), TABLES, [])
    assert len(report.lines) == 4
    assert not any(line.active for line in (*report.lines, report.total))
    report = master_games_report(date(2026, 11, 15), TABLES, [], {"du-1": Jackpots(1_234 * UNIT_PER_CENT)})
    assert report.by_game["down-under-holdem"].accrual_cents == 1_234
    assert [line.table for line in report.lines if line.active] == ["du-1"]


@pytest.mark.clause("HR-16")
def test_report_from_a_rooms_store(store: Store) -> None:
    today = datetime.now(UTC).date()

    def day(unit: Unit) -> None:
        unit.record("test", "day", "test")
        unit.put("config/abc", {"game": "fu-bacc"})
        unit.put("table/fu-1", {"config_id": "abc", "number": 45})
        unit.put("table/fu-9", {"config_id": "abc"})
        unit.put(f"day/{today}/fu-1", encode(BOOKS[0]))

    store.write(day)
    desk = opened(store, table="fu-1")

    def net(unit: Unit) -> None:
        """The day's drop and the day's wagers, net, as a room books them."""
        unit.record("test", "day", "test")
        post(unit, "fu-1", Movement.CASH_FOR_CHIPS, 200_000)
        post(unit, "fu-1", Movement.WAGER_TAKEN, 31_000)

    store.write(net)
    desk.closer("fu-1", chips((OPENER.cents + 31_000 - 200_000) // 100), BOYD, AMES)
    report = report_from_store(store, today, {"bj-1": "blackjack"})
    lines = {line.table: line for line in report.lines}
    assert set(lines) == {"fu-1", "fu-9", "bj-1"}
    assert (lines["fu-1"].win_cents, lines["fu-1"].counted_win_cents) == (31_000, 31_000)
    assert not lines["fu-9"].active and not lines["bj-1"].active


@pytest.mark.clause("HR-16", "JP-01", "JP-10")
def test_accrual_of_jackpots_set_up_from_a_tables_file(store: Store) -> None:
    """Three $5 wagers at 20 % and 3 %: $3.45 for the players; a house jackpot accrues nothing."""
    today = datetime.now(UTC).date()
    desk = JackpotDesk(store)
    progressive, posted = example("down-under-holdem"), example("face-up-house-jackpot")
    for _ in range(2):
        assert open_jackpots(desk, progressive, today, FILES) == (J,)
    open_jackpots(desk, posted, today, FILES)
    for table in (progressive, posted):
        desk.start_game(table.id, [1, 2, 3], [1, 2, 3, 4], AMES)
        desk.end_game(table.id, AMES)
    report = report_from_store(store, today, {t.id: t.game for t in (progressive, posted)})
    assert desk.meter_cents(J) == 1_248_035 + 300, "the file's amount, and 20 % of $15"
    assert funds(desk, J).owed_cents == 1_248_035 - 500_000 + 345
    assert statement(desk, J)["brought in from another system"] == 748_035 * UNIT_PER_CENT
    other = example("down-under-holdem", ("down-under-1", "down-under-9"))
    refused(NotAllowed, "cannot start a meter above its seed")(open_jackpots, desk, other, today, EVE)
    accruals = {line.table: line.accrual_cents for line in report.lines}
    assert accruals == {"down-under-1": 345, "face-up-2": 0}


@pytest.mark.clause("JP-07", "HR-13")
def test_two_tables_files_that_name_one_progressive_share_it(store: Store) -> None:
    today = datetime.now(UTC).date()
    desk = JackpotDesk(store)
    shared = ('place = "jackpot"', 'id = "big-one"\nplace = "jackpot"')
    for at in (1, 2):
        table = example("down-under-holdem", shared, ("down-under-1", f"down-under-{at}"))
        assert open_jackpots(desk, table, today, FILES) == ("big-one",)
    assert set(desk.jackpot("big-one").tables) == {"down-under-1", "down-under-2"}
    before = store.head().seq
    open_jackpots(desk, example("down-under-holdem", shared), today, FILES)
    assert store.head().seq == before
    elsewhere = example("down-under-holdem", shared, ("down-under-1", "down-under-3"), ("Tacoma", "Yakima"))
    refused(PitbossError, "HR-13")(open_jackpots, desk, elsewhere, today, FILES)


@pytest.mark.clause("HR-17")
def test_a_tray_shows_its_counts_movements_and_hours(store: Store) -> None:
    """What console and pit show: the account, counts and movements with their signatures, drop and win by the hour."""
    desk, today = TrayDesk(store), datetime.now(UTC).date()
    assert not counted_out(store, "t1") and counted_out(store, "t1", never=True)
    for cents, why in ((0, "money"), (-5, "money"), (5, " ")):
        refused(BadInput, r"(Nothing is put in|says why).*HR-34")(desk.fund, cents, EVE, CAGE, why)
    desk.fund(OPENER.cents + 50_000, EVE, CAGE, "the house's money")
    assert (desk.standing("t1", today)["opened"], desk.standing("t1", today)["book_cents"]) == (False, 0)
    desk.opener("t1", OPENER, BOYD, AMES)
    desk.fill("t1", 50_000, CAGE, AMES, "slip 7", chips=Inventory({500: 100}))
    for kind, cents in (
        (Movement.CASH_FOR_CHIPS, 10_000), (Movement.CASH_FOR_CHIPS, 2_000), (Movement.WAGER_TAKEN, 3_000),
        (Movement.WAGER_PAID, 500),
    ):  # fmt: skip
        desk.move("t1", kind, cents, AMES, "round 1")
    book = OPENER.cents + 50_000 - 12_000 + 3_000 - 500
    desk.closer("t1", chips(book // 100 + 3), BOYD, AMES)
    assert counted_out(store, "t1")
    stands = desk.standing("t1", today)
    shown = {name: stands[name] for name in ("book_cents", "over_cents", "fills_cents", "sold_cents")}  # type: ignore[literal-required]
    assert shown == {"book_cents": book + 300, "over_cents": 300, "fills_cents": 50_000, "sold_cents": 12_000}
    closer, *_, fill, opener = stands["entries"]
    assert (closer["kind"], closer["over_cents"], closer["signed"]) == ("closer", 300, ["boyd", "ames"])
    assert (fill["cents"], fill["why"], fill["signed"]) == (50_000, "slip 7", ["cora", "ames"])
    assert (fill["counts"], fill["over_cents"], opener["counts"]["2500"]) == ({"500": 100}, None, 200)
    hours = desk.hours("t1", today, store.clock())
    assert sum(hour.drop_cents for hour in hours) == 12_000
    assert sum(hour.win_cents for hour in hours) == 2_500
    assert [hour.at_us for hour in hours] == sorted(hour.at_us for hour in hours)
    assert [hour for hour in hours if hour.drop_cents] == hours[-1:], "all of it in the hour that runs"
    assert desk.opener("t2", chips(0), BOYD, AMES).payload["book_cents"] == 0
    assert desk.closer("t2", chips(0), BOYD, AMES).payload["over_cents"] == 0


@pytest.mark.clause("HR-16", "HR-17")
def test_nothing_comes_before_the_opener_or_after_the_closer(tmp_path: Path) -> None:
    """A closed table takes no fill and gives no credit, so all of the day lies between its counts."""
    first, second, hour = date(2026, 11, 16), date(2026, 11, 17), 3_600_000_000
    at = 0
    store = create_store(f"sqlite:///{tmp_path / 'trays.db'}", clock=lambda: at)
    at = gambling_day(store).bounds(first)[0] + hour
    desk = opened(store)
    begun = desk.day("t1", first)
    assert (begun.opener_cents, begun.closer_cents, begun.uncounted_cents) == (OPENER.cents, None, 0)
    desk.closer("t1", OPENER, BOYD, AMES)
    at += 24 * hour
    desk.opener("t1", OPENER, BOYD, AMES)
    at += 2 * hour
    desk.move("t1", Movement.WAGER_TAKEN, 1_000, AMES, "round 1")
    desk.closer("t1", chips(OPENER.cents // 100 + 10), BOYD, AMES)
    day = desk.day("t1", second)
    assert day.uncounted_cents == 0
    start = gambling_day(store).bounds(second)[0]
    (now,) = desk.hours("t1", second, start)
    assert now.at_us == start, "the hour that begins at this moment"
    hours = desk.hours("t1", second, at)
    assert [one.at_us - start for one in hours] == [0, hour, 2 * hour, 3 * hour]
    assert [one.win_cents for one in hours] == [0, 0, 0, 1_000]
    store.close()


@pytest.mark.clause("HR-34", "HR-43")
def test_sales_by_hand_take_two_above_the_days_amount_and_are_reported_by_person(store: Store) -> None:
    desk, today = opened(store, count=chips(5_000)), datetime.now(UTC).date()
    desk.opener("t2", chips(5_000), BOYD, AMES)
    desk.move("t1", Movement.CASH_FOR_CHIPS, 250_000, AMES, "spot 3")
    for second in (None, CAGE, CAM, AMES):
        alone = refused((IllegalAction, NotAllowed))
        alone(desk.move, "t1", Movement.CASH_FOR_CHIPS, 50_001, AMES, "spot 4", None, second)
    desk.move("t1", Movement.CASH_FOR_CHIPS, 50_100, AMES, "spot 4", None, BOYD)
    desk.move("t2", Movement.CASH_FOR_CHIPS, 100, BOYD, "spot 1")
    report = report_from_store(store, today, {"t1": "fu-bacc", "t2": "fu-bacc"})
    assert report.sales == (
        SalesOf("t1", "ames", Sales(2, 300_100, 250_000)),
        SalesOf("t2", "boyd", Sales(1, 100, 100)),
    )
    assert report_pdf(report).startswith(b"%PDF")
