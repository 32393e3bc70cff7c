"""Everything that a store's books must say of themselves: the jackpots' and the trays'."""

from __future__ import annotations

from pitboss.jackpot.dues import check_dues
from pitboss.jackpot.verify import check_books as check_jackpots
from pitboss.store import Store


def check_books(store: Store) -> list[str]:
    """What does not fit; nothing on a sound store."""
    return [*check_jackpots(store), *check_dues(store)]
