"""A unit of work: events, transfers and documents that are written together or not at all.

A unit sees what the units before it in the same batch did. What it does itself stays in its own layer until
it has ended without an error, so a refused unit leaves no trace while its neighbours are committed.

What an event says is one record a kind (`EventData`): plain values only while it is written or read. To add one: a
frozen dataclass with its KIND.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pitboss.core.codec import decode, encode
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents
from pitboss.ledger.database import Connection, Row
from pitboss.ledger.model import (
    COUNTER_MAX,
    UNIT_PER_CENT,
    Account,
    Event,
    Head,
    KeyReused,
    Overdraft,
    Receipt,
    StoreError,
    StoreRefused,
    Transfer,
    canonical,
    check_name,
    digest_of,
    event_hash,
    kept_text,
)

CACHE_MAX = 50_000
CATCH_UP_MAX = 2_000
"""more events of others than this, and everything is looked up again"""


def note_of(account: str) -> str:
    """The document in which the log says that an account was opened, and with which limits."""
    return f"ledger/{account}"


class Cache:
    """Accounts and documents as last committed. The log's end says whether somebody else wrote, and the log what."""

    def __init__(self) -> None:
        self.head: Head | None = None
        self.accounts: dict[str, Account] = {}
        self.documents: dict[str, str | None] = {}

    def valid_at(self, head: Head, connection: Connection) -> None:
        if self.head is None or len(self.accounts) + len(self.documents) > CACHE_MAX:
            self.clear()
        elif self.head != head:
            self._catch_up(self.head, head, connection)
        self.head = head

    def _catch_up(self, known: Head, head: Head, connection: Connection) -> None:
        """Another process has written: what it touched is forgotten, all of it where the log is not the one we know."""
        if not 0 < head.seq - known.seq <= CATCH_UP_MAX:
            self.clear()
            return
        found = connection.touched_after(known.seq)
        if found.hash != known.hash:
            self.clear()
        for name in found.accounts:
            self.accounts.pop(name, None)
        for key in found.documents:
            self.documents.pop(key, None)

    def clear(self) -> None:
        self.head = None
        self.accounts.clear()
        self.documents.clear()


class Batch:
    """What one transaction will write: the sum of the units that ended well."""

    def __init__(self, connection: Connection, head: Head, found: Iterable[Event], cache: Cache) -> None:
        self.connection = connection
        self.head = head
        self.by_key = {event.key: event for event in found}
        self.cache = cache
        self.events: list[Event] = []
        self.transfers: list[Transfer] = []
        self.opened: list[Row] = []
        self.pending: dict[str, Transfer] = {}
        self.resolved: set[str] = set()
        self.accounts: dict[str, Account] = {}
        self.documents: dict[str, str | None] = {}
        self.written_by: dict[str, int] = {}

    def account(self, name: str) -> Account | None:
        found = self.accounts.get(name) or self.cache.accounts.get(name)
        if found is None:
            found = self.connection.account(name)
            if found is not None:
                self.cache.accounts[name] = found
        return found

    def document(self, key: str) -> str | None:
        if key in self.documents:
            return self.documents[key]
        if key not in self.cache.documents:
            self.cache.documents[key] = self.connection.document(key)
        return self.cache.documents[key]

    def take(self, unit: Unit, at_us: int) -> tuple[Event, ...]:
        """Close a unit that ended well: number its events, chain their hashes, keep what it changed."""
        events: list[Event] = []
        seq, at, prev = self.head
        at = max(at, at_us)
        for draft in unit.drafts:
            seq += 1
            transfers = [Transfer(seq, n, *row) for n, row in enumerate(draft.transfers)]
            request = "" if events else unit.request
            head = (seq, draft.key, at, draft.stream, draft.actor, draft.kind, request)
            text = (draft.text, _join(draft.sets))
            digest = event_hash(head + text, prev, transfers)
            events.append(Event(*head, *text, digest, prev))
            self.transfers += transfers
            for transfer in transfers:
                if transfer.hold > 0:
                    self.pending[transfer.id] = transfer
                elif transfer.pending_id:
                    self.resolved.add(transfer.pending_id)
            self.written_by.update(dict.fromkeys(draft.sets, seq))
            prev = digest
        self.head = Head(seq, at, prev)
        self.events += events
        self.by_key.update((event.key, event) for event in events)
        self.opened += unit.opened
        self.accounts.update(unit.accounts)
        self.documents.update(unit.documents)
        return tuple(events)

    def tables(self) -> list[tuple[str, list[Row]]]:
        kept = [(key, self.written_by[key], text) for key, text in self.documents.items() if text is not None]
        return [
            ("accounts", self.opened),
            ("events", [event.row for event in self.events]),
            ("transfers", list(self.transfers)),
            ("documents", kept),
        ]

    def dropped_documents(self) -> list[str]:
        return [key for key, text in self.documents.items() if text is None]


class _Draft:
    """An event of a unit that is still being put together."""

    __slots__ = ("actor", "key", "kind", "payload", "sets", "stream", "text", "transfers")

    def __init__(self, key: str, kind: str, stream: str, actor: str, payload: dict[str, Any]) -> None:
        self.key = key
        self.kind = kind
        self.stream = stream
        self.actor = actor
        self.payload = payload
        self.transfers: list[tuple[str, str, str, int, int, str | None, str]] = []
        self.sets: dict[str, str | None] = {}
        self.text = "{}"


class Unit:
    """What a piece of work may do. It must not keep or change anything outside: it may be run again."""

    def __init__(self, batch: Batch, key: str, request: str) -> None:
        self._batch = batch
        self.key = key
        self.request = request
        self.drafts: list[_Draft] = []
        self.opened: list[Row] = []
        self.accounts: dict[str, Account] = {}
        self.documents: dict[str, str | None] = {}

    # events

    def record(self, kind: str, stream: str, actor: str, payload: dict[str, Any] | None = None) -> None:
        """Begin an event; the transfers and documents that follow belong to it. The first has the unit's key,
        further ones a number after it. `payload` may be completed until the unit ends."""
        for what, name in (("kind", kind), ("stream", stream), ("actor", actor)):
            check_name(what, name)
        key = self.key if not self.drafts else f"{self.key}+{len(self.drafts)}"
        if key in self._batch.by_key:
            raise KeyReused(f"The key {key!r} is in use.", accepted="a key of its own for every act")
        self.drafts.append(_Draft(key, kind, stream, actor, {} if payload is None else payload))

    def seal(self) -> None:
        """The work is done: what it wrote becomes text, or it is refused without harm to its neighbours."""
        for draft in self.drafts:
            draft.text = kept_text(draft.payload)

    def _event(self) -> _Draft:
        if not self.drafts:
            raise StoreError("A transfer or document needs the event it belongs to: call record() first.")
        return self.drafts[-1]

    # documents

    def get(self, key: str) -> Any:
        """A document, or None. A fresh copy each time."""
        text = self.documents[key] if key in self.documents else self._batch.document(key)
        return None if text is None else json.loads(text)

    def put(self, key: str, value: Any, *, snapshot: bool = False) -> None:
        """Write a document; None removes it. Of a snapshot, which sums up what events say, the log keeps the digest."""
        check_name("document key", key)
        text = logged = None if value is None else kept_text(value)
        if text is not None and (snapshot or isinstance(value, str)):
            logged = digest_of(text)
        self.documents[key], self._event().sets[key] = text, logged

    # the ledger

    def account(self, name: str) -> Account:
        found = self.accounts.get(name) or self._batch.account(name)
        if found is None:
            raise BadInput(f"There is no account {name!r}.", accepted="an account that has been opened")
        return found

    def has_account(self, name: str) -> bool:
        return name in self.accounts or self._batch.account(name) is not None

    def open_account(self, name: str, *, debits_limited: bool = False, credits_limited: bool = False) -> None:
        """Open an account; opening it again with the same limits does nothing."""
        flags = (int(debits_limited), int(credits_limited))
        found = self.accounts.get(name) or self._batch.account(name)
        if found is not None:
            if found[5:] != flags:
                raise KeyReused(f"The account {name!r} exists with other limits.", accepted="its own limits")
            return
        check_name("account name", name)
        self._event()
        fresh = Account(name, 0, 0, 0, 0, *flags)
        self.accounts[name] = fresh
        self.opened.append(tuple(fresh))
        self.put(note_of(name), list(flags))

    def transfer(
        self,
        debit: str,
        credit: str,
        amount: int,
        code: str,
        *,
        name: str | None = None,
        pending: bool = False,
    ) -> str:
        """Move `amount` units from one side to the other; returns the transfer's id, `KEY#NAME`."""
        if amount <= 0:
            raise BadInput(
                f"A transfer of {amount} units moves nothing.", accepted="a positive number of units"
            )
        moved, held = (0, amount) if pending else (amount, 0)
        return self._move(debit, credit, moved, held, None, code, name)

    def transfer_cents(
        self, debit: str, credit: str, cents: Cents, code: str, *, name: str | None = None
    ) -> str:
        return self.transfer(debit, credit, cents * UNIT_PER_CENT, code, name=name)

    def post(
        self, pending_id: str, amount: int | None = None, code: str = "post", name: str | None = None
    ) -> str:
        """Carry out a pending transfer, wholly or in part; the rest of what it held is released."""
        held = self._held(pending_id)
        moved = held.hold if amount is None else amount
        if not 0 < moved <= held.hold:
            raise BadInput(
                f"{moved} units cannot be posted of the pending transfer {pending_id!r}.",
                accepted=f"1 to {held.hold} units",
            )
        return self._move(held.debit, held.credit, moved, -held.hold, pending_id, code, name)

    def void(self, pending_id: str, code: str = "void", name: str | None = None) -> str:
        held = self._held(pending_id)
        return self._move(held.debit, held.credit, 0, -held.hold, pending_id, code, name)

    def _held(self, pending_id: str) -> Transfer:
        batch = self._batch
        own = (row for draft in self.drafts for row in draft.transfers)
        mine = next((Transfer(0, 0, *row) for row in own if row[0] == pending_id), None)
        held = mine or batch.pending.get(pending_id) or batch.connection.transfer(pending_id)
        if held is None or held.hold <= 0:
            raise BadInput(
                f"There is no pending transfer {pending_id!r}.", accepted="the id of a pending transfer"
            )
        again = any(row[5] == pending_id for draft in self.drafts for row in draft.transfers)
        if again or pending_id in batch.resolved or batch.connection.resolution_of(pending_id):
            raise StoreRefused(f"The pending transfer {pending_id!r} has been posted or voided already.")
        return held

    def _move(
        self,
        debit: str,
        credit: str,
        amount: int,
        hold: int,
        pending_id: str | None,
        code: str,
        name: str | None,
    ) -> str:
        event = self._event()
        if debit == credit:
            raise BadInput(f"A transfer from {debit!r} to itself moves nothing.", accepted="two accounts")
        check_name("code", code)
        transfer_id = f"{event.key}#{len(event.transfers) if name is None else check_name('name', name)}"
        if name is not None and any(row[0] == transfer_id for row in event.transfers):
            raise KeyReused(
                f"The transfer {transfer_id!r} is in this event already.", accepted="another name"
            )
        payer, payee = self._moved(debit, amount, hold, 0, 0), self._moved(credit, 0, 0, amount, hold)
        self.accounts[debit], self.accounts[credit] = payer, payee
        kept_id = transfer_id if name is not None or hold > 0 else ""
        event.transfers.append((kept_id, debit, credit, amount, hold, pending_id, code))
        return transfer_id

    def _moved(self, name: str, debits: int, debits_held: int, credits_: int, credits_held: int) -> Account:
        """The account after the move, if its counters and limits allow it."""
        found = self.accounts.get(name) or self.account(name)
        debits += found.debits
        debits_held += found.debits_pending
        credits_ += found.credits
        credits_held += found.credits_pending
        limits = found[5:]
        if debits + debits_held > COUNTER_MAX or credits_ + credits_held > COUNTER_MAX:
            raise StoreRefused(
                f"The counters of {name!r} are full.", accepted="amounts that 64 bits can hold"
            )
        if limits[0] and debits + debits_held > credits_:
            raise Overdraft(
                f"{name!r} does not hold that much.", accepted="at most what it has and nobody holds"
            )
        if limits[1] and credits_ + credits_held > debits:
            raise Overdraft(f"{name!r} may not be credited past its debits.", accepted="a smaller amount")
        return Account(name, debits, credits_, debits_held, credits_held, *limits)


def _join(sets: dict[str, str | None]) -> str:
    """The canonical JSON of what the log keeps of the documents an event wrote."""
    if not sets:
        return "{}"
    return "{" + ",".join(f"{canonical(key)}:{text or 'null'}" for key, text in sorted(sets.items())) + "}"


# Typed entries of the log.


@dataclass(frozen=True, slots=True)
class EventData:
    """What an event of one kind says."""

    KIND: ClassVar[str] = ""

    @property
    def kind(self) -> str:
        return self.KIND


S = TypeVar("S", bound=EventData)


class OpenEvent(Generic[S]):
    """An event that a unit has begun: what follows in the unit belongs to it, and what comes of that is added."""

    __slots__ = ("_payload", "says")

    def __init__(self, says: S, payload: dict[str, Any]) -> None:
        self.says = says
        self._payload = payload

    def amend(self, says: S) -> None:
        """What it says after all; until the unit ends."""
        self.says = says
        self._payload.clear()
        self._payload.update(encode(says))


def begin(unit: Unit, stream: str, actor: str, says: S, kind: str | None = None) -> OpenEvent[S]:
    """`kind` where events of several kinds say the same."""
    payload: dict[str, Any] = encode(says)
    unit.record(kind or says.kind, stream, actor, payload)
    return OpenEvent(says, payload)


def read_event(kind: type[S], event: Event | Receipt) -> S:
    """What an event, or the first of a unit, says."""
    one = event.event if isinstance(event, Receipt) else event
    return decode(kind, one.payload)
