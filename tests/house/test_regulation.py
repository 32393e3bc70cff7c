"""The regulation's data: dated, complete, and refused when it is not."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest

from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.payouts import PayoutDesk, check_seen, needs_surveillance, pay_winnings
from pitboss.core.errors import BadInput, IllegalAction, NotAllowed, PitbossError
from pitboss.ledger import KeyReused, Store
from pitboss.people.person import Person
from pitboss.sheets import clauses
from pitboss.sheets.regulation import load_regulation, regulation
from tests.house.trays import AMES, BOYD, CAM, EVE, balance, chips, opened, seen
from tests.refusals import refused

DAY = date(2026, 11, 15)


@pytest.mark.clause("HR-01", "HR-03", "HR-04", "HR-05", "HR-06", "HR-09", "HR-10", "HR-14", "HR-15")
@pytest.mark.parametrize(("rule", "on", "amount", "section"), [
    ("wager-limit", date(2004, 7, 1), 100, "WAC 230-15-140"),
    ("wager-limit", date(2009, 1, 1), 300, "WAC 230-15-140"),
    ("wager-limit", date(2023, 7, 20), 400, "WAC 230-15-140"),
    ("high-limit", date(2008, 12, 31), 200, "WAC 230-15-140"),
    ("high-limit-tables", date(2004, 7, 1), 3, "WAC 230-15-140"),
    ("games-per-hand", date(2008, 1, 1), 3, "WAC 230-15-040"),
    ("games-per-hand", date(2009, 9, 13), 3, "WAC 230-15-040"),
    ("games-per-hand", date(2009, 9, 14), 6, "WAC 230-15-040"),
    ("dear-games-per-hand", date(2009, 9, 14), 3, "WAC 230-15-040"),
    ("small-game", date(2009, 9, 14), 5, "WAC 230-15-040"), ("tables", DAY, 15, "Title 230 WAC"),
    ("players", DAY, 9, "Title 230 WAC"), ("aggregate-odds", DAY, 50, "WAC 230-15-490"),
    ("house-jackpot-notices", DAY, 3, "WAC 230-15-671"), ("deposit-days", DAY, 7, "WAC 230-15-455"),
    ("surveillance-payout", DAY, 3000, "WAC 230-15-320"), ("check-payout", DAY, 5000, "WAC 230-15-050"),
    ("check-hours", DAY, 24, "WAC 230-15-050"),
])  # fmt: skip
def test_values_in_force(rule: str, on: date, amount: int, section: str) -> None:
    assert regulation().value(rule, on).amount == amount
    assert regulation().rules[rule].section == section


def test_a_value_that_has_ended_is_not_in_force() -> None:
    refused(PitbossError, "and before 2009-01-01")(regulation().value, "high-limit", date(2009, 1, 1))


def test_every_clause_in_the_data_exists() -> None:
    known = {clause.id for clause in clauses()}
    rules = regulation()
    named = {r.clause for r in rules.rules.values()} | {c.clause for c in rules.conditions}
    named |= {c.clause for c in rules.confirmations.values()} | {s.clause for s in rules.sections.values()}
    assert named <= known
    owed = {v.confirm for r in rules.rules.values() for v in r.values if v.confirm}
    assert owed <= rules.confirmations.keys()


def test_values_out_of_order_are_refused() -> None:
    source = """
[[rule]]
id = "x"
clause = "HR-01"
section = "s"
meaning = "m"
[[rule.value]]
from = 2009-01-01
amount = 1
[[rule.value]]
from = 2008-01-01
amount = 2
"""
    with pytest.raises(PitbossError, match=r"r\.toml: rule\[1\]\.value is missing or out of order"):
        load_regulation(source, "r.toml")


SEEN = SurveillanceCheck("royal flush", "jackpot $5", 300_001, "spot 3", "lee")


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("check", "says"), [
    (None, "has not been confirmed"),
    (SurveillanceCheck("", "jackpot $5", 300_001, "spot 3", "Lee"), "has not confirmed hand"),
    (SurveillanceCheck("royal flush", " ", 300_001, "", "Lee"), "has not confirmed wager, player"),
    (SurveillanceCheck("royal flush", "jackpot $5", 300_001, "spot 3", ""), "the officer's name"),
    (SurveillanceCheck("royal flush", "jackpot $5", 250_000, "spot 3", "Lee"), "confirmed \\$2,500"),
])  # fmt: skip
def test_a_payout_above_3000_dollars_waits_for_the_whole_confirmation(
    check: SurveillanceCheck | None, says: str
) -> None:
    assert (needs_surveillance(300_000, DAY), needs_surveillance(300_001, DAY)) == (False, True)
    check_seen(300_000, DAY, None)
    check_seen(300_001, DAY, SEEN)
    assert refused(IllegalAction, says)(check_seen, 300_001, DAY, check).clause == "HR-14"


@pytest.mark.clause("HR-15")
def test_a_check_within_24_hours_on_request() -> None:
    at = datetime(2026, 11, 15, 22, 30)
    paid = pay_winnings(500_001, at, check_asked=True, on=at.date())
    assert paid.by_check
    assert paid.check_due == datetime(2026, 11, 16, 22, 30)
    assert not pay_winnings(500_001, at, check_asked=False, on=at.date()).by_check
    refused(IllegalAction, r"HR-15.*above \$5,000")(pay_winnings, 500_000, at, check_asked=True, on=at.date())


@pytest.mark.clause("HR-14", "HR-15")
def test_payouts_on_record(store: Store) -> None:
    desk = PayoutDesk(store)
    refused(IllegalAction, "HR-14")(desk.pay, "t1", 600_000, BOYD)
    refused(BadInput, "There is no tray 't1'")(desk.pay, "t1", 200_000, BOYD)
    assert store.head().seq == 0
    trays = opened(store, 500, count=chips(5))
    large = partial(desk.pay, "t1", 600_000, BOYD, check_asked=True, key="slip-12")
    paid = large(seen(600_000), CAM)
    assert paid.payload["surveillance"]["by"] == "cam"
    due = datetime.fromisoformat(paid.payload["check_due"])
    assert (due - datetime.fromtimestamp(paid.at_us / 1_000_000, UTC)) <= timedelta(hours=24)
    assert large(seen(600_000), CAM).seq == paid.seq
    refused(KeyReused)(large, seen(600_000, "spot 4"), CAM)
    boyd_too = Person.of("boyd", "surveillance")
    refused(NotAllowed, "takes two people; boyd is one")(
        desk.pay, "t1", 600_000, BOYD, seen(600_000), boyd_too
    )
    holds = refused(IllegalAction, r"The tray of t1 holds \$5, not \$3,000.*HR-17")
    holds(desk.pay, "t1", 300_000, BOYD)
    trays.fund(400_000, EVE, BOYD, "the house's money")
    trays.fill("t1", 399_500, BOYD, AMES, "slip 1")
    small = desk.pay("t1", 300_000, BOYD)
    assert balance(store) == 100_000
    assert small.payload["surveillance"] is None and not small.payload["by_check"]


@pytest.mark.clause("HR-15")
def test_a_check_is_due_a_day_after_its_payout_to_the_second(store: Store) -> None:
    at = datetime(2026, 11, 19, 22, 30, tzinfo=UTC)
    store.clock = lambda: int(at.timestamp()) * 1_000_000
    opened(store, 500, count=chips(5))
    paid = PayoutDesk(store).pay("t1", 600_000, BOYD, seen(600_000), CAM, check_asked=True)
    assert datetime.fromisoformat(paid.payload["check_due"]) == at + timedelta(hours=24)
