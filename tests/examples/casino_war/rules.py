"""Casino War, six decks: one card each, and a war on a tie."""

from __future__ import annotations

from pitboss.core.cards import Card, rank_of
from pitboss.core.odds import LOSES
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game


def casino_war(felt: Felt) -> Procedure:
    felt.step("deal", "CW-01")
    hands: dict[int, Card] = {}
    for spot in felt.spots:
        (hands[spot],) = felt.deal(spot, "hand", 1, "CW-01")
    (dealers,) = felt.deal(DEALER, "hand", 1, "CW-01")

    felt.step("settle", "CW-02")
    pays = felt.tables["main"]
    at_war = []
    for spot in felt.spots:
        mine, theirs = rank_of(hands[spot]), rank_of(dealers)
        if felt.wager(spot, "tie"):
            tied = mine == theirs
            odds = felt.tables["tie"].odds("tie") if tied else LOSES
            felt.settle(spot, "tie", odds, "tie" if tied else "no-tie", "CW-05")
        if mine != theirs:
            hand = "player-higher" if mine > theirs else "dealer-higher"
            felt.settle(spot, "ante", pays.odds(hand), hand, "CW-02")
            continue
        ante = felt.stakes[spot]["ante"]
        decision: Decision = yield Ask(
            spot,
            (Choice("war", "Go to war", "CW-03", ante), Choice("surrender", "Surrender half", "CW-03")),
            "CW-03",
            "War, or surrender half the Ante?",
            Decision("surrender"),
        )
        if decision.action == "surrender":
            felt.settle(spot, "ante", pays.odds("surrender"), "surrender", "CW-03")
        else:
            felt.bet(spot, "war", ante, "CW-03")
            at_war.append(spot)
    for spot in at_war:
        felt.deal(DEALER, "burned", 3, "CW-04", seen=NOBODY)
        (mine,) = felt.deal(spot, "war", 1, "CW-04")
        (theirs,) = felt.deal(DEALER, f"war-{spot}", 1, "CW-04")
        won = rank_of(mine) >= rank_of(theirs)
        for wager, hand in (("ante", "war-won-ante"), ("war", "war-won")):
            felt.settle(spot, wager, pays.odds(hand) if won else LOSES, hand if won else "war-lost", "CW-04")


DEALING = (
    ("each", "# hand 1"),
    ("once", "0 hand 1"),
    ("chose war", "0 burned 3", "# war 1", "0 war-# 1"),
)

GAME = Game("casino-war", casino_war, dealing=DEALING)
