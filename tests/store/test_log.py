"""The event log: append-only, hash-chained, retries recognised; documents follow it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from pitboss.core.errors import BadInput
from pitboss.ledger import KeyReused, Store, StoreError, Unit, create_store, open_store
from pitboss.ledger.model import GENESIS, Event, expected_hash
from pitboss.ledger.verify import verify


def note(text: str, stream: str = "pit") -> object:
    def work(unit: Unit) -> None:
        unit.record("note", stream, "ann", {"text": text})
        unit.put(f"note/{stream}", {"last": text})

    return work


def test_events_are_numbered_and_chained(store: Store) -> None:
    for text in ("one", "two", "three"):
        store.write(note(text))
    events = store.events()
    assert [event.seq for event in events] == [1, 2, 3]
    assert [event.prev for event in events] == [GENESIS, events[0].hash, events[1].hash]
    assert all(event.hash == expected_hash(event, []) for event in events)
    assert [event.payload["text"] for event in events] == ["one", "two", "three"]
    assert store.document("note/pit") == {"last": "three"}


@pytest.mark.clause("HR-20", "HR-22")
def test_the_same_key_again_is_a_retry_and_with_other_content_refused(store: Store, store_url: str) -> None:
    """Also after reopening. Either way nothing is booked."""
    first = store.write(note("one"), key="k1", request={"text": "one"})
    assert not first.replayed
    with open_store(store_url) as reopened:
        for asked in (store, reopened):
            again = asked.write(note("one"), key="k1", request={"text": "one"})
            assert (again.replayed, again.event) == (True, first.event)
            with pytest.raises(KeyReused, match="another act"):
                asked.write(note("two"), key="k1", request={"text": "two"})
    assert store.head().seq == 1


def test_a_refused_unit_leaves_no_trace_and_spares_its_neighbours(store: Store) -> None:
    def broken(unit: Unit) -> None:
        unit.record("note", "pit", "ann", {"text": "broken"})
        unit.put("note/pit", {"last": "broken"})
        raise BadInput("no")

    futures = [store.submit(note("a")), store.submit(broken), store.submit(note("b"))]
    assert futures[0].result().event.payload["text"] == "a"
    with pytest.raises(BadInput, match="no"):
        futures[1].result()
    assert futures[2].result().event.payload["text"] == "b"
    assert [event.payload["text"] for event in store.events()] == ["a", "b"]
    assert store.document("note/pit") == {"last": "b"}


def test_a_unit_with_several_events_is_one_transaction(store: Store) -> None:
    def round_and_jackpot(unit: Unit) -> None:
        unit.record("deal", "table/1", "dealer", {"n": 1})
        unit.put("table/1", {"round": 1})
        unit.record("start-game", "table/1", "dealer", {"n": 2})
        unit.put("keypad/1", {"lit": [1, 2]})

    receipt = store.write(round_and_jackpot, key="r1")
    assert [event.key for event in receipt.events] == ["r1", "r1+1"]
    sets = [{"table/1": {"round": 1}}, {"keypad/1": {"lit": [1, 2]}}]
    assert [event.sets for event in receipt.events] == sets
    assert [bool(event.request) for event in receipt.events] == [True, False]


def test_of_a_snapshot_the_log_keeps_the_digest(store: Store) -> None:
    def work(unit: Unit) -> None:
        unit.record("deal", "table/1", "dealer")
        unit.put("table/1", {"round": 1}, snapshot=True)
        unit.put("word", "as text")
        assert unit.get("table/1") == {"round": 1}

    sets = store.write(work).event.sets
    assert sets["table/1"] == sha256(b'{"round":1}').hexdigest()
    assert sets["word"] == sha256(b'"as text"').hexdigest(), "text is not taken for a digest"
    assert (store.document("table/1"), store.document("word")) == ({"round": 1}, "as text")
    assert verify(store).sound


def test_a_removed_document_is_gone_and_verifies(store: Store) -> None:
    store.write(note("one"))

    def remove(unit: Unit) -> None:
        assert unit.get("note/pit") == {"last": "one"}
        unit.record("clear", "pit", "ann")
        unit.put("note/pit", None)
        assert unit.get("note/pit") is None

    store.write(remove)
    assert store.document("note/pit") is None
    assert verify(store).sound


def test_documents_are_listed_by_prefix(store: Store) -> None:
    for stream in ("b", "a", "aé", "Z"):
        store.write(note(stream, stream))
    assert list(store.documents("note/a")) == ["note/a", "note/aé"]
    assert list(store.documents("note/")) == ["note/Z", "note/a", "note/aé", "note/b"]


def test_time_never_runs_backward(store_url: str) -> None:
    times = iter([4_000, 5_000, 9_000, 7_000, 8_000])
    with create_store(store_url, clock=lambda: next(times)) as store:
        for text in ("a", "b", "c"):
            store.write(note(text))
        assert [event.at_us for event in store.events()] == [9_000, 9_000, 9_000]


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize("statement", ["UPDATE events SET actor = 'eve'", "DELETE FROM events"])
def test_the_database_refuses_to_change_the_log(store: Store, statement: str) -> None:
    store.write(note("one"))
    with pytest.raises(StoreError, match="can only be added to"), store.reading() as connection:
        connection.execute(statement)
    assert [event.actor for event in store.events()] == ["ann"]


def test_many_threads_get_each_their_own_receipt(store: Store) -> None:
    seen: dict[int, Event] = {}

    def client(number: int) -> None:
        seen[number] = store.write(note(str(number)), key=f"t{number}").event

    threads = [threading.Thread(target=client, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(event.seq for event in seen.values()) == list(range(1, 41))
    assert all(event.payload["text"] == str(number) for number, event in seen.items())


def test_two_stores_on_one_database_see_each_other(store_url: str) -> None:
    """The caches of one writer give way to what the other has written."""
    with create_store(store_url) as one, open_store(store_url) as two:

        def count(unit: Unit) -> None:
            total = (unit.get("total") or 0) + 1
            unit.record("count", "pit", "ann", {"total": total})
            unit.put("total", total)

        for number in range(12):
            (one if number % 3 else two).write(count)
        assert one.document("total") == two.document("total") == 12
        assert verify(one).sound


def test_what_another_writer_touched_is_looked_up_again_and_nothing_else(store_url: str) -> None:
    """Accounts moved, documents written, removed and made; what was not touched stays at hand."""

    def work(*steps: tuple[Any, ...]) -> Callable[[Unit], None]:
        def run(unit: Unit) -> None:
            unit.record("step", "pit", "ann")
            for name, *arguments in steps:
                getattr(unit, name)(*arguments)

        return run

    with create_store(store_url) as one, open_store(store_url) as two:
        accounts = [("open_account", name) for name in ("cage", "mine", "theirs", "tray")]
        one.write(work(*accounts, ("put", "kept", 1), ("put", "gone", 1), ("put", "theirs", 1)))
        one.write(work(("transfer", "cage", "mine", 5, "x"), ("transfer", "cage", "theirs", 5, "x")))
        assert one.write(work(("get", "made"), ("get", "kept")))
        theirs = ("put", "gone", None), ("put", "theirs", 2), ("put", "made", 3)
        two.write(work(*theirs, ("transfer", "theirs", "tray", 5, "x")))
        seen: dict[str, Any] = {}

        def look(unit: Unit) -> None:
            unit.record("look", "pit", "ann")
            seen.update({key: unit.get(key) for key in ("kept", "gone", "theirs", "made")})
            seen["moved"] = unit.account("theirs").debits, unit.account("tray").credits

        one.write(look)
        assert seen == {"kept": 1, "gone": None, "theirs": 2, "made": 3, "moved": (5, 5)}
        cache = one._writer._cache
        assert cache.documents["kept"] == "1" and "mine" in cache.accounts  # not looked up again


def test_a_closed_store_refuses_work(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.write(note("late"))


@pytest.mark.parametrize("url", ["room.db", "sqlite:/room.db", "mysql://host/x", "sqlite://", ""])
def test_a_url_that_names_no_store(url: str) -> None:
    with pytest.raises(BadInput, match="does not name a store") as caught:
        open_store(url)
    assert "postgresql://" in str(caught.value)


def test_names_hold_no_control_characters(store: Store) -> None:
    with pytest.raises(BadInput, match="is not a stream"):
        store.write(lambda unit: unit.record("note", "a\nb", "ann"))
    with pytest.raises(BadInput, match="is not a key"):
        store.write(note("x"), key="a\x00")


def test_what_is_no_text_is_refused_and_its_neighbours_are_kept(store: Store) -> None:
    """Half of a surrogate pair, as a broken terminal hands it over."""
    futures = [store.submit(note("a")), store.submit(note("\ud800")), store.submit(note("b"))]
    futures[0].result()
    with pytest.raises(BadInput, match="no text"):
        futures[1].result()
    futures[2].result()
    for wrong in ("a\0", {"\0": 1}, ["\udfff"], "\\\0"):
        with pytest.raises(BadInput, match=r"no text.*Unicode without NUL"):
            store.write(note(wrong))  # type: ignore[arg-type]
    for wrong in ("\ud800", "a\0"):
        for ask in (store.document, store.account, lambda name: store.write(lambda unit: unit.get(name))):
            with pytest.raises(BadInput, match="no text"):
                ask(wrong)
        with pytest.raises(BadInput):
            store.write(note("x"), key=wrong)
        with pytest.raises(BadInput):
            store.write(note("x", stream=wrong))
    assert [event.payload["text"] for event in store.events()] == ["a", "b"]
    store.write(note("a backslash and u0000: \\u0000 is text"))
    assert verify(store).sound
