"""Chromium, a house, and people who are signed in."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import tools.browser
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from pitboss.room.demo import demo_password
from tests.client import Client, Refused
from tests.limits import LIMIT_S
from tests.patience import PATIENCE_S, slowness
from tests.web.conftest import Server, demo_room, room_of

from .stage import QUIET

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
)
ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts" / "screens"
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

PATIENCE_MS = int(min(PATIENCE_S, 0.6 * LIMIT_S * max(1.0, slowness())) * 1000)
"""a test that waits in vain fails with what it waited for, before its limit ends it together with its process"""
expect.set_options(timeout=PATIENCE_MS)
RETRIES = 3
"""the house ends a connection that nobody has used for some seconds: a request that meets its end is sent again"""
TOLD = """
window.told = [];
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
        for (const node of addedNodes)
            if (node.classList?.contains("toast")) {
                const alarm = node.classList.contains("alarm");
                window.told.push({ words: node.textContent, alarm, inside: target.closest("dialog") !== null });
            }
}).observe(document, { childList: true, subtree: true });
"""
"""messages that go by themselves are kept, for whoever comes late to read them"""

Enter = Callable[..., Page]
Keep = Callable[[Page, str], None]


def patient(context: BrowserContext) -> BrowserContext:
    """Whoever asks in it waits as long as any test does, and finds what was told meanwhile in `window.told`."""
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(TOLD)
    # also what pages of it ask with: theirs is the same
    for way in ("get", "post"):
        setattr(context.request, way, partial(getattr(context.request, way), max_retries=RETRIES))
    return context


@contextmanager
def paused(server: Server) -> Iterator[None]:
    """The server's process stands still; its connections stay open."""
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=tools.browser.chromium(), args=FLAGS.split(), timeout=PATIENCE_MS
        )
        yield browser
        browser.close()


house = room_of(demo_room, scope="session")
"""one house for all, in which nobody is hurried: every test leaves its seats, so the next one finds them free"""


@pytest.fixture
def pit(house: Server) -> Server:
    """The same house, for those who work there."""
    return house


SIGNED_IN: dict[tuple[str, str], list[dict[str, object]]] = {}
"""(house, name): the cookies of whoever has signed in there before"""


def sign_in(page: Page, house: Server, name: str, path: str) -> None:
    """Through the login form; whoever has been through it comes back with the same cookies."""
    known = SIGNED_IN.get((house.url, name))
    if known:
        page.context.add_cookies(known)
        me = page.request.get("/api/v1/me")
        if me.ok:
            if me.json()["role"] != "player":
                # what staff signs needs credentials given lately, however long ago the first test was
                headers = {"X-CSRF-Token": me.json()["csrf"], "Origin": house.url}
                given = {"password": demo_password(name)}
                assert page.request.post("/api/v1/me/confirm", data=given, headers=headers).ok
            page.goto(path)
            return
        page.context.clear_cookies()
    page.goto(f"/login?next={path}")
    page.fill("input[name=name]", name)
    page.fill("input[name=password]", demo_password(name))
    page.click("#login button[type=submit]")
    page.wait_for_url(lambda url: urlsplit(url).path == path)
    SIGNED_IN[house.url, name] = page.context.cookies()


Kept = dict[tuple[object, ...], list[BrowserContext]]
NEW_TAB = """
try {
    if (!sessionStorage.getItem("tab")) localStorage.clear();
    sessionStorage.setItem("tab", "opened");
} catch { /* nothing is kept for a page without an address */ }
"""
"""a page begins without what another test has left; what the browser has fetched and who is signed in it keeps"""


@pytest.fixture(scope="module")
def kept(chromium: Browser, house: Server) -> Iterator[Kept]:
    """The contexts of a module that nobody is in: a page that was fetched and compiled there is quickly there again."""
    contexts: Kept = {}
    yield contexts
    for context in [one for left in contexts.values() for one in left]:
        context.close()


@pytest.fixture
def enter(chromium: Browser, house: Server, kept: Kept) -> Iterator[Enter]:
    """`enter("ann", "/table/fu-bacc-1")`: a page of one's own, signed in through the login form; with `fresh` nothing
    of an earlier test is in its context, and nothing of this one stays."""
    used: list[tuple[tuple[object, ...], BrowserContext]] = []
    problems: list[str] = []

    def come_in(
        name: str | None, path: str = "/", *, phone: bool = False, scheme: str = "dark", fresh: bool = False
    ) -> Page:
        key = ("fresh", len(used)) if fresh else (name, phone, scheme)
        left = kept.get(key)
        context = left.pop() if left else _context(chromium, house, phone=phone, scheme=scheme)
        used.append((key, context))
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda request: _only_the_house(request.url, house.url, problems))
        if name:
            sign_in(page, house, name, path)
        else:
            page.goto(path)
        return page

    yield come_in
    try:
        leave_seats([context for _, context in used], house.url)
    finally:
        for key, context in used:
            if key[0] == "fresh":
                context.close()
                continue
            for page in context.pages:
                page.close()
            if key[0] is None:
                context.clear_cookies()
            kept.setdefault(key, []).append(context)
    assert not problems, problems


def _context(chromium: Browser, house: Server, *, phone: bool, scheme: Any) -> BrowserContext:
    context = patient(
        chromium.new_context(
            base_url=house.url,
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            color_scheme=scheme,
            reduced_motion="reduce",
        )
    )
    context.add_init_script(NEW_TAB)
    return context


TURNS = 60


def leave_seats(contexts: Sequence[BrowserContext], url: str) -> None:
    """Whatever the pages show by now, however the test ended: the seats are given back to the house."""
    for _ in range(TURNS):
        # each person answers what is asked of that person, so a round of several comes to its end
        if not sum([_step_away(context, url) for context in contexts]):
            return
    raise AssertionError("a seat could not be given back")


def _step_away(context: BrowserContext, url: str) -> int:
    """One step towards leaving at each table; how many seats are still held."""
    me = context.request.get("/api/v1/me")
    if not me.ok or me.json()["role"] != "player":
        return 0
    client = Client.of_browser(url, {c["name"]: c["value"] for c in context.cookies()})
    held = 0

    def command(table: str, deed: str, **fields: object) -> bool:
        try:
            client.command(table, deed, **fields)
        except Refused:
            return False
        return True

    for table in context.request.get("/api/v1/tables").json():
        if not table["taken"]:
            continue
        state = context.request.get(f"/api/v1/tables/{table['id']}").json()
        spots = state["you"]["spots"]
        if state["phase"] == "playing":
            for ask in state["view"]["pending"]:
                choices = {choice["action"]: choice for choice in ask["choices"]}
                action = next(a for a in QUIET if a in choices)
                amount = choices[action].get("most_cents", 0)
                command(table["id"], "act", spot=ask["spot"], action=action, amount_cents=amount)
        elif state["phase"] == "settled" and spots:
            command(table["id"], "ready")
        held += sum(not command(table["id"], "leave", spot=spot) for spot in spots)
    client.close_pages()
    return held


def become_guest(page: Page) -> None:
    """Somebody whom the house sees for the first time, whatever other tests have done: no history, no chips won."""
    assert page.evaluate("fetch('/api/v1/guest', { method: 'POST' }).then((answer) => answer.ok)")
    page.reload()


def _only_the_house(url: str, house: str, problems: list[str]) -> None:
    """No page asks anybody but the house for anything."""
    if not url.startswith((house, "data:", house.replace("http", "ws"))):
        problems.append(f"asked for {url}")


@pytest.fixture
def keep() -> Keep:
    """Keep a screenshot in artefacts/screens, to be looked at, where SCREENS is set in the environment."""

    def shot(page: Page, name: str) -> None:
        if os.environ.get("SCREENS"):
            ARTEFACTS.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=ARTEFACTS / f"{name}.png")

    return shot
