"""The tray in double entry: its account holds what its chips are worth, and two people sign the counts (HR-17).

Chips come from the cage, the players or the drop's cash and go there again; a count that differs from the account
is booked as over or short, so that account and chips agree from then on. A tray gives only what it has, and so
does the cage, which the house's own money comes into first; pays that a tray cannot make wait for the fill
(HR-34). Between the closer and the next opener nothing comes to a tray or leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Final, TypedDict

from pitboss.chips.events import STREAM_KINDS, CageFunded, CloserCounted, OpenerCounted, TrayCount, TrayMoved
from pitboss.core.arguments import Reason, said
from pitboss.core.codec import encode
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.jackpots.claims import OPEN
from pitboss.jackpots.documents import load_claim, load_game
from pitboss.jackpots.events import TrayShort
from pitboss.jackpots.postings import CASH
from pitboss.jackpots.postings import players as players_account
from pitboss.jackpots.postings import tray as tray_account
from pitboss.jackpots.room_or_desk import check_by_hand, console, round_in_play
from pitboss.jackpots.tray import (
    LastCount,
    TrayCounting,
    check_alone,
    check_not_counted,
    check_opened,
    check_sale,
    due_account,
    keep_count,
    last_count,
    missing_cents,
    owed_cents,
    pay_dues,
    spare_cents,
    surveillance_over,
)
from pitboss.ledger import UNIT_PER_CENT, Event, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import begin, read_event
from pitboss.people.person import Person, id_of, one_spelling
from pitboss.people.rights import Act, allow


class TrayLine(TypedDict):
    """One count or movement of a tray, as it was booked."""

    seq: int
    at_us: int
    kind: str
    cents: Cents
    over_cents: Cents | None
    by: str
    signed: list[str]
    why: str
    counts: dict[str, int]


def line_of(event: Event) -> TrayLine:
    line: TrayLine = {
        "seq": event.seq,
        "at_us": event.at_us,
        "kind": event.kind.removeprefix(STREAM_KINDS),
        "cents": 0,
        "over_cents": None,
        "by": event.actor,
        "signed": [],
        "why": "",
        "counts": {},
    }
    if event.kind in (OpenerCounted.KIND, CloserCounted.KIND):
        count = read_event(TrayCount, event)
        line["cents"], line["over_cents"], line["signed"] = count.cents, count.over_cents, list(count.signed)
        line["counts"] = {str(value): number for value, number in count.counts.items()}
    elif event.kind != TrayShort.KIND:
        moved = read_event(TrayMoved, event)
        line["cents"], line["why"] = moved.cents, moved.why
        line["signed"] = list(moved.signed or ())
        line["counts"] = {str(value): count for value, count in (moved.counts or {}).items()}
    return line


class TrayStanding(TypedDict):
    """A tray as console and pit show it: what its account holds now, and a gambling day's counts and movements."""

    table: str
    day: str
    opened: bool
    book_cents: Cents
    opener_cents: Cents | None
    closer_cents: Cents | None
    over_cents: Cents
    fills_cents: Cents
    credits_cents: Cents
    sold_cents: Cents
    taken_cents: Cents
    paid_cents: Cents
    entries: list[TrayLine]


# Counts.


@dataclass(frozen=True, slots=True)
class Inventory:
    """Chips counted in a tray, by value."""

    counts: Mapping[Cents, int]

    def __post_init__(self) -> None:
        for value, count in self.counts.items():
            if value <= 0 or count < 0:
                raise BadInput(
                    f"{count} chips of {dollars(value)} cannot be counted.",
                    clause="HR-17",
                    accepted="chips of a positive value, none or more of each",
                )

    @property
    def cents(self) -> Cents:
        return sum(value * count for value, count in self.counts.items())

    def check(self, cents: Cents) -> None:
        """Refuse chips that do not come to what the slip says."""
        if self.cents != cents:
            raise BadInput(
                f"The chips are worth {dollars(self.cents)}, not {dollars(cents)}.",
                clause="HR-17",
                accepted="chips that come to the amount",
            )


# Movements, days and hours as account and counts tell them.


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


def checks_account(table: str) -> str:
    """what was won at a table and paid by check"""
    return f"checks/{table}"


def drop_account(table: str) -> str:
    return f"drop/{table}"


def held_account(table: str) -> str:
    """winnings that wait for surveillance (HR-14)"""
    return f"held/{table}"


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
class TrayHour:
    """Drop and win of an hour that begins at a moment."""

    at_us: int
    drop_cents: Cents
    win_cents: Cents


@dataclass(frozen=True, slots=True)
class TrayDay:
    """A tray on a gambling day: its counts, and what its account moved for."""

    opener_cents: Cents | None = None
    closer_cents: Cents | None = None
    over_cents: Cents = 0
    moved: Mapping[Movement, Cents] = field(default_factory=dict)
    checks_cents: Cents = 0
    """won at the table and paid by check: no chips of the tray, and yet not the house's win"""
    due_cents: Cents = 0
    """pays of the day that wait for a fill, less those of earlier days that were made"""
    uncounted_cents: Cents = 0
    """what fills, credits and the drop before the opener's count and after the closer's would add to the counted win"""
    variance_cents: Cents | None = None
    """what the counts from the opener to the closer found over the account, where both were taken"""
    reopened_cents: Cents = 0
    """what the cage brought for further openers between the two"""

    @property
    def win_cents(self) -> Cents:
        """The tray's own: wagers taken less wagers paid or due, jackpot wagers and their pays from the tray among
        them."""
        return self.cents(Movement.WAGER_TAKEN) - self.cents(Movement.WAGER_PAID) - self.due_cents

    def cents(self, kind: Movement) -> Cents:
        return self.moved.get(kind, 0)


# The tray's desk: fills, credits, counts.

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
        """Book a count. A tray that was never counted in, or was counted out empty, has its chips from the cage: what
        the opener counts beyond what the account has. What any other count finds over or short of the account is booked
        as such."""
        allow(Act.COUNT_TRAY, by, second)
        assert second is not None
        account = tray_account(table)
        known = {one.name.removeprefix(tray_account("")) for one in self._store.accounts(tray_account(""))}
        if table not in known:
            one_spelling(table, known, "tray")
        made = OpenerCounted if which is TrayCounting.OPENER else CloserCounted
        counted = made(table, dict(sorted(inventory.counts.items())), inventory.cents, (by.id, second.id))
        chips = inventory.cents * UNIT_PER_CENT
        by_house = self._opened_by_house(table)

        def work(unit: Unit) -> None:
            if "/" in table or not id_of(table):
                raise BadInput(
                    f"{table!r} is not a table's name.", clause="HR-17", accepted="a name without /"
                )
            last = last_count(unit.get, table)
            if which is TrayCounting.CLOSER:
                _check_ended(unit, table)
            check_not_counted(unit, table, which)
            if which is TrayCounting.CLOSER and last is None and not by_house:
                raise IllegalAction(
                    f"{table} was never counted in.", clause="HR-17", accepted="the opener's count first"
                )
            known = unit.has_account(account)
            book = unit.account(account).credit_balance if known else 0
            fetched = which is TrayCounting.OPENER and (not by_house if last is None else last.emptied)
            brought = max(0, chips - max(0, book)) if fetched else 0
            over = chips - book - brought
            says = replace(
                counted,
                book_cents=book // UNIT_PER_CENT,
                over_cents=over // UNIT_PER_CENT,
                from_cage_cents=brought // UNIT_PER_CENT if fetched else None,
            )
            begun = begin(unit, account, str(by), says)
            _open(unit, table)
            if brought:
                _check_cage(unit, brought // UNIT_PER_CENT)
                unit.transfer(CAGE, account, brought, OPENED)
            if over > 0:
                unit.transfer(over_short_account(table), account, over, COUNT)
            elif over < 0:
                unit.transfer(account, over_short_account(table), -over, COUNT)
            if paid := pay_dues(unit, table):
                begun.amend(replace(says, paid_due=tuple(paid)))
            keep_count(unit, table, LastCount(which, inventory.cents, self._store.clock(), says.signed))

        counts, signed = encode(counted.counts), [by.id, second.id]
        request = {"table": table, "counts": counts, "cents": inventory.cents, "signed": signed}
        return self._store.write(work, key=key, request=request).event

    def _opened_by_house(self, table: str) -> bool:
        """Whether a table that nobody has counted has its chips already: a room may open its tables with them."""
        if last_count(self._store.document, table) is not None:
            return False
        return OPENED in self._store.movements(tray_account(table))

    def fund(
        self, cents: Cents, by: Person, second: Person | None, why: str, key: str | None = None
    ) -> Event:
        """The house's own money into the cage; its book is kept from here on."""
        allow(Act.FUND, by, second)
        if cents <= 0:
            raise BadInput("Nothing is put in.", clause="HR-34", accepted="a positive amount")
        says = CageFunded(cents, said(why, "Money into the cage", "HR-34"), second.id if second else None)

        def work(unit: Unit) -> None:
            begin(unit, CAGE, by.id, says)
            for account in (CAPITAL, CAGE):
                unit.open_account(account)
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
        """What a table without a room's own books reports: cash for chips, wagers taken, wagers paid. Of each
        one person books so much a gambling day and no more without a second."""
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
        if cents <= 0:
            raise BadInput(
                f"A {kind.value} of {dollars(cents)} cannot be booked.",
                clause="HR-17",
                accepted="a positive amount",
            )
        says = TrayMoved(table, kind.value, cents, said(why, f"A {kind.value}", "HR-17"))
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
            if kind is Movement.CASH_FOR_CHIPS:
                check_sale(unit, table, cents, by, second, now)
            elif kind in (Movement.WAGER_TAKEN, Movement.WAGER_PAID):
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
        outside, variance, reopened = 0, None, 0
        if opener and closer and (opened := opener[0].seq) < (closed := closer[0].seq):
            outside = self._brought(account, first, opened) + self._brought(account, closed, last)
            if opener[1].from_cage_cents is not None and opener[1].book_cents:
                # never counted in before: what was won until then was among the chips that were counted
                outside -= self._played(account, first, opened - 1)
            between = [count for event, count in taken if opened < event.seq <= closed]
            variance = sum(count.over_cents for count in between)
            reopened = sum(count.from_cage_cents or 0 for count in between)
        written = self._store.movements(checks_account(table), after=first, until=last).values()
        checks = sum(debits - credits_ for debits, credits_ in written) // UNIT_PER_CENT
        return TrayDay(cents[0], cents[1], over, moved, checks, due, outside, variance, reopened)

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

    def _played(self, account: str, after: int, until: int) -> Cents:
        """Wagers taken less wagers paid in a time."""
        moved = self._store.movements(account, after=after, until=until)
        kinds = (Movement.WAGER_TAKEN.value, Movement.WAGER_PAID.value)
        return sum(moved[kind][1] - moved[kind][0] for kind in kinds if kind in moved) // UNIT_PER_CENT

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
    """A tray is counted out when nothing at its table is open: no cards, no game, no award, no winnings that wait for
    surveillance or for a fill. Each of them may still move its chips."""
    if (round_id := round_in_play(unit.get, table)) is not None:
        raise IllegalAction(
            f"Round {round_id} is in play at {table}.", clause="HR-17", accepted="the end of the round first"
        )
    game = load_game(unit.get, table)
    if game is not None and game.running:
        claims = [load_claim(unit.get, id) for id in game.claims]
        spots = ", ".join(str(one.spot) for one in claims if one.meter is not None and one.state in OPEN)
        award = f"; the award of spot {spots} is open" if spots else ""
        raise IllegalAction(
            f"Game {game.number} is running at {table}{award}.",
            clause="HR-17",
            accepted=f"{'the award completed, then ' if spots else ''}END GAME first",
        )
    held = held_account(table)
    if unit.has_account(held) and (units := unit.account(held).credit_balance):
        raise IllegalAction(
            f"{dollars(units // UNIT_PER_CENT)} in winnings at {table} wait for surveillance.",
            clause="HR-14",
            accepted="surveillance's confirmation first",
        )
    if owed := owed_cents(unit.get, table):
        raise IllegalAction(
            f"The tray of {table} owes {dollars(owed)}.", clause="HR-34", accepted="a fill that pays it first"
        )


def _open(unit: Unit, table: str) -> None:
    for name in (CAGE, tray_account(table), players_account(table), over_short_account(table)):
        if not unit.has_account(name):
            unit.open_account(name)


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
    begin(
        unit,
        tray_account(table),
        by,
        TrayMoved(table, Movement.FILL.value, cents, Reason("the tray was short")),
    )
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
