"""Dealer, surveillance, supervisor and executive: they see what waits for them and do it, in bad weather too."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any, Final

from pitboss.chips.trays import TrayDesk
from pitboss.core.errors import PitbossError
from pitboss.jackpots.tray import dues, owed_cents
from pitboss.room.commands import CallTime, Command, EndGame, StartGame, VoidRound
from pitboss.room.jackpot_office import Office
from pitboss.room.room import Room
from pitboss.room.table import TableState
from tests.room.support import AL, CY, DAN, EVE, SUE

if TYPE_CHECKING:
    from tests.simulation.world import World

ACTS: Final = ("surveillance", "confirm", "confirm", "executive")


def errand(table: TableState, id: str | None, rng: random.Random, *, calm: bool) -> Command | None:
    """What the dealer in person does next at a table, or a supervisor who has seen a misdeal."""
    if table.phase == "playing" and not calm and rng.random() < 0.15:
        return VoidRound(SUE, id, "a card was exposed", AL)
    if table.house_deals:
        return None
    if table.phase == "playing":
        return CallTime(DAN, id) if calm or rng.random() < 0.4 else None
    if table.phase == "settled":
        return EndGame(DAN, id)
    if not any(seat.bets for seat in table.seats.values()):
        return None
    # one roll a deal; now and then somebody tries another
    rolls = random.Random(table.number + rng.choice((0, 0, 0, 1)))
    return StartGame(DAN, id, tuple(rolls.randint(1, 6) for _ in range(3)))


class Desk:
    def __init__(self, world: World) -> None:
        self._world = world
        self._completed: list[str] = []
        self._idle_at = -1
        """where the log ended when nothing was waiting"""

    async def work(self) -> None:
        world = self._world
        while True:
            await asyncio.sleep(world.rng.uniform(0.5, 6.0))
            living = world.living
            if living:
                process = world.rng.choice(living)
                try:
                    process.context.run(self._act, process.room)
                except PitbossError:
                    world.reached["desk refused"] += 1

    def _fill(self, room: Room, table: str) -> None:
        """A tray owes: money into the cage, chips into the tray, and what waited is paid."""
        owed = owed_cents(room.store.document, table)
        room.cage.fund(owed, EVE, SUE, "chips for a fill")
        filled = TrayDesk(room.store).fill(table, owed, SUE, EVE, "asked for")
        room.chips_moved([one["payee"] for one in filled.payload["paid_due"]], table)
        self._world.reached["short tray filled"] += 1

    def _act(self, room: Room) -> None:
        rng, reached = self._world.rng, self._world.reached
        office = Office(room, self._world.loop)
        if (short := [t for t in room.tables if dues(room.store.document, t)]) and rng.random() < 0.5:
            self._fill(room, rng.choice(short))
            return
        if self._completed and rng.random() < 0.5:
            office.pay(self._completed[-1], CY)
            self._completed.pop()
            reached["award paid"] += 1
            return
        if self._world.witness.seq == self._idle_at:
            return
        claims = office.claims()
        if not claims:
            self._idle_at = self._world.witness.seq
            return
        claim = rng.choice(claims)
        act = rng.choice(ACTS)
        if act == "surveillance":
            names = ("hand", "wager_cents", "payout_cents", "player")
            seen: dict[str, Any] = {name: getattr(claim, name) for name in names}
            office.surveillance(claim.id, AL, **seen)
            reached["surveillance confirmed"] += 1
        else:
            done = office.confirm(claim.id, EVE if act == "executive" else SUE)
            if done.status == "completed":
                self._completed.append(claim.id)
            reached["award confirmed"] += 1
