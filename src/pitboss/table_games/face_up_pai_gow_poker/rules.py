"""Face Up Pai Gow Poker (submission 3054): the dealer's seven cards are opened and set first.

The procedure follows the approved dealing steps from top to bottom.
"""

from __future__ import annotations

from pitboss.cardplay.paigow.hands import SetHand, is_ace_high_pai_gow
from pitboss.cardplay.paigow.procedure import (
    DEALING,
    HANDS,
    RESULTS,
    Hands,
    ask_setting,
    check_own_way,
    deal_hands,
    give_lammers,
    one_hand_a_player,
    open_dealer,
    set_player,
    settle_envy,
    settle_fortune,
    settle_jackpots,
    void,
    way_and_wheel,
)
from pitboss.core.cards import JOKER, Card
from pitboss.core.odds import LOSES
from pitboss.rounds.events import DEALER, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game


def face_up_pai_gow_poker(felt: Felt) -> Procedure:
    way, wheel = way_and_wheel(felt.config)
    felt.say("No more bets", "FU-02")
    envious = give_lammers(felt)

    felt.step("deal", "FU-03")
    hands = deal_hands(felt, "FU-03")
    if void(felt):
        return

    felt.step("dealer", "FU-03")
    dealer = open_dealer(felt, hands[DEALER], way, wheel, "FU-03")
    nothing = is_ace_high_pai_gow(hands[DEALER])
    set_hands: dict[int, SetHand] = {}
    if nothing:
        felt.say("Dealer has an ace-high pai gow: all hands push", "FU-04")
    else:
        felt.step("decisions", "FU-05")
        decisions = yield tuple(ask_setting(spot, hands[spot], wheel, "FU-05") for spot in felt.spots)
        for spot in felt.spots:
            set_hands[spot] = set_player(felt, spot, hands[spot], decisions[spot], way, wheel, "FU-05")

    felt.step("settle", "FU-06")
    for spot in felt.settling_order():
        settle_standard(felt, spot, hands[spot], set_hands.get(spot), dealer)
        settle_fortune(felt, spot, hands[spot])
        settle_ace_high(felt, spot, hands)
        settle_jackpots(felt, spot, hands[spot])
    settle_envy(felt, envious, hands)


def settle_standard(
    felt: Felt, spot: int, cards: tuple[Card, ...], made: SetHand | None, dealer: SetHand
) -> None:
    """Even money without commission; a copy is the dealer's (FU-06). Without a setting the deal pushes."""
    table = felt.tables["main"]
    if made is None:
        felt.expose(spot, "hand", cards, "FU-04")
        line = table["dealer-ace-high"]
        felt.settle(spot, "standard", table.odds(line.hand), line.hand, line.clause, line.text)
        return
    felt.expose(spot, "front", made.front, "FU-06")
    words = made.words
    felt.expose(spot, "back", made.back, "FU-06", words)
    hand, text = RESULTS[made.against(dealer)]
    felt.settle(spot, "standard", table.odds(hand), hand, "FU-06", f"{text}: {words}")


def ace_high_line(dealer: tuple[Card, ...], player: tuple[Card, ...]) -> str | None:
    """The first printed line that fits: both ace-high goes before the joker lines (FU-19)."""
    if not is_ace_high_pai_gow(dealer):
        return None
    if is_ace_high_pai_gow(player):
        return "dealer-and-player-ace-high"
    return "dealer-ace-high-joker" if JOKER in dealer else "dealer-ace-high"


def settle_ace_high(felt: Felt, spot: int, hands: Hands) -> None:
    if not felt.wager(spot, "ace-high"):
        return
    table = felt.tables["ace-high"]
    line = ace_high_line(hands[DEALER], hands[spot])
    if line is None:
        felt.settle(spot, "ace-high", LOSES, "no-ace-high", "FU-11", "Dealer not ace-high")
    else:
        felt.settle(spot, "ace-high", table.odds(line), line, "FU-12", table[line].text)


GAME = Game(
    "face-up-pai-gow-poker",
    face_up_pai_gow_poker,
    check_own=check_own_way,
    draws=HANDS,
    check_seats=one_hand_a_player,
    dealing=DEALING,
)
