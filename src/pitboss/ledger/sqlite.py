"""The embedded store: one SQLite file, write-ahead log, every commit synced to the disk before it returns.

Its files are their owner's: they hold the coming order of shoes and the hashes of passwords.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from pitboss.ledger.database import COLUMNS, EVENT_COLUMNS, SELECT_HEAD, Connection, Database, Row
from pitboss.ledger.model import Event, Head, StoreDamaged, StoreError, StoreFull, StoreUnavailable

PRIVATE: Final = 0o600
_OTHERS: Final = 0o077


def make_private(path: Path) -> None:
    """The file exists and nobody but its owner may open it; a folder that anybody may write to is refused."""
    if os.name != "posix":
        return
    folder = path.parent.stat().st_mode
    if folder & stat.S_IWOTH and not folder & stat.S_ISVTX:
        raise StoreError(
            f"Anybody on this machine may put files into {path.parent}.",
            accepted=f"a folder of your own (chmod 700 {path.parent})",
        )
    # An existing file is never opened here: closing it would give up the locks that SQLite holds in this process.
    with suppress(OSError):  # what is wrong with it the database says itself
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", ".anchor"))):
        try:
            mode = file.stat().st_mode
        except FileNotFoundError:
            continue
        if mode & _OTHERS:
            _close_to_others(file)


def _close_to_others(file: Path) -> None:
    try:
        file.chmod(PRIVATE)
    except OSError as error:
        raise StoreError(
            f"{file} can be read by others, and its owner is somebody else.", accepted=f"chmod 600 {file}"
        ) from error


# The adapter.

BUSY_MS = 30_000
CHECKPOINT_PAGES = 4_000

_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_ABSENT = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN}


def _insert(table: str) -> str:
    names = [name for name, _ in COLUMNS[table]]
    verb = "INSERT OR REPLACE" if table == "documents" else "INSERT"
    return f"{verb} INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


_INSERT = {table: _insert(table) for table in COLUMNS}
_BYTES = {table: [n for n, (_, kind) in enumerate(COLUMNS[table]) if kind == "bytea"] for table in COLUMNS}
_EVENTS_BY_KEY = f"SELECT {EVENT_COLUMNS} FROM events WHERE key IN (SELECT value FROM json_each(?))"


class SqliteConnection(Connection):
    dialect = "sqlite"
    among = "IN (SELECT value FROM json_each(?))"
    keys_of_sets = "json_each(events.sets) AS changed"

    def __init__(self, path: str, *, ahead: bool = True) -> None:
        """`ahead`: with a write-ahead log. Without one all that is committed is in the file itself."""
        self._raw = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000
        )
        if ahead:
            self._raw.execute("PRAGMA journal_mode = WAL")
        self._raw.execute("PRAGMA synchronous = FULL")
        self._raw.execute("PRAGMA foreign_keys = ON")
        self._raw.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        return self._raw.execute(sql, parameters).fetchall()

    def stream(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[Row]:
        return iter(self._raw.execute(sql, parameters))

    def listed(self, values: Sequence[str]) -> str:
        return json.dumps(list(values))

    def open_batch(self, keys: Sequence[str]) -> tuple[Head, list[Event]]:
        self._raw.execute("BEGIN IMMEDIATE")
        row = self._raw.execute(SELECT_HEAD).fetchone()
        found = self._raw.execute(_EVENTS_BY_KEY, (json.dumps(keys),)).fetchall()
        return Head(*row) if row else Head(), [Event(*event) for event in found]

    def add_rows(self, table: str, rows: Sequence[Row]) -> None:
        if not rows:
            return
        if places := _BYTES[table]:
            rows = [
                tuple(bytes.fromhex(value) if n in places else value for n, value in enumerate(row))
                for row in rows
            ]
        self._raw.executemany(_INSERT[table], rows)

    def begin_exclusive(self) -> None:
        self._raw.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._raw.execute("COMMIT")

    def rollback(self) -> None:
        if self._raw.in_transaction:
            with suppress(sqlite3.Error):
                self._raw.execute("ROLLBACK")

    def begin_snapshot(self) -> None:
        self._raw.execute("BEGIN")
        self._raw.execute("SELECT 1 FROM sqlite_master").fetchone()

    def table_exists(self, table: str) -> bool:
        sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return bool(self.execute(sql, (table,)))

    def check_pages(self) -> list[str]:
        try:
            rows = self.execute("PRAGMA integrity_check(20)")
        except sqlite3.DatabaseError as error:
            return [str(error)]
        return [row[0] for row in rows if row[0] != "ok"]

    def check_structure(self) -> list[str]:
        fresh = SqliteConnection(":memory:")
        try:
            fresh.make_tables(0)
            wanted, found = fresh._structure(), self._structure()
        finally:
            fresh.close()
        wrong = [
            f"The {kind} {name} is {'not the one that was made' if (kind, name) in found else 'missing'}."
            for (kind, name), sql in sorted(wanted.items())
            if found.get((kind, name)) != sql
        ]
        added = sorted(name for kind, name in found.keys() - wanted.keys() if kind == "trigger")
        return wrong + [f"Somebody has added the trigger {name}." for name in added]

    def _structure(self) -> dict[tuple[str, str], str]:
        rows = self.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {(kind, name): sql for kind, name, sql in rows}

    def checkpoint(self) -> None:
        with suppress(sqlite3.Error):
            self._raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._raw.close()

    def hang_up(self) -> None:
        """A file answers or fails; nobody is left waiting."""


def _remove(part: Path) -> None:
    """A store that is not yet one, with its journal."""
    for file in (part, part.with_name(part.name + "-journal")):
        file.unlink(missing_ok=True)


class SqliteDatabase(Database):
    def __init__(self, url: str, path: Path) -> None:
        self.url = url
        self.path = path

    def connect(self) -> SqliteConnection:
        if not self.path.exists():
            raise StoreUnavailable(f"The store {self.path} is gone.", accepted="the file as the room left it")
        make_private(self.path)
        try:
            return SqliteConnection(str(self.path))
        except sqlite3.Error as error:
            raise self.translate(error) from error

    def exists(self) -> bool:
        """A file with the tables of a store, or one that cannot be read: it may be a damaged store."""
        if not self.path.is_file() or not self.path.stat().st_size:
            return False
        try:
            address = f"{self.path.absolute().as_uri()}?mode=rw"
            with closing(sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000)) as raw:
                return bool(
                    raw.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone()
                )
        except sqlite3.Error:
            return True

    def create(self, build: Callable[[Connection], None]) -> None:
        """It is built under another name and gets its own when it is whole."""
        folders = self._make_folders()
        part = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            make_private(part)
            with closing(SqliteConnection(str(part), ahead=False)) as connection, connection.exclusive():
                build(connection)
            self._name(part)
        except BaseException as error:
            for folder in folders:
                with suppress(OSError):
                    _remove(part)
                    folder.rmdir()
            if isinstance(error, sqlite3.Error):
                raise self.translate(error) from error
            if isinstance(error, OSError):
                raise StoreUnavailable(f"The store {self.path} cannot be made: {error.strerror}.") from error
            raise
        finally:
            _remove(part)

    def _make_folders(self) -> list[Path]:
        """The folders on the way to the store that were not there, the innermost first."""
        missing = [folder for folder in self.path.parents if not folder.exists()]
        made: list[Path] = []
        try:
            for folder in reversed(missing):
                folder.mkdir(mode=0o700, exist_ok=True)
                made.insert(0, folder)
        except OSError as error:
            for folder in made:
                folder.rmdir()
            raise StoreUnavailable(
                f"There is no directory {self.path.parent} for the store, and it cannot be made: {error.strerror}.",
                accepted="a file in a directory of your own",
            ) from error
        return made

    def _name(self, part: Path) -> None:
        """Unlike a renaming, a link takes nobody's place."""
        try:
            os.link(part, self.path)
        except FileExistsError:
            if not self.exists():
                raise StoreError(
                    f"{self.path} is there already and is no store.", accepted="a name that is free"
                ) from None
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def beside(self) -> Path:
        return self.path.with_name(self.path.name + ".anchor")

    @property
    def driver_error(self) -> type[Exception]:
        return sqlite3.Error

    def translate(self, error: Exception) -> Exception:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _FULL:
            return StoreFull(f"The store could not be written ({error}); nothing of this was booked.")
        if code in _DAMAGED:
            return StoreDamaged(f"{self.path} is not a sound store: {error}.")
        if code in _ABSENT:
            return StoreUnavailable(f"The store {self.path} cannot be used now: {error}.")
        return StoreError(f"The store refused: {error}.")
