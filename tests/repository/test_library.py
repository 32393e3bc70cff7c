"""The public surface: listed once, lazy, typed, documented, and its examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.reference import python

import pitboss
from pitboss import library

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
