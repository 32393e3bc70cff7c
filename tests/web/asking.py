"""How the tests ask a house: as a program does, as a browser does, and what is refused."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx
import pytest

from pitboss.room.demo import demo_password
from tests.client import Client, Live, Refused
from tests.patience import PATIENCE_S
from tests.web.conftest import Server


def by(name: str) -> dict[str, str]:
    """The signature of somebody of the demo room."""
    return {"name": name, "password": demo_password(name)}


def call(
    server: Server, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, http.client.HTTPMessage, Any]:
    connection = http.client.HTTPConnection("localhost", server.port, timeout=PATIENCE_S)
    try:
        text = body if isinstance(body, str | bytes | None) else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        data = answer.read()
    finally:
        connection.close()
    try:
        return answer.status, answer.headers, json.loads(data)
    except ValueError:
        return answer.status, answer.headers, data.decode(errors="replace")


@cache
def signed_in(server: Server, name: str) -> tuple[dict[str, str], dict[str, Any]]:
    status, headers, me = call(server, "POST", "/api/v1/login", by(name))
    assert status == 200, (name, me)
    cookie = headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=strict", "Path=/"):
        assert part in cookie
    return {"Cookie": cookie.partition(";")[0], "X-CSRF-Token": me["csrf"]}, me


def sale(cents: int, player: str, **second: Any) -> tuple[str, str, dict[str, Any]]:
    """The request by which chips are sold at a table."""
    body = {"player": player, "cash_confirmed": True, "amount_cents": cents}
    return "POST", "/tables/fu-bacc-1/buy-in", body | second


def page(server: Server, path: str, who: Client | str | None = None, **headers: str) -> httpx.Response:
    """What a browser gets there in which somebody is signed in, or nobody."""
    if isinstance(who, str):
        headers["Cookie"] = signed_in(server, who)[0]["Cookie"]
    elif who is not None:
        headers["Cookie"] = who._cookie
    headers = {"Accept": "text/html", **headers}
    return httpx.get(f"{server.url}{path}", headers=headers, timeout=PATIENCE_S, verify=False)


@contextmanager
def at_table(server: Server, name: str, table: str = "fu-bacc-1", spot: int = 0) -> Iterator[Live]:
    """Somebody's live channel with its first state, on a spot or beside the table."""
    with server.client(name) as client, client.follow(table) as live:
        live.receive()
        if spot:
            live.send("sit", spot=spot)
        yield live


def refused(status: int, client: Client, *request: Any) -> dict[str, Any]:
    """What is said when the request is not taken."""
    with pytest.raises(Refused) as found:
        client.request(*request)
    assert found.value.status == status, found.value
    return dict(found.value.to_json())
