"""`verify` finds what was edited, removed or torn, and names the first such record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.store import Store, StoreDamaged, StoreError, Unit, open_store
from pitboss.store.backup import backup, restore
from pitboss.store.verify import parse_head, verify

UNPROTECT = {
    "sqlite": [
        "DROP TRIGGER events_no_update",
        "DROP TRIGGER events_no_delete",
        "DROP TRIGGER transfers_no_update",
        "DROP TRIGGER transfers_no_delete",
        "DROP TRIGGER transfers_move",
    ],
    "postgresql": [
        "DROP TRIGGER events_append_only ON events",
        "DROP TRIGGER transfers_append_only ON transfers",
        "DROP TRIGGER transfers_move ON transfers",
    ],
}


def fill(store: Store, rounds: int = 12) -> None:
    def opening(unit: Unit) -> None:
        unit.record("open", "books", "ann")
        unit.open_account("tray")
        unit.open_account("meter", debits_limited=True)

    store.write(opening)
    for number in range(rounds):

        def contribute(unit: Unit, number: int = number) -> None:
            unit.record("start-game", "table/1", "dealer", {"round": number})
            unit.transfer("tray", "meter", 18_500_000, "contribution")
            unit.put("table/1", {"round": number})

        store.write(contribute, key=f"round/{number}")


def tamper(store: Store, statement: str) -> None:
    """As somebody with the database's own tools would."""
    with store.reading() as connection:
        for drop in UNPROTECT[connection.dialect]:
            connection.execute(drop)
        connection.execute(statement)


# what is done to the store, what verify says first
EDITS = [
    (
        "UPDATE events SET actor = 'eve' WHERE seq = 5",
        "Event 5 (start-game, table/1, key round/3): its co",
    ),
    ("UPDATE events SET payload = '{\"round\":99}' WHERE seq = 7", "Event 7 "),
    ("UPDATE events SET at_us = at_us + 1 WHERE seq = 2", "Event 2 "),
    ("UPDATE events SET sets = '{}' WHERE seq = 13", "Event 13 "),
    ("DELETE FROM events WHERE seq = 6", "Event 7 (start-game, table/1, key round/5): event 6 is missing"),
    (
        "UPDATE transfers SET amount = 1 WHERE seq = 9",
        "Event 9 (start-game, table/1, key round/7): its",
    ),
    ("DELETE FROM transfers WHERE seq = 4", "Event 4 "),
    ("INSERT INTO transfers VALUES (8, 1, 'x', 'tray', 'meter', 5, 0, NULL, 'x')", "Event 8 "),
    ("UPDATE accounts SET credits = credits + 1, debits = debits + 1", "Account meter: its counters are"),
    ("UPDATE accounts SET credits = credits - 5 WHERE name = 'meter'", "Account meter: its counters are"),
    (
        "UPDATE documents SET value = '{}' WHERE key = 'table/1'",
        "Document table/1 is not what event 13 wrote",
    ),
    ("DELETE FROM documents", "Document table/1 is not what event 13 wrote"),
    ("DELETE FROM events WHERE seq > 10", "3 transfers belong to events after 10, which are missing"),
]


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize(("statement", "finding"), EDITS)
def test_an_edit_is_found_and_named(store: Store, statement: str, finding: str) -> None:
    fill(store)
    assert verify(store).sound
    tamper(store, statement)
    result = verify(store)
    assert not result.sound
    assert result.findings[0].startswith(finding)


@pytest.mark.clause("HR-22")
def test_a_forged_link_is_found_by_the_next_record(store: Store) -> None:
    """An edit with a freshly computed hash of its own no longer fits the record after it."""
    from pitboss.store.model import expected_hash

    fill(store)
    event = store.events()[4]
    forged = event._replace(actor="eve")
    digest = expected_hash(forged, store.transfers(event.seq))
    tamper(store, f"UPDATE events SET actor = 'eve', hash = '{digest}' WHERE seq = 5")
    assert verify(store).findings[0].startswith("Event 6 (start-game, table/1, key round/4): its link")


def test_a_cut_end_shows_against_a_noted_head(store: Store) -> None:
    fill(store)
    noted = parse_head(str(store.head()))
    tamper(store, "DELETE FROM transfers WHERE seq > 12")
    with store.reading() as connection:
        connection.execute("DELETE FROM events WHERE seq > 12")
    assert "The log ends at event 12; 13 was noted" in verify(store, noted).findings[0]


@pytest.mark.parametrize("text", ["", "13", "x:" + "0" * 64, "13:abc"])
def test_what_is_no_head(text: str) -> None:
    with pytest.raises(BadInput, match="is not a head"):
        parse_head(text)


def test_torn_pages_of_the_file_are_found(tmp_path: Path) -> None:
    """Half of every page that holds anything, overwritten in turn."""
    path = tmp_path / "torn.db"
    with open_store(f"sqlite:///{path}") as store:
        fill(store, 40)
    whole = path.read_bytes()
    page = 4096
    missed = []
    for start in range(0, len(whole), page):
        if not any(whole[start + page // 2 : start + page]):
            continue
        torn = bytearray(whole)
        torn[start + page // 2 : start + page] = b"\xa5" * (page // 2)
        path.write_bytes(torn)
        try:
            with open_store(f"sqlite:///{path}") as store:
                sound = verify(store).sound
        except StoreError:
            sound = False
        if sound:
            missed.append(start // page)
    assert len(whole) // page > 8
    assert missed == []


def test_backup_and_restore_give_the_same_store(store: Store, tmp_path: Path) -> None:
    fill(store)
    path = tmp_path / "room.backup"
    assert backup(store, path) == store.head()
    with open_store(f"sqlite:///{tmp_path / 'copy.db'}") as copy:
        result = restore(copy, path)
        assert result.sound
        assert copy.head() == store.head()
        assert copy.accounts() == store.accounts()
        assert copy.documents("") == store.documents("")
        assert copy.events() == store.events()
        copy.write(lambda unit: unit.record("note", "pit", "ann"))
        assert verify(copy).sound


def test_a_backup_of_sqlite_restores_into_postgresql(tmp_path: Path, store: Store) -> None:
    with open_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        fill(first)
        backup(first, tmp_path / "room.backup")
        assert restore(store, tmp_path / "room.backup").sound
        assert store.head() == first.head()


def test_a_backup_can_be_taken_while_the_room_goes_on(store: Store, tmp_path: Path) -> None:
    fill(store)
    with store.reading() as connection, connection.snapshot():
        before = connection.head()
        store.write(lambda unit: unit.record("note", "pit", "ann"))
        assert connection.head() == before
    assert backup(store, tmp_path / "b").seq == before.seq + 1


def test_a_restore_into_a_used_store_is_refused(store: Store, tmp_path: Path) -> None:
    fill(store)
    backup(store, tmp_path / "b")
    with pytest.raises(StoreError, match="not empty"):
        restore(store, tmp_path / "b")


def test_a_torn_backup_restores_nothing(store: Store, tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        fill(first)
        backup(first, tmp_path / "b")
    whole = (tmp_path / "b").read_bytes()
    (tmp_path / "b").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreDamaged, match="torn"):
        restore(store, tmp_path / "b")
    assert store.head().seq == 0
    assert store.accounts() == []


def test_an_edited_backup_restores_nothing(store: Store, tmp_path: Path) -> None:
    import gzip

    with open_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        fill(first)
        backup(first, tmp_path / "b")
    text = gzip.decompress((tmp_path / "b").read_bytes()).decode()
    assert json.loads(text.splitlines()[0])["format"] == "pitboss-backup-1"
    (tmp_path / "b").write_bytes(gzip.compress(text.replace("18500000", "98500000", 1).encode()))
    with pytest.raises(StoreDamaged, match="does not verify: Event 2 "):
        restore(store, tmp_path / "b")
    assert store.head().seq == 0


def test_a_file_that_is_no_backup(store: Store, tmp_path: Path) -> None:
    import gzip

    with pytest.raises(BadInput, match="There is no file"):
        restore(store, tmp_path / "nothing")
    (tmp_path / "b").write_bytes(gzip.compress(b'{"hello": 1}\n'))
    with pytest.raises(BadInput, match="not a backup"):
        restore(store, tmp_path / "b")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"not a database at all" * 400)
    with pytest.raises(StoreDamaged, match="not a sound store"):
        open_store(f"sqlite:///{path}")
