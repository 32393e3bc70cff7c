"""Charts are data: each holds every value it shows, and draws."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pitboss.web
from pitboss.analysis.questions import queries, solve, strategy
from pitboss.analysis.report import Grid
from pitboss.paper import charts


def cells(spec: charts.Spec) -> list[tuple[str, str, str]]:
    return [
        (cell["row"], cell["column"], cell["code"])
        for block in spec["hconcat"]
        for cell in block["data"]["values"]
    ]


def test_a_strategy_chart_shows_every_cell_of_the_grid() -> None:
    (grid,) = strategy("fu-bacc", queries("fu-bacc", "main")[0]).grids
    across = [(row, zip(grid.columns, codes, strict=True)) for row, codes in grid.rows]
    wanted = [(row, column, code) for row, cells in across for column, code in cells]
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
    for spec in (
        charts.contributions("lines", result.lines),
        charts.fan("session", range(0, 101, 10), 0.03, 2.5),
        charts.sensitivity("moves", [("a", "1 to 1 becomes 2 to 1", Fraction(-1, 9))]),
        charts.convergence("run", [(10, 0.1, 0.01), (20, 0.09, 0.007)], 0.095),
        charts.by_depth("depth", [(0, 0.0, 0.0), (50, 0.1, 0.02)]),
    ):
        assert charts.svg(spec).startswith("<svg")
    assert "9.00 M/s" in charts.svg(charts.rates("rates", [("a", 9e6, "9.00 M/s", False)]))


def test_the_chance_of_this_or_better_falls_from_one() -> None:
    outcomes = solve("fu-bacc", queries("fu-bacc", "main")[0]).outcomes
    for logarithmic in (False, True):
        rows = charts.cumulative("both", [("A", outcomes)], logarithmic=logarithmic)["data"]["values"]
        chances = [row["probability"] for row in rows]
        assert chances == sorted(chances, reverse=True)
        assert chances[0] == 1
        best = max(outcomes)
        assert chances[-1] == float(outcomes[best])


def test_every_colour_is_named_and_the_page_knows_the_name() -> None:
    """Paper and stylesheet have the same names; white can be read on every colour of a cell."""
    css = (Path(pitboss.web.__file__).parent / "static/css/charts.css").read_text(encoding="utf-8")
    page = dict(re.findall(r"--chart-([a-z0-9-]+): (.+?);", css.partition("}")[0]))
    assert set(page) == set(charts.PAPER)
    for at in range(10):
        assert page[f"k{at}"] == charts.PAPER[f"k{at}"]
        assert contrast(charts.PAPER[f"k{at}"], "#ffffff") >= 4.5
    source = Path(charts.__file__).read_text(encoding="utf-8")
    assert set(re.findall(r"#[0-9a-f]{6}", source)) <= {*charts.PAPER.values()}


def contrast(one: str, other: str) -> float:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)
