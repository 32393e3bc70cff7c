"""Do the trays' books say one thing? A tray holds nothing less than nothing, its chips come and go on known ways, and
its last count and what moved since are what its account holds (HR-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.house.entries import CloserCounted, OpenerCounted, TrayCount
from pitboss.house.tray_day import Movement, over_short_account
from pitboss.jackpot.books import players as players_account
from pitboss.jackpot.books import tray as tray_account
from pitboss.jackpot.counts import TrayCounting, last_count
from pitboss.jackpot.statement import money
from pitboss.jackpot.verify import earlier
from pitboss.store import UNIT_PER_CENT, Event, Reader
from pitboss.store.entries import read_event

TRAYS: Final = tray_account("")
PLAYERS: Final = (players_account("{}"), "felt/{}", "held/{}", "tokes/{}", "wallet/")
"""where chips of players are at a table, with a room's wallets and without"""
CAGE: Final = ("cage",)


@dataclass(frozen=True, slots=True)
class Ways:
    """Where chips come from and go to for one reason; `{}` is the table, a name with / at its end any below it."""

    into: tuple[str, ...] = ()
    out: tuple[str, ...] = ()

    def known(self, table: str, other: str, *, comes: bool) -> bool:
        names = [name.format(table) for name in (self.into if comes else self.out)]
        return any(other == name or (name.endswith("/") and other.startswith(name)) for name in names)


WAYS: Final[Mapping[str, Ways]] = {
    "opener": Ways(into=CAGE),
    Movement.FILL.value: Ways(into=CAGE),
    Movement.CREDIT.value: Ways(out=CAGE),
    Movement.CASH_FOR_CHIPS.value: Ways(out=PLAYERS),
    Movement.WAGER_TAKEN.value: Ways(into=PLAYERS),
    Movement.WAGER_PAID.value: Ways(into=PLAYERS, out=PLAYERS),
    "count": Ways(into=(over_short_account("{}"),), out=(over_short_account("{}"),)),
}


def check_trays(store: Reader) -> Iterator[str]:
    """What does not fit; nothing on a sound store."""
    old = earlier(store)
    for table, units in _below(store, old, allowed=False):
        yield f"The tray of {table} holds {money(units)}; a tray cannot give what it has not."
    for flow in store.flows(TRAYS, after=old):
        comes = flow.credit.startswith(TRAYS)
        account, other = (flow.credit, flow.debit) if comes else (flow.debit, flow.credit)
        ways = WAYS.get(flow.code, Ways())
        if not ways.known(account.removeprefix(TRAYS), other, comes=comes):
            yield (
                f"Event {flow.first} has {money(flow.units)} of {account} "
                f"{'come from' if comes else 'go to'} {other} for {flow.code!r}: no such way is in a tray's books."
            )
    yield from _check_counts(store, old)


def left_short(store: Reader) -> list[str]:
    """Trays that an earlier version let go below nothing, and that nobody has counted since."""
    return [
        f"The tray of {table} holds {money(units)} since an earlier version: count it (`pitboss tray`)."
        for table, units in _below(store, earlier(store), allowed=True)
    ]


def _below(store: Reader, old: int, *, allowed: bool) -> Iterator[tuple[str, int]]:
    for account in store.accounts(TRAYS):
        units = account.credit_balance
        if units < 0 and (old > 0 and _balance(store, account.name, old) <= units) is allowed:
            yield account.name.removeprefix(TRAYS), units


def _balance(store: Reader, account: str, until: int) -> int:
    moved = store.movements(account, until=until).values()
    return sum(credits_ - debits for debits, credits_ in moved)


def _check_counts(store: Reader, old: int) -> Iterator[str]:
    """A count makes the account what the chips are, less what had waited for them and is paid with them."""
    for table, event in _last_counts(store, old).items():
        said = read_event(TrayCount, event)
        chips = (said.cents - sum(due.cents for due in said.paid_due)) * UNIT_PER_CENT
        booked = _balance(store, tray_account(table), event.seq)
        if booked != chips:
            yield (
                f"The tray of {table} was counted at {money(chips)} in event {event.seq}, its account had "
                f"{money(booked)}: the last count and what moved since are not what it holds."
            )
        kept, which = last_count(store.document, table), TrayCounting(event.kind.removeprefix("tray."))
        if kept is None or (kept.which, kept.cents) != (which, said.cents):
            yield f"The last count of {table} is event {event.seq}; the record of it says something else."


def _last_counts(store: Reader, old: int) -> dict[str, Event]:
    taken = [*store.of_kind(OpenerCounted.KIND, after=old), *store.of_kind(CloserCounted.KIND, after=old)]
    newest = sorted(taken, key=lambda event: event.seq)
    return {event.stream.removeprefix(TRAYS): event for event in newest}
