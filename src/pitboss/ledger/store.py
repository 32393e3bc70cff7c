"""`create_store(url)` and `open_store(url)`: a hash-chained event log, a double-entry ledger, and documents derived
from the log. Creating is the only way in which a store comes to be.

`Reader` is what can be asked of a store: by everybody through its pool of connections, or inside one transaction
before it is committed."""

from __future__ import annotations

import json
import queue
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar

from pitboss.core.errors import BadInput
from pitboss.ledger.anchor import NO_ANCHORS, Anchor, Anchors, anchors_of
from pitboss.ledger.database import (
    ACCOUNT_COLUMNS,
    EVENT_COLUMNS,
    LAST,
    TRANSFER_COLUMNS,
    Connection,
    Database,
)
from pitboss.ledger.model import (
    COUNTER_MAX,
    Account,
    Event,
    Head,
    Receipt,
    StoreDamaged,
    StoreError,
    StoreUnavailable,
    StoreUnreachable,
    Transfer,
    check_name,
    fingerprint,
)
from pitboss.ledger.writer import BATCH_MAX, Clock, QueuedWork, Watch, Work, Writer

T = TypeVar("T")


class Flow(NamedTuple):
    """What went from one account to another for one reason, all together, and the first event of it."""

    debit: str
    credit: str
    code: str
    units: int
    first: int


class Reader(ABC):
    @abstractmethod
    def ask(self, question: Callable[[Connection], T]) -> T:
        """Put a question to a connection."""
        ...

    def head(self) -> Head:
        return self.ask(lambda c: c.head())

    def account(self, name: str) -> Account:
        found = self.ask(lambda c: c.account(name))
        if found is None:
            raise BadInput(f"There is no account {name!r}.", accepted="an account that has been opened")
        return found

    def accounts(self, prefix: str = "") -> list[Account]:
        sql = f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE name >= ? AND name < ? ORDER BY name"
        return [Account(*row) for row in self.ask(lambda c: c.execute(sql, (prefix, prefix + LAST)))]

    def document(self, key: str) -> Any:
        text = self.ask(lambda c: c.document(key))
        return None if text is None else json.loads(text)

    def documents(self, prefix: str) -> dict[str, Any]:
        return {key: json.loads(text) for key, text in self.ask(lambda c: c.documents(prefix))}

    def event(self, key: str) -> Event | None:
        rows = self.ask(lambda c: c.execute(f"SELECT {EVENT_COLUMNS} FROM events WHERE key = ?", (key,)))
        return Event(*rows[0]) if rows else None

    def events(
        self, stream: str | None = None, *, after: int = 0, limit: int = 1000, newest_first: bool = False
    ) -> list[Event]:
        """A page of the log: of one stream or of all, `after` a number (before it when newest first)."""
        order, test = ("DESC", "seq < ?") if newest_first else ("ASC", "seq > ?")
        parameters: list[int | str] = [after if after or not newest_first else COUNTER_MAX, limit]
        if stream is not None:
            test, parameters = f"stream = ? AND {test}", [stream, *parameters]
        sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE {test} ORDER BY seq {order} LIMIT ?"
        return [Event(*row) for row in self.ask(lambda c: c.execute(sql, parameters))]

    def transfers(self, seq: int) -> list[Transfer]:
        """The transfers that belong to one event."""
        sql = f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE seq = ? ORDER BY position"
        return [Transfer(*row) for row in self.ask(lambda c: c.execute(sql, (seq,)))]

    def movements(
        self, account: str, *, after: int = 0, until: int = COUNTER_MAX
    ) -> dict[str, tuple[int, int]]:
        """What an account was debited and credited for, by code, in the events `after` one up to `until` another;
        pending amounts are not among them."""
        sql = (
            "SELECT code, sum(d), sum(c) FROM ("
            "SELECT code, amount AS d, 0 AS c FROM transfers WHERE debit = ? AND seq > ? AND seq <= ? UNION ALL "
            "SELECT code, 0, amount FROM transfers WHERE credit = ? AND seq > ? AND seq <= ?"
            ") AS sides GROUP BY code ORDER BY code"
        )
        rows = self.ask(lambda c: c.execute(sql, (account, after, until) * 2))
        return {code: (int(debits), int(credits_)) for code, debits, credits_ in rows}

    def moves(
        self, account: str, codes: Iterable[str], *, after: int = 0, until: int = COUNTER_MAX
    ) -> list[tuple[int, str, int]]:
        """As `movements`, each by itself: event, code, and what the account was credited less what it was debited."""
        wanted = tuple(codes)
        sql = (
            "SELECT seq, code, sum(CASE WHEN credit = ? THEN amount ELSE -amount END) FROM transfers "
            "WHERE (debit = ? OR credit = ?) AND seq > ? AND seq <= ? AND amount > 0 "
            f"AND code IN ({', '.join('?' * len(wanted))}) GROUP BY seq, code ORDER BY seq, code"
        )
        rows = self.ask(lambda c: c.execute(sql, (account, account, account, after, until, *wanted)))
        return [(seq, code, int(units)) for seq, code, units in rows]

    def seq_before(self, at_us: int) -> int:
        """The number of the last event before a moment: events are in the order of their time."""
        low, high = 0, self.head().seq
        while low < high:
            middle = (low + high + 1) // 2
            found = self.ask(lambda c, n=middle: c.execute("SELECT at_us FROM events WHERE seq = ?", (n,)))  # type: ignore[misc]
            if found[0][0] < at_us:
                low = middle
            else:
                high = middle - 1
        return low

    def trial_balance(self) -> int:
        """All debits less all credits: zero, always."""
        sql = "SELECT coalesce(sum(debits), 0), coalesce(sum(credits), 0) FROM accounts"
        debits, credits_ = self.ask(lambda c: c.execute(sql))[0]
        return int(debits) - int(credits_)

    def flows(self, prefix: str, *, after: int = 0) -> list[Flow]:
        """All that has moved from or to the accounts whose names begin so, in the events `after` one."""
        sql = (
            "SELECT debit, credit, code, sum(amount), min(seq) FROM transfers WHERE seq > ? AND amount > 0 "
            "AND ((debit >= ? AND debit < ?) OR (credit >= ? AND credit < ?)) "
            "GROUP BY debit, credit, code ORDER BY min(seq), debit, credit"
        )
        rows = self.ask(lambda c: c.execute(sql, (after, *(prefix, prefix + LAST) * 2)))
        return [Flow(debit, credit, code, int(units), seq) for debit, credit, code, units, seq in rows]

    def of_kind(self, kind: str, *, after: int = 0) -> list[Event]:
        """Events of one kind, of all streams, `after` a number."""
        sql = f"SELECT {EVENT_COLUMNS} FROM events WHERE seq > ? AND kind = ? ORDER BY seq"
        return [Event(*row) for row in self.ask(lambda c: c.execute(sql, (after, kind)))]

    def moved_by(self, kind: str, *, after: int = 0) -> list[Transfer]:
        """The transfers of all events of one kind, `after` a number."""
        sql = (
            f"SELECT {TRANSFER_COLUMNS} FROM transfers WHERE seq IN "
            "(SELECT seq FROM events WHERE seq > ? AND kind = ?) ORDER BY seq, position"
        )
        return [Transfer(*row) for row in self.ask(lambda c: c.execute(sql, (after, kind)))]


class Inside(Reader):
    """A store as one transaction sees it, what it has written among it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def ask(self, question: Callable[[Connection], T]) -> T:
        return question(self._connection)


READERS_MAX: Final = 4
PATIENCE_S: Final = 30.0


def now_us() -> int:
    return time.time_ns() // 1000


def database_at(url: str) -> Database:
    """`sqlite:///room.db` (relative), `sqlite:////var/room.db` (absolute) or `postgresql://user@host/name`."""
    scheme, separator, rest = url.partition("://")
    if separator and scheme == "sqlite" and rest.startswith("/") and len(rest) > 1:
        from pitboss.ledger.sqlite import SqliteDatabase

        return SqliteDatabase(url, Path(rest[1:]))
    if separator and scheme in ("postgresql", "postgres"):
        from pitboss.ledger.postgres import PostgresDatabase

        return PostgresDatabase(url)
    raise BadInput(
        f"{url!r} does not name a store.",
        accepted="sqlite:///room.db, sqlite:////absolute/room.db or postgresql://user@host/database",
    )


def open_store(
    url: str,
    *,
    clock: Clock = now_us,
    patience_s: float = PATIENCE_S,
    batch_max: int = BATCH_MAX,
    anchors: Iterable[str | Path] = (),
    behind: bool = False,
) -> Store:
    """Open the store at `url`. Where there is no store, this is refused and nothing is made. A format that this version
    does not know is refused, and a store that is behind its anchor, unless `behind`. `anchors` are further folders or
    devices in which the log's end is noted."""
    database = database_at(url)
    places = anchors_of(url, database.beside(), anchors)
    if not database.exists():
        _check_nothing_lost(places)
        raise no_store(url)
    return Store(
        database, clock=clock, patience_s=patience_s, batch_max=batch_max, anchors=places, behind=behind
    )


def create_store(
    url: str,
    *,
    clock: Clock = now_us,
    patience_s: float = PATIENCE_S,
    batch_max: int = BATCH_MAX,
    anchors: Iterable[str | Path] = (),
    exist_ok: bool = False,
    fill: Callable[[Connection], None] | None = None,
) -> Store:
    """Make a store at `url` and open it. A store that is there already is refused; with `exist_ok` it is opened.
    `fill` writes into a new store, or one that is there, in one transaction: if it fails, nothing was made."""
    database = database_at(url)
    places = anchors_of(url, database.beside(), anchors)
    there = database.exists()
    if there and not exist_ok:
        raise StoreError(f"There is a store at {shown_url(url)} already.", accepted="a place without a store")
    if not there:
        _check_nothing_lost(places)
        places.check_folders()

        def build(connection: Connection) -> None:
            connection.make_tables(clock())
            if fill is not None:
                fill(connection)

        database.create(build)
    store = Store(database, clock=clock, patience_s=patience_s, batch_max=batch_max, anchors=places)
    try:
        if there and fill is not None:
            with store.reading() as connection, connection.exclusive():
                fill(connection)
            store.anchors.write(store.head())
        if not there or fill is not None:
            store.note_anchors()
    except BaseException:
        store.close()
        raise
    return store


def ensure_store(url: str) -> None:
    """Make a store at `url` unless there is one."""
    if not database_at(url).exists():
        create_store(url, exist_ok=True).close()


def no_store(url: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"There is no store at {shown_url(url)}.",
        accepted="the URL of a store; `pitboss serve` and `pitboss user add` make one",
    )


def _check_nothing_lost(places: Anchors) -> None:
    """Where a log was acknowledged, its loss is said, and no new store is begun."""
    noted = places.read()
    if noted and noted[0][1].seq:
        raise _behind(
            noted[0],
            Head(),
            "the store with its write-ahead log as the room left it; a backup at another place",
        )


def shown_url(url: str) -> str:
    """A store's name for people: without user and password."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"


class Store(Reader):
    """Writes go through `write` or `submit`; every other method reads. Safe to use from many threads."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Clock = now_us,
        patience_s: float = PATIENCE_S,
        batch_max: int = BATCH_MAX,
        anchors: Anchors = NO_ANCHORS,
        behind: bool = False,
    ) -> None:
        self.database = database
        self.anchors = anchors
        self.clock = clock
        self._readers: queue.LifoQueue[Connection | None] = queue.LifoQueue()
        for _ in range(READERS_MAX):
            self._readers.put(None)
        self._watch = Watch(database.answers if database.can_stand_still else None)
        self._silent = False
        self._writer = Writer(database, clock, patience_s, batch_max, anchors, self._watch)
        try:
            noted = [] if behind else anchors.read()
            with self.reading() as connection:
                if not connection.format():
                    raise no_store(database.url)
                self._opened_us = clock()
                connection.bring_up_to_date(self._opened_us)
                anchors.add_known(known := connection.anchored())
                anchors.check_folders(known)
                for place in noted and anchors.read():
                    if not connection.holds(place[1]):
                        raise _behind(place, connection.head())
                if not behind:
                    self._check_anchored(connection)
                    anchors.note_with_next_write()
        except BaseException:
            self.close()
            raise

    def _check_anchored(self, connection: Connection) -> None:
        """The store knows where its end is noted: an anchor that was taken away is missed, not begun anew."""
        if connection.head().seq and (gone := self.anchors.gone(connection.anchored())):
            raise StoreDamaged(
                f"The anchor {gone[0].path} is gone: whether the log ends where it did, nobody can tell.",
                accepted="the anchor as the room left it; `pitboss store anchor --accept` begins anew",
            )

    def note_anchors(self) -> None:
        """Note the log's end in every place at once; else the first write does."""
        with self.reading() as connection:
            self.anchors.note(connection, connection.head(), self._opened_us)
        self.anchors.noted()

    def anchors_gone(self) -> list[Path]:
        """Anchors that this store had and that were taken away."""
        if not self.head().seq:
            return []
        return [place.path for place in self.anchors.gone(self.ask(lambda c: c.anchored()))]

    @property
    def url(self) -> str:
        return self.database.url

    @property
    def shown(self) -> str:
        """For people to read: without a password."""
        return shown_url(self.database.url)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._writer.close()
        self._watch.close()
        readers = [self._readers.get() for _ in range(READERS_MAX)]
        for connection in readers:
            if connection is not None:
                connection.close()
            self._readers.put(None)
        self.anchors.close()

    # writing

    def submit(self, work: Work, *, key: str | None = None, request: object = None) -> Future[Receipt]:
        """Hand in a unit of work; the future is done when it is durable, or refused.

        `key` is the caller's: the same key with the same `request` is a retry and gets the first receipt
        without running `work`; with another `request` it is refused. `work` may be run more than once before
        it is committed, so it must act on its `Unit` only.
        """
        name = uuid.uuid4().hex if key is None else check_name("key", key)
        return self._writer.submit(QueuedWork(work, name, fingerprint(request)))

    def write(self, work: Work, *, key: str | None = None, request: object = None) -> Receipt:
        """As `submit`, and wait: when this returns, the unit is on the disk."""
        return self.submit(work, key=key, request=request).result()

    # reading

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection from the small pool, for reading."""
        connection = self._readers.get()
        try:
            if self._silent:
                raise StoreUnavailable("The database cannot be reached: it says nothing.")
            if connection is None:
                connection = self.database.connect()
            with self._watch.using(connection):
                yield connection
        except self.database.driver_error as error:
            if connection is not None:
                connection.close()
                connection = None
            raise self.database.translate(error) from error
        finally:
            self._readers.put(connection)

    def silent(self, silent: bool) -> None:
        """Whoever watches the database says that it stands still, or speaks again: nobody is kept waiting."""
        self._silent = silent
        if silent:
            self._watch.hang_up()

    def ask(self, question: Callable[[Connection], T]) -> T:
        """Read; a connection that a restart of the server has cut is replaced and asked again."""
        for _ in range(READERS_MAX):
            try:
                with self.reading() as connection:
                    return question(connection)
            except StoreUnreachable:
                raise
            except StoreUnavailable:
                continue
        with self.reading() as connection:
            return question(connection)


def _behind(place: tuple[Anchor, Head], found: Head, accepted: str = "") -> StoreDamaged:
    anchor, head = place
    return StoreDamaged(
        f"The log ends at event {found.seq}; {anchor.path} says that event {head.seq} was acknowledged."
        if found.seq < head.seq
        else f"Event {head.seq} is not the one that {anchor.path} has noted.",
        accepted=accepted
        or "the store with its write-ahead log as the room left it, or a backup; "
        "`pitboss store anchor` shows both and can begin anew",
    )
