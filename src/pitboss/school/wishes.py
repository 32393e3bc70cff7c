"""Rare hands on demand, so that jackpots, envy and limits can be practised: which cards are wished for where. What
they are worth is left to the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from pitboss.core.cards import JOKER, Card, card
from pitboss.core.shoe import fresh_order
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.school.kit import Wishes, pick, random_wagers, sample, staying_policy

TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)
SUITS = (0, 1, 2, 3)


@cache
def deals_sevens(game: str) -> bool:
    """Whether players get hands of seven cards; else what they share lies on a board."""
    return max(_dealt(game).values()) == 7


@cache
def has_board(game: str) -> bool:
    return "flop" in {place for _, place in _dealt(game)}


@cache
def dealer_draws(game: str) -> bool:
    """Whether a wager is paid by the total that the dealer draws to (LB-12)."""
    return "total-26" in {line.hand for table in TableConfig(game).tables.values() for line in table.lines}


def can_wish(game: str) -> bool:
    return deals_sevens(game) or has_board(game) or dealer_draws(game)


@cache
def _dealt(game: str) -> dict[tuple[int, str], int]:
    """How many cards come where, found by dealing once."""
    config = TableConfig(game)
    order = fresh_order(config.decks, config.sheet.jokers)
    number = game_of(game).draw_number(config)
    round = Round(config, random_wagers(config, "easy"), order, number=number).play_out(staying_policy)
    found: dict[tuple[int, str], int] = {}
    for event in round.log:
        if event.kind == "deal":
            where = (event.spot, event.place)
            found[where] = found.get(where, 0) + len(event.cards)
    return found


def rare(game: str, spots: Sequence[int]) -> Wishes:
    """Rare hands for two of the spots, and more where they share a board."""
    if dealer_draws(game):
        return _suited_break()
    return _sevens(spots) if deals_sevens(game) else _board(spots)


def _suited_break() -> Wishes:
    """The dealer breaks with cards of one suit: the long multipliers."""
    suit = pick(SUITS)
    up, hole, *drawn = (
        card(rank, suit) for rank in pick(((TWO, THREE, FOUR, FIVE, KING), (TWO, THREE, NINE, QUEEN)))
    )
    return {(0, "up"): [up], (0, "hole"): [hole], (0, "drawn"): drawn}


def _sevens(spots: Sequence[int]) -> Wishes:
    one, other, *_ = sample(SUITS, 4)
    hands: list[Callable[[int], list[Card]]] = [
        lambda suit: [card(rank, suit) for rank in range(TWO, EIGHT + 1)],
        lambda suit: [card(rank, suit) for rank in (TEN, JACK, QUEEN, KING, ACE)],
        lambda suit: [card(rank, suit) for rank in range(FIVE, NINE + 1)],
        lambda suit: [card(NINE, s) for s in SUITS],
        lambda suit: [*(card(ACE, s) for s in SUITS), JOKER],
    ]
    first = pick(hands)
    # the same hand in another suit where it has one, so that two claim one meter
    second = first if len(first(one)) >= 5 and JOKER not in first(one) and pick((True, False)) else hands[3]
    made = [first(one), second(other)]
    if set(made[0]) & set(made[1]):
        made = [hands[1](one), hands[2](other)]
    return {(spot, "hand"): hand for spot, hand in zip(sample(list(spots), 2), made, strict=False)}


def _board(spots: Sequence[int]) -> Wishes:
    suit, x, y, z = sample(SUITS, 4)
    chosen = sample(list(spots), 3)
    if pick((True, False)):
        board = [card(KING, suit), card(QUEEN, suit), card(JACK, suit), card(NINE, x), card(NINE, y)]
        holes = [[card(ACE, suit), card(TEN, suit)], [card(NINE, suit), card(NINE, z)]]
    else:
        board = [card(NINE, suit), card(EIGHT, suit), card(SEVEN, suit), card(TWO, x), card(TWO, y)]
        holes = [
            [card(JACK, suit), card(TEN, suit)],
            [card(SIX, suit), card(FIVE, suit)],
            [card(TWO, suit), card(TWO, z)],
        ]
    wishes: dict[tuple[int, str], Sequence[Card]] = {
        (0, "flop"): board[:3],
        (0, "turn"): board[3:4],
        (0, "river"): board[4:],
    }
    return wishes | {(spot, "hand"): hole for spot, hole in zip(chosen, holes, strict=False)}
