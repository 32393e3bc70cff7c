"""Ultimate Texas Hold'em: hold'em against the dealer, one Play wager, the larger the earlier it is made.

A base game by the maker's common rules (its sheet is the operator's to bring). The procedure follows the
dealing from top to bottom.
"""

from __future__ import annotations

from typing import Final

from pitboss.cardplay.holdem.hands import DEALING, Cards, bet_play, deal_holes, flop_hand, line_name
from pitboss.cardplay.poker.hands import Category, Hand, best_hand, explain
from pitboss.core.cards import texts
from pitboss.core.odds import LOSES
from pitboss.rounds.events import DEALER, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game

TIMES: Final = {"play-4x": 4, "play-3x": 3, "play-2x": 2, "play-1x": 1}
JACKPOTS: Final = ("jackpot", "second-jackpot")


def ultimate_texas_holdem(felt: Felt) -> Procedure:
    felt.say("No more bets", "UT-01")
    felt.step("deal", "UT-02")
    holes, dealer = deal_holes(felt, "UT-02")

    felt.step("decisions", "UT-02")
    waiting: list[int] = []
    for spot in felt.spots:
        decision = yield ask_before_flop(felt, spot)
        decide(felt, spot, decision, waiting)
    flop = felt.deal(DEALER, "flop", 3, "UT-02")
    felt.say(f"Flop: {texts(flop)}", "UT-02")
    still: list[int] = []
    for spot in waiting:
        decision = yield ask_at_flop(felt, spot)
        decide(felt, spot, decision, still)
    turn, river = felt.deal(DEALER, "turn", 1, "UT-02"), felt.deal(DEALER, "river", 1, "UT-02")
    board = flop + turn + river
    felt.say(f"Turn and river: {texts(turn + river)}", "UT-02")
    for spot in still:
        decision = yield ask_on_river(felt, spot)
        if decision.action == "fold":
            fold(felt, spot)
        else:
            bet_play(felt, spot, TIMES[decision.action], "UT-02")

    felt.step("dealer", "UT-03")
    felt.expose(DEALER, "hole", dealer, "UT-03")
    made = best_hand(dealer + board)
    opens = "" if qualifies(made) else ": does not qualify, the Ante is returned"
    felt.say(f"Dealer has {explain(made)}{opens}", "UT-03", detail={"cards": texts(made.cards)})

    felt.step("settle", "UT-07")
    for spot in felt.settling_order():
        if not felt.unsettled[spot]:
            continue
        hand = best_hand(holes[spot] + board)
        felt.expose(spot, "hand", holes[spot], "UT-07", explain(hand))
        settle_main(felt, spot, hand, made)
        settle_trips(felt, spot, hand)
        settle_jackpots(felt, spot, holes[spot], flop)


def qualifies(dealer: Hand) -> bool:
    """With a pair or better (UT-03)."""
    return dealer.category >= Category.PAIR


def decide(felt: Felt, spot: int, decision: Decision, waiting: list[int]) -> None:
    """One Play wager a hand (UT-06): whoever has made it is not asked again."""
    if decision.action == "check":
        waiting.append(spot)
    else:
        bet_play(felt, spot, TIMES[decision.action], "UT-02")


def _play(felt: Felt, spot: int, times: int) -> Choice:
    return Choice(f"play-{times}x", f"Play {times}x", "UT-02", times * felt.stakes[spot]["ante"])


CHECK: Final = Choice("check", "Check", "UT-02")


def ask_before_flop(felt: Felt, spot: int) -> Ask:
    choices = (CHECK, _play(felt, spot, 3), _play(felt, spot, 4))
    return Ask(spot, choices, "UT-02", "Check, or play 3x or 4x?", Decision("check"), BEFORE_FLOP)


def ask_at_flop(felt: Felt, spot: int) -> Ask:
    choices = (CHECK, _play(felt, spot, 2))
    return Ask(spot, choices, "UT-02", "Check, or play 2x?", Decision("check"), AT_FLOP)


def ask_on_river(felt: Felt, spot: int) -> Ask:
    """The last chance; a timeout never adds money to the felt."""
    choices = (_play(felt, spot, 1), Choice("fold", "Fold", "UT-02"))
    return Ask(spot, choices, "UT-02", "Play 1x or fold?", Decision("fold"), ON_RIVER)


_BOLD: Final = {f"play-{n}x": (f"Play {n}x is for before the flop.", "UT-02") for n in (3, 4)}
_MEDIUM: Final = {"play-2x": ("Play 2x is for the flop.", "UT-02")}
_SMALL: Final = {"play-1x": ("Play 1x is for after the river.", "UT-02")}
_PATIENCE: Final = {"fold": ("Nobody folds before the river; checking costs nothing.", "UT-02")}
BEFORE_FLOP: Final = {**_MEDIUM, **_SMALL, **_PATIENCE}
AT_FLOP: Final = {**_BOLD, **_SMALL, **_PATIENCE}
ON_RIVER: Final = {**_BOLD, **_MEDIUM, "check": ("After the river there is no check.", "UT-02")}


def fold(felt: Felt, spot: int) -> None:
    """Ante and Blind are lost; Trips stays unless the operator collects it (UT-02, UT-05)."""
    lost = felt.tables["main"].odds("fold")
    for wager in ("ante", "blind"):
        felt.settle(spot, wager, lost, "fold", "UT-02", "Fold")
    if felt.wager(spot, "trips") and felt.config.options["folded_trips"] == "lost":
        felt.settle(spot, "trips", LOSES, "fold", "UT-05", "Collected at the fold")
    if not felt.unsettled[spot]:
        felt.clear(spot, "hand", "UT-02", "Cards collected")


def settle_main(felt: Felt, spot: int, hand: Hand, dealer: Hand) -> None:
    """Ante, Play and Blind against the dealer (UT-03, UT-04)."""
    if not felt.wager(spot, "play"):
        return
    table = felt.tables["main"]
    result = "player-better" if hand > dealer else "dealer-better" if hand < dealer else "tie"
    ante = result if qualifies(dealer) else "dealer-not-qualified"
    felt.settle(spot, "ante", table.odds(ante), ante, table[ante].clause, table[ante].text)
    felt.settle(spot, "play", table.odds(result), result, "UT-04", table[result].text)
    if result == "player-better":
        line = table.by_hand.get(line_name(hand.category)) or table["other"]
    else:
        line = table[result]
    felt.settle(spot, "blind", table.odds(line.hand), line.hand, "UT-04", line.text)


def settle_trips(felt: Felt, spot: int, hand: Hand) -> None:
    """By the best five of seven, win or lose (UT-05)."""
    if felt.wager(spot, "trips"):
        table, name = felt.tables["trips"], line_name(hand.category)
        text = table[name].text if name in table.by_hand else "No pay"
        felt.settle(spot, "trips", table.odds(name), name, "UT-05", text)


def settle_jackpots(felt: Felt, spot: int, hole: Cards, flop: Cards) -> None:
    """By the hole cards and the flop; nobody can fold before those are seen (UT-01, JP-28)."""
    for wager in JACKPOTS:
        if felt.wager(spot, wager):
            name = flop_hand(hole, flop)
            known = felt.tables[wager].by_hand
            felt.settle_jackpot(spot, wager, name if name in known else None, "JP-28")


GAME = Game("ultimate-texas-holdem", ultimate_texas_holdem, dealing=DEALING)
