"""Two processes on a PostgreSQL that goes away, and one that stands still: every table comes back everywhere."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tools.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pitboss.cli import main
from pitboss.room.link import ProcessLink
from pitboss.store import Store, StoreUnavailable, Unit, open_store, watch
from pitboss.store import postgres as store_postgres
from pitboss.store.verify import verify
from pitboss.web.client import Client, Live, Refused
from tests.patience import PATIENCE_S, wait_for
from tests.web.conftest import SLOW, Server
from tests.web.test_processes import keeper_of, send

TABLES = ("blackjack-1", "fu-bacc-1")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[PostgresServer, list[Server]]]:
    with PostgresServer() as postgres:
        url, servers = postgres.fresh_url(), []
        for n in range(2):
            folder = tmp_path / f"process-{n}"
            folder.mkdir()
            server = Server(folder, *SLOW)
            server.store = url
            servers.append(server.start())
        try:
            yield postgres, servers
        finally:
            for server in servers:
                server.stop()


def notices(live: Live) -> list[str]:
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            live.receive(0.05)
    return [str(notice) for notice in live.state["notices"]]


def answers(client: Client, table: str) -> bool:
    """Whoever keeps the table says that there is no such spot."""
    try:
        client.command(table, "sit", spot=99)
    except Refused as refused:
        return "Not booked" not in str(refused)
    return False


def at_rest(store: Store) -> bool:
    """Nobody writes: whoever is stopped in the middle of it would keep the others from writing, too."""
    before = store.head()
    time.sleep(1.0)
    return store.head() == before


def all_told(processes: list[int], what: signal.Signals) -> None:
    """A database's processes come and go: one that was listed may have ended."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


def reached(store: Store) -> bool:
    try:
        store.head()
    except StoreUnavailable:
        return False
    return True


def asked_while_away(server: Server, people: Client, guest: Client) -> None:
    """It says so in every way, also to a guest of whom this process has never heard and cannot ask who it is."""
    cookie = {"Cookie": guest._cookie}

    def answer(path: str, **headers: str) -> tuple[int, str]:
        asked = Request(f"{server.url}{path}", headers={**cookie, **headers})
        try:
            with urlopen(asked, timeout=PATIENCE_S) as found:
                return found.status, found.read().decode()
        except HTTPError as refused:
            return refused.code, refused.read().decode()

    status, words = answer("/api/v1/me")
    assert status == 503 and set(json.loads(words)) == {"error", "clause", "accepted"}
    status, words = answer("/me", Accept="text/html")
    assert status == 503 and "<h1" in words and "cannot reach its books" in words
    assert answer("/me", Accept="text/html", Cookie=people._cookie)[0] == 200, "a page needs no books"
    assert answer("/static/css/base.css")[0] == 200
    address = f"{server.url.replace('http', 'ws')}/api/v1/tables/{TABLES[0]}/live"
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=cookie):
        pass
    assert refused.value.response.status_code == 503


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_a_database_that_stops_and_a_process_that_stands_still(
    room: tuple[PostgresServer, list[Server]],
) -> None:
    postgres, servers = room
    with ExitStack() as stack:
        people = [stack.enter_context(server.client("ann")) for server in servers]
        screens = [stack.enter_context(s.client().follow(table)) for s in servers for table in TABLES]
        guest = stack.enter_context(servers[0].client("bob"))
        for live in screens:
            live.receive()
        postgres.stop()
        for live in screens:
            wait_for(lambda live=live: any("cannot reach its books" in n for n in notices(live)))  # type: ignore[misc]
        with pytest.raises(Refused, match="Not booked"):
            people[0].command(TABLES[0], "sit", spot=2)
        with pytest.raises(Refused, match="cannot reach its books just now; nothing has changed"):
            people[0].request("GET", "/jackpots")
        asked_while_away(servers[1], people[1], guest)
        postgres.start()
        for client in people:
            for table in TABLES:
                wait_for(lambda c=client, t=table: answers(c, t))  # type: ignore[misc]
        for live in screens:
            wait_for(lambda live=live: not notices(live))  # type: ignore[misc]
        with open_store(servers[0].store) as store:
            still = keeper_of(servers, store, TABLES[0])
            going = next(server for server in servers if server is not still)
            assert still.process is not None
            wait_for(lambda: at_rest(store))
            os.kill(still.process.pid, signal.SIGSTOP)
            try:
                wait_for(lambda: keeper_of(servers, store, TABLES[0]) is going)
                live = stack.enter_context(going.client("bob").follow(TABLES[0]))
                live.receive()
                send(live, "sit", spot=3)
            finally:
                os.kill(still.process.pid, signal.SIGCONT)
            # whoever stood still follows now, and takes commands for the other
            thawed = people[servers.index(still)]
            assert still.process.poll() is None
            wait_for(lambda: thawed.state(TABLES[0])["seats"][2]["player"] == "bob")
            wait_for(lambda: answers(thawed, TABLES[0]))
            assert verify(store).sound


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_a_database_that_stands_still_breaks_the_link_and_the_link_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def watch(postgres: PostgresServer, stack: ExitStack) -> list[str]:
        link, said = ProcessLink(url := postgres.fresh_url()), []
        store = stack.enter_context(open_store(url))
        link.broken = lambda: said.append("broken")
        link.silent = store.silent
        await link.open()
        assert await link.claim("t") and await link.processes() == 1
        everybody = postgres.processes()
        # as in a room
        monkeypatch.setattr(store_postgres, "_PROBE_SECONDS", 3)
        monkeypatch.setattr(store_postgres, "_CONNECT_SECONDS", 5)
        try:
            all_told(everybody, signal.SIGSTOP)
            reading = asyncio.ensure_future(asyncio.to_thread(store.head))
            for n in range(3):  # the first is on its way, the others wait for it
                link.tell(kind="word", n=n)
                await asyncio.sleep(0)
            found = await asyncio.gather(*(link.claim(f"t{n}") for n in range(3)))
            said += ["nothing is claimed"] if not any(found) else []
            for question in (reading, asyncio.to_thread(store.head)):
                with pytest.raises(StoreUnavailable):
                    await question
        finally:
            all_told(everybody, signal.SIGCONT)
        monkeypatch.undo()
        while not link.connected or not await link.claim("t"):
            await asyncio.sleep(0.1)
        said.append("claimed again")
        wait_for(lambda: reached(store))
        assert store.head().seq == 0
        await link.close()
        return said

    with PostgresServer() as postgres, ExitStack() as stack:
        said = asyncio.run(watch(postgres, stack))
    assert said[0] == "broken" and said[-1] == "claimed again" and "nothing is claimed" in said


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_a_database_that_stands_still_keeps_nobody_waiting_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a link that would notice: a command of the house's, a script."""

    def note(unit: Unit) -> None:
        unit.record("noted", "test", "ann")

    with PostgresServer() as postgres, open_store(url := postgres.fresh_url(), patience_s=0.5) as store:
        store.write(note)
        for module, name, seconds in (
            (watch, "LOOK_S", 0.1),
            (watch, "BUSY_S", 0.3),
            (store_postgres, "_PROBE_SECONDS", 2),
            (store_postgres, "_CONNECT_SECONDS", 2),
        ):
            monkeypatch.setattr(module, name, seconds)
        everybody = postgres.processes()
        try:
            all_told(everybody, signal.SIGSTOP)
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                store.write(note)
            with pytest.raises(SystemExit) as ended:
                main(["room", "--store", url])
        finally:
            all_told(everybody, signal.SIGCONT)
        monkeypatch.undo()
        assert ended.value.code == 2
        assert "The database cannot be reached: connection timeout expired" in capsys.readouterr().err
        wait_for(lambda: reached(store))
        before = store.head().seq
        store.write(note)
        assert store.head().seq == before + 1
