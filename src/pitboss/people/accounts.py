"""One account a person, with a role and hashed credentials; three failures lock it; all on record (HR-21)."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.errors import BadInput, NotAllowed, NotFound, SignInRefused
from pitboss.people.person import ROLES, Person, Role
from pitboss.store import Store, Unit

PLAYER, DEALER, SUPERVISOR, EXECUTIVE, AUDITOR, ADMIN = (
    Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.EXECUTIVE, Role.AUDITOR, Role.ADMIN,
)  # fmt: skip
FAILURES_MAX: Final = 3
SESSION_HOURS: Final = 12
PASSWORD_MIN: Final = 10
STREAM: Final = "people"

_PUBLIC = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)
_NAME = re.compile(r"[a-z][a-z0-9._-]{1,31}")
_HOUR_US = 3_600_000_000


@dataclass(frozen=True, slots=True)
class Session:
    """`id` is the hash of the token in the browser; the token itself is kept nowhere."""

    id: str
    person: Person
    csrf: str
    expires_us: int


class People:
    """Accounts and sessions. `demo` admits the demo room's accounts, whose passwords are public."""

    def __init__(self, store: Store, *, demo: bool = False, hasher: PasswordHasher | None = None) -> None:
        self._store = store
        self._demo = demo
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._busy = threading.BoundedSemaphore(2)
        """a verification takes 64 MB on purpose; two at a time are enough"""
        self._sessions: dict[str, Session] = {}

    # accounts

    def add(self, name: str, password: str, role: str, by: str, *, demo: bool = False) -> Person:
        check_person_name(name)
        if role not in ROLES:
            raise BadInput(f"There is no role {role!r}.", clause="HR-21", accepted=", ".join(ROLES))
        if not demo:
            check_password(password, name)
        # a password that is printed on the sign-in page gains nothing from a slow hash
        hashed = _PUBLIC.hash(password) if demo else self._hash(password)

        def work(unit: Unit) -> None:
            if unit.get(f"person/{name}") is not None:
                raise BadInput(
                    f"There is an account {name} already.", clause="HR-21", accepted="one account a person"
                )
            unit.record("person.added", STREAM, by, {"name": name, "role": role, "demo": demo})
            unit.put(
                f"person/{name}",
                {
                    "name": name,
                    "role": role,
                    "hash": hashed,
                    "failures": 0,
                    "locked": False,
                    "demo": demo,
                },
            )

        self._store.write(work)
        return Person.of(name, role, demo=demo)

    def find(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] | None = (
            self._store.document(f"person/{name}") if _NAME.fullmatch(name) else None
        )
        if found is None:
            raise NotFound(f"There is no account {name!r}.", clause="HR-21")
        return found

    def everyone(self) -> list[dict[str, Any]]:
        """All accounts without their hashes."""
        shapes = self._store.documents("person/").values()
        return [{k: v for k, v in shape.items() if k != "hash"} for shape in shapes]

    def unlock(self, name: str, by: str, why: str) -> None:
        self._change(name, by, why, "person.unlocked", failures=0, locked=False)

    def set_role(self, name: str, role: str, by: str, why: str) -> list[str]:
        """Returns the sessions that ended with it."""
        if role not in ROLES:
            raise BadInput(f"There is no role {role!r}.", clause="HR-21", accepted=", ".join(ROLES))
        self._change(name, by, why, "person.role", role=role)
        return self._forget(name)

    def set_password(self, name: str, password: str, by: str, why: str) -> list[str]:
        """Returns the sessions that ended with it."""
        check_password(password, name)
        self._change(name, by, why, "person.password", hash=self._hash(password), failures=0, locked=False)
        return self._forget(name)

    def _change(self, name: str, by: str, why: str, kind: str, **fields: Any) -> None:
        """One change of an account, with before and after in the log (HR-22); hashes stay out of it."""
        self.find(name)

        def work(unit: Unit) -> None:
            shape = unit.get(f"person/{name}")
            shown = [key for key in fields if key != "hash"]
            payload = {
                "name": name,
                "before": {k: shape[k] for k in shown},
                "after": {k: fields[k] for k in shown},
                "why": why,
            }
            unit.record(kind, STREAM, by, payload)
            unit.put(f"person/{name}", {**shape, **fields})

        self._store.write(work)

    def _forget(self, name: str) -> list[str]:
        """A new role or password ends the sessions begun with the old one."""
        shapes = self._store.documents("session/").items()
        ended = [key.removeprefix("session/") for key, shape in shapes if shape["name"] == name]
        for id in ended:
            self._drop(id, name)
        return ended

    # credentials

    def check(self, name: str, password: str, *, address: str, purpose: str) -> Person:
        """The person with these credentials. Failures are counted and logged; three lock the account."""
        known = self._store.document(f"person/{name}") if _NAME.fullmatch(name) else None
        hashed = known["hash"] if known else self._nobody
        right = self._verify(hashed, password)
        usable = known is not None and not known["locked"] and (self._demo or not known["demo"])
        if right and usable:
            assert known is not None
            with suppress(_LockedMeanwhile):
                self._store.write(lambda unit: _succeed(unit, name, address, purpose))
                return Person.of(name, known["role"], demo=known["demo"])
        reason = "unknown" if known is None else "password" if not right else "locked or demo"
        self._store.write(lambda unit: _fail(unit, name[:40], address, purpose, reason))
        raise SignInRefused(
            "Name or password is wrong, or the account is locked.",
            clause="HR-21",
            accepted=f"the right password; {FAILURES_MAX} failures lock an account until an admin unlocks it",
        )

    def _hash(self, password: str) -> str:
        with self._busy:
            return self._hasher.hash(password)

    def _verify(self, hashed: str, password: str) -> bool:
        with self._busy:
            try:
                return self._hasher.verify(hashed, password)
            except (VerificationError, InvalidHashError):
                return False

    # sessions

    def sign_in(self, name: str, password: str, *, address: str) -> tuple[str, Session]:
        """The token for the browser, and the session."""
        person = self.check(name, password, address=address, purpose="sign-in")
        return self.begin(person)

    def begin(self, person: Person) -> tuple[str, Session]:
        token = secrets.token_urlsafe(32)
        session = Session(
            _token_hash(token),
            person,
            secrets.token_urlsafe(24),
            self._store.clock() + SESSION_HOURS * _HOUR_US,
        )

        def work(unit: Unit) -> None:
            unit.record("session.begun", STREAM, person.name, {"name": person.name})
            unit.put(
                f"session/{session.id}",
                {"name": person.name, "csrf": session.csrf, "expires_us": session.expires_us},
            )

        self._store.write(work)
        self._sessions[session.id] = session
        return token, session

    def remembered(self, token: str) -> Session | None:
        """The living session of a token, as far as this process knows; never waits for the store."""
        session = self._sessions.get(_token_hash(token)) if 20 <= len(token) <= 100 else None
        return session if session and session.expires_us > self._store.clock() else None

    def session(self, token: str) -> Session | None:
        """The living session of a browser's token, if there is one."""
        if not 20 <= len(token) <= 100:
            return None
        id = _token_hash(token)
        session = self._sessions.get(id)
        if session is None:
            shape = self._store.document(f"session/{id}")
            person = self._store.document(f"person/{shape['name']}") if shape else None
            if shape is None or person is None or (person["demo"] and not self._demo):
                return None
            who = Person.of(person["name"], person["role"], demo=person["demo"])
            session = self._sessions[id] = Session(id, who, shape["csrf"], shape["expires_us"])
        if session.expires_us <= self._store.clock():
            self._drop(id, session.person.name)
            return None
        return session

    def sign_out(self, session: Session) -> None:
        self._drop(session.id, session.person.name)

    def _drop(self, id: str, name: str) -> None:
        def work(unit: Unit) -> None:
            unit.record("session.ended", STREAM, name, {"name": name})
            unit.put(f"session/{id}", None)

        self._sessions.pop(id, None)
        self._store.write(work)


class _LockedMeanwhile(Exception):
    """Guesses sent side by side: another one has locked the account while this one was verified."""


def _succeed(unit: Unit, name: str, address: str, purpose: str) -> None:
    shape = unit.get(f"person/{name}")
    if shape["locked"]:
        raise _LockedMeanwhile
    unit.record("credentials.accepted", STREAM, name, {"name": name, "address": address, "purpose": purpose})
    if shape["failures"]:
        unit.put(f"person/{name}", {**shape, "failures": 0})


def _fail(unit: Unit, name: str, address: str, purpose: str, reason: str) -> None:
    payload: dict[str, Any] = {"name": name, "address": address, "purpose": purpose, "reason": reason}
    shape = unit.get(f"person/{name}") if _NAME.fullmatch(name) else None
    failures = shape["failures"] + 1 if shape else 0
    if shape:
        payload |= {"failures": failures, "locked": failures >= FAILURES_MAX}
    unit.record("credentials.refused", STREAM, "sign-in", payload)
    if shape:
        unit.put(f"person/{name}", {**shape, "failures": failures, "locked": failures >= FAILURES_MAX})


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def check_person_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"{name[:40]!r} is not a name for an account.",
            clause="HR-21",
            accepted="2 to 32 small letters, digits, dots, hyphens or underscores, a letter first",
        )


def check_password(password: str, name: str) -> None:
    if len(password) < PASSWORD_MIN or len(password) > 200 or name in password.lower():
        raise BadInput(
            "This password is too easy.",
            clause="HR-21",
            accepted=f"{PASSWORD_MIN} to 200 characters that do not contain the name",
        )


def need(person: Person | None, *roles: str) -> Person:
    """The person, if signed in with one of these roles."""
    if person is None:
        raise NotAllowed("Nobody is signed in.", clause="HR-21", accepted=f"a {' or '.join(roles)}")
    if not person.has(*roles):
        raise NotAllowed(
            f"{person.name} is signed in as {person.role}.",
            clause="HR-21",
            accepted=f"a {' or '.join(roles)}",
        )
    return person
