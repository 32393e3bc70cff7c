"""The verifier of one file: proves true rounds of every game, and nothing that anybody has touched (HR-36)."""

from __future__ import annotations

import ast
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.rounds import verifier
from pitboss.rounds.config import TableConfig
from pitboss.rounds.verifier import check
from tests.games.support import ALL_GAMES
from tests.rounds.sealed import random_dealt, whole_shoe

SOURCE = Path(verifier.__file__)


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("game", ALL_GAMES)
def test_true_rounds_are_proven_to_every_observer(game: str) -> None:
    dice = random.Random(game)
    for _ in range(8):
        dealt = random_dealt(game, dice)
        for spots in [(), *((spot,) for spot in dealt.round.stakes), None]:
            assert len(check(dealt.file(spots))) == 4
        assert check(dealt.file(None, everything=True))[-1].startswith("all cards are disclosed")


@pytest.mark.clause("HR-36", "BJ-11")
def test_all_rounds_of_a_shoe_are_proven_while_it_goes_on_and_after_it_has_run_out() -> None:
    """Penetration 100 %: now and then the shoe runs out in mid-round and the discards are dealt."""
    dice = random.Random(7)
    out = 0
    while out < 3:
        config = TableConfig("blackjack", {"decks": "1", "penetration": "100"})
        for dealt in whole_shoe(config, dice):
            assert len(check(dealt.file())) == 4
            out += dealt.round.discards is not None
            assert all(card["n"] is None for card in dealt.file()["proof"]["cards"]) is False


@pytest.mark.clause("HR-36")
def test_it_is_one_short_file_of_the_standard_library() -> None:
    text = SOURCE.read_text()
    assert len(text.splitlines()) <= 200
    used = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            used |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            used.add(str(node.module).partition(".")[0])
    assert used <= set(sys.stdlib_module_names)


@pytest.mark.clause("HR-36")
def test_it_runs_alone(tmp_path: Path) -> None:
    """Copied somewhere else, in an interpreter that finds no pitboss."""
    alone = tmp_path / "verify_round.py"
    alone.write_bytes(SOURCE.read_bytes())
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    file = random_dealt("face-up-pai-gow-poker", random.Random(1)).file()
    good.write_text(json.dumps(file))
    bad.write_text(json.dumps(file | {"number": 2}))

    def run(*paths: Path) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-I", "-S", str(alone), *map(str, paths)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    done = run(good)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("proven: ") == 4
    assert "Not proven:" in done.stdout
    refused = run(bad)
    assert refused.returncode == 1
    assert "NOT PROVEN. Table, round, configuration" in refused.stderr
    assert "Traceback" not in run(none).stderr
    none.write_text("[]")
    assert "not the file of a round" in run(none).stderr


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_cards_proof_is_under_a_kilobyte(game: str) -> None:
    file = random_dealt(game, random.Random(game)).file(None)
    assert max(len(json.dumps(card)) for card in file["proof"]["cards"]) < 1000
    biggest = TableConfig("blackjack", {"decks": "8"})
    (first, *_) = whole_shoe(biggest, random.Random(2))
    assert max(len(json.dumps(card)) for card in first.file()["proof"]["cards"]) < 1000
