"""The claims page under several hands: what somebody else signs comes up at once, a double press counts once, and
surveillance reads no name that it is to tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from pitboss.room.demo import demo_password
from tests.client import Refused

from .busy import SEATS, TABLE, Busy, by, with_awards
from .rest import send, signs, told

pytestmark = pytest.mark.browser

HAND = "Royal flush at Down Under Hold'em 1, spot 6"
NAMES = re.compile(rf"\b({'|'.join(map(re.escape, SEATS.values()))})\b")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Busy]:
    yield from with_awards(tmp_path_factory.mktemp("claims"))


def royal(pit: Busy) -> dict[str, Any]:
    return next(one for one in pit.claims() if one["hand"] == "royal-flush" and one["meter"])


def card(page: Page, claim: dict[str, Any]) -> Locator:
    return page.locator(f".claim[data-claim-id='{claim['id']}']")


def posted(page: Page, path: str) -> list[str]:
    """What the page sends there from now on."""
    found: list[str] = []
    page.on("request", lambda one: found.append(one.url) if one.url.endswith(path) else None)
    return found


@pytest.mark.clause("HR-14", "JP-30")
def test_surveillance_reads_no_name_before_it_has_told_one(enter: Any, pit: Busy) -> None:
    # a hand that the cards do not show; the supervisor's double press rejects it once and raises no alarm
    pit.client("dan").request(
        "POST", f"/tables/{TABLE}/keypad/press", {"place": "jackpot", "spot": 1, "hand": "straight-flush"}
    )
    sue = enter("sue", "/supervisor")
    wrong = sue.locator(".claim.wrong")
    wrong.locator("input[name=why]").fill("nothing of the kind")
    sent = posted(sue, "/reject")
    wrong.locator("button[type=submit]").dblclick()
    expect(wrong).to_have_count(0)
    expect(sue.locator("#rejected")).to_contain_text("cleo")
    assert len(sent) == 1
    assert not [one for one in sue.evaluate("window.told") if one["alarm"]]

    for name in ("cam", "al"):
        watcher = enter(name, "/supervisor")
        expect(watcher.locator(".claim").first).to_be_visible()
        expect(watcher.locator("#rejected")).to_contain_text("spot 1")
        assert not NAMES.search(watcher.locator("main").inner_text())
        claims = watcher.request.get("/api/v1/claims").json()
        assert claims and not NAMES.search(json.dumps(claims))
        assert not NAMES.search(watcher.request.get("/supervisor").text().partition("<main")[2])

    # one sentence for a wrong name, whatever it is told of; a name is the same however it is typed
    cam, claim = enter("cam", "/supervisor"), royal(pit)
    payout = cam.locator(".claim", has_text="Bet: royal flush")
    for place in (card(cam, claim), payout):
        send(place, player="bob")
        told(cam, "The player does not agree with who won at spot 6.", alarm=True)
        expect(place.locator("input[name=player]")).to_have_value("bob")
    send(card(cam, claim), player=" ANN ")
    expect(card(cam, claim).locator(".signing .now")).to_contain_text("Confirmed")
    # the payout of the same round still waits
    assert not NAMES.search(cam.locator("main").inner_text())
    expect(payout.locator("pit-card")).to_have_count(7)
    expect(payout.locator(".signing .now")).to_contain_text("Surveillance")
    before = pit.client("ann").request("GET", "/me")["wallet_cents"]
    send(payout, player="Ann")
    expect(payout).to_have_count(0)
    assert pit.client("ann").request("GET", "/me")["wallet_cents"] == before + 1_250_000


@pytest.mark.clause("JP-16", "JP-31")
def test_the_page_goes_on_under_the_cursor_and_sends_once(enter: Any, pit: Busy) -> None:
    claim = royal(pit)
    path = f"/claims/{claim['id']}"
    for one in pit.claims():
        if "surveillance" in one["needs"]:
            seen = {key: one[key] for key in ("hand", "wager_cents", "payout_cents", "player")}
            pit.client("al").request("POST", f"/claims/{one['id']}/surveillance", seen)
    eve, sue = enter("eve", "/supervisor"), enter("sue", "/supervisor")
    name, password = (card(eve, claim).locator(f"input[name=who_{what}]") for what in ("name", "password"))
    name.fill("eve")
    password.fill("half a pass")

    # while the house has not answered, the page says so; the password stays and nothing is called wrong
    held: list[Route] = []
    sue.route("**/confirm", lambda route: held.append(route))
    form = card(sue, claim).locator(".step-form")
    signs(form, "sue", "who")
    sent = posted(sue, "/confirm")
    form.locator("button[type=submit]").dblclick()
    button = form.locator("button[type=submit]")
    expect(button).to_have_text("Sending…")
    expect(button).to_be_disabled()
    expect(form.locator("input[name=who_password]")).to_have_value(demo_password("sue"))
    expect(form.locator("input:user-invalid")).to_have_count(0)
    # whatever else happens in the room meanwhile
    sue.evaluate("document.querySelector('.step-form').dataset.drawn = 'before'")
    pit.client("bob").command("fu-bacc-1", "sit", spot=1)
    expect(sue.locator(".step-form[data-drawn]")).to_have_count(0)
    expect(button).to_have_text("Sending…")
    held[0].continue_()
    expect(button).to_have_text("Complete with this card")
    expect(form.locator("input[name=who_password]")).to_have_value("")
    expect(form.locator("input:user-invalid")).to_have_count(0)
    assert len(sent) == 1
    assert not [one for one in sue.evaluate("window.told") if one["alarm"]]

    # eve, whose cursor is in the form, sees it as it comes; what she has typed stays
    expect(card(eve, claim).locator(".signing")).to_contain_text("sue (supervisor)")
    expect(card(eve, claim).locator(".step-form button[type=submit]")).to_have_text("Complete with this card")
    expect(password).to_be_focused()
    expect(password).to_have_value("half a pass")
    expect(name).to_have_value("eve")
    # a refusal leaves the name, and the cursor where the password goes
    name.press("Enter")
    told(eve, "Name or password is wrong", alarm=True)
    expect(password).to_have_value("")
    expect(name).to_have_value("eve")
    expect(card(eve, claim).locator("input:user-invalid")).to_have_count(0)
    # completed with her card at another screen: the form goes, and it says why
    pit.client("sue").request("POST", f"{path}/confirm", by("eve"))
    expect(card(eve, claim)).to_have_attribute("data-status", "completed")
    told(eve, f"{HAND} is completed by eve: what you had begun here is not needed any more.")

    # who has completed it does not pay it, and is told who does
    expect(card(eve, claim)).to_contain_text("another person pays it: the cashier, or another supervisor")
    expect(card(eve, claim).locator("form[data-step=pay]")).to_have_count(0)
    # a double press is not the second thought that the page asks for
    pay = card(sue, claim).locator("form[data-step=pay] [type=submit]")
    pay.dblclick()
    expect(pay).to_have_text(re.compile("^Yes, .* is paid$"))
    pit.client("cy").request("POST", f"{path}/pay")
    expect(card(sue, claim)).to_have_count(0)
    told(sue, f"{HAND} is paid by cy")
    with pytest.raises(Refused) as refused:
        pit.client("sue").request("POST", f"{path}/pay")
    assert refused.value.message == f"{HAND} is paid already."


def test_nobody_who_types_is_disturbed_by_what_goes_or_comes_above(enter: Any, pit: Busy) -> None:
    """A claim above goes, two change places, one comes: the cursor and the letters marked stay."""
    page = enter("sue", "/supervisor")
    left = page.evaluate(
        """async () => {
            const { h, patch } = await import("/static/js/dom.js");
            const place = document.body.appendChild(h("div"));
            const show = (...keys) => patch(place, keys.map((key) => h("p", { data: { key } }, key, h("input"))));
            show("a", "b", "c");
            const field = place.querySelector("[data-key=c] input");
            field.value = "typed";
            field.focus();
            field.setSelectionRange(1, 3);
            let lost = 0;
            field.addEventListener("blur", () => (lost += 1));
            const order = [];
            for (const keys of ["bc", "cb", "dcab", "c", "xyc"]) {
                show(...keys);
                order.push([...place.children].map((one) => one.dataset.key).join(""));
            }
            const found = { order, lost, value: field.value, from: field.selectionStart, to: field.selectionEnd };
            place.remove();
            return found;
        }"""
    )
    order = ["bc", "cb", "dcab", "c", "xyc"]
    assert left == {"order": order, "lost": 0, "value": "typed", "from": 1, "to": 3}
