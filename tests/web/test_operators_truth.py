"""The same number for the same thing, wherever it is shown: sign, lobby, pit, report, statement, replay, terminal.

In an operator's room: tables of every file, dealt by the house and in person; a progressive linked over two games, two
of them on one table, Mega, Major and Minor, envy, a house jackpot; all won."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.core.cards import texts
from pitboss.core.money import dollars, signed
from pitboss.house.table_file import read_table
from pitboss.ledger import UNIT_PER_CENT
from pitboss.web.pages.render import true_minus
from tests.browser.stage import QUIET
from tests.client import Client
from tests.face_up_pai_gow_poker.support import order_of
from tests.house.tables import EXAMPLES
from tests.patience import wait_for, with_day_left
from tests.web.asking import page
from tests.web.operators import GRANTED, PLAYERS, Member, OperatorsRoom, finish

FILES = sorted(file for file in EXAMPLES.glob("*.toml") if file.stem != "blackjack")
"""an establishment has at most fifteen tables (HR-04): all but the one without a bonus"""
IN_PERSON = ("down-under-1", "fortune-1")
DUAL, LINKED, FORTUNE, ENVY, HOUSE = "face-up-1", "face-up-3", "fortune-1", "down-under-1", "face-up-2"
SEVENS = "blazing-7s-up-card-1"
"""its lines are won now and then, by the cards of the day"""
ENVY_CENTS = 1_000_00
DEALER, NOTHING = "Ks Kh Qd Jc 9c 4d 2h", "Qh Td 8c 6h 5c 4c 2s"
ORDERS = {
    # five aces: fixed at the first jackpot, the whole major at the second, the posted amount or a fixed one elsewhere
    "face-up-pai-gow-poker": texts(order_of({0: DEALER, 1: NOTHING, 2: "As Ah Ad Ac Jk 7h 3c"})),
    # a natural seven card straight flush takes the whole meter that the two games share
    "fortune-pai-gow-poker": texts(order_of({0: DEALER, 1: NOTHING, 2: "9s 8s 7s 6s 5s 4s 3s"})),
    # spot 1, spot 2, dealer, each twice, then the flop: a royal flush at spot 2, envy for spot 1
    "down-under-holdem": "4h As 7d 9h Ks 2c Qs Js Ts 3h 9c",
}


class Played:
    """The room after its rounds, with the staff that signed for the awards."""

    def __init__(self, room: OperatorsRoom) -> None:
        self.room = room
        self.staff = {name: Member(room, name) for name in ("sue", "al", "eve", "cy", "dan")}
        self.sue, self.eve, self.dan = (self.staff[name].client for name in ("sue", "eve", "dan"))
        self.claims: list[dict[str, Any]] = []
        self.players = {spot: room.player(name) for spot, name in enumerate(PLAYERS, 1)}

    def round_at(self, table: str) -> None:
        for spot, player in self.players.items():
            player.command(table, "sit", spot=spot)
            self._bet(player, table, spot)
        if table in IN_PERSON:
            self.dan.request("POST", f"/tables/{table}/keypad/start", {})
        else:
            for player in self.players.values():
                player.command(table, "ready")
        while (state := self.sue.state(table))["phase"] == "playing":
            (spot, *_) = state["view"]["waiting_for"]
            (ask, *_) = self.players[spot].state(table)["view"]["pending"]
            choices = {choice["action"]: choice for choice in ask["choices"]}
            action = next((a for a in QUIET if a in choices), next(iter(choices)))
            least = choices[action].get("least_cents", 0)
            self.players[spot].command(table, "act", spot=spot, action=action, amount_cents=least)
        if table in IN_PERSON:
            for event in state["view"]["log"]:
                if event["kind"] == "jackpot":
                    mark = {"place": event["place"], "spot": event["spot"], "hand": event["jackpot"]["hand"]}
                    self.dan.request("POST", f"/tables/{table}/keypad/press", mark)

    def _bet(self, player: Client, table: str, spot: int) -> None:
        state = player.state(table)
        sensors = {j["place"]: j["fixed_wager_cents"] for j in state["jackpots"]}
        for wager in state["table"]["wagers"]:
            least = state["table"]["limits"].get(wager["id"], {}).get("least_cents") or 500
            cents = max(least, 1000) if wager["placed"] == "first" else sensors.get(wager["id"])
            if cents:
                player.command(table, "bet", spot=spot, wager=wager["id"], amount_cents=cents)

    def end_at(self, table: str) -> None:
        if table in IN_PERSON:
            self.dan.request("POST", f"/tables/{table}/keypad/end", {})
        else:
            for player in self.players.values():
                player.command(table, "ready")

    def sign_all(self) -> None:
        """Every award off a meter and every large pay, until it is paid."""
        names = dict(enumerate(PLAYERS, 1))
        for _ in range(12):
            claims = self.sue.request("GET", "/claims")
            open_still = [c for c in claims if c["status"] not in ("paid", "rejected")]
            waiting = [c for c in claims if (c["meter"] and c in open_still) or c["needs"]]
            if not waiting:
                return
            claim = min(waiting, key=lambda c: c.get("turn") or 0)
            if claim["id"].startswith("payout."):
                seen = {key: claim[key] for key in ("hand", "wager_cents", "payout_cents", "player")}
                self.staff["al"].client.request("POST", f"/claims/{claim['id']}/surveillance", seen)
            else:
                finish(claim["id"], self.staff, names[claim["spot"]])
        raise AssertionError(waiting)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with_day_left()
    people = [word for table in IN_PERSON for word in ("--in-person", table)]
    with OperatorsRoom(tmp_path_factory.mktemp("operator"), FILES, ORDERS, *people) as room:
        made = Played(room)
        tables = [table["id"] for table in made.sue.request("GET", "/tables")]
        assert sorted(tables) == sorted(read_table(file).id for file in FILES)
        for table in tables:
            made.round_at(table)
        made.claims = made.sue.request("GET", "/claims")
        made.sign_all()
        for table in tables:
            made.end_at(table)
        yield made


def opened(played: Played, path: str) -> str:
    return page(played.room, path, played.eve).text


def terminal(played: Played, *words: str) -> Any:
    command = [sys.executable, "-m", "pitboss", *words, "--store", played.room.store, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def comes_to_show(client: Client, table: str, jackpot: str, meters: dict[str, int]) -> None:
    """In lobby and at the table, which looks at its meters again in its own time."""

    def shown() -> list[dict[str, int]]:
        (line,) = [t for t in client.request("GET", "/tables") if t["id"] == table]
        lists = (line["jackpots"], client.state(table)["jackpots"])
        return [
            {m["name"]: m["cents"] for m in j["meters"]} for list in lists for j in list if j["id"] == jackpot
        ]

    wait_for(lambda: shown() == [meters, meters])


def posted(played: Played) -> list[dict[str, Any]]:
    """The claims as they stood when all hands were marked and nobody had signed."""
    return [claim for claim in booked(played) if claim["table"] != SEVENS]


def booked(played: Played) -> list[dict[str, Any]]:
    """The same with those that the cards of the day have won."""
    return [claim for claim in played.claims if not claim["id"].startswith("payout.")]


@pytest.mark.clause("JP-06", "JP-07", "JP-14", "JP-34", "HR-13")
def test_every_kind_of_jackpot_was_won(played: Played) -> None:
    won = {(claim["table"], claim["jackpot"], claim["meter"]) for claim in posted(played)}
    assert won == {
        (DUAL, f"{DUAL}-jackpot", None),
        (DUAL, f"{DUAL}-second-jackpot", "major"),
        (LINKED, "pai-gow-link", None),
        (FORTUNE, "pai-gow-link", "meter"),
        (ENVY, f"{ENVY}-jackpot", "meter"),
        (HOUSE, f"{HOUSE}-jackpot", "meter"),
    }


@pytest.mark.clause("JP-17", "JP-34", "HR-36")
def test_an_award_is_the_same_amount_everywhere(played: Played) -> None:
    """Held at the claims, paid, on the win page, in the round's replay, on the display, in the statement."""
    claims = played.sue.request("GET", "/jackpots")
    told = {won["award"]: won["cents"] for jackpot in claims for won in jackpot["won"]}
    seen = 0
    for claim in posted(played):
        if not claim["meter"]:
            continue
        seen += 1
        held, path = claim["payout_cents"], f"/claims/{claim['id']}"
        page = played.sue.request("GET", f"{path}/win-page")
        assert (page["prize_cents"], page["status"], page["player"]) == (held, "paid", claim["player"])
        assert dollars(held) in opened(played, f"/pit/win/{claim['id']}")
        assert dollars(held) in opened(played, "/supervisor")
        facts = played.sue.request("GET", f"/rounds/{claim['round_id']}/facts")
        (award,) = [one for one in facts["awards"] if one["award"] == claim["id"]]
        assert (award["prize_cents"], award["spot"], award["status"]) == (held, claim["spot"], "paid")
        assert facts["holders"][str(claim["spot"])] == claim["player"]
        assert terminal(played, "jackpot", "award", "page", claim["id"])["Prize"] == dollars(held)
        if claim["jackpot"] == f"{HOUSE}-jackpot":
            continue
        assert told[claim["id"]] == held
        statement = terminal(played, "jackpot", "statement", claim["jackpot"])
        lines = {s["name"]: s["lines_units"] for s in statement["sections"]}
        name = "meter" if claim["meter"] == "meter" else f"{claim['meter']}: meter"
        assert -lines[name]["awards"] == held * UNIT_PER_CENT, lines[name]
        assert statement["adds_up"]
    assert seen == 4


@pytest.mark.clause("HR-13", "JP-07", "JP-34")
def test_a_meter_is_the_same_at_every_table_that_carries_it(played: Played) -> None:
    public = {j["id"]: j["meters"] for j in played.eve.request("GET", "/jackpots")}
    at_terminal = {j["jackpot"]: j["meters"] for j in terminal(played, "jackpot", "list")["jackpots"]}
    kinds, linked = set(), {}
    for jackpot in played.eve.request("GET", "/desk/jackpots"):
        shown = {meter["name"]: meter["cents"] for meter in jackpot["meters"]}
        kinds.add((jackpot["kind"], len(shown)))
        linked[jackpot["id"]] = set(jackpot["tables"])
        assert {meter["name"]: meter["cents"] for meter in public[jackpot["id"]]} == shown
        assert {name: m["display_cents"] for name, m in at_terminal[jackpot["id"]].items()} == shown
        for table in jackpot["tables"]:
            comes_to_show(played.sue, table, jackpot["id"], shown)
        if jackpot["kind"] != "house":
            made = played.eve.request("GET", f"/desk/jackpots/{jackpot['id']}/statement")
            printed = terminal(played, "jackpot", "statement", jackpot["id"])
            assert made["adds_up"] and printed["adds_up"]
            assert all(made[sum] == printed[sum] for sum in ("owed_units", "bank_units"))
            meters = [s["closing_units"] for s in printed["sections"] if s["name"].endswith("meter")]
            assert [units // UNIT_PER_CENT for units in meters] == list(shown.values())
            sheet = opened(played, f"/pit/statement/{jackpot['id']}")
            assert all(true_minus(amount) in sheet for _, _, amount in made["rows"])
    assert kinds == {("progressive", 1), ("progressive", 3), ("house", 1)}
    assert linked["pai-gow-link"] == {LINKED, FORTUNE}
    assert linked[f"{DUAL}-jackpot"] == linked[f"{DUAL}-second-jackpot"] == {DUAL}


@pytest.mark.clause("HR-16", "HR-32")
def test_the_money_of_the_day_is_the_same_everywhere(played: Played) -> None:
    """Pit, its hours, report, page and terminal; what the tables won is what the players lost."""
    report = played.sue.request("GET", "/pit/report")
    lines = {line["table"]: line for line in report["tables"]}
    at_terminal = terminal(played, "report")
    printed = {line["table"]: line for line in at_terminal["tables"]}
    shown, pit = opened(played, "/pit/report"), played.sue.request("GET", "/pit/tables")
    assert len(pit) == len(FILES)
    for line in pit:
        table = line["table"]
        assert line["rounds"] == 1, table
        for name in ("rounds", "drop_cents", "win_cents", "tokes_cents"):
            assert line[name] == lines[table][name] == printed[table][name], (table, name)
        hours = played.sue.request("GET", f"/pit/tables/{table}/hours")
        for sum_of_hours in (hours[-1]["sum"], sum(hour["win"] for hour in hours)):
            assert round(sum_of_hours * 100) == line["win_cents"], table
        row = re.search(rf'<tr[^>]*data-table="{table}">.*?</tr>', shown, re.DOTALL)
        assert row and true_minus(signed(line["win_cents"])) in row[0], table
        # the house's own first chips are no fill
        assert (lines[table]["fills_cents"], lines[table]["opener_cents"]) == (0, None), table
    assert report == at_terminal | {key: report[key] for key in report.keys() - at_terminal.keys()}
    pays = sum(claim["payout_cents"] for claim in booked(played)) + ENVY_CENTS
    assert report["total"]["jackpot_pays_cents"] == pays
    # a progressive's prize is the players' own money; all else that they lost the tables won
    off_meters = sum(c["payout_cents"] for c in booked(played) if c["meter"] and c["table"] != HOUSE)
    wallets = sum(player.request("GET", "/me")["wallet_cents"] for player in played.players.values())
    assert len(PLAYERS) * GRANTED - wallets == report["total"]["win_cents"] - off_meters


@pytest.mark.clause("HR-36")
def test_a_replay_has_the_money_of_the_rounds_list(played: Played) -> None:
    """Names are for staff and for who played."""
    strangers = [played.room.player("cleo"), Client(played.room.url)]
    for table in played.sue.request("GET", "/tables"):
        (line,) = played.sue.request("GET", f"/tables/{table['id']}/rounds")
        path = f"/rounds/{line['round']}"
        shown, facts = played.sue.request("GET", path), played.sue.request("GET", f"{path}/facts")
        assert shown["view"]["net_cents"] == line["net"], table["id"]
        assert line["holders"] == facts["holders"] == {"1": "ann", "2": "bob"}
        assert facts["time"].endswith("UTC") and facts["settled_us"] >= shown["opened_us"]
        assert played.players[1].request("GET", f"{path}/facts")["holders"]["1"] == "ann"
        for stranger in strangers:
            assert stranger.request("GET", f"{path}/facts")["holders"] is None


@pytest.mark.clause("HR-08")
def test_the_sign_says_what_the_table_takes_and_pays(played: Played) -> None:
    for table in played.sue.request("GET", "/tables"):
        sign = opened(played, f"/pit/sign/{table['id']}")
        limits = [limit["least_cents"] for limit in table["limits"].values() if limit["least_cents"]]
        fixed = [jackpot["fixed_wager_cents"] for jackpot in table["jackpots"]]
        assert all(dollars(cents) in sign for cents in (*limits, *fixed)), table["id"]
        for jackpot in table["jackpots"]:
            for pay in jackpot["lines"]:
                if not pay["from_meter"] or jackpot["type"] == "house":
                    assert pay["pays"] in sign, (table["id"], pay)


@pytest.mark.clause("HR-16")
def test_the_lobbys_edges_are_those_of_the_pits_theory(played: Played) -> None:
    """Every wager that was laid has an edge, and the theory is those edges on what was laid."""
    sue, compared = played.sue, 0
    while None in (edges := sue.request("GET", "/pit/edges")).values():
        time.sleep(0.5)  # solved in the room's own time; a page may ask so often and not more
    lines = {line["table"]: line for line in sue.request("GET", "/pit/tables")}
    for table, rows in edges.items():
        state = sue.state(table)
        by_wager = {row["wager"]: row["edge"] for row in rows}
        assert by_wager.keys() <= {wager["id"] for wager in state["table"]["wagers"]}, table
        laid = {w["wager"]: w["stake_cents"] for w in lines[table]["wagers"]}
        if {j["place"] for j in state["jackpots"]} & laid.keys() or lines[table]["theory_cents"] is None:
            continue
        theory = sum(by_wager.get(wager, 0) * cents for wager, cents in laid.items())
        assert lines[table]["theory_cents"] == pytest.approx(theory), table
        compared += 1
    assert compared


@pytest.mark.clause("HR-08", "HR-09")
def test_a_house_jackpot_that_is_posted_anew_is_on_sign_display_and_desk(played: Played) -> None:
    played.staff["eve"].confirm()
    amount = {"amount_cents": 1_234_500, "why": "a round figure", "second": played.staff["sue"].signature()}
    played.eve.request("POST", f"/desk/jackpots/{HOUSE}-jackpot/post", amount)
    comes_to_show(played.sue, HOUSE, f"{HOUSE}-jackpot", {"meter": 1_234_500})
    assert dollars(1_234_500) in opened(played, f"/pit/sign/{HOUSE}")
