"""The compiled tables of all hand types for a house way and a rule for A-2-3-4-5, made once a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pitboss.paigow.hands import Wheel
from pitboss.paigow.house_way import HouseWay, Keep, house_way
from pitboss.paigow.kernels.settings import flush_tables, rank_tables
from pitboss.paigow.kernels.types import FIRST_JOKER, RANK_TYPES

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


@dataclass(frozen=True)
class Tables:
    ranks: RankTypes
    flushes: FlushTypes


def tables(way: str, wheel: Wheel) -> Tables:
    """Tables for a house way by name. Two threads asking at once wait for one building."""
    with _BUILDING:
        return _tables(way, wheel)


@lru_cache(maxsize=4)
def _tables(way: str, wheel: Wheel) -> Tables:
    chosen = house_way(way)
    rules = (int(wheel is Wheel.LOWEST), *_encoded(chosen))
    return Tables(RankTypes(*rank_tables(*rules)), FlushTypes(*flush_tables(*rules)))


def _encoded(way: HouseWay) -> tuple[NDArray[np.uint8], NDArray[np.uint8], bool, bool]:
    """The record as the arrays the compiled reading of it takes."""
    place = {keep: n for n, keep in enumerate(Keep)}
    two = np.zeros((13, 13), np.uint8)
    for large in range(13):
        for small in range(large):
            two[large, small] = place[way.two_pair(large, small)]
    four = np.array([place[way.four_of_a_kind(rank)] for rank in range(13)], np.uint8)
    return two, four, way.ace_before_high_pair, way.kings_before_five_aces


def has_joker(rank_types: NDArray[np.int64]) -> NDArray[np.bool_]:
    return rank_types >= FIRST_JOKER


__all__ = ["RANK_TYPES", "FlushTypes", "RankTypes", "Tables", "has_joker", "tables"]
