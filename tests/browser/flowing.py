"""Pages that scroll, looked at whole: as wide as the screen, as high as they are."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .test_geometry import LOOK
from .test_play import AXE_RULES

WIDTHS = (390, 1024, 1366, 1920)


def look(page: Page, step: str, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What overlaps, leaves its box, is cut, too small or hard to read, at every width."""
    found = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(250)  # charts are drawn for their new width
        height = 0
        while height != (now := page.evaluate("document.documentElement.scrollHeight")):
            # what is as high as the screen grows with it, up to its own limit
            height = now
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(50)
        wrong = page.evaluate(LOOK, {"width": width, "height": height})
        found += [f"{step} {width}: {words}" for words in wrong]
    page.set_viewport_size({"width": 1366, "height": 768})
    return found


def axe(page: Page) -> list[str]:
    """What axe objects to, with the places."""
    answer = Axe().run(page, options=AXE_RULES)
    return [
        f"{rule['id']}: {', '.join(node['html'][:120] for node in rule['nodes'][:3])}"
        for rule in answer.response["violations"]
    ]
