"""Everything that a store's books must say of themselves: the jackpots' and the trays'."""

from __future__ import annotations

from typing import cast

from pitboss.chips.tray_checks import check_days as check_days
from pitboss.chips.tray_checks import check_trays
from pitboss.jackpots.tray import check_dues
from pitboss.jackpots.verify import check_books as check_jackpots
from pitboss.ledger import Reader, Store


def check_books(store: Reader) -> list[str]:
    """What does not fit; nothing on a sound store."""
    # it reads and nothing else, whatever it is given
    waiting = check_dues(cast("Store", store))
    return [*check_jackpots(store), *waiting, *check_trays(store)]
