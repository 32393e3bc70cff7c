"""The limits of a table's file in its rounds: everybody bets the most that is posted, and always the dearest
choice, and no wager ever gets above the law's limit."""

from __future__ import annotations

import pytest

from pitboss.core.cards import fresh_order
from pitboss.core.errors import IllegalWager
from pitboss.house.check import config_on
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, fallback
from tests.house.tables import EXAMPLES, TODAY, example
from tests.refusals import refused

pytestmark = pytest.mark.clause("HR-01", "HR-02")
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.toml"))
ROUNDS = 40


def dearest(round: Round, ask: Ask) -> Decision:
    """The choice that costs most; the house way where cards are picked."""
    best = max(ask.choices, key=lambda choice: max(choice.cost_cents, choice.most_cents))
    if best.picks:
        return fallback(round, ask)
    return Decision(best.action, best.most_cents)


def deal(config: TableConfig, wagers: dict[int, dict[str, int]]) -> Round:
    order = fresh_order(config.decks, config.sheet.jokers)
    return Round(config, wagers, order, number=game_of(config.game).draw_number(config))


@pytest.mark.parametrize("name", NAMES)
def test_the_most_that_is_posted_never_leads_above_the_law(name: str) -> None:
    config = config_on(example(name), TODAY)
    most = {wager: limits.most_cents or 0 for wager, limits in config.limits.items()}
    largest = 0
    for _ in range(ROUNDS):
        round = deal(config, {spot: dict(most) for spot in range(1, config.spots + 1)}).play_out(dearest)
        bets = [e.amount_cents for e in round.log if e.kind == "bet"]
        largest = max(largest, *most.values(), *bets, 0)
    assert config.regulation_cents is not None
    assert 0 < largest <= config.regulation_cents


@pytest.mark.parametrize("name", NAMES)
def test_a_chip_above_the_posted_maximum_or_below_the_minimum_is_refused(name: str) -> None:
    config = config_on(example(name), TODAY)
    most = {wager: limits.most_cents or 0 for wager, limits in config.limits.items()}
    for wager, limits in config.limits.items():
        equals = [w.id for w in config.sheet.wagers if w.equals == wager or wager == w.equals]
        for cents in (most[wager] + config.chip_cents, limits.least_cents - config.chip_cents):
            refused(IllegalWager)(deal, config, {1: {**most, wager: cents, **dict.fromkeys(equals, cents)}})
