"""Wallets kept at hand are what the ledger has, whatever comes between a question and its answer (HR-34)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.chips.accounts import Move, Wallets, felt, wallet
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


def granted(path: Path) -> tuple[Store, Overtaken, Wallets]:
    """A dollar in ann's wallet, and a wallets that has not looked yet."""
    store = create_store(f"sqlite:///{path / 'store.db'}")
    Wallets(store).grant("ann", 100, "test", "chips to test with")
    there = Overtaken(store)
    return store, there, Wallets(there)  # type: ignore[arg-type]


@pytest.mark.clause("HR-34")
@pytest.mark.parametrize(
    ("change", "cents"),
    [
        (lambda wallets, store: wallets.take([BET]), 70),
        (lambda wallets, store: wallets.give([WON]), 130),
        (lambda wallets, store: wallets.told("ann", 5), 5),
        (
            lambda wallets, store: (Wallets(store).grant("ann", 50, "test", "more"), wallets.reload("ann")),
            150,
        ),
        (
            lambda wallets, store: (
                Wallets(store).grant("ann", 50, "test", "more"),
                wallets.changed([ANN, FELT]),
            ),
            150,
        ),
        (
            lambda wallets, store: (Wallets(store).grant("ann", 50, "test", "more"), wallets.forget([BET])),
            150,
        ),
        (
            lambda wallets, store: (Wallets(store).grant("ann", 50, "test", "more"), wallets.forget([WON])),
            150,
        ),
        (lambda wallets, store: wallets.changed([FELT, BOB]), 100),
    ],
)
def test_an_answer_that_was_overtaken_is_not_kept(
    tmp_path: Path, change: Callable[[Wallets, Store], object], cents: int
) -> None:
    """While one thread waits for the ledger, another has its answer and chips move."""
    store, there, wallets = granted(tmp_path)
    there.then = [lambda: (wallets.fetch(["ann"]), change(wallets, store))]
    assert wallets.available("ann") == cents == wallets.at_hand("ann")
    store.close()


def test_what_is_not_known_yet_is_looked_up_and_moves_nothing(tmp_path: Path) -> None:
    store, there, wallets = granted(tmp_path)
    assert not wallets.known("ann") and wallets.at_hand("ann") == 0
    for act in (lambda: wallets.take([BET]), lambda: wallets.give([WON]), lambda: wallets.told("ann", 7)):
        act()
        assert not wallets.known("ann") and wallets.at_hand("ann") == 0
    there.then = [lambda: wallets.take([BET])]
    assert wallets.available("ann") == 100
    wallets.reload("ann")
    assert (wallets.known("ann"), wallets.at_hand("ann"), wallets.available("bob")) == (False, 100, 0)
    store.close()


def test_chips_are_granted_in_whole_cents(tmp_path: Path) -> None:
    store, _, _ = granted(tmp_path)
    wallets = Wallets(store)
    for cents in (0, -1):
        with pytest.raises(BadInput, match="is a positive amount"):
            wallets.grant("ann", cents, "test", "nothing")
    wallets.grant("ann", 1, "test", "a cent")
    assert wallets.available("ann") == 101
    store.close()
