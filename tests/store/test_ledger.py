"""The ledger: growing counters, immutable transfers, limits, pending transfers, and a balance of zero."""

from __future__ import annotations

import pytest

from pitboss.core.errors import BadInput
from pitboss.ledger import KeyReused, Overdraft, Store, StoreError, Unit
from pitboss.ledger.model import COUNTER_MAX
from pitboss.ledger.verify import verify
from tests.store.units import Step, unit_of

ACCOUNTS: tuple[Step, ...] = (
    ("cage", {}), ("wallet", {"debits_limited": True}), ("tray", {}), ("bank", {"credits_limited": True}),
)  # fmt: skip


@pytest.fixture
def books(store: Store) -> Store:
    store.write(unit_of(*(("open_account", *account) for account in ACCOUNTS)))
    return store


def run(store: Store, *steps: Step, key: str | None = None) -> None:
    store.write(unit_of(*steps), key=key, request=[list(map(str, step)) for step in steps])


def moved(debit: str, credit: str, amount: int, **more: object) -> Step:
    return ("transfer", debit, credit, amount, "x", more)


# steps before, the step tried, what comes of it: the wallet's counters (debits, credits, pending debits,
# pending credits) or the beginning of the refusal
IN = moved("cage", "wallet", 100)
ROWS = [
    ((), IN, (0, 100, 0, 0)),
    ((), moved("wallet", "tray", 1), "'wallet' does not hold"),
    ((IN,), moved("wallet", "tray", 100), (100, 100, 0, 0)),
    ((IN,), moved("wallet", "tray", 101), "'wallet' does not"),
    ((), moved("cage", "cage", 5), "A transfer from 'cage' to itself"),
    ((), moved("cage", "wallet", 0), "A transfer of 0"),
    ((), moved("cage", "wallet", -3), "A transfer of -3"),
    ((), moved("cage", "nobody", 3), "There is no account 'nobody'"),
    ((), moved("cage", "bank", 1), "'bank' may not be credited"),
    ((moved("bank", "cage", 7),), moved("cage", "bank", 7), (0, 0, 0, 0)),
    ((moved("cage", "tray", COUNTER_MAX),), moved("cage", "tray", 1), "The counters of"),
    # what is held counts for the counters of both accounts: posted later it would not fit
    (
        (moved("cage", "tray", COUNTER_MAX, pending=True),),
        moved("cage", "wallet", 1),
        "The counters of 'cage'",
    ),
    ((moved("cage", "tray", COUNTER_MAX, pending=True),), moved("bank", "tray", 1), "The counters of 'tray'"),
]


@pytest.mark.parametrize(("before", "step", "expected"), ROWS)
def test_transfers_as_a_table(books: Store, before: tuple[Step, ...], step: Step, expected: object) -> None:
    if before:
        run(books, *before)
    head = books.head()
    if isinstance(expected, str):
        with pytest.raises((BadInput, StoreError)) as caught:
            run(books, step)
        assert str(caught.value).startswith(expected)
        assert books.head() == head
    else:
        run(books, step)
        assert books.account("wallet")[1:5] == expected
    assert books.trial_balance() == 0
    assert verify(books).sound


def test_a_transfer_is_booked_once_whatever_the_retries(books: Store) -> None:
    for _ in range(3):
        run(books, IN, key="buy-in/1")
    assert books.account("wallet").credits == 100
    with pytest.raises(KeyReused):
        run(books, moved("cage", "wallet", 200), key="buy-in/1")
    assert books.account("wallet").credits == 100


def test_an_account_without_an_event_is_not_opened(books: Store) -> None:
    def work(unit: Unit) -> None:
        with pytest.raises(StoreError, match=r"call record\(\) first"):
            unit.open_account("early")
        assert not unit.has_account("early")
        unit.record("note", "books", "ann")

    books.write(work)


HELD = "bet/1#wager"


@pytest.fixture
def held(books: Store) -> Store:
    """60 of the wallet's 100 are held for a wager."""
    run(books, IN)
    run(books, moved("wallet", "tray", 60, name="wager", pending=True), key="bet/1")
    return books


def test_a_pending_transfer_holds_without_moving(held: Store) -> None:
    wallet = held.account("wallet")
    assert (wallet.credit_balance, wallet.available_credit) == (100, 40)
    with pytest.raises(Overdraft):
        run(held, moved("wallet", "tray", 41))
    run(held, moved("wallet", "tray", 40))


# the step tried; what is left in the wallet, or the refusal
RESOLVED = [
    (("post", HELD), 40),
    (("post", HELD, 25), 75),
    (("void", HELD), 100),
    (("post", HELD, 61), "61 units cannot be posted"),
    (("post", HELD, 0), "0 units cannot be posted"),
    (("void", "bet/9"), "There is no pending transfer"),
]


@pytest.mark.parametrize(("step", "left"), RESOLVED)
def test_post_and_void_release_what_was_held(held: Store, step: Step, left: int | str) -> None:
    if isinstance(left, str):
        with pytest.raises(BadInput, match=left):
            run(held, step)
        return
    run(held, step)
    wallet = held.account("wallet")
    assert (wallet.credit_balance, wallet.available_credit, wallet.debits_pending) == (left, left, 0)
    with pytest.raises(StoreError, match="posted or voided already"):
        run(held, ("void", HELD))
    assert verify(held).sound


def test_hold_and_post_within_one_unit(books: Store) -> None:
    def work(unit: Unit) -> None:
        unit.record("bet", "books", "ann")
        unit.transfer("cage", "wallet", 10, "x")
        held_id = unit.transfer("wallet", "tray", 10, "wager", pending=True)
        unit.post(held_id)
        with pytest.raises(StoreError, match="already"):
            unit.void(held_id)

    books.write(work)
    assert books.account("tray").credits == 10
    assert verify(books).sound


def test_an_account_keeps_its_limits(books: Store) -> None:
    run(books, ("open_account", "cage"))
    with pytest.raises(KeyReused, match="other limits"):
        run(books, ("open_account", "wallet"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfers SET amount = 1",
        "DELETE FROM transfers",
        "UPDATE accounts SET debits = credits + 1 WHERE name = 'wallet'",
        "UPDATE accounts SET debits = -1 WHERE name = 'cage'",
        "INSERT INTO transfers VALUES (99, 0, 'x', 'cage', 'nobody', 5, 0, NULL, 'x')",
        "INSERT INTO transfers VALUES (99, 0, 'x', 'cage', 'cage', 5, 0, NULL, 'x')",
        "INSERT INTO transfers VALUES (99, 0, 'x', 'cage', 'wallet', -5, 0, NULL, 'x')",
        "INSERT INTO transfers VALUES (99, 0, 'x', 'wallet', 'cage', 500, 0, NULL, 'x')",
        "INSERT INTO transfers VALUES (99, 0, 'x', 'cage', 'wallet', 0, -60, 'bet/1#wager', 'x')"
        ", (99, 1, 'y', 'cage', 'wallet', 0, -60, 'bet/1#wager', 'x')",
    ],
)
def test_the_database_itself_holds_the_invariants(held: Store, statement: str) -> None:
    with pytest.raises(StoreError), held.reading() as connection:
        connection.execute(statement)
    assert held.trial_balance() == 0
    assert verify(held).sound


def test_counters_move_on_the_database_side_for_both_accounts(books: Store) -> None:
    """A row slipped in past the store still leaves debits equal to credits."""
    with books.reading() as connection:
        connection.execute("INSERT INTO transfers VALUES (99, 0, 'x', 'cage', 'wallet', 5, 0, NULL, 'x')")
    assert books.account("cage").debits == books.account("wallet").credits == 5
    assert books.trial_balance() == 0
    assert verify(books).findings[0].startswith("1 transfers belong to events after")


def test_an_account_is_there_from_the_step_that_opens_it(books: Store) -> None:
    """For its own unit at once, for every later one from the store; what a refused unit opened is not there."""

    def opens(unit: Unit, fails: bool = False) -> None:
        unit.record("open", "books", "ann")
        assert unit.has_account("cage")
        assert not unit.has_account("vault")
        unit.open_account("vault")
        assert unit.has_account("vault")
        if fails:
            raise BadInput("no")

    with pytest.raises(BadInput):
        books.write(lambda unit: opens(unit, fails=True))
    books.write(opens)
    assert books.account("vault").name == "vault"
