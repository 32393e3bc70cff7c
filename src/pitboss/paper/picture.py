"""A chart as a picture of the packet: all in one scale, so that their letters are of one size."""

from __future__ import annotations

import re
from typing import Final

from pitboss.paper.blocks import Picture
from pitboss.paper.charts import Spec, svg

TEXT_WIDTH: Final = 760
"""of a chart that would be as wide as the text"""
WIDEST: Final = 95


def drawn(spec: Spec, alt: str) -> Picture:
    image = svg(spec)
    found = re.search(r'<svg[^>]*\bwidth="([\d.]+)', image)
    width = float(found.group(1)) if found else TEXT_WIDTH
    return Picture(image, alt, min(round(100 * width / TEXT_WIDTH), WIDEST))
