"""The books of trays and jackpots hold their equations; what was written past the desks is named (HR-17, JP-33)."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.house.inventory import Inventory
from pitboss.house.jackpots import open_jackpots
from pitboss.house.tray import Movement, TrayDesk
from pitboss.house.tray_books import left_short
from pitboss.house.verify import check_books
from pitboss.jackpot.counts import LastCount, TrayCounting, keep_count
from pitboss.jackpot.desk import JackpotDesk
from pitboss.people.person import Person, Role
from pitboss.store import Store, StoreDamaged, Unit, open_store
from pitboss.store.backup import backup, restore
from pitboss.store.verify import verify
from tests.house.tables import example
from tests.jackpot.test_adoption import DUMP

AMES, BOYD, CAGE = Person.of("ames", "dealer"), Person.of("boyd", "supervisor"), Person.of("cora", "cashier")
EVE, OMA = Person.of("eve", "executive"), Person.of("oma", "executive")
TABLE = "down-under-1"
J = "down-under-1-jackpot"


@pytest.fixture
def desk(store: Store) -> JackpotDesk:
    """A table with a progressive that was counted in and played at, with a pay, an award and a correction."""
    desk, trays = JackpotDesk(store), TrayDesk(store)
    table = example("down-under-holdem")
    assert table.id == TABLE
    (id,) = open_jackpots(desk, table, datetime.now(UTC).date(), Person.of("table files", Role.HOUSE))
    assert id == J
    trays.fund(10_000_000, EVE, CAGE, "the house's money")
    trays.opener(TABLE, Inventory({500: 1_000}), BOYD, AMES)
    trays.fill(TABLE, 500_000, CAGE, AMES, "slip 1")
    desk.start_game(TABLE, [1, 2, 3], [1, 2, 3], AMES)
    desk.press(TABLE, 2, "four-of-a-kind", AMES)
    desk.end_game(TABLE, AMES)
    trays.move(TABLE, Movement.CASH_FOR_CHIPS, 10_000, AMES, "spot 3")
    trays.closer(TABLE, Inventory({100: 8_410}), BOYD, AMES)
    trays.opener(TABLE, Inventory({100: 8_410}), BOYD, AMES)
    trays.move(TABLE, Movement.WAGER_TAKEN, 2_500, AMES, "round 7")
    assert check_books(store) == []
    return desk


def past_the_desk(store: Store, work: Callable[[Unit], object], kind: str = "tray.oops") -> list[str]:
    def written(unit: Unit) -> None:
        unit.record(kind, f"tray/{TABLE}", "nobody", {})
        work(unit)

    store.write(written)
    assert verify(store).sound, "log and ledger are what was written"
    return check_books(store)


@pytest.mark.clause("HR-17")
def test_a_tray_below_nothing_is_named(desk: JackpotDesk) -> None:
    found = past_the_desk(
        desk.store,
        lambda unit: unit.transfer_cents(f"tray/{TABLE}", f"players/{TABLE}", 100_000_000, "wager-paid"),
    )
    assert found == [f"The tray of {TABLE} holds -$991,565.00; a tray cannot give what it has not."]


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize(
    ("debit", "credit", "code", "says"),
    [
        (
            f"tray/{TABLE}",
            f"jackpot/{J}/receipts",
            "wager-paid",
            f"go to jackpot/{J}/receipts for 'wager-paid'",
        ),
        (f"tray/{TABLE}", "house/cash", "wager-paid", "go to house/cash"),
        (f"tray/{TABLE}", f"players/{TABLE}", "fill", f"go to players/{TABLE} for 'fill'"),
        ("capital", f"tray/{TABLE}", "opener", "come from capital"),
        (f"tray/{TABLE}", f"players/{TABLE}", "loan", "for 'loan'"),
        (f"over-short/{TABLE}", f"tray/{TABLE}", "wager-taken", f"come from over-short/{TABLE}"),
    ],
)
def test_chips_of_a_tray_come_and_go_on_known_ways(
    desk: JackpotDesk, debit: str, credit: str, code: str, says: str
) -> None:
    found = past_the_desk(desk.store, lambda unit: unit.transfer_cents(debit, credit, 100, code))
    assert any(says in one and "tray's books" in one for one in found), found


@pytest.mark.clause("HR-17")
def test_a_tray_is_its_last_count_and_what_moved_since(desk: JackpotDesk) -> None:
    store = desk.store
    said = {"table": TABLE, "counts": {"100": 5}, "cents": 500, "signed": ["boyd", "ames"]}

    def counted(unit: Unit) -> None:
        unit.record("tray.closer", f"tray/{TABLE}", "boyd (supervisor)", said)
        keep_count(unit, TABLE, LastCount(TrayCounting.CLOSER, 500))

    store.write(counted)
    assert [
        f"was counted at $5.00 in event {store.head().seq}, its account had" in one
        for one in check_books(store)
    ] == [True]
    TrayDesk(store).opener(TABLE, Inventory({100: 7}), BOYD, AMES)
    assert check_books(store) == [], "and a new count puts it right"
    found = past_the_desk(store, lambda unit: keep_count(unit, TABLE, LastCount(TrayCounting.CLOSER, 700)))
    assert ["says something else" in one for one in found] == [True]


@pytest.mark.clause("JP-04")
def test_what_end_game_says_is_what_was_booked(desk: JackpotDesk) -> None:
    store = desk.store

    def more(unit: Unit) -> None:
        unit.transfer_cents(f"jackpot/{J}/tray-pays", "house/cash", 700, "envy")

    assert past_the_desk(store, more) == [
        f"$7.00 are booked on jackpot/{J}/tray-pays as pays of a game that no END GAME names."
    ]

    def forged(unit: Unit) -> None:
        pays = [{"spot": 1, "for": "envy of spot 2", "cents": 500, "jackpot": J}]
        said = {"table": TABLE, "number": 9, "pays": pays}
        unit.record("end-game", f"jackpot-table/{TABLE}", "nobody", said)
        more(unit)

    store.write(forged)
    assert any("what END GAME says it paid is not what was booked" in one for one in check_books(store))


@pytest.mark.clause("JP-33", "HR-10")
def test_money_of_a_jackpot_goes_known_ways(desk: JackpotDesk) -> None:
    meter = f"jackpot/{J}/meter"
    for debit, credit, code in (
        (f"{meter}/meter", "house/cash", "prize-paid"),
        (f"{meter}/reserve", "house/cash", "withdrawal"),
        (f"jackpot/{J}/bank", f"{meter}/meter", "deposit"),
        (f"{meter}/reserve", "capital", "gross-receipts"),
    ):
        found = past_the_desk(desk.store, lambda unit, way=(debit, credit, 1, code): unit.transfer(*way))  # type: ignore[misc]
        assert any(f"from {debit} to {credit} for {code!r}" in one for one in found), found


@pytest.mark.clause("JP-33")
def test_what_is_owed_is_the_sum_it_is(desk: JackpotDesk) -> None:
    """Seed money that no award has taken is the house's, whatever the record of the meter says."""
    store, key = desk.store, f"jackpot/{J}"
    sound = store.document(key)
    less = {name: {**shape, "seed_units": 0} for name, shape in sound["meters"].items()}
    found = past_the_desk(store, lambda unit: unit.put(key, {**sound, "meters": less}))
    assert ["of the house's seed has left meter, its awards have taken $0.00" in one for one in found] == [
        True
    ]


@pytest.mark.clause("HR-20")
def test_a_store_of_an_earlier_version_is_sound_and_its_short_trays_are_told(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "old.db") as raw:
        raw.executescript(gzip.decompress(DUMP.read_bytes()).decode())
    raw.close()
    with open_store(f"sqlite:///{tmp_path / 'old.db'}") as store:
        assert check_books(store) == []
        JackpotDesk(store)
        assert check_books(store) == []
        short = [one.name for one in store.accounts("tray/") if one.credit_balance < 0]
        assert len(left_short(store)) == len(short)


@pytest.mark.clause("HR-20", "HR-17")
def test_a_restore_is_kept_only_if_the_books_add_up(desk: JackpotDesk, tmp_path: Path) -> None:
    store = desk.store
    backup(store, tmp_path / "sound")
    past_the_desk(
        store, lambda unit: unit.transfer_cents(f"tray/{TABLE}", f"jackpot/{J}/receipts", 100, "wager-paid")
    )
    backup(store, tmp_path / "bad")
    with open_store(f"sqlite:///{tmp_path / 'copy.db'}") as copy:
        with pytest.raises(StoreDamaged, match=r"does not verify: .*no such way is in a tray's books"):
            restore(copy, tmp_path / "bad", check_books=check_books)
        assert (copy.head().seq, copy.accounts()) == (0, [])
        assert restore(copy, tmp_path / "sound", check_books=check_books).sound
        assert check_books(copy) == []
