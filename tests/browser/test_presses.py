"""Whatever can be seen and pressed answers: it does it, keeps it for the next round, or says why not; and what is seen
of a player who has gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import SLOW, Server

from .conftest import patient, sign_in
from .rest import comes_to, told
from .table_page import ASKED, OVER, RUNNING_CLOCK, STOPPED_CLOCK, TablePage, dealt, seated

pytestmark = pytest.mark.browser

TABLE = "/table/fu-bacc-1"
AT_ONCE = """(selectors) => {
    for (const selector of selectors) document.querySelector(selector).click();
}"""
"""presses so quick that the house has answered none of them"""


def laid(page: Page) -> dict[str, int]:
    """What the house has on the person's spots."""
    state = page.request.get("/api/v1/tables/fu-bacc-1").json()
    (spot,) = state["you"]["spots"]
    bets: dict[str, int] = next(seat["bets"] for seat in state["seats"] if seat["spot"] == spot)
    return bets


def test_every_quick_press_on_a_circle_is_a_chip_and_the_deal_waits_for_them(enter) -> None:
    page, table = seated(enter, "ann", 4)
    table.bet("ante")
    ante, deal = table.place("ante"), "[data-do=ready]"
    page.evaluate(AT_ONCE, [ante, ante, table.place("tie"), deal, deal])
    page.wait_for_selector(ASKED)
    stakes = page.request.get("/api/v1/tables/fu-bacc-1").json()["view"]["stakes"]["4"]
    assert stakes == {"ante": 1500, "tie": 500}
    table.play_out(["stay", "bonus"])


def test_a_circle_pressed_at_the_result_is_a_new_bet(enter) -> None:
    page, table = dealt(enter, "ann", 4)
    table.play_out(["stay", "bonus"])
    page.click(table.place("ante"))
    expect(page.locator("#table")).to_have_attribute("data-phase", "betting")
    comes_to(page, lambda: laid(page), {"ante": 500})
    expect(page.locator("[data-do=ready]")).to_be_enabled()


def test_a_circle_pressed_while_the_round_is_on_is_a_bet_for_the_next_one(enter) -> None:
    """For who plays and for who has come in the meantime; it is seen at once, and can be taken back."""
    ann, bob = enter("ann", TABLE), enter("bob", TABLE)
    hers, his = TablePage(ann), TablePage(bob)
    hers.sit(4)
    hers.bet("ante")
    hers.deal()
    ann.wait_for_selector(ASKED)
    his.sit(2)
    bob.click(his.place("ante"))
    bob.click(his.place("tie"))
    told(bob, "$10 for the next round")
    expect(bob.locator(his.place("ante") + " .for-next")).to_have_text("next $5")
    bob.click("[data-do=clear-next]")
    expect(bob.locator(".for-next")).to_have_count(0)
    bob.click(his.place("ante"))
    ann.click(hers.place("play"))
    told(ann, "Play is laid during the round")
    ann.click(hers.place("ante"))
    expect(ann.locator(hers.place("ante") + " .for-next")).to_have_text("next $5")
    hers.play_out(["stay", "bonus"])
    expect(bob.locator(his.place("ante") + " .for-next")).to_have_text("next $5")
    ann.click("[data-do=ready]")
    expect(ann.locator("#dock")).to_contain_text("Waiting for bob.")
    bob.click("[data-do=ready]")
    expect(ann.locator("#table")).to_have_attribute("data-phase", "betting")
    for page in (ann, bob):
        comes_to(page, lambda page=page: laid(page), {"ante": 500})


def test_what_has_only_just_come_looks_so_and_says_so(enter) -> None:
    """By the page's clock, which stands still: a press where another one was is not taken, and not lost in silence."""
    page, table = seated(enter, "ann", 4)
    table.bet("ante")
    page.evaluate(STOPPED_CLOCK)
    page.click("[data-do=ready]")
    choice = page.locator("#dock .choice").first
    expect(choice).to_have_attribute("aria-disabled", "true")
    assert float(choice.evaluate("node => getComputedStyle(node).opacity")) < 1
    choice.dispatch_event("click", {"detail": 1})
    told(page, "only just come")
    page.evaluate(RUNNING_CLOCK)
    page.wait_for_selector(ASKED)
    state = page.request.get("/api/v1/tables/fu-bacc-1").json()
    assert "choice" not in [event["kind"] for event in state["view"]["log"]]
    box = page.locator(ASKED).last.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # the result's buttons come under the finger
    page.evaluate(STOPPED_CLOCK)
    page.mouse.click(x, y)
    page.wait_for_selector(f"{OVER}, {ASKED}")
    page.evaluate(RUNNING_CLOCK)
    table.play_out(["stay", "bonus"])
    page.click("[data-do=again]")
    page.wait_for_selector(ASKED)
    table.play_out(["stay", "bonus"])


def test_leaving_while_the_round_is_on_is_kept_until_it_is_over(enter) -> None:
    page, table = dealt(enter, "ann", 4)
    page.wait_for_selector(ASKED)
    page.click("button[popovertarget=menu]")
    expect(page.locator("#leave")).to_have_text("Leave after this round")
    page.click("#leave")
    told(page, "You leave the seat when this round is over.")
    table.play_out(["stay", "bonus"])
    expect(page.locator(".spot.mine")).to_have_count(0)


def test_the_last_bets_are_laid_where_one_sits_now(enter) -> None:
    page, table = dealt(enter, "ann", 5)
    table.play_out(["stay", "bonus"])
    table.leave()
    expect(page.locator(".spot.mine")).to_have_count(0)
    table.sit(2)
    page.wait_for_selector("[data-do=again], [data-do=rebet]")
    if page.locator("[data-do=ready][data-key=next]").count():
        page.click("[data-do=ready][data-key=next]")
    page.click("[data-do=rebet]")
    comes_to(page, lambda: laid(page), {"ante": 500})


def test_who_may_not_sit_down_is_told_what_to_do(enter) -> None:
    page = enter(None, TABLE)
    page.locator("[data-do=no-seat]").first.click()
    told(page, "Log in, or play as a guest")


def test_a_player_who_has_closed_the_browser_is_seen_to_be_away_and_not_waited_for(
    chromium: Browser, tmp_path: Path
) -> None:
    """In a house of its own, where that takes a second: a reload does not."""
    with Server(tmp_path, *SLOW, "--away-seconds=1") as house:
        pages = {}
        for name in ("ann", "bob"):
            context = patient(chromium.new_context(base_url=house.url, reduced_motion="reduce"))
            pages[name] = context.new_page()
            sign_in(pages[name], house, name, TABLE)
        ann, bob = TablePage(pages["ann"]), TablePage(pages["bob"])
        ann.sit(4)
        ann.bet("ante")
        bob.sit(2)
        bob.bet("ante")
        bob.page.click("[data-do=ready]")
        expect(bob.page.locator("#dock")).to_contain_text("Waiting for ann.")
        ann.page.close()
        bob.page.wait_for_selector(f".spot.away[data-spot='4'], {ASKED}")
        bob.page.wait_for_selector(ASKED)
        expect(bob.page.locator(".spot.away")).to_contain_text("ann")
        bob.play_out(["stay", "bonus"])
        lobby = bob.page.request.get("/api/v1/tables").json()
        assert [line["away"] for line in lobby if line["id"] == "fu-bacc-1"] == [1]
