"""Events and postings, durable before they are shown. Knows nothing of games.

with open_store("sqlite:///room.db") as store:
    def buy_in(unit):
        unit.record("buy-in", "seat/3", "ann", {"cents": 5000})
        unit.transfer_cents("cage", "wallet/ann", 5000, "buy-in")
    store.write(buy_in, key="buy-in/2031", request={"seat": 3, "cents": 5000})
"""

from pitboss.store.errors import (
    KeyReused,
    Overdraft,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
)
from pitboss.store.model import UNIT_PER_CENT, Account, Event, Head, Receipt, Transfer
from pitboss.store.reader import Reader
from pitboss.store.store import Store, open_store
from pitboss.store.unit import Unit

__all__ = [
    "UNIT_PER_CENT",
    "Account",
    "Event",
    "Head",
    "KeyReused",
    "Overdraft",
    "Reader",
    "Receipt",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreRefused",
    "StoreUnavailable",
    "Transfer",
    "Unit",
    "open_store",
]
