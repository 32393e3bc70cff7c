"""Blackjack as Washington card rooms deal it; every rule of BJ-01 to BJ-12 is a setting of the table."""

from __future__ import annotations

from pitboss.cardplay.blackjack.procedure import TwentyOne, cut_card, deal, dealing, play_on, shares
from pitboss.rounds.events import Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game


def blackjack(felt: Felt) -> Procedure:
    table = TwentyOne(felt)
    deal(table)
    yield from play_on(table)


GAME = Game("blackjack", blackjack, cut_card=cut_card, shares=shares, dealing=dealing)
