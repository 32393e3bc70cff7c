"""Tokens for the terminal: a file that stands for a person's password for some hours (HR-21)."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from pitboss.errors import BadInput, SignInRefused
from pitboss.people.documents import StoredToken, account_of
from pitboss.people.person import Person
from pitboss.store import Store, Unit
from pitboss.store.codec import decode, encode

HOURS_MAX: Final = 24
STREAM: Final = "people"
_HOUR_US: Final = 3_600_000_000


def _key(token: str) -> str:
    """The store keeps the hash; the token is in the file and nowhere else."""
    return f"token/{hashlib.sha256(token.encode()).hexdigest()}"


def issue(store: Store, person: Person, hours: int) -> str:
    """A token for somebody whose password was right a moment ago."""
    if not 1 <= hours <= HOURS_MAX:
        raise BadInput(f"A token of {hours} hours.", clause="HR-21", accepted=f"1 to {HOURS_MAX} hours")
    token = secrets.token_urlsafe(32)
    expires_us = store.clock() + hours * _HOUR_US

    def work(unit: Unit) -> None:
        unit.record("token.issued", STREAM, person.id, {"name": person.id, "expires_us": expires_us})
        unit.put(_key(token), encode(StoredToken(person.id, expires_us)))

    store.write(work)
    return token


def holder(store: Store, token: str) -> Person:
    """Whose living token it is; a locked account's tokens are dead."""
    kept = store.document(_key(token)) if 20 <= len(token) <= 100 else None
    known = None if kept is None else decode(StoredToken, kept)
    account = account_of(store.document, known.name) if known else None
    if known is None or account is None or account.locked or known.expires_us <= store.clock():
        raise SignInRefused(
            "This token is unknown, expired, or its account is locked.",
            clause="HR-21",
            accepted="a new one from `pitboss user token`",
        )
    return account.person


def _all(store: Store) -> dict[str, StoredToken]:
    return {key: decode(StoredToken, document) for key, document in store.documents("token/").items()}


def revoke(store: Store, name: str) -> int:
    """End all tokens of a person, as a new role or password does; returns how many."""
    keys = [key for key, token in _all(store).items() if token.name == name]

    def work(unit: Unit) -> None:
        unit.record("token.revoked", STREAM, name, {"name": name, "tokens": len(keys)})
        for key in keys:
            unit.put(key, None)

    if keys:
        store.write(work)
    return len(keys)


def expiring(store: Store, name: str) -> list[int]:
    """When each living token of a person expires."""
    now = store.clock()
    found = [token.expires_us for token in _all(store).values() if token.name == name]
    return sorted(expires_us for expires_us in found if expires_us > now)
