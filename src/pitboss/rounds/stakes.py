"""Wagers made during a round: the regulation binds each on its own, the house posts no limits for them (HR-02)."""

from __future__ import annotations

from pitboss.money import Cents, dollars
from pitboss.rounds.config import TableConfig


def over_limit(config: TableConfig, wager: str, cents: Cents) -> tuple[str, str] | None:
    """Why a further wager of this size cannot be made, with the clause; None if it can."""
    if config.regulation_cents is None or cents <= config.regulation_cents:
        return None
    name, limit = config.sheet.wager(wager).name, dollars(config.regulation_cents)
    return f"{name} of {dollars(cents)} is above the regulation's {limit} for one wager.", "HR-02"


def chips_up_to(config: TableConfig, cents: Cents) -> Cents:
    """The largest amount in whole chips that is not above this one."""
    return cents // config.chip_cents * config.chip_cents


def chips_from(config: TableConfig, cents: Cents) -> Cents:
    """The smallest amount in whole chips that is not below this one."""
    return -(-cents // config.chip_cents) * config.chip_cents


def largest_first(config: TableConfig, limit_cents: Cents, times: int) -> Cents:
    """The largest first wager, in whole chips, whose multiple stays within the limit (HR-02)."""
    return chips_up_to(config, limit_cents // times)
