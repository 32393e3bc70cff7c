"""One change to a table that may open, and the finding it has to bring. Tests go clause by clause."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pitboss.core.cards import fresh_order
from pitboss.core.errors import BadInput, IllegalWager
from pitboss.house.check import check, check_advantage, check_room, config_on
from pitboss.house.findings import Severity
from pitboss.house.table_file import read_table
from pitboss.rounds.round import Round
from pitboss.sheets import game_ids
from tests.house.tables import EXAMPLES, TODAY, checked, example, found
from tests.refusals import refused

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.toml"))


def test_every_example_may_open_and_there_is_one_of_every_game() -> None:
    assert {name: [str(f) for f in checked(name).errors] for name in NAMES} == {name: [] for name in NAMES}
    assert all(checked(name).may_play for name in NAMES)
    assert {example(name).game for name in NAMES} == set(game_ids())


IVERIFY = 'i-verify-letter = { date = 2022-02-20, reference = "Example checklist 22-010" }'
DISTRIBUTORS = (
    'distributors-licensed = { date = 2021-01-15, reference = "Example licence 20-00001", sale = 2021-07-12 }'
)

ONE_CHANGE = [
    # clause, severity, example, change, day, what would be accepted
    ("HR-01", ERROR, "blackjack", ("$300", "$401"), TODAY, "at most $400"),
    ("HR-01", WARNING, "blackjack", ("$300", "$400"), TODAY, "at most $300, or a confirmation"),
    ("HR-01", ERROR, "blackjack", ("$300", "$301"), date(2023, 7, 19), "at most $300"),
    ("HR-01", ERROR, "fu-bacc", ('kind = "commercial"', 'kind = "tribal"'), TODAY, "establishment.wager_limit"),
    ("HR-01", ERROR, "fu-bacc", ("tables = 8", "tables = 8\nconfirmed = { odds = 2024-01-01 }"), TODAY,
     "wager-limit-400"),
    ("HR-02", ERROR, "fu-bacc", ("$100", "$201"), TODAY, "at most $200"),
    ("HR-02", ERROR, "down-under-holdem", ("$100", "$134"), TODAY, "at most $133"),
    ("HR-04", ERROR, "fu-bacc", ("tables = 8", "tables = 16"), TODAY, "at most 15"),
    ("HR-05", ERROR, "fu-bacc", ("spots = 7", "spots = 8"), TODAY, "at most 7"),
    ("HR-05", ERROR, "face-up-linked", ("spots = 6", "spots = 7"), TODAY, "at most 6"),
    ("HR-06", ERROR, "lucky-break", ("$10,000", "$1,249"), TODAY, "at least $1,250: $25 at 50 to 1"),
    ("HR-06", ERROR, "lucky-break", ('["lucky-break"]\nlimit', '["lucky-break", "blackjack"]\nlimit'), TODAY,
     "one kind of prize"),
    ("HR-06", ERROR, "fu-bacc", ("[checklist]", '[[aggregate]]\nprizes = ["lucky-monkey"]\nlimit = 9000\n[checklist]'),
     TODAY, "no limit on prizes below 50 to 1"),
    ("HR-07", ERROR, "lucky-break", ("1/1", "1/3"), TODAY, "1/1, 2/2, 3/3, 4/4"),
    ("HR-07", ERROR, "fu-bacc", ("[limits]", '[pay_tables]\ntie = "mine.toml"\n[limits]'), TODAY, "1"),
    ("HR-07", ERROR, "fu-bacc", ("2021", "2021"), date(2021, 5, 24), "that day or later"),
    ("FU-22", ERROR, "face-up-linked", ('fortune-bonus = "1"', 'fortune-bonus = "5"'), TODAY, "1, 2, 3, 4, 6, 7"),
    ("HR-08", ERROR, "fu-bacc", ('tie = { least = "$1", most = "$25" }\n', ""), TODAY, "least and most"),
    ("HR-08", ERROR, "fu-bacc", ('tie = { least = "$1", most = "$25" }', 'tie = { least = "$1" }'), TODAY,
     "limits.tie.most"),
    ("FB-04", ERROR, "fu-bacc", ("[limits]", '[limits]\nplay = { least = "$5", most = "$9" }'), TODAY,
     "no limits.play"),
    ("AD-11", ERROR, "acey-deucey-21", ('acey-deucey = { least = "$1"', 'acey-deucey = { least = "$5"'), TODAY, "$1"),
    ("AD-12", ERROR, "acey-deucey-21", ("[limits]", '[limits]\nraise = { least = "$1", most = "$9" }'), TODAY,
     "no limits.raise"),
    ("AD-04", ERROR, "acey-deucey-21", ("[options]", '[options]\nhole_card = "none"'), TODAY, ""),
    ("LB-02", ERROR, "lucky-break", ("[options]", '[options]\ninsurance = "off"'), TODAY, ""),
    ("HR-23", ERROR, "down-under-holdem", ('"005t"', '"005s"'), TODAY, "005t or later"),
    ("HR-23", ERROR, "face-up-linked", ('"2.5.4"', '"2.5.3"'), TODAY, "2.5.4 or later"),
    ("HR-23", ERROR, "face-up-linked", ('id = "nexus-command"', 'id = "abacus"'), TODAY, ""),
    ("HR-23", ERROR, "face-up-linked", ('id = "i-deal"\nversion = "3.8.084"', 'id = "shuffler"'), TODAY, ""),
    ("HR-23", ERROR, "face-up-linked", ('id = "jackpot-display"', 'id = "jackpot-display"\nnetwork = true'), TODAY,
     "neither"),
    ("HR-23", ERROR, "face-up-linked", (IVERIFY, ""), TODAY, "checklist.i-verify-letter"),
    ("HR-23", ERROR, "lucky-break", ('licence = "Example licence 10-00003"', ""), TODAY, "licensed manufacturer"),
    ("HR-23", ERROR, "fu-bacc", ('"hand"', '"shuffler"'), TODAY, "[[equipment]]"),
    ("HR-24", ERROR, "fu-bacc", ("internal-controls-approved", "internal-controls-wished"), TODAY, ""),
    ("HR-24", ERROR, "fu-bacc", ("2021-07-02", "2027-07-02"), TODAY, "a date up to 2026-11-15"),
    ("HR-24", ERROR, "fu-bacc", ("sale = 2021-07-12", "sale = 2020-07-12"), TODAY, "a date before the sale"),
    ("HR-29", ERROR, "fu-bacc", ('"hand"', '"hand"\nchip = "$2"'), TODAY, "multiples of $2"),
    ("HR-30", ERROR, "acey-deucey-21", ("spots = 6", "spots = 5"), TODAY, "6 to 7"),
]  # fmt: skip


@pytest.mark.clause("HR-01", "HR-02", "HR-04", "HR-05", "HR-06", "HR-07", "HR-08", "HR-23", "HR-24", "HR-29")
@pytest.mark.clause("HR-30", "FU-22", "FB-04", "FB-08", "AD-11", "AD-12", "AD-13", "AD-04", "LB-02", "BJ-17")
@pytest.mark.parametrize(("clause", "severity", "name", "change", "on", "accepted"), ONE_CHANGE)
def test_one_change(
    clause: str, severity: Severity, name: str, change: tuple[str, str], on: date, accepted: str
) -> None:
    """Which brings a finding that the example itself has not."""
    findings = found(checked(name, change, on=on), clause, severity)
    assert any(accepted in f.accepted for f in findings), [str(f) for f in findings]
    assert change[0] == change[1] or on != TODAY or not found(checked(name), clause, severity)


# HR-01: the limit by date


@pytest.mark.clause("HR-01")
@pytest.mark.parametrize(("on", "most", "verdict"), [
    (date(2008, 12, 31), 100, None), (date(2008, 12, 31), 101, ERROR), (date(2009, 6, 1), 300, WARNING),
    (date(2009, 6, 1), 301, ERROR), (date(2010, 1, 1), 300, None), (date(2023, 7, 19), 300, None),
    (date(2023, 7, 19), 301, ERROR), (date(2023, 7, 20), 400, WARNING), (date(2023, 7, 20), 401, ERROR),
])  # fmt: skip
def test_largest_wager_by_date(on: date, most: int, verdict: Severity | None) -> None:
    report = checked("blackjack", ("$300", f"${most}"), on=on)
    assert {f.severity for f in report if f.clause == "HR-01"} == ({verdict} if verdict else set())


RAISED = ("$300", "$400")
CONFIRMED = ("tables = 8", "tables = 8\nconfirmed = { wager-limit-400 = 2023-09-01 }")
HIGH = ('dealing = "shoe"', 'dealing = "shoe"\nhigh_limit = true')
FOUR_HIGH = ("tables = 8", "tables = 8\nhigh_limit_tables = 4")
TRIPS_5 = ('trips-or-better = { least = "$1", most = "$25"', 'trips-or-better = { least = "$1", most = "$5"')
MATCH_6 = ('match-the-dealer = { least = "$1", most = "$5"', 'match-the-dealer = { least = "$1", most = "$6"')
ABOVE_5 = [MATCH_6, ('wager = "$5"', 'wager = "$6"')]
THEN, WAC = date(2008, 6, 1), "WAC 230-15-140"
PRODUCT = ('multiplier = "added"', 'multiplier = "product"')

SEVERAL_CHANGES = [
    # clause, example, changes, day, the gravest finding's severity, and what each of these says
    ("HR-01", "blackjack", [RAISED, CONFIRMED], date(2023, 9, 1), None, ""),
    ("HR-01", "blackjack", [RAISED, CONFIRMED], date(2023, 8, 31), ERROR, "at most $300"),
    # a higher limit for a few tables, up to 2008
    ("HR-01", "blackjack", [("$300", "$200")], THEN, ERROR, ""),
    ("HR-01", "blackjack", [("$300", "$200"), HIGH], THEN, WARNING, "for one to three tables"),
    ("HR-01", "blackjack", [("$300", "$201"), HIGH], THEN, ERROR, ""),
    ("HR-01", "blackjack", [("$300", "$200"), HIGH, FOUR_HIGH], THEN, ERROR, ""),
    ("HR-01", "blackjack", [HIGH], TODAY, ERROR, ""),
    # a day before all known values
    ("HR-01", "blackjack", [], date(2004, 6, 30), ERROR, WAC),
    ("HR-01", "blackjack", [], date(2004, 6, 30), ERROR, "a day from 2004-07-01"),
    # a tribal casino has its own limit, and jackpot wagers count as wagers too
    ("HR-01", "face-up-house-jackpot", [], TODAY, None, ""),
    ("HR-01", "face-up-house-jackpot", [('most = "$500"', 'most = "$501"')], TODAY, ERROR, "at most $500"),
    ("HR-01", "face-up-linked", [('wager = "$1"', 'wager = "$500"')], TODAY, ERROR, "jackpot.jackpot"),
    # separate games with one hand: the base game, two bonuses and a jackpot are four; a bet for the dealer is none
    ("HR-03", "down-under-holdem", [TRIPS_5], date(2008, 3, 1), ERROR, ""),
    ("HR-03", "down-under-holdem", [TRIPS_5], date(2009, 9, 14), None, ""),
    ("HR-03", "down-under-holdem", [TRIPS_5], date(2026, 1, 1), None, ""),
    ("HR-03", "down-under-holdem", ABOVE_5, date(2021, 6, 13), ERROR, "at most 3 of them above $5"),
    ("HR-03", "down-under-holdem", ABOVE_5, date(2021, 6, 14), WARNING, "at most 3 of them above $5"),
    ("HR-03", "lucky-break", [], date(2008, 3, 1), None, ""),
    # Lucky Break tops at 153 to 1 or 150 to 1; 50 to 1 is what counts of either
    ("HR-06", "lucky-break", [("$10,000", "$1,250")], TODAY, None, ""),
    ("HR-06", "lucky-break", [PRODUCT, ("$10,000", "$1,250")], TODAY, None, ""),
]  # fmt: skip


@pytest.mark.clause("HR-01", "HR-02", "HR-03", "HR-06", "HR-27", "LB-11")
@pytest.mark.parametrize(("clause", "name", "changes", "on", "severity", "says"), SEVERAL_CHANGES)
def test_several_changes_and_other_days(
    clause: str, name: str, changes: list[tuple[str, str]], on: date, severity: Severity | None, says: str
) -> None:
    there = [f for f in checked(name, *changes, on=on) if f.clause == clause and f.severity is not NOTE]
    gravest = min((f.severity for f in there), key=list(Severity).index, default=None)
    assert gravest is severity, [str(f) for f in there]
    meant = [f for f in there if f.severity is gravest]
    assert all(says in f"{f.where} {f.message} {f.accepted}" for f in meant), [str(f) for f in there]


@pytest.mark.clause("HR-02")
def test_a_raise_up_to_twice_the_ante_does_not_lower_the_ante() -> None:
    """Acey Deucey's raise is capped by the limit itself (AD-13), so the Ante may go up to it."""
    most = ('acey-deucey = { least = "$1", most = "$25" }', 'acey-deucey = { least = "$1", most = "$300" }')
    assert checked("acey-deucey-21", most).may_play


@pytest.mark.clause("HR-01", "HR-02")
def test_a_later_wager_above_the_sure_limit_warns_and_holds_in_the_round() -> None:
    """An Ante of $200 leads to a Play of $400, which is legal once the operator confirms the day."""
    table = example("fu-bacc", ("$100", "$200"))
    assert found(check(table, TODAY), "HR-01", WARNING)
    assert config_on(table, TODAY).regulation_cents == 40_000
    assert config_on(example("fu-bacc", ("$100", "$150")), TODAY).regulation_cents == 30_000


# HR-04 with all tables given, and the whole room


@pytest.mark.clause("HR-04", "HR-16")
def test_a_room_of_sixteen_tables() -> None:
    tables = [example("fu-bacc", ("Table 1", f"Table {n}")) for n in range(16)]
    assert all(found(report, "HR-04") for report in check_room(tables, TODAY))
    assert not any(found(report, "HR-04") for report in check_room(tables[:15], TODAY))
    twins = check_room([tables[0], tables[0]], TODAY)
    assert all(found(report, "HR-16") for report in twins)


# HR-24: training


@pytest.mark.clause("HR-24")
def test_an_open_item_leaves_the_table_to_training() -> None:
    report = checked("fu-bacc", (DISTRIBUTORS, ""))
    assert not report.may_play and report.may_train
    assert not checked("fu-bacc", (DISTRIBUTORS, ""), ("$100", "$300")).may_train


@pytest.mark.clause("HR-24")
def test_conditions_of_the_two_kinds_of_places() -> None:
    commercial = ('kind = "tribal"', 'kind = "commercial"')
    open_items = {f.where for f in found(checked("face-up-house-jackpot", commercial), "HR-24")}
    ours = (
        "internal-controls-submitted internal-controls-approved manufacturers-licensed distributors-licensed"
    )
    assert {f"checklist.{item}" for item in ours.split()} <= open_items
    tribal = checked("fu-bacc", ('kind = "commercial"', 'kind = "tribal"\nwager_limit = "$500"'))
    theirs = "tribal-agency-approval commission-concurrence compact-appendix-a-18 manufacturers-certified"
    wanted = {f"checklist.{item}" for item in (*theirs.split(), "distributors-certified")}
    assert {f.where for f in found(tribal, "HR-24")} >= wanted


@pytest.mark.clause("HR-24", "HR-31")
def test_what_the_letters_note_is_in_the_report() -> None:
    notes = [f.message for f in found(checked("fu-bacc"), "HR-24", NOTE)]
    assert any("S.A. Daines US Holdings" in text for text in notes)
    assert any("230-03-045" in f.message for f in found(checked("acey-deucey-21"), "HR-24", NOTE))
    assert any("Flush Poker" in f.message for f in found(checked("fu-bacc"), "HR-31", NOTE))
    assert any("Game Name" in f.message for f in found(checked("lucky-break"), "HR-31", NOTE))


@pytest.mark.clause("HR-23")
def test_the_dealing_method_is_on_record() -> None:
    shoe = found(checked("blackjack"), "HR-23", NOTE)
    assert "WAC 230-15-465" in shoe[0].message
    assert found(checked("fu-bacc"), "HR-23", NOTE)[0].message == "Dealing: hand."


# what a round then gets


@pytest.mark.clause("HR-02", "HR-08")
def test_limits_of_the_file_hold_in_a_round() -> None:
    config, order = config_on(example("fu-bacc"), TODAY), fresh_order()
    assert config.regulation_cents == 30_000
    Round(config, {1: {"ante": 10_000}}, order)
    refused(IllegalWager, "posted limits")(Round, config, {1: {"ante": 10_100}}, order)


@pytest.mark.clause("HR-07")
def test_a_table_with_an_error_gives_no_configuration() -> None:
    wrong = example("fu-bacc", ("$100", "$250"))
    refused(BadInput, r"may not open on 2026-11-15.*HR-02")(config_on, wrong, TODAY)


def test_findings_come_gravest_first_and_travel_as_json() -> None:
    report = checked("fu-bacc", ("$100", "$250"))
    severities = [f.severity for f in report]
    assert severities == sorted(severities, key=list(Severity).index)
    shape = report.to_json()
    assert shape["may_play"] is False
    first = shape["findings"][0]  # type: ignore[index]
    assert (first["clause"], first["accepted"]) == ("HR-02", "a maximum of at most $200")
    table = example("face-up-pai-gow-poker")
    assert check(table, TODAY) == check(table, TODAY), "a pure question"


@pytest.mark.clause("AD-19", "AD-20", "AD-21")
def test_tables_that_let_a_pair_be_raised_are_warned_about_and_those_with_an_edge_are_not() -> None:
    usual = read_table(EXAMPLES / "acey-deucey-21.toml")
    assert list(check_advantage(example("fu-bacc"))) == []
    for pay_table, clause in (("1", "AD-19"), ("2", "AD-20"), ("3", "AD-21"), ("1B", "")):
        table = replace(usual, pay_tables={**usual.pay_tables, "acey-deucey": pay_table})
        warned = list(check_advantage(table))
        assert [(one.clause, one.severity) for one in warned] == [(clause, WARNING)] * bool(clause)
        for one in warned:
            assert "has an advantage of" in one.message
            assert one.accepted == "pay table 1B, 2B, 3B"
            (report,) = check_room([table], TODAY)
            assert one in list(report)
