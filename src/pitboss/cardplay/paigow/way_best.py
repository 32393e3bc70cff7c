"""The best house way of so many rules for a game, with its edge and what others are worth beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis.report import both
from pitboss.cardplay.paigow.coverage import HANDS, check_whole, coverage
from pitboss.cardplay.paigow.house_way import HOUSE_WAYS, HouseWay
from pitboss.cardplay.paigow.way_cost import settings_of, worth_of
from pitboss.cardplay.paigow.way_search import VERSION, Board, WayBody, WaySearch, check_count, house_way_of
from pitboss.cardplay.paigow.way_values import Classes, WayGame, face_up_classes, hidden_classes, hidden_from
from pitboss.compute import Progress, announce, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.errors import BadInput

ANSWERS_MOST: Final = 4
"""so many times a player's answer to the best way is searched again"""


@dataclass(frozen=True, slots=True)
class Beside:
    """Another way at the same table."""

    name: str
    rules: int
    edge: Fraction


@dataclass(frozen=True)
class BestWay:
    game: WayGame
    way: HouseWay
    edge: Fraction
    hands: tuple[int, ...]
    """set by each rule"""
    best: Fraction
    """every hand set best"""
    vocabulary: Fraction
    """every class of hands that rules can tell apart set best, by as many rules as that takes"""
    curve: tuple[tuple[int, Fraction], ...]
    """for each number of rules the best edge found; hidden, against one player's answer"""
    beside: tuple[Beside, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game.game,
            "settings": settings_of(self.game),
            "rules": len(self.way.rules),
            **both("house_edge", self.edge),
            "player": "knows the way, sets best by type of hand" if self.game.hidden else "sees the hand, sets best",
            **both("best_setting_of_every_hand", self.best),
            **both("below_best", self.best - self.edge),
            **both("best_of_the_vocabulary", self.vocabulary),
            "beside": [
                {
                    "house_way": b.name, "rules": b.rules, **both("house_edge", b.edge),
                    **both("below_this_way", self.edge - b.edge),
                }
                for b in self.beside
            ],
            "way": [
                {"rule": rule.place, "text": rule.text, "hands": hands, **both("share", Fraction(hands, HANDS))}
                for rule, hands in zip(self.way.rules, self.hands, strict=True)
            ],
            "curve": [{"rules": n, **both("house_edge", edge)} for n, edge in self.curve],
        }  # fmt: skip


def best_way(
    game: WayGame,
    rules: int,
    others: Sequence[HouseWay] = (),
    engine: Engine | None = None,
    progress: Progress = silent,
) -> BestWay:
    """At most so many rules. Hidden, the search and the player's answer take turns until the edge rises no more."""
    check_count(rules)
    for other in others:
        check_whole(other, game.wheel)
    engine = engine or LocalEngine()
    if not game.hidden:
        classes = face_up_classes(game, engine, progress).classes
        found = _searched(game, classes, rules, progress)
        edge = classes.edge(worth_of(classes, found[0]))
    else:
        found, edge, classes = _against_answers(game, rules, engine, progress)
    way, curve, vocabulary = found
    check_whole(way, game.wheel)
    beside = tuple(
        Beside(other.id, len(other.rules), edge_of(game, other, engine, progress))
        for other in (*HOUSE_WAYS.values(), *others)
    )
    return BestWay(
        game, way, edge, coverage(way, game.wheel).hands, classes.edge(int(classes.best.sum())), vocabulary, curve,
        beside,
    )  # fmt: skip


def edge_of(game: WayGame, way: HouseWay, engine: Engine, progress: Progress = silent) -> Fraction:
    """A whole way's exact edge: against who sees the hand, or who sets best by type knowing the way."""
    if game.hidden:
        return hidden_from(game, way, engine, progress).edge
    classes = face_up_classes(game, engine, progress).classes
    return classes.edge(worth_of(classes, way))


Found = tuple[HouseWay, tuple[tuple[int, Fraction], ...], Fraction]


def _searched(game: WayGame, classes: Classes, rules: int, progress: Progress) -> Found:
    announce(progress, f"House ways of up to {rules} rules")
    board = Board(classes)
    search = WaySearch(board, LocalEngine(), progress, kept=f"{game.game}-{VERSION}-{_digest(classes)}")
    bodies = search.best(rules)
    if not board.whole(bodies):
        raise BadInput(f"No way of {rules} rules was found that sets every hand.", accepted="more rules")
    curve = tuple(
        (count, classes.edge(board.total(found)))
        for count, found in sorted(search.found.items())
        if count <= rules and board.whole(found)
    )
    return way_of(game, board.tidy(bodies)), curve, classes.edge(board.best_of_vocabulary)


def way_of(game: WayGame, bodies: Sequence[WayBody]) -> HouseWay:
    name = f"best-{len(bodies)}"
    settings = "".join(f" --set {setting}={value}" for setting, value in settings_of(game).items())
    source = f"pitboss house-way best {game.game} --rules {len(bodies)}{settings}"
    return house_way_of(bodies, name, "1", f"Best way of {len(bodies)} rules", source)


def _digest(classes: Classes) -> str:
    return hashlib.sha256(classes.worth.tobytes()).hexdigest()[:16]


def _against_answers(
    game: WayGame, rules: int, engine: Engine, progress: Progress
) -> tuple[Found, Fraction, Classes]:
    """The player answers a way, the best way against that answer is searched, and so on: kept is the way whose own
    answer leaves the house most."""
    answer = hidden_from(game, HOUSE_WAYS["foxwoods"], engine, progress)
    best: tuple[Found, Fraction, Classes] | None = None
    for _ in range(ANSWERS_MOST):
        classes = hidden_classes(game, answer.settings, engine, progress).classes
        found = _searched(game, classes, rules, progress)
        check_whole(found[0], game.wheel)
        answer = hidden_from(game, found[0], engine, progress)
        if best is not None and answer.edge <= best[1]:
            break
        best = found, answer.edge, classes
    assert best is not None
    return best
