"""The server of the room's benchmark: Fu Bacc tables dealt by the house, players with open sessions."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from argon2 import PasswordHasher

from pitboss.cli.serve import link_of
from pitboss.ledger import ensure_store, open_store
from pitboss.people.accounts import PLAYER, People
from pitboss.room.room import Room
from pitboss.room.table import Pace, TableSetup
from pitboss.rounds.config import Limits, TableConfig
from pitboss.web.app import create_app, serve_app, take_place
from pitboss.web.limits import Rate, RoomSettings


def main(
    url: str,
    port: int,
    tables: int,
    players: int,
    betting_s: float,
    settled_s: float,
    tokens_file: str,
    compressed: bool,
) -> None:
    config = TableConfig("fu-bacc", limits={"ante": Limits(100, 10_000)})
    pace = Pace(betting_s=betting_s, decision_s=5.0, settled_s=settled_s, shows=False)
    setups = [TableSetup(f"fb-{n}", f"Fu Bacc {n}", config, pace=pace) for n in range(tables)]
    ensure_store(url)
    with open_store(url) as store:
        # the sign-in is not what is measured: cheap hashes, sessions made beforehand
        people = People(store, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        room = Room(store, setups, people, link=link_of(store.url))
        if not Path(tokens_file).exists():  # the first process makes the people for all
            tokens = []
            for n in range(players):
                person = people.add(f"player{n}", "a pass phrase", PLAYER, "benchmark")
                room.wallets.grant(person.name, 100_000_000, "benchmark", "chips")
                tokens.append(people.begin(person)[0])
            Path(tokens_file).write_text(json.dumps(tokens))
        # all clients come from one address
        many = Rate(10_000, 10_000)
        settings = RoomSettings(
            socket_rate=many, api_rate=many, connections_per_address=10_000, sockets_per_address=10_000
        )
        serve_app(create_app(room, settings), settings, take_place("127.0.0.1", port), compressed=compressed)


if __name__ == "__main__":
    url, port, tables, players, betting_s, settled_s, tokens_file, compressed = sys.argv[1:]
    main(
        url,
        int(port),
        int(tables),
        int(players),
        float(betting_s),
        float(settled_s),
        tokens_file,
        compressed == "1",
    )
