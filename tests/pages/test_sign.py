"""The sign in the room is the sign of the terminal, word for word (HR-08)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from pitboss.cli import pitboss
from pitboss.house.files import read_table
from tests.house.tables import EXAMPLES
from tests.patience import PATIENCE_S
from tests.web.conftest import SLOW, Server

pytestmark = pytest.mark.clause("HR-08")
"""however slow the machine"""
FILES = sorted(EXAMPLES.glob("*.toml"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("signs"), *map(str, FILES)).start()
    yield running
    running.stop()


def lines(html: str) -> list[str]:
    """What it says, tags aside."""
    return [" ".join(line.split()) for line in re.sub(r"<[^>]+>", "\n", html).splitlines() if line.strip()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_rooms_sign_is_the_terminals(server: Server, file: Path) -> None:
    page = httpx.get(f"{server.url}/pit/sign/{read_table(file).id}", timeout=PATIENCE_S).text
    room = page.partition('<article class="panel sign">')[2].partition("</article>")[0]
    day = re.findall(r"Sign as of (\S+)\.", room)[0]
    terminal = CliRunner().invoke(pitboss, ["sign", str(file), "--on", day], catch_exceptions=False).output
    assert lines(room) == lines(terminal.partition("<main>")[2].partition("</main>")[0])
    assert len(lines(room)) > 30


def test_a_table_without_a_file_posts_its_jackpots_too(tmp_path: Path) -> None:
    """The demo room's signs left them out, amounts and notices with them."""
    demo = Server(tmp_path, *SLOW).start()
    try:
        tables = httpx.get(f"{demo.url}/api/v1/tables", timeout=PATIENCE_S).json()
        carrying = [table for table in tables if table["jackpots"]]
        assert carrying
        for table in carrying:
            text = " ".join(lines(httpx.get(f"{demo.url}/pit/sign/{table['id']}", timeout=PATIENCE_S).text))
            for jackpot in table["jackpots"]:
                assert "Fixed wager" in text
                for line in jackpot["lines"]:
                    assert line["text"] in text
    finally:
        demo.stop()
