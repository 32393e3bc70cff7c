"""The same blocks on a page and on paper."""

from __future__ import annotations

import json
from importlib import resources

from pitboss.paper.blocks import Packet

_TEMPLATES = resources.files("pitboss.paper") / "templates"


def packet_html(packet: Packet) -> str:
    """One self-contained page."""
    import jinja2

    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((_TEMPLATES / "packet.html.jinja").read_text(encoding="utf-8"))
    return template.render(packet=packet)


def packet_pdf(packet: Packet) -> bytes:
    """Byte for byte the same for the same content."""
    import typst

    source = (_TEMPLATES / "packet.typ").read_bytes()
    pdf: bytes = typst.compile(source, sys_inputs={"packet": json.dumps(packet.to_json())})
    return pdf
