"""Wager limits and aggregate limits of a table against regulation and approval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from pitboss.core.errors import BadInput
from pitboss.core.money import DOLLAR, Cents, dollars
from pitboss.core.odds import ForOne, ToOne
from pitboss.house.findings import Finding, error, refused, warning
from pitboss.house.table_file import AggregateLimit, Table
from pitboss.rounds.config import Limits
from pitboss.sheets import PayTable, Wager
from pitboss.sheets.regulation import Value, regulation


@dataclass(frozen=True, slots=True)
class WagerLimit:
    """The largest single wager of a table on a day; above `sure_cents` somebody has to confirm it."""

    cents: Cents
    sure_cents: Cents
    reason: str = ""


def wager_limit(table: Table, on: date) -> WagerLimit:
    """HR-01: by date, by the operator's confirmations, and by the tribe's own limit."""
    house = table.establishment
    if house.kind == "tribal":
        if house.wager_limit_cents is None:
            raise BadInput(
                "A tribal casino has a wager limit of its own.",
                clause="HR-01",
                accepted="establishment.wager_limit in dollars",
            )
        return WagerLimit(house.wager_limit_cents, house.wager_limit_cents)
    rule = regulation().rules["wager-limit"]
    value = rule.on(on)
    if value.confirm in house.confirmed and on < house.confirmed[value.confirm]:
        value = rule.before(value) or value
    high = regulation().rules["high-limit"].known_on(on)
    if table.high_limit and high:
        return WagerLimit(high.cents, value.cents, high.note)
    before = rule.before(value)
    if before and _unsure(value, on, house.confirmed):
        return WagerLimit(value.cents, before.cents, value.note)
    return WagerLimit(value.cents, value.cents)


def limit_in_use(table: Table, on: date) -> Cents:
    """What rounds are held to: the sure limit, unless the table's own maxima rely on the one to confirm."""
    limit = wager_limit(table, on)
    placed = [w for w in table.sheet.wagers if w.id in table.limits]
    largest = max((reach(table, w, table.limits[w.id].most_cents or 0) for w in placed), default=0)
    return limit.cents if largest > limit.sure_cents else limit.sure_cents


def _unsure(value: Value, on: date, confirmed: Mapping[str, date]) -> bool:
    owed = bool(value.confirm) and value.confirm not in confirmed
    return owed or on < value.unsure_until


def check_wagers(table: Table, on: date) -> Iterator[Finding]:
    """Every posted limit, and that there is one for every wager offered."""
    try:
        limit = wager_limit(table, on)
    except BadInput as refusal:
        yield refused(refusal, "HR-01", "establishment")
        return
    rules = table.sheet
    for wager in rules.wagers:
        if wager.id in table.limits:
            yield from _check_posted(table, wager, table.limits[wager.id], limit)
        elif wager.placed == "first" or (wager.id in table.offered and not wager.sensed):
            most = dollars(most_first(table, wager, limit.cents))
            yield error(
                "HR-08",
                f"No limits are posted for {wager.name}.",
                f"least and most, the latter up to {most}",
                f"limits.{wager.id}",
            )
    yield from _check_together(table)
    for jackpot in table.jackpots:
        yield from _check_most(f"jackpot.{jackpot.place}", "The jackpot wager", jackpot.wager_cents, limit)


def _check_together(table: Table) -> Iterator[Finding]:
    """Limits that hang on one another, or on what the pay table promises."""
    for wager in table.sheet.wagers:
        posted = table.limits.get(wager.id)
        if posted is None or (wager.placed == "optional" and wager.id not in table.offered):
            continue
        where = f"limits.{wager.id}"
        other = table.limits.get(wager.equals) if wager.equals else None
        if wager.equals and other is not None and other != posted:
            base = table.sheet.wager(wager.equals)
            yield error(
                wager.clause,
                f"{wager.name} ({posted}) and {base.name} ({other}) are always equal, their limits are not.",
                f"the same limits for {wager.id} and {base.id}",
                where,
            )
        of = table.limits.get(wager.of) if wager.tokes else None
        if of is not None and (posted.most_cents or 0) > (of.most_cents or 0):
            yield error(
                wager.clause,
                f"The maximum of {wager.name} is above that of the player's own wager.",
                f"at most {dollars(of.most_cents or 0)}",
                where,
            )
        yield from _check_envy(table, wager, posted, where)


def _check_envy(table: Table, wager: Wager, posted: Limits, where: str) -> Iterator[Finding]:
    """FU-09: a wager that earns envy from so many dollars on has to be allowed so many."""
    try:
        pays = table.config().tables.get(wager.of)
    except BadInput:
        return  # said by the check of the configuration
    least = int(pays.rules.get("envy_from_dollars", 0)) * DOLLAR if pays else 0
    if posted.most_cents is not None and posted.most_cents < least:
        yield error(
            pays.clause if pays else wager.clause,
            f"With at most {dollars(posted.most_cents)} on {wager.name} nobody could earn envy.",
            f"a maximum of at least {dollars(least)}",
            where,
        )


def _check_posted(table: Table, wager: Wager, posted: Limits, limit: WagerLimit) -> Iterator[Finding]:
    """Limits are posted for wagers made before the cards; later ones go by the law alone (FB-08, AD-13)."""
    where = f"limits.{wager.id}"
    if wager.placed == "later":
        yield error(
            wager.clause,
            f"{wager.name} is bound by its multiple and the regulation's limit, not by one of the house.",
            f"no {where}",
            where,
        )
        return
    if wager.sensed:
        yield error("JP-01", f"{wager.name} has one fixed wager.", "wager in its [[jackpot]]", where)
        return
    if posted.most_cents is None:
        yield error("HR-08", f"{wager.name} has no posted maximum.", f"{where}.most", where)
        return
    largest = reach(table, wager, posted.most_cents)
    if posted.most_cents <= limit.cents < largest:
        yield error(
            "HR-02",
            f"{wager.name} of {dollars(posted.most_cents)} would lead to a later wager of {dollars(largest)}.",
            f"a maximum of at most {dollars(most_first(table, wager, limit.cents))}",
            where,
        )
    else:
        what = (
            f"The maximum of {wager.name}" if largest == posted.most_cents else f"What follows {wager.name}"
        )
        yield from _check_most(where, what, largest, limit)
    if wager.least_cents and posted.least_cents != wager.least_cents:
        yield error(
            wager.clause,
            f"The minimum of {wager.name} is fixed by the approval.",
            dollars(wager.least_cents),
            where,
        )
    yield from _check_chips(table, wager, posted)


def _check_chips(table: Table, wager: Wager, posted: Limits) -> Iterator[Finding]:
    for cents in (posted.least_cents, posted.most_cents or 0):
        if cents % table.chip_cents:
            yield error(
                "HR-29",
                f"{wager.name}: {dollars(cents)} is not a whole number of {dollars(table.chip_cents)} chips.",
                f"multiples of {dollars(table.chip_cents)}",
                f"limits.{wager.id}",
            )


def _check_most(where: str, what: str, cents: Cents, limit: WagerLimit) -> Iterator[Finding]:
    if cents > limit.cents:
        yield error(
            "HR-01",
            f"{what}, {dollars(cents)}, is above the largest single wager allowed.",
            f"at most {dollars(limit.cents)}",
            where,
        )
    elif cents > limit.sure_cents:
        yield warning(
            "HR-01",
            f"{what}, {dollars(cents)}, is above {dollars(limit.sure_cents)}: {limit.reason}.",
            f"at most {dollars(limit.sure_cents)}, or a confirmation under establishment.confirmed",
            where,
        )


def _times(table: Table, wager: Wager) -> int:
    """The largest exact multiple of this wager that a later one may be."""
    later = (w for w in table.sheet.wagers if w.placed == "later" and wager.id in w.needs)
    return max((times for w in later for times in w.multiples), default=1)


def reach(table: Table, wager: Wager, cents: Cents) -> Cents:
    """The largest single wager that a first one of this size can lead to (HR-02)."""
    return cents * _times(table, wager)


def most_first(table: Table, wager: Wager, limit_cents: Cents) -> Cents:
    """HR-02: the largest first wager whose multiples stay within the limit, in whole chips."""
    return limit_cents // _times(table, wager) // table.chip_cents * table.chip_cents


def check_games_per_hand(table: Table, on: date) -> Iterator[Finding]:
    """HR-03: the base game, each bonus wager and each jackpot are separate games on one hand of cards."""
    games: dict[str, Cents] = {}
    for wager in table.sheet.wagers:
        if wager.id in table.offered or wager.placed == "first":
            name = "base game" if wager.placed == "first" else wager.of
            posted = table.limits[wager.id].most_cents if wager.id in table.limits else None
            games[name] = max(games.get(name, 0), posted or 0)
    games |= {jackpot.place: jackpot.wager_cents for jackpot in table.jackpots}
    try:
        most = regulation().value("games-per-hand", on)
    except BadInput as refusal:
        yield refused(refusal, "HR-03")
        return
    if len(games) > most.amount:
        yield error(
            "HR-03",
            f"One hand of cards would play {len(games)} separate games: {', '.join(games)}.",
            f"at most {most.amount} on {on}",
            "table.offered",
        )
    if regulation().rules["dear-games-per-hand"].known_on(on):
        yield from _check_dear_games(games, on)


def _check_dear_games(games: dict[str, Cents], on: date) -> Iterator[Finding]:
    few, small = regulation().value("dear-games-per-hand", on), regulation().value("small-game", on)
    dear = [game for game, cents in games.items() if cents > small.cents]
    if len(dear) > few.amount:
        find = warning if on >= few.warns_from else error
        yield find(
            "HR-03",
            f"{len(dear)} games with one hand of cards take more than {dollars(small.cents)}: "
            f"{', '.join(dear)} ({few.note}).",
            f"at most {few.amount} of them above {dollars(small.cents)}",
            "limits",
        )


def top_odds(table: PayTable, multiplier: str = "added") -> int:
    """The highest odds a pay table prints; a multiplier line counts on top of the best pay (LB-10)."""
    pays = [line.pays.pays for line in table.lines if isinstance(line.pays, ToOne | ForOne)]
    times = [line.multiplies for line in table.lines if line.multiplies is not None]
    best = max(pays, default=0)
    if times:
        best *= max(times) + (1 if multiplier == "added" else 0)
    return int(best)


def least_aggregate(top: int, most_cents: Cents, on: date) -> Cents:
    """HR-06: an aggregate limit covers one largest wager at the top odds, counted up to 50 to 1."""
    return most_cents * min(top, regulation().value("aggregate-odds", on).amount)


def check_aggregates(table: Table, on: date) -> Iterator[Finding]:
    """HR-06: only for long odds, not below the least, one kind of prize each."""
    for at, limit in enumerate(table.aggregates, 1):
        where = f"aggregate[{at}]"
        if len(limit.prizes) > 1:
            yield error(
                "HR-06",
                f"One aggregate limit holds {len(limit.prizes)} kinds of prizes: {', '.join(limit.prizes)}.",
                "one kind of prize for each limit",
                where,
            )
        else:
            yield from _check_aggregate(table, limit, on, where)


def _check_aggregate(table: Table, limit: AggregateLimit, on: date, where: str) -> Iterator[Finding]:
    prize = limit.prizes[0]
    try:
        wager = table.sheet.wager(prize)
        config = table.config()
    except BadInput as refusal:
        yield refused(refusal, "HR-06", where)
        return
    pays = config.tables.get(wager.of)
    top = top_odds(pays, config.options.get("multiplier", "added")) if pays else 1
    least_odds = regulation().value("aggregate-odds", on).amount
    if top < least_odds:
        yield error(
            "HR-06",
            f"{wager.name} pays at most {top} to 1; an aggregate limit is for longer odds.",
            f"no limit on prizes below {least_odds} to 1",
            where,
        )
        return
    most = config.limits[prize].most_cents if prize in config.limits else None
    if most is None:
        yield error("HR-06", f"{wager.name} has no posted maximum to count from.", f"limits.{prize}", where)
        return
    least = least_aggregate(top, most, on)
    if limit.limit_cents < least:
        yield error(
            "HR-06",
            f"The aggregate limit of {dollars(limit.limit_cents)} on {wager.name} is too low.",
            f"at least {dollars(least)}: {dollars(most)} at {min(top, least_odds)} to 1",
            where,
        )
