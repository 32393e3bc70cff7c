"""What a game module offers, and where to find it: `GAME` of `pitboss.table_games.fu_bacc.rules` for `fu-bacc`."""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import GeneratorType, ModuleType
from typing import NamedTuple

from pitboss.core.cards import Card, Source, check_roll, number_of, random_below
from pitboss.core.errors import BadInput, BrokenRules, PitbossError, shown, unknown
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, Procedure
from pitboss.rounds.felt import Felt, Wagers
from pitboss.rounds.limits import Holders
from pitboss.sheets import game_ids, sheet
from pitboss.sheets.plugins import (
    OutsideGame,
    base_of,
    folder_of,
    made_of,
    outside_games,
    part_of,
    told,
    when_plugins_change,
)

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


class Share(NamedTuple):
    """A part of a wager that the rules name and no pay table prints, such as the half that a surrender loses."""

    wager: str
    """its place on the layout"""
    share: Fraction
    words: str


def _no_shares(config: TableConfig) -> Iterable[Share]:
    """Most games pay by their tables alone."""
    return ()


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
    shares: Callable[[TableConfig], Iterable[Share]] = _no_shares
    """parts of a wager that are paid, lost or staked under this configuration, beside the pay tables (HR-42)"""
    light: Callable[[Card], str] | None = None
    """what a card reader shows for a dealer's card, where the game has one; the card then lies under it"""
    dealing: DealingPlan | Callable[[TableConfig], DealingPlan] = field(kw_only=True)
    """which card goes where: fixed by who has bet and what is decided, and by nothing else"""

    @property
    def lights(self) -> tuple[str, ...]:
        """Of its card reader, in the order of the ranks."""
        return tuple(dict.fromkeys(map(self.light, range(52)))) if self.light else ()

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
        raise unknown(f"There is no game {id!r}.", id, game_ids())
    made: Game | None = made_of(id, "rules")
    if made is not None:
        return made
    module = _module(id)
    if outside := outside_games().get(id):
        return guarded(getattr(module, "GAME", None), outside)
    game: Game = module.GAME
    return game


def guarded(game: object, outside: OutsideGame) -> Game:
    """A game from outside: what goes wrong in its rules is told with file and line, and rules without a question
    need not be a generator."""
    if not isinstance(game, Game) or game.id != outside.id:
        found = f"a GAME named {game.id!r}" if isinstance(game, Game) else "no GAME"
        raise BrokenRules(
            f"{outside.folder.name}/rules.py has {found}.",
            accepted=f'GAME = Game("{outside.id}", procedure, dealing=...)',
        )
    rules = game.procedure

    def procedure(felt: Felt) -> Procedure:
        try:
            if isinstance(steps := rules(felt), GeneratorType):
                answer = None
                while True:
                    asked = steps.send(answer)
                    if not _is_question(asked):
                        steps.throw(BrokenRules(f"{asked!r} is no question"))
                        continue
                    try:
                        answer = yield asked
                    except BrokenRules as error:
                        steps.throw(error)  # for the line that asks
        except StopIteration:
            return
        except BrokenRules as error:
            raise BrokenRules(f"{game.id}: {told(error, outside.folder)}.") from error
        except PitbossError:
            raise
        except (Exception, SystemExit) as error:
            raise BrokenRules(f"{game.id}: {told(error, outside.folder)}.") from error

    return replace(game, procedure=procedure)


def _is_question(asked: object) -> bool:
    several = asked if isinstance(asked, list | tuple) and not isinstance(asked, Ask) else (asked,)
    return bool(several) and all(isinstance(one, Ask) for one in several)


def _module(id: str) -> ModuleType:
    """The rules of a game; of a sheet alone those of the game it builds on."""
    module = part_of(base_of(id) or id, "rules")
    if module is None:
        raise BrokenRules(
            f"{folder_of(id).name} has no rules.py.", accepted="rules.py, or a sheet with a base"
        )
    return module


when_plugins_change(game_of.cache_clear)


def rules_text(id: str) -> str:
    """A game's rules as they are written, without comments: the sheet, the procedure, and the modules it leans
    on. What was found out from the rules is kept under it."""
    module = _module(id)
    own = folder_of(id) if id in outside_games() else None
    waiting, found = [module], {}
    while waiting:
        module = waiting.pop()
        if module.__name__ in found or not module.__file__:
            continue
        tree = ast.parse(Path(module.__file__).read_bytes())
        found[module.__name__] = ast.dump(tree)
        named = (sys.modules.get(name) for name in _imported(tree, module.__package__ or ""))
        waiting.extend(other for other in named if other is not None and _has_rules(other, own))
    return repr((sheet(id), sorted(found.items())))


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """The names of all modules that a module may import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = f"{'.' * node.level}{node.module or ''}"
            whole = importlib.util.resolve_name(base, package) if node.level else base
            yield from (whole, *(f"{whole}.{name.name}" for name in node.names))


def _has_rules(module: ModuleType, own: Path | None) -> bool:
    """Whether a module is written by those who wrote the rules: ours in the rooms of rules; of a game from outside
    whatever else it brings along, but not what is installed beside it."""
    if module.__name__.partition(".")[0] == "pitboss":
        return module.__name__.startswith(RULES)
    file = getattr(module, "__file__", None)
    if own is None or not file or not file.endswith(".py"):
        return False
    home = Path(file).parent
    if home.is_relative_to(own):
        return True
    return not any(home.is_relative_to(path) for path in _installed())


@cache
def _installed() -> tuple[Path, ...]:
    paths = sysconfig.get_paths()
    return tuple(Path(paths[name]) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


RULES = ("pitboss.cardplay", "pitboss.table_games")
"""rooms in which rules are written"""
