"""A document as plain blocks, so that PDF and HTML are two drawings of the same thing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from pitboss.paper.charts import Spec, svg

if TYPE_CHECKING:
    from pitboss.paper.sheets import Sheet

DECISIONS: Final = "Decisions: how often, and what they are worth"
EXPOSURE: Final = "Exposure"
CONFIRMATION: Final = "Confirmation by simulation"
"""parts that not every packet has; its scope names those that are there"""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1
    kind: str = "heading"


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    quiet: bool = False
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]
    kind: str = "bullets"


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    """columns that hold figures"""
    small: bool = False
    side_by_side: int = 1
    """columns of the page it is set in"""
    kind: str = "table"


@dataclass(frozen=True, slots=True)
class Picture:
    svg: str
    alt: str
    width: int = 100
    """share of the text's width in percent"""
    kind: str = "picture"


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins a page."""

    kind: str = "break"


Block = Heading | Paragraph | Bullets | Table | Picture | PageBreak


@dataclass(frozen=True, slots=True)
class Packet:
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    foot: str
    sheets: tuple[Sheet, ...] = ()
    """the same tables for a spreadsheet"""

    def to_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "subtitle": self.subtitle,
            "foot": self.foot,
            "blocks": [asdict(block) for block in self.blocks],
        }


def table(
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    right: Sequence[int] = (),
    small: bool = False,
    side_by_side: int = 1,
) -> Table:
    return Table(tuple(columns), tuple(tuple(row) for row in rows), tuple(right), small, side_by_side)


# The same blocks on a page and on paper.

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


# A chart as a picture of the packet: all in one scale, so that their letters are of one size.

TEXT_WIDTH: Final = 760
"""of a chart that would be as wide as the text"""
WIDEST: Final = 95


def drawn(spec: Spec, alt: str) -> Picture:
    image = svg(spec)
    found = re.search(r'<svg[^>]*\bwidth="([\d.]+)', image)
    width = float(found.group(1)) if found else TEXT_WIDTH
    return Picture(image, alt, min(round(100 * width / TEXT_WIDTH), WIDEST))
