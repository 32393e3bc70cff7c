"""Typed entries of the log: what an event says is one record a kind, and plain values only while they are written or
read.

To add one: a frozen dataclass with its KIND."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from pitboss.core.codec import decode, encode
from pitboss.ledger.model import Event, Receipt
from pitboss.ledger.unit import Unit


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
    return decode(kind, json.loads(one.payload_json))
