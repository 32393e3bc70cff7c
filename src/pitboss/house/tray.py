"""The tray in double entry: its account holds what its chips are worth, and two people sign the counts (HR-17).

Chips come from the cage, the players or the drop's cash and go there again; a count that differs from the account is
booked as over or short, so that account and chips agree from then on. A tray gives only what it has, and so does the
cage, which the house's own money comes into first; pays that a tray cannot make wait for the fill (HR-34)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from pitboss.errors import BadInput, IllegalAction
from pitboss.house.by_hand import check_alone, surveillance_over
from pitboss.house.days import gambling_day
from pitboss.house.entries import STREAM_KINDS, CageFunded, CloserCounted, OpenerCounted, TrayCount, TrayMoved
from pitboss.house.inventory import Inventory
from pitboss.house.tray_day import CHANGE as CHANGE
from pitboss.house.tray_day import Movement as Movement
from pitboss.house.tray_day import TrayDay as TrayDay
from pitboss.house.tray_day import TrayHour as TrayHour
from pitboss.house.tray_day import checks_account as checks_account
from pitboss.house.tray_day import drop_account as drop_account
from pitboss.house.tray_day import expected as expected
from pitboss.house.tray_day import over_short_account as over_short_account
from pitboss.house.tray_day import table_win as table_win
from pitboss.house.tray_lines import TrayStanding, line_of
from pitboss.jackpot.books import CASH
from pitboss.jackpot.books import players as players_account
from pitboss.jackpot.books import tray as tray_account
from pitboss.jackpot.counts import (
    LastCount,
    TrayCounting,
    check_not_out,
    check_opened,
    keep_count,
    last_count,
)
from pitboss.jackpot.dues import due_account, missing_cents, pay_dues, spare_cents
from pitboss.jackpot.kept import check_by_hand, console
from pitboss.jackpot.state import load_game
from pitboss.money import Cents, dollars
from pitboss.people.acts import Act, allow
from pitboss.people.person import Person, one_spelling
from pitboss.store import UNIT_PER_CENT, Event, Store, Unit
from pitboss.store.codec import encode
from pitboss.store.entries import begin, read_event
from pitboss.words import in_words

CAGE: Final = "cage"
CAPITAL: Final = "capital"
"""the house's own money; from the first of it that comes into the cage on, the cage's book is kept"""
HOUR_US: Final = 3_600_000_000
OPENED: Final = "opener"
"""code of a tray's first chips: they came with the table and are no fill"""
COUNT: Final = "count"
"""code of what a count found over or short"""


def counted_out(store: Store, table: str, *, never: bool = False) -> bool:
    """Whether the last count of a tray was its closer: the table is closed until the opener's. `never` says what holds
    for one that nobody has counted."""
    last = last_count(store.document, table)
    return never if last is None else last.which is TrayCounting.CLOSER


class TrayDesk:
    """Inventories, fills, credits and the other movements of trays, in the log and the ledger of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def opener(
        self, table: str, inventory: Inventory, by: Person, second: Person | None, key: str | None = None
    ) -> Event:
        return self._count(TrayCounting.OPENER, table, inventory, by, second, key)

    def closer(
        self, table: str, inventory: Inventory, by: Person, second: Person | None, key: str | None = None
    ) -> Event:
        return self._count(TrayCounting.CLOSER, table, inventory, by, second, key)

    def _count(
        self,
        which: TrayCounting,
        table: str,
        inventory: Inventory,
        by: Person,
        second: Person | None,
        key: str | None,
    ) -> Event:
        """Book a count. A tray that was never opened gets its first chips from the cage; after that, what the count
        finds over or short of the account is booked as such."""
        allow(Act.COUNT_TRAY, by, second)
        assert second is not None
        account = tray_account(table)
        known = {one.name.removeprefix(tray_account("")) for one in self._store.accounts(tray_account(""))}
        if table not in known:
            one_spelling(table, known, "tray")
        made = OpenerCounted if which is TrayCounting.OPENER else CloserCounted
        counted = made(table, dict(sorted(inventory.counts.items())), inventory.cents, (by.id, second.id))

        def work(unit: Unit) -> None:
            if "/" in table or not table.strip():
                raise BadInput(
                    f"{table!r} is not a table's name.", clause="HR-17", accepted="a name without /"
                )
            if which is TrayCounting.CLOSER:
                _check_ended(unit, table)
                check_not_out(unit, table)
            known = unit.has_account(account)
            book = unit.account(account).credit_balance if known else 0
            first = which is TrayCounting.OPENER and book == 0
            over = 0 if first else inventory.cents * UNIT_PER_CENT - book
            says = replace(counted, book_cents=book // UNIT_PER_CENT, over_cents=over // UNIT_PER_CENT)
            begun = begin(unit, account, str(by), says)
            _open(unit, table)
            if first and inventory.cents:
                _check_cage(unit, inventory.cents)
                unit.transfer_cents(CAGE, account, inventory.cents, OPENED)
            elif over > 0:
                unit.transfer(over_short_account(table), account, over, COUNT)
            elif over < 0:
                unit.transfer(account, over_short_account(table), -over, COUNT)
            if paid := pay_dues(unit, table):
                begun.amend(replace(says, paid_due=tuple(paid)))
            keep_count(unit, table, LastCount(which, inventory.cents, self._store.clock(), says.signed))

        counts, signed = encode(counted.counts), [by.id, second.id]
        request = {"table": table, "counts": counts, "cents": inventory.cents, "signed": signed}
        return self._store.write(work, key=key, request=request).event

    def fund(
        self, cents: Cents, by: Person, second: Person | None, why: str, key: str | None = None
    ) -> Event:
        """The house's own money into the cage; its book is kept from here on."""
        allow(Act.FUND, by, second)
        if cents <= 0 or not why.strip():
            raise BadInput("Nothing is put in.", clause="HR-34", accepted="a positive amount and a reason")
        says = CageFunded(cents, why, second.id if second else None)

        def work(unit: Unit) -> None:
            begin(unit, CAGE, by.id, says)
            for account in (CAPITAL, CAGE):
                unit.open_account(account)
            keep_cage(unit)
            unit.transfer_cents(CAPITAL, CAGE, cents, "funded")

        return self._store.write(work, key=key, request=encode(says)).event

    def fill(
        self,
        table: str,
        cents: Cents,
        by: Person,
        second: Person | None,
        why: str,
        key: str | None = None,
        *,
        chips: Inventory | None = None,
    ) -> Event:
        """Chips from the cage to the tray: who gives them out and who takes them sign, as on the slip."""
        allow(Act.FILL, by, second)
        return self._carry(Movement.FILL, table, cents, by, why, key, second, chips)

    def credit(
        self,
        table: str,
        cents: Cents,
        by: Person,
        second: Person | None,
        why: str,
        key: str | None = None,
        *,
        chips: Inventory | None = None,
    ) -> Event:
        """Chips from the tray back to the cage, signed for by two as well."""
        allow(Act.CREDIT, by, second)
        return self._carry(Movement.CREDIT, table, cents, by, why, key, second, chips)

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
        over = surveillance_over(gambling_day(self._store).of(self._store.clock()))
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
        chips: Inventory | None = None,
    ) -> Event:
        if chips is not None:
            chips.check(cents)
        if cents <= 0 or not in_words(why):
            raise BadInput(
                f"A {kind.value} of {dollars(cents)} with the reason {why!r} cannot be booked.",
                clause="HR-17",
                accepted="a positive amount and a reason",
            )
        says = TrayMoved(table, kind.value, cents, why)
        if second is not None and kind in (Movement.FILL, Movement.CREDIT):
            says = replace(says, signed=(by.id, second.id), counts=chips.counts if chips else None)
        elif second is not None:
            says = replace(says, second=str(second))
        now = self._store.clock()

        def work(unit: Unit) -> None:
            check_known(unit, table)
            if kind not in (Movement.FILL, Movement.CREDIT):
                check_by_hand(unit.get, table, "HR-17", console(table))
                check_opened(unit, table)
            begun = begin(unit, tray_account(table), str(by), says)
            if kind in (Movement.WAGER_TAKEN, Movement.WAGER_PAID):
                check_alone(unit, Act.BOOK_MORE_WAGERS, kind.value, cents, by, second, now)
            post(unit, table, kind, cents)
            if kind is Movement.FILL:
                begun.amend(replace(says, paid_due=tuple(pay_dues(unit, table))))

        return self._store.write(work, key=key, request=[encode(says), by.id]).event

    def day(self, table: str, on: date) -> TrayDay:
        """Counts and movements of a tray on a gambling day; a count is None where none was made."""
        first, last = (self._store.seq_before(at) for at in gambling_day(self._store).bounds(on))
        account = tray_account(table)
        moved: dict[Movement, Cents] = {}
        for code, (debits, credits_) in self._store.movements(account, after=first, until=last).items():
            if code in list(Movement):
                moved[Movement(code)] = abs(credits_ - debits) // UNIT_PER_CENT
        taken = [
            (event, read_event(TrayCount, event))
            for event in self._events(account, first, last)
            if event.kind in (OpenerCounted.KIND, CloserCounted.KIND)
        ]
        over = sum(count.over_cents for _, count in taken)
        opener = next((one for one in taken if one[0].kind == OpenerCounted.KIND), None)
        closer = next((one for one in reversed(taken) if one[0].kind == CloserCounted.KIND), None)
        cents = [one[1].cents if one else None for one in (opener, closer)]
        due = self._due(table, first, last)
        outside, variance = 0, None
        if opener and closer and (opened := opener[0].seq) < (closed := closer[0].seq):
            outside = self._brought(account, first, opened) + self._brought(account, closed, last)
            variance = sum(count.over_cents for event, count in taken if event.seq > opened)
        written = self._store.movements(checks_account(table), after=first, until=last).values()
        checks = sum(debits - credits_ for debits, credits_ in written) // UNIT_PER_CENT
        return TrayDay(cents[0], cents[1], over, moved, checks, due, outside, variance)

    def _due(self, table: str, after: int, until: int) -> Cents:
        """What came to wait for a fill in a time, less what was paid of it."""
        owed = (
            self._store.movements(due_account(table), after=after, until=until).values()
            if until > after
            else ()
        )
        return sum(credits_ - debits for debits, credits_ in owed) // UNIT_PER_CENT

    def _brought(self, account: str, after: int, until: int) -> Cents:
        """What a time's fills, credits and drop are in the counted win."""
        moved = self._store.movements(account, after=after, until=until)
        net = {code: abs(credits_ - debits) // UNIT_PER_CENT for code, (debits, credits_) in moved.items()}
        kinds = (Movement.FILL, Movement.CREDIT, Movement.CASH_FOR_CHIPS)
        return table_win(0, 0, *(net.get(kind.value, 0) for kind in kinds))

    def hours(self, table: str, on: date, until_us: int) -> list[TrayHour]:
        """Drop and win of each hour of a gambling day so far, by the tray's own account; the hours' wins are the
        day's."""
        first, end = gambling_day(self._store).bounds(on)
        account, found = tray_account(table), []
        after = self._store.seq_before(first)
        for start in range(first, min(end, until_us + 1), HOUR_US):
            last = self._store.seq_before(min(start + HOUR_US, end))
            moved = self._store.movements(account, after=after, until=last) if last > after else {}
            drop, win = 0, -self._due(table, after, last)
            for code, (debits, credits_) in moved.items():
                cents = (credits_ - debits) // UNIT_PER_CENT
                if code in (Movement.WAGER_TAKEN, Movement.WAGER_PAID):
                    win += cents
                elif code == Movement.CASH_FOR_CHIPS:
                    drop -= cents
            found.append(TrayHour(start, drop, win))
            after = last
        return found

    def standing(self, table: str, on: date) -> TrayStanding:
        """The tray as console and pit show it: what its account holds now, the day's counts, movements and entries."""
        day, account = self.day(table, on), tray_account(table)
        holds = self._store.accounts(account)
        book = next((one.credit_balance for one in holds if one.name == account), 0) // UNIT_PER_CENT
        first, end = gambling_day(self._store).bounds(on)
        entries = [
            line_of(event)
            for event in self._events(account, self._store.seq_before(first), self._store.seq_before(end))
            if event.kind.startswith(STREAM_KINDS)
        ]
        return {
            "table": table,
            "day": on.isoformat(),
            "opened": last_count(self._store.document, table) is not None,
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


def _check_ended(unit: Unit, table: str) -> None:
    """A tray is counted out after the last game's pays; a room knows by itself when its rounds end."""
    game = load_game(unit.get, table)
    if game is not None and game.running and not game.booked_outside:
        raise IllegalAction(
            f"Game {game.number} is running at {table}.", clause="HR-17", accepted="END GAME first"
        )


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


def fill_short(unit: Unit, table: str, beyond_cents: Cents, by: str) -> bool:
    """A tray that owes fetches its fill from the cage by itself: what is missing, and as much beyond it as the cage
    can spare of the amount given. Without the chips for what is missing it stays an open question."""
    missing, has = missing_cents(unit, table), to_fill_cents(unit)
    if not missing or has < missing:
        return False
    cents = min(missing + beyond_cents, has)
    begin(unit, tray_account(table), by, TrayMoved(table, Movement.FILL.value, cents, "the tray was short"))
    post(unit, table, Movement.FILL, cents)
    return True


def pay_by_check(unit: Unit, table: str, cents: Cents) -> None:
    """Winnings that leave the house's cash instead of the tray."""
    unit.open_account(CASH)
    unit.open_account(checks_account(table))
    unit.transfer_cents(checks_account(table), CASH, cents, "check-paid")


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
