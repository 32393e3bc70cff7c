"""The gate: every clause of the rules is in the code and is held by a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss import clauses
from pitboss.approvals import clauses as all_clauses
from pitboss.errors import BadInput

COVER = clauses.coverage()


@pytest.mark.parametrize("cover", COVER, ids=[cover.id for cover in COVER])
def test_clause_has_code_and_test(cover: clauses.ClauseCover) -> None:
    assert cover.where, f"{cover.id} ({cover.title}) is named nowhere in the package"
    assert cover.tests, f"{cover.id} ({cover.title}) has no test marked with it"


def test_every_marked_clause_exists() -> None:
    folder = clauses.tests_folder()
    assert folder is not None
    unknown = clauses.marked_tests(folder).keys() - {clause.id for clause in all_clauses()}
    assert not unknown


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
    assert clauses.places(package) == {
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
    assert clauses.marked_tests(folder) == {
        "FB-01": sorted([one, two]),
        "FB-02": [one],
        "FB-03": [two],
        "FB-04": [two],
        "FB-05": [two],
        "FB-20": [one],
        "FB-21": [one],
    }


def test_a_mark_that_only_running_would_tell_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_game.py").write_text(TESTS.replace("*PAYS", "*numbers()"))
    with pytest.raises(BadInput, match=r"test_game\.py, line 6"):
        clauses.marked_tests(folder)


def test_the_document_has_the_promised_shape() -> None:
    document = COVER[0].to_json()
    assert list(document) == ["id", "title", "where", "tests", "place"]
    tie = next(cover for cover in COVER if cover.id == "FB-27")
    assert "pitboss.approvals.data.fu-bacc:pay_table.tie.1" in tie.where
    assert "tests/approvals/test_pay_tables.py::test_every_line_as_printed" in tie.tests
