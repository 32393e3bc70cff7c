"""A page is measured when it has come to rest, and everything that is compared is measured at one moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Locator, Page

from pitboss.room.demo import demo_password

from .conftest import PATIENCE_MS

Size = tuple[int, int]
REST = (Path(__file__).parent / "rest.js").read_text(encoding="utf-8").strip()
BOXES = """(selectors) => selectors.flatMap((selector) =>
    [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect().toJSON()))"""

SIDEWAYS = """() => [...document.querySelectorAll("main *")]
    .filter((node) => /auto|scroll/.test(getComputedStyle(node).overflowX) && node.scrollWidth > node.clientWidth + 1)
    .map((node) => `${node.tagName} ${node.className}: ${node.scrollWidth} in ${node.clientWidth}`)"""
"""what lies beyond the edge of a box that scrolls"""


def rested(script: str) -> str:
    """What a script finds once the page has the size it is given and has come to rest."""
    return (
        f"async ({{ size, given }}) => {{ await ({REST})({{ size, patience: {PATIENCE_MS} }});"
        f" return ({script})(given); }}"
    )


def measure(page: Page | Frame, script: str, given: Any = None, size: Size | None = None) -> Any:
    """The script's answer about a page at rest; a window is given the size first."""
    shape = {"width": size[0], "height": size[1]} if size else None
    if shape and isinstance(page, Page):
        page.set_viewport_size(shape)  # type: ignore[arg-type]
    return page.evaluate(rested(script), {"size": shape, "given": given})


def boxes(page: Page | Frame, *selectors: str, size: Size | None = None) -> Sequence[dict[str, float]]:
    """Where everything lies that the selectors name, in their order, read at one moment."""
    found: list[dict[str, float]] = measure(page, BOXES, list(selectors), size)
    return found


def signs(where: Page | Locator, name: str, prefix: str = "second", password: str = "") -> None:
    """Somebody's credentials in the form that is open there."""
    where.locator(f"[name={prefix}_name]").fill(name)
    where.locator(f"[name={prefix}_password]").fill(password or demo_password(name))


def send(where: Page | Locator, form: str = "", second: str = "", **fields: str) -> None:
    """A form filled in, signed by a second person if need be, and pressed."""
    at = where.locator(form) if form else where
    if second:
        signs(at, second)
    for name, value in fields.items():
        at.locator(f"[name={name}]").fill(value)
    at.locator("[type=submit]").click()


def comes_to(page: Page, read: Callable[[], object], wanted: object = True) -> None:
    """What is read there becomes what it should be, however slow the machine."""
    for _ in range(PATIENCE_MS // 100):
        if read() == wanted:
            return
        page.wait_for_timeout(100)
    assert read() == wanted


def told(page: Page, words: str, *, alarm: bool = False, inside: bool = False) -> None:
    """The page has said this since it was loaded, even if the message has gone by now; if asked for, as an alarm, or
    inside a dialog."""

    def said() -> bool:
        return any(
            words in one["words"] and one["alarm"] >= alarm and one["inside"] >= inside
            for one in page.evaluate("window.told")
        )

    comes_to(page, said)
