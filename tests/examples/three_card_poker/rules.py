"""Three Card Poker: three cards each, play or fold, and a bonus on one's own three cards."""

from __future__ import annotations

from pitboss.core.cards import Card, rank_of, suit_of
from pitboss.core.odds import LOSES
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game

Cards = tuple[Card, ...]
KINDS = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
ACE_LOW = (12, 1, 0)
QUEEN_HIGH = (0, (10,))
"""the lowest hand a dealer qualifies with"""


def made(cards: Cards) -> tuple[int, tuple[int, ...]]:
    """A hand by its kind and its ranks, to be compared."""
    ranks = tuple(sorted(map(rank_of, cards), reverse=True))
    straight = ranks == ACE_LOW or (ranks[0] - 2, ranks[0] - 1) == (ranks[2], ranks[1])
    flush = len(set(map(suit_of, cards))) == 1
    if straight:
        return (5 if flush else 3), (1,) if ranks == ACE_LOW else ranks[:1]
    if flush:
        return 2, ranks
    if ranks[0] == ranks[2]:
        return 4, ranks[:1]
    if ranks[1] in (ranks[0], ranks[2]):
        return 1, (ranks[1], ranks[2] if ranks[0] == ranks[1] else ranks[0])
    return 0, ranks


def three_card_poker(felt: Felt) -> Procedure:
    felt.step("deal", "TC-01")
    hands = {spot: felt.deal(spot, "hand", 3, "TC-01", seen=spot) for spot in felt.spots}
    dealer = felt.deal(DEALER, "hand", 3, "TC-01", seen=NOBODY)

    felt.step("decisions", "TC-02")
    pays = felt.tables["main"]
    playing = []
    for spot in felt.spots:
        ante = felt.stakes[spot]["ante"]
        decision: Decision = yield Ask(
            spot,
            (Choice("play", "Play", "TC-02", ante), Choice("fold", "Fold", "TC-02")),
            "TC-02",
            "Play, or fold?",
            Decision("fold"),
        )
        if decision.action == "play":
            felt.bet(spot, "play", ante, "TC-02")
            playing.append(spot)

    felt.step("settle", "TC-04")
    for spot in felt.settling_order():
        if felt.wager(spot, "pair-plus"):
            kind = KINDS[made(hands[spot])[0]]
            line = felt.tables["pair-plus"].by_hand.get(kind)
            odds = felt.tables["pair-plus"].odds(kind) if line else LOSES
            felt.settle(spot, "pair-plus", odds, kind, "TC-06")
        if spot in playing:
            settle_played(felt, spot, hands[spot], dealer)
        else:
            felt.settle(spot, "ante", pays.odds("fold"), "fold", "TC-02")


def settle_played(felt: Felt, spot: int, hand: Cards, dealer: Cards) -> None:
    """The Ante bonus first, then Ante and Play against the dealer."""
    pays = felt.tables["main"]
    mine, theirs = made(hand), made(dealer)
    kind = KINDS[mine[0]]
    felt.expose(spot, "hand", hand, "TC-04")
    if bonus := pays.by_hand.get(kind):
        cents = felt.stakes[spot]["ante"] * pays.net(kind)
        felt.pay_fixed(spot, "ante", int(cents), kind, "TC-05", bonus.text)
    if theirs < QUEEN_HIGH:
        felt.settle(spot, "ante", pays.odds("no-qualify-ante"), "no-qualify-ante", "TC-03")
        felt.settle(spot, "play", pays.odds("no-qualify-play"), "no-qualify-play", "TC-03")
        return
    result = "player-higher" if mine > theirs else "dealer-higher" if mine < theirs else "tie"
    for wager in ("ante", "play"):
        felt.settle(spot, wager, pays.odds(result), result, "TC-04")


GAME = Game("three-card-poker", three_card_poker, dealing=(("each", "# hand 3"), ("once", "0 hand 3")))
