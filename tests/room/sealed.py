"""Rounds played in a room, and their files as people download them."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from pitboss.ledger import Store
from pitboss.people.accounts import AUDITOR
from pitboss.people.person import Person
from pitboss.room.commands import CutCards
from pitboss.room.proof import round_shape
from pitboss.room.shoes import TableShoe
from pitboss.room.unit_plan import FreshShoe
from pitboss.rounds.config import TableConfig
from tests.room.support import ANN, BOB, At, config_of, make_room, setup_of

AUDIT = Person.of("ada", AUDITOR)


def download(store: Store, round_id: str, person: Person | None = None, **more: Any) -> dict[str, Any]:
    """As a browser gets it."""
    shape: dict[str, Any] = json.loads(json.dumps(round_shape(store, round_id, person, **more)))
    return shape


def seeded(seed: str) -> FreshShoe:
    """Sealed shoes that are the same in every run of a test."""
    dice = random.Random(seed)

    def fresh(table: str, number: int, config: TableConfig, config_id: str) -> TableShoe:
        return TableShoe.fresh(table, number, config, config_id, dice.randbytes)

    return fresh


def played(
    store: Store,
    game: str,
    rounds: int = 1,
    *,
    fresh: FreshShoe | None = None,
    cuts: bool = True,
    **more: Any,
) -> list[dict[str, Any]]:
    """Play rounds with two players, the second of whom never cuts; returns what a spectator's screen was shown."""

    async def scenario() -> list[dict[str, Any]]:
        setup = setup_of(config_of(game, **more))
        at = At(make_room(store, setup), setup.id)
        at.keeper._fresh_shoe = fresh or seeded(f"{game} {store.head().seq}")
        await at.room.open()
        known = store.document("person/ann") is not None
        at.people = {1: ANN, 3: BOB} if known else {1: at.player("ann"), 3: at.player("bob")}
        screen = at.screen()
        for n in range(rounds):
            if cuts and n and at.table.seal:
                await at.do(CutCards(ANN, None, f"ann's cut {n}", at.table.seal))
            await at.play(n)
        await at.room.close()
        return [json.loads(text) for text in screen.texts]

    return asyncio.run(scenario())
