"""A page on a slow line is seen before its scripts are there: what is pressed then is kept for them."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.room.demo import demo_password

from .conftest import Enter

pytestmark = pytest.mark.browser

Release = Callable[[], None]


def opened_slowly(page: Page, path: str, scripts: str) -> Release:
    """The page without these scripts, until they are released."""
    waiting: list[Route] = []
    slow = True

    def hold(route: Route) -> None:
        if slow:
            waiting.append(route)
        else:
            route.continue_()

    page.route(scripts, hold)
    page.goto(path, wait_until="commit")
    expect(page.locator("main")).to_be_visible()

    def release() -> None:
        nonlocal slow
        slow = False
        for route in waiting:
            route.continue_()

    return release


def test_a_press_before_the_scripts_are_there_is_done_by_them(enter: Enter) -> None:
    page = enter("sue", "/pit")
    release = opened_slowly(page, "/console/fu-bacc-1", "**/js/layouts/*.js")
    tray = page.locator("#show-tray")
    tray.click()
    tray.click()
    expect(tray).to_have_attribute("aria-busy", "true")
    expect(page.locator("#tray")).to_be_hidden()
    release()
    page.locator("#tray [data-tray=fill]").click()
    expect(page.locator("dialog.act")).to_be_visible()
    expect(tray).not_to_have_attribute("aria-busy", "true")


@pytest.mark.clause("HR-21")
def test_a_password_sent_early_is_in_no_address(enter: Enter) -> None:
    page = enter(None, "/")
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    release = opened_slowly(page, "/login?next=/lab", "**/js/login.js")
    page.fill("input[name=name]", "bob")
    page.fill("input[name=password]", demo_password("bob"))
    page.click("#login button[type=submit]")
    page.keyboard.press("Enter")
    expect(page.locator("#login button[type=submit]")).to_have_attribute("aria-busy", "true")
    release()
    page.wait_for_url(lambda url: urlsplit(url).path == "/lab")
    assert not [url for url in seen if demo_password("bob") in url]


def test_a_page_that_does_not_come_whole_says_so(enter: Enter) -> None:
    page = enter("bob", "/")
    page.route("**/js/lobby.js", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("Reload it")
