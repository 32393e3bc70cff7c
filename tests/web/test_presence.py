"""Presence through a real server: sockets that open and close, the lobby, a player who only uses HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from pitboss.room.table import Pace
from tests.client import Live
from tests.patience import PATIENCE_S
from tests.web.conftest import SLOW, Server, room_of

TABLE = "fu-bacc-1"
AWAY_S, KEPT_S = 0.5, 2.0


TIMES = (f"--away-seconds={AWAY_S}", f"--kept-seconds={KEPT_S}")
server = room_of(lambda folder: Server(folder, *SLOW, *TIMES), scope="function")


def until(live: Live, what: Callable[[dict[str, Any]], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not what(live.state):
        live.receive(max(0.1, deadline - time.monotonic()))


def seat(state: dict[str, Any], spot: int) -> dict[str, Any]:
    return next(seat for seat in state["seats"] if seat["spot"] == spot)


@pytest.mark.clause("HR-20")
def test_others_see_who_is_away_and_the_seat_is_free_later(server: Server) -> None:
    ann, bob = server.client("ann"), server.client("bob")
    with bob.follow(TABLE) as watching:
        until(watching, bool)
        with ann.follow(TABLE) as leaving, ann.follow(TABLE):  # two tabs
            leaving.receive()
            leaving.send("sit", spot=1)
            watching.send("sit", spot=2)
            until(watching, lambda state: seat(state, 2)["player"] == "bob")
            assert not seat(watching.state, 1)["away"]
        until(watching, lambda state: seat(state, 1)["away"])
        (line,) = [line for line in bob.tables() if line["id"] == TABLE]
        assert (line["taken"], line["away"]) == (2, 1)
        until(watching, lambda state: seat(state, 1)["player"] is None)
        (line,) = [line for line in bob.tables() if line["id"] == TABLE]
        assert (line["taken"], line["taken_spots"], line["away"]) == (1, [2], 0)


@pytest.mark.clause("HR-20")
def test_after_a_restart_browsers_have_time_to_come_back(server: Server) -> None:
    ann, bob = server.client("ann"), server.client("bob")
    with ann.follow(TABLE) as one, bob.follow(TABLE) as other:
        for live, spot in ((one, 1), (other, 2)):
            live.receive()
            live.send("sit", spot=spot)
        server.stop()
    before = time.monotonic()
    server.start()
    with bob.follow(TABLE) as watching:
        until(watching, bool)
        time.sleep(AWAY_S + KEPT_S + 0.5)
        state = bob.state(TABLE)
        if time.monotonic() - before < Pace().returning_s:  # a machine that stood still so long says nothing
            assert [seat(state, spot)["player"] for spot in (1, 2)] == ["ann", "bob"]
            assert not seat(state, 1)["away"]
