"""A room in the test's own process, with people who decide at random."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

from argon2 import PasswordHasher

from pitboss.approvals import game_ids
from pitboss.people.accounts import PLAYER, People
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Ready, Sit, TakeDecision
from pitboss.room.keeper import Keeper
from pitboss.room.room import Room
from pitboss.room.screens import Offered
from pitboss.room.setup import Pace, TableSetup
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from pitboss.store import Store
from tests.games.support import random_decision
from tests.patience import PATIENCE_S

GAMES = game_ids()
SLOW = Pace(betting_s=600, decision_s=600, settled_s=600)
"""nothing happens by the clock"""

# what is tested is not how long argon2 takes
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


"""for what comes about sooner or later: nothing fails because a machine is slow"""


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not what():
            await asyncio.sleep(0.01)


class Screen:
    """A screen that keeps all it was shown: whole states, never changes."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.fresh = True
        self.changes = False
        self.texts: list[str] = []

    @property
    def shown(self) -> Offered | None:
        return None

    @shown.setter
    def shown(self, shown: Offered | None) -> None:
        pass

    def layout(self, text: str) -> None:
        pass

    def add(self, text: str) -> None:
        self.offer(text)

    def offer(self, text: str) -> None:
        self.texts.append(text)

    @property
    def state(self) -> dict[str, Any]:
        shape: dict[str, Any] = json.loads(self.texts[-1])
        return shape


def config_of(game: str, **more: Any) -> TableConfig:
    return TableConfig(game, **more)


def setup_of(config: TableConfig, pace: Pace = SLOW, **more: Any) -> TableSetup:
    return TableSetup(f"{config.game}-1", f"Table of {config.game}", config, pace=pace, **more)


def make_room(store: Store, *setups: TableSetup) -> Room:
    return Room(store, setups, People(store, hasher=QUICK))


def player(room: Room, name: str, cents: int = 1_000_000) -> Person:
    person = room.people.add(name, "pass phrase of some length", PLAYER, "test")
    room.bank.grant(name, cents, "test", "chips to test with")
    return person


def opening_bets(config: TableConfig) -> dict[str, int]:
    """The wagers needed to play, and every optional one that is offered."""
    bets = {}
    for wager in config.sheet.wagers:
        if wager.placed == "first" or (wager.placed == "optional" and wager.id in (config.offered or ())):
            bets[wager.id] = max(500, wager.least_cents)
    return bets


async def seat_and_bet(room: Room, table_id: str, people: dict[int, Person]) -> None:
    for spot, person in people.items():
        if room.tables[table_id].seats[spot].player is None:
            await room.do(table_id, Sit(person, None, spot))
        for wager, cents in opening_bets(room.tables[table_id].config).items():
            await room.do(table_id, Bet(person, None, spot, wager, cents))


async def play_round(
    room: Room,
    table_id: str,
    people: dict[int, Person],
    rng: random.Random,
    after: Callable[[Keeper], Awaitable[None]] | None = None,
) -> Round:
    """Bet on every spot, say ready, and decide at random until the round is settled."""
    keeper = room.keeper(table_id)
    if keeper.table.phase == "settled":
        for person in set(people.values()):
            await keeper.do(Ready(person, None))
    await seat_and_bet(room, table_id, people)
    for person in set(people.values()):
        if keeper.table.phase == "betting":
            await keeper.do(Ready(person, None))
    round = keeper.table.round
    assert round is not None
    if after:
        await after(keeper)
    while not round.finished:
        ask = rng.choice(round.pending)
        await keeper.do(TakeDecision(people[ask.spot], None, ask.spot, random_decision(round, ask, rng)))
        if after:
            await after(keeper)
    return round


async def open_round_asking(room: Room, table_id: str, person: Person, action: str) -> Round:
    """Play rounds alone on spot 1 until one asks for this action."""
    keeper = room.keeper(table_id)
    for _ in range(200):
        if keeper.table.phase == "settled":
            await keeper.do(Ready(person, None))
        await seat_and_bet(room, table_id, {1: person})
        await keeper.do(Ready(person, None))
        round = keeper.table.round
        assert round is not None
        if any(choice.action == action for choice in round.legal(1)):
            return round
        while not round.finished:
            await keeper.do(TakeDecision(person, None, 1, fallback(round, round.pending[0])))
    raise AssertionError(f"no hand in two hundred rounds could {action}")
