"""Trays of tables run by hand: the people, counts of chips, and a table with a progressive."""

from __future__ import annotations

from datetime import UTC, datetime

from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.trays import Inventory, TrayDesk
from pitboss.house.jackpots import open_jackpots
from pitboss.jackpots.desk import JackpotDesk
from pitboss.ledger import UNIT_PER_CENT, Store
from pitboss.people.person import Person, Role
from tests.house.tables import example

AMES, BOYD, CAGE = Person.of("ames", "dealer"), Person.of("boyd", "supervisor"), Person.of("cora", "cashier")
EVE, CAM = Person.of("eve", "executive"), Person.of("cam", "surveillance")
FILES = Person.of("table files", Role.HOUSE)
OPENER = Inventory({100: 200, 500: 400, 2500: 200, 10_000: 100})
TABLE, J = "down-under-1", "down-under-1-jackpot"


def chips(dollars: int) -> Inventory:
    return Inventory({100: dollars})


def funded(store: Store, cents: int = 10_000_000) -> TrayDesk:
    """A desk with money in the cage."""
    desk = TrayDesk(store)
    desk.fund(cents, EVE, CAGE, "the house's money")
    return desk


def opened(
    store: Store, cents: int = 10_000_000, *, table: str = "t1", count: Inventory = OPENER
) -> TrayDesk:
    """The same, and a table that was counted in."""
    desk = funded(store, cents)
    desk.opener(table, count, BOYD, AMES)
    return desk


def with_progressive(store: Store, *changes: tuple[str, str]) -> JackpotDesk:
    """A table from a file, with its progressive; nobody has counted it in."""
    desk = JackpotDesk(store)
    open_jackpots(desk, example("down-under-holdem", *changes), datetime.now(UTC).date(), FILES)
    return desk


def balance(store: Store, table: str = "t1") -> int:
    return store.account(f"tray/{table}").credit_balance // UNIT_PER_CENT


def seen(cents: int, player: str = "pat") -> SurveillanceCheck:
    return SurveillanceCheck("straight", "$100", cents, player, CAM.id)


def quads(desk: JackpotDesk, *spots: int, lit: tuple[int, ...] = (1,)) -> None:
    """A game in which four of a kind is marked on these spots, $1,500 each, and that was ended."""
    desk.start_game(TABLE, lit, lit, AMES, players={spot: f"guest-{spot}" for spot in lit})
    for spot in spots:
        desk.press(TABLE, spot, "four-of-a-kind", AMES)
    desk.end_game(TABLE, AMES)
