"""The pages staff works at, looked at by a browser: nothing overlaps, nothing is cut, axe objects to nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Server, room_of

from .conftest import Enter
from .flowing import WIDTHS, axe, look
from .rest import boxes, measure, send, signs, told
from .stage import Rigged
from .table_page import TablePage
from .test_geometry import faults

pytestmark = pytest.mark.browser

TABLE = "down-under-holdem-1"
# spot 4, dealer, spot 4, dealer, flop: a royal flush in two cards and the flop
ROYAL = "As 7d Ks 2c Qs Js Ts 3h 9c"
CONSOLE = ((390, 844), (1024, 768), (1366, 768), (1920, 1080))
DISPLAY = ((1024, 768), (1920, 1080), (1080, 1920))


house = room_of(lambda folder: Rigged(folder, {TABLE[:-2]: ROYAL}, "--in-person", TABLE))
KEYS = [f"[data-do={deed}]" for deed in ("start", "end", "time", "void")]
SMALL = (1024, 768)


def seen(page: Page, phase: str) -> None:
    expect(page.locator(f"#console[data-phase={phase}]")).to_be_attached()


def meter(wall: Page) -> int:
    return int(wall.locator(".odometer").get_attribute("data-cents") or 0)


def sign(page: Page, name: str) -> None:
    """Somebody's own credentials on the claims page, whoever is signed in there."""
    signs(page.locator(".step-form"), name, "who")
    page.click(".step-form button[type=submit]")


@pytest.mark.clause("JP-03", "JP-04", "JP-15", "JP-16", "JP-17", "HR-14")
def test_a_jackpot_from_the_chip_on_the_sensor_to_the_confirmed_win_page(enter: Enter, pit: Server) -> None:
    dan, ann = enter("dan", f"/console/{TABLE}"), enter("ann", f"/table/{TABLE}")
    sue, wall = enter("sue", "/supervisor"), enter(None, f"/display/{TABLE}")
    before = meter(wall)
    assert before == 1_000_000
    seen(dan, "betting")
    awaited = dan.locator("#awaited")
    expect(awaited).to_contain_text("Players: take a seat")
    stand = boxes(dan, *KEYS, size=SMALL)
    assert len(stand) == len(KEYS)
    table = TablePage(ann)
    table.sit(4)
    table.bet("ante")
    table.bet("jackpot")
    lamp = dan.locator(".spot-key[data-spot='4'].lit")
    expect(lamp).to_be_visible()
    expect(awaited).to_contain_text("Dealer: START GAME")
    found = faults(dan, "bets", CONSOLE)
    felt, pad = boxes(dan, "#felt", "#keypad", size=SMALL)
    assert felt["width"] > 500 and pad["x"] >= felt["x"] + felt["width"]
    assert boxes(dan, *KEYS, size=SMALL) == stand
    # START GAME locks the sensor in, takes the wager and deals
    dan.click("[data-do=start]")
    seen(dan, "playing")
    expect(dan.locator("#pad-state")).to_contain_text("running")
    expect(awaited).to_contain_text("Players: the decision of spot 4 (ann)")
    # the chip has gone from the sensor, the lamp is lit
    expect(dan.locator(".wager-lines li", has_text="Jackpot")).to_have_count(0)
    expect(lamp).to_be_visible()
    assert boxes(dan, *KEYS, size=SMALL) == stand
    found += faults(dan, "playing", CONSOLE)
    contributed = meter(wall)
    assert contributed >= before
    table.play_out(["play-3x"])
    seen(dan, "settled")
    expect(awaited).to_contain_text("Dealer: mark Royal flush at spot 4")
    expect(dan.locator(".wager-lines li", has_text="Jackpot")).to_contain_text("Royal flush")
    assert boxes(dan, *KEYS, size=SMALL) == stand
    # not told to the room before it is verified
    expect(wall.locator(".won")).to_have_count(0)
    dan.click("[data-do=end]")
    told(dan, "not marked", alarm=True)

    # a hand that the cards do not show is marked as such, and a supervisor rejects it
    lamp.click()
    dan.click("[data-hand=straight-flush]")
    expect(awaited).to_contain_text("take the mark off spot 4")
    expect(sue.locator(".claim.wrong")).to_contain_text("the cards do not show it")
    sue.fill(".claim.wrong input[name=why]", "it is a royal flush")
    sue.click(".claim.wrong button:has-text('Reject')")
    expect(sue.locator(".claim.wrong")).to_have_count(0)
    # who rejected it and why stays on the page
    expect(sue.locator("#rejected tbody tr")).to_have_text(
        [re.compile("Straight flush.*it is a royal flush", re.S)]
    )
    expect(awaited).to_contain_text("mark Royal flush")

    # until the house has answered, the keypad looks as if it took no press, and says so
    royal, held = dan.locator("[data-hand=royal-flush]"), list[Route]()
    dan.route("**/keypad/press", lambda route: held.append(route))
    if royal.is_disabled():
        lamp.click()
    royal.click()
    expect(royal).to_have_attribute("aria-disabled", "true")
    royal.dispatch_event("click")
    told(dan, "still with the house")
    held[0].continue_()
    dan.unroute_all()
    # again takes the mark off
    expect(royal).to_have_attribute("aria-pressed", "true")
    royal.click()
    expect(royal).to_have_attribute("aria-pressed", "false")
    royal.click()
    expect(awaited).to_contain_text("Surveillance: look at Royal flush at spot 4")
    found += faults(dan, "settled", CONSOLE)
    assert not found, "\n".join(found)
    assert not axe(dan)

    # the claims: the cards, the amount held, who comes next; over $3,000 surveillance looks first
    claim = sue.locator(".claim")
    expect(claim.locator("pit-card")).to_have_count(7)
    expect(claim).to_contain_text("Amount held")
    expect(claim).to_contain_text("surveillance")
    wrong = look(sue, "claims", (390, 1366))
    assert not wrong, "\n".join(wrong)
    assert not axe(sue)
    (round_id,) = {one["round_id"] for one in sue.request.get("/api/v1/claims").json()}
    al = enter("al", "/supervisor")
    send(al, ".step-form", player="ann")
    expect(sue.locator(".step-form input[name=who_password]")).to_be_visible()
    expect(awaited).to_contain_text("Supervisor: confirm")
    sign(sue, "sue")
    expect(sue.locator(".step-form")).to_contain_text("executive's card, another person's")
    sign(sue, "eve")
    expect(sue.locator(".claim a", has_text="Win page")).to_be_visible()
    expect(wall.locator(".won")).to_contain_text("Royal flush")
    expect(wall.locator(".won b")).to_have_text("$10,000.90")
    # the prize is due until it is paid, whatever screen one comes to it by
    sue.reload()
    expect(sue.locator(".claim-group h2", has_text="Prizes due")).to_be_visible()
    sue.click(".step-form button:has-text('Prize paid')")
    # whatever else happens in the room before the second press, and has the list drawn anew
    sue.evaluate("document.querySelector('.step-form').dataset.drawn = 'before'")
    pit.client("bob").command("fu-bacc-1", "sit", spot=1)
    expect(sue.locator(".step-form[data-drawn]")).to_have_count(0)
    sue.click(".step-form button:has-text('is paid')")
    expect(sue.locator(".claim")).to_have_count(0)

    dan.click("[data-do=end]")
    expect(dan.locator("#pad-state")).to_contain_text("Open for wagers")
    assert boxes(dan, *KEYS, size=SMALL) == stand, "no game key ever moves"
    # the meter fell by the whole award and stands at its new start
    assert 1_000_000 <= meter(wall) < contributed + 1_000
    sue.reload()
    sue.click("#wins a")
    page = sue.locator("#win-page")
    for words in ("Royal", "sue", "eve", "al", "ann", round_id):
        expect(page).to_contain_text(words, ignore_case=True)
    expect(page.locator("pit-card")).to_have_count(7)
    expect(page.locator(".signature-lines > div")).to_have_count(6)
    wrong = look(sue, "win page", (390, 1366))
    assert not wrong, "\n".join(wrong)
    sue.goto(f"/round/{round_id}")
    sue.set_viewport_size({"width": 1366, "height": 900})
    expect(sue.locator(".round-facts")).to_contain_text("$10,000.90")
    found = faults(sue, "replay", CONSOLE)
    assert not found, "\n".join(found)
    sue.select_option("#seat", "")
    expect(sue.locator("#felt")).to_contain_text("ann")


@pytest.mark.clause("JP-08")
def test_the_display_is_read_from_five_metres(enter):
    page = enter(None, f"/display/{TABLE}")
    expect(page.locator(".prizes tbody tr")).to_have_count(7)
    # the figures of a drum that are turned away are cut off on purpose
    found = [words for words in faults(page, "display", DISPLAY) if "<i " not in words]
    assert not found, "\n".join(found)
    size = "where => parseFloat(getComputedStyle(document.querySelector(where)).fontSize)"
    # at 5 m a letter of 7.3 mm is the least that good eyes read: 26 px of a 24 inch monitor's 0.277 mm
    sizes = {".prizes tbody th": 40, ".prizes tbody td": 40, ".odometer": 90, ".wager-note": 38}
    for where, least in sizes.items():
        assert measure(page, size, where, size=(1920, 1080)) >= least, where
    expect(page.locator(".prizes .envy").first).to_have_text("$1,000")
    controls = page.locator("a:visible, button:visible, input:visible")
    assert controls.count() == 1, "no controls but the way to the content"


@pytest.mark.clause("JP-08")
def test_the_meters_of_one_jackpot_stand_in_one_column(enter):
    page = enter(None, "/display/face-up-pai-gow-poker-1")
    expect(page.locator(".odometer")).to_have_count(3)
    for size in DISPLAY:
        drums = boxes(page, ".odometer", size=size)
        assert len({round(box["height"]) for box in drums}) == 1, drums
        assert len({round(box["right"]) for box in drums}) == 1, drums


PAGES = [
    ("sue", "/pit", "#tables tbody tr"),
    ("eve", "/pit/desk", ".desk-card"),
    ("ada", "/accounts", "#people tbody tr"),
    ("al", "/pit/log", ".log-table tbody tr"),
    ("sue", "/pit/report", ".report tbody tr"),
    ("sue", f"/pit/closing/{TABLE}", "#closing"),
    ("eve", "/pit/statement/down-under-holdem-progressive", "#statement tbody tr"),
    ("dan", "/console", ".console-list a"),
    ("sue", "/supervisor", "#wins"),
    ("sue", f"/pit/sign/{TABLE}", ".sign"),
    ("cy", "/cage", "main h1"),
    ("dan", "/me", "#me"),
    ("", "/school", "#begin"),
    ("", "/", ".table-card"),
    ("ada", "/", ".table-card"),
    ("", "/login", "#login"),
    ("", "/nowhere", "h1"),
    ("ann", "/me", "#statement:not([hidden]), #nothing:not([hidden])"),
]
"""every page that scrolls; console, display, win page and replay are looked at in the round above"""
LAB = [
    ("", "/lab?game=fu-bacc&wager=tie", ".returns tfoot"),
    ("", "/lab?game=fu-bacc&wager=main", ".pay-lines input"),
    ("", "/lab?game=fu-bacc&wager=main&b=game%3Dfu-bacc", ".comparison"),
    ("", "/lab?game=fu-bacc&wager=lucky-monkey&view=designer", ".tool-form"),
]
"""test_lab.py looks at its views in the gate"""


def stands(page: Page, path: str, ready: str, widths: tuple[int, ...]) -> None:
    expect(page.locator(ready).first).to_be_visible()
    found = look(page, path, widths)
    assert not found, "\n".join(found)
    problems = axe(page)
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize(("name", "path", "ready"), PAGES, ids=["-".join(one[:2]) for one in PAGES])
def test_nothing_overlaps_and_nobody_is_shut_out(enter, name, path, ready):
    stands(enter(name or None, path), path, ready, (390, 1280))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "path", "ready"), PAGES + LAB, ids=["-".join(one[:2]) for one in PAGES + LAB]
)
def test_nothing_overlaps_at_any_width(enter, name, path, ready):
    stands(enter(name or None, path), path, ready, WIDTHS)


def test_the_pit_is_live(enter, pit):
    """What changes at a table or at the desk is seen without a reload."""
    page, eve = enter("sue", "/pit"), pit.client("eve")
    expect(page.locator("#tables tbody tr").first).to_be_visible()
    eve.request("POST", "/desk/jackpots/ultimate-texas-holdem-progressive/suspend", {"why": "a look at it"})
    expect(page.locator("#alerts li[data-kind=suspended]")).to_be_visible()
    eve.request("POST", "/desk/jackpots/ultimate-texas-holdem-progressive/resume", {})
    expect(page.locator("#alerts li[data-kind=suspended]")).to_have_count(0)
