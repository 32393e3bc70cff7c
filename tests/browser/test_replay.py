"""A round looked at again with its proof."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import RETRIES
from .rest import measure
from .table_page import TablePage

pytestmark = pytest.mark.browser


def test_a_round_is_stepped_through_and_its_shuffle_proved(enter, keep):
    page = enter("cleo", "/table/fu-bacc-1")
    table = TablePage(page)
    table.sit(3)
    table.bet("ante")
    table.deal()
    table.play_out(["stay"])
    page.click("text=Replay and check this round")
    expect(page.locator("#proved")).to_have_text("verified")
    assert measure(
        page, "() => { const p = document.getElementById('panel'); return p.scrollWidth <= p.clientWidth }"
    )
    last = page.locator("#event").inner_text()
    page.click("[data-go=first]")
    expect(page.locator(".felt pit-card")).to_have_count(0)
    for _ in range(5):
        page.click("[data-go=next]")
    expect(page.locator(".felt pit-card").first).to_be_visible()
    keep(page, "replay")
    for _ in range(int(page.locator("#at").get_attribute("max") or "0") - 5):
        page.click("[data-go=next]")
        expect(page.locator("#felt .hand-words", has_text="You have")).to_have_count(0)
    page.locator("#at").fill(page.locator("#at").get_attribute("max") or "0")
    expect(page.locator("#event")).to_have_text(last)


def test_a_changed_card_does_not_prove(enter):
    """The page computes the hashes itself: with one card exchanged it says so."""
    page = enter("cleo", "/table/fu-bacc-1")
    table = TablePage(page)
    table.sit(3)
    table.bet("ante")
    table.deal()
    table.play_out(["stay"])

    def tamper(route):
        answer = route.fetch(max_retries=RETRIES)
        body = answer.json()
        cards = body["proof"]["cards"]
        cards[0]["value"], cards[1]["value"] = cards[1]["value"], cards[0]["value"]
        route.fulfill(response=answer, json=body)

    page.route("**/api/v1/rounds/*", tamper)
    page.click("text=Replay and check this round")
    expect(page.locator(".proof .tag.bad")).to_have_text("does not hold")
