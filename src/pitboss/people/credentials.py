"""The one judgement of credentials: locks first, then password and second factor, and what each attempt leaves in the
log and in the account (HR-21)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pitboss.core.codec import decode, encode
from pitboss.ledger import Unit
from pitboss.ledger.events import begin
from pitboss.people import second_factor
from pitboss.people.documents import AccountAlarm, SecondFactor, StoredAccount, account_of, put_account
from pitboss.people.events import CredentialsAccepted, CredentialsRefused
from pitboss.people.sessions import STREAM, hash_of
from pitboss.people.throttle import ADDRESS_MAX, MANY_MEMORY_US, STRANGERS, STRANGERS_MAX, Path, last_of

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
    step = second_factor.accepted_step(factor.secret, code, now_us, factor.step)
    if step is not None:
        return None, replace(account, factor=replace(factor, step=step))
    paper = second_factor.paper_hash(code)
    if paper in account.paper:
        left = tuple(one for one in account.paper if one != paper)
        return None, replace(account, paper=left, paper_used=(*account.paper_used, paper))
    of_now = second_factor.accepted_step(factor.secret, code, now_us, 0)
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
