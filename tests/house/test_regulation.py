"""The regulation's data: dated, complete, and refused when it is not."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from pitboss.approvals import clauses
from pitboss.errors import BadInput, IllegalAction, NotAllowed, PitbossError
from pitboss.house.entries import SurveillanceCheck
from pitboss.house.inventory import Inventory
from pitboss.house.payouts import PayoutDesk, needs_surveillance, pay_winnings, release
from pitboss.house.regulation import load_regulation, regulation
from pitboss.house.tray import TrayDesk
from pitboss.people.person import Person
from pitboss.store import KeyReused, Store

DAY = date(2026, 11, 15)

BOYD, LEE = Person.of("boyd", "supervisor"), Person.of("lee", "surveillance")


@pytest.mark.clause("HR-01", "HR-03", "HR-04", "HR-05", "HR-06", "HR-09", "HR-10", "HR-14", "HR-15")
@pytest.mark.parametrize(
    ("rule", "on", "amount", "section"),
    [
        ("wager-limit", date(2004, 7, 1), 100, "WAC 230-15-140"),
        ("wager-limit", date(2009, 1, 1), 300, "WAC 230-15-140"),
        ("wager-limit", date(2023, 7, 20), 400, "WAC 230-15-140"),
        ("high-limit", date(2008, 12, 31), 200, "WAC 230-15-140"),
        ("high-limit-tables", date(2004, 7, 1), 3, "WAC 230-15-140"),
        ("games-per-hand", date(2008, 1, 1), 3, "WAC 230-15-040"),
        ("games-per-hand", date(2009, 9, 13), 3, "WAC 230-15-040"),
        ("games-per-hand", date(2009, 9, 14), 6, "WAC 230-15-040"),
        ("dear-games-per-hand", date(2009, 9, 14), 3, "WAC 230-15-040"),
        ("small-game", date(2009, 9, 14), 5, "WAC 230-15-040"),
        ("tables", DAY, 15, "Title 230 WAC"),
        ("players", DAY, 9, "Title 230 WAC"),
        ("aggregate-odds", DAY, 50, "WAC 230-15-490"),
        ("house-jackpot-notices", DAY, 3, "WAC 230-15-671"),
        ("deposit-days", DAY, 7, "WAC 230-15-455"),
        ("surveillance-payout", DAY, 3000, "WAC 230-15-320"),
        ("check-payout", DAY, 5000, "WAC 230-15-050"),
        ("check-hours", DAY, 24, "WAC 230-15-050"),
    ],
)
def test_values_in_force(rule: str, on: date, amount: int, section: str) -> None:
    assert regulation().value(rule, on).amount == amount
    assert regulation().rules[rule].section == section


def test_a_value_that_has_ended_is_not_in_force() -> None:
    with pytest.raises(PitbossError, match="and before 2009-01-01"):
        regulation().value("high-limit", date(2009, 1, 1))


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
def test_surveillance_is_needed_above_3000_dollars() -> None:
    assert not needs_surveillance(300_000, DAY)
    assert needs_surveillance(300_001, DAY)
    release(300_000, DAY, None)
    release(300_001, DAY, SEEN)


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(
    ("check", "says"),
    [
        (None, "has not been confirmed"),
        (SurveillanceCheck("", "jackpot $5", 300_001, "spot 3", "Lee"), "has not confirmed hand"),
        (SurveillanceCheck("royal flush", " ", 300_001, "", "Lee"), "has not confirmed wager, player"),
        (SurveillanceCheck("royal flush", "jackpot $5", 300_001, "spot 3", ""), "the officer's name"),
        (SurveillanceCheck("royal flush", "jackpot $5", 250_000, "spot 3", "Lee"), "confirmed \\$2,500"),
    ],
)
def test_a_large_payout_waits_for_the_whole_confirmation(check: SurveillanceCheck | None, says: str) -> None:
    with pytest.raises(IllegalAction, match=says) as refusal:
        release(300_001, DAY, check)
    assert refusal.value.clause == "HR-14"


@pytest.mark.clause("HR-15")
def test_a_check_within_24_hours_on_request() -> None:
    at = datetime(2026, 11, 15, 22, 30)
    paid = pay_winnings(500_001, at, check_asked=True, on=at.date())
    assert paid.by_check
    assert paid.check_due == datetime(2026, 11, 16, 22, 30)
    assert not pay_winnings(500_001, at, check_asked=False, on=at.date()).by_check
    with pytest.raises(IllegalAction, match=r"HR-15.*above \$5,000"):
        pay_winnings(500_000, at, check_asked=True, on=at.date())


@pytest.mark.clause("HR-14", "HR-15")
def test_payouts_on_record(store: Store) -> None:
    desk = PayoutDesk(store)
    with pytest.raises(IllegalAction, match="HR-14"):
        desk.pay("t1", 600_000, BOYD)
    with pytest.raises(BadInput, match="There is no tray 't1'"):
        desk.pay("t1", 200_000, BOYD)
    assert store.head().seq == 0
    TrayDesk(store).fund(500, Person.of("eve", "executive"), BOYD, "the house's money")
    TrayDesk(store).opener("t1", Inventory({500: 1}), BOYD, Person.of("ames", "dealer"))
    seen = SurveillanceCheck("royal flush", "jackpot $5", 600_000, "spot 3", "lee")
    paid = desk.pay("t1", 600_000, BOYD, seen, LEE, check_asked=True, key="slip-12")
    assert paid.payload["surveillance"]["by"] == "lee"
    due = datetime.fromisoformat(paid.payload["check_due"])
    assert (due - datetime.fromtimestamp(paid.at_us / 1_000_000, UTC)) <= timedelta(hours=24)
    assert desk.pay("t1", 600_000, BOYD, seen, LEE, check_asked=True, key="slip-12").seq == paid.seq
    with pytest.raises(KeyReused):
        other = SurveillanceCheck("straight", "ante $5", 600_000, "spot 4", "lee")
        desk.pay("t1", 600_000, BOYD, other, LEE, check_asked=True, key="slip-12")
    with pytest.raises(NotAllowed, match="takes two people; boyd is one"):
        desk.pay("t1", 600_000, BOYD, seen, Person.of("boyd", "surveillance"))
    with pytest.raises(IllegalAction, match=r"The tray of t1 holds \$5, not \$3,000.*HR-17"):
        desk.pay("t1", 300_000, BOYD)
    TrayDesk(store).fund(400_000, Person.of("eve", "executive"), BOYD, "the house's money")
    TrayDesk(store).fill("t1", 399_500, BOYD, Person.of("ames", "dealer"), "slip 1")
    small = desk.pay("t1", 300_000, BOYD)
    assert store.account("tray/t1").credit_balance == 100_000 * 1_000_000
    assert small.payload["surveillance"] is None
    assert not small.payload["by_check"]
