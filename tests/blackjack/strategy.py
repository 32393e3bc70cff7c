"""A player who follows the computed chart, for rounds of the readable rules."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.blackjack.choices import play_of
from pitboss.cardplay.blackjack.hands import VALUE_OF_CARD
from pitboss.cardplay.blackjack.kernels import DOUBLE, HIT
from pitboss.cardplay.blackjack.play import Play, pairs
from pitboss.cardplay.blackjack.rules import BlackjackRules
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, Ask, Decision
from pitboss.rounds.round import Round
from pitboss.rounds.views import places
from pitboss.table_games.acey_deucey_21 import solve as acey_deucey


class Chart:
    """Blackjack by the chart, never insurance, and the best raise of `raise_units` times the Ante."""

    def __init__(self, config: TableConfig, strategy: str = "total", raise_units: int = 2) -> None:
        self.play: Play = play_of(BlackjackRules.from_settings(config.options), strategy)
        self.hands = self.play.shoe.hands
        self.raise_units = raise_units
        self.raised: set[tuple[int, int]] = set()
        if table := config.tables.get("acey-deucey"):
            shoe = acey_deucey.full_shoe(config.decks)
            found = (h for h in acey_deucey.hands(shoe) if acey_deucey.raises(h, table))
            self.raised = {(hand.low, hand.high) for hand in found}

    def __call__(self, round: Round, ask: Ask) -> Decision:
        if ask.clause == "BJ-05":
            return Decision("decline")
        seen = places(round, (ask.spot,))
        if ask.clause == "AD-12":
            low, high = sorted(seen[ask.spot]["hand"])
            if (low, high) not in self.raised or not self.raise_units:
                return Decision("check")
            return Decision("raise", self.raise_units * round.wagers[ask.spot]["acey-deucey"])
        up = VALUE_OF_CARD[seen[DEALER]["up"][0]]
        values = tuple(VALUE_OF_CARD[card] for card in seen[ask.spot][ask.place])
        return Decision(self._choice(values, up, {c.action for c in ask.choices}, round.stakes[ask.spot]))

    def _choice(self, values: tuple[int, ...], up: int, legal: set[str], stakes: Mapping[str, int]) -> str:
        hand, play = self.hands.find(values), self.play
        if "surrender" in legal and play.surrender[up, hand]:
            return "surrender"
        if "split" in legal and play.split[up, pairs()[hand]]:
            return "split"
        codes = play.many[up]
        if len(values) == 2:
            codes = play.two_after_split(up, values[0]) if "split" in stakes else play.two[up]
        if codes[hand] == DOUBLE:
            assert "double" in legal
            return "double"
        return "hit" if codes[hand] == HIT else "stand"


def orders_of(decks: int, rounds: int, cards: int, seed: int) -> NDArray[np.uint8]:
    """The first cards of so many shuffled shoes."""
    shoe = np.tile(np.arange(52, dtype=np.uint8), decks)
    places_in_shoe = np.random.default_rng(seed).random((rounds, shoe.size)).argsort(axis=1)[:, :cards]
    return np.ascontiguousarray(shoe[places_in_shoe])
