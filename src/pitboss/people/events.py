"""What accounts and sign-ins write into the log: one record for each kind of event (HR-21, HR-22). No secret is in
any of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pitboss.core.arguments import Reason
from pitboss.core.codec import LEFT_OUT
from pitboss.ledger.unit import EventData

Facts = Mapping[str, str | int | bool | None]
"""fields of an account that everybody may read who keeps accounts"""


@dataclass(frozen=True, slots=True)
class PersonAdded(EventData):
    KIND: ClassVar[str] = "person.added"
    name: str
    role: str
    demo: bool
    second: str | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class CredentialsAccepted(EventData):
    KIND: ClassVar[str] = "credentials.accepted"
    name: str
    address: str
    purpose: str
    screen: str | None = field(default=None, metadata=LEFT_OUT)
    """who was signed in at the screen"""
    series: bool | None = field(default=None, metadata=LEFT_OUT)
    """a code that was given at this screen some minutes ago was enough"""


@dataclass(frozen=True, slots=True)
class CredentialsRefused(EventData):
    KIND: ClassVar[str] = "credentials.refused"
    name: str
    address: str
    purpose: str
    reason: str = ""
    failures: int | None = field(default=None, metadata=LEFT_OUT)
    locked: bool | None = field(default=None, metadata=LEFT_OUT)
    screen: str | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True, slots=True)
class PersonChanged(EventData):
    """One change of an account; the event's kind says which."""

    name: str
    before: Facts
    after: Facts
    why: Reason
    second: str | None = field(default=None, metadata=LEFT_OUT)
