"""Every chart of the house as a Vega-Lite specification: drawn as SVG on paper, interactive in the page.

A specification is plain data; its colours are named, so that paper, a dark room and a light one each have their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from pitboss.analysis.report import Grid, PricedLine
from pitboss.core.shown import titled

if TYPE_CHECKING:
    from pitboss.analysis.designer import Design, Frontier

Spec = dict[str, Any]

SCHEMA: Final = "https://vega.github.io/schema/vega-lite/v6.json"
PAPER: Final = {
    "ground": "#fbf8f0",
    "ink": "#222222",
    "quiet": "#555555",
    "grid": "#e4dfd0",
    "win": "#1b7f4d",
    "lose": "#8a1c2b",
    "push": "#6b6b6b",
    "brass": "#8a6d1f",
    # what lies behind the lines of a chart
    "band": "#2b6cb8",
    "drop": "#c2601c",
    "cell-ink": "#ffffff",
    # the plays of a strategy, and whatever else is told apart; white can be read on each
    "k0": "#1b7f4d",
    "k1": "#b3541e",
    "k2": "#2b5f9e",
    "k3": "#8a1c2b",
    "k4": "#75651a",
    "k5": "#5a3d8a",
    "k6": "#3a6a6e",
    "k7": "#626262",
    "k8": "#a0397a",
    "k9": "#2e2e54",
}
"""the colours by name, as paper has them; the page's stylesheet has the same names as `--chart-NAME`"""
SHADES: Final = 10
_NAMED: Final = re.compile(r"var\(--chart-([a-z0-9-]+)\)")
ZOOM_BY: Final = "wheel![event.shiftKey]"
"""the wheel alone scrolls the page"""


def colour(name: str) -> str:
    return f"var(--chart-{name})"


def shade(at: int) -> str:
    """One of the colours that tell things apart."""
    return colour(f"k{at % SHADES}")


CONFIG: Final[Spec] = {
    "background": colour("ground"),
    "font": "Liberation Sans, Arial, sans-serif",
    "title": {"anchor": "start", "color": colour("ink"), "fontSize": 16, "offset": 12},
    "axis": {
        "labelColor": colour("ink"),
        "titleColor": colour("quiet"),
        "labelFontSize": 12,
        "titleFontSize": 12,
        "gridColor": colour("grid"),
        "domainColor": colour("quiet"),
        "tickColor": colour("quiet"),
        "labelLimit": 320,
    },
    "axisQuantitative": {"labelOverlap": "greedy", "labelSeparation": 10},
    "legend": {
        "labelColor": colour("ink"),
        "titleColor": colour("quiet"),
        "labelFontSize": 12,
        "labelLimit": 420,
        "symbolOpacity": 1,
    },
    "text": {"color": colour("ink"), "fontSize": 12},
    "view": {"stroke": None},
}


def chart(title: str, **parts: Any) -> Spec:
    """A whole specification in the house's look; the title says to everybody what is drawn."""
    return {
        "$schema": SCHEMA,
        "title": title,
        "description": title,
        "config": CONFIG,
        "usermeta": {"paper": PAPER},
        "padding": 12,
        **parts,
    }


def zoom(*encodings: str) -> list[Spec]:
    """In the page: drag to move, the wheel with Shift to zoom, a double click to see it all again."""
    select = {"type": "interval", "encodings": list(encodings or ("x",)), "zoom": ZOOM_BY}
    return [{"name": "zoom", "select": select, "bind": "scales"}]


def on_paper(spec: Spec) -> Spec:
    """The specification with the colours of paper."""
    painted: Spec = json.loads(_NAMED.sub(lambda found: PAPER[found[1]], json.dumps(spec)))
    return painted


def svg(spec: Spec) -> str:
    """The chart as a self-contained picture."""
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(on_paper(spec))
    return drawn


# House edge against volatility: the tables in reach lie between two lines.

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


# Charts of one round: how likely each result is, and what each line of a pay table gives back.

BARS_MAX: Final = 40
Outcomes = Mapping[Fraction, Fraction]


def distribution(title: str, outcomes: Outcomes, *, logarithmic: bool = False) -> Spec:
    """One bar an outcome, its length the probability; on a logarithmic axis dots, whose place is their value."""
    rows = [
        {"net": label, "probability": float(chance), "chance": said(chance), "side": _side(net)}
        for label, chance, net in grouped(outcomes)
    ]
    length = {
        "field": "probability", "type": "quantitative",
        "scale": {"type": "log", "nice": True} if logarithmic else {"domain": [0, _room(rows)]},
        "axis": {"format": "~e" if logarithmic else ".1~%"},
        "title": "probability, logarithmic axis" if logarithmic else "probability",
    }  # fmt: skip
    by_side = {
        "field": "side", "type": "nominal", "title": None, "legend": {"orient": "bottom"},
        "scale": {"domain": ["loss", "push", "win"], "range": [colour("lose"), colour("push"), colour("win")]},
    }  # fmt: skip
    mark = {"type": "point", "filled": True, "size": 60} if logarithmic else {"type": "bar"}
    tooltip = [
        {"field": "net", "title": "net result"},
        {"field": "chance", "title": "probability"},
        {"field": "probability", "format": ".10f", "title": "as a number"},
    ]
    return chart(
        title,
        data={"values": rows},
        width=520,
        height={"step": 20},
        encoding={
            "y": {"field": "net", "type": "ordinal", "sort": None, "title": "net result"},
            "x": length,
        },
        layer=[
            {"mark": mark, "params": zoom("x"), "encoding": {"color": by_side, "tooltip": tooltip}},
            {
                "mark": {"type": "text", "align": "left", "dx": 6, "color": colour("quiet")},
                "encoding": {"text": {"field": "chance", "type": "nominal"}},
            },
        ],
    )


def _room(rows: Sequence[Mapping[str, object]]) -> float:
    """The axis ends so far beyond the longest bar that the figure at its end has a place."""
    return 1.18 * max((float(str(row["probability"])) for row in rows), default=1.0)


def _side(net: Fraction) -> str:
    return "loss" if net < 0 else "win" if net else "push"


def said(chance: Fraction) -> str:
    """A probability as people read it."""
    return f"{float(chance):.3%}" if chance >= Fraction(1, 10_000) else f"one in {round(1 / chance):,}"


def grouped(outcomes: Outcomes) -> list[tuple[str, Fraction, Fraction]]:
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


def cumulative(title: str, named: Sequence[tuple[str, Outcomes]], *, logarithmic: bool = False) -> Spec:
    """How likely a round ends at this net or better; one step line for each of the compared."""
    rows = []
    for name, outcomes in named:
        left = Fraction(1)
        for net, chance in sorted(outcomes.items()):
            if chance:
                rows.append({"of": name, "net": float(net), "probability": float(left), "chance": said(left)})
                left -= chance
    y: Spec = {
        "field": "probability", "type": "quantitative", "title": "this or better",
        "scale": {"type": "log"} if logarithmic else {"domain": [0, 1]},
        "axis": {"format": "~e" if logarithmic else ".0~%"},
    }  # fmt: skip
    return chart(
        title,
        data={"values": rows},
        width=520,
        height=260,
        params=zoom("x"),
        mark={"type": "line", "interpolate": "step-before", "strokeWidth": 2, "point": {"size": 36}},
        encoding={
            "x": {"field": "net", "type": "quantitative", "title": "net result, in units of the wager"},
            "y": y,
            "color": _by_name([name for name, _ in named]),
            "tooltip": [
                {"field": "of", "title": "table"},
                {"field": "net", "title": "net or better"},
                {"field": "chance", "title": "probability"},
            ],
        },
    )


def _by_name(names: Sequence[str], field: str = "of") -> Spec:
    return {
        "field": field, "type": "nominal", "title": None,
        "scale": {"domain": list(names), "range": [shade(at) for at in (0, 1, 2, 5)][: len(names)]},
        "legend": {"orient": "bottom"} if len(names) > 1 else None,
    }  # fmt: skip


def _bars_from_nothing(
    title: str, rows: Sequence[Spec], field: str, axis: Spec, tips: Sequence[Spec]
) -> Spec:
    """One bar a line of a pay table on one baseline, to the left in the colour of a loss."""
    signed = {"condition": {"test": f"datum.{field} < 0", "value": colour("lose")}, "value": colour("win")}
    return chart(
        title,
        data={"values": list(rows)},
        width=520,
        height={"step": 20},
        mark={"type": "bar"},
        params=zoom("x"),
        encoding={
            "y": {"field": "line", "type": "nominal", "sort": None, "title": None},
            "x": {"field": field, "type": "quantitative", **axis},
            "color": signed,
            "tooltip": [{"field": "line", "title": "line"}, *tips],
        },
    )


def contributions(title: str, lines: Iterable[PricedLine]) -> Spec:
    """What each line gives back to the player, on one baseline."""
    rows = [
        {"line": line.hand, "return": float(line.contribution), "pays": line.pays}
        for line in lines
        if line.contribution is not None
    ]
    tips = (
        {"field": "pays", "title": "pays"},
        {"field": "return", "format": ".4~%", "title": "return"},
    )
    axis = {"axis": {"format": ".1~%"}, "title": "part of the return"}
    return _bars_from_nothing(title, rows, "return", axis, tips)


def sensitivity(title: str, rows: Iterable[tuple[str, str, Fraction]]) -> Spec:
    """How far the house edge moves when one line pays one unit more: (line, from what to what, points of edge)."""
    values = [{"line": line, "change": change, "moves": float(moves)} for line, change, moves in rows]
    tips = (
        {"field": "change", "title": "pays"},
        {"field": "moves", "format": "+.5~%", "title": "house edge moves by"},
    )
    axis = {"axis": {"format": ".2~%"}, "title": "change of the house edge, in percent of the wager"}
    return _bars_from_nothing(title, values, "moves", axis, tips)


# Charts of the pit: a table's day by the hour, and what jackpots stand at.

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


# Rates measured side by side.


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


# Charts of many rounds: where sessions end.

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


# Strategy charts: rows by columns of short codes, coloured by play.

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
