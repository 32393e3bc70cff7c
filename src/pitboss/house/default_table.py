"""A table as a house might open it where nobody says otherwise: the demo room's, and a start for one's own file."""

from __future__ import annotations

from datetime import date
from typing import Final

from pitboss.core.money import DOLLAR
from pitboss.house.limits import most_first, wager_limit
from pitboss.house.table import Establishment, Table
from pitboss.rounds.config import Limits
from pitboss.sheets import RuleSheet, Wager, sheet

LEAST_FIRST: Final = 5 * DOLLAR
MOST_FIRST: Final = 100 * DOLLAR
MOST_OPTIONAL: Final = 25 * DOLLAR


def usual_table(game: str, id: str, name: str, establishment: Establishment, on: date) -> Table:
    """All bonuses offered, every wager with its posted limits, pay tables a house can live with."""
    rules = sheet(game)
    optional = [w for w in rules.wagers if w.placed == "optional" and not w.sensed]
    bare = Table(
        id=id,
        name=name,
        game=game,
        spots=rules.spots[1],
        dealing=rules.dealing[0] if rules.dealing else "shoe" if rules.decks[1] > 1 else "hand",
        establishment=establishment,
        offered=tuple(w.id for w in optional),
        pay_tables={w: rules.usual_table(w).id for w in rules.analysed if _posted(rules, w)},
    )
    sure = wager_limit(bare, on).sure_cents
    limits = {
        w.id: Limits(LEAST_FIRST, min(MOST_FIRST, most_first(bare, w, sure)))
        for w in rules.wagers
        if w.placed == "first"
    }
    limits |= {w.id: _optional(w) for w in optional}
    return Table(**{**vars(bare), "limits": limits})


def _posted(rules: RuleSheet, wager: str) -> bool:
    """Whether a pay table belongs to a wager without a sensor: a jackpot's is named with the jackpot."""
    sensed = {w.of for w in rules.wagers if w.sensed}
    return wager not in sensed and bool(rules.tables(wager))


def _optional(wager: Wager) -> Limits:
    return Limits(max(wager.least_cents, DOLLAR), MOST_OPTIONAL)
