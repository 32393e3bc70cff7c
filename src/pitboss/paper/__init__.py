"""What a manufacturer hands to a regulator and an operator keeps: one document a game, as PDF and HTML."""

from pitboss.paper.build import build_packet
from pitboss.paper.render import packet_html, packet_pdf

__all__ = ["build_packet", "packet_html", "packet_pdf"]
