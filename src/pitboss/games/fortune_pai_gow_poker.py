"""Fortune Pai Gow Poker: seven cards set against a dealer whose hand stays face down until all are set.

A base game by the trade's common rules (its sheet is the operator's to bring). The procedure follows the
dealing from top to bottom.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.cards import NINE
from pitboss.money import Cents, dollars
from pitboss.odds import ToOne
from pitboss.paigow.setting import Outcome, SetHand
from pitboss.procedures.pai_gow import (
    DEALING,
    HANDS,
    RESULTS,
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
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game

COMMISSION_PERCENT: Final = 5


def fortune_pai_gow_poker(felt: Felt) -> Procedure:
    way, wheel = way_and_wheel(felt.config)
    felt.say("No more bets", "FP-02")
    envious = give_lammers(felt)

    felt.step("deal", "FP-01")
    hands = deal_hands(felt, "FP-01")
    if void(felt):
        return

    felt.step("decisions", "FP-04")
    decisions = yield tuple(ask_setting(spot, hands[spot], wheel, "FP-04") for spot in felt.spots)
    made = {
        spot: set_player(felt, spot, hands[spot], decisions[spot], way, wheel, "FP-04") for spot in felt.spots
    }

    felt.step("dealer", "FP-03")
    dealer = open_dealer(felt, hands[DEALER], way, wheel, "FP-03")
    pushes = nine_high_pushes(felt.config, dealer)
    if pushes:
        felt.say("Dealer's low hand is nine high: all hands push", "FP-08")

    felt.step("settle", "FP-05")
    for spot in felt.settling_order():
        felt.expose(spot, "front", made[spot].front, "FP-05")
        felt.expose(spot, "back", made[spot].back, "FP-05", made[spot].words)
        settle_pai_gow(felt, spot, made[spot], dealer, pushes)
        settle_fortune(felt, spot, hands[spot])
        settle_jackpots(felt, spot, hands[spot])
    settle_envy(felt, envious, hands)


def nine_high_pushes(config: TableConfig, dealer: SetHand) -> bool:
    """Without commission the wager pushes on a dealer's low hand of nine high (FP-08)."""
    front = dealer.front_value
    return config.options["commission"] == "free" and not front.pair and front.ranks[0] == NINE


def settle_pai_gow(felt: Felt, spot: int, made: SetHand, dealer: SetHand, pushes: bool) -> None:
    """Both hands better wins even money less the commission, one pushes, none loses (FP-05), against the house's
    bank alone (FP-09); a dealer's ace high is a hand like any other (FP-06)."""
    table = felt.tables["main"]
    if pushes:
        line = table["dealer-nine-high"]
        felt.settle(spot, "pai-gow", table.odds(line.hand), line.hand, line.clause, line.text)
        return
    outcome = made.against(dealer)
    hand, text = RESULTS[outcome]
    odds, words = table.odds(hand), f"{text}: {made.words}"
    if outcome is Outcome.WIN and (taken := commission(felt.config, win_cents := _win(felt, spot))):
        stake = felt.wager(spot, "pai-gow")
        odds, words = ToOne(Fraction(win_cents - taken, stake)), f"{words}; commission {dollars(taken)}"
    felt.settle(spot, "pai-gow", odds, hand, "FP-05", words)


def _win(felt: Felt, spot: int) -> Cents:
    stake = felt.wager(spot, "pai-gow")
    return int(felt.tables["main"].net("both-better") * stake)


def commission(config: TableConfig, win_cents: Cents) -> Cents:
    """Five per cent of a win, to the cent or up to a chip; nothing where the house charges none (FP-05)."""
    if config.options["commission"] != "5%":
        return 0
    unit = config.chip_cents if config.options["commission_rounding"] == "chip" else 1
    return min(win_cents, -(-win_cents * COMMISSION_PERCENT // (100 * unit)) * unit)


GAME = Game(
    "fortune-pai-gow-poker",
    fortune_pai_gow_poker,
    check_own=check_own_way,
    draws=HANDS,
    check_seats=one_hand_a_player,
    dealing=DEALING,
)
