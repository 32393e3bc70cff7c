"""House edge against volatility: the tables in reach lie between two lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.paper.charts.kit import Spec, chart, colour, shade, zoom
from pitboss.shown import titled

if TYPE_CHECKING:
    from pitboss.edge.design import Design, Frontier

MOST_CHOSEN = 1
"""designs marked: they all lie near the target, and their names over each other"""


def frontier_chart(found: Frontier, chosen: tuple[Design, ...] = ()) -> Spec:
    """The calmest and the wildest table at each edge, the approved ones, and those that were chosen."""
    lines = [
        {
            "edge": float(d.result.house_edge),
            "deviation": float(d.result.standard_deviation),
            "table": name,
            "pays": ", ".join(f"{hand} {odds}" for hand, odds in d.changes.items()) or "as approved",
        }
        for name, designs in (("calmest", found.calm), ("wildest", found.wild))
        for d in designs
    ]
    dots = [
        {
            "edge": float(r.house_edge),
            "deviation": float(r.standard_deviation),
            "table": "approved",
            "name": name,
        }
        for name, r in [(t.id, r) for t, r in found.approved]
    ] + [
        {
            "edge": float(d.result.house_edge),
            "deviation": float(d.result.standard_deviation),
            "table": "design",
            "name": f"design {n}",
        }
        for n, d in enumerate(chosen[:MOST_CHOSEN], 1)
    ]
    place: Spec = {
        "x": {"field": "edge", "type": "quantitative", "title": "house edge", "axis": {"format": ".1%"}},
        "y": {
            "field": "deviation",
            "type": "quantitative",
            "title": "standard deviation, in units of the wager",
            "scale": {"zero": False},
        },
    }
    tips = [
        {"field": "table", "type": "nominal"},
        {"field": "edge", "type": "quantitative", "format": ".4%"},
        {"field": "deviation", "type": "quantitative", "format": ".3f"},
    ]
    return chart(
        f"{titled(found.game, found.wager)}: house edge against volatility",
        width=640,
        height=380,
        layer=[
            {
                "data": {"values": lines},
                "params": zoom("x", "y"),
                "mark": {"type": "line", "point": True},
                "encoding": {
                    **place,
                    "color": {
                        "field": "table",
                        "type": "nominal",
                        "title": None,
                        "scale": {"domain": ["calmest", "wildest"], "range": [shade(0), shade(1)]},
                    },
                    "tooltip": [*tips, {"field": "pays", "type": "nominal"}],
                },
            },
            {
                "data": {"values": dots},
                "mark": {"type": "point", "filled": True, "size": 110, "color": colour("ink")},
                "encoding": {
                    **place,
                    "shape": {
                        "field": "table",
                        "type": "nominal",
                        "title": None,
                        "scale": {"domain": ["approved", "design"], "range": ["circle", "diamond"]},
                    },
                    "tooltip": [*tips, {"field": "name", "type": "nominal"}],
                },
            },
            {
                "data": {"values": dots},
                "mark": {"type": "text", "align": "left", "dx": 8},
                "encoding": {**place, "text": {"field": "name", "type": "nominal"}},
            },
        ],
    )
