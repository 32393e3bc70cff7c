"""The main path with a keyboard alone, read out by a live region."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .table_page import TablePage

pytestmark = pytest.mark.browser


OUTSIDE = """() => [...document.querySelectorAll("body *")]
    .map((node) => [node.tagName, String(node.className), node.getBoundingClientRect().right])
    .filter(([, , right]) => right > innerWidth + 1).map((parts) => parts.join(" ")).slice(0, 30)"""


def tab_to(page: Page, selector: str, most: int = 80) -> None:
    """Press Tab until the focus is there: it must be reachable in order, without a mouse."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
    raise AssertionError(f"{selector} is not reached with the keyboard")


def test_a_round_with_the_keyboard_alone(enter, keep):
    page = enter("bob", "/")
    tab_to(page, ".table-card > a[href='/table/fu-bacc-1']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/fu-bacc-1")
    TablePage(page)
    tab_to(page, "[data-do=sit]")
    page.keyboard.press("Enter")
    expect(page.locator(".spot.mine")).to_be_visible()
    page.keyboard.press("2")
    tab_to(page, ".spot.mine .place[data-wager=ante]")
    page.keyboard.press("Enter")
    expect(page.locator(".spot.mine [data-wager=ante] pit-chips")).to_have_attribute("cents", "500")
    page.keyboard.press("Enter")
    expect(page.locator(".spot.mine [data-wager=ante] pit-chips")).to_have_attribute("cents", "1000")
    page.keyboard.press("-")
    expect(page.locator(".spot.mine [data-wager=ante] pit-chips")).to_have_attribute("cents", "500")
    focused = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert focused == "solid", "the focus is visible"
    keep(page, "keyboard-focus")

    page.keyboard.press("d")
    page.wait_for_selector("#dock .choice")
    page.keyboard.press(".")
    expect(page.locator(".hint tbody tr.best")).to_be_visible()
    keep(page, "hint")
    page.keyboard.press("s")
    page.wait_for_selector("#table[data-phase=settled] .outcome")
    said = page.locator("#live").inner_text()
    assert "No more bets" in said
    assert "Dealer has" in said
    assert "You have" in said


def test_every_control_is_large_enough_to_touch(enter):
    page = enter("cleo", "/table/fu-bacc-1", phone=True)
    table = TablePage(page)
    table.sit(6)
    table.bet("ante")
    small = page.locator("button:visible").evaluate_all(
        """nodes => nodes.map(n => [n.innerText || n.getAttribute('aria-label'), n.getBoundingClientRect()])
                        .filter(([, r]) => r.width < 43.5 || r.height < 43.5).map(([t, r]) => [t, r.width, r.height])"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_sticks_out_sideways(enter):
    page = enter(None, "/table/fu-bacc-1")
    TablePage(page)
    for path in ("/table/fu-bacc-1", "/", "/lab", "/school", "/login"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for width in (360, 768, 1440, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            page.wait_for_timeout(100)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (
                path,
                width,
                page.evaluate(OUTSIDE),
            )
