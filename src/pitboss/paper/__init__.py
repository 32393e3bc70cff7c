"""What a manufacturer hands to a regulator and an operator keeps: one document a game, as PDF, HTML and tables.

The names load when they are first used: charts are drawn without what builds a packet."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.paper.blocks import packet_html, packet_pdf, workbook, write_csv
    from pitboss.paper.packet import Cover, build_packet

__all__ = ["Cover", "build_packet", "packet_html", "packet_pdf", "workbook", "write_csv"]
WHERE = {
    "Cover": "packet", "build_packet": "packet", "packet_html": "blocks", "packet_pdf": "blocks", "workbook": "blocks",
    "write_csv": "blocks",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in WHERE:
        return getattr(importlib.import_module(f"pitboss.paper.{WHERE[name]}"), name)
    raise AttributeError(f"module 'pitboss.paper' has no attribute {name!r}")
