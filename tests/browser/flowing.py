"""Pages that scroll, looked at whole: as wide as the screen, as high as they are."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .rest import measure
from .test_geometry import LOOK

WIDTHS = (390, 1024, 1366, 1920)
HEIGHT = "() => document.documentElement.scrollHeight"


def look(page: Page, step: str, widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """What overlaps, leaves its box, is cut, too small or hard to read, at every width."""
    found = []
    for width in widths:
        height, now = 0, 900
        while height != now:
            # what is as high as the screen grows with it, up to its own limit
            height = now
            now = max(900, measure(page, HEIGHT, size=(width, height)))
        found += [f"{step} {width}: {words}" for words in measure(page, LOOK, size=(width, height))]
    page.set_viewport_size({"width": 1366, "height": 768})
    return found


LOOKS = 5
AXE_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}


def axe(page: Page) -> list[str]:
    """What axe objects to, with the places; what is gone at another look was a page on its way."""
    found: list[str] = []
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    for _ in range(LOOKS):
        answer = page.evaluate("rules => axe.run(rules)", AXE_RULES)
        found = [
            f"{rule['id']}: {node['html'][:120]}: {node['failureSummary']}"
            for rule in answer["violations"]
            for node in rule["nodes"][:3]
        ]
        if not found:
            break
    return found
