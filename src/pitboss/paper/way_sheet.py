"""The best house way on paper: a page to post, with the rules as a dealer follows them, and the curve of its edge."""

from __future__ import annotations

from pitboss.cardplay.paigow.coverage import HANDS
from pitboss.cardplay.paigow.way_search import BestWay
from pitboss.paper.blocks import Packet, Paragraph, table
from pitboss.paper.charts import Spec, chart, colour, shade, zoom


def way_sheet(found: BestWay) -> Packet:
    rows = [
        (rule.place, f"{rule.text[:1].upper()}{rule.text[1:]}.", f"{hands / HANDS:.2%}")
        for rule, hands in zip(found.way.rules, found.hands, strict=True)
    ]
    blocks = (
        Paragraph(
            "Read from the top: the first rule that fits the dealer's seven cards sets them. The joker counts as an "
            "ace. Of several settings with the same two cards in front, the one with the best five is taken."
        ),
        table(("", "seven cards, and what goes in front", "hands"), rows, right=(2,)),
        Paragraph(
            f"House edge {float(found.edge):.4%} of the wager, exactly {found.edge}; "
            f"A-2-3-4-5 ranks {found.game.wheel.value.replace('-', ' ')}. Every hand set best would give "
            f"{float(found.best):.4%}. "
            + " ".join(f"{b.name}: {b.rules} rules, {float(b.edge):.4%}." for b in found.beside),
            quiet=True,
        ),
    )  # fmt: skip
    title = f"House way of {len(found.way.rules)} rules"
    return Packet(title, found.game.game.replace("-", " "), blocks, found.way.source)


def way_curve(found: BestWay) -> Spec:
    """A dot for each number of rules, other ways beside them, and the edge with every hand set best as a line."""
    curve = [
        {"rules": count, "edge": float(edge), "way": "best of so many rules"} for count, edge in found.curve
    ]
    beside = [{"rules": b.rules, "edge": float(b.edge), "way": b.name} for b in found.beside]
    least = min(float(edge) for _, edge in found.curve[len(found.curve) // 3 :])
    low = min([least, *(b["edge"] for b in beside)])  # type: ignore[type-var]
    shown = [dot for dot in curve if dot["edge"] >= low - 0.0005]  # type: ignore[operator]
    place: Spec = {
        "x": {"field": "rules", "type": "quantitative", "title": "rules"},
        "y": {
            "field": "edge", "type": "quantitative", "title": "house edge", "scale": {"zero": False},
            "axis": {"format": ".2%"},
        },
    }  # fmt: skip
    tips = [
        {"field": "way", "type": "nominal"},
        {"field": "rules", "type": "quantitative"},
        {"field": "edge", "type": "quantitative", "format": ".4%"},
    ]
    return chart(
        f"{found.game.game}: house edge by number of rules",
        width=640,
        height=380,
        layer=[
            {
                "data": {"values": shown},
                "params": zoom("x", "y"),
                "mark": {"type": "line", "point": {"color": shade(0)}, "color": shade(0)},
                "encoding": {**place, "tooltip": tips},
            },
            {
                "data": {"values": beside},
                "mark": {
                    "type": "point",
                    "filled": True,
                    "size": 110,
                    "shape": "diamond",
                    "color": colour("ink"),
                },
                "encoding": {**place, "tooltip": tips},
            },
            {
                "data": {"values": beside},
                "mark": {"type": "text", "align": "right", "dx": -8},
                "encoding": {**place, "text": {"field": "way", "type": "nominal"}},
            },
            {
                "data": {"values": [{"edge": float(found.best), "way": "every hand set best"}]},
                "mark": {"type": "rule", "strokeDash": [4, 4], "color": colour("quiet")},
                "encoding": {"y": place["y"], "tooltip": tips[::2]},
            },
        ],
    )
