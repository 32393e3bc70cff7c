"""Only creating makes a store: whatever else is refused, fails or is killed leaves no file, folder, table or anchor."""

from __future__ import annotations

import gzip
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cli import main
from pitboss.core.errors import PitbossError
from pitboss.ledger import StoreDamaged, StoreError, StoreUnavailable, create_store, open_store
from pitboss.ledger.anchor import state_folder
from pitboss.ledger.backup import backup, restore
from pitboss.ledger.database import Connection
from pitboss.ledger.store import database_at
from pitboss.ledger.verify import verify
from tests.store.units import NOTE


def pitboss(*words: str, typed: str = "") -> tuple[int, str]:
    with CliRunner().isolation(typed) as streams, pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    return int(left.value.code or 0), streams[1].getvalue().decode()


@pytest.fixture
def found(store_url: str, tmp_path: Path) -> Iterator[None]:
    """What is there afterwards is what was there before: files, folders, anchors at home, and tables of a server."""

    def things() -> list[str]:
        files = [str(path) for folder in (tmp_path, state_folder().parent) for path in folder.rglob("*")]
        if store_url.startswith("postgresql"):
            database = database_at(store_url)
            connection = database.connect()
            for part, catalogue in (("rel", "pg_class"), ("pro", "pg_proc")):
                here = f"WHERE {part}namespace = current_schema()::regnamespace"
                rows = connection.execute(f"SELECT {part}name FROM {catalogue} {here}")
                files += [name for (name,) in rows]
            connection.close()
        return sorted(files)

    before = things()
    yield
    assert things() == before


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of a store with something in it."""
    file = tmp_path / "room.backup"
    with create_store(f"sqlite:///{tmp_path / 'first.db'}") as first:
        for _ in range(300):
            first.write(NOTE)
        backup(first, file)
    return file


PASSWORD = "fifty blue chairs"
COMMANDS = (
    ("store", "backup", "FOLDER/new.backup", "--store", "URL"),
    ("store", "anchor", "--store", "URL"),
    ("store", "anchor", "--store", "URL", "--accept", "why not"),
    ("verify", "--store", "URL"),
    ("verify-round", "fu-bacc-1-1", "--store", "URL"),
    ("room", "--store", "URL"),
    ("report", "--store", "URL"),
    ("user", "list", "--store", "URL"),
    ("user", "lock", "ann", "--why", "seen", "--store", "URL"),
    ("user", "add", "ada", "--role", "admin", "--password", "weak", "--store", "URL"),
    ("user", "add", "a b", "--role", "admin", "--password", PASSWORD, "--store", "URL"),
    ("user", "add", "ada", "--role", "admin", "--password", PASSWORD, "--by-token", "FOLDER/none", "--store", "URL"),
    ("jackpot", "meters", "--store", "URL"),
    ("tray", "show", "--store", "URL"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_a_command_at_a_place_without_a_store_is_refused_and_makes_nothing(
    words: tuple[str, ...], store_url: str, tmp_path: Path, found: None
) -> None:
    url = store_url.replace("store.db", "no/where/store.db")
    status, said = pitboss(*(w.replace("URL", url).replace("FOLDER", str(tmp_path)) for w in words))
    assert (status, "Traceback" in said) == (2, False), said


def test_opening_makes_nothing(store_url: str, tmp_path: Path, found: None) -> None:
    for further in ((), (tmp_path / "noted",)):
        for behind in (False, True):
            with pytest.raises(StoreUnavailable, match="There is no store at"):
                open_store(store_url, anchors=further, behind=behind)


def test_creating_makes_the_folder_for_its_owner_and_refuses_a_second_store(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "room.db"
    url = f"sqlite:///{path}"
    with create_store(url) as store:
        store.write(NOTE)
    assert [folder.stat().st_mode & 0o777 for folder in (path.parent, path.parent.parent)] == [0o700, 0o700]
    assert sorted(file.name for file in path.parent.iterdir()) == ["room.db", "room.db.anchor"]
    with pytest.raises(StoreError, match=r"There is a store at .* already"):
        create_store(url)
    with create_store(url, exist_ok=True) as again:
        assert again.head().seq == 1


# what the file is, and what is said of it
NO_STORES = {
    "empty": (b"", "There is no store at"), "text": (b"words", "not a sound store"),
    "long text": (b"not a database at all" * 400, "not a sound store"), "another database": (None, ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", NO_STORES)
def test_a_file_that_is_no_store_is_neither_opened_nor_taken(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "other.db"
    content, says = NO_STORES[kind]
    if content is None:
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE mine (x)")
        other.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    for way in (open_store, create_store):
        with pytest.raises(StoreError) as refused:
            way(f"sqlite:///{path}")
        assert says in str(refused.value) or way is create_store
        assert (path.read_bytes(), [file.name for file in tmp_path.iterdir()]) == (before, ["other.db"])


@pytest.mark.clause("HR-22")
def test_a_restore_that_fails_leaves_nothing(saved: Path, store_url: str, found: None) -> None:
    whole = saved.read_bytes()
    text = gzip.decompress(whole)
    try:
        for broken in (
            whole[: len(whole) // 2],
            b"",
            gzip.compress(text.replace(b"x" * 50, b"y" * 50, 1)),
            gzip.compress(b'{"hello": 1}\n'),
            gzip.compress(text[: text.rindex(b"[[")]),  # the last event is missing
        ):
            saved.write_bytes(broken)
            url = store_url.replace("store.db", "restored/store.db")
            status, said = pitboss("store", "restore", saved, "--store", url)
            assert (status, "Traceback" in said) == (2, False), said
            assert pitboss("verify", "--store", url)[0] == 2
            with pytest.raises(PitbossError):
                restore(url, saved)
    finally:
        saved.write_bytes(whole)


KILLED = """
import os, signal, sys
from pathlib import Path
from pitboss.ledger import backup
kept = backup.check
def dies(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)
backup.check = dies
backup.restore(sys.argv[1], Path(sys.argv[2]))
"""


def test_a_restore_that_is_killed_leaves_no_store(saved: Path, store_url: str) -> None:
    command = [sys.executable, "-c", KILLED, store_url, str(saved)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert not database_at(store_url).exists()
    assert pitboss("verify", "--store", store_url)[0] == 2
    assert restore(store_url, saved).sound


def test_who_is_slower_in_making_a_store_takes_nothing_away(store_url: str) -> None:
    """Two processes find no store: the second, whose making fails, leaves the first one's alone."""

    def fails(connection: Connection) -> None:
        raise ValueError("not this time")

    if store_url.startswith("sqlite"):

        def first_comes_another(connection: Connection) -> None:
            create_store(store_url).close()
            fails(connection)

        with pytest.raises(ValueError, match="not this time"):
            create_store(store_url, fill=first_comes_another)
    else:
        create_store(store_url).close()
        with pytest.raises(ValueError, match="not this time"):
            database_at(store_url).create(fails)
    with open_store(store_url) as store:
        store.write(NOTE)
        assert verify(store).sound


def test_a_store_is_not_made_where_one_was_lost(store_url: str) -> None:
    with create_store(store_url) as store:
        store.write(NOTE)
        path = getattr(store.database, "path", None)
    if path is not None:
        path.unlink()
    else:
        connection = database_at(store_url).connect()
        tables = "events, transfers, accounts, documents, anchored, schema_version"
        connection.execute(f"DROP TABLE {tables} CASCADE")
        connection.close()
    for way in (open_store, create_store):
        with pytest.raises(StoreDamaged, match="says that event 1 was acknowledged"):
            way(store_url)
    assert path is None or not path.exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("words")
    with pytest.raises(StoreError, match=r"no directory .*file/a for the store, and it cannot be made"):
        create_store(f"sqlite:///{tmp_path}/file/a/room.db")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
