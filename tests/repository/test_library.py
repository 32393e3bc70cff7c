"""The public surface: listed once, lazy, typed, documented, and its examples run."""

from __future__ import annotations

import doctest
import functools
import importlib
import inspect
import json
import multiprocessing
import pickle
import pkgutil
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import get_type_hints
from xml.etree import ElementTree

import pytest
from tools.reference import python

import pitboss
from pitboss import library
from pitboss.analysis import questions
from pitboss.analysis.designer import as_toml
from pitboss.analysis.general.solver import OutOfReach
from pitboss.analysis.general.tasks import Forecast
from pitboss.analysis.report import EdgeResult
from pitboss.core.arguments import GAMES
from pitboss.core.cards import order_text
from pitboss.core.shown import Page, ShownTable, Shows
from pitboss.sheets.plugins import forget
from pitboss.simulator import questions as simulating
from tests.refusals import refused

PROMISED = {
    "games", "edge", "strategy", "simulate", "design", "evaluate", "Table", "Round", "verify", "packet",
}  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


def test_names_are_the_same_in_package_library_and_documentation() -> None:
    documented = set(re.findall(r"^### `pitboss\.(\w+)", "\n".join(python()), re.MULTILINE))
    assert set(pitboss.__all__) == set(library.__all__) == documented
    assert documented >= PROMISED
    assert sorted(pitboss.__all__) == pitboss.__all__


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in pitboss.__all__:
        assert getattr(library, name).__doc__, name
        assert callable(getattr(pitboss, name)), name


def test_no_package_has_the_name_of_a_function() -> None:
    packages = {module.name for module in pkgutil.iter_modules(pitboss.__path__)}
    assert packages.isdisjoint(pitboss.__all__)


def test_functions_are_functions() -> None:
    for name in pitboss.__all__:
        if not inspect.isclass(found := getattr(pitboss, name)):
            assert inspect.isfunction(found), name
            assert pickle.loads(pickle.dumps(found)) is found
            assert "return" in get_type_hints(found), name
    assert list(inspect.signature(pitboss.edge).parameters)[:3] == ["game", "wager", "pay_table"]


def test_edges_come_from_other_processes_as_from_this_one() -> None:
    tables = functools.partial(pitboss.edge, "fu-bacc", "lucky-monkey")
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        alone = list(pool.map(pitboss.edge, ["fu-bacc"]))
        named = list(pool.map(tables, ["1"]))
    assert [found.house_edge for found in alone] == [pitboss.edge("fu-bacc").house_edge]
    assert [found.house_edge for found in named] == [tables("1").house_edge]


def test_importing_loads_nothing() -> None:
    count = "sum(m.startswith('pitboss') for m in sys.modules)"
    script = f"import sys, pitboss; print({count}, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]


def modules_with_examples() -> list[str]:
    found = []
    for module in pkgutil.walk_packages([str(ROOT / "src/pitboss")], "pitboss."):
        path = ROOT / "src" / Path(*module.name.split("."))
        source = path / "__init__.py" if module.ispkg else path.with_suffix(".py")
        if ">>> " in source.read_text(encoding="utf-8"):
            found.append(module.name)
    return ["pitboss", *found]


@pytest.fixture
def passing_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An example may bring a game; nobody after it sees that."""
    monkeypatch.setenv(GAMES, "")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    forget()
    yield
    monkeypatch.undo()
    forget()


@pytest.mark.usefixtures("passing_games")
def test_examples_in_docstrings_run() -> None:
    for name in modules_with_examples():
        tried = doctest.testmod(importlib.import_module(name))
        assert tried.attempted, name
        assert not tried.failed, name


def test_settings_and_numbers_are_given_as_python_values_as_people_write_them() -> None:
    assert library.edge("fu-bacc", wager="tie", with_="joint").settings["with"] == "joint"
    refused(pitboss.PitbossError, "no setting")(library.edge, "fu-bacc", deck=3)
    assert pitboss.edge("fu-bacc", wager="tie", pay_table=1).pay_table == "1"
    assert pitboss.simulate("fu-bacc", rounds=1e4, seed=1).rounds == 10_000
    once = pitboss.simulate("fu-bacc", rounds=1, seed=1)
    assert once.z is once.standard_error is once.to_json()["confidence_95"] is None
    assert "±" not in str(once)


def test_edges_charts_hands_and_runs_come_as_frames_and_nets_on_demand() -> None:
    found = library.edges("fu-bacc").frame("polars")
    assert found.shape == (3, 7)
    assert found["wager"].to_list() == ["main", "lucky-monkey", "tie"]
    refused(pitboss.PitbossError, "frames")(library.edges("fu-bacc").frame, "abacus")
    assert library.strategy("fu-bacc").frame("polars").columns == ["chart", "row", "column", "play"]
    assert library.strategy("fu-bacc", hand="9c 2d v Qs").frame("polars").columns == ["choice", "expectation"]
    run = library.simulate("fu-bacc", rounds=300_000, seed=3)
    assert run.frame("polars")["count"].sum() == 300_000
    assert run.nets.shape == (300_000,)
    assert run.nets.mean() == pytest.approx(run.mean, abs=1e-12)
    assert (run.nets_cents == run.nets * run.unit_cents).all()


def test_a_table_keeps_its_shoe() -> None:
    table = library.Table("blackjack", options={"penetration": "75"})
    first = table.deal({1: {"blackjack": 1000}})
    while not first.finished:
        insured = first.pending[0].kind == "insurance"
        first.decide(1, pitboss.Decision("decline" if insured else "stand"))
    second = table.deal({1: {"blackjack": 1000}})
    assert second.order == first.order
    assert second.start == first.cards_used


def test_an_edge_has_its_strategy_its_distribution_and_a_page() -> None:
    found = library.edge("fu-bacc", wager="tie", with_="joint")
    assert found.strategy.settings["with"] == "joint"
    assert found.frame("polars")["probability"].sum() == pytest.approx(1)
    assert repr(found).startswith("<EdgeResult fu-bacc tie, pay table 1, with=joint")
    assert str(found.house_edge) in str(found)
    mine = EdgeResult("x", "y", "1", "y", {Fraction(1): Fraction(1)})
    with pytest.raises(pitboss.PitbossError, match="question"):
        _ = mine.strategy


RESULTS: dict[str, Callable[[], Shows]] = {
    "edge": lambda: library.edge("fu-bacc"),
    "edge with lines": lambda: library.edge("face-up-pai-gow-poker", wager="fortune-bonus"),
    "edges": lambda: library.edges("fu-bacc"),
    "strategy": lambda: library.strategy("fu-bacc"),
    "hand": lambda: library.strategy("fu-bacc", hand="9c 2d v Qs"),
    "simulation": lambda: library.simulate("fu-bacc", rounds=10_000, seed=1),
    "design": lambda: library.design("fu-bacc", "lucky-monkey", target_edge=0.05, count=1)[0],
    "round": lambda: library.Table("fu-bacc").deal({1: {"ante": 500}}),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_shows_itself_in_a_terminal_and_in_a_notebook(name: str) -> None:
    result = RESULTS[name]()
    page = result.page()
    assert "\n" not in repr(result)
    assert type(result).__name__ in repr(result)
    html = ElementTree.fromstring(f"<div>{result._repr_html_()}</div>")
    shown = " ".join(html.itertext())
    columns = (c for t in page.tables for c in t.columns)
    for part in (page.title, *page.facts.values(), *page.sentences, *columns):
        assert part in str(result)
        assert part in shown
    for table in page.tables:
        assert all(cell in str(result) for row in table.rows for cell in row)


def test_what_a_page_shows_is_text_and_never_markup() -> None:
    page = Page("<b>", {"a & b": "<script>"}, (ShownTable(("<i>",), (("<u>",),), "<t>"),), ("1 < 2",))
    assert not re.search(r"<(b|script|i|u|t)>", page.html())
    ElementTree.fromstring(f"<div>{page.html()}</div>")


def test_a_round_shows_no_card_that_its_hands_have_not_shown() -> None:
    round = library.Table("fu-bacc").deal({1: {"ante": 500}})
    assert "waits for" in round.page().facts
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", str(round))


LM = ("fu-bacc", "lucky-monkey")
NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        (lambda: pitboss.edge("fu-bacc", wagr="tie"), "wager"),
        (lambda: pitboss.edge("fu-bacc", "tie", wth="joint"), "with"),
        (lambda: pitboss.edges("blackjack", deks=6), "decks"),
        (lambda: pitboss.simulate("fu-bacc", 10, sed=1), "seed"),
        (lambda: pitboss.strategy("blackjack", hnd="Ts 6s v 9h"), "hand"),
        (lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, max_deviatn=2), "max_deviation"),
        (lambda: pitboss.Table("fu-bacc", spot=3), "spots"),
    ],
)
def test_a_mistyped_name_is_an_error_that_says_what_was_meant(wrong, meant):
    with pytest.raises(pitboss.BadInput, match=f"Did you mean {meant}\\?"):
        wrong()


def test_what_a_mistyped_name_may_have_meant_is_whatever_the_functions_take():
    taken = [inspect.signature(getattr(pitboss, name)).parameters.values() for name in SETTINGS_TOO]
    assert {p.name for found in taken for p in found if p.kind is not p.VAR_KEYWORD} - {"game"} == {
        *questions.ARGUMENTS
    }
    refused(pitboss.BadInput, r"'zzz'\. Accepted")(pitboss.edge, "fu-bacc", zzz=1)


def test_refusals_have_public_names_kinds_and_what_would_be_accepted():
    round = pitboss.Table("fu-bacc").deal({1: {"ante": 500}}, seed=1)
    for kind, wrong in (
        (pitboss.IllegalAction, lambda: round.act(1, "fly")),
        (pitboss.IllegalWager, lambda: pitboss.Table("fu-bacc").deal({1: {"tie": 500}})),
        (pitboss.ReplayError, lambda: pitboss.Round.from_json({})),
        (pitboss.BadInput, lambda: pitboss.edge("fu-bacc", wager="x")),
    ):
        with pytest.raises(kind) as refusal:
            wrong()
        again = pickle.loads(pickle.dumps(refusal.value))
        assert (type(again), again.to_json(), str(again)) == (
            kind,
            refusal.value.to_json(),
            str(refusal.value),
        )
        assert again.kind and again.accepted and again.facts == {}
    far = OutOfReach("A game", "main", Forecast(10, 1, 2.0), 5)
    assert str(pickle.loads(pickle.dumps(far))) == str(far)


def test_the_same_seed_is_the_same_round_at_any_table():
    for game in pitboss.games():
        first, second = pitboss.Table(game), pitboss.Table(game)
        wagers = {1: {w.id: 1000 for w in first.config.sheet.wagers if w.placed == "first" or w.equals}}
        assert (
            first.deal(wagers, seed=7)
            == second.deal(wagers, seed=7)
            == pitboss.Round(first.config, wagers, seed=7)
        )
        assert first.deal(wagers, seed=8) != second.deal(wagers, seed=7)
        assert first.deal(wagers) != second.deal(wagers)


def test_the_cards_of_a_seed_stay_what_they_are():
    round = pitboss.Table("fu-bacc").deal({1: {"ante": 500}}, seed=7)
    assert order_text(round.order)[:20] == "AhQd3d3s8cQc7hJc5c2c"


def test_a_seed_that_nobody_gave_is_chosen_and_repeats_the_run():
    run, other = pitboss.simulate("fu-bacc", rounds=1000), pitboss.simulate("fu-bacc", rounds=1000)
    assert run.seed != other.seed
    assert str(run.seed) in str(run)
    assert pitboss.simulate("fu-bacc", rounds=1000, seed=run.seed) == run != other


def test_what_says_the_same_is_equal_and_a_key_of_a_mapping():
    for game, wager in (("fu-bacc", "tie"), ("face-up-pai-gow-poker", "fortune-bonus"), ("blackjack", None)):
        kept, anew = pitboss.edge(game, wager), pitboss.edge(game, wager, fresh=game == "fu-bacc")
        assert kept == anew and hash(kept) == hash(anew)
    both = pitboss.edges("fu-bacc"), pitboss.edges("fu-bacc")
    assert both[0] == both[1] and len({*both}) == 1
    assert pitboss.edge("fu-bacc") != pitboss.edge("fu-bacc", wager="tie")
    assert len({pitboss.strategy("fu-bacc"), pitboss.strategy("fu-bacc"), pitboss.strategy("blackjack")}) == 2
    runs = [pitboss.simulate("fu-bacc", 1000, seed) for seed in (1, 1, 2)]
    assert len({*runs}) == 2
    assert runs[0] != pitboss.simulate("fu-bacc", 999, 1)
    round = pitboss.Table("fu-bacc").deal({1: {"ante": 500}}, seed=7)
    again = pitboss.Round.from_json(round.to_json())
    assert round == again and len({round, again}) == 1
    again.act(1, "fold")
    assert round != again and pitboss.Round.from_json(json.loads(json.dumps(again.to_json()))) == again


def test_everything_public_has_types_that_can_be_read():
    for name in pitboss.__all__:
        found = getattr(pitboss, name)
        get_type_hints(found)
        for member in vars(found).values() if inspect.isclass(found) else ():
            if function := getattr(member, "fget", member if inspect.isfunction(member) else None):
                get_type_hints(function)


SETTINGS_TOO = ("design", "edge", "edges", "packet", "simulate", "strategy")
WRONG: dict[str, list[Callable[[], object]]] = {
    "edge": [
        lambda: pitboss.edge(3), lambda: pitboss.edge("fu-bacc", wager=""), lambda: pitboss.edge("fu-bacc", wager=3),
        lambda: pitboss.edge("fu-bacc", pay_table=[1]), lambda: pitboss.edge("fu-bacc", pay_table_file=3),
        lambda: pitboss.edge("down-under-holdem", "jackpot", meter=10**23),
    ],
    "strategy": [
        lambda: pitboss.strategy(None), lambda: pitboss.strategy("fu-bacc", hand=5),
        lambda: pitboss.strategy("lucky-break", hand="Ac"),  # nothing is chosen
    ],
    "simulate": [
        *(lambda n=n: pitboss.simulate("fu-bacc", rounds=n, seed=1) for n in ("10", 0.5, NAN, INF, 10**400)),
        *(lambda n=n: pitboss.simulate("fu-bacc", rounds=10, seed=n) for n in ("x", NAN, -1)),
        *(lambda n=n: pitboss.simulate("fu-bacc", rounds=10, seed=1, strategy=n) for n in (7, ".", "x" * 300)),
        lambda: pitboss.simulate("blackjack", rounds=10, seed=1, penetration=20),  # a cut card in a fresh shoe
    ],
    "design": [
        *(lambda n=n: pitboss.design(*LM, target_edge=n) for n in ("x", "1/0", "1e999999999", True)),
        lambda: pitboss.design("fu-bacc", None, 0.05),
        lambda: pitboss.design(*LM, 0.05, biggest=20), lambda: pitboss.design(*LM, 0.05, decks=2),
        lambda: pitboss.design(*LM, 0.05, max_prize="x"), lambda: pitboss.design(*LM, 0.05, target_deviation=0),
        lambda: pitboss.design(*LM, 0.05, min_hit=2), lambda: pitboss.design(*LM, 0.05, keep=["x"]),
        lambda: pitboss.design(*LM, 0.05, keep={"monkeys-9": "1.5"}),
        lambda: pitboss.design(*LM, 0.05, count="x"), lambda: pitboss.design(*LM, 0.05, count=0),
    ],
    "packet": [
        lambda: pitboss.packet("fu-bacc", to=None), lambda: pitboss.packet("fu-bacc", to="x", rounds=0.5),
        lambda: pitboss.packet("fu-bacc", to=Path(__file__) / "packet"),
    ],
    "use_games": [lambda: pitboss.use_games("no-such-folder"), lambda: pitboss.use_games(3)],
    "Table": [
        lambda: pitboss.Table("fu-bacc", spotz=1), lambda: pitboss.Table("fu-bacc", spots=0),
        lambda: pitboss.Table(pitboss.TableConfig("fu-bacc"), spots=3),
        lambda: pitboss.Table("fu-bacc").deal(None),
        lambda: pitboss.Table("fu-bacc").deal({1: 500}),  # type: ignore[dict-item]
    ],
    "verify": [lambda: pitboss.verify("{}"), lambda: pitboss.verify("round"), lambda: pitboss.verify(None)],
    "Round": [lambda: pitboss.Round.from_json("{}")],
    "evaluate": [
        lambda hand=hand: pitboss.evaluate([hand])
        for hand in ([0.5, 1, 2, 3, 4], [0, 0, 0, 0, 0], [0, 1, 2, 3, -1], "Ac Ac Qc Jc Tc", "Jk Ac Qc Jc Tc")
    ] + [lambda: pitboss.evaluate(["Ac Kc Qc Jc Tc", "Ac Kc Qc Jc Tc 9c"])],
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_in_a_sentence(name):
    for at, wrong in enumerate(WRONG[name]):
        with pytest.raises(pitboss.PitbossError) as refused:
            wrong()
            pytest.fail(f"number {at} is taken")
        assert not re.search(r"\w+Error|object has no", str(refused.value))


def test_edge_strategy_and_simulation_mean_the_same_table(monkeypatch):
    """Where none is named: the wager's usual one, as a new table of the game has it."""
    kernel = SimpleNamespace(strategies=lambda wager: ("optimal",), dealer=lambda query, play: query)
    monkeypatch.setattr(simulating, "kernel_of", lambda game: kernel)
    monkeypatch.setattr(questions, "answers", lambda game, wager, table, *rest, **how: [table])
    monkeypatch.setattr(questions, "strategy", lambda game, query, hand: query.table_id)
    for game in pitboss.games():
        config = pitboss.TableConfig(game)
        for wager in config.sheet.analysed:
            usual = config.pay_tables.get(wager)
            assert pitboss.edge(game, wager) == usual
            assert pitboss.strategy(game, wager) == (usual or "-")
            assert simulating.question(game, wager).query.table_id == (usual or "-")


def test_a_design_keeps_its_bounds():
    found = pitboss.design(
        "fu-bacc", "lucky-monkey", "5%", max_prize=40, max_deviation=5, min_hit=0.01, keep={"monkeys-9": 30}
    )
    assert found
    for design in found:
        prizes = [line.pays.pays for line in design.table.lines if line.pays]
        assert max(prizes) <= 40
        assert design.result.standard_deviation <= 5
        assert str(design.table["monkeys-9"].pays) == "30 to 1"


def test_a_pay_table_of_ones_own_goes_wherever_one_is_asked_for(tmp_path):
    file = tmp_path / "mine.toml"
    best = pitboss.design("fu-bacc", "lucky-monkey", 0.05, count=1)[0]
    file.write_text(as_toml(best.table), encoding="utf-8")
    mine = {"wager": "lucky-monkey", "pay_table_file": file}
    assert pitboss.edge("fu-bacc", **mine).house_edge == best.result.house_edge
    assert pitboss.edges("fu-bacc", **mine)[0].house_edge == best.result.house_edge
    assert pitboss.simulate("fu-bacc", rounds=1000, seed=1, **mine).exact == best.result.house_edge
    assert "design" in pitboss.strategy("fu-bacc", **mine).pay_table
    refused(pitboss.PitbossError, "one of the two")(pitboss.edge, "fu-bacc", pay_table=1, **mine)
