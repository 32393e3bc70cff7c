"""How much one person books by hand on a gambling day, whatever it is for; beyond it a second person signs every act
(HR-14, HR-17)."""

from __future__ import annotations

from pitboss.errors import IllegalAction
from pitboss.money import Cents, dollars
from pitboss.people.acts import ACTS, Act, allow
from pitboss.people.person import Person
from pitboss.store import Unit
from pitboss.store.days import gambling_day


def alone_key(person: str) -> str:
    return f"booked-alone/{person}"


def count_alone(
    unit: Unit,
    act: Act,
    kind: str,
    cents: Cents,
    by: Person,
    second: Person | None,
    now_us: int,
    *,
    most: Cents,
) -> None:
    """Count what a person books alone; `act` is what it becomes beyond the day's amount, with a second person. What
    two people sign counts for neither."""
    if second is not None:
        allow(act, by, second)
        return
    day = gambling_day(unit).of(now_us).isoformat()
    known = unit.get(alone_key(by.id)) or {}
    booked: dict[str, Cents] = known["cents"] if known.get("day") == day else {}
    so_far = booked.get(kind, 0)
    if so_far + cents > most:
        raise IllegalAction(
            f"{by.id} has booked {dollars(so_far)} of {kind} by hand today and may book {dollars(most)} alone; "
            f"{dollars(cents)} more take two people.",
            clause=ACTS[act].clause,
            accepted=f"at most {dollars(max(0, most - so_far))}, or a second person: "
            + ", ".join(role.value for role in ACTS[act].second),
        )
    unit.put(alone_key(by.id), {"day": day, "cents": {**booked, kind: so_far + cents}})
