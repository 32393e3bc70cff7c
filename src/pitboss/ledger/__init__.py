"""Events and postings, durable before they are shown. Knows nothing of games.

with create_store("sqlite:///room.db") as store:
    def buy_in(unit):
        unit.record("buy-in", "seat/3", "ann", {"cents": 5000})
        unit.transfer_cents("cage", "wallet/ann", 5000, "buy-in")
    store.write(buy_in, key="buy-in/2031", request={"seat": 3, "cents": 5000})
"""

from pitboss.ledger.model import (
    UNIT_PER_CENT,
    Account,
    Event,
    Head,
    KeyReused,
    Overdraft,
    Receipt,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    Transfer,
)
from pitboss.ledger.store import Reader, Store, create_store, ensure_store, open_store
from pitboss.ledger.unit import Unit

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
    "create_store",
    "ensure_store",
    "open_store",
]
