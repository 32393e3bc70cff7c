"""Acey Deucey 21 (approved 2008): blackjack with War and Acey Deucey on the dealer's up card.

The dealer's first card stays face down, the up card comes last, and between the two the players who bet
Acey Deucey may raise.
"""

from __future__ import annotations

from typing import Final

from pitboss.cardplay.blackjack.procedure import ASKS, TwentyOne, cut_card, play_on, shares
from pitboss.cardplay.blackjack.side_wagers import SideWagers
from pitboss.core.cards import RANKS, Card, rank_of, suit_of
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import PUSH, Odds
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.game import Game
from pitboss.rounds.limits import Holders, chips_from, chips_up_to
from pitboss.sheets import PayTable

WIDEST_OWN_LINE: Final = 2
"""spreads of 3 to 11 share one line of the pay tables (AD-19)"""


def spread(cards: tuple[Card, ...]) -> int:
    """Ranks strictly between two cards, deuce low and ace high; -1 for a pair (AD-03, AD-16)."""
    return abs(rank_of(cards[0]) - rank_of(cards[1])) - 1


def acey_deucey_hand(cards: tuple[Card, ...], up: Card) -> str:
    """The line two cards make with the up card, or `pair`, `outside` (AD-14 to AD-17)."""
    low, high = sorted((rank_of(cards[0]), rank_of(cards[1])))
    suited = "-suited" if suit_of(cards[0]) == suit_of(cards[1]) == suit_of(up) else ""
    if low == high:
        return f"trips{suited}" if rank_of(up) == low else "pair"
    if not low < rank_of(up) < high:
        return "outside"
    gap = spread(cards)
    return f"spread-{gap}{suited}" if gap <= WIDEST_OWN_LINE else f"spread-3-11{suited}"


def acey_deucey_odds(table: PayTable, hand: str) -> Odds:
    """As the table prints it; a pair that is not improved pushes, all else loses (AD-14, AD-15)."""
    return PUSH if hand == "pair" else table.odds(hand)


def most_raise(config: TableConfig, ante: Cents) -> Cents:
    """Twice the Ante, as far as the regulation goes; a lower posted maximum does not count (AD-13)."""
    times = config.sheet.wager("raise").up_to
    assert times is not None
    most = int(ante * times)
    if config.regulation_cents is not None:
        most = min(most, config.regulation_cents)
    return chips_up_to(config, most)


def check(config: TableConfig, wagers: Wagers, holders: Holders) -> None:
    """The house posts a maximum for the Ante, and nothing else (AD-11); the raise has none (AD-13).

    That a bonus lies beside its own spot's blackjack wager is checked with every opening (AD-05, AD-25)."""
    fixed = config.sheet.wager("acey-deucey").least_cents
    posted = config.limits.get("acey-deucey")
    if posted and posted.least_cents > fixed:
        raise BadInput(
            f"A posted minimum of {dollars(posted.least_cents)} on Acey Deucey is not approved.",
            clause="AD-11",
            accepted=f"a minimum of {dollars(fixed)}",
        )


def acey_deucey_21(felt: Felt) -> Procedure:
    """The players' cards lie face up whatever the other rules (AD-01); blackjack goes on from the up card."""
    table = TwentyOne(felt)
    table.first_card_each("AD-04")
    table.deal_hole_card("AD-04")
    table.second_card_each("AD-04")

    cards = {spot: table.hands[spot][0].cards for spot in felt.spots}
    felt.step("decisions", "AD-12")
    for spot in felt.spots:
        if felt.wager(spot, "acey-deucey"):
            decision: Decision = yield ask(felt, spot, cards[spot])
            if decision.action == "raise":
                felt.bet(spot, "raise", decision.amount_cents, "AD-12")

    table.deal_up_card("AD-04")
    side = SideWagers(table)
    for spot in felt.settling_order():
        side.settle_open((spot,))
        settle_acey_deucey(felt, spot, cards[spot], table.up)
    yield from play_on(table)


def ask(felt: Felt, spot: int, cards: tuple[Card, ...]) -> Ask:
    """Check, or raise by $1 (or the smallest chip) up to the most that AD-12 and AD-13 allow."""
    choices: tuple[Choice, ...] = (Choice("check", "Check", "AD-04"),)
    text = what_wins(cards)
    if spread(cards) < 0 and felt.tables["acey-deucey"].rules["raise_on_pair"] == "no":
        felt.say("A pair may not be raised at this table", "AD-18", spot)
        return Ask(spot, choices, "AD-12", f"{text}. Check?", Decision("check"), kind="raise")
    least = chips_from(felt.config, felt.config.sheet.wager("raise").least_cents)
    most = most_raise(felt.config, felt.stakes[spot]["acey-deucey"])
    if least <= most:
        choices += (Choice("raise", "Raise by", "AD-12", least_cents=least, most_cents=most),)
    end = "Check, or raise your Acey Deucey bet?" if len(choices) > 1 else "Check?"
    return Ask(spot, choices, "AD-12", f"{text}. {end}", Decision("check"), kind="raise")


def what_wins(cards: tuple[Card, ...]) -> str:
    """Which cards of the dealer's would win, in a player's words (AD-14 to AD-16)."""
    low, high = sorted(rank_of(c) for c in cards)
    if low == high:
        return f"You have a pair: a third {rank_word(low)} from the dealer wins"
    held = f"You have {rank_word(low)} and {rank_word(high)}"
    inside = [rank_word(rank) for rank in range(low + 1, high)]
    if not inside:
        return f"{held}: no card lies between them, so this bet cannot win"
    winners = " or ".join(inside) if len(inside) <= WIDEST_OWN_LINE else f"{inside[0]} to {inside[-1]}"
    return f"{held}: {winners} from the dealer lies between them and wins"


def rank_word(rank: int) -> str:
    return RANKS[rank].replace("T", "10")


def settle_acey_deucey(felt: Felt, spot: int, cards: tuple[Card, ...], up: Card) -> None:
    """As soon as the up card is seen, before insurance and peek; blackjacks change nothing (AD-26)."""
    if felt.wager(spot, "acey-deucey"):
        acey_deucey = felt.tables["acey-deucey"]
        hand = acey_deucey_hand(cards, up)
        odds = acey_deucey_odds(acey_deucey, hand)
        won = acey_deucey.by_hand.get(hand)
        clause, text = (won.clause, won.text) if won else NO_LINE[hand]
        felt.settle(spot, "acey-deucey", odds, hand, clause, text)
        if felt.wager(spot, "raise"):
            felt.settle(spot, "raise", odds, hand, clause, text)


NO_LINE: Final = {
    "pair": ("AD-15", "Pair not improved"),
    "outside": ("AD-14", "Up card not between"),
}

DEALING: Final = (
    ("each", "# hand 1"),
    ("once", "0 hole 1"),
    ("each", "# hand 1"),
    ("once", "0 up 1"),
    ASKS,
)

GAME = Game("acey-deucey-21", acey_deucey_21, check, cut_card, shares=shares, dealing=DEALING)
