"""Documents of the version before typed records, brought into today's shape when they are read.

That version held no money for open claims: what it displayed at the mark is kept as seen, and the first act on
the meter holds it. It knew no unpaid list: `adopt` makes it, once, from the awards."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from pitboss.jackpot.model import shown_cents
from pitboss.jackpot.records import VERSION, Award, Claim, Jackpot, KeypadGame, Sighting, State, Table

Json = dict[str, Any]
_ACTOR = re.compile(r"(.*) \(([^()]*)\)")
_STATES = {
    "open": State.MARKED,
    "confirmed": State.CONFIRMED,
    "completed": State.COMPLETED,
    "paid": State.PAID,
    "taken-off": State.TAKEN_OFF,
    "won": State.COMPLETED,
    "backed-out": State.BACKED_OUT,
}


def upgrade(kind: type[Any], data: Json) -> Json:
    if data.get("v") == VERSION:
        return data
    if kind is Sighting:
        return data if "wager_cents" in data else _sighting(data)
    if kind is Jackpot:
        return _jackpot(data)
    if kind is Claim:
        return _claim(data)
    if kind is Award:
        return _award(data)
    if kind is KeypadGame:
        return {**data, "players": {}}
    assert kind is Table
    return data


def _signature(actor: str, at_us: int = 0) -> Json:
    """`eve (executive)`, as that version wrote who acted."""
    found = _ACTOR.fullmatch(actor)
    id, role = found.groups() if found else (actor, "")
    return {"id": id, "role": role, "at_us": at_us}


def _jackpot(data: Json) -> Json:
    progressive = data["kind"] == "progressive"
    suspended = data.get("suspended_for")
    entry = {
        "reason": suspended,
        "by": _signature("unknown"),
        "shortfall": str(suspended).startswith("shortfall"),
    }
    return {
        **data,
        "meters": {name: _meter(meter) for name, meter in data["meters"].items()} if progressive else {},
        "posted_cents": {}
        if progressive
        else {name: meter["posted_cents"] for name, meter in data["meters"].items()},
        "suspensions": [entry] if suspended else [],
    }


def _meter(meter: Json) -> Json:
    return {
        "configured": meter["configured"],
        "in_use": meter["in_use"],
        "proposed": _proposal(meter["proposed"]),
        "waiting": _proposal(meter["waiting"]),
        "seed_units": meter["seeded"],
        "last_award": meter["last_award"],
    }


def _proposal(data: Json | None) -> Json | None:
    if data is None:
        return None
    approved = data.get("approved_by")
    return {
        "settings": data["settings"],
        "why": "",
        "by": _signature(data["proposed_by"]),
        "approved": _signature(approved) if approved else None,
    }


def _claim(data: Json) -> Json:
    """`cents` of an open meter claim is the share of what was displayed at the mark."""
    state = State.BACKED_OUT if data.get("backed_out") else _STATES[data["status"]]
    seen, share = data.get("surveillance"), Fraction(data.get("share", 0))
    if seen and state is State.MARKED:
        state = State.SURVEILLED
    elif seen and state is State.CONFIRMED:
        state = State.READY
    if data["meter"] is None:
        cents = data["pays_cents"]
    elif seen:
        cents = seen["payout"]
    else:
        shown = share * shown_cents(data.get("displayed", 0))
        cents = shown.numerator // shown.denominator
    return {
        **data,
        "state": state,
        "cents": cents,
        "share": share,
        "marked": _signature(data["pressed_by"], data["pressed_us"]),
        "seen": {"meter": data["displayed"], "reserve": 0, "overflow": 0} if "displayed" in data else None,
        "confirmed": _signature(data["confirmed_by"]) if data.get("confirmed_by") else None,
        "surveillance": _sighting(seen) if seen else None,
    }


def _sighting(seen: Json) -> Json:
    return {
        "hand": seen["hand"],
        "wager_cents": seen["wager"],
        "payout_cents": seen["payout"],
        "player": seen["player"],
        "by": _signature(seen.get("by", "unknown")),
    }


def _award(data: Json) -> Json:
    moved, change = data.get("restart") or {}, data.get("change")
    applied = None
    if change:
        applied = {"before": change["before"], "after": _proposal({**change, "settings": change["after"]})}
    return {
        "id": data["award"],
        **{name: data[name] for name in ("jackpot", "kind", "prize_cents", "hand", "meter", "at_us")},
        **{
            name: data.get(name, 0)
            for name in ("before_cents", "after_cents", "wager_cents", "spot", "share")
        },
        "state": _STATES[data["status"]],
        "table": data.get("table", ""),
        "confirmed": _signature(data["confirmed_by"]) if data.get("confirmed_by") else None,
        "completed": _signature(data["completed_by"]) if data.get("completed_by") else None,
        "surveillance": _sighting(data["surveillance"]) if data.get("surveillance") else None,
        "restarted": data.get("restarted", False),
        "restart": {
            "seed": moved.get("seed", 0),
            "reserve": moved.get("reserve", 0),
            "overflow": moved.get("overflow", 0),
            "reserve_overflow": moved.get("reserve-overflow", 0),
        },
        "seed_units_before": data.get("seeded_before", 0),
        "previous": data.get("previous"),
        "change": applied,
        "paid": _signature(data["paid_by"], data["paid_us"]) if data.get("paid_by") else None,
        "backed_out": _signature(data["backed_out_by"]) if data.get("backed_out_by") else None,
    }
