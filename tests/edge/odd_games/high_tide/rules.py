"""High Tide: three cards of two decks and a joker, nothing to decide, and a bonus on the first two."""

from __future__ import annotations

from pitboss.core.cards import ACE, JOKER, Card, rank_of, suit_of
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game


def high_tide(felt: Felt) -> None:
    felt.step("deal", "HT-02")
    hands = {}
    for spot in felt.spots:
        hands[spot] = felt.deal(spot, "first", 2, "HT-02") + felt.deal(spot, "third", 1, "HT-02")
    felt.step("settle", "HT-03")
    for spot in felt.settling_order():
        line = kind(hands[spot])
        felt.settle(spot, "bet", felt.tables["main"].odds(line), line, "HT-03")
        if felt.wager(spot, "early"):
            line = early(*hands[spot][:2])
            felt.settle(spot, "early", felt.tables["early"].odds(line), line, "HT-04")


def kind(cards: tuple[Card, ...]) -> str:
    if JOKER in cards:
        return "joker"
    ranks, suits = {rank_of(card) for card in cards}, {suit_of(card) for card in cards}
    if len(ranks) == 1:
        return "suited-trips" if len(suits) == 1 else "trips"
    if len(suits) == 1:
        return "flush"
    return "pair" if len(ranks) == 2 else "ace" if ACE in ranks else "nothing"


def early(one: Card, other: Card) -> str:
    if JOKER in (one, other) or rank_of(one) != rank_of(other):
        return "no-pair"
    return "identical" if one == other else "pair"


GAME = Game("high-tide", high_tide, dealing=(("each", "# first 2", "# third 1"),))  # type: ignore[arg-type]
