"""The compiled tables of all hand types for a house way and a rule for A-2-3-4-5, made once a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pitboss.paigow.hands import Wheel
from pitboss.paigow.house_way import BEHIND, COMPLETE_FRONT, DEALT, FRONTS, HouseWay, places_of
from pitboss.paigow.kernels.settings import flush_tables, rank_tables
from pitboss.paigow.kernels.types import FIRST_JOKER, RANK_TYPES
from pitboss.paigow.way_file import house_way

_BUILDING = Lock()


@dataclass(frozen=True)
class RankTypes:
    """By rank type (see `kernels.types`): hands in which no suit makes a flush."""

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
