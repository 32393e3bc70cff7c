"""What a round takes in the store: bytes of the file, by table and index, and by event and column.

One player plays Fu Bacc in this process, on a SQLite store; some rounds before the count begins."""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from benchmarks.room_growth import play, room_on
from pitboss.ledger import create_store
from pitboss.people.accounts import PLAYER
from pitboss.room.commands import Sit

TABLE = "fb-0"
BEFORE = 5
SHOWN = 12


def sizes(path: Path) -> Counter[str]:
    """Bytes of pages by table and index."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return Counter(dict(raw.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name")))


def columns(path: Path, after: int) -> Counter[str]:
    """Bytes in the columns of events, by kind."""
    found: Counter[str] = Counter()
    with closing(sqlite3.connect(path)) as raw:
        raw.row_factory = sqlite3.Row
        for row in raw.execute("SELECT * FROM events WHERE seq > ?", (after,)):
            for name in row.keys():  # noqa: SIM118 - a row iterates over its values
                value = row[name]
                found[f"{row['kind']} {name}"] += 8 if isinstance(value, int) else len(value)
    return found


async def measure(rounds: int) -> float:
    """Prints it; bytes a round."""
    with tempfile.TemporaryDirectory() as folder, create_store(f"sqlite:///{folder}/room.db") as store:
        path = Path(folder) / "room.db"
        room = room_on(store, tables=1)
        person = room.people.add("player0", "a pass phrase", PLAYER, "benchmark")
        room.wallets.grant(person.name, 10**11, "benchmark", "chips")
        await room.open()
        await room.do(TABLE, Sit(person, None, 1))
        await play(room, TABLE, person, BEFORE)
        before, first = sizes(path), store.head().seq
        await play(room, TABLE, person, rounds)
        grown = sizes(path) - before
        print(
            f"{grown.total() / rounds:,.0f} bytes a round, {(store.head().seq - first) / rounds:.1f} events"
        )
        for name, size in [*grown.most_common(), *columns(path, first).most_common(SHOWN)]:
            print(f"{size / rounds:8,.0f}  {name}")
        await room.close()
        return grown.total() / rounds


if __name__ == "__main__":
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=1000)
    asyncio.run(measure(options.parse_args().rounds))
