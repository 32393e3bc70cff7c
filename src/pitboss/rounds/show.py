"""How long the screens take to show what has happened. Nobody's time runs before the question is on the screen.

The pages get the same figures with the table's layout, so the house waits as long as they show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.rounds.events import RoundEvent

PAUSE_MS: Final = {"deal": 90, "settle": 450, "jackpot": 450, "say": 350, "expose": 300, "move": 300}
CARD_MS: Final = 60
"""more for each card dealt"""
OTHER_MS: Final = 60
LONGEST_MS: Final = 6000
"""a longer show is sped up"""

SHOW: Final = {"pauses": PAUSE_MS, "card": CARD_MS, "other": OTHER_MS, "longest": LONGEST_MS}


def pause_ms(event: RoundEvent) -> int:
    cards = CARD_MS * len(event.cards) if event.kind == "deal" else 0
    return PAUSE_MS.get(event.kind, OTHER_MS) + cards


def show_us(events: Sequence[RoundEvent]) -> int:
    """The time to show these events one after the other."""
    return 1000 * min(LONGEST_MS, sum(map(pause_ms, events)))
