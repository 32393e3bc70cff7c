"""Acknowledged means durable, or somebody is told: the head noted outside the database, and private files."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.store import Store, StoreDamaged, StoreError, Unit, open_store
from pitboss.store.anchor import SLOT, Anchor, anchors_of
from pitboss.store.backup import backup
from pitboss.store.model import Head
from pitboss.store.verify import verify
from tests.patience import PATIENCE_S

EVENTS = 91


def note(unit: Unit) -> None:
    unit.record("note", "pit", "ann", {"text": "x" * 50})
    unit.put("last", {"n": 1})


CHILD = """
import os, sys
from pitboss.store import open_store
from tests.store.test_anchor import EVENTS, note
store = open_store(sys.argv[1])
for _ in range(EVENTS):
    store.write(note)
os._exit(0)
"""


def crashed(folder: Path) -> Path:
    """A store whose process was killed: most of it is in the write-ahead log."""
    path = folder / "room.db"
    root = Path(__file__).parents[2]
    subprocess.run(
        [sys.executable, "-c", CHILD, f"sqlite:///{path}"], cwd=root, check=True, timeout=PATIENCE_S
    )
    return path


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return crashed(tmp_path_factory.mktemp("crashed"))


def copied(path: Path, folder: Path) -> Path:
    for file in path.parent.iterdir():
        shutil.copy(file, folder)
    return folder / path.name


@pytest.mark.clause("HR-20", "HR-22")
def test_a_flipped_bit_in_the_write_ahead_log_is_refused_and_named(left_behind: Path, tmp_path: Path) -> None:
    """SQLite drops a damaged frame and all after it without a word, wherever it is."""
    whole = (left_behind.parent / "room.db-wal").read_bytes()
    for part in (0.05, 0.3, 0.6, 0.999):
        path = copied(left_behind, tmp_path)
        torn = bytearray(whole)
        torn[int(len(whole) * part)] ^= 4
        path.with_name("room.db-wal").write_bytes(torn)
        with pytest.raises(StoreDamaged, match=f"says that event {EVENTS} was acknowledged"):
            open_store(f"sqlite:///{path}")
        with open_store(f"sqlite:///{path}", behind=True) as store:
            assert store.head().seq < EVENTS
            assert f"{EVENTS} was noted earlier" in verify(store).findings[0]
        for file in tmp_path.iterdir():
            file.unlink()
    with open_store(f"sqlite:///{copied(left_behind, tmp_path)}") as store:
        assert store.head().seq == EVENTS


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("gone", [("room.db-wal", "room.db-shm"), ("room.db", "room.db-wal", "room.db-shm")])
def test_a_lost_log_or_a_lost_store_is_not_begun_anew_in_silence(
    left_behind: Path, tmp_path: Path, gone: tuple[str, ...]
) -> None:
    path = copied(left_behind, tmp_path)
    for name in gone:
        (tmp_path / name).unlink(missing_ok=True)
    with pytest.raises(StoreDamaged, match="was acknowledged"):
        open_store(f"sqlite:///{path}")
    assert path.exists() == ("room.db" not in gone)


@pytest.mark.clause("HR-20")
def test_the_main_file_alone_is_whole_after_a_clean_stop(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'room.db'}"
    with open_store(url) as store, open_store(url) as other:
        for _ in range(EVENTS):
            store.write(note)
        assert other.head().seq == EVENTS
        store.close()  # somebody else still has it open
        (tmp_path / "copy").mkdir()
        shutil.copy(tmp_path / "room.db", tmp_path / "copy")
    with open_store(f"sqlite:///{tmp_path / 'copy' / 'room.db'}") as copy:
        assert copy.head().seq == EVENTS
        assert verify(copy).sound


@pytest.mark.clause("HR-22")
def test_a_chain_made_anew_shows_against_the_anchor(tmp_path: Path) -> None:
    """Whoever can write to the database can compute every hash again; not those noted elsewhere."""
    url, elsewhere = f"sqlite:///{tmp_path / 'room.db'}", tmp_path / "other disk"
    with open_store(url, anchors=[elsewhere]) as store:
        for _ in range(5):
            store.write(note)
    for file in tmp_path.glob("room.db*"):
        file.unlink()
    with open_store(url) as forged:
        for _ in range(9):
            forged.write(note)
        assert verify(forged).sound
    with pytest.raises(StoreDamaged, match="Event 5 is not the one"):
        open_store(url, anchors=[elsewhere])
    with open_store(url, anchors=[elsewhere], behind=True) as store:
        assert "Event 5 is not the one that was noted" in verify(store).findings[0]
        assert verify(store).anchors == 2


def test_every_store_is_anchored_without_being_asked(store_url: str) -> None:
    """Beside an embedded one; on the machine that writes for one on a server."""
    with open_store(store_url) as store:
        store.write(note)
        ((place, head),) = store.anchors.read()
        assert head == store.head()
        assert place.path.stat().st_mode & 0o077 == 0
    Anchor(place.path).reset(Head(7, 1, "f" * 64))
    with pytest.raises(StoreDamaged, match="event 7 was acknowledged"):
        open_store(store_url)


def test_a_home_that_cannot_be_written_costs_nobody_the_store(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert anchors_of("postgresql://somewhere/room", None).places == ()


def test_postgresql_is_anchored_in_a_folder(store_url: str, tmp_path: Path) -> None:
    with open_store(store_url, anchors=[tmp_path / "noted"]) as store:
        store.write(note)
        noted = {place.path.parent.name: head for place, head in store.anchors.read()}
        assert noted["noted"] == store.head()
    file = next((tmp_path / "noted").iterdir())
    Anchor(file).reset(Head(7, 1, "f" * 64))
    with pytest.raises(StoreDamaged, match="event 7 was acknowledged"):
        open_store(store_url, anchors=[tmp_path / "noted"])


def test_a_torn_slot_leaves_the_other(tmp_path: Path) -> None:
    anchor = Anchor(tmp_path / "a")
    assert anchor.read() is None
    for seq in (1, 2, 3):
        anchor.write(Head(seq, 0, "a" * 64))
    whole = anchor.path.read_bytes()
    assert anchor.read() == Head(3, 0, "a" * 64)
    for at in range(2 * SLOT):
        torn = bytearray(whole)
        torn[at] = 0
        anchor.path.write_bytes(torn)
        found = anchor.read()
        assert found is not None
        assert found.seq in (2, 3)
        assert found.hash == "a" * 64
    anchor.close()


def test_a_device_gets_a_line_for_every_batch_and_holds_up_nobody(tmp_path: Path) -> None:
    printer = tmp_path / "printer"
    os.mkfifo(printer)
    url = f"sqlite:///{tmp_path / 'room.db'}"
    with open_store(url, anchors=[printer]) as store:
        store.write(note)  # nobody listens
        paper = os.open(printer, os.O_RDONLY | os.O_NONBLOCK)
        store.write(note)
        assert str(store.head()) in os.read(paper, 1000).decode()
        os.close(paper)


def test_an_anchor_that_cannot_be_written_costs_nobody_a_receipt(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "room.db.anchor").mkdir()
    (tmp_path / "further").mkdir()
    with open_store(
        f"sqlite:///{tmp_path / 'room.db'}", anchors=[tmp_path / "further"], behind=True
    ) as store:
        store.write(note)
        store.write(note)
        assert store.head().seq == 2
    assert caplog.text.count("cannot be written") == 1


@pytest.mark.clause("HR-22")
def test_going_on_without_what_was_lost_is_said_and_recorded(left_behind: Path, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pitboss.cli.store import anchor, verify

    path = copied(left_behind, tmp_path)
    path.with_name("room.db-wal").write_bytes(b"")
    url = f"sqlite:///{path}"

    def run(command: object, *words: str) -> tuple[int, str]:
        done = CliRunner().invoke(command, [url, *words], standalone_mode=False)  # type: ignore[arg-type]
        return done.return_value, done.output

    assert run(anchor)[0] == 1
    assert "BEHIND" in run(anchor)[1]
    assert run(verify)[0] == 1
    assert run(anchor, "--accept", "the disk died, checked with the pit")[0] == 0
    assert run(verify)[0] == 0
    with open_store(url) as store:
        last = store.events(newest_first=True)[0]
        assert last.kind == "store.anew"
        assert last.payload["noted"][0].startswith(f"{EVENTS}:")


@pytest.mark.clause("HR-22", "HR-35")
def test_an_anchor_that_was_taken_away_is_missed_and_two_people_go_on_without_it(tmp_path: Path) -> None:
    from pitboss.cli import main
    from pitboss.people.accounts import People
    from pitboss.people.tokens import issue

    path = tmp_path / "room.db"
    url = f"sqlite:///{path}"
    with open_store(url) as store:
        for name, role in (("dot", "dealer"), ("al", "auditor"), ("ada", "admin")):
            person = People(store).add(name, "fifty blue chairs", role, "terminal")
            (tmp_path / name).touch(mode=0o600)
            (tmp_path / name).write_text(issue(store, person, 1))
    older = path.read_bytes()
    with open_store(url) as store:
        store.write(note)
    path.write_bytes(older)
    (tmp_path / "room.db.anchor").unlink()
    for _ in range(2):
        with pytest.raises(StoreDamaged, match=r"room\.db\.anchor is gone"):
            open_store(url)
    with open_store(url, behind=True) as store:
        assert verify(store).findings == [f"The anchor {path}.anchor is gone."]

    def accept(*people: str) -> int:
        names = zip(("--by-token", "--second-token"), people, strict=False)
        words = [word for option, name in names for word in (option, str(tmp_path / name))]
        with pytest.raises(SystemExit) as left:
            main(["store", "anchor", url, "--accept", "the disk was changed", *words])
        return int(left.value.code or 0)

    for people in ((), ("ada",), ("ada", "ada"), ("ada", "dot")):
        assert accept(*people) != 0
    assert accept("ada", "al") == 0
    with open_store(url) as store:
        assert verify(store).sound
        last = store.events(newest_first=True)[0]
        assert (last.kind, last.actor, last.payload["second"]) == (
            "store.anew",
            "ada (admin)",
            ["al (auditor)"],
        )


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_files_of_a_store_are_their_owners(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    before = os.umask(0)
    try:
        with open_store(f"sqlite:///{path}") as store:
            store.write(note)
            backup(store, tmp_path / "backup")
            assert {file.name: mode(file) for file in tmp_path.iterdir()} == dict.fromkeys(
                ("room.db", "room.db-wal", "room.db-shm", "room.db.anchor", "backup"), 0o600
            )
    finally:
        os.umask(before)
    for file in tmp_path.glob("room.db*"):
        file.chmod(0o644)  # as earlier versions made them
    with open_store(f"sqlite:///{path}") as store:
        assert {mode(file) for file in tmp_path.glob("room.db*")} == {0o600}
        assert store.head().seq == 1
    tmp_path.chmod(0o777)
    with pytest.raises(StoreError, match="Anybody on this machine"):
        open_store(f"sqlite:///{path}")


def test_a_password_of_the_database_is_shown_nowhere() -> None:
    from pitboss.store import StoreUnavailable

    url = "postgresql://pit:very-secret@127.0.0.1:1/none"
    with pytest.raises(StoreUnavailable) as refused:
        open_store(url, must_exist=True)
    assert "very-secret" not in str(refused.value)


def test_the_store_fixture_is_anchored(store: Store) -> None:
    store.write(note)
    assert verify(store).anchors == 1


OTHER = """
import sys
from pitboss.store import open_store
with open_store(sys.argv[1]) as store:
    print(store.head().seq)
"""


@pytest.mark.clause("HR-20")
def test_another_process_that_looks_in_takes_nothing_away(tmp_path: Path) -> None:
    """Opening a connection more must not give up the locks of those before it: the other process would take itself
    for the last one, and remove the write-ahead log."""
    url = f"sqlite:///{tmp_path / 'room.db'}"
    root = Path(__file__).parents[2]
    with open_store(url) as store:
        for events in (1, 2, 3):
            store.write(note)
            with store.reading(), store.reading(), store.reading():
                command = [sys.executable, "-c", OTHER, url]
                done = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
                assert int(done.stdout) == events
            assert (tmp_path / "room.db-wal").exists()
            assert store.head().seq == events
    with open_store(url) as store:
        assert store.head().seq == 3


@pytest.mark.clause("HR-22")
def test_an_older_store_with_its_older_anchor_is_noticed_at_the_second_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one place nobody can notice it, which verify says; with two it does not open, named or not."""
    from click.testing import CliRunner

    from pitboss.cli.store import verify as command

    def put_back(path: Path, older: dict[str, bytes]) -> None:
        for name, data in older.items():
            (path.parent / name).write_bytes(data)

    def lived(folder: str) -> tuple[Path, dict[str, bytes]]:
        path = tmp_path / folder / "room.db"
        path.parent.mkdir(mode=0o700)
        with open_store(f"sqlite:///{path}") as store:
            store.write(note)
        older = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        with open_store(f"sqlite:///{path}") as store:
            store.write(note)
        return path, older

    alone, older = lived("alone")
    put_back(alone, older)
    with open_store(f"sqlite:///{alone}") as store:
        assert store.head().seq == 1, "unnoticed"
    said = CliRunner().invoke(command, [f"sqlite:///{alone}"], standalone_mode=False)
    assert (said.return_value, "noted in one place only" in said.stderr) == (0, True)
    monkeypatch.setenv("PITBOSS_ANCHOR", str(tmp_path / "other disk"))
    path, older = lived("two")
    said = CliRunner().invoke(command, [f"sqlite:///{path}"], standalone_mode=False)
    assert (said.return_value, "one place" in said.stderr) == (0, False)
    put_back(path, older)
    for named in (True, False):
        if not named:
            monkeypatch.delenv("PITBOSS_ANCHOR")
        with pytest.raises(StoreDamaged, match="says that event 2 was acknowledged"):
            open_store(f"sqlite:///{path}")
        said = CliRunner().invoke(command, [f"sqlite:///{path}"], standalone_mode=False)
        assert (said.return_value, "2 was noted earlier" in said.output) == (1, True)
