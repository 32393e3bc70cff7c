"""What lives in which room: games/ holds games and nothing else, and general code knows no game by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pitboss
from pitboss.approvals import game_ids, sheet
from pitboss.rounds.game import game_of

PACKAGE = Path(pitboss.__file__).parent
GENERAL = (
    "rounds",
    "procedures",
    "approvals",
    "house",
    "jackpot",
    "people",
    "store",
    "room",
    "web",
    "cli",
    "packet",
)
BLACKJACK = "blackjack"
"""a game, and a wager of three"""
CLAUSE = r"""["'][A-Z]{2}-\d\d["']"""
BY_CLAUSE = re.compile(rf"clause\)?\s*(?:===?|!==?|(?:not )?in)\s*[(\[{{]?{CLAUSE}|{CLAUSE}\s*(?:===?|!==?)")


def sources(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return [*found, PACKAGE / "clauses.py"] if len(folders) > 1 else found


def test_games_holds_nothing_but_games() -> None:
    modules = {path.stem for path in (PACKAGE / "games").glob("*.py")} - {"__init__"}
    assert modules <= {game.replace("-", "_") for game in game_ids()}
    for module in modules:
        game = module.replace("_", "-")
        assert game_of(game).id == game


STANDS_ALONE = PACKAGE / "rounds" / "verifier.py"
"""imports nothing of the house, so it says itself what each game is dealt from"""


@pytest.mark.parametrize(
    "path",
    [path for path in sources(*GENERAL) if path != STANDS_ALONE],
    ids=lambda p: p.relative_to(PACKAGE).as_posix(),
)
def test_general_code_names_no_game(path: Path) -> None:
    games = {*game_ids()} - {BLACKJACK}
    named = [n.value for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Constant)]
    assert [value for value in named if isinstance(value, str) and value in games] == []


def test_nothing_branches_on_a_clause_number() -> None:
    texts = {
        path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8")
        for pattern in ("*.py", "*.js")
        for path in PACKAGE.rglob(pattern)
    }
    assert [name for name, text in texts.items() if BY_CLAUSE.search(text)] == []


def test_multiples_come_from_the_sheet() -> None:
    from pitboss.games import down_under_holdem, fu_bacc

    assert sheet("fu-bacc").wager("play").multiples == (fu_bacc.PLAY_TIMES,)
    assert set(sheet("down-under-holdem").wager("play").multiples) == set(down_under_holdem.TIMES.values())
