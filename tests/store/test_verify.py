"""`verify` finds what was edited, removed or torn, and names the first such record."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pitboss.core.errors import BadInput
from pitboss.ledger import Store, StoreDamaged, StoreError, Unit, create_store, open_store
from pitboss.ledger.anchor import NO_ANCHORS
from pitboss.ledger.backup import CHUNK, MAGIC, backup, restore
from pitboss.ledger.model import Head, expected_hash
from pitboss.ledger.verify import parse_head, verify

PROTECT = {
    "sqlite": (
        "events_no_update", "events_no_delete", "transfers_no_update", "transfers_no_delete", "transfers_move",
    ),
    "postgresql": (
        "events_append_only ON events", "transfers_append_only ON transfers", "transfers_move ON transfers",
    ),
}  # fmt: skip


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
            unit.put("day/1", {"rounds": number}, snapshot=True)

        store.write(contribute, key=f"round/{number}")


def tamper(store: Store, statement: str) -> None:
    """As somebody with the database's own tools would."""
    with store.reading() as connection:
        for trigger in PROTECT[connection.dialect]:
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(statement)


# what is done to the store, what verify says first
GAME = "(start-game, table/1, key round"
EDITS = [
    ("UPDATE events SET actor = 'eve' WHERE seq = 5", f"Event 5 {GAME}/3): its co"),
    ("UPDATE events SET payload = '{\"round\":99}' WHERE seq = 7", "Event 7 "),
    ("UPDATE events SET at_us = at_us + 1 WHERE seq = 2", "Event 2 "),
    ("UPDATE events SET sets = '{}' WHERE seq = 13", "Event 13 "),
    ("DELETE FROM events WHERE seq = 6", f"Event 7 {GAME}/5): event 6 is missing"),
    ("UPDATE transfers SET amount = 1 WHERE seq = 9", f"Event 9 {GAME}/7): its"),
    ("UPDATE transfers SET position = 3 WHERE seq = 6", f"Event 6 {GAME}/4): the positions"),
    ("DELETE FROM transfers WHERE seq = 4", "Event 4 "),
    ("INSERT INTO transfers VALUES (8, 1, 'x', 'tray', 'meter', 5, 0, NULL, 'x')", "Event 8 "),
    ("UPDATE accounts SET credits = credits + 1, debits = debits + 1", "Account meter: its counters are"),
    ("UPDATE accounts SET credits = credits - 5 WHERE name = 'meter'", "Account meter: its counters are"),
    (
        "UPDATE documents SET value = '{}' WHERE key = 'table/1'",
        "Document table/1 is not what event 13 wrote",
    ),
    ("DELETE FROM documents WHERE key = 'table/1'", "Document table/1 is not what event 13 wrote"),
    ("UPDATE documents SET seq = 12 WHERE key = 'table/1'", "Document table/1 is not what event 13 wrote"),
    ("UPDATE documents SET value = '{}' WHERE key = 'day/1'", "Document day/1 is not what event 13 wrote"),
    ("DELETE FROM documents WHERE key = 'day/1'", "Document day/1 is not what event 13 wrote"),
    ("INSERT INTO documents VALUES ('new', 13, '{}')", "Document new is not what event 13 wrote"),
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
    fill(store)
    event = store.events()[4]
    forged = event._replace(actor="eve")
    digest = expected_hash(forged, store.transfers(event.seq))
    written = f"x'{digest}'" if store.url.startswith("sqlite") else f"'\\x{digest}'"
    tamper(store, f"UPDATE events SET actor = 'eve', hash = {written} WHERE seq = 5")
    assert verify(store).findings[0].startswith("Event 6 (start-game, table/1, key round/4): its content")


def test_transfers_without_their_events_are_found(store: Store) -> None:
    fill(store)
    store.anchors = NO_ANCHORS
    tamper(store, "DELETE FROM events WHERE seq > 10")
    assert verify(store).findings[0] == "3 transfers belong to events after 10, which are missing."


NOTHING_HAPPENS = "RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$"
# what is done to the structure or to what the log only implies, what verify says
LOOSENED = [
    ("sqlite", "DROP TRIGGER events_no_update", "The trigger events_no_update is missing."),
    ("sqlite", "DROP TRIGGER transfers_move", "The trigger transfers_move is missing."),
    ("sqlite", "CREATE TRIGGER own AFTER INSERT ON events BEGIN SELECT 1; END", "Somebody has added the trigger own."),
    ("sqlite", "DROP INDEX transfers_once", "The index transfers_once is missing."),
    ("postgresql", "DROP TRIGGER events_append_only ON events", "The trigger events_append_only is missing"),
    ("postgresql", "ALTER TABLE transfers DISABLE TRIGGER transfers_move", "The trigger transfers_move is missing"),
    ("postgresql", f"CREATE OR REPLACE FUNCTION pitboss_append_only() {NOTHING_HAPPENS}",
     "The function pitboss_append_only is not the one that was made."),
    ("postgresql", "ALTER TABLE accounts DROP CONSTRAINT accounts_check1", "Table accounts has 2 of its 3"),
    ("both", "UPDATE accounts SET debits_limited = 0 WHERE name = 'meter'", "Account meter has other limits than"),
    ("both", "UPDATE accounts SET credits_limited = 1 WHERE name = 'unused'", "Account unused has other limits"),
    ("both", "DELETE FROM accounts WHERE name = 'unused'", "Account unused was opened but is missing."),
    ("both", "INSERT INTO accounts VALUES ('extra', 0, 0, 0, 0, 0, 0)", "Account extra was never opened."),
]  # fmt: skip


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
    with create_store(f"sqlite:///{path}") as store:
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


PHRASE = "a long enough phrase"


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Head]:
    """A backup of a store with something in it, and where its log ended."""
    with create_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        fill(first)
        return tmp_path / "b", backup(first, tmp_path / "b")


def test_backup_and_restore_give_the_same_store(store: Store, tmp_path: Path) -> None:
    fill(store)
    path = tmp_path / "room.backup"
    assert backup(store, path) == store.head()
    url = f"sqlite:///{tmp_path / 'copy.db'}"
    assert restore(url, path).sound
    with open_store(url) as copy:
        assert copy.head() == store.head()
        assert copy.accounts() == store.accounts()
        assert copy.documents("") == store.documents("")
        assert copy.events() == store.events()
        copy.write(lambda unit: unit.record("note", "pit", "ann"))
        assert verify(copy).sound


def test_a_backup_can_be_taken_while_the_room_goes_on(store: Store, tmp_path: Path) -> None:
    fill(store)
    with store.reading() as connection, connection.snapshot():
        before = connection.head()
        store.write(lambda unit: unit.record("note", "pit", "ann"))
        assert connection.head() == before
    assert backup(store, tmp_path / "b").seq == before.seq + 1


@pytest.mark.parametrize("statement", [edit for edit, first in EDITS if not first.startswith("Account ")])
def test_a_damaged_store_does_not_replace_its_last_good_backup(
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


def edited(now: str, was: str, whole: bytes) -> bytes:
    text = gzip.decompress(whole).decode()
    assert json.loads(text.splitlines()[0])["kind"] == "pitboss-backup"
    assert was in text
    return gzip.compress(text.replace(was, now, 1).encode())


# what has become of the backup, what is said of it
BROKEN = [
    (lambda whole: whole[: len(whole) // 2], "torn"),
    (partial(edited, "98500000", "18500000"), "does not verify: Event 2 "),
    (partial(edited, r"{\"rounds\":99}", r"{\"rounds\":11}"), "does not verify: Document day/1 "),
    (lambda whole: gzip.compress(b'{"hello": 1}\n'), "not a backup"),
]


@pytest.mark.parametrize(
    ("breaks", "says"), BROKEN, ids=["torn", "edited", "edited snapshot", "another file"]
)
def test_a_broken_backup_restores_nothing_and_a_whole_one_still_does(
    store: Store, saved: tuple[Path, Head], breaks: Callable[[bytes], bytes], says: str
) -> None:
    """Also from one kind of database into the other. A store in use takes none, nor is a missing file one."""
    path, head = saved
    whole = path.read_bytes()
    path.write_bytes(breaks(whole))
    with pytest.raises((StoreDamaged, BadInput), match=says):
        restore(store.url, path)
    with pytest.raises(BadInput, match="There is no file"):
        restore(store.url, path.with_name("nothing"))
    assert (store.head().seq, store.accounts()) == (0, [])
    path.write_bytes(whole)
    assert restore(store.url, path).sound
    assert store.head() == head
    assert [noted for _, noted in store.anchors.read()] == [head]
    with pytest.raises(StoreError, match="not empty"):
        restore(store.url, path)


def test_a_sealed_backup_opens_with_its_passphrase_only(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "b"
    with create_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        fill(first)
        ballast = random.Random(1).randbytes(200_000).hex()
        first.write(lambda unit: unit.record("start-game", "table/1", "dealer", {"log": ballast}))
        head = backup(first, path, PHRASE)
    whole = path.read_bytes()
    assert len(whole) > 2 * CHUNK
    assert b"start-game" not in whole
    for words, error in ((None, "is sealed"), ("another long phrase", "does not open")):
        with pytest.raises(BadInput, match=error):
            restore(store.url, path, words)
    second = len(MAGIC) + 16 + CHUNK + 16
    for torn in (
        whole[:-1],
        whole[:second],  # cut between two parts
        whole[:second] + whole[second + CHUNK + 16 :],  # a part left out
        whole[: second + 9] + bytes([whole[second + 9] ^ 1]) + whole[second + 10 :],
    ):
        path.write_bytes(torn)
        with pytest.raises((StoreDamaged, BadInput)):
            restore(store.url, path, PHRASE)
        assert store.head().seq == 0
    path.write_bytes(whole)
    assert restore(store.url, path, PHRASE).head == head
    with pytest.raises(BadInput, match="too short"):
        backup(store, tmp_path / "c", "short")
