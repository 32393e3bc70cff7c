"""Pay tables near a target edge and volatility, with odds a layout can print; for analysis (HR-07)."""

from pitboss.edge.design.candidates import PRINTABLE, Bounds, deviation
from pitboss.edge.design.frontier import Frontier, frontier
from pitboss.edge.design.known import lines_explain, slopes
from pitboss.edge.design.search import Design, design
from pitboss.edge.design.several import DesignedTogether, Wanted, together
from pitboss.edge.design.table_file import as_toml

__all__ = (
    "PRINTABLE",
    "Bounds",
    "Design",
    "DesignedTogether",
    "Frontier",
    "Wanted",
    "as_toml",
    "design",
    "deviation",
    "frontier",
    "lines_explain",
    "slopes",
    "together",
)
