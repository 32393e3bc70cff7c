"""Chromium, a house, and people who are signed in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from pitboss.room.demo import demo_password
from tests.web.conftest import Server

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "screens"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

PATIENCE_MS = 120_000
"""what is awaited comes or does not: a slow machine is no fault of the page"""
expect.set_options(timeout=PATIENCE_MS)

Enter = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "These tests drive Debian's chromium: `make system` installs it."
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS.split())
        yield browser
        browser.close()


PACE = ("--betting-seconds", "600", "--decision-seconds", "600", "--settled-seconds", "600")
"""nobody is hurried, however slow the machine"""


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One house for all: every test leaves its seats, so the next one finds them free."""
    running = Server(tmp_path_factory.mktemp("house"), "--demo", *PACE).start()
    yield running
    running.stop()


@pytest.fixture
def enter(chromium: Browser, house: Server) -> Iterator[Enter]:
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
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: _only_the_house(request.url, house.url, problems))
        if name:
            page.goto(f"/login?next={path}")
            page.fill("input[name=name]", name)
            page.fill("input[name=password]", demo_password(name))
            page.click("#login button[type=submit]")
            page.wait_for_url(lambda url: urlsplit(url).path == path)
        else:
            page.goto(path)
        return page

    yield come_in
    for context in contexts:
        _leave_seats(context, house.url)
        context.close()
    assert not problems, problems


def _leave_seats(context: BrowserContext, url: str) -> None:
    """Whatever the page shows by now: the seats are given back to the house."""
    me = context.request.get("/api/v1/me")
    if not me.ok:
        return
    headers = {"X-CSRF-Token": me.json()["csrf"], "Origin": url}
    for table in context.request.get("/api/v1/tables").json():
        path = f"/api/v1/tables/{table['id']}"
        state = context.request.get(path).json()
        if state["phase"] == "settled" and state["you"]["spots"]:
            context.request.post(f"{path}/ready", data={}, headers=headers)
        for spot in state["you"]["spots"]:
            answer = context.request.post(f"{path}/leave", data={"spot": spot}, headers=headers)
            assert answer.ok, answer.text()


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
