"""Every chart of the house as a Vega-Lite specification: one module, drawn as SVG on paper and in the terminal's
files, and with hover and zoom in the page. A specification is plain data and holds its own values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pitboss.edge.report import Grid, Line

Spec = dict[str, Any]

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v6.json"
INK, QUIET, FELT, BRASS, LOSS = "#222222", "#555555", "#1b7f4d", "#8a6d1f", "#8a1c2b"
PALETTE: Final = (
    FELT, "#b3541e", "#2b5f9e", LOSS, "#7a6a1f", "#5a3d8a", "#3f6f73", "#6b6b6b", "#a0397a", "#2e2e54",
)  # fmt: skip
ROWS_MAX: Final = 46
"""a strategy chart with more rows is set in columns side by side"""
BARS_MAX: Final = 40

CONFIG: Final[Spec] = {
    "background": "#fbf8f0",
    "font": "Liberation Sans, Arial, sans-serif",
    "title": {"anchor": "start", "color": INK, "fontSize": 16, "offset": 12},
    "axis": {"labelColor": INK, "titleColor": QUIET, "labelFontSize": 12, "titleFontSize": 12, "gridColor": "#e4dfd0"},
    "legend": {"labelColor": INK, "titleColor": QUIET, "labelFontSize": 12, "labelLimit": 420},
    "view": {"stroke": None},
}  # fmt: skip


def svg(spec: Spec) -> str:
    """The chart as a self-contained picture."""
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(spec)
    return drawn


def _chart(title: str, **parts: Any) -> Spec:
    return {"$schema": SCHEMA, "title": title, "config": CONFIG, "padding": 12, **parts}


# strategy


def strategy_chart(grid: Grid) -> Spec:
    """Rows by columns of short codes; a long chart is set in columns side by side, so that it fits a page."""
    blocks = [
        _strategy_block(grid, grid.rows[start : start + ROWS_MAX])
        for start in range(0, len(grid.rows), ROWS_MAX)
    ]
    return _chart(grid.title, hconcat=blocks, resolve={"scale": {"color": "shared"}})


def _strategy_block(grid: Grid, rows: Sequence[tuple[str, tuple[str, ...]]]) -> Spec:
    names = [f"{code} {meaning}" for code, meaning in grid.legend.items()]
    cells = [
        {"row": row, "column": column, "code": code, "play": f"{code} {grid.legend.get(code, '')}".strip()}
        for row, codes in rows
        for column, code in zip(grid.columns, codes, strict=True)
    ]
    wide = max(46, 8 * max(map(len, grid.columns), default=0) + 8)
    across = {
        "field": "column", "type": "ordinal", "sort": list(grid.columns), "title": grid.column_title,
        "axis": {"orient": "top", "labelAngle": 0, "ticks": False, "domain": False, "labelFontWeight": "bold"},
    }  # fmt: skip
    down = {
        "field": "row", "type": "ordinal", "sort": [name for name, _ in rows], "title": grid.row_title,
        "axis": {"ticks": False, "domain": False, "labelFontWeight": "bold"},
    }  # fmt: skip
    colour = {
        "field": "play", "type": "nominal", "title": None, "legend": {"orient": "bottom", "columns": 2},
        "scale": {"domain": names, "range": [PALETTE[at % len(PALETTE)] for at in range(len(names))]},
    }  # fmt: skip
    figures = {
        "mark": {"type": "text", "color": "#ffffff" if grid.legend else "#2a1a10", "fontSize": 12},
        "encoding": {"text": {"field": "code"}},
    }
    return {
        "data": {"values": cells},
        "width": {"step": wide},
        "height": {"step": 24},
        "encoding": {"x": across, "y": down},
        # a chart without a legend is figures: nothing to colour
        "layer": [figures] if not grid.legend else [
            {
                "mark": {"type": "rect", "cornerRadius": 3, "stroke": "#fbf8f0", "strokeWidth": 2},
                "encoding": {
                    "color": colour,
                    "tooltip": [{"field": field, "title": field} for field in ("row", "column", "play")],
                },
            },
            figures,
        ],
    }  # fmt: skip


# outcomes


def distribution(title: str, outcomes: Mapping[Fraction, Fraction], *, logarithmic: bool = False) -> Spec:
    """One bar an outcome, its length the probability; on a logarithmic axis dots, whose place is their value."""
    rows = [
        {"net": label, "probability": float(chance), "chance": _chance(chance), "side": _side(net)}
        for label, chance, net in grouped(outcomes)
    ]
    scale = {"type": "log", "nice": True} if logarithmic else {"zero": True}
    form = "~e" if logarithmic else ".1~%"
    length = {
        "field": "probability", "type": "quantitative", "scale": scale, "axis": {"format": form},
        "title": "probability, logarithmic axis" if logarithmic else "probability",
    }  # fmt: skip
    colour = {
        "field": "side", "type": "nominal", "title": None, "legend": {"orient": "bottom"},
        "scale": {"domain": ["loss", "push", "win"], "range": [LOSS, "#6b6b6b", FELT]},
    }  # fmt: skip
    mark = {"type": "point", "filled": True, "size": 60} if logarithmic else {"type": "bar"}
    label = {"field": "chance", "type": "nominal"}
    return _chart(
        title,
        data={"values": rows},
        width=520,
        height={"step": 20},
        encoding={
            "y": {"field": "net", "type": "ordinal", "sort": None, "title": "net result"},
            "x": length,
        },
        layer=[
            {"mark": mark, "encoding": {"color": colour, "tooltip": [{"field": "net"}, label]}},
            {"mark": {"type": "text", "align": "left", "dx": 6, "color": QUIET}, "encoding": {"text": label}},
        ],
    )  # fmt: skip


def _side(net: Fraction) -> str:
    return "loss" if net < 0 else "win" if net else "push"


def _chance(chance: Fraction) -> str:
    return f"{float(chance):.3%}" if chance >= Fraction(1, 10_000) else f"one in {round(1 / chance):,}"


def grouped(outcomes: Mapping[Fraction, Fraction]) -> list[tuple[str, Fraction, Fraction]]:
    """(label, probability, a net of the group); neighbouring outcomes share a bar where there are too many."""
    ordered = [(net, p) for net, p in sorted(outcomes.items(), reverse=True) if p]
    size = -(-len(ordered) // BARS_MAX)
    rows = []
    for start in range(0, len(ordered), size):
        part = ordered[start : start + size]
        label = f"{float(part[0][0]):+g}"
        if len(part) > 1:
            label = f"{float(part[-1][0]):+g} to {label}"
        rows.append((label, sum((p for _, p in part), Fraction(0)), part[-1][0]))
    return rows


def contributions(title: str, lines: Iterable[Line]) -> Spec:
    """What each line gives back to the player, on one baseline."""
    rows = [
        {"line": line.hand, "return": float(line.contribution), "pays": line.pays}
        for line in lines
        if line.contribution is not None
    ]
    return _chart(
        title,
        data={"values": rows},
        width=520,
        height={"step": 20},
        mark={"type": "bar"},
        encoding={
            "y": {"field": "line", "type": "nominal", "sort": None, "title": None},
            "x": {"field": "return", "type": "quantitative", "axis": {"format": ".1~%"}, "title": "part of the return"},
            "color": {"condition": {"test": "datum.return < 0", "value": LOSS}, "value": FELT},
            "tooltip": [{"field": "line"}, {"field": "pays"}, {"field": "return", "format": ".4~%"}],
        },
    )  # fmt: skip


def fan(title: str, rounds: Sequence[int], edge: float, deviation: float) -> Spec:
    """The player's result over a session: the expectation and the bands that hold 50, 90 and 99 % of sessions."""
    rows = []
    for n in rounds:
        row: dict[str, float] = {"rounds": n, "mean": -edge * n}
        for name, z in (("50", 0.6744898), ("90", 1.6448536), ("99", 2.5758293)):
            row[f"low{name}"] = -edge * n - z * deviation * n**0.5
            row[f"high{name}"] = -edge * n + z * deviation * n**0.5
        rows.append(row)
    x = {"field": "rounds", "type": "quantitative", "title": "rounds"}
    bands = [
        {
            "mark": {"type": "area", "opacity": 0.22, "color": FELT},
            "encoding": {
                "x": x,
                "y": {"field": f"low{name}", "type": "quantitative", "title": "units won or lost"},
                "y2": {"field": f"high{name}"},
            },
        }
        for name in ("99", "90", "50")
    ]
    middle = {
        "mark": {"type": "line", "color": LOSS, "strokeWidth": 2},
        "encoding": {"x": x, "y": {"field": "mean", "type": "quantitative"}},
    }
    return _chart(title, data={"values": rows}, width=520, height=280, layer=[*bands, middle])
