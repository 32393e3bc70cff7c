"""The simulator's own arithmetic: chunks, resuming, sessions, the sequential check."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis import questions
from pitboss.compute.engines import LocalEngine
from pitboss.core.errors import BadInput
from pitboss.simulator.kernel import CHUNK_ROUNDS, kernel_of
from pitboss.simulator.run import (
    Run,
    SessionRuns,
    Tally,
    Verdict,
    check,
    half_width,
    plan,
    quantile,
    simulate,
    usual_tolerance,
)
from tests.cli.here import pitboss
from tests.edge.asked import result_of
from tests.patience import PATIENCE_S


@dataclass(frozen=True)
class Coin:
    """A wager that wins 1 to 1 with a chance of `wins` in 1000: a dealer whose truth is known."""

    wins: int
    unit_cents: int = 100

    def nets(self, seed: int, chunk: int, rounds: int) -> NDArray[np.int64]:
        dice = np.random.default_rng([seed, chunk])
        return np.where(dice.integers(0, 1000, rounds) < self.wins, 100, -100).astype(np.int64)


def played(rounds: int, *sessions: tuple[int, ...]) -> Run:
    run = Run(Coin(490), 7, *sessions)
    for _ in run.play(rounds):
        pass
    return run


def test_a_resumed_run_is_the_run_that_was_never_stopped(tmp_path: Path) -> None:
    rounds, file = 3 * CHUNK_ROUNDS + 12345, tmp_path / "run.json"
    stopped, again = Run(Coin(490), 7, (500,)), Run(Coin(490), 7, (500,))
    for at, _ in enumerate(stopped.play(rounds), 1):
        if at == 2:
            break
    stopped.save(file)
    again.resume(file)
    assert again.rounds == 2 * CHUNK_ROUNDS
    for _ in again.play(rounds):
        pass
    straight = played(rounds, (500,))
    assert again.totals.tally.counts == straight.totals.tally.counts
    assert (again.totals.sessions, again.rounds) == (straight.totals.sessions, rounds)


def test_a_run_of_something_else_or_a_torn_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    played(CHUNK_ROUNDS).save(file)
    with pytest.raises(BadInput, match="something else"):
        Run(Coin(490), 8).resume(file)
    file.write_text(file.read_text()[:50])
    with pytest.raises(BadInput, match="not a saved run"):
        Run(Coin(490), 7).resume(file)


@pytest.mark.parametrize("game", ["", "fu-bacc", "down-under-holdem"])
def test_workers_do_not_change_the_result_and_seeds_do(game: str) -> None:
    dealer = kernel_of(game).dealer(questions.one_query(game), "optimal") if game else Coin(480)
    rounds = 2 * CHUNK_ROUNDS + 9
    counts = [simulate(dealer, rounds, 3, LocalEngine(n)).counts for n in (1, 2, 7)]
    assert counts[0] == counts[1] == counts[2]
    assert counts[0].total() == rounds
    assert simulate(dealer, rounds, 4).counts != counts[0]


def test_statistics_are_those_of_the_numbers() -> None:
    nets = np.array([300, -100, -100, 0, 700, -100], np.int64)
    tally = Tally.of(nets)
    assert tally.counts == Counter({-100: 3, 0: 1, 300: 1, 700: 1})
    assert tally.mean(100) == pytest.approx(np.mean(nets) / 100)
    assert tally.standard_deviation(100) == pytest.approx(np.std(nets) / 100)
    assert tally.hit_frequency == pytest.approx(2 / 6)
    low, high = tally.interval(100)
    assert low < tally.mean(100) < high
    wide = Tally.of(np.array([-(10**9), 10**9], np.int64))
    assert wide.counts == Counter({-(10**9): 1, 10**9: 1})


def test_sessions_and_quantiles_by_hand() -> None:
    nets = np.array([100, -300, 100, 500, -100, -100, -100, 200, 999], np.int64)
    found = SessionRuns.of(nets, 4)
    assert (found.results, found.ahead) == (Counter({400: 1, -100: 1}), 0.5)
    assert (found.drawdowns, found.depths) == (Counter({300: 2}), Counter({200: 1, 300: 1}))
    counter = Counter({1: 50, 2: 30, 3: 20})
    assert [quantile(counter, q) for q in (0.01, 0.5, 0.51, 0.8, 0.99)] == [1, 1, 2, 2, 3]


def test_sessions_agree_with_a_plain_loop() -> None:
    dice = random.Random(5)
    nets = [dice.choice((-100, -100, 100, 150, -200)) for _ in range(1000)]
    found = SessionRuns.of(np.array(nets, np.int64), 50)
    drawdowns, depths = Counter[int](), Counter[int]()
    for start in range(0, 1000, 50):
        purse = high = low = fall = 0
        for net in nets[start : start + 50]:
            purse += net
            high, low = max(high, purse), min(low, purse)
            fall = max(fall, high - purse)
        drawdowns[fall] += 1
        depths[-low] += 1
    assert (found.drawdowns, found.depths) == (drawdowns, depths)


def test_the_check_tells_right_from_wrong() -> None:
    right, wrong = Fraction(20, 1000), Fraction(10, 1000)
    assert check(Coin(490), right, Fraction(1), seed=1, tolerance=0.004).decision == "agrees"
    assert check(Coin(490), wrong, Fraction(1), seed=1, tolerance=0.004).decision == "disagrees"
    assert check(Coin(490), right, Fraction(1), seed=1, tolerance=2e-4, most_chunks=2).decision == "undecided"
    with pytest.raises(BadInput, match="takes about") as refused:
        check(Coin(490), right, Fraction(1), seed=1, tolerance=1e-9)
    (finest,) = re.findall(r"a tolerance from (\S+),", str(refused.value))
    plan(right, Fraction(1), tolerance=float(finest))


def test_the_usual_tolerance_is_a_share_of_the_edge() -> None:
    """It was a share of the deviation alone: Lucky Break could be 0.83 points off and still agree."""
    assert usual_tolerance(-0.06, 1.2, 0.999) == pytest.approx(0.006)
    result = result_of("lucky-break", "lucky-break", "1")
    allowed = usual_tolerance(float(result.house_edge), float(result.standard_deviation), 0.999)
    assert allowed < 0.0083
    assert "of the exact edge" in Verdict("agrees", 1, -0.06, -0.06, 0.001, allowed, 0.999).worth


def test_the_confidence_sequence_covers_at_all_times() -> None:
    """At 95 % the running mean may leave the interval at any look in about one run of twenty, not more."""
    dice = np.random.default_rng(11)
    left = 0
    runs, steps, size = 400, 60, 200
    for _ in range(runs):
        means = np.cumsum(dice.normal(0, 1, (steps, size)).sum(axis=1)) / (np.arange(1, steps + 1) * size)
        left += any(
            abs(m) > half_width(1.0, (k + 1) * size, 0.95, steps * size // 2) for k, m in enumerate(means)
        )
    assert left / runs <= 0.075


def test_nonsense_is_refused() -> None:
    with pytest.raises(BadInput, match="not a seed"):
        Run(Coin(1), -1)
    for rounds, says in ((0, "cannot be simulated"), (10**23, "from 1 to 1,000,000,000,000")):
        with pytest.raises(BadInput, match=says):
            next(Run(Coin(1), 1).play(rounds))


def test_ctrl_c_prints_what_there_is_and_the_file_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked = ["simulate", "fu-bacc", "--seed", "9", "--json", "--file", str(file), "--rounds"]
    # tests that run in the background inherit a shell's "no Ctrl-C for these"
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    command, pipe = [sys.executable, "-m", "pitboss", *asked, "100000000000"], subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=heard)
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.2)
        assert file.exists(), "a long run saves itself on the way"
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
    assert '"stopped": true' in out
    assert process.returncode == 130, "stopped by hand is not a run that was done"
    assert "Traceback" not in err
    rounds = (json.loads(file.read_text())["chunks"] + 1) * CHUNK_ROUNDS
    assert json.loads(pitboss(*asked, rounds, code=0).stdout)["rounds"] == rounds


def test_fewer_rounds_than_the_file_has_are_refused(tmp_path: Path) -> None:
    asked = ["simulate", "fu-bacc", "--seed", "9", "--file", tmp_path / "run.json", "--rounds"]
    pitboss(*asked, CHUNK_ROUNDS, code=0)
    assert f"holds {CHUNK_ROUNDS:,} rounds already" in pitboss(*asked, CHUNK_ROUNDS - 1, code=2).stderr
