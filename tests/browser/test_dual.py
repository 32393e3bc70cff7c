"""Two progressives on two sensors of one table, opened from its file: chips, displays, and two awards in one round."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pitboss.cards import texts
from pitboss.people import second_factor
from pitboss.people.accounts import AUDITOR, EXECUTIVE, PLAYER, SUPERVISOR, People
from pitboss.people.person import Role
from pitboss.room.bank import Bank
from pitboss.store import open_store
from pitboss.web.client import Client
from tests.face_up_pai_gow_poker.support import order_of
from tests.web.conftest import Server

from .stage import PACE
from .table_page import TablePage

pytestmark = pytest.mark.browser

FILE = Path(__file__).parents[2] / "examples" / "face-up-pai-gow-poker.toml"
TABLE = "face-up-1"
FIVE_ACES = {0: "Ks Kh Qd Jc 9s 4d 3h", 2: "As Ah Ad Ac Jk 7h 2c"}
TOP_PRIZE = 2_500_00
PEOPLE = {"ann": PLAYER, "sue": SUPERVISOR, "al": AUDITOR, "eve": EXECUTIVE, "cy": Role.CASHIER}


def password_of(_: str) -> str:
    return "twelve herons stand in the rain"


class FiveAces(Server):
    @property
    def command(self) -> list[str]:
        orders = {"face-up-pai-gow-poker": texts(order_of(FIVE_ACES))}
        return [sys.executable, "-m", "tests.browser.rigged", json.dumps(orders), "serve", str(FILE)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = FiveAces(tmp_path_factory.mktemp("dual"), *PACE)
    with open_store(running.store) as store:
        for name, role in PEOPLE.items():
            People(store).add(name, password_of(name), role, "boss")
        Bank(store).grant("ann", 1_000_00, "boss", "chips to play with", key="ann's chips")
    running.start()
    yield running
    running.stop()


def meters(wall: Page) -> list[int]:
    return [
        int(cents) for cents in wall.locator(".odometer").evaluate_all("all => all.map(o => o.dataset.cents)")
    ]


class Member:
    """Signed in; staff with the second factor that a real room asks of them (HR-21)."""

    def __init__(self, house: Server, name: str) -> None:
        self.name = name
        self.client = Client(house.url)
        self.client.sign_in(name, password_of(name))
        secret = self.client.request("POST", "/me/second-factor")["secret"]
        code = second_factor.code_at(secret, second_factor.step_of(time.time_ns() // 1000))
        self.codes = self.client.request("POST", "/me/second-factor/confirm", {"code": code})["codes"]

    def signature(self) -> dict[str, str]:
        return {"name": self.name, "password": password_of(self.name), "code": self.codes.pop()}


@pytest.mark.clause("JP-06", "JP-09", "JP-14", "JP-24")
def test_one_hand_wins_both_jackpots(house: Server, enter, keep) -> None:
    ann, wall = enter(None, f"/login?next=/table/{TABLE}"), enter(None, f"/display/{TABLE}")
    ann.fill("input[name=name]", "ann")
    ann.fill("input[name=password]", password_of("ann"))
    ann.click("#login button[type=submit]")
    ann.wait_for_url(f"**/table/{TABLE}")
    expect(wall.locator(".odometer")).to_have_count(4)
    expect(wall.locator("h1")).to_have_text(
        ["Face Up Pai Gow Poker progressive", "Face Up Pai Gow Poker second progressive"]
    )
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

    sue, al, eve, cy = (Member(house, name) for name in ("sue", "al", "eve", "cy"))
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
    finish(award, sue, al, eve, cy)
    page = sue.client.request("GET", f"/claims/{award}/win-page")
    assert (page["prize_cents"], page["player"], page["status"]) == (major, "ann", "paid")
    # the major stands at its seed and the cent of reserve that this wager brought
    expect(wall.locator(".odometer").nth(2)).to_have_attribute("data-cents", "250001")
    after = meters(wall)
    assert after[0] >= before[0], "five aces take a fixed prize at the first, not its meter"


def finish(claim: str, sue: Member, al: Member, eve: Member, cy: Member) -> None:
    """Whoever's turn it is, until the prize is paid."""
    for _ in range(5):
        found = sue.client.request("GET", f"/claims/{claim}")
        if found["status"] == "paid":
            return
        if found["status"] == "completed":
            cy.client.request("POST", f"/claims/{claim}/pay")
        elif "surveillance" in found["needs"]:
            seen = {
                "hand": found["hand"],
                "wager_cents": 100,
                "payout_cents": found["payout_cents"],
                "player": "ann",
            }
            al.client.request("POST", f"/claims/{claim}/surveillance", seen)
        elif "supervisor" in found["needs"]:
            sue.client.request("POST", f"/claims/{claim}/confirm", sue.signature())
        else:
            sue.client.request("POST", f"/claims/{claim}/confirm", eve.signature())
    raise AssertionError(found)
