"""The main path with a keyboard alone, read out by a live region."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import paused
from .rest import measure
from .table_page import ASKED, OVER, RUNNING_CLOCK, STOPPED_CLOCK, TablePage, press_focused, seated

pytestmark = pytest.mark.browser


OUTSIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [
    `the page is ${document.documentElement.scrollWidth} wide`, ...[...document.querySelectorAll("body *")]
    .map((node) => [node.tagName, String(node.className), node.getBoundingClientRect().right])
    .filter(([, , right]) => right > innerWidth + 1).map((parts) => parts.join(" ")).slice(0, 30)]"""


SMALL = """() => [...document.querySelectorAll("button")]
    .filter((node) => node.checkVisibility({ checkVisibilityCSS: true }))
    .map((node) => [node.innerText || node.getAttribute("aria-label"), node.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
    .map(([words, box]) => [words, box.width, box.height])"""


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
    press_focused(page, "[data-do=sit]")
    expect(page.locator(".spot.mine")).to_be_visible()
    page.keyboard.press("2")
    tab_to(page, ".spot.mine .place[data-wager=ante]")
    press_focused(page, "[data-wager=ante]")
    expect(page.locator(".spot.mine [data-wager=ante] pit-chips")).to_have_attribute("cents", "500")
    press_focused(page, "[data-wager=ante]")
    expect(page.locator(".spot.mine [data-wager=ante] pit-chips")).to_have_attribute("cents", "1000")
    page.keyboard.press("-")
    expect(page.locator(".spot.mine [data-wager=ante] pit-chips")).to_have_attribute("cents", "500")
    focused = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert focused == "solid", "the focus is visible"
    keep(page, "keyboard-focus")

    expect(page.locator("[data-do=ready]")).to_be_enabled()
    page.keyboard.press("d")
    page.wait_for_selector(ASKED)
    page.keyboard.press(".")
    # two choices may be worth the same
    expect(page.locator(".hint tbody tr.best").first).to_be_visible()
    keep(page, "hint")
    page.keyboard.press("s")
    page.wait_for_selector("#table[data-phase=settled] .outcome")
    said = page.locator("#live").inner_text()
    assert "No more bets" in said
    assert "Dealer has" in said
    assert "You have" in said


TWICE = """() => {
    const clock = performance.now;
    const now = performance.now();
    performance.now = () => now;
    window.goOn = () => { performance.now = clock; };
    new MutationObserver(() => {
        const choice = document.querySelector("#dock .choice:not([disabled])");
        if (!choice || window.twice) return;
        window.twice = choice.dataset.action;
        choice.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
        performance.now = clock;
    }).observe(document.getElementById("dock"), { childList: true, subtree: true });
}"""
"""a double click whose second half meets a choice that has just come, by the page's clock: a slow browser does not make
it a choice that has been read"""
TRIES = 20
"""rounds of which one asks something: whoever has a blackjack is asked nothing"""


@pytest.mark.parametrize("key", ["d", "Enter"])
def test_one_press_is_one_answer(key, enter):
    """Deal held down, or pressed twice, is no answer to the question that follows it."""
    page, table = seated(enter, "bob", 4, "blackjack")
    for _ in range(TRIES):
        page.evaluate(TWICE)
        table.bet("blackjack")
        page.focus("[data-do=ready]")
        page.keyboard.down(key)
        page.wait_for_selector("#dock .choice:not([disabled]), #table[data-phase=settled] .outcome")
        version = page.locator("#table").get_attribute("data-version") or ""
        for _ in range(3):
            page.keyboard.down(key)
        page.wait_for_timeout(200)
        assert page.request.get("/api/v1/tables/blackjack-1").json()["version"] == int(version)
        page.keyboard.up(key)
        table.play_out(["decline", "stand"])
        if page.evaluate("window.twice"):
            return
        page.evaluate("window.goOn()")  # nobody was asked: time goes on without a choice
        page.click("[data-do=ready]")
        page.wait_for_selector("#table[data-phase=betting]")
    raise AssertionError("nothing was asked")


def test_presses_in_a_hang_are_one_answer_and_the_page_says_so(enter, house):
    page, table = seated(enter, "bob", 4, "blackjack")
    for _ in range(TRIES):
        table.bet("blackjack")
        page.click("[data-do=ready]")
        page.wait_for_selector(f"{ASKED}, {OVER}")
        if table.phase() == "playing":
            break
        page.click("[data-do=ready]")
        page.wait_for_selector("#table[data-phase=betting]")
    # insurance comes before the hand
    asked = page.locator("#dock .choice[data-action=hit], #dock .choice[data-action=decline]").first
    key = asked.get_attribute("aria-keyshortcuts") or ""
    with paused(house):
        for _ in range(3):
            page.keyboard.press(key)
        expect(page.locator("#link")).to_contain_text("has not answered yet")
    expect(page.locator("#link")).to_be_hidden()
    view = page.request.get("/api/v1/tables/blackjack-1").json()["view"]
    assert [event["kind"] for event in view["log"]].count("choice") == 1
    table.play_out(["decline", "stand"])


def test_who_looks_on_and_who_works_there_read_that_the_house_stands_still(enter, house):
    page, pit = enter(None, "/", fresh=True), enter("sue", "/pit", fresh=True)
    mark = pit.locator("#live-mark")
    expect(mark).to_have_text("live")
    for each, path in ((page, "/table/blackjack-1"), (pit, "/pit")):
        each.clock.install()
        each.goto(path)
    expect(page.locator("#table")).to_have_attribute("data-link", "open")
    expect(mark).to_have_text("live")
    with paused(house):
        page.clock.fast_forward(10_500)
        page.clock.fast_forward(1_500)
        pit.clock.fast_forward(13_000)
        expect(page.locator("#link")).to_contain_text("does not answer just now")
        expect(mark).to_have_text("no answer")
        expect(mark).to_have_attribute("data-away", "")
    expect(page.locator("#link")).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-link", "open")
    expect(mark).to_have_text("live")
    expect(mark).not_to_have_attribute("data-away", "")


def test_a_double_press_lays_the_same_bet(enter):
    """What comes under the finger while the bets are laid again is not pressed with the second half."""
    page, table = seated(enter, "bob", 4, phone=True)
    table.bet("ante")
    table.deal()
    table.play_out(["stay"])
    box = page.locator("[data-do=again]").bounding_box()
    assert box
    version = page.locator("#table").get_attribute("data-version") or ""
    # by the page's clock: a slow browser makes no two presses of a double one
    page.evaluate(STOPPED_CLOCK)
    for _ in range(2):
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(100)
    page.evaluate(RUNNING_CLOCK)
    expect(page.locator("#table")).not_to_have_attribute("data-version", version)
    page.wait_for_selector("#table[data-phase=playing] #dock .choice, #table[data-phase=settled] .outcome")
    view = page.request.get("/api/v1/tables/fu-bacc-1").json()["view"]
    assert view["stakes"]["4"]["ante"] == 500
    assert "choice" not in [event["kind"] for event in view["log"]]
    table.play_out(["stay"])


def test_every_control_is_large_enough_to_touch(enter):
    page, table = seated(enter, "cleo", 6, phone=True)
    table.bet("ante")
    small = measure(page, SMALL)
    assert small == []
    assert measure(page, OUTSIDE) == []


def test_nothing_sticks_out_sideways(enter):
    page = enter(None, "/table/fu-bacc-1")
    TablePage(page)
    for path in ("/table/fu-bacc-1", "/", "/lab", "/school", "/login"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for width in (360, 768, 1440, 2560):
            assert measure(page, OUTSIDE, size=(width, 900)) == [], (path, width)
