"""Every chart of the house as a Vega-Lite specification: drawn as SVG on paper and in the terminal's files, and with
hover, zoom and export in the page. A specification is plain data and holds its own values; its colours are named,
so that paper, a dark room and a light one each give them their own."""

from pitboss.paper.charts.frontier import frontier_chart
from pitboss.paper.charts.kit import PAPER, Spec, chart, colour, shade, svg, zoom
from pitboss.paper.charts.outcomes import (
    BARS_MAX,
    contributions,
    cumulative,
    distribution,
    grouped,
    said,
    sensitivity,
)
from pitboss.paper.charts.pit import by_hour, holds
from pitboss.paper.charts.rates import rates
from pitboss.paper.charts.sessions import by_depth, convergence, fan, session_fan
from pitboss.paper.charts.strategy import ROWS_MAX, strategy_chart

__all__ = (
    "BARS_MAX",
    "PAPER",
    "ROWS_MAX",
    "Spec",
    "by_depth",
    "by_hour",
    "chart",
    "colour",
    "contributions",
    "convergence",
    "cumulative",
    "distribution",
    "fan",
    "frontier_chart",
    "grouped",
    "holds",
    "rates",
    "said",
    "sensitivity",
    "session_fan",
    "shade",
    "strategy_chart",
    "svg",
    "zoom",
)
