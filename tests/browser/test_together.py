"""Several browsers at one table; coming back in mid-round; a table that was counted out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.patience import wait_for
from tests.web.asking import by
from tests.web.conftest import Server

from .conftest import Enter, leave_seats
from .rest import comes_to, send
from .table_page import ASKED, OVER, TablePage, dealt
from .test_geometry import faults

pytestmark = pytest.mark.browser

TABLE = "/table/fu-bacc-1"
"""where whoever has an Ante is asked, whatever the cards (FB-12)"""


def cards_of(page: Page, spot: str) -> list[str]:
    cards = page.locator(f".spot{spot} [data-place=hand] pit-card")
    return list(cards.evaluate_all("nodes => nodes.map(n => n.getAttribute('c'))"))


def own_cards(page: Page) -> list[str]:
    return cards_of(page, ".mine")


@pytest.mark.clause("HR-26")
def test_two_players_at_one_table(enter, keep):
    ann, bob = enter("ann", TABLE), enter("bob", TABLE)
    hers, his = TablePage(ann), TablePage(bob)
    hers.sit(2)
    expect(bob.locator(".spot[data-spot='2'] .player")).to_have_text("ann")
    his.sit(5)
    hers.bet("ante")
    his.bet("ante", times=2)
    expect(ann.locator(".spot[data-spot='5'] pit-chips")).to_have_attribute("cents", "1000")
    ann.click("[data-do=ready]")
    expect(ann.locator("#dock .question")).to_contain_text("Your bets are in. Waiting for bob.")
    expect(bob.locator(".spot[data-spot='2'] .is-ready")).to_be_visible()
    his.deal()

    # spot 2 is asked before spot 5, and neither sees the other's cards
    ann.wait_for_selector(ASKED)
    expect(bob.locator("#dock .choice")).to_have_count(0)
    expect(bob.locator("#dock .question")).to_contain_text("Waiting for ann, spot 2")
    expect(bob.locator(".spot[data-spot='2']")).to_have_class(re.compile("waiting"))
    assert cards_of(bob, "[data-spot='2']") == ["??", "??"]
    assert cards_of(ann, "[data-spot='5']") == ["??", "??"]
    assert "??" not in own_cards(ann)
    keep(bob, "two-players")
    hers.play_out_turn(["stay"])
    bob.wait_for_selector(ASKED)
    his.play_out(["stay"])
    ann.wait_for_selector(OVER)
    assert cards_of(bob, "[data-spot='2']") == own_cards(ann), "settlement shows the hand to everyone"


def test_however_a_test_ends_its_seats_are_given_back(enter, house):
    """Two people stop in the middle of a round, one of them asked; the next test finds the table empty."""
    ann, bob = enter("ann", "/table/blackjack-1"), enter("bob", "/table/blackjack-1")
    hers, his = TablePage(ann), TablePage(bob)
    hers.sit(2)
    his.sit(5)
    hers.bet("blackjack")
    his.bet("blackjack")
    ann.click("[data-do=ready]")
    his.deal()
    leave_seats([ann.context, bob.context], house.url)
    assert [t["taken"] for t in ann.request.get("/api/v1/tables").json() if t["id"] == "blackjack-1"] == [0]


def test_reload_in_mid_round(enter):
    page, table = dealt(enter, "cleo", 4)
    page.wait_for_selector(ASKED)
    cards, dock = own_cards(page), page.locator("#dock .choices").inner_text()
    page.reload()
    page.wait_for_selector(ASKED)
    comes_to(page, lambda: (own_cards(page), page.locator("#dock .choices").inner_text()), (cards, dock))
    table.play_out(["stay"])


@pytest.mark.clause("HR-20")
def test_server_killed_and_restarted_in_mid_round(enter, house, keep):
    page = enter("ann", TABLE)
    table = TablePage(page)
    page.wait_for_selector("#table[data-phase=betting]")
    table.sit(2)
    table.bet("ante")
    table.deal()
    page.wait_for_selector(ASKED)
    cards, wallet = own_cards(page), page.locator("#wallet").inner_text()
    commitment = page.locator(".proof code").inner_text()

    house.kill()
    expect(page.locator("#link")).to_be_visible()
    keep(page, "reconnecting")
    house.start()

    expect(page.locator("#link")).to_be_hidden()
    page.wait_for_selector(ASKED)
    comes_to(page, lambda: own_cards(page), cards)
    comes_to(page, lambda: page.locator("#wallet").inner_text(), wallet)
    comes_to(page, lambda: page.locator(".proof code").inner_text(), commitment)
    table.play_out(["stay"])
    assert own_cards(page)[:2] == cards


LIE = """() => [...document.querySelectorAll("#felt .spots .spot")].map((spot) => ({
    spot: Number(spot.dataset.spot),
    name: spot.querySelector(".player")?.textContent,
    cards: [...spot.querySelectorAll("pit-card")].map((card) => card.getBoundingClientRect().width),
}))"""
"""the seats of an onlooker: their names, and how wide their cards are"""


@pytest.mark.parametrize(
    ("game", "wager", "plays"), [("fu-bacc", "ante", "stay"), ("blackjack", "blackjack", "stand")]
)
def test_who_leaves_a_settled_round_sees_it_as_an_onlooker(enter, game, wager, plays):
    """The hand that was played stays as large as the others, its seat says what has become of its player, and
    nobody adds up what strangers have won and lost."""
    ann, bob = enter("ann", f"/table/{game}-1"), enter("bob", f"/table/{game}-1")
    hers, his = TablePage(ann), TablePage(bob)
    ann.wait_for_selector("#table[data-phase=betting]")
    hers.sit(2)
    his.sit(5)
    hers.bet(wager)
    his.bet(wager)
    ann.click("[data-do=ready]")
    his.deal()
    while True:  # an ace of the dealer's asks for insurance first; a blackjack is asked nothing
        asked = wait_for(
            lambda: next((p for p in (hers, his) if p.page.locator(f"{ASKED}, {OVER}").count()), None)
        )
        if asked.phase() == "settled":
            break
        asked.play_out_turn(["decline", plays])
    ann.wait_for_selector(OVER)
    expect(ann.locator("#panel .settlement .sum")).to_be_visible()
    ann.click("button[popovertarget=menu]")
    ann.click("#leave")
    expect(ann.locator(".cloth.equal")).to_be_visible()
    expect(ann.locator(".spot[data-spot='2'] .player")).to_have_text("left")
    seats = {seat["spot"]: seat for seat in ann.evaluate(LIE)}
    assert seats[5]["name"] == "bob"
    assert seats[2]["cards"], "the hand that was played is there"
    assert min(seats[2]["cards"]) > max(seats[5]["cards"]) / 2, seats
    expect(ann.locator("#panel .settlement li")).not_to_have_count(0)
    expect(ann.locator("#panel .settlement .sum")).to_have_count(0)


SIZES = ((390, 844), (1024, 768), (1440, 900))


@pytest.mark.clause("HR-17")
def test_a_closed_table_says_so_and_the_pit_opens_it(enter: Enter, house: Server) -> None:
    sue = house.client("sue")
    chips = sue.request("GET", "/tables/fu-bacc-1/tray")["book_cents"] // 100
    sue.request("POST", "/tables/fu-bacc-1/tray/closer", {"counts": {"100": chips}, "second": by("dan")})
    ann = enter("ann", "/table/fu-bacc-1")
    expect(ann.locator("#felt")).to_contain_text("The table is closed")
    player = house.client("ann")
    player.command("fu-bacc-1", "sit", spot=1)
    expect(ann.locator("#dock")).to_contain_text("The table is closed until its tray is counted in.")
    player.command("fu-bacc-1", "bet", spot=1, wager="ante", amount_cents=500)
    expect(ann.locator("#dock")).to_contain_text("$5 on the felt. The table is closed until")
    found = faults(ann, "closed", SIZES)
    ann.click("[data-do=ready]")
    expect(ann.locator("#dock")).to_contain_text("Your bets are in. The table is closed until")

    lobby = enter(None, "/")
    total = len(sue.request("GET", "/tables"))
    expect(lobby.locator("main .spread")).to_contain_text(f"{total - 1} tables open")
    expect(lobby.locator("[data-table=fu-bacc-1] [data-closed]")).to_be_visible()
    expect(lobby.locator("[data-closed]:visible")).to_have_count(1)
    dealer = enter("dan", "/console")
    way = dealer.locator("a[href='/console/fu-bacc-1']")
    expect(way).to_contain_text("closed until the opener is counted")
    dealer.goto("/console/fu-bacc-1")
    expect(dealer.locator("#awaited")).to_contain_text("Supervisor: count the opener")
    expect(dealer.locator("#pad-state")).to_have_text("Closed")
    expect(dealer.locator("[data-do=start]")).to_be_disabled()
    found += faults(dealer, "closed console", ((1024, 768), (1440, 900)))

    pit = enter("sue", "/pit")
    row = pit.locator("tr#fu-bacc-1")
    expect(row.locator(".tag")).to_have_text("closed")
    expect(row.locator("[data-tray=closer]")).to_have_count(0)
    expect(pit.locator("[data-kind=closed]")).to_contain_text("has players and is closed")
    row.locator("[data-tray=opener]").click()
    send(pit, "dialog[open]", second="dan", chip_100=str(chips))
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
