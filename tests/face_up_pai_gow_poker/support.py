"""Rounds with chosen hands: the order of the cards is built from who is to hold what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.cardplay.paigow.procedure import seat_order
from pitboss.core.cards import DECK_WITH_JOKER, parse_many
from pitboss.rounds.config import TableConfig
from pitboss.rounds.round import Round

GAME = "face-up-pai-gow-poker"
CONFIG = TableConfig(GAME)
ALL = frozenset({"fortune-bonus", "ace-high", "jackpot", "second-jackpot"})

PAIR_OF_KINGS = "Ks Kh Qd Jc 9s 4d 3h"
"""as dealer: queen-jack in front, pair of kings in back"""
ACE_HIGH = "As Kh Qd Jc 9s 8d 4h"
ACE_HIGH_JOKER = "Jk Kh Qd 9c 7s 5d 4h"


def order_of(hands: Mapping[int, str], number: int = 1) -> tuple[int, ...]:
    """An order that gives these seats (0: the dealer) these cards when `number` is drawn."""
    chosen = {seat: parse_many(cards) for seat, cards in hands.items()}
    taken = {card for cards in chosen.values() for card in cards}
    rest = [card for card in DECK_WITH_JOKER if card not in taken]
    order: list[int] = []
    for seat in seat_order(number):
        order += chosen.get(seat) or [rest.pop() for _ in range(7)]
    return tuple(order + rest)


def round_of(
    hands: Mapping[int, str],
    bets: Mapping[str, int] | Mapping[int, Mapping[str, int]] | None = None,
    config: TableConfig = CONFIG,
    number: int = 1,
    **more: Any,
) -> Round:
    """What is bet on one spot, or on each; else $10 on every hand's Pai Gow wager."""
    first = next(wager.id for wager in config.sheet.wagers if wager.placed == "first")
    wagers: Any = bets or {spot: {first: 1000} for spot in hands if spot}
    if any(isinstance(name, str) for name in wagers):
        wagers = {1: wagers}
    return Round(config, wagers, order_of(hands, number), number=number, **more)


def set_front(round: Round, front: str, spot: int = 1) -> Round:
    round.act(spot, "set", cards=parse_many(front))
    return round
