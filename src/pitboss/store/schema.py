"""The tables, as numbered migrations that run on both databases; what differs is marked by dialect.

The ledger's counters are moved by triggers on `transfers` and by nothing else: every transfer adds the same
amount to one account's debits and another's credits, so the trial balance is zero in every state the
database can be in. Limits of accounts are constraints of the table. Events and transfers can only be added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

COLUMNS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "events": (
        ("seq", "bigint"),
        ("key", "text"),
        ("at_us", "bigint"),
        ("stream", "text"),
        ("actor", "text"),
        ("kind", "text"),
        ("request", "text"),
        ("payload", "text"),
        ("sets", "text"),
        ("prev", "text"),
        ("hash", "text"),
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
class Migration:
    number: int
    name: str
    common: tuple[str, ...]
    sqlite: tuple[str, ...] = ()
    postgresql: tuple[str, ...] = ()

    def statements(self, dialect: str) -> tuple[str, ...]:
        """`TEXT` sorts by code point on both, and SQLite is held to the declared types (STRICT)."""
        return tuple(in_dialect(s, dialect) for s in self.common) + (
            self.sqlite if dialect == "sqlite" else self.postgresql
        )


def in_dialect(statement: str, dialect: str) -> str:
    """That a transfer's accounts exist is held by a reference on SQLite; on PostgreSQL the trigger that moves
    the counters counts them, which costs a batch one look instead of two for every row."""
    if dialect == "postgresql":
        return statement.replace(":ACCOUNT", "").replace("TEXT", 'TEXT COLLATE "C"')
    strict = " STRICT" if statement.startswith("CREATE TABLE") else ""
    return statement.replace(":ACCOUNT", " REFERENCES accounts (name)").replace("BIGINT", "INTEGER") + strict


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


_LOG = Migration(
    1,
    "event log and documents",
    common=(
        "CREATE TABLE events (seq BIGINT PRIMARY KEY, key TEXT NOT NULL UNIQUE, at_us BIGINT NOT NULL, "
        "stream TEXT NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL, request TEXT NOT NULL, "
        "payload TEXT NOT NULL, sets TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL)",
        "CREATE INDEX events_by_stream ON events (stream, seq)",
        "CREATE TABLE documents (key TEXT PRIMARY KEY, seq BIGINT NOT NULL, value TEXT NOT NULL)",
    ),
    sqlite=_append_only_sqlite("events"),
    postgresql=(
        "CREATE FUNCTION pitboss_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% can only be added to', TG_TABLE_NAME; END $$",
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

_LEDGER = Migration(
    2,
    "double-entry ledger",
    common=(
        "CREATE TABLE accounts (name TEXT PRIMARY KEY, debits BIGINT NOT NULL, credits BIGINT NOT NULL, "
        "debits_pending BIGINT NOT NULL, credits_pending BIGINT NOT NULL, "
        "debits_limited BIGINT NOT NULL, credits_limited BIGINT NOT NULL, "
        "CHECK (debits >= 0 AND credits >= 0 AND debits_pending >= 0 AND credits_pending >= 0), "
        "CHECK (debits_limited = 0 OR debits + debits_pending <= credits), "
        "CHECK (credits_limited = 0 OR credits + credits_pending <= debits))",
        "CREATE TABLE transfers (seq BIGINT NOT NULL, position BIGINT NOT NULL, id TEXT NOT NULL UNIQUE, "
        "debit TEXT NOT NULL:ACCOUNT, credit TEXT NOT NULL:ACCOUNT, amount BIGINT NOT NULL, "
        "hold BIGINT NOT NULL, pending_id TEXT, code TEXT NOT NULL, PRIMARY KEY (seq, position), "
        "CHECK (debit <> credit), "
        "CHECK ((pending_id IS NULL AND amount >= 0 AND hold >= 0 AND (amount > 0) <> (hold > 0)) "
        "OR (pending_id IS NOT NULL AND hold < 0 AND amount >= 0 AND amount <= -hold)))",
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

_NOTED = Migration(3, "accounts and their limits in the log", common=())
"""No new table: from here on the event that opens an account says so, and accounts opened before are noted when a
store is brought up to date, so that a limit that was cleared or an account that was removed can be found."""

_ANCHORED = Migration(
    4,
    "where the log's end is noted",
    common=("CREATE TABLE anchored (place TEXT PRIMARY KEY, at_us BIGINT NOT NULL)",),
    sqlite=_append_only_sqlite("anchored"),
)
"""A store knows its anchors, so that one that was taken away is missed."""

MIGRATIONS: Final = (_LOG, _LEDGER, _NOTED, _ANCHORED)
ACCOUNTS_NOTED: Final = _NOTED.number
LATEST: Final = MIGRATIONS[-1].number

VERSION_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS schema_version "
    "(number BIGINT PRIMARY KEY, name TEXT NOT NULL, at_us BIGINT NOT NULL)"
)
