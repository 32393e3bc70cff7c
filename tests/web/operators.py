"""An operator's room: a table of every file in `examples`, dealt by the house or in person, with every kind of jackpot,
and staff who sign in with a second factor."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pitboss.chips.accounts import Wallets
from pitboss.ledger import create_store
from pitboss.people import credentials
from pitboss.people.accounts import AUDITOR, DEALER, EXECUTIVE, PLAYER, SUPERVISOR, People
from pitboss.people.person import Role
from tests.client import Client
from tests.web.conftest import PACE, Server

PLAYERS = ("ann", "bob")
PEOPLE = {
    **dict.fromkeys((*PLAYERS, "cleo"), PLAYER), "sue": SUPERVISOR, "al": AUDITOR, "eve": EXECUTIVE,
    "cy": Role.CASHIER, "dan": DEALER,
}  # fmt: skip
GRANTED = 1_000_00


def password_of(_: str) -> str:
    return "twelve herons stand in the rain"


class Member:
    """Signed in; staff with the second factor that a real room asks of them (HR-21)."""

    def __init__(self, house: Server, name: str) -> None:
        self.name = name
        self.client = Client(house.url)
        self.client.sign_in(name, password_of(name))
        secret = self.client.request("POST", "/me/second-factor")["secret"]
        code = credentials.code_at(secret, credentials.step_of(time.time_ns() // 1000))
        self.codes = self.client.request("POST", "/me/second-factor/confirm", {"code": code})["codes"]

    def confirm(self) -> None:
        """The credentials again: they count for five minutes, and a busy machine may have taken those."""
        again = self.signature()
        self.client.request("POST", "/me/confirm", {key: again[key] for key in ("password", "code")})

    def signature(self) -> dict[str, str]:
        return {"name": self.name, "password": password_of(self.name), "code": self.codes.pop()}


class OperatorsRoom(Server):
    """Serves table files, deals chosen first cards, has people of every role."""

    def __init__(self, folder: Path, files: list[Path], orders: Mapping[str, str], *options: str) -> None:
        super().__init__(folder, *PACE, *options)
        self.files, self.orders = files, orders

    @property
    def command(self) -> list[str]:
        words = [json.dumps(self.orders), "serve", *map(str, self.files)]
        return [sys.executable, "-m", "tests.browser.rigged", *words]

    def start(self) -> Self:
        with create_store(self.store) as store:
            for name, role in PEOPLE.items():
                People(store).add(name, password_of(name), role, "boss")
            for name in PLAYERS:
                Wallets(store).grant(name, GRANTED, "boss", "chips to play with", key=f"{name}'s chips")
        return super().start()

    def player(self, name: str) -> Client:
        client = Client(self.url)
        client.sign_in(name, password_of(name))
        return client


def finish(claim: str, staff: Mapping[str, Member], player: str) -> dict[str, Any]:
    """Whoever's turn it is signs, until the prize is paid."""
    sue = staff["sue"]
    for _ in range(6):
        found: dict[str, Any] = sue.client.request("GET", f"/claims/{claim}")
        if found["status"] == "paid":
            return found
        if found["status"] == "completed":
            staff["cy"].client.request("POST", f"/claims/{claim}/pay")
        elif "surveillance" in found["needs"]:
            seen = {key: found[key] for key in ("hand", "wager_cents", "payout_cents")}
            staff["al"].client.request("POST", f"/claims/{claim}/surveillance", {**seen, "player": player})
        else:
            by = sue if "supervisor" in found["needs"] else staff["eve"]
            sue.client.request("POST", f"/claims/{claim}/confirm", by.signature())
    raise AssertionError(found)
