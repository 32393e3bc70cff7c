"""Advice for a live round of the blackjack games: what each choice is worth in cents.

It looks at the spot's own cards and the up card, as if the shoe were fresh; a hand that came from a split is
advised as if it were alone. The bonuses of Acey Deucey 21 are settled before blackjack goes on, and no choice
a hint would recommend changes Lucky Break (see `pitboss.edge.lucky_break`).
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.blackjack.hands import TEN_VALUE, VALUE_OF_CARD, shoe_counts
from pitboss.edge.blackjack_choices import options, play_of
from pitboss.edge.report import PricedChoice
from pitboss.procedures.twenty_one import rules_of
from pitboss.rounds.events import DEALER, Ask
from pitboss.rounds.round import Round
from pitboss.rounds.views import places


def advise(round: Round, spot: int) -> tuple[PricedChoice, ...]:
    """Insurance, or the play of the hand that is asked about."""
    ask = round.asked(spot)
    if ask is None:
        return ()
    return _insurance(round, ask) if ask.kind == "insurance" else _hand(round, ask)


def _hand(round: Round, ask: Ask) -> tuple[PricedChoice, ...]:
    seen = places(round, (ask.spot,))
    values = tuple(VALUE_OF_CARD[card] for card in seen[ask.spot][ask.place])
    up = VALUE_OF_CARD[seen[DEALER]["up"][0]]
    play = play_of(rules_of(round.config), "composition")
    split = "split" in round.stakes[ask.spot]
    worth = {option.action: option.expectation for option in options(play, values, up, split_hand=split)}
    if split and "split" in {choice.action for choice in ask.choices}:
        again = options(play, values, up)
        worth |= {option.action: option.expectation for option in again if option.action == "split"}
    stake = round.wagers[ask.spot]["blackjack"]
    return tuple(
        PricedChoice(choice.action, stake * worth[choice.action], choice.text)
        for choice in ask.choices
        if choice.action in worth
    )


def _insurance(round: Round, ask: Ask) -> tuple[PricedChoice, ...]:
    """The chance of a ten in the hole, the spot's own cards and the ace being out (BJ-05)."""
    rules = rules_of(round.config)
    odds = rules.insurance_odds
    assert odds is not None
    counts = shoe_counts(rules.decks)
    own = [VALUE_OF_CARD[card] for card in places(round, (ask.spot,))[ask.spot]["hand"]]
    tens = Fraction(counts[TEN_VALUE] - own.count(TEN_VALUE), sum(counts) - len(own) - 1)
    worth = odds.net * tens - (1 - tens)
    found = []
    for choice in ask.choices:
        for cents in sorted({choice.least_cents, choice.most_cents}):
            found.append(PricedChoice(choice.action, cents * worth, choice.text, cents))
    return tuple(found)
