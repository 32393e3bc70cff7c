"""The room under load: browsers' worth of WebSocket clients on house-dealt tables, the store durable.

Every client is a live connection that receives every state of its table. Some are seated: they bet in every round
and decide when they are asked; the others watch. Measured: rounds a second over all tables; the time from sending
an action until the last client of the table has a state that contains it; the server's memory and CPU.

The server has the settings of `pitboss serve`, and clients offer what browsers offer: messages are compressed.
`--uncompressed` measures without, `--turns 3` both, one after the other, three times."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets
from tools.postgres import PostgresServer

from tests.client import merge

VERSION = re.compile(r'"version":(\d+)')
NUMBER = re.compile(r'"round_number":(\d+)')


@dataclass
class Table:
    clients: list[Client] = field(default_factory=list)
    waiting: list[tuple[int, float, set[Client]]] = field(default_factory=list)
    rounds: int = 0


@dataclass(eq=False)
class Client:
    table: Table
    seen: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=64))
    messages: int = 0


class Load:
    def __init__(
        self, ports: list[int], tables: int, clients: int, tokens: list[str], compressed: bool
    ) -> None:
        self.ports = ports
        self.compression = "deflate" if compressed else None
        self.tables = [Table() for _ in range(tables)]
        self.clients = clients
        self.tokens = tokens
        self.latencies: list[float] = []
        self.measuring = False

    async def run(self, warm_s: float, seconds: float, server_cpu_s: Callable[[], float]) -> dict[str, float]:
        jobs = []
        for n in range(self.clients):
            token = self.tokens[n] if n < len(self.tokens) else None
            jobs.append(asyncio.create_task(self.client(n, n % len(self.tables), token)))
            if n % 20 == 19:
                await asyncio.sleep(0.05)
        while sum(bool(client.seen) for table in self.tables for client in table.clients) < self.clients:
            await asyncio.sleep(0.2)
            self.check(jobs)
        await asyncio.sleep(warm_s)
        before = sum(table.rounds for table in self.tables)
        messages = sum(c.messages for t in self.tables for c in t.clients)
        self.measuring, start, used = True, time.perf_counter(), server_cpu_s()
        await asyncio.sleep(seconds)
        self.measuring, spent, used = False, time.perf_counter() - start, server_cpu_s() - used
        rounds = sum(table.rounds for table in self.tables) - before
        messages = sum(c.messages for t in self.tables for c in t.clients) - messages
        self.check(jobs)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        times = sorted(self.latencies)
        return {
            "rounds_per_s": rounds / spent,
            "updates_per_s": messages / spent,
            "actions": len(times),
            "rounds": rounds,
            "cpu_s": used,
            "p50_ms": 1000 * times[len(times) // 2],
            "p99_ms": 1000 * times[len(times) * 99 // 100],
        }

    @staticmethod
    def check(jobs: list[asyncio.Task[None]]) -> None:
        """A client that is gone ends the run: figures without it would be of another load."""
        for job in jobs:
            if job.done():
                job.result()

    async def client(self, n: int, at: int, token: str | None) -> None:
        table = self.tables[at]
        me = Client(table)
        table.clients.append(me)
        port = self.ports[n // len(self.tables) % len(self.ports)]
        url = f"ws://127.0.0.1:{port}/api/v1/tables/fb-{at}/live?changes=1"
        headers = {"Cookie": f"pitboss_session={token}"} if token else {}
        async with websockets.connect(
            url, additional_headers=headers, compression=self.compression, open_timeout=60, ping_interval=None
        ) as ws:
            if token is None:
                while True:
                    self.note(me, await ws.recv())
            await self.play(me, ws, n // len(self.tables) + 1)

    async def play(self, me: Client, ws: websockets.ClientConnection, spot: int) -> None:
        sent: dict[str, float] = {}
        last = 0
        serial = 0
        done: tuple[str, int] | None = None
        state: dict[str, Any] = {}

        async def send(**message: object) -> None:
            nonlocal serial
            serial += 1
            sent[str(serial)] = time.perf_counter()
            await ws.send(json.dumps({**message, "id": str(serial)}))

        await send(type="sit", spot=spot)
        while True:
            text = await ws.recv()
            assert isinstance(text, str)
            if text.startswith('{"type": "'):
                self.answer(me, json.loads(text), sent)
                continue
            self.note(me, text)
            state = merge(state, json.loads(text))
            if "phase" not in state:
                continue
            now = (state["phase"], state["round_number"])
            if spot not in state["you"]["spots"]:
                continue
            if state["phase"] == "betting" and done != now:
                done = now
                await send(type="bet", spot=spot, wager="ante", amount_cents=random.choice((500, 1000)))
            elif state["phase"] == "playing" and spot in state["view"]["waiting_for"] and done != now:
                done = now
                choice = "bonus" if state["view"]["pending"][0]["choices"][0]["action"] == "bonus" else "stay"
                await send(type="act", spot=spot, action=choice)
            if spot == 1 and state["round_number"] != last and state["phase"] == "settled":
                last = state["round_number"]
                me.table.rounds += 1

    def note(self, me: Client, text: str | bytes) -> None:
        assert isinstance(text, str)
        found = VERSION.search(text)
        if found is None:
            return
        now = time.perf_counter()
        version = int(found[1])
        me.messages += 1
        me.seen.append((version, now))
        for wanted, start, missing in list(me.table.waiting):
            if version >= wanted and me in missing:
                missing.discard(me)
                if not missing:
                    me.table.waiting.remove((wanted, start, missing))
                    self.keep(now - start)

    def answer(self, me: Client, message: dict[str, object], sent: dict[str, float]) -> None:
        start = sent.pop(str(message["id"]), None)
        if start is None or message["type"] != "ok":
            return
        wanted = int(str(message["version"]))
        latest, missing = start, set()
        for other in me.table.clients:
            when = next((t for version, t in other.seen if version >= wanted), None)
            if when is None:
                missing.add(other)
            else:
                latest = max(latest, when)
        if missing:
            me.table.waiting.append((wanted, start, missing))
        else:
            self.keep(latest - start)

    def keep(self, seconds: float) -> None:
        if self.measuring:
            self.latencies.append(seconds)


def measure(
    clients: int,
    tables: int,
    seated: int,
    seconds: float,
    betting_s: float,
    settled_s: float,
    store: str | None,
    processes: int,
    compressed: bool,
) -> None:
    servers: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory() as folder:
        tokens = Path(folder) / "tokens.json"
        url = store or f"sqlite:///{folder}/room.db"
        ports = [free_port() for _ in range(processes)]
        try:
            for port in ports:
                words = (url, port, tables, seated * tables, betting_s, settled_s, tokens, int(compressed))
                servers.append(
                    subprocess.Popen([sys.executable, "-m", "benchmarks.room_server", *map(str, words)])
                )
                wait_for(port)
            if processes > 1:
                time.sleep(15)  # the tables are shared out, one after the other
            load = Load(ports, tables, clients, json.loads(tokens.read_text()), compressed)
            figures = asyncio.run(
                load.run(max(3.0, betting_s + settled_s), seconds, lambda: sum(cpu_s(s.pid) for s in servers))
            )
            used = figures["cpu_s"]
            memory = sum(peak_mb(server.pid) for server in servers)
        finally:
            for server in servers:
                server.terminate()
                server.wait()
    mine = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{clients} clients on {tables} tables, {seated} players a table, {seconds:.0f} s, {url.split(':')[0]}, "
        f"{processes} process{'es' * (processes > 1)}, {'as served' if compressed else 'uncompressed'}"
    )
    print(f"  {figures['rounds_per_s']:.0f} rounds/s, {figures['updates_per_s']:.0f} updates/s sent")
    print(
        f"  action to everybody's update: p50 {figures['p50_ms']:.0f} ms, p99 {figures['p99_ms']:.0f} ms "
        f"({figures['actions']:.0f} actions)"
    )
    print(
        f"  server: {memory:.0f} MB, {100 * used / seconds:.0f} % of a core, "
        f"{1000 * used / max(1, figures['rounds']):.1f} ms of CPU a round; "
        f"clients: {100 * (mine.ru_utime + mine.ru_stime) / (seconds + 3):.0f} % of a core"
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def peak_mb(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seated", type=int, default=2, help="players a table; the others watch")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(
        "--betting", type=float, default=0.1, help="seconds between the first bet and the deal"
    )
    parser.add_argument("--settled", type=float, default=0.02, help="seconds a settled round is shown")
    parser.add_argument("--store", help="a store's URL; a new SQLite file unless given")
    parser.add_argument(
        "--postgres", action="store_true", help="a PostgreSQL server of its own, for the time of the run"
    )
    parser.add_argument("--processes", type=int, default=1, help="servers on one PostgreSQL")
    parser.add_argument("--uncompressed", action="store_true", help="messages as they are")
    parser.add_argument("--turns", type=int, default=0, help="so many times uncompressed and as served")
    given = parser.parse_args()
    most = given.clients, given.tables, given.seated, given.seconds, given.betting, given.settled
    for compressed in [False, True] * given.turns or [not given.uncompressed]:
        if given.postgres:
            with PostgresServer() as server:
                measure(*most, server.fresh_url(), given.processes, compressed)
        else:
            measure(*most, given.store, given.processes, compressed)


if __name__ == "__main__":
    main()
