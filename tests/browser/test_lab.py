"""The math lab as one types: exact figures, views that compute what they show, an address that holds it all."""

from __future__ import annotations

from fractions import Fraction
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.analysis.questions import queries, solve
from pitboss.analysis.report import exact

from .flowing import axe, look
from .rest import comes_to, told

pytestmark = pytest.mark.browser


def solved(wager: str) -> str:
    (query,) = queries("fu-bacc", wager, "1")
    return exact(solve("fu-bacc", query).house_edge)


def view(page: Page, name: str) -> None:
    page.click(f"[data-view={name}]")
    expect(page.locator(f"#tab-{name}")).to_have_attribute("aria-selected", "true")


def test_the_exact_edge_follows_a_changed_pay_table(enter, keep):
    page = enter(None, "/lab")
    expect(page.locator("#exact")).to_have_text(solved("main"))
    page.select_option("#form-a [name=wager]", "tie")
    expect(page.locator("#exact")).to_have_text(solved("tie"))
    approved = Fraction(page.locator("#exact").text_content())
    page.fill("input[data-hand=tie]", "8 to 1")
    expect(page.locator(".moved")).to_be_visible()
    changed = Fraction(page.locator("#exact").text_content())
    assert changed < approved, "a tie that pays more costs the house"
    # the field is still the one that was typed in
    expect(page.locator("input[data-hand=tie]")).to_be_focused()
    page.fill("input[data-hand=tie]", "plenty")
    expect(page.locator("#answer .alarm")).to_contain_text("'plenty' is not odds")
    page.click("#restore")
    expect(page.locator("#exact")).to_have_text(exact(approved))
    keep(page, "lab")


def test_an_address_brings_the_same_page_to_somebody_else(enter):
    page = enter(None, "/lab?game=fu-bacc&wager=moon")
    told(page, "There is no wager 'moon'", alarm=True)
    page.goto("/lab?game=fu-bacc&wager=tie&view=results&o.axis=log&pay=tie%3D8+to+1")
    expect(page.locator("#exact")).to_be_attached()
    expect(page.locator("pit-chart[data-drawn]")).to_be_visible()
    expect(page.locator("pit-chart h3")).to_contain_text("logarithmic")
    page.click("#compare")
    expect(page.locator(".comparison")).to_be_visible()
    page.select_option("#form-b [name=wager]", "lucky-monkey")
    expect(page.locator(".comparison")).to_contain_text("Lucky Monkey")
    address = page.url
    given = parse_qs(urlsplit(address).query)
    assert given["pay"] == ["tie=8 to 1"]
    other = enter(None, "/lab")
    other.goto(address)
    expect(other.locator(".comparison")).to_contain_text("Lucky Monkey")
    expect(other.locator(".comparison")).to_contain_text("own pays")
    row = page.locator(".comparison tbody tr").first.inner_text()
    assert other.locator(".comparison tbody tr").first.inner_text() == row
    assert not look(page, "comparison", (390, 1280))
    assert not axe(page)


def test_every_view_shows_its_work(enter, keep):
    page = enter(None, "/lab?game=fu-bacc&wager=lucky-monkey")
    expect(page.locator(".returns tfoot")).to_contain_text("1.0000000000")
    found = look(page, "returns", (390, 1366))
    problems = axe(page)
    for name, needs in (
        ("results", "pit-chart[data-drawn]"),
        ("lines", "pit-chart[data-drawn] >> nth=1"),
        ("sessions", "pit-chart[data-drawn]"),
        ("strategy", "#view li, #view .soft"),
    ):
        view(page, name)
        expect(page.locator(needs).first).to_be_visible()
        found += look(page, name, (390, 1024))
        problems += axe(page)
    for name, needs in (("simulator", "pit-chart[data-drawn]"), ("designer", ".designs")):
        view(page, name)
        page.click(".tool-form button[type=submit]")
        expect(page.locator(needs).first).to_be_visible()
        found += look(page, name, (390, 1366))
        problems += axe(page)
    page.click("text=Draw edge against volatility")
    expect(page.locator("pit-chart[data-drawn]")).to_be_visible()
    found += look(page, "frontier", (390, 1366))
    page.click("[data-at='0']")
    expect(page.locator(".moved")).to_be_visible()
    view(page, "exposure")
    page.click(".tool-form button[type=submit]")
    expect(page.locator("#view .alarm")).to_contain_text("not studied")
    view(page, "export")
    with page.expect_download() as coming:
        page.click("text=Return table as CSV")
    assert "combinations" in coming.value.path().read_text()
    keep(page, "lab-export")
    assert not found, "\n".join(found)
    assert not problems, "\n".join(problems)


def test_a_meter_is_typed_in_dollars(enter):
    page = enter(None, "/lab?game=down-under-holdem&wager=jackpot")
    expect(page.locator("#exact")).to_be_attached()
    before = page.locator("#edge").inner_text()
    page.fill("[name=set-meter]", "25,000")
    page.keyboard.press("Tab")
    expect(page.locator("#edge")).not_to_have_text(before)
    assert "set=meter%3D2500000" in page.url


def test_a_tab_pressed_while_the_choices_are_fetched_waits_for_them(enter):
    """`enter` fails on any error of the page."""
    page = enter(None, "/login")
    held: list[Route] = []
    page.route("**/lab/questions/*", lambda route: held.append(route))
    page.goto("/lab?game=fu-bacc&wager=tie", wait_until="domcontentloaded")
    comes_to(page, lambda: bool(held))
    view(page, "results")
    held[0].continue_()
    page.unroute_all()
    expect(page.locator("pit-chart[data-drawn]")).to_be_visible()


def test_a_long_simulation_says_how_far_it_is_and_can_be_stopped(enter):
    page = enter(None, "/lab?game=ultimate-texas-holdem&wager=main&view=simulator&o.runs=20,000,000&o.seed=7")
    page.click(".tool-form button[type=submit]")
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator("#view .loading")).to_contain_text("of 20,000,000")
    # what is asked next is not stopped with it
    with page.expect_response("**/lab/stop"):
        page.click("text=Stop")
    expect(page.locator("#view")).to_contain_text("Stopped.")
    page.fill("[name=runs]", "10,000")
    page.click(".tool-form button[type=submit]")
    expect(page.locator("#view .tile").first).to_be_visible()
