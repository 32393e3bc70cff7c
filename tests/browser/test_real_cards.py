"""The claims page for a table with real cards: nothing calls a true winner false, and the prize is paid there in money;
and the desk's page discontinues the last progressive."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from pitboss.jackpots.awards import Witnessed
from pitboss.jackpots.desk import JackpotDesk
from pitboss.jackpots.documents import Jackpot
from pitboss.ledger import open_store
from pitboss.people.person import Person
from pitboss.room.demo import demo_password
from tests.client import Refused
from tests.web.conftest import Server, demo_room, room_of

pytestmark = pytest.mark.browser

JACKPOT, HAND_TABLE = "down-under-holdem-progressive", "main-street-1"
DOT, SAM = Person.of("dot", "dealer"), Person.of("sam", "supervisor")
EVE, WES = Person.of("eva", "executive"), Person.of("wes", "surveillance")
NOT_CHECKED = "real cards, not checked by the system"


house = room_of(demo_room)


def with_real_cards(desk: JackpotDesk, table: str) -> Jackpot:
    """A table run by hand on the room's progressive."""
    jackpot = desk.jackpot(JACKPOT)
    desk.add_table(table, jackpot.game, EVE, spots=6, location=jackpot.location)
    desk.link(JACKPOT, table, jackpot.pay_table, EVE)
    return jackpot


@pytest.mark.clause("JP-16", "JP-30", "HR-14", "JP-31")
def test_a_true_winner_of_real_cards_is_paid_on_the_page(enter: Any, pit: Server) -> None:
    with open_store(pit.store) as store:
        desk = JackpotDesk(store)
        jackpot = with_real_cards(desk, HAND_TABLE)
        desk.start_game(HAND_TABLE, [2], [2], DOT, players={2: "Jane Street"})
        desk.press(HAND_TABLE, 2, "royal-flush", DOT)
        (claim,) = desk.open_claims(JACKPOT)
        found = desk.claim(claim)
        assert found.cents > 300_000

        cam = enter("cam", "/supervisor")
        sue = enter("sue", "/supervisor")
        for page in (cam, sue):
            card = page.locator(f".claim[data-claim-id='{claim}']")
            expect(card).to_contain_text(NOT_CHECKED)
            expect(card).to_contain_text("signed where the game was started, at the terminal")
            expect(card.locator("form")).to_have_count(0)
            text = card.inner_text().lower()
            assert "do not show" not in text and "reject" not in text
        seen = {"hand": found.hand, "wager_cents": jackpot.wager_cents, "payout_cents": found.cents}
        with pytest.raises(Refused, match="is run by hand"):
            seen["player"] = "jane street"
            pit.client("cam").request("POST", f"/claims/{claim}/surveillance", seen)

        desk.confirm(claim, SAM)
        desk.surveil(claim, WES, Witnessed(found.hand, jackpot.wager_cents, found.cents, "Jane Street"))
        desk.complete(claim, EVE)
        cy = enter("cy", "/supervisor")
        card = cy.locator(f".claim[data-claim-id='{claim}']")
        expect(card).to_contain_text("to jane street, in money")
        card.get_by_role("button", name="Prize paid").click()
        card.get_by_role("button", name="is paid").click()
        expect(card).to_have_count(0)
        assert desk.claim(claim).state.value == "paid"
        desk.end_game(HAND_TABLE, DOT)
        assert not [one.name for one in store.accounts("wallet/") if "jane" in one.name]


@pytest.mark.clause("JP-37", "HR-10")
def test_the_last_progressive_is_discontinued_on_the_desks_page(enter: Any, pit: Server) -> None:
    with open_store(pit.store) as store:
        desk = JackpotDesk(store)
        with_real_cards(desk, "main-street-2")
        desk.start_game("main-street-2", [2], [2], DOT)
        desk.end_game("main-street-2", DOT)
        for table in list(desk.jackpot(JACKPOT).tables):
            desk.unlink(JACKPOT, table, EVE, SAM)
        page = enter("eve", "/pit/desk")
        page.locator(f"#{JACKPOT} [data-deed=retire]").click()
        sheet = page.locator("dialog[open]")
        expect(sheet.get_by_label("To whom, and how")).to_be_hidden()
        other = "somebody else: the Commission approves"
        sheet.get_by_label("The players' money goes to").select_option(label=other)
        sheet.get_by_label("To whom, and how").fill("a drawing among the players")
        sheet.get_by_label("Reference of the Commission's approval").fill("letter 21-102")
        sheet.get_by_label("Name", exact=True).fill("sue")
        sheet.locator("input[name=second_password]").fill(demo_password("sue"))
        sheet.get_by_role("button", name="Retire it for good").click()
        expect(page.locator("details.retired")).to_contain_text(JACKPOT)
        (award,) = desk.unpaid(JACKPOT)
        assert (award.player, award.reason) == ("a drawing among the players", "letter 21-102")
        cy = enter("cy", "/supervisor")
        claim = cy.locator(f".claim[data-claim-id='{award.id}']")
        expect(claim).to_contain_text("to a drawing among the players, in money")
