"""Hostile clients: clear errors, the connection survives or closes, the table is unharmed."""

from __future__ import annotations

import json
import os
import random
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.client import Live, Refused
from tests.web.asking import at_table
from tests.web.conftest import Server
from tests.web.test_live import bet, catch_up

WRONG: list[Any] = [
    "", "null", "[]", "42", '"text"', "{", "[" * 4000, b"\x00\x01\x02", b'{"type":"ready"}',
    *(f'{{"type":"sit","spot":{spot}}}' for spot in ('"1"', "1.5", "true", "-1", "1e400", "99999999999999999999999")),
    *(f'{{"type":"sit","spot":1,{more}}}' for more in (
        '"id":"a\\u0000"', '"id":"\\ud800"', '"id":7', f'"id":"{"x" * 65}"', '"unknown":0')),
    *(f'{{"type":"bet","spot":1,"wager":"ante","amount_cents":{cents}}}' for cents in ("-500", "500.0", "NaN")),
    *(f'{{"type":"bet","spot":1,"wager":{wager},"amount_cents":500}}' for wager in (
        '"\\u0000"', '"\\udfff"', '["ante"]', '"nothing"')),
    *(f'{{"type":"act","spot":1,"action":{action}}}' for action in ('"\\u0000"', '"__init__"')),
    *(f'{{"type":"act","spot":1,"action":"fold","cards":{cards}}}' for cards in (json.dumps(["As"] * 9), '["zz"]')),
    '{"type":"\\udcff","spot":1}', '{"type":"\\ud800"}', '{"type":"sit"}', '{"type":"start"}',
    '{"type":"deal","id":"1"}', '{"type":"state","version":1}', '{"type":"ready","id":"\\u0000"}',
]  # fmt: skip


@pytest.fixture
def honest(shared_server: Server) -> Iterator[Live]:
    """Somebody seated at the table that is attacked, unharmed by it."""
    with at_table(shared_server, "ann", spot=1) as live:
        yield live
        live.send("leave", spot=1)
    assert shared_server.process is not None
    assert shared_server.process.poll() is None


@pytest.fixture
def hostile(shared_server: Server) -> Iterator[Live]:
    with at_table(shared_server, "bob") as live:
        yield live


def begin(live: Live, *watching: Live) -> None:
    bet(live, 1)
    catch_up([live, *watching], live.send("ready")["version"])


def end(live: Live) -> None:
    live.send("act", spot=1, action="fold")
    assert live.until("settled")["view"]["finished"]
    live.send("ready")


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


def test_messages_that_are_none_are_answered_with_what_is_wrong(
    shared_server: Server, honest: Live, hostile: Live
) -> None:
    """A round is in play at the table all the while; nothing of it changes."""
    begin(honest, hostile)
    before = fingerprint(shared_server)
    for message in WRONG:
        hostile.socket.send(message)
        answer = hostile.receive()
        assert answer["type"] == "error", message
        assert answer["error"]
        assert set(answer) == {"type", "id", "error", "kind", "facts", "clause", "accepted"}
        assert "Input" not in answer["error"], "the library's words"
        assert answer["id"] == id_in(message), "which message was it?"
    # the connection still works for an honest message
    assert hostile.send("sit", spot=4)["type"] == "ok"
    hostile.send("leave", spot=4)
    assert fingerprint(shared_server) == before
    end(honest)


def test_a_huge_message_closes_its_own_connection_only(honest: Live, hostile: Live) -> None:
    with pytest.raises(ConnectionClosed):
        hostile.socket.send("x" * 10_000_000)
        while True:
            hostile.receive()
    # the close frame says too large, or the rest of the message met a closed door
    assert hostile.socket.close_code in (1009, 1006)


def test_a_flood_is_refused_by_id_then_cut_off_and_the_others_play_on(honest: Live, hostile: Live) -> None:
    answers: list[dict[str, Any]] = []
    few = 90
    with pytest.raises(ConnectionClosed):
        for n in range(5_000):
            hostile.socket.send(json.dumps({"type": "clear", "id": str(n), "spot": 3}))
            while n == few and len(answers) < few:
                answers.append(hostile.receive())
        while True:
            answers.append(hostile.receive())
    # the close frame says why, or a message of the flood met a closed door
    assert hostile.socket.close_code in (1008, 1006)
    assert [answer["id"] for answer in answers[:few]] == [str(n) for n in range(few)]
    assert any("Too many messages" in answer.get("error", "") for answer in answers[:few])
    begin(honest)
    end(honest)


def test_random_bytes_and_half_open_connections_harm_nobody(shared_server: Server, honest: Live) -> None:
    rng = random.Random(1)
    half = b"GET /api/v1/tables/fu-bacc-1/live HTTP/1.1\r\nHost: local"
    sockets = [socket.create_connection(("127.0.0.1", shared_server.port)) for _ in range(40)]
    for raw in sockets:
        raw.sendall(rng.choice((half, os.urandom(300), b"\r\n" * 100)))
    honest.send("bet", spot=1, wager="ante", amount_cents=500)
    for raw in sockets:
        raw.close()


def test_a_screen_that_does_not_read_skips_states_and_holds_up_nobody(
    shared_server: Server, honest: Live
) -> None:
    with shared_server.client().follow("fu-bacc-1") as lazy:
        for n in range(150):
            honest.send("bet", spot=1, wager="ante", amount_cents=500 + 100 * (n % 2))
            time.sleep(0.02)
        last = honest.state["version"]
        while lazy.state.get("version", 0) < last:
            lazy.receive()
        seats = [
            {**seat, "you": False, "player": seat["player"] and f"Player {seat['spot']}"}
            for seat in honest.state["seats"]
        ]
        assert lazy.state["seats"] == seats, "a stranger reads no names"


def test_spectators_only_watch_and_hear_that_the_house_is_there(shared_server: Server) -> None:
    with shared_server.client().follow("fu-bacc-1") as spy:
        spy.receive()
        assert spy.state["you"] is None
        assert spy.send("here")["version"] >= spy.state["version"]
        with pytest.raises(Refused, match="only watch") as refused:
            spy.send("sit", spot=1)
        assert refused.value.clause == "HR-21"
    with pytest.raises(ConnectionClosed), shared_server.client().follow("no-such-table") as nowhere:
        nowhere.receive()
