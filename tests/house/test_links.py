"""Both ends of a link: the files of two tables on one progressive against each other."""

from __future__ import annotations

import pytest

from pitboss.house.check import check_room
from pitboss.house.findings import Finding
from tests.house.tables import TODAY, example

FACE_UP, FORTUNE = "face-up-linked", "fortune-pai-gow-poker"


def errors(*changes: tuple[str, str], of_fortune: tuple[tuple[str, str], ...] = ()) -> list[Finding]:
    tables = [example(FACE_UP, *changes), example(FORTUNE, *of_fortune)]
    return [finding for report in check_room(tables, TODAY) for finding in report.errors]


@pytest.mark.clause("FP-10", "JP-07", "HR-13")
def test_the_two_examples_are_one_link() -> None:
    assert errors() == []


CHANGES = [
    ("JP-07", ('id = "pai-gow-link"', 'id = "another"'), "one jackpot.id in both files"),
    (
        "JP-07",
        ('game = "face-up-pai-gow-poker"\npay_table', 'game = "fortune-pai-gow-poker"\npay_table'),
        "face-up",
    ),
    ("HR-13", ('table = "Table 8"', 'table = "Table 7"'), "a link to Table 8"),
    ("JP-07", ('pay_table = "FUPGPP-WA01"', 'pay_table = "FUPGPP-WA03"'), "FUPGPP-WA01"),
    ("HR-13", ('contribution = "18 %"', 'contribution = "17 %"'), "the same"),
    ("HR-13", ('seed = "$5,000"', 'seed = "$6,000"'), "the same"),
    ("HR-13", ('displayed = "$31,207.18"', 'displayed = "$31,207.19"'), "the same"),
    ("HR-13", ("account 6", "account 7"), "the same"),
    ("HR-13", ('place = "jackpot"', 'award_order = "right-first"\nplace = "jackpot"'), "the same"),
    ("HR-13", ('place = "jackpot"', 'executive_from = "$5"\nplace = "jackpot"'), "the same"),
]


@pytest.mark.clause("FP-10", "JP-07", "HR-13")
@pytest.mark.parametrize(("clause", "change", "accepted"), CHANGES, ids=lambda value: str(value)[:40])
def test_what_one_file_says_the_other_says_too(clause: str, change: tuple[str, str], accepted: str) -> None:
    found = errors(of_fortune=(change,))
    assert any(f.clause == clause and accepted in f.accepted for f in found), [str(f) for f in found]


@pytest.mark.clause("HR-13")
def test_tables_on_one_jackpot_say_so() -> None:
    start = ('[[jackpot.link]]\ntable = "Table 8"\ngame = "face-up-pai-gow-poker"\npay_table = "FUPGPP-WA01"\n'
             'decks = 1\nwager = "$1"\nlocation = "Tacoma"\n')  # fmt: skip
    assert any("no link says so" in f.message for f in errors(of_fortune=((start, ""),)))
