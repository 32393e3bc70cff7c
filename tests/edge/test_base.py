"""What all solvers share: reading hands, settings, stored solutions, and compiled code that is kept."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import pitboss
from pitboss.analysis.questions import queries, strategy
from pitboss.analysis.solutions import Slot, keep
from pitboss.analysis.solver import BaseSolver, Setting, Settings, read_hands, sides, solver_of
from pitboss.cardplay.blackjack.choices import read_values
from pitboss.compute import jit
from pitboss.compute.jit import kernel_hash, sources
from pitboss.core.cards import parse_many
from pitboss.core.errors import BadInput, PitbossError
from pitboss.sheets import game_ids, sheet

PACKAGE = Path(pitboss.__file__).parent


@pytest.mark.parametrize(("typed", "parts"), [
    ("9c 2d v Qs", ["9c 2d", "Qs"]), ("9c 2d vs. Qs", ["9c 2d", "Qs"]), ("9c 2d V Qs", ["9c 2d", "Qs"]),
    ("9c 2d|Qs", ["9c 2d", "Qs"]),
    ("As Kd | gold red | 2c 7h Jd", ["As Kd", "gold red", "2c 7h Jd"]),
    ("T 6 against 9", ["T 6", "9"]), ("5h 9h", ["5h 9h"]), ("", [""]), ("v", ["", ""]),
])  # fmt: skip
def test_a_hand_has_sides(typed: str, parts: list[str]) -> None:
    assert sides(typed) == parts


def test_hands_are_read_by_number_of_cards_and_each_card_once() -> None:
    assert read_hands("AsKd v 2c", 2, 1, clause="X", example="x") == (parse_many("As Kd"), parse_many("2c"))
    assert read_hands("As As", 2, clause="X", example="x", copies=6) == (parse_many("As") * 2,)
    assert len(read_hands("As Kd", 2, 3, optional=1, clause="X", example="x")) == 1
    for typed in (
        "As v 2c", "As Kd", "As Kd v 2c 3c", "As Kd v 2c v 3c", "As Kd v Kd", "As Jk v 2c", "x y v z",
    ):  # fmt: skip
        with pytest.raises(BadInput) as refusal:
            read_hands(typed, 2, 1, clause="X", example="As Kd v 2c")
        assert refusal.value.accepted
    assert read_values("A7 v K") == ((0, 6), 9)


ODD = (
    "", "v", "9c", "x v y", "9c 2d v 9c", "Jk 2c v 3c", "9c 2d v Qs | 3d", "As As | gold red", "🂡 v 9", "T v T v T",
)  # fmt: skip


@pytest.mark.parametrize("game", game_ids())
def test_every_solver_stands_on_the_base_and_none_breaks_on_what_people_type(game: str) -> None:
    """An odd hand is answered or refused, never a traceback."""
    solver = solver_of(game)
    assert isinstance(solver, BaseSolver)
    assert solver.game == game
    for typed, wager in product(ODD, sheet(game).analysed):
        query = queries(game, wager)[0]
        try:
            found = strategy(game, query, typed)
        except PitbossError as refusal:
            assert refusal.accepted or refusal.clause, (typed, wager)
        else:
            assert found.hand in (typed, None)


def test_settings_are_checked_once_and_typed() -> None:
    known = (
        Setting("decks", "6", ("1", "6"), clause="BJ-01"),
        Setting("meter", "0", kind="cents", clause="JP-11"),
        Setting("wager", "1", kind="dollars", clause="JP-01"),
    )
    settings = Settings.complete(known, {"meter": "1234"})
    assert dict(settings) == {"decks": "6", "meter": "1234", "wager": "1"}
    assert (settings.number("meter"), settings.cents("wager"), settings.number("decks")) == (1234, 100, 6)
    for bad in ({"decks": "5"}, {"meter": "-1"}, {"meter": "1.5"}, {"meter": "²"}, {"wager": "much"}):
        with pytest.raises(BadInput):
            Settings.complete(known, bad)


def test_a_stored_solution_is_named_by_its_rules_and_a_declared_version(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    slot = Slot("game", "0123456789abcdef", 3, (("<i8", (2,)), ("<u1", (3,))))
    arrays = (np.array([1, -2]), np.array([7, 8, 9]))
    calls = []

    def compute():
        calls.append(1)
        return arrays

    assert slot.get(compute)[1] == "computed"
    found, source = slot.get(compute)
    assert (source, len(calls)) == ("cached", 1)
    assert [a.tolist() for a in found] == [[1, -2], [7, 8, 9]]
    assert slot.get(compute, fresh=True)[1] == "computed"
    assert slot.get(compute, sound=lambda _: False)[1] == "computed"
    for other in (replace(slot, version=4), replace(slot, rules="f" * 16)):
        assert other.get(compute)[1] == "computed"
    keep(slot.cached, slot.to_bytes(arrays)[:-3])
    assert slot.get(compute)[1] == "computed"
    monkeypatch.setenv("PITBOSS_CACHE", "/proc/no-such-place")
    assert slot.get(compute)[1] == "computed", "a cache that cannot be written is no reason to fail"


def test_compiled_code_is_kept_until_it_or_what_it_imports_changes() -> None:
    def of(name: str) -> frozenset[Path]:
        return sources(PACKAGE / name)

    ranking, cards = PACKAGE / "cardplay/poker/kernels.py", PACKAGE / "core/cards.py"
    assert ranking in of("cardplay/holdem/kernels.py")
    assert ranking not in of("table_games/fu_bacc/kernel.py")
    assert cards not in of("cardplay/blackjack/round_kernels.py")
    assert PACKAGE / "simulator/kernels.py" in of("cardplay/blackjack/round_kernels.py")
    assert PACKAGE / "__init__.py" not in of("cardplay/holdem/kernels.py")


def test_a_changed_import_changes_the_name_of_the_compiled_code(tmp_path) -> None:
    one, names = tmp_path / "one.py", []
    for imported in ("below", "below", "below, deal"):
        one.write_text(f"from pitboss.simulator.kernels import {imported}\n")
        kernel_hash.cache_clear()
        names.append(kernel_hash(one))
    assert names[0] == names[1] != names[2]


def test_a_moved_module_changes_the_name_of_the_compiled_code(tmp_path, monkeypatch) -> None:
    """What was compiled names the modules it is made of, and could not be read."""
    monkeypatch.setattr(jit, "_PACKAGE", tmp_path)
    names = []
    for folder in ("simulate", "simulator"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kernels.py").write_text("ONE = 1\n")
        names.append(kernel_hash(tmp_path / folder / "kernels.py"))
    assert names[0] != names[1]


KERNEL = """from pitboss.compute.jit import njit

{comment}
@njit
def twice(n):
    {docstring}
    return {code}
"""


def compiled(folder: Path, **parts: str) -> tuple[int, int, str]:
    """What a kernel of its own gives, how often it was compiled, and where the compiled code lies."""
    file = folder / "own_kernel.py"
    file.write_text(KERNEL.format(**{"comment": "", "docstring": '"""Twice."""', "code": "2 * n", **parts}))
    kernel_hash.cache_clear()
    spec = importlib.util.spec_from_file_location("own_kernel", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.twice(21)
    return found, sum(module.twice.stats.cache_misses.values()), module.twice.stats.cache_path


def test_a_kernel_is_compiled_anew_when_its_code_changes_and_only_then(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    value, misses, place = compiled(tmp_path)
    assert (value, misses) == (42, 1)
    for same in ({}, {"comment": "# why it is so\n\n"}, {"docstring": '"""Twice as much."""'}):
        assert compiled(tmp_path, **same) == (42, 0, place)
    value, misses, other = compiled(tmp_path, code="3 * n")
    assert (value, misses) == (63, 1)
    assert other != place
