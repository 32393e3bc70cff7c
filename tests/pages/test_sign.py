"""The sign in the room is the sign of the terminal, word for word (HR-08)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pitboss.cli import pitboss
from pitboss.house.table_file import read_table
from tests.house.tables import EXAMPLES
from tests.web.asking import page
from tests.web.conftest import Server, demo_room, room_of

pytestmark = pytest.mark.clause("HR-08")
FIFTEEN = 15
"""tables that one establishment may have (HR-04)"""
FILES = [file for file in sorted(EXAMPLES.glob("*.toml")) if file.stem != "blackjack"][:FIFTEEN]
"""of each kind of game; Blackjack lies under seven others"""


server = room_of(lambda folder: Server(folder, *map(str, FILES)))


def lines(html: str) -> list[str]:
    """What it says, tags aside."""
    return [" ".join(line.split()) for line in re.sub(r"<[^>]+>", "\n", html).splitlines() if line.strip()]


def test_the_rooms_sign_is_the_terminals(server: Server) -> None:
    for file in FILES:
        text = page(server, f"/pit/sign/{read_table(file).id}").text
        room = text.partition('<article class="panel sign">')[2].partition("</article>")[0]
        day = re.findall(r"Sign as of (\S+)\.", room)[0]
        terminal = (
            CliRunner().invoke(pitboss, ["sign", str(file), "--on", day], catch_exceptions=False).output
        )
        assert lines(room) == lines(terminal.partition("<main>")[2].partition("</main>")[0]), file
        assert len(lines(room)) > 30


def test_a_table_without_a_file_posts_its_jackpots_too(tmp_path: Path) -> None:
    """The demo room's signs left them out, amounts and notices with them."""
    with demo_room(tmp_path) as demo:
        carrying = [table for table in demo.client().tables() if table["jackpots"]]
        assert carrying
        for table in carrying:
            text = " ".join(lines(page(demo, f"/pit/sign/{table['id']}").text))
            assert "Fixed wager" in text
            assert all(line["text"] in text for jackpot in table["jackpots"] for line in jackpot["lines"])
