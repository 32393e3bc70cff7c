"""How a blackjack hand is settled: odds, name, clause and words, in the order `Felt.settle` takes them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.blackjack.hands import total_of
from pitboss.blackjack.rules import BlackjackRules
from pitboss.cards import Card
from pitboss.odds import EVEN, LOSES, PUSH, Odds, ToOne
from pitboss.procedures.player_hand import PlayerHand

Verdict = tuple[Odds, str, str, str]

LOSES_HALF: Final = ToOne(Fraction(-1, 2))


def half_back(hand: PlayerHand) -> Verdict:
    """A surrendered hand, the dealer having no blackjack (BJ-10)."""
    return LOSES_HALF, "surrender", "BJ-10", "Surrendered"


def against_blackjack(hand: PlayerHand) -> Verdict:
    """Blackjack pushes with blackjack; everything else loses, to the last unit (BJ-04, BJ-15)."""
    if hand.blackjack:
        return PUSH, "both-blackjack", "BJ-15", "Blackjack against blackjack"
    return LOSES, "dealer-blackjack", "BJ-15", "Dealer has blackjack"


def against_total(hand: PlayerHand, dealer: tuple[Card, ...], rules: BlackjackRules) -> Verdict:
    """A bust loses whatever the dealer makes, a blackjack is paid; then the totals decide (BJ-14)."""
    if hand.total > 21:
        return LOSES, "bust", "BJ-14", f"Busts with {hand.total}"
    if hand.blackjack:
        return rules.blackjack_odds, "blackjack", "BJ-03", "Blackjack"
    made, _ = total_of(dealer)
    text = f"{hand.total} against {made}"
    if made > 21:
        return EVEN, "dealer-bust", "BJ-14", text
    if hand.total == made:
        return PUSH, "push", "BJ-14", text
    return (EVEN, "win", "BJ-14", text) if hand.total > made else (LOSES, "lose", "BJ-14", text)
