"""A strategy of the user's own: a Python file whose `choose` answers every question by what the player sees.

def choose(view):
    return "play" if max(card >> 2 for card in view.own) >= 7 else "fold"
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.cards import Card, texts
from pitboss.compute.limit import limited
from pitboss.edge.general.pack import Pack
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


Seen = Sequence[tuple[int, str, Any]]
"""spot, place, and the cards or words that a player has seen"""


def view_of(seen: Seen, ask: Ask, answers: tuple[str, ...]) -> PlayerView:
    places: dict[str, tuple[Card, ...]] = {}
    said = []
    for spot, place, shown in seen:
        if not isinstance(shown, tuple):
            said.append(shown)
            continue
        name = f"dealer's {place}" if spot == DEALER else place
        held = places.get(name, ())
        places[name] = held + tuple(card for card in shown if card not in held)
    own = tuple(card for name, cards in places.items() if not name.startswith("dealer's ") for card in cards)
    table = tuple(card for name, cards in places.items() if name.startswith("dealer's ") for card in cards)
    return PlayerView(ask.text, answers, own, table, places, tuple(said))


def lookalike(seen: Seen, pack: Pack, dice: random.Random) -> Seen:
    """The same for the rules: other cards of the same classes, and those seen together in another order."""
    renamed = pack.renamed(dice)
    found = []
    for spot, place, shown in seen:
        if isinstance(shown, tuple):
            cards = [renamed[card] for card in shown]
            dice.shuffle(cards)
            found.append((spot, place, tuple(cards)))
        else:
            found.append((spot, place, shown))
    return found


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
            with limited(f"{self.name} does not come to an end at {view.question!r}."):
                said = str(_loaded(self.source, self.name)(view))
        except BadInput:
            raise
        except (Exception, SystemExit) as error:
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


def answer_alike(
    player: FilePlayer, seen: Seen, ask: Ask, answers: tuple[str, ...], pack: Pack | None
) -> str:
    """What the player answers here, always, and to all that the rules cannot tell from it by the pack's classes: only
    then is the worth of his play one number. Without a pack (answers that name cards) just always."""
    view = view_of(seen, ask, answers)
    said = player.answer(view)
    dice = random.Random(texts(view.own + view.table))
    other = view if pack is None else view_of(lookalike(seen, pack, dice), ask, answers)
    instead = player.answer(other)
    if player.answer(view) == said == instead:
        return said
    if any(player.answer(view) != said or player.answer(other) != instead for _ in range(ASKED_AGAIN)):
        raise BadInput(
            f"{player.name} answers {view.question!r} now so and now otherwise, with the same cards.",
            accepted="a strategy that goes by what the player sees, not by chance",
        )
    raise BadInput(
        f"{player.name} answers {view.question!r} with {said!r} for {texts(view.own)} and with {instead!r} for "
        f"{texts(other.own)}, which the rules do not tell apart.",
        accepted="the same answer to hands that are worth the same",
    )


ASKED_AGAIN = 20
ACCEPTED = "a Python file with choose(view) that returns one of view.answers"


@lru_cache(maxsize=4)
def _loaded(source: str, name: str) -> Callable[[PlayerView], Any]:
    module: dict[str, Any] = {"__name__": "strategy"}
    try:
        with limited(f"{name} does not come to an end."):
            exec(compile(source, name, "exec"), module)
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        raise BadInput(f"{name}: {type(error).__name__}: {error}.", accepted=ACCEPTED) from error
    choose = module.get("choose")
    if not callable(choose):
        raise BadInput(f"{name} has no choose.", accepted=ACCEPTED)
    found: Callable[[PlayerView], Any] = choose
    return found
