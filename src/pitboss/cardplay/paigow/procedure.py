"""What the pai gow games share: delivery, setting, the Fortune Bonus with its envy, jackpots by seven cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from pitboss.cardplay.paigow.hands import (
    Outcome,
    SetHand,
    Wheel,
    best_five,
    describe_back,
    fits,
    line_of,
    setting,
)
from pitboss.cardplay.paigow.house_way import HouseWay, house_way
from pitboss.core.cards import Card
from pitboss.core.errors import IllegalWager
from pitboss.core.money import DOLLAR, dollars
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision
from pitboss.rounds.felt import Felt
from pitboss.rounds.limits import Holders

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

DEALING: Final = (
    ("seats", f"# hand {HAND_CARDS}"),
    ("once", f"0 left {LEFT_OVER}"),
    ("moves", "# hand front", "# hand back", "0 hand front", "0 hand back"),
)
"""an empty seat's hand goes to the dealer's place `seat-N`"""
EMPTY_SEATS: Final = {
    seat: (f"seat-{seat}", f"Hand of empty seat {seat} discarded") for seat in range(1, HANDS)
}

Hands = Mapping[int, tuple[Card, ...]]


def one_hand_a_player(config: TableConfig, holders: Holders) -> None:
    """One hand a player (PG-01): nobody can be envious of himself (FU-09)."""
    held = [holders[spot] for spot in sorted(holders)]
    for player in held:
        if held.count(player) > 1:
            raise IllegalWager(
                f"{player} holds {held.count(player)} spots.", clause="PG-01", accepted="one hand a player"
            )


def way_and_wheel(config: TableConfig) -> tuple[HouseWay, Wheel]:
    return house_way(config.options["house_way"]), Wheel(config.options["wheel"])


def check_own_way(config: TableConfig) -> None:
    """A house way of the operator's own sets every hand there is, or no table opens with it (PG-27)."""
    way, wheel = way_and_wheel(config)
    if way.digest:
        from pitboss.cardplay.paigow.coverage import check_whole  # only here rules count hands

        check_whole(way, wheel)


def give_lammers(felt: Felt) -> list[int]:
    """A Fortune Bonus of $5 or more gets an envy lammer (FU-09)."""
    table = felt.tables["fortune-bonus"]
    least = int(table.rules["envy_from_dollars"]) * DOLLAR
    envious = [spot for spot in felt.spots if felt.wager(spot, "fortune-bonus") >= least]
    for spot in envious:
        felt.say("Envy lammer placed", "FU-09", spot, detail={"lammer": True})
    return envious


@cache
def seat_order(number: int) -> tuple[int, ...]:
    """Who gets the first, second .. seventh hand: counter-clockwise from the position drawn, the dealer
    being 1 (PG-02). The first seat counter-clockwise is the last spot, at the dealer's right (HR-26)."""
    round_the_table = (DEALER, *range(SEATS, 0, -1))
    return round_the_table[number - 1 :] + round_the_table[: number - 1]


def deal_hands(felt: Felt, clause: str) -> Hands:
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
            hands[seat] = felt.deal(seat, "hand", HAND_CARDS, clause, seen=NOBODY)
        elif seat in felt.stakes:
            hands[seat] = felt.deal(seat, "hand", HAND_CARDS, clause, seen=seat)
        else:
            place, discarded = EMPTY_SEATS[seat]
            felt.deal(DEALER, place, HAND_CARDS, "PG-01", seen=NOBODY)
            felt.clear(DEALER, place, "PG-01", discarded)
    return hands


def void(felt: Felt) -> bool:
    """Exactly four cards must remain, else nothing counts and every wager is returned (PG-01)."""
    if felt.can_deal(LEFT_OVER) and not felt.can_deal(LEFT_OVER + 1):
        felt.deal(DEALER, "left", LEFT_OVER, "PG-01", seen=NOBODY)
        felt.clear(DEALER, "left", "PG-01", "Four cards remain: verified")
        return False
    felt.void("not four cards remain", "PG-01")
    return True


def open_dealer(felt: Felt, cards: tuple[Card, ...], way: HouseWay, wheel: Wheel, clause: str) -> SetHand:
    """The dealer's hand is opened and set by the house way."""
    made, rule = way.explain(cards, wheel)
    felt.expose(DEALER, "hand", (*made.back, *made.front), clause)
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


_BY_HOUSE_WAY: Final = Decision("house-way")


def ask_setting(spot: int, cards: tuple[Card, ...], wheel: Wheel, clause: str) -> Ask:
    """Two cards for the front, or the house way, which is always offered."""
    return Ask(
        spot,
        (
            Choice("set", "Set this way", clause, picks=2, check=RefuseFoul(cards, wheel)),
            Choice("house-way", "House way", clause),
        ),
        clause,
        "Set your hand: which two cards go in front?",
        _BY_HOUSE_WAY,
        kind="set",
    )


def set_player(
    felt: Felt,
    spot: int,
    cards: tuple[Card, ...],
    decision: Decision,
    way: HouseWay,
    wheel: Wheel,
    clause: str,
) -> SetHand:
    by_house = decision.action == "house-way"
    made = way.set(cards, wheel) if by_house else setting(cards, decision.cards, wheel)
    felt.move(spot, "hand", "front", made.front, clause, seen=spot)
    felt.move(spot, "hand", "back", made.back, clause, seen=spot)
    return made


def settle_fortune(felt: Felt, spot: int, cards: tuple[Card, ...]) -> None:
    """By the seven cards as dealt (FU-08)."""
    if felt.wager(spot, "fortune-bonus"):
        table = felt.tables["fortune-bonus"]
        hand = line_of(table, fits(cards), felt.config.options)
        text = table[hand].text if hand else best_name(cards)
        felt.settle(spot, "fortune-bonus", table.odds(hand or ""), hand or "no-line", "FU-08", text)


def settle_jackpots(felt: Felt, spot: int, cards: tuple[Card, ...]) -> None:
    """The same for the jackpots (JP-28)."""
    for wager in JACKPOTS:
        if felt.wager(spot, wager):
            line = line_of(felt.tables[wager], fits(cards), felt.config.options)
            felt.settle_jackpot(spot, wager, line, "JP-28", "" if line else best_name(cards))


def best_name(cards: tuple[Card, ...]) -> str:
    return describe_back(best_five(cards)[0]).capitalize()


def settle_envy(felt: Felt, envious: list[int], hands: Hands) -> None:
    """At the end, fixed dollars for every other player's four of a kind or better (FU-09)."""
    if not envious:
        return
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
