"""Is the store what was written? Reads every record and names the first that is not.

The log: numbers without gaps, each record's hash over its fields, its transfers and the hash before it. The
ledger: counters equal to the sum of the transfers, limits kept, debits equal to credits. The documents: what
the last event that wrote them says. A cut-off end shows in counters and documents, and against a noted head.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from pitboss.core.errors import BadInput
from pitboss.ledger.database import ACCOUNT_COLUMNS, EVENT_COLUMNS, TRANSFER_COLUMNS, Connection
from pitboss.ledger.model import Account, Event, Head, Transfer, canonical, expected_hash, is_as_logged
from pitboss.ledger.store import Store
from pitboss.ledger.unit import note_of


@dataclass(slots=True)
class Verification:
    """What was read and what was found; sound when there is no finding."""

    head: Head = field(default_factory=Head)
    events: int = 0
    transfers: int = 0
    accounts: int = 0
    documents: int = 0
    anchors: int = 0
    """heads noted outside the database that the log was compared with"""
    findings: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.findings

    def to_json(self) -> dict[str, Any]:
        return {"sound": self.sound, **asdict(self), "head": str(self.head)}


def parse_head(text: str) -> Head:
    number, _, digest = text.partition(":")
    if not number.isdigit() or len(digest) != 64:
        raise BadInput(f"{text!r} is not a head.", accepted="NUMBER:HASH as printed by an earlier verify")
    return Head(int(number), 0, digest)


def verify(store: Store, noted: Head | None = None) -> Verification:
    """Check the whole store as it stands at this moment; `noted` is a head written down earlier. What the
    store's anchors say counts as well."""
    heads = [head for _, head in store.anchors.read()] + ([noted] if noted else [])
    with store.reading() as connection, connection.snapshot():
        result = check(connection, store.database.driver_error, heads)
    result.anchors = len(heads)
    result.findings += [f"The anchor {path} is gone." for path in store.anchors_gone()]
    return result


def verify_range(store: Store, first: int, last: int) -> str:
    """Check the records from one number to another, each against its hash and the hash before it; says what is wrong
    with the first that is not as it was written. Whether the log as a whole is, `verify` tells."""
    with store.reading() as connection, connection.snapshot():
        before: Event | None = None
        for event, transfers in records(connection, "WHERE seq BETWEEN ? AND ?", (first, last)):
            head = (
                Head(before.seq, before.at_us, before.hash) if before else Head(event.seq - 1, 0, event.prev)
            )
            if wrong := what_is_wrong(event, transfers, head):
                return f"Event {event.seq} ({event.kind}): {wrong}."
            before = event
    return ""


def check(connection: Connection, driver_error: type[Exception], noted: Sequence[Head]) -> Verification:
    """As `verify`, on a connection inside a transaction."""
    result = Verification()
    books = _Books()
    try:
        _check_log(connection, result, books, noted)
        if result.sound:
            _check_ledger(connection, result, books)
            _check_documents(connection, result, books)
    except driver_error as error:
        result.findings.append(f"The record after event {result.head.seq} cannot be read: {error}.")
    else:
        result.findings += [f"The database's own check says: {line}" for line in connection.check_pages()]
        result.findings += connection.check_structure()
    return result


class _Books:
    """Counters and documents as the log says they should be."""

    def __init__(self) -> None:
        self.counters: dict[str, list[int]] = {}
        self.held: dict[str, int] = {}
        self.documents: Documents = {}

    def book(self, transfer: Transfer) -> str | None:
        """Add a transfer; says what is wrong with it."""
        for name, first in ((transfer.debit, 0), (transfer.credit, 1)):
            counters = self.counters.setdefault(name, [0, 0, 0, 0])
            counters[first] += transfer.amount
            counters[first + 2] += transfer.hold
        if transfer.pending_id is not None:
            if self.held.pop(transfer.pending_id, None) != -transfer.hold:
                return "resolves a pending transfer that is not open"
        elif transfer.hold:
            self.held[transfer.id] = transfer.hold
        return None


def _check_log(connection: Connection, result: Verification, books: _Books, noted: Sequence[Head]) -> None:
    expected = {head.seq: head for head in noted}
    for event, transfers in records(connection):
        wrong = what_is_wrong(event, transfers, result.head)
        if wrong:
            result.findings.append(
                f"Event {event.seq} ({event.kind}, {event.stream}, key {event.key}): {wrong}."
            )
            break
        for transfer in transfers:
            if problem := books.book(transfer):
                result.findings.append(f"Transfer {transfer.id} of event {event.seq} {problem}.")
        log_documents(event, books.documents)
        result.events += 1
        result.transfers += len(transfers)
        result.head = Head(event.seq, event.at_us, event.hash)
        if event.seq in expected and expected[event.seq].hash != event.hash:
            result.findings.append(
                f"Event {event.seq} is not the one that was noted as {expected[event.seq]}."
            )
    last = max(noted, default=Head())
    if not result.findings and last.seq > result.head.seq:
        result.findings.append(f"The log ends at event {result.head.seq}; {last.seq} was noted earlier.")


def what_is_wrong(event: Event, transfers: list[Transfer], before: Head) -> str | None:
    """With an event, as the one that follows the end of the log before it."""
    if event.seq != before.seq + 1:
        return f"event {before.seq + 1} is missing before it"
    if event.at_us < before.at_us:
        return "its time lies before that of the event before it"
    if [transfer.position for transfer in transfers] != list(range(len(transfers))):
        return "the positions of its transfers were edited"
    if expected_hash(event, transfers) != event.hash:
        return "its content, its transfers or the event before it was edited: its hash does not fit"
    return None


def records(
    connection: Connection, where: str = "", values: tuple[int, ...] = ()
) -> Iterator[tuple[Event, list[Transfer]]]:
    """Events with their transfers, from two streams side by side."""
    found = connection.stream(f"SELECT {EVENT_COLUMNS} FROM events {where} ORDER BY seq", values)
    events = (Event(*row) for row in found)
    rows = connection.stream(
        f"SELECT {TRANSFER_COLUMNS} FROM transfers {where} ORDER BY seq, position", values
    )
    groups = groupby((Transfer(*row) for row in rows), key=lambda transfer: transfer.seq)
    group = next(groups, None)
    for event in events:
        mine: list[Transfer] = []
        while group is not None and group[0] <= event.seq:
            mine += group[1]
            group = next(groups, None)
        yield event, mine


def _check_ledger(connection: Connection, result: Verification, books: _Books) -> None:
    orphans = connection.execute("SELECT count(*) FROM transfers WHERE seq > ?", (result.head.seq,))[0][0]
    if orphans and not result.findings:
        result.findings.append(
            f"{orphans} transfers belong to events after {result.head.seq}, which are missing."
        )
    debits = credits_ = 0
    opened = {
        key for key, (_, value) in books.documents.items() if key.startswith(note_of("")) and value != "null"
    }
    for row in connection.stream(f"SELECT {ACCOUNT_COLUMNS} FROM accounts ORDER BY name"):
        account = Account(*row)
        result.accounts += 1
        debits += account.debits
        credits_ += account.credits
        booked = tuple(books.counters.pop(account.name, (0, 0, 0, 0)))
        note = books.documents.get(note_of(account.name), (0, "null"))[1]
        if not result.findings and note != canonical(list(account[5:])):
            what = "was never opened" if note == "null" else f"has other limits than the log's {note}"
            result.findings.append(f"Account {account.name} {what}.")
        opened.discard(note_of(account.name))
        if not result.findings and account[1:5] != booked:
            result.findings.append(
                f"Account {account.name}: its counters are {account[1:5]}, its transfers add up to {booked}."
            )
    if debits != credits_:
        result.findings.append(f"The trial balance is {debits - credits_} units, not zero.")
    if opened and not result.findings:
        result.findings.append(f"Account {min(opened).removeprefix(note_of(''))} was opened but is missing.")
    if books.counters and not result.findings:
        result.findings.append(f"Account {min(books.counters)} has transfers but is missing.")


def _check_documents(connection: Connection, result: Verification, books: _Books) -> None:
    stored = stored_documents(connection)
    result.documents = len(stored)
    if result.findings:
        return
    if wrong := wrong_document(stored, books.documents):
        result.findings.append(wrong)


Documents = dict[str, tuple[int, str]]
"""by key: the event that wrote it, and its content or what the log keeps of that"""


def stored_documents(connection: Connection) -> Documents:
    rows = connection.stream("SELECT key, seq, value FROM documents ORDER BY key")
    return {key: (seq, value) for key, seq, value in rows}


def log_documents(event: Event, logged: Documents) -> None:
    """Add what an event says of the documents it wrote."""
    for key, value in event.sets.items():
        logged[key] = (event.seq, canonical(value))


def wrong_document(stored: Documents, logged: Documents) -> str | None:
    """What is wrong with the first document that is not as the log says."""
    nothing = (0, "null")
    for key in sorted(stored.keys() | logged.keys()):
        (seq, text), (event, kept) = stored.get(key, nothing), logged.get(key, nothing)
        gone = text == kept == "null"
        if not gone and (seq != event or not is_as_logged(text, kept)):
            return f"Document {key} is not what event {event or seq} wrote."
    return None
