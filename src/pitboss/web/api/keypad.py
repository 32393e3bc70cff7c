"""The dealer's console: START GAME, hand buttons, END GAME, the clock."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Request

from pitboss.people.accounts import DEALER, EXECUTIVE, SUPERVISOR
from pitboss.people.person import Person
from pitboss.room.commands import CallTime, EndGame, Press, StartGame, VoidRound
from pitboss.web.api.access import TableId, TheRoom, role, signer
from pitboss.web.api.routers import api_router
from pitboss.web.models import CommandBody, Done, PressBody, StartBody, VoidBody

router = api_router("console", "/tables/{table_id}")

Dealer = Annotated[Person, Depends(role(DEALER, SUPERVISOR))]
AtTheTable = Annotated[Person, Depends(role(DEALER, SUPERVISOR, EXECUTIVE))]


@router.post("/keypad/start")
async def start(room: TheRoom, person: Dealer, table_id: TableId, body: StartBody) -> Done:
    """No more bets: lit sensors are locked in, the round is dealt (JP-03); with the dice where they are rolled."""
    await room.do(table_id, StartGame(person, body.id, tuple(body.dice)))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/press")
async def press(room: TheRoom, person: Dealer, table_id: TableId, body: PressBody) -> Done:
    """The button of a spot and a hand; pressed again it takes the mark off (JP-15)."""
    await room.do(table_id, Press(person, body.id, body.spot, body.hand, body.place))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/end")
async def end(room: TheRoom, person: Dealer, table_id: TableId, body: CommandBody) -> Done:
    """The felt is cleared for the next bets; refused while a meter award is unconfirmed (JP-04)."""
    await room.do(table_id, EndGame(person, body.id))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/time")
async def time(room: TheRoom, person: Dealer, table_id: TableId, body: CommandBody) -> Done:
    """Time is up: the house way or the safest legal choice for every spot that is waited for."""
    await room.do(table_id, CallTime(person, body.id))
    return Done(version=room.keeper(table_id).version)


@router.post("/keypad/void")
async def void(
    request: Request, room: TheRoom, person: AtTheTable, table_id: TableId, body: VoidBody
) -> Done:
    """A misdeal: the round is void before it is settled, every wager goes back, with the reason (HR-33). At a
    dealer's screen the supervisor or executive who declares it signs."""
    found = await asyncio.to_thread(signer, request, body.signed, f"void the round at {table_id}")
    await room.do(table_id, VoidRound(found or person, body.id, body.reason))
    return Done(version=room.keeper(table_id).version)
