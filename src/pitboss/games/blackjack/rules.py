"""Blackjack as Washington card rooms deal it; every rule of BJ-01 to BJ-12 is a setting of the table."""

from __future__ import annotations

from pitboss.cardplay.blackjack.procedure import ASKS, TwentyOne, cut_card, rules_of, shares
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import DealingPlan, Game


def blackjack(felt: Felt) -> Procedure:
    table = TwentyOne(felt)
    deal(table)
    yield from play_on(table)


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


GAME = Game("blackjack", blackjack, cut_card=cut_card, shares=shares, dealing=dealing)
