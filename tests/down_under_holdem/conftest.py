"""The solved main game, once for every file."""

from __future__ import annotations

import pytest

from pitboss.approvals import sheet
from pitboss.edge import ask
from pitboss.edge.down_under_holdem import GAME, SOLVER
from pitboss.edge.holdem.down_under import DownUnderGame, rules_of

MAIN = sheet(GAME).tables("main")[0]
RULES = rules_of(MAIN)


@pytest.fixture(scope="session")
def main() -> DownUnderGame:
    (query,) = ask.queries(GAME, "main")
    return SOLVER.main_game(query)[0]
