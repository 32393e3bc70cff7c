"""A player's hands on the table page: everything by clicks, nothing past the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

TURNS = 30
ASKED = "#dock .choice:not([disabled], [aria-disabled=true])"
"""a question that can be answered"""
OVER = "#table[data-phase=settled] .outcome"
LOOKS = """() => {
    const choices = [...document.querySelectorAll("#dock .choice:not(:disabled, :hover, :focus-visible, .best)")];
    const shown = ["color", "backgroundColor", "borderColor", "borderStyle", "fontWeight", "opacity"];
    return new Set(choices.map((choice) => {
        const style = getComputedStyle(choice);
        return shown.map((name) => style[name]).join();
    })).size;
}"""
"""how many ways of looking the choices have that can be pressed, apart from what a hint has marked"""
STOPPED_CLOCK = """() => {
    window.clock = performance.now;
    const now = performance.now();
    performance.now = () => now;
}"""
RUNNING_CLOCK = "() => void (performance.now = window.clock)"
"""the page's clock, by which presses are told apart"""
AMOUNT = re.compile(r"([-\u2212]?)\$([\d,]+)(?:\.(\d\d))?")
Entering = Callable[..., Page]
NOTATION = re.compile(r"\b([2-9TJQKA][cdhs]|[A-Z]{2}-\d+)\b")


def cents(words: str) -> int:
    """Of the first amount in a text, none if there is none; a minus before it counts."""
    if not (found := AMOUNT.search(words)):
        return 0
    sign, whole, part = found.groups()
    return (-1 if sign else 1) * (int(whole.replace(",", "")) * 100 + int(part or 0))


def wallet(page: Page) -> int:
    return cents(page.locator("#wallet").inner_text())


def press_focused(page: Page, what: str) -> None:
    """Enter, when what is meant has the focus and takes a press: a key knows nothing of a control that is not ready."""
    expect(page.locator(f"{what}:focus:not(:disabled, [aria-disabled=true])")).to_be_visible()
    page.keyboard.press("Enter")


def seated(
    enter: Entering, name: str, spot: int, game: str = "fu-bacc", **how: bool
) -> tuple[Page, TablePage]:
    """Somebody who has sat down there."""
    page = enter(name, f"/table/{game}-1", **how)
    table = TablePage(page)
    table.sit(spot)
    return page, table


def dealt(enter: Entering, name: str, spot: int, *game: str, wager: str = "ante") -> tuple[Page, TablePage]:
    """Somebody who has cards there."""
    page, table = seated(enter, name, spot, *game)
    table.bet(wager)
    table.deal()
    return page, table


class TablePage:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed: list[str] = []
        expect(page.locator("#felt .cloth")).to_be_visible()

    def sit(self, spot: int) -> None:
        if self.page.locator(f".spot.mine[data-spot='{spot}']").count() == 0:
            self.page.click(f"[data-do=sit][data-spot='{spot}']")
        expect(self.page.locator(f".spot.mine[data-spot='{spot}']")).to_be_visible()

    def place(self, wager: str, spot: int | None = None) -> str:
        own = f"[data-spot='{spot}']" if spot else ""
        return f".spot.mine{own} .place[data-wager='{wager}']"

    def bet(self, wager: str, times: int = 1) -> None:
        """Press a wager place; the chips must be on the felt before the next press.

        What one press lays together is booked when it can be taken back."""
        place = self.page.locator(self.place(wager))
        for _ in range(times):
            chips = place.locator("pit-chips")
            before = chips.get_attribute("cents") if chips.count() else "0"
            place.click()
            expect(chips).not_to_have_attribute("cents", before or "0")
            expect(self.page.locator("[data-do=undo]")).to_be_enabled()

    def deal(self) -> None:
        self.page.click("[data-do=ready]")
        expect(self.page.locator("#table")).not_to_have_attribute("data-phase", "betting")

    def again(self) -> None:
        """The same bet and the cards with one press; until the next question, or the next result without one."""
        rounds = self.page.locator(".road li").count()
        self.page.click("[data-do=again]")
        self.page.wait_for_selector(f"{ASKED}, .road li:nth-child({rounds + 1})")

    def leave(self) -> None:
        self.page.click("button[popovertarget=menu]")
        self.page.click("#leave")

    def phase(self) -> str:
        return self.page.locator("#table").get_attribute("data-phase") or ""

    def play_out_turn(self, preferred: Sequence[str]) -> None:
        """Press one choice and wait until the house has taken it."""
        self.page.wait_for_selector(ASKED)
        offered = self.page.locator(ASKED).evaluate_all("nodes => nodes.map(n => n.dataset.action)")
        self.read_question()
        action = next((a for a in preferred if a in offered), offered[0])
        version = self.page.locator("#table").get_attribute("data-version")
        self.page.click(f"#dock .choice[data-action='{action}']")
        expect(self.page.locator("#table")).not_to_have_attribute("data-version", version or "")
        self.pressed.append(action)

    def read_question(self) -> None:
        """What is asked is a question in words, and what one holds has its name: no notation, no numbers of rules."""
        question = self.page.locator("#question").inner_text()
        assert question.endswith("?"), question
        assert len(question.split()) > 4, question
        assert not NOTATION.search(question), question
        expect(self.page.locator(".mine .hand-words")).not_to_have_text(re.compile("^$|^Your place$"))
        expect(self.page.locator("#dock .turn")).to_have_text("Your turn")
        assert self.page.evaluate(LOOKS) <= 1, "no choice is the house's to recommend, or to hide"

    def play_out(self, preferred: Sequence[str]) -> list[str]:
        """Press the first preferred choice on offer until the round is settled; what was pressed."""
        for _ in range(TURNS):
            self.page.wait_for_selector(f"{ASKED}, {OVER}")
            if self.phase() == "settled":
                return self.pressed
            self.play_out_turn(preferred)
        raise AssertionError(f"The round did not end: {self.pressed}")
