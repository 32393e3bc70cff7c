"""The real server, dealing shoes whose first cards are chosen: `python -m tests.browser.rigged ORDERS serve ...`.

ORDERS is JSON: a game's id and the cards its shoes begin with. Everything else is as in play: the order is
committed to, kept in the store, revealed and proved."""

from __future__ import annotations

import json
import os
import sys

from pitboss.cards import deck_of
from pitboss.cli import main
from pitboss.room import shoes
from pitboss.rounds import game
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.shoe import Shuffle, parse_order, shuffled


def rigged(first: tuple[int, ...], config: TableConfig) -> Shuffle:
    """The chosen cards, then the rest of the shoe shuffled."""
    rest = deck_of(config.decks, jokers=config.sheet.jokers)
    for card in first:
        rest.remove(card)
    order = (*first, *shuffled(rest))
    if game_of(config.game).persistent_shoe:
        order += shuffled(deck_of(config.decks, jokers=config.sheet.jokers))
    return Shuffle(order, os.urandom(32))


if __name__ == "__main__":
    chosen = {name: parse_order(cards) for name, cards in json.loads(sys.argv[1]).items()}
    honest = shoes.fresh_shuffle
    shoes.fresh_shuffle = lambda config: (
        rigged(chosen[config.game], config) if config.game in chosen else honest(config)
    )
    # the number drawn for the first hand (PG-02) is chosen too
    game.random_below = lambda n, source=None: 0
    main(sys.argv[2:])
