"""The writer by itself: what it does with a database that fails, how long it waits, what it remembers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.ledger import StoreError, StoreUnavailable, Unit, writer
from pitboss.ledger.anchor import Anchors
from pitboss.ledger.model import Head
from pitboss.ledger.sqlite import SqliteConnection, SqliteDatabase
from pitboss.ledger.writer import LINGER_MAX_S, LINGER_SHARE, RETRY_FIRST_S, QueuedWork, Writer


class Hours:
    """Time as the test likes it."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now_s += seconds


def busy() -> sqlite3.Error:
    error = sqlite3.OperationalError("locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


class FrailConnection(SqliteConnection):
    def __init__(self, path: str, database: Frail) -> None:
        super().__init__(path)
        self._database = database

    def open_batch(self, keys):
        opened = super().open_batch(keys)
        fault = self._database.faults.pop(0) if self._database.faults else None
        if fault is not None:
            raise fault
        return opened

    def commit(self) -> None:
        super().commit()
        self._database.hours.now_s += self._database.commit_takes_s

    def checkpoint(self) -> None:
        self._database.told.append("checkpoint")

    def close(self) -> None:
        self._database.told.append("close")
        super().close()


class Frail(SqliteDatabase):
    """A database that fails as often as it is told to, behind the beginning of a transaction."""

    def __init__(self, path: Path, hours: Hours) -> None:
        super().__init__(f"sqlite:///{path}", path)
        self.hours = hours
        self.faults: list[Exception | None] = []
        self.no_connection: Exception | None = None
        self.told: list[str] = []
        self.commit_takes_s = 0.0

    def connect(self) -> SqliteConnection:
        if self.no_connection is not None:
            raise self.no_connection
        self.told.append("connect")
        return FrailConnection(str(self.path), self)


class Noted(Anchors):
    def __init__(self) -> None:
        super().__init__(())
        self.heads: list[Head] = []

    def write(self, head: Head) -> None:
        self.heads.append(head)


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    hours = Hours()
    monkeypatch.setattr(writer, "time", hours)
    return hours


@pytest.fixture
def frail(tmp_path: Path, hours: Hours) -> Frail:
    path = tmp_path / "store.db"
    made = SqliteConnection(str(path))
    made.make_tables(0)
    made.close()
    return Frail(path, hours)


@pytest.fixture
def noted() -> Noted:
    return Noted()


@pytest.fixture
def pen(frail: Frail, noted: Noted) -> Iterator[Writer]:
    pen = Writer(frail, lambda: 7, patience_s=5.0, anchors=noted)
    yield pen
    pen.close()


def order(key: str, work=None) -> QueuedWork:
    def usual(unit: Unit) -> None:
        unit.record("note", "books", "ann")
        unit.open_account(key)
        unit.put(f"of/{key}", 1)

    return QueuedWork(work or usual, key, "")


def test_a_database_that_is_away_is_asked_again_after_growing_pauses(
    pen: Writer, frail: Frail, hours: Hours
) -> None:
    frail.faults = [busy()] * 20
    with pytest.raises(StoreUnavailable):
        pen._commit_with_patience([order("a")])
    assert hours.slept == pytest.approx([0.05, 0.1, 0.2, 0.4, 0.8, 1, 1, 1])
    assert frail.told == ["connect", "close"] * 9, "what failed is not used again"
    frail.faults = [busy()]
    late = order("b")
    pen._commit_with_patience([late])
    assert late.future.result(0).events[0].seq == 1


def test_patience_lasts_to_its_last_moment(frail: Frail, hours: Hours) -> None:
    frail.faults = [busy()] * 3
    with pytest.raises(StoreUnavailable):
        Writer(frail, lambda: 7, patience_s=RETRY_FIRST_S)._commit_with_patience([order("a")])
    assert hours.slept == [RETRY_FIRST_S]


def test_of_a_refused_batch_each_unit_is_tried_alone(pen: Writer, frail: Frail) -> None:
    refused = sqlite3.IntegrityError("no")
    frail.faults = [refused, None, refused]
    orders = [order("a"), order("b")]
    pen._commit_with_patience(orders)
    assert orders[0].future.result(0).events[0].seq == 1
    assert isinstance(orders[1].future.exception(0), StoreError)
    assert frail.told == ["connect"], "the connection is as good as before"
    frail.faults = [refused, None]
    with pytest.raises(StoreError):
        pen._commit_with_patience([order("c")])
    assert frail.faults == [None], "alone it is not tried twice"


def test_what_was_remembered_is_forgotten_when_a_batch_fails(pen: Writer, frail: Frail) -> None:
    pen._commit_with_patience([order("a")])
    assert (set(pen._cache.accounts), pen._cache.documents["of/a"]) == ({"a"}, "1")
    frail.faults = [sqlite3.IntegrityError("no")]
    with pytest.raises(StoreError):
        pen._commit([order("b")])
    assert (pen._cache.head, pen._cache.accounts, pen._cache.documents) == (None, {}, {})
    pen._commit([order("b")])  # nothing of the failed transaction is left open


def test_what_is_no_fault_of_the_driver_ends_the_transaction_too(
    pen: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    pen._commit([order("a")])

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as failing:
        failing.setattr(pen._cache, "valid_at", fail)
        with pytest.raises(RuntimeError):
            pen._commit([order("b")])
    assert pen._cache.accounts == {}
    pen._commit([order("b")])


def test_without_a_connection_there_is_nothing_to_roll_back(pen: Writer, frail: Frail) -> None:
    frail.no_connection = sqlite3.OperationalError("no")
    with pytest.raises(StoreError, match="refused"):
        pen._commit([order("a")])
    frail.no_connection = None


def test_the_end_of_the_log_is_noted_for_what_is_new_and_not_for_a_retry(pen: Writer, noted: Noted) -> None:
    for _ in range(2):
        pen._commit([order("a")])
    pen._commit([order("b")])
    assert [head.seq for head in noted.heads] == [1, 2]


def test_closing_finishes_what_was_handed_in_and_lets_go(frail: Frail) -> None:
    pen = Writer(frail, lambda: 7, patience_s=0.0)
    last = pen.submit(order("a"))
    assert pen._thread is not None and pen._thread.daemon, "a process that forgets to close ends all the same"
    pen.close()
    assert last.result(0).events[0].at_us == 7
    assert frail.told == ["connect", "checkpoint", "close"]
    assert pen._connection is None and pen._cache.accounts == {}
    Writer(frail, lambda: 7, patience_s=0.0).close()  # nothing was ever asked of this one
    assert len(frail.told) == 3


def test_whoever_was_not_answered_is_told_what_went_wrong(
    frail: Frail, monkeypatch: pytest.MonkeyPatch
) -> None:
    pen = Writer(frail, lambda: 7, patience_s=0.0)

    def half(orders: list[QueuedWork]) -> None:
        orders[0].future.set_exception(ValueError())
        raise KeyError

    monkeypatch.setattr(pen, "_commit_with_patience", half)
    monkeypatch.setattr(pen, "_linger", lambda *_: None)
    orders = [order("a"), order("b")]
    with pen._wake:  # so that both are found together
        pen.submit(orders[0])
        pen.submit(orders[1])
    pen.close()
    assert [type(each.future.exception(0)) for each in orders] == [ValueError, KeyError]


def test_the_last_batch_says_how_long_to_wait_for_the_next(
    frail: Frail, monkeypatch: pytest.MonkeyPatch
) -> None:
    pen = Writer(frail, lambda: 7, patience_s=0.0)
    waits: list[tuple[int, float]] = []
    monkeypatch.setattr(pen, "_linger", lambda *last: waits.append(last))
    frail.commit_takes_s, frail.hours.now_s = 3.0, 100.0
    for key in "ab":
        pen.submit(order(key)).result(60)
    pen.close()
    assert waits == [(1, 0.0), (1, 3.0)]


class Bell:
    """Instead of the writer's condition: who comes while it waits, and how long that takes."""

    def __init__(self, pen: Writer, hours: Hours, comes: int, after_s: float | None) -> None:
        self.pen, self.hours, self.comes, self.after_s = pen, hours, comes, after_s
        self.waits: list[float] = []

    def wait(self, most_s: float) -> bool:
        self.waits.append(most_s)
        self.hours.now_s += most_s if self.after_s is None else self.after_s
        if self.comes:
            self.comes -= 1
            self.pen._jobs.append(order("late"))
        return self.after_s is not None


# waiting already, last batch, its seconds, who comes, how long each takes; what was waited for
LINGERS = [
    (1, 1, 9.0, 0, None, []),
    (1, 3, 0.004, 0, None, [LINGER_SHARE * 0.004]),
    (1, 3, 9.0, 0, None, [LINGER_MAX_S]),
    (1, 3, 9.0, 2, 0.0005, [LINGER_MAX_S, LINGER_MAX_S - 0.0005]),
    (1, 3, 9.0, 0, LINGER_MAX_S, [LINGER_MAX_S]),
    (3, 3, 9.0, 0, None, []),
    (4, 9, 9.0, 0, None, []),
]


@pytest.mark.parametrize(("waiting", "last", "last_s", "comes", "after_s", "waited"), LINGERS)
def test_nobody_waits_longer_than_a_share_of_a_commit(
    frail: Frail,
    hours: Hours,
    waiting: int,
    last: int,
    last_s: float,
    comes: int,
    after_s: float | None,
    waited,
) -> None:
    pen = Writer(frail, lambda: 7, patience_s=0.0, batch_max=4)
    pen._jobs.extend(order(str(number)) for number in range(waiting))
    bell = Bell(pen, hours, comes, after_s)
    pen._wake = bell  # type: ignore[assignment]
    pen._linger(last, last_s)
    assert bell.waits == pytest.approx(waited)


def test_a_store_that_closes_waits_for_nobody(frail: Frail, hours: Hours) -> None:
    pen = Writer(frail, lambda: 7, patience_s=0.0)
    pen._closing = True
    pen._wake = bell = Bell(pen, hours, 0, None)  # type: ignore[assignment]
    pen._linger(3, 9.0)
    assert bell.waits == []
