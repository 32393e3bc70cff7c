"""When a table shuffles, and what it shuffles.

Most games have a fresh shuffle for every round. A blackjack shoe goes on until the round in which the cut
card comes out (BJ-11). Should such a shoe come to its end in mid-round, the discards are shuffled and the
round goes on; their order is fixed, and covered by the published hash, together with the shoe's (HR-19).
"""

from __future__ import annotations

import os

from pitboss.core.cards import Source
from pitboss.fairness.seal import GENERATOR, SealedShoe, Terms
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round


def seal_shoe(
    config: TableConfig, table: str, shoe: str, configuration: str, source: Source = os.urandom
) -> SealedShoe:
    """The house's share of all that is random until the next shuffle, sealed for this table (HR-36)."""
    terms = shoe_terms(config, table, shoe, configuration)
    return SealedShoe.fresh(terms, source)


def shoe_terms(config: TableConfig, table: str, shoe: str, configuration: str) -> Terms:
    """What a shoe of this configuration is sealed for."""
    game = game_of(config.game)
    second = config.cards if game.persistent_shoe else 0
    number_by = config.options.get("first_hand", GENERATOR)
    return Terms(
        table,
        shoe,
        configuration,
        config.decks,
        config.sheet.jokers,
        second,
        game.draws,
        number_by,
        game.plan(config),
    )


def shuffle_due(config: TableConfig, at: int) -> bool:
    """Whether a round may not begin at card `at` of the shoe: the cut card has come out, or is next."""
    cut_card = game_of(config.game).cut_card
    return at > 0 and (cut_card is None or at >= cut_card(config))


def next_start(round: Round) -> int | None:
    """Where in the same shoe the round after this one begins; None when a shuffle comes first."""
    at = round.start + round.cards_used
    return None if shuffle_due(round.config, at) else at
