"""Drill: a finished table is paid, wager by wager."""

from __future__ import annotations

from pitboss.core.money import dollars
from pitboss.core.odds import ForOne, ToOne
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Settlement
from pitboss.rounds.round import Round
from pitboss.school.kit import Drill, Field, deal, money_field, own_choices, random_wagers

TASK = (
    "Pay the table. Enter for each wager what the player gets: 30 for a payout of $30, −5 for a wager taken, push "
    "for neither."
)


def taught(game: str) -> bool:
    """Every game has wagers to pay."""
    return True


def make(game: str, level: str) -> Drill:
    """A random table, dealt and decided to its end by the real procedure."""
    config = TableConfig(game, own_choices(game))
    round = deal(config, random_wagers(config, level))
    return Drill("pay", TASK, fields_of(round), round)


def fields_of(round: Round) -> tuple[Field, ...]:
    return tuple(field_of(round, s) for s in round.settlements if s.stake_cents or s.net_cents)


def field_of(round: Round, done: Settlement) -> Field:
    wager = round.config.sheet.wager(done.wager).name
    words = done.text or done.hand.replace("-", " ")
    stake = f", {dollars(done.stake_cents)}" if done.stake_cents else ""
    return money_field(
        f"Spot {done.spot}, {wager}{stake}",
        done.net_cents,
        f"{words}. {arithmetic(done)}",
        done.clause,
        f"{wager}: {done.hand.replace('-', ' ')}",
        done.spot,
    )


def arithmetic(done: Settlement) -> str:
    """The sum a dealer does in the head."""
    stake, net = dollars(done.stake_cents), dollars(abs(done.net_cents))
    odds = done.odds
    if isinstance(odds, ToOne) and odds.pays > 0:
        top, bottom = odds.pays.numerator, odds.pays.denominator
        return f"{stake} at {odds}: {stake} × {top}" + (f" ÷ {bottom}" if bottom > 1 else "") + f" = {net}"
    if isinstance(odds, ToOne) and odds.pays == 0:
        return f"{stake} stays: a push"
    if isinstance(odds, ToOne):
        return f"{stake}: the house takes {net}"
    if isinstance(odds, ForOne):
        return f"{stake} at {odds}: {dollars(done.stake_cents + done.net_cents)} paid, the wager is kept"
    return f"{net} in fixed dollars"
