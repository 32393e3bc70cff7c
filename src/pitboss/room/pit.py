"""The pit at a glance: every table's day against theory, by the hour too, what asks for somebody, the shifts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, ClassVar, Final

from pitboss.chips import payouts
from pitboss.chips.day_book import DayBook, HourBook, books_of_day
from pitboss.chips.trays import HOUR_US, TrayDesk
from pitboss.core.arguments import in_words
from pitboss.core.codec import under
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars
from pitboss.house.report import TableDay, house_prizes, in_books, line_of_day
from pitboss.jackpots.documents import display_name
from pitboss.jackpots.tray import surveillance_over
from pitboss.ledger import Event, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import EventData, begin
from pitboss.people.person import Person, Role
from pitboss.people.rights import Act, allow
from pitboss.room.events import HOUSE
from pitboss.room.jackpot_office import Office, players_money
from pitboss.room.room import Room
from pitboss.room.table import TableState
from pitboss.room.theoretical_win import THEORY, Expectation, Laid, PitLine, expected_on, figures, posted_of

SHIFTS: Final = "pit/shifts"
SOON_US: Final = 2 * 24 * HOUR_US
"""a deposit that is due so soon is called for"""


def pit_day(room: Room, day: date) -> list[PitLine]:
    """Drop, win, hold and theory of every table: the report's own lines."""
    books = {book.table: book for book in books_of_day(room.store, day.isoformat())}
    return [
        figures(table, theory_of(room, table), books.get(id), line_of(room, table, day, books.get(id)))
        for id, table in room.tables.items()
    ]


def theory_of(room: Room, table: TableState) -> list[Expectation] | None:
    """The table's edges with the house prizes that the desk has posted for it; None while they are being solved."""
    return THEORY.of(table, posted_of(room.keeper(table.id).jackpots.linked()))


def line_of(room: Room, table: TableState, day: date, book: DayBook | None) -> TableDay:
    return line_of_day(room.store, table.id, table.config.game, day, book)


def hours_of(room: Room, table: TableState, day: date) -> list[dict[str, Any]]:
    """Each hour of a gambling day until now: drop and win as in the report's line, and the theory on what was laid so
    far."""
    days, now = gambling_day(room.store), room.store.clock()
    book = next((b for b in books_of_day(room.store, day.isoformat()) if b.table == table.id), DayBook())
    expected, laid_in = theory_of(room, table), book.hours
    laid: dict[str, Laid] = {}
    total, rounds, rows = 0, 0, []
    prizes = house_prizes(room.store, table.id, day)
    for row in TrayDesk(room.store).hours(table.id, day, now):
        until_us = row.at_us + HOUR_US
        won = row.win_cents - sum(cents for at_us, cents in prizes if row.at_us <= at_us < until_us)
        total += won
        here = days.local(row.at_us)
        hour = laid_in.get(here.hour, HourBook())
        rounds += hour.rounds
        for wager, more in hour.wagers.items():
            old = laid.get(wager, Laid(0, 0, 0))
            laid[wager] = Laid(*(one + other for one, other in zip(old, more, strict=True)))
        found = {
            "hour": days.local(until_us).strftime("%H:00"),
            "drop": row.drop_cents / 100,
            "win": won / 100,
            "sum": total / 100,
        }
        if expected is not None:
            theory, band = expected_on(expected, laid, rounds)
            found |= {
                "theory": theory / 100,
                "low": (theory - band) / 100,
                "high": (theory + band) / 100,
            }
        rows.append(found)
    return rows


def edges_of(room: Room, office: Office, table: TableState) -> list[dict[str, Any]] | None:
    """Each wager's exact edge as the table stands: its options, its pay tables, its meters."""
    expected = theory_of(room, table)
    if expected is None:
        return None
    sensors = room.keeper(table.id).jackpots.sensors
    rows = []
    for one in expected:
        edge = one.edge
        if one.per in sensors:
            edge *= 1 - filled(office, sensors[one.per], one)
        elif table.config.sheet.wager(one.per).sensed:
            continue
        name = table.config.sheet.wager(one.per).name
        rows.append({"wager": one.per, "name": name, "edge": edge, "envy_cents": one.envy_cents})
    return rows


def filled(office: Office, jackpot_id: str, theory: Expectation) -> float:
    """How near the meters are to the point at which the next wager is even: 1 is there."""
    jackpot = office.desk.jackpot(jackpot_id)
    if not jackpot.progressive or theory.edge <= 0:
        return 0.0
    shown, dollars_ = office.desk.meters(jackpot_id), jackpot.wager_cents / 100
    return sum(
        shown[name].display_cents / (even * dollars_) for name, even in theory.break_even.items() if even > 0
    )


# What asks for somebody.


@dataclass(frozen=True, slots=True)
class Alert:
    kind: str
    text: str
    clause: str
    link: str
    grave: bool = False


def alerts(room: Room, office: Office, day: date) -> list[Alert]:
    """Claims and prizes first, then money, then tables."""
    return [
        *_claims(room, office),
        *_money(room, office),
        *_meters(room, office),
        *_tables(room, day),
        *_people(room, day),
    ]


def _claims(room: Room, office: Office) -> Iterable[Alert]:
    waiting = due = 0
    for jackpot in office.desk.jackpots():
        waiting += len(office.desk.open_claims(jackpot))
        due += len(office.desk.unpaid(jackpot))
    if waiting:
        yield Alert(
            "claim", _count(waiting, "meter claim waits", "meter claims wait"), "JP-16", "/supervisor", True
        )
    if held := payouts.held_payouts(room.store):
        total = dollars(sum(one.payout_cents for one in held))
        words = _count(len(held), "payout waits for surveillance", "payouts wait for surveillance")
        yield Alert("payout", f"{words}: {total}", "HR-14", "/supervisor", True)
    if due:
        yield Alert(
            "prize",
            _count(due, "prize is won and not paid", "prizes are won and not paid"),
            "JP-31",
            "/supervisor",
        )


def _count(n: int, one: str, more: str) -> str:
    return f"{n} {one if n == 1 else more}"


def _money(room: Room, office: Office) -> Iterable[Alert]:
    now, days = room.store.clock(), gambling_day(room.store)
    for jackpot in office.desk.jackpots().values():
        name, where = display_name(jackpot), f"/pit/desk#{jackpot.id}"
        if jackpot.suspensions:
            yield Alert("suspended", f"{name} is suspended: {jackpot.suspended_for}", "HR-10", where, True)
        money = players_money(office.desk.store, jackpot)
        if money is not None and money.due_us is not None and money.due_us - now < SOON_US:
            missing, late = dollars(money.owed_cents - money.bank_cents), now > money.due_us
            until = days.moment(money.due_us)
            words = f"{missing} of {name} {'was' if late else 'is'} due for deposit by {until}"
            yield Alert("deposit", words, "HR-10", where, late)
        if any(meter.proposed for meter in jackpot.meters.values()):
            yield Alert("proposal", f"A change of {name} waits for approval", "HR-18", where)


def _meters(room: Room, office: Office) -> Iterable[Alert]:
    """A meter or a posted prize so high that the next wager is the player's advantage."""
    for table in room.tables.values():
        expected = {e.per: e for e in theory_of(room, table) or ()}
        for place, id in room.keeper(table.id).jackpots.sensors.items():
            theory, jackpot = expected.get(place), office.desk.jackpot(id)
            if theory is not None and theory.edge * (1 - filled(office, id, theory)) <= 0:
                what = "meter" if jackpot.progressive else "posted prize"
                words = f"The {what} of {display_name(jackpot)} is over its break-even"
                yield Alert("break-even", f"{words} at {table.setup.name}", "JP-13", f"/pit/desk#{id}")


def _tables(room: Room, day: date) -> Iterable[Alert]:
    for line in pit_day(room, day):
        if line.outside:
            words = (
                f"{line.name} is outside its band: {_signed(line.win_cents)}, expected "
                f"{dollars(round(line.theory_cents or 0))} ± {dollars(round(line.band_cents or 0))}"
            )
            yield Alert("band", words, "HR-16", f"/pit#{line.table}")
    for id, table in room.tables.items():
        if not any(seat.player for seat in table.seats.values()):
            continue
        if room.keeper(id).halt.closed:
            words = f"{table.setup.name} has players and is closed: its opener is to be counted"
            yield Alert("closed", words, "HR-17", f"/pit#{id}", True)
        if table.setup.dealer == HOUSE:
            continue
        screens = room.keeper(id).display.subscribers
        if not any(s.person is not None and s.person.has(Role.DEALER, Role.SUPERVISOR) for s in screens):
            words = f"{table.setup.name} has players and no dealer at its console"
            yield Alert("dealer", words, "JP-03", f"/console/{id}", True)


def _people(room: Room, day: date) -> Iterable[Alert]:
    """Who declared rounds void, and who has sold half or more of what one sells alone (HR-34, HR-43)."""
    voids, sales = in_books(books_of_day(room.store, day.isoformat()))
    for void in (one for one in voids if one.table in room.tables):
        n = void.sums
        words = _count(n.count, "round was", "rounds were")
        changed = []
        if n.given_cents:
            changed.append(f"{dollars(n.given_cents)} of losses given back")
        if n.taken_cents:
            changed.append(f"{dollars(n.taken_cents)} of wins taken back")
        yield Alert(
            "void",
            f"{words} declared void by {void.person} at {room.tables[void.table].setup.name}: "
            f"{', '.join(changed) or 'no decided wager was changed'}",
            "HR-43",
            "/pit/log?kind=round.voided",
            bool(changed),
        )
    noted = surveillance_over(day) // 2
    for sale in (one for one in sales if one.table in room.tables):
        if sale.sums.cents >= noted:
            words = (
                f"{sale.person} has sold {dollars(sale.sums.cents)} of chips for cash at "
                f"{room.tables[sale.table].setup.name}, {dollars(sale.sums.alone_cents)} of it alone"
            )
            yield Alert("sales", words, "HR-34", "/pit/log?kind=chips.bought")


def _signed(cents: int) -> str:
    return f"\N{MINUS SIGN}{dollars(-cents)}" if cents < 0 else dollars(cents)


# Shifts.


@dataclass(frozen=True, slots=True)
class PitHandedOver(EventData):
    KIND: ClassVar[str] = "shift.hand-over"
    by: str = field(metadata=under("from"))
    to: str
    note: str
    day: str
    open: tuple[str, ...]
    trays_cents: Mapping[str, Cents]


def hand_over(
    room: Room, office: Office, by: Person, taker: Person | None, note: str, key: str | None
) -> Event:
    """One pit boss hands over to another; what was open and what the trays held at that moment is on record."""
    allow(Act.HAND_OVER, by, taker)
    assert taker is not None
    if not in_words(note):
        raise BadInput("A hand-over says how the pit stands.", clause="HR-22", accepted="a few words")
    day = gambling_day(room.store).of(room.store.clock())
    desk = TrayDesk(room.store)
    says = PitHandedOver(
        by.id,
        taker.id,
        note.strip(),
        day.isoformat(),
        tuple(alert.text for alert in alerts(room, office, day)),
        {id: desk.standing(id, day)["book_cents"] for id in room.tables},
    )

    def work(unit: Unit) -> None:
        begin(unit, SHIFTS, str(by), says)

    return room.store.write(work, key=key, request=[by.id, taker.id, note]).event


def hand_overs(room: Room, limit: int = 20) -> list[Event]:
    return room.store.events(SHIFTS, limit=limit, newest_first=True)
