"""What lives in which room: table_games/ holds games and nothing else, and general code knows no game by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pitboss
from pitboss.rounds.game import game_of
from pitboss.sheets import game_ids, sheet
from pitboss.sheets.plugins import base_of

PACKAGE = Path(pitboss.__file__).parent
GENERAL = (
    "core", "sheets", "rounds", "fairness", "ledger", "people", "chips", "jackpots", "house", "room", "web", "cli",
    "paper",
)  # fmt: skip
BLACKJACK = "blackjack"
"""a game, and a wager of three"""
CLAUSE = r"""["'][A-Z]{2}-\d\d["']"""
BY_CLAUSE = re.compile(rf"clause\)?\s*(?:===?|!==?|(?:not )?in)\s*[(\[{{]?{CLAUSE}|{CLAUSE}\s*(?:===?|!==?)")


def sources(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]


IN_A_FOLDER = {"rules.py", "sheet.toml", "solve.py", "kernel.py", "layout.js", "guide.toml"}
"""what every game of the house has; some have more"""
OF_A_SHEET = {"sheet.toml", "guide.toml"}
"""what a game has that is a sheet on another one"""


def test_a_folder_a_game() -> None:
    folders = {path.name for path in (PACKAGE / "table_games").iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == {game.replace("-", "_") for game in game_ids()}
    for folder in folders:
        game = folder.replace("_", "-")
        assert game_of(game).id == game
        files = {path.name for path in (PACKAGE / "table_games" / folder).iterdir()}
        needed = IN_A_FOLDER - ({"layout.js"} if sheet(game).base else set())
        assert files == OF_A_SHEET if base_of(game) else files >= needed


def test_general_code_names_no_game() -> None:
    games, paths = {*game_ids()} - {BLACKJACK}, sources(*GENERAL)
    assert len(paths) > 120
    named = {
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.value}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in games
    }
    assert named == set()


def test_nothing_branches_on_a_clause_number() -> None:
    texts = {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for pattern in ("*.py", "*.js")
        for path in PACKAGE.rglob(pattern)
    }
    assert [name for name, text in texts.items() if BY_CLAUSE.search(text)] == []


def test_multiples_come_from_the_sheet() -> None:
    from pitboss.table_games.down_under_holdem import rules as down_under_holdem
    from pitboss.table_games.fu_bacc import rules as fu_bacc

    assert sheet("fu-bacc").wager("play").multiples == (fu_bacc.PLAY_TIMES,)
    assert set(sheet("down-under-holdem").wager("play").multiples) == set(down_under_holdem.TIMES.values())
