"""What the lab shows is what the solver counts: return tables, sensitivity, sessions, the simulator, the designer."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.analysis import questions
from pitboss.analysis.designer import Bounds
from pitboss.core.errors import BadInput
from pitboss.lab import experiments
from pitboss.lab.jobs import query_of
from pitboss.sheets import game_ids, sheet

CHEAP = [
    ("fu-bacc", "main"), ("fu-bacc", "lucky-monkey"), ("acey-deucey-21", "acey-deucey"),
    ("lucky-break", "lucky-break"), ("down-under-holdem", "jackpot"), ("ultimate-texas-holdem", "main"),
    ("blackjack", "main"),
]  # fmt: skip


def quiet(news: object) -> None:
    pass


@pytest.mark.parametrize(("game", "wager"), CHEAP)
def test_the_return_table_adds_up_to_the_whole_and_to_the_edge(game, wager):
    query = query_of(game, wager, None, {})
    result = questions.solve(game, query)
    table = experiments.return_table(result)
    whole = int(table["whole"].replace(",", ""))
    counts = [int(row["combinations"].replace(",", "")) for row in table["rows"]]
    for row, count in zip(table["rows"], counts, strict=True):
        assert Fraction(row["probability_exact"]) * whole == count
    if result.method == "exact":
        assert sum(counts) == whole
        assert table["total"]["combinations"] == table["whole"]
    assert sum(Fraction(row["return_exact"]) for row in table["rows"]) == -result.house_edge
    assert Fraction(table["total"]["return_exact"]) == -result.house_edge


def test_charts_and_advice_speak_as_the_layout_does_and_every_game_has_a_wager_in_the_lab():
    assert set(game_ids()) >= {game for game, _ in CHEAP}
    assert all(sheet(game).analysed for game in game_ids())
    assert [experiments.no_minus_zero(n) for n in ("-0.000000", "-0.000001")] == ["0.000000", "-0.000001"]
    tie, monkey = (query_of("fu-bacc", wager, "1", {}) for wager in ("tie", "lucky-monkey"))
    charts = experiments.charts_of(questions.solve("fu-bacc", monkey))
    assert charts["results"]["title"] == "Net results, Lucky Monkey, table 1"
    chart = experiments.edge_against_volatility(quiet, "fu-bacc", monkey)["chart"]
    assert "calmest" in str(chart) and "wildest" in str(chart)
    found = experiments.compare(quiet, ("fu-bacc", tie), ("fu-bacc", monkey))
    drawn = {row["of"] for row in found["chart"]["data"]["values"]}
    assert drawn == {"A: Tie, table 1", "B: Lucky Monkey, table 1"}
    with pytest.raises(BadInput, match="not studied"):
        experiments.exposure(quiet, "fu-bacc", query_of("fu-bacc", "main", "1", {}), "shoe")
    for game in ("down-under-holdem", "ultimate-texas-holdem"):
        said = experiments.strategy_of(quiet, game, query_of(game, "main", None, {}), None)["summary"]
        assert said and not any("--" in sentence for sentence in said), "of no terminal"


def test_sensitivity_is_what_solving_again_says():
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    found = experiments.sensitivity(quiet, "fu-bacc", query)
    before = questions.solve("fu-bacc", query).house_edge
    moves = {row["line"]: Fraction(row["moves"]) / 100 for row in found["rows"]}
    for line in query.table.lines:
        more = query_of("fu-bacc", "lucky-monkey", "1", {}, {line.hand: f"{line.pays.pays + 1} to 1"})
        after = questions.solve("fu-bacc", more).house_edge
        assert abs(moves[line.text] - (after - before)) < Fraction(1, 10**7)


def test_sessions_come_from_the_exact_distribution():
    query = query_of("fu-bacc", "main", "1", {})
    found = experiments.sessions(quiet, "fu-bacc", query, 1_000, 400)
    again = experiments.sessions(quiet, "fu-bacc", query, 1_000, 400)
    assert found == again
    rows = found["chart"]["data"]["values"]
    assert rows[-1]["rounds"] == 400
    edge = float(questions.solve("fu-bacc", query).house_edge)
    deviation = float(questions.solve("fu-bacc", query).standard_deviation)
    assert found["expected"] == pytest.approx(-edge * 400 * 10)
    # the median of many near-normal sessions lies near the mean, the middle half within its quantiles
    assert abs(rows[-1]["middle"] - found["expected"]) < 0.1 * deviation * 20 * 10
    assert rows[-1]["high50"] - rows[-1]["low50"] == pytest.approx(2 * 0.6745 * deviation * 20 * 10, rel=0.05)
    with pytest.raises(BadInput, match="session"):
        experiments.sessions(quiet, "fu-bacc", query, 1_000, 3)


def test_sessions_on_a_lattice_are_counted_and_others_drawn():
    counted = experiments.sessions(quiet, "fu-bacc", query_of("fu-bacc", "tie", "1", {}), 1_000, 200)
    assert counted["exact"] and "exact distribution" in str(counted["chart"]["title"])
    drawn = experiments._drawn_sessions(
        quiet, questions.solve("fu-bacc", query_of("fu-bacc", "tie", "1", {})), 10.0, 200
    )
    # ten thousand drawn sessions lie where the counted ones do, within what chance allows
    assert abs(drawn[2] - counted["ahead"]) < 0.02
    assert "drawn by chance" in drawn[3]


def test_the_simulator_lies_near_the_exact_edge_and_says_how_far_it_is():
    told: list[tuple[int, int]] = []
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    found = experiments.simulate(told.append, "fu-bacc", query, 600_000, 1, "")
    assert found["exact"] == pytest.approx(float(questions.solve("fu-bacc", query).house_edge))
    assert abs(found["z"]) < 4
    assert told[-1][0] == told[-1][1] > 1
    assert found["chart"]["data"]["values"][-1]["rounds"] == 600_000
    with pytest.raises(BadInput, match="strategy"):
        experiments.simulate(quiet, "fu-bacc", query, 1_000, 1, "/etc/passwd")
    with pytest.raises(BadInput, match="rounds"):
        experiments.simulate(quiet, "fu-bacc", query, 10**9, 1, "")


@pytest.mark.clause("HR-07")
def test_a_design_can_be_taken_to_the_lab():
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    found = experiments.designs(quiet, "fu-bacc", query, Fraction(5, 100), None, Bounds(), {})
    best = found["designs"][0]
    taken = query_of("fu-bacc", "lucky-monkey", "1", {}, best["changes"])
    answer = experiments.analyse(quiet, "fu-bacc", taken)
    assert answer["house_edge_exact"] == best["house_edge_exact"]
    assert answer["approved"] is False
