"""The jackpots in a table's file against HR-09, HR-10, HR-12, HR-13, HR-28 and the jackpots' own clauses."""

from __future__ import annotations

import pytest

from pitboss.house.check import check_room
from pitboss.house.findings import Severity
from tests.house.tables import TODAY, checked, example, found

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
LINKED, DUAL, HOUSE, DOWN_UNDER = (
    "face-up-linked", "face-up-pai-gow-poker", "face-up-house-jackpot", "down-under-holdem",
)  # fmt: skip
NOTICE = '    "The prize is the fixed amount on display, in full for every winner.",\n'

METER = '[[jackpot.meter]]\nseed = 1\ncontribution = "1 %"\nreserve = "0 %"\n'
LINK = '[[jackpot.link]]\ntable = "9"\ngame = "x"\npay_table = "x"\ndecks = 1\nwager = "$1"\nlocation = "Everett"\n'
DEPOSIT = "deposit_every_days = 7"
AT = 'wager = "$1"\nlocation'

ONE_CHANGE = [
    # clause, severity, example, changes, what would be accepted
    ("JP-08", ERROR, HOUSE, [('amount = "$10,000"\n', "")], "settings for meter"),
    ("HR-09", ERROR, HOUSE, [(NOTICE, "")], "3 notices, as WAC 230-15-671"),
    ("HR-09", ERROR, HOUSE, [("[[equipment]]", METER + "[[equipment]]")], "a posted amount"),
    ("HR-09", ERROR, HOUSE, [("[[equipment]]", LINK + "[[equipment]]")], "no [[jackpot.link]]"),
    ("HR-10", ERROR, LINKED, [(DEPOSIT, "deposit_every_days = 8")], "at least every 7 days"),
    ("HR-10", ERROR, LINKED, [(DEPOSIT, DEPOSIT + "\ndeposited = 2026-11-07")], "within the 7 days"),
    ("HR-10", ERROR, LINKED, [(DEPOSIT, DEPOSIT + '\nbalance = "$31,207.17"')], "at least $31,207.18"),
    ("HR-10", ERROR, LINKED, [("[jackpot.fund]\n", ""), ("account =", "# account ="), (DEPOSIT, "")],
     "[jackpot.fund]"),
    ("HR-12", ERROR, DOWN_UNDER, [('maximum = "$100,000"', 'maximum = "$12,480.34"')], "at least $12,480.35"),
    ("HR-13", ERROR, LINKED, [('wager = "$1"\nlocation = "Tacoma"', 'wager = "$1"\nlocation = "Yakima"')], "Tacoma"),
    ("HR-13", ERROR, LINKED, [(AT, 'wager = "$1"\ndisplay = false\nlocation')], "a display at every table"),
    ("HR-13", ERROR, LINKED, [(AT, 'wager = "$1"\nsecond_progressive = true\nlocation')],
     "second-progressive-on-linked-games"),
    ("JP-07", ERROR, LINKED, [('"FPGPP-WA01"', '"FPGPP-WA03"')], "FPGPP-WA01"),
    ("JP-07", ERROR, LINKED, [('game = "fortune-pai-gow-poker"', 'game = "face-up-pai-gow-poker"')], "FUPGPP-WA01"),
    ("JP-07", ERROR, LINKED, [("decks = 1", "decks = 2")], "1"),
    ("JP-07", ERROR, LINKED, [('decks = 1\nwager = "$1"', 'decks = 1\nwager = "$2"')], "$1"),
    ("JP-01", ERROR, DOWN_UNDER, [('wager = "$5"', 'wager = "$21"')], "$1 to $20"),
    ("JP-01", ERROR, DOWN_UNDER, [('place = "jackpot"', 'place = "bet"')], "jackpot"),
    ("JP-01", ERROR, DOWN_UNDER, [("[limits]", "[limits]\njackpot = { least = 1, most = 5 }")],
     "wager in its [[jackpot]]"),
    ("JP-05", ERROR, DUAL,
     [('"progressive"\npay_table = "FUPGPP-ML02"', '"house"\npay_table = "FUPGPP-ML02"')], "one type"),
    ("JP-06", ERROR, DUAL, [('place = "second-jackpot"', 'place = "jackpot"')], "one jackpot for each of"),
    ("JP-10", ERROR, DUAL, [('name = "major"', 'name = "grand"')], "mega, major, minor"),
    ("JP-10", ERROR, DUAL, [('contribution = "4 %"', 'contribution = "95 %"')], "100 % together at most"),
    ("JP-13", WARNING, DOWN_UNDER, [('seed = "$1,000"', 'seed = "$900"')], "$5,000"),
    ("JP-13", WARNING, DOWN_UNDER, [('seed = "$1,000"', 'seed = "$299"')], "a seed of at least $1,500"),
    ("JP-13", WARNING, LINKED, [('seed = "$5,000"', 'seed = "$0"')], "a seed"),
    ("JP-13", WARNING, LINKED, [('reserve = "2 %"', 'reserve = "0 %"')], "a small part of each wager"),
    ("JP-13", WARNING, DOWN_UNDER, [('contribution = "20 %"', 'contribution = "21 %"')], "at most 20 %"),
    ("JP-14", WARNING, DOWN_UNDER, [("award_order", "# award_order")], "jackpot.award_order"),
    ("JP-24", ERROR, LINKED, [('"FUPGPP-WA01"', '"FUPGPP-WA02"')], "FUPGPP-WA01, FUPGPP-WA03"),
]  # fmt: skip


@pytest.mark.clause(
    "HR-09", "HR-10", "HR-12", "HR-13", "JP-01", "JP-05", "JP-06", "JP-07", "JP-10", "JP-13", "JP-14"
)
@pytest.mark.parametrize(("clause", "severity", "name", "changes", "accepted"), ONE_CHANGE)
def test_one_change(
    clause: str, severity: Severity, name: str, changes: list[tuple[str, str]], accepted: str
) -> None:
    """Which brings a finding that the example itself has not."""
    findings = found(checked(name, *changes), clause, severity)
    assert any(accepted in f.accepted for f in findings), [str(f) for f in findings]
    assert not found(checked(name), clause, severity)


@pytest.mark.clause("HR-13")
def test_the_change_proposed_in_2023_needs_the_operators_word() -> None:
    second = (AT, 'wager = "$1"\nsecond_progressive = true\nlocation')
    word = ("tables = 8", "tables = 8\nconfirmed = { second-progressive-on-linked-games = 2024-01-01 }")
    report = checked(LINKED, second, word)
    assert not found(report, "HR-13")
    assert "2024-01-01" in found(report, "HR-13", NOTE)[0].message


@pytest.mark.clause("HR-28")
def test_progressives_warn_of_sections_not_at_hand() -> None:
    warned = found(checked(LINKED), "HR-28", WARNING)
    assert len(warned) == 1
    assert "WAC 230-15-680 to 230-15-720" in warned[0].message
    assert not found(checked(HOUSE), "HR-28", WARNING)
    assert not found(checked("fu-bacc"), "HR-28", WARNING)


@pytest.mark.clause("JP-09")
def test_two_jackpots_only_for_the_games_of_submission_3054() -> None:
    second = '\n[[jackpot]]\nplace = "second"\ntype = "progressive"\npay_table = "option-1"\nwager = "$1"\n'
    refused = found(checked(DOWN_UNDER, more=second), "JP-09")
    assert "3054" in refused[0].accepted


@pytest.mark.clause("JP-06")
@pytest.mark.parametrize("place", ["Tacoma", "Tacoma, WA", "Tacoma.", "Seattle"])
def test_one_jackpot_configuration_of_down_under_in_a_card_room(place: str) -> None:
    """The tables that are checked or served together are one card room, whatever their files call the place."""
    name = "down-under-holdem"
    renamed = [('id = "down-under-1"', 'id = "down-under-2"'), ('name = "Table 5"', 'name = "Table 6"')]
    moved = [*renamed, ('location = "Tacoma"', f'location = "{place}"')]
    one, same = example(name), example(name, *moved)
    assert not any(found(report, "JP-06") for report in check_room([one, same], TODAY))
    other = example(name, *moved, ('pay_table = "option-3"', 'pay_table = "option-1"'))
    reports = check_room([one, other], TODAY)
    assert [len(found(report, "JP-06")) for report in reports] == [1, 1]
    assert found(reports[0], "JP-06")[0].message.startswith("Table 6 has a progressive jackpot with option-1")
