"""The ledger: growing counters, immutable transfers, limits, pending transfers, and a balance of zero."""

from __future__ import annotations

import pytest

from pitboss.errors import BadInput
from pitboss.store import KeyReused, Overdraft, Store, StoreError, Unit
from pitboss.store.model import COUNTER_MAX
from pitboss.store.verify import verify

# account, limited side
ACCOUNTS = (("cage", ""), ("wallet", "debits"), ("tray", ""), ("bank", "credits"))


@pytest.fixture
def books(store: Store) -> Store:
    def work(unit: Unit) -> None:
        unit.record("open", "books", "ann")
        for name, limited in ACCOUNTS:
            unit.open_account(name, debits_limited=limited == "debits", credits_limited=limited == "credits")

    store.write(work)
    return store


def run(store: Store, *steps: tuple[object, ...], key: str | None = None) -> None:
    """Each step is a method of the unit with its arguments."""

    def work(unit: Unit) -> None:
        unit.record("move", "books", "ann")
        for name, *arguments in steps:
            getattr(unit, str(name))(*arguments)

    store.write(work, key=key, request=[list(map(str, step)) for step in steps])


# steps before, the step tried, what comes of it: the wallet's counters (debits, credits, pending debits,
# pending credits) or the beginning of the refusal
ROWS = [
    ((), ("transfer", "cage", "wallet", 100, "x"), (0, 100, 0, 0)),
    ((), ("transfer", "wallet", "tray", 1, "x"), "'wallet' does not hold"),
    ((("transfer", "cage", "wallet", 100, "x"),), ("transfer", "wallet", "tray", 100, "x"), (100, 100, 0, 0)),
    (
        (("transfer", "cage", "wallet", 100, "x"),),
        ("transfer", "wallet", "tray", 101, "x"),
        "'wallet' does not",
    ),
    ((), ("transfer", "cage", "cage", 5, "x"), "A transfer from 'cage' to itself"),
    ((), ("transfer", "cage", "wallet", 0, "x"), "A transfer of 0"),
    ((), ("transfer", "cage", "wallet", -3, "x"), "A transfer of -3"),
    ((), ("transfer", "cage", "nobody", 3, "x"), "There is no account 'nobody'"),
    ((), ("transfer", "cage", "bank", 1, "x"), "'bank' may not be credited"),
    ((("transfer", "bank", "cage", 7, "x"),), ("transfer", "cage", "bank", 7, "x"), (0, 0, 0, 0)),
    (
        (("transfer", "cage", "tray", COUNTER_MAX, "x"),),
        ("transfer", "cage", "tray", 1, "x"),
        "The counters of",
    ),
]


@pytest.mark.parametrize(("before", "step", "expected"), ROWS)
def test_transfers_as_a_table(
    books: Store, before: tuple[tuple[object, ...], ...], step: tuple[object, ...], expected: object
) -> None:
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
        run(books, ("transfer", "cage", "wallet", 100, "buy-in"), key="buy-in/1")
    assert books.account("wallet").credits == 100
    with pytest.raises(KeyReused):
        run(books, ("transfer", "cage", "wallet", 200, "buy-in"), key="buy-in/1")
    assert books.account("wallet").credits == 100


@pytest.mark.parametrize(("debit", "credit", "full"), [("cage", "wallet", "cage"), ("bank", "tray", "tray")])
def test_what_is_held_counts_for_the_counters_of_both_accounts(
    books: Store, debit: str, credit: str, full: str
) -> None:
    """Posted later it would not fit."""

    def hold(unit: Unit) -> None:
        unit.record("hold", "books", "ann")
        unit.transfer("cage", "tray", COUNTER_MAX, "wager", pending=True)

    books.write(hold)
    with pytest.raises(StoreError, match=f"The counters of '{full}'"):
        run(books, ("transfer", debit, credit, 1, "x"))


def test_an_account_without_an_event_is_not_opened(books: Store) -> None:
    def work(unit: Unit) -> None:
        with pytest.raises(StoreError, match=r"call record\(\) first"):
            unit.open_account("early")
        assert not unit.has_account("early")
        unit.record("note", "books", "ann")

    books.write(work)


def held(books: Store, amount: int = 60) -> str:
    run(books, ("transfer", "cage", "wallet", 100, "x"))

    def work(unit: Unit) -> None:
        unit.record("hold", "books", "ann")
        unit.transfer("wallet", "tray", amount, "wager", name="wager", pending=True)

    books.write(work, key="bet/1")
    return "bet/1#wager"


def test_a_pending_transfer_holds_without_moving(books: Store) -> None:
    held(books)
    wallet = books.account("wallet")
    assert (wallet.credit_balance, wallet.available_credit) == (100, 40)
    with pytest.raises(Overdraft):
        run(books, ("transfer", "wallet", "tray", 41, "x"))
    run(books, ("transfer", "wallet", "tray", 40, "x"))


@pytest.mark.parametrize(
    ("step", "balance", "available"),
    [
        (("post", "bet/1#wager"), 40, 40),
        (("post", "bet/1#wager", 25), 75, 75),
        (("void", "bet/1#wager"), 100, 100),
    ],
)
def test_post_and_void_release_what_was_held(
    books: Store, step: tuple[object, ...], balance: int, available: int
) -> None:
    held(books)
    run(books, step)
    wallet = books.account("wallet")
    assert (wallet.credit_balance, wallet.available_credit, wallet.debits_pending) == (balance, available, 0)
    with pytest.raises(StoreError, match="posted or voided already"):
        run(books, ("void", "bet/1#wager"))
    assert verify(books).sound


@pytest.mark.parametrize(
    ("step", "refusal"),
    [
        (("post", "bet/1#wager", 61), "61 units cannot be posted"),
        (("post", "bet/1#wager", 0), "0 units cannot be posted"),
        (("void", "bet/9"), "There is no pending transfer"),
    ],
)
def test_what_cannot_be_posted(books: Store, step: tuple[object, ...], refusal: str) -> None:
    held(books)
    with pytest.raises(BadInput, match=refusal):
        run(books, step)


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
def test_the_database_itself_holds_the_invariants(books: Store, statement: str) -> None:
    held(books)
    with pytest.raises(StoreError), books.reading() as connection:
        connection.execute(statement)
    assert books.trial_balance() == 0
    assert verify(books).sound


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
