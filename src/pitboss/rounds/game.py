"""What a game module offers, and where to find it: `GAME` of `pitboss.games.fu_bacc` for `fu-bacc`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from pitboss.approvals import game_ids
from pitboss.errors import BadInput
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Procedure
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.opening import Holders
from pitboss.shoe import random_below


def _no_more_checks(config: TableConfig, wagers: Wagers, holders: Holders) -> None:
    """Most games need no check beyond `opening.check_wagers`."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its procedure in the order of the dealing steps, and its own checks of the opening wagers."""

    id: str
    procedure: Callable[[Felt], Procedure]
    check: Callable[[TableConfig, Wagers, Holders], None] = _no_more_checks
    cut_card: Callable[[TableConfig], int] | None = None
    """for a shoe that lasts several rounds: how many cards lie in front of the cut card"""
    draws: int = 0
    """a number from 1 to this is drawn before each deal (PG-02); less one it is the round's `start`"""

    @property
    def persistent_shoe(self) -> bool:
        """Whether the next round goes on where this one stopped (blackjack), or is shuffled anew
        (FB-29, DU-15)."""
        return self.cut_card is not None

    def first_start(self) -> int:
        """Where a round with a fresh shuffle starts: at the top, or at the number drawn for it (PG-02)."""
        return random_below(self.draws) if self.draws else 0


@cache
def game_of(id: str) -> Game:
    if id not in game_ids():
        raise BadInput(f"There is no game {id!r}.", accepted=", ".join(game_ids()))
    module = importlib.import_module("pitboss.games." + id.replace("-", "_"))
    game: Game = module.GAME
    return game
