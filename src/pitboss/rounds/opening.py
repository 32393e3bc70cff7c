"""Checks before the first card: a wager against the rules or the posted limits never gets on the felt."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.approvals import Wager
from pitboss.errors import IllegalWager, shown
from pitboss.money import MOST_CENTS, Cents, dollars
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.felt import Wagers
from pitboss.rounds.stakes import largest_first

Holders = Mapping[int, str]
_WAGERS = '{1: {"ante": 500}}, in cents'


def check_wagers(config: TableConfig, wagers: Wagers) -> None:
    """Refuse an empty table, an unknown spot or wager, an odd chip, and anything outside the limits."""
    if not isinstance(wagers, Mapping) or not all(isinstance(bets, Mapping) for bets in wagers.values()):
        raise IllegalWager(
            f"{shown(wagers)} are not wagers.",
            clause="HR-30",
            accepted="for each spot its wagers, such as " + _WAGERS,
        )
    if not any(wagers.values()):
        raise IllegalWager("Nobody has bet.", accepted="a wager on at least one spot")
    for spot, bets in wagers.items():
        if type(spot) is not int or not 1 <= spot <= config.spots:
            raise IllegalWager(
                f"There is no spot {shown(spot)} at this table.",
                clause="HR-30",
                accepted=f"1 to {config.spots}",
            )
        if not bets:
            raise IllegalWager(
                f"Spot {spot} has no wager on it.", accepted="a wager, or no mention of the spot"
            )
        for name, cents in bets.items():
            check_wager(config, spot, config.sheet.wager(name), cents)
        _check_together(config, spot, bets)
        _check_reach(config, spot, bets)


def check_wager(config: TableConfig, spot: int, wager: Wager, cents: Cents) -> None:
    """One wager on its own: a place of the layout, whole chips, within the limits."""
    who = f"Spot {spot}: {wager.name}"
    if type(cents) is not int or not 0 < cents <= MOST_CENTS:
        raise IllegalWager(
            f"{who} of {shown(cents)} cents is not a wager.",
            clause=wager.clause,
            accepted="whole cents above 0",
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
    if cents < wager.least_cents or (wager.most_cents is not None and cents > wager.most_cents):
        raise IllegalWager(
            f"{who} of {dollars(cents)} is outside what the approval allows.",
            clause=wager.clause,
            accepted=str(Limits(wager.least_cents, wager.most_cents)),
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


def _check_reach(config: TableConfig, spot: int, bets: Mapping[str, Cents]) -> None:
    """What may follow a wager has to fit under the regulation's limit as well (HR-02)."""
    limit = config.regulation_cents
    if limit is None:
        return
    for later in config.sheet.wagers:
        base = later.needs[0] if later.multiples and later.needs else ""
        times = max(later.multiples, default=0)
        if times * bets.get(base, 0) > limit:
            name = config.sheet.wager(base).name
            raise IllegalWager(
                f"Spot {spot}: {later.name} on this {name} would be {dollars(times * bets[base])}, "
                "above the largest single wager the regulation allows.",
                clause="HR-02",
                accepted=f"{name} of at most {dollars(largest_first(config, limit, times))}",
            )


def check_holders(holders: Holders) -> None:
    """Who holds which spot, by name."""
    if not isinstance(holders, Mapping) or not all(
        type(spot) is int and type(who) is str for spot, who in holders.items()
    ):
        raise IllegalWager(
            f"{shown(holders)} does not say who holds which spot.",
            clause="HR-26",
            accepted='such as {1: "ann"}',
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
