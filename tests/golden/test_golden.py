"""Golden playthroughs: whole rounds as text, compared line by line. `python -m tools.golden` writes them anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tools.golden import GOLDEN

from pitboss.core.errors import PitbossError
from pitboss.rounds.notation import TITLE, read, write
from pitboss.rounds.round import Round
from tests.games.support import play_randomly, random_decision, random_round
from tests.games.test_contract import GAMES

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_the_round_goes_as_written(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    assert write(read(before)).splitlines() == before.splitlines()


def test_every_game_has_a_playthrough() -> None:
    assert {*GAMES} <= {path.stem for path in FILES}


@pytest.mark.parametrize("game", GAMES)
def test_a_history_tells_the_same_round(game: str) -> None:
    for seed in range(20):
        dice = random.Random(f"history/{game}/{seed}")
        round = random_round(game, dice)
        while not round.finished and dice.random() < 0.8:
            ask = round.pending[0]
            round.decide(ask.spot, random_decision(round, ask, dice))
        _same(round)
        _same(play_randomly(round, dice))


def _same(round: Round) -> None:
    again = read(write(round))
    assert (again.log, again.settlements, again.to_json()) == (round.log, round.settlements, round.to_json())


@pytest.mark.parametrize(("history", "says"), [
    ("", "not the history"), ("something else", "does not begin"),
    (f"{TITLE}\ngame: blackjack\n", "not the history"), (f"{TITLE}\nnonsense\n", "not a line"),
    (f"{TITLE}\ngame: blackjack\nwagers: 1 blackjack ten\norder: As\n", "not an amount"),
    (f"{TITLE}\ngame: roulette\nwagers: 1 red $5\norder: As\n", "no game 'roulette'"),
])  # fmt: skip
def test_what_is_no_history_is_refused(history: str, says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        read(history)


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_history_that_tells_of_other_money_is_refused(path: Path) -> None:
    before = path.read_text(encoding="utf-8").rstrip()
    waiting = before.replace("--- over ---", "--- void ---").replace(
        "--- void ---", "--- waiting for spot 1 ---"
    )
    for other in (before[: before.rindex("house ")] + "house +$99,999", waiting):
        with pytest.raises(PitbossError, match="its cards and decisions give"):
            read(other)
