"""What the store asks of a database: its tables, and one set of queries for SQLite and PostgreSQL.

The tables are made by numbered migrations that run on both; what differs is marked by dialect. The ledger's counters
are moved by triggers on `transfers` and by nothing else: every transfer adds the same amount to one account's debits
and another's credits, so the trial balance is zero in every state the database can be in. Limits of accounts are
constraints of the table. Events and transfers can only be added.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from pitboss.ledger.model import GENESIS, Account, Event, Head, StoreError, Transfer, check_text

COLUMNS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "events": (
        ("seq", "bigint"),
        ("key", "text"),
        ("at_us", "bigint"),
        ("stream", "text"),
        ("actor", "text"),
        ("kind", "text"),
        ("request", "bytea"),
        ("payload", "text"),
        ("sets", "text"),
        ("hash", "bytea"),
    ),
    "transfers": (
        ("seq", "bigint"),
        ("position", "bigint"),
        ("id", "text"),
        ("debit", "text"),
        ("credit", "text"),
        ("amount", "bigint"),
        ("hold", "bigint"),
        ("pending_id", "text"),
        ("code", "text"),
    ),
    "accounts": (
        ("name", "text"),
        ("debits", "bigint"),
        ("credits", "bigint"),
        ("debits_pending", "bigint"),
        ("credits_pending", "bigint"),
        ("debits_limited", "bigint"),
        ("credits_limited", "bigint"),
    ),
    "documents": (("key", "text"), ("seq", "bigint"), ("value", "text")),
}


@dataclass(frozen=True, slots=True)
class DatabaseTables:
    """Tables that belong together, with their triggers."""

    common: tuple[str, ...]
    sqlite: tuple[str, ...] = ()
    postgresql: tuple[str, ...] = ()

    def statements(self, dialect: str) -> tuple[str, ...]:
        """`TEXT` sorts by code point on both, and SQLite is held to the declared types (STRICT)."""
        return tuple(in_dialect(s, dialect) for s in self.common) + (
            self.sqlite if dialect == "sqlite" else self.postgresql
        )


@dataclass(frozen=True, slots=True)
class Migration:
    """What brings a store from the format before to the one of its number."""

    number: int
    name: str
    tables: tuple[DatabaseTables, ...]

    def statements(self, dialect: str) -> Iterator[str]:
        for tables in self.tables:
            yield from tables.statements(dialect)


_BY_KEY_ALONE: Final = ("CREATE TABLE transfers", "CREATE TABLE documents")
"""tables that SQLite keeps in the order of their primary key, without an index beside them"""


def in_dialect(statement: str, dialect: str) -> str:
    """That a transfer's accounts exist is held by a reference on SQLite; on PostgreSQL the trigger that moves
    the counters counts them, which costs a batch one look instead of two for every row."""
    if dialect == "postgresql":
        return statement.replace(":ACCOUNT", "").replace("TEXT", 'TEXT COLLATE "C"')
    strict = " STRICT" if statement.startswith("CREATE TABLE") else ""
    if statement.startswith(_BY_KEY_ALONE):
        strict += ", WITHOUT ROWID"
    for common, own in (
        (":ACCOUNT", " REFERENCES accounts (name)"),
        ("BIGINT", "INTEGER"),
        ("BYTEA", "BLOB"),
    ):
        statement = statement.replace(common, own)
    return statement + strict


def _append_only_sqlite(table: str) -> tuple[str, ...]:
    return tuple(
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} can only be added to'); END"
        for verb in ("UPDATE", "DELETE")
    )


def _append_only_postgresql(table: str) -> str:
    return (
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION pitboss_append_only()"
    )


_LOG = DatabaseTables(
    common=(
        "CREATE TABLE events (seq BIGINT PRIMARY KEY, key TEXT NOT NULL UNIQUE, at_us BIGINT NOT NULL, "
        "stream TEXT NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL, request BYTEA NOT NULL, "
        "payload TEXT NOT NULL, sets TEXT NOT NULL, hash BYTEA NOT NULL)",
        "CREATE INDEX events_by_stream ON events (stream, seq)",
        "CREATE TABLE documents (key TEXT PRIMARY KEY, seq BIGINT NOT NULL, value TEXT NOT NULL)",
    ),
    sqlite=_append_only_sqlite("events"),
    postgresql=(
        "CREATE FUNCTION pitboss_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME; END $$",
        "CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$ SELECT encode($1, 'hex') $$",
        _append_only_postgresql("events"),
    ),
)

_MOVE_SQLITE = """CREATE TRIGGER transfers_move AFTER INSERT ON transfers BEGIN
UPDATE accounts SET debits = debits + NEW.amount, debits_pending = debits_pending + NEW.hold
 WHERE name = NEW.debit;
UPDATE accounts SET credits = credits + NEW.amount, credits_pending = credits_pending + NEW.hold
 WHERE name = NEW.credit;
END"""

# A statement inserts a whole batch; its sums are applied once, so that a busy meter gets one new row version.
_MOVE_POSTGRESQL = """CREATE FUNCTION pitboss_move() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sides bigint; moved bigint;
BEGIN
  WITH side AS (
    SELECT debit AS name, amount AS d, 0::bigint AS c, hold AS dp, 0::bigint AS cp FROM added
    UNION ALL SELECT credit, 0, amount, 0, hold FROM added),
  total AS (SELECT name, sum(d)::bigint AS d, sum(c)::bigint AS c, sum(dp)::bigint AS dp,
              sum(cp)::bigint AS cp FROM side GROUP BY name),
  done AS (
    UPDATE accounts SET debits = debits + d, credits = credits + c,
      debits_pending = debits_pending + dp, credits_pending = credits_pending + cp
    FROM total WHERE accounts.name = total.name RETURNING 1)
  SELECT (SELECT count(*) FROM total), (SELECT count(*) FROM done) INTO sides, moved;
  IF sides <> moved THEN RAISE EXCEPTION 'a transfer names an account that does not exist'; END IF;
  RETURN NULL;
END $$"""

_LEDGER = DatabaseTables(
    common=(
        "CREATE TABLE accounts (name TEXT PRIMARY KEY, debits BIGINT NOT NULL, credits BIGINT NOT NULL, "
        "debits_pending BIGINT NOT NULL, credits_pending BIGINT NOT NULL, "
        "debits_limited BIGINT NOT NULL, credits_limited BIGINT NOT NULL, "
        "CHECK (debits >= 0 AND credits >= 0 AND debits_pending >= 0 AND credits_pending >= 0), "
        "CHECK (debits_limited = 0 OR debits + debits_pending <= credits), "
        "CHECK (credits_limited = 0 OR credits + credits_pending <= debits))",
        "CREATE TABLE transfers (seq BIGINT NOT NULL, position BIGINT NOT NULL, id TEXT NOT NULL, "
        "debit TEXT NOT NULL:ACCOUNT, credit TEXT NOT NULL:ACCOUNT, amount BIGINT NOT NULL, "
        "hold BIGINT NOT NULL, pending_id TEXT, code TEXT NOT NULL, PRIMARY KEY (seq, position), "
        "CHECK (debit <> credit), "
        "CHECK ((pending_id IS NULL AND amount >= 0 AND hold >= 0 AND (amount > 0) <> (hold > 0)) "
        "OR (pending_id IS NOT NULL AND hold < 0 AND amount >= 0 AND amount <= -hold)))",
        "CREATE UNIQUE INDEX transfers_by_id ON transfers (id) WHERE id <> ''",
        "CREATE UNIQUE INDEX transfers_once ON transfers (pending_id) WHERE pending_id IS NOT NULL",
    ),
    sqlite=(
        _MOVE_SQLITE,
        *_append_only_sqlite("transfers"),
    ),
    postgresql=(
        _MOVE_POSTGRESQL,
        "CREATE TRIGGER transfers_move AFTER INSERT ON transfers REFERENCING NEW TABLE AS added "
        "FOR EACH STATEMENT EXECUTE FUNCTION pitboss_move()",
        _append_only_postgresql("transfers"),
    ),
)

_ANCHORED = DatabaseTables(
    common=("CREATE TABLE anchored (place TEXT PRIMARY KEY, at_us BIGINT NOT NULL)",),
    sqlite=_append_only_sqlite("anchored"),
)
"""A store knows its anchors, so that one that was taken away is missed."""

MIGRATIONS: Final = (Migration(1, "log, ledger and anchors", (_LOG, _LEDGER, _ANCHORED)),)
"""A change of anything that a store holds, tables, events or documents, is one more of these, and a new number."""
FORMAT: Final = MIGRATIONS[-1].number

VERSION_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS schema_version "
    "(number BIGINT PRIMARY KEY, name TEXT NOT NULL, at_us BIGINT NOT NULL)"
)


# Queries, written with `?`; adapters supply what differs.
#
# A connection is used by one thread at a time. Writing happens in one transaction at a time over all
# processes, because every event carries the hash of the one before it.

Row = tuple[Any, ...]

_PREV = "SELECT lower(hex(before.hash)) FROM events AS before WHERE before.seq = events.seq - 1"
EVENT_COLUMNS = ", ".join(
    [f"lower(hex({name}))" if kind == "bytea" else name for name, kind in COLUMNS["events"]]
    + [f"coalesce(({_PREV}), '{GENESIS}')"]
)
"""those of the table, and the hash of the event before, which is nowhere written twice"""
TRANSFER_COLUMNS = ", ".join(name for name, _ in COLUMNS["transfers"])
ACCOUNT_COLUMNS = ", ".join(name for name, _ in COLUMNS["accounts"])

LAST = "\U0010ffff"
"""sorts after every character of a name"""

SELECT_HASH = "SELECT lower(hex(hash)) FROM events WHERE seq = ?"
SELECT_HEAD = "SELECT seq, at_us, lower(hex(hash)) FROM events ORDER BY seq DESC LIMIT 1"

TOUCHED = (
    "SELECT 0, lower(hex(hash)) FROM events WHERE seq = {seq} "
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
        rows = self.execute(SELECT_HASH, (noted.seq,))
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
        rows = self.execute(
            f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE id = ? AND id <> ''", (transfer_id,)
        )
        return Transfer(*rows[0]) if rows else None

    def resolution_of(self, pending_id: str) -> Transfer | None:
        """The transfer that posted or voided a pending one."""
        rows = self.execute(f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE pending_id = ?", (pending_id,))
        return Transfer(*rows[0]) if rows else None

    def format(self) -> int:
        """The number of the store's format; 0 where there is no store."""
        if not self.table_exists("schema_version"):
            return 0
        return int(self.execute("SELECT coalesce(max(number), 0) FROM schema_version")[0][0])

    def bring_up_to_date(self, at_us: int) -> None:
        """Run the migrations that the store has not seen; a format that this version does not know is refused."""
        found = self.format()
        if found > FORMAT:
            raise StoreError(
                f"The store has format {found}, which this version of pitboss does not know.",
                accepted=f"a store of format {FORMAT}",
            )
        if found < FORMAT:
            with self.exclusive():
                self.make_tables(at_us)

    def make_tables(self, at_us: int) -> None:
        """As `bring_up_to_date`, inside a writing transaction; from nothing where there is none."""
        self.execute(in_dialect(VERSION_TABLE, self.dialect))
        done = self.format()  # another process may have been quicker
        for migration in MIGRATIONS[done:]:
            for statement in migration.statements(self.dialect):
                self.execute(statement)
            row = (migration.number, migration.name, at_us)
            self.execute("INSERT INTO schema_version (number, name, at_us) VALUES (?, ?, ?)", row)


class Database(ABC):
    """Where a store lives; hands out connections and knows which of its errors mean what."""

    url: str
    can_stand_still = False
    """whether it may keep somebody waiting for ever"""

    def answers(self) -> bool:
        """Whether it speaks to somebody new."""
        return True

    @abstractmethod
    def connect(self) -> Connection:
        """To a store that exists; connecting makes none."""
        ...

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is a store here. Looking changes nothing."""
        ...

    @abstractmethod
    def create(self, build: Callable[[Connection], None]) -> None:
        """Make a store in one transaction: afterwards all that `build` has written is there. If it fails, nothing is.
        Where another process was quicker, its store stays as it is; on a server `build` has seen it."""
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
