"""The jackpot desk, the tray, the shifts and the log over the wire, by the people whose they are."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.client import Client
from tests.patience import with_day_left
from tests.web.asking import by, page, refused
from tests.web.conftest import Server, demo_room

GAME, TABLE = "ultimate-texas-holdem", "ultimate-texas-holdem-1"
OLD, NEW = f"{GAME}-progressive", "uth-house"
NOTICES = [
    "This is a house jackpot: no player's money is in it.",
    "The card room may remove the prize before it is won.",
    "The fixed prize on display is paid in full to every winner.",
]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with_day_left()
    with demo_room(tmp_path_factory.mktemp("desk")) as running:
        yield running


def lobby_of(client: Client) -> Iterator[dict[str, Any]]:
    """The table's jackpots as the lobby shows them, asked again and again: the table looks when it comes to it."""
    for _ in range(2000):
        (table,) = [t for t in client.request("GET", "/tables") if t["id"] == TABLE]
        yield {jackpot["id"]: jackpot for jackpot in table["jackpots"]}


@pytest.mark.clause("HR-17")
def test_a_dealer_asks_for_chips_and_a_supervisor_signs(room: Server) -> None:
    dan, path = room.client("dan"), f"/tables/{TABLE}/tray"
    counts = {"10000": 30, "2500": 40, "500": 100}
    refused(403, dan, "POST", f"{path}/opener", {"counts": counts, "second": by("ann")})
    dan.request("POST", f"{path}/opener", {"counts": counts, "second": by("sue")})
    fill = {"id": "fill-1", "amount_cents": 50_000, "why": "low on greens"}
    refused(403, dan, "POST", f"{path}/fill", fill)
    fill["second"] = by("cy")
    wrong = refused(422, dan, "POST", f"{path}/fill", {**fill, "counts": {"500": 99}})
    assert "are worth" in wrong["error"]
    before = dan.request("GET", path)
    assert before["opener_cents"] == 450_000 and before["opened"]
    fill["counts"] = {"500": 100}
    first = dan.request("POST", f"{path}/fill", fill)
    assert dan.request("POST", f"{path}/fill", fill) == first, "an id is booked once"
    after = dan.request("GET", path)
    assert after["fills_cents"] - before["fills_cents"] == 50_000
    assert after["book_cents"] - before["book_cents"] == 50_000
    assert after["entries"][0]["by"].startswith("cy")
    short = {"10000": 30, "2500": 40, "500": 199}
    alone = refused(403, dan, "POST", f"{path}/closer", {"counts": short, "second": by("dan")})
    assert alone["clause"] == "HR-17"
    refused(404, dan, "POST", f"{path}/middle", {"counts": short, "second": by("sue")})
    entry = dan.request("POST", f"{path}/closer", {"counts": short, "second": by("sue")})["entry"]
    assert (entry["cents"], entry["signed"]) == (499_500, ["sue", "dan"])
    closed = dan.request("GET", path)
    assert closed["over_cents"] - after["over_cents"] == closed["closer_cents"] - after["book_cents"]
    assert closed["book_cents"] == closed["closer_cents"]


@pytest.mark.clause("HR-16", "HR-17")
def test_a_table_counted_as_it_stands_has_won_nothing(room: Server) -> None:
    """The chips that a tray was given before its opener are in the opener, not in the day's win."""
    dan, sue, table = room.client("dan"), room.client("sue"), "lucky-break-1"
    path = f"/tables/{table}/tray"
    slip = {"amount_cents": 50_000, "why": "before anybody counts", "second": by("cy")}
    dan.request("POST", f"{path}/fill", slip)
    counts = {"50000": dan.request("GET", path)["book_cents"] // 50_000}
    for which in ("opener", "closer"):
        dan.request("POST", f"{path}/{which}", {"counts": counts, "second": by("sue")})
    (line,) = [one for one in sue.request("GET", "/pit/report")["tables"] if one["table"] == table]
    assert [line[name] for name in ("fills_cents", "counted_win_cents", "variance_cents")] == [50_000, 0, 0]
    short = {"50000": counts["50000"] - 1}
    again = refused(409, dan, "POST", f"{path}/closer", {"counts": short, "second": by("sue")})
    assert "already counted out" in again["error"] and again["clause"] == "HR-17"
    for which, found in (("opener", counts), ("closer", short)):
        dan.request("POST", f"{path}/{which}", {"counts": found, "second": by("sue")})
    (line,) = [one for one in sue.request("GET", "/pit/report")["tables"] if one["table"] == table]
    assert (line["counted_win_cents"], line["variance_cents"]) == (-50_000, -50_000)


@pytest.mark.clause("JP-31", "HR-18", "HR-10", "JP-34")
def test_a_jackpots_life_at_the_desk(room: Server) -> None:
    eve, sue = room.client("eve"), room.client("sue")
    desk = "/desk/jackpots"
    change = {"contribution_percent": "20.5", "why": "grow faster"}
    eve.request("POST", f"{desk}/{OLD}/propose", change)
    refused(403, eve, "POST", f"{desk}/{OLD}/approve", {})
    eve.request("POST", f"{desk}/{OLD}/decline", {"why": "another day"})
    sue.request("POST", f"{desk}/{OLD}/propose", change)
    waiting = eve.request("POST", f"{desk}/{OLD}/approve", {})["meters"][0]["waiting"]
    assert waiting["contribution"] == "20.5 %" and waiting["by"].startswith("sue")
    sue.request("POST", f"{desk}/{OLD}/suspend", {"why": "a look at the meter"})
    assert any(alert["kind"] == "suspended" for alert in sue.request("GET", "/pit/alerts"))
    eve.request("POST", f"{desk}/{OLD}/resume", {})
    refused(403, eve, "POST", f"{desk}/{OLD}/unlink", {"table": TABLE})
    eve.request("POST", f"{desk}/{OLD}/unlink", {"table": TABLE, "second": by("sue")})
    eve.request("POST", f"{desk}/{OLD}/retire", {"second": by("sue")})
    old = eve.request("GET", f"{desk}/{OLD}")
    assert old["status"] == "retired" and not old["tables"]
    assert eve.request("GET", f"{desk}/{OLD}/statement")["adds_up"]


@pytest.mark.clause("JP-08", "HR-09")
def test_a_house_jackpot_from_the_desk_to_sign_lobby_and_table(room: Server) -> None:
    eve = room.client("eve")
    if eve.request("GET", f"/desk/jackpots/{OLD}")["status"] != "retired":
        test_a_jackpots_life_at_the_desk(room)  # in another process: the sensor has to be free
    pays = eve.request("GET", f"/desk/jackpots/{OLD}")["pay_table"]
    made = {
        "name": NEW, "kind": "house", "game": GAME, "pay_table": pays, "wager_cents": 500,
        "location": "demo room", "posted_cents": {"meter": 1_000_000}, "notices": NOTICES,
    }  # fmt: skip
    eve.request("POST", "/desk/jackpots", made)
    eve.request("POST", f"/desk/jackpots/{NEW}/link", {"table": TABLE})
    eve.request("POST", f"/desk/jackpots/{NEW}/start", {})
    shown = next(found for found in lobby_of(eve) if NEW in found)
    assert shown[NEW]["meters"] == [{"name": "meter", "cents": 1_000_000}]
    (royal, *_) = shown[NEW]["lines"]
    assert royal["pays"] == "$10,000", "in its own words, not a share of a meter"
    assert "$10,000" in page(room, f"/pit/sign/{TABLE}").text


@pytest.mark.clause("HR-22")
def test_a_shift_is_handed_over_to_a_person_who_signs(room: Server) -> None:
    sue, eve = room.client("sue"), room.client("eve")
    note = {"note": "Quiet. Table 3 waits for a fill."}
    refused(403, sue, "POST", "/pit/hand-over", {**note, "second": by("sue")})
    made = sue.request("POST", "/pit/hand-over", {**note, "second": by("eve")})
    assert (made["from"], made["to"]) == ("sue", "eve")
    assert set(made["trays_cents"]) == {table["id"] for table in sue.request("GET", "/tables")}
    assert eve.request("GET", "/pit/hand-overs")[0]["note"] == note["note"]


def filled(room: Server) -> Client:
    """The auditor of a room whose tray has had its fill, in whichever process the test of it ran."""
    al = room.client("al")
    if not al.request("GET", "/pit/log?words=low+greens&kind=tray.fill"):
        test_a_dealer_asks_for_chips_and_a_supervisor_signs(room)
    return al


@pytest.mark.clause("HR-22", "HR-36")
def test_the_log_is_searched_whole_and_never_by_what_it_hides(room: Server) -> None:
    al = filled(room)
    found = al.request("GET", "/pit/log?words=low+greens&kind=tray.")
    assert [entry["kind"] for entry in found] == ["tray.fill"]
    assert al.request("GET", "/pit/log?words=low+greens&last=2001-01-01") == []
    assert al.request("GET", "/pit/log?kind=shoe.shuffled&limit=500")
    assert al.request("GET", "/pit/log?words=%22order%22") == []


def test_the_log_as_a_file(room: Server) -> None:
    al, path = filled(room), "/api/v1/pit/log/export?kind=tray.&form="
    rows = list(csv.DictReader(io.StringIO(page(room, f"{path}csv", al).text)))
    lines = [json.loads(line) for line in page(room, f"{path}json", al).text.splitlines()]
    assert [int(row["seq"]) for row in rows] == [line["seq"] for line in lines]
    assert [json.loads(row["payload"]) for row in rows] == [line["payload"] for line in lines]
    assert {row["kind"] for row in rows} == {"tray.opener", "tray.fill", "tray.closer"}


@pytest.mark.clause("HR-32")
def test_a_page_shows_the_day_asked_for_or_says_that_it_is_none(room: Server) -> None:
    sue = room.client("sue")
    pages = ("/pit?day=", "/pit/report?day=", f"/pit/closing/{TABLE}?day=", f"/pit/statement/{OLD}?first=")
    for path in pages:
        assert page(room, path, sue).status_code == 200, path
        for wrong in ("yesterday", "2026-02-30", "1066-10-14"):
            answer = page(room, f"{path}{wrong}", sue)
            assert answer.status_code == 422, (path, wrong)
            assert wrong in answer.text
            assert "<main" in answer.text
