"""Face Up Pai Gow Poker (submission 3054): the dealer's seven cards are opened and set first.

The procedure follows the approved dealing steps from top to bottom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.cards import JOKER, Card
from pitboss.errors import IllegalWager
from pitboss.money import DOLLAR, dollars
from pitboss.odds import LOSES
from pitboss.paigow.bonus import fits, line_of
from pitboss.paigow.hands import Wheel, best_five, describe_back, is_ace_high_pai_gow
from pitboss.paigow.house_way import HouseWay, house_way
from pitboss.paigow.setting import Outcome, Setting, setting
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.game import Game
from pitboss.rounds.opening import Holders

SEATS: Final = 6
HANDS: Final = SEATS + 1
HAND_CARDS: Final = 7
LEFT_OVER: Final = 4
"""cards that remain of 53 after seven hands of seven (PG-01)"""
JACKPOTS: Final = ("jackpot", "second-jackpot")
RESULTS: Final = {
    Outcome.WIN: ("both-better", "Both hands better"),
    Outcome.PUSH: ("one-better", "One hand better"),
    Outcome.LOSE: ("neither-better", "Neither hand better"),
}

Hands = Mapping[int, tuple[Card, ...]]
Settings = Mapping[int, Setting]


def check(config: TableConfig, wagers: Wagers, holders: Holders) -> None:
    """One hand a player (PG-01): nobody can be envious of himself (FU-09)."""
    held = [holders[spot] for spot in sorted(wagers) if spot in holders]
    for player in held:
        if held.count(player) > 1:
            raise IllegalWager(
                f"{player} bets on {held.count(player)} spots.", clause="PG-01", accepted="one hand a player"
            )


def way_and_wheel(config: TableConfig) -> tuple[HouseWay, Wheel]:
    return house_way(config.options["house_way"]), Wheel(config.options["wheel"])


def face_up_pai_gow_poker(felt: Felt) -> Procedure:
    way, wheel = way_and_wheel(felt.config)
    felt.say("No more bets", "FU-02")
    envious = give_lammers(felt)

    felt.step("deal", "FU-03")
    hands = deal_hands(felt)
    if void(felt):
        return

    felt.step("dealer", "FU-03")
    dealer = open_dealer(felt, hands[DEALER], way, wheel)
    nothing = is_ace_high_pai_gow(hands[DEALER])
    set_hands: dict[int, Setting] = {}
    if nothing:
        felt.say("Dealer has an ace-high pai gow: all hands push", "FU-04")
    else:
        felt.step("decisions", "FU-05")
        decisions = yield tuple(ask(spot, hands[spot], wheel) for spot in felt.spots)
        for spot in felt.spots:
            set_hands[spot] = set_player(felt, spot, hands[spot], decisions[spot], way, wheel)

    felt.step("settle", "FU-06")
    for spot in felt.settling_order():
        settle_standard(felt, spot, hands[spot], set_hands.get(spot), dealer)
        settle_bonuses(felt, spot, hands)
    settle_envy(felt, envious, hands)


def give_lammers(felt: Felt) -> list[int]:
    """A Fortune Bonus of $5 or more gets an envy lammer (FU-09)."""
    table = felt.tables["fortune-bonus"]
    least = int(table.rules["envy_from_dollars"]) * DOLLAR
    envious = [spot for spot in felt.spots if felt.wager(spot, "fortune-bonus") >= least]
    for spot in envious:
        felt.say("Envy lammer placed", "FU-09", spot, detail={"lammer": True})
    return envious


def seat_order(number: int) -> list[int]:
    """Who gets the first, second .. seventh hand: counter-clockwise from the position drawn, the dealer
    being 1 (PG-02). The first seat counter-clockwise is the last spot, at the dealer's right (HR-26)."""
    round_the_table = [DEALER, *range(SEATS, 0, -1)]
    return round_the_table[number - 1 :] + round_the_table[: number - 1]


def deal_hands(felt: Felt) -> Hands:
    """Seven hands of seven; those of empty seats are discarded unseen (PG-01)."""
    number = felt.number
    assert number is not None
    origin = felt.config.options["first_hand"]
    rolled = f" {' '.join(map(str, felt.dice))}" if felt.dice else ""
    felt.say(
        f"First hand to position {number}, drawn by {origin}{rolled}",
        "PG-02",
        detail={"position": number, "origin": origin},
    )
    hands: dict[int, tuple[Card, ...]] = {}
    for seat in seat_order(number):
        if seat == DEALER:
            hands[seat] = felt.deal(seat, "hand", HAND_CARDS, "FU-03", seen=NOBODY)
        elif seat in felt.stakes:
            hands[seat] = felt.deal(seat, "hand", HAND_CARDS, "FU-03", seen=seat)
        else:
            felt.deal(DEALER, f"seat-{seat}", HAND_CARDS, "PG-01", seen=NOBODY)
            felt.clear(DEALER, f"seat-{seat}", "PG-01", f"Hand of empty seat {seat} discarded")
    return hands


def void(felt: Felt) -> bool:
    """Exactly four cards must remain, else nothing counts and every wager is returned (PG-01)."""
    if felt.can_deal(LEFT_OVER) and not felt.can_deal(LEFT_OVER + 1):
        felt.deal(DEALER, "left", LEFT_OVER, "PG-01", seen=NOBODY)
        felt.clear(DEALER, "left", "PG-01", "Four cards remain: verified")
        return False
    felt.void("not four cards remain", "PG-01")
    return True


def open_dealer(felt: Felt, cards: tuple[Card, ...], way: HouseWay, wheel: Wheel) -> Setting:
    """The dealer's hand is opened before any player sets, and set by the house way (FU-03)."""
    made, rule = way.explain(cards, wheel)
    felt.expose(DEALER, "hand", (*made.back, *made.front), "FU-03")
    felt.move(DEALER, "hand", "front", made.front, rule.clause)
    felt.move(DEALER, "hand", "back", made.back, rule.clause)
    felt.say(
        f"Dealer: {made.words}", "PG-27", detail={"house_way": way.id, "rule": rule.clause, "text": rule.text}
    )
    return made


@dataclass(frozen=True, slots=True)
class RefuseFoul:
    """A pick that would foul the hand is refused with the reason (PG-05)."""

    cards: tuple[Card, ...]
    wheel: Wheel

    def __call__(self, front: tuple[Card, ...]) -> None:
        setting(self.cards, front, self.wheel)


def ask(spot: int, cards: tuple[Card, ...], wheel: Wheel) -> Ask:
    """Two cards for the front, or the house way, which is always offered (FU-05)."""
    return Ask(
        spot,
        (
            Choice("set", "Two cards in front", "FU-05", picks=2, check=RefuseFoul(cards, wheel)),
            Choice("house-way", "House way", "FU-05"),
        ),
        "FU-05",
        "Set your hand: which two cards go in front?",
        Decision("house-way"),
        kind="set",
    )


def set_player(
    felt: Felt, spot: int, cards: tuple[Card, ...], decision: Decision, way: HouseWay, wheel: Wheel
) -> Setting:
    by_house = decision.action == "house-way"
    made = way.set(cards, wheel) if by_house else setting(cards, decision.cards, wheel)
    felt.move(spot, "hand", "front", made.front, "FU-05", seen=spot)
    felt.move(spot, "hand", "back", made.back, "FU-05", seen=spot)
    return made


def settle_standard(
    felt: Felt, spot: int, cards: tuple[Card, ...], made: Setting | None, dealer: Setting
) -> None:
    """Even money without commission; a copy is the dealer's (FU-06). Without a setting the deal pushes."""
    table = felt.tables["main"]
    if made is None:
        felt.expose(spot, "hand", cards, "FU-04")
        line = table["dealer-ace-high"]
        felt.settle(spot, "standard", table.odds(line.hand), line.hand, line.clause, line.text)
        return
    felt.expose(spot, "front", made.front, "FU-06")
    felt.expose(spot, "back", made.back, "FU-06", made.words)
    hand, text = RESULTS[made.against(dealer)]
    felt.settle(spot, "standard", table.odds(hand), hand, "FU-06", f"{text}: {made.words}")


def settle_bonuses(felt: Felt, spot: int, hands: Hands) -> None:
    """Fortune Bonus, Ace-High and jackpots go by the seven cards as dealt (FU-08, FU-11, JP-28)."""
    cards = hands[spot]
    if not felt.unsettled[spot]:
        return
    fitting = fits(cards)
    name = describe_back(best_five(cards)[0])
    if felt.wager(spot, "fortune-bonus"):
        table = felt.tables["fortune-bonus"]
        hand = line_of(table, fitting, felt.config.options)
        text = table[hand].text if hand else name.capitalize()
        felt.settle(spot, "fortune-bonus", table.odds(hand or ""), hand or "no-line", "FU-08", f"{text}")
    if felt.wager(spot, "ace-high"):
        settle_ace_high(felt, spot, hands)
    for wager in JACKPOTS:
        if felt.wager(spot, wager):
            line = line_of(felt.tables[wager], fitting, felt.config.options)
            felt.settle_jackpot(spot, wager, line, "JP-28", "" if line else name.capitalize())


def ace_high_line(dealer: tuple[Card, ...], player: tuple[Card, ...]) -> str | None:
    """The first printed line that fits: both ace-high goes before the joker lines (FU-19)."""
    if not is_ace_high_pai_gow(dealer):
        return None
    if is_ace_high_pai_gow(player):
        return "dealer-and-player-ace-high"
    return "dealer-ace-high-joker" if JOKER in dealer else "dealer-ace-high"


def settle_ace_high(felt: Felt, spot: int, hands: Hands) -> None:
    table = felt.tables["ace-high"]
    line = ace_high_line(hands[DEALER], hands[spot])
    if line is None:
        felt.settle(spot, "ace-high", LOSES, "no-ace-high", "FU-11", "Dealer not ace-high")
    else:
        felt.settle(spot, "ace-high", table.odds(line), line, "FU-12", table[line].text)


def settle_envy(felt: Felt, envious: list[int], hands: Hands) -> None:
    """At the end, fixed dollars for every other player's four of a kind or better (FU-09)."""
    table = felt.tables["fortune-bonus"]
    for spot in felt.settling_order():
        hand = line_of(table, fits(hands[spot]), felt.config.options)
        cents = table[hand].envy_cents if hand else None
        if hand is None or not cents:
            continue
        for other in felt.others(spot, felt.settling_order(envious)):
            text = f"Envy: spot {spot} has {table[hand].text.lower()}, {dollars(cents)}"
            felt.pay_fixed(other, "fortune-bonus", cents, hand, "FU-09", text)
    for spot in envious:
        felt.say("Envy lammer picked up", "FU-09", spot, detail={"lammer": False})


GAME = Game("face-up-pai-gow-poker", face_up_pai_gow_poker, check, draws=HANDS)
