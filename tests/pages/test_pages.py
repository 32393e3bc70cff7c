"""Pages as the server renders them: what they carry, what they never do; the rules in a player's words."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import pitboss.web
from pitboss.cardplay.paigow.hands import SetHand, all_settings
from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.core.cards import parse_many, text
from pitboss.ledger import create_store
from pitboss.ledger.days import GamblingDay
from pitboss.people.person import Person
from pitboss.room.demo import demo_setups
from pitboss.room.table import Pace
from pitboss.room.theoretical_win import PitLine
from pitboss.rounds.config import TableConfig
from pitboss.rounds.views import CARD_MS, LONGEST_MS, PAUSE_MS, pause_ms, show_us
from pitboss.school.guide import example_of, example_round, guide_of
from pitboss.sheets.plugins import HOUSE
from pitboss.web.pages.render import layout_of
from pitboss.web.pages.staff import facts
from pitboss.web.pages.table import own_path, pai_gow_settings
from tests.web.asking import by, page
from tests.web.conftest import SLOW, Server, demo_room, room_of

HERE = Path(pitboss.web.__file__).parent


server = room_of(demo_room)


def test_open_rooms_are_open(server):
    for path in (
        "/", "/lab", "/school", "/login", "/table/fu-bacc-1", "/display/fu-bacc-1", "/pit/sign/fu-bacc-1"
    ):  # fmt: skip
        answer = page(server, path)
        assert answer.status_code == 200, path
        # with the policy of test_security.py neither an inline script nor an inline style would run: there is none
        inline = r"<style|\sstyle=|\son\w+=|<script(?![^>]*(src=|application/json))"
        assert not re.search(inline, answer.text), path
        assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text), path


def test_unknown_tables_pages_rounds_and_days_are_refused_in_words(server):
    nowhere = "There is no such page in this room. Every open table is in the lobby."
    for path, says in (
        ("/table/no-such-table", "There is no table"), ("/no-such-page", nowhere),
        *((f"/round/{id}", f"There is no round &#39;{id}&#39;")
          for id in ("none", "fu-bacc-1-99999", "no-such-table-1")),
    ):  # fmt: skip
        answer = page(server, path)
        assert (answer.status_code, says in answer.text) == (404, True), path
        assert "Accepted" not in answer.text
        assert path != "/table/no-such-table" or '<a href="/table/fu-bacc-1">Fu Bacc 1</a>' in answer.text
    assert "All days are shown." in page(server, "/pit/log?first=xx", "al").text
    assert "All days are shown." not in page(server, "/pit/log?first=2026-01-31", "al").text


def test_a_pay_table_stands_once_under_all_that_are_paid_by_it(server):
    sheet = page(server, "/table/fu-bacc-1/rules").text
    headings = re.findall(r"<section><h4>([^<]+)</h4>", sheet)
    assert any(" and " in heading for heading in headings)
    tables = re.findall(r"<section><h4>[^<]+</h4><table>(.*?)</table>", sheet, re.DOTALL)
    assert len(tables) == len(set(tables)) == len(headings) > 1


def test_the_log_speaks_in_words():
    told = {
        "counts": {"50000": 40, "100": 3}, "signed": ["sue", "dan"], "bets": {"ace-high": 500, "main": 2500},
        "net": {"1": -500}, "cents": 2_000_300, "deadline_us": 0, "at_us": 1_700_000_000_000_000,
        "request": "ann:17", "why": "low " * 40,
    }  # fmt: skip
    found = {fact["name"]: fact["text"] for fact in facts(told, GamblingDay())}
    assert found.pop("why").endswith("low …")
    assert found == {
        "counts": "40 of $500, 3 of $1", "signed": "sue, dan", "bets": "ace high $5, main $25",
        "net": "1 -$5", "": "$20,003", "at": "2023-11-14 22:13:20 UTC",
    }  # fmt: skip


@pytest.mark.clause("HR-08")
def test_the_sign_comes_as_a_page_and_on_paper(server):
    sign = page(server, "/pit/sign/fu-bacc-1").text
    assert "30 to 1" in sign
    assert "Dealer stands on two card 6 or higher" in sign
    assert page(server, "/pit/sign/fu-bacc-1/pdf").content.startswith(b"%PDF")


def test_after_signing_in_one_stays_in_the_house_and_a_game_without_a_layout_gets_the_generic_one():
    for target in ("https://elsewhere.example", "//elsewhere.example", "/\\elsewhere", "lab"):
        assert own_path(target) == "/"
    assert own_path("/table/x") == "/table/x"
    assert (layout_of("fu-bacc"), layout_of("../../etc/passwd")) == ("fu-bacc", "")
    assert (HERE / "static" / "js" / "layouts" / "generic.js").is_file()


def test_scripts_and_styles_ask_nobody_else():
    for file in (*(HERE / "static").rglob("*.*"), *HOUSE.glob("*/layout.js")):
        source = file.read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", source)) - {"http://www.w3.org/2000/svg"}
        assert not addresses, (file.name, addresses)
        assert "eval(" not in source and "innerHTML" not in source, file.name


@pytest.mark.clause("HR-16")
def test_a_table_outside_its_band_is_seen():
    line = PitLine("t", "T", "fu-bacc", 9, 0, 300, 0, None, theory_cents=100.0, band_cents=400.0, wagers=())
    assert not line.outside
    assert replace(line, win_cents=-900).outside
    assert not replace(line, win_cents=-900, theory_cents=None, band_cents=None).outside


@pytest.mark.clause("FU-05", "FU-06", "PG-05")
def test_the_aid_says_what_the_rules_say():
    cards, front, back = parse_many("As Kd 9c 9h 5s 4d Jk"), parse_many("Qh Jh"), parse_many("8c 8d 7s 3c 2d")
    answer = pai_gow_settings("AsKd9c9h5s4dJk", "QhJh", "8c8d7s3c2d")
    shown = {tuple(s["front"]): s for s in json.loads(bytes(answer.body))}
    dealer = SetHand(front, back)
    assert len(shown) == 21
    for setting in all_settings(cards):
        said = shown[tuple(text(c) for c in setting.front)]
        assert said["foul"] == setting.foul
        assert said["outcome"] == (None if setting.foul else setting.against(dealer).value)
    assert {s["outcome"] for s in shown.values()} >= {"win", "push"}
    refused = pai_gow_settings("AsKd9c9h5s4dJk", "Qh", "8c8d7s3c2d")
    assert refused.status_code == 422, "a front of one card is told, and nothing breaks"
    assert "two cards in front, five in back" in bytes(refused.body).decode()


ON_PAPER = """ink/ground ink-soft/ground-soft ink-soft/surface brass/surface brass/ground-soft brass-ink/brass
    win/surface lose/surface push/surface alarm/alarm-ground"""
ON_FELT = "felt-ink/felt felt-soft/felt felt-line/felt card-red/card card-blue/card card-green/card"


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(c * 2 for c in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_colours_can_be_read(theme):
    """At least 4.5 to 1, in either light, and on the felt."""
    source = (HERE / "static/css/tokens.css").read_text(encoding="utf-8")
    shared = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", source.partition(":root,")[0]))
    block = source[source.index(f':root[data-theme="{theme}"] {{') :].partition("}")[0]
    colours = shared | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block))
    for pair in f"{ON_PAPER} {ON_FELT}".split():
        ink, ground = pair.split("/")
        bright, dark = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, (theme, ink, ground)


def test_everybody_has_a_page_of_the_own_and_strangers_have_none(server):
    for name, limits in (("ann", True), ("sue", False)):
        answer = page(server, "/me", name)
        assert answer.status_code == 200
        assert ("Self-exclusion" in answer.text) == limits
    assert page(server, "/me").status_code == 403


@pytest.mark.clause("HR-17")
def test_the_closing_sheet_says_which_count_is_missing(server):
    """A closer without an opener gives no win by the count, and it is the opener that is not there."""
    path, sheet = "/tables/fu-bacc-1/tray", "/pit/closing/fu-bacc-1"
    count = {"counts": {"500": 100}, "second": by("dan")}
    with server.client("sue") as sue:
        sue.request("POST", f"{path}/closer", count)
        text = page(server, sheet, sue).text
        assert "no opener counted" in text
        assert "after the closer" not in text
        sue.request("POST", f"{path}/opener", count)
        assert "no opener counted" not in page(server, sheet, sue).text


def test_where_one_is_awaited_comes_first_in_the_lobby(server):
    """Whoever does not sit there sees the tables in their usual order."""

    def lobby(name: str | None) -> list[str]:
        return page(server, "/", name).text.split('<li class="table-card"')[1:]

    def order(cards: list[str]) -> list[str]:
        return [re.findall(r'data-table="([^"]+)"', card)[0] for card in cards]

    usual = order(lobby(None))
    table = "ultimate-texas-holdem-1"
    assert usual[0] != table
    with server.client("cleo") as cleo:
        cleo.command(table, "sit", spot=3)
        seated = lobby("cleo")
        assert order(seated) == [table, *(other for other in usual if other != table)]
        assert "your seat: 3" in seated[0]
        assert "data-turn hidden" in seated[0]
        for wager in ("ante", "blind"):
            cleo.command(table, "bet", spot=3, wager=wager, amount_cents=1000)
        cleo.command(table, "ready")
        awaited = lobby("cleo")
        assert order(awaited)[0] == table
        assert "data-turn>your turn" in awaited[0]
        assert "your turn" not in "".join(awaited[1:])
        while (state := cleo.state(table))["phase"] == "playing":
            choices = [choice["action"] for choice in state["view"]["pending"][0]["choices"]]
            cleo.command(table, "act", spot=3, action=choices[0], amount_cents=0)
        cleo.command(table, "leave", spot=3)
    assert order(lobby("cleo")) == usual


@pytest.mark.clause("HR-16")
def test_the_report_has_a_tray_that_no_room_keeps(tmp_path):
    """A table run by hand on the room's store: its game is not known, its chips are."""
    running = Server(tmp_path, *SLOW)
    with create_store(running.store) as store:
        boss, cora, ames = map(Person.of, ("eve", "cora", "ames"), ("executive", "cashier", "dealer"))
        TrayDesk(store).fund(100_000, boss, cora, "the house's money")
        TrayDesk(store).opener("T2", Inventory({100: 1_000}), boss, ames)
        TrayDesk(store).credit("T2", 40_000, cora, ames, "slip 1")
    with running:
        text = page(running, "/pit/report", "sue").text
    assert '<tr data-table="T2"><th scope="row">T2<small class="soft">game not known</small></th>' in text
    assert '<tr data-game=""><th scope="row">game not known</th>' in text


CONFIGS = {setup.config.game: setup.config for setup in demo_setups(Pace())}


@pytest.mark.parametrize("game", CONFIGS)
def test_every_game_has_its_rules_and_an_example(game: str) -> None:
    guide = guide_of(game)
    assert guide is not None
    assert guide.goal.endswith((".", "?"))
    assert len(guide.steps) >= 3
    told = example_of(CONFIGS[game])
    assert any(line.startswith("You get") for line in told)
    assert any("+$" in line for line in told), "the example ends with a win"
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", " ".join(told)), "cards as people read them"
    assert not re.search(r"generator|Dealer has pair", " ".join(told)), "words of the table"
    assert told == example_of(CONFIGS[game]), "the same at every look"


def test_a_game_without_a_guide_has_a_sheet_all_the_same() -> None:
    assert guide_of("no-such-game") is None


def test_a_show_takes_as_long_as_its_events() -> None:
    round, _ = example_round(TableConfig("fu-bacc"), 1)
    deal = next(event for event in round.log if event.kind == "deal")
    assert pause_ms(deal) == PAUSE_MS["deal"] + CARD_MS * len(deal.cards)
    assert show_us([deal, deal]) == 2000 * pause_ms(deal)
    assert show_us(list(round.log) * 50) == 1000 * LONGEST_MS
