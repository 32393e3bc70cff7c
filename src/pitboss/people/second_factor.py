"""The second factor, and whether staff sign with one (HR-21).

Six digits from a telephone that change every half minute (RFC 6238), and codes on paper.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from pitboss.core.codec import decode, encode
from pitboss.core.errors import NotAllowed
from pitboss.ledger import Reader, Store, Unit
from pitboss.people.documents import account_of
from pitboss.people.person import Person

STEP_S: Final = 30
DIGITS: Final = 6
DRIFT_STEPS: Final = 1
"""a telephone's clock may be half a minute off"""
PAPER_CODES: Final = 8


def new_secret() -> str:
    return base64.b32encode(secrets.token_bytes(20)).decode()


def code_at(secret: str, step: int, digits: int = DIGITS, digest: str = "sha1") -> str:
    """RFC 4226 over the number of the half minute."""
    key = base64.b32decode(secret)
    mac = hmac.digest(key, step.to_bytes(8, "big"), digest)
    at = mac[-1] & 15
    number = int.from_bytes(mac[at : at + 4], "big") & 0x7FFFFFFF
    return str(number % 10**digits).zfill(digits)


def step_of(at_us: int) -> int:
    return at_us // (STEP_S * 1_000_000)


def accepted_step(secret: str, code: str, at_us: int, after: int) -> int | None:
    """The half minute whose code this is; each is accepted once, so one that was overheard is worth nothing."""
    now = step_of(at_us)
    for step in range(now - DRIFT_STEPS, now + DRIFT_STEPS + 1):
        if step > after and hmac.compare_digest(code_at(secret, step).encode(), code.encode()):
            return step
    return None


def uri(secret: str, name: str, room: str = "pitboss") -> str:
    """What an authenticator reads from a QR code."""
    return f"otpauth://totp/{quote(room)}:{quote(name)}?secret={secret}&issuer={quote(room)}"


def paper_codes() -> list[str]:
    """For a day without the telephone; each works once."""
    return [f"{secrets.randbelow(10**10):010d}" for _ in range(PAPER_CODES)]


def paper_hash(code: str) -> str:
    """Ten random digits are guessed no sooner for a fast hash: wrong ones lock the path like wrong passwords."""
    return hashlib.sha256(code.encode()).hexdigest()


# Whether staff sign with a second factor: the room says so in the store, and the terminal keeps to it (HR-21).

KEY: Final = "people-rule/second-factor"
STREAM: Final = "people"


@dataclass(frozen=True, slots=True)
class FactorRule:
    asked: bool = False
    """a store that no room has been opened on asks nobody: there is no page to set one up"""


def _rule(store: Reader) -> FactorRule:
    found = store.document(KEY)
    return FactorRule() if found is None else decode(FactorRule, found)


def note_rule(store: Store, asked: bool) -> None:
    """What a room that opens asks of its staff."""

    def work(unit: Unit) -> None:
        unit.record("people.factor-rule", STREAM, "house", {"asked": asked})
        unit.put(KEY, encode(FactorRule(asked)))

    if _rule(store).asked is not asked:
        store.write(work)


def must_have_factor(store: Reader, person: Person) -> None:
    """Refuse the signature of staff without a second factor where the room asks for one."""
    account = account_of(store.document, person.id)
    if account is not None and account.needs_factor and _rule(store).asked:
        raise NotAllowed(
            f"{person.id} has no second factor yet, and staff of this room sign with one.",
            clause="HR-21",
            accepted="setting one up first: sign in to the room, then /me",
        )
