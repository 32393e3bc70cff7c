"""The card room: its tables, its people, and the store behind them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from pitboss.errors import NotFound
from pitboss.people.accounts import People
from pitboss.room.bank import Bank
from pitboss.room.books import Books, StoreBooks
from pitboss.room.commands import Command
from pitboss.room.jackpots import TableJackpots
from pitboss.room.keeper import Keeper
from pitboss.room.plan import FreshShoe
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import Shoe
from pitboss.room.table import TableState
from pitboss.store import Store


class Room:
    def __init__(
        self,
        store: Store,
        setups: Iterable[TableSetup],
        people: People,
        *,
        books: Books | None = None,
        fresh_shoe: FreshShoe = Shoe.fresh,
    ) -> None:
        """`books` and `fresh_shoe` are for simulations, where neither threads nor chance may decide."""
        self.store = store
        self.people = people
        self.bank = Bank(store)
        books = books or StoreBooks(store)
        self.keepers = {
            setup.id: Keeper(books, self.bank, setup, TableJackpots(store, setup.id), fresh_shoe=fresh_shoe)
            for setup in setups
        }
        for keeper in self.keepers.values():
            keeper.meters_moved = self._refresh_links

    @property
    def tables(self) -> dict[str, TableState]:
        return {id: keeper.table for id, keeper in self.keepers.items()}

    async def open(self) -> None:
        """Every table as it stood (HR-20)."""
        await asyncio.gather(*(keeper.open() for keeper in self.keepers.values()))

    async def close(self) -> None:
        await asyncio.gather(*(keeper.close() for keeper in self.keepers.values()))

    def keeper(self, table_id: str) -> Keeper:
        found = self.keepers.get(table_id)
        if found is None:
            raise NotFound(f"There is no table {table_id!r}.", accepted=", ".join(self.keepers))
        return found

    def _refresh_links(self, moved: Keeper) -> None:
        """A meter shows the same at every table it is linked to (HR-13)."""
        mine = set(moved.jackpots.sensors.values())
        for keeper in self.keepers.values():
            if keeper is not moved and mine & set(keeper.jackpots.sensors.values()):
                keeper.refresh()

    def refresh_jackpot(self, jackpot: str) -> None:
        """A meter has changed: every table on the link shows it."""
        for keeper in self.keepers.values():
            if jackpot in keeper.jackpots.sensors.values():
                keeper.refresh()

    async def do(self, table_id: str, command: Command) -> None:
        await self.keeper(table_id).do(command)
