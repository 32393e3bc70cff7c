"""Trays and the daily master games report, on both kinds of store."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadInput, PitbossError
from pitboss.house.jackpots import open_jackpots
from pitboss.house.report import master_games_report, report_from_store
from pitboss.house.report_pages import report_html, report_pdf
from pitboss.house.tray import CHANGE, Inventory, Movement, TrayDesk, expected, table_win
from pitboss.jackpot.desk import JackpotDesk
from pitboss.people.person import Person, Role
from pitboss.store import UNIT_PER_CENT, Store, Unit
from tests.house.tables import example

OPENER = Inventory({100: 200, 500: 400, 2500: 200, 10_000: 100}, ("dealer Ames", "supervisor Boyd"))
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
@pytest.mark.parametrize(
    "signed",
    [(), ("Ames",), ("Ames", "ames "), ("Ames", ""), ("Ames", "Boyd", "Cole"), ("Ames", "Boyd", "Boyd")],
)
def test_an_inventory_has_two_signatures(signed: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="HR-17"):
        Inventory({100: 1}, signed)


def test_an_inventory_counts_chips() -> None:
    assert OPENER.cents == 200 * 100 + 400 * 500 + 200 * 2500 + 100 * 10_000
    for counts in ({0: 1}, {-100: 1}, {100: -1}):
        with pytest.raises(BadInput, match="HR-17"):
            Inventory(counts, ("Ames", "Boyd"))


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
def test_counts_fills_and_credits_in_the_store(store: Store) -> None:
    desk = TrayDesk(store)
    desk.fill("t1", OPENER.cents, "cage", "first float", key="float")
    opened = desk.opener("t1", OPENER, key="open")
    assert opened.payload["over_cents"] == 0
    assert opened.payload["signed"] == ["dealer Ames", "supervisor Boyd"]
    desk.fill("t1", 50_000, "cage", "fill slip 7", key="fill-7")
    desk.fill("t1", 50_000, "cage", "fill slip 7", key="fill-7")
    desk.credit("t1", 20_000, "cage", "credit slip 3", key="credit-3")
    balance = store.account("tray/t1").credit_balance
    assert balance == (OPENER.cents + 30_000) * UNIT_PER_CENT
    short = Inventory({100: (OPENER.cents + 30_000) // 100 - 5}, ("Ames", "Boyd"))
    assert desk.closer("t1", short).payload["over_cents"] == -500
    assert store.trial_balance() == 0
    today = datetime.now(UTC).date()
    day = desk.day("t1", today)
    assert (day["fills_cents"], day["credits_cents"]) == (OPENER.cents + 50_000, 20_000)
    assert day["opener"]["cents"] == OPENER.cents
    assert day["closer"]["over_cents"] == -500


def test_a_fill_needs_an_amount_and_a_reason(store: Store) -> None:
    desk = TrayDesk(store)
    for cents, why in ((0, "slip"), (-100, "slip"), (100, " ")):
        with pytest.raises(BadInput, match="HR-17"):
            desk.fill("t1", cents, "cage", why)
    assert store.head().seq == 0


BOOKS = [
    {"table": "fu-1", "game": "fu-bacc", "rounds": 40, "drop_cents": 200_000, "win_cents": 31_000, "tokes_cents": 0},
    {"table": "lb-1", "game": "lucky-break", "rounds": 25, "drop_cents": 90_000, "win_cents": -12_550,
     "tokes_cents": 800},
    {"table": "fu-2", "game": "fu-bacc", "rounds": 5, "drop_cents": 0, "win_cents": 4_000, "tokes_cents": 0},
]  # fmt: skip
TABLES = {"fu-1": "fu-bacc", "fu-2": "fu-bacc", "lb-1": "lucky-break", "du-1": "down-under-holdem"}


@pytest.mark.clause("HR-16")
def test_report_by_table_and_game_with_idle_tables() -> None:
    report = master_games_report(date(2026, 11, 15), TABLES, BOOKS, accruals={"du-1": 0, "fu-1": 0})
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
    report = master_games_report(date(2026, 11, 15), TABLES, [], accruals={"du-1": 1_234})
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
        unit.put(f"day/{today}/fu-1", BOOKS[0])

    store.write(day)
    desk = TrayDesk(store)
    desk.fill("fu-1", OPENER.cents, "cage", "float")
    desk.opener("fu-1", OPENER)
    closer = OPENER.cents + OPENER.cents + 31_000 - 200_000
    desk.closer("fu-1", Inventory({100: closer // 100}, ("Ames", "Boyd")))
    report = report_from_store(store, today, {"bj-1": "blackjack"})
    lines = {line.table: line for line in report.lines}
    assert set(lines) == {"fu-1", "fu-9", "bj-1"}
    assert lines["fu-1"].counted_win_cents == lines["fu-1"].win_cents == 31_000
    assert not lines["fu-9"].active
    assert not lines["bj-1"].active


@pytest.mark.clause("HR-16", "JP-01", "JP-10")
def test_accrual_of_jackpots_set_up_from_a_tables_file(store: Store) -> None:
    """Three $5 wagers at 20 % and 3 %: $3.45 for the players; a house jackpot accrues nothing."""
    today = datetime.now(UTC).date()
    desk, executive = JackpotDesk(store), Person.of("Cole", Role.EXECUTIVE)
    progressive, posted = example("down-under-holdem"), example("face-up-house-jackpot")
    assert open_jackpots(desk, progressive, today, executive) == ("down-under-1-jackpot",)
    assert open_jackpots(desk, progressive, today, executive) == ("down-under-1-jackpot",)
    open_jackpots(desk, posted, today, executive)
    dealer = Person.of("Ames", Role.DEALER)
    for table in (progressive, posted):
        desk.start_game(table.id, [1, 2, 3], [1, 2, 3, 4], dealer)
        desk.end_game(table.id, dealer)
    report = report_from_store(store, today, {t.id: t.game for t in (progressive, posted)})
    accruals = {line.table: line.accrual_cents for line in report.lines}
    assert accruals == {"down-under-1": 345, "face-up-2": 0}


@pytest.mark.clause("JP-07", "HR-13")
def test_two_tables_files_that_name_one_progressive_share_it(store: Store) -> None:
    today = datetime.now(UTC).date()
    desk, executive = JackpotDesk(store), Person.of("Cole", Role.EXECUTIVE)
    shared = ('place = "jackpot"', 'id = "big-one"\nplace = "jackpot"')
    for at in (1, 2):
        table = example("down-under-holdem", shared, ("down-under-1", f"down-under-{at}"))
        assert open_jackpots(desk, table, today, executive) == ("big-one",)
    assert set(desk.jackpot("big-one").tables) == {"down-under-1", "down-under-2"}
    before = store.head().seq
    open_jackpots(desk, example("down-under-holdem", shared), today, executive)
    assert store.head().seq == before
    elsewhere = example("down-under-holdem", shared, ("down-under-1", "down-under-3"), ("Tacoma", "Yakima"))
    with pytest.raises(PitbossError, match="HR-13"):
        open_jackpots(desk, elsewhere, today, executive)
