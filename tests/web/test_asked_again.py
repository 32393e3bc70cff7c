"""Credentials again, the second factor among them, before chips, adjustments, roles and prizes (HR-21, HR-35)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.people.accounts import People
from pitboss.store import Unit, open_store
from pitboss.web.client import Client
from tests.web.conftest import Server
from tests.web.test_accounts import PASSWORD, ROOT, refused, with_factor

STAFF = {
    "sam": "supervisor",
    "cam": "surveillance",
    "cy": "cashier",
    "eve": "executive",
    "ada": "admin",
    "al": "auditor",
}
JACKPOT = "/jackpots/down-under-1-jackpot/adjust"


@pytest.fixture(scope="module")
def codes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Iterator[str]]]]:
    """A real room, everybody of the staff with a second factor, and each one's codes on paper."""
    server = Server(tmp_path_factory.mktemp("again"), str(ROOT / "examples" / "down-under-holdem.toml"))
    with open_store(server.store) as store:
        people = People(store)
        people.add("ann", PASSWORD, "player", "terminal")
        for name, role in STAFF.items():
            people.add(name, PASSWORD, role, "terminal")
    paper = {name: iter(with_factor(server, name)) for name in STAFF}
    server.start()
    yield server, paper
    server.stop()


def stale(unit: Unit) -> None:
    """Time has passed since everybody signed in."""
    unit.record("test", "people", "test")
    for key, shape in SESSIONS.items():
        unit.put(key, {**shape, "fresh_us": 0})


SESSIONS: dict[str, Any] = {}


@pytest.mark.clause("HR-21", "HR-35")
def test_the_second_factor_is_asked_again(codes: tuple[Server, dict[str, Iterator[str]]]) -> None:
    server, paper = codes
    clients = {name: Client(server.url) for name in ("ada", "cy", "eve", "cam")}
    for name, client in clients.items():
        client.sign_in(name, PASSWORD, next(paper[name]))
    server.stop()
    with open_store(server.store) as store:
        SESSIONS.update(store.documents("session/"))
        store.write(stale)
    server.start()

    def signs(name: str) -> dict[str, str]:
        return {"name": name, "password": PASSWORD, "code": next(paper[name])}

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
        clients[name].request("POST", path, {**body, "second": signs(second)})
    refused(404, clients["cy"], "POST", "/claims/none/pay", {})
