"""The solved main game, once for every file."""

from __future__ import annotations

import pytest

from pitboss.analysis import questions
from pitboss.sheets import sheet
from pitboss.table_games.down_under_holdem.solve import GAME, SOLVER, DownUnderGame, rules_of

MAIN = sheet(GAME).tables("main")[0]
RULES = rules_of(MAIN)


@pytest.fixture(scope="session")
def main() -> DownUnderGame:
    (query,) = questions.queries(GAME, "main")
    return SOLVER.main_game(query)[0]
