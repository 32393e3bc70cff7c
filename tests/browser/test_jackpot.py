"""A jackpot from the chip on the sensor to the confirmed win page, at a table dealt by a person."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PACE, Server

from .rest import boxes, told
from .table_page import TablePage

pytestmark = pytest.mark.browser

TABLE = "down-under-holdem-1"
# spot 4, dealer, spot 4, dealer, flop: a royal flush in two cards and the flop
ROYAL = "As 7d Ks 2c Qs Js Ts 3h 9c"


class RiggedServer(Server):
    @property
    def command(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "tests.browser.rigged",
            json.dumps({"down-under-holdem": ROYAL}),
            "serve",
        ]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--demo", "--in-person", TABLE, *PACE)
    running = RiggedServer(tmp_path_factory.mktemp("jackpot"), *options).start()
    yield running
    running.stop()


def sign(page: Page, name: str) -> None:
    """Somebody's own credentials on the claims page, whoever is signed in there."""
    page.fill(".step-form input[name=who_name]", name)
    page.fill(".step-form input[name=who_password]", f"{name}-demo")
    page.click(".step-form button[type=submit]")


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-16", "JP-17", "HR-14")
def test_a_jackpot_from_wager_to_confirmed_win_page(enter, house, keep):
    ann, dan, sue = (
        enter("ann", f"/table/{TABLE}"),
        enter("dan", f"/console/{TABLE}"),
        enter("sue", "/supervisor"),
    )
    wall = enter(None, f"/display/{TABLE}")
    before = int(wall.locator(".odometer").get_attribute("data-cents") or 0)
    assert before == 1_000_000
    table = TablePage(ann)
    table.sit(4)
    table.bet("ante")
    table.bet("jackpot")

    # the sensor is lit; START GAME locks it in, takes the wager and deals
    expect(dan.locator(".spot-key[data-spot='4']")).to_have_class(re.compile("lit"))
    dan.click("[data-do=start]")
    expect(dan.locator("#pad-state")).to_contain_text("running")
    contributed = int(wall.locator(".odometer").get_attribute("data-cents") or 0)
    table.play_out(["play-3x"])
    keep(ann, "jackpot-player")
    keep(wall, "jackpot-display-won")

    # END GAME is refused until the hand is marked and the award completed
    expect(dan.locator("#awaited")).to_contain_text("Dealer: mark Royal flush at spot 4")
    end = boxes(dan, "[data-do=end]")
    assert end
    dan.click("[data-do=end]")
    told(dan, "not marked", alarm=True)
    dan.click(".spot-key[data-spot='4']")
    for pressed in ("true", "false"):
        dan.click("[data-do=hand][data-hand=royal-flush]")
        expect(dan.locator(".hand-key[data-hand=royal-flush]")).to_have_attribute("aria-pressed", pressed)
        # the keypad takes the next press when it has its answer
        expect(dan.locator("[data-do=end]")).to_be_enabled()
    dan.click("[data-do=hand][data-hand=royal-flush]")
    expect(dan.locator("#awaited")).to_contain_text("Surveillance: look at Royal flush at spot 4")
    keep(dan, "jackpot-keypad")

    # over $3,000 surveillance looks first; then the supervisor, then the executive's card
    claim = sue.locator(".claim")
    expect(claim).to_contain_text("Royal Flush", ignore_case=True)
    expect(claim.locator("pit-card")).to_have_count(7)
    expect(claim).to_contain_text("surveillance")
    al = enter("al", "/supervisor")
    al.fill(".step-form input[name=player]", "ann")
    al.click(".step-form button[type=submit]")
    expect(sue.locator(".step-form input[name=who_password]")).to_be_visible()
    expect(dan.locator("#awaited")).to_contain_text("Supervisor: confirm")
    keep(sue, "jackpot-claim")
    sign(sue, "sue")
    expect(sue.locator(".step-form")).to_contain_text("executive's card, another person's")
    sign(sue, "eve")
    expect(sue.locator(".claim a", has_text="Win page")).to_be_visible()
    # the prize is due until it is paid, whatever screen one comes to it by
    sue.reload()
    expect(sue.locator(".claim-group h2", has_text="Prizes due")).to_be_visible()
    sue.click(".step-form button:has-text('Prize paid')")
    # whatever else happens in the room before the second press, and has the list drawn anew
    sue.evaluate("document.querySelector('.step-form').dataset.drawn = 'before'")
    house.client("bob").command("fu-bacc-1", "sit", spot=1)
    expect(sue.locator(".step-form[data-drawn]")).to_have_count(0)
    sue.click(".step-form button:has-text('is paid')")
    expect(sue.locator(".claim")).to_have_count(0)
    keep(sue, "jackpot-paid")

    assert boxes(dan, "[data-do=end]") == end, "END GAME never moves"
    dan.click("[data-do=end]")
    expect(dan.locator("#pad-state")).to_contain_text("Open for wagers")
    assert boxes(dan, "[data-do=end]") == end
    sue.reload()
    sue.click("#wins a")
    page = sue.locator("#win-page")
    expect(page).to_contain_text("Royal", ignore_case=True)
    expect(page).to_contain_text("sue")
    expect(page).to_contain_text("eve")
    expect(page).to_contain_text("al")
    expect(page).to_contain_text("ann")
    expect(page.locator("pit-card")).to_have_count(7)
    expect(page).to_contain_text("down-under-holdem-1-1")
    expect(page.locator(".signature-lines > div")).to_have_count(6)
    keep(sue, "jackpot-win-page")
    # the meter fell by the whole award and stands at its new start
    after = int(wall.locator(".odometer").get_attribute("data-cents") or 0)
    assert contributed >= before
    assert 1_000_000 <= after < contributed + 1_000
