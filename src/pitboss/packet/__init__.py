"""What a manufacturer hands to a regulator and an operator keeps: one document a game, as PDF and HTML."""

from pitboss.packet.build import build_packet
from pitboss.packet.render import packet_html, packet_pdf

__all__ = ["build_packet", "packet_html", "packet_pdf"]
