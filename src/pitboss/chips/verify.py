"""Everything that a store's books must say of themselves: whether the trays' books agree with themselves and with the
jackpots', and whether their days close.

A tray holds nothing less than nothing, its chips come and go on known ways, and its last count and what moved since
are what its account holds (HR-17). The win by
count is the win by books and what the counts found over or short (HR-16).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from pitboss.chips.events import CloserCounted, OpenerCounted, TrayCount
from pitboss.chips.trays import Movement, over_short_account
from pitboss.jackpots.postings import players as players_account
from pitboss.jackpots.postings import tray as tray_account
from pitboss.jackpots.statement import money
from pitboss.jackpots.tray import TrayCounting, check_dues, last_count
from pitboss.jackpots.verify import check_books as check_jackpots
from pitboss.ledger import UNIT_PER_CENT, Event, Reader, Store
from pitboss.ledger.days import gambling_day
from pitboss.ledger.model import COUNTER_MAX
from pitboss.ledger.unit import read_event

TRAYS: Final = tray_account("")
PLAYERS: Final = (players_account("{}"), "felt/{}", "held/{}", "tokes/{}", "wallet/")
"""where chips of players are at a table, with a room's wallets and without"""
CAGE: Final = ("cage",)
BROUGHT: Final = (Movement.FILL, Movement.CREDIT, Movement.CASH_FOR_CHIPS)
"""what changes a tray without being won or lost"""
PLAYED: Final = (Movement.WAGER_TAKEN, Movement.WAGER_PAID)


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
    for account in store.accounts(TRAYS):
        if account.credit_balance < 0:
            table = account.name.removeprefix(TRAYS)
            yield f"The tray of {table} holds {money(account.credit_balance)}; a tray cannot give what it has not."
    for flow in store.flows(TRAYS):
        comes = flow.credit.startswith(TRAYS)
        tray, other = (flow.credit, flow.debit) if comes else (flow.debit, flow.credit)
        ways = WAYS.get(flow.code, Ways())
        if not ways.known(tray.removeprefix(TRAYS), other, comes=comes):
            yield (
                f"Event {flow.first} has {money(flow.units)} of {tray} "
                f"{'come from' if comes else 'go to'} {other} for {flow.code!r}: no such way is in a tray's books."
            )
    yield from _check_counts(store)


def _balance(store: Reader, account: str, until: int) -> int:
    moved = store.movements(account, until=until).values()
    return sum(credits_ - debits for debits, credits_ in moved)


def _check_counts(store: Reader) -> Iterator[str]:
    """A count makes the account what the chips are, less what had waited for them and is paid with them."""
    for table, event in _last_counts(store).items():
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


def _last_counts(store: Reader) -> dict[str, Event]:
    return {table: taken[-1] for table, taken in _counts(store).items()}


def _counts(store: Reader) -> dict[str, list[Event]]:
    """The counts of every tray, in order."""
    taken = [*store.of_kind(OpenerCounted.KIND), *store.of_kind(CloserCounted.KIND)]
    found: dict[str, list[Event]] = defaultdict(list)
    for event in sorted(taken, key=lambda event: event.seq):
        found[event.stream.removeprefix(TRAYS)].append(event)
    return found


# Days.


@dataclass(frozen=True, slots=True)
class Period:
    """A tray from its opener to its closer, and on until it is opened again."""

    counts: tuple[Event, ...]
    """the closer last; the opener first, unless a room opened the table with its chips"""
    after: int
    """the event before its first"""
    until: int
    """its last event: the one before the next opener"""
    first: bool
    """the tray's first: it has what it had before, and what the house brought with the table"""


def check_days(store: Reader) -> Iterator[str]:
    """Days that do not close: by table, a win by count that is not the win by books and what was over or short. It is a
    finding about what people did, not about how the store was kept; nothing repairs it afterwards."""
    for table, taken in _counts(store).items():
        for period in _periods(taken):
            yield from _check_period(store, table, period)


def _periods(taken: Sequence[Event]) -> Iterator[Period]:
    begun, first = 0, True
    for at, event in enumerate(taken):
        last = at + 1 == len(taken)
        if event.kind != CloserCounted.KIND:
            continue
        after = 0 if first else taken[begun].seq - 1
        yield Period(
            tuple(taken[begun : at + 1]), after, COUNTER_MAX if last else taken[at + 1].seq - 1, first
        )
        begun, first = at + 1, False


def _check_period(store: Reader, table: str, period: Period) -> Iterator[str]:
    account, closer = tray_account(table), period.counts[-1]
    said = [read_event(TrayCount, event) for event in period.counts]
    opened = period.counts[0]
    if period.first:
        had, begun, found = 0, 0, said
    else:
        had, begun, found = said[0].cents * UNIT_PER_CENT, opened.seq, said[1:]
    counted = _net(store.movements(account, after=begun, until=closer.seq))
    had += counted.get("opener", 0)
    has = (said[-1].cents - sum(due.cents for due in said[-1].paid_due)) * UNIT_PER_CENT
    brought = sum(counted.get(kind.value, 0) for kind in BROUGHT)
    by_count = has - had - brought
    booked = _net(store.movements(account, after=period.after, until=period.until))
    by_books = sum(booked.get(kind.value, 0) for kind in PLAYED)
    over = sum(count.over_cents for count in found) * UNIT_PER_CENT
    if by_count == by_books + over:
        return
    day = gambling_day(store).of(closer.at_us)
    later = _net(store.movements(account, after=closer.seq, until=period.until))
    late = sum(later.get(kind.value, 0) for kind in PLAYED)
    yield (
        f"The tray of {table} on {day}: win by count {money(by_count)}, win by books {money(by_books)}, over or "
        f"short {money(over)}; {money(by_count - by_books - over)} is explained by nothing."
        + (f" {money(late)} was booked after the closer of event {closer.seq}." if late else "")
    )


def _net(moved: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """What came into a tray, by reason; negative what left it."""
    return {code: credits_ - debits for code, (debits, credits_) in moved.items()}


def check_books(store: Reader) -> list[str]:
    """What does not fit; nothing on a sound store."""
    # it reads and nothing else, whatever it is given
    waiting = check_dues(cast("Store", store))
    return [*check_jackpots(store), *waiting, *check_trays(store)]
