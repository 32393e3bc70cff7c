"""The sequential check, in a short form, for every game and wager: exact and simulated must not part."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.questions import queries, solve, strategy
from pitboss.core.errors import BadInput
from pitboss.sheets import game_ids, sheet
from pitboss.simulator.kernel import kernel_of
from pitboss.simulator.run import check

CASES = [
    (game, wager)
    for game in game_ids()
    if importlib.util.find_spec(f"pitboss.table_games.{game.replace('-', '_')}.kernel")
    for wager in sheet(game).analysed
]


@pytest.mark.parametrize(("game", "wager"), CASES)
def test_exact_and_simulated_agree(game: str, wager: str) -> None:
    query = queries(game, wager)[0]
    exact = solve(game, query)
    kernel = kernel_of(game)
    dealer = kernel.dealer(query, kernel.strategies(wager)[0])
    close = 0.012 * float(exact.standard_deviation)
    tolerance = min(close, abs(float(exact.house_edge)) or close)
    truth = exact.house_edge, exact.standard_deviation
    found = check(dealer, *truth, seed=230, confidence=0.9999, tolerance=tolerance, most_chunks=24)
    # the short form may end before an edge smaller than its interval is decided; the interval holds the exact edge
    assert found.decision != "disagrees", found
    assert found.half_width < close, found
    if wager != "war":  # at which nothing is decided: any strategy is taken
        with pytest.raises(BadInput, match="strategy"):
            kernel.dealer(query, "timid")


@pytest.mark.clause("AD-12", "BJ-16", "FB-12")
@pytest.mark.parametrize(("game", "wager", "settings", "rows", "code"), [
    ("blackjack", "main", {"surrender": "late"}, {"12"}, "S"),
    ("acey-deucey-21", "acey-deucey", {"penetration": "every-round"}, {"spread 7"}, "-"),
    ("fu-bacc", "main", {}, set("0123456789"), "F"),
])  # fmt: skip
def test_a_chart_from_a_file_plays_as_the_chart(tmp_path: Path, game, wager, settings, rows, code) -> None:  # type: ignore[no-untyped-def]
    """Written and read back it plays every round the same; an edited cell does not."""
    query, kernel, file = queries(game, wager, None, settings)[0], kernel_of(game), tmp_path / "chart.json"

    def played(chart: dict[str, Any]) -> NDArray[np.int64]:
        file.write_text(json.dumps(chart))
        return kernel.dealer(query, str(file)).nets(2, 0, 50_000)

    chart = strategy(game, query).to_json()
    usual = kernel.dealer(query, kernel.strategies(wager)[0]).nets(2, 0, 50_000)
    if game != "fu-bacc":  # where some hands are played otherwise than their cell
        assert np.array_equal(played(chart), usual)
    for row in chart["grids"][0]["rows"]:
        if row["row"] in rows:
            row["cells"] = [code] * len(row["cells"])
    changed = played(chart)
    assert not np.array_equal(changed, usual)
    assert code != "F" or set(changed.tolist()) == {-kernel.dealer(query, str(file)).unit_cents}
    with pytest.raises(BadInput, match=r"not a .*strategy"):
        played({})
