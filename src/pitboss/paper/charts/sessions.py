"""Charts of many rounds: where sessions end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.paper.charts.kit import Spec, chart, colour, zoom

NORMAL = (("50", 0.6744898), ("90", 1.6448536), ("99", 2.5758293))
Z_95 = 1.959964
BANDS = ("99", "90", "50")
"""percent of sessions in a band; the widest lies below"""


def fan(title: str, rounds: Sequence[int], edge: float, deviation: float) -> Spec:
    """The player's result over a session: the expectation and the bands that hold 50, 90 and 99 % of sessions."""
    rows = []
    for n in rounds:
        row: dict[str, float] = {"rounds": n, "mean": -edge * n}
        for name, z in NORMAL:
            row[f"low{name}"] = -edge * n - z * deviation * n**0.5
            row[f"high{name}"] = -edge * n + z * deviation * n**0.5
        rows.append(row)
    return _fan(title, rows, "units won or lost")


def session_fan(title: str, rows: Sequence[Mapping[str, float]], unit: str = "dollars won or lost") -> Spec:
    """The same from quantiles as they were found: `rounds`, `mean`, `middle`, and `low`/`high` of each band."""
    return _fan(title, [dict(row) for row in rows], unit, middle=True)


def _fan(title: str, rows: list[dict[str, float]], unit: str, *, middle: bool = False) -> Spec:
    x = {"field": "rounds", "type": "quantitative", "title": "rounds"}
    told = [{"field": "rounds", "title": "rounds"}, {"field": "mean", "format": ",.2f", "title": "expected"}]
    if middle:
        told.append({"field": "middle", "format": ",.2f", "title": "median"})
    for name in reversed(BANDS):
        for side, word in (("low", "from"), ("high", "to")):
            told.append({"field": f"{side}{name}", "format": ",.2f", "title": f"{name} %: {word}"})
    bands: list[Spec] = [
        {
            "mark": {"type": "area", "opacity": 0.22, "color": colour("win")},
            "encoding": {
                "x": x,
                "y": {"field": f"low{name}", "type": "quantitative", "title": unit},
                "y2": {"field": f"high{name}"},
            },
        }
        for name in BANDS
    ]
    bands[0]["params"] = zoom("x", "y")
    lines = [("mean", "lose", [1, 0])] + ([("middle", "ink", [5, 4])] if middle else [])
    drawn: list[Spec] = [
        {
            "mark": {"type": "line", "color": colour(ink), "strokeWidth": 2, "strokeDash": dash},
            "encoding": {"x": x, "y": {"field": field, "type": "quantitative"}},
        }
        for field, ink, dash in lines
    ]
    # a broad line that nobody sees, so that the figures come wherever one points
    finger: Spec = {
        "mark": {"type": "rule", "color": colour("quiet"), "opacity": 0.001, "strokeWidth": 14},
        "encoding": {"x": x, "tooltip": told},
    }
    return chart(title, data={"values": rows}, width=520, height=280, layer=[*bands, *drawn, finger])


def convergence(title: str, points: Sequence[tuple[int, float, float]], exact: float | None) -> Spec:
    """A simulation on its way: (rounds, house edge, standard error), with the band of 95 % and the exact edge."""
    rows = [
        {"rounds": n, "edge": edge, "low": edge - Z_95 * error, "high": edge + Z_95 * error}
        for n, edge, error in points
    ]
    x = {"field": "rounds", "type": "quantitative", "title": "rounds", "axis": {"format": "~s"},
         "scale": {"zero": True}}  # fmt: skip
    y = {"type": "quantitative", "scale": {"zero": False}, "axis": {"format": ".3~%"}}
    told = [
        {"field": "rounds", "format": ",", "title": "rounds"},
        {"field": "edge", "format": ".5%", "title": "house edge"},
        {"field": "low", "format": ".5%", "title": "95 %: from"},
        {"field": "high", "format": ".5%", "title": "95 %: to"},
    ]
    layers: list[Spec] = [
        {
            "mark": {"type": "area", "opacity": 0.25, "color": colour("brass")},
            "params": zoom("x", "y"),
            "encoding": {"x": x, "y": {"field": "low", "title": "house edge", **y}, "y2": {"field": "high"}},
        },
        {
            "mark": {
                "type": "line",
                "color": colour("brass"),
                "strokeWidth": 2,
                "point": {"color": colour("brass")},
            },
            "encoding": {"x": x, "y": {"field": "edge", **y}, "tooltip": told},
        },
    ]
    if exact is not None:
        layers.append(
            {
                "data": {"values": [{"exact": exact}]},
                "mark": {"type": "rule", "color": colour("win"), "strokeWidth": 2, "strokeDash": [6, 4]},
                "encoding": {
                    "y": {"field": "exact", **y},
                    "tooltip": [{"field": "exact", "format": ".6%", "title": "exact edge"}],
                },
            }
        )
    return chart(title, data={"values": rows}, width=520, height=260, layer=layers)


def by_depth(title: str, depths: Sequence[tuple[int, float, float]]) -> Spec:
    """(percent of the shoe dealt, share of rounds that favour the player, the player's edge then)."""
    rows = [
        {"dealt": f"{dealt} %", "share": share, "edge": edge if share else None}
        for dealt, share, edge in depths
    ]
    return chart(
        title,
        data={"values": rows},
        width=520,
        height=220,
        mark={"type": "bar", "color": colour("lose")},
        encoding={
            "x": {"field": "dealt", "type": "ordinal", "sort": None, "title": "dealt so far",
                  "axis": {"labelAngle": 0}},
            "y": {
                "field": "share", "type": "quantitative", "title": "share of rounds", "axis": {"format": ".1~%"},
            },
            "tooltip": [
                {"field": "dealt", "title": "dealt so far"},
                {"field": "share", "format": ".3~%", "title": "favourable"},
                {"field": "edge", "format": ".3~%", "title": "player's edge then"},
            ],
        },
    )  # fmt: skip
