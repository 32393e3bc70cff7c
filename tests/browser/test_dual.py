"""Two progressives on two sensors of one table, opened from its file: chips, displays, and two awards in one round."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pitboss.core.cards import texts
from tests.face_up_pai_gow_poker.support import order_of
from tests.house.tables import EXAMPLES
from tests.web.conftest import Server, room_of
from tests.web.operators import Member, OperatorsRoom, finish, password_of

from .rest import boxes
from .table_page import TablePage
from .test_geometry import faults
from .test_staff import CONSOLE, KEYS, SMALL

pytestmark = pytest.mark.browser

FILE = EXAMPLES / "face-up-pai-gow-poker.toml"
TABLE = "face-up-1"
FIVE_ACES = {0: "Ks Kh Qd Jc 9s 4d 3h", 2: "As Ah Ad Ac Jk 7h 2c"}
TOP_PRIZE = 2_500_00


ORDERS = {"face-up-pai-gow-poker": texts(order_of(FIVE_ACES))}
house = room_of(lambda folder: OperatorsRoom(folder, [FILE], ORDERS))


def meters(wall: Page) -> list[int]:
    shown = wall.locator(".odometer").evaluate_all("all => all.map(one => Number(one.dataset.cents))")
    return list(shown)


@pytest.mark.clause("JP-06", "JP-09", "JP-14", "JP-24")
def test_one_hand_wins_both_jackpots(house: Server, enter, keep) -> None:
    ann, wall = enter(None, f"/login?next=/table/{TABLE}"), enter(None, f"/display/{TABLE}")
    ann.fill("input[name=name]", "ann")
    ann.fill("input[name=password]", password_of("ann"))
    ann.click("#login button[type=submit]")
    ann.wait_for_url(f"**/table/{TABLE}")
    expect(wall.locator(".odometer")).to_have_count(4)
    names = [f"Face Up Pai Gow Poker {which}" for which in ("progressive", "second progressive")]
    expect(wall.locator("h1")).to_have_text(names)
    expect(wall.locator(".prizes").last).to_be_in_viewport(ratio=1)
    before = meters(wall)
    table = TablePage(ann)
    table.sit(2)
    for wager in ("standard", "jackpot", "second-jackpot"):
        table.bet(wager)
    keep(ann, "dual-bets")
    table.deal()
    table.play_out(["house-way"])
    keep(ann, "dual-settled")
    keep(wall, "dual-display")

    staff = {name: Member(house, name) for name in ("sue", "al", "eve", "cy")}
    sue = staff["sue"]
    claims = sue.client.request("GET", "/claims")
    assert [(claim["hand"], claim["table"]) for claim in claims] == [("five-aces", TABLE)] * 2
    assert len({claim["jackpot"] for claim in claims}) == 2
    held = {claim["jackpot"]: claim["payout_cents"] for claim in claims}
    top, major = (held[f"{TABLE}-{sensor}"] for sensor in ("jackpot", "second-jackpot"))
    # before anybody signs: what the second jackpot's middle meter shows is held for her
    assert top == TOP_PRIZE
    assert before[2] <= major < before[2] + 100
    # the fixed prize comes from the tray; the meter's award takes its people
    (award,) = [claim["id"] for claim in claims if claim["meter"]]
    finish(award, staff, "ann")
    page = sue.client.request("GET", f"/claims/{award}/win-page")
    assert (page["prize_cents"], page["player"], page["status"]) == (major, "ann", "paid")
    # the major stands at its seed and the cent of reserve that this wager brought
    expect(wall.locator(".odometer").nth(2)).to_have_attribute("data-cents", "250001")
    after = meters(wall)
    assert after[0] >= before[0], "five aces take a fixed prize at the first, not its meter"


@pytest.mark.clause("JP-15")
def test_the_keypad_of_two_sensors_fits_its_screen(house: Server, enter, keep) -> None:
    """Every hand of either jackpot can be pressed without scrolling; the game keys stand still meanwhile."""
    dan = Member(house, "dan").signature()
    page = enter(None, "/login")
    assert page.request.post("/api/v1/login", data=dan, headers={"Origin": house.url}).ok
    page.goto(f"/console/{TABLE}")
    found, stood = [], []
    for place, least in (("jackpot", 8), ("second-jackpot", 6)):
        page.click(f"[data-sensor={place}]")
        expect(page.locator(f"[data-sensor={place}]")).to_have_attribute("aria-pressed", "true")
        found += faults(page, place, CONSOLE)
        stood.append(boxes(page, *KEYS, size=SMALL))
        assert page.locator(".hand-key").count() >= least
        for key in page.locator(".hand-key").all():
            expect(key).to_be_in_viewport(ratio=1)
        keep(page, f"dual-keypad-{place}")
    assert not found, "\n".join(found)
    assert stood[0] == stood[1]
