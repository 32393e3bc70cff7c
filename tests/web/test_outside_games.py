"""Games from outside the package in a real room: dealt, decided, settled, and there after a restart."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.web.conftest import SLOW, Server
from tests.web.test_live import demo_tables, play

EXAMPLES = Path(__file__).parents[1] / "examples"
OUTSIDE = {"casino-war-1", "three-card-poker-1"}


@pytest.mark.long
def test_a_room_deals_games_that_live_in_a_folder(tmp_path: Path) -> None:
    server = Server(tmp_path, *SLOW, "--games", str(EXAMPLES)).start()
    try:
        assert set(demo_tables(server)) >= OUTSIDE
        for table in sorted(OUTSIDE):
            with server.client("ann") as client, client.follow(table) as ann:
                ann.receive()
                ann.send("sit", spot=2)
                play({2: ann}, [], random.Random(1))
                settled = ann.state["view"]["net_cents"]
        server.kill()
        server.start()
        with server.client("ann") as client, client.follow("three-card-poker-1") as ann:
            ann.receive()
            assert ann.state["view"]["net_cents"] == settled
    finally:
        server.stop()
