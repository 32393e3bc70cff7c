"""A table that was counted out says so wherever one looks at it, and is opened from the pit (HR-17)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pitboss.room.demo import demo_password
from tests.web.conftest import Server

from .conftest import Enter
from .table_page import TablePage
from .test_geometry import faults

pytestmark = pytest.mark.browser

TABLE = "fu-bacc-1"
SIZES = ((390, 844), (1024, 768), (1440, 900))


@pytest.mark.clause("HR-17")
def test_a_closed_table_says_so_and_the_pit_opens_it(enter: Enter, house: Server) -> None:
    sue = house.client("sue")
    chips = sue.request("GET", f"/tables/{TABLE}/tray")["book_cents"] // 100
    second = {"name": "dan", "password": demo_password("dan")}
    sue.request("POST", f"/tables/{TABLE}/tray/closer", {"counts": {"100": chips}, "second": second})
    ann = enter("ann", f"/table/{TABLE}")
    expect(ann.locator("#felt")).to_contain_text("The table is closed")
    player = house.client("ann")
    player.command(TABLE, "sit", spot=1)
    expect(ann.locator("#dock")).to_contain_text("The table is closed until its tray is counted in.")
    player.command(TABLE, "bet", spot=1, wager="ante", amount_cents=500)
    expect(ann.locator("#dock")).to_contain_text("$5 on the felt. The table is closed until")
    found = faults(ann, "closed", SIZES)
    ann.click("[data-do=ready]")
    expect(ann.locator("#dock")).to_contain_text("Your bets are in. The table is closed until")

    lobby = enter(None, "/")
    total = len(sue.request("GET", "/tables"))
    expect(lobby.locator("main .spread")).to_contain_text(f"{total - 1} tables open")
    expect(lobby.locator(f"[data-table={TABLE}] [data-closed]")).to_be_visible()
    expect(lobby.locator("[data-closed]:visible")).to_have_count(1)
    dealer = enter("dan", "/console")
    expect(dealer.locator(f"a[href='/console/{TABLE}']")).to_contain_text(
        "closed until the opener is counted"
    )
    dealer.goto(f"/console/{TABLE}")
    expect(dealer.locator("#awaited")).to_contain_text("Supervisor: count the opener")
    expect(dealer.locator("#pad-state")).to_have_text("Closed")
    expect(dealer.locator("[data-do=start]")).to_be_disabled()
    found += faults(dealer, "closed console", ((1024, 768), (1440, 900)))

    pit = enter("sue", "/pit")
    row = pit.locator(f"tr#{TABLE}")
    expect(row.locator(".tag")).to_have_text("closed")
    expect(row.locator("[data-tray=closer]")).to_have_count(0)
    expect(pit.locator("[data-kind=closed]")).to_contain_text("has players and is closed")
    row.locator("[data-tray=opener]").click()
    pit.fill("dialog[open] input[name=chip_100]", str(chips))
    pit.fill("dialog[open] input[name=second_name]", "dan")
    pit.fill("dialog[open] input[name=second_password]", demo_password("dan"))
    pit.click("dialog[open] button[type=submit]")
    expect(row.locator("[data-tray=closer]")).to_be_visible()
    expect(row.locator("[data-tray=opener]")).to_have_count(0)
    # who was ready is dealt to, without another press
    expect(ann.locator(":is([data-phase=playing], [data-phase=settled])")).to_be_attached()
    expect(lobby.locator("[data-closed]:visible")).to_have_count(0)
    # the felt is left as it was found
    TablePage(ann).play_out(["stay"])
    ann.click("[data-do=ready]")
    ann.wait_for_selector("#table[data-phase=betting]")
    assert not found, found
