"""Rounds played in a room, and their files as people download them."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from typing import Any

from pitboss.people.accounts import AUDITOR
from pitboss.people.person import Person
from pitboss.room.commands import CutCards
from pitboss.room.plan import FreshShoe
from pitboss.room.proof import round_shape
from pitboss.room.shoes import FirstKindShoe, TableShoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.shuffling import fresh_shuffle
from pitboss.store import Store
from tests.room.support import Screen, config_of, make_room, play_round, player, setup_of

AUDIT = Person.of("ada", AUDITOR)


def download(store: Store, round_id: str, person: Person | None = None, **more: Any) -> dict[str, Any]:
    """As a browser gets it."""
    shape: dict[str, Any] = json.loads(json.dumps(round_shape(store, round_id, person, **more)))
    return shape


def first_kind(table: str, number: int, config: TableConfig, config_id: str) -> FirstKindShoe:
    """A shoe as earlier versions shuffled it."""
    drawn = game_of(config.game).draw_number(config)
    return FirstKindShoe(f"{table}-{number}", fresh_shuffle(config), 0 if drawn is None else drawn - 1)


def seeded(seed: str) -> FreshShoe:
    """Sealed shoes that are the same in every run of a test."""
    dice = random.Random(seed)

    def fresh(table: str, number: int, config: TableConfig, config_id: str) -> TableShoe:
        return TableShoe.fresh(table, number, config, config_id, dice.randbytes)

    return fresh


def drafts(kind: int) -> FreshShoe:
    """Shoes as a version between two releases sealed them."""

    def fresh(table: str, number: int, config: TableConfig, config_id: str) -> TableShoe:
        shoe = TableShoe.fresh(table, number, config, config_id)
        return replace(shoe, sealed=replace(shoe.sealed, kind=kind, draft_seal=shoe.sealed.seal[::-1]))

    return fresh


def played(
    store: Store,
    game: str,
    rounds: int = 1,
    *,
    old: bool = False,
    fresh: FreshShoe | None = None,
    cuts: bool = True,
    **more: Any,
) -> list[dict[str, Any]]:
    """Play rounds with two players, the second of whom never cuts; returns what a spectator's screen was shown."""

    async def scenario() -> list[dict[str, Any]]:
        room = make_room(store, setup_of(config_of(game, **more)))
        keeper = room.keeper(f"{game}-1")
        keeper._fresh_shoe = fresh or (first_kind if old else seeded(f"{game} {store.head().seq}"))
        await room.open()
        known = store.document("person/ann") is not None
        people = {
            spot: Person.of(name, "player") if known else player(room, name)
            for spot, name in ((1, "ann"), (3, "bob"))
        }
        screen = Screen(None)
        keeper.subscribe(screen)
        for n in range(rounds):
            if cuts and not old and n and keeper.table.seal:
                await keeper.do(CutCards(people[1], None, f"ann's cut {n}", keeper.table.seal))
            await play_round(room, f"{game}-1", people, random.Random(n))
        await room.close()
        return [json.loads(text) for text in screen.texts]

    return asyncio.run(scenario())
