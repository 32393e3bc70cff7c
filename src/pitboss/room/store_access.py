"""How a table reaches its store: units of work handed in, questions asked, neither holding up the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from pitboss.chips.accounts import Move, post
from pitboss.chips.payouts import take_back_held
from pitboss.chips.trays import fill_short
from pitboss.core.codec import encode
from pitboss.core.money import Cents
from pitboss.jackpots.events import Due
from pitboss.jackpots.room_or_desk import room_table_key
from pitboss.jackpots.tray import check_opened, missing_cents, owe, pay_dues
from pitboss.ledger import Receipt, Store, Unit
from pitboss.ledger.unit import begin
from pitboss.ledger.writer import Work
from pitboss.room.events import HOUSE, RoundOpened, stream_of
from pitboss.room.table_jackpots import TableJackpots
from pitboss.room.unit_plan import (
    EndJackpots,
    Entry,
    Order,
    PressButton,
    StartJackpots,
    TakeBackHeld,
    VoidJackpots,
)

T = TypeVar("T")


class Books(Protocol):
    """The store as a keeper sees it."""

    def clock(self) -> int:
        """Microseconds since 1970."""
        ...

    async def write(self, work: Work, key: str, request: object) -> Receipt: ...

    async def read(self, question: Callable[[Store], T]) -> T: ...


class StoreBooks:
    """A store whose writes have a thread of their own; reads are made in worker threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._done: list[tuple[asyncio.Future[Receipt], Future[Receipt]]] = []

    def clock(self) -> int:
        return self._store.clock()

    async def write(self, work: Work, key: str, request: object) -> Receipt:
        """Who stops waiting does not stop the unit: it may be on its way to the disk."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Receipt] = loop.create_future()
        handed_in = self._store.submit(work, key=key, request=request)
        handed_in.add_done_callback(lambda done: self._wake(loop, answer, done))
        return await answer

    def _wake(
        self, loop: asyncio.AbstractEventLoop, answer: asyncio.Future[Receipt], done: Future[Receipt]
    ) -> None:
        """From the writer's thread. Units that are committed together wake the loop once."""
        with self._lock:
            self._done.append((answer, done))
            first = len(self._done) == 1
        if first:
            try:
                loop.call_soon_threadsafe(self._tell)
            except RuntimeError:  # the loop is closed: nobody waits any more
                self._done.clear()

    def _tell(self) -> None:
        with self._lock:
            told, self._done = self._done, []
        for answer, done in told:
            if answer.done():
                continue
            if error := done.exception():
                answer.set_exception(error)
            else:
                answer.set_result(done.result())

    async def read(self, question: Callable[[Store], T]) -> T:
        return await asyncio.to_thread(question, self._store)


@dataclass(slots=True)
class Short:
    """What the last run of a unit found that the tray could not pay, and what it has paid of that."""

    waiting: list[Move] = field(default_factory=list)
    paid: list[Due] = field(default_factory=list)


def work_of(
    table: str,
    entries: Sequence[Entry],
    jackpots: TableJackpots,
    fence: Work | None = None,
    short: Short | None = None,
    fill_cents: Cents | None = None,
) -> Work:
    """The entries as a unit of work; the jackpot desk's part comes after all of the table's own records, and last
    what the tray could not pay (HR-34). With `fill_cents` such a tray fetches a fill itself, with so much beyond."""
    orders = [_order(table, jackpots, order) for entry in entries for order in entry.orders]
    short = short or Short()

    def work(unit: Unit) -> None:
        short.waiting, short.paid = [], []
        if fence:
            fence(unit)
        for entry in entries:
            if isinstance(entry.record, RoundOpened):
                check_opened(unit, table)  # two people may have counted the tray out since this was decided
            begin(unit, stream_of(table), entry.actor, entry.record)
            for name, limited in entry.accounts:
                unit.open_account(name, debits_limited=limited)
            short.waiting += post(unit, entry.moves)
            for key, value in entry.puts.items():
                unit.put(key, value)
            if entry.snapshot:
                unit.put(room_table_key(table), encode(entry.snapshot), snapshot=True)
            if entry.day:
                entry.day.post(unit)
        for order in orders:
            order(unit)
        if short.waiting:
            owe(unit, table, [Due(move.credit, move.cents) for move in short.waiting], HOUSE)
            if missing_cents(unit, table) and fill_cents is not None:
                fill_short(unit, table, fill_cents, HOUSE)
            short.paid = pay_dues(unit, table)

    return work


def _order(table: str, jackpots: TableJackpots, order: Order) -> Work:
    match order:
        case StartJackpots():
            return jackpots.start(order.wagers, order.actor, order.holders)
        case PressButton():
            return jackpots.press(order.spot, order.hand, order.place, order.actor)
        case EndJackpots():
            return jackpots.end(order.hits, order.actor)
        case VoidJackpots():
            return jackpots.void(order.reason, order.actor, order.second, order.camera)
        case TakeBackHeld():
            return take_back_held(table, order.payouts, order.actor)
