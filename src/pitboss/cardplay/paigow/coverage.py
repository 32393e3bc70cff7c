"""Whether a house way says how to set every hand, and the tables of all hand types, made once a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cardplay.paigow.hands import Wheel
from pitboss.cardplay.paigow.house_way import (
    BEHIND,
    COMPLETE_FRONT,
    DEALT,
    FRONTS,
    HouseWay,
    house_way,
    places_of,
)
from pitboss.cardplay.paigow.kernels import (
    FAMILIES,
    FAMILY_COLUMN,
    FAMILY_COLUMNS,
    FAMILY_JOKER,
    FAMILY_START,
    FIRST_JOKER,
    FLUSH,
    FULL_HOUSE,
    HIGH,
    HIGH_SIZE,
    LOW,
    LOW_START,
    OFF_HIGH,
    OFF_LOW,
    RANK_TYPES,
    STRAIGHT_FLUSH,
    SUITED_MASKS,
    flush_tables,
    rank_tables,
)
from pitboss.core.cards import JOKER, Card, card, texts
from pitboss.core.errors import BadInput

_BUILDING = Lock()


@dataclass(frozen=True)
class RankTypes:
    """By rank type (see `kernels`): hands in which no suit makes a flush."""

    best: NDArray[np.uint16]
    """[front, type]: the best back behind a front above that one, 0 if none"""
    top_front: NDArray[np.uint8]
    top_back: NDArray[np.uint16]
    house: NDArray[np.uint16]
    """front and back of the house way"""
    ace_high: NDArray[np.bool_]
    ways: NDArray[np.int64]
    """arrangements of suits, those with a flush included"""
    rule: NDArray[np.int16]
    """number of the house way's rule; -1 where none fits"""


@dataclass(frozen=True)
class FlushTypes:
    """By flush type."""

    best: NDArray[np.uint16]
    top_front: NDArray[np.uint8]
    top_back: NDArray[np.uint16]
    house: NDArray[np.uint16]
    of_rank: NDArray[np.int32]
    """the rank type with the same ranks"""
    ways: NDArray[np.int64]
    rule: NDArray[np.int16]


@dataclass(frozen=True)
class Tables:
    ranks: RankTypes
    flushes: FlushTypes


def tables(way: str, wheel: Wheel) -> Tables:
    """Tables for a house way by name. Two threads asking at once wait for one building."""
    return tables_of(house_way(way), wheel)


def tables_of(way: HouseWay, wheel: Wheel) -> Tables:
    with _BUILDING:
        return _tables(way, wheel)


@lru_cache(maxsize=6)
def _tables(way: HouseWay, wheel: Wheel) -> Tables:
    rules = int(wheel is Wheel.LOWEST), encoded(way)
    return Tables(RankTypes(*rank_tables(*rules)), FlushTypes(*flush_tables(*rules)))


def encoded(way: HouseWay) -> NDArray[np.int64]:
    """The rules as the compiled reading takes them, a row for each pair structure: the structure, what has to stay in
    back, whether the front must be higher than that, the rule's number, least and most of five ranks, and the
    places of the two in front (-1: the highest before a straight or flush)."""
    rows = []
    for number, rule in enumerate(way.rules):
        for dealt in rule.dealt:
            places, bounds = places_of(dealt), [-1, 12] * 5
            for name, least, most in rule.ranks:
                bounds[2 * places[name] : 2 * places[name] + 2] = least, most
            structure = 0
            for size in DEALT[dealt]:
                structure = 8 * structure + size
            fronts = (
                [-1, -1] if rule.front == COMPLETE_FRONT else [places[name] for name in FRONTS[rule.front]]
            )
            rows.append([structure, BEHIND.index(rule.behind), rule.higher, number, *bounds, *fronts])
    return np.array(rows, np.int64)


def has_joker(rank_types: NDArray[np.int64]) -> NDArray[np.bool_]:
    return rank_types >= FIRST_JOKER


__all__ = ["RANK_TYPES", "FlushTypes", "RankTypes", "Tables", "encoded", "has_joker", "tables", "tables_of"]


# Whether a house way says how to set every hand: all 154,143,080 of them, by type.

HANDS: Final = 154_143_080
"""seven of 53 cards"""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many hands each rule sets, and what is wrong with the way as a whole."""

    hands: tuple[int, ...]
    """by rule, in the file's order"""
    faults: tuple[str, ...]

    @property
    def whole(self) -> bool:
        return not self.faults


@lru_cache(maxsize=8)
def coverage(way: HouseWay, wheel: Wheel) -> Coverage:
    found = tables_of(way, wheel)
    ranks, flushes = found.ranks, found.flushes
    plain = ranks.ways.copy()
    np.subtract.at(plain, flushes.of_rank, flushes.ways)
    rule = np.concatenate([ranks.rule, flushes.rule]).astype(np.int64)
    ways = np.concatenate([plain, flushes.ways])
    back = np.concatenate([ranks.house[1], flushes.house[1]])
    assert int(ways.sum()) == HANDS
    known = rule >= 0
    hands = np.bincount(rule[known], ways[known], len(way.rules)).astype(np.int64)
    faults = []
    if (silent := ~known & (ways > 0)).any():
        faults.append(f"No rule fits {_count(ways, silent)}, such as {_example(silent)}.")
    for number in range(len(way.rules)):
        foul = (rule == number) & (back == 0) & (ways > 0)
        if foul.any():
            faults.append(f"{_name(way, number)} fouls {_count(ways, foul)}, such as {_example(foul)}.")
        if not hands[number]:
            faults.append(f"{_name(way, number)} fits no hand, or the rules before it take them all.")
    if not faults:
        moved = (flushes.house != ranks.house[:, flushes.of_rank]).any(axis=0)
        kept = flushes.house[1]
        odd = moved & ~((kept >= FLUSH) & ((kept < FULL_HOUSE) | (kept >= STRAIGHT_FLUSH)))
        if odd.any():
            at = np.concatenate([np.zeros(len(plain), np.bool_), odd])
            faults.append(
                f"A flush that does not stay in back changes how {_count(ways, at)} are set, such as "
                f"{_example(at)}; no solver counts that."
            )
    return Coverage(tuple(int(n) for n in hands), tuple(faults))


def check_whole(way: HouseWay, wheel: Wheel) -> None:
    """Refuse a house way that leaves a hand open."""
    found = coverage(way, wheel)
    if not found.whole:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise BadInput(
            f"The house way {way.id}: {found.faults[0]}{more}",
            clause="PG-27",
            accepted=f"a rule for each of the {HANDS:,} hands; `pitboss house-way FILE` shows what is missing",
        )


def _name(way: HouseWay, number: int) -> str:
    rule = way.rules[number]
    return f"Rule {rule.place or number + 1} ({rule.text})"


def _count(ways: NDArray[np.int64], which: NDArray[np.bool_]) -> str:
    return f"{int(ways[which].sum()):,} hands"


def _example(which: NDArray[np.bool_]) -> str:
    return texts(cards_of(int(np.flatnonzero(which)[0])))


def cards_of(type: int) -> tuple[Card, ...]:
    """Seven cards of a type: the rank types first, then the flush types."""
    for joker in (0, 1):
        for high, size in enumerate(HIGH_SIZE.tolist()):
            if (cards := 7 - joker - size) < 0:
                continue
            lows = int(LOW_START[cards + 1] - LOW_START[cards])
            if type < lows:
                low = LOW_START[cards] + type
                return _off_suit((*LOW[low].tolist(), *HIGH[high].tolist()), joker)
            type -= lows
    family = next(n for n in range(FAMILIES) if type < FAMILY_START[n + 1])
    place, column = divmod(type - int(FAMILY_START[family]), int(FAMILY_COLUMNS[family]))
    mask = int(SUITED_MASKS[family, place])
    column += int(FAMILY_COLUMN[family])
    suited = [card(rank, 3) for rank in range(13) if mask >> rank & 1]
    off = [
        card(int(rank), suit) for suit, rank in enumerate((OFF_HIGH[column], OFF_LOW[column])) if rank >= 0
    ]
    return tuple(suited + off + [JOKER] * int(FAMILY_JOKER[family]))


def _off_suit(counts: tuple[int, ...], joker: int) -> tuple[Card, ...]:
    """Ranks in suits that make no flush."""
    cards, suit = [], 0
    for rank, count in enumerate(counts):
        for _ in range(count):
            cards.append(card(rank, suit % 4))
            suit += 1
    return tuple(cards + [JOKER] * joker)
