"""Credentials: passwords that are hashed with Argon2id and none of those that everybody tries first, the second factor
of staff, and the one judgement of both (HR-21).

A second factor is six digits from a telephone that change every half minute (RFC 6238), or a code on paper. Locks are
looked at first, then password and second factor; each attempt is on record."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from base64 import b64encode
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final
from urllib.parse import quote

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.core.codec import decode, encode
from pitboss.core.errors import BadInput, NotAllowed
from pitboss.ledger import Reader, Store, Unit
from pitboss.ledger.unit import begin
from pitboss.people.documents import (
    ADDRESS_MAX,
    MANY_MEMORY_US,
    STRANGERS,
    STRANGERS_MAX,
    AccountAlarm,
    Path,
    SecondFactor,
    StoredAccount,
    account_of,
    last_of,
    put_account,
)
from pitboss.people.events import CredentialsAccepted, CredentialsRefused
from pitboss.people.person import Person
from pitboss.people.sessions import STREAM, hash_of

PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200
DIFFERENT_MIN: Final = 5
NAME_INSIDE_MIN: Final = 4
"""letters of a name that counts inside other words as well"""
AROUND_MAX: Final = 3
"""characters put around what is common that make it no better"""
SHORT: Final = 2

_PUBLIC = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)

# Our own list of words that common passwords are made of; what people put around them (digits, signs, capitals, a
# second word of the kind) is taken off again before comparing.
_WORDS: Final = frozenset(files("pitboss.people").joinpath("common_words.txt").read_text().split())
_ROWS: Final = (
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
    "azertyuiop",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1a2b3c4d5e6f7g8h9i0j",
    "a1b2c3d4e5f6g7h8i9j0",
    "!@#$%^&*()_+",
    '!"§$%&/()=?',
)
_LOOKS_LIKE: Final = str.maketrans("013457@$!|", "oleastasil")


def check_password(password: str, name: str) -> None:
    why = weakness(password, name)
    if why:
        raise BadInput(
            f"This password is too easy: {why}.",
            clause="HR-21",
            accepted=f"{PASSWORD_MIN} to {PASSWORD_MAX} characters nobody would guess, such as four words of your own",
        )


def weakness(password: str, name: str) -> str | None:
    """Why a password would be among the first that somebody tries; None if it would not."""
    plain = password.casefold().strip()
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        return f"{len(password)} characters"
    if len(set(plain)) < DIFFERENT_MIN:
        return "too few different characters"
    if _holds(name, plain):
        return "it holds the name"
    if _repeated(plain):
        return "the same part again and again"
    if _along_a_row(plain):
        return "keys or numbers in a row"
    if _common(plain):
        return "among the common ones"
    return None


def _holds(name: str, text: str) -> bool:
    """A short name is part of many words: it counts where it stands alone."""
    return name in text if len(name) >= NAME_INSIDE_MIN else name in re.findall(r"[^\W\d_]+", text)


def _repeated(text: str) -> bool:
    return any(
        text == text[:size] * (len(text) // size) + text[: len(text) % size]
        for size in range(1, len(text) // 2 + 1)
    )


def _along_a_row(text: str) -> bool:
    """Made of at most three runs along a row of keys, the digits or the alphabet, either way, and a few characters
    around them."""
    runs, others, at = 0, 0, 0
    while at < len(text):
        size = max(
            (
                n
                for n in range(len(text) - at, 2, -1)
                if any(text[at : at + n] in r or text[at : at + n] in r[::-1] for r in _ROWS)
            ),
            default=0,
        )
        runs, others, at = runs + bool(size), others + (not size), at + (size or 1)
    return runs <= 3 and others <= AROUND_MAX


def _common(text: str) -> bool:
    """Nothing but common words, with the digits and signs that people put around and between them."""
    shapes = {text, text.translate(_LOOKS_LIKE)}
    return any(_padded_words(re.findall(r"[^\W\d_]+", shape)) for shape in shapes)


def _padded_words(parts: list[str]) -> bool:
    """Runs of letters that are common words, with less in short runs beside them; of short ones alone one at most."""
    long = [part for part in parts if len(part) > SHORT]
    if not long:
        return len(parts) <= 1
    return all(map(_words_only, long)) and len("".join(parts)) <= 2 * len("".join(long))


def _words_only(text: str) -> bool:
    """Whether a run of letters can be cut into common words."""
    reach = {0}
    for end in range(1, len(text) + 1):
        if any(start in reach and text[start:end] in _WORDS for start in range(end)):
            reach.add(end)
    return len(text) in reach


def _random(size: int) -> str:
    return b64encode(secrets.token_bytes(size)).decode().rstrip("=")


class Hasher:
    """A verification takes 64 MB on purpose; a room does few at a time (`pitboss.web.api.access`)."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        made = self._hasher
        costs = f"m={made.memory_cost},t={made.time_cost},p={made.parallelism}"
        self.nobodys = f"$argon2id$v=19${costs}${_random(made.salt_len)}${_random(made.hash_len)}"
        """what an unknown name is compared with, so that it takes as long as a known one: the hash of no password"""

    def hash(self, password: str, *, public: bool = False) -> str:
        """A password that is printed on the sign-in page gains nothing from a slow hash."""
        if public:
            return _PUBLIC.hash(password)
        return self._hasher.hash(password)

    def right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


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


def factor_uri(secret: str, name: str, room: str = "pitboss") -> str:
    """What an authenticator reads from a QR code."""
    return f"otpauth://totp/{quote(room)}:{quote(name)}?secret={secret}&issuer={quote(room)}"


def paper_codes() -> list[str]:
    """For a day without the telephone; each works once."""
    return [f"{secrets.randbelow(10**10):010d}" for _ in range(PAPER_CODES)]


def paper_hash(code: str) -> str:
    """Ten random digits are guessed no sooner for a fast hash: wrong ones lock the path like wrong passwords."""
    return hashlib.sha256(code.encode()).hexdigest()


# Whether staff sign with a second factor: the room says so in the store, and the terminal keeps to it (HR-21).

FACTOR_RULE: Final = "people-rule/second-factor"


@dataclass(frozen=True, slots=True)
class FactorRule:
    asked: bool = False
    """a store that no room has been opened on asks nobody: there is no page to set one up"""


def _rule(store: Reader) -> FactorRule:
    found = store.document(FACTOR_RULE)
    return FactorRule() if found is None else decode(FactorRule, found)


def note_rule(store: Store, asked: bool) -> None:
    """What a room that opens asks of its staff."""

    def work(unit: Unit) -> None:
        unit.record("people.factor-rule", STREAM, "house", {"asked": asked})
        unit.put(FACTOR_RULE, encode(FactorRule(asked)))

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


ALARMS_KEPT: Final = 20
LOCKED: Final = "locked"
CODE_MISSING: Final = "second factor missing"
CODE_USED: Final = "second factor used"
CODE_WRONG: Final = "second factor"
NOT_COUNTED: Final = (LOCKED, CODE_USED)
"""what was not looked at, and what only somebody with the right password and code can send"""
OWN_PASSWORD: Final = ("sign-in", "new password")
"""what a password that somebody else has set is good for"""
SERIES_US: Final = 300_000_000
"""how long one code carries the signatures of a person at one screen; the password is given with each"""
SERIES_MAX: Final = 10
"""screens of one person"""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where credentials are given."""

    address: str
    device: str | None = None
    """what the browser was given when it signed in before"""
    screen: str | None = None
    """who is signed in at the screen"""
    series: str | None = None
    """the session at the screen, for a signature beside it"""
    terminal: bool = False
    """on the machine itself, not over the wire"""

    @property
    def stranger(self) -> bool:
        """Whether the many strangers of an account count it among them, unless the account knows the device."""
        return self.screen is None and not self.terminal

    def knows(self, account: StoredAccount | None) -> str | None:
        """The hash of the device, if the account has signed in from it."""
        digest = hash_of(self.device) if self.device and account else None
        return digest if account and digest in account.devices else None

    @property
    def sender(self) -> str:
        """Who is slowed down for trying many accounts."""
        return f"address {self.address}" if self.screen is None else f"screen {self.screen}"

    def path(self, account: StoredAccount) -> str:
        known = self.knows(account)
        return f"device {known}" if known else self.sender


TERMINAL: Final = Origin("terminal", terminal=True)


@dataclass(frozen=True, slots=True)
class Attempt:
    name: str
    purpose: str
    origin: Origin
    hashed: str
    """what the password was compared with"""
    right: bool
    code: str | None
    demo: bool
    """whether accounts of the demo room are admitted"""


def locked_paths(account: StoredAccount, now_us: int) -> tuple[int, list[str]]:
    """Failures in a row on the worst path, and the paths that are locked."""
    paths = account.paths
    worst = max((path.failures for name, path in paths.items() if name != STRANGERS), default=0)
    return worst, [name for name, path in paths.items() if path.locked(now_us) and name != STRANGERS]


def judge(unit: Unit, attempt: Attempt, now_us: int) -> str | None:
    """None if these are the credentials, or why not. Decided in the unit, where attempts sent side by side come one
    by one. A locked path is decided before the password: on it right and wrong ones leave the same traces."""
    account = account_of(unit.get, attempt.name)
    reason, after = _judged(unit, attempt, account, now_us)
    if reason in (CODE_MISSING, CODE_USED) and account is not None and _in_series(attempt, account, now_us):
        reason, after = None, account
    if reason is None and after is not None:
        origin = attempt.origin
        carried = account is not None and account.factor is not None and after is account
        says = CredentialsAccepted(
            attempt.name, origin.address, attempt.purpose, origin.screen, carried or None
        )
        begin(unit, STREAM, attempt.name, says)
        if origin.series is not None and after.factor is not None and not carried:
            after = replace(after, series=_begun(after, origin.series, now_us))
        paths = dict(after.paths)
        if paths.pop(origin.path(after), None) is not None or after is not account:
            put_account(unit, replace(after, paths=last_of(paths)))
        return None
    assert reason is not None
    _fail(unit, attempt, account, reason, now_us)
    return reason


def _judged(
    unit: Unit, attempt: Attempt, account: StoredAccount | None, now_us: int
) -> tuple[str | None, StoredAccount | None]:
    """The reason against it, or the account as it is after the code."""
    if _is_locked(unit, attempt.origin, account, now_us):
        return LOCKED, None
    if account is None:
        return "unknown", None
    if account.demo and not attempt.demo:
        return "demo", None
    if not attempt.right or attempt.hashed != account.hash:
        return "password", None
    if account.lent is not None and (now_us >= account.lent or attempt.purpose not in OWN_PASSWORD):
        return "lent", None
    if account.factor is None:
        return None, account
    if attempt.code is None:
        return CODE_MISSING, None
    return _with_factor(account, account.factor, attempt.code, now_us)


def _with_factor(
    account: StoredAccount, factor: SecondFactor, code: str, now_us: int
) -> tuple[str | None, StoredAccount | None]:
    """A code is good once."""
    step = accepted_step(factor.secret, code, now_us, factor.step)
    if step is not None:
        return None, replace(account, factor=replace(factor, step=step))
    paper = paper_hash(code)
    if paper in account.paper:
        left = tuple(one for one in account.paper if one != paper)
        return None, replace(account, paper=left, paper_used=(*account.paper_used, paper))
    of_now = accepted_step(factor.secret, code, now_us, 0)
    return CODE_USED if of_now is not None or paper in account.paper_used else CODE_WRONG, None


def _in_series(attempt: Attempt, account: StoredAccount, now_us: int) -> bool:
    """Whether the person has signed at this screen with a code a short while ago."""
    series = attempt.origin.series
    return series is not None and now_us < account.series.get(series, 0)


def _begun(account: StoredAccount, series: str, now_us: int) -> dict[str, int]:
    alive = sorted((until, id) for id, until in account.series.items() if until > now_us and id != series)
    return {id: until for until, id in [*alive[1 - SERIES_MAX :], (now_us + SERIES_US, series)]}


def _fail(unit: Unit, attempt: Attempt, account: StoredAccount | None, reason: str, now_us: int) -> None:
    """Count it against the path, the strangers of the account and the sender; say so where it locks. The question for
    the code counts on the path only: it is part of an ordinary sign-in, which clears the path."""
    origin = attempt.origin
    says = CredentialsRefused(attempt.name, origin.address, attempt.purpose, reason, screen=origin.screen)
    counts = reason not in NOT_COUNTED
    abroad = counts and reason != CODE_MISSING and origin.knows(account) is None
    locks = False
    if account is None:
        begin(unit, STREAM, "sign-in", says)
    else:
        paths = dict(account.paths)
        name = origin.path(account)
        before = paths.get(name, Path())
        if counts:
            paths[name] = before.failed(now_us)
        if abroad and origin.stranger:
            paths[STRANGERS] = paths.get(STRANGERS, Path()).failed(now_us, STRANGERS_MAX, MANY_MEMORY_US)
        after = paths.get(name, Path())
        locks = after.locked(now_us) and not before.locked(now_us)
        says = replace(says, failures=after.failures, locked=after.locked(now_us))
        begin(unit, STREAM, "sign-in", says)
        series = {id: until for id, until in account.series.items() if id != origin.series}
        changed = replace(account, paths=last_of(paths), series=series)
        if locks:
            text = (
                f"{after.failures} wrong passwords from {origin.address}; that way in is locked for a while."
            )
            told: AccountAlarm = {"at_us": now_us, "text": text}
            changed = replace(changed, alarms=(*account.alarms, told)[-ALARMS_KEPT:])
        if counts:
            put_account(unit, changed)
    if abroad:
        seen = _sender(unit, origin).failed(now_us, ADDRESS_MAX, MANY_MEMORY_US)
        unit.put(_sender_key(origin), encode(seen))
    if locks:
        begin(unit, STREAM, "sign-in", says, "alarm.sign-in")


def _sender_key(origin: Origin) -> str:
    return f"throttle/{hash_of(origin.sender)}"


def _sender(unit: Unit, origin: Origin) -> Path:
    return decode(Path, unit.get(_sender_key(origin)) or {})


def _is_locked(unit: Unit, origin: Origin, account: StoredAccount | None, now_us: int) -> bool:
    if account is not None:
        if account.locked or account.paths.get(origin.path(account), Path()).locked(now_us):
            return True
        if origin.knows(account):
            return False
        if origin.stranger and account.paths.get(STRANGERS, Path()).locked(now_us):
            return True
    return _sender(unit, origin).locked(now_us)
