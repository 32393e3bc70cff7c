"""The HTTP API of a real server, as a script uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cli.serve import user
from pitboss.cli.store import verify_round
from tests.client import Client, Refused
from tests.patience import with_day_left
from tests.web.asking import by, refused
from tests.web.conftest import Server


@pytest.fixture(scope="module", autouse=True)
def one_day() -> None:
    with_day_left()


def test_a_round_with_its_proof(shared_server: Server, tmp_path: Path) -> None:
    """A repeated id does nothing twice; the downloaded round proves itself."""
    with shared_server.client("ann") as ann, shared_server.client("dan") as dan:
        bought = {"id": "one-purchase", "player": "ann", "cash_confirmed": True, "amount_cents": 10_000}
        before = ann.request("GET", "/me")["wallet_cents"]
        for _ in range(2):
            dan.request("POST", "/tables/fu-bacc-1/buy-in", bought)
        with pytest.raises(Refused, match="cash_confirmed"):
            dan.request("POST", "/tables/fu-bacc-1/buy-in", {**bought, "id": None, "cash_confirmed": False})
        assert ann.request("GET", "/me")["wallet_cents"] == before + 10_000
        ann.request("POST", "/tables/fu-bacc-1/buy-in", {"id": "a-gift", "amount_cents": 500})
        assert ann.request("GET", "/me")["wallet_cents"] == before + 10_500
        ann.command("fu-bacc-1", "sit", spot=2)
        ann.command("fu-bacc-1", "bet", spot=2, wager="ante", amount_cents=500)
        ann.command("fu-bacc-1", "ready")
        state = ann.state("fu-bacc-1")
        assert (state["phase"], state["you"]["spots"]) == ("playing", [2])
        with pytest.raises(Refused) as wrong:
            ann.command("fu-bacc-1", "act", spot=2, action="double")
        assert (wrong.value.status, wrong.value.clause) == (409, "FB-12")
        during = ann.round(state["round_id"])
        assert (during["finished"], during["round"]) == (False, None)
        assert shared_server.client().round(state["round_id"])["view"]["places"]["2"]["hand"] == ["??", "??"]
        ann.command("fu-bacc-1", "act", spot=2, action="fold")
        found = ann.round(state["round_id"])
        assert found["commitment"] == state["commitment"]
        saved = tmp_path / "round.json"
        saved.write_text(json.dumps(found))
        result = CliRunner().invoke(verify_round, [str(saved)], standalone_mode=False)
        assert result.exception is None
        assert "proven" in result.output
        by_id = ["--store", shared_server.store, state["round_id"]]
        assert "proven" in CliRunner().invoke(verify_round, by_id, standalone_mode=False).output
        newest = ann.request("GET", "/tables/fu-bacc-1/rounds?limit=1")[0]
        assert (newest["round"], newest["net"]) == (state["round_id"], {"2": -500})
        for who, net, holders in (
            (None, {}, {}),
            ("bob", {}, {}),
            ("ann", {"2": -500}, {"2": "ann"}),
            ("sue", {"2": -500}, {"2": "ann"}),
        ):
            seen = shared_server.client(who).request("GET", "/tables/fu-bacc-1/rounds?limit=1")[0]
            assert (seen["net"], seen["holders"]) == (net, holders), who
        ann.command("fu-bacc-1", "ready")
        ann.command("fu-bacc-1", "leave", spot=2)


@pytest.mark.clause("HR-16")
def test_the_pit_sees_every_table_and_the_day(shared_server: Server, tmp_path: Path) -> None:
    with shared_server.client("sue") as sue:
        if not shared_server.client("ann").request("GET", "/tables/fu-bacc-1/rounds?limit=1"):
            test_a_round_with_its_proof(shared_server, tmp_path)  # in another process
        lines = {line["table"]: line for line in sue.request("GET", "/pit/tables")}
        report = sue.request("GET", "/pit/report")
    assert set(lines) == {line["id"] for line in shared_server.client().tables()}
    assert {row["table"] for row in report["tables"]} >= set(lines)
    played = lines["fu-bacc-1"]
    assert (played["rounds"], played["drop_cents"], played["win_cents"]) == (1, 10_000, 500)
    assert played["hold"] == 0.05
    assert lines["lucky-break-1"]["rounds"] == 0


@pytest.mark.clause("JP-16", "HR-21")
def test_a_confirmation_asks_for_credentials_of_its_own(shared_server: Server) -> None:
    with shared_server.client("dan") as dan:
        refused(404, dan, "POST", "/claims/none/confirm", by("sue"))
        assert dan.request("GET", "/claims") == []
        found = {jackpot["id"]: jackpot for jackpot in dan.request("GET", "/jackpots")}
    meters = found["face-up-pai-gow-poker-progressive"]["meters"]
    assert [meter["name"] for meter in meters] == ["mega", "major", "minor"]


def test_what_is_not_there_is_said_so_in_the_same_words_everywhere(shared_server: Server) -> None:
    for path in ("/tables/none", "/tables/none/rounds", "/rounds/none-1", "/jackpots/none", "/nothing"):
        assert refused(404, shared_server.client(), "GET", path)["error"]


@pytest.mark.clause("HR-21", "HR-22")
def test_an_admin_makes_accounts_and_the_terminal_the_first_one(server: Server) -> None:
    with server.client("ada") as ada:
        new = {"name": "zoe", "password": "a long enough one", "role": "player"}
        fresh = {"failures": 0, "locked": False, "demo": False, "second_factor": False}
        assert ada.request("POST", "/people", new) == {"name": "zoe", "role": "player", **fresh}
    with server.client("eve") as eve:
        money = {"amount_cents": 100_000_000, "why": "the first week", "second": by("sue")}
        assert eve.request("POST", "/cage/fund", money)["cents"] > 7_000
        chips = {"amount_cents": 7_000, "why": "a welcome", "second": by("sue")}
        eve.request("POST", "/people/zoe/chips", chips)
    with server.client("ada") as ada, pytest.raises(Refused, match="too easy"):
        ada.request("POST", "/people", {"name": "yan", "password": "short", "role": "player"})
    with Client(server.url) as zoe:
        assert zoe.sign_in("zoe", "a long enough one")["wallet_cents"] == 7_000
        with server.client("ada") as ada:
            turned = {"role": "dealer", "why": "changed sides", "second": by("al")}
            ada.request("POST", "/people/zoe/role", turned)
        refused(403, zoe, "GET", "/me")
        zoe._csrf = ""
    server.stop()
    add = ["add", "root", "--role", "admin", "--password", "of some length", "--store", server.store]
    assert "root is admin" in CliRunner().invoke(user, add, standalone_mode=False).output
    listed = CliRunner().invoke(user, ["list", "--store", server.store], standalone_mode=False).output
    assert "root                 admin" in listed
    assert "zoe                  dealer" in listed
