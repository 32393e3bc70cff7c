"""The sequential check, in a short form, for every game and wager: exact and simulated must not part."""

from __future__ import annotations

import importlib.util

import pytest

from pitboss.approvals import game_ids, sheet
from pitboss.edge.ask import queries, solve
from pitboss.simulate.check import check
from pitboss.simulate.kernel import kernel_of

CASES = [
    (game, wager)
    for game in game_ids()
    if importlib.util.find_spec("pitboss.simulate." + game.replace("-", "_"))
    for wager in sheet(game).analysed
]


@pytest.mark.parametrize(("game", "wager"), CASES)
def test_exact_and_simulated_agree(game: str, wager: str) -> None:
    query = queries(game, wager)[0]
    exact = solve(game, query)
    kernel = kernel_of(game)
    dealer = kernel.dealer(query, kernel.strategies(wager)[0])
    close = 0.012 * float(exact.standard_deviation)
    found = check(
        dealer,
        exact.house_edge,
        exact.standard_deviation,
        seed=230,
        confidence=0.9999,
        tolerance=min(close, abs(float(exact.house_edge)) or close),
        most_chunks=24,
    )
    # the short form may end before an edge smaller than its interval is decided; the interval holds the exact edge
    assert found.decision != "disagrees", found
    assert found.half_width < close, found
