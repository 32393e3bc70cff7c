"""What the charts share: named colours, one look, and the way onto paper."""

from __future__ import annotations

import json
import re
from typing import Any, Final

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
