"""House ways of few rules with the highest edge, out of the vocabulary of `docs/house-way.md`.

Hands that no rule can tell apart are one class: pair structure, ranks by place, the highest front before a straight or
flush. Of each class every front's worth is known (`way_values`), so a list of rules is worth a sum over classes, and
what a rule would gain at some place of the list is the sum of what it changes.

From nothing the list grows: the rule that gains most is put where it gains most, hands not yet set counting as the
greatest loss. After each rule every one is taken out in turn and the best one for the rest put in, until nothing gains.
Each step weighs every rule of the vocabulary exactly; that the list as a whole cannot be bettered is not proved
thereby, and `tests/paigow/test_best_way.py` compares it with every list there is on a small deck.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.report import both
from pitboss.cardplay.paigow.coverage import HANDS, check_whole, coverage
from pitboss.cardplay.paigow.house_way import (
    BEHIND,
    COMPLETE_FRONT,
    HIGH,
    HOUSE_WAYS,
    KEPT,
    NEXT,
    HouseWay,
    WayRule,
    groups_of,
    others,
    places_of,
)
from pitboss.cardplay.paigow.kernels import FIRST_PAIR
from pitboss.cardplay.paigow.solution import DEALS
from pitboss.cardplay.paigow.way_kernels import BEHIND_OF, HIGHER_OF, best_insertions
from pitboss.cardplay.paigow.way_values import (
    ACTIONS,
    STRUCTURES,
    Classes,
    WayGame,
    face_up_classes,
    hidden_classes,
    hidden_from,
)
from pitboss.compute import Progress, announce, cache_root, keep, silent
from pitboss.compute.engines import Engine, LocalEngine
from pitboss.core.cards import RANK_NAMES, RANK_PLURALS
from pitboss.core.errors import BadInput

Ints = NDArray[Any]

NAMES: Final = ("pair", "lower_pair", "lowest_pair", "three", "lower_three", "four", HIGH, NEXT)
"""cards whose rank a rule of the vocabulary may ask for"""
PAIRS_OF_NAMES: Final = ((-1, -1), *((n, -1) for n in range(len(NAMES))), *combinations(range(len(NAMES)), 2))
VERSION: Final = 1
"""of the search; raised when it would find other lists"""
UNSET: Final = 1 << 54
"""what a pair structure that no rule sets counts as, in parts of a wager over all deals: more than twice all of them"""
LEAST_RULES, MOST_RULES = 5, 30
ACE: Final = 12
WIDE: Final = (0, ACE)


class WayBody(NamedTuple):
    """A rule without its words: the front's number, what is asked of a straight or flush, a pair of names and their
    ranks, and the pair structures as bits."""

    action: int
    kind: int
    names: int
    ranks: tuple[int, int, int, int]
    dealt: int


class Board:
    """Classes as rules read them, those that no rule of the vocabulary tells apart taken together."""

    def __init__(self, classes: Classes, names: Sequence[tuple[int, int]] = PAIRS_OF_NAMES) -> None:
        """`names`: the pairs of names a rule may ask for, by their numbers."""
        self.classes = classes
        complete = classes.complete.astype(np.int64)
        behind = (complete >= 0).astype(np.int64) + (complete >= FIRST_PAIR)
        bits = 1 << np.arange(len(ACTIONS))
        legal = (classes.legal * bits).sum(axis=1)
        higher = ((classes.fronts > complete[:, None]) * bits).sum(axis=1) * (complete >= 0)
        self.known = np.zeros((len(STRUCTURES), len(NAMES)), np.bool_)
        named = np.full((len(complete), len(NAMES)), -1, np.int64)
        for s, dealt in enumerate(STRUCTURES):
            rows = classes.structure == s
            for n, name in enumerate(NAMES):
                if name in known_names(dealt):
                    self.known[s, n] = True
                    named[rows, n] = classes.places[rows, places_of(dealt)[name]]
        key = np.concatenate(
            [classes.structure[:, None], named, behind[:, None], legal[:, None], higher[:, None]], axis=1
        ).astype(np.int64)
        rows, self.row_of = np.unique(key, axis=0, return_inverse=True)
        self.structure, self.named = rows[:, 0], np.ascontiguousarray(rows[:, 1:-3])
        self.behind, self.legal, self.higher = (np.ascontiguousarray(rows[:, n]) for n in (-3, -2, -1))
        self.worth = np.zeros((len(rows), len(ACTIONS)), np.int64)
        np.add.at(self.worth, self.row_of, classes.worth)
        self.hands = np.zeros(len(rows), np.int64)
        np.add.at(self.hands, self.row_of, classes.hands)
        self.start = np.searchsorted(self.structure, np.arange(len(STRUCTURES) + 1))
        self.available = np.zeros((len(STRUCTURES), len(ACTIONS)), np.bool_)
        for s in range(len(STRUCTURES)):
            here = self.legal[self.start[s] : self.start[s + 1]]
            self.available[s] = [bool((here >> a & 1).any()) for a in range(len(ACTIONS))]
        # what no rule sets counts as a loss, a pair structure's classes together as more than any rule can gain
        many = np.diff(np.append(self.start[:-1], len(rows)))[self.structure]
        self.unset = -(UNSET * max(1, classes.deals // DEALS) // many)
        twins = classes.twins.astype(np.int64)
        seen = np.stack([self.row_of[twins[:, 0]], self.row_of[twins[:, 1]], twins[:, 2]], axis=1)
        self.twins = np.unique(seen, axis=0)
        self._pairs = names
        self.pairs = np.array(names, np.int64)

    def fits(self, body: WayBody) -> NDArray[np.bool_]:
        """The classes a rule fits, wherever it stands."""
        found = (body.dealt >> self.structure & 1).astype(np.bool_)
        found &= self.behind >= BEHIND_OF[body.kind]
        if HIGHER_OF[body.kind]:
            found &= (self.higher >> body.action & 1).astype(np.bool_)
        for at, name in enumerate(PAIRS_OF_NAMES[body.names]):
            if name >= 0:
                least, most = body.ranks[2 * at : 2 * at + 2]
                found &= (self.named[:, name] >= least) & (self.named[:, name] <= most)
        return found

    def follow(self, bodies: Sequence[WayBody]) -> tuple[Ints, Ints]:
        """By class: the number of the rule that sets it (-1: none), and what that is worth."""
        rule = np.full(len(self.hands), -1, np.int64)
        current = self.unset.copy()
        for n, body in enumerate(bodies):
            mine = self.fits(body) & (rule < 0)
            rule[mine] = n
            legal = (self.legal[mine] >> body.action & 1).astype(np.bool_)
            current[mine] = np.where(legal, self.worth[mine, body.action], self.unset[mine])
        return rule, current

    def total(self, bodies: Sequence[WayBody]) -> int:
        return int(self.follow(bodies)[1].sum())

    def whole(self, bodies: Sequence[WayBody]) -> bool:
        """Every hand is set, and none fouls."""
        rule, _ = self.follow(bodies)
        action = np.array([body.action for body in bodies] or [0])[np.maximum(rule, 0)]
        return bool(((rule >= 0) & (self.legal >> action & 1 == 1)).all())

    def countable(self, bodies: Sequence[WayBody]) -> bool:
        """A flush changes how a hand is set only by staying in back, which the solvers lean on."""
        action = self._actions(bodies)
        flush, ranks, keeps = self.twins.T
        moved = action[flush] != action[ranks]
        return bool((~moved | (keeps >> np.maximum(action[flush], 0) & 1 == 1) | (action[ranks] < 0)).all())

    def insertions(self, bodies: Sequence[WayBody], at: int) -> list[tuple[int, list[WayBody]]]:
        """The lists with one rule more at this place, and what each gains."""
        rule, current = self.follow(bodies)
        alive = (rule < 0) | (rule >= at)
        found = best_insertions(
            self.start, self.named, self.known, self.available, self.behind, self.higher, self.legal, self.worth,
            current, alive, self.pairs,
        )  # fmt: skip
        lists = []
        for gain, action, kind, names, a, b, c, d, dealt in found.tolist():
            if gain > 0:
                pair = PAIRS_OF_NAMES.index(self._pairs[names])
                body = WayBody(action, kind, pair, (a, b, c, d), dealt)
                lists.append((gain, [*bodies[:at], body, *bodies[at:]]))
        return lists

    def tidy(self, bodies: Sequence[WayBody]) -> list[WayBody]:
        """The same settings in fewer words: what a rule asks for in vain is left out, and the stronger hands come
        first where the order does not matter."""
        shorter = list(bodies)
        for n in range(len(shorter)):
            while (body := self._shorter(shorter, n)) is not None:
                shorter[n] = body
        moved = True
        while moved:
            moved = False
            for n in range(len(shorter) - 1):
                one, other = shorter[n], shorter[n + 1]
                if other.dealt > one.dealt and not (self.fits(one) & self.fits(other)).any():
                    shorter[n], shorter[n + 1], moved = other, one, True
        return shorter

    def _shorter(self, bodies: Sequence[WayBody], n: int) -> WayBody | None:
        """The rule with one thing less that it asks for, if every hand is then set as before."""
        body = bodies[n]
        rule, _ = self.follow(bodies)
        used = sum(1 << int(s) for s in np.unique(self.structure[rule == n]))
        one, other = PAIRS_OF_NAMES[body.names]
        a, b, c, d = body.ranks
        less = [body._replace(dealt=used), body._replace(names=0, ranks=(0, 0, 0, 0))]
        if other >= 0:
            less += [
                body._replace(names=PAIRS_OF_NAMES.index((name, -1)), ranks=(*ranks, 0, 0))
                for name, ranks in ((other, (c, d)), (one, (a, b)))
            ]
        if body.kind in (3, 4):
            less.append(body._replace(kind=body.kind - 2))
        less += [body._replace(ranks=ranks) for ranks in ((0, b, c, d), (a, ACE, c, d)) if one >= 0]
        less += [body._replace(ranks=ranks) for ranks in ((a, b, 0, d), (a, b, c, ACE)) if other >= 0]
        for shorter in less:
            if shorter != body and shorter.dealt:
                tried = [*bodies[:n], shorter, *bodies[n + 1 :]]
                if np.array_equal(self._actions(tried), self._actions(bodies)) and self.countable(tried):
                    return shorter
        return None

    def _actions(self, bodies: Sequence[WayBody]) -> Ints:
        return np.array([*(body.action for body in bodies), -1])[self.follow(bodies)[0]]

    @cached_property
    def best_of_vocabulary(self) -> int:
        """With as many rules as one likes: the best front of every class."""
        classes = self.classes
        least = np.iinfo(np.int64).min
        return int(np.where(classes.legal, classes.worth, least).max(axis=1).sum())


def known_names(dealt: str) -> set[str]:
    return {*groups_of(dealt), *[HIGH, NEXT, "third"][: others(dealt)]}


class WaySearch:
    """The best lists found for each number of rules, kept on disk as they come."""

    def __init__(self, board: Board, engine: Engine, progress: Progress = silent, kept: str = "") -> None:
        self.board, self.engine, self.progress = board, engine, progress
        self._file = cache_root() / "house-ways" / f"{kept}.json" if kept else None
        self.found: dict[int, list[WayBody]] = self._read()

    def best(self, rules: int) -> list[WayBody]:
        """At most so many rules."""
        bodies: list[WayBody] = []
        for count in range(1, rules + 1):
            self.progress(count - 1, rules)
            if count in self.found:
                bodies = self.found[count]
                continue
            grown = self._grown(bodies, self.board.whole(bodies))
            if grown is None:
                break
            bodies = self._improved(grown)
            self.found[count] = bodies
            self._write()
        self.progress(rules, rules)
        return bodies

    def _grown(self, bodies: list[WayBody], whole: bool = False) -> list[WayBody] | None:
        """With the rule more that gains most; None where none gains."""
        places = range(len(bodies) + 1)
        lists = [
            one
            for some in self.engine.map(lambda at: self.board.insertions(bodies, at), places)
            for one in some
        ]
        return self._first_countable(lists, whole)

    def _first_countable(
        self, lists: Iterable[tuple[int, list[WayBody]]], whole: bool
    ) -> list[WayBody] | None:
        for _, grown in sorted(lists, key=lambda found: -found[0]):
            if self.board.countable(grown) and (not whole or self.board.whole(grown)):
                return grown
        return None

    def _improved(self, bodies: list[WayBody], out: int = 1) -> list[WayBody]:
        """So many rules in turn taken out and the best ones for the others put in, until that gains nothing."""
        whole = self.board.whole(bodies)
        total = self.board.total(bodies)
        left = list(combinations(range(len(bodies)), out))
        while left:
            gone = left.pop(0)
            grown: list[WayBody] | None = [body for n, body in enumerate(bodies) if n not in gone]
            for n in range(out):
                grown = None if grown is None else self._grown(grown, whole and n == out - 1)
            if grown is not None and (more := self.board.total(grown)) > total:
                bodies, total = grown, more
                # those tried last come first: what is around a change is likely to change too
                tried = [n for n in combinations(range(len(bodies)), out) if n not in left]
                left = [*left, *tried]
        return bodies

    def _read(self) -> dict[int, list[WayBody]]:
        """What was found before; a file that is torn or of another kind is not used."""
        if self._file is None or not self._file.is_file():
            return {}
        try:
            stored = json.loads(self._file.read_text(encoding="utf-8"))
            found = {
                int(count): [WayBody(a, k, n, tuple(ranks), d) for a, k, n, ranks, d in bodies]
                for count, bodies in stored.items()
            }
        except (OSError, ValueError, TypeError, AttributeError):
            return {}
        return found if all(self.board.countable(bodies) for bodies in found.values()) else {}

    def _write(self) -> None:
        if self._file is not None:
            keep(self._file, json.dumps(self.found).encode())


# The result in words.


def house_way_of(bodies: Sequence[WayBody], name: str, version: str, title: str, source: str) -> HouseWay:
    return HouseWay(
        name, version, source, tuple(_rule(body, n) for n, body in enumerate(bodies, 1)), title=title
    )


def _rule(body: WayBody, number: int) -> WayRule:
    dealt = tuple(s for n, s in enumerate(STRUCTURES) if body.dealt >> n & 1)
    a, b, c, d = body.ranks
    ranks = tuple(
        (NAMES[name], least, most)
        for name, least, most in zip(PAIRS_OF_NAMES[body.names], (a, c), (b, d), strict=True)
        if name >= 0 and (least, most) != WIDE
    )
    behind, higher = BEHIND[BEHIND_OF[body.kind]], bool(HIGHER_OF[body.kind])
    front = ACTIONS[body.action]
    rule = WayRule(dealt, front, "", behind=behind, higher=higher, ranks=ranks, place=str(number))
    return WayRule(dealt, front, in_words(rule), "", str(number), behind, higher, ranks)


CARDS_IN_WORDS: Final = {
    "pair": "the higher pair",
    "lower_pair": "the lower pair",
    "lowest_pair": "the lowest pair",
    "three": "the three of a kind",
    "lower_three": "the lower three of a kind",
    "four": "the four of a kind",
    HIGH: "the highest other card",
    NEXT: "the next highest card",
}


DEALT_IN_WORDS: Final = {
    "two threes": "three of a kind twice",
    "four of a kind and a three": "four of a kind and three of a kind",
}
"""where the file's word could be taken for a rank"""


def in_words(rule: WayRule) -> str:
    """As a dealer would say it."""
    said = [DEALT_IN_WORDS.get(d, d) for d in rule.dealt]
    parts = [said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"]
    groups = {name for d in rule.dealt for name in groups_of(d)}
    for name, least, most in rule.ranks:
        cards = CARDS_IN_WORDS[name]
        if name == "pair" and "lower_pair" not in groups:
            cards = "the pair"
        elif name == "lower_pair" and "lowest_pair" in groups:
            cards = "the second pair"
        elif rule.dealt == ("no pair",):
            cards = cards.replace("other ", "")
        parts.append(f"{cards} {_range_in_words(least, most, many=name not in (HIGH, NEXT))}")
    if rule.behind:
        parts.append(f"a straight or flush can stay {'in back' if rule.behind == KEPT else 'behind a pair'}")
    then = f"{_front_in_words(rule.front, groups)} in front"
    if rule.front == COMPLETE_FRONT:
        then = "in front the two highest cards that leave the straight or flush"
    elif rule.higher:
        then += " if that is higher than the front before the straight or flush"
    return f"{', '.join(parts)}: {then}"


def _front_in_words(front: str, groups: set[str]) -> str:
    if front == "the pair" and "lower_pair" in groups:
        return "the highest pair"
    if front == "the lower pair" and "lowest_pair" in groups:
        return "the second pair"
    if front == "two of the three":
        return (
            "two of the higher three of a kind" if "lower_three" in groups else "two of the three of a kind"
        )
    return front.replace("of the three and", "of the three of a kind and")


def _range_in_words(least: int, most: int, many: bool) -> str:
    names = RANK_PLURALS if many else RANK_NAMES
    if least == most:
        return f"of {names[least]}" if many else f"{_a(names[least])}"
    if most == ACE:
        return f"of {names[least]} or higher" if many else f"{_a(names[least])} or higher"
    if least == 0:
        return f"of {names[most]} or lower" if many else f"{_a(names[most])} or lower"
    return f"of {names[least]} to {names[most]}" if many else f"{_a(names[least])} to {_a(names[most])}"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def reading(rule: WayRule) -> Callable[[Classes], tuple[NDArray[np.bool_], int]]:
    """Any rule of a file as read: the classes it fits, and its front's number."""

    def read(classes: Classes) -> tuple[NDArray[np.bool_], int]:
        complete = classes.complete.astype(np.int64)
        found = np.zeros(len(complete), np.bool_)
        action = ACTIONS.index(rule.front)
        for s, dealt in enumerate(STRUCTURES):
            if dealt not in rule.dealt:
                continue
            here = classes.structure == s
            for name, least, most in rule.ranks:
                ranks = classes.places[:, places_of(dealt)[name]]
                here &= (ranks >= least) & (ranks <= most)
            found |= here
        if rule.behind:
            found &= complete >= (0 if rule.behind == KEPT else FIRST_PAIR)
        if rule.higher:
            found &= classes.fronts[:, action] > complete
        return found, action

    return read


def check_count(rules: int) -> None:
    if not LEAST_RULES <= rules <= MOST_RULES:
        raise BadInput(f"A house way of {rules} rules.", accepted=f"{LEAST_RULES} to {MOST_RULES}")


def worth_of(classes: Classes, way: HouseWay) -> int:
    """What the house wins with every hand of a whole way, over all deals, in parts of a wager."""
    _, action = followed(classes, way)
    return int(classes.worth[np.arange(len(action)), action].sum())


def followed(classes: Classes, way: HouseWay) -> tuple[Ints, Ints]:
    """By class: the rule of a whole way that sets it, and its front's number."""
    read = [reading(rule)(classes) for rule in way.rules]
    chosen = set_by(read, len(classes.hands))
    return chosen, np.array([a for _, a in read])[chosen]


def set_by(read: list[tuple[NDArray[np.bool_], int]], count: int, left_out: int = -1) -> Ints:
    """By class the rule that sets it; -1 where none does."""
    rule = np.full(count, -1, np.int64)
    for n, (fits, _) in enumerate(read):
        if n != left_out:
            rule[fits & (rule < 0)] = n
    return rule


# The best way of so many rules for a game, with its edge and what others are worth beside it.

ANSWERS_MOST: Final = 4
"""so many times a player's answer to the best way is searched again"""


def settings_of(game: WayGame) -> dict[str, str]:
    return {"wheel": game.wheel.value, **({"commission": game.commission} if game.commission else {})}


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
        for other in compared(others)
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
    return (
        way_of(game, board.tidy(bodies)),
        curve(board, search.found, rules),
        classes.edge(board.best_of_vocabulary),
    )


def curve(board: Board, found: Mapping[int, list[WayBody]], most: int) -> tuple[tuple[int, Fraction], ...]:
    """The edge for each number of rules that may be asked for."""
    return tuple(
        (count, board.classes.edge(board.total(bodies)))
        for count, bodies in sorted(found.items())
        if LEAST_RULES <= count <= most and board.whole(bodies)
    )


def compared(others: Sequence[HouseWay]) -> list[HouseWay]:
    """The ways of the package and those asked for, each once."""
    return list({way.id: way for way in (*HOUSE_WAYS.values(), *others)}.values())


def way_of(game: WayGame, bodies: Sequence[WayBody]) -> HouseWay:
    table = "-".join(value.removesuffix("%") for value in settings_of(game).values())
    name = f"best-{len(bodies)}-{game.game}-{table}"
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
