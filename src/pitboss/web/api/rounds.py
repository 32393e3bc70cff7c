"""A round by its id: what the person who asks may see of it, and the proof of its shuffle."""

from __future__ import annotations

import asyncio

from pitboss.room.history import round_facts
from pitboss.room.proof import round_shape
from pitboss.web.api.access import Anybody, RoundId, TheRoom
from pitboss.web.api.routers import api_router
from pitboss.web.models import RoundFacts, RoundShape

router = api_router("rounds", "/rounds")


@router.get("/{round_id}")
async def round(room: TheRoom, person: Anybody, round_id: RoundId) -> RoundShape:
    """Only what this person may see, with the proof of it; an auditor sees all of a settled round."""
    shape = await asyncio.to_thread(round_shape, room.store, round_id, person, disclose=room.disclose)
    return RoundShape(**shape)


@router.get("/{round_id}/facts")
async def facts(room: TheRoom, person: Anybody, round_id: RoundId) -> RoundFacts:
    """When a round was played, its completed awards, and who sat where: names for staff and for who played in it."""
    return RoundFacts(**await asyncio.to_thread(round_facts, room.store, round_id, person))
