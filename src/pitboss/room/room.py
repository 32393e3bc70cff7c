"""The card room: its tables, its people, and the store behind them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final

from pitboss.chips.accounts import Wallets, wallet
from pitboss.chips.cage import Cage, Requests
from pitboss.core.errors import BadInput, NotFound
from pitboss.ledger import Store
from pitboss.ledger.writer import Work
from pitboss.people.accounts import People
from pitboss.people.protection import Protections
from pitboss.room.commands import Bet, Command, Sit
from pitboss.room.events import HOUSE
from pitboss.room.keeper import Keeper
from pitboss.room.presence import Presence
from pitboss.room.processes import Follower, Outside, Sharing, Wire
from pitboss.room.screens import Display
from pitboss.room.shoes import TableShoe
from pitboss.room.store_access import Books, StoreBooks
from pitboss.room.table import TableSetup, TableState
from pitboss.room.table_jackpots import TableJackpots
from pitboss.room.unit_plan import FreshShoe
from pitboss.rounds.game import game_of

OPEN_S: Final = 20.0
"""so long the room waits for a table that cannot be read; it comes by itself later"""


def check_dice(setup: TableSetup) -> None:
    if setup.config.rolls_dice and setup.dealer == HOUSE:
        raise BadInput(
            f"{setup.id}: nobody rolls dice at a table that the house deals.",
            clause="PG-02",
            accepted="first_hand=generator, or a dealer in person",
        )


class Room:
    def __init__(
        self,
        store: Store,
        setups: Iterable[TableSetup],
        people: People,
        *,
        books: Books | None = None,
        fresh_shoe: FreshShoe = TableShoe.fresh,
        link: Wire | None = None,
    ) -> None:
        """`link`: to the other processes that keep tables of this room. `books` and `fresh_shoe` are for simulations,
        where neither threads nor chance may decide."""
        self.store = store
        self.disclose = False
        """whether every shoe is shown to everybody, whole, when it is done (HR-36)"""
        setups = tuple(setups)
        for setup in setups:
            check_dice(setup)
            game_of(setup.config.game).check_own(setup.config)
        self.people = people
        self.wallets = Wallets(store)
        self.cage = Cage(store, self.wallets)
        self.requests = Requests(store, (setup.id for setup in setups))
        self.cage.moved = self.chips_moved
        self._loop: asyncio.AbstractEventLoop | None = None
        self.protections = Protections(store)
        self._books = books or StoreBooks(store)
        self._fresh_shoe = fresh_shoe
        self._setups = {setup.id: setup for setup in setups}
        self._displays = {id: Display(self.wallets, self._books.clock) for id in self._setups}
        self._jackpots = {id: TableJackpots(store, id) for id in self._setups}
        self._presences = {setup.id: self._presence(setup) for setup in setups}
        self.keepers: dict[str, Keeper | Follower] = {}
        self._sharing: Sharing | None = None
        self.session_ended: Callable[[str], None] = lambda id: None
        """told when another process has ended a session"""
        if link:
            link.silent = store.silent
            self._sharing = Sharing(
                link, self._books, self._presences, self.keepers, self._keep, self._follow
            )
            self._sharing.outside = self._look_again
            self._sharing.session_ended = self._session_ended
            people.ended = self._sharing.say_session_ended
        else:
            self.keepers |= {id: self._keep(id) for id in self._setups}

    def _keep(self, table: str, fence: Work | None = None) -> Keeper:
        keeper = Keeper(*self._parts(table), fresh_shoe=self._fresh_shoe, fence=fence)
        keeper.meters_moved = self._refresh_links
        keeper.gate = self._may_play
        return keeper

    def _presence(self, setup: TableSetup) -> Presence:
        """It outlives the table's roles, and tells whichever there is."""
        presence = Presence(setup.pace)
        presence.changed = lambda: self._look_around(setup.id)
        return presence

    def _look_around(self, table: str) -> None:
        if role := self.keepers.get(table):
            role.look_around()

    def _parts(self, table: str) -> tuple[Books, Wallets, TableSetup, TableJackpots, Display, Presence]:
        """What a table's role is made of, whichever it is: made once, so that a role changes without the store."""
        own = self._jackpots[table], self._displays[table], self._presences[table]
        return self._books, self.wallets, self._setups[table], *own

    def _follow(self, table: str) -> Follower:
        assert self._sharing is not None
        follower = Follower(*self._parts(table), self._sharing.ask)
        follower.gate = self._may_play
        return follower

    @property
    def tables(self) -> dict[str, TableState]:
        return {id: keeper.table for id, keeper in self.keepers.items()}

    async def open(self) -> None:
        """Every table as it stood (HR-20)."""
        self._loop = asyncio.get_running_loop()
        if self._sharing:
            await self._sharing.open()
            return
        opening = [asyncio.ensure_future(keeper.open()) for keeper in self.keepers.values()]
        if opening:
            # a table that cannot come back says so, and keeps no other from opening
            await asyncio.wait(opening, timeout=OPEN_S)

    async def close(self) -> None:
        for presence in self._presences.values():
            presence.close()
        if self._sharing:
            await self._sharing.close()
            return
        await asyncio.gather(*(keeper.close() for keeper in self.keepers.values()))

    def keeper(self, table_id: str) -> Keeper | Follower:
        found = self.keepers.get(table_id)
        if found is None:
            raise NotFound(
                f"There is no table {table_id!r}.", kind="table.unknown", accepted=", ".join(self.keepers)
            )
        return found

    def _refresh_links(self, moved: Keeper) -> None:
        """A meter shows the same at every table it is linked to (HR-13)."""
        mine = set(moved.jackpots.sensors.values())
        for keeper in self.keepers.values():
            if keeper is not moved and mine & set(keeper.jackpots.sensors.values()):
                keeper.refresh()

    def refresh_jackpot(self, jackpot: str) -> None:
        """A meter has changed: every table on the link shows it, in every process."""
        self._look_again(Outside(jackpot=jackpot))
        if self._sharing:
            self._sharing.tell_outside(Outside(jackpot=jackpot))

    def chips_moved(self, accounts: Iterable[str], table: str = "") -> None:
        """Chips of these accounts, or of a table's tray, have moved outside the tables: whoever knows the wallets
        looks at them again, in every process. May be called from a worker thread."""
        news = Outside(tuple(accounts), table)
        self.wallets.changed(news.accounts)
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, news)

    def _spread(self, news: Outside) -> None:
        self._look_again(news)
        if self._sharing:
            self._sharing.tell_outside(news)

    def _look_again(self, news: Outside) -> None:
        self.wallets.changed(news.accounts)
        people = {account.removeprefix(wallet("")) for account in news.accounts}
        for id, keeper in self.keepers.items():
            here = {*keeper.table.players, *keeper.watchers()}
            if id == news.table or news.jackpot in keeper.jackpots.sensors.values() or here & people:
                keeper.refresh()

    def _may_play(self, command: Command) -> None:
        """A seat and a bet are for those who have not limited themselves (HR-37)."""
        if isinstance(command, Sit | Bet):
            who = command.person.id
            self.protections.check_play(who, self.people.since(who), self.store.clock())

    def _session_ended(self, id: str) -> None:
        self.people.ended_elsewhere(id)
        self.session_ended(id)

    async def do(self, table_id: str, command: Command) -> None:
        await self.keeper(table_id).do(command)
