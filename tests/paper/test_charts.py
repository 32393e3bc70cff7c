"""Charts are data: each holds every value it shows, and draws."""

from __future__ import annotations

from fractions import Fraction

from pitboss.edge.ask import queries, solve, strategy
from pitboss.edge.report import Grid
from pitboss.paper import charts


def cells(spec: charts.Spec) -> list[tuple[str, str, str]]:
    return [
        (cell["row"], cell["column"], cell["code"])
        for block in spec["hconcat"]
        for cell in block["data"]["values"]
    ]


def test_a_strategy_chart_shows_every_cell_of_the_grid() -> None:
    (grid,) = strategy("fu-bacc", queries("fu-bacc", "main")[0]).grids
    wanted = [
        (row, column, code)
        for row, codes in grid.rows
        for column, code in zip(grid.columns, codes, strict=True)
    ]
    spec = charts.strategy_chart(grid)
    assert cells(spec) == wanted
    picture = charts.svg(spec)
    assert picture.startswith("<svg")
    assert grid.title in picture


def test_a_long_chart_is_set_in_columns_and_loses_no_row() -> None:
    rows = tuple((f"hand {at}", ("P",)) for at in range(169))
    spec = charts.strategy_chart(Grid("Long", "hand", "group", ("blue",), rows, {"P": "play"}))
    assert len(spec["hconcat"]) == 4
    assert [row for row, _, _ in cells(spec)] == [name for name, _ in rows]


def test_a_distribution_keeps_all_the_probability() -> None:
    result = solve("fu-bacc", queries("fu-bacc", "main")[0])
    for logarithmic in (False, True):
        spec = charts.distribution("net", result.outcomes, logarithmic=logarithmic)
        assert abs(sum(row["probability"] for row in spec["data"]["values"]) - 1) < 1e-12
        assert charts.svg(spec).startswith("<svg")
    assert spec["encoding"]["x"]["scale"]["type"] == "log"


def test_many_outcomes_share_bars_and_rare_ones_are_told_as_one_in() -> None:
    many = {Fraction(at): Fraction(1, 200) for at in range(-100, 100)}
    assert len(charts.grouped(many)) <= charts.BARS_MAX
    assert sum(p for _, p, _ in charts.grouped(many)) == 1
    spec = charts.distribution(
        "rare", {Fraction(-1): Fraction(999_999, 10**6), Fraction(5): Fraction(1, 10**6)}
    )
    assert [row["chance"] for row in spec["data"]["values"]] == ["one in 1,000,000", "100.000%"]


def test_the_other_charts_draw() -> None:
    result = solve("face-up-pai-gow-poker", queries("face-up-pai-gow-poker", "ace-high", "1")[0])
    assert charts.svg(charts.contributions("lines", result.lines)).startswith("<svg")
    assert charts.svg(charts.fan("session", range(0, 101, 10), 0.03, 2.5)).startswith("<svg")
