"""A full round of each game by clicks, and the next one with one press."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .stage import Script, Stage
from .table_page import TablePage

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


ALONGSIDE = {"down-under-holdem": "bet", "ultimate-texas-holdem": "blind"}
"""laid together with the Ante"""
SEAT = 4


def plain(game: str) -> Script:
    """Known cards, among them no award that somebody would have to confirm before the next round."""
    wagers = [*GAMES[game][0], *filter(None, [ALONGSIDE.get(game)])]
    return Script(game, own=SEAT, bets=dict.fromkeys(wagers, 500))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    running = Stage(tmp_path_factory.mktemp("rounds"), {game: plain(game) for game in GAMES}).start()
    yield running
    running.stop()


@pytest.mark.parametrize("game", GAMES)
def test_a_round_by_clicks(game, enter, keep):
    wagers, preferred = GAMES[game]
    page = enter("ann", f"/table/{game}-1")
    table = TablePage(page)
    table.sit(SEAT)
    for wager in wagers:
        table.bet(wager)
    keep(page, f"{game}-bets")
    table.deal()
    page.wait_for_selector("#dock .choice, .outcome")
    keep(page, f"{game}-decision")
    table.play_out(preferred)
    keep(page, f"{game}-settled")

    # every wager laid has its line, and the lines add up to the total shown
    lines = page.locator(".settlement li:not(.sum)")
    assert lines.count() >= len(wagers)
    cents = [as_cents(text) for text in page.locator(".settlement li:not(.sum) .n").all_inner_texts()]
    assert sum(cents) == as_cents(page.locator(".settlement .sum .n").inner_text())
    expect(page.locator(".spot.mine .badge").first).to_be_visible()

    # whoever plays alone goes on with one press for the same bet and the cards, and sees no clock
    number = round_number(page, game)
    table.again()
    assert round_number(page, game) == number + 1
    assert page.locator(".clock:visible, .time:visible").count() == 0
    table.play_out(preferred)


def round_number(page: Page, game: str) -> int:
    number: int = page.request.get(f"/api/v1/tables/{game}-1").json()["round_number"]
    return number


def as_cents(text: str) -> int:
    if text in ("push", "even"):
        return 0
    sign = -1 if "−" in text else 1
    return sign * round(float(text.strip("+−").strip("$").replace(",", "")) * 100)
