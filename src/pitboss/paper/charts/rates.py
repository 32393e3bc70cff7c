"""Rates measured side by side."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.paper.charts.kit import Spec, chart, colour, zoom


def rates(title: str, rows: Sequence[tuple[str, float, str, bool]]) -> Spec:
    """(what, rate, the rate in words, whether it is somebody else's): dots on a logarithmic axis, each at its value."""
    values = [
        {"case": case, "rate": rate, "said": said, "whose": "a peer" if peer else "ours"}
        for case, rate, said, peer in rows
        if rate > 0
    ]
    return chart(
        title,
        data={"values": values},
        width=560,
        height={"step": 22},
        encoding={
            "y": {"field": "case", "type": "nominal", "sort": None, "title": None},
            "x": {
                "field": "rate", "type": "quantitative", "scale": {"type": "log"}, "axis": {"format": "~s"},
                "title": "a second, logarithmic axis",
            },
        },
        layer=[
            {
                "mark": {"type": "point", "filled": True, "size": 90},
                "params": zoom("x"),
                "encoding": {
                    "color": {
                        "field": "whose", "type": "nominal", "title": None, "legend": {"orient": "bottom"},
                        "scale": {"domain": ["ours", "a peer"], "range": [colour("win"), colour("push")]},
                    },
                    "tooltip": [{"field": "case", "title": "case"}, {"field": "said", "title": "rate"}],
                },
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 9, "color": colour("quiet")},
                "encoding": {"text": {"field": "said"}},
            },
        ],
    )  # fmt: skip
