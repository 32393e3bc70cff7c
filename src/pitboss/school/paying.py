"""Drills in paying: a finished table, wager by wager; envy, and the posted limit on what one deal pays of one prize."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pitboss.core.money import DOLLAR, Cents, dollars
from pitboss.core.odds import ForOne, ToOne
from pitboss.house.limits import least_aggregate, top_odds
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Settlement
from pitboss.rounds.limits import CUT
from pitboss.rounds.round import Round
from pitboss.school.kit import (
    Drill,
    Field,
    Wagers,
    can_wish,
    deal,
    deal_wished,
    money_field,
    own_choices,
    pick,
    random_wagers,
    rare,
)
from pitboss.sheets import Wager, sheet
from pitboss.sheets.regulation import regulation

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


# Envy, and the posted limit on what one deal pays of one prize.

SEATS = {"easy": 3, "usual": 4, "hard": 5}
BETS = {"easy": (5, 25, 25), "usual": (3, 5, 20, 25, 25), "hard": (1, 4, 15, 22, 25)}
MOST = 25 * DOLLAR
"""the posted maximum of the wager"""
ENVY_TASK = (
    "A rare deal. Enter what this wager brings each spot: the pay itself as the posted limit leaves it, with a minus "
    "where the wager is taken, such as −5; and the envy for other players' hands, 0 where there is none."
)


def wager_of(game: str) -> Wager | None:
    """The bonus whose odds are long enough for a limit (HR-06)."""
    rules = sheet(game)
    least = regulation().value("aggregate-odds", date.today()).amount
    for wager in rules.wagers:
        if wager.placed == "optional" and not wager.sensed and not wager.tokes:
            found = rules.tables(wager.of)
            if found and top_odds(found[0]) >= least:
                return wager
    return None


def envy_taught(game: str) -> bool:
    return can_wish(game) and wager_of(game) is not None


def make_envy(game: str, level: str) -> Drill:
    wager = wager_of(game)
    assert wager is not None
    plain = TableConfig(game, own_choices(game))
    limit = least_aggregate(top_odds(plain.tables[wager.of]), MOST, date.today())
    config = replace(plain, aggregate_cents={wager.id: limit})
    wagers: Wagers = random_wagers(config, level, SEATS[level])
    for bets in wagers.values():
        bets[wager.id] = pick(BETS[level]) * DOLLAR
    spots = sorted(wagers)
    bettors = [spot for spot in spots if wagers[spot][wager.id]]
    round = deal_wished(config, wagers, rare(game, bettors))
    return envy_of(round, wager, limit)


def envy_of(round: Round, wager: Wager, limit: Cents) -> Drill:
    mine = [s for s in round.settlements if s.wager == wager.id]
    pays = {s.spot: s for s in mine if s.stake_cents}
    cuts = {s.spot: s for s in mine if s.hand == CUT}
    together = sum(s.net_cents for s in pays.values() if s.net_cents > 0)
    table = round.config.tables[wager.of]
    fields: list[Field] = []
    for spot in sorted(pays):
        fields.append(_pay(wager, pays[spot], cuts.get(spot), together, limit))
        if any(line.envy_cents for line in table.lines):
            envy = [s for s in mine if s.spot == spot and not s.stake_cents and s.hand != CUT]
            fields.append(_envy(table.rules.get("envy_from_dollars", "0"), pays[spot], envy))
    facts = (
        f"Posted: {wager.name} pays {dollars(limit)} in all of one deal at this table, in proportion, cents down.",
    )
    return Drill("envy", ENVY_TASK, tuple(fields), round, facts=facts)


def _pay(wager: Wager, done: Settlement, cut: Settlement | None, together: Cents, limit: Cents) -> Field:
    label = f"Spot {done.spot}, {wager.name}, {dollars(done.stake_cents)}"
    if cut is None:
        why = f"{done.text or done.hand}. {arithmetic(done)}"
        return money_field(label, done.net_cents, why, done.clause, f"{wager.name}: pay", done.spot)
    cents = done.net_cents + cut.net_cents
    why = (
        f"{done.text}. {arithmetic(done)}. All pays together are {dollars(together)}: {dollars(done.net_cents)} × "
        f"{dollars(limit)} ÷ {dollars(together)} = {dollars(cents)}"
    )
    return money_field(label, cents, why, cut.clause, "Aggregate limit", done.spot)


def _envy(least: str, pay: Settlement, envy: list[Settlement]) -> Field:
    cents = sum(s.net_cents for s in envy)
    if envy:
        why = f"{'; '.join(f'{s.text}: {dollars(s.net_cents)}' for s in envy)}. Together {dollars(cents)}"
    elif pay.stake_cents < int(least) * DOLLAR:
        why = f"A wager of {dollars(pay.stake_cents)} has no envy lammer: that takes ${least}"
    else:
        why = "No other player's hand brings envy; one's own never does"
    clause = envy[0].clause if envy else "FU-09"
    return money_field(f"Spot {pay.spot}: envy", cents, why, clause, "Envy", pay.spot, pay=False)
