"""Events, accounts and transfers: what the store keeps, and how a record's hash is made.

Amounts in the ledger are integers of a millionth of a cent (`UNIT_PER_CENT`), so that a share of a
wager such as 18.5 % of $1 is a whole number. A 64-bit counter then still holds 92 thousand million dollars.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pitboss.core.errors import BadInput, PitbossError

UNIT_PER_CENT: Final = 1_000_000
COUNTER_MAX: Final = 2**63 - 1
GENESIS: Final = "0" * 64
"""the previous hash of the first event"""

_NAME = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,240}")


_ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False, allow_nan=False)


def canonical(value: object) -> str:
    """The one JSON text of a value: what is hashed is what is stored."""
    return _ENCODER.encode(value)


_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def kept_text(value: object) -> str:
    """The canonical text of what is to be kept. Half of a surrogate pair is no text, nor is NUL."""
    text = canonical(value)
    check_text(text)
    if "\\u0000" in text and _NUL.search(text):
        raise _no_text()
    return text


def check_text(text: str) -> None:
    """What a database would not take, or would cut, is refused before it is asked."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise _no_text() from error
    if "\0" in text:
        raise _no_text()


def _no_text() -> BadInput:
    return BadInput("What is to be kept holds characters that are no text.", accepted="Unicode without NUL")


def fingerprint(value: object) -> str:
    return hashlib.sha256(kept_text(value).encode()).hexdigest()


def digest_of(text: str) -> str:
    """What the log keeps of a document whose content it does not keep: a JSON text. No other document is one."""
    return f'"{hashlib.sha256(text.encode()).hexdigest()}"'


def is_as_logged(text: str, logged: str) -> bool:
    """Whether a document is what the log says of it: its content, or the digest of that."""
    return text == logged or (logged.startswith('"') and digest_of(text) == logged)


def check_name(what: str, name: str) -> str:
    """Names hold no control characters: the fields of a hashed record are parted by them."""
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"{name!r} is not a {what}.", accepted="1 to 240 characters, none of them a control character"
        )
    return name


class Account(NamedTuple):
    """Counters that only grow; the balance is what a reader computes from them."""

    name: str
    debits: int = 0
    credits: int = 0
    debits_pending: int = 0
    credits_pending: int = 0
    debits_limited: int = 0
    """1: debits, pending ones included, must not exceed credits"""
    credits_limited: int = 0
    """1: credits, pending ones included, must not exceed debits"""

    @property
    def credit_balance(self) -> int:
        return self.credits - self.debits

    @property
    def debit_balance(self) -> int:
        return self.debits - self.credits

    @property
    def available_credit(self) -> int:
        """The credit balance less what is held by pending debits."""
        return self.credits - self.debits - self.debits_pending


class Transfer(NamedTuple):
    """Immutable. A plain transfer moves `amount`; a pending one only holds (`hold` > 0); posting or voiding
    it releases the hold (`hold` < 0) and names it in `pending_id`."""

    seq: int
    """of the event it belongs to"""
    position: int
    id: str
    """of one that is held, or that its caller has named; nobody asks for another by an id"""
    debit: str
    credit: str
    amount: int
    hold: int
    pending_id: str | None
    code: str
    """what the money is moved for: contribution, seed, award, ..."""

    @property
    def state(self) -> str:
        if self.pending_id is None:
            return "pending" if self.hold else "posted"
        return "post" if self.amount else "void"

    def line(self) -> str:
        return (
            f"{self.id}\t{self.debit}\t{self.credit}\t{self.amount}\t{self.hold}\t"
            f"{self.pending_id or ''}\t{self.code}"
        )


class Event(NamedTuple):
    """One record of the log. `sets` are the documents it wrote: the digest of a snapshot, any other whole."""

    seq: int
    key: str
    at_us: int
    stream: str
    actor: str
    kind: str
    request: str
    """fingerprint of what the caller asked for; a retry has the same. It stands with the first event of a unit"""
    payload_json: str
    sets_json: str
    hash: str
    prev: str
    """the hash of the event before it, which is where this is read"""

    @property
    def row(self) -> tuple[int | str, ...]:
        """As it is written down."""
        return self[:-1]

    @property
    def payload(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.payload_json)
        return value

    @property
    def sets(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.sets_json)
        return value


def event_hash(fields: Iterable[int | str], prev: str, transfers: Iterable[Transfer]) -> str:
    """SHA-256 over the hash before it, this record's fields, and the transfers that belong to it."""
    parts = [prev, *map(str, fields), *(transfer.line() for transfer in transfers)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def expected_hash(event: Event, transfers: Iterable[Transfer]) -> str:
    return event_hash(event[:-2], event.prev, transfers)


class Head(NamedTuple):
    """The end of the log."""

    seq: int = 0
    at_us: int = 0
    hash: str = GENESIS

    def __str__(self) -> str:
        return f"{self.seq}:{self.hash}"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a unit of work left behind: its events, and whether they were there already (a retry)."""

    events: tuple[Event, ...]
    replayed: bool = False

    @property
    def event(self) -> Event:
        return self.events[0]

    @property
    def payload(self) -> Mapping[str, Any]:
        return self.events[0].payload


# Errors: what the store refuses, and what can be wrong with it.


class StoreError(PitbossError):
    """The store cannot do this; nothing has been written."""

    kind = "store"


class StoreRefused(StoreError):
    """The store could, but what was asked does not fit what it holds."""

    kind = "store-refused"


class Overdraft(StoreRefused):
    """A transfer that would take an account past the limit its flag sets."""


class KeyReused(StoreRefused):
    """The same key came back with a different content: not a retry, but a mistake of the caller."""


class StoreFull(StoreError):
    """No room left on the disk; the transaction was rolled back."""

    kind = "store-full"


class StoreUnavailable(StoreError):
    """The database cannot be reached, or stays locked."""

    kind = "store-unavailable"


class StoreUnreachable(StoreUnavailable):
    """Not even a new connection is to be had: asking again at once is of no use."""


class StoreDamaged(StoreError):
    """The stored bytes are not what was written."""

    kind = "store-damaged"
