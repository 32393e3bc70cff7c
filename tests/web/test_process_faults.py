"""Two processes on a PostgreSQL that goes away, and one that stands still: every table comes back everywhere."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tools.postgres import PostgresServer
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pitboss.cli import main
from pitboss.ledger import Store, StoreUnavailable, Unit, create_store, open_store, writer
from pitboss.ledger import postgres as store_postgres
from pitboss.ledger.verify import verify
from pitboss.room.postgres import ProcessLink
from tests.client import Client, Live, Refused
from tests.patience import wait_for
from tests.web.asking import page
from tests.web.conftest import Server
from tests.web.test_processes import keeper_of, processes, send

TABLES = ("blackjack-1", "fu-bacc-1")
Room = tuple[PostgresServer, list[Server]]
SECONDS = ("_PROBE_SECONDS", "_CONNECT_SECONDS")
AT_WORK = """
    SELECT count(*) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'
"""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    two = contextmanager(processes)
    with PostgresServer() as postgres, two(postgres.fresh_url(), tmp_path, 2) as servers:
        yield postgres, servers


def notices(live: Live) -> list[str]:
    with suppress(TimeoutError, ConnectionClosed):
        while True:
            live.receive(0.05)
    return [notice["text"] for notice in live.state["notices"]]


def answers(client: Client, table: str) -> bool:
    """Whoever keeps the table says that there is no such spot."""
    try:
        client.command(table, "sit", spot=99)
    except Refused as refused:
        return refused.status == 409 and "Not booked" not in str(refused)
    return False


def stands_still(server: Server) -> bool:
    """Stopped, and not in the middle of anything at the database, for that would keep the others from writing too:
    asked after it was stopped, so that nothing depends on when."""
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    with psycopg.connect(server.store) as connection:
        for _ in range(2):
            if connection.execute(AT_WORK).fetchone() != (0,):
                os.kill(server.process.pid, signal.SIGCONT)
                return False
    return True


def all_told(processes: list[int], what: signal.Signals) -> None:
    """A database's processes come and go: one that was listed may have ended."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)


@contextmanager
def stopped(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, *waits: tuple[Any, str, float]
) -> Iterator[None]:
    """The database's processes stand still; whoever asks it waits as long as is set here."""
    for wait in waits:
        monkeypatch.setattr(*wait)
    everybody = postgres.processes()
    try:
        all_told(everybody, signal.SIGSTOP)
        yield
    finally:
        all_told(everybody, signal.SIGCONT)
        monkeypatch.undo()


def reached(store: Store) -> bool:
    try:
        store.head()
    except StoreUnavailable:
        return False
    return True


def asked_while_away(server: Server, people: Client, guest: Client) -> None:
    """It says so in every way, also to a guest of whom this process has never heard and cannot ask who it is."""
    away = page(server, "/api/v1/me", guest, Accept="application/json")
    assert away.status_code == 503 and set(away.json()) == {"error", "kind", "facts", "clause", "accepted"}
    away = page(server, "/me", guest)
    assert away.status_code == 503 and "<h1" in away.text and "cannot reach its books" in away.text
    assert page(server, "/me", people).status_code == 200, "a page needs no books"
    assert page(server, "/static/css/base.css", guest).status_code == 200
    address = f"{server.url.replace('http', 'ws')}/api/v1/tables/{TABLES[0]}/live"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers={"Cookie": guest._cookie}),
    ):
        pass
    assert refused.value.response.status_code == 503


@pytest.mark.postgres
@pytest.mark.clause("HR-20")
def test_a_database_that_stops_and_a_process_that_stands_still(room: Room) -> None:
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
            wait_for(lambda: stands_still(still))
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
        store = stack.enter_context(create_store(url))
        link.broken = lambda: said.append("broken")
        link.silent = store.silent
        await link.open()
        assert await link.claim("t") and await link.processes() == 1
        as_in_a_room = (store_postgres, "_PROBE_SECONDS", 3), (store_postgres, "_CONNECT_SECONDS", 5)
        with stopped(postgres, monkeypatch, *as_in_a_room):
            reading = asyncio.ensure_future(asyncio.to_thread(store.head))
            for n in range(3):  # the first is on its way, the others wait for it
                link.tell(kind="word", n=n)
                await asyncio.sleep(0)
            found = await asyncio.gather(*(link.claim(f"t{n}") for n in range(3)))
            said += ["nothing is claimed"] if not any(found) else []
            for question in (reading, asyncio.to_thread(store.head)):
                with pytest.raises(StoreUnavailable):
                    await question
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

    with PostgresServer() as postgres, create_store(url := postgres.fresh_url(), patience_s=0.5) as store:
        store.write(note)
        looks = (writer, "LOOK_S", 0.1), (writer, "BUSY_S", 0.3)
        with stopped(postgres, monkeypatch, *looks, *((store_postgres, name, 2) for name in SECONDS)):
            with pytest.raises(StoreUnavailable, match="cannot be reached"):
                store.write(note)
            with pytest.raises(SystemExit) as ended:
                main(["room", "--store", url])
        assert ended.value.code == 2
        assert "The database cannot be reached: connection timeout expired" in capsys.readouterr().err
        wait_for(lambda: reached(store))
        before = store.head().seq
        store.write(note)
        assert store.head().seq == before + 1
