"""A room in the test's own process, with people who decide at random."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

from argon2 import PasswordHasher

from pitboss.chips.verify import check_jackpots
from pitboss.ledger import UNIT_PER_CENT, Store
from pitboss.ledger.verify import verify
from pitboss.people.accounts import PLAYER, People
from pitboss.people.person import Person
from pitboss.room.apply import apply_all, unit_written
from pitboss.room.commands import Bet, Command, Ready, Sit, TakeDecision, TakeUp
from pitboss.room.decide import decide
from pitboss.room.events import TableEvent
from pitboss.room.keeper import Keeper
from pitboss.room.presence import Absence
from pitboss.room.room import Room
from pitboss.room.screens import Offered
from pitboss.room.table import Pace, TableSetup, TableState
from pitboss.room.unit_plan import OPEN, Now
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round, fallback
from pitboss.sheets import game_ids
from tests.games.support import random_decision
from tests.patience import PATIENCE_S
from tests.room.chosen import Put

GAMES = game_ids()
SLOW = Pace(betting_s=600, decision_s=600, settled_s=600, away_s=600, kept_s=600)
"""nothing happens by the clock"""

CONFIGURED = ("options", "pay_tables", "spots", "offered", "limits", "aggregate_cents")
"""of what is said of a table, this is its game's configuration"""

# what is tested is not how long argon2 takes
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

ANN, BOB = Person.of("ann", "player"), Person.of("bob", "player")
DAN, CY = Person.of("dan", "dealer"), Person.of("cy", "cashier")
SUE, EVE = Person.of("sue", "supervisor"), Person.of("eve", "executive")
BOSS, ADA = Person.of("boss", "executive"), Person.of("ada", "admin")
AL, CAM = Person.of("al", "auditor"), Person.of("cam", "surveillance")


async def until(what: Callable[[], bool]) -> None:
    """For what comes about sooner or later: nothing fails because a machine is slow."""
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
    room.wallets.grant(name, cents, "test", "chips to test with")
    return person


def opening_bets(config: TableConfig) -> dict[str, int]:
    """The wagers needed to play, and every optional one that is offered."""
    bets = {}
    for wager in config.sheet.wagers:
        if wager.placed == "first" or (wager.placed == "optional" and wager.id in (config.offered or ())):
            bets[wager.id] = max(500, wager.least_cents)
    return bets


def cents(store: Store, account: str) -> int:
    return store.account(account).credit_balance // UNIT_PER_CENT


SECOND = 1_000_000


class Bare:
    """A table without a store: plans are taken as written. Each is checked against what `apply` makes of it."""

    def __init__(self, setup: TableSetup) -> None:
        self.state = TableState.bare(setup)
        self.now_us = 1_700_000_000 * SECOND
        self.seen, self.halt = Absence(), OPEN
        self.do(TakeUp())

    def do(self, command: Command) -> list[TableEvent]:
        before, compared = self.state, self.state.compared()
        now = Now(self.now_us, lambda person: 10**9, halt=self.halt, seen=self.seen)
        plan = decide(before, command, now)
        assert self.state.compared() == compared, "decide has changed the table"
        records = [entry.record for entry in plan.entries]
        after = apply_all(before, records)
        assert after.compared() == plan.state.compared()
        self.state = unit_written(after) if records else after
        return records

    def kinds(self, command: Command) -> list[type]:
        return [type(record) for record in self.do(command)]

    def bet(self, person: Person, spot: int) -> None:
        for wager, cents in opening_bets(self.state.config).items():
            self.do(Bet(person, None, spot, wager, cents))


class At:
    """A table of a room, and short ways to say what is done there."""

    def __init__(self, room: Room, id: str) -> None:
        self.room, self.id, self.store, self.cage = room, id, room.store, room.cage
        self.people: dict[int, Person] = {}
        """who plays here, by spot"""

    @property
    def table(self) -> TableState:
        return self.room.tables[self.id]

    @property
    def round(self) -> Round:
        return self.table.playing.round

    @property
    def keeper(self) -> Keeper:
        found = self.room.keeper(self.id)
        assert isinstance(found, Keeper)
        return found

    def player(self, name: str, cents: int = 1_000_000) -> Person:
        return player(self.room, name, cents)

    def screen(self, person: Person | None = None) -> Screen:
        screen = Screen(person)
        self.keeper.subscribe(screen)
        return screen

    def cents(self, account: str) -> int:
        return cents(self.store, account)

    def balance(self, account: str) -> int:
        """Nothing where there is no such account yet."""
        return self.cents(account) if [a for a in self.store.accounts(account) if a.name == account] else 0

    async def do(self, *commands: Command) -> None:
        for command in commands:
            await self.room.do(self.id, command)

    async def ready(self, *people: Person) -> None:
        """They want the cards, or have seen the result; everybody who plays here where nobody is named."""
        for person in people or self.people.values():
            await self.do(Ready(person, None))

    async def bet(self, people: dict[int, Person] | None = None) -> None:
        """Who has no seat sits down; the wagers needed to play and every optional one are laid."""
        for spot, person in (people or self.people).items():
            if self.table.seats[spot].player is None:
                await self.do(Sit(person, None, spot))
            laid = opening_bets(self.table.config).items()
            await self.do(*(Bet(person, None, spot, wager, cents) for wager, cents in laid))

    async def play(
        self,
        rng: random.Random | int,
        people: dict[int, Person] | None = None,
        after: Callable[[Keeper], Awaitable[None]] | None = None,
    ) -> Round:
        """Bet on every spot, say ready, and decide at random until the round is settled."""
        rng = random.Random(rng) if isinstance(rng, int) else rng
        people, keeper = people or self.people, self.keeper
        if self.table.phase == "settled":
            await self.ready(*set(people.values()))
        await self.bet(people)
        for person in set(people.values()):
            if self.table.phase == "betting":
                await self.ready(person)
        round = self.round
        if after:
            await after(keeper)
        while not round.finished:
            ask = rng.choice(round.pending)
            decision = random_decision(round, ask, rng)
            await self.do(TakeDecision(people[ask.spot], None, ask.spot, decision))
            if after:
                await after(keeper)
        return round

    async def until_asked(self, person: Person, action: str) -> Round:
        """Play rounds alone on spot 1 until one asks for this action."""
        for _ in range(200):
            if self.table.phase == "settled":
                await self.ready(person)
            await self.bet({1: person})
            await self.ready(person)
            round = self.round
            if any(choice.action == action for choice in round.legal(1)):
                return round
            while not round.finished:
                await self.do(TakeDecision(person, None, 1, fallback(round, round.pending[0])))
        raise AssertionError(f"no hand in two hundred rounds could {action}")


class Floor:
    """The rooms that a test opens on its store. They are closed when it ends, and the books are sound then."""

    def __init__(self, store: Store, put: Put) -> None:
        self.store, self.put = store, put
        self.rooms: list[Room] = []

    async def open(self, *setups: TableSetup) -> Room:
        room = make_room(self.store, *setups)
        self.rooms.append(room)
        await room.open()
        return room

    async def table(self, game: str = "fu-bacc", players: str = "", pace: Pace = SLOW, **more: Any) -> At:
        """A room with one table, of this configuration or set up so, and players for its first spots."""
        configured = {name: more.pop(name) for name in CONFIGURED if name in more}
        setup = setup_of(config_of(game, **configured), pace, **more)
        at = At(await self.open(setup), setup.id)
        at.people = {spot: at.player(name) for spot, name in enumerate(players.split(), 1)}
        return at

    async def close(self) -> None:
        for room in self.rooms:
            await room.close()
        assert self.store.trial_balance() == 0
        assert verify(self.store).sound
        assert check_jackpots(self.store) == []
