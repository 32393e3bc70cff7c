"""The real server, dealing a shoe whose first cards are chosen: `python -m tests.browser.rigged ORDER serve ...`.

Everything else is as in play: the order is committed to, kept in the store, revealed and proved."""

from __future__ import annotations

import os
import sys

from pitboss.cards import parse_many
from pitboss.cli import main
from pitboss.room import shoes
from pitboss.rounds.config import TableConfig
from pitboss.shoe import Shuffle, shuffled


def rigged(first: tuple[int, ...], config: TableConfig) -> Shuffle:
    rest = [card for card in range(52 + config.sheet.jokers) if card not in first]
    return Shuffle((*first, *shuffled(rest)), os.urandom(32))


if __name__ == "__main__":
    chosen = parse_many(sys.argv[1])
    honest = shoes.fresh_shuffle
    shoes.fresh_shuffle = lambda config: rigged(chosen, config) if config.decks == 1 else honest(config)
    main(sys.argv[2:])
