"""Two Step: raise once or twice, see a common card, bet once more; a joker pairs whatever lies there."""

from __future__ import annotations

from pitboss.core.cards import ACE, EIGHT, JOKER, Card, rank_of
from pitboss.rounds.events import DEALER, NOBODY, Ask, Choice, Decision, Procedure
from pitboss.rounds.felt import Felt
from pitboss.rounds.game import Game


def two_step(felt: Felt) -> Procedure:
    felt.step("deal", "TS-02")
    hands = {spot: felt.deal(spot, "hand", 1, "TS-02", seen=spot)[0] for spot in felt.spots}
    (hole,) = felt.deal(DEALER, "hole", 1, "TS-02", seen=NOBODY)
    felt.step("decisions", "TS-03")
    playing = []
    for spot in felt.spots:
        ante = felt.stakes[spot]["ante"]
        choices = (
            Choice("raise-1", "Raise", "TS-03", ante),
            Choice("raise-2", "Raise twice", "TS-03", 2 * ante),
            Choice("fold", "Fold", "TS-03"),
        )
        decision: Decision = yield Ask(spot, choices, "TS-03", "Raise or fold?", Decision("fold"))
        if decision.action == "fold":
            felt.settle(spot, "ante", felt.tables["main"].odds("fold"), "fold", "TS-03")
        else:
            felt.bet(spot, "raise", ante * (2 if decision.action == "raise-2" else 1), "TS-03")
            playing.append(spot)
    felt.step("common", "TS-04")
    (common,) = felt.deal(DEALER, "common", 1, "TS-04")
    for spot in playing:
        ante = felt.stakes[spot]["ante"]
        choices = (Choice("bet", "Bet", "TS-04", ante), Choice("check", "Check", "TS-04"))
        decision = yield Ask(spot, choices, "TS-04", "Bet or check?", Decision("check"))
        if decision.action == "bet":
            felt.bet(spot, "bet", ante, "TS-04")
    felt.step("settle", "TS-05")
    felt.expose(DEALER, "hole", (hole,), "TS-05")
    for spot in felt.settling_order():
        if spot in playing:
            settle(felt, spot, strength(hands[spot], common), strength(hole, common))
        if felt.wager(spot, "twin"):
            line = twin(hands[spot], common)
            felt.settle(spot, "twin", felt.tables["twin"].odds(line), line, "TS-07")


def settle(felt: Felt, spot: int, mine: int, theirs: int) -> None:
    result = "wins" if mine > theirs else "loses" if mine < theirs else "tie"
    for wager in ("ante", "raise", "bet"):
        if felt.wager(spot, wager):
            line = "no-qualify" if wager == "ante" and theirs < EIGHT else result
            felt.settle(spot, wager, felt.tables["main"].odds(line), line, "TS-06")


def strength(card: Card, common: Card) -> int:
    if JOKER in (card, common) or rank_of(card) == rank_of(common):
        return 100 + (ACE if card == JOKER else rank_of(card))
    return rank_of(card)


def twin(card: Card, common: Card) -> str:
    if JOKER in (card, common):
        return "jokered"
    return "twin" if rank_of(card) == rank_of(common) else "no-twin"


GAME = Game(
    "two-step", two_step, dealing=(("each", "# hand 1"), ("once", "0 hole 1"), ("once", "0 common 1"))
)
