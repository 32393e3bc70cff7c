"""A shoe whose cards are chosen, for tests that need a certain hand.

A house that does this cannot prove its rounds: the cuts permute nothing, and no verifier believes that."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from pitboss.cards import Card, deck_of
from pitboss.room import shoes
from pitboss.rounds import seal
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import Permuted
from pitboss.rounds.seal import SealedShoe
from pitboss.shoe import Source, shuffled

Put = Callable[[Any, str, Any], None]
"""such as `monkeypatch.setattr`"""


def choose(put: Put, first_of: Callable[[TableConfig], tuple[Card, ...] | None], number: int = 1) -> None:
    """Shoes begin with the cards named for their table, if any; where a number is drawn it is this one."""
    honest = shoes.seal_shoe

    def chosen(config: TableConfig, table: str, shoe: str, configuration: str, source: Source) -> SealedShoe:
        sealed = honest(config, table, shoe, configuration, source)
        order, first = sealed.order, first_of(config)
        if first is not None:
            rest = deck_of(config.decks, jokers=config.sheet.jokers)
            for card in first:
                rest.remove(card)
            order = (*first, *shuffled(rest), *order[config.cards :])
        return SealedShoe(sealed.terms, order, number if sealed.number else 0, os.urandom(32))

    put(shoes, "seal_shoe", chosen)
    put(seal, "permuted", lambda seed, first, second, numbers: Permuted((*first, *second), 0))
