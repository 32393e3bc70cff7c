"""Fu Bacc (submission 3049): ace to nine count, tens and faces are monkeys, nine is best.

The procedure follows the approved dealing steps from top to bottom.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pitboss.core.cards import ACE, NINE, TEN, Card, rank_of
from pitboss.core.errors import IllegalWager
from pitboss.core.money import Cents
from pitboss.core.odds import LOSES
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.game import Game
from pitboss.rounds.limits import Holders
from pitboss.sheets import sheet

POINTS: Final = tuple(1 if r == ACE else 0 if r >= TEN else r + 2 for r in range(13))
(PLAY_TIMES,) = sheet("fu-bacc").wager("play").multiples
"""Play is exactly so many times the Ante (FB-04)"""
DEALER_STANDS_ON: Final = 6


def points(card: Card) -> int:
    """Ace 1, two to nine their face, monkeys nothing (FB-01)."""
    return POINTS[card >> 2]


def total(cards: tuple[Card, ...]) -> int:
    """The sum modulo ten (FB-01)."""
    return sum([POINTS[c >> 2] for c in cards]) % 10


def is_monkey(card: Card) -> bool:
    """A 10, jack, queen or king (FB-02)."""
    return TEN <= rank_of(card) < ACE


def two_monkeys(cards: tuple[Card, ...]) -> bool:
    return is_monkey(cards[0]) and is_monkey(cards[1])


def dealer_draws(two_cards: tuple[Card, ...]) -> bool:
    """Stands on a two-card 6 or more, draws on 5 or less (FB-03)."""
    return total(two_cards) < DEALER_STANDS_ON


def lucky_monkey_hand(cards: tuple[Card, ...], up: Card) -> str:
    """The line of the Lucky Monkey table that two cards make against an up card (FB-26)."""
    if not two_monkeys(cards):
        return "no-monkeys"
    shown = points(up)
    return f"monkeys-{shown}" if shown >= 6 else "monkeys-0-5"


def cashable(cards: tuple[Card, ...], up: Card) -> str:
    """The bonus that may be cashed on these two cards (FB-15, FB-16); empty if there is none."""
    made = total(cards)
    if made >= 8:
        return "natural-9" if made == 9 else "natural-8"
    return "rescue" if two_monkeys(cards) and rank_of(up) == NINE else ""


def check(config: TableConfig, wagers: Wagers, holders: Holders) -> None:
    """What Fu Bacc asks of the opening wagers beyond the posted limits."""
    for spot, bets in wagers.items():
        if "ante" not in bets and not config.on("side_wagers_alone"):
            raise IllegalWager(
                f"Spot {spot} has side wagers without an Ante.",
                clause="FB-06",
                accepted="an Ante on the spot",
            )


def check_seats(config: TableConfig, holders: Holders) -> None:
    """One spot a player, or two adjacent ones where the house allows it (FB-07)."""
    held: dict[str, list[int]] = {}
    for spot in sorted(holders):
        held.setdefault(holders[spot], []).append(spot)
    for player, spots in held.items():
        if len(spots) == 1:
            continue
        if not config.on("two_spots"):
            raise IllegalWager(
                f"{player} holds {len(spots)} spots.", clause="FB-07", accepted="one spot a player"
            )
        if len(spots) > 2 or spots[1] != spots[0] + 1:
            raise IllegalWager(
                f"{player} holds spots {', '.join(map(str, spots))}.",
                clause="FB-07",
                accepted="two adjacent spots",
            )


def fu_bacc(felt: Felt) -> Procedure:
    hands: dict[int, tuple[Card, ...]] = {}
    hits: dict[int, tuple[Card, ...]] = {}

    felt.say("No more bets", "FB-09")
    felt.step("deal", "FB-09")
    second = second_hands(felt)
    for spot in felt.spots:
        # whoever holds two spots looks at the second hand when the first is done (FB-07)
        hands[spot] = felt.deal(spot, "hand", 2, "FB-10", seen=NOBODY if spot in second else spot)
        hits[spot] = felt.deal(spot, "hit", 1, "FB-10", seen=NOBODY)
    (up,) = felt.deal(DEALER, "up", 1, "FB-11")
    (hole,) = felt.deal(DEALER, "hole", 1, "FB-11", seen=NOBODY)
    hit = felt.deal(DEALER, "hit", 1, "FB-11", seen=NOBODY)

    felt.step("decisions", "FB-12")
    for spot in felt.spots:
        if spot in second:
            felt.look(spot, "hand", hands[spot], "FB-07")
        if "ante" not in felt.stakes[spot]:
            settle_lucky_monkey(felt, spot, hands[spot], up)
            felt.clear(spot, "hit", "FB-06", "Hit card burned: no Ante on this spot")
            continue
        decision = yield ask(felt, spot, hands[spot], up)
        settle_lucky_monkey(felt, spot, hands[spot], up)
        carry_out(felt, spot, decision, hands, hits, up)

    felt.step("dealer", "FB-17")
    dealer: tuple[Card, ...] = (up, hole)
    felt.expose(DEALER, "hole", (hole,), "FB-17")
    if dealer_draws(dealer):
        dealer += hit
        felt.expose(DEALER, "hit", hit, "FB-03")
    else:
        felt.clear(DEALER, "hit", "FB-03", "Hit card burned")
    made = total(dealer)
    felt.say(f"Dealer has {made}", "FB-17", detail={"total": made})

    felt.step("settle", "FB-18")
    for spot in felt.settling_order():
        settle_spot(felt, spot, hands[spot], made)


def second_hands(felt: Felt) -> set[int]:
    """Of two spots that one player holds, the one that is played later (FB-07)."""
    held: dict[str, int] = {}
    found = set()
    for spot in felt.spots:
        who = felt.holders.get(spot)
        if who is not None and who in held:
            found.add(spot)
        elif who is not None:
            held[who] = spot
    return found


def ask(felt: Felt, spot: int, cards: tuple[Card, ...], up: Card) -> Ask:
    """Fold, stay, hit, and the bonus where the cards have one (FB-12)."""
    choices = play_or_fold(PLAY_TIMES * felt.stakes[spot]["ante"])
    if bonus := cashable(cards, up):
        clause = "FB-16" if bonus == "rescue" else "FB-15"
        cash = Choice("bonus", f"Take {felt.tables['main'][bonus].pays} on the Ante", clause)
        return Ask(spot, (cash, *choices), "FB-12", "Play, fold, or take the bonus?", Decision("bonus"))
    # a timeout never adds money to the felt
    return Ask(spot, choices, "FB-12", "Play or fold?", FOLD, NO_BONUS)


@lru_cache(maxsize=256)
def play_or_fold(play_cents: Cents) -> tuple[Choice, ...]:
    return (
        Choice("stay", "Play and stay", "FB-12", play_cents),
        Choice("hit", "Play and take the third card", "FB-12", play_cents),
        Choice("fold", "Fold", "FB-13"),
    )


FOLD: Final = Decision("fold")
NO_BONUS: Final = {
    "bonus": ("A bonus needs a two-card 8 or 9, or two monkeys against a dealer's 9.", "FB-15"),
}


def carry_out(
    felt: Felt,
    spot: int,
    decision: Decision,
    hands: dict[int, tuple[Card, ...]],
    hits: dict[int, tuple[Card, ...]],
    up: Card,
) -> None:
    """What the player's choice does at once; the rest waits for the dealer's hand."""
    action = decision.action
    if action == "fold":
        felt.settle(spot, "ante", felt.tables["main"].odds("fold"), "fold", "FB-19", "Fold")
        felt.clear(spot, "hit", "FB-13", "Hit card burned")
    elif action == "bonus":
        line = felt.tables["main"][cashable(hands[spot], up)]
        felt.expose(spot, "hand", hands[spot], line.clause)
        felt.settle(spot, "ante", felt.tables["main"].odds(line.hand), line.hand, line.clause, line.text)
        felt.clear(spot, "hit", "FB-15", "Hit card burned")
    else:
        felt.bet(spot, "play", PLAY_TIMES * felt.stakes[spot]["ante"], "FB-04")
        if action == "hit":
            felt.move(spot, "hit", "hand", hits[spot], "FB-12", seen=spot)
            hands[spot] += hits[spot]
        else:
            felt.clear(spot, "hit", "FB-10", "Hit card burned")
    if action in ("fold", "bonus") and not felt.wager(spot, "tie"):
        felt.clear(spot, "hand", "FB-17", "Cards collected")


def settle_lucky_monkey(felt: Felt, spot: int, cards: tuple[Card, ...], up: Card) -> None:
    """When the player acts, before the hole card is seen (FB-14); a winner shows the cards."""
    if not felt.wager(spot, "lucky-monkey"):
        return
    hand = lucky_monkey_hand(cards, up)
    line = felt.tables["lucky-monkey"].by_hand.get(hand)
    if line is None or line.pays is None:
        felt.settle(spot, "lucky-monkey", LOSES, hand, "FB-26", "Not two monkeys")
    else:
        felt.expose(spot, "hand", cards, "FB-14")
        felt.settle(spot, "lucky-monkey", line.pays, hand, "FB-26", line.text)


def settle_spot(felt: Felt, spot: int, cards: tuple[Card, ...], dealer: int) -> None:
    """One spot completely (FB-18): Ante and Play against the dealer, then Tie on the cards as they ended."""
    if not felt.unsettled[spot]:
        return
    made = total(cards)
    felt.expose(spot, "hand", cards, "FB-18", f"{made} against {dealer}")
    if felt.wager(spot, "play"):
        table = felt.tables["main"]
        if made > dealer:
            felt.settle(spot, "ante", table.odds("player-higher"), "player-higher", "FB-20", "Player higher")
            felt.settle(spot, "play", table.odds("player-higher"), "player-higher", "FB-20", "Player higher")
        elif made < dealer:
            felt.settle(spot, "ante", table.odds("dealer-higher"), "dealer-higher", "FB-21", "Dealer higher")
            felt.settle(spot, "play", table.odds("dealer-higher"), "dealer-higher", "FB-21", "Dealer higher")
        else:
            felt.settle(spot, "ante", table.odds("tie-ante"), "tie", "FB-22", "Tie")
            felt.settle(spot, "play", table.odds("tie-play"), "tie", "FB-22", "Tie")
    if felt.wager(spot, "tie"):
        if made == dealer:
            felt.settle(spot, "tie", felt.tables["tie"].odds("tie"), "tie", "FB-27", f"Tie at {made}")
        else:
            felt.settle(spot, "tie", LOSES, "no-tie", "FB-27", "No tie")


DEALING: Final = (
    ("each", "# hand 2", "# hit 1"),
    ("once", "0 up 1", "0 hole 1", "0 hit 1"),
    ("moves", "# hit hand"),
)

GAME = Game("fu-bacc", fu_bacc, check, check_seats=check_seats, dealing=DEALING)
