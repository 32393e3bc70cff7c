"""Jackpot money at its edges: the last cent, nothing at all, and what a refusal says is possible instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import ParamSpec

import pytest

from pitboss.core.errors import IllegalAction, PitbossError
from pitboss.core.odds import PercentOfMeter
from pitboss.jackpots import MeterSettings, Reason
from pitboss.jackpots.documents import State
from pitboss.jackpots.events import Due
from pitboss.jackpots.postings import once_shown_key
from pitboss.jackpots.tray import dues
from pitboss.ledger import UNIT_PER_CENT
from pitboss.people.person import Person, Role
from pitboss.room.table_jackpots import TableJackpots
from tests.jackpot.pit import DOWN_UNDER, FIXED, FULL, TENTH, Pit
from tests.jackpot.staff import DEALER, EXECUTIVE, OWNER, SUPERVISOR
from tests.refusals import refused

P = ParamSpec("P")
HOUSE = Person.of("house", Role.HOUSE)
WHOLE = MeterSettings(200_000, Fraction(1))
"""every cent of a wager goes to the meter"""


def refusal(act: Callable[P, object], *given: P.args, **named: P.kwargs) -> tuple[str, str | None]:
    """What was said of it, and what would be accepted."""
    error = refused(PitbossError)(act, *given, **named)
    return str(error), error.accepted


@pytest.mark.clause("JP-33", "HR-10")
def test_nobody_deposits_or_withdraws_a_cent_more_than_is_right(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE)
    pit.deal([1])
    says, accepted = refusal(pit.desk.deposit, "J", 101, EXECUTIVE)
    assert "$1 of J's money is not in its account yet" in says and accepted == "at most $1"
    pit.desk.deposit("J", 99, EXECUTIVE)
    assert refusal(pit.desk.deposit, "J", 2, EXECUTIVE)[1] == "at most $0.01"
    assert refusal(pit.desk.withdraw, "J", 1, EXECUTIVE, OWNER, "x")[1] == "no withdrawal"
    pit.desk.deposit("J", 1, EXECUTIVE)
    says, accepted = refusal(pit.desk.deposit, "J", 1, EXECUTIVE)
    assert "$0 of J's money is not in its account yet" in says and accepted == "no deposit"
    assert refusal(pit.desk.withdraw, "J", 1, EXECUTIVE, OWNER, "x")[1] == "no withdrawal"
    pit.void()
    says, accepted = refusal(pit.desk.deposit, "J", 1, EXECUTIVE)
    assert "$0 of J's money is not in its account yet" in says and accepted == "no deposit"
    assert refusal(pit.desk.withdraw, "J", 101, EXECUTIVE, OWNER, "x")[1] == "at most $1"
    left = pit.desk.withdraw("J", 99, EXECUTIVE, OWNER, "a game that was none").payload
    assert (left["owed_cents"], left["deposited_cents"]) == (0, 1)
    assert refusal(pit.desk.withdraw, "J", 2, EXECUTIVE, OWNER, "x")[1] == "at most $0.01"


@pytest.mark.clause("HR-10")
def test_a_statement_says_how_far_it_is_from_the_books(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE)
    pit.round([1, 2, 3])
    pit.desk.deposit("J", 300, EXECUTIVE)
    says, accepted = refusal(pit.desk.count_funds, "J", 301, SUPERVISOR)
    assert "The books have $3 in J's account; $3.01 are $0.01 more." in says
    assert accepted == "a deposit on record first, or at most $3"
    counted = pit.desk.count_funds("J", 299, SUPERVISOR).payload
    assert (counted["shortfall_cents"], counted["over_books_cents"]) == (1, -1)


@pytest.mark.clause("HR-10")
def test_only_what_runs_or_stands_has_funds_and_only_what_stands_is_resumed(pit: Pit) -> None:
    pit.progressive("J", start=False)
    created = refused(PitbossError, "J is created")
    created(pit.desk.deposit, "J", 1, EXECUTIVE)
    created(pit.desk.withdraw, "J", 1, EXECUTIVE, OWNER, "x")
    created(pit.desk.count_funds, "J", 0, SUPERVISOR)
    pit.desk.start("J", EXECUTIVE)
    refused(IllegalAction, "J is running; resuming")(pit.desk.resume, "J", EXECUTIVE)


@pytest.mark.clause("HR-11", "HR-12", "JP-33")
def test_what_another_system_showed_above_the_maximum_stays_the_players(pit: Pit) -> None:
    """It waits in the overflow, and is nobody's gross receipts, to the last cent of it."""
    pit.progressive("J", settings=MeterSettings(200_000, Fraction(1), maximum_cents=200_100), start=False)
    pit.desk.start("J", HOUSE, displayed={"meter": 200_150})
    assert (pit.shows(), pit.units("overflow")) == (200_100, 50 * UNIT_PER_CENT)
    pit.round([1])

    def receipts(note: str, cents: int) -> None:
        pit.adjust("J", Reason.GROSS_RECEIPTS, note, cents=cents, source="overflow")

    says, accepted = refusal(receipts, "audit 7", 101)
    assert "$0.50 of meter's overflow have been on the display" in says and accepted == "at most $1"
    receipts("audit 7", 100)
    assert refusal(receipts, "audit 8", 1)[1] == "at most $0"


@pytest.mark.clause("JP-04", "HR-34")
def test_what_a_game_pays_leaves_the_houses_money_and_waits_for_chips_of_the_next(pit: Pit) -> None:
    """A full house pays $4 out of a tray with $2; the wagers of the next game bring the rest."""
    pit.progressive("J", settings=WHOLE)
    pit.deal([1, 2])
    claim = pit.mark(1, FIXED)
    assert claim == "T1.1.1.1"
    pit.end()
    assert pit.account("jackpot/J/tray-pays") == 400
    assert dues(pit.store.document, "T1") == [Due("players/T1", 400)]
    pit.deal([1])
    assert (dues(pit.store.document, "T1"), tray_of(pit)) == ([Due("players/T1", 400)], 300)
    pit.end()
    pit.deal([3])
    assert (dues(pit.store.document, "T1"), tray_of(pit)) == ([], 0)


def tray_of(pit: Pit) -> int:
    return -pit.account("tray/T1")


@pytest.mark.clause("JP-15", "JP-30", "JP-04")
def test_a_mark_that_is_taken_off_calls_nobody_and_the_next_has_the_next_number(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE)
    pit.deal([1, 2])
    pressed = pit.desk.press("T1", 1, TENTH, DEALER).payload
    assert (pressed["claim"], pressed["marked"], pressed["calls_supervisor"]) == ("T1.1.1.1", True, True)
    taken_off = pit.desk.press("T1", 1, TENTH, DEALER).payload
    assert (taken_off["marked"], taken_off["calls_supervisor"]) == (False, False)
    again = pit.desk.press("T1", 2, TENTH, DEALER).payload
    assert again["claim"] == "T1.1.2.2"
    says, accepted = refusal(pit.desk.end_game, "T1", DEALER)
    assert "The meter award of spot 2 (five-aces) is not completed" in says
    assert accepted is not None and accepted.endswith(", or the hand button again to take it off")
    pit.desk.confirm(again["claim"], SUPERVISOR)
    assert str(refusal(pit.desk.end_game, "T1", DEALER)[1]).endswith(", or a rejection")


@pytest.mark.clause("JP-01", "JP-20")
def test_the_keypad_says_what_each_line_pays_and_what_its_envy_is(pit: Pit) -> None:
    pit.progressive("J", "option-3", game=DOWN_UNDER, wager_cents=500, spots=7)
    buttons = {one.hand: (one.pays, one.from_meter, one.envy_cents) for one in pit.desk.buttons("T1")}
    assert buttons["straight-flush"][1:] == (True, 30_000)
    for line in pit.desk.jackpot("J").table.lines:
        assert buttons[line.hand][1:] == (isinstance(line.pays, PercentOfMeter), line.envy_cents or 0)


@pytest.mark.clause("HR-11", "JP-29", "HR-35")
def test_an_adjustment_is_of_a_meter_there_is_and_of_an_amount(pit: Pit) -> None:
    pit.progressive("J", settings=MeterSettings(200_000, Fraction(1, 2), Fraction(1, 2)))
    pit.deal([1])
    refused(PitbossError, "J has no meter 'mega'")(correct, pit, 1, meter="mega")
    nothing = refused(PitbossError, "is not an amount to adjust by")
    for cents in (0, -1):
        nothing(pit.adjust, "J", Reason.GROSS_RECEIPTS, "x", cents=cents, source="reserve")
    for concerned in ("eve", " EVE "):
        same = refused(PitbossError, "it is the same person")
        same(pit.adjust, "J", Reason.AMOUNT_WON, "x", cents=1, player=concerned)
    pit.mark(1, TENTH)
    held = refused(PitbossError, "are held for it.*JP-29")
    held(pit.adjust, "J", Reason.GROSS_RECEIPTS, "x", cents=1, source="reserve")
    held(pit.adjust, "J", Reason.SEED_RECOVERY, "x", cents=1)
    held(pit.adjust, "J", Reason.MALFUNCTION, "x", cents=-1)
    correct(pit, 1)
    assert pit.shows() == 200_051


def correct(pit: Pit, cents: int, meter: str = "meter") -> None:
    pit.adjust("J", Reason.MALFUNCTION, "jumped", cents=cents, meter=meter)


@pytest.mark.clause("JP-18", "HR-12")
def test_a_prize_that_comes_back_stops_at_the_maximum(pit: Pit) -> None:
    """What has come in since has its place on the meter; what then is too much waits in the overflow."""
    pit.progressive(
        "J",
        settings=MeterSettings(200_000, Fraction(1, 10), maximum_cents=200_012),
        tables=("T1", "T2"),
    )
    pit.deal([1, 2])
    claim = pit.mark(1, FULL)
    pit.win(claim)
    assert (pit.shows(), pit.units("overflow")) == (200_008, 0)
    pit.round([1], "T2")
    assert (pit.shows(), pit.units("overflow")) == (200_012, 6 * UNIT_PER_CENT)
    booked = pit.back_out(claim).payload
    assert booked["player"] == "guest-1"
    assert (pit.shows(), pit.units("overflow")) == (200_012, 18 * UNIT_PER_CENT)
    assert pit.desk.claim(claim).state is State.BACKED_OUT
    receipts = refusal(pit.adjust, "J", Reason.GROSS_RECEIPTS, "x", cents=18, source="overflow")
    assert "have been on the display" in receipts[0]


@pytest.mark.clause("JP-18")
def test_a_prize_of_nobody_in_particular_is_backed_out_of_nobody(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE)
    pit.desk.start_game("T1", [1], [1], DEALER)
    claim = pit.mark(1, TENTH)
    pit.win(claim)
    award = pit.desk.award(claim)
    booked = pit.back_out(claim).payload
    assert booked.get("player") == (award.player or None)


@pytest.mark.clause("HR-14", "JP-14")
def test_a_tables_display_tells_what_was_won_and_what_nobody_has_seen(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE, wager_cents=1_000)
    table = TableJackpots(pit.store, "T1")
    assert table.load() == {"jackpot": 1_000}

    def won() -> list[tuple[str, int]]:
        (shown,) = table.display_json()
        return [(one["award"], one["cents"]) for one in shown["won"]]

    pit.deal([1, 2, 3])
    assert (table.unseen(), won()) == (frozenset(), [])
    royal, tenth = pit.mark(1, "royal-flush"), pit.mark(3, TENTH)
    pit.mark(2, "full-house")
    assert table.unseen() == {(1, "jackpot")}
    pit.watch(royal, 500_000)
    assert table.unseen() == frozenset()
    prize = pit.win(tenth)
    assert won() == [(tenth, prize)]
    pit.desk.pay(tenth, EXECUTIVE)
    assert won() == [(tenth, prize)], "the last award of a meter stays on its display"


@pytest.mark.clause("HR-09")
def test_a_house_jackpots_display_tells_what_is_won_until_it_is_paid(pit: Pit) -> None:
    pit.house("H")
    table = TableJackpots(pit.store, "T1")
    table.load()
    pit.deal([1])
    claim = pit.mark(1, TENTH)
    prize = pit.win(claim)
    (shown,) = table.display_json()
    assert [(one["award"], one["cents"]) for one in shown["won"]] == [(claim, prize)]
    pit.desk.pay(claim, EXECUTIVE)
    assert table.display_json()[0]["won"] == []


@pytest.mark.clause("JP-37", "HR-11")
def test_the_house_takes_exactly_its_seeds_from_what_is_retired(pit: Pit) -> None:
    pit.progressive(
        "J", "FUPGPP-ML02",
        settings={
            "mega": MeterSettings(1_000_000, Fraction(1, 2)),
            "major": MeterSettings(100_000, Fraction(1, 4)),
            "minor": MeterSettings(20_000, Fraction(1, 4)),
        },
    )  # fmt: skip
    pit.round([1, 2])
    letter = {"distribution": "a drawing", "approval": "WSGC letter 7"}
    booked = pit.desk.retire("J", EXECUTIVE, OWNER, **letter).payload
    assert (booked["seeds_cents"], booked["moved_cents"]) == (1_120_000, 200)


@pytest.mark.clause("JP-37", "JP-33")
def test_what_is_distributed_is_noted_as_shown_no_more(pit: Pit) -> None:
    pit.progressive("J", settings=MeterSettings(200_000, Fraction(1, 2), Fraction(1, 4)))
    pit.round([1, 2])
    correct(pit, -pit.shows())
    assert pit.store.document(once_shown_key("J")) == {"meter": 100 * UNIT_PER_CENT}
    pit.desk.retire("J", EXECUTIVE, OWNER, distribution="a drawing", approval="WSGC letter 7")
    assert pit.store.document(once_shown_key("J")) is None


def test_controls_name_hands_there_are(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE)
    wrong = replace(pit.desk.jackpot("J").controls, executive_hands=("four-aces",))
    assert "four-aces" in refusal(pit.desk.set_controls, "J", wrong, EXECUTIVE, OWNER, "x")[0]
    right = replace(wrong, executive_hands=(FULL,))
    pit.desk.set_controls("J", right, EXECUTIVE, OWNER, "the largest alone")
    assert pit.desk.jackpot("J").controls == right


@pytest.mark.clause("HR-13")
def test_an_unlinked_table_is_on_neither_list(pit: Pit) -> None:
    pit.progressive("J", settings=WHOLE, tables=("T1", "T2"))
    pit.desk.unlink("J", "T1", EXECUTIVE, OWNER)
    assert set(pit.desk.jackpot("J").tables) == {"T2"}
    assert (pit.desk.table("T1").sensors, pit.desk.table("T2").sensors) == ({}, {"jackpot": "J"})
