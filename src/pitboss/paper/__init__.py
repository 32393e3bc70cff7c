"""What a manufacturer hands to a regulator and an operator keeps: one document a game, as PDF, HTML and tables."""

from pitboss.paper.build import build_packet
from pitboss.paper.cover import Cover
from pitboss.paper.render import packet_html, packet_pdf
from pitboss.paper.sheets import workbook, write_csv

__all__ = ["Cover", "build_packet", "packet_html", "packet_pdf", "workbook", "write_csv"]
