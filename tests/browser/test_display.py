"""The monitor at a table, with states made up for it: read from five metres, and who reads it knows what can be won."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .rest import Size, boxes, measure
from .test_geometry import faults

pytestmark = pytest.mark.browser

SIZES = ((1024, 768), (1920, 1080), (2560, 1440), (1080, 1920))
GATE = ((1024, 768), (1080, 1920))
TOLD_BY_TEST = """
export class Live extends EventTarget {
  constructor() {
    super();
    window.tell = (detail) => this.dispatchEvent(new CustomEvent("state", { detail }));
    setTimeout(() => window.tell(window.told));
  }
}
"""
LINES = [
    ("royal-flush", "Royal flush", "100 % of meter", 100_000),
    ("straight-flush", "Straight flush", "10 % of meter", 30_000),
    *((name.lower().replace(" ", "-"), name, pays, None) for name, pays in (
        ("Four of a kind", "$1,500"), ("Full house", "$250"), ("Flush", "$200"), ("Straight", "$150"),
        ("Three of a kind", "$45"))),
]  # fmt: skip


def jackpot(
    cents: int = 1_000_020, hits: int = 0, won_cents: int = 1_000_180, **other: Any
) -> dict[str, Any]:
    won = [
        {
            "award": str(n), "at_us": int(time.time() * 1e6) - n, "cents": won_cents * (n + 1),
            "text": ("Royal flush", "Straight flush")[n], "table": "down-under-holdem-1", "spot": 4,
        }
        for n in range(hits)
    ]  # fmt: skip
    lines = [
        {
            "hand": hand,
            "text": text,
            "pays": pays,
            "from_meter": "%" in pays,
            "envy_cents": envy,
            "percent": pays.partition(" %")[0] if "%" in pays else "",
            "meter": "meter" if "%" in pays else "",
        }
        for hand, text, pays, envy in LINES
    ]
    return {
        "id": "one", "name": "Down Under Hold'em progressive", "type": "progressive", "status": "running",
        "fixed_wager_cents": 500, "meters": [{"name": "meter", "cents": cents}], "lines": lines, "notices": [],
        "won": won, **other,
    }  # fmt: skip


CENTS = {"mega": 2_500_000, "major": 500_000, "minor": 50_000}
SEVERAL = [{"name": name, "cents": cents} for name, cents in CENTS.items()]
STATES = {
    "lone": [jackpot()],
    "lone large": [jackpot(123_456_789, hits=1, won_cents=123_456_789)],
    "hit": [jackpot(hits=1)],
    "hits": [jackpot(hits=2)],
    "several": [jackpot(meters=SEVERAL, hits=1)],
    "two": [jackpot(hits=1), jackpot(id="two")],
    "house": [jackpot(type="house", hits=1, notices=["House jackpot: the amount does not grow."])],
}


def told(state: str) -> dict[str, Any]:
    return {"jackpots": STATES[state], "server_ms": int(time.time() * 1000)}


@pytest.fixture
def show(enter: Any) -> Any:
    """A monitor that shows a state, and then another one."""
    pages: list[Page] = []

    def shown(state: str) -> Page:
        if not pages:
            page: Page = enter(None, "/login")
            pages.append(page)
            script = {"body": TOLD_BY_TEST, "content_type": "text/javascript"}
            page.route("**/static/js/live.js", lambda route: route.fulfill(**script))
            page.add_init_script(f"window.told = {json.dumps(told(state))}")
            page.goto("/display/down-under-holdem-1")
            page.wait_for_function("() => Boolean(window.tell)")
        else:
            pages[0].evaluate("state => window.tell(state)", told(state))
        expect(pages[0].locator(".jackpot")).to_have_count(len(STATES[state]))
        expect(pages[0].locator(".won")).to_have_count(sum(len(one["won"]) for one in STATES[state]))
        return pages[0]

    return shown


@pytest.mark.clause("JP-08")
@pytest.mark.parametrize("sizes", [GATE, pytest.param(SIZES, marks=pytest.mark.long)], ids=["gate", "all"])
def test_everything_has_its_room_on_every_monitor(show: Any, keep: Any, sizes: tuple[Size, ...]) -> None:
    found = []
    for state in STATES:
        page = show(state)
        # the figures of a drum that are turned away are cut off on purpose
        found += [words for words in faults(page, state, sizes) if "<i " not in words]
        keep(page, f"display-{state.replace(' ', '-')}")
    assert not found, "\n".join(found)


@pytest.mark.clause("JP-08")
def test_a_lone_meter_takes_the_width_and_a_hit_is_told_beside_it(show: Any) -> None:
    page = show("hit")
    for width, height in ((1024, 768), (1920, 1080), (2560, 1440)):
        (meter,) = boxes(page, ".odometer", size=(width, height))
        assert meter["width"] > 0.6 * width
        size = "where => parseFloat(getComputedStyle(document.querySelector(where)).fontSize)"
        at = (width, height)
        assert measure(page, size, ".odometer", size=at) > 2 * measure(page, size, ".won b", size=at)
        assert measure(page, size, ".won b", size=at) >= 0.036 * width
    expect(page.locator(".won")).to_have_text("Won $10,001.80Royal flush, Down Under Hold'em 1, spot 4")
    expect(page.locator("h1")).to_have_text("Down Under Hold'em progressive, meter now")
    expect(page.locator(".prizes tbody td").first).to_have_text("100 % of the meter")
    expect(show("lone").locator("h1")).to_have_text("Down Under Hold'em progressive")
