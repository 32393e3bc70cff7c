"""The tray in double entry: its account holds what its chips are worth, and two people sign the counts (HR-17).

Chips come from the cage, the players or the drop's cash and go there again; a count that differs from the account is
booked as over or short, so that account and chips agree from then on. A tray gives only what it has, and so does the
cage, which the house's own money comes into first; pays that a tray cannot make wait for the fill (HR-34)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Final

from pitboss.errors import BadInput, IllegalAction
from pitboss.house.by_hand import check_alone, surveillance_over
from pitboss.house.days import gambling_day
from pitboss.house.inventory import Inventory
from pitboss.house.tray_lines import TrayLine, TrayStanding
from pitboss.jackpot.books import players as players_account
from pitboss.jackpot.books import tray as tray_account
from pitboss.jackpot.dues import due_account, missing_cents, pay_dues, spare_cents
from pitboss.money import Cents, dollars
from pitboss.people.acts import Act, allow
from pitboss.people.person import Person
from pitboss.store import UNIT_PER_CENT, Event, Store, Unit
from pitboss.words import in_words

CAGE: Final = "cage"
CAPITAL: Final = "capital"
"""the house's own money; from the first of it that comes into the cage on, the cage's book is kept"""
HOUR_US: Final = 3_600_000_000
COUNT: Final = "count"
"""code of what a count found over or short"""


class Movement(StrEnum):
    """Everything that may happen to a tray."""

    CASH_FOR_CHIPS = "cash-for-chips"
    WAGER_TAKEN = "wager-taken"
    WAGER_PAID = "wager-paid"
    COLOUR_CHANGE = "colour-change"
    FILL = "fill"
    CREDIT = "credit"


CHANGE: Final[Mapping[Movement, int]] = {
    Movement.CASH_FOR_CHIPS: -1,
    Movement.WAGER_TAKEN: 1,
    Movement.WAGER_PAID: -1,
    Movement.COLOUR_CHANGE: 0,
    Movement.FILL: 1,
    Movement.CREDIT: -1,
}
"""whether chips come into the tray or leave it; a colour change swaps equal amounts"""


def drop_account(table: str) -> str:
    return f"drop/{table}"


def over_short_account(table: str) -> str:
    return f"over-short/{table}"


def expected(opener_cents: Cents, movements: Mapping[Movement, Cents]) -> Cents:
    """What has to be in the tray after these movements."""
    return opener_cents + sum(CHANGE[kind] * cents for kind, cents in movements.items())


def table_win(
    opener_cents: Cents, closer_cents: Cents, fills_cents: Cents, credits_cents: Cents, drop_cents: Cents
) -> Cents:
    """The win as the count room finds it: what the tray and the drop box gained, less what was brought."""
    return closer_cents + credits_cents + drop_cents - opener_cents - fills_cents


@dataclass(frozen=True, slots=True)
class TrayDay:
    """A tray on a gambling day: its counts, and what its account moved for."""

    opener_cents: Cents | None = None
    closer_cents: Cents | None = None
    over_cents: Cents = 0
    moved: Mapping[Movement, Cents] = field(default_factory=dict)
    due_cents: Cents = 0
    """pays of the day that wait for a fill, less those of earlier days that were made"""
    uncounted_cents: Cents = 0
    """what fills, credits and the drop before the opener's count and after the closer's would add to the counted win"""
    variance_cents: Cents | None = None
    """what the counts since the opener found over the account, where both were taken"""

    @property
    def win_cents(self) -> Cents:
        """The tray's own: wagers taken less wagers paid or due, jackpot wagers and their pays from the tray among
        them."""
        return self.cents(Movement.WAGER_TAKEN) - self.cents(Movement.WAGER_PAID) - self.due_cents

    def cents(self, kind: Movement) -> Cents:
        return self.moved.get(kind, 0)


def _last_count(table: str) -> str:
    return f"tray/{table}"


def counted_out(store: Store, table: str) -> bool:
    """Whether the last count of a tray was its closer: the table is closed until the opener's."""
    last = store.document(_last_count(table))
    return last is not None and last["which"] == "closer"


class TrayDesk:
    """Inventories, fills, credits and the other movements of trays, in the log and the ledger of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def opener(
        self, table: str, inventory: Inventory, by: Person, second: Person | None, key: str | None = None
    ) -> Event:
        return self._count("opener", table, inventory, by, second, key)

    def closer(
        self, table: str, inventory: Inventory, by: Person, second: Person | None, key: str | None = None
    ) -> Event:
        return self._count("closer", table, inventory, by, second, key)

    def _count(
        self, which: str, table: str, inventory: Inventory, by: Person, second: Person | None, key: str | None
    ) -> Event:
        """Book a count. A tray that was never opened gets its first chips from the cage; after that, what the count
        finds over or short of the account is booked as such."""
        allow(Act.COUNT_TRAY, by, second)
        assert second is not None
        account = tray_account(table)
        shape = {
            "table": table,
            "counts": {str(value): count for value, count in sorted(inventory.counts.items())},
            "cents": inventory.cents,
            "signed": [by.id, second.id],
        }

        def work(unit: Unit) -> None:
            if "/" in table or not table.strip():
                raise BadInput(
                    f"{table!r} is not a table's name.", clause="HR-17", accepted="a name without /"
                )
            known = unit.has_account(account)
            book = unit.account(account).credit_balance if known else 0
            first = which == "opener" and book == 0
            over = 0 if first else inventory.cents * UNIT_PER_CENT - book
            found = {**shape, "book_cents": book // UNIT_PER_CENT, "over_cents": over // UNIT_PER_CENT}
            unit.record(f"tray.{which}", account, str(by), found)
            _open(unit, table)
            if first and inventory.cents:
                _check_cage(unit, inventory.cents)
                unit.transfer_cents(CAGE, account, inventory.cents, "opener")
            elif over > 0:
                unit.transfer(over_short_account(table), account, over, COUNT)
            elif over < 0:
                unit.transfer(account, over_short_account(table), -over, COUNT)
            found["paid_due"] = _paid(unit, table)
            unit.put(_last_count(table), {"which": which, "cents": inventory.cents})

        return self._store.write(work, key=key, request=shape).event

    def fund(
        self, cents: Cents, by: Person, second: Person | None, why: str, key: str | None = None
    ) -> Event:
        """The house's own money into the cage; its book is kept from here on."""
        allow(Act.FUND, by, second)
        if cents <= 0 or not why.strip():
            raise BadInput("Nothing is put in.", clause="HR-34", accepted="a positive amount and a reason")
        shape = {"cents": cents, "why": why, "second": second.id if second else None}

        def work(unit: Unit) -> None:
            unit.record("cage.funded", CAGE, by.id, shape)
            for account in (CAPITAL, CAGE):
                unit.open_account(account)
            keep_cage(unit)
            unit.transfer_cents(CAPITAL, CAGE, cents, "funded")

        return self._store.write(work, key=key, request=shape).event

    def fill(self, table: str, cents: Cents, by: Person, why: str, key: str | None = None) -> Event:
        """Chips from the cage to the tray."""
        allow(Act.FILL, by)
        return self._carry(Movement.FILL, table, cents, by, why, key)

    def credit(self, table: str, cents: Cents, by: Person, why: str, key: str | None = None) -> Event:
        """Chips from the tray back to the cage."""
        allow(Act.CREDIT, by)
        return self._carry(Movement.CREDIT, table, cents, by, why, key)

    def move(
        self,
        table: str,
        kind: Movement,
        cents: Cents,
        by: Person,
        why: str,
        key: str | None = None,
        second: Person | None = None,
    ) -> Event:
        """What a table without a room's own books reports: cash for chips, wagers taken, wagers paid. Of wagers one
        person books so much a gambling day and no more without a second."""
        if kind in (Movement.FILL, Movement.CREDIT, Movement.COLOUR_CHANGE):
            raise BadInput(
                f"A {kind.value} is not booked this way.",
                clause="HR-17",
                accepted="cash-for-chips, wager-taken or wager-paid; a colour change moves nothing",
            )
        allow(Act.BOOK_WAGERS, by)
        over = surveillance_over(self._store.clock())
        if kind is Movement.WAGER_PAID and cents > over:
            raise IllegalAction(
                f"Chips for {dollars(cents)} are above {dollars(over)}.",
                clause="HR-14",
                accepted="a payout that surveillance confirms",
            )
        return self._carry(kind, table, cents, by, why, key, second)

    def _carry(
        self,
        kind: Movement,
        table: str,
        cents: Cents,
        by: Person,
        why: str,
        key: str | None,
        second: Person | None = None,
    ) -> Event:
        if cents <= 0 or not in_words(why):
            raise BadInput(
                f"A {kind.value} of {dollars(cents)} with the reason {why!r} cannot be booked.",
                clause="HR-17",
                accepted="a positive amount and a reason",
            )
        shape: dict[str, Any] = {"table": table, "movement": kind.value, "cents": cents, "why": why}
        if second is not None:
            shape["second"] = str(second)
        now = self._store.clock()

        def work(unit: Unit) -> None:
            check_known(unit, table)
            unit.record(f"tray.{kind.value}", tray_account(table), str(by), shape)
            if kind in (Movement.WAGER_TAKEN, Movement.WAGER_PAID):
                check_alone(unit, Act.BOOK_MORE_WAGERS, kind.value, cents, by, second, now)
            post(unit, table, kind, cents)
            if kind is Movement.FILL:
                shape["paid_due"] = _paid(unit, table)

        request = [dict(shape), by.id]
        return self._store.write(work, key=key, request=request).event

    def day(self, table: str, on: date) -> TrayDay:
        """Counts and movements of a tray on a gambling day; a count is None where none was made."""
        begin, end = gambling_day(self._store).bounds(on)
        first, last = self._store.seq_before(begin), self._store.seq_before(end)
        account = tray_account(table)
        moved: dict[Movement, Cents] = {}
        for code, (debits, credits_) in self._store.movements(account, after=first, until=last).items():
            if code in list(Movement):
                moved[Movement(code)] = abs(credits_ - debits) // UNIT_PER_CENT
        taken = [
            event
            for event in self._events(account, first, last)
            if event.kind in ("tray.opener", "tray.closer")
        ]
        over = sum(event.payload["over_cents"] for event in taken)
        opener = next((event for event in taken if event.kind == "tray.opener"), None)
        closer = next((event for event in reversed(taken) if event.kind == "tray.closer"), None)
        cents = [event.payload["cents"] if event else None for event in (opener, closer)]
        owed = self._store.movements(due_account(table), after=first, until=last).values()
        due = sum(credits_ - debits for debits, credits_ in owed) // UNIT_PER_CENT
        outside, variance = 0, None
        if opener and closer and opener.seq < closer.seq:
            outside = self._brought(account, first, opener.seq) + self._brought(account, closer.seq, last)
            variance = sum(event.payload["over_cents"] for event in taken if event.seq > opener.seq)
        return TrayDay(cents[0], cents[1], over, moved, due, outside, variance)

    def _brought(self, account: str, after: int, until: int) -> Cents:
        """What a time's fills, credits and drop are in the counted win."""
        moved = self._store.movements(account, after=after, until=until)
        net = {code: abs(credits_ - debits) // UNIT_PER_CENT for code, (debits, credits_) in moved.items()}
        kinds = (Movement.FILL, Movement.CREDIT, Movement.CASH_FOR_CHIPS)
        return table_win(0, 0, *(net.get(kind.value, 0) for kind in kinds))

    def hours(self, table: str, on: date, until_us: int) -> list[dict[str, int]]:
        """Drop and win of each hour of a gambling day so far, by the tray's own account."""
        begin, end = gambling_day(self._store).bounds(on)
        account, found = tray_account(table), []
        after = self._store.seq_before(begin)
        for start in range(begin, min(end, until_us + 1), HOUR_US):
            last = self._store.seq_before(min(start + HOUR_US, end))
            moved = self._store.movements(account, after=after, until=last) if last > after else {}
            row = {"at_us": start, "drop_cents": 0, "win_cents": 0}
            for code, (debits, credits_) in moved.items():
                cents = (credits_ - debits) // UNIT_PER_CENT
                if code in (Movement.WAGER_TAKEN, Movement.WAGER_PAID):
                    row["win_cents"] += cents
                elif code == Movement.CASH_FOR_CHIPS:
                    row["drop_cents"] -= cents
            found.append(row)
            after = last
        return found

    def standing(self, table: str, on: date) -> TrayStanding:
        """The tray as console and pit show it: what its account holds now, the day's counts, movements and entries."""
        day, account = self.day(table, on), tray_account(table)
        holds = self._store.accounts(account)
        book = next((one.credit_balance for one in holds if one.name == account), 0) // UNIT_PER_CENT
        begin, end = gambling_day(self._store).bounds(on)
        entries: list[TrayLine] = [
            {
                "seq": event.seq,
                "at_us": event.at_us,
                "kind": event.kind.removeprefix("tray."),
                "cents": event.payload.get("cents", 0),
                "over_cents": event.payload.get("over_cents"),
                "by": event.actor,
                "signed": event.payload.get("signed", []),
                "why": event.payload.get("why", ""),
                "counts": event.payload.get("counts", {}),
            }
            for event in self._events(account, self._store.seq_before(begin), self._store.seq_before(end))
            if event.kind.startswith("tray.")
        ]
        return {
            "table": table,
            "day": on.isoformat(),
            "opened": self._store.document(_last_count(table)) is not None,
            "book_cents": book,
            "opener_cents": day.opener_cents,
            "closer_cents": day.closer_cents,
            "over_cents": day.over_cents,
            "fills_cents": day.cents(Movement.FILL),
            "credits_cents": day.cents(Movement.CREDIT),
            "sold_cents": day.cents(Movement.CASH_FOR_CHIPS),
            "taken_cents": day.cents(Movement.WAGER_TAKEN),
            "paid_cents": day.cents(Movement.WAGER_PAID),
            "entries": entries[::-1],
        }

    def _events(self, stream: str, after: int, until: int) -> list[Event]:
        found: list[Event] = []
        while page := self._store.events(stream, after=after):
            found += [event for event in page if event.seq <= until]
            after = page[-1].seq
            if after > until:
                break
        return found


def _open(unit: Unit, table: str) -> None:
    for name in (CAGE, tray_account(table), players_account(table), over_short_account(table)):
        if not unit.has_account(name):
            unit.open_account(name)


def keep_cage(unit: Unit) -> None:
    """From here on the cage's book is kept. What an earlier version took out of it before, for openers, was the
    house's money too."""
    account = unit.account(CAGE)
    if not unit.account(CAPITAL).debits and account.credit_balance < 0:
        unit.transfer(CAPITAL, CAGE, -account.credit_balance, "funded")


def check_known(unit: Unit, table: str) -> None:
    """A tray is there from its opener on, or with its table."""
    if not unit.has_account(tray_account(table)):
        raise BadInput(
            f"There is no tray {table!r}.",
            clause="HR-17",
            accepted="a table of this store, or its opener first",
        )


def to_fill_cents(unit: Unit) -> Cents:
    """What a fill or an opener may take: money that came into the cage and is there (HR-34)."""
    held = unit.account(CAGE).available_credit // UNIT_PER_CENT if unit.has_account(CAGE) else 0
    return max(0, held)


def _check_cage(unit: Unit, cents: Cents) -> None:
    has = to_fill_cents(unit)
    if cents > has:
        raise IllegalAction(
            f"The cage holds {dollars(has)}, not {dollars(cents)}.",
            clause="HR-34",
            accepted=f"at most {dollars(has)}, or money into the cage first"
            if has > 0
            else "money into the cage first",
        )


def _paid(unit: Unit, table: str) -> list[dict[str, Any]]:
    """What waited for these chips, and has been paid with them."""
    return [asdict(due) for due in pay_dues(unit, table)]


def fill_short(unit: Unit, table: str, beyond_cents: Cents, by: str) -> bool:
    """A tray that owes fetches its fill from the cage by itself: what is missing, and as much beyond it as the cage
    can spare of the amount given. Without the chips for what is missing it stays an open question."""
    missing, has = missing_cents(unit, table), to_fill_cents(unit)
    if not missing or has < missing:
        return False
    cents = min(missing + beyond_cents, has)
    why = {"table": table, "movement": Movement.FILL.value, "cents": cents, "why": "the tray was short"}
    unit.record(f"tray.{Movement.FILL.value}", tray_account(table), by, why)
    post(unit, table, Movement.FILL, cents)
    return True


def post(unit: Unit, table: str, kind: Movement, cents: Cents) -> None:
    """One movement of a tray, both sides of it; a tray cannot give what it has not (HR-17)."""
    _open(unit, table)
    tray, players = tray_account(table), players_account(table)
    other = CAGE if kind in (Movement.FILL, Movement.CREDIT) else players
    if kind is Movement.FILL:
        _check_cage(unit, cents)
    if CHANGE[kind] > 0:
        unit.transfer_cents(other, tray, cents, kind.value)
        return
    has = spare_cents(unit, table)
    if cents > has:
        raise IllegalAction(
            f"The tray of {table} holds {dollars(max(0, has))}, not {dollars(cents)}.",
            clause="HR-17",
            accepted=f"at most {dollars(has)}, or a fill first" if has > 0 else "a fill first",
        )
    unit.transfer_cents(tray, other, cents, kind.value)
    if kind is Movement.CASH_FOR_CHIPS:
        drop = drop_account(table)
        if not unit.has_account(drop):
            unit.open_account(drop, debits_limited=True)
        unit.open_account("cash")
        unit.transfer_cents("cash", drop, cents, kind.value)
