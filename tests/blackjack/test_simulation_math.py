"""Compiled blackjack: the short way against the long way, and means against exact edges."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from pitboss.blackjack.hands import TEN_VALUE
from pitboss.compute.streams import stream
from pitboss.edge import ask
from pitboss.errors import BadInput
from pitboss.simulate import twenty_one
from pitboss.simulate.blackjack import KERNEL, BlackjackDealer
from pitboss.simulate.kernel import kernel_of
from pitboss.simulate.kernels import twenty_one as compiled
from pitboss.simulate.run import simulate


def dealer_for(**settings: str) -> BlackjackDealer:
    (query,) = ask.queries("blackjack", "main", None, settings)
    return KERNEL.dealer(query, "basic")


@pytest.mark.clause("BJ-11")
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"surrender": "late", "soft_17": "stands"},
        {"decks": "1", "penetration": "60", "strategy": "composition"},
        {"decks": "2", "penetration": "100", "split_aces": "hit"},
        {"decks": "8", "double": "9-11", "blackjack_pays": "6-to-5", "penetration": "0"},
    ],
)
def test_short_rounds_are_the_long_ones(settings: dict[str, str]) -> None:
    """Same stream, same shoes: every net is the same."""
    dealer = dealer_for(**settings)
    rounds = 60_000
    if dealer.rules.cut_card == 0:
        # shuffled every round, the two ways draw different amounts of random numbers
        found = dealer.nets(5, 0, rounds) / dealer.unit_cents
        assert abs(found.mean()) < 6 * 1.2 / rounds**0.5 + 0.03
        return
    shoe = twenty_one.value_shoe(dealer.rules.decks)
    size, need = 52 * dealer.rules.decks, twenty_one.cards_for(1)
    long = compiled.play_rounds(
        stream(5, 0), dealer.tables, shoe, size, dealer.rules.cut_card, need, 1, rounds
    )
    assert np.array_equal(dealer.nets(5, 0, rounds), long)
    assert len(np.unique(long)) > 8


@pytest.mark.clause("BJ-16")
@pytest.mark.parametrize(
    ("settings", "rounds"),
    [
        ({}, 6_000_000),
        ({"surrender": "late", "soft_17": "stands", "decks": "1", "strategy": "composition"}, 4_000_000),
        ({"players": "4"}, 1_000_000),
        ({"hole_card": "none", "decks": "2", "split_aces": "resplit"}, 1_500_000),
    ],
)
def test_simulated_mean_is_the_exact_edge(settings: dict[str, str], rounds: int) -> None:
    """Off a fresh shoe every round, and for any seat: within 4.5 standard errors."""
    (query,) = ask.queries("blackjack", "main", None, {**settings, "penetration": "every-round"})
    exact = ask.solve("blackjack", query)
    dealer = KERNEL.dealer(query, "basic")
    tally = simulate(dealer, rounds, seed=20)
    error = tally.standard_error(dealer.unit_cents)
    assert abs(tally.mean(dealer.unit_cents) + float(exact.house_edge)) < 4.5 * error
    assert tally.standard_deviation(dealer.unit_cents) == pytest.approx(
        float(exact.standard_deviation), rel=0.002
    )


@pytest.mark.clause("BJ-11")
@pytest.mark.parametrize(
    ("decks", "players", "penetration"), [("1", "7", "100"), ("6", "3", "75"), ("1", "1", "90")]
)
def test_a_shoe_keeps_its_cards(decks: str, players: str, penetration: str) -> None:
    """Through cut cards and discards shuffled in mid-shoe, the shoe stays the same cards."""
    dealer = dealer_for(decks=decks, players=players, penetration=penetration)
    shoe = twenty_one.value_shoe(dealer.rules.decks)
    size = 52 * dealer.rules.decks
    before = Counter(shoe[:size].tolist())
    compiled.play_rounds(
        stream(3, 1), dealer.tables, shoe, size, dealer.rules.cut_card,
        twenty_one.cards_for(dealer.spots), dealer.spots, 20_000,
    )  # fmt: skip
    assert Counter(shoe[:size].tolist()) == before
    assert set(shoe[size:].tolist()) == {TEN_VALUE}


def test_chunks_are_reproducible_and_differ() -> None:
    dealer = dealer_for()
    assert np.array_equal(dealer.nets(1, 2, 5_000), dealer.nets(1, 2, 5_000))
    assert not np.array_equal(dealer.nets(1, 2, 5_000), dealer.nets(1, 3, 5_000))
    assert not np.array_equal(dealer.nets(1, 2, 5_000), dealer.nets(2, 2, 5_000))


@pytest.mark.clause("BJ-16")
def test_a_chart_from_a_file_plays_as_the_chart(tmp_path: Path) -> None:
    """The computed charts, written and read back, play every round the same; an edited cell does not."""
    (query,) = ask.queries("blackjack", "main", None, {"surrender": "late"})
    shape = ask.strategy("blackjack", query).to_json()
    file = tmp_path / "basic.json"
    file.write_text(json.dumps(shape))
    usual = KERNEL.dealer(query, "basic").nets(2, 0, 50_000)
    assert np.array_equal(KERNEL.dealer(query, str(file)).nets(2, 0, 50_000), usual)
    row = next(row for row in shape["grids"][0]["rows"] if row["row"] == "12")
    row["cells"] = ["S"] * 10
    file.write_text(json.dumps(shape))
    assert not np.array_equal(KERNEL.dealer(query, str(file)).nets(2, 0, 50_000), usual)
    file.write_text("{}")
    with pytest.raises(BadInput, match="not a strategy for blackjack"):
        KERNEL.dealer(query, str(file))


@pytest.mark.clause("AD-12")
def test_a_chart_of_raises_from_a_file(tmp_path: Path) -> None:
    (query,) = ask.queries("acey-deucey-21", "acey-deucey", "1", {"penetration": "every-round"})
    kernel = kernel_of("acey-deucey-21")
    file = tmp_path / "raises.json"
    file.write_text(json.dumps(ask.strategy("acey-deucey-21", query).to_json()))
    usual = kernel.dealer(query, "optimal").nets(2, 0, 5_000)
    assert np.array_equal(kernel.dealer(query, str(file)).nets(2, 0, 5_000), usual)
