"""A round of blackjack on the felt: what blackjack, Acey Deucey 21 and Lucky Break share.

The games' procedures call the steps below in the order of their own rule sheets. Cards come off the shoe
in one order: a split hand takes its second card at once, the hand split off takes its own when its turn
comes, and a hand split off again is played right after the one it came from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pitboss.blackjack.hands import (
    ACE_VALUE,
    TEN_VALUE,
    VALUE_OF_CARD,
    dealer_draws,
    is_blackjack,
    total_of,
)
from pitboss.blackjack.rules import BlackjackRules
from pitboss.cards import Card
from pitboss.errors import ReplayError
from pitboss.money import Cents, dollars
from pitboss.odds import LOSES
from pitboss.procedures.player_hand import PlayerHand, ask_hand
from pitboss.procedures.verdicts import against_blackjack, against_total, half_back
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt

DEALER_MOST_CARDS: Final = 13
"""no dealer's hand has more: seven aces, a five, four aces and one card more (BJ-02)"""


def rules_of(config: TableConfig) -> BlackjackRules:
    """The table's settings; what a bonus game does not allow, its own sheet has refused (BJ-17)."""
    return _rules(tuple(config.options.items()), config.spots)


@lru_cache(maxsize=256)
def _rules(options: tuple[tuple[str, str], ...], spots: int) -> BlackjackRules:
    return BlackjackRules.from_settings(dict(options), spots)


def cut_card(config: TableConfig) -> int:
    """How many cards lie in front of the cut card (BJ-11)."""
    return rules_of(config).cut_card


ASKS: Final = ("play", "hit 1", "double 1", "split 2")
"""how many cards a decision asks for; the dealer's own follow face up"""


def nobody_tucks(spot: int, blackjack: bool) -> str:
    """Cards of a hand that is done with go to the discards."""
    return ""


class TwentyOne:
    """The hands of one round, and the steps every blackjack game takes with them."""

    __slots__ = ("dealer", "felt", "hands", "hole", "owed", "rules", "tucks", "up")

    def __init__(self, felt: Felt, tucks: Callable[[int, bool], str] = nobody_tucks) -> None:
        """`tucks` gives the clause under which a finished hand's cards, a blackjack's or others, stay on the spot
        under another wager (LB-04, LB-05); none if they do not."""
        self.felt = felt
        self.tucks = tucks
        self.rules = rules_of(felt.config)
        self.hands: dict[int, list[PlayerHand]] = {}
        self.dealer: tuple[Card, ...] = ()
        self.up: Card = -1
        self.hole: tuple[Card, ...] = ()
        self.owed = 0
        """second cards that hands split off are still to get"""
        if not felt.can_deal(2 * len(felt.spots) + DEALER_MOST_CARDS):
            raise ReplayError(
                "The shoe has too few cards left for a round.", clause="BJ-11", accepted="a new shuffle"
            )

    # dealing

    def first_card_each(self, clause: str) -> None:
        self.felt.say("No more bets", "BJ-13")
        self.felt.step("deal", clause)
        for spot in self.felt.spots:
            cards = self.felt.deal(spot, "hand", 1, clause)
            self.hands[spot] = [
                PlayerHand(spot, "hand", "blackjack", self.felt.stakes[spot]["blackjack"], cards)
            ]

    def second_card_each(self, clause: str) -> None:
        for spot in self.felt.spots:
            self.hands[spot][0].take(self.felt.deal(spot, "hand", 1, clause))

    def deal_up_card(self, clause: str) -> None:
        (self.up,) = self.felt.deal(DEALER, "up", 1, clause)

    def deal_hole_card(self, clause: str) -> None:
        self.hole = self.felt.deal(DEALER, "hole", 1, clause, seen=NOBODY)

    # before the players act

    def insurance(self) -> Procedure:
        """With an ace up, each spot may insure for up to half its wager (BJ-05)."""
        self.felt.step("decisions", "BJ-05" if self._ace_up else "BJ-13")
        if not self._ace_up or self.rules.insurance_odds is None:
            return
        for spot in self.felt.spots:
            most = self._most_insurance(spot)
            least = min(self.felt.config.chip_cents, most)
            decision: Decision = yield Ask(
                spot,
                (
                    Choice("decline", "No insurance", "BJ-05"),
                    Choice("insure", "Insurance", "BJ-05", least_cents=least, most_cents=most),
                ),
                "BJ-05",
                f"Insurance against a dealer's blackjack, up to {dollars(most)}?",
                Decision("decline"),
                kind="insurance",
            )
            if decision.action == "insure":
                self.felt.bet(spot, "insurance", decision.amount_cents, "BJ-05")

    def _most_insurance(self, spot: int) -> Cents:
        """Half the wager to the cent, whatever the chips: pays are exact, and so is this (BJ-05, HR-29)."""
        config = self.felt.config
        share = config.sheet.wager("insurance").up_to
        assert share is not None
        half = self.hands[spot][0].stake_cents * share
        most = half.numerator // half.denominator
        return most if config.regulation_cents is None else min(most, config.regulation_cents)

    def peek(self, clause: str = "BJ-04") -> bool:
        """Under an ace or ten-value the dealer looks; a blackjack ends the round (BJ-04, BJ-15)."""
        if not self.rules.peeks or not self._blackjack_showing:
            return False
        found = is_blackjack((self.up, *self.hole))
        if found:
            self._show_hole(clause, "Blackjack")
        else:
            self.felt.say("The dealer looks at the hole card: no blackjack", clause)
        self._settle_insurance(found)
        return found

    @property
    def _ace_up(self) -> bool:
        return VALUE_OF_CARD[self.up] == ACE_VALUE

    @property
    def _blackjack_showing(self) -> bool:
        return VALUE_OF_CARD[self.up] in (ACE_VALUE, TEN_VALUE)

    @property
    def _blackjack_possible(self) -> bool:
        """While the players act: only where the dealer has not looked because there is no hole card."""
        return not self.rules.peeks and self._blackjack_showing

    def _settle_insurance(self, blackjack: bool) -> None:
        """Before anything else (BJ-15)."""
        odds = self.rules.insurance_odds if blackjack else LOSES
        hand = "dealer-blackjack" if blackjack else "no-blackjack"
        for spot in self.felt.settling_order():
            if odds is not None and self.felt.wager(spot, "insurance"):
                text = "Dealer has blackjack" if blackjack else "Dealer has no blackjack"
                self.felt.settle(spot, "insurance", odds, hand, "BJ-15" if blackjack else "BJ-05", text)

    # the players act

    def decisions(self) -> Procedure:
        """Spot by spot from the dealer's left; a blackjack is paid when its turn comes (BJ-03)."""
        for spot in self.felt.spots:
            hands = self.hands[spot]
            if hands[0].blackjack:
                if not self._blackjack_possible:
                    self._settle(hands[0])
                continue
            at = 0
            while at < len(hands):
                yield from self._play(hands[at], hands)
                at += 1

    def _play(self, hand: PlayerHand, hands: list[PlayerHand]) -> Procedure:
        if len(hand.cards) == 1:
            self.owed -= 1
            self._draw(hand, "BJ-08")
        while ask := ask_hand(self.felt, self.rules, hand, len(hands), self._cards_promised):
            decision: Decision = yield ask
            action = decision.action
            if action == "split":
                self._split(hand, hands)
                continue
            if action == "hit":
                self._draw(hand, "BJ-14")
                continue
            if action == "double":
                self.felt.bet(hand.spot, "double", hand.stake_cents, "BJ-06")
                hand.doubled_cents = hand.stake_cents
                self._draw(hand, "BJ-06")
            elif action == "surrender":
                hand.surrendered = True
            break
        if hand.total > 21 or (hand.surrendered and not self._blackjack_possible):
            self._settle(hand)

    @property
    def _cards_promised(self) -> int:
        """To hands split off, and to the dealer: nobody draws so many that these could not be dealt."""
        return self.owed + DEALER_MOST_CARDS - 1 - len(self.hole)

    def _draw(self, hand: PlayerHand, clause: str) -> None:
        hand.take(self.felt.deal(hand.spot, hand.place, 1, clause))

    def _split(self, hand: PlayerHand, hands: list[PlayerHand]) -> None:
        """A second wager, a second hand; the first takes its next card at once (BJ-08)."""
        place = f"hand-{len(hands) + 1}"
        self.felt.bet(hand.spot, "split", hand.stake_cents, "BJ-08")
        self.felt.move(hand.spot, hand.place, place, hand.cards[1:], "BJ-08")
        hands.insert(hands.index(hand) + 1, hand.split_off(place))
        self.owed += 1
        self._draw(hand, "BJ-08")

    # the dealer plays

    def dealer_plays(self, *, complete: str = "") -> None:
        """The dealer draws while a hand is to be beaten, or under the clause that has the hand completed for a
        bonus (BJ-02, LB-06)."""
        self.felt.step("dealer", "BJ-02")
        if self.hole:
            self._show_hole("BJ-04")
        elif any(self.felt.unsettled.values()):
            self.hole = self.felt.deal(DEALER, "hole", 1, "BJ-04")
        self.dealer = (self.up, *self.hole)
        if not self.rules.peeks:
            self._settle_insurance(is_blackjack(self.dealer))
        total, soft = total_of(self.dealer)
        playing = any(hand.plays for hands in self.hands.values() for hand in hands)
        if complete and not playing:
            self.felt.say("The dealer completes the hand for the bonus wagers in action", complete)
        if complete or playing:
            while dealer_draws(total, soft, self.rules.hits_soft_17):
                self.dealer += self.felt.deal(DEALER, "drawn", 1, "BJ-02")
                total, soft = total_of(self.dealer)
        if self.hole:
            made = (
                "blackjack"
                if is_blackjack(self.dealer)
                else f"{total}, too many"
                if total > 21
                else f"{total}"
            )
            self.felt.say(f"Dealer has {made}", "BJ-02", detail={"total": total})

    def _show_hole(self, clause: str, text: str = "") -> None:
        self.dealer = (self.up, *self.hole)
        self.felt.expose(DEALER, "hole", self.hole, clause, text)

    # settling

    def settle_spot(self, spot: int) -> None:
        """What the players' own turns have left open, hand by hand (BJ-14, BJ-15)."""
        for hand in self.hands[spot]:
            if not hand.settled:
                self._settle(hand)

    def _settle(self, hand: PlayerHand) -> None:
        hand.settled = True
        if is_blackjack(self.dealer):
            verdict = against_blackjack(hand)
        elif hand.surrendered:
            verdict = half_back(hand)
        else:
            verdict = against_total(hand, self.dealer, self.rules)
        for wager, stake in ((hand.wager, hand.stake_cents), ("double", hand.doubled_cents)):
            if stake:
                self.felt.settle(hand.spot, wager, *verdict, stake=stake)
        if len(self.dealer) >= 2:
            return
        if clause := self.tucks(hand.spot, hand.blackjack):
            self.felt.say("Cards tucked under the bonus wager: it remains in action", clause, hand.spot)
        else:
            self.felt.clear(hand.spot, hand.place, "BJ-14", "Cards collected")

    def close(self) -> None:
        """The round is over; say so if it was the shoe's last (BJ-11)."""
        if not self.rules.shuffles_every_round and self.felt.at >= self.rules.cut_card:
            self.felt.say("The cut card is out: the shoe is shuffled before the next round", "BJ-11")
