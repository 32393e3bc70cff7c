"""What a game module offers, and where to find it: `GAME` of `pitboss.games.fu_bacc` for `fu-bacc`."""

from __future__ import annotations

import ast
import importlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

from pitboss.approvals import game_ids, sheet
from pitboss.approvals.outside import outside_games, when_games_change
from pitboss.errors import BadInput, shown
from pitboss.rounds.config import TableConfig
from pitboss.rounds.cuts import check_roll, number_of
from pitboss.rounds.events import Procedure
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.opening import Holders
from pitboss.shoe import Source, random_below

DealingPlan = tuple[tuple[str, ...], ...]
"""The order of dealing, sealed with every shoe (HR-36). Steps: who (`each` spot with a wager, `once`, every one of the
`seats` from the number drawn, or each spot that `chose` something), then what is dealt in turn: the spot (`#`, or 0 for
the dealer), its place, how many cards. `moves` names the places between which cards may go afterwards: whose (`#` a
player's, 0 the dealer's), from, to. A last step `play` names how many cards a decision asks for: from there on all
cards are dealt singly and face up, to the spot that has just decided or to the dealer."""


def _no_more_checks(config: TableConfig, wagers: Wagers, holders: Holders) -> None:
    """Most games need no check beyond `opening.check_wagers`."""


def _nothing_of_ones_own(config: TableConfig) -> None:
    """Most games take nothing that an operator brings along."""


def _any_spots(config: TableConfig, holders: Holders) -> None:
    """At most games a player may hold as many spots as are free."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its procedure in the order of the dealing steps, and its own checks of the opening wagers."""

    id: str
    procedure: Callable[[Felt], Procedure]
    check: Callable[[TableConfig, Wagers, Holders], None] = _no_more_checks
    cut_card: Callable[[TableConfig], int] | None = None
    """for a shoe that lasts several rounds: how many cards lie in front of the cut card"""
    check_own: Callable[[TableConfig], None] = _nothing_of_ones_own
    """refuses a table whose operator's own files will not do, before it opens (PG-27)"""
    draws: int = 0
    """a number from 1 to this is drawn before each deal (PG-02); 0 where none is"""
    check_seats: Callable[[TableConfig, Holders], None] = _any_spots
    """who may hold which spots together; asked when somebody sits down, before any wager"""
    dealing: DealingPlan | Callable[[TableConfig], DealingPlan] = field(kw_only=True)
    """which card goes where: fixed by who has bet and what is decided, and by nothing else"""

    def plan(self, config: TableConfig) -> DealingPlan:
        return self.dealing(config) if callable(self.dealing) else self.dealing

    @property
    def persistent_shoe(self) -> bool:
        """Whether the next round goes on where this one stopped (blackjack), or is shuffled anew
        (FB-29, DU-15)."""
        return self.cut_card is not None

    def check_opening(self, config: TableConfig, wagers: Wagers, holders: Holders) -> None:
        """The game's own rules about what lies on the felt before the first card, and whose it is."""
        self.check(config, wagers, holders)
        self.check_seats(config, {spot: holders[spot] for spot in wagers if spot in holders})

    def draw_number(self, config: TableConfig, source: Source = os.urandom) -> int | None:
        """The number a generator draws before a deal (PG-02); None where the game has none.

        Where the house rolls dice nothing is drawn here: whoever rolls them enters them."""
        if self.draws and config.rolls_dice:
            raise BadInput(
                "At this table somebody rolls dice for the first hand.",
                clause="PG-02",
                accepted="the three dice from the dealer, or the option first_hand=generator",
            )
        return 1 + random_below(self.draws, source) if self.draws else None

    def start_and_number(self, start: int) -> tuple[int, int | None]:
        """What records before format 2 kept in one place: the card a round starts at, or, for a game that
        draws a number, that number less one."""
        return (0, start + 1) if self.draws else (start, None)


def number_of_dice(dice: tuple[int, ...], draws: int) -> int:
    """The position that a roll of dice gives, the dealer being 1 (PG-02).

    >>> number_of_dice((2, 5, 1), 7)
    1
    """
    if type(dice) is not tuple or not all(type(die) is int for die in dice):
        raise BadInput(
            f"{shown(dice)} is no roll of dice.",
            clause="PG-02",
            accepted="three dice of 1 to 6, as (3, 1, 6)",
        )
    return number_of(check_roll(" ".join(map(str, dice))), draws)


@cache
def game_of(id: str) -> Game:
    if id not in game_ids():
        raise BadInput(f"There is no game {id!r}.", accepted=", ".join(game_ids()))
    game: Game = _module(id).GAME
    return game


def _module(id: str) -> ModuleType:
    if outside := outside_games().get(id):
        return outside.load()
    return importlib.import_module("pitboss.games." + id.replace("-", "_"))


when_games_change(game_of.cache_clear)


def rules_text(id: str) -> str:
    """A game's rules as they are written, without comments: the sheet, the procedure, and the procedures it leans
    on. What was found out from the rules is kept under it."""
    waiting, found = [_module(id)], {}
    while waiting:
        module = waiting.pop()
        if module.__name__ in found or not module.__file__:
            continue
        tree = ast.parse(Path(module.__file__).read_bytes())
        found[module.__name__] = ast.dump(tree)
        names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        rules = (name for name in names if name.startswith(RULES))
        waiting.extend(sys.modules[name] for name in rules if name in sys.modules)
    return repr((sheet(id), sorted(found.items())))


RULES = ("pitboss.procedures", "pitboss.games", "pitboss.blackjack", "pitboss.poker", "pitboss.paigow")
"""rooms in which rules are written"""
