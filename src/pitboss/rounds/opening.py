"""Checks before the first card: a wager against the rules or the posted limits never gets on the felt."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.approvals import Wager
from pitboss.errors import IllegalWager
from pitboss.money import Cents, dollars
from pitboss.rounds.config import TableConfig
from pitboss.rounds.felt import Wagers

Holders = Mapping[int, str]


def check_wagers(config: TableConfig, wagers: Wagers) -> None:
    """Refuse an empty table, an unknown spot or wager, an odd chip, and anything outside the limits."""
    if not any(wagers.values()):
        raise IllegalWager("Nobody has bet.", accepted="a wager on at least one spot")
    for spot, bets in wagers.items():
        if not 1 <= spot <= config.spots:
            raise IllegalWager(
                f"There is no spot {spot} at this table.", clause="HR-30", accepted=f"1 to {config.spots}"
            )
        if not bets:
            raise IllegalWager(
                f"Spot {spot} has no wager on it.", accepted="a wager, or no mention of the spot"
            )
        for name, cents in bets.items():
            check_wager(config, spot, config.sheet.wager(name), cents)
        _check_together(config, spot, bets)


def check_wager(config: TableConfig, spot: int, wager: Wager, cents: Cents) -> None:
    """One wager on its own: a place of the layout, whole chips, within the limits."""
    who = f"Spot {spot}: {wager.name}"
    if type(cents) is not int or cents <= 0:
        raise IllegalWager(
            f"{who} of {cents!r} cents is not a wager.", clause=wager.clause, accepted="whole cents above 0"
        )
    if wager.placed == "later":
        raise IllegalWager(
            f"{who} is made during the round, not before the cards.",
            clause=wager.clause,
            accepted=", ".join(w.id for w in config.sheet.wagers if w.placed != "later"),
        )
    if wager.placed == "optional" and wager.id not in (config.offered or ()):
        raise IllegalWager(
            f"{who} is not offered at this table.",
            clause=wager.clause,
            accepted=", ".join(sorted(config.offered or ())) or "no optional wagers",
        )
    if cents % config.chip_cents:
        raise IllegalWager(
            f"{who} of {dollars(cents)} is not a whole number of {dollars(config.chip_cents)} chips.",
            clause="HR-29",
            accepted=f"multiples of {dollars(config.chip_cents)}",
        )
    if cents < wager.least_cents:
        raise IllegalWager(
            f"{who} of {dollars(cents)} is below the approved minimum.",
            clause=wager.clause,
            accepted=f"{dollars(wager.least_cents)} or more",
        )
    limits = config.limits.get(wager.id)
    if limits and (
        cents < limits.least_cents or (limits.most_cents is not None and cents > limits.most_cents)
    ):
        raise IllegalWager(
            f"{who} of {dollars(cents)} is outside the posted limits.",
            clause="JP-01" if wager.sensed else "HR-08",
            accepted=str(limits),
        )
    if config.regulation_cents is not None and cents > config.regulation_cents:
        raise IllegalWager(
            f"{who} of {dollars(cents)} is above the largest single wager the regulation allows.",
            clause="HR-01",
            accepted=f"at most {dollars(config.regulation_cents)}",
        )


def _check_together(config: TableConfig, spot: int, bets: Mapping[str, Cents]) -> None:
    """Wagers that need or equal one another."""
    for wager in config.sheet.wagers:
        if wager.id in bets:
            for other in wager.needs:
                if other not in bets:
                    need = config.sheet.wager(other)
                    raise IllegalWager(
                        f"Spot {spot}: {wager.name} needs a wager on {need.name}.",
                        clause=wager.needs_clause or wager.clause,
                        accepted=f"{wager.name} together with {need.name}",
                    )
        if wager.equals and (wager.id in bets or wager.equals in bets):
            other_cents = bets.get(wager.equals, 0)
            if bets.get(wager.id, 0) != other_cents:
                raise IllegalWager(
                    f"Spot {spot}: {wager.name} and {config.sheet.wager(wager.equals).name} must be equal.",
                    clause=wager.clause,
                    accepted=f"{dollars(max(other_cents, bets.get(wager.id, 0)))} on both",
                )
