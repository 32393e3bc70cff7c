"""The forms that staff fills in, pressed by a browser: dice, misdeal, payouts, back-out, accounts, a packet; and how
the pages stand when the pit is at its busiest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.core.money import dollars
from pitboss.ledger import open_store
from pitboss.people.person import Person
from pitboss.people.sessions import issue
from tests.client import Refused
from tests.web.conftest import Server

from .busy import DICE, GREAT, ROLL, TABLE, Busy, by, great_jackpot, with_awards
from .flowing import axe, look
from .rest import SIDEWAYS, measure, send, signs, told
from .test_geometry import faults
from .test_staff import CONSOLE, DISPLAY, seen

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from with_awards(tmp_path_factory.mktemp("busy"))


@pytest.mark.clause("PG-02", "HR-33")
def test_the_roll_is_entered_and_a_misdeal_is_signed_for(enter: Any, pit: Busy) -> None:
    dan, ann = enter("dan", f"/console/{DICE}"), pit.client("ann")
    dan.set_viewport_size({"width": 1024, "height": 768})
    seen(dan, "betting")
    ann.command(DICE, "sit", spot=3)
    ann.command(DICE, "bet", spot=3, wager="standard", amount_cents=2500)
    expect(dan.locator("#awaited")).to_contain_text("roll the dice, enter the roll")
    start = dan.locator("[data-do=start]")
    for at, face in enumerate(ROLL):
        expect(start).to_be_disabled()
        die = dan.locator(f".die >> nth={at}").locator(f"button:text-is('{face}')")
        expect(die).to_be_in_viewport(ratio=1)
        die.click()
    expect(dan.locator(".die button[aria-pressed=true]")).to_have_text(["6", "5", "2"])
    start.click()
    seen(dan, "playing")
    expect(dan.get_by_label("queen of spades")).to_be_visible()
    expect(dan.locator("#awaited")).to_contain_text("spot 3 (ann)")
    said = [event.get("text") or "" for event in ann.state(DICE)["view"]["log"]]
    assert any(text.endswith("drawn by dice 6 5 2") for text in said), said

    dan.click("[data-do=void]")
    dan.fill("#console-reason", "a card was exposed")
    dan.fill("[name=camera]", "camera 4, 21:07")
    # said inside the dialog, not behind it; nobody signs for both
    wrong = ("not hers", "cam", "Name or password is wrong"), ("", "sue", "takes two people")
    for password, second, words in wrong:
        signs(dan, "sue", "signed", password)
        send(dan, "dialog.act", second=second)
        told(dan, words, alarm=True, inside=True)
    signs(dan, "sue", "signed")
    send(dan, "dialog.act", second="cam")
    expect(dan.locator("dialog.act")).to_have_count(0)
    expect(dan.locator(".toast.alarm")).to_have_count(0)
    expect(dan.locator("#awaited")).to_contain_text("Dealer: END GAME")
    expect(dan.locator(".spot-key.lit")).to_have_count(0)
    assert ann.request("GET", "/me")["wallet_cents"] > 0
    dan.click("[data-do=end]")
    seen(dan, "betting")


@pytest.mark.clause("HR-17")
def test_a_fill_is_counted_by_chips_and_signed_by_two(enter: Any, pit: Busy) -> None:
    sue, path = enter("sue", f"/console/{DICE}"), f"/tables/{DICE}/tray"
    sue.set_viewport_size({"width": 1024, "height": 768})
    before = pit.client("sue").request("GET", path)
    sue.click("#show-tray")
    sue.click("#tray [data-tray=fill]")
    form = sue.locator("dialog.act")
    send(form, second="dan")
    told(sue, "A fill of no chips", alarm=True, inside=True)
    form.locator("[name=chip_10000]").fill("12")
    form.locator("[name=chip_2500]").fill("4")
    expect(form.locator(".count-sum")).to_have_text("$1,300")
    # nobody signs for both
    send(form, second="sue")
    told(sue, "two", alarm=True, inside=True)
    send(form, second="dan")
    expect(form).to_have_count(0)
    row = sue.locator("#tray tbody tr", has_text="12 × $100, 4 × $25")
    expect(row).to_contain_text("$1,300")
    expect(row).to_contain_text("sue, dan")
    after = pit.client("sue").request("GET", path)
    assert after["book_cents"] == before["book_cents"] + 130_000
    assert after["fills_cents"] == before["fills_cents"] + 130_000


@pytest.mark.clause("HR-17", "HR-20")
def test_a_fill_whose_answer_was_lost_is_booked_once(enter: Any, pit: Busy) -> None:
    sue, path = enter("sue", f"/console/{DICE}"), f"/tables/{DICE}/tray"
    before = pit.client("sue").request("GET", path)
    lost: list[str] = []

    def lose(route: Route) -> None:
        route.fetch()
        lost.append(route.request.url)
        route.abort()

    sue.click("#show-tray")
    sue.click("#tray [data-tray=fill]")
    form = sue.locator("dialog.act")
    form.locator("[name=chip_500]").fill("3")
    signs(sue, "dan", "second")
    sue.route(f"**/api/v1{path}/fill", lose)
    form.locator("button[type=submit]").click()
    told(sue, "cannot be reached", alarm=True, inside=True)
    signs(sue, "dan", "second")
    sue.unroute(f"**/api/v1{path}/fill")
    form.locator("button[type=submit]").click()
    expect(form).to_have_count(0)
    after = pit.client("sue").request("GET", path)
    assert len(lost) == 1
    assert after["fills_cents"] == before["fills_cents"] + 1_500


@pytest.mark.clause("JP-18", "JP-31")
def test_an_award_that_the_cards_show_is_backed_out_with_surveillance(enter: Any, pit: Busy) -> None:
    royal = next(claim for claim in pit.claims() if claim["hand"] == "royal-flush" and claim["meter"])
    eve = enter("eve", "/supervisor")
    expect(eve.locator(".claim").first).to_be_visible()
    pit.complete(royal)
    claim = eve.locator(f".claim[data-claim-id='{royal['id']}']")
    expect(claim).to_have_attribute("data-status", "completed")
    # without a reload the award stands in the list
    expect(eve.locator("#wins")).to_contain_text("$10,005.40")
    claim.locator("summary").click()
    form = claim.locator("form[data-step=back-out]")
    form.locator("input[name=why]").fill("the wager was not on the sensor")
    # other awards that are completed have such a form as well
    signs(form, "sue")
    signs(form, "al", "watcher")
    form.locator("button[type=submit]").click()
    expect(claim).to_have_count(0)
    assert pit.client("sue").request("GET", f"/claims/{royal['id']}")["status"] == "backed-out"
    expect(eve.locator("#wins")).to_contain_text("backed out")
    # the hand is open again, with its cards and its amount
    (again,) = (one for one in pit.claims() if one["hand"] == "royal-flush" and one["status"] == "marked")
    assert again["id"] != royal["id"]
    assert [again[key] for key in ("payout_cents", "player", "cards")] == [
        royal[key] for key in ("payout_cents", "player", "cards")
    ]
    expect(eve.locator(f".claim[data-claim-id='{again['id']}']")).to_be_visible()


@pytest.mark.clause("HR-10", "JP-31")
def test_a_shortfall_is_lifted_by_two_peoples_count_at_the_desk(enter: Any, pit: Busy) -> None:
    """The cashier's count alone lifts nothing; with the second person's signature in the form it does."""
    jackpot = "down-under-holdem-progressive"
    eve, path = pit.client("eve"), f"/desk/jackpots/{jackpot}"
    owed = eve.request("GET", path)["owed_cents"]
    assert owed > 0
    assert eve.request("POST", f"{path}/count", {"found_cents": 0})["shortfall"]
    eve.request("POST", f"{path}/deposit", {"amount_cents": owed})
    cy = enter("cy", "/pit/desk")
    card = cy.locator(f"[id='{jackpot}']")
    expect(card).to_have_attribute("data-status", "suspended")
    card.locator("[data-deed=count]").click()
    send(cy, "dialog.act", amount=f"{owed / 100:.2f}")
    told(cy, "two", alarm=True, inside=True)
    send(cy, "dialog.act", second="sue")
    expect(cy.locator("dialog.act")).to_have_count(0)
    expect(card).to_have_attribute("data-status", "running")


def test_what_a_field_does_not_take_is_said_at_the_field(enter: Any, pit: Busy) -> None:
    """In the words of the form, not of the interface; and what is no count of chips is not reckoned with."""
    cy = enter("cy", "/pit/desk")
    cy.locator("[id='down-under-holdem-progressive'] [data-deed=deposit]").click()
    amount, message = cy.locator("dialog.act [name=amount]"), "node => node.validationMessage"
    least, such = "at least $0.01", "dollars such as 25 or 1,234.50"
    for typed, needs in (("0", least), ("-1", least), ("5,5", such)):
        amount.fill(typed)
        cy.click("dialog.act button[type=submit]")
        expect(cy.locator("dialog.act [name=amount]:invalid")).to_have_count(1)
        assert amount.evaluate(message) == f"Dollars into the separate account: {needs}"
    expect(cy.locator(".toast.alarm")).to_have_count(0)
    sue = enter("sue", f"/console/{TABLE}")
    sue.click("#show-tray")
    sue.click("[data-tray=fill]")
    chips = sue.locator("dialog.act [name=chip_500]")
    none, whole = "–", "A count is a whole number of chips, at most 999,999"
    sums = {"3": "$15", "1e9": none, "999999999": none, "1.5": none, "": "$0", "4": "$20"}
    for typed, together in sums.items():
        chips.fill(typed)
        expect(sue.locator("dialog.act .count-sum")).to_have_text(together)
        assert chips.evaluate(message) == (whole if together == none else "")


@pytest.mark.clause("HR-11")
def test_a_malfunction_is_reported_at_the_desk(enter: Any, pit: Busy) -> None:
    eve = pit.client("eve")
    great_jackpot(eve, malfunction_days=3)
    wrong = {"reason": "malfunction", "meter": "meter", "amount_cents": -100, "why": "the display jumped"}
    eve.request("POST", f"/jackpots/{GREAT}/adjust", {**wrong, "second": by("sue")})
    (waiting,) = eve.request("GET", f"/desk/jackpots/{GREAT}")["malfunctions"]
    sue = enter("sue", "/pit/desk")
    card = sue.locator(f"[id='{GREAT}']")
    expect(card.locator(".malfunction")).to_contain_text(waiting["due"])
    card.locator("[data-deed=reported]").click()
    send(sue, "dialog.act", reference="letter 7 of the house")
    expect(sue.locator("dialog.act")).to_have_count(0)
    expect(card.locator(".malfunction")).to_have_count(0)
    expect(card.locator("[data-deed=reported]")).to_have_count(0)
    assert eve.request("GET", f"/desk/jackpots/{GREAT}")["malfunctions"] == []


@pytest.mark.clause("HR-21", "HR-35")
def test_accounts_from_the_page(enter: Any, pit: Busy) -> None:
    ada, nobody = enter("ada", "/accounts"), "nina.of-the-night-shift"
    row = ada.locator(f"tr[data-person='{nobody}']")

    def act(deed: str, *, second: str = "", seen: list[str] | None = None, **fields: str) -> None:
        ada.click("#add") if deed == "add" else row.locator(f"[data-deed={deed}]").click()
        if seen is not None:
            expect(ada.locator("dialog.act li")).to_have_text([re.compile(words) for words in seen])
            expect(ada.locator("dialog.act")).to_contain_text("" if seen else "Nowhere.")
        for name, value in fields.items():
            at = f"dialog.act [name={name}]"
            ada.select_option(at, value) if name == "role" else ada.fill(at, value)
        send(ada, "dialog.act", second=second)
        expect(ada.locator("dialog.act")).to_have_count(0)

    act("add", name=nobody, password="seven quiet herons", role="dealer", second="al")
    expect(row).to_contain_text("dealer")
    act("role", role="cashier", why="works at the cage now", second="al")
    expect(row).to_contain_text("cashier")
    act("password", password="eight quiet herons", why="forgotten", second="al")
    nina = pit.client()
    nina.sign_in(nobody, "eight quiet herons")
    act("sessions", why="the end of the shift", seen=["."])
    with pytest.raises(Refused):
        nina.request("GET", "/me")
    # a token for the terminal is seen there as well, and ends with the sessions
    with open_store(pit.store) as store:
        issue(store, Person.of(nobody, "cashier"), 8)
    act("sessions", why="the telephone was lost", seen=["A token for the terminal, until .*202"])
    act("sessions", seen=[])
    act("lock", why="left the house")
    expect(row).to_contain_text("locked")
    act("unlock", why="is back")
    expect(row).to_contain_text("open")


def test_a_packet_made_from_the_lab(enter: Any) -> None:
    page = enter(None, "/lab?game=fu-bacc&wager=tie&view=export")
    page.click("text=Make the packet")
    expect(page.locator("text=Packet as PDF")).to_be_visible()
    with page.expect_download() as coming:
        page.click("text=Packet as PDF")
    assert coming.value.path().read_bytes().startswith(b"%PDF")


@pytest.mark.clause("JP-08", "JP-15")
def test_a_full_table_of_awards_fits_console_claims_and_display(enter: Any, pit: Busy) -> None:
    dan = enter("dan", f"/console/{TABLE}")
    seen(dan, "settled")
    found = faults(dan, "five awards", CONSOLE)
    # to the cent under every hand, in the dealer's order
    plates = dan.locator(".plate .net").all_inner_texts()
    assert len(plates) == 6 and not any("k" in text for text in plates), plates
    dan.set_viewport_size({"width": 1024, "height": 768})
    # END GAME is not lit while a claim is open
    expect(dan.locator("[data-do=end]")).to_have_class("end early")
    expect(dan.locator(".hand-key").last).to_be_in_viewport(ratio=1)
    # the keypad says of a marked hand what the claims hold for it, in the order of pay
    for claim in (held := [claim for claim in pit.claims() if claim["meter"]]):
        mark = f"spot {claim['spot']} {dollars(claim['payout_cents'])}"
        expect(dan.locator(f"[data-hand={claim['hand']}] small")).to_contain_text(mark)
    for claim in held:
        pit.complete(pit.client("sue").request("GET", f"/claims/{claim['id']}"))
    wall = enter(None, f"/display/{TABLE}")
    expect(wall.locator(".won").first).to_be_visible()
    found += [words for words in faults(wall, "display", DISPLAY) if "<i " not in words]
    sue = enter("sue", "/supervisor")
    expect(sue.locator(".claim").first).to_be_visible()
    found += look(sue, "claims")
    assert not found, "\n".join(found)
    assert not axe(sue)


def test_what_staff_works_with_is_seen_without_scrolling_sideways(enter: Any, pit: Busy) -> None:
    page, wrong = enter("eve", "/pit"), []
    narrow = ["/pit", "/pit/log?q=bet"]
    wide = ["/pit", "/pit/report", "/pit/desk", "/supervisor", "/pit/log", f"/pit/closing/{TABLE}"]
    for width, path in [*((1024, path) for path in wide), *((390, path) for path in narrow)]:
        page.goto(path)
        expect(page.locator(".loading")).to_have_count(0)
        if path == "/pit":
            expect(page.locator("#tables tbody tr").first).to_be_visible()
        wrong += [f"{path} {width}: {words}" for words in measure(page, SIDEWAYS, size=(width, 768))]
    assert not wrong, "\n".join(wrong)


SPAN = {"blue": "2 to 5", "red": "6 to 9", "gold": "10 to ace"}
"""the cards of each light of the card reader (DU-03)"""


def certificate(page: Page) -> str:
    """The address of a certificate that was earned: lights of the card reader, by the rule."""
    ranks = {rank: light for light, span in SPAN.items() for rank in ranks_of(span)}

    def ask(path: str, body: dict[str, Any]) -> dict[str, Any]:
        said = page.evaluate(
            """async ([path, body]) => {
                const { headers } = await import("/static/js/api.js");
                const sent = { method: "POST", headers: headers(true), body: JSON.stringify(body) };
                return (await fetch(path, sent)).json();
            }""",
            [path, body],
        )
        return dict(said)

    begun = {"game": TABLE[:-2], "kind": "reader", "level": "hard", "name": "Pat Lee"}
    lesson = ask("/school/courses", begun)
    course = lesson["tally"]["course"]
    while not lesson["tally"]["passed"]:
        labels = {str(field["at"]): field["label"] for field in lesson["fields"]}
        answers = {at: ranks[label.split()[-1][:-1]] for at, label in labels.items()}
        lesson = ask(f"/school/courses/{course}/answers", {"answers": answers})
        if not lesson["tally"]["passed"]:
            lesson = ask(f"/school/courses/{course}/next", {})
    return f"/school/certificate/{course}"


def ranks_of(span: str) -> list[str]:
    all_ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    first, last = span.replace("ace", "A").split(" to ")
    return all_ranks[all_ranks.index(first) : all_ranks.index(last) + 1]


CUT = """() => {
    // what stands out of the sheet, or is cut by a box that does not scroll on paper
    const found = [];
    for (const node of document.querySelectorAll("main *")) {
        if (!node.checkVisibility() || node.closest("svg, canvas, pit-card, .sr")) continue;
        const box = node.getBoundingClientRect();
        if (box.width && box.right > innerWidth + 1) found.push(`${node.className} ends at ${box.right}`);
        const style = getComputedStyle(node);
        if (style.overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1)
            found.push(`${node.tagName} ${node.className} is cut: ${node.scrollWidth} of ${node.clientWidth}`);
    }
    return found.slice(0, 5);
}"""
UPRIGHT, ACROSS = 710, 980
"""what a letter sheet has between its margins, in CSS pixels"""


def test_what_is_printed_fits_its_sheets(enter: Any, pit: Busy) -> None:
    for claim in [claim for claim in pit.claims() if claim["meter"] and claim["status"] != "completed"]:
        pit.complete(pit.client("sue").request("GET", f"/claims/{claim['id']}"))
    award = next(claim["id"] for claim in pit.claims() if claim["award"])
    sue = enter("sue", "/school")
    sheets = [
        (f"/pit/win/{award}", UPRIGHT, 1),
        ("/pit/report", ACROSS, 2),
        (f"/pit/closing/{TABLE}", UPRIGHT, 1),
        ("/pit/statement/down-under-holdem-progressive", UPRIGHT, 1),
        ("/supervisor", UPRIGHT, 2),
        (f"/pit/sign/{TABLE}", UPRIGHT, 1),
        (f"/pit/sign/{DICE}", UPRIGHT, 2),
        ("/pit", UPRIGHT, 2),
        ("/pit/desk", UPRIGHT, 2),
        (certificate(sue), UPRIGHT, 1),
        ("/pit/log?kind=tray.", ACROSS, 1),
    ]
    wrong = []
    for path, width, most in sheets:
        sue.emulate_media(media="screen")
        sue.goto(path)
        expect(sue.locator(".loading")).to_have_count(0)
        sue.emulate_media(media="print")
        sue.wait_for_function("matchMedia('print').matches")
        wrong += [f"{path}: {words}" for words in measure(sue, CUT, size=(width, 900))]
        printed = sue.pdf(prefer_css_page_size=True, format="Letter")
        pages = len(re.findall(rb"/Type\s*/Page\b", printed))
        if not 1 <= pages <= most:
            wrong.append(f"{path}: {pages} sheets, not {most}")
    assert not wrong, "\n".join(wrong)
