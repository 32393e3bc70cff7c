"""Nothing lies over anything else, nothing leaves its box or the screen, nothing is cut or too small to read.

A real browser looks at every step of a scripted round of every game, at every size. Two sizes hold in the gate,
all of them, and a player alone, in `make test-long`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .conftest import PATIENCE_MS, sign_in
from .scripts import FULL
from .stage import Script, Stage, alone

pytestmark = pytest.mark.browser

LOOK = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8")
Size = tuple[int, int]
GATE = ((390, 844), (1280, 720))
SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
LOOKS = 5
STANDS = """() => ["dealer", "spots", "mine"].map((part) => {
    const box = document.querySelector(`.cloth > .${part}`)?.getBoundingClientRect();
    return box ? [box.x, box.y, box.width, box.height].map(Math.round) : [];
})"""
"""where the parts of the felt lie: words and cards come and go, these stay"""
ALONE = {game: alone(script) for game, script in FULL.items()}


@pytest.fixture(scope="module")
def full_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    running = Stage(tmp_path_factory.mktemp("full"), FULL).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def lone_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    running = Stage(tmp_path_factory.mktemp("alone"), ALONE).start()
    yield running
    running.stop()


@pytest.fixture
def screens(chromium: Browser) -> Iterator[list[BrowserContext]]:
    opened: list[BrowserContext] = []
    yield opened
    for context in opened:
        context.close()


def sit_down_at(
    chromium: Browser, stage: Stage, script: Script, opened: list[BrowserContext], name: str | None = "ann"
) -> Page:
    context = chromium.new_context(base_url=stage.url, reduced_motion="reduce", color_scheme="dark")
    context.set_default_timeout(PATIENCE_MS)
    opened.append(context)
    page = context.new_page()
    if name is None:
        page.goto(f"/table/{script.game}-1")
    else:
        sign_in(page, stage, name, f"/table/{script.game}-1")
    expect(page.locator("#felt .cloth")).to_be_attached()
    return page


def faults(page: Page, step: str, sizes: tuple[Size, ...]) -> list[str]:
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong = page.evaluate(LOOK, {"width": width, "height": height})
        for _ in range(LOOKS):
            # what is wrong stays; what a busy machine has not laid out yet does not
            if not wrong:
                break
            page.wait_for_timeout(100)
            wrong = page.evaluate(LOOK, {"width": width, "height": height})
        found += [f"{step} {width}x{height}: {words}" for words in wrong]
    return found


def wait_for_version(page: Page, version: int) -> None:
    """Until the page shows this state of the table, or a later one, to its end."""
    table = page.locator("#table")
    for _ in range(PATIENCE_MS // 20):
        shown = int(table.get_attribute("data-version") or 0)
        if shown >= version and table.get_attribute("data-shown") == "all":
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"version {version} is not shown")


def look_at_round(
    page: Page,
    stage: Stage,
    script: Script,
    sizes: tuple[Size, ...],
    onlooker: Page | None = None,
) -> tuple[list[str], list[str]]:
    """What is wrong at any step, and the steps that were looked at; in the end also by somebody without a seat."""
    found, steps = faults(page, "empty", sizes), []
    stood: list[list[int]] = []
    for step, version in stage.steps(script):
        wait_for_version(page, version)
        found += faults(page, step, sizes)
        steps.append(step)
        stands = page.evaluate(STANDS)
        if stood and stands != stood:
            found.append(f"{step}: dealer, seats or place have moved from {stood} to {stands}")
        stood = stands
    if onlooker:
        wait_for_version(onlooker, version)
        found += faults(onlooker, "looking on", sizes)
    stage.clear(script)
    return found, steps


@pytest.mark.parametrize("game", FULL)
def test_a_full_table(game, chromium, full_room, screens):
    page = sit_down_at(chromium, full_room, FULL[game], screens)
    onlooker = sit_down_at(chromium, full_room, FULL[game], screens, name=None)
    found, steps = look_at_round(page, full_room, FULL[game], GATE, onlooker)
    assert not found, "\n".join(found)
    assert {"seated", "bets", "settled"} < set(steps)
    assert any(step.startswith("asked") for step in steps)


@pytest.mark.long
@pytest.mark.parametrize("game", FULL)
def test_a_full_table_at_every_size(game, chromium, full_room, screens):
    page = sit_down_at(chromium, full_room, FULL[game], screens)
    onlooker = sit_down_at(chromium, full_room, FULL[game], screens, name=None)
    found, _ = look_at_round(page, full_room, FULL[game], SIZES, onlooker)
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("game", ALONE)
def test_a_player_alone_at_every_size(game, chromium, lone_room, screens):
    page = sit_down_at(chromium, lone_room, ALONE[game], screens)
    found, _ = look_at_round(page, lone_room, ALONE[game], SIZES)
    assert not found, "\n".join(found)


def test_the_look_finds_what_is_wrong(chromium, screens):
    """The test can fail: a card over a card, text off the screen and small print are found."""
    context = chromium.new_context(viewport={"width": 400, "height": 300})
    screens.append(context)
    page = context.new_page()
    page.set_content(
        """<body style="margin:0;background:#fff;color:#000">
        <pit-card style="position:absolute;left:10px;top:10px;width:80px;height:112px;display:block"></pit-card>
        <pit-card style="position:absolute;left:50px;top:10px;width:80px;height:112px;display:block"></pit-card>
        <p style="position:absolute;left:390px;top:150px;width:80px">off</p>
        <p style="position:absolute;left:10px;top:200px;font-size:9px;color:#bbb">small print</p></body>"""
    )
    found = "\n".join(page.evaluate(LOOK, {"width": 400, "height": 300}))
    assert "lies over" in found
    assert "off the screen" in found
    assert "small text 9px" in found
    assert "contrast" in found
