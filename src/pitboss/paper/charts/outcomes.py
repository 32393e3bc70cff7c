"""Charts of one round: how likely each result is, and what each line of a pay table gives back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pitboss.edge.report import PricedLine
from pitboss.paper.charts.kit import Spec, chart, colour, shade, zoom

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
