"""Wagers made during a round, against the posted limits and the regulation's (HR-02)."""

from __future__ import annotations

from pitboss.money import Cents, dollars
from pitboss.rounds.config import TableConfig


def over_limit(config: TableConfig, wager: str, cents: Cents) -> tuple[str, str] | None:
    """Why a further wager of this size cannot be made, with the clause; None if it can."""
    name = config.sheet.wager(wager).name
    if config.regulation_cents is not None and cents > config.regulation_cents:
        limit = dollars(config.regulation_cents)
        return f"{name} of {dollars(cents)} is above the regulation's {limit} for one wager.", "HR-02"
    limits = config.limits.get(wager)
    if limits and limits.most_cents is not None and cents > limits.most_cents:
        return f"{name} of {dollars(cents)} is above the posted {dollars(limits.most_cents)}.", "HR-08"
    return None


def room_between(config: TableConfig, wager: str, least: Cents, most: Cents) -> tuple[Cents, Cents]:
    """The range in which a player may choose an amount, in whole chips; empty if least is above most."""
    limits = config.limits.get(wager)
    if limits:
        least = max(least, limits.least_cents)
        most = most if limits.most_cents is None else min(most, limits.most_cents)
    if config.regulation_cents is not None:
        most = min(most, config.regulation_cents)
    chip = config.chip_cents
    return -(-least // chip) * chip, most // chip * chip
