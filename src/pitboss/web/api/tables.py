"""Tables and rounds over HTTP: what the lobby shows, a table's state, buying in, hints, a round by its id."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import asdict
from typing import Annotated

from fastapi import Query, Request, Response

from pitboss.core.errors import BadInput
from pitboss.people.accounts import need
from pitboss.people.person import Role
from pitboss.people.rights import ACTS, Act
from pitboss.room.history import recent_rounds, round_facts
from pitboss.room.proof import round_shape
from pitboss.room.screens import static_part
from pitboss.web.api.access import Anybody, RoundId, Somebody, TableId, TheRoom, api_router, gate_of, signer
from pitboss.web.api.jackpots import TheOffice
from pitboss.web.live import hint_for
from pitboss.web.models import (
    BuyInBody,
    Done,
    Hint,
    HintOption,
    RoundLine,
    RoundShape,
    SpotBody,
    TableLine,
    TableState,
)
from pitboss.web.staff_models import HeldPay, RoundFacts

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
                away=len(keeper.away_spots),
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
    person: Anybody,
    table_id: TableId,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    before: Annotated[int, Query(ge=0, le=2**62)] = 0,
) -> list[RoundLine]:
    """Settled rounds, newest first. Staff read every spot, a player the own ones, anybody else none."""
    room.keeper(table_id)
    return [RoundLine(**line) for line in recent_rounds(room.store, table_id, limit, before, person=person)]


@router.post("/{table_id}/buy-in")
async def buy_in(
    request: Request, room: TheRoom, person: Somebody, table_id: TableId, body: BuyInBody
) -> Done:
    """Chips for cash: a dealer or cashier names the player and confirms the cash, above the day's amount of one person
    with a supervisor or executive (HR-34). In the demo room a player gets a bounded gift of play chips instead."""
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
        need(person, *ACTS[Act.BUY_IN].roles)
        await asyncio.to_thread(room.people.player, body.player)
        signature, second = body.second, None
        if signature is not None:
            sign = functools.partial(signer, request, signature, f"sell chips at {table_id}")
            second = await gate_of(request).run(request, sign)
        sold = (keeper.table, body.player, body.amount_cents, person, body.id, second, body.asked_us)
        await asyncio.to_thread(room.cage.sell, *sold)
    return Done(version=keeper.version)


@router.post("/{table_id}/hint")
async def hint(room: TheRoom, person: Somebody, table_id: TableId, body: SpotBody) -> Hint:
    """What each choice is worth, on what the spot can see."""
    options = await hint_for(room.keeper(table_id), person, body.spot)
    return Hint(options=[HintOption(**option) for option in options])


# A round by its id: what the person who asks may see of it, and the proof of its shuffle.

rounds_router = api_router("rounds", "/rounds")


@rounds_router.get("/{round_id}")
async def round(room: TheRoom, person: Anybody, round_id: RoundId) -> RoundShape:
    """Only what this person may see, with the proof of it; an auditor sees all of a settled round."""
    shape = await asyncio.to_thread(round_shape, room.store, round_id, person, disclose=room.disclose)
    return RoundShape(**shape)


@rounds_router.get("/{round_id}/facts")
async def facts(room: TheRoom, office: TheOffice, person: Anybody, round_id: RoundId) -> RoundFacts:
    """When a round was played, its completed awards, what of it is not paid yet, and who sat where: names for staff and
    for who played in it."""
    found = await asyncio.to_thread(round_facts, room.store, round_id, person)
    coming = await asyncio.to_thread(office.coming_of_round, round_id, person)
    return RoundFacts(**found, coming=[HeldPay(**asdict(pay)) for pay in coming])
