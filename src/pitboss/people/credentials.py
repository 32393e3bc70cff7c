"""What an attempt to sign in leaves in the log and in the account, whether it went well or not (HR-21)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pitboss.people import second_factor
from pitboss.people.documents import SecondFactor, StoredAccount, account_of, put_account
from pitboss.people.entries import CredentialsAccepted, CredentialsRefused
from pitboss.people.sessions import STREAM, hash_of
from pitboss.people.throttle import (
    ADDRESS_MAX,
    MANY_MEMORY_US,
    STRANGERS,
    STRANGERS_MAX,
    Path,
    last_of,
    path_name,
)
from pitboss.people.views import AccountAlarm
from pitboss.store import Unit
from pitboss.store.codec import decode, encode
from pitboss.store.entries import begin

ALARMS_KEPT: Final = 20
LOCKED: Final = "locked"


@dataclass(frozen=True, slots=True)
class Attempt:
    name: str
    address: str
    purpose: str
    device: str | None = None
    """hash of what the browser was given when it signed in before"""


def locked_paths(account: StoredAccount, now_us: int) -> tuple[int, list[str]]:
    """Failures in a row on the worst path, and the paths that are locked."""
    paths = account.paths
    worst = max((path.failures for name, path in paths.items() if name != STRANGERS), default=0)
    return worst, [name for name, path in paths.items() if path.locked(now_us) and name != STRANGERS]


def succeed(unit: Unit, attempt: Attempt, code: str | None, now_us: int) -> None:
    """The password is right: the rest is decided here, where attempts sent side by side come one by one."""
    account = account_of(unit.get, attempt.name)
    assert account is not None
    if account.locked or _is_locked(unit, attempt, account, now_us):
        fail(unit, attempt, LOCKED, now_us)
        return
    factor = account.factor
    if factor:
        after = _with_factor(account, factor, code or "", now_us)
        if after is None:
            fail(unit, attempt, "second factor", now_us)
            return
        account = after
    begin(unit, STREAM, attempt.name, CredentialsAccepted(attempt.name, attempt.address, attempt.purpose))
    paths = dict(account.paths)
    if paths.pop(_path(attempt, account), None) is not None or factor:
        put_account(unit, replace(account, paths=last_of(paths)))


def _with_factor(
    account: StoredAccount, factor: SecondFactor, code: str, now_us: int
) -> StoredAccount | None:
    """The account after this code, or None if it is not one: a code is good once."""
    step = second_factor.accepted_step(factor.secret, code, now_us, factor.step)
    if step is not None:
        return replace(account, factor=replace(factor, step=step))
    used = second_factor.paper_hash(code)
    if used in account.paper:
        return replace(account, paper=tuple(paper for paper in account.paper if paper != used))
    return None


def fail(unit: Unit, attempt: Attempt, reason: str, now_us: int) -> None:
    """Count it against the path, the strangers of the account and the address; say so where it locks."""
    says = CredentialsRefused(attempt.name, attempt.address, attempt.purpose, reason)
    account = account_of(unit.get, attempt.name)
    address = _address(unit, attempt)
    counts = reason != LOCKED  # the right password, too early: not accepted, and not held against anybody
    stranger = account is None or attempt.device not in account.devices
    if account is None:
        begin(unit, STREAM, "sign-in", says)
    else:
        paths = dict(account.paths)
        name = _path(attempt, account)
        before = paths.get(name, Path())
        if counts:
            paths[name] = before.failed(now_us)
        if counts and stranger:
            paths[STRANGERS] = paths.get(STRANGERS, Path()).failed(now_us, STRANGERS_MAX, MANY_MEMORY_US)
        after = paths.get(name, Path())
        locks = after.locked(now_us) and not before.locked(now_us)
        says = replace(says, failures=after.failures, locked=after.locked(now_us))
        begin(unit, STREAM, "sign-in", says)
        changed = replace(account, paths=last_of(paths))
        if locks:
            text = (
                f"{after.failures} wrong passwords from {attempt.address}; that way in is locked for a while."
            )
            told: AccountAlarm = {"at_us": now_us, "text": text}
            changed = replace(changed, alarms=(*account.alarms, told)[-ALARMS_KEPT:])
        put_account(unit, changed)
    if counts and stranger:
        seen = address.failed(now_us, ADDRESS_MAX, MANY_MEMORY_US)
        unit.put(_address_key(attempt), encode(seen))
    if account is not None and locks:
        begin(unit, STREAM, "sign-in", says, "alarm.sign-in")


def _address_key(attempt: Attempt) -> str:
    return f"throttle/{hash_of(attempt.address)}"


def _address(unit: Unit, attempt: Attempt) -> Path:
    return decode(Path, unit.get(_address_key(attempt)) or {})


def _path(attempt: Attempt, account: StoredAccount) -> str:
    known = attempt.device if attempt.device in account.devices else None
    return path_name(attempt.address, known)


def _is_locked(unit: Unit, attempt: Attempt, account: StoredAccount, now_us: int) -> bool:
    paths = account.paths
    if paths.get(_path(attempt, account), Path()).locked(now_us):
        return True
    if attempt.device in account.devices:
        return False
    return _address(unit, attempt).locked(now_us) or paths.get(STRANGERS, Path()).locked(now_us)
