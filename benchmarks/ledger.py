"""Contributions durably booked per second beside the raw commit rate of the same database, and what it costs to
read a meter as its history grows. Run alone: `python -m benchmarks.ledger [--quick] [--history N]`.

Rates are wall time, because a commit waits for the disk; raw and booked runs alternate, the median counts.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from fractions import Fraction
from itertools import count
from pathlib import Path
from time import perf_counter, process_time

from tools.postgres import PostgresServer

from benchmarks.harness import machine
from pitboss.jackpots import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings, postings
from pitboss.ledger import Receipt, Store, Unit, create_store
from pitboss.ledger.store import database_at
from pitboss.people.person import Person, Role

BOSS = Person.of("bench", Role.EXECUTIVE)
SETTINGS = MeterSettings(1_000_000, Fraction(185, 1000), Fraction(2, 100))
CONTROLS = Controls(executive_from_cents=10**9, surveillance_over_cents=10**9, deposit_days=365, notices=3)
SPOTS = 6
CLIENTS = (1, 8)
IN_FLIGHT = 64
"""bookings a client hands in before it waits for the first of them"""
_NUMBER = count()


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """A fresh store of either kind on this machine's ordinary disk."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder, PostgresServer() as server:
        yield {"SQLite": f"sqlite:///{Path(folder) / 'bench.db'}", "PostgreSQL": server.fresh_url()}


def prepare(store: Store) -> None:
    desk = JackpotDesk(store)
    meters = {"meter": SETTINGS}
    game, table = "face-up-pai-gow-poker", "FUPGPP-WA03"
    desk.create(JackpotConfig("J", Kind.PROGRESSIVE, game, table, 100, CONTROLS, "here", meters=meters), BOSS)
    desk.add_table("T", game, BOSS, spots=SPOTS, location="here")
    desk.link("J", "T", table, BOSS)
    desk.start("J", BOSS)


def booking(wagers: int) -> Callable[[Unit], None]:
    """What START GAME books for so many lit sensors: an event, the wagers, contribution and reserve."""

    def work(unit: Unit) -> None:
        unit.record("start-game", "jackpot-table/T", "bench", {"table": "T", "lit": wagers})
        taken = postings.take_wagers(unit, "J", wagers, 100)
        postings.contribute(unit, "J", "meter", SETTINGS, taken, None)

    return work


def in_threads(clients: int, work: Callable[[], None]) -> float:
    """Seconds until all clients are done."""
    threads = [threading.Thread(target=work) for _ in range(clients)]
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return perf_counter() - start


def raw_rate(url: str, clients: int, commits: int) -> float:
    """One row a commit, nothing else: the database's own rate, each client on its own connection."""
    with ExitStack() as stack:
        connections = deque(stack.enter_context(closing(database_at(url).connect())) for _ in range(clients))
        connections[0].execute("CREATE TABLE IF NOT EXISTS raw_commits (note TEXT)")

        def client() -> None:
            connection = connections.popleft()
            begin = "BEGIN IMMEDIATE" if connection.dialect == "sqlite" else None
            for _ in range(commits):
                if begin:
                    connection.execute(begin)
                connection.execute("INSERT INTO raw_commits (note) VALUES (?)", ("x" * 100,))
                if begin:
                    connection.execute("COMMIT")

        return clients * commits / in_threads(clients, client)


def single_rate(store: Store, clients: int, bookings: int) -> float:
    """Every client waits until its booking is on the disk before it makes the next."""

    def client() -> None:
        for _ in range(bookings):
            store.write(booking(1), key=f"single-{next(_NUMBER)}")

    return clients * bookings / in_threads(clients, client)


def group_rate(store: Store, clients: int, bookings: int, wagers: int) -> float:
    """Every client keeps many bookings in flight, as a room with many tables does."""

    def client() -> None:
        waiting: deque[Future[Receipt]] = deque()
        for _ in range(bookings):
            waiting.append(store.submit(booking(wagers), key=f"group-{next(_NUMBER)}"))
            if len(waiting) >= IN_FLIGHT:
                waiting.popleft().result()
        for future in waiting:
            future.result()

    return clients * bookings * wagers / in_threads(clients, client)


def rates_table(quick: bool = False) -> str:
    repeats, commits = (3, 200) if quick else (7, 500)
    lines = [
        "| database | clients | raw commits/s | one contribution a commit | of raw | group commit, "
        f"one wager a booking | of raw | group commit, {SPOTS} wagers a booking | of raw |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    with databases() as urls:
        for name, url in urls.items():
            with create_store(url) as store:
                prepare(store)
                for clients in CLIENTS:
                    each = max(50, commits // clients)
                    runs: list[tuple[float, ...]] = []
                    for _ in range(repeats):
                        raw = raw_rate(url, clients, each)
                        single = single_rate(store, clients, each)
                        group = [group_rate(store, clients, 4 * each, wagers) for wagers in (1, SPOTS)]
                        runs.append(
                            (raw, single, single / raw, group[0], group[0] / raw, group[1], group[1] / raw)
                        )
                    middle = [statistics.median(column) for column in zip(*runs, strict=True)]
                    shown = [
                        f"{value:.2f}" if place in (2, 4, 6) else f"{value:,.0f}"
                        for place, value in enumerate(middle)
                    ]
                    lines.append(f"| {name} | {clients} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def history_table(most: int = 10_000_000) -> str:
    """The meter is read by its account's key; contributions are booked nine to a START GAME."""
    lines = [
        "| database | contributions | meter, 50th | 99th percentile (ms) | CPU microseconds a read |",
        "|---|---|---|---|---|",
    ]
    sizes = [10**n for n in range(3, 9) if 10**n <= most]
    with databases() as urls:
        for name, url in urls.items():
            with create_store(url) as store:
                prepare(store)
                desk, booked = JackpotDesk(store), 0
                for size in sizes:
                    while booked < size:
                        bookings = min(50_000, -(-(size - booked) // 9))
                        group_rate(store, 1, bookings, 9)
                        booked += 9 * bookings
                    exact = 1_000_000 * 10**6 + booked * 18_500_000
                    assert store.account("jackpot/J/meter/meter").credit_balance == exact
                    middle, high, spent = read_cost(desk)
                    lines.append(f"| {name} | {booked:,} | {middle:.3f} | {high:.3f} | {spent:.0f} |")
                    print(lines[-1], flush=True)
    return "\n".join(lines)


def read_cost(desk: JackpotDesk, reads: int = 2_000) -> tuple[float, float, float]:
    times = []
    spent = process_time()
    for _ in range(reads):
        start = perf_counter()
        desk.meter_cents("J")
        times.append((perf_counter() - start) * 1e3)
    spent = (process_time() - spent) / reads * 1e6
    times.sort()
    return times[reads // 2], times[reads * 99 // 100], spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument(
        "--history", type=int, default=10_000_000, help="contributions in the longest history"
    )
    args = parser.parse_args()
    print(f"{machine()}\n\n{rates_table(args.quick)}\n", flush=True)
    print(history_table(min(args.history, 100_000) if args.quick else args.history))


if __name__ == "__main__":
    main()
