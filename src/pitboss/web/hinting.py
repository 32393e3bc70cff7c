"""Asks the adviser of the pages for a seat, without holding up the tables."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

from pitboss.errors import Conflict
from pitboss.people.person import Person
from pitboss.room.watching import Watching


async def hint_for(keeper: Watching, person: Person, spot: int) -> list[dict[str, Any]]:
    """What each choice of the spot is worth; only on cards that the spot may see."""
    table = keeper.table
    table.own_seat(person.id, spot)
    if table.dealt is None or table.dealt.round.asked(spot) is None:
        raise Conflict(
            f"Spot {spot} is not asked for anything.", accepted="a hint when it is the spot's turn"
        )
    round = table.dealt.replay()
    advise = importlib.import_module("pitboss.web.hints").advise
    options: list[dict[str, Any]] = await asyncio.to_thread(advise, round, spot)
    return options
