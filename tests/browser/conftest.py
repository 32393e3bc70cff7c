"""Chromium, a house, and people who are signed in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from .house import House

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "screens"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

Enter = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "These tests drive Debian's chromium: `make system` installs it."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all: every test leaves its seats, so the next one finds them free."""
    made = House(tmp_path_factory.mktemp("house"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def enter(chromium: Browser, house: House) -> Iterator[Enter]:
    """`enter("ann", "/table/fu-bacc-1")`: a page of one's own, signed in through the login form."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def come_in(name: str | None, path: str = "/", *, phone: bool = False, scheme: str = "dark") -> Page:
        context = chromium.new_context(
            base_url=house.url,
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: _only_the_house(request.url, house.url, problems))
        if name:
            page.goto(f"/login?next={path}")
            page.fill("input[name=name]", name)
            page.fill("input[name=password]", f"{name}-demo")
            page.click("#login button[type=submit]")
            page.wait_for_url(lambda url: urlsplit(url).path == path)
        else:
            page.goto(path)
        return page

    yield come_in
    for context in contexts:
        for page in context.pages:
            _leave_seats(page)
        context.close()
    assert not problems, problems


def _leave_seats(page: Page) -> None:
    if page.locator("#leave").count() and page.locator(".spot.mine").count():
        page.wait_for_selector("#table:not([data-phase=playing])")
        page.click("#leave")
        expect(page.locator(".spot.mine")).to_have_count(0)


def _only_the_house(url: str, house: str, problems: list[str]) -> None:
    """No page asks anybody but the house for anything."""
    if not url.startswith((house, "data:", house.replace("http", "ws"))):
        problems.append(f"asked for {url}")


@pytest.fixture
def keep() -> Callable[[Page, str], None]:
    """Keep a screenshot as an artefact, to be looked at."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)

    def shot(page: Page, name: str) -> None:
        page.wait_for_timeout(150)
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return shot
