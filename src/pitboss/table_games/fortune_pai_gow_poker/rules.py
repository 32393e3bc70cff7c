"""Fortune Pai Gow Poker: seven cards set against a dealer whose hand stays face down until all are set.

A base game by the trade's common rules (its sheet is the operator's to bring). The procedure follows the
dealing from top to bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Final

from pitboss.cardplay.paigow.hands import Outcome, SetHand
from pitboss.cardplay.paigow.procedure import (
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
from pitboss.core.cards import NINE
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import ToOne
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game, Share

COMMISSION: Final = Fraction(5, 100)


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
    if outcome is Outcome.WIN and felt.config.options["commission"] == "5%":
        stake, win = felt.wager(spot, "pai-gow"), table.net(hand)
        odds = ToOne(after_commission(felt.config, win, stake))
        paid_cents = odds.net_cents(stake, felt.config.rounding, felt.config.chip_cents)
        words = f"{words}; commission {dollars(int(win * stake) - paid_cents)}"
    felt.settle(spot, "pai-gow", odds, hand, "FP-05", words)


def after_commission(config: TableConfig, win: Fraction, stake_cents: Cents) -> Fraction:
    """What is left of a win per unit wagered: less five per cent, or less that rounded up to a chip (FP-05)."""
    taken = win * COMMISSION
    if config.options["commission_rounding"] == "chip":
        taken = min(
            win, ceil(taken * stake_cents / config.chip_cents) * Fraction(config.chip_cents, stake_cents)
        )
    return win - taken


def shares(config: TableConfig) -> Iterator[Share]:
    """A commission that is taken exactly leaves 19 twentieths of the win (FP-05)."""
    if config.options["commission"] == "5%" and config.options["commission_rounding"] == "exact":
        yield Share("pai-gow", COMMISSION, "A win pays 1 to 1 less a commission of 5 %")


GAME = Game(
    "fortune-pai-gow-poker",
    fortune_pai_gow_poker,
    check_own=check_own_way,
    draws=HANDS,
    check_seats=one_hand_a_player,
    shares=shares,
    dealing=DEALING,
)
