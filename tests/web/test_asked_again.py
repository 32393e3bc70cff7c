"""Credentials again, the second factor among them, before chips, adjustments, roles and prizes (HR-21, HR-35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.ledger import Unit, create_store, open_store
from pitboss.people import credentials
from pitboss.people.accounts import People
from tests.client import Client
from tests.house.tables import EXAMPLES
from tests.web.asking import refused
from tests.web.conftest import Server
from tests.web.test_accounts import PASSWORD, with_factor

STAFF = {
    "sam": "supervisor", "cam": "surveillance", "cy": "cashier", "eve": "executive", "ada": "admin", "al": "auditor"
}  # fmt: skip
JACKPOT = "/jackpots/down-under-1-jackpot/adjust"


Codes = tuple[Server, dict[str, Iterator[str]]]


@pytest.fixture(scope="module")
def codes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codes]:
    """A real room, everybody of the staff with a second factor, and each one's codes on paper."""
    server = Server(tmp_path_factory.mktemp("again"), str(EXAMPLES / "down-under-holdem.toml"))
    with create_store(server.store) as store:
        for name, role in {"ann": "player", **STAFF}.items():
            People(store).add(name, PASSWORD, role, "terminal")
    paper = {name: iter(with_factor(server, name)) for name in STAFF}
    with server:
        yield server, paper


@pytest.mark.clause("HR-21", "HR-35")
def test_the_second_factor_is_asked_again(codes: Codes) -> None:
    server, paper = codes
    clients = {name: Client(server.url) for name in ("ada", "cy", "eve", "cam")}
    for name, client in clients.items():
        client.sign_in(name, PASSWORD, next(paper[name]))
    server.stop()
    with open_store(server.store) as store:
        sessions = store.documents("session/")

        def stale(unit: Unit) -> None:
            """Time has passed since everybody signed in."""
            unit.record("test", "people", "test")
            for key, shape in sessions.items():
                unit.put(key, {**shape, "fresh_us": 0})

        store.write(stale)
    server.start()

    wrong = {"reason": "malfunction", "meter": "meter", "amount_cents": -100, "why": "the display jumped"}
    acts: list[tuple[str, str, dict[str, Any], str]] = [
        ("eve", "/cage/fund", {"amount_cents": 100_000, "why": "a test"}, "cy"),
        ("cy", "/people/ann/chips", {"amount_cents": 100, "why": "a present"}, "eve"),
        ("eve", JACKPOT, wrong, "sam"),
        ("ada", "/people/sam/role", {"role": "executive", "why": "promoted"}, "al"),
    ]
    for name, path, body, _ in acts:
        asked = refused(403, clients[name], "POST", path, {**body, "second": {"name": "x", "password": "y"}})
        assert "/me/confirm" in str(asked["accepted"]), path
    for name, path in (("cam", "/claims/none/surveillance"), ("cy", "/claims/none/pay")):
        body = {"hand": "x", "wager_cents": 1, "payout_cents": 1, "player": "ann"}
        asked = refused(403, clients[name], "POST", path, body if name == "cam" else {})
        assert "/me/confirm" in str(asked["accepted"]), path
    for name, client in clients.items():
        for code in ({}, {"code": "000000"}):
            refused(401, client, "POST", "/me/confirm", {"password": PASSWORD, **code})
        client.request("POST", "/me/confirm", {"password": PASSWORD, "code": next(paper[name])})
    for name, path, body, second in acts:
        signed = {"name": second, "password": PASSWORD, "code": next(paper[second])}
        clients[name].request("POST", path, {**body, "second": signed})
    refused(404, clients["cy"], "POST", "/claims/none/pay", {})


@pytest.mark.clause("HR-21")
def test_two_signatures_within_half_a_minute_take_one_code(codes: Codes) -> None:
    """At one screen: with the same code again, and with none. At another screen the code is named as used."""
    server, paper = codes
    here, there = Client(server.url), Client(server.url)
    for client in (here, there):
        client.sign_in("eve", PASSWORD, next(paper["eve"]))
    code = next(paper["cy"])

    def signed(**code: str) -> tuple[str, str, dict[str, Any]]:
        second = {"name": "cy", "password": PASSWORD, **code}
        return "POST", "/cage/fund", {"amount_cents": 100, "why": "a test", "second": second}

    before = here.request(*signed(code=code))["cents"]
    for again in ({"code": code}, {}, {"code": code}):
        before += 100
        assert here.request(*signed(**again))["cents"] == before
    for _ in range(4):  # no failure: nothing is locked by it
        told = refused(401, there, *signed(code=code))
        assert told["error"] == "This code was used, wait for the next one."
    assert there.request(*signed(code=next(paper["cy"])))["cents"] == before + 100


@pytest.mark.clause("HR-21")
def test_a_second_factor_is_replaced_with_password_and_code_only(codes: Codes) -> None:
    server, paper = codes
    client = Client(server.url)
    client.sign_in("al", PASSWORD, next(paper["al"]))
    path = "/me/second-factor"
    assert "has a second factor" in str(refused(403, client, "POST", path)["error"])
    refused(401, client, "POST", path, {"password": PASSWORD})
    refused(401, client, "POST", path, {"password": "wrong", "code": next(paper["al"])})
    secret = client.request("POST", path, {"password": PASSWORD, "code": next(paper["al"])})["secret"]
    with open_store(server.store) as store:
        code = credentials.code_at(secret, credentials.step_of(store.clock()))
    paper["al"] = iter(client.request("POST", f"{path}/confirm", {"code": code})["codes"])
    assert "was replaced" in str(client.request("GET", "/me")["alarms"])
