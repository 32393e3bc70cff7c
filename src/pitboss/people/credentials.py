"""What an attempt to sign in leaves in the log and in the account, whether it went well or not (HR-21)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from pitboss.people import second_factor
from pitboss.people.sessions import STREAM, hash_of
from pitboss.people.throttle import (
    ADDRESS_MAX,
    MANY_MEMORY_US,
    STRANGERS,
    STRANGERS_MAX,
    Path,
    path_name,
    paths_of,
    shape_of,
)
from pitboss.store import Unit

ALARMS_KEPT: Final = 20
LOCKED: Final = "locked"


@dataclass(frozen=True, slots=True)
class Attempt:
    name: str
    address: str
    purpose: str
    device: str | None = None
    """hash of what the browser was given when it signed in before"""

    def payload(self) -> dict[str, Any]:
        return {"name": self.name, "address": self.address, "purpose": self.purpose}


def locked_paths(account: dict[str, Any], now_us: int) -> tuple[int, list[str]]:
    """Failures in a row on the worst path, and the paths that are locked."""
    paths = paths_of(account)
    worst = max((path.failures for name, path in paths.items() if name != STRANGERS), default=0)
    return worst, [name for name, path in paths.items() if path.locked(now_us) and name != STRANGERS]


def succeed(unit: Unit, attempt: Attempt, code: str | None, now_us: int) -> None:
    """The password is right: the rest is decided here, where attempts sent side by side come one by one."""
    account = unit.get(f"person/{attempt.name}")
    if account["locked"] or _is_locked(unit, attempt, account, now_us):
        fail(unit, attempt, LOCKED, now_us)
        return
    factor = account.get("factor")
    if factor:
        account = _with_factor(account, code or "", now_us)
        if account is None:
            fail(unit, attempt, "second factor", now_us)
            return
    unit.record("credentials.accepted", STREAM, attempt.name, attempt.payload())
    paths = paths_of(account)
    if paths.pop(_path(attempt, account), None) is not None or factor:
        unit.put(f"person/{attempt.name}", {**account, "paths": shape_of(paths)})


def _with_factor(account: dict[str, Any], code: str, now_us: int) -> Any:
    """The account after this code, or None if it is not one: a code is good once."""
    factor = account["factor"]
    step = second_factor.accepted_step(factor["secret"], code, now_us, factor["step"])
    if step is not None:
        return {**account, "factor": {**factor, "step": step}}
    used = second_factor.paper_hash(code)
    if used in account.get("paper", []):
        return {**account, "paper": [paper for paper in account["paper"] if paper != used]}
    return None


def fail(unit: Unit, attempt: Attempt, reason: str, now_us: int) -> None:
    """Count it against the path, the strangers of the account and the address; say so where it locks."""
    payload = attempt.payload() | {"reason": reason}
    account = unit.get(f"person/{attempt.name}")
    document = f"throttle/{hash_of(attempt.address)}"
    address = Path(**(unit.get(document) or {}))
    counts = reason != LOCKED  # the right password, too early: not accepted, and not held against anybody
    stranger = account is None or attempt.device not in account.get("devices", {})
    if account is None:
        unit.record("credentials.refused", STREAM, "sign-in", payload)
    else:
        paths = paths_of(account)
        name = _path(attempt, account)
        before = paths.get(name, Path())
        if counts:
            paths[name] = before.failed(now_us)
        if counts and stranger:
            paths[STRANGERS] = paths.get(STRANGERS, Path()).failed(now_us, STRANGERS_MAX, MANY_MEMORY_US)
        after = paths.get(name, Path())
        locks = after.locked(now_us) and not before.locked(now_us)
        payload |= {"failures": after.failures, "locked": after.locked(now_us)}
        unit.record("credentials.refused", STREAM, "sign-in", payload)
        changed = {**account, "paths": shape_of(paths)}
        if locks:
            text = (
                f"{after.failures} wrong passwords from {attempt.address}; that way in is locked for a while."
            )
            changed["alarms"] = [*account.get("alarms", []), {"at_us": now_us, "text": text}][-ALARMS_KEPT:]
        unit.put(f"person/{attempt.name}", changed)
    if counts and stranger:
        seen = address.failed(now_us, ADDRESS_MAX, MANY_MEMORY_US)
        unit.put(document, asdict(seen))
    if account is not None and locks:
        unit.record("alarm.sign-in", STREAM, "sign-in", payload)


def _path(attempt: Attempt, account: dict[str, Any]) -> str:
    known = attempt.device if attempt.device in account.get("devices", {}) else None
    return path_name(attempt.address, known)


def _is_locked(unit: Unit, attempt: Attempt, account: dict[str, Any], now_us: int) -> bool:
    paths = paths_of(account)
    if paths.get(_path(attempt, account), Path()).locked(now_us):
        return True
    if attempt.device in account.get("devices", {}):
        return False
    address = Path(**(unit.get(f"throttle/{hash_of(attempt.address)}") or {}))
    return address.locked(now_us) or paths.get(STRANGERS, Path()).locked(now_us)
