"""Twenty-one with side wagers that a sheet describes: the procedure of every game that is a sheet on blackjack."""

from __future__ import annotations

from pitboss.cardplay.blackjack.procedure import TwentyOne, cut_card, deal, dealing, play_out, shares
from pitboss.cardplay.blackjack.side_wagers import SideWagers
from pitboss.core.errors import BadApproval
from pitboss.rounds.events import Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game
from pitboss.sheets import sheet


def twenty_one(felt: Felt) -> Procedure:
    table = TwentyOne(felt)
    deal(table)
    side = SideWagers(table)
    side.settle_open()
    yield from table.insurance()
    blackjack = table.peek()
    side.settle_checked(blackjack)
    yield from play_out(table, blackjack)
    side.settle_jackpots()
    table.close()


def made(game: str) -> Game:
    """The rules of a game that is a sheet on blackjack and no code."""
    rules = sheet(game)
    for wager in rules.wagers:
        if wager.of != rules.base and not wager.decided_by:
            raise BadApproval(
                f"{rules.name} has no rules.py, and its wager {wager.id} does not say which cards decide it.",
                accepted='decided_by = ["spot.first_two"], or rules.py',
            )
    return Game(game, twenty_one, cut_card=cut_card, shares=shares, dealing=dealing)
