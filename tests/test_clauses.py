"""The gate: every clause of the rules is in the code and is held by a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.core.errors import BadInput
from pitboss.sheets import clause_map
from pitboss.sheets import clauses as all_clauses


@pytest.fixture(scope="module")
def cover() -> tuple[clause_map.ClauseCover, ...]:
    return clause_map.coverage()


def test_every_clause_has_code_and_test(cover: tuple[clause_map.ClauseCover, ...]) -> None:
    assert len(cover) > 200
    nowhere = [f"{one.id} ({one.title}) is named nowhere in the package" for one in cover if not one.where]
    untested = [f"{one.id} ({one.title}) has no test marked with it" for one in cover if not one.tests]
    assert nowhere + untested == []


def test_every_marked_clause_exists() -> None:
    folder = clause_map.tests_folder()
    assert folder is not None
    assert clause_map.marked_tests(folder).keys() <= {clause.id for clause in all_clauses()}


MODULE = '''
"""Opening text: ZZ-01 and FB-02 do not count here."""
LIMIT = ("FB-04", 3)
# FB-05 above a function belongs to the module

@decorated("FB-06")
def outer():
    """FB-01 in a docstring."""
    def inner():
        return 1  # FB-03 in a comment
    return inner

class Table:
    label = "FB-07"
    def deal(self):
        raise ValueError("FB-08, and ZZ-99 which is no clause")
'''

DATA = """
[game]
crossed = { side = "FB-12" }
[[wager]]
id = "side"
clause = "FB-09"
[[pay_table]]
wager = "side"
id = "2"
clause = "FB-10"
line = [{ hand = "pair", clause = "FB-11" }]
[clauses]
FB-13 = "A title alone is no place"
"""


def test_places_are_the_innermost_names(tmp_path: Path) -> None:
    package = tmp_path / "casino"
    package.mkdir()
    (package / "game.py").write_text(MODULE.lstrip())
    (package / "sheet.toml").write_text(DATA)
    assert clause_map.places(package) == {
        "FB-01": ["casino.game.outer"],
        "FB-03": ["casino.game.outer.inner"],
        "FB-04": ["casino.game.LIMIT"],
        "FB-05": ["casino.game"],
        "FB-06": ["casino.game.outer"],
        "FB-07": ["casino.game.Table"],
        "FB-08": ["casino.game.Table.deal"],
        "FB-09": ["casino.sheet:wager.side"],
        "FB-10": ["casino.sheet:pay_table.side.2"],
        "FB-11": ["casino.sheet:pay_table.side.2"],
        "FB-12": ["casino.sheet:crossed"],
    }


TESTS = """
import pytest
PAYS = ("FB-20", "FB-21")
pytestmark = [pytest.mark.long, pytest.mark.clause("FB-01")]

@pytest.mark.clause("FB-02", *PAYS)
def test_one(): ...

def helper(): ...

@pytest.mark.clause("FB-03")
class TestGroup:
    pytestmark = pytest.mark.clause("FB-04")

    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("FB-05"))])
    def test_two(self, x): ...
"""


def test_marks_of_function_class_module_and_parameter(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_game.py").write_text(TESTS)
    one, two = "tests/test_game.py::test_one", "tests/test_game.py::TestGroup::test_two"
    assert clause_map.marked_tests(folder) == {
        "FB-01": sorted([one, two]), "FB-02": [one], "FB-03": [two], "FB-04": [two], "FB-05": [two],
        "FB-20": [one], "FB-21": [one],
    }  # fmt: skip
    # a mark that only running would tell
    (folder / "test_game.py").write_text(TESTS.replace("*PAYS", "*numbers()"))
    with pytest.raises(BadInput, match=r"test_game\.py, line 6"):
        clause_map.marked_tests(folder)


def test_the_document_has_the_promised_shape(cover: tuple[clause_map.ClauseCover, ...]) -> None:
    document = cover[0].to_json()
    assert list(document) == ["id", "title", "where", "tests", "place"]
    tie = next(one for one in cover if one.id == "FB-27")
    assert "pitboss.table_games.fu_bacc.sheet:pay_table.tie.1" in tie.where
    assert "tests/approvals/test_pay_tables.py::test_every_line_as_printed" in tie.tests
