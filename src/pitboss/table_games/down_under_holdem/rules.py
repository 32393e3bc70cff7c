"""Down Under Hold'em (submission 3039): hold'em against a dealer whose cards are known by group.

The procedure follows the approved rules of play from top to bottom.
"""

from __future__ import annotations

from typing import Final

from pitboss.cardplay.holdem.hands import (
    DEALING,
    HOLE_AND_FLOP,
    Cards,
    bet_play,
    deal_holes,
    flop_hand,
    line_name,
)
from pitboss.cardplay.poker.hands import Category, Hand, best_hand, explain
from pitboss.core.cards import FIVE, NINE, SIX, TEN, TWO, Card, rank_of, texts
from pitboss.core.odds import LOSES
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game
from pitboss.sheets import sheet

GROUPS: Final = ("blue", "red", "gold")
GROUP_RANKS: Final = (range(TWO, FIVE + 1), range(SIX, NINE + 1), range(TEN, 13))
"""small 2 to 5, medium 6 to 9, large 10 to ace (DU-03)"""
LIGHTS: Final = {rank: name for name, ranks in zip(GROUPS, GROUP_RANKS, strict=True) for rank in ranks}

*BEFORE_FLOP, AT_FLOP = sorted(sheet("down-under-holdem").wager("play").multiples, reverse=True)
"""Play is so many times the Ante, the largest first: before the flop, or at it (DU-04, DU-06)"""
BONUSES: Final = ("trips-or-better", "match-the-dealer")


def group(card: Card) -> str:
    """The light that the card reader shows for a dealer's card (DU-03)."""
    return LIGHTS[rank_of(card)]


def match_hand(player: Cards, dealer: Cards) -> str | None:
    """The line of Match the Dealer that two cards make against the dealer's two, by rank (DU-12, DU-14)."""
    mine, theirs = sorted(map(rank_of, player)), sorted(map(rank_of, dealer))
    if mine == theirs:
        return "four-of-a-kind" if mine[0] == mine[1] else "two-matches"
    if not set(mine) & set(theirs):
        return None
    return "three-of-a-kind" if mine[0] == mine[1] or theirs[0] == theirs[1] else "one-match"


def jackpot_hand(considers: str, hole: Cards, flop: Cards, board: Cards) -> str:
    """The hand that a jackpot's pay table goes by: with all community cards, or with the flop alone.

    A royal flush on the board is only that; one of the player's two cards and the flop is a flopped one
    (JP-21, JP-26)."""
    if considers == HOLE_AND_FLOP:
        return flop_hand(hole, flop)
    made = best_hand(hole + board).category
    if made is Category.ROYAL_FLUSH:
        if best_hand(board).category is Category.ROYAL_FLUSH:
            return "community-royal-flush"
        if best_hand(hole + flop).category is Category.ROYAL_FLUSH:
            return "flopped-royal-flush"
    return line_name(made)


def down_under_holdem(felt: Felt) -> Procedure:
    felt.say("No more bets", "DU-01")
    felt.step("deal", "DU-15")
    holes, dealer = deal_holes(felt, "DU-02")
    shown = read_cards(felt, dealer)

    felt.step("decisions", "DU-04")
    waiting = []
    for spot in felt.spots:
        decision = yield ask_before_flop(felt, spot, shown)
        if decision.action == "check":
            waiting.append(spot)
        else:
            bet_play(felt, spot, TIMES[decision.action], "DU-04")
    flop = felt.deal(DEALER, "flop", 3, "DU-05")
    felt.say(f"Flop: {texts(flop)}", "DU-05")
    folded = []
    for spot in waiting:
        decision = yield ask_after_flop(felt, spot)
        if decision.action == "fold":
            folded.append(spot)
            fold(felt, spot)
        else:
            bet_play(felt, spot, TIMES[decision.action], "DU-06")

    felt.step("dealer", "DU-08")
    for colour in GROUPS:
        if cards := tuple(c for c in dealer if group(c) == colour):
            felt.expose(DEALER, colour, cards, "DU-08")
    turn = felt.deal(DEALER, "turn", 1, "DU-08")
    river = felt.deal(DEALER, "river", 1, "DU-08")
    board = flop + turn + river
    made = best_hand(dealer + board)
    felt.say(f"Dealer has {explain(made)}", "DU-08", detail={"cards": texts(made.cards)})

    felt.step("settle", "DU-09")
    for spot in felt.settling_order():
        if felt.unsettled[spot]:
            hand = best_hand(holes[spot] + board)
            felt.expose(spot, "hand", holes[spot], "DU-08", explain(hand))
            settle_main(felt, spot, hand, made)
            settle_bonuses(felt, spot, hand, holes[spot], dealer)
    settle_jackpots(felt, holes, flop, board, folded)


def read_cards(felt: Felt, dealer: Cards) -> tuple[str, ...]:
    """The card reader's light for each of the dealer's cards, which then lies, still face down, in the group
    of its colour (DU-03)."""
    shown = tuple(group(c) for c in dealer)
    felt.say(f"The card reader shows {shown[0]} and {shown[1]}", "DU-03", detail={"groups": list(shown)})
    for card, colour in reversed(tuple(zip(dealer, shown, strict=True))):
        felt.move(DEALER, "hole", colour, (card,), "DU-03", seen=NOBODY)
    return shown


TIMES: Final = {f"play-{times}x": times for times in (*BEFORE_FLOP, AT_FLOP)}


def ask_before_flop(felt: Felt, spot: int, shown: tuple[str, ...]) -> Ask:
    """Check, or play two or three times the Ante (DU-04)."""
    ante = felt.stakes[spot]["ante"]
    raises = (Choice(f"play-{n}x", f"Play {n}x", "DU-04", n * ante) for n in sorted(BEFORE_FLOP))
    choices = (Choice("check", "Check", "DU-04"), *raises)
    text = f"Dealer shows {shown[0]} and {shown[1]}: check, or play 2x or 3x?"
    return Ask(spot, choices, "DU-04", text, Decision("check"), TOO_EARLY)


def ask_after_flop(felt: Felt, spot: int) -> Ask:
    """Play once the Ante or fold (DU-06). A timeout never adds money to the felt."""
    choices = (
        Choice("play-1x", "Play 1x", "DU-06", AT_FLOP * felt.stakes[spot]["ante"]),
        Choice("fold", "Fold", "DU-06"),
    )
    return Ask(spot, choices, "DU-06", "Play 1x or fold?", Decision("fold"), TOO_LATE)


TOO_EARLY: Final = {
    "fold": ("Nobody folds before the flop; checking costs nothing.", "DU-06"),
    "play-1x": ("Play 1x is for after the flop.", "DU-06"),
}
TOO_LATE: Final = {
    "check": ("After the flop there is no second check.", "DU-06"),
    "play-2x": ("Play 2x is for before the flop.", "DU-04"),
    "play-3x": ("Play 3x is for before the flop.", "DU-04"),
}


def stays_on_fold(felt: Felt, wager: str) -> bool:
    """Whether a wager of a folded hand may still win (DU-07, JP-19)."""
    options = felt.config.options
    if wager == "jackpot":
        return options["folded_jackpot"] == "qualifies"
    own = options["folded_" + wager.replace("-", "_")]
    return (options["folded_bonus"] if own == "same" else own) == "qualifies"


def fold(felt: Felt, spot: int) -> None:
    """Ante and Bet are lost, and with them whatever the operator does not let a folded hand win (DU-06)."""
    lost = felt.tables["main"].odds("fold")
    for wager in ("ante", "bet"):
        felt.settle(spot, wager, lost, "fold", "DU-06", "Fold")
    for wager in (*BONUSES, "jackpot"):
        if felt.wager(spot, wager) and not stays_on_fold(felt, wager):
            felt.settle(spot, wager, LOSES, "fold", "DU-07", "Collected at the fold")
    if not felt.unsettled[spot]:
        felt.clear(spot, "hand", "DU-06", "Cards collected")


def settle_main(felt: Felt, spot: int, hand: Hand, dealer: Hand) -> None:
    """Ante and Play against the dealer, the Bet by its own table on a win (DU-09, DU-10)."""
    if not felt.wager(spot, "play"):
        return
    table = felt.tables["main"]
    result = "player-better" if hand > dealer else "dealer-better" if hand < dealer else "tie"
    line = table[result]
    for wager in ("ante", "play"):
        felt.settle(spot, wager, table.odds(result), result, "DU-09", line.text)
    if result == "player-better":
        name = line_name(hand.category)
        paid = table.by_hand.get(name) or table["other"]
        felt.settle(spot, "bet", table.odds(paid.hand), paid.hand, "DU-10", paid.text)
    else:
        felt.settle(spot, "bet", table.odds(result), result, "DU-09", line.text)


def settle_bonuses(felt: Felt, spot: int, hand: Hand, hole: Cards, dealer: Cards) -> None:
    """Trips or Better by the best five of seven, Match the Dealer by the hole cards (DU-11, DU-12)."""
    made = {"trips-or-better": line_name(hand.category), "match-the-dealer": match_hand(hole, dealer)}
    clauses = {"trips-or-better": "DU-11", "match-the-dealer": "DU-12"}
    for wager in BONUSES:
        if felt.wager(spot, wager):
            name = made[wager] or "no-match"
            line = felt.tables[wager].by_hand.get(name)
            text = line.text if line else "No pay"
            felt.settle(spot, wager, felt.tables[wager].odds(name), name, clauses[wager], text)


def settle_jackpots(
    felt: Felt, holes: dict[int, Cards], flop: Cards, board: Cards, folded: list[int]
) -> None:
    """Each hand by the highest line it fits (JP-26); then envy for other players' hands (JP-20)."""
    sensed = [spot for spot in felt.settling_order() if "jackpot" in felt.stakes[spot]]
    if not sensed:
        return
    table = felt.tables["jackpot"]
    made = {spot: jackpot_hand(table.rules["considers"], holes[spot], flop, board) for spot in sensed}
    for spot in sensed:
        if felt.wager(spot, "jackpot"):
            line = table.by_hand.get(made[spot])
            felt.settle_jackpot(spot, "jackpot", made[spot] if line else None, table.clause)
    for spot in sensed:
        line = table.by_hand.get(made[spot])
        if line is None or line.envy_cents is None or (spot in folded and not stays_on_fold(felt, "jackpot")):
            continue
        for other in felt.others(spot, sensed, once=True):
            text = f"Envy: {line.text.lower()} at spot {spot}"
            felt.pay_fixed(other, "jackpot", line.envy_cents, f"envy-{made[spot]}", "JP-20", text)


MOVES: Final = ("moves", *(f"0 hole {colour}" for colour in GROUPS))

GAME = Game("down-under-holdem", down_under_holdem, light=group, dealing=(*DEALING, MOVES))
