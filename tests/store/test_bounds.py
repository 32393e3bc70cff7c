"""The ledger at its edges: a log that another process wrote, acts that are refused, stores that are not there."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.core.errors import BadInput
from pitboss.ledger import KeyReused, Overdraft, Store, StoreError, StoreUnavailable, create_store, open_store
from pitboss.ledger import unit as units
from pitboss.ledger.backup import SealedReader
from pitboss.ledger.model import Head
from pitboss.ledger.verify import verify_range
from tests.store.units import unit_of

opened = unit_of(
    ("open_account", "cage"),
    ("open_account", "wallet", {"debits_limited": True}),
    lambda unit: unit.put("rate", {"cents": 1}),
    ("transfer", "cage", "wallet", 100, "x"),
)
ONE = ("transfer", "cage", "wallet", 1, "x")


def spend(amount: int, times: int = 1):
    def work(unit: units.Unit) -> None:
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
    with create_store(store_url) as mine, open_store(store_url) as another:
        mine.write(opened)
        another.write(spend(20, times=4))
        with pytest.raises(Overdraft):
            mine.write(spend(21))
        mine.write(spend(20))
        assert mine.account("wallet").credit_balance == 0
        assert mine.document("rate") == {"cents": 3}


def cache_of(store: Store) -> units.Cache:
    """What a process remembers."""
    cache = units.Cache()
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
    everything = {"cage", "wallet"}, {"rate", "other"}
    with store.reading() as connection:
        for seen, most, accounts, documents in (
            (known, units.CACHE_MAX, set(), {"other"}),
            (known._replace(hash="0" * 64), units.CACHE_MAX, set(), set()),
            (head._replace(seq=head.seq + 1), units.CACHE_MAX, set(), set()),
            (head, units.CACHE_MAX, *everything),
            (head, 4, *everything),
            (head, 3, set(), set()),
        ):
            monkeypatch.setattr(units, "CACHE_MAX", most)
            cache = cache_of(store)
            cache.head = seen
            cache.valid_at(head, connection)
            assert (set(cache.accounts), set(cache.documents), cache.head) == (accounts, documents, head)


def test_a_unit_that_leaves_its_event_or_its_key_out(store: Store) -> None:
    store.write(opened, key="first")

    second_of_first = unit_of(("record", "x", "books", "ann"))
    one_name_twice = unit_of(*[(*ONE, {"name": "prize"})] * 2)
    with pytest.raises(StoreError, match=r"call record\(\) first"):
        store.write(lambda unit: unit.transfer("cage", "wallet", 1, "x"))
    store.write(second_of_first, key="second")
    assert [event.key for event in store.events()] == ["first", "second", "second+1"]
    with pytest.raises(KeyReused, match="'second' was used for another act"):
        store.write(one_name_twice, key="second", request="another")
    with pytest.raises(KeyReused, match="'third#prize' is in this event already"):
        store.write(one_name_twice, key="third")


def test_a_transfer_says_what_it_is(store: Store) -> None:
    store.write(opened, key="open")
    store.write(unit_of(*((*ONE, {"name": name, "pending": True}) for name in ("a", "b"))), key="held")
    store.write(unit_of(("post", "held#a"), ("void", "held#b")), key="resolved")
    states = [transfer.state for seq in range(1, 4) for transfer in store.transfers(seq)]
    assert states == ["posted", "pending", "pending", "post", "void"]


def test_stores_that_are_not_there(tmp_path: Path) -> None:
    for name in ("none.db", "no/none.db"):
        with pytest.raises(StoreUnavailable, match="There is no store at"):
            open_store(f"sqlite:///{tmp_path}/{name}", patience_s=0.01)
        assert list(tmp_path.iterdir()) == []


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
    with create_store(f"sqlite:///{tmp_path / 'store.db'}") as store:
        said = store.database.translate(sqlite3.OperationalError("near SELECT: syntax error"))
        assert type(said) is StoreError and "The store refused: near SELECT" in str(said)
        with pytest.raises(StoreError, match="no such table"):
            store.ask(lambda connection: connection.execute("SELECT 1 FROM elsewhere"))


def test_one_bad_unit_of_a_batch_is_found_and_the_others_are_booked(store: Store) -> None:
    """The database refuses the batch as a whole; each unit then has a transaction of its own."""
    store.write(opened)

    good = unit_of(ONE)

    def bad(unit: units.Unit) -> None:
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
    with create_store(f"sqlite:///{path}") as store:
        for _ in range(3):
            store.write(opened if not store.head().seq else spend(1))
        assert verify_range(store, 1, 3) == verify_range(store, 2, 2) == ""
        with closing(sqlite3.connect(path)) as raw, raw:
            raw.execute("DROP TRIGGER events_no_update")
            raw.execute("UPDATE events SET actor = 'bob' WHERE seq = 2")
        assert verify_range(store, 1, 3).startswith("Event 2 (spend): ")
        assert verify_range(store, 3, 3) == ""


def test_what_is_not_pending_is_neither_posted_nor_voided(store: Store) -> None:
    store.write(opened, key="open")
    for name in ("post", "void"):
        with pytest.raises(BadInput, match="There is no pending transfer 'open#0'"):
            store.write(unit_of((name, "open#0")))
    assert store.head().seq == 1


@pytest.mark.parametrize("key", ["", "a\nb", "x" * 5000])
def test_a_document_has_a_name(store: Store, key: str) -> None:
    with pytest.raises(BadInput, match="document key"):
        store.write(unit_of(("put", key, 1)))
    assert store.head().seq == 0


def test_what_another_process_left_alone_is_not_looked_up_again(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bound is on how many events of others there are, however long the log is."""
    monkeypatch.setattr(units, "CATCH_UP_MAX", 4)
    with create_store(store_url) as mine, open_store(store_url) as another:
        mine.write(opened)
        for _ in range(5):
            mine.write(spend(1))
        another.write(lambda unit: unit.record("note", "books", "ann"))
        mine.write(lambda unit: unit.record("note", "books", "ann"))
        assert "wallet" in mine._writer._cache.accounts


def test_a_hold_of_a_single_unit_is_posted_in_the_batch_that_made_it(store: Store) -> None:
    """The smallest amount there is: a millionth of a cent."""
    store.write(opened)
    with store.reading() as connection:
        batch = units.Batch(connection, connection.head(), (), units.Cache())

        def take(key: str, work: Callable[[units.Unit], object]) -> None:
            unit = units.Unit(batch, key, "")
            unit.record("step", "books", "ann")
            work(unit)
            unit.seal()
            batch.take(unit, 1)

        take("hold", lambda unit: unit.transfer("cage", "wallet", 1, "x", name="one", pending=True))
        take("post", lambda unit: unit.post("hold#one"))
        account = batch.account("wallet")
        assert account is not None
        assert (account.credits_pending, batch.resolved) == (0, {"hold#one"})
