"""Compiled blackjack: the short way against the long way, and means against exact edges."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from pitboss.analysis import questions
from pitboss.cardplay.blackjack import round_kernels as compiled
from pitboss.cardplay.blackjack import simulate
from pitboss.cardplay.blackjack.hands import TEN_VALUE
from pitboss.simulator.kernels import stream
from pitboss.table_games.blackjack.kernel import KERNEL, BlackjackDealer


def dealer_for(**settings: str) -> BlackjackDealer:
    (query,) = questions.queries("blackjack", "main", None, settings)
    return KERNEL.dealer(query, "basic")


@pytest.mark.clause("BJ-11")
@pytest.mark.parametrize("settings", [
    {}, {"surrender": "late", "soft_17": "stands"},
    {"decks": "1", "penetration": "60", "strategy": "composition"},
    {"decks": "2", "penetration": "100", "split_aces": "hit"},
    {"decks": "8", "double": "9-11", "blackjack_pays": "6-to-5", "penetration": "0"},
])  # fmt: skip
def test_short_rounds_are_the_long_ones(settings: dict[str, str]) -> None:
    """Same stream, same shoes: every net is the same."""
    dealer = dealer_for(**settings)
    rounds = 60_000
    if dealer.rules.cut_card == 0:
        # shuffled every round, the two ways draw different amounts of random numbers
        found = dealer.nets(5, 0, rounds) / dealer.unit_cents
        assert abs(found.mean()) < 6 * 1.2 / rounds**0.5 + 0.03
        return
    shoe = simulate.value_shoe(dealer.rules.decks)
    size, need = 52 * dealer.rules.decks, simulate.cards_for(1)
    long = compiled.play_rounds(
        stream(5, 0), dealer.tables, shoe, size, dealer.rules.cut_card, need, 1, rounds
    )
    assert np.array_equal(dealer.nets(5, 0, rounds), long)
    assert len(np.unique(long)) > 8


@pytest.mark.clause("BJ-11")
@pytest.mark.parametrize(
    ("decks", "players", "penetration"), [("1", "7", "100"), ("6", "3", "75"), ("1", "1", "90")]
)
def test_a_shoe_keeps_its_cards(decks: str, players: str, penetration: str) -> None:
    """Through cut cards and discards shuffled in mid-shoe, the shoe stays the same cards."""
    dealer = dealer_for(decks=decks, players=players, penetration=penetration)
    shoe = simulate.value_shoe(dealer.rules.decks)
    size = 52 * dealer.rules.decks
    before = Counter(shoe[:size].tolist())
    compiled.play_rounds(
        stream(3, 1), dealer.tables, shoe, size, dealer.rules.cut_card,
        simulate.cards_for(dealer.spots), dealer.spots, 20_000,
    )  # fmt: skip
    assert Counter(shoe[:size].tolist()) == before
    assert set(shoe[size:].tolist()) == {TEN_VALUE}


def test_chunks_are_reproducible_and_differ() -> None:
    dealer = dealer_for()
    assert np.array_equal(dealer.nets(1, 2, 5_000), dealer.nets(1, 2, 5_000))
    assert not np.array_equal(dealer.nets(1, 2, 5_000), dealer.nets(1, 3, 5_000))
    assert not np.array_equal(dealer.nets(1, 2, 5_000), dealer.nets(2, 2, 5_000))
