"""Floods of strangers: each is bounded before it costs anything, and a player beside it hardly feels it.

What is compared is the work of the thread that serves the tables: the system counts it, and a busy machine changes it
little."""

from __future__ import annotations

import socket
import statistics
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.client import Client, Live
from tests.patience import PATIENCE_S, wait_for
from tests.web.asking import call
from tests.web.conftest import SLOW, Server, demo_room, room_of
from tests.web.short_deadlines import ShortServer

RATIO_MAX = 12.0
"""bets; before there were bounds the worst of these requests cost as much as hundreds"""
FLOOR_S = 0.002
"""an answer to a bet takes about so long"""
BETS, ATTACKS = 10, 20
"""measured at a time"""
HELD_MAX = 300
USUAL = {"head_seconds": 10.0, "body_seconds": 10.0}
"""deadlines as a room has them"""
SHORT = {"head_seconds": 0.5, "body_seconds": 0.5}
SPECTATORS = 5


def raw(server: Server, data: bytes) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
    try:
        made.sendall(data)
    except OSError:  # the server has closed it before it was read
        made.close()
        raise
    return made


def hold(server: Server, data: bytes) -> None:
    """Kept open until the flood is over, fewer than one address may have."""
    if len(held) < HELD_MAX:
        with suppress(OSError):
            held.append(raw(server, data))


def request(server: Server, method: str, path: str, headers: str = "") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n{headers}".encode()


def one_way(server: Server, data: bytes) -> None:
    with suppress(OSError), raw(server, data) as sent:
        sent.recv(200)


def cookies(server: Server) -> None:
    """What costs http.cookies half a second: escapes in a quoted value."""
    value = 'x="' + '\\"' * 7_400 + '"'
    one_way(server, request(server, "GET", "/api/v1/me", f"Cookie: {value}\r\n\r\n"))


def long_heads(server: Server) -> None:
    one_way(server, request(server, "GET", "/", "X-Long: " + "x" * 200_000))


def half_bodies(server: Server) -> None:
    headers = "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n" + "x" * 100
    hold(server, request(server, "POST", "/api/v1/login", headers))


def half_handshakes(server: Server) -> None:
    headers = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Ke"
    hold(server, request(server, "GET", "/api/v1/tables/fu-bacc-1/live", headers))


def questions(server: Server) -> None:
    """A pay table of one's own each time, so that no answer is there already."""
    pays = {"royal-flush": f"{next(numbers)} to 1"}
    question = {"game": "down-under-holdem", "wager": "trips-or-better", "pay_table": "1", "pays": pays}
    asks(server, "POST", "/api/v1/edge", question)


def asks(server: Server, *question: Any) -> None:
    with suppress(OSError):
        call(server, *question)


def signs(server: Server) -> None:
    asks(server, "GET", "/pit/sign/fu-bacc-1/pdf")


def drills(server: Server) -> None:
    asks(server, "POST", "/school/courses", {"game": "fu-bacc", "level": "usual"})


def guesses(server: Server) -> None:
    asks(server, "POST", "/api/v1/login", {"name": "nobody", "password": "x" * 190})


held: list[socket.socket] = []
numbers = iter(range(100, 1_000_000))


house = room_of(lambda folder: ShortServer(folder, *SLOW, **USUAL))


@pytest.fixture(scope="module")
def ann(house: Server) -> Client:
    """A player who signed in before the strangers came."""
    return house.client("ann")


def worked_s(server: Server) -> float:
    """What the thread that serves the tables has worked, which neither other work on the machine moves nor what the
    room does beside it, such as a look at a password."""
    assert server.process is not None
    pid = server.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9


def bet(live: Live, number: int) -> None:
    live.send("bet", spot=1, wager="ante", amount_cents=500 + 100 * (number % 2))


def cost_of_a_bet(server: Server, live: Live) -> float:
    """What the room works between a player's bet and its answer; the median of several."""
    times: list[float] = []
    for number in range(BETS):
        before = worked_s(server)
        bet(live, number)
        times.append(worked_s(server) - before)
    return statistics.median(times)


def cost_of_an_attack(attack: Callable[[Server], None], server: Server, live: Live) -> float:
    """The same for a stranger, of many; the bet behind them is answered when all that came before it is done."""
    before = worked_s(server)
    for _ in range(ATTACKS):
        attack(server)
    bet(live, ATTACKS)
    return (worked_s(server) - before) / ATTACKS


@pytest.mark.parametrize(
    "attack",
    [cookies, long_heads, half_bodies, half_handshakes, questions, signs, drills, guesses],
    ids=lambda attack: attack.__name__,
)
def test_a_flood_of_strangers_is_hardly_felt_at_the_table(
    house: Server, ann: Client, attack: Callable[[Server], None]
) -> None:
    """A stranger's request keeps the thread that serves the tables hardly longer than a bet, however many there are
    at a time: the work is counted, so neither the machine nor what else it does decides."""
    with ann.follow("fu-bacc-1") as live:
        live.receive()
        live.send("sit", spot=1)
        attack(house)
        usual = max(FLOOR_S, cost_of_a_bet(house, live))
        ratio = cost_of_an_attack(attack, house, live) / usual
        live.send("leave", spot=1)
    for half in held:
        half.close()
    held.clear()
    print(f"{attack.__name__}: {ratio:.2f}")
    assert ratio < RATIO_MAX, f"{attack.__name__}: as much work as {ratio:.1f} bets"


def test_headers_bodies_and_handshakes_are_bounded_in_size_and_time(tmp_path_factory) -> None:
    """The time in a room with short deadlines, so that the test need not wait for the usual ones."""
    with demo_room(tmp_path_factory.mktemp("size")) as server:
        assert call(server, "GET", "/api/v1/tables", None, {"X-Long": "x" * 15_900})[0] == 200
        long_path = "/api/v1/tables?" + "x" * 9_000
        status, _, problem = call(server, "GET", long_path, None, {"X-Long": "x" * 8_000})
        assert (status, problem["accepted"]) == (431, "16384 bytes")
        with raw(server, request(server, "GET", "/", "X-Long: " + "x" * 40_000)) as long:
            assert long.recv(100).startswith(b"HTTP/1.1 400")
        chunks = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        with raw(server, request(server, "POST", "/api/v1/login", chunks)) as endless:
            with suppress(OSError):
                for _ in range(40):
                    endless.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            assert endless.recv(100).startswith(b"HTTP/1.1 413")
    with ShortServer(tmp_path_factory.mktemp("short"), *SLOW, **SHORT) as server:
        half_body = "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
        for start in (
            b"", b"GET /api/v1/tables HT", request(server, "GET", "/", "Upgrade: websocket\r\n"),
            request(server, "POST", "/api/v1/login", half_body),
        ):  # fmt: skip
            with raw(server, start) as half:
                assert half.recv(100).startswith(b"HTTP/1.1 408")


def test_spectators_leave_places_for_players(tmp_path) -> None:
    with ShortServer(tmp_path, *SLOW, spectators_max=SPECTATORS) as server:
        url = f"ws://localhost:{server.port}/api/v1/tables/fu-bacc-1/live"
        with server.client("ann") as ann, ExitStack() as watching:
            for _ in range(SPECTATORS):
                watching.enter_context(connect(url, open_timeout=PATIENCE_S))
            refused = pytest.raises((InvalidStatus, ConnectionClosed))
            with refused, connect(url, open_timeout=PATIENCE_S) as one_more:
                one_more.recv(PATIENCE_S)
            with ann.follow("fu-bacc-1") as live:
                live.receive()
                live.send("sit", spot=1)

        def watched() -> bool:
            with suppress(InvalidStatus), connect(url, open_timeout=PATIENCE_S) as watcher:
                return bool(watcher.recv(PATIENCE_S))
            return False

        wait_for(watched)  # a place is free when the server has seen the end of it
