"""The words of side wagers, how a sheet is read that uses them, and what is refused."""

from __future__ import annotations

import doctest

import pytest

from pitboss.core.errors import BadApproval, BadInput
from pitboss.sheets import load_sheet, side_wagers
from pitboss.sheets.plugins import HOUSE
from pitboss.sheets.side_wagers import WORDS, condition, fits

TRILUX = (HOUSE / "trilux_bonus" / "sheet.toml").read_text(encoding="utf-8")
BOTH = ("spot.first_two", "dealer.up")


def test_each_word_is_defined_once_with_an_example_that_runs() -> None:
    assert doctest.testmod(side_wagers).failed == 0
    for name, word in WORDS.items():
        assert f'fits("{name}' in (word.holds.__doc__ or "") or f" {name} " in (word.holds.__doc__ or ""), (
            name
        )


@pytest.mark.clause("SB-04")
@pytest.mark.parametrize(("hand", "run"), [
    ("Ac 2d", True), ("Kc Ad", True), ("Kc 2d", False), ("Qc Kd Ah", True), ("Ac 2d 3h", True),
    ("Kc Ad 2h", False), ("5c 6d 7h", True), ("5c 5d 6h", False), ("5c 7d", False), ("9c 9d", False),
])  # fmt: skip
def test_a_run_does_not_go_round_the_corner(hand: str, run: bool) -> None:
    assert fits("run", hand) is run


@pytest.mark.parametrize("text", [
    "", "flush", "ranks", "ranks 1", "ranks K and", "cards Zz", "suit x", "has two of 7", "has 1 7", "total",
    "total high", "poker royal", "one_rank 7", "spot.third only 7", "spot.first above", "spot.first above dealer.hole",
])  # fmt: skip
def test_what_is_no_condition_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        condition(text, BOTH)
    assert refusal.value.accepted


@pytest.mark.parametrize(("old", "new", "says"), [
    ('when = "poker flush"', 'when = "flush"', "no condition"),
    (', when = "poker flush"', "", "no condition"),
    ('"dealer.up"]', '"dealer.hole"]', "dealer.hole"),
    ('when = "poker flush"', 'when = "one_suit and dealer_blackjack"', "waits for the dealer's blackjack"),
    ("10,368 of 5,013,320", "10,368", "not|is '10,368'"),
    ('line = "straight-flush"\n', 'line = "royal"\n', "royal"),
    ('id = "9-flat"', 'id = "9-flat"\notherwise = "nothing"', "nothing"),
    ('id = "9-flat"', 'id = "9-flat"\ndecks = [3]', "decks"),
])  # fmt: skip
def test_a_mistake_in_a_sheet_is_named(old: str, new: str, says: str) -> None:
    assert old in TRILUX
    with pytest.raises(BadApproval, match=says):
        load_sheet(TRILUX.replace(old, new, 1), "trilux_bonus/sheet.toml")


def test_what_becomes_of_a_wager_on_no_line_is_the_sheets_to_say() -> None:
    found = load_sheet(
        TRILUX.replace('id = "9-flat"', 'id = "9-flat"\notherwise = "loses 1/2"'), "sheet.toml"
    )
    assert str(found.pay_table("trilux", "9-flat").odds("no-line")) == "loses 1/2"
    assert str(found.pay_table("trilux", "8-flat").odds("no-line")) == "loses 1"


def test_a_line_of_a_later_table_is_read_as_the_first_one_has_it() -> None:
    table = load_sheet(TRILUX, "sheet.toml").pay_table("trilux", "25-15-8-5")
    assert (table.lines[0].text, table.lines[0].when) == ("Straight flush", "poker straight-flush")
