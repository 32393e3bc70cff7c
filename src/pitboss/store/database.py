"""What the store asks of a database. One query set, written with `?`; adapters supply what differs.

A connection is used by one thread at a time. Writing happens in one transaction at a time over all
processes, because every event carries the hash of the one before it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from pitboss.store.errors import StoreError
from pitboss.store.model import Account, Event, Head, Transfer, check_text
from pitboss.store.schema import ACCOUNTS_NOTED, COLUMNS, LATEST, MIGRATIONS, VERSION_TABLE, in_dialect

Row = tuple[Any, ...]

EVENT_COLUMNS = ", ".join(name for name, _ in COLUMNS["events"])
TRANSFER_COLUMNS = ", ".join(name for name, _ in COLUMNS["transfers"])
ACCOUNT_COLUMNS = ", ".join(name for name, _ in COLUMNS["accounts"])

LAST = "\U0010ffff"
"""sorts after every character of a name"""

SELECT_HEAD = "SELECT seq, at_us, hash FROM events ORDER BY seq DESC LIMIT 1"

TOUCHED = (
    "SELECT 0, hash FROM events WHERE seq = {seq} "
    "UNION ALL SELECT 1, debit FROM transfers WHERE seq > {seq} "
    "UNION ALL SELECT 1, credit FROM transfers WHERE seq > {seq} "
    "UNION ALL SELECT 2, changed.key FROM events, {sets} WHERE seq > {seq}"
)


class ChangedSince(NamedTuple):
    """What came behind an event: the accounts that were moved and the documents that were written."""

    hash: str
    """of the event itself; nothing if it is not there"""
    accounts: set[str]
    documents: set[str]


class Connection(ABC):
    """One open connection, in autocommit mode outside `transaction`."""

    dialect: ClassVar[str]
    among: ClassVar[str]
    """the test that a column's value is in a list given as one parameter (`listed`)"""
    keys_of_sets: ClassVar[str]
    """the keys of the documents that an event wrote, as a table `changed`"""

    @abstractmethod
    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]: ...

    @abstractmethod
    def stream(self, sql: str, parameters: Sequence[Any] = ()) -> Iterator[Row]:
        """Rows one after another, without holding them all in memory; inside `snapshot`."""
        ...

    @abstractmethod
    def listed(self, values: Sequence[str]) -> Any: ...

    @abstractmethod
    def open_batch(self, keys: Sequence[str]) -> tuple[Head, list[Event]]:
        """Begin the one writing transaction; the log's end, and the events that have one of these keys."""
        ...

    @abstractmethod
    def add_rows(self, table: str, rows: Sequence[Row]) -> None:
        """Add rows inside a writing transaction; a document replaces the one with its key."""
        ...

    @abstractmethod
    def begin_exclusive(self) -> None:
        """Begin a writing transaction that is ended by `commit` or `rollback`."""
        ...

    @abstractmethod
    def commit(self) -> None:
        """Durable when it returns."""
        ...

    @abstractmethod
    def rollback(self) -> None:
        """End a transaction, if there is one, without a trace; never raises."""
        ...

    @abstractmethod
    def begin_snapshot(self) -> None:
        """Begin a reading transaction that sees one state of the database."""
        ...

    @abstractmethod
    def table_exists(self, table: str) -> bool: ...

    @abstractmethod
    def check_pages(self) -> list[str]:
        """What the database's own integrity check says; empty when nothing."""
        ...

    @abstractmethod
    def check_structure(self) -> list[str]:
        """Triggers, constraints and functions that are not as the migrations made them; empty when none."""
        ...

    def checkpoint(self) -> None:  # noqa: B027 - most databases need none
        """Bring what is committed into the main file, where there is one."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def hang_up(self) -> None:
        """From another thread: whoever waits for an answer of this connection is told that there is none."""

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        self.begin_snapshot()
        try:
            yield
        finally:
            self.rollback()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        self.begin_exclusive()
        try:
            yield
            self.commit()
        except BaseException:
            self.rollback()
            raise

    def head(self) -> Head:
        rows = self.execute(SELECT_HEAD)
        return Head(*rows[0]) if rows else Head()

    def holds(self, noted: Head) -> bool:
        """Whether a head that was noted earlier is part of the log."""
        rows = self.execute("SELECT hash FROM events WHERE seq = ?", (noted.seq,))
        return noted.seq == 0 or (bool(rows) and rows[0][0] == noted.hash)

    def anchored(self) -> set[str]:
        """The places in which this store's end has been noted."""
        return {place for (place,) in self.execute("SELECT place FROM anchored")}

    def note_anchored(self, place: str, at_us: int) -> None:
        self.execute(
            "INSERT INTO anchored (place, at_us) VALUES (?, ?) ON CONFLICT (place) DO NOTHING", (place, at_us)
        )

    def account(self, name: str) -> Account | None:
        check_text(name)
        rows = self.execute(f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE name = ?", (name,))
        return Account(*rows[0]) if rows else None

    def document(self, key: str) -> str | None:
        check_text(key)
        rows = self.execute("SELECT value FROM documents WHERE key = ?", (key,))
        return rows[0][0] if rows else None

    def touched_after(self, seq: int) -> ChangedSince:
        """What the events behind this one have changed, and the hash of this one."""
        rows = self.rows_touched(seq)
        by_kind: tuple[set[str], set[str], set[str]] = set(), set(), set()
        for kind, name in rows:
            by_kind[kind].add(name)
        hashes, accounts, documents = by_kind
        return ChangedSince(next(iter(hashes), ""), accounts, documents)

    def rows_touched(self, seq: int) -> Sequence[Row]:
        """0 and a hash, 1 and an account, 2 and a document's key."""
        return self.execute(TOUCHED.format(seq="?", sets=self.keys_of_sets), (seq, seq, seq, seq))

    def documents(self, prefix: str) -> list[tuple[str, str]]:
        rows = self.execute(
            "SELECT key, value FROM documents WHERE key >= ? AND key < ? ORDER BY key",
            (prefix, prefix + LAST),
        )
        return [(key, value) for key, value in rows]

    def transfer(self, transfer_id: str) -> Transfer | None:
        rows = self.execute(f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE id = ?", (transfer_id,))
        return Transfer(*rows[0]) if rows else None

    def resolution_of(self, pending_id: str) -> Transfer | None:
        """The transfer that posted or voided a pending one."""
        rows = self.execute(f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE pending_id = ?", (pending_id,))
        return Transfer(*rows[0]) if rows else None

    def schema_number(self) -> int:
        if not self.table_exists("schema_version"):
            return 0
        return int(self.execute("SELECT coalesce(max(number), 0) FROM schema_version")[0][0])

    def migrate(
        self, at_us: int, to: int = LATEST, noting: Callable[[Connection, int], None] | None = None
    ) -> int:
        """Bring the tables up to `to`; returns how many migrations ran. A newer store is refused. `noting` writes
        the accounts of an older store into its log."""
        found = self.schema_number()
        if found > LATEST:
            raise StoreError(
                f"The store has schema {found}, newer than this version of pitboss knows.",
                accepted=f"a store with schema {LATEST} or older, or a newer pitboss",
            )
        if found >= to:
            return 0
        with self.exclusive():
            self.execute(in_dialect(VERSION_TABLE, self.dialect))
            done = self.schema_number()  # another process may have been quicker
            for migration in MIGRATIONS[done:to]:
                for statement in migration.statements(self.dialect):
                    self.execute(statement)
                row = (migration.number, migration.name, at_us)
                self.execute("INSERT INTO schema_version (number, name, at_us) VALUES (?, ?, ?)", row)
            if noting is not None and done < ACCOUNTS_NOTED <= to:
                noting(self, at_us)
        return max(0, to - done)


class Database(ABC):
    """Where a store lives; hands out connections and knows which of its errors mean what."""

    url: str
    can_stand_still = False
    """whether it may keep somebody waiting for ever"""

    def answers(self) -> bool:
        """Whether it speaks to somebody new."""
        return True

    @abstractmethod
    def connect(self) -> Connection: ...

    @abstractmethod
    def exists(self) -> bool:
        """Whether a store was ever made here; looking makes none."""
        ...

    @abstractmethod
    def translate(self, error: Exception) -> Exception:
        """The store's own error for one of the driver's: `StoreFull`, `StoreUnavailable` and so on."""
        ...

    def beside(self) -> Path | None:
        """Where an embedded store keeps its anchor."""
        return None

    @property
    @abstractmethod
    def driver_error(self) -> type[Exception]: ...
