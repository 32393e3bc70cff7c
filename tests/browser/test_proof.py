"""The proof of a round, checked in the page: the same verdicts as the one-file verifier, within its time."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from hashlib import sha256
from statistics import median
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.fairness.verifier import NOT_PROVEN, REFUSED, check, compare
from pitboss.rounds.config import TableConfig
from tests.browser.conftest import RETRIES, Enter, Keep
from tests.browser.rest import measure, told
from tests.games.support import ALL_GAMES
from tests.rounds.mutations import mutated
from tests.rounds.sealed import random_dealt, whole_shoe

from .table_page import seated

pytestmark = pytest.mark.browser

VERDICTS = """async (text) => {
  const { check } = await import("/static/js/verifier.js");
  const verdicts = [];
  for (const file of JSON.parse(text)) {
    try { verdicts.push({ proven: await check(file) }); }
    catch (error) { verdicts.push({ wrong: error.message }); }
  }
  return verdicts;
}"""


FITS = "() => { const at = document.getElementById('panel'); return at.scrollWidth <= at.clientWidth; }"
NOT_PROVEN_THERE = 'async () => (await import("/static/js/verifier.js")).NOT_PROVEN'

TRIES = 10
"""checks of every card that are timed"""
WARM = 20
"""checks of every card before: the browser compiles what it has run a few times"""


def proven(file: dict[str, Any]) -> list[str] | None:
    """What the one file says, sentence by sentence; None where it refuses."""
    try:
        return check(file).lines
    except REFUSED:
        return None


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.long)])
def test_the_page_and_the_one_file_agree(every: int, enter: Enter) -> None:
    """True rounds of every game and every kind of observer, and many with one value changed: the same sentences."""
    dice = random.Random(36)
    names, files = [], []
    for game in ALL_GAMES:
        dealt = random_dealt(game, dice)
        for who, true in {
            "a spectator": dealt.file(),
            "a player": dealt.file(list(dealt.round.stakes)[:1]),
            "everybody": dealt.file(None, everything=True),
        }.items():
            names.append(f"{game} for {who}")
            files.append(true)
            for name, file in list(mutated(true, dice, 10))[dice.randrange(every) :: every]:
                names.append(f"{game} for {who} {name}")
                files.append(file)
    shoe = whole_shoe(TableConfig("blackjack", {"decks": "1", "penetration": "100"}), random.Random(8))
    for dealt in shoe:
        names.append(f"round {dealt.number} of a shoe")
        files.append(dealt.file())
        for name, file in list(mutated(files[-1], dice, 10))[dice.randrange(every) :: every]:
            names.append(f"shoe {name}")
            files.append(file)
    page = enter(None, "/")
    found = page.evaluate(VERDICTS, json.dumps(files))
    expected = [proven(file) for file in files]
    refused = expected.count(None)
    assert len(expected) - refused >= 20
    assert refused > 500 // every
    for name, verdict, lines in zip(names, found, expected, strict=True):
        assert verdict.get("proven", {}).get("lines") == lines, (name, verdict)
    assert page.evaluate(NOT_PROVEN_THERE) == NOT_PROVEN


TIMES = """async ({ cards, root, leaves, tries, warm, plain }) => {
  const { plainSha256, hex } = await import("/static/js/sha256.js");
  if (plain) Object.defineProperty(globalThis.crypto, "subtle", { value: undefined });
  const { rootOf } = await import("/static/js/verifier.js");
  const times = cards.map(() => []);
  for (let i = 0; i < warm; i += 1) for (const card of cards) await rootOf(card, leaves);
  for (let i = 0; i < tries; i += 1)
    for (const [n, card] of cards.entries()) {
      const began = performance.now();
      if ((await rootOf(card, leaves)) !== root) throw new Error(card.value);
      times[n].push(performance.now() - began);
    }
  return { times, same: [0, 1, 55, 56, 64, 200].map((n) => hex(plainSha256(new Uint8Array(n).fill(97)))) };
}"""


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("plain", [False, True], ids=["the browser's hashing", "the page's own"])
def test_every_card_is_checked_in_under_five_milliseconds(enter: Enter, plain: bool) -> None:
    """The longest path there is: eight decks with their second order. Every card's is as long as any other's, so the
    quickest of all checks is what a check takes, whatever else the machine does."""
    (first, *_) = whole_shoe(TableConfig("blackjack", {"decks": "8"}), random.Random(2))
    proof = first.file()["proof"]
    asked = {"cards": proof["cards"], "root": proof["shoe"]["root"], "leaves": 2 * 8 * 52}
    found = enter(None, "/").evaluate(TIMES, {**asked, "tries": TRIES, "warm": WARM, "plain": plain})
    every = sorted(time for card in found["times"] for time in card)
    print(f"{len(every)} checks: least {every[0]:.2f}, median {median(every):.2f}, worst {every[-1]:.2f} ms")
    assert len({len(card["path"]) for card in proof["cards"]}) == 1
    assert every[0] < 5
    assert found["same"] == [sha256(b"a" * n).hexdigest() for n in (0, 1, 55, 56, 64, 200)]


@pytest.mark.clause("HR-36")
def test_a_players_cut_is_sent_and_found_in_the_proof_and_the_replay(enter: Enter, keep: Keep) -> None:
    page, table = seated(enter, "ann", 2)
    field = page.locator("#cut-value")
    proposed = field.input_value()
    assert len(proposed) == 32
    field.fill("my dog's name")
    field.press("Enter")
    expect(page.locator("#cut-help")).to_contain_text("The house has your cut, and it counts")
    field.fill("naïve")
    field.press("Enter")
    told(page, "cannot cut the cards", alarm=True)
    table.bet("ante")
    table.deal()
    table.play_out(["stay"])
    page.click("text=Replay and check this round")
    expect(page.locator("#proved")).to_have_text("verified")
    round_id = page.url.rpartition("/")[2]
    file = page.request.get(f"/api/v1/rounds/{round_id}").json()
    kept = unquote(page.locator("#receipt").get_attribute("href").partition(",")[2])
    lines, _ = compare([check(file)], [json.loads(kept)])
    assert lines[-1].endswith("Your cut, my dog's name, counts. Later, before bets closed: bets (spot 2).")
    for line in (lines[-1], "cards dealt. Each is the one that seal, cuts and plan put there"):
        expect(page.locator(".proof")).to_contain_text(line)
    # the round is stepped through, and nothing is told before its end
    assert measure(page, FITS)
    last, steps = page.locator("#event").inner_text(), page.locator("#at").get_attribute("max") or "0"
    page.click("[data-go=first]")
    expect(page.locator(".felt pit-card")).to_have_count(0)
    for step in range(int(steps)):
        page.click("[data-go=next]")
        if step == 4:
            expect(page.locator(".felt pit-card").first).to_be_visible()
            keep(page, "replay")
        expect(page.locator("#felt .hand-words", has_text="You have")).to_have_count(0)
    page.locator("#at").fill(steps)
    expect(page.locator("#event")).to_have_text(last)
    # a house that leaves the cut out, and deals accordingly, is found by whoever made it; so are two cards exchanged
    for change in (without_cut, with_two_exchanged):
        tampered(page, change)
        page.reload()
        expect(page.locator(".proof .tag.bad")).to_have_text("does not hold")


def without_cut(proof: dict[str, Any]) -> None:
    proof["links"] = [link for link in proof["links"] if link[0] != "cut"]


def with_two_exchanged(proof: dict[str, Any]) -> None:
    one, other, *_ = proof["cards"]
    one["value"], other["value"] = other["value"], one["value"]


def with_another_card(proof: dict[str, Any]) -> None:
    card = proof["cards"][0]
    card["value"] = "2c" if card["value"] != "2c" else "3d"


def tampered(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """From now on the house shows the proof so."""

    def shown(route: Route) -> None:
        answer = route.fetch(max_retries=RETRIES)
        body = answer.json()
        change(body["proof"])
        route.fulfill(response=answer, json=body)

    page.unroute_all()
    page.route("**/api/v1/rounds/*", shown)


@pytest.mark.clause("HR-36")
def test_who_does_nothing_about_it_has_cut_too_and_holds_nobody_up(enter: Enter) -> None:
    page, table = seated(enter, "bob", 4)
    table.bet("ante")
    value = page.locator("#cut-value").input_value()
    expect(page.locator("#cut-help")).to_contain_text("when you say ready, or just before bets close")
    table.deal()
    table.play_out(["stay"])
    round_id = page.locator("text=Replay and check this round").get_attribute("href").rpartition("/")[2]
    file = page.request.get(f"/api/v1/rounds/{round_id}").json()
    assert check(file).cut.cuts == [[4, value]]
    verifier = page.request.get("/verify_round.py")
    assert verifier.ok
    assert "def check(file" in verifier.text()


PROVE = """async ({ file, mine }) => {
  localStorage.clear();
  if (mine) localStorage.setItem("pitboss.receipts.1", JSON.stringify({ [`${mine.table}-${mine.round}`]: mine }));
  const { prove } = await import("/static/js/proof.js");
  return prove(file);
}"""


@pytest.mark.clause("HR-36")
def test_a_round_without_its_proof_is_refused_beside_its_receipt(enter: Enter) -> None:
    dealt = random_dealt("fu-bacc", random.Random(4))
    true, mine = dealt.file(), dealt.receipt()
    without = {**true, "proof": None}
    page = enter(None, "/")

    def state(file: dict[str, Any], mine: dict[str, Any] | None) -> tuple[str, str]:
        found = page.evaluate(PROVE, {"file": file, "mine": mine})
        return found["state"], " ".join(found["lines"])

    assert state(true, mine)[0] == "right"
    assert state(without, None)[0] == "due"
    kept = "You have a receipt of this round, and its proof is kept from you."
    assert state(without, mine) == ("wrong", kept)
    other = "Your browser was shown another commitment for this round."
    assert state({**without, "commitment": "0" * 64}, mine) == ("wrong", other)
    assert state({**true, "proof": {"kind": 2}}, mine)[0] == "wrong"


MID_SHOE = """async ({ phase, seal, sent }) => {
  localStorage.clear();
  if (sent) localStorage.setItem("pitboss.cuts.1", JSON.stringify({ s: [{ spot: 1, value: sent }] }));
  const { Cut } = await import("/static/js/cut.js");
  const cut = new Cut(async () => {});
  const seats = [{ spot: 1, you: true, bets: {}, cut: sent ?? false }];
  const table = { seats, deadline: null, dealer: "house" };
  if (sent) cut.follow({ ...table, phase: "betting", seal: "s" });
  cut.follow({ ...table, phase, seal });
  return cut.panel()?.textContent ?? null;
}"""


@pytest.mark.clause("HR-36", "BJ-11")
def test_who_sits_down_in_mid_shoe_is_told_why_there_is_nothing_to_cut(enter: Enter) -> None:
    page = enter(None, "/")
    other = "This shoe goes on: it is cut for all its rounds. You can cut the next one."
    assert page.evaluate(MID_SHOE, {"phase": "betting", "seal": None, "sent": None}) == other
    own = "This shoe goes on: it is cut for all its rounds. Your cut of it, a value, counts. You can cut the next one."
    assert page.evaluate(MID_SHOE, {"phase": "betting", "seal": None, "sent": "a value"}) == own
    assert page.evaluate(MID_SHOE, {"phase": "playing", "seal": None, "sent": None}) is None
    assert "Your cut" in page.evaluate(MID_SHOE, {"phase": "betting", "seal": "s", "sent": None})


def checked(page: Page) -> list[str]:
    """The lines of the sheet that tells of the cards on the table."""
    expect(page.locator("#checked[open] .checked-cards li").first).to_be_visible()
    return page.locator("#checked .checked-cards li").all_inner_texts()


@pytest.mark.clause("HR-36", "BJ-11")
def test_a_card_on_the_felt_is_checked_when_it_is_pressed_also_in_a_shoe_that_goes_on(enter: Enter) -> None:
    page, table = seated(enter, "cleo", 5, "blackjack")
    shoes: list[tuple[str, int]] = []
    for n in (1, 2):
        if n == 1:
            table.bet("blackjack")
            table.deal()
        else:
            table.again()
        page.wait_for_selector("#table[data-shown=all] #felt pit-card:not([c='??'])")
        card = page.locator("#felt pit-card:not([c='??'])").first
        shown = page.locator("#felt pit-card:not([c='??'])").count()
        card.click()
        lines = checked(page)
        assert len(lines) >= shown
        assert all(line.endswith("checked") for line in lines)
        expect(page.locator("#checked .pressed").first).to_contain_text(
            card.locator("svg").get_attribute("aria-label")
        )
        at = [int(re.search(r"card (\d+) of the shoe", line)[1]) for line in lines]  # type: ignore[index]
        round_id = page.locator("#checked a").get_attribute("href").rpartition("/")[2]
        proof = page.request.get(f"/api/v1/rounds/{round_id}").json()["proof"]
        assert sorted(at) == [one["at"] + 1 for one in proof["cards"]]
        shoes.append((proof["shoe"]["root"], proof["start"]))
        page.keyboard.press("Escape")
        table.play_out(["stand", "stay"])

    # one shoe, which others may have played from before; it may have ended with the first of the two rounds
    (first, before), (second, after) = shoes
    assert before < after if first == second else after == 0

    # the same by a button, and what the house shows otherwise is told at once
    page.click("[data-do=check]")
    assert len(checked(page)) >= 4
    page.keyboard.press("Escape")
    tampered(page, with_another_card)
    page.click("[data-do=check]")
    expect(page.locator("#checked .bad")).to_contain_text("was not sealed there")
