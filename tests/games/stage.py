"""Rounds with given cards: what the rules tests of all games share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pitboss.core.cards import Card, deck_of, parse_words
from pitboss.core.money import parse_dollars
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import RoundEvent
from pitboss.rounds.round import Round


def order_of(config: TableConfig, cards: str) -> tuple[Card, ...]:
    """The cards named, then the rest of the shoe in manufacturer's order."""
    first = parse_words(cards)
    rest = Counter(deck_of(config.decks))
    rest.subtract(first)
    assert min(rest.values()) >= 0, "more of a card than the shoe holds"
    return (*first, *rest.elements())


def start(
    game: str,
    cards: str,
    wagers: Mapping[str, int] | Mapping[int, Mapping[str, int]] | None = None,
    options: Mapping[str, str] | None = None,
    holders: Mapping[int, str] | None = None,
    **table: Any,
) -> Round:
    """A round on one spot, or on several; wagers in whole dollars."""
    config = TableConfig(game, options or {}, **table)
    bets: Mapping[Any, Any] = wagers or {"blackjack": 10}
    if any(isinstance(spot, str) for spot in bets):
        bets = {1: bets}
    cents = {spot: {name: 100 * dollars for name, dollars in here.items()} for spot, here in bets.items()}
    return Round(config, cents, order_of(config, cards), holders=holders)


def play(round: Round, *decisions: str) -> Round:
    """Decide for whoever is asked: `stand`, `insure $5`."""
    for decision in decisions:
        action, _, amount = decision.partition(" ")
        round.act(round.pending[0].spot, action, parse_dollars(amount) if amount else 0)
    return round


def nets(round: Round, spot: int = 1) -> dict[str, list[int]]:
    """Settled nets in cents by wager, in the order of settling."""
    found: dict[str, list[int]] = {}
    for done in round.settlements:
        if done.spot == spot:
            found.setdefault(done.wager, []).append(done.net_cents)
    return found


def totals(round: Round, spot: int = 1) -> dict[str, int]:
    """What each wager came to, in cents."""
    return {wager: sum(cents) for wager, cents in nets(round, spot).items()}


def hands(round: Round) -> list[tuple[str, str]]:
    """(wager, hand) of every settlement."""
    return [(done.wager, done.hand) for done in round.settlements]


def actions(round: Round) -> list[str]:
    """What the spot whose turn it is may do."""
    return [choice.action for choice in round.pending[0].choices]


def why_not(round: Round, action: str) -> str:
    """The clause that forbids an action now."""
    return round.pending[0].why_not[action][1]


def events(round: Round, kind: str) -> list[RoundEvent]:
    return [event for event in round.log if event.kind == kind]
