"""Hostile clients: clear errors, the connection survives or closes, the table is unharmed."""

from __future__ import annotations

import json
import os
import random
import socket
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.conftest import Server
from tests.web.test_live import bet, catch_up

WRONG: list[Any] = [
    "",
    "null",
    "[]",
    "42",
    '"text"',
    "{",
    "[" * 4000,
    '{"type":"sit"}',
    '{"type":"sit","spot":1,"id":"a\\u0000"}',
    '{"type":"sit","spot":1,"id":"\\ud800"}',
    '{"type":"bet","spot":1,"wager":"\\u0000","amount_cents":500}',
    '{"type":"bet","spot":1,"wager":"\\udfff","amount_cents":500}',
    '{"type":"act","spot":1,"action":"\\u0000"}',
    '{"type":"\\udcff","spot":1}',
    '{"type":"sit","spot":"1"}',
    '{"type":"sit","spot":1.5}',
    '{"type":"sit","spot":true}',
    '{"type":"sit","spot":-1}',
    '{"type":"sit","spot":1e400}',
    '{"type":"sit","spot":99999999999999999999999}',
    '{"type":"sit","spot":1,"id":7}',
    '{"type":"sit","spot":1,"id":"' + "x" * 65 + '"}',
    '{"type":"sit","spot":1,"unknown":0}',
    '{"type":"bet","spot":1,"wager":"ante","amount_cents":-500}',
    '{"type":"bet","spot":1,"wager":"ante","amount_cents":500.0}',
    '{"type":"bet","spot":1,"wager":"ante","amount_cents":NaN}',
    '{"type":"bet","spot":1,"wager":["ante"],"amount_cents":500}',
    '{"type":"bet","spot":1,"wager":"nothing","amount_cents":500}',
    '{"type":"act","spot":1,"action":"fold","cards":["As","As","As","As","As","As","As","As","As"]}',
    '{"type":"act","spot":1,"action":"fold","cards":["zz"]}',
    '{"type":"act","spot":1,"action":"__init__"}',
    '{"type":"deal","id":"1"}',
    '{"type":"start"}',
    '{"type":"state","version":1}',
    '{"type":"ready","id":"\\u0000"}',
    '{"type":"\\ud800"}',
    b"\x00\x01\x02",
    b'{"type":"ready"}',
]


def fingerprint(server: Server) -> dict[str, Any]:
    state = server.client().state("fu-bacc-1")
    return {part: state[part] for part in ("phase", "round_id", "seats", "view", "commitment")}


def id_in(message: str) -> str | int | None:
    try:
        shape = json.loads(message)
    except (ValueError, RecursionError):
        return None
    id = shape.get("id") if isinstance(shape, dict) else None
    return id if isinstance(id, str | int) else None


def test_messages_that_are_none_are_answered_with_what_is_wrong(server: Server) -> None:
    """A round is in play at the table all the while; nothing of it changes."""
    with server.client("ann") as ann, ann.follow("fu-bacc-1") as live, server.client("bob") as bob:
        live.receive()
        live.send("sit", spot=1)
        bet(live, 1)
        catch_up([live], live.send("ready")["version"])
        before = fingerprint(server)
        with bob.follow("fu-bacc-1") as hostile:
            hostile.receive()
            for message in WRONG:
                hostile.socket.send(message)
                answer = hostile.receive()
                assert answer["type"] == "error", message
                assert answer["error"]
                assert set(answer) == {"type", "id", "error", "clause", "accepted"}
                assert "Input" not in answer["error"], "the library's words"
                assert answer["id"] == id_in(message), "which message was it?"
            # the connection still works for an honest message
            assert hostile.send("sit", spot=4)["type"] == "ok"
            hostile.send("leave", spot=4)
        assert fingerprint(server) == before
        live.send("act", spot=1, action="fold")
        assert live.until("settled")["view"]["finished"]


def test_a_huge_message_closes_its_own_connection_only(shared_server: Server) -> None:
    with (
        shared_server.client("ann") as ann,
        ann.follow("fu-bacc-1") as live,
        shared_server.client("bob") as bob,
    ):
        live.receive()
        with bob.follow("fu-bacc-1") as hostile:
            hostile.receive()
            with pytest.raises(ConnectionClosed):
                hostile.socket.send("x" * 10_000_000)
                while True:
                    hostile.receive()
            # the close frame says too large, or the rest of the message met a closed door
            assert hostile.socket.close_code in (1009, 1006)
        live.send("sit", spot=1)
        live.send("leave", spot=1)


def test_a_flood_is_refused_then_cut_off_and_the_others_play_on(server: Server) -> None:
    with server.client("ann") as ann, ann.follow("fu-bacc-1") as live, server.client("bob") as bob:
        live.receive()
        with bob.follow("fu-bacc-1") as hostile:
            hostile.receive()
            answers: list[str] = []
            with pytest.raises(ConnectionClosed):
                for n in range(5_000):
                    hostile.socket.send(json.dumps({"type": "clear", "id": str(n), "spot": 3}))
                while True:
                    answers.append(hostile.receive().get("error", ""))
            # the close frame says why, or a message of the flood met a closed door
            assert hostile.socket.close_code in (1008, 1006)
        live.send("sit", spot=1)
        bet(live, 1)
        live.send("ready")
        assert live.until("playing")


def test_random_bytes_and_half_open_connections_harm_nobody(shared_server: Server) -> None:
    rng = random.Random(1)
    sockets = []
    for _ in range(40):
        raw = socket.create_connection(("127.0.0.1", shared_server.port))
        sockets.append(raw)
        raw.sendall(
            rng.choice(
                (b"GET /api/v1/tables/fu-bacc-1/live HTTP/1.1\r\nHost: local", os.urandom(300), b"\r\n" * 100)
            )
        )
    with shared_server.client("ann") as ann, ann.follow("fu-bacc-1") as live:
        live.receive()
        live.send("sit", spot=1)
        for raw in sockets:
            raw.close()
        live.send("leave", spot=1)
    assert shared_server.process is not None
    assert shared_server.process.poll() is None


def test_a_screen_that_does_not_read_skips_states_and_holds_up_nobody(shared_server: Server) -> None:
    with (
        shared_server.client("ann") as ann,
        ann.follow("fu-bacc-1") as live,
        shared_server.client().follow("fu-bacc-1") as lazy,
    ):
        live.receive()
        live.send("sit", spot=1)
        for n in range(150):
            live.send("bet", spot=1, wager="ante", amount_cents=500 + 100 * (n % 2))
            time.sleep(0.02)
        last = live.state["version"]
        while lazy.state.get("version", 0) < last:
            lazy.receive()
        assert lazy.state["seats"] == [{**seat, "you": False} for seat in live.state["seats"]]
        live.send("leave", spot=1)


def test_spectators_only_watch(shared_server: Server) -> None:
    with shared_server.client().follow("fu-bacc-1") as spy:
        spy.receive()
        assert spy.state["you"] is None
        spy.socket.send('{"type":"sit","id":"1","spot":1}')
        answer = spy.receive()
        assert (answer["type"], answer["clause"]) == ("error", "HR-21")
    with pytest.raises(ConnectionClosed), shared_server.client().follow("no-such-table") as nowhere:
        nowhere.receive()
