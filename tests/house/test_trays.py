"""Trays and the daily master games report, on both kinds of store."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadInput, IllegalAction, NotAllowed, PitbossError
from pitboss.house.day_book import DayBook
from pitboss.house.entries import SurveillanceCheck
from pitboss.house.inventory import Inventory
from pitboss.house.jackpots import open_jackpots
from pitboss.house.payouts import PayoutDesk
from pitboss.house.report import Jackpots, master_games_report, report_from_store
from pitboss.house.report_pages import report_html, report_pdf
from pitboss.house.tray import CHANGE, Movement, TrayDesk, counted_out, expected, post, table_win
from pitboss.jackpot.desk import JackpotDesk
from pitboss.jackpot.dues import check_dues, dues
from pitboss.jackpot.report import funds, statement
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Store, Unit
from pitboss.store.codec import encode
from tests.house.tables import example
from tests.jackpot.sayings import said_as_written

OPENER = Inventory({100: 200, 500: 400, 2500: 200, 10_000: 100})
AMES, BOYD, CAGE = Person.of("ames", "dealer"), Person.of("boyd", "supervisor"), Person.of("cora", "cashier")
EVE, CAM = Person.of("eve", "executive"), Person.of("cam", "surveillance")
MONEY = st.integers(min_value=0, max_value=10**9)


@pytest.mark.clause("HR-17")
def test_the_six_movements_and_no_others() -> None:
    assert {kind.value: CHANGE[kind] for kind in Movement} == {
        "cash-for-chips": -1,
        "wager-taken": 1,
        "wager-paid": -1,
        "colour-change": 0,
        "fill": 1,
        "credit": -1,
    }
    with pytest.raises(ValueError, match="loan"):
        Movement("loan")


@pytest.mark.clause("HR-17")
def test_an_inventory_has_two_signatures(store: Store) -> None:
    desk = TrayDesk(store)
    for by, second in (
        (BOYD, None),
        (BOYD, BOYD),
        (BOYD, Person.of("boyd", "dealer")),
        (AMES, BOYD),
        (BOYD, CAGE),
    ):
        with pytest.raises(NotAllowed, match="HR-17"):
            desk.opener("t1", OPENER, by, second)
    assert store.head().seq == 0


def test_an_inventory_counts_chips() -> None:
    assert OPENER.cents == 200 * 100 + 400 * 500 + 200 * 2500 + 100 * 10_000
    for counts in ({0: 1}, {-100: 1}, {100: -1}):
        with pytest.raises(BadInput, match="HR-17"):
            Inventory(counts)


@pytest.mark.clause("HR-16", "HR-17")
@given(opener=MONEY, cash=MONEY, taken=MONEY, paid=MONEY, fills=MONEY, credits=MONEY)
def test_the_counted_win_is_wagers_taken_less_wagers_paid(
    opener: int, cash: int, taken: int, paid: int, fills: int, credits: int
) -> None:
    closer = expected(
        opener,
        {
            Movement.CASH_FOR_CHIPS: cash,
            Movement.WAGER_TAKEN: taken,
            Movement.WAGER_PAID: paid,
            Movement.COLOUR_CHANGE: 12_345,
            Movement.FILL: fills,
            Movement.CREDIT: credits,
        },
    )
    assert table_win(opener, closer, fills, credits, drop_cents=cash) == taken - paid


@pytest.mark.clause("HR-17")
def test_a_tray_in_double_entry(store: Store) -> None:
    """Opener, fills, credits, cash for chips, wagers and pays; account and chips agree after every count."""
    desk = TrayDesk(store)
    with pytest.raises(IllegalAction, match=r"The cage holds \$0, not \$17,200.*HR-34"):
        desk.opener("t1", OPENER, BOYD, AMES)
    desk.fund(OPENER.cents, EVE, CAGE, "the house's money")
    opened = desk.opener("t1", OPENER, BOYD, AMES, key="open")
    assert (opened.payload["over_cents"], opened.payload["signed"]) == (0, ["boyd", "ames"])
    assert balance(store) == OPENER.cents, "the first chips come from the cage"
    with pytest.raises(IllegalAction, match=r"The cage holds \$0, not \$500.*HR-34"):
        desk.fill("t1", 50_000, CAGE, AMES, "money that nobody brought")
    with pytest.raises(NotAllowed, match="takes two people"):
        desk.fund(50_000, EVE, None, "the house's money")
    desk.fund(50_000, EVE, CAGE, "the house's money")
    for second in (None, CAGE):
        with pytest.raises(NotAllowed, match="takes two people"):
            desk.fill("t1", 50_000, CAGE, second, "one signature")
    with pytest.raises(BadInput, match=r"The chips are worth \$495, not \$500"):
        desk.fill("t1", 50_000, CAGE, AMES, "fill slip 7", chips=Inventory({500: 99}))
    for _ in range(2):
        filled = desk.fill("t1", 50_000, CAGE, AMES, "slip 7", key="fill-7", chips=Inventory({500: 100}))
    assert (filled.payload["signed"], filled.payload["counts"]) == (["cora", "ames"], {"500": 100})
    desk.credit("t1", 20_000, CAGE, AMES, "credit slip 3", key="credit-3")
    desk.move("t1", Movement.CASH_FOR_CHIPS, 10_000, AMES, "spot 3")
    desk.move("t1", Movement.WAGER_TAKEN, 3_000, AMES, "round 1")
    desk.move("t1", Movement.WAGER_PAID, 500, AMES, "round 2")
    book = OPENER.cents + 50_000 - 20_000 - 10_000 + 3_000 - 500
    assert balance(store) == book
    short = desk.closer("t1", Inventory({100: book // 100 - 5}), BOYD, AMES).payload
    assert (short["book_cents"], short["over_cents"]) == (book, -500)
    assert balance(store) == book - 500, "from here on the account is what the chips are"
    assert desk.opener("t1", Inventory({100: book // 100 - 5}), BOYD, AMES).payload["over_cents"] == 0
    assert store.trial_balance() == 0
    day = desk.day("t1", datetime.now(UTC).date())
    assert (day.opener_cents, day.closer_cents, day.over_cents) == (OPENER.cents, book - 500, -500)
    assert day.win_cents == 2_500
    assert day.cents(Movement.CREDIT) == 20_000
    assert table_win(OPENER.cents, book, 50_000, 20_000, 10_000) == day.win_cents


def balance(store: Store, table: str = "t1") -> int:
    return store.account(f"tray/{table}").credit_balance // UNIT_PER_CENT


@pytest.mark.clause("HR-17")
def test_a_tray_gives_only_what_it_has(store: Store) -> None:
    desk = funded(store)
    desk.opener("t1", Inventory({500: 1_000}), BOYD, AMES)
    for act in (
        lambda: desk.credit("t1", 100_000_000, CAGE, AMES, "all of it"),
        lambda: desk.move("t1", Movement.CASH_FOR_CHIPS, 500_001, AMES, "too much"),
    ):
        with pytest.raises(IllegalAction, match=r"The tray of t1 holds \$5,000.*HR-17"):
            act()
    desk.credit("t1", 250_000, CAGE, AMES, "half of it")
    with pytest.raises(IllegalAction, match=r"The tray of t1 holds \$2,500.*HR-17"):
        desk.move("t1", Movement.WAGER_PAID, 250_001, AMES, "too much")
    with pytest.raises(BadInput, match="is not booked this way"):
        desk.move("t1", Movement.FILL, 1, AMES, "x")
    assert balance(store) == 250_000


@pytest.mark.clause("HR-17", "JP-11")
def test_jackpot_wagers_and_pays_are_chips_of_the_tray(store: Store) -> None:
    """5,000 + 5,000 + 15 - 1,500, and nothing over or short."""
    jackpots, trays = JackpotDesk(store), TrayDesk(store)
    table, today = example("down-under-holdem"), datetime.now(UTC).date()
    open_jackpots(jackpots, table, today, Person.of("table files", Role.HOUSE))
    trays.fund(1_000_000, EVE, CAGE, "the house's money")
    trays.opener(table.id, Inventory({500: 1_000}), BOYD, AMES)
    trays.fill(table.id, 500_000, CAGE, AMES, "slip 1")
    jackpots.start_game(table.id, [1, 2, 3], [1, 2, 3], AMES)
    jackpots.press(table.id, 2, "four-of-a-kind", AMES)
    jackpots.end_game(table.id, AMES)
    book = 500_000 + 500_000 + 1_500 - 300 * 500
    closed = trays.closer(table.id, Inventory({100: book // 100}), BOYD, AMES).payload
    assert (closed["book_cents"], closed["over_cents"]) == (book, 0)
    line = next(x for x in report_from_store(store, today, {}).lines if x.table == table.id)
    assert (line.win_cents, line.counted_win_cents, line.jackpot_pays_cents) == (-148_500, -148_500, 150_000)


@pytest.mark.clause("HR-17", "HR-34")
def test_end_game_pays_only_what_the_tray_has(store: Store) -> None:
    """A tray that was never opened, or opened with too little, stays at zero or above; what it has not is due, in
    order, and the chips that come pay it."""
    jackpots, trays = JackpotDesk(store), TrayDesk(store)
    table, today = example("down-under-holdem"), datetime.now(UTC).date()
    open_jackpots(jackpots, table, today, Person.of("table files", Role.HOUSE))
    jackpots.start_game(table.id, [1, 2, 3], [1, 2, 3], AMES)
    for spot in (1, 2):
        jackpots.press(table.id, spot, "four-of-a-kind", AMES)
    ended = jackpots.end_game(table.id, AMES)
    assert (ended.payload["due_cents"], balance(store, table.id)) == (300_000, 1_500)
    assert [event.kind for event in ended.events] == ["end-game", "tray.short"]
    assert ended.events[1].payload["fill_cents"] == 298_500
    assert [due.cents for due in dues(store.document, table.id)] == [150_000, 150_000]
    with pytest.raises(IllegalAction, match=r"holds \$0, not \$10.*HR-17"):
        trays.move(table.id, Movement.WAGER_PAID, 1_000, BOYD, "somebody else")
    trays.fund(500_000, EVE, CAGE, "the house's money")
    trays.fill(table.id, 150_000, CAGE, AMES, "slip 1")
    assert (balance(store, table.id), len(dues(store.document, table.id))) == (1_500, 1)
    trays.fill(table.id, 148_500, CAGE, AMES, "slip 2")
    assert (balance(store, table.id), dues(store.document, table.id)) == (0, [])
    assert trays.day(table.id, today).win_cents == 1_500 - 300_000
    assert not list(check_dues(store))


@pytest.mark.clause("HR-14", "HR-17")
def test_chips_paid_at_a_table_have_the_bounds_of_a_payout(store: Store) -> None:
    desk = funded(store)
    desk.opener("t1", OPENER, BOYD, AMES)
    with pytest.raises(IllegalAction, match=r"\$3,000.01 are above \$3,000.*HR-14.*surveillance"):
        desk.move("t1", Movement.WAGER_PAID, 300_001, AMES, "x")
    desk.move("t1", Movement.WAGER_PAID, 300_000, AMES, "x")


@pytest.mark.clause("HR-14", "HR-17")
@pytest.mark.parametrize("kind", [Movement.WAGER_TAKEN, Movement.WAGER_PAID])
def test_many_small_wagers_booked_by_hand_take_a_second_person(store: Store, kind: Movement) -> None:
    """Of each kind one person books in a day what one act may be; then every act has another's signature beside it,
    and small payouts count with the pays."""
    desk = funded(store)
    desk.opener("t1", OPENER, BOYD, AMES)
    for _ in range(3):
        desk.move("t1", kind, 99_000, AMES, "round by round")
    with pytest.raises(IllegalAction, match=r"ames has booked \$2,970 .*\$3,000 alone.*HR-17.*at most \$30"):
        desk.move("t1", kind, 3_001, AMES, "one more")
    desk.move("t1", kind, 3_000, AMES, "the last alone")
    for second in (AMES, Person.of("AMES".lower(), "supervisor"), Person.of("dan", "dealer"), CAGE):
        with pytest.raises(NotAllowed, match=r"book more by hand than one person may.*HR-17"):
            desk.move("t1", kind, 100, AMES, "alone in another coat", second=second)
    signed = desk.move("t1", kind, 200_000, AMES, "with a supervisor", second=BOYD)
    assert signed.payload["second"] == "boyd (supervisor)"
    other = Movement.WAGER_TAKEN if kind is Movement.WAGER_PAID else Movement.WAGER_PAID
    desk.move("t1", other, 300_000, AMES, "the other kind has its own amount")
    with pytest.raises(IllegalAction, match=r"ames has booked \$3,000 of wager-paid"):
        PayoutDesk(store).pay("t1", 100, AMES)
    lee = Person.of("lee", "surveillance")
    PayoutDesk(store).pay("t1", 100, AMES, SurveillanceCheck("pair", "$1", 100, "spot 1", "lee"), lee)
    desk.move("t1", kind, 1_000, BOYD, "what the supervisor signed for ames is not his own")
    tomorrow = store.clock() + 25 * 3_600_000_000
    store.clock = lambda: tomorrow  # type: ignore[method-assign]
    desk.move("t1", kind, 300_000, AMES, "another day")
    seen = said_as_written(store.events(limit=5000))
    assert seen >= {"tray.opener", "tray.wager-taken", "tray.wager-paid", "payout"}, seen


def funded(store: Store) -> TrayDesk:
    desk = TrayDesk(store)
    desk.fund(10_000_000, EVE, CAGE, "the house's money")
    return desk


@pytest.mark.clause("HR-17")
def test_a_tray_that_nobody_knows_moves_nothing(store: Store) -> None:
    desk = TrayDesk(store)
    desk.fund(500_000, EVE, CAGE, "the house's money")
    for act in (
        lambda: desk.fill("nowhere", 1_000, CAGE, AMES, "x"),
        lambda: desk.credit("nowhere", 1_000, CAGE, AMES, "x"),
        lambda: desk.move("nowhere", Movement.WAGER_TAKEN, 1_000, AMES, "x"),
    ):
        with pytest.raises(BadInput, match="There is no tray 'nowhere'"):
            act()
    for name in ("t1/../x", " "):
        with pytest.raises(BadInput, match="is not a table's name"):
            desk.opener(name, Inventory({500: 1}), BOYD, AMES)


def test_a_fill_needs_an_amount_and_a_reason(store: Store) -> None:
    desk = TrayDesk(store)
    for cents, why in ((0, "slip"), (-100, "slip"), (100, " ")):
        with pytest.raises(BadInput, match="HR-17"):
            desk.fill("t1", cents, CAGE, AMES, why)
    with pytest.raises(NotAllowed, match="may not bring chips"):
        desk.fill("t1", 100, AMES, CAGE, "slip")
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
        ("du-1", False),
        ("fu-1", True),
        ("fu-2", True),
        ("lb-1", True),
    ]
    fu_bacc = report.by_game["fu-bacc"]
    assert (fu_bacc.drop_cents, fu_bacc.win_cents, fu_bacc.rounds) == (200_000, 35_000, 45)
    assert not report.by_game["down-under-holdem"].active
    assert (report.total.drop_cents, report.total.win_cents, report.total.tokes_cents) == (
        290_000,
        22_450,
        800,
    )
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
def test_a_day_without_any_activity_is_reported_too() -> None:
    report = master_games_report(date(2026, 12, 25), TABLES, [])
    assert len(report.lines) == 4
    assert not any(line.active for line in report.lines)
    assert not report.total.active


@pytest.mark.clause("HR-16")
def test_jackpot_accrual_counts_as_activity() -> None:
    report = master_games_report(date(2026, 11, 15), TABLES, [], {"du-1": Jackpots(1_234 * UNIT_PER_CENT)})
    assert report.by_game["down-under-holdem"].accrual_cents == 1_234
    assert [line.table for line in report.lines if line.active] == ["du-1"]


@pytest.mark.clause("HR-16")
def test_report_from_a_rooms_store(store: Store) -> None:
    today = datetime.now(UTC).date()

    def day(unit: Unit) -> None:
        unit.record("test", "day", "test")
        unit.put("config/abc", {"game": "fu-bacc"})
        unit.put("table/fu-1", {"config_id": "abc"})
        unit.put("table/fu-9", {"config_id": "abc"})
        unit.put(f"day/{today}/fu-1", encode(BOOKS[0]))

    store.write(day)
    desk = funded(store)
    desk.opener("fu-1", OPENER, BOYD, AMES)

    def chips(unit: Unit) -> None:
        """The day's drop and the day's wagers, net, as a room books them."""
        unit.record("test", "day", "test")
        post(unit, "fu-1", Movement.CASH_FOR_CHIPS, 200_000)
        post(unit, "fu-1", Movement.WAGER_TAKEN, 31_000)

    store.write(chips)
    closer = OPENER.cents + 31_000 - 200_000
    desk.closer("fu-1", Inventory({100: closer // 100}), BOYD, AMES)
    report = report_from_store(store, today, {"bj-1": "blackjack"})
    lines = {line.table: line for line in report.lines}
    assert set(lines) == {"fu-1", "fu-9", "bj-1"}
    assert lines["fu-1"].win_cents == 31_000
    assert lines["fu-1"].counted_win_cents == 31_000
    assert not lines["fu-9"].active
    assert not lines["bj-1"].active


@pytest.mark.clause("HR-16", "JP-01", "JP-10")
def test_accrual_of_jackpots_set_up_from_a_tables_file(store: Store) -> None:
    """Three $5 wagers at 20 % and 3 %: $3.45 for the players; a house jackpot accrues nothing."""
    today = datetime.now(UTC).date()
    desk, files = JackpotDesk(store), Person.of("table files", Role.HOUSE)
    progressive, posted = example("down-under-holdem"), example("face-up-house-jackpot")
    assert open_jackpots(desk, progressive, today, files) == ("down-under-1-jackpot",)
    assert open_jackpots(desk, progressive, today, files) == ("down-under-1-jackpot",)
    open_jackpots(desk, posted, today, files)
    dealer = Person.of("Ames", Role.DEALER)
    for table in (progressive, posted):
        desk.start_game(table.id, [1, 2, 3], [1, 2, 3, 4], dealer)
        desk.end_game(table.id, dealer)
    report = report_from_store(store, today, {t.id: t.game for t in (progressive, posted)})
    assert desk.meter_cents("down-under-1-jackpot") == 1_248_035 + 300, "the file's amount, and 20 % of $15"
    assert funds(desk, "down-under-1-jackpot").owed_cents == 1_248_035 - 500_000 + 345
    assert (
        statement(desk, "down-under-1-jackpot")["brought in from another system"] == 748_035 * UNIT_PER_CENT
    )
    with pytest.raises(NotAllowed, match="cannot start a meter above its seed"):
        open_jackpots(desk, example("down-under-holdem", OTHER), today, Person.of("Cole", Role.EXECUTIVE))
    accruals = {line.table: line.accrual_cents for line in report.lines}
    assert accruals == {"down-under-1": 345, "face-up-2": 0}


OTHER = ("down-under-1", "down-under-9")


@pytest.mark.clause("JP-07", "HR-13")
def test_two_tables_files_that_name_one_progressive_share_it(store: Store) -> None:
    today = datetime.now(UTC).date()
    desk, files = JackpotDesk(store), Person.of("table files", Role.HOUSE)
    shared = ('place = "jackpot"', 'id = "big-one"\nplace = "jackpot"')
    for at in (1, 2):
        table = example("down-under-holdem", shared, ("down-under-1", f"down-under-{at}"))
        assert open_jackpots(desk, table, today, files) == ("big-one",)
    assert set(desk.jackpot("big-one").tables) == {"down-under-1", "down-under-2"}
    before = store.head().seq
    open_jackpots(desk, example("down-under-holdem", shared), today, files)
    assert store.head().seq == before
    elsewhere = example("down-under-holdem", shared, ("down-under-1", "down-under-3"), ("Tacoma", "Yakima"))
    with pytest.raises(PitbossError, match="HR-13"):
        open_jackpots(desk, elsewhere, today, files)


@pytest.mark.clause("HR-17")
def test_a_tray_shows_its_counts_movements_and_hours(store: Store) -> None:
    """What console and pit show: the account, counts and movements with their signatures, drop and win by the hour."""
    desk, today = TrayDesk(store), datetime.now(UTC).date()
    assert not counted_out(store, "t1") and counted_out(store, "t1", never=True)
    for cents, why in ((0, "money"), (-5, "money"), (5, " ")):
        with pytest.raises(BadInput, match=r"Nothing is put in.*HR-34"):
            desk.fund(cents, EVE, CAGE, why)
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
    desk.closer("t1", Inventory({100: book // 100 + 3}), BOYD, AMES)
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
    empty = Inventory({100: 0})
    assert desk.closer("t2", empty, BOYD, AMES).payload["over_cents"] == 0
    assert desk.opener("t2", empty, BOYD, AMES).payload["book_cents"] == 0
