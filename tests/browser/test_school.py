"""Dealer school in a browser: fields marked one by one, a course that outlives a reload, drills of every kind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pitboss.school.course import kinds_of
from pitboss.sheets import game_ids

from .flowing import axe, look
from .rest import told

pytestmark = pytest.mark.browser


def begin(page: Page, game: str, kind: str, level: str = "usual") -> None:
    page.select_option("[name=game]", game)
    page.select_option("[name=kind]", kind)
    page.select_option("[name=level]", level)
    page.fill("[name=name]", "Pat Lee")
    page.click("#begin button")
    expect(page.locator("#answers .answer-line").first).to_be_visible()


def test_enter_marks_one_field_and_blanks_wait(enter, house, keep):
    page = enter(None, "/school")
    begin(page, "fu-bacc", "pay")
    questions = page.locator("#answers input").count()
    # nothing the trainee gets tells the result
    assert page.locator(".badge, .settlement").count() == 0
    page.fill("#q-0", "123456")
    page.press("#q-0", "Enter")
    expect(page.locator(".verdict-line")).to_have_count(1)
    expect(page.locator(".verdict-line .clause")).to_have_count(1)
    expect(page.locator("#score")).to_contain_text("0/1")
    expect(page.locator("#q-1")).to_be_focused()
    page.click("#answers [type=submit]")
    expect(page.locator("#score")).to_contain_text("0/1")
    page.fill("#q-1", "lots")
    page.press("#q-1", "Enter")
    told(page, "no amount", alarm=True)

    page.reload()
    expect(page.locator("#score")).to_contain_text("0/1")
    expect(page.locator("#q-0")).to_have_value("123456")
    expect(page.locator("#q-0")).to_be_disabled()
    expect(page.locator("#answers input")).to_have_count(questions)
    for at in range(1, questions):
        page.fill(f"#q-{at}", "123456")
    page.click("#answers [type=submit]")
    expect(page.locator("#score")).to_contain_text(f"0/{questions}")
    expect(page.locator(".topics li").first).to_be_visible()
    keep(page, "school")
    # nobody is signed in: the browser itself knows where one was
    page.goto("/school")
    expect(page.locator("#begin [name=game]")).to_have_value("fu-bacc")
    page.click(f"text=Go on with your course: 0 of {questions} right")
    expect(page.locator("#score")).to_contain_text(f"0/{questions}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/next") else None)
    page.locator("[data-do=next]").dblclick()
    expect(page.locator(".verdict-line")).to_have_count(0)
    expect(page.locator("#score div", has_text="Tables").locator("dd")).to_have_text("2")
    assert len(asked) == 1, "nobody skips a table with the second half of a double press"
    # nor does a restart of the house lose the marks, whether one comes back or is at it
    house.stop()
    house.start()
    page.fill("#q-0", "123456")
    page.press("#q-0", "Enter")
    told(page, "Your marks are kept")
    expect(page.locator("#score")).to_contain_text(f"0/{questions}")
    expect(page.locator(".verdict-line")).to_have_count(0)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game == "ultimate-texas-holdem" else pytest.mark.long)
        for game in game_ids()
    ],
)
def test_every_drill_can_be_read_and_answered_at_every_width(game, enter, keep):
    page = enter(None, "/school")
    found, problems = [], []
    for kind in kinds_of(game):
        page.goto("/school")
        begin(page, game, kind)
        found += look(page, kind, (390, 1024, 1366))
        if page.locator("[data-card]").count():
            for card in page.locator("[data-card]").all()[:2]:
                card.click()
            page.click("#answers [type=submit]")
        elif page.locator("[data-choose]").count():
            page.locator("[data-choose]").first.click()
        else:
            for field in page.locator("#answers input").all():
                field.fill("7")
            for field in page.locator("#answers select").all():
                field.select_option("no button")
            page.click("#answers [type=submit]")
        expect(page.locator(".verdict-line").first).to_be_visible()
        found += look(page, f"{kind}, marked", (390, 1366))
        problems += axe(page)
        keep(page, f"school-{kind}-{game}")
    assert not found, "\n".join(found)
    assert not problems, "\n".join(problems)
