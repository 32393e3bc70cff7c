"""What the tests of side wagers share: a round of twenty-one with chosen first cards."""

from __future__ import annotations

from pitboss.core.cards import deck_of, parse
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback

FIVE = ("royal-match-21", "bet-the-set-21", "kings-bounty", "trilux-bonus", "blazing-7s-up-card")
WAGER = {
    "royal-match-21": "royal-match", "bet-the-set-21": "bet-the-set", "kings-bounty": "kings-bounty",
    "trilux-bonus": "trilux", "blazing-7s-up-card": "jackpot",
}  # fmt: skip


def table(game: str, pay_table: str = "", **options: str) -> TableConfig:
    wager = "blazing-7s" if game == "blazing-7s-up-card" else WAGER[game]
    tables = {wager: pay_table} if pay_table else {}
    return TableConfig(game, options, tables, offered=frozenset((WAGER[game],)))


def order_with(config: TableConfig, cards: str, spots: int = 1) -> tuple[int, ...]:
    """An order that begins with these cards; two shoes, for discards that are shuffled."""
    first = [parse(word) for word in cards.split()]
    rest = deck_of(config.decks)
    for card in first:
        rest.remove(card)
    return (*first, *rest, *deck_of(config.decks))


def dealt(config: TableConfig, hand: str, up: str, hole: str, stake: int = 500) -> Round:
    """One spot with this hand against these cards of the dealer."""
    first, second = hand.split()
    game = config.game
    wagers = {1: {"blackjack": 1000, WAGER[game]: stake}}
    return Round(config, wagers, order_with(config, f"{first} {up} {second} {hole}"))


def finished(round: Round) -> Round:
    return round.play_out(fallback)


def side_of(round: Round) -> list[tuple[str, int]]:
    """The side wager's settlements: line and net."""
    name = WAGER[round.config.game]
    return [(s.hand, s.net_cents) for s in round.settlements if s.wager == name]
