"""A person beyond one round: chips and statement, several seats, going away, the tour, the trainer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.core.money import dollars

from .conftest import Enter, become_guest
from .rest import SIDEWAYS, comes_to, send
from .table_page import ASKED, OVER, TablePage, cents, seated, wallet
from .test_rounds import check_with_axe

pytestmark = pytest.mark.browser


def purse(page: Page) -> int:
    expect(page.locator("#purse")).to_contain_text("$")
    return cents(page.locator("#purse").inner_text())


@pytest.mark.clause("HR-34", "HR-32")
def test_chips_asked_for_cash_asked_for_and_the_statement_that_shows_it(enter: Enter, keep) -> None:
    """A player asks, the cashier answers; what moved is on the statement, and the figures agree."""
    page = enter("bob", "/me")
    before = purse(page)
    send(page, "form[data-wish=chips]", dollars="250")
    expect(page.locator("#done")).to_contain_text("$250")
    expect(page.locator("#purse")).to_have_text(dollars(before + 25000))

    send(page, "form[data-wish=cash]", dollars="400")
    expect(page.locator("#wish")).to_contain_text("$400 in cash")
    page.click("#take-back")
    expect(page.locator("#wish")).to_be_hidden()
    send(page, "form[data-wish=cash]", dollars="300")
    expect(page.locator("#wish")).to_contain_text("$300 in cash")
    check_with_axe(page)

    cashier = enter("cy", "/cage")
    asked = cashier.locator("#wishes li[data-player=bob]")
    expect(asked).to_contain_text("$300")
    check_with_axe(cashier)
    keep(cashier, "cage")
    asked.locator("[data-answer=yes]").click()
    expect(cashier.locator("#done")).to_contain_text("bob has $300 in cash")
    expect(cashier.locator("#wishes li")).to_have_count(0)
    expect(cashier.locator("#none")).to_be_visible()

    page.reload()
    assert purse(page) == before + 25000 - 30000
    expect(page.locator("#wish")).to_be_hidden()
    words = page.locator("#statement tbody tr").all_inner_texts()
    assert any("Play chips" in line and "+$250" in line for line in words), words
    assert any("Chips cashed" in line and "−$300" in line for line in words), words
    keep(page, "my-chips")
    page.fill("#day", "2020-01-01")
    expect(page.locator("#nothing")).to_be_visible()


def test_what_the_cage_declines_moves_nothing(enter: Enter) -> None:
    page, cashier = enter("cleo", "/me"), enter("cy", "/cage")
    before = purse(page)
    send(page, "form[data-wish=cash]", dollars="100")
    expect(page.locator("#wish")).to_be_visible()
    cashier.reload()
    cashier.click("#wishes li[data-player=cleo] [data-answer=no]")
    dialog = cashier.locator("#declining")
    expect(dialog).to_contain_text("cleo")
    check_with_axe(cashier)
    cashier.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(cashier.locator("#wishes li")).to_have_count(1)
    cashier.click("#wishes li[data-player=cleo] [data-answer=no]")
    cashier.fill("#declining [name=why]", "not today")
    cashier.keyboard.press("Enter")
    expect(cashier.locator("#wishes li")).to_have_count(0)
    expect(cashier.locator("#done")).to_contain_text("cleo was told no")
    page.reload()
    assert purse(page) == before
    expect(page.locator("#wish")).to_be_hidden()
    expect(page.locator("#declined")).to_have_text("$100 in cash: declined, not today.")


def test_two_seats_of_one_player_whoever_acts_is_large(enter: Enter, keep) -> None:
    page, table = seated(enter, "ann", 2, "blackjack")
    expect(page.locator("[data-do=sit]")).to_have_count(0)  # free seats take no room
    page.click("[popovertarget=menu]")
    page.click("#another")
    page.click("[data-do=sit][data-spot='5']")
    expect(page.locator(".mine[data-spot='5']")).to_be_visible()
    expect(page.locator("[data-do=sit]")).to_have_count(0)
    table.bet("blackjack")
    page.click("[data-do=focus][data-spot='2']")
    expect(page.locator(".mine[data-spot='2']")).to_be_visible()
    table.bet("blackjack", times=2)
    table.deal()
    for _ in range(12):
        page.wait_for_selector(f"{ASKED}, {OVER}")
        if page.locator(OVER).count():
            break
        spot = page.locator("#dock .choice").first.get_attribute("data-spot") or ""
        expect(page.locator(f".mine[data-spot='{spot}']")).to_be_visible()
        expect(page.locator("#question")).to_contain_text(f"Spot {spot}: ")
        table.play_out_turn(["decline", "stand"])
    keep(page, "two-seats")
    # both seats are in the result, and the total is theirs together
    lines = page.locator(".settlement li:not(.sum)").all_inner_texts()
    assert {line.split(" ")[0] for line in lines} >= {"2", "5"}, lines


@pytest.mark.clause("FB-07")
def test_where_one_spot_a_player_is_the_rule_no_second_one_is_offered(enter: Enter) -> None:
    page = enter("ann", "/table/fu-bacc-1")
    TablePage(page).sit(2)
    page.click("[popovertarget=menu]")
    expect(page.locator("#leave")).to_be_visible()
    expect(page.locator("#another")).to_be_hidden()


def test_going_away_asks_what_becomes_of_the_seat(enter: Enter) -> None:
    page, table = seated(enter, "cleo", 6)
    table.bet("ante")
    page.click(".table-head .home")
    dialog = page.locator("#leaving")
    expect(dialog).to_contain_text("seat 6")
    expect(dialog).to_contain_text("$5 on the felt")
    page.click("[data-away=stay]")
    expect(dialog).to_be_hidden()
    assert "/table/" in page.url
    page.click(".table-head .home")
    page.click("[data-away=keep]")
    page.wait_for_url(re.compile(r"/$"))
    expect(page.locator("[data-table='fu-bacc-1'] .own-seat")).to_contain_text("your seat: 6")
    page.goto("/table/fu-bacc-1")
    TablePage(page)
    page.click(".table-head .home")
    page.click("[data-away=leave]")
    page.wait_for_url(re.compile(r"/$"))
    expect(page.locator("[data-table='fu-bacc-1'] .own-seat")).to_have_count(0)


def test_closing_the_page_with_chips_on_the_felt_warns(enter: Enter) -> None:
    page, table = seated(enter, "cleo", 6)
    table.bet("ante")
    asked: list[str] = []

    def stay(dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.once("dialog", stay)
    page.reload()
    assert asked == ["beforeunload"]
    TablePage(page)
    page.click("[data-do=clear]")
    expect(page.locator(table.place("ante") + " pit-chips")).to_have_count(0)
    page.reload()
    assert asked == ["beforeunload"], "with nothing at stake nobody is asked"


def test_the_tour_has_five_steps_is_driven_by_keys_and_comes_once(enter: Enter) -> None:
    page = enter(None, "/table/fu-bacc-1")
    TablePage(page)
    page.click("#dock [data-do=tour]")
    seen = []
    for _ in range(5):
        expect(page.locator("#tour")).to_be_visible()
        comes_to(page, lambda: page.evaluate("document.activeElement.closest('#tour') !== null"))
        seen.append(page.locator("#tour b").inner_text())
        if len(seen) == 1:
            check_with_axe(page)
        page.keyboard.press("Enter")
    assert [words.split(" ")[0] for words in seen] == [f"{n}/5" for n in range(1, 6)]
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.locator("#dock [data-do=tour]")).to_have_count(0)
    page.reload()
    TablePage(page)
    expect(page.locator("#dock [data-do=tour]")).to_have_count(0)
    # whoever wants it again finds it in the menu
    page.click("[popovertarget=menu]")
    page.click("#menu [data-do=tour]")
    expect(page.locator("#tour")).to_be_visible()


def test_the_trainer_counts_mistakes_and_what_they_cost(enter: Enter) -> None:
    """Folding whatever the cards: the trainer's figures are those of the hints."""
    page, table = seated(enter, "ann", 4)
    page.click("[data-do=trainer]")
    table.bet("ante", times=2)
    table.deal()
    given_up, mistakes, rounds = 0.0, 0, 4
    for number in range(rounds):
        page.wait_for_selector("#dock .choice[data-action=fold]")
        token = page.locator("meta[name=csrf]").get_attribute("content") or ""
        headers = {"X-CSRF-Token": token, "Origin": page.evaluate("location.origin")}
        path = "/api/v1/tables/fu-bacc-1/hint"
        hint = page.request.post(path, data={"spot": 4}, headers=headers).json()
        cost = next(o["cost_cents"] for o in hint["options"] if o["action"] == "fold")
        given_up += cost
        mistakes += cost >= 0.5
        page.click("#dock .choice[data-action=fold]")
        expect(page.locator(".session")).to_contain_text(f"{number + 1} choice")
        page.wait_for_selector(OVER)
        if number + 1 < rounds:
            page.click("[data-do=again]")
    said = page.locator(".session").inner_text()
    assert f"{mistakes} mistake" in said, said
    assert f"${given_up / 100:.2f} given up" in said, said
    assert wallet(page) >= 0


@pytest.mark.clause("HR-37")
@pytest.mark.parametrize(("way", "days"), [("cool-off", "2"), ("exclusion", "200")])
def test_limits_and_a_break_of_ones_own_in_the_page(enter: Enter, way: str, days: str) -> None:
    """A guest of the demo room, since the break stays: limits at once and later, then no chips and no seat."""
    page = enter(None, "/")
    become_guest(page)
    page.goto("/me")
    limits = page.locator('form[data-post="/me/limits"]')
    send(limits, day="300", minutes="90")
    expect(page.locator("#done")).to_contain_text("Done")
    page.reload()
    expect(limits.locator("[name=day]")).to_have_value("300")
    expect(limits.locator("[name=minutes]")).to_have_value("90")
    send(limits, day="900")
    expect(page.locator("#limits")).to_contain_text("count from")
    rest = page.locator(f'form[data-post="/me/{way}"]')
    send(rest, days=days)
    expect(page.locator("#done")).to_contain_text("No play until")
    send(page, "form[data-wish=chips]", dollars="20")
    expect(page.locator("#problem")).to_contain_text("from play")


LINE = {"at_us": 1_700_000_000_000_000, "what": "wager-returned", "other": "table/ultimate-texas-holdem-1"}


def test_amounts_and_logins_are_seen_on_a_narrow_phone(enter: Enter) -> None:
    """Neither the statement's amounts nor the buttons of the demo logins lie beyond the edge."""
    door = enter(None, "/login")
    door.set_viewport_size({"width": 360, "height": 640})
    expect(door.locator(".demo-logins button").first).to_be_visible()
    assert door.evaluate(SIDEWAYS) == []
    expect(door.locator(".demo-logins .its-role").first).to_be_visible()

    page = enter("bob", "/")
    page.set_viewport_size({"width": 360, "height": 640})
    lines = [LINE | {"cents": cents} for cents in (1234550, -998750)]
    page.route("**/api/v1/me/statement*", lambda route: route.fulfill(json=lines))
    page.goto("/me")
    expect(page.locator("#statement tbody tr")).to_have_count(2)
    assert page.evaluate(SIDEWAYS) == []
    assert "(UTC)" in page.locator("section:has(#statement)").inner_text(), "times have their zone"


def test_an_amount_that_is_not_whole_dollars_is_refused_in_words(enter: Enter) -> None:
    page = enter("bob", "/me")
    purse(page)
    field = page.locator("form[data-wish=cash] input[name=dollars]")
    for amount in ("5077.50", "12,5", "-5", "1e3"):
        field.fill(amount)
        assert "Whole dollars" in field.evaluate("field => field.validationMessage"), amount
        field.fill("50")
        assert field.evaluate("field => field.checkValidity()")
