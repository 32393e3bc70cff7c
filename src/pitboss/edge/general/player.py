"""A strategy of the user's own: a Python file whose `choose` answers every question by what the player sees.

def choose(view):
    return "play" if max(card >> 2 for card in view.own) >= 7 else "fold"
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.cards import Card
from pitboss.edge.general.felt import SearchFelt
from pitboss.errors import BadInput
from pitboss.rounds.events import DEALER, Ask


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a player knows when asked."""

    question: str
    answers: tuple[str, ...]
    """as the report names them, such as `play 2x`; the action alone will do where there is one of that name"""
    own: tuple[Card, ...]
    """the player's cards, as they lie"""
    table: tuple[Card, ...]
    """those that everybody sees"""
    places: dict[str, tuple[Card, ...]]
    """all of them by place: `hand`, `dealer's up`"""
    said: tuple[str, ...]
    """what was announced, and after `> ` what the player has answered before"""


def view_of(felt: SearchFelt, ask: Ask, answers: tuple[str, ...]) -> PlayerView:
    places: dict[str, tuple[Card, ...]] = {}
    said = []
    for spot, place, shown in felt.seen:
        if not isinstance(shown, tuple):
            said.append(shown)
            continue
        name = f"dealer's {place}" if spot == DEALER else place
        held = places.get(name, ())
        places[name] = held + tuple(card for card in shown if card not in held)
    own = tuple(card for name, cards in places.items() if not name.startswith("dealer's ") for card in cards)
    table = tuple(card for name, cards in places.items() if name.startswith("dealer's ") for card in cards)
    return PlayerView(ask.text, answers, own, table, places, tuple(said))


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """Plays by a file."""

    source: str
    name: str = "strategy"

    @classmethod
    def from_file(cls, path: Path) -> FilePlayer:
        try:
            made = cls(path.read_text(encoding="utf-8-sig"), path.name)
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{path} cannot be read: {error}.", accepted=ACCEPTED) from None
        _loaded(made.source, made.name)
        return made

    def answer(self, view: PlayerView) -> str:
        """One of the answers there are."""
        try:
            said = str(_loaded(self.source, self.name)(view))
        except BadInput:
            raise
        except Exception as error:
            raise BadInput(
                f"{self.name}: {type(error).__name__}: {error} at {view.question!r}.", accepted=ACCEPTED
            ) from error
        if said in view.answers:
            return said
        meant = [name for name in view.answers if name.split(" ")[0] == said]
        if len(meant) == 1:
            return meant[0]
        raise BadInput(
            f"{self.name} answers {said!r} to {view.question!r}.", accepted=", ".join(view.answers)
        )


ACCEPTED = "a Python file with choose(view) that returns one of view.answers"


@lru_cache(maxsize=4)
def _loaded(source: str, name: str) -> Callable[[PlayerView], Any]:
    module: dict[str, Any] = {"__name__": "strategy"}
    try:
        exec(compile(source, name, "exec"), module)
    except Exception as error:
        raise BadInput(f"{name}: {type(error).__name__}: {error}.", accepted=ACCEPTED) from error
    choose = module.get("choose")
    if not callable(choose):
        raise BadInput(f"{name} has no choose.", accepted=ACCEPTED)
    found: Callable[[PlayerView], Any] = choose
    return found
