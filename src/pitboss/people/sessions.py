"""Sessions of browsers: a random token each, of which the store has only the hash (HR-21).

A process remembers those it has seen; what another process or the terminal has ended is noticed within seconds
(`refresh`). Nobody's session outlives its hours, or the idle time of its role."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pitboss.core.codec import decode, encode
from pitboss.core.errors import AskedAgain, BadInput, NotAllowed, SignInRefused
from pitboss.ledger import Store, Unit
from pitboss.people.documents import StoredSession, StoredToken, account_of
from pitboss.people.person import Person, Role

STREAM: Final = "people"
SESSION_HOURS: Final = 12
FRESH_MINUTES: Final = 5
"""how long credentials just given count as given again"""
_MINUTE_US: Final = 60_000_000
IDLE_MINUTES: Final = {Role.PLAYER: 120, Role.DEALER: 60}
"""others hold more in their hands: a quarter of an hour"""
IDLE_STAFF_MINUTES: Final = 15


@dataclass(frozen=True, slots=True)
class Session:
    """`id` is the hash of the token in the browser; the token itself is kept nowhere."""

    id: str
    person: Person
    csrf: str
    expires_us: int
    begun_us: int = 0
    address: str = ""
    used_us: int = 0
    fresh_us: int = 0
    """when the person last gave credentials"""
    limited: bool = False
    """staff without a second factor: may set one up, and nothing else"""
    lent: bool = False
    """signed in with a password that somebody else has set: may give it one of the own, and nothing else"""

    @property
    def idle_us(self) -> int:
        if self.person.demo:
            return SESSION_HOURS * 60 * _MINUTE_US
        return IDLE_MINUTES.get(self.person.role, IDLE_STAFF_MINUTES) * _MINUTE_US

    def alive(self, now_us: int) -> bool:
        return now_us < min(self.expires_us, self.used_us + self.idle_us)

    def fresh(self, now_us: int) -> bool:
        """Whether the person was asked a moment ago; the demo room asks nobody twice."""
        return self.person.demo or now_us < self.fresh_us + FRESH_MINUTES * _MINUTE_US

    def stored(self) -> StoredSession:
        return StoredSession(
            self.person.id,
            self.csrf,
            self.expires_us,
            self.begun_us,
            self.address,
            self.used_us,
            self.fresh_us,
        )


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    def __init__(self, store: Store, *, demo: bool) -> None:
        self._store = store
        self._demo = demo
        self._known: dict[str, Session] = {}
        self._noted: dict[str, int] = {}
        """when the store last heard of a session's use"""
        self.ended: Callable[[str], None] = lambda id: None
        """told, in whatever thread, when a session was ended here"""

    def begin(
        self, person: Person, *, address: str = "", limited: bool = False, lent: bool = False
    ) -> tuple[str, Session]:
        """The token for the browser, and the session."""
        token = secrets.token_urlsafe(32)
        now = self._store.clock()
        expires = now + SESSION_HOURS * 60 * _MINUTE_US
        session = Session(
            hash_of(token), person, secrets.token_urlsafe(24), expires, now, address, now, now, limited, lent
        )

        def work(unit: Unit) -> None:
            account = account_of(unit.get, person.id)
            if account is not None and (account.locked or account.role != person.role):
                raise SignInRefused(
                    f"The account of {person.id} was changed meanwhile.",
                    clause="HR-21",
                    accepted="signing in again",
                )
            unit.record("session.begun", STREAM, person.id, {"name": person.id, "address": address})
            unit.put(f"session/{session.id}", encode(session.stored()))

        self._store.write(work)
        self._known[session.id] = session
        self._noted[session.id] = now
        return token, session

    def remembered(self, token: str) -> Session | None:
        """The living session of a token, as far as this process knows; never waits for the store."""
        session = self._known.get(hash_of(token)) if 20 <= len(token) <= 100 else None
        now = self._store.clock()
        if session is None or not session.alive(now):
            return None
        if now - session.used_us > _MINUTE_US // 60:
            session = self._known[session.id] = replace(session, used_us=now)
        return session

    def session(self, token: str) -> Session | None:
        """The living session of a browser's token, if there is one."""
        if not 20 <= len(token) <= 100:
            return None
        if session := self.remembered(token):
            return session
        id = hash_of(token)
        self._known.pop(id, None)
        kept = self._store.document(f"session/{id}")
        session = None if kept is None else self._stored(id, decode(StoredSession, kept))
        if session is None:
            return None
        if not session.alive(self._store.clock()):
            self.end(id, session.person.id, "over")
            return None
        self._known[id] = session
        self._noted[id] = session.used_us
        return self.remembered(token)

    def _stored(self, id: str, kept: StoredSession) -> Session | None:
        account = account_of(self._store.document, kept.name)
        if account is None or (account.demo and not self._demo) or account.locked:
            return None
        used = kept.used_us
        return Session(
            id, account.person, kept.csrf, kept.expires_us, kept.begun_us, kept.address, used, kept.fresh_us,
            limited=account.needs_factor, lent=bool(account.lent),
        )  # fmt: skip

    def _all(self) -> dict[str, StoredSession]:
        """By their ids."""
        kept = self._store.documents("session/").items()
        return {key.removeprefix("session/"): decode(StoredSession, document) for key, document in kept}

    def of(self, name: str) -> list[Session]:
        """A person's sessions, the newest first."""
        found = [
            session
            for id, kept in self._all().items()
            if kept.name == name and (session := self._stored(id, kept))
        ]
        now = self._store.clock()
        return sorted((s for s in found if s.alive(now)), key=lambda s: -s.begun_us)

    def since(self, name: str) -> int | None:
        """When the person began to play here: the oldest of the living sessions this process knows."""
        now = self._store.clock()
        begun = [s.begun_us for s in tuple(self._known.values()) if s.person.id == name and s.alive(now)]
        return min(begun, default=None)

    def need_fresh(self, session: Session) -> None:
        """Before what cannot be taken back, the person at the screen gives credentials again."""
        if not session.fresh(self._store.clock()):
            raise AskedAgain(
                f"{session.person.name} signed in some time ago.",
                clause="HR-21",
                accepted="the credentials again: POST /api/v1/me/confirm, then the same request",
            )

    def freshen(self, session: Session, *, limited: bool, lent: bool = False) -> Session:
        """The person has given credentials again."""
        now = self._store.clock()
        fresh = replace(session, fresh_us=now, used_us=now, limited=limited, lent=lent)
        return self._put(fresh, "session.confirmed")

    def unlimited(self, session: Session) -> Session:
        """The person has set up the second factor that staff has; that is no proof of a password."""
        after = replace(session, used_us=self._store.clock(), limited=False)
        return self._put(after, "session.used")

    def _put(self, session: Session, kind: str) -> Session:
        """One that was ended meanwhile stays ended."""

        def work(unit: Unit) -> None:
            if unit.get(f"session/{session.id}") is None:
                raise NotAllowed(
                    f"{session.person.name} was signed out here.", clause="HR-21", accepted="signing in"
                )
            unit.record(kind, STREAM, session.person.id, {"name": session.person.id})
            unit.put(f"session/{session.id}", encode(session.stored()))

        self._store.write(work)
        self._known[session.id] = session
        return session

    def end(self, id: str, name: str, why: str = "signed out") -> None:
        def work(unit: Unit) -> None:
            unit.record("session.ended", STREAM, name, {"name": name, "why": why})
            unit.put(f"session/{id}", None)

        self._known.pop(id, None)
        self._store.write(work)
        self.ended(id)

    def ended_elsewhere(self, id: str) -> None:
        """Another process has ended a session that may be remembered here."""
        self._known.pop(id, None)

    def forget(self, name: str, why: str, but: str | None = None) -> list[str]:
        """End all sessions of a person, except perhaps the one that asks for it; returns their ids."""
        ended = [id for id, kept in self._all().items() if kept.name == name and id != but]
        for id in ended:
            self.end(id, name, why)
        return ended

    def refresh(self) -> list[str]:
        """Compare what this process remembers with the store: returns the sessions that ended elsewhere or were
        idle for too long, and tells the store which were used. Waits for the store: not for the event loop."""
        known = dict(self._known)
        stored = self._store.documents("session/")
        now = self._store.clock()
        gone = [id for id in known if f"session/{id}" not in stored]
        idle = [id for id, session in known.items() if id not in gone and not session.alive(now)]
        for id in gone:
            self._known.pop(id, None)
        for id in idle:
            self.end(id, known[id].person.id, "idle")
        for id, session in known.items():
            if id in self._known and session.used_us - self._noted.get(id, 0) > session.idle_us // 4:
                self._note_use(session)
        return gone + idle

    def _note_use(self, session: Session) -> None:
        def work(unit: Unit) -> None:
            kept = unit.get(f"session/{session.id}")
            unit.record("session.used", STREAM, session.person.id, {"name": session.person.id})
            if kept is not None:
                used = replace(decode(StoredSession, kept), used_us=session.used_us)
                unit.put(f"session/{session.id}", encode(used))

        self._noted[session.id] = session.used_us
        self._store.write(work)


# Tokens for the terminal: a file that stands for a person's password for some hours (HR-21).

HOURS_MAX: Final = 24

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
