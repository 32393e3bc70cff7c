"""The forms that staff fills in, pressed by a browser: dice, misdeal, payouts, back-out, accounts, a packet; and how
the pages stand when the pit is at its busiest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.room.demo import demo_password
from pitboss.web.client import Refused
from tests.web.conftest import Server

from .busy import DICE, TABLE, Busy
from .flowing import axe, look
from .test_geometry import faults
from .test_staff import CONSOLE, DISPLAY, come_in, seen

pytestmark = pytest.mark.browser

__all__ = ["come_in"]


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Busy(tmp_path_factory.mktemp("busy"))
    running.start()
    running.awards()
    yield running
    running.stop()


def signs(page: Page, name: str, prefix: str = "second", password: str = "") -> None:
    page.fill(f"[name={prefix}_name]", name)
    page.fill(f"[name={prefix}_password]", password or demo_password(name))


@pytest.mark.clause("PG-02", "HR-33")
def test_the_roll_is_entered_and_a_misdeal_is_signed_for(come_in: Any, pit: Busy) -> None:
    dan, ann = come_in("dan", f"/console/{DICE}"), pit.client("ann")
    dan.set_viewport_size({"width": 1024, "height": 768})
    seen(dan, "betting")
    ann.command(DICE, "sit", spot=3)
    ann.command(DICE, "bet", spot=3, wager="standard", amount_cents=2500)
    expect(dan.locator("#awaited")).to_contain_text("roll the dice, enter the roll")
    start = dan.locator("[data-do=start]")
    for at, face in enumerate((6, 5, 2)):
        expect(start).to_be_disabled()
        die = dan.locator(f".die >> nth={at}").locator(f"button:text-is('{face}')")
        expect(die).to_be_in_viewport(ratio=1)
        die.click()
    expect(dan.locator(".die button[aria-pressed=true]")).to_have_text(["6", "5", "2"])
    start.click()
    seen(dan, "playing")
    expect(dan.locator("#awaited")).to_contain_text("spot 3 (ann)")
    said = [event.get("text") or "" for event in ann.state(DICE)["view"]["log"]]
    assert any(text.endswith("drawn by dice 6 5 2") for text in said), said

    dan.click("[data-do=void]")
    dan.fill("#console-reason", "a card was exposed")
    signs(dan, "sue", "signed", "not her password")
    dan.click("dialog.act button[type=submit]")
    # said inside the dialog, not behind it
    expect(dan.locator("dialog.act .toast.alarm")).to_be_visible()
    signs(dan, "sue", "signed")
    dan.click("dialog.act button[type=submit]")
    expect(dan.locator("dialog.act")).to_have_count(0)
    expect(dan.locator(".toast.alarm")).to_have_count(0)
    expect(dan.locator("#awaited")).to_contain_text("Dealer: END GAME")
    expect(dan.locator(".spot-key.lit")).to_have_count(0)
    assert ann.request("GET", "/me")["wallet_cents"] > 0
    dan.click("[data-do=end]")
    seen(dan, "betting")


@pytest.mark.clause("HR-14")
def test_a_large_payout_is_seen_by_surveillance_on_the_claims_page(come_in: Any, pit: Busy) -> None:
    cam = come_in("cam", "/supervisor")
    payout = cam.locator(".claim", has_text="Bet: royal flush")
    expect(payout.locator("pit-card")).to_have_count(7)
    expect(payout.locator(".signing .now")).to_contain_text("Surveillance")
    # whom surveillance saw is not told beforehand, nor by a refusal
    assert "ann" not in payout.inner_text().split()
    payout.locator("input[name=player]").fill("bob")
    payout.locator("button[type=submit]").click()
    expect(cam.locator(".toast.alarm")).to_contain_text("does not agree")
    assert "ann" not in cam.locator(".toast.alarm").inner_text().split()
    before = pit.client("ann").request("GET", "/me")["wallet_cents"]
    payout.locator("input[name=player]").fill("ann")
    payout.locator("button[type=submit]").click()
    expect(payout).to_have_count(0)
    assert pit.client("ann").request("GET", "/me")["wallet_cents"] == before + 1_250_000


@pytest.mark.clause("JP-18", "JP-31")
def test_an_award_is_backed_out_by_two_people(come_in: Any, pit: Busy) -> None:
    royal = next(claim for claim in pit.claims() if claim["hand"] == "royal-flush" and claim["meter"])
    eve = come_in("eve", "/supervisor")
    expect(eve.locator(".claim").first).to_be_visible()
    pit.complete(royal)
    claim = eve.locator(f".claim[data-claim-id='{royal['id']}']")
    expect(claim).to_have_attribute("data-status", "completed")
    # without a reload the award stands in the list
    expect(eve.locator("#wins tbody tr")).to_have_count(1)
    expect(eve.locator("#wins")).to_contain_text("$10,005.40")
    claim.locator("summary").click()
    claim.locator("form[data-step=back-out] input[name=why]").fill("the wager was not on the sensor")
    signs(eve, "sue")
    claim.locator("form[data-step=back-out] button[type=submit]").click()
    expect(claim).to_have_count(0)
    assert pit.client("sue").request("GET", f"/claims/{royal['id']}")["status"] == "backed-out"
    expect(eve.locator("#wins")).to_contain_text("backed out")


@pytest.mark.clause("HR-21", "HR-35")
def test_accounts_from_the_page(come_in: Any, pit: Busy) -> None:
    ada = come_in("ada", "/accounts")
    ada.click("#add")
    ada.fill("dialog.act [name=name]", "nina.of-the-night-shift")
    ada.fill("dialog.act [name=password]", "seven quiet herons")
    ada.select_option("dialog.act [name=role]", "dealer")
    signs(ada, "al")
    ada.click("dialog.act button[type=submit]")
    row = ada.locator("tr[data-person='nina.of-the-night-shift']")
    expect(row).to_contain_text("dealer")

    def act(deed: str, *, second: str = "", **fields: str) -> None:
        row.locator(f"[data-deed={deed}]").click()
        for name, value in fields.items():
            at = f"dialog.act [name={name}]"
            ada.select_option(at, value) if name == "role" else ada.fill(at, value)
        if second:
            signs(ada, second)
        ada.click("dialog.act button[type=submit]")
        expect(ada.locator("dialog.act")).to_have_count(0)

    act("role", role="cashier", why="works at the cage now", second="al")
    expect(row).to_contain_text("cashier")
    act("password", password="eight quiet herons", why="forgotten", second="al")
    nina = pit.client()
    nina.sign_in("nina.of-the-night-shift", "eight quiet herons")
    row.locator("[data-deed=sessions]").click()
    expect(ada.locator("dialog.act li")).to_have_count(1)
    ada.fill("dialog.act [name=why]", "the end of the shift")
    ada.click("dialog.act button[type=submit]")
    expect(ada.locator("dialog.act")).to_have_count(0)
    with pytest.raises(Refused):
        nina.request("GET", "/me")
    act("lock", why="left the house")
    expect(row).to_contain_text("locked")
    act("unlock", why="is back")
    expect(row).to_contain_text("open")


def test_a_packet_made_from_the_lab(come_in: Any) -> None:
    page = come_in("", "/lab?game=fu-bacc&wager=tie&view=export")
    page.click("text=Make the packet")
    expect(page.locator("text=Packet as PDF")).to_be_visible()
    with page.expect_download() as coming:
        page.click("text=Packet as PDF")
    assert coming.value.path().read_bytes().startswith(b"%PDF")


@pytest.mark.clause("JP-08", "JP-15")
def test_a_full_table_of_awards_fits_console_claims_and_display(come_in: Any, pit: Busy) -> None:
    dan = come_in("dan", f"/console/{TABLE}")
    seen(dan, "settled")
    found = faults(dan, "five awards", CONSOLE)
    # to the cent under every hand, in the dealer's order
    plates = dan.locator(".plate .net").all_inner_texts()
    assert len(plates) == 6 and not any("k" in text for text in plates), plates
    dan.set_viewport_size({"width": 1024, "height": 768})
    # END GAME is not lit while a claim is open
    expect(dan.locator("[data-do=end]")).to_have_class("end early")
    expect(dan.locator(".hand-key").last).to_be_in_viewport(ratio=1)
    for claim in [claim for claim in pit.claims() if claim["meter"]]:
        pit.complete(pit.client("sue").request("GET", f"/claims/{claim['id']}"))
    wall = come_in("", f"/display/{TABLE}")
    expect(wall.locator(".won").first).to_be_visible()
    found += [words for words in faults(wall, "display", DISPLAY) if "<i " not in words]
    sue = come_in("sue", "/supervisor")
    expect(sue.locator(".claim").first).to_be_visible()
    found += look(sue, "claims")
    assert not found, "\n".join(found)
    assert not axe(sue)
