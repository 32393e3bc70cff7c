"""The jackpot desk as the pit works with it: every jackpot with its money, tables and waiting changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pitboss.approvals import sheet
from pitboss.house.days import gambling_day
from pitboss.jackpot import JackpotDesk, books
from pitboss.jackpot.model import SENSORS, MeterSettings, Status, percent
from pitboss.jackpot.records import Jackpot, Meter, Proposal
from pitboss.store import UNIT_PER_CENT


def display_name(jackpot: Jackpot) -> str:
    """As players and staff read it. Of two at one table the one on the second sensor says so (JP-09)."""
    kind = "progressive" if jackpot.progressive else "jackpot"
    second = any(table.sensor == SENSORS[1] for table in jackpot.tables.values())
    return f"{sheet(jackpot.game).name} {'second ' * second}{kind}"


def desk_json(desk: JackpotDesk, jackpot: Jackpot) -> dict[str, Any]:
    """Settings in use and waiting, what is owed and deposited, prizes not paid."""
    owed = bank = due = None
    if jackpot.progressive and jackpot.status is not Status.CREATED:
        owed = -(-books.owed(desk.store, jackpot) // UNIT_PER_CENT)
        bank = books.in_bank(desk.store, jackpot.id) // UNIT_PER_CENT
        if owed > bank and jackpot.covered_us is not None:
            days = gambling_day(desk.store)
            last = days.of(jackpot.covered_us) + timedelta(days=jackpot.controls.deposit_days)
            due = days.bounds(last)[1]
    return {
        "id": jackpot.id,
        "name": display_name(jackpot),
        "kind": jackpot.kind.value,
        "status": jackpot.status.value,
        "suspended_for": jackpot.suspended_for,
        "shortfall": any(one.shortfall for one in jackpot.suspensions),
        "game": jackpot.game,
        "pay_table": jackpot.pay_table,
        "wager_cents": jackpot.wager_cents,
        "location": jackpot.location,
        "tables": sorted(jackpot.tables),
        "meters": _meters(desk, jackpot),
        "notices": list(jackpot.notices),
        "award_order": jackpot.controls.award_order.value,
        "owed_cents": owed,
        "bank_cents": bank,
        "due_us": due,
        "unpaid": [
            {"award": award.id, "prize_cents": award.prize_cents, "hand": award.hand, "player": award.player}
            for award in desk.unpaid(jackpot.id)
        ],
        "open_claims": len(desk.open_claims(jackpot.id)),
    }


def _meters(desk: JackpotDesk, jackpot: Jackpot) -> list[dict[str, Any]]:
    shown = desk.meters(jackpot.id)
    found = []
    for name in jackpot.meter_names:
        row: dict[str, Any] = {
            "name": name,
            "cents": shown[name].display_cents,
            "reserve_cents": shown[name].reserve_cents,
            "overflow_cents": shown[name].overflow_cents,
            "held_cents": shown[name].held_cents,
        }
        if meter := jackpot.meters.get(name):
            row |= _settings(meter)
        found.append(row)
    return found


def _settings(meter: Meter) -> dict[str, Any]:
    return {
        "in_use": settings_json(meter.in_use),
        "seed_left_cents": meter.seed_units // UNIT_PER_CENT,
        "proposed": _proposal(meter.proposed),
        "waiting": _proposal(meter.waiting),
    }


def settings_json(settings: MeterSettings) -> dict[str, Any]:
    return {
        "seed_cents": settings.seed_cents,
        "contribution": percent(settings.contribution),
        "reserve": percent(settings.reserve),
        "maximum_cents": settings.maximum_cents,
        "words": str(settings),
    }


def _proposal(found: Proposal | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        **settings_json(found.settings),
        "why": found.why,
        "by": str(found.by),
        "approved_by": str(found.approved) if found.approved else None,
    }
