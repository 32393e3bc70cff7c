"""A third road to every figure: the general solver, from the readable rules alone."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from time import process_time

import pytest

from pitboss.approvals import game_ids, sheet
from pitboss.approvals.outside import forget, use_games
from pitboss.cli import main
from pitboss.compute.engines import Engine, LocalEngine, ProcessEngine
from pitboss.edge import ask
from pitboss.edge.audit import verdict
from pitboss.edge.general.contract import BrokenContract, check_classes, check_rounds
from pitboss.edge.general.solver import GeneralSolver, OutOfReach
from pitboss.edge.general.tally import AnswerTally, Solved
from pitboss.edge.general.tasks import PATIENCE_S, explore, forecast, tasks_of
from pitboss.edge.general.tasks import run as run_task
from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import Query, Settings
from tests import patience

EXAMPLES = Path(__file__).parents[1] / "examples"


pytestmark = pytest.mark.usefixtures("own_games")


def query_of(game: str, wager: str, table: str | None = None, **settings: str) -> Query:
    rules = sheet(game)
    tables = rules.tables(wager)
    chosen = rules.pay_table(wager, table) if table else tables[0] if tables else None
    return Query(
        wager, chosen, Settings.complete(GeneralSolver(game).settings(wager), settings), engine=LocalEngine(1)
    )


def from_rules(game: str, wager: str, table: str | None = None, **settings: str) -> EdgeResult:
    return GeneralSolver(game).solve(query_of(game, wager, table, **settings))


def by_hand(game: str, wager: str, table: str | None = None, **settings: str) -> EdgeResult:
    (query,) = ask.queries(game, wager, table or sheet(game).tables(wager)[0].id, settings)
    return ask.solve(game, query)


@pytest.mark.long
def test_fu_bacc_main_wager_from_its_rules_alone() -> None:
    found, known = from_rules("fu-bacc", "main"), by_hand("fu-bacc", "main")
    assert (found.house_edge, found.outcomes, found.action) == (
        known.house_edge,
        known.outcomes,
        known.action,
    )
    assert found.method == "exact"
    (query,) = ask.queries("fu-bacc", "main")
    mine = GeneralSolver("fu-bacc").strategy(query_of("fu-bacc", "main"), "9c 2d v Qs")
    theirs = ask.strategy("fu-bacc", query, "9c 2d v Qs")
    assert {o.action: o.expectation for o in mine.options} == {
        o.action: o.expectation for o in theirs.options
    }
    assert mine.grids


def test_lucky_monkey_line_by_line() -> None:
    found, known = from_rules("fu-bacc", "lucky-monkey"), by_hand("fu-bacc", "lucky-monkey")
    assert found.house_edge == Fraction(1, 17)
    assert [(n.hand, n.probability) for n in found.lines] == [(n.hand, n.probability) for n in known.lines]


@pytest.mark.long
def test_the_tie_riding_along_and_alone() -> None:
    assert from_rules("fu-bacc", "tie").house_edge == by_hand("fu-bacc", "tie").house_edge


@pytest.mark.parametrize("table", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_war_on_six_decks(table: str) -> None:
    assert (
        from_rules("acey-deucey-21", "war", table).house_edge
        == by_hand("acey-deucey-21", "war", table).house_edge
    )


@pytest.mark.long
@pytest.mark.parametrize("table", ["1", "2", "3", "1B", "2B", "3B"])
def test_acey_deucey_with_the_best_raises(table: str) -> None:
    found, known = (f("acey-deucey-21", "acey-deucey", table) for f in (from_rules, by_hand))
    assert (found.house_edge, found.action) == (known.house_edge, known.action)


@pytest.mark.parametrize("game", game_ids())
def test_cards_declared_alike_are_alike(game: str) -> None:
    check_rounds(game, 15)
    check_classes(game, 60)


def test_a_false_declaration_is_found(tmp_path) -> None:
    folder = tmp_path / "games"
    main_quietly("new-game", "false-claim", "-o", str(folder))
    path = folder / "false-claim.toml"
    path.write_text(
        path.read_text().replace('suits = "ignored"', 'suits = "ignored"\nalike = ["23456789TJQKA"]')
    )
    use_games(folder)
    with pytest.raises(BrokenContract, match="alike"):
        check_classes("false-claim", 100)


@pytest.mark.parametrize(
    ("false", "says"),
    [
        ('settled_by = { cards = ["# hand"] }', "settled_by"),
        ('settled_by = { cards = ["# hand, 0 hole"], suits = "ignored", alike = ["TJQK"] }', "settled_by"),
    ],
)
def test_a_wager_that_other_cards_settle_is_found(tmp_path, false: str, says: str) -> None:
    folder = tmp_path / "games"
    main_quietly("new-game", "false-claim", "-o", str(folder))
    path = folder / "false-claim.toml"
    path.write_text(path.read_text().replace('of = "pair"\n', f'of = "pair"\n{false}\n'))
    use_games(folder)
    with pytest.raises(BrokenContract, match=says):
        check_classes("false-claim", 400)


def test_suits_that_matter_across_hands_are_not_apart(tmp_path) -> None:
    """Acey Deucey compares the third card's suit with those of the first two, dealt to other places."""
    folder = tmp_path / "games"
    main_quietly("new-game", "false-claim", "-o", str(folder))
    path = folder / "false-claim.toml"
    path.write_text(path.read_text().replace('suits = "ignored"', 'suits = "apart"'))
    rules = folder / "false_claim.py"
    rules.write_text(rules.read_text().replace("mine == theirs", "card & 3 == hole & 3"))
    use_games(folder)
    with pytest.raises(BrokenContract, match="alike"):
        check_classes("false-claim", 200)


def main_quietly(*args: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(args))
    return int(ended.value.code or 0)


@pytest.mark.parametrize("wager", ["main", "tie"])
def test_casino_war_from_outside_has_its_published_figures(wager: str) -> None:
    use_games(EXAMPLES)
    (query,) = ask.queries("casino-war", wager)
    result = ask.solve("casino-war", query)
    figure = sheet("casino-war").published_figure(wager, "1")
    assert figure is not None
    assert verdict(figure, result.house_edge) == "agrees"
    assert result.published == figure.figure


def test_engines_count_alike() -> None:
    use_games(EXAMPLES)
    spec = GeneralSolver("casino-war").spec(query_of("casino-war", "main"))
    alone, source = explore(spec, LocalEngine(1))
    assert source == "computed"
    assert explore(spec)[1] == "cached"
    other, _ = explore(spec, ProcessEngine(2), fresh=True)
    assert other.to_rows()["unasked"] == alone.to_rows()["unasked"]
    assert other.questions.keys() == alone.questions.keys()


@pytest.mark.parametrize(
    ("engine", "waiting"),
    [pytest.param(LocalEngine(1), 1, id="here"), pytest.param(ProcessEngine(2), 8, id="processes")],
)
def test_a_stopped_search_goes_on(engine: Engine, waiting: int) -> None:
    """`waiting`: how many parts may be done and not yet handed over, since they come in order."""
    use_games(EXAMPLES)
    spec = GeneralSolver("casino-war").spec(query_of("casino-war", "tie"))
    done: list[int] = []

    def stop(count: int, total: int) -> None:
        if count == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore(spec, engine, stop)
    again, _ = explore(spec, LocalEngine(1), lambda count, total: done.append(count))
    assert min(done) >= 40 - waiting, "what was done is not done again"
    whole, _ = explore(spec, LocalEngine(1), fresh=True)
    assert again.deals == whole.deals


KILLED = """
import sys, time
from pitboss.approvals.outside import use_games
from pitboss.compute.engines import LocalEngine
from pitboss.edge import ask
from pitboss.edge.general.solver import GeneralSolver
from pitboss.edge.general.tasks import explore

use_games(sys.argv[1])

def wait(done, total):
    if done == 30:
        print("thirty", flush=True)
        time.sleep(600)

explore(GeneralSolver("casino-war").spec(ask.queries("casino-war", "main")[0]), LocalEngine(1), wait)
"""


def test_a_killed_search_goes_on_where_it_was() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(EXAMPLES)], stdout=subprocess.PIPE, text=True
    ) as search:
        assert search.stdout is not None
        try:
            assert search.stdout.readline() == "thirty\n"
        finally:
            search.kill()
    use_games(EXAMPLES)
    spec = GeneralSolver("casino-war").spec(ask.queries("casino-war", "main")[0])
    done: list[int] = []
    again, source = explore(spec, LocalEngine(1), lambda count, total: done.append(count))
    assert source == "computed"
    assert min(done) >= 29, "what was done before the kill is not done again"
    whole, _ = explore(spec, LocalEngine(1), fresh=True)
    assert (again.deals, again.unasked) == (whole.deals, whole.unasked)


WORKERS = """
import os, signal, sys, threading, time
from pitboss.compute.engines import ProcessEngine

def say(line):
    os.write(1, line + b"\\n")  # in one piece: others write there, too

def work(number):
    if number:
        say(b"at work")
        time.sleep(3600)
        say(b"still here")
    return number

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    if sys.argv[1:] == ["spawn"]:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    kept = []
    try:
        for number in ProcessEngine(2).map(work, [0, 0, 0, *range(1, 30)]):
            kept.append(number)
            if len(kept) == 3:
                say(b"three")
    except KeyboardInterrupt:
        say(b"kept %d" % len(kept))
"""


@pytest.mark.parametrize("how", ["fork", "spawn"])
@pytest.mark.parametrize(
    ("end", "told"), [(signal.SIGKILL, ""), (signal.SIGTERM, ""), (signal.SIGINT, "kept 3\n")]
)
def test_the_workers_of_a_stopped_search_end_with_it(
    tmp_path, end: signal.Signals, told: str, how: str
) -> None:
    """Nobody waits for the twenty tasks of an hour each that are under way or queued."""
    file = tmp_path / "search.py"
    file.write_text(WORKERS)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, file, how], stdout=pipe, stderr=pipe, text=True) as search:
        assert search.stdout is not None
        try:
            # two workers at work and three results received, in whatever order they tell it
            lines = [search.stdout.readline() for _ in range(3)]
            search.send_signal(end)
            said, mistakes = search.communicate(timeout=patience.PATIENCE_S)
        finally:
            search.kill()
    assert sorted(lines) == ["at work\n", "at work\n", "three\n"]
    assert said == told, "the pipe is closed when the last of them has ended"
    assert "Traceback" not in mistakes


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_threads_processes_and_a_cluster_find_the_same_fraction() -> None:
    from pitboss.compute.dask_engine import DaskEngine

    use_games(EXAMPLES)
    spec = GeneralSolver("casino-war").spec(query_of("casino-war", "main"))
    found = []
    with DaskEngine(workers=2) as cluster:
        for engine in (LocalEngine(1), LocalEngine(2), ProcessEngine(2), cluster):
            tally = AnswerTally()
            for part in engine.map(run_task, tasks_of(spec)):
                tally.merge(part)
            found.append(Solved(tally, spec.explorer.pack.size).total())
    assert all(one == found[0] for one in found)
    assert sum(found[0].values()) == 1


def test_a_forecast_and_a_polite_refusal() -> None:
    ahead = forecast(GeneralSolver("fu-bacc").spec(query_of("fu-bacc", "main")))
    assert abs(ahead.deals - 387_614) < 5 * ahead.error + 20_000
    with pytest.raises(OutOfReach, match="about") as refusal:
        from_rules("face-up-pai-gow-poker", "main", method="exact")
    assert "simulated" in str(refusal.value)


@pytest.mark.parametrize("wager", ["main", "trips-or-better"])
def test_a_game_far_out_of_reach_is_refused_at_once(wager: str) -> None:
    start = process_time()
    with pytest.raises(OutOfReach, match="about"):
        from_rules("down-under-holdem", wager, method="exact")
    assert process_time() - start < 2 * PATIENCE_S


def test_where_exact_is_out_of_reach_the_answer_is_a_sample_and_says_so() -> None:
    exact = by_hand("fu-bacc", "main")
    found = from_rules("fu-bacc", "main", method="simulated", rounds="150")
    assert found.method == "simulated"
    assert found.standard_error is not None
    given_away = float(found.extra["given_away_at_most"])
    assert 0 <= given_away < 0.6
    assert abs(float(found.house_edge - exact.house_edge)) < 5 * found.standard_error + given_away
    low, high = map(float, found.extra["confidence_95"])
    assert low < float(found.house_edge) < high
    automatic = from_rules("fu-bacc", "main", most_deals="1000", rounds="25")
    assert automatic.method == "simulated"
    assert "would take" in " ".join(automatic.notes)


def test_a_new_game_runs_at_once(tmp_path, capsys) -> None:
    folder = tmp_path / "lucky-nines"
    assert main_quietly("new-game", "lucky-nines", "-o", str(folder)) == 0
    assert {p.name for p in folder.iterdir()} == {
        "lucky-nines.toml", "lucky_nines.py", "test_lucky_nines.py", "lucky-nines.md",
    }  # fmt: skip
    capsys.readouterr()
    assert main_quietly("edge", "lucky-nines", "--games", str(folder), "--json") == 0
    edges = {r["wager"]: r["house_edge_exact"] for r in json.loads(capsys.readouterr().out)["results"]}
    assert edges == {"main": "8/221", "pair": "1/17"}
    assert main_quietly("simulate", "lucky-nines", "--rounds", "3000", "--seed", "1", "--json") == 0
    assert abs(json.loads(capsys.readouterr().out)["z"]) < 4.5
    assert main_quietly("strategy", "lucky-nines", "--hand", "9c") == 0
    assert main_quietly("games") == 0
    assert "lucky-nines" in capsys.readouterr().out
    assert main_quietly("new-game", "lucky-nines", "-o", str(tmp_path / "x")) == 2
    assert main_quietly("new-game", "Bad Name") == 2
    assert main_quietly("edge", "x", "--games", str(tmp_path / "nowhere")) == 2


def test_the_tests_of_a_new_game_pass(tmp_path) -> None:
    folder = tmp_path / "lucky-nines"
    main_quietly("new-game", "lucky-nines", "-o", str(folder))
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout


def test_a_game_from_outside_is_played_in_the_terminal(capsys, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\ns\n" * 20))
    assert main_quietly("play", "casino-war", "--rounds", "2", "--games", str(EXAMPLES)) == 0
    assert "2 rounds" in capsys.readouterr().out


@pytest.mark.long
def test_a_game_from_outside_has_its_packet(tmp_path) -> None:
    use_games(EXAMPLES)
    page = tmp_path / "packet.html"
    assert main_quietly("packet", "casino-war", "--wager", "tie", "--rounds", "500", "-o", str(page)) == 0
    text = page.read_text()
    for file in ("casino-war.toml", "casino_war.py"):
        assert sha256((EXAMPLES / "casino-war" / file).read_bytes()).hexdigest() in text


@pytest.mark.long
def test_a_game_of_an_installed_package(tmp_path, monkeypatch, capsys) -> None:
    package = tmp_path / "site" / "their_war"
    shutil.copytree(EXAMPLES / "casino-war", package)
    (package / "__init__.py").touch()
    about = tmp_path / "site" / "their_war-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-war\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pitboss.games]\ncasino-war = their_war.casino_war\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    forget()
    assert main_quietly("edge", "casino-war", "--wager", "tie", "--json") == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert result["house_edge_exact"] == "58/311"
    assert main_quietly("simulate", "casino-war", "--rounds", "500", "--seed", "1", "--json") == 0
    page = tmp_path / "packet.html"
    assert main_quietly("packet", "casino-war", "--wager", "tie", "--rounds", "500", "-o", str(page)) == 0
    assert sha256((package / "casino_war.py").read_bytes()).hexdigest() in page.read_text()
