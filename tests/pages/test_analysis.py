"""What the lab shows is what the solver counts: return tables, sensitivity, sessions, the simulator, the designer."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.approvals import game_ids, sheet
from pitboss.edge import ask
from pitboss.edge.design import Bounds
from pitboss.errors import BadInput
from pitboss.web import analysis, experiments
from pitboss.web.lab import query_of

CHEAP = [
    ("fu-bacc", "main"),
    ("fu-bacc", "lucky-monkey"),
    ("acey-deucey-21", "acey-deucey"),
    ("lucky-break", "lucky-break"),
    ("down-under-holdem", "jackpot"),
    ("ultimate-texas-holdem", "main"),
    ("blackjack", "main"),
]


def quiet(news: object) -> None:
    pass


@pytest.mark.parametrize(("game", "wager"), CHEAP)
def test_the_return_table_adds_up_to_the_whole_and_to_the_edge(game, wager):
    query = query_of(game, wager, None, {})
    result = ask.solve(game, query)
    table = analysis.return_table(result)
    whole = int(table["whole"].replace(",", ""))
    counts = [int(row["combinations"].replace(",", "")) for row in table["rows"]]
    for row, count in zip(table["rows"], counts, strict=True):
        assert Fraction(row["probability_exact"]) * whole == count
    if result.method == "exact":
        assert sum(counts) == whole
        assert table["total"]["combinations"] == table["whole"]
    assert sum(Fraction(row["return_exact"]) for row in table["rows"]) == -result.house_edge
    assert Fraction(table["total"]["return_exact"]) == -result.house_edge


def test_every_game_has_a_wager_in_the_lab():
    assert set(game_ids()) >= {game for game, _ in CHEAP}
    assert all(sheet(game).analysed for game in game_ids())


def test_nothing_is_never_minus_nothing():
    assert analysis.no_minus_zero("-0.000000") == "0.000000"
    assert analysis.no_minus_zero("-0.000001") == "-0.000001"


def test_sensitivity_is_what_solving_again_says():
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    found = experiments.sensitivity(quiet, "fu-bacc", query)
    before = ask.solve("fu-bacc", query).house_edge
    moves = {row["line"]: Fraction(row["moves"]) / 100 for row in found["rows"]}
    for line in query.table.lines:
        more = query_of("fu-bacc", "lucky-monkey", "1", {}, {line.hand: f"{line.pays.pays + 1} to 1"})
        after = ask.solve("fu-bacc", more).house_edge
        assert abs(moves[line.text] - (after - before)) < Fraction(1, 10**7)


def test_sessions_come_from_the_exact_distribution():
    query = query_of("fu-bacc", "main", "1", {})
    found = experiments.sessions(quiet, "fu-bacc", query, 1_000, 400)
    again = experiments.sessions(quiet, "fu-bacc", query, 1_000, 400)
    assert found == again
    rows = found["chart"]["data"]["values"]
    assert rows[-1]["rounds"] == 400
    edge = float(ask.solve("fu-bacc", query).house_edge)
    deviation = float(ask.solve("fu-bacc", query).standard_deviation)
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
        quiet, ask.solve("fu-bacc", query_of("fu-bacc", "tie", "1", {})), 10.0, 200
    )
    # ten thousand drawn sessions lie where the counted ones do, within what chance allows
    assert abs(drawn[2] - counted["ahead"]) < 0.02
    assert "drawn by chance" in drawn[3]


def test_the_frontier_of_a_wager_is_a_chart():
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    chart = experiments.edge_against_volatility(quiet, "fu-bacc", query)["chart"]
    assert "calmest" in str(chart) and "wildest" in str(chart)


def test_charts_name_the_wager_as_the_layout_does():
    charts = analysis.charts_of(ask.solve("fu-bacc", query_of("fu-bacc", "lucky-monkey", "1", {})))
    assert charts["results"]["title"] == "Net results, Lucky Monkey, table 1"


@pytest.mark.parametrize(
    ("game", "wager"),
    [("down-under-holdem", "main"), ("ultimate-texas-holdem", "main")],
)
def test_advice_speaks_of_no_terminal(game, wager):
    said = analysis.strategy_of(quiet, game, query_of(game, wager, None, {}), None)["summary"]
    assert said and not any("--" in sentence for sentence in said)


def test_the_simulator_lies_near_the_exact_edge_and_says_how_far_it_is():
    told: list[tuple[int, int]] = []
    query = query_of("fu-bacc", "lucky-monkey", "1", {})
    found = experiments.simulate(told.append, "fu-bacc", query, 600_000, 1, "")
    assert found["exact"] == pytest.approx(float(ask.solve("fu-bacc", query).house_edge))
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
    answer = analysis.analyse(quiet, "fu-bacc", taken)
    assert answer["house_edge_exact"] == best["house_edge_exact"]
    assert answer["approved"] is False


def test_two_wagers_are_drawn_in_one_picture():
    first, second = (query_of("fu-bacc", wager, "1", {}) for wager in ("tie", "lucky-monkey"))
    found = experiments.compare(quiet, ("fu-bacc", first), ("fu-bacc", second))
    assert {row["of"] for row in found["chart"]["data"]["values"]} == {
        "A: Tie, table 1",
        "B: Lucky Monkey, table 1",
    }


def test_exposure_is_refused_in_words_where_nothing_is_studied():
    with pytest.raises(BadInput, match="not studied"):
        experiments.exposure(quiet, "fu-bacc", query_of("fu-bacc", "main", "1", {}), "shoe")
