"""A round of blackjack on the felt: players' hands, how they are settled, and the steps that the blackjack
games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.cardplay.blackjack.hands import (
    ACE_VALUE,
    TEN_VALUE,
    VALUE_OF_CARD,
    dealer_draws,
    is_blackjack,
    total_of,
)
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.core.cards import Card
from pitboss.core.errors import ReplayError
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import EVEN, LOSES, PUSH, Odds, ToOne
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import DealingPlan, Share
from pitboss.rounds.limits import over_limit

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
    on_top_cents: Cents = 0
    """the part of the stake that was put on top of the first wager (SB-13)"""
    split: bool = False
    """made by a split: its ace and ten are 21 and no blackjack (BJ-14)"""
    surrendered: bool = False
    settled: bool = False
    total: int = 0
    soft: bool = False

    def take(self, cards: tuple[Card, ...]) -> None:
        self.cards += cards
        self.total, self.soft = total_of(self.cards)

    def put_on_top(self, cents: Cents) -> None:
        """From now on part of the stake: doubled and split with it."""
        self.stake_cents += cents
        self.on_top_cents = cents

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


# How a hand is settled: odds, name, clause and words, in the order `Felt.settle` takes them.

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


# The steps of a round.
#
# The games' procedures call the steps below in the order of their own rule sheets. Cards come off the shoe
# in one order: a split hand takes its second card at once, the hand split off takes its own when its turn
# comes, and a hand split off again is played right after the one it came from.

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


def shares(config: TableConfig) -> Iterator[Share]:
    """What the settings pay, lose or stake of a wager (BJ-03, BJ-05, BJ-10)."""
    rules = rules_of(config)
    odds = rules.blackjack_odds
    yield Share("blackjack", odds.pays, f"Blackjack pays {odds}")
    if rules.insurance_odds is not None:
        yield Share("blackjack", _insurable(config), "Insurance is up to half the wager")
    if rules.surrender != "off":
        yield Share("blackjack", LOSES_HALF.pays, "Surrender loses half the wager")


def _insurable(config: TableConfig) -> Fraction:
    share = config.sheet.wager("insurance").up_to
    assert share is not None
    return share


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
        half = self.hands[spot][0].stake_cents * _insurable(config)
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
        for wager, stake in (
            (hand.wager, hand.stake_cents - hand.on_top_cents),
            ("cap", hand.on_top_cents),
            ("double", hand.doubled_cents),
        ):
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


# What the games of the family deal and play alike.


def deal(table: TwentyOne) -> None:
    """One card to each spot, the up card, a second to each spot, the hole card if there is one (BJ-18)."""
    table.first_card_each("BJ-18")
    table.deal_up_card("BJ-18")
    table.second_card_each("BJ-18")
    if table.rules.peeks:
        table.deal_hole_card("BJ-18")


def dealing(config: TableConfig) -> DealingPlan:
    hole = ("0 hole 1",) if rules_of(config).peeks else ()
    return (("each", "# hand 1"), ("once", "0 up 1"), ("each", "# hand 1"), ("once", *hole), ASKS)


def play_on(table: TwentyOne) -> Procedure:
    """From the up card to the last chip."""
    yield from table.insurance()
    yield from play_out(table, table.peek())
    table.close()


def play_out(table: TwentyOne, blackjack: bool) -> Procedure:
    """From the look at the hole card on: the players, the dealer, and every spot settled."""
    if not blackjack:
        yield from table.decisions()
        table.dealer_plays()
    table.felt.step("settle", "BJ-14")
    for spot in table.felt.settling_order():
        table.settle_spot(spot)
