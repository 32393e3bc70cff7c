"""A round costs the same after a million rounds as after ten: CPU of a round, of opening the room again and of
finding a round by its id, while the history grows.

Tables of Fu Bacc in this process, on a SQLite store that syncs every commit; two screens at each table. All
tables play at once, so that commits are shared as in a busy room. The history up to each mark is written in
bulk, from the records of a real round (the same events, transfers and documents, hash-chained); then rounds are
played and timed."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from pitboss.ledger import Store, Transfer, Unit, create_store
from pitboss.people.accounts import PLAYER, People
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.history import load_round, recent_rounds, recover
from pitboss.room.room import Room
from pitboss.room.screens import Offered
from pitboss.room.table import Pace, TableSetup
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision

TABLES = 40
BULK = 250
SAMPLE = 400
"""rounds that are timed together"""
SAMPLES = 5
"""how often they are timed at each mark; the least counts"""
TRAY_CENTS = 10**10
"""the copied rounds pay over and over: the trays must have it"""


class Screen:
    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.fresh = True
        self.changes = False

    @property
    def shown(self) -> Offered | None:
        """Whole states only."""
        return None

    @shown.setter
    def shown(self, shown: Offered | None) -> None:
        pass

    def layout(self, text: str) -> None:
        pass

    def add(self, text: str) -> None:
        self.offer(text)

    def offer(self, text: str) -> None:
        self.text = text


def room_on(store: Store, tables: int = TABLES) -> Room:
    pace = Pace(betting_s=600, decision_s=600, settled_s=600)
    setups = [
        TableSetup(f"fb-{n}", f"Fu Bacc {n}", TableConfig("fu-bacc"), pace=pace, opener_cents=TRAY_CENTS)
        for n in range(tables)
    ]
    return Room(store, setups, People(store, hasher=QUICK))


QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


async def play(room: Room, table: str, person: Person, rounds: int) -> None:
    keeper = room.keeper(table)
    for _ in range(rounds):
        await keeper.do(Bet(person, None, 1, "ante", 500))
        await keeper.do(Ready(person, None))
        round = keeper.table.round
        assert round is not None
        if not round.finished:
            await keeper.do(TakeDecision(person, None, 1, Decision(round.pending[0].choices[0].action)))
        await keeper.do(Ready(person, None))


async def measure(most: int) -> None:
    with tempfile.TemporaryDirectory() as folder, create_store(f"sqlite:///{folder}/room.db") as store:
        room = room_on(store)
        people = [room.people.add(f"player{n}", "a pass phrase", PLAYER, "benchmark") for n in range(TABLES)]
        for person in people:
            room.wallets.grant(person.name, 10**11, "benchmark", "chips")
        await room.open()
        for n, person in enumerate(people):
            await room.do(f"fb-{n}", Sit(person, None, 1))
            room.keeper(f"fb-{n}").subscribe(Screen(person))
            room.keeper(f"fb-{n}").subscribe(Screen(None))
        print(
            "| rounds before | CPU a round | wall a round | table recovered | round by id | last 20 | store |"
        )
        print("|---|---|---|---|---|---|---|")
        done = 0
        mark = 10
        done += await advance(room, people, TABLES)
        templates = {f"fb-{n}": template(store, f"fb-{n}") for n in range(TABLES)}
        while mark <= most:
            done += await asyncio.to_thread(write_history, store, templates, max(0, mark - done))
            cpu_ms = wall_ms = float("inf")
            for _ in range(SAMPLES):
                cpu, wall = time.process_time(), time.perf_counter()
                more = await advance(room, people, SAMPLE)
                cpu_ms = min(cpu_ms, 1000 * (time.process_time() - cpu) / more)
                wall_ms = min(wall_ms, 1000 * (time.perf_counter() - wall) / more)
                done += more
            show(store, mark, cpu_ms, wall_ms, Path(folder))
            mark *= 10
        await room.close()


async def advance(room: Room, people: list[Person], rounds: int) -> int:
    """At least so many rounds, spread over all tables."""
    each = -(-rounds // TABLES)
    await asyncio.gather(*(play(room, f"fb-{n}", person, each) for n, person in enumerate(people)))
    return each * TABLES


Record = tuple[str, str, dict[str, Any], list[Transfer]]


def template(store: Store, table: str) -> list[Record]:
    """The records of the table's last round, oldest first."""
    found: list[Record] = []
    for event in store.events(f"table/{table}", limit=50, newest_first=True):
        found.insert(0, (event.kind, event.actor, event.payload, store.transfers(event.seq)))
        if event.kind == "bets.laid":
            return found
    raise SystemExit("no round to copy")


def write_history(store: Store, templates: dict[str, list[Record]], rounds: int) -> int:
    """So many rounds in bulk, spread over the tables."""
    written = 0
    while written < rounds:
        for table, records in templates.items():
            batch = range(written, written + min(BULK, max(0, rounds - written)))
            if batch:
                store.write(lambda unit, t=table, r=records, b=batch: copy_rounds(unit, t, r, b))  # type: ignore[misc]
                written += len(batch)
    return written


def copy_rounds(unit: Unit, table: str, records: list[Record], numbers: range) -> None:
    for number in numbers:
        for kind, actor, payload, transfers in records:
            unit.record(kind, f"table/{table}", actor, {**payload, "number": number})
            for move in transfers:
                unit.transfer(move.debit, move.credit, move.amount, move.code)
        unit.put(f"round/{table}-old-{number}", [number, 0])


def show(store: Store, mark: int, cpu_ms: float, wall_ms: float, folder: Path) -> None:
    setup = next(iter(room_on(store).keepers.values()))._setup
    recovered = timed(lambda: recover(store, setup))
    by_id = timed(lambda: load_round(store, "fb-0-1"))
    last = timed(lambda: recent_rounds(store, "fb-0", 20, person=None))
    size = sum(file.stat().st_size for file in folder.iterdir()) / 1e6
    print(
        f"| {mark:,} | {cpu_ms:.2f} ms | {wall_ms:.2f} ms | {recovered:.1f} ms | {by_id:.1f} ms | {last:.1f} ms "
        f"| {size:,.0f} MB |",
        flush=True,
    )


def timed(work: object) -> float:
    """Best CPU milliseconds of five."""
    assert callable(work)
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return 1000 * best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000, help="the last mark: 10, 100, ... up to this")
    asyncio.run(measure(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
