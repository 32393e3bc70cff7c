"""A player's hands on the table page: everything by clicks, nothing past the page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

TURNS = 30
GILT = """() => {
    const gold = document.createElement("i");
    gold.style.color = "var(--brass)";
    document.body.append(gold);
    const brass = getComputedStyle(gold).color;
    gold.remove();
    return [...document.querySelectorAll("#dock .choice")]
        .filter((choice) => getComputedStyle(choice).backgroundColor === brass)
        .map((choice) => choice.dataset.action);
}"""
"""choices that are filled with the colour of what the page recommends"""
NOTATION = re.compile(r"\b([2-9TJQKA][cdhs]|[A-Z]{2}-\d+)\b")


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
            before = (
                place.locator("pit-chips").get_attribute("cents")
                if place.locator("pit-chips").count()
                else "0"
            )
            place.click()
            expect(place.locator("pit-chips")).not_to_have_attribute("cents", before or "0")
            expect(self.page.locator("[data-do=undo]")).to_be_enabled()

    def deal(self) -> None:
        self.page.click("[data-do=ready]")
        expect(self.page.locator("#table")).not_to_have_attribute("data-phase", "betting")

    def again(self) -> None:
        """The same bet and the cards with one press; until the next question, or the next result without one."""
        rounds = self.page.locator(".road li").count()
        self.page.click("[data-do=again]")
        self.page.wait_for_selector(f"#dock .choice:not([disabled]), .road li:nth-child({rounds + 1})")

    def phase(self) -> str:
        return self.page.locator("#table").get_attribute("data-phase") or ""

    def play_out_turn(self, preferred: Sequence[str]) -> None:
        """Press one choice and wait until the house has taken it."""
        offered = self.page.locator("#dock .choice:not([disabled])").evaluate_all(
            "nodes => nodes.map(n => n.dataset.action)"
        )
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
        assert not self.page.evaluate(GILT), "no choice is the house's to recommend"

    def play_out(self, preferred: Sequence[str]) -> list[str]:
        """Press the first preferred choice on offer until the round is settled; what was pressed."""
        for _ in range(TURNS):
            self.page.wait_for_selector("#dock .choice:not([disabled]), #table[data-phase=settled] .outcome")
            if self.phase() == "settled":
                return self.pressed
            self.play_out_turn(preferred)
        raise AssertionError(f"The round did not end: {self.pressed}")
