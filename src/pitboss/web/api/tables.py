"""Tables: what the lobby shows, the state of one, and what a player may ask of it."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Query, Response

from pitboss.errors import BadInput
from pitboss.people.person import Role
from pitboss.room.commands import Bet, Clear, CutCards, Leave, Ready, Sit
from pitboss.room.history import recent_rounds
from pitboss.room.screens import static_part
from pitboss.web.api.access import Anybody, Somebody, TableId, TheRoom
from pitboss.web.api.routers import api_router
from pitboss.web.commands import act_of
from pitboss.web.hinting import hint_for
from pitboss.web.models import (
    ActBody,
    BetBody,
    BuyInBody,
    CutBody,
    Done,
    Hint,
    HintOption,
    ReadyBody,
    RoundLine,
    SpotBody,
    TableLine,
    TableState,
)

router = api_router("tables", "/tables")


@router.get("")
async def tables(room: TheRoom) -> list[TableLine]:
    """All tables, as the lobby shows them."""
    lines = []
    for keeper in room.keepers.values():
        table = keeper.table
        static = static_part(table)
        lines.append(
            TableLine(
                id=table.id,
                name=table.setup.name,
                game=table.config.game,
                game_name=table.config.sheet.name,
                dealer=table.setup.dealer,
                phase=table.phase,
                closed=keeper.halt.closed,
                spots=table.config.spots,
                taken=len(table.taken),
                taken_spots=list(table.taken),
                round_number=table.number,
                limits=static["limits"],
                jackpots=keeper.displays(),
            )
        )
    return lines


@router.get("/{table_id}", responses={200: {"model": TableState}}, response_class=Response)
async def table(room: TheRoom, person: Anybody, table_id: TableId) -> Response:
    """The state of a table as the person who asks may see it; the live channel sends the same."""
    return Response(await room.keeper(table_id).state(person), media_type="application/json")


@router.get("/{table_id}/rounds")
def rounds(
    room: TheRoom,
    table_id: TableId,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int, Query(ge=0, le=2**62)] = 0,
) -> list[RoundLine]:
    """Settled rounds, newest first."""
    room.keeper(table_id)
    return [RoundLine(**line) for line in recent_rounds(room.store, table_id, limit, before)]


@router.post("/{table_id}/sit")
async def sit(room: TheRoom, person: Somebody, table_id: TableId, body: SpotBody) -> Done:
    await room.do(table_id, Sit(person, body.id, body.spot))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/leave")
async def leave(room: TheRoom, person: Somebody, table_id: TableId, body: SpotBody) -> Done:
    await room.do(table_id, Leave(person, body.id, body.spot))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/bet")
async def bet(room: TheRoom, person: Somebody, table_id: TableId, body: BetBody) -> Done:
    """Sets a wager to an amount; 0 takes it off."""
    await room.do(table_id, Bet(person, body.id, body.spot, body.wager, body.amount_cents))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/clear")
async def clear(room: TheRoom, person: Somebody, table_id: TableId, body: SpotBody) -> Done:
    """Takes all wagers off a spot."""
    await room.do(table_id, Clear(person, body.id, body.spot))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/cut")
async def cut(room: TheRoom, person: Somebody, table_id: TableId, body: CutBody) -> Done:
    """A value of one's own that cuts the coming cards; each one given until bets close counts (HR-36)."""
    await room.do(table_id, CutCards(person, body.id, body.value, body.seal))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/ready")
async def ready(room: TheRoom, person: Somebody, table_id: TableId, body: ReadyBody) -> Done:
    """No more bets from this player; when everybody is ready the house deals."""
    await room.do(table_id, Ready(person, body.id, body.cut))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/act")
async def act(room: TheRoom, person: Somebody, table_id: TableId, body: ActBody) -> Done:
    """A decision of a spot that is asked for one."""
    await room.do(table_id, act_of(person, body))
    return Done(version=room.keeper(table_id).version)


@router.post("/{table_id}/buy-in")
async def buy_in(room: TheRoom, person: Somebody, table_id: TableId, body: BuyInBody) -> Done:
    """Chips for cash: a dealer or cashier names the player and confirms the cash (HR-34). In the demo room a player
    gets a bounded gift of play chips instead."""
    keeper = room.keeper(table_id)
    if person.has(Role.PLAYER):
        await asyncio.to_thread(room.cage.give, person, body.amount_cents, body.id)
    elif body.player is None or not body.cash_confirmed:
        raise BadInput(
            "Chips are sold to a player, for cash that is here.",
            clause="HR-34",
            accepted="player, and cash_confirmed once it is counted",
        )
    else:
        await asyncio.to_thread(room.people.player, body.player)
        sold = (keeper.table, body.player, body.amount_cents, person, body.id)
        await asyncio.to_thread(room.cage.sell, *sold)
    return Done(version=keeper.version)


@router.post("/{table_id}/hint")
async def hint(room: TheRoom, person: Somebody, table_id: TableId, body: SpotBody) -> Hint:
    """What each choice is worth, on what the spot can see."""
    options = await hint_for(room.keeper(table_id), person, body.spot)
    return Hint(options=[HintOption(**option) for option in options])
