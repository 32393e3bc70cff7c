"""What a settled wager moves, and what a unit takes of it: to the cent, and nothing where there is nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.chips.accounts import (
    CASH_FOR_CHIPS,
    FILL,
    WAGER_LAID,
    WAGER_PAID,
    WAGER_RETURNED,
    WAGER_TAKEN,
    Move,
    felt,
    held,
    post,
    settle,
    tokes,
    tray,
    wallet,
)
from pitboss.core.odds import EVEN, LOSES, PUSH
from pitboss.jackpots.events import Due
from pitboss.jackpots.tray import (
    check_dues,
    due_account,
    due_key,
    dues,
    missing_cents,
    owe,
    pay_dues,
    tray_cents,
)
from pitboss.ledger import Overdraft, Store, Unit, create_store
from pitboss.rounds.events import Settlement

T = "t1"
ANN, FELT, TRAY, TOKES, HELD = wallet("ann"), felt(T), tray(T), tokes(T), held(T)


@pytest.mark.clause("HR-17", "HR-27", "LB-11", "JP-01")
@pytest.mark.parametrize(
    ("stake", "net", "how", "tokes_cents", "moves"),
    [
        (500, 1, {}, 0, [(FELT, ANN, 500, WAGER_RETURNED), (TRAY, ANN, 1, WAGER_PAID)]),
        (500, 0, {}, 0, [(FELT, ANN, 500, WAGER_RETURNED)]),
        (500, -1, {}, 0, [(FELT, TRAY, 1, WAGER_TAKEN), (FELT, ANN, 499, WAGER_RETURNED)]),
        (500, -500, {}, 0, [(FELT, TRAY, 500, WAGER_TAKEN)]),
        (0, 2_500, {}, 0, [(TRAY, ANN, 2_500, WAGER_PAID)]),  # envy
        (0, -1, {}, 0, [(ANN, TRAY, 1, WAGER_PAID)]),  # a cut
        (0, 0, {}, 0, []),
        (500, 750, {"holding": True}, 0, [(FELT, ANN, 500, WAGER_RETURNED), (TRAY, HELD, 750, WAGER_PAID)]),
        (500, 500, {}, 1_000, [(FELT, TOKES, 500, WAGER_RETURNED), (TRAY, TOKES, 500, WAGER_PAID)]),
        (100, 400, {"sensed": True}, 0, [(TRAY, ANN, 500, WAGER_PAID)]),
        (100, -100, {"sensed": True}, 0, []),
    ],
)  # fmt: skip
def test_what_a_settled_wager_moves(
    stake: int, net: int, how: dict[str, bool], tokes_cents: int, moves: list[tuple[str, str, int, str]]
) -> None:
    odds = EVEN if net > 0 else LOSES if net else PUSH
    done = Settlement(1, "ante", stake, net, "hand", odds, "FB-01", "", tokes_cents)
    assert settle(T, "ann", done, **how) == moves


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A table whose tray has ten dollars; ann has five in her wallet and two on the felt."""
    with create_store(f"sqlite:///{tmp_path / 'store.db'}") as opened:

        def begin(unit: Unit) -> None:
            unit.record("begun", "test", "test")
            for name in ("source", TRAY, FELT, ANN):
                unit.open_account(name, debits_limited=name in (FELT, ANN))
            for name, cents in ((TRAY, 1_000), (ANN, 500), (FELT, 200)):
                unit.transfer_cents("source", name, cents, "begun")

        opened.write(begin)
        yield opened


def balances(unit: Unit) -> dict[str, int]:
    return {name: unit.account(name).credit_balance // 1_000_000 for name in (TRAY, ANN, FELT)}


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize("move", [Move(ANN, TRAY, 100, WAGER_LAID), Move(TRAY, ANN, 100, WAGER_RETURNED)])
def test_a_tray_neither_takes_nor_gives_for_any_other_reason(store: Store, move: Move) -> None:
    def work(unit: Unit) -> None:
        unit.record("tried", "test", "test")
        post(unit, [move])

    with pytest.raises(ValueError, match=move.code):
        store.write(work)
    assert [event.kind for event in store.events("test")] == ["begun"]


@pytest.mark.clause("HR-34", "HR-17")
@pytest.mark.parametrize(
    ("moves", "waiting", "after"),
    [
        # what the tray has to the last cent is paid, a cent more waits
        ([Move(TRAY, ANN, 1_000, WAGER_PAID)], 0, (0, 1_500, 200)),
        ([Move(TRAY, ANN, 1_001, WAGER_PAID)], 1, (1_000, 500, 200)),
        # a pay comes after what the same round has taken
        ([Move(TRAY, ANN, 1_200, WAGER_PAID), Move(FELT, TRAY, 200, WAGER_TAKEN)], 0, (0, 1_700, 0)),
        # nobody is paid before somebody who waits
        ([Move(TRAY, ANN, 1_001, WAGER_PAID), Move(TRAY, ANN, 1, WAGER_PAID)], 2, (1_000, 500, 200)),
        # what comes back to the tray is no pay of it, nor are chips for cash
        ([Move(ANN, TRAY, 500, WAGER_PAID)], 0, (1_500, 0, 200)),
        ([Move(TRAY, ANN, 1_000, CASH_FOR_CHIPS), Move(TRAY, ANN, 1, WAGER_PAID)], 1, (0, 1_500, 200)),
    ],
)  # fmt: skip
def test_pays_come_last_and_wait_for_what_a_tray_has_not(
    store: Store, moves: list[Move], waiting: int, after: tuple[int, int, int]
) -> None:
    def work(unit: Unit) -> None:
        unit.record("paid", "test", "test")
        pays = [move for move in moves if move.code == WAGER_PAID]
        assert post(unit, moves) == pays[len(pays) - waiting :]
        assert tuple(balances(unit).values()) == after

    store.write(work)


@pytest.mark.clause("HR-34")
def test_who_is_owed_by_the_tray_is_paid_first(store: Store) -> None:
    """What is due waits in an account that holds no more and no less; a tray that nobody opened has nothing."""

    def work(unit: Unit) -> None:
        unit.record("owed", "test", "test")
        assert (tray_cents(unit, "t2"), missing_cents(unit, "t2")) == (0, 0)
        owe(unit, T, [Due(ANN, 700)], "test")
        assert missing_cents(unit, T) == 0
        assert post(unit, [Move(TRAY, ANN, 1, WAGER_PAID)]) == [Move(TRAY, ANN, 1, WAGER_PAID)]
        owe(unit, T, [Due(ANN, 301)], "test")
        assert missing_cents(unit, T) == 1
        with pytest.raises(Overdraft):
            unit.transfer_cents(due_account(T), ANN, 1_002, "more than is due")
        assert pay_dues(unit, T) == [Due(ANN, 700)]
        assert dues(unit.get, T) == [Due(ANN, 301)]
        unit.transfer_cents("source", TRAY, 1, FILL)
        assert pay_dues(unit, T) == [Due(ANN, 301)]
        assert balances(unit) == {TRAY: 0, ANN: 1_501, FELT: 200}

    store.write(work)
    short = [event.payload["fill_cents"] for event in store.events(TRAY)]
    assert short == [0, 1]
    assert list(check_dues(store)) == []


@pytest.mark.clause("HR-34")
def test_a_slip_of_one_cent_that_no_account_holds_is_found(store: Store) -> None:
    def slip(unit: Unit) -> None:
        unit.record("slipped", "test", "test")
        unit.put(due_key(T), [{"payee": ANN, "cents": 1}])

    store.write(slip)
    assert list(check_dues(store)) == ["The tray of t1 owes 0 cents, its waiting pays are 1."]
