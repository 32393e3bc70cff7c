"""Three processes serve one room on PostgreSQL: any of them for any browser, kills, and a spy at every one."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner
from tools.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed

from pitboss.cli.serve import room as room_command
from pitboss.ledger import Store, open_store
from pitboss.ledger.verify import verify
from pitboss.room.history import load_round
from tests.client import Client, Live, Refused
from tests.patience import PATIENCE_S, wait_for
from tests.web.asking import refused
from tests.web.conftest import SLOW, Server
from tests.web.test_live import bet, check_frames, decide

T = TypeVar("T")
TABLE = "blackjack-1"
"""patience with the machine; tests/simulation/test_leases.py has the five seconds, in time of its own"""


def processes(url: str, folder: Path, count: int = 3) -> Iterator[list[Server]]:
    """All started at the same moment on an empty database, as a service manager does it."""
    found = []
    for n in range(count):
        (folder / f"process-{n}").mkdir()
        found.append(Server(folder / f"process-{n}", *SLOW))
        found[-1].store = url
    with ThreadPoolExecutor() as starting:
        list(starting.map(Server.start, found))
    try:
        yield found
    finally:
        for server in found:
            server.stop()


@pytest.fixture
def servers(postgres: PostgresServer, tmp_path: Path) -> Iterator[list[Server]]:
    """A room of the test's own, whose processes it may kill."""
    yield from processes(postgres.fresh_url(), tmp_path)


@pytest.fixture(scope="module")
def room(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """A room for the tests that leave its processes alive, each with tables and people of its own."""
    yield from processes(postgres.fresh_url(), tmp_path_factory.mktemp("room"))


def keepers(store: Store) -> dict[str, str]:
    return {key.removeprefix("lease/"): lease["process"] for key, lease in store.documents("lease/").items()}


def keeper_of(servers: list[Server], store: Store, table: str) -> Server:
    where = store.document(f"lease/{table}")["where"]
    return next(s for s in servers if s.process and where.endswith(f"process {s.process.pid}"))


def booked(ask: Callable[[str], T]) -> T:
    """What is asked under an id, and the same again under the same id while the table cannot reach its books."""
    id, until = uuid.uuid4().hex, time.monotonic() + PATIENCE_S
    while True:
        try:
            return ask(id)
        except Refused as refused:
            if "Not booked" not in str(refused) or time.monotonic() > until:
                raise
        time.sleep(0.05)


def send(live: Live, type: str, **fields: Any) -> dict[str, Any]:
    def ask(id: str) -> dict[str, Any]:
        live.socket.send(json.dumps({"type": type, "id": id, **fields}))
        while (answer := live.receive()).get("id") != id:
            pass
        if answer["type"] == "error":
            raise Refused(409, answer)
        return answer

    return booked(ask)


@pytest.mark.postgres
@pytest.mark.clause("HR-19", "HR-20")
def test_three_processes_any_browser_kills_and_a_spy(servers: list[Server]) -> None:
    with open_store(servers[0].store) as store:
        wait_for(lambda: len(set(keepers(store).values())) == 3)  # each keeps its share
        for kill in range(2):
            keeping = keeper_of(servers, store, TABLE)
            play_through_a_kill(servers, keeping, store, random.Random(kill))
            keeping.start()
        assert verify(store).sound
        listed = CliRunner().invoke(room_command, ["--store", servers[0].store], standalone_mode=False)
        assert listed.exception is None
        assert f"{TABLE:<40} kept by" in listed.output


def play_through_a_kill(servers: list[Server], keeping: Server, store: Store, rng: random.Random) -> None:
    """Two players at two processes, a spy at each; the third process, which keeps the table, dies in mid-round."""
    others = [server for server in servers if server is not keeping]
    with ExitStack() as stack:
        people = [stack.enter_context(others[n].client(name)) for n, name in enumerate(("ann", "bob"))]
        players = {n + 1: stack.enter_context(people[n].follow(TABLE)) for n in range(2)}
        spies = [stack.enter_context(server.client().follow(TABLE)) for server in others]
        everybody = [*players.values(), *spies]
        for live in everybody:
            live.receive()
        for spot, live in players.items():
            if spot not in live.state["you"]["spots"]:
                send(live, "sit", spot=spot)
            if live.state["phase"] == "settled":
                send(live, "ready")
        for live in everybody:
            live.frames.clear()
        for spot, live in players.items():
            bet(live, spot, send)
        for live in players.values():
            send(live, "ready")
        shown = wait_for(lambda: newest(everybody, "playing") or newest(everybody, "settled") or {})
        keeping.kill()
        wait_for(lambda: keeper_of(servers, store, TABLE) is not keeping)
        while state := newest(everybody, "playing"):
            spot = rng.choice(state["view"]["waiting_for"])
            with suppress(Refused, StopIteration):  # the clock of another screen was quicker
                decide(players[spot], spot, rng)
        wait_for(lambda: newest(everybody, "settled"))
        for spots, live in (((1,), players[1]), ((2,), players[2]), ((), spies[0]), ((), spies[1])):
            check_round(store, live, shown["round_id"], frozenset(spots))
        for live in players.values():
            with suppress(Refused):
                send(live, "ready")


def newest(everybody: list[Live], phase: str) -> dict[str, Any] | None:
    """The state that all screens agree on, if it is in this phase."""
    for live in everybody:
        with suppress(TimeoutError, ConnectionClosed):
            while True:
                live.receive(0.02)
    first = everybody[0].state
    same = all(live.state.get("phase") == first["phase"] == phase for live in everybody)
    return first if same else None


def check_round(store: Store, live: Live, round_id: str, spots: frozenset[int]) -> None:
    """Every frame since the bets showed only what these spots might see by then; blackjack's shoe goes on."""
    check_frames(store, live.frames, spots)
    order = load_round(store, round_id).shoe.record.order
    assert not any(order in frame for frame in live.frames)


def test_a_second_process_on_an_embedded_store_is_refused_in_a_sentence(tmp_path: Path) -> None:
    first = Server(tmp_path, *SLOW).start()
    second = Server(tmp_path, *SLOW)
    with pytest.raises(AssertionError, match="Another process serves the room"):
        second.start()
    first.stop()
    second.start().stop()


@pytest.mark.postgres
def test_a_browser_at_any_process_sees_what_is_done_at_another(room: list[Server]) -> None:
    with ExitStack() as stack:
        ann = stack.enter_context(room[0].client("ann"))
        watching = [stack.enter_context(server.client().follow(TABLE)) for server in room]
        for live in watching:
            live.receive()
        booked(lambda id: ann.command(TABLE, "sit", spot=3, id=id))

        def seen(live: Live) -> bool:
            return bool(newest([live], "betting")) and live.state["seats"][2]["player"] == "Player 3"

        for live in watching:
            wait_for(lambda live=live: seen(live))  # type: ignore[misc]


@pytest.mark.postgres
@pytest.mark.clause("HR-21")
def test_who_signs_out_at_one_process_is_signed_out_at_all(room: list[Server]) -> None:
    """Another process remembers the session and its screens; it is told, and looks anyway from time to time."""
    with ExitStack() as stack:
        ann = stack.enter_context(room[0].client("ann"))
        elsewhere = Client(room[1].url)
        elsewhere._cookies = dict(ann._cookies)  # one browser, two processes behind a proxy
        live = stack.enter_context(elsewhere.follow(TABLE))
        live.receive()
        assert elsewhere.request("GET", "/me")["name"] == "ann"  # remembered there
        ann.sign_out()
        with pytest.raises(ConnectionClosed):
            while True:
                live.receive()
        assert live.socket.close_code == 4401
        refused(403, elsewhere, "GET", "/me")


@pytest.mark.postgres
@pytest.mark.clause("HR-34")
def test_chips_sold_at_one_process_can_be_bet_at_another(room: list[Server]) -> None:
    """The cage, a tray and the wallets are the room's, whichever process books them; nobody waits for a restart."""
    with open_store(room[0].store) as store, ExitStack() as stack:
        wait_for(lambda: len(keepers(store)) > 1)
        keeping = keeper_of(room, store, TABLE)
        other = next(server for server in room if server is not keeping)
        ann = stack.enter_context(keeping.client("ann"))
        seen = stack.enter_context(ann.follow(TABLE))
        seen.receive()
        before = seen.state["you"]["wallet_cents"]
        dealer = stack.enter_context(other.client("dan"))
        sale = {"player": "ann", "cash_confirmed": True, "amount_cents": 40_000}
        booked(lambda id: dealer.command(TABLE, "buy-in", **sale, id=id))

        def wallet() -> int:
            with suppress(TimeoutError):
                seen.receive(0.05)
            return int(seen.state["you"]["wallet_cents"])

        wait_for(lambda: wallet() == before + 40_000)
