"""`verify` finds what was edited, removed or torn, and names the first such record."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.store import Store, StoreDamaged, StoreError, Unit, open_store
from pitboss.store.anchor import NO_ANCHORS
from pitboss.store.backup import backup, restore
from pitboss.store.sealed import CHUNK, MAGIC
from pitboss.store.store import database_at
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
    ("DELETE FROM documents WHERE key = 'table/1'", "Document table/1 is not what event 13 wrote"),
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


def test_transfers_without_their_events_are_found(store: Store) -> None:
    fill(store)
    store.anchors = NO_ANCHORS
    tamper(store, "DELETE FROM events WHERE seq > 10")
    assert verify(store).findings[0] == "3 transfers belong to events after 10, which are missing."


# what is done to the structure or to what the log only implies, what verify says
LOOSENED = [
    ("sqlite", "DROP TRIGGER events_no_update", "The trigger events_no_update is missing."),
    ("sqlite", "DROP TRIGGER transfers_move", "The trigger transfers_move is missing."),
    (
        "sqlite",
        "CREATE TRIGGER own AFTER INSERT ON events BEGIN SELECT 1; END",
        "Somebody has added the trigger own.",
    ),
    ("sqlite", "DROP INDEX transfers_once", "The index transfers_once is missing."),
    ("postgresql", "DROP TRIGGER events_append_only ON events", "The trigger events_append_only is missing"),
    (
        "postgresql",
        "ALTER TABLE transfers DISABLE TRIGGER transfers_move",
        "The trigger transfers_move is missing",
    ),
    (
        "postgresql",
        "CREATE OR REPLACE FUNCTION pitboss_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NULL; END $$",
        "The function pitboss_append_only is not the one that was made.",
    ),
    ("postgresql", "ALTER TABLE accounts DROP CONSTRAINT accounts_check1", "Table accounts has 2 of its 3"),
    (
        "both",
        "UPDATE accounts SET debits_limited = 0 WHERE name = 'meter'",
        "Account meter has other limits than",
    ),
    (
        "both",
        "UPDATE accounts SET credits_limited = 1 WHERE name = 'unused'",
        "Account unused has other limits",
    ),
    ("both", "DELETE FROM accounts WHERE name = 'unused'", "Account unused was opened but is missing."),
    (
        "both",
        "INSERT INTO accounts VALUES ('extra', 0, 0, 0, 0, 0, 0)",
        "Account extra was never opened.",
    ),
]


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize(("dialect", "statement", "finding"), LOOSENED)
def test_what_was_loosened_is_found(store: Store, dialect: str, statement: str, finding: str) -> None:
    fill(store)
    store.write(lambda unit: (unit.record("open", "books", "ann"), unit.open_account("unused")))
    assert verify(store).sound
    with store.reading() as connection:
        if dialect not in ("both", connection.dialect):
            return
        connection.execute(statement)
    result = verify(store)
    assert [line for line in result.findings if line.startswith(finding)]


@pytest.mark.clause("HR-22")
def test_a_transfer_at_another_position_is_found(store: Store) -> None:
    fill(store)
    tamper(store, "UPDATE transfers SET position = 3 WHERE seq = 6")
    assert "Event 6 (start-game, table/1, key round/4): the positions" in verify(store).findings[0]


def test_accounts_of_an_older_store_are_noted_when_it_is_brought_up_to_date(store_url: str) -> None:
    connection = database_at(store_url).connect()
    connection.migrate(0, to=2)
    connection.execute("INSERT INTO accounts VALUES ('tray', 0, 0, 0, 0, 1, 0)")
    connection.close()
    with open_store(store_url) as store:
        assert [(event.kind, event.sets) for event in store.events()] == [
            ("ledger.noted", {"ledger/tray": [1, 0]})
        ]
        assert verify(store).sound
        with store.reading() as direct:
            direct.execute("UPDATE accounts SET debits_limited = 0")
        assert verify(store).findings == ["Account tray has other limits than the log's [1,0]."]


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


@pytest.mark.parametrize("statement", [edit for edit, first in EDITS if first.startswith("Event ")])
def test_a_damaged_log_does_not_replace_its_last_good_backup(
    store: Store, tmp_path: Path, statement: str
) -> None:
    fill(store)
    backup(store, tmp_path / "b")
    good = (tmp_path / "b").read_bytes()
    tamper(store, statement)
    with pytest.raises(StoreDamaged, match="No backup was written"):
        backup(store, tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == good
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".b")] == []


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


def test_a_sealed_backup_opens_with_its_passphrase_only(store: Store, tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        fill(first)
        ballast = random.Random(1).randbytes(200_000).hex()
        first.write(lambda unit: unit.record("start-game", "table/1", "dealer", {"log": ballast}))
        head = backup(first, tmp_path / "b", "a long enough phrase")
    whole = (tmp_path / "b").read_bytes()
    assert len(whole) > 2 * CHUNK
    assert b"start-game" not in whole
    for words, error in ((None, "is sealed"), ("another long phrase", "does not open")):
        with pytest.raises(BadInput, match=error):
            restore(store, tmp_path / "b", words)
    second = len(MAGIC) + 16 + CHUNK + 16
    for torn in (
        whole[:-1],
        whole[:second],  # cut between two parts
        whole[:second] + whole[second + CHUNK + 16 :],  # a part left out
        whole[: second + 9] + bytes([whole[second + 9] ^ 1]) + whole[second + 10 :],
    ):
        (tmp_path / "b").write_bytes(torn)
        with pytest.raises((StoreDamaged, BadInput)):
            restore(store, tmp_path / "b", "a long enough phrase")
        assert store.head().seq == 0
    (tmp_path / "b").write_bytes(whole)
    assert restore(store, tmp_path / "b", "a long enough phrase").head == head
    with pytest.raises(BadInput, match="too short"):
        backup(store, tmp_path / "c", "short")


def test_a_backup_made_before_accounts_were_noted_restores(store: Store, tmp_path: Path) -> None:
    import gzip

    with open_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        first.write(lambda unit: unit.record("note", "pit", "ann"))
        backup(first, tmp_path / "b")
    lines = gzip.decompress((tmp_path / "b").read_bytes()).decode().splitlines()
    header = json.loads(lines[0]) | {"schema": 2, "accounts": 1}
    old = [json.dumps(header), json.dumps(["tray", 1, 0]), *lines[1:]]
    (tmp_path / "b").write_bytes(gzip.compress("\n".join(old).encode()))
    assert restore(store, tmp_path / "b").sound
    assert [event.kind for event in store.events()] == ["note", "ledger.noted"]
