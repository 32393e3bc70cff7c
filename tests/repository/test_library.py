"""The public surface: listed once, lazy, typed, documented, and its examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import pydoc
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from tools.reference import python

import pitboss
from pitboss import library
from pitboss.approvals.outside import forget
from pitboss.edge import ask
from pitboss.edge.design import as_toml
from pitboss.edge.report import EdgeResult
from pitboss.shown import Page, ShownTable, Shows
from pitboss.simulate import ask as simulating
from pitboss.variables import GAMES

PROMISED = {
    "games", "edge", "strategy", "simulate", "design", "evaluate", "Table", "Round", "verify", "packet",
}  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]


def test_names_are_the_same_in_package_library_types_and_documentation() -> None:
    stub = ast.parse((ROOT / "src/pitboss/__init__.pyi").read_text())
    typed = {alias.asname for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    documented = set(re.findall(r"^### `pitboss\.(\w+)", "\n".join(python()), re.MULTILINE))
    assert set(pitboss.__all__) == set(library.__all__) == typed - {None, "ModuleType"} == documented
    assert documented >= PROMISED
    assert sorted(pitboss.__all__) == pitboss.__all__


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_name_is_there_and_says_what_it_is(name: str) -> None:
    assert getattr(library, name).__doc__
    assert callable(getattr(pitboss, name))


def test_a_room_of_the_same_name_is_still_a_room() -> None:
    import pitboss.edge.ask
    import pitboss.games.fu_bacc
    import pitboss.simulate.run

    assert pitboss.edge("fu-bacc").game == "fu-bacc"
    assert "fu-bacc" in pitboss.games()
    assert pitboss.simulate("fu-bacc", rounds=10, seed=1).rounds == 10


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
@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_run(name: str) -> None:
    tried = doctest.testmod(importlib.import_module(name))
    assert tried.attempted
    assert not tried.failed


def test_settings_are_given_as_python_values() -> None:
    assert library.edge("fu-bacc", wager="tie", with_="joint").settings["with"] == "joint"
    with pytest.raises(pitboss.PitbossError, match="no setting"):
        library.edge("fu-bacc", deck=3)


def test_edges_come_as_a_frame() -> None:
    found = library.edges("fu-bacc").frame("polars")
    assert found.shape == (3, 7)
    assert found["wager"].to_list() == ["main", "lucky-monkey", "tie"]
    with pytest.raises(pitboss.PitbossError, match="frames"):
        library.edges("fu-bacc").frame("abacus")


def test_a_simulation_has_its_nets_on_demand() -> None:
    run = library.simulate("fu-bacc", rounds=300_000, seed=3)
    unit = run.question.dealer.unit_cents
    assert run.nets.shape == (300_000,)
    assert abs(run.nets.mean() / unit - run.mean) < 1e-12


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
    for part in (
        page.title,
        *page.facts.values(),
        *page.sentences,
        *(c for t in page.tables for c in t.columns),
    ):
        assert part in str(result)
        assert part in shown
    for table in page.tables:
        assert all(cell in str(result) for row in table.rows for cell in row)


def test_what_a_page_shows_is_text_and_never_markup() -> None:
    page = Page("<b>", {"a & b": "<script>"}, (ShownTable(("<i>",), (("<u>",),), "<t>"),), ("1 < 2",))
    assert not re.search(r"<(b|script|i|u|t)>", page.html())
    ElementTree.fromstring(f"<div>{page.html()}</div>")


def test_charts_hands_and_runs_come_as_frames() -> None:
    assert library.strategy("fu-bacc").frame("polars").columns == ["chart", "row", "column", "play"]
    assert library.strategy("fu-bacc", hand="9c 2d v Qs").frame("polars").columns == ["choice", "expectation"]
    assert library.simulate("fu-bacc", rounds=1000, seed=1).frame("polars")["count"].sum() == 1000


def test_a_round_shows_no_card_that_its_hands_have_not_shown() -> None:
    round = library.Table("fu-bacc").deal({1: {"ante": 500}})
    assert "waits for" in round.page().facts
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", str(round))


WRONG: dict[str, Callable[[], object]] = {
    "a hand that is no text": lambda: pitboss.strategy("fu-bacc", hand=5),
    "rounds that are no number": lambda: pitboss.simulate("fu-bacc", rounds="10", seed=1),
    "half a round": lambda: pitboss.simulate("fu-bacc", rounds=0.5, seed=1),
    "no seed": lambda: pitboss.simulate("fu-bacc", rounds=10, seed=None),
    "an edge that is no number": lambda: pitboss.design("fu-bacc", "lucky-monkey", target_edge="x"),
    "an edge over nothing": lambda: pitboss.design("fu-bacc", "lucky-monkey", target_edge="1/0"),
    "an edge beyond all": lambda: pitboss.design("fu-bacc", "lucky-monkey", target_edge="1e999999999"),
    "an edge that is a truth": lambda: pitboss.design("fu-bacc", "lucky-monkey", target_edge=True),
    "a bound that is none": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, biggest=20),
    "a setting that is none": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, decks=2),
    "a prize that is no number": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, max_prize="x"),
    "no deviation": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, target_deviation=0),
    "a share above one": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, min_hit=2),
    "lines that are kept in a list": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, keep=["x"]),
    "a line kept at no odds": lambda: pitboss.design(
        "fu-bacc", "lucky-monkey", 0.05, keep={"monkeys-9": "1.5"}
    ),
    "a wager that is none": lambda: pitboss.design("fu-bacc", None, 0.05),
    "tables that cannot be counted": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, count="x"),
    "no tables": lambda: pitboss.design("fu-bacc", "lucky-monkey", 0.05, count=0),
    "rounds that are not a number": lambda: pitboss.simulate("fu-bacc", rounds=float("nan"), seed=1),
    "endless rounds": lambda: pitboss.simulate("fu-bacc", rounds=float("inf"), seed=1),
    "more rounds than a float holds": lambda: pitboss.simulate("fu-bacc", rounds=10**400, seed=1),
    "a seed that is not a number": lambda: pitboss.simulate("fu-bacc", rounds=10, seed=float("nan")),
    "a seed below nothing": lambda: pitboss.simulate("fu-bacc", rounds=10, seed=-1),
    "a number as play": lambda: pitboss.simulate("fu-bacc", rounds=10, seed=1, play=7),
    "a folder as play": lambda: pitboss.simulate("fu-bacc", rounds=10, seed=1, play="."),
    "a name too long for a file": lambda: pitboss.simulate("fu-bacc", rounds=10, seed=1, play="x" * 300),
    "a cut card in a fresh shoe": lambda: pitboss.simulate("blackjack", rounds=10, seed=1, penetration=20),
    "a number as a file": lambda: pitboss.edge("fu-bacc", pay_table_file=3),
    "a number as a strategy": lambda: pitboss.edge("fu-bacc", strategy_file=3),
    "a pay table that is neither": lambda: pitboss.edge("fu-bacc", pay_table=[1]),
    "no wager's name": lambda: pitboss.edge("fu-bacc", wager=""),
    "a number as a wager": lambda: pitboss.edge("fu-bacc", wager=3),
    "a number as a game": lambda: pitboss.edge(3),
    "no game": lambda: pitboss.strategy(None),
    "a hand where nothing is chosen": lambda: pitboss.strategy("lucky-break", hand="Ac"),
    "a meter beyond all money": lambda: pitboss.edge("down-under-holdem", "jackpot", meter=10**23),
    "a packet to nowhere": lambda: pitboss.packet("fu-bacc", to=None),
    "a packet of half a round": lambda: pitboss.packet("fu-bacc", to="x", rounds=0.5),
    "a folder of games that is none": lambda: pitboss.use_games("no-such-folder"),
    "a number as a folder": lambda: pitboss.use_games(3),
    "a table with what no table has": lambda: pitboss.Table("fu-bacc", spotz=1),
    "a configured table with more": lambda: pitboss.Table(pitboss.TableConfig("fu-bacc"), spots=3),
    "a deal for nobody": lambda: pitboss.Table("fu-bacc").deal(None),
    "a spot's wagers that are none": lambda: pitboss.Table("fu-bacc").deal({1: 500}),  # type: ignore[dict-item]
    "a table without spots": lambda: pitboss.Table("fu-bacc", spots=0),
    "a folder that cannot be": lambda: pitboss.packet("fu-bacc", to=Path(__file__) / "packet"),
    "text that is no round": lambda: pitboss.verify("{}"),
    "text that is no JSON": lambda: pitboss.verify("round"),
    "nothing as a round": lambda: pitboss.verify(None),
    "text as a saved round": lambda: pitboss.Round.from_json("{}"),
    "half a card": lambda: pitboss.evaluate([[0.5, 1, 2, 3, 4]]),
    "one card five times": lambda: pitboss.evaluate([[0, 0, 0, 0, 0]]),
    "a card below the deck": lambda: pitboss.evaluate([[0, 1, 2, 3, -1]]),
    "a card in two ways": lambda: pitboss.evaluate(["Ac Ac Qc Jc Tc"]),
    "a joker in a hand": lambda: pitboss.evaluate(["Jk Ac Qc Jc Tc"]),
    "hands of two sizes": lambda: pitboss.evaluate(["Ac Kc Qc Jc Tc", "Ac Kc Qc Jc Tc 9c"]),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_in_a_sentence(what):
    with pytest.raises(pitboss.PitbossError) as refused:
        WRONG[what]()
    assert not re.search(r"\w+Error|object has no", str(refused.value))


def test_edge_strategy_and_simulation_mean_the_same_table(monkeypatch):
    """Where none is named: the wager's usual one, as a new table of the game has it."""
    kernel = SimpleNamespace(strategies=lambda wager: ("optimal",), dealer=lambda query, play: query)
    monkeypatch.setattr(simulating, "kernel_of", lambda game: kernel)
    monkeypatch.setattr(ask, "answers", lambda game, wager, table, *rest, **how: [table])
    monkeypatch.setattr(ask, "strategy", lambda game, query, hand: query.table_id)
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
    with pytest.raises(pitboss.PitbossError, match="one of the two"):
        pitboss.edge("fu-bacc", pay_table=1, **mine)


def test_numbers_are_taken_as_people_write_them():
    assert pitboss.edge("fu-bacc", wager="tie", pay_table=1).pay_table == "1"
    assert pitboss.simulate("fu-bacc", rounds=1e4, seed=1).rounds == 10_000
    once = pitboss.simulate("fu-bacc", rounds=1, seed=1)
    assert once.z is None
    assert "±" not in str(once)


@pytest.mark.parametrize("name", ["edge", "games", "simulate"])
def test_help_speaks_of_the_function_not_of_the_room(name):
    function = getattr(library, name)
    asked = getattr(pitboss, name)
    assert inspect.signature(asked) == inspect.signature(function)
    assert function.__doc__.splitlines()[0] in pydoc.render_doc(asked)
