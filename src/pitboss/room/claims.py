"""What waits for somebody's signature, as the pit sees it: a marked hand, a prize booked by hand, or a table's payout
that surveillance has not seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pitboss.chips.payouts import Seen
from pitboss.core.codec import LEFT_OUT, encode
from pitboss.core.errors import PitbossError
from pitboss.core.money import Cents
from pitboss.jackpots.documents import Award

UNTOLD: Final = "told after surveillance's check"


@dataclass(frozen=True, slots=True)
class ClaimView:
    kind: str
    """claim, award or payout"""
    id: str
    jackpot: str
    jackpot_name: str
    table: str
    table_name: str
    spot: int
    hand: str
    text: str
    pays: str
    meter: str | None
    player: str | None
    wager_cents: Cents
    payout_cents: Cents
    status: str
    round_id: str | None
    cards: str
    shown: bool | None
    """whether the cards show what was marked; None where the system has dealt none that it could ask"""
    surveillance: Seen | None = None
    needs: tuple[str, ...] = ()
    turn: int | None = None
    """the place in the order of pay on its meter (JP-14)"""
    sensor: str = ""
    number: int | None = field(default=None, metadata=LEFT_OUT)
    marked_us: int | None = field(default=None, metadata=LEFT_OUT)
    held_cents: Cents = 0
    envy_cents: Cents = 0
    pressed_by: str = ""
    confirmed_by: str | None = None
    reason: str = ""
    payee: str = ""
    """the account that gets it; empty: the player's wallet"""
    award: Award | None = None
    not_paid_by: tuple[str, ...] = ()
    """whose signature stands under it already: another person pays (JP-31)"""
    by_hand: bool = False
    """at a table with real cards, or booked by hand for somebody without an account: signed at the terminal until the
    award is complete, and paid in money"""
    check_over_cents: Cents | None = field(default=None, metadata=LEFT_OUT)
    """of a prize paid in money: from more than this on the winner may have a check (HR-15)"""
    veiled: bool = False
    """whether the player's name is kept back: surveillance has not said whom it saw"""

    @property
    def named(self) -> str:
        """As people at the table call it."""
        place = f"{self.table_name or self.table}, spot {self.spot}" if self.table else self.jackpot_name
        return f"{self.text} at {place}"

    @property
    def said(self) -> str:
        """Its status in words."""
        return self.status.replace("-", " ")

    def to_json(self) -> dict[str, Any]:
        shape: dict[str, Any] = encode(self)
        return {**shape, "award": award_json(self.award) if self.award else None}


@dataclass(frozen=True, slots=True)
class WinSheet:
    """An award with everything accounting needs of it (JP-17)."""

    award: Award
    rows: tuple[tuple[str, str], ...]

    @property
    def veiled(self) -> WinSheet:
        kept = tuple((name, UNTOLD if name == "Player" else value) for name, value in self.rows)
        return WinSheet(veiled_award(self.award), kept)

    def to_json(self) -> dict[str, Any]:
        return {**award_json(self.award), "rows": [list(row) for row in self.rows]}


def veiled(view: ClaimView) -> ClaimView:
    """Without whatever says who the player is: surveillance types whom it saw, and compares nothing (HR-14)."""
    return replace(
        view,
        player=None,
        payee="",
        surveillance=replace(view.surveillance, player="") if view.surveillance else None,
        award=veiled_award(view.award) if view.award else None,
        veiled=True,
    )


def veiled_award(award: Award) -> Award:
    seen = award.surveillance
    return replace(award, player="", surveillance=replace(seen, player="") if seen else None)


@contextmanager
def in_words(named: Callable[[], Mapping[str, str]]) -> Iterator[None]:
    """Refusals call claims by table, spot and hand, as the pages show them; ids are the terminal's."""
    try:
        yield
    except PitbossError as error:
        names = named()
        error.message = _worded(error.message, names)
        error.accepted = error.accepted and _worded(error.accepted, names)
        raise


def _worded(text: str, names: Mapping[str, str]) -> str:
    for id in sorted(names, key=len, reverse=True):
        text = re.sub(
            rf"((the )?(claim|award) )?{re.escape(id)}(?![\w.]*\w)", names[id], text, flags=re.IGNORECASE
        )
    return text


def award_json(award: Award) -> dict[str, Any]:
    """An award as pages show it."""
    return {
        **encode(award),
        "award": award.id,
        "status": award.state.value,
        "round_id": award.round or None,
        "player": award.player or None,
    }
