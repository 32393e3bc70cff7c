"""Charts of the pit: a table's day by the hour, and what jackpots stand at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.paper.charts.kit import Spec, chart, colour, zoom

Hour = Mapping[str, Any]
"""`hour` as the room's clock shows it, `drop` and `win` of the hour, `sum` of the wins so far; `theory`, `low` and
`high` so far where the edges are known; in dollars"""

MONEY: Spec = {"format": "$,~s", "labelExpr": "datum.value === 0 ? '$0' : datum.label"}
"""an axis in thousands says "$0k" otherwise"""


def by_hour(title: str, rows: Sequence[Hour]) -> Spec:
    """The win as it grows against the expected one in its 95 % band, and below it each hour's drop."""
    hours = [row["hour"] for row in rows]
    x = {"field": "hour", "type": "ordinal", "sort": hours, "title": "hour until",
         "axis": {"labelAngle": 0, "labelOverlap": "greedy"}}  # fmt: skip
    known = [row for row in rows if row.get("theory") is not None]
    told = [
        {"field": "hour", "title": "hour until"},
        {"field": "sum", "title": "win so far", "format": "$,.2f"},
        {"field": "win", "title": "win of the hour", "format": "$,.2f"},
        {"field": "drop", "title": "drop of the hour", "format": "$,.2f"},
    ]
    if known:
        told += [
            {"field": "theory", "title": "expected so far", "format": "$,.2f"},
            {"field": "low", "title": "band from", "format": "$,.2f"},
            {"field": "high", "title": "band to", "format": "$,.2f"},
        ]
    money = {"axis": MONEY, "type": "quantitative"}
    dropped = any(row["drop"] for row in rows)
    absent = {"expected", "95 % band"} if not known else set()
    absent |= {"drop of the hour"} if not dropped else set()
    drawn = [name for name in SERIES if name not in absent]
    layers: list[Spec] = []
    if known:
        layers += [
            {
                "mark": {"type": "area", "opacity": 0.35},
                "encoding": {
                    "x": x, "y": {"field": "low", "title": "win so far", **money}, "y2": {"field": "high"},
                    "color": _named("95 % band", drawn),
                },
            },
            {
                "mark": {"type": "line", "strokeDash": [5, 4], "strokeWidth": 2},
                "encoding": {"x": x, "y": {"field": "theory", **money}, "color": _named("expected", drawn)},
            },
        ]  # fmt: skip
    layers.append(
        {
            "mark": {"type": "line", "point": {"filled": True, "size": 60}, "strokeWidth": 3},
            "encoding": {
                "x": x, "y": {"field": "sum", "title": "win so far", **money}, "color": _named("win so far", drawn),
                "tooltip": told,
            },
        }
    )  # fmt: skip
    drop: Spec = {
        "mark": {"type": "bar", "opacity": 0.5, "width": {"band": 0.5}},
        "encoding": {
            "x": x,
            "y": {
                "field": "drop",
                "title": "drop of the hour",
                **money,
                "axis": {**MONEY, "grid": False},
            },
            "color": _named("drop of the hour", drawn),
            "tooltip": told,
        },
    }
    parts: Spec = {"layer": layers}
    if dropped:
        parts = {"layer": [drop, {"layer": layers}], "resolve": {"scale": {"y": "independent"}}}
    return chart(title, data={"values": [dict(row) for row in rows]}, width=640, height=260, **parts)


SERIES = {"win so far": "win", "expected": "ink", "95 % band": "band", "drop of the hour": "drop"}
COLUMNS = 2
"""of the names below the chart: side by side they are wider than a telephone"""


def _named(series: str, drawn: Sequence[str]) -> Spec:
    """A layer's colour with its name below the chart, beside the others that are drawn."""
    return {
        "datum": series, "type": "nominal", "legend": {"orient": "bottom", "title": None, "columns": COLUMNS},
        "scale": {"domain": list(drawn), "range": [colour(SERIES[name]) for name in drawn]},
    }  # fmt: skip


def holds(title: str, rows: Sequence[Mapping[str, Any]]) -> Spec:
    """Every table's win as a dot on its expected band, on one axis: who is far out is seen at once."""
    y = {"field": "table", "type": "nominal", "sort": [row["table"] for row in rows], "title": None}
    money = {"axis": MONEY, "type": "quantitative"}
    told = [
        {"field": "table", "title": "table"},
        {"field": "win", "title": "win", "format": "$,.2f"},
        {"field": "theory", "title": "expected", "format": "$,.2f"},
        {"field": "low", "title": "band from", "format": "$,.2f"},
        {"field": "high", "title": "band to", "format": "$,.2f"},
    ]
    side = {"condition": {"test": "datum.out", "value": colour("lose")}, "value": colour("win")}
    return chart(
        title,
        data={"values": [dict(row) for row in rows]},
        width=640,
        height={"step": 30},
        encoding={"y": y},
        layer=[
            {
                "params": zoom("x"),
                "mark": {"type": "bar", "height": 12, "opacity": 0.35, "color": colour("push"), "cornerRadius": 3},
                "encoding": {"x": {"field": "low", "title": "win", **money}, "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "tick", "color": colour("quiet"), "thickness": 2, "height": 18},
                "encoding": {"x": {"field": "theory", **money}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 130, "opacity": 1},
                "encoding": {"x": {"field": "win", **money}, "color": side, "tooltip": told},
            },
        ],
    )  # fmt: skip
