"""What END GAME pays at a table run by hand counts with what one person books alone on a gambling day (HR-17)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pitboss.chips.trays import Inventory, Movement, TrayDesk
from pitboss.core.errors import IllegalAction, NotAllowed
from pitboss.jackpots.events import KeypadGameEnded
from pitboss.ledger.unit import read_event
from pitboss.people.person import Person, Role
from tests.cli.test_jackpot import Terminal
from tests.jackpot.pit import DAY_US, DOWN_UNDER, Pit
from tests.jackpot.sayings import said_as_written
from tests.jackpot.staff import CASHIER, DEALER, EXECUTIVE, OWNER, SUPERVISOR, SURVEILLANCE
from tests.refusals import refused

QUADS = "four-of-a-kind"
"""300 for 1: $1,500 on a wager of $5"""
CLAUSES = pytest.mark.clause("HR-17", "HR-14", "JP-04")


def game_with(pit: Pit, *spots: int, hand: str = QUADS, lit: tuple[int, ...] = (1, 2, 3)) -> None:
    pit.deal(lit)
    for spot in spots:
        pit.mark(spot, hand)


@pytest.fixture
def at_five(pit: Pit) -> Pit:
    pit.progressive("J", "option-3", game=DOWN_UNDER, wager_cents=500, spots=7)
    return pit


@CLAUSES
def test_one_dealer_pays_by_hand_no_more_than_one_act_may_be(at_five: Pit) -> None:
    """The reviewer's day: six hands marked and paid by one dealer, where `wager-paid` would have stopped at $3,000."""
    desk = at_five.desk
    game_with(at_five, *range(1, 7), lit=tuple(range(1, 7)))
    before = at_five.store.head()
    refused(IllegalAction, r"dot has booked \$0 .*\$3,000 alone; \$9,000 more take two")(at_five.end)
    more = refused(NotAllowed, r"book more by hand than one person may.*HR-17")
    for second in (DEALER, Person.of("dot", Role.SUPERVISOR), Person.of("dan", Role.DEALER), CASHIER):
        more(desk.end_game, "T1", DEALER, second)
    assert at_five.store.head() == before
    ended = desk.end_game("T1", DEALER, SUPERVISOR)
    assert read_event(KeypadGameEnded, ended).second == "sam (supervisor)"
    game_with(at_five, 1, 2)
    at_five.end()  # what two have signed counts for neither
    game_with(at_five, 1)
    refused(IllegalAction, r"dot has booked \$3,000 .*HR-17.*at most \$0, or a second person")(at_five.end)
    assert desk.end_game("T1", SUPERVISOR).payload["pays"], "everybody has an amount of the own"
    at_five.clock.now_us += DAY_US
    game_with(at_five, 1, 2)
    assert "second" not in desk.end_game("T1", DEALER).payload
    said_as_written(at_five.store.events(limit=5000))


@CLAUSES
def test_who_signs_beside(at_five: Pit) -> None:
    for second in (SUPERVISOR, EXECUTIVE, SURVEILLANCE, Person.of("al", Role.AUDITOR)):
        game_with(at_five, 1, 2, 3)
        at_five.end(second=second)


@CLAUSES
def test_tray_and_end_game_have_one_amount_together(at_five: Pit) -> None:
    trays = TrayDesk(at_five.store)
    trays.fund(1_000_000, EXECUTIVE, OWNER, "the house's")
    trays.opener("T1", Inventory({100: 9_000}), SUPERVISOR, DEALER)
    paid = partial(trays.move, "T1", Movement.WAGER_PAID, by=DEALER, why="by hand")
    paid(cents=150_100)
    game_with(at_five, 1)
    refused(IllegalAction, r"dot has booked \$1,501 of wager-paid .*HR-17")(at_five.end)
    at_five.end(second=SURVEILLANCE)
    game_with(at_five, 1, hand="flush")
    (pay,) = at_five.end()
    left = 300_000 - 150_100 - int(str(pay["cents"]))
    refused(IllegalAction, "take two people")(paid, cents=left + 100)
    paid(cents=left)


@CLAUSES
@pytest.mark.clause("JP-20")
def test_envy_counts_and_what_surveillance_has_seen_does_not(pit: Pit) -> None:
    pit.progressive("J", "option-3", game=DOWN_UNDER, wager_cents=2000, spots=7)
    pit.deal([1])
    pit.watch(pit.mark(1, QUADS), 600_000)
    pit.end()
    assert pit.store.document("booked-alone/dot") is None
    pit.deal([1, 2, 3, 4, 5])
    pit.win(pit.mark(1, "royal-flush"))
    refused(IllegalAction, r"\$4,000 more take two people")(pit.end)
    pit.end(second=SUPERVISOR)


@CLAUSES
def test_the_terminal_takes_the_second_as_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Terminal(f"sqlite:///{tmp_path / 'pit.db'}", tmp_path, capsys, monkeypatch).hire()
    for line in (
        "create J --game down-under-holdem --pay-table option-3 --location Main --bet 5 "
        "--meters seed=1000,contribution=20%,reserve=3% --by eve",
        "table add T1 --game down-under-holdem --spots 7 --location Main --by eve",
        "table link J T1 --pay-table option-3 --by eve",
        "start J --by eve",
        "game start T1 --lit 1,2,3 --players 1=ann,2=bob,3=cleo --by dot",
    ):
        there.ok(line)
    for spot in (1, 2, 3):
        there.ok(f"award claim T1 {spot} {QUADS} --by dot")
    assert "may book $3,000 alone" in there.refused("game end T1 --by dot")
    assert there.ok("game end T1 --by dot --second sam")["payload"]["second"] == "sam (supervisor)"
