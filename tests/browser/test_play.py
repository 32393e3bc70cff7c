"""A person at the table: bets again with one press, sees what the wallet sees, is never told early, is never lost."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.web.conftest import Server, room_of

from .conftest import become_guest, patient, sign_in
from .rest import comes_to, told
from .scripts import FULL
from .stage import Stage
from .table_page import ASKED, OVER, TablePage, cents, dealt, press_focused, seated, wallet
from .test_rounds import GAMES, SHAPES

pytestmark = pytest.mark.browser


IN_THE_GATE = [game if game in SHAPES else pytest.param(game, marks=pytest.mark.long) for game in GAMES]


def outcome(page: Page) -> int:
    """What the page says the round brought."""
    said = page.locator(".outcome").inner_text()
    return -cents(said) if "lose" in said else cents(said)


def test_the_same_bet_again_with_one_press_and_every_figure_agrees(enter):
    page, table = seated(enter, "ann", 4)
    before = wallet(page)
    table.bet("ante", times=2)
    table.bet("tie")
    comes_to(page, lambda: wallet(page), before - 1500)  # chips on the felt are not in the wallet
    page.click("[data-do=undo]")
    expect(page.locator(table.place("tie") + " pit-chips")).to_have_count(0)
    page.click("[data-do=double]")
    expect(page.locator(table.place("ante") + " pit-chips")).to_have_attribute("cents", "2000")
    table.deal()
    for _ in range(3):
        table.play_out(["stay", "bonus"])
        page.wait_for_selector(OVER)
        won = outcome(page)
        comes_to(page, lambda: wallet(page), before + won)
        comes_to(page, lambda: cents(page.locator(".settlement .sum .n").inner_text()), won)
        before += won
        table.again()
    table.play_out(["stay", "bonus"])
    # or first the same chips, to be changed before the cards
    page.click("[data-do=ready]")
    expect(page.locator("[data-do=rebet]")).to_be_enabled()
    page.click("[data-do=rebet]")
    expect(page.locator(table.place("ante") + " pit-chips")).to_have_attribute("cents", "2000")
    page.click("[data-do=clear]")
    expect(page.locator(table.place("ante") + " pit-chips")).to_have_count(0)
    # the session knows its rounds, and the history is one's own
    expect(page.locator(".session")).to_contain_text("4 rounds")
    expect(page.locator(".road li")).to_have_count(4)
    # at least these four: the same person may have played here before
    expect(page.locator(".history li").nth(3)).to_be_attached()
    newcomer = enter(None, "/table/fu-bacc-1")
    become_guest(newcomer)
    TablePage(newcomer)
    expect(newcomer.locator(".history h3")).to_have_text("Rounds at this table")
    expect(newcomer.locator(".history .win, .history .lose, .history .push")).to_have_count(0)


def test_a_chip_lays_the_minimum_and_never_more_than_the_maximum(enter):
    """And makes no sound until the sound is switched on."""
    page, table = seated(enter, "ann", 4)
    offered = page.locator(".chip-button").evaluate_all("nodes => nodes.map(n => Number(n.dataset.cents))")
    assert 50000 not in offered, "a $500 chip is never right at a $100 maximum"
    # what would be refused is said before, and not offered
    table.bet("tie")
    expect(page.locator(".on-felt")).to_contain_text("Tie needs a bet on Ante")
    expect(page.locator("[data-do=ready]")).to_be_disabled()
    page.click("[data-do=undo]")
    page.click(".chip-button[data-cents='100']")
    table.bet("ante")
    expect(page.locator(table.place("ante") + " pit-chips")).to_have_attribute("cents", "500")
    expect(page.locator("[data-do=ready]")).to_be_enabled()
    table.bet("ante")
    expect(page.locator(table.place("ante") + " pit-chips")).to_have_attribute("cents", "600")
    page.click(".chip-button[data-cents='10000']")
    table.bet("tie")
    expect(page.locator(table.place("tie") + " pit-chips")).to_have_attribute("cents", "2500")
    # chips make no sound until the sound is switched on
    assert page.evaluate("document.documentElement.dataset.sounded") is None
    page.click("[popovertarget=menu]")
    page.click("#sound")
    page.keyboard.press("Escape")
    table.bet("ante")
    comes_to(page, lambda: page.evaluate("document.documentElement.dataset.sounded"), "chip")


SCRIPT = replace(FULL["lucky-break"], others=(), plays=())
lucky = room_of(lambda folder: Stage(folder, {"lucky-break": SCRIPT}))


EARLY = """() => {
    window.early = [];
    const table = document.getElementById("table");
    const look = () => {
        if (document.querySelector(".outcome")) return watch.disconnect();
        const cards = document.querySelectorAll(".dealer pit-card:not([c='??'])").length;
        const told = document.querySelectorAll(".history li, .road li, .settlement .sum, .mine .net").length;
        const sounded = document.documentElement.dataset.sounded ?? "";
        const wallet = document.getElementById("wallet").textContent;
        window.early.push([cards, wallet, table.dataset.shown, told, sounded]);
    };
    const watch = new MutationObserver(look);
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    watch.observe(document.documentElement, all);
    look();
}"""
"""what the page shows at every change until the result: a show may be over before anybody could ask for it"""


@pytest.mark.clause("LB-11")
def test_a_toke_is_the_dealers_and_nothing_is_told_early(chromium: Browser, lucky: Stage):
    """With the show running: the wallet never runs ahead of the cards, and ends where the result says."""
    context = patient(chromium.new_context(base_url=lucky.url))
    page = context.new_page()
    sign_in(page, lucky, "ann", "/table/lucky-break-1")
    table = TablePage(page)
    table.sit(1)
    before = wallet(page)
    page.click("[popovertarget=menu]")
    page.click("#sound")
    page.keyboard.press("Escape")
    for wager in ("blackjack", "lucky-break", "token"):
        table.bet(wager)
    laid = wallet(page)
    table.deal()
    page.wait_for_selector(ASKED)
    page.click("#dock .choice[data-action=decline]")
    page.wait_for_selector("#dock .choice[data-action=stand]")
    page.evaluate(EARLY)
    page.click("#dock .choice[data-action=stand]")
    page.wait_for_selector(".outcome")
    early = page.evaluate("window.early")
    assert {cents(text) for cards, text, *_ in early if cards < 5} == {laid}, early
    assert any(shown == "part" for _, _, shown, *_ in early), "the show was running"
    # nor does list, road or seat know the end
    assert not any(told for cards, _, _, told, _ in early if cards < 5), early
    assert not [sounded for *_, shown, _, sounded in early if shown == "part" and "win" in sounded], early
    expect(page.locator(".road li")).to_have_count(1)
    comes_to(page, lambda: page.evaluate("document.documentElement.dataset.sounded").startswith("win"))
    expect(page.locator(".settlement")).to_contain_text("to the dealer")
    assert outcome(page) == wallet(page) - before
    context.close()


@pytest.mark.long
def test_what_the_clock_has_done_is_told(chromium: Browser, tmp_path):
    """Nobody presses anything: the house checks and folds, says so at once, and again with the result."""
    pace = "--demo --betting-seconds 3600 --decision-seconds 1 --settled-seconds 3600 --alone-seconds 1"
    with Server(tmp_path, *pace.split()) as hurried:
        context = patient(chromium.new_context(base_url=hurried.url, reduced_motion="reduce"))
        page = context.new_page()
        sign_in(page, hurried, "ann", "/table/ultimate-texas-holdem-1")
        table = TablePage(page)
        table.sit(4)
        table.bet("ante")
        page.click("[data-do=ready]")
        result = page.locator(".outcome-parts .told")
        expect(result.filter(has_text="Time ran out: folded for you")).to_be_visible()
        expect(page.locator("#live")).to_contain_text("Time ran out: folded for you")
        told(page, "Time ran out: checked for you")
        context.close()


def test_a_hint_never_blocks_a_choice(enter):
    page, table = dealt(enter, "ann", 4)
    page.wait_for_selector(ASKED)
    waiting: list[object] = []
    page.route("**/hint", lambda route: waiting.append(route))
    page.click("[data-do=hint]")
    expect(page.locator("#hint .loading")).to_be_visible()
    table.play_out(["stay", "bonus"])
    expect(page.locator("#hint section")).to_have_count(0)
    assert waiting
    page.unroute_all(behavior="ignoreErrors")


KEYS = "n => n.map(b => [b.dataset.action, b.getAttribute('aria-keyshortcuts')])"


@pytest.mark.parametrize("game", IN_THE_GATE)
def test_a_round_by_keys_and_reading_order_alone(game, enter):
    """Focus is never lost, and what is read aloud has the question, the cards and the result."""
    wagers, preferred = GAMES[game]
    page = enter("cleo", f"/table/{game}-1")
    TablePage(page)
    page.locator("[data-do=sit]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".mine")).to_be_visible()
    inside = "document.activeElement.closest('.mine, #dock') !== null"
    # after sitting one can bet
    comes_to(page, lambda: page.evaluate("document.activeElement.matches('.mine button.place')"))
    for _ in range(30):
        if page.evaluate("w => document.activeElement.dataset.wager === w", wagers[0]):
            break
        page.keyboard.press("Tab")
    press_focused(page, f"[data-wager='{wagers[0]}']")
    expect(page.locator(f".mine [data-wager='{wagers[0]}'] pit-chips")).to_be_visible()
    expect(page.locator("[data-do=undo]")).to_be_enabled()  # what is laid with it is booked too
    expect(page.locator("[data-do=ready]")).to_be_enabled()
    page.keyboard.press("d")
    for _ in range(20):
        page.wait_for_selector(f"{ASKED}, {OVER}")
        comes_to(page, lambda: page.evaluate(inside))  # the focus stays where the person works
        if page.locator(OVER).count():
            break
        keys = dict(page.locator(ASKED).evaluate_all(KEYS))
        version = page.locator("#table").get_attribute("data-version") or ""
        page.keyboard.press(next((keys[a] for a in preferred if a in keys), next(iter(keys.values()))))
        expect(page.locator("#table")).not_to_have_attribute("data-version", version)
    said = page.locator("#live").inner_text()
    assert "You have" in said
    assert re.search(r"You (win|lose|come out even)", said)


def test_a_guest_sits_with_one_press_and_finds_the_rules(enter):
    page = enter(None, "/table/down-under-holdem-1")
    TablePage(page)
    page.click("[data-do=guest]")
    # in the middle, and the keyboard is where the bets are
    page.wait_for_selector(".spot.mine[data-spot='4'] .place[data-wager=ante]:focus")
    assert wallet(page) == 500000
    table = TablePage(page)
    # the second of two equal wagers follows the first; pressing it lays nothing twice
    table.bet("ante")
    page.click(table.place("bet"))
    told(page, "It always equals the Ante")
    for wager in ("ante", "bet"):
        expect(page.locator(table.place(wager) + " pit-chips")).to_have_attribute("cents", "500")
    assert page.locator(".table-head button:visible").all_inner_texts()[-1] == "Menu", "buttons have words"
    page.click("#show-rules")
    sheet = page.locator("#rules-body")
    expect(sheet).to_contain_text("How a round goes")
    expect(sheet).to_contain_text("Trips or Better")
    expect(sheet).to_contain_text("A round, for example")
    page.keyboard.press("Escape")
    page.goto("/")
    expect(page.locator("[data-table='down-under-holdem-1'] .own-seat")).to_contain_text("your seat: 4")
    assert page.locator("[data-table='fu-bacc-1'] a[href^='/display']").count() == 0
    # the display has no controls, but for whoever came from the lobby a way back
    page.click("[data-table='down-under-holdem-1'] a[href^='/display']")
    page.click("text=To the lobby")
    expect(page.locator(".table-card").first).to_be_visible()
    page.goto("/display/down-under-holdem-1")
    expect(page.locator(".monitor h1").first).to_be_visible()
    expect(page.locator("main a, main button")).to_be_hidden()
    page.goto("/no/such/page")
    expect(page.locator("h1")).to_have_text("Not possible")
    assert page.request.get("/api/v1/nothing").headers["content-type"].startswith("application/json")


KILOBYTES = 150


def test_a_table_comes_with_few_bytes_and_no_foreign_ones(enter):
    """Everything the first visit to a table fetches, as it goes over the wire."""
    page = enter(None, "/", fresh=True)
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.goto("/table/face-up-pai-gow-poker-1")
    TablePage(page)
    page.wait_for_load_state("networkidle")
    got: dict[str, int] = {}
    for request in finished:
        sizes = request.sizes()
        got[request.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]
    assert len(got) > 20
    assert sum(got.values()) < KILOBYTES * 1000, sorted(got.items(), key=lambda one: -one[1])[:10]
