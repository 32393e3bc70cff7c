"""The ledger at its edges: a log that another process wrote, acts that are refused, stores that are not there."""

from __future__ import annotations

import io
import sqlite3
from pathlib import Path

import pytest

from pitboss.errors import BadInput
from pitboss.store import KeyReused, Overdraft, Store, StoreError, StoreUnavailable, Unit, open_store
from pitboss.store import unit as units
from pitboss.store.model import Head
from pitboss.store.sealed import SealedReader
from pitboss.store.verify import verify_range


def opened(unit: Unit) -> None:
    unit.record("open", "books", "ann")
    unit.open_account("cage")
    unit.open_account("wallet", debits_limited=True)
    unit.put("rate", {"cents": 1})
    unit.transfer("cage", "wallet", 100, "x")


def spend(amount: int, times: int = 1):
    def work(unit: Unit) -> None:
        for _ in range(times):
            unit.record("spend", "books", "ann")
            unit.transfer("wallet", "cage", amount, "x")
        unit.put("rate", {"cents": unit.get("rate")["cents"] + 1})

    return work


@pytest.mark.parametrize("most", [3, 4])
def test_what_another_process_wrote_is_seen_however_much_it_was(
    store_url: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four events of another: with a bound of four they are caught up with, with a bound of three all is read anew."""
    monkeypatch.setattr(units, "CATCH_UP_MAX", most)
    with open_store(store_url) as mine, open_store(store_url) as another:
        mine.write(opened)
        another.write(spend(20, times=4))
        with pytest.raises(Overdraft):
            mine.write(spend(21))
        mine.write(spend(20))
        assert mine.account("wallet").credit_balance == 0
        assert mine.document("rate") == {"cents": 3}


def cache_of(store: Store) -> units.Cache:
    """What a process remembers that has last seen the first event."""
    cache = units.Cache()
    cache.head = first_head(store)
    cache.accounts = {name: store.account(name) for name in ("cage", "wallet")}
    cache.documents = {"rate": '{"cents":1}', "other": "1"}
    return cache


def first_head(store: Store) -> Head:
    event = store.events()[0]
    return Head(event.seq, event.at_us, event.hash)


def test_what_is_remembered_is_forgotten_where_the_log_is_another(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(opened)
    store.write(spend(20))
    known, head = first_head(store), store.head()
    with store.reading() as connection:
        same = cache_of(store)
        same.valid_at(head, connection)
        assert same.documents == {"other": "1"} and same.accounts == {}
        assert same.head == head
        other = cache_of(store)
        other.head = known._replace(hash="0" * 64)
        other.valid_at(head, connection)
        assert (other.accounts, other.documents, other.head) == ({}, {}, head)
        ahead = cache_of(store)
        ahead.head = head._replace(seq=head.seq + 1)
        ahead.valid_at(head, connection)
        assert (ahead.accounts, ahead.documents, ahead.head) == ({}, {}, head)
        standing = cache_of(store)
        standing.head = head
        standing.valid_at(head, connection)
        assert set(standing.accounts) == {"cage", "wallet"} and set(standing.documents) == {"rate", "other"}
        for most, kept in ((4, 4), (3, 0)):
            monkeypatch.setattr(units, "CACHE_MAX", most)
            full = cache_of(store)
            full.head = head
            full.valid_at(head, connection)
            assert len(full.accounts) + len(full.documents) == kept


def test_a_unit_that_leaves_its_event_or_its_key_out(store: Store) -> None:
    store.write(opened, key="first")

    def no_event(unit: Unit) -> None:
        unit.transfer("cage", "wallet", 1, "x")

    def second_of_first(unit: Unit) -> None:
        unit.record("x", "books", "ann")
        unit.record("x", "books", "ann")

    def one_name_twice(unit: Unit) -> None:
        unit.record("x", "books", "ann")
        unit.transfer("cage", "wallet", 1, "x", name="prize")
        unit.transfer("cage", "wallet", 1, "x", name="prize")

    with pytest.raises(StoreError, match=r"call record\(\) first"):
        store.write(no_event)
    store.write(second_of_first, key="second")
    assert [event.key for event in store.events()] == ["first", "second", "second+1"]
    with pytest.raises(KeyReused, match="'second' was used for another act"):
        store.write(one_name_twice, key="second", request="another")
    with pytest.raises(KeyReused, match="'third#prize' is in this event already"):
        store.write(one_name_twice, key="third")


def test_a_transfer_says_what_it_is(store: Store) -> None:
    store.write(opened, key="open")

    def hold(unit: Unit) -> None:
        unit.record("hold", "books", "ann")
        for name in ("a", "b"):
            unit.transfer("cage", "wallet", 5, "x", name=name, pending=True)

    def resolve(unit: Unit) -> None:
        unit.record("resolve", "books", "ann")
        unit.post("held#a")
        unit.void("held#b")

    store.write(hold, key="held")
    store.write(resolve, key="resolved")
    states = [transfer.state for seq in range(1, 4) for transfer in store.transfers(seq)]
    assert states == ["posted", "pending", "pending", "post", "void"]


def test_stores_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="There is no store at"):
        open_store(f"sqlite:///{tmp_path / 'none.db'}", must_exist=True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreUnavailable, match="There is no directory"):
        open_store(f"sqlite:///{tmp_path / 'no' / 'none.db'}", patience_s=0.01)


def test_a_database_that_says_nothing_keeps_no_reader_waiting(store: Store) -> None:
    store.write(opened)
    store.silent(True)
    with pytest.raises(StoreUnavailable, match="it says nothing"):
        store.head()
    store.silent(False)
    assert store.head().seq == 1
    with store.reading() as connection:
        store.silent(True)  # whoever reads at that moment is hung up on, or was answered by a file
        store.silent(False)
    assert connection is not None and store.head().seq == 1


def test_errors_of_the_driver_are_told_in_the_stores_own_words(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'store.db'}") as store:
        said = store.database.translate(sqlite3.OperationalError("near SELECT: syntax error"))
        assert type(said) is StoreError and "The store refused: near SELECT" in str(said)
        with pytest.raises(StoreError, match="no such table"):
            store.ask(lambda connection: connection.execute("SELECT 1 FROM elsewhere"))


def test_one_bad_unit_of_a_batch_is_found_and_the_others_are_booked(store: Store) -> None:
    """The database refuses the batch as a whole; each unit then has a transaction of its own."""
    store.write(opened)

    def good(unit: Unit) -> None:
        unit.record("good", "books", "ann")
        unit.transfer("cage", "wallet", 1, "x")

    def bad(unit: Unit) -> None:
        unit.record("bad", "books", "ann")
        unit._batch.connection.execute("INSERT INTO events (seq) VALUES (1)")

    orders = [store.submit(work) for work in (good, bad, good, bad, good)]
    failed = [order.exception() is not None for order in orders]
    assert failed == [False, True, False, True, False]
    assert store.account("wallet").credit_balance == 103


def test_a_file_that_is_not_sealed_is_named() -> None:
    with pytest.raises(BadInput, match="This file is not sealed"):
        SealedReader(io.BytesIO(b"plain text, whatever it is"), "a passphrase")


def test_a_part_of_the_log_that_was_edited_is_found(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(f"sqlite:///{path}") as store:
        for _ in range(3):
            store.write(opened if not store.head().seq else spend(1))
        assert verify_range(store, 1, 3) == verify_range(store, 2, 2) == ""
        raw = sqlite3.connect(path)
        raw.execute("DROP TRIGGER events_no_update")
        raw.execute("UPDATE events SET actor = 'bob' WHERE seq = 2")
        raw.commit()
        raw.close()
        assert verify_range(store, 1, 3).startswith("Event 2 (spend): ")
        assert verify_range(store, 3, 3) == ""


def test_what_is_not_pending_is_neither_posted_nor_voided(store: Store) -> None:
    store.write(opened, key="open")

    def act(name: str):
        def work(unit: Unit) -> None:
            unit.record("x", "books", "ann")
            getattr(unit, name)("open#0")

        return work

    for name in ("post", "void"):
        with pytest.raises(BadInput, match="There is no pending transfer 'open#0'"):
            store.write(act(name))
    assert store.head().seq == 1


@pytest.mark.parametrize("key", ["", "a\nb", "x" * 5000])
def test_a_document_has_a_name(store: Store, key: str) -> None:
    def work(unit: Unit) -> None:
        unit.record("x", "books", "ann")
        unit.put(key, 1)

    with pytest.raises(BadInput, match="document key"):
        store.write(work)
    assert store.head().seq == 0


def test_accounts_of_an_older_store_are_noted_with_how_many_they_are(store: Store) -> None:
    store.write(opened)
    connection = store.database.connect()
    connection.open_batch([])
    units.note_accounts(connection, 5)
    connection.commit()
    connection.close()
    event = store.events(newest_first=True)[0]
    assert (event.kind, event.payload) == ("ledger.noted", {"accounts": 2})
    assert event.sets == {"ledger/cage": [0, 0], "ledger/wallet": [1, 0]}
