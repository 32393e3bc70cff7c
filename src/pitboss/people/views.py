"""What others see of an account: no hash, no secret of a second factor, no device."""

from __future__ import annotations

from typing import TypedDict


class AccountAlarm(TypedDict):
    """Something its owner has to know: wrong passwords, a new device, a password set by somebody else."""

    at_us: int
    text: str


class AccountView(TypedDict, total=False):
    name: str
    role: str
    demo: bool
    locked: bool
    failures: int
    second_factor: bool
    alarms: list[AccountAlarm]
    lent: int | None
    """until when a password that somebody else has set is good for choosing an own one"""
