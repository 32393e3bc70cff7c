"""Pays that a tray could not make: they wait as due, in their order, and are made with the next fill (HR-34).

A tray gives only what it has, and a winner loses nothing by that: what the tray has not is booked as owed
(`owing/T` to `due/T`), a fill is asked for, and the fill pays it in the same unit of work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from pitboss.jackpot.books import tray as tray_account
from pitboss.jackpot.entries import Due, TrayShort
from pitboss.money import Cents
from pitboss.store import UNIT_PER_CENT, Store, Unit
from pitboss.store.codec import encode
from pitboss.store.entries import begin

PAID: Final = "wager-paid"
OWED: Final = "pay-due"
SETTLED: Final = "due-paid"


def due_account(table: str) -> str:
    return f"due/{table}"


def owing_account(table: str) -> str:
    return f"owing/{table}"


def due_key(table: str) -> str:
    return f"tray-due/{table}"


def dues(get: Callable[[str], Any], table: str) -> list[Due]:
    """What a tray owes, the oldest first; `get` is a unit's or the store's `document`."""
    return [Due(**one) for one in get(due_key(table)) or ()]


def owed_cents(get: Callable[[str], Any], table: str) -> Cents:
    return sum(due.cents for due in dues(get, table))


def tray_cents(unit: Unit, table: str) -> Cents:
    account = tray_account(table)
    return unit.account(account).credit_balance // UNIT_PER_CENT if unit.has_account(account) else 0


def spare_cents(unit: Unit, table: str) -> Cents:
    """What a tray may give for anything but its dues."""
    return tray_cents(unit, table) - owed_cents(unit.get, table)


def missing_cents(unit: Unit, table: str) -> Cents:
    """The fill that a tray asks for."""
    return max(0, -spare_cents(unit, table))


def owe(unit: Unit, table: str, pays: Sequence[Due], by: str) -> None:
    """Put pays on record as due, and ask for the fill that they need."""
    waiting = [*dues(unit.get, table), *pays]
    missing = sum(due.cents for due in waiting) - tray_cents(unit, table)
    begin(unit, tray_account(table), by, TrayShort(table, tuple(pays), max(0, missing)))
    if not unit.has_account(due_account(table)):
        unit.open_account(due_account(table), debits_limited=True)
        unit.open_account(owing_account(table))
    for due in pays:
        unit.transfer_cents(owing_account(table), due_account(table), due.cents, OWED)
    unit.put(due_key(table), encode(waiting))


def pay_dues(unit: Unit, table: str) -> list[Due]:
    """Pay what the tray can pay by now, in order; the first that it cannot pay stops the rest."""
    waiting = dues(unit.get, table)
    paid: list[Due] = []
    for due in waiting:
        if due.cents > tray_cents(unit, table):
            break
        unit.transfer_cents(due_account(table), owing_account(table), due.cents, SETTLED)
        unit.transfer_cents(tray_account(table), due.payee, due.cents, PAID)
        paid.append(due)
    if paid:
        unit.put(due_key(table), encode(waiting[len(paid) :]) or None)
    return paid


def check_dues(store: Store) -> Iterator[str]:
    """The account of what a tray owes is the sum of the pays that wait; nothing on a sound store."""
    booked = {
        account.name.removeprefix(due_account("")): account.credit_balance // UNIT_PER_CENT
        for account in store.accounts(due_account(""))
    }
    noted = {
        key.removeprefix(due_key("")): sum(one["cents"] for one in pays)
        for key, pays in store.documents(due_key("")).items()
    }
    for table in sorted(booked.keys() | noted.keys()):
        if booked.get(table, 0) != noted.get(table, 0):
            yield f"The tray of {table} owes {booked.get(table, 0)} cents, its waiting pays are {noted.get(table, 0)}."
