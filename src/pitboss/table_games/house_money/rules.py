"""House Money (SB-13): a side wager on the first two cards, whose winner may put it all on the blackjack hand."""

from __future__ import annotations

from pitboss.cardplay.blackjack.procedure import TwentyOne, cut_card, deal, dealing, play_out, shares
from pitboss.cardplay.blackjack.side_wagers import SideWagers
from pitboss.core.money import Cents, dollars
from pitboss.rounds.events import Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game
from pitboss.rounds.limits import over_limit

WAGER = "house-money"
TAKE = Choice("take", "Take it", "SB-13")


def house_money(felt: Felt) -> Procedure:
    table = TwentyOne(felt)
    deal(table)
    SideWagers(table).settle_open()
    won = {
        s.spot: s.stake_cents + s.net_cents for s in felt.settlements if s.wager == WAGER and s.net_cents > 0
    }
    yield from table.insurance()
    blackjack = table.peek()
    if not blackjack:
        yield from put_on_top(table, won)
    yield from play_out(table, blackjack)
    table.close()


def put_on_top(table: TwentyOne, won: dict[int, Cents]) -> Procedure:
    """Wager and winnings, all or nothing, from the dealer's left."""
    for spot, cents in sorted(won.items()):
        hand = table.hands[spot][0]
        too_much = over_limit(table.felt.config, "blackjack", hand.stake_cents + cents)
        put = Choice("cap", "Put it on top", "SB-13", cents)
        question = f"{dollars(cents)} of House Money: take it, or put it on top of your blackjack wager?"
        decision: Decision = yield Ask(
            spot,
            (TAKE,) if too_much else (TAKE, put),
            "SB-13",
            question,
            Decision("take"),  # a timeout never adds money to the felt
            {"cap": too_much} if too_much else {},
            hand.place,
            "cap",
        )
        if decision.action == "cap":
            table.felt.bet(spot, "cap", cents, "SB-13")
            hand.put_on_top(cents)


GAME = Game("house-money", house_money, cut_card=cut_card, shares=shares, dealing=dealing)
