"""The jackpot desk as the pit works with it: every jackpot with its money, tables and waiting changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pitboss.core.money import Cents
from pitboss.jackpots import JackpotDesk, postings
from pitboss.jackpots.documents import Jackpot, Meter, Proposal
from pitboss.jackpots.model import SENSORS, MeterSettings, Status, percent
from pitboss.ledger import UNIT_PER_CENT, Store
from pitboss.ledger.days import gambling_day
from pitboss.sheets import sheet


def display_name(jackpot: Jackpot) -> str:
    """As players and staff read it. Of two at one table the one on the second sensor says so (JP-09)."""
    kind = "progressive" if jackpot.progressive else "jackpot"
    second = any(table.sensor == SENSORS[1] for table in jackpot.tables.values())
    return f"{sheet(jackpot.game).name} {'second ' * second}{kind}"


@dataclass(frozen=True, slots=True)
class PlayersMoney:
    """What a progressive owes, what of it is in its account, and when the rest has to be there (HR-10)."""

    owed_cents: Cents
    bank_cents: Cents
    due_us: int | None


def players_money(store: Store, jackpot: Jackpot) -> PlayersMoney | None:
    if not jackpot.progressive or jackpot.status is Status.CREATED:
        return None
    owed = -(-postings.owed(store, jackpot) // UNIT_PER_CENT)
    bank, due = postings.in_bank(store, jackpot.id) // UNIT_PER_CENT, None
    if owed > bank and jackpot.covered_us is not None:
        days = gambling_day(store)
        last = days.of(jackpot.covered_us) + timedelta(days=jackpot.controls.deposit_days)
        due = days.bounds(last)[1]
    return PlayersMoney(owed, bank, due)


def desk_json(desk: JackpotDesk, jackpot: Jackpot) -> dict[str, Any]:
    """Settings in use and waiting, what is owed and deposited, prizes not paid: as the desk's page gets it."""
    money = players_money(desk.store, jackpot)
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
        "meters": _meters_json(desk, jackpot),
        "notices": list(jackpot.notices),
        "award_order": jackpot.controls.award_order.value,
        "owed_cents": money.owed_cents if money else None,
        "bank_cents": money.bank_cents if money else None,
        "due_us": money.due_us if money else None,
        "unpaid": [
            {"award": award.id, "prize_cents": award.prize_cents, "hand": award.hand, "player": award.player}
            for award in desk.unpaid(jackpot.id)
        ],
        "open_claims": len(desk.open_claims(jackpot.id)),
        "malfunctions": [
            {"meter": one.meter, "cents": one.cents, "by": str(one.by), "due": one.due}
            for one in jackpot.malfunctions
        ],
    }


def _meters_json(desk: JackpotDesk, jackpot: Jackpot) -> list[dict[str, Any]]:
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
            row |= _settings_json(meter)
        found.append(row)
    return found


def _settings_json(meter: Meter) -> dict[str, Any]:
    return {
        "in_use": settings_json(meter.in_use),
        "seed_left_cents": meter.seed_units // UNIT_PER_CENT,
        "proposed": _proposal_json(meter.proposed),
        "waiting": _proposal_json(meter.waiting),
    }


def settings_json(settings: MeterSettings) -> dict[str, Any]:
    return {
        "seed_cents": settings.seed_cents,
        "contribution": percent(settings.contribution),
        "reserve": percent(settings.reserve),
        "maximum_cents": settings.maximum_cents,
        "words": str(settings),
    }


def _proposal_json(found: Proposal | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        **settings_json(found.settings),
        "why": found.why,
        "by": str(found.by),
        "by_id": found.by.id,
        "approved_by": str(found.approved) if found.approved else None,
    }
