"""What a jackpot has to ask of a tray: is it open, what does it owe, what may one person book alone.

A tray is never counted in, open, or counted out. After its closer a table is closed until two people have counted it
in (HR-17).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from pitboss.core.codec import decode, encode
from pitboss.core.errors import IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.jackpots.documents import Get
from pitboss.jackpots.events import Due, TrayShort
from pitboss.jackpots.postings import tray as tray_account
from pitboss.ledger import UNIT_PER_CENT, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import begin
from pitboss.people.person import Person
from pitboss.people.rights import ACTS, Act, allow
from pitboss.sheets.regulation import regulation


class TrayCounting(StrEnum):
    OPENER = "opener"
    CLOSER = "closer"


@dataclass(frozen=True, slots=True)
class LastCount:
    which: TrayCounting
    cents: Cents
    at_us: int
    signed: tuple[str, ...]

    @property
    def emptied(self) -> bool:
        """Counted out without a chip: all of them are in the cage."""
        return self.which is TrayCounting.CLOSER and not self.cents


def _key(table: str) -> str:
    return f"tray/{table}"


def last_count(get: Get, table: str) -> LastCount | None:
    found = get(_key(table))
    return None if found is None else decode(LastCount, found)


def keep_count(unit: Unit, table: str, count: LastCount) -> None:
    unit.put(_key(table), encode(count))


def check_opened(unit: Unit, table: str) -> None:
    """Nothing is played at a table that was counted out, and no chips come or go. One that nobody has counted keeps no
    counts."""
    last = last_count(unit.get, table)
    if last is not None and last.which is TrayCounting.CLOSER:
        raise IllegalAction(
            f"{table} was counted out and is closed.", clause="HR-17", accepted="the opener's count first"
        )


def check_not_counted(unit: Unit, table: str, which: TrayCounting) -> None:
    """Openers and closers take turns. A second one would book chips as over or short that a fill or a credit moves, and
    a second opener would even pay with them what the tray owes."""
    last = last_count(unit.get, table)
    if last is None or last.which is not which:
        return
    at, by = gambling_day(unit).moment(last.at_us), ", ".join(last.signed)
    opener = which is TrayCounting.OPENER
    raise IllegalAction(
        f"{table} was already counted {'in' if opener else 'out'} at {at} by {by}.",
        clause="HR-17",
        accepted="a fill, or the closer first" if opener else "the opener's count first",
    )


# Pays that a tray could not make: they wait as due, in their order, and are made with the next fill (HR-34).
#
# A tray gives only what it has, and a winner loses nothing by that: what the tray has not is booked as owed
# (`owing/T` to `due/T`), a fill is asked for, and the fill pays it in the same unit of work.

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


# How much one person books alone on a gambling day; beyond it a second person signs every act (HR-14, HR-17, HR-34).


def alone_key(person: str) -> str:
    return f"booked-alone/{person}"


def count_alone(
    unit: Unit,
    act: Act,
    kind: str,
    cents: Cents,
    by: Person,
    second: Person | None,
    now_us: int,
    *,
    most: Cents,
) -> None:
    """Count what a person books alone; `act` is what it becomes beyond the day's amount, with a second person. What
    two people sign counts for neither."""
    if second is not None:
        allow(act, by, second)
        return
    day = gambling_day(unit).of(now_us).isoformat()
    known = unit.get(alone_key(by.id)) or {}
    booked: dict[str, Cents] = known["cents"] if known.get("day") == day else {}
    so_far = booked.get(kind, 0)
    if so_far + cents > most:
        raise IllegalAction(
            f"{by.id} has booked {dollars(so_far)} of {kind} today and may book {dollars(most)} alone; "
            f"{dollars(cents)} more take two people.",
            clause=ACTS[act].clause,
            accepted=f"at most {dollars(max(0, most - so_far))}, or a second person: "
            + ", ".join(role.value for role in ACTS[act].second),
        )
    unit.put(alone_key(by.id), {"day": day, "cents": {**booked, kind: so_far + cents}})


# The amounts are those that a payout may reach without surveillance.


def surveillance_over(day: date) -> Cents:
    """Payouts above this are confirmed by surveillance on a gambling day (HR-14)."""
    return regulation().value("surveillance-payout", day).cents


def check_sale(unit: Unit, table: str, cents: Cents, by: Person, second: Person | None, now_us: int) -> None:
    """Chips sold for cash: nobody sees the cash but who sells, so above the day's amount a boss counts it too."""
    check_alone(unit, Act.SELL_MORE, f"chips for cash at {table}", cents, by, second, now_us)


def check_alone(
    unit: Unit, act: Act, kind: str, cents: Cents, by: Person, second: Person | None, now_us: int
) -> None:
    most = surveillance_over(gambling_day(unit).of(now_us))
    count_alone(unit, act, kind, cents, by, second, now_us, most=most)
