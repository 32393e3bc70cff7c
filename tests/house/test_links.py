"""Both ends of a link: the files of two tables on one progressive against each other."""

from __future__ import annotations

import pytest

from pitboss.core.errors import PitbossError
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
    ("JP-07", ('game = "face-up-pai-gow-poker"\npay_table', 'game = "fortune-pai-gow-poker"\npay_table'), "face-up"),
    ("HR-13", ('table = "Table 8"', 'table = "Table 7"'), "a link to Table 8"),
    ("JP-07", ('pay_table = "FUPGPP-WA01"', 'pay_table = "FUPGPP-WA03"'), "FUPGPP-WA01"),
    ("HR-13", ('contribution = "18 %"', 'contribution = "17 %"'), "the same"),
    ("HR-13", ('seed = "$5,000"', 'seed = "$6,000"'), "the same"),
    ("HR-13", ('displayed = "$31,207.18"', 'displayed = "$31,207.19"'), "the same"),
    ("HR-13", ("account 6", "account 7"), "the same"),
    ("HR-13", ('place = "jackpot"', 'award_order = "right-first"\nplace = "jackpot"'), "the same"),
    ("HR-13", ('place = "jackpot"', 'executive_from = "$5"\nplace = "jackpot"'), "the same"),
]  # fmt: skip


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


FACE_UP_03 = ('pay_table = "FUPGPP-WA01"', 'pay_table = "FUPGPP-03"')
FORTUNE_03 = ('pay_table = "FPGPP-WA01"', 'pay_table = "FPGPP-WA03"')
WA03 = ((FACE_UP_03, FORTUNE_03), (FORTUNE_03, FACE_UP_03))


@pytest.mark.clause("JP-07", "FP-10")
def test_a_table_is_linked_under_the_name_that_the_approval_links() -> None:
    face_up, fortune = WA03
    assert errors(*face_up, of_fortune=fortune) == []
    plain = (('pay_table = "FUPGPP-WA01"', 'pay_table = "FUPGPP-WA03"'), face_up[1])
    only = "serves Face Up Pai Gow Poker tables only"
    assert any(only in f.message for f in errors(*plain, of_fortune=fortune))


@pytest.mark.clause("HR-13")
def test_the_same_hand_has_one_probability_on_a_link() -> None:
    face_up, fortune = WA03
    read = ('house_way = "foxwoods"', 'house_way = "foxwoods"\nstraight_flush_7 = "natural"')
    found = errors(*face_up, read, of_fortune=fortune)
    assert any("two probabilities" in f.message for f in found)
    assert errors(*face_up, read, of_fortune=(*fortune, read)) == []


@pytest.mark.clause("HR-16", "HR-13", "HR-07")
def test_doubles_and_blanks() -> None:
    twins = errors(of_fortune=(('id = "fortune-1"', 'id = "face-up-3"'),))
    assert any("have the id" in f.message for f in twins)
    link = '[[jackpot.link]]\ntable = "Table 9"'
    twice = (link, link + '\ngame = "fortune-pai-gow-poker"\npay_table = "FPGPP-WA01"\ndecks = 1\nwager = "$1"\n'
             'location = "Tacoma"\n\n' + link)  # fmt: skip
    assert any("is there twice" in f.message for f in errors(twice))
    with pytest.raises(PitbossError, match="is blank"):
        errors(of_fortune=(('reference = "Example letter 22-011"', 'reference = " "'),))
