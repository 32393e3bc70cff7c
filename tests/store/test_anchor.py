"""Acknowledged means durable, or somebody is told: the head noted outside the database, and private files."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from pitboss.cli import main
from pitboss.cli import store as commands
from pitboss.core.errors import BadInput
from pitboss.ledger import StoreDamaged, StoreError, StoreUnavailable, create_store, open_store
from pitboss.ledger.anchor import SLOT, Anchor, anchors_of
from pitboss.ledger.backup import backup
from pitboss.ledger.model import Head
from pitboss.ledger.verify import verify
from pitboss.people.accounts import People
from pitboss.people.sessions import issue
from tests.patience import PATIENCE_S
from tests.store.units import NOTE

EVENTS = 91


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'room.db'}"


def run(command: click.Command, *words: str) -> Result:
    return CliRunner().invoke(command, [*words], standalone_mode=False)


def pitboss(*words: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    return int(left.value.code or 0)


CHILD = """
import os, sys
from pitboss.ledger import create_store
from tests.store.test_anchor import EVENTS
from tests.store.units import NOTE
store = create_store(sys.argv[1])
for _ in range(EVENTS):
    store.write(NOTE)
os._exit(0)
"""


def crashed(folder: Path) -> Path:
    """A store whose process was killed: most of it is in the write-ahead log."""
    path = folder / "room.db"
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", CHILD, f"sqlite:///{path}"]
    subprocess.run(command, cwd=root, check=True, timeout=PATIENCE_S)
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
def test_the_main_file_alone_is_whole_after_a_clean_stop(tmp_path: Path, url: str) -> None:
    with create_store(url) as store, open_store(url) as other:
        for _ in range(EVENTS):
            store.write(NOTE)
        assert other.head().seq == EVENTS
        store.close()  # somebody else still has it open
        (tmp_path / "copy").mkdir()
        shutil.copy(tmp_path / "room.db", tmp_path / "copy")
    with open_store(f"sqlite:///{tmp_path / 'copy' / 'room.db'}") as copy:
        assert copy.head().seq == EVENTS
        assert verify(copy).sound


@pytest.mark.clause("HR-22")
def test_a_chain_made_anew_shows_against_the_anchor(tmp_path: Path, url: str) -> None:
    """Whoever can write to the database can compute every hash again; not those noted elsewhere."""
    elsewhere = tmp_path / "other disk"
    elsewhere.mkdir()
    with create_store(url, anchors=[elsewhere]) as store:
        for _ in range(5):
            store.write(NOTE)
    for file in tmp_path.glob("room.db*"):
        file.unlink()
    with create_store(url) as forged:
        for _ in range(9):
            forged.write(NOTE)
        assert verify(forged).sound
    with pytest.raises(StoreDamaged, match="Event 5 is not the one"):
        open_store(url, anchors=[elsewhere])
    with open_store(url, anchors=[elsewhere], behind=True) as store:
        assert "Event 5 is not the one that was noted" in verify(store).findings[0]
        assert verify(store).anchors == 2


@pytest.mark.parametrize("asked", [False, True])
def test_every_store_is_anchored_without_being_asked_and_in_a_folder_that_is_named(
    store_url: str, tmp_path: Path, asked: bool
) -> None:
    """Beside an embedded one; on the machine that writes for one on a server."""
    folder = tmp_path / "noted"
    folder.mkdir()
    anchors = [folder] if asked else []
    with create_store(store_url, anchors=anchors) as store:
        store.write(NOTE)
        places = store.anchors.read()
        assert {head for _, head in places} == {store.head()}
        assert verify(store).anchors == len(places) == 1 + asked
        assert {place.path.stat().st_mode & 0o077 for place, _ in places} == {0}
    (path,) = [place.path for place, _ in places if (place.path.parent == folder) == asked]
    Anchor(path).reset(Head(7, 1, "f" * 64))
    with pytest.raises(StoreDamaged, match="event 7 was acknowledged"):
        open_store(store_url, anchors=anchors)


def test_a_home_that_cannot_be_written_costs_nobody_the_store(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert anchors_of("postgresql://somewhere/room", None).places == ()


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


def test_a_device_gets_a_line_for_every_batch_and_holds_up_nobody(tmp_path: Path, url: str) -> None:
    printer = tmp_path / "printer"
    os.mkfifo(printer)
    with create_store(url, anchors=[printer]) as store:
        store.write(NOTE)  # nobody listens
        paper = os.open(printer, os.O_RDONLY | os.O_NONBLOCK)
        store.write(NOTE)
        assert str(store.head()) in os.read(paper, 1000).decode()
        os.close(paper)


def test_an_anchor_that_cannot_be_written_costs_nobody_a_receipt(
    tmp_path: Path, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    create_store(url).close()
    (tmp_path / "room.db.anchor").unlink()
    (tmp_path / "room.db.anchor").mkdir()
    (tmp_path / "further").mkdir()
    with open_store(url, anchors=[tmp_path / "further"], behind=True) as store:
        store.write(NOTE)
        store.write(NOTE)
        assert store.head().seq == 2
    assert caplog.text.count("cannot be written") == 1


@pytest.mark.clause("HR-22")
def test_going_on_without_what_was_lost_is_said_and_recorded(left_behind: Path, tmp_path: Path) -> None:
    path = copied(left_behind, tmp_path)
    path.with_name("room.db-wal").write_bytes(b"")
    url = f"sqlite:///{path}"

    looked = run(commands.anchor, "--store", url)
    assert looked.return_value == 1 and "BEHIND" in looked.output
    assert run(commands.verify, "--store", url).return_value == 1
    assert (
        run(commands.anchor, "--store", url, "--accept", "the disk died, checked with the pit").return_value
        == 0
    )
    assert run(commands.verify, "--store", url).return_value == 0
    with open_store(url) as store:
        last = store.events(newest_first=True)[0]
        assert last.kind == "store.anew"
        assert last.payload["noted"][0].startswith(f"{EVENTS}:")


@pytest.mark.clause("HR-22", "HR-35")
def test_an_anchor_that_was_taken_away_is_missed_and_two_people_go_on_without_it(
    tmp_path: Path, url: str
) -> None:
    path = tmp_path / "room.db"
    with create_store(url) as store:
        for name, role in (("dot", "dealer"), ("al", "auditor"), ("ada", "admin")):
            person = People(store).add(name, "fifty blue chairs", role, "terminal")
            (tmp_path / name).touch(mode=0o600)
            (tmp_path / name).write_text(issue(store, person, 1))
    older = path.read_bytes()
    with open_store(url) as store:
        store.write(NOTE)
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
        return pitboss("store", "anchor", "--store", url, "--accept", "the disk was changed", *words)

    for people in ((), ("ada",), ("ada", "ada"), ("ada", "dot")):
        assert accept(*people) != 0
    assert accept("ada", "al") == 0
    with open_store(url) as store:
        assert verify(store).sound
        last = store.events(newest_first=True)[0]
        signed = (last.kind, last.actor, last.payload["second"])
        assert signed == ("store.anew", "ada (admin)", ["al (auditor)"])


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_files_of_a_store_are_their_owners(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    before = os.umask(0)
    try:
        with create_store(f"sqlite:///{path}") as store:
            store.write(NOTE)
            backup(store, tmp_path / "backup")
            assert {file.name: mode(file) for file in tmp_path.iterdir()} == dict.fromkeys(
                ("room.db", "room.db-wal", "room.db-shm", "room.db.anchor", "backup"), 0o600
            )
    finally:
        os.umask(before)
    for file in tmp_path.glob("room.db*"):
        file.chmod(0o644)  # as somebody has made it
    with open_store(f"sqlite:///{path}") as store:
        assert {mode(file) for file in tmp_path.glob("room.db*")} == {0o600}
        assert store.head().seq == 1
    tmp_path.chmod(0o777)
    with pytest.raises(StoreError, match="Anybody on this machine"):
        open_store(f"sqlite:///{path}")


def test_a_password_of_the_database_is_shown_nowhere() -> None:
    url = "postgresql://pit:very-secret@127.0.0.1:1/none"
    with pytest.raises(StoreUnavailable) as refused:
        open_store(url)
    assert "very-secret" not in str(refused.value)


OTHER = """
import sys
from pitboss.ledger import open_store
with open_store(sys.argv[1]) as store:
    print(store.head().seq)
"""


@pytest.mark.clause("HR-20")
def test_another_process_that_looks_in_takes_nothing_away(tmp_path: Path, url: str) -> None:
    """Opening a connection more must not give up the locks of those before it: the other process would take itself
    for the last one, and remove the write-ahead log."""
    root = Path(__file__).parents[2]
    with create_store(url) as store:
        for events in (1, 2, 3):
            store.write(NOTE)
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

    def put_back(path: Path, older: dict[str, bytes]) -> None:
        for name, data in older.items():
            (path.parent / name).write_bytes(data)

    def lived(folder: str) -> tuple[Path, dict[str, bytes]]:
        path = tmp_path / folder / "room.db"
        path.parent.mkdir(mode=0o700)
        with create_store(f"sqlite:///{path}") as store:
            store.write(NOTE)
        older = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        with open_store(f"sqlite:///{path}") as store:
            store.write(NOTE)
        return path, older

    alone, older = lived("alone")
    put_back(alone, older)
    with open_store(f"sqlite:///{alone}") as store:
        assert store.head().seq == 1, "unnoticed"
    said = run(commands.verify, "--store", f"sqlite:///{alone}")
    assert (said.return_value, "noted in one place only" in said.stderr) == (0, True)
    (tmp_path / "other disk").mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(tmp_path / "other disk"))
    path, older = lived("two")
    said = run(commands.verify, "--store", f"sqlite:///{path}")
    assert (said.return_value, "one place" in said.stderr) == (0, False)
    put_back(path, older)
    for named in (True, False):
        if not named:
            monkeypatch.delenv("PITBOSS_ANCHOR")
        with pytest.raises(StoreDamaged, match="says that event 2 was acknowledged"):
            open_store(f"sqlite:///{path}")
        said = run(commands.verify, "--store", f"sqlite:///{path}")
        assert (said.return_value, "2 was noted earlier" in said.output) == (1, True)


# where the log's end is noted is the decision of whoever writes: reading makes no place and binds a store to none

READING = (
    ("user", "list", "--store", "URL"),
    ("jackpot", "list", "--store", "URL"),
    ("report", "--store", "URL"),
    ("verify", "--store", "URL"),
    ("store", "anchor", "--store", "URL"),
)


def things(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize("words", READING, ids=lambda words: " ".join(words[:2]))
def test_reading_makes_no_place_and_binds_the_store_to_none(
    words: tuple[str, ...],
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with create_store(url) as store:
        People(store).add("ada", "fifty blue chairs", "admin", "terminal")
    command, before = [word.replace("URL", url) for word in words], things(tmp_path)
    there = tmp_path / "disk"
    monkeypatch.setenv("PITBOSS_ANCHOR", str(there))
    assert pitboss(*command) == 2
    said = capsys.readouterr().err
    assert f"There is no folder {there}" in said and "a folder that exists" in said
    assert things(tmp_path) == before
    there.mkdir()
    assert pitboss(*command) == 0
    assert list(there.iterdir()) == []
    monkeypatch.delenv("PITBOSS_ANCHOR")
    there.rmdir()
    with open_store(url) as store:
        assert store.ask(lambda connection: connection.anchored()) == {f":{tmp_path / 'room.db.anchor'}"}


@pytest.mark.clause("HR-22")
def test_the_first_write_notes_the_end_and_the_place(tmp_path: Path, url: str) -> None:
    create_store(url).close()
    (tmp_path / "disk").mkdir()
    with open_store(url, anchors=[tmp_path / "disk"]) as store:
        assert list((tmp_path / "disk").iterdir()) == []
        store.write(NOTE)
        (file,) = (tmp_path / "disk").iterdir()
        assert {head for _, head in store.anchors.read()} == {store.head()}
        assert len(store.anchors.read()) == 2
    shutil.rmtree(tmp_path / "disk")
    for anchors in ((), (tmp_path / "disk",)):
        with pytest.raises(StoreDamaged, match=f"The anchor {file} is gone"):
            open_store(url, anchors=anchors)
    assert pitboss("store", "anchor", "--store", url) == 1
    assert not (tmp_path / "disk").exists()
    # to begin anew is an act of its own, which makes the place again
    assert pitboss("store", "anchor", "--store", url, "--accept", "the disk was changed") == 0
    with open_store(url) as store:
        assert file.exists()
        assert {head for _, head in store.anchors.read()} == {store.head()}


def test_a_new_store_is_not_made_where_its_second_place_is_missing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'room.db'}"
    with pytest.raises(BadInput, match="There is no folder"):
        create_store(url, anchors=[tmp_path / "disk"])
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "disk").mkdir()
    with create_store(url, anchors=[tmp_path / "disk"]) as store:
        assert len(store.anchors.read()) == 2
        assert len(store.ask(lambda connection: connection.anchored())) == 2
