"""What a store can be asked: accounts, pages of the log, what moved an account and when."""

from __future__ import annotations

import pytest

from pitboss.core.errors import BadInput
from pitboss.ledger import Store
from tests.store.units import unit_of


@pytest.fixture
def told(store: Store) -> Store:
    """Three events: accounts opened, 100 in for chips, 30 back."""
    store.write(unit_of(*(("open_account", name) for name in ("tray/T1", "tray/T2", "wallet/bob"))))
    for moved in (("tray/T1", "wallet/bob", 100, "chips"), ("wallet/bob", "tray/T1", 30, "back")):
        store.write(unit_of(("transfer", *moved), stream=f"table/{moved[-1]}"))
    return store


def test_accounts_by_the_beginning_of_their_names(told: Store) -> None:
    assert [account.name for account in told.accounts("tray/")] == ["tray/T1", "tray/T2"]
    assert told.account("wallet/bob").credit_balance == 70
    with pytest.raises(BadInput, match="no account 'wallet/eve'"):
        told.account("wallet/eve")


def test_pages_of_the_log_in_both_directions(told: Store) -> None:
    assert [event.seq for event in told.events(limit=2)] == [1, 2]
    assert [event.seq for event in told.events(after=2)] == [3]
    assert [event.seq for event in told.events(newest_first=True, limit=2)] == [3, 2]
    assert [event.seq for event in told.events(newest_first=True, after=3)] == [2, 1]
    assert [event.seq for event in told.events(after=1, limit=1)] == [2]
    assert [event.kind for event in told.events("table/back", newest_first=True)] == ["move"]


def test_what_moved_an_account(told: Store) -> None:
    assert told.movements("wallet/bob") == {"chips": (0, 100), "back": (30, 0)}
    assert told.movements("wallet/bob", after=2) == {"back": (30, 0)}
    assert told.movements("wallet/bob", until=2) == {"chips": (0, 100)}
    assert told.moves("tray/T1", ("chips", "back")) == [(2, "chips", -100), (3, "back", 30)]
    assert told.moves("tray/T1", ("back",)) == [(3, "back", 30)]
    assert [(t.debit, t.credit, t.amount) for t in told.transfers(3)] == [("wallet/bob", "tray/T1", 30)]


def test_the_last_event_before_a_moment(told: Store) -> None:
    times = [event.at_us for event in told.events()]
    assert told.seq_before(times[0]) == 0
    assert told.seq_before(times[2]) == max(seq for seq, at in enumerate(times, 1) if at < times[2])
    assert told.seq_before(times[2] + 1) == 3
