"""Games from outside the package in a real room: dealt, decided, settled, and there after a restart."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.repository.doc_pages import ROOT, blocks
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


@pytest.mark.long
def test_a_room_deals_the_game_of_the_tutorial(tmp_path: Path) -> None:
    for block in blocks(ROOT / "docs/tutorial/a-game.md"):
        if name := block.directives.get("file"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(block.text)
    server = Server(tmp_path, *SLOW, "--games", str(tmp_path / "nine-up")).start()
    try:
        with server.client("ann") as client, client.follow("nine-up-1") as ann:
            ann.receive()
            ann.send("sit", spot=1)
            play({1: ann}, [], random.Random(2))
            assert "net_cents" in ann.state["view"]
    finally:
        server.stop()
