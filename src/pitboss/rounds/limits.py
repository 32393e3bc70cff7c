"""The limits of wagers and pays in a round: before the first card, while it goes on, and on one deal's
prizes (HR-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pitboss.core.errors import IllegalWager, shown
from pitboss.core.money import MOST_CENTS, Cents, dollars
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import RoundEvent, Settlement
from pitboss.rounds.felt import Felt, Wagers
from pitboss.sheets import Wager


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


# Checks before the first card: a wager against the rules or the posted limits never gets on the felt.

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


# The posted aggregate payout limit in a round: what one deal's pays of one prize may add up to.

CUT: Final = "aggregate-limit"
"""the hand of a settlement that takes back what exceeds the limit"""


def reduce_to_limit(pays: Sequence[Cents], limit_cents: Cents) -> list[Cents]:
    """Each pay in proportion, cents down, so that together they keep within the limit (HR-27).

    >>> reduce_to_limit([40_000, 20_000], 50_000)
    [33333, 16666]
    """
    together = sum(pays)
    if together <= limit_cents:
        return list(pays)
    return [pay * limit_cents // together for pay in pays]


def apply_aggregate_limits(felt: Felt, holders: Mapping[int, str]) -> None:
    """After the last settlement, take back what exceeds a posted limit; the cut is a line of its own.

    Envy is fixed dollars and no odds, tokes are the dealer's, meter awards have their own rules: all three
    stay outside (HR-06, FU-10)."""
    for wager, limit in felt.config.aggregate_cents.items():
        for paid in _shared(felt, wager, holders):
            allowed = reduce_to_limit([s.net_cents for s in paid], limit)
            for settlement, cents in zip(paid, allowed, strict=True):
                if cents < settlement.net_cents:
                    _cut(felt, settlement, cents - settlement.net_cents, limit)


def _shared(felt: Felt, wager: str, holders: Mapping[int, str]) -> Iterator[list[Settlement]]:
    """The pays that share one limit: the table's, or each player's own where the house posts it so."""
    paid = [
        s for s in felt.settlements if s.wager == wager and s.odds and s.net_cents > 0 and not s.tokes_cents
    ]
    if felt.config.options.get("aggregate_limit_per") != "player":
        yield paid
        return
    players: dict[str, list[Settlement]] = {}
    for settlement in paid:
        players.setdefault(holders.get(settlement.spot, f"spot {settlement.spot}"), []).append(settlement)
    yield from players.values()


def _cut(felt: Felt, paid: Settlement, cents: Cents, limit_cents: Cents) -> None:
    text = f"Aggregate limit of {dollars(limit_cents)} reached"
    cut = Settlement(paid.spot, paid.wager, 0, cents, CUT, None, "HR-27", text)
    felt.settlements.append(cut)
    felt.log.append(
        RoundEvent("settle", "HR-27", paid.spot, paid.wager, amount_cents=cents, text=text, detail=cut)
    )
