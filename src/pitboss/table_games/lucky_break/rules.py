"""Lucky Break (submission 3017): blackjack with a bonus on the dealer's going over 21.

The bonus outlives the player's own hand: the dealer finishes for it after every bust and blackjack.
"""

from __future__ import annotations

from typing import Final

from pitboss.cardplay.blackjack.hands import total_of
from pitboss.cardplay.blackjack.procedure import TwentyOne, cut_card, deal, dealing, shares
from pitboss.core.cards import Card, suit_of
from pitboss.core.odds import LOSES, Odds, ToOne
from pitboss.rounds.events import Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game
from pitboss.sheets import PayTable

BONUSES: Final = ("lucky-break", "token")
PLAYER_MOST: Final = 27
"""a player's total above this loses the bonus (LB-08)"""
UNBROKEN: Final = "total-21-or-less"
UNSUITED: Final = "unsuited"
LONGEST_OWN_LINE: Final = 5
"""five suited cards and more share a line of the multipliers (LB-19)"""


def dealer_line(cards: tuple[Card, ...]) -> str:
    """The line of the base pays (LB-13 to LB-18)."""
    total, _ = total_of(cards)
    return f"total-{total}" if total > 21 else UNBROKEN


def suited_line(cards: tuple[Card, ...]) -> str:
    """The line of the multipliers: all cards of the hand in one suit, or not (LB-09)."""
    if len({suit_of(c) for c in cards}) > 1:
        return UNSUITED
    return f"suited-{min(len(cards), LONGEST_OWN_LINE)}"


def bonus_odds(table: PayTable, cards: tuple[Card, ...], multiplier: str) -> Odds:
    """What a completed dealer's hand pays.

    `added` is the approval's own example: a suited winner gets base and, on top, base times multiplier.
    `product` pays base times multiplier in all (LB-10)."""
    line = dealer_line(cards)
    base = table.odds(line)
    if line == UNBROKEN or not isinstance(base, ToOne):
        return base
    suited = suited_line(cards)
    times = table[suited].multiplies or 1
    if multiplier == "added":
        times = 1 if suited == UNSUITED else 1 + times
    return ToOne(base.pays * times)


def lucky_break(felt: Felt) -> Procedure:
    # cards of a paid blackjack or a bust stay under a bonus that lives on (LB-04, LB-05)
    table = TwentyOne(felt, tucks=lambda spot, blackjack: tuck(felt, spot, blackjack))
    deal(table)
    yield from table.insurance()
    if table.peek("LB-02"):
        felt.step("settle", "LB-03")
        for spot in felt.settling_order():
            table.settle_spot(spot)
            settle_bonus(felt, spot, LOSES, "dealer-blackjack", "LB-03", "Dealer has blackjack")
        table.close()
        return

    yield from table.decisions()
    give_up_surrendered(table)
    table.dealer_plays(complete="LB-06" if any(alive(felt, spot) for spot in felt.spots) else "")
    felt.step("settle", "LB-07")
    for spot in felt.settling_order():
        table.settle_spot(spot)
        settle_completed(table, spot)
    table.close()


def alive(felt: Felt, spot: int) -> bool:
    """Whether a bonus on this spot, the player's or the dealer's, is still in action (LB-06)."""
    return any(felt.wager(spot, wager) for wager in BONUSES)


def tuck(felt: Felt, spot: int, blackjack: bool) -> str:
    """A paid blackjack's cards, and a busted hand's, stay under the bonus that lives on (LB-04, LB-05)."""
    if not alive(felt, spot):
        return ""
    return "LB-04" if blackjack else "LB-05"


def give_up_surrendered(table: TwentyOne) -> None:
    """Where the house has a surrendered hand lose the bonus; else it lives on its two cards (LB-12)."""
    if table.felt.config.options["lucky_break_surrender"] == "lost":
        for spot in table.felt.settling_order():
            if table.hands[spot][0].surrendered:
                settle_bonus(table.felt, spot, LOSES, "surrender", "LB-12", "Hand surrendered")


def players_total(table: TwentyOne, spot: int) -> int:
    """The point total that counts for the bonus: of split hands the lowest, or as the house says (LB-12)."""
    totals = [hand.total for hand in table.hands[spot]]
    return max(totals) if table.felt.config.options["lucky_break_split"] == "highest" else min(totals)


def settle_completed(table: TwentyOne, spot: int) -> None:
    """The dealer's completed hand decides, if the player has not gone above 27 (LB-07, LB-08)."""
    felt, pays = table.felt, table.felt.tables["lucky-break"]
    line = pays[dealer_line(table.dealer)]
    if line.hand == UNBROKEN:
        settle_bonus(felt, spot, LOSES, line.hand, line.clause, line.text)
        return
    total = players_total(table, spot)
    if total > PLAYER_MOST:
        settle_bonus(
            felt, spot, LOSES, "player-above-27", "LB-08", f"Player's {total} is above {PLAYER_MOST}"
        )
        return
    odds = bonus_odds(pays, table.dealer, felt.config.options["multiplier"])
    suited = suited_line(table.dealer)
    text = line.text if suited == UNSUITED else f"{line.text} with {pays[suited].text}"
    settle_bonus(felt, spot, odds, line.hand, line.clause, text)


def settle_bonus(felt: Felt, spot: int, odds: Odds, hand: str, clause: str, text: str) -> None:
    """The player's wager, and the one for the dealer by the same schedule (LB-11)."""
    for wager in BONUSES:
        if felt.wager(spot, wager):
            felt.settle(spot, wager, odds, hand, clause, text)


GAME = Game("lucky-break", lucky_break, cut_card=cut_card, shares=shares, dealing=dealing)
