"""The embedded store: one SQLite file, write-ahead log, every commit synced to the disk before it returns."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.store.database import EVENT_COLUMNS, SELECT_HEAD, Connection, Database, Row
from pitboss.store.errors import StoreDamaged, StoreError, StoreFull, StoreUnavailable
from pitboss.store.model import Event, Head
from pitboss.store.privacy import make_private
from pitboss.store.schema import COLUMNS

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
_EVENTS_BY_KEY = f"SELECT {EVENT_COLUMNS} FROM events WHERE key IN (SELECT value FROM json_each(?))"


class SqliteConnection(Connection):
    dialect = "sqlite"
    among = "IN (SELECT value FROM json_each(?))"
    keys_of_sets = "json_each(events.sets) AS changed"

    def __init__(self, path: str) -> None:
        self._raw = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=BUSY_MS / 1000
        )
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
        if rows:
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
            fresh.migrate(0)
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


class SqliteDatabase(Database):
    def __init__(self, url: str, path: Path) -> None:
        self.url = url
        self.path = path

    def connect(self) -> SqliteConnection:
        if not self.path.parent.is_dir():
            raise StoreUnavailable(
                f"There is no directory {self.path.parent} for the store.",
                accepted="a file in a directory that exists",
            )
        make_private(self.path)
        try:
            return SqliteConnection(str(self.path))
        except sqlite3.Error as error:
            raise self.translate(error) from error

    def exists(self) -> bool:
        return self.path.is_file()

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
