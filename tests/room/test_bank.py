"""Wallets kept at hand are what the ledger has, whatever comes between a question and its answer (HR-34)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.chips.accounts import Move, felt, wallet
from pitboss.chips.wallets import Bank
from pitboss.core.errors import BadInput
from pitboss.ledger import Store, create_store

ANN, BOB, FELT = wallet("ann"), wallet("bob"), felt("t1")
BET, WON = Move(ANN, FELT, 30, "wager-laid"), Move(FELT, ANN, 30, "wager-returned")


class Overtaken:
    """A store whose first answer is old by the time it arrives: something happens on its way."""

    def __init__(self, store: Store) -> None:
        self.store, self.then = store, list[Callable[[], object]]()

    def accounts(self, name: str) -> Any:
        answer = self.store.accounts(name)
        while self.then:
            self.then.pop()()
        return answer


def granted(path: Path) -> tuple[Store, Overtaken, Bank]:
    """A dollar in ann's wallet, and a bank that has not looked yet."""
    store = create_store(f"sqlite:///{path / 'store.db'}")
    Bank(store).grant("ann", 100, "test", "chips to test with")
    there = Overtaken(store)
    return store, there, Bank(there)  # type: ignore[arg-type]


@pytest.mark.clause("HR-34")
@pytest.mark.parametrize(
    ("change", "cents"),
    [
        (lambda bank, store: bank.take([BET]), 70),
        (lambda bank, store: bank.give([WON]), 130),
        (lambda bank, store: bank.told("ann", 5), 5),
        (lambda bank, store: (Bank(store).grant("ann", 50, "test", "more"), bank.reload("ann")), 150),
        (lambda bank, store: (Bank(store).grant("ann", 50, "test", "more"), bank.changed([ANN, FELT])), 150),
        (lambda bank, store: (Bank(store).grant("ann", 50, "test", "more"), bank.forget([BET])), 150),
        (lambda bank, store: (Bank(store).grant("ann", 50, "test", "more"), bank.forget([WON])), 150),
        (lambda bank, store: bank.changed([FELT, BOB]), 100),
    ],
)
def test_an_answer_that_was_overtaken_is_not_kept(
    tmp_path: Path, change: Callable[[Bank, Store], object], cents: int
) -> None:
    """While one thread waits for the ledger, another has its answer and chips move."""
    store, there, bank = granted(tmp_path)
    there.then = [lambda: (bank.fetch(["ann"]), change(bank, store))]
    assert bank.available("ann") == cents == bank.at_hand("ann")
    store.close()


def test_what_is_not_known_yet_is_looked_up_and_moves_nothing(tmp_path: Path) -> None:
    store, there, bank = granted(tmp_path)
    assert not bank.known("ann") and bank.at_hand("ann") == 0
    for act in (lambda: bank.take([BET]), lambda: bank.give([WON]), lambda: bank.told("ann", 7)):
        act()
        assert not bank.known("ann") and bank.at_hand("ann") == 0
    there.then = [lambda: bank.take([BET])]
    assert bank.available("ann") == 100
    bank.reload("ann")
    assert (bank.known("ann"), bank.at_hand("ann"), bank.available("bob")) == (False, 100, 0)
    store.close()


def test_chips_are_granted_in_whole_cents(tmp_path: Path) -> None:
    store, _, _ = granted(tmp_path)
    bank = Bank(store)
    for cents in (0, -1):
        with pytest.raises(BadInput, match="is a positive amount"):
            bank.grant("ann", cents, "test", "nothing")
    bank.grant("ann", 1, "test", "a cent")
    assert bank.available("ann") == 101
    store.close()
