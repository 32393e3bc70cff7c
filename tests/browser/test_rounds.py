"""A full round of each game by clicks, and the next one with one press."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import NIGHT
from tests.web.conftest import room_of

from .flowing import axe
from .stage import Script, Stage
from .table_page import TablePage, cents

pytestmark = pytest.mark.browser

GAMES = {
    "fu-bacc": (["ante", "tie", "lucky-monkey"], ["bonus", "stay"]),
    "acey-deucey-21": (["blackjack", "war", "acey-deucey"], ["raise", "decline", "stand"]),
    "lucky-break": (["blackjack", "lucky-break"], ["decline", "stand"]),
    "down-under-holdem": (["ante", "trips-or-better", "match-the-dealer", "jackpot"], ["check", "play-1x"]),
    "blackjack": (["blackjack"], ["decline", "stand"]),
    "ultimate-texas-holdem": (["ante", "trips", "jackpot"], ["check", "play-1x"]),
    "fortune-pai-gow-poker": (["pai-gow", "fortune-bonus", "jackpot"], ["house-way"]),
    "face-up-pai-gow-poker": (["standard", "fortune-bonus", "ace-high", "jackpot"], ["house-way"]),
}


SHAPES = ("blackjack", "down-under-holdem", "face-up-pai-gow-poker")
"""the three kinds of felt: hands that grow, a board, a hand that is set"""
ALONGSIDE = {"down-under-holdem": "bet", "ultimate-texas-holdem": "blind"}
"""laid together with the Ante"""
SEAT = 4


def plain(game: str) -> Script:
    """Known cards, among them no award that somebody would have to confirm before the next round."""
    wagers = [*GAMES[game][0], *filter(None, [ALONGSIDE.get(game)])]
    return Script(game, own=SEAT, bets=dict.fromkeys(wagers, 500))


house = room_of(lambda folder: Stage(folder, {game: plain(game) for game in GAMES}))


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_clicks(game, enter, keep):
    """Axe looks at each kind of felt with its question; at one felt, in the night at every one, also before, at its
    sheet and its replay."""
    wagers, preferred = GAMES[game]
    whole = NIGHT or game == SHAPES[0]
    asked = whole or game in SHAPES
    page = enter("ann", f"/table/{game}-1")
    table = TablePage(page)
    check_with_axe(page, whole)
    table.sit(SEAT)
    for wager in wagers:
        table.bet(wager)
    keep(page, f"{game}-bets")
    check_with_axe(page, whole)
    table.deal()
    page.wait_for_selector("#dock .choice, .outcome")
    keep(page, f"{game}-decision")
    check_with_axe(page, asked)
    table.play_out(preferred)
    keep(page, f"{game}-settled")
    check_with_axe(page, asked)

    # every wager laid has its line, and the lines add up to the total shown
    lines = page.locator(".settlement li:not(.sum)")
    assert lines.count() >= len(wagers)
    sums = page.locator(".settlement li:not(.sum) .n").all_inner_texts()
    assert sum(map(cents, sums)) == cents(page.locator(".settlement .sum .n").inner_text())
    expect(page.locator(".spot.mine .badge").first).to_be_visible()

    # whoever plays alone goes on with one press for the same bet and the cards, and sees no clock
    number = round_number(page, game)
    table.again()
    assert round_number(page, game) == number + 1
    assert page.locator(".clock:visible, .time:visible").count() == 0
    table.play_out(preferred)

    if whole:
        page.click("#show-rules")
        page.wait_for_selector(".rules-sheet")
        check_with_axe(page)
        round_id = page.request.get(f"/api/v1/tables/{game}-1").json()["round_id"]
        page.goto(f"/round/{round_id}")
        page.wait_for_selector("#felt .cloth")
        check_with_axe(page)


def check_with_axe(page: Page, asked: bool = True) -> None:
    words = axe(page) if asked else []
    assert not words, "\n".join(words)


def round_number(page: Page, game: str) -> int:
    number: int = page.request.get(f"/api/v1/tables/{game}-1").json()["round_number"]
    return number
