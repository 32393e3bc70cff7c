"""Pages as the server renders them: who may enter, what they carry, what they never do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

import pitboss.web
from pitboss.cards import parse_many, text
from pitboss.house.days import GamblingDay
from pitboss.paigow.setting import SetHand, all_settings
from pitboss.room.demo import demo_password
from pitboss.room.theory import PitLine
from pitboss.web.client import Client
from pitboss.web.pages.aids import pai_gow_settings
from pitboss.web.pages.lobby import own_path
from pitboss.web.pages.log import facts
from pitboss.web.pages.render import LAYOUTS, layout_of
from tests.patience import PATIENCE_S
from tests.web.conftest import SLOW, Server

HERE = Path(pitboss.web.__file__).parent


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("pages"), *SLOW).start()
    yield running
    running.stop()


def get(server: Server, path: str, name: str | None = None) -> httpx.Response:
    with httpx.Client(base_url=server.url, timeout=PATIENCE_S) as http:
        if name:
            body = {"name": name, "password": demo_password(name)}
            assert http.post("/api/v1/login", json=body, headers={"Origin": server.url}).status_code == 200
        return http.get(path)


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize(
    ("path", "welcome", "refused"),
    [
        ("/pit", "al", "ann"),
        ("/pit/log", "al", "dan"),
        ("/pit/report", "sue", "ann"),
        ("/supervisor", "sue", "dan"),
        ("/console/fu-bacc-1", "dan", "ann"),
    ],
)
def test_rooms_are_for_their_roles(server, path, welcome, refused):
    assert get(server, path, welcome).status_code == 200
    assert get(server, path, refused).status_code == 403
    assert get(server, path).status_code == 403


@pytest.mark.parametrize(
    "path",
    ["/", "/lab", "/school", "/login", "/table/fu-bacc-1", "/display/fu-bacc-1", "/pit/sign/fu-bacc-1"],
)
def test_open_rooms_are_open(server, path):
    answer = get(server, path)
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    # with this policy neither an inline script nor an inline style would run: there is none
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*(src=|application/json))", answer.text)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', answer.text)


def test_unknown_tables_are_refused_in_words(server):
    answer = get(server, "/table/no-such-table")
    assert answer.status_code == 404
    assert "There is no table" in answer.text
    assert '<a href="/table/fu-bacc-1">Fu Bacc 1</a>' in answer.text
    assert "Accepted" not in answer.text


def test_an_unknown_address_leads_to_the_lobby_in_words(server):
    answer = httpx.get(f"{server.url}/no-such-page", headers={"Accept": "text/html"}, timeout=PATIENCE_S)
    assert answer.status_code == 404
    assert "There is no such page in this room. Every open table is in the lobby." in answer.text
    assert "Accepted" not in answer.text


def test_unknown_rounds_and_days_are_refused_in_words(server):
    for round in ("none", "fu-bacc-1-99999", "no-such-table-1"):
        answer = get(server, f"/round/{round}")
        assert (answer.status_code, f"There is no round &#39;{round}&#39;" in answer.text) == (404, True)
    assert "All days are shown." in get(server, "/pit/log?first=xx", "al").text
    assert "All days are shown." not in get(server, "/pit/log?first=2026-01-31", "al").text


def test_a_pay_table_stands_once_under_all_that_are_paid_by_it(server):
    sheet = get(server, "/table/fu-bacc-1/rules").text
    headings = re.findall(r"<section><h4>([^<]+)</h4>", sheet)
    assert any(" and " in heading for heading in headings)
    tables = re.findall(r"<section><h4>[^<]+</h4><table>(.*?)</table>", sheet, re.DOTALL)
    assert len(tables) == len(set(tables)) == len(headings) > 1


def test_the_log_speaks_in_words():
    told = {
        "counts": {"50000": 40, "100": 3},
        "signed": ["sue", "dan"],
        "bets": {"ace-high": 500, "main": 2500},
        "net": {"1": -500},
        "cents": 2_000_300,
        "deadline_us": 0,
        "at_us": 1_700_000_000_000_000,
        "request": "ann:17",
        "why": "low " * 40,
    }
    found = {fact["name"]: fact["text"] for fact in facts(told, GamblingDay())}
    assert found.pop("why").endswith("low …")
    assert found == {
        "counts": "40 of $500, 3 of $1",
        "signed": "sue, dan",
        "bets": "ace high $5, main $25",
        "net": "1 -$5",
        "": "$20,003",
        "at": "2023-11-14 22:13:20 UTC",
    }


@pytest.mark.clause("HR-08")
def test_the_sign_comes_as_a_page_and_on_paper(server):
    page = get(server, "/pit/sign/fu-bacc-1").text
    assert "30 to 1" in page
    assert "Dealer stands on two card 6 or higher" in page
    assert get(server, "/pit/sign/fu-bacc-1/pdf").content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("target", "goes"),
    [
        ("/table/x", "/table/x"),
        ("https://elsewhere.example", "/"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere", "/"),
        ("lab", "/"),
    ],
)
def test_after_signing_in_one_stays_in_the_house(target, goes):
    assert own_path(target) == goes


def test_a_game_without_a_layout_gets_the_generic_one():
    assert layout_of("fu-bacc") == "fu-bacc"
    assert layout_of("../../etc/passwd") == ""
    assert (LAYOUTS / "generic.js").is_file()


def test_scripts_and_styles_ask_nobody_else():
    for file in (HERE / "static").rglob("*.*"):
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
        answer = get(server, "/me", name)
        assert answer.status_code == 200
        assert ("Self-exclusion" in answer.text) == limits
    assert get(server, "/me").status_code == 403


@pytest.mark.clause("HR-17")
def test_the_closing_sheet_says_which_count_is_missing(server):
    """A closer without an opener gives no win by the count, and it is the opener that is not there."""
    path, sheet = "/tables/fu-bacc-1/tray", "/pit/closing/fu-bacc-1"
    second = {"name": "dan", "password": demo_password("dan")}
    with server.client("sue") as sue:
        sue.request("POST", f"{path}/closer", {"counts": {"500": 100}, "second": second})
        text = get(server, sheet, "sue").text
        assert "no opener counted" in text
        assert "after the closer" not in text
        sue.request("POST", f"{path}/opener", {"counts": {"500": 100}, "second": second})
        assert "no opener counted" not in get(server, sheet, "sue").text


def test_where_one_is_awaited_comes_first_in_the_lobby(server):
    """Whoever does not sit there sees the tables in their usual order."""

    def lobby(name: str | None) -> list[str]:
        return get(server, "/", name).text.split('<li class="table-card"')[1:]

    def order(cards: list[str]) -> list[str]:
        return [re.findall(r'data-table="([^"]+)"', card)[0] for card in cards]

    usual = order(lobby(None))
    table = "ultimate-texas-holdem-1"
    assert usual[0] != table
    with Client(server.url) as cleo:
        cleo.sign_in("cleo", demo_password("cleo"))
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
