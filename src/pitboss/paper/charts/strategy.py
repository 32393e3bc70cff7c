"""Strategy charts: rows by columns of short codes, coloured by play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.edge.report import Grid
from pitboss.paper.charts.kit import Spec, chart, colour, shade

ROWS_MAX: Final = 46
"""a strategy chart with more rows is set in columns side by side"""


def strategy_chart(grid: Grid) -> Spec:
    """Rows by columns of short codes; a long chart is set in columns side by side, so that it fits a page."""
    blocks = [
        _block(grid, grid.rows[start : start + ROWS_MAX]) for start in range(0, len(grid.rows), ROWS_MAX)
    ]
    return chart(grid.title, hconcat=blocks, resolve={"scale": {"color": "shared"}})


def _block(grid: Grid, rows: Sequence[tuple[str, tuple[str, ...]]]) -> Spec:
    names = [f"{code} {meaning}" for code, meaning in grid.legend.items()]
    cells = [
        {"row": row, "column": column, "code": code, "play": f"{code} {grid.legend.get(code, '')}".strip()}
        for row, codes in rows
        for column, code in zip(grid.columns, codes, strict=True)
    ]
    longest = max((len(word) for word in (*grid.columns, *(cell["code"] for cell in cells))), default=0)
    across = {
        "field": "column", "type": "ordinal", "sort": list(grid.columns), "title": grid.column_title,
        "axis": {"orient": "top", "labelAngle": 0, "ticks": False, "domain": False, "labelFontWeight": "bold"},
    }  # fmt: skip
    down = {
        "field": "row", "type": "ordinal", "sort": [name for name, _ in rows], "title": grid.row_title,
        "axis": {"ticks": False, "domain": False, "labelFontWeight": "bold"},
    }  # fmt: skip
    by_play = {
        "field": "play", "type": "nominal", "title": None, "legend": {"orient": "bottom", "columns": 2},
        "scale": {"domain": names, "range": [shade(at) for at in range(len(names))]},
    }  # fmt: skip
    figures = {
        "mark": {"type": "text", "color": colour("cell-ink" if grid.legend else "ink"), "fontSize": 12},
        "encoding": {"text": {"field": "code"}},
    }
    return {
        "data": {"values": cells},
        "width": {"step": max(32, 8 * longest + 8)},
        "height": {"step": 24},
        "encoding": {"x": across, "y": down},
        # a chart without a legend is figures: nothing to colour
        "layer": [figures] if not grid.legend else [
            {
                "mark": {"type": "rect", "cornerRadius": 3, "stroke": colour("ground"), "strokeWidth": 2},
                "encoding": {
                    "color": by_play,
                    "tooltip": [
                        {"field": "row", "title": grid.row_title},
                        {"field": "column", "title": grid.column_title},
                        {"field": "play", "title": "play"},
                    ],
                },
            },
            figures,
        ],
    }  # fmt: skip
