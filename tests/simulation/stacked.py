"""Shoes that begin with chosen cards, so that what is rare comes about often.

Nobody can choose a sealed shoe: the players' values decide its order. For the shoes made here they decide nothing, in
the house and in the verifier alike. Seal, commitment, chain and proof of such a shoe are as of any other."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from pitboss.core.cards import Card
from pitboss.fairness import seal, verifier
from pitboss.fairness.cuts import Cut, Item, Permuted, permuted, seed_of
from pitboss.fairness.seal import SealedShoe
from pitboss.fairness.verifier import permutation
from pitboss.room.shoes import TableShoe
from pitboss.rounds.config import TableConfig

_seals: set[str] = set()
_seeds: set[str] = set()


def stacked(
    table: str, number: int, config: TableConfig, config_id: str, first: Sequence[Card], rng: random.Random
) -> TableShoe:
    """A shoe of one order that begins with these cards."""
    sealed = TableShoe.fresh(table, number, config, config_id, rng.randbytes).sealed
    order = (*first, *(card for card in sealed.order if card not in first))
    chosen = SealedShoe(sealed.terms, order, sealed.number, sealed.secret)
    _seals.add(chosen.seal)
    return TableShoe(chosen, number)


def _seed_of(sealed: str, cuts: Iterable[Cut]) -> bytes:
    seed = seed_of(sealed, cuts)
    if sealed in _seals:
        _seeds.add(seed.hex())
    return seed


def _permuted(seed: bytes, first: Sequence[Item], second: Sequence[Item], numbers: int) -> Permuted[Item]:
    if seed.hex() in _seeds:
        return Permuted((*first, *second), 0)
    return permuted(seed, first, second, numbers)


def _permutation(seed: str, first: int, second: int, numbers: int) -> tuple[list[int], int]:
    if seed in _seeds:
        return list(range(first + second)), 0
    return permutation(seed, first, second, numbers)


seal.seed_of, seal.permuted, verifier.permutation = _seed_of, _permuted, _permutation
