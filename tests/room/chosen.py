"""A shoe whose cards are chosen, for tests that need a certain hand.

A house that does this cannot prove its rounds: the cuts permute nothing, and no verifier believes that."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from pitboss.core.cards import Card, Source, deck_of, parse_many, shuffled
from pitboss.fairness import seal
from pitboss.fairness.cuts import Permuted
from pitboss.fairness.seal import SealedShoe
from pitboss.room import shoes
from pitboss.rounds.config import TableConfig

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


def stack(put: Put, front: str) -> None:
    """Every shoe of one deck begins with these cards, the others follow in their order."""
    first = parse_many(front)
    order = (*first, *(card for card in range(52) if card not in first))
    choose(put, lambda config: order)
