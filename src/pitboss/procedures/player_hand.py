"""A player's blackjack hand, and what may be done with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.blackjack.hands import ACE_VALUE, VALUE_OF_CARD, total_of
from pitboss.blackjack.rules import BlackjackRules
from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rounds.events import Ask, Choice, Decision
from pitboss.rounds.felt import Felt
from pitboss.rounds.stakes import over_limit

Refusal = tuple[str, str]


@dataclass(slots=True, eq=False)
class PlayerHand:
    """One hand on a spot. `wager` is the place its stake lies on: the first hand's, or the splits'."""

    spot: int
    place: str
    wager: str
    stake_cents: Cents
    cards: tuple[Card, ...]
    doubled_cents: Cents = 0
    split: bool = False
    """made by a split: its ace and ten are 21 and no blackjack (BJ-14)"""
    surrendered: bool = False
    settled: bool = False
    total: int = 0
    soft: bool = False

    def take(self, cards: tuple[Card, ...]) -> None:
        self.cards += cards
        self.total, self.soft = total_of(self.cards)

    def split_off(self, place: str) -> PlayerHand:
        """The second card becomes a hand of its own (BJ-08)."""
        other = PlayerHand(self.spot, place, "split", self.stake_cents, self.cards[1:], split=True)
        self.cards, self.split = self.cards[:1], True
        return other

    @property
    def blackjack(self) -> bool:
        return self.total == 21 and len(self.cards) == 2 and not self.split

    @property
    def pair(self) -> bool:
        """Two cards of equal value (BJ-08)."""
        return len(self.cards) == 2 and VALUE_OF_CARD[self.cards[0]] == VALUE_OF_CARD[self.cards[1]]

    @property
    def ace_first(self) -> bool:
        return VALUE_OF_CARD[self.cards[0]] == ACE_VALUE

    @property
    def plays(self) -> bool:
        """Still to be compared with the dealer's total."""
        return not (self.settled or self.surrendered or self.blackjack)

    @property
    def text(self) -> str:
        return f"soft {self.total}" if self.soft else f"{self.total}"


STAND: Final = Choice("stand", "Stand", "BJ-14")
HIT: Final = Choice("hit", "Hit", "BJ-14")
SURRENDER: Final = Choice("surrender", "Surrender", "BJ-10")
TOO_FEW_CARDS: Final = ("There are too few cards left in the shoe and the discards.", "BJ-11")


def ask_hand(felt: Felt, rules: BlackjackRules, hand: PlayerHand, hands: int, promised: int) -> Ask | None:
    """The question to a hand, or None when it can only stand. A hand of 21 is not asked.

    `hands` is how many the spot has, `promised` how many cards must stay for others."""
    if hand.total >= 21:
        return None
    refusals = {
        "hit": _no_hit(felt, rules, hand, promised),
        "double": _no_double(felt, rules, hand, promised),
        "split": _no_split(felt, rules, hand, hands, promised),
        "surrender": _no_surrender(rules, hand),
    }
    choices = [STAND]
    if not refusals["hit"]:
        choices.append(HIT)
    if not refusals["double"]:
        choices.append(Choice("double", "Double down", "BJ-06", hand.stake_cents))
    if not refusals["split"]:
        choices.append(Choice("split", "Split", "BJ-08", hand.stake_cents))
    if not refusals["surrender"]:
        choices.append(SURRENDER)
    if len(choices) == 1:
        return None
    text = f"Hand {hand.place[5:]}: {hand.text}" if hand.wager == "split" else hand.text
    # a timeout never adds money to the felt
    why_not = {action: refusal for action, refusal in refusals.items() if refusal}
    return Ask(hand.spot, tuple(choices), "BJ-14", text, Decision("stand"), why_not, hand.place)


def _no_hit(felt: Felt, rules: BlackjackRules, hand: PlayerHand, promised: int) -> Refusal | None:
    if hand.split and hand.ace_first and not rules.draws_to_split_aces:
        return "A split ace gets one card only.", "BJ-09"
    return None if felt.can_deal(promised + 1) else TOO_FEW_CARDS


def _no_double(felt: Felt, rules: BlackjackRules, hand: PlayerHand, promised: int) -> Refusal | None:
    if len(hand.cards) != 2:
        return "Only a hand of two cards may be doubled.", "BJ-06"
    if hand.split and rules.double_after_split == "no":
        return "This table has no double after a split.", "BJ-07"
    if hand.split and hand.ace_first:
        return "Split aces may not be doubled.", "BJ-07"
    if not rules.may_double(hand.total, hand.soft, after_split=hand.split):
        return f"This table doubles on hard {rules.double.replace('-', ' to ')} only.", "BJ-06"
    if not felt.can_deal(promised + 1):
        return TOO_FEW_CARDS
    return over_limit(felt.config, "double", hand.stake_cents)


def _no_split(
    felt: Felt, rules: BlackjackRules, hand: PlayerHand, hands: int, promised: int
) -> Refusal | None:
    if not hand.pair:
        return "Only two cards of equal value may be split.", "BJ-08"
    most = rules.split_limit(aces=hand.ace_first)
    if hands >= most:
        if most < rules.split_to:
            return "Aces are split once.", "BJ-09"
        return f"A hand may be split into {most} hands at most.", "BJ-08"
    if not felt.can_deal(promised + 2):
        return TOO_FEW_CARDS
    return over_limit(felt.config, "split", hand.stake_cents)


def _no_surrender(rules: BlackjackRules, hand: PlayerHand) -> Refusal | None:
    if rules.surrender == "off":
        return "This table has no surrender.", "BJ-10"
    if len(hand.cards) != 2 or hand.split:
        return "Only the first two cards may be surrendered.", "BJ-10"
    return None
