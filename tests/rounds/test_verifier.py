"""The verifier of one file: proves true rounds of every game, and nothing that anybody has touched (HR-36)."""

from __future__ import annotations

import ast
import json
import random
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.errors import PitbossError
from pitboss.fairness import verifier
from pitboss.fairness.download import verify
from pitboss.fairness.verifier import NOT_PROVEN, REFUSED, check, compare
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from tests.games.support import ALL_GAMES
from tests.rounds.mutations import every
from tests.rounds.sealed import begun, changed, random_dealt, voided, whole_shoe

pytestmark = pytest.mark.clause("HR-36")

SOURCE = Path(verifier.__file__)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_true_rounds_are_proven_to_every_observer(game: str) -> None:
    dice = random.Random(game)
    for _ in range(8):
        dealt = random_dealt(game, dice)
        for spots in [(), *((spot,) for spot in dealt.round.stakes), None]:
            assert check(dealt.file(spots)).lines[0].startswith(f"The commitment {dealt.commitment} fits")
        told = check(dealt.file(None, everything=True)).lines[-1]
        assert told.startswith("All cards of the shoe are disclosed")


@pytest.mark.clause("BJ-11")
def test_all_rounds_of_a_shoe_are_proven_while_it_goes_on_and_after_it_has_run_out() -> None:
    """Penetration 100 %: now and then the shoe runs out in mid-round and the discards are dealt."""
    dice = random.Random(7)
    out = 0
    while out < 3:
        config = TableConfig("blackjack", {"decks": "1", "penetration": "100"})
        rounds = whole_shoe(config, dice)
        for dealt in rounds:
            assert len(check(dealt.file()).lines) == 4
            out += dealt.round.discards is not None
        lines, open_ = compare([check(d.file()) for d in rounds], [d.receipt() for d in rounds])
        assert len(lines) == len(rounds) + (len(rounds) > 1)
        assert open_ == NOT_PROVEN


def test_a_void_round_and_one_under_way_are_proven_as_far_as_they_came() -> None:
    dice = random.Random(33)
    for game in ALL_GAMES:
        under_way = begun(TableConfig(game), dice, (1, 2))
        if under_way.round.finished:
            continue
        lines = check(under_way.file((1,))).lines
        assert len(lines) == 4
        assert lines[-1].endswith("The round was not over.")
        assert "not proven" in verify(under_way.file((1,)))[-1]
        void = voided(under_way)
        for spots in ((1, 2), None):
            assert any("declared the round void" in line for line in check(void.file(spots)).lines)
            assert "Declared void" in verify(void.file(spots))[-1]


@pytest.mark.clause("HR-26")
def test_every_game_says_how_it_is_dealt() -> None:
    """Whoever bets, the sealed plan tells where every card goes until decisions ask for more."""
    for game in ALL_GAMES:
        (*fixed, last) = game_of(game).plan(TableConfig(game))
        steps = {step[0].partition(" ")[0] for step in (*fixed, last)}
        assert steps <= {"each", "once", "seats", "chose", "moves", "play"}
        assert all(step[0] != "play" for step in fixed)


def test_it_is_one_file_of_the_standard_library() -> None:
    nodes = [*ast.walk(ast.parse(SOURCE.read_text()))]
    used = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    used |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in used} <= set(sys.stdlib_module_names)


def test_it_runs_alone(tmp_path: Path) -> None:
    """Copied somewhere else, in an interpreter that finds no pitboss."""
    alone = tmp_path / "verify_round.py"
    alone.write_bytes(SOURCE.read_bytes())
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    dealt = random_dealt("face-up-pai-gow-poker", random.Random(1))
    file = dealt.file()
    good.write_text(json.dumps(file))
    bad.write_text(json.dumps(file | {"number": 2}))

    def run(*paths: Path | str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-I", "-S", str(alone), *map(str, paths)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    done = run(good)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("proven: ") == 4
    assert "Not proven:" in done.stdout
    assert "lay the receipt that your browser kept beside it" in done.stdout
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(dealt.receipt()))
    done = run(good, "--receipt", receipt)
    assert done.returncode == 0, done.stderr
    assert "fits your receipt. Your cut," in done.stdout
    receipt.write_text(json.dumps(dealt.receipt() | {"sent": [[1, "another", dealt.commitment]]}))
    assert "not among the cuts" in run(good, "--receipt", receipt).stderr
    for wrong in (bad, none):
        refused = run(wrong)
        assert refused.returncode == 1
        assert refused.stderr.startswith("NOT PROVEN. ")
        assert "Traceback" not in refused.stderr
    for text in ("[]", "{}", "7", '{"proof": 1}', '{"heads": []}', "nonsense"):
        none.write_text(text)
        refused = run(none)
        assert refused.returncode == 1, text
        assert "Traceback" not in refused.stderr
    assert run().returncode == 1


UNPROVEN = re.compile(
    r"view/(stakes|on_felt|waiting_for|net_cents|places|pending|settlements)\b.*"
    r"|view/log/\d+/(clause|text|settlement|jackpot|detail|amount_cents|place|spot|cards)\b.*"
    r"|opened_us|proof/spots\b.*"
)
"""what the one file names as not proven: words, felt, spots, amounts, settlements, times"""


@pytest.mark.parametrize("game", ["fu-bacc", "blackjack", "fortune-pai-gow-poker"])
@pytest.mark.parametrize("many", [40, pytest.param(10**6, marks=pytest.mark.long)])
def test_whatever_stands_in_a_file_is_refused_cleanly_or_named_as_not_proven(game: str, many: int) -> None:
    """Every value of the file replaced by something of another kind: no other error than a refusal, in both checks."""
    dice = random.Random(game)
    true = random_dealt(game, dice).file((1,))
    ways = list(every(true))
    refusals = 0
    for way in dice.sample(ways, min(many, len(ways))):
        odds: list[Any] = [None, -1, [], {}, "", 1e308]
        for odd in odds:
            file = changed(true, *way, odd)
            if file == true:
                continue
            try:
                check(file)
                assert UNPROVEN.fullmatch("/".join(map(str, way))) or way == ("round",), (way, odd)
            except REFUSED:
                refusals += 1
            with suppress(PitbossError):
                verify(file)
    assert refusals > min(many, len(ways))


def test_receipts_of_any_kind_are_refused_cleanly() -> None:
    dealt = random_dealt("fu-bacc", random.Random(1))
    found, kept = check(dealt.file()), dealt.receipt() | {"wrong": []}
    assert compare([found], [kept])
    for name in kept:
        odds: list[Any] = [None, -1, [[1]], {}, "", 1e308, "0" * 64]
        for odd in odds:
            if name in ("sent", "heads", "wrong") and not odd:
                continue  # no cut, nothing seen, nothing wrong
            with pytest.raises(REFUSED):
                compare([found], [kept | {name: odd}])
        less = {n: value for n, value in kept.items() if n != name} if name != "wrong" else {}
        with pytest.raises(REFUSED):
            compare([found], [less])
    for part, odds in enumerate(([None, 7, "1", []], [None, 7, "", []], [7, "0", [1]])):
        for odd in odds:
            sent = [[*kept["sent"][0][:part], odd, *kept["sent"][0][part + 1 :]]]
            with pytest.raises(REFUSED):
                compare([found], [kept | {"sent": sent}])


def test_two_files_of_one_round_tell_the_same() -> None:
    """Also where the proof is the same and only the words, amounts or cards of the log differ."""
    for game in ("fu-bacc", "fortune-pai-gow-poker"):
        dealt = random_dealt(game, random.Random(game))
        one, two = dealt.file(), dealt.file(list(dealt.round.stakes)[:1])
        assert compare([check(one), check(two)], [])
        at = next(n for n, event in enumerate(two["view"]["log"]) if event["kind"] == "settle")
        for name, other in (("amount_cents", 1), ("text", "you win"), ("clause", "XX-01")):
            forged = check(changed(two, "view", "log", at, name, other))
            with pytest.raises(REFUSED, match=r"two versions of \('log'"):
                compare([check(one), forged], [])


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_cards_proof_is_under_a_kilobyte(game: str) -> None:
    file = random_dealt(game, random.Random(game)).file(None)
    assert max(len(json.dumps(card)) for card in file["proof"]["cards"]) < 1000
    biggest = TableConfig("blackjack", {"decks": "8"})
    (first, *_) = whole_shoe(biggest, random.Random(2))
    assert max(len(json.dumps(card)) for card in first.file()["proof"]["cards"]) < 1000
