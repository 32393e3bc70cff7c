"""What each rule of a house way is worth, where it is wrong and what that costs: sums over the classes of hands.

In a game whose player does not see the dealer's hand he sets best against the whole way, and goes on doing so where a
rule is left out or a hand is set otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.report import both
from pitboss.analysis.solutions import Arrays, Slot
from pitboss.cardplay.paigow.coverage import HANDS, cards_of, check_whole
from pitboss.cardplay.paigow.hands import Front, Wheel, describe_front
from pitboss.cardplay.paigow.hidden_solution import COMMISSIONS
from pitboss.cardplay.paigow.house_way import FOXWOODS, HOUSE_WAYS, HouseWay, house_way
from pitboss.cardplay.paigow.kernels import FIRST_PAIR
from pitboss.cardplay.paigow.solution import DEALS, shape_hash
from pitboss.cardplay.paigow.way_search import Board, followed, reading, set_by, settings_of
from pitboss.cardplay.paigow.way_values import (
    ACTIONS,
    FACE_UP,
    FORTUNE,
    STRUCTURES,
    Classes,
    WayGame,
    face_up_classes,
    hidden_classes,
    hidden_from,
    way_game,
)
from pitboss.compute import Progress, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import texts
from pitboss.core.errors import BadInput

Ints = NDArray[Any]
SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class RuleCost:
    """One rule, in the file's order."""

    name: str
    text: str
    sets: int
    """hands"""
    fits: int
    """hands, wherever the rule stood"""
    open: int
    """hands that nothing sets, or that foul, when it is left out"""
    without: Fraction | None
    """the house edge when it is left out; None where hands are then open"""
    wrong: int
    """hands it sets that would be better set otherwise"""
    cost: Fraction
    """what these cost"""
    never_meets: tuple[int, ...]
    """rules of which no hand fits both, by their place from 0"""


@dataclass(frozen=True, slots=True)
class WrongHands:
    """Hands of one kind that the way sets worse than they could be."""

    rule: str
    dealt: str
    example: str
    front: str
    """as the way sets the example"""
    better: str
    hands: int
    cost: Fraction


@dataclass(frozen=True)
class CostSheet:
    game: WayGame
    way: HouseWay
    edge: Fraction
    best: Fraction
    """with every hand set best"""
    rules: tuple[RuleCost, ...]
    wrong: tuple[WrongHands, ...]
    """the dearest first"""

    def to_json(self) -> dict[str, Any]:
        names = [rule.name for rule in self.rules]
        return {
            "house_way": self.way.id,
            "game": self.game.game,
            "settings": settings_of(self.game),
            **both("house_edge", self.edge),
            **both("best_setting_of_every_hand", self.best),
            **both("below_best", self.best - self.edge),
            "rules": [
                {
                    "rule": rule.name, "text": rule.text, "hands": rule.sets,
                    **both("share", Fraction(rule.sets, HANDS)), "fits": rule.fits, "open_without": rule.open,
                    **both("edge_without", None if rule.without is None else rule.without),
                    **both("worth", None if rule.without is None else self.edge - rule.without),
                    "wrong_hands": rule.wrong, **both("cost", rule.cost),
                    "never_meets": [names[other] for other in rule.never_meets],
                }
                for rule in self.rules
            ],
            "wrong": [
                {
                    "rule": w.rule, "dealt": w.dealt, "example": w.example, "front": w.front, "better": w.better,
                    "hands": w.hands, **both("cost", w.cost),
                }
                for w in self.wrong
            ],
        }  # fmt: skip


def classes_against(
    game: WayGame, way: HouseWay, engine: Engine | None = None, progress: Progress = silent
) -> Classes:
    """The classes as this way's player leaves them: who sees the hand, or who knows the way."""
    if not game.hidden:
        return face_up_classes(game, engine, progress).classes
    answer = hidden_from(game, way, engine, progress)
    return hidden_classes(game, answer.settings, engine, progress).classes


def cost_sheet(
    game: WayGame, way: HouseWay, engine: Engine | None = None, progress: Progress = silent
) -> CostSheet:
    check_whole(way, game.wheel)
    classes = classes_against(game, way, engine, progress)
    rows = np.arange(len(classes.hands))
    read = [reading(rule)(classes) for rule in way.rules]
    actions = np.array([a for _, a in read])
    chosen = set_by(read, len(rows))
    action = actions[chosen]
    total = int(classes.worth[rows, action].sum())
    missed = classes.best - classes.worth[rows, action]
    wrong = classes.wrong[rows, action]
    fits = np.stack([f for f, _ in read])
    meets = (fits.astype(np.float64) @ fits.T.astype(np.float64)) > 0
    rules = []
    for n, rule in enumerate(way.rules):
        mine = chosen == n
        rest = set_by(read, len(rows), n)
        legal = (rest >= 0) & classes.legal[rows, actions[rest]]
        without = None
        if legal.all():
            without = classes.edge(int(classes.worth[rows, actions[rest]].sum()))
        rules.append(
            RuleCost(
                name=rule.place or str(n + 1),
                text=rule.text,
                sets=int(classes.hands[mine].sum()),
                fits=int(classes.hands[fits[n]].sum()),
                open=int(classes.hands[~legal].sum()),
                without=without,
                wrong=int(wrong[mine].sum()),
                cost=classes.edge(int(missed[mine].sum())),
                never_meets=tuple(m for m in range(len(way.rules)) if m != n and not meets[n, m]),
            )
        )
    names = [rule.name for rule in rules]
    found = _wrong_hands(classes, chosen, action, names)
    return CostSheet(
        game, way, classes.edge(total), classes.edge(int(classes.best.sum())), tuple(rules), found
    )


def _wrong_hands(classes: Classes, chosen: Ints, action: Ints, names: list[str]) -> tuple[WrongHands, ...]:
    """Put together as the vocabulary tells hands apart, by rule."""
    rows = np.arange(len(action))
    missed = classes.best - classes.worth[rows, action]
    board = Board(classes)
    key = board.row_of * len(names) + chosen
    _, group = np.unique(key, return_inverse=True)
    group = group.ravel()
    cost = np.zeros(group.max() + 1, np.int64)
    hands = np.zeros_like(cost)
    np.add.at(cost, group, missed)
    np.add.at(hands, group, classes.wrong[rows, action])
    order = np.lexsort((-missed, group))
    dearest = order[np.searchsorted(group[order], np.arange(len(cost)))]
    found = []
    for g in np.argsort(-cost, kind="stable")[:SHOWN]:
        if cost[g] <= 0:
            break
        c = int(dearest[g])
        found.append(
            WrongHands(
                names[int(chosen[c])], STRUCTURES[int(classes.structure[c])], texts(cards_of(int(classes.example[c]))),
                front_in_words(int(classes.fronts[c, action[c]])), front_in_words(int(classes.better[c])),
                int(hands[g]), classes.edge(int(cost[g])),
            )
        )  # fmt: skip
    return tuple(found)


def front_in_words(code: int) -> str:
    if code >= FIRST_PAIR:
        return describe_front(Front(True, (code - FIRST_PAIR,)))
    high = next(rank for rank in range(1, 13) if code < rank * (rank + 1) // 2)
    return describe_front(Front(False, (high, code - high * (high - 1) // 2)))


# What it costs to set a kind of hand otherwise than the house way does.

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SettingMistake:
    """All hands of a pair structure with these cards in front, where the way sets otherwise and that is no foul."""

    dealt: str
    front: str
    chance: Fraction
    """of the dealer's hands"""
    worth: Fraction
    """what the house loses of each wager; negative: what it gains"""


def _asked(game: str, settings: dict[str, str]) -> tuple[str, str, str]:
    """House way, wheel, commission."""
    found = {"house_way": FOXWOODS.name, "wheel": Wheel.SECOND_HIGHEST.value, "commission": "5%"} | {
        name: value for name, value in settings.items() if name in ("house_way", "wheel", "commission")
    }
    if found["wheel"] not in {w.value for w in Wheel} or found["commission"] not in COMMISSIONS:
        raise BadInput("That is no setting of a house way.", accepted=", ".join((*Wheel, *COMMISSIONS)))
    return found["house_way"], found["wheel"], found["commission"] if game == FORTUNE else ""


def slot_of(game: str, settings: dict[str, str]) -> Slot:
    way, wheel, commission = _asked(game, settings)
    shape = shape_hash(way, Wheel(wheel), game=game, commission=commission)
    cells = (len(STRUCTURES), len(ACTIONS))
    return Slot("house-way-mistakes", shape, VERSION, (("<i8", cells), ("<i8", cells)))


def every_shipped() -> list[tuple[str, str]]:
    """Game and house way."""
    return [*((FACE_UP, way) for way in HOUSE_WAYS), (FORTUNE, FOXWOODS.name)]


def shipped(game: str) -> Iterator[tuple[Slot, Arrays]]:
    """Each house way of the package face up, the usual one hidden, with the usual options."""
    for of, way in every_shipped():
        if of == game:
            settings = {"house_way": way}
            yield slot_of(game, settings), solve(game, settings, LocalEngine())


def known(game: str, settings: dict[str, str]) -> bool:
    return slot_of(game, settings).known


def setting_mistakes(
    game: str, settings: dict[str, str], engine: Engine | None = None, progress: Progress = silent
) -> list[SettingMistake]:
    """Of every pair structure and every front, exactly; from the package, the disk, or the solver."""
    _, _, commission = _asked(game, settings)
    unit = DEALS * (COMMISSIONS[commission][0].denominator if commission else 1)

    def compute() -> list[Ints]:
        return solve(game, settings, engine, progress)

    (hands, lost), _ = slot_of(game, settings).get(compute, sound=lambda arrays: bool(arrays[0].any()))
    return [
        SettingMistake(dealt, front, Fraction(int(hands[s, a]), HANDS), Fraction(int(lost[s, a]), unit))
        for s, dealt in enumerate(STRUCTURES)
        for a, front in enumerate(ACTIONS)
        if hands[s, a]
    ]


def solve(
    game: str, settings: dict[str, str], engine: Engine | None = None, progress: Progress = silent
) -> list[Ints]:
    """[structure, front]: hands, and what the house loses over all deals in parts of a wager."""
    name, wheel, commission = _asked(game, settings)
    way = house_way(name)
    asked = way_game(game, {"wheel": wheel, **({"commission": commission} if commission else {})})
    classes = classes_against(asked, way, engine, progress)
    rows = np.arange(len(classes.hands))
    _, action = followed(classes, way)
    front = classes.fronts[rows, action]
    hands = np.zeros((len(STRUCTURES), len(ACTIONS)), np.int64)
    lost = np.zeros_like(hands)
    for a in range(len(ACTIONS)):
        other = classes.legal[:, a] & (classes.fronts[:, a] != front)
        np.add.at(hands[:, a], classes.structure[other], classes.hands[other])
        np.add.at(
            lost[:, a], classes.structure[other], (classes.worth[rows, action] - classes.worth[:, a])[other]
        )
    return [hands, lost]
