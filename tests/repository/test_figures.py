"""Figures printed in the documentation are those the solver gives today."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.repository.doc_pages import ROOT
from tests.repository.figures import (
    BY_TABLE,
    LEFT_OUT,
    QUESTIONS,
    Table,
    Value,
    asked,
    blackjack,
    expected,
    more,
    same,
    tables,
)

WITH_FIGURES = [table for table in tables() if table.has_figures]


@pytest.mark.parametrize(
    "table", [t for t in WITH_FIGURES if t.key not in LEFT_OUT], ids=lambda t: "/".join(t.key)
)
def test_a_table_has_the_solvers_figures(table: Table) -> None:
    wrong, compared = [], 0
    for row, cells in expected(table):
        for cell, values in cells:
            compared += bool(values)
            if not same(cell, values):
                wrong.append(f"{row[0]}: {cell} is {', '.join(str(float(value)) for value in values)}")
    assert not wrong, "\n".join([table.page, *wrong])
    assert compared


def test_every_table_of_figures_is_compared_or_left_out_for_a_reason() -> None:
    assert {table.key for table in WITH_FIGURES} == QUESTIONS.keys() | BY_TABLE | LEFT_OUT.keys()


UTH, BREAK = "ultimate-texas-holdem", "lucky-break"
SENTENCES: list[tuple[str, str, Callable[[], tuple[Value, ...]]]] = [
    ("edges.md", r"standard error of [\d.]+ %, against ([\d.]+ %)", lambda: (blackjack().house_edge,)),
    ("edges.md", r"\(`table_games/ultimate_texas_holdem`\) \| (\S+ / \S+)", lambda: (-asked(UTH, "main").house_edge,)),
    ("games/lucky-break.md", r"soft 17 the first column reads ([\d.]+), ([\d.]+), ([\d.]+) and ([\d.]+) %",
     lambda: tuple(100 * asked(BREAK, None, f"{n}/{n}", soft_17="stands").house_edge for n in (1, 2, 3, 4))),
    ("games/fu-bacc.md", r"Tie alone costs ([\d.]+ %) and the main game ([\d.]+ %)",
     lambda: tuple(more(asked("fu-bacc", "tie", **{"with": "joint"}), f"{part}_part") for part in ("tie", "main"))),
    ("games/fu-bacc.md", r"better than riding along \(([\d.]+ %)\)",
     lambda: (asked("fu-bacc", "main").house_edge + asked("fu-bacc", "tie", **{"with": "main"}).house_edge,)),
    ("games/ultimate-texas-holdem.md", r"the house edge is ([\d.]+ %)",
     lambda: (asked(UTH, "main", play="readable").house_edge,)),
]  # fmt: skip


@pytest.mark.parametrize(("page", "said", "values"), SENTENCES, ids=[said for _, said, _ in SENTENCES])
def test_a_sentence_has_the_solvers_figures(
    page: str, said: str, values: Callable[[], tuple[Value, ...]]
) -> None:
    text = " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
    found = re.search(said, text)
    assert found, f"{page} no longer says {said}"
    assert same("; ".join(found.groups()), values()), f"{found[0]}: {[float(value) for value in values()]}"


def test_a_figure_is_held_to_its_last_digit() -> None:
    assert same("0.6181 %", (Fraction(6181488, 10**9),))
    assert not same("0.6184 %", (Fraction(6181488, 10**9),))
    assert same("2.5 % = 1/40", (Fraction(1, 40), Fraction(1, 40)))
    assert not same("2.5 %", (Fraction(1, 40), Fraction(1, 40)))
    assert same("never", (0,))
    assert same("$165,959.74", (Fraction(16595974, 100),))
