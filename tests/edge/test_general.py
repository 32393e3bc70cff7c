"""A third road to every figure: the general solver, from the readable rules alone."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from pitboss.analysis import questions
from pitboss.analysis.general.contract import BrokenContract, check_classes, check_rounds
from pitboss.analysis.general.solver import GeneralSolver, OutOfReach
from pitboss.analysis.general.tally import AnswerTally, Solved
from pitboss.analysis.general.tasks import PATIENCE_S, explore, forecast, tasks_of
from pitboss.analysis.general.tasks import run as run_task
from pitboss.analysis.questions import verdict
from pitboss.analysis.report import EdgeResult
from pitboss.analysis.solver import Query, Settings
from pitboss.compute.engines import Engine, LocalEngine, ProcessEngine
from pitboss.sheets import game_ids, sheet
from pitboss.sheets.plugins import forget, use_games
from tests import patience
from tests.cli.here import document, pitboss
from tests.edge.asked import query_of, result_of

EXAMPLES = Path(__file__).parents[1] / "examples"


pytestmark = pytest.mark.usefixtures("own_games")


def asked(game: str, wager: str, table: str | None = None, **settings: str) -> Query:
    known = Settings.complete(GeneralSolver(game).settings(wager), settings)
    return replace(query_of(game, wager, table), settings=known, engine=LocalEngine(1))


def from_rules(game: str, wager: str, table: str | None = None, **settings: str) -> EdgeResult:
    return GeneralSolver(game).solve(asked(game, wager, table, **settings))


def long(*row: object) -> object:
    return pytest.param(*row, marks=pytest.mark.long)


ROADS = [
    # game, wager, pay table, what is compared, and the deals where they say something
    long("fu-bacc", "main", None, "house_edge outcomes action", None),
    ("fu-bacc", "lucky-monkey", None, "house_edge lines", None), long("fu-bacc", "tie", None, "house_edge", None),
    ("acey-deucey-21", "war", "1", "house_edge", None), long("acey-deucey-21", "war", "2", "house_edge", None),
    *(long("acey-deucey-21", "acey-deucey", table, "house_edge action", None)
      for table in ("1", "2", "3", "1B", "2B", "3B")),
    # pairs of two ranks each
    ("down-under-holdem", "match-the-dealer", None, "house_edge outcomes lines", 91 * 91),
    # sevens that differ by more than the names of suits
    long("down-under-holdem", "trips-or-better", None, "house_edge outcomes lines", 6_009_159),
    long("ultimate-texas-holdem", "trips", None, "house_edge outcomes lines", 6_009_159),
]  # fmt: skip


@pytest.mark.clause("DU-11", "DU-12", "DU-13", "DU-14", "UT-05")
@pytest.mark.parametrize(("game", "wager", "table", "what", "deals"), ROADS)
def test_the_rules_alone_give_what_was_solved_by_hand(game, wager, table, what, deals) -> None:  # type: ignore[no-untyped-def]
    found = from_rules(game, wager, table, **({"most_deals": "7000000"} if deals == 6_009_159 else {}))
    known = result_of(game, wager, table)
    for name in what.split():
        mine, theirs = (getattr(result, name) for result in (found, known))
        if name == "lines":
            mine, theirs = ([(line.hand, line.probability) for line in lines] for lines in (mine, theirs))
        assert mine == theirs, name
    assert found.method == "exact"
    assert deals in (None, found.extra.get("deals"))


@pytest.mark.long
def test_the_rules_alone_price_a_hand_as_the_solver_does() -> None:
    mine = GeneralSolver("fu-bacc").strategy(asked("fu-bacc", "main"), "9c 2d v Qs")
    theirs = questions.strategy("fu-bacc", query_of("fu-bacc"), "9c 2d v Qs")
    worths = [{o.action: o.expectation for o in found.options} for found in (mine, theirs)]
    assert worths[0] == worths[1]
    assert mine.grids


@pytest.mark.parametrize("game", game_ids())
def test_cards_declared_alike_are_alike(game: str) -> None:
    check_rounds(game, 15)
    check_classes(game, 60)


IGNORED, PAIR = 'suits = "ignored"', 'of = "pair"\n'
FALSE = [
    # in the sheet, in the rules, what is found: ranks that differ, cards that do not settle, suits across hands
    (IGNORED, f'{IGNORED}\nalike = ["23456789TJQKA"]', ("", ""), "alike"),
    (PAIR, f'{PAIR}settled_by = {{ cards = ["# hand"] }}\n', ("", ""), "settled_by"),
    (PAIR, f'{PAIR}settled_by = {{ cards = ["# hand, 0 hole"], suits = "ignored", alike = ["TJQK"] }}\n', ("", ""),
     "settled_by"),
    (IGNORED, 'suits = "apart"', ("mine == theirs", "card & 3 == hole & 3"), "alike"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "rule", "says"), FALSE)
def test_a_false_declaration_is_found(
    lucky_nines: Path, old: str, new: str, rule: tuple[str, str], says: str
) -> None:
    for file, change in (("sheet.toml", (old, new)), ("rules.py", rule)):
        text = (lucky_nines / file).read_text()
        assert change[0] in text
        (lucky_nines / file).write_text(text.replace(*change) if change[0] else text)
    forget()
    with pytest.raises(BrokenContract, match=says):
        check_classes("lucky-nines", 400)


@pytest.fixture
def war() -> Callable[[str], Any]:
    """Casino War's search for one wager."""
    use_games(EXAMPLES)
    return lambda wager: GeneralSolver("casino-war").spec(asked("casino-war", wager))


@pytest.mark.parametrize(("game", "wager", "table"), [
    ("casino-war", "main", "1"), ("casino-war", "tie", "1"),
    ("three-card-poker", "pair-plus", "1"), ("three-card-poker", "pair-plus", "2"),
])  # fmt: skip
def test_games_from_outside_have_their_published_figures(game: str, wager: str, table: str) -> None:
    use_games(EXAMPLES)
    result, figure = result_of(game, wager, table), sheet(game).published_figure(wager, table)
    assert figure is not None
    assert (result.method, verdict(figure, result.house_edge)) == ("exact", "agrees")
    assert result.published == figure.figure


def test_engines_count_alike(war: Callable[[str], Any]) -> None:
    alone, source = explore(war("main"), LocalEngine(1))
    assert (source, explore(war("main"))[1]) == ("computed", "cached")
    other, _ = explore(war("main"), ProcessEngine(2), fresh=True)
    assert other.to_rows()["unasked"] == alone.to_rows()["unasked"]
    assert other.questions.keys() == alone.questions.keys()


@pytest.mark.parametrize(("engine", "waiting"), [(LocalEngine(1), 1), (ProcessEngine(2), 8)])
def test_a_stopped_search_goes_on(war: Callable[[str], Any], engine: Engine, waiting: int) -> None:
    """`waiting`: how many parts may be done and not yet handed over, since they come in order."""
    done: list[int] = []

    def stop(count: int, total: int) -> None:
        if count == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore(war("tie"), engine, stop)
    again, _ = explore(war("tie"), LocalEngine(1), lambda count, total: done.append(count))
    assert min(done) >= 40 - waiting, "what was done is not done again"
    whole, _ = explore(war("tie"), LocalEngine(1), fresh=True)
    assert again.deals == whole.deals


KILLED = """
import sys, time
from pitboss.sheets.plugins import use_games
from pitboss.compute.engines import LocalEngine
from pitboss.analysis import questions
from pitboss.analysis.general.solver import GeneralSolver
from pitboss.analysis.general.tasks import explore

use_games(sys.argv[1])

def wait(done, total):
    if done == 30:
        print("thirty", flush=True)
        time.sleep(600)

explore(GeneralSolver("casino-war").spec(questions.queries("casino-war", "main")[0]), LocalEngine(1), wait)
"""


def test_a_killed_search_goes_on_where_it_was(war: Callable[[str], Any]) -> None:
    command = [sys.executable, "-c", KILLED, str(EXAMPLES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as search:
        assert search.stdout is not None
        try:
            assert search.stdout.readline() == "thirty\n"
        finally:
            search.kill()
    spec, done = GeneralSolver("casino-war").spec(query_of("casino-war")), list[int]()
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
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_workers_of_a_stopped_search_end_with_it(tmp_path: Path, end: signal.Signals, how: str) -> None:
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
    told = "kept 3\n" if end == signal.SIGINT else ""
    assert said == told, "the pipe is closed when the last of them has ended"
    assert "Traceback" not in mistakes


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_threads_processes_and_a_cluster_find_the_same_fraction(war: Callable[[str], Any]) -> None:
    from pitboss.compute.engines import DaskEngine

    spec, found = war("main"), []
    with DaskEngine(workers=2) as cluster:
        for engine in (LocalEngine(1), LocalEngine(2), ProcessEngine(2), cluster):
            tally = AnswerTally()
            for part in engine.map(run_task, tasks_of(spec)):
                tally.merge(part)
            found.append(Solved(tally, spec.explorer.pack.size).total())
    assert all(one == found[0] for one in found)
    assert sum(found[0].values()) == 1


def test_a_forecast_and_a_polite_refusal() -> None:
    ahead = forecast(GeneralSolver("fu-bacc").spec(asked("fu-bacc", "main")))
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
    exact = result_of("fu-bacc")
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


def test_a_new_game_runs_at_once_and_its_tests_pass(tmp_path: Path) -> None:
    folder = tmp_path / "lucky-nines"
    pitboss("new-game", "lucky-nines", "-o", folder, code=0)
    assert {p.name for p in folder.iterdir()} == {
        "sheet.toml", "rules.py", "test_lucky_nines.py", "lucky-nines.md",
    }  # fmt: skip
    results = document("edge", "lucky-nines", "--games", folder)["results"]
    assert {r["wager"]: r["house_edge_exact"] for r in results} == {"main": "8/221", "pair": "1/17"}
    assert abs(document("simulate", "lucky-nines", "--rounds", "3000", "--seed", "1")["z"]) < 4.5
    pitboss("strategy", "lucky-nines", "--hand", "9c", code=0)
    assert "lucky-nines" in pitboss("games", code=0).stdout
    pitboss("new-game", "lucky-nines", "-o", tmp_path / "x", code=2)
    pitboss("new-game", "Bad Name", code=2)
    pitboss("edge", "x", "--games", tmp_path / "nowhere", code=2)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout


def test_a_game_from_outside_is_played_in_the_terminal() -> None:
    asked = ("play", "casino-war", "--rounds", "2", "--games", EXAMPLES)
    assert "2 rounds" in pitboss(*asked, stdin="\ns\n" * 20, code=0).stdout


def packet_has(page: Path, *files: Path) -> None:
    """The hashes of a game's files."""
    pitboss("packet", "casino-war", "--wager", "tie", "--rounds", "500", "-o", page, code=0)
    assert all(sha256(file.read_bytes()).hexdigest() in page.read_text() for file in files)


@pytest.mark.long
def test_a_game_from_outside_has_its_packet(tmp_path: Path) -> None:
    use_games(EXAMPLES)
    packet_has(tmp_path / "packet.html", *(EXAMPLES / "casino_war").glob("*.*"))


@pytest.mark.long
def test_a_game_of_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, about = (tmp_path / "site" / name for name in ("their_games", "their_games-1.0.dist-info"))
    shutil.copytree(EXAMPLES / "casino_war", package / "war")
    (package / "__init__.py").touch()
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[pitboss.games]\ncasino-war = their_games.war\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    forget()
    (result,) = document("edge", "casino-war", "--wager", "tie")["results"]
    assert result["house_edge_exact"] == "58/311"
    document("simulate", "casino-war", "--rounds", "500", "--seed", "1")
    packet_has(tmp_path / "packet.html", package / "war" / "rules.py")
