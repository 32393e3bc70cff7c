"""The books of trays and jackpots hold their equations; what was written past the desks is named (HR-17, JP-33)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.chips.trays import Movement, TrayDesk
from pitboss.chips.verify import check_books
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.tray import LastCount, TrayCounting, keep_count
from pitboss.ledger import Store, StoreDamaged, Unit, open_store
from pitboss.ledger.backup import backup, restore
from pitboss.ledger.verify import verify
from tests.house.trays import AMES, BOYD, CAGE, TABLE, J, chips, opened, quads, with_progressive

TRAY, PLAYERS, METER = f"tray/{TABLE}", f"players/{TABLE}", f"jackpot/{J}/meter"


@pytest.fixture
def desk(store: Store) -> JackpotDesk:
    """A table with a progressive that was counted in and played at, with a pay, an award and a correction."""
    desk, trays = with_progressive(store), opened(store, table=TABLE, count=chips(5_000))
    trays.fill(TABLE, 500_000, CAGE, AMES, "slip 1")
    quads(desk, 2, lit=(1, 2, 3))
    trays.move(TABLE, Movement.CASH_FOR_CHIPS, 10_000, AMES, "spot 3")
    trays.closer(TABLE, chips(8_410), BOYD, AMES)
    trays.opener(TABLE, chips(8_410), BOYD, AMES)
    trays.move(TABLE, Movement.WAGER_TAKEN, 2_500, AMES, "round 7")
    assert check_books(store) == []
    return desk


def past_the_desk(store: Store, work: Callable[[Unit], object]) -> list[str]:
    def written(unit: Unit) -> None:
        unit.record("tray.oops", TRAY, "nobody", {})
        work(unit)

    store.write(written)
    assert verify(store).sound, "log and ledger are what was written"
    return check_books(store)


@pytest.mark.clause("HR-17")
def test_a_tray_below_nothing_is_named(desk: JackpotDesk) -> None:
    gone = (TRAY, PLAYERS, 100_000_000, "wager-paid")
    (found,) = past_the_desk(desk.store, lambda unit: unit.transfer_cents(*gone))
    assert found == f"The tray of {TABLE} holds -$991,565.00; a tray cannot give what it has not."


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize(("debit", "credit", "code", "says"), [
    (TRAY, f"jackpot/{J}/receipts", "wager-paid", f"go to jackpot/{J}/receipts for 'wager-paid'"),
    (TRAY, "house/cash", "wager-paid", "go to house/cash"), (TRAY, PLAYERS, "fill", f"go to {PLAYERS} for 'fill'"),
    ("capital", TRAY, "opener", "come from capital"), (TRAY, PLAYERS, "loan", "for 'loan'"),
    (f"over-short/{TABLE}", TRAY, "wager-taken", f"come from over-short/{TABLE}"),
])  # fmt: skip
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
        unit.record("tray.closer", TRAY, "boyd (supervisor)", said)
        keep_count(unit, TABLE, LastCount(TrayCounting.CLOSER, 500, 0, ()))

    store.write(counted)
    (wrong,) = check_books(store)
    assert f"was counted at $5.00 in event {store.head().seq}, its account had" in wrong
    TrayDesk(store).opener(TABLE, chips(7), BOYD, AMES)
    assert check_books(store) == [], "and a new count puts it right"
    other = LastCount(TrayCounting.CLOSER, 700, 0, ())
    (wrong,) = past_the_desk(store, lambda unit: keep_count(unit, TABLE, other))
    assert "says something else" in wrong


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
    for debit, credit, code in (
        (f"{METER}/meter", "house/cash", "prize-paid"),
        (f"{METER}/reserve", "house/cash", "withdrawal"),
        (f"jackpot/{J}/bank", f"{METER}/meter", "deposit"),
        (f"{METER}/reserve", "capital", "gross-receipts"),
    ):
        found = past_the_desk(desk.store, lambda unit, way=(debit, credit, 1, code): unit.transfer(*way))  # type: ignore[misc]
        assert any(f"from {debit} to {credit} for {code!r}" in one for one in found), found


@pytest.mark.clause("JP-33")
def test_what_is_owed_is_the_sum_it_is(desk: JackpotDesk) -> None:
    """Seed money that no award has taken is the house's, whatever the record of the meter says."""
    store, key = desk.store, f"jackpot/{J}"
    sound = store.document(key)
    less = {name: {**shape, "seed_units": 0} for name, shape in sound["meters"].items()}
    (wrong,) = past_the_desk(store, lambda unit: unit.put(key, {**sound, "meters": less}))
    assert "of the house's seed has left meter, its awards have taken $0.00" in wrong


@pytest.mark.clause("HR-20", "HR-17")
def test_a_restore_is_kept_only_if_the_books_add_up(desk: JackpotDesk, tmp_path: Path) -> None:
    store = desk.store
    backup(store, tmp_path / "sound")
    stray = (TRAY, f"jackpot/{J}/receipts", 100, "wager-paid")
    past_the_desk(store, lambda unit: unit.transfer_cents(*stray))
    backup(store, tmp_path / "bad")
    url = f"sqlite:///{tmp_path / 'copy.db'}"
    with pytest.raises(StoreDamaged, match=r"does not verify: .*no such way is in a tray's books"):
        restore(url, tmp_path / "bad", check_books=check_books)
    assert not (tmp_path / "copy.db").exists()
    assert restore(url, tmp_path / "sound", check_books=check_books).sound
    with open_store(url) as copy:
        assert check_books(copy) == []
