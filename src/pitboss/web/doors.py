"""Which pages are for whom: asked at the door, and wherever a page would point to another."""

from __future__ import annotations

from typing import Final

from pitboss.people.person import Person

OVERSEERS: Final = ("supervisor", "executive", "auditor", "admin")
DESK: Final = ("supervisor", "executive", "auditor", "cashier")
CONFIRMING: Final = ("supervisor", "executive", "auditor", "surveillance", "cashier")
KEEPERS: Final = ("admin", "auditor")
AT_THE_TABLE: Final = ("dealer", "supervisor")

DOORS: Final = {
    "/pit/desk": DESK,
    "/pit": OVERSEERS,
    "/supervisor": CONFIRMING,
    "/console": AT_THE_TABLE,
    "/accounts": KEEPERS,
}


def may_enter(person: Person, address: str) -> bool:
    """Whether a page of staff lets a person in; the longest address that fits says who may."""
    path = address.partition("#")[0].partition("?")[0]
    for door in sorted(DOORS, key=len, reverse=True):
        if path == door or path.startswith(f"{door}/"):
            return person.has(*DOORS[door])
    return True
