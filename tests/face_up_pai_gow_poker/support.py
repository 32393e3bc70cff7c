"""Rounds with chosen hands: the order of the cards is built from who is to hold what."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import DECK_WITH_JOKER, parse_many
from pitboss.edge import ask
from pitboss.edge.report import EdgeResult
from pitboss.edge.solver import Query
from pitboss.procedures.pai_gow import seat_order
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
    wagers: Mapping[int, Mapping[str, int]] | None = None,
    config: TableConfig = CONFIG,
    number: int = 1,
    **more: object,
) -> Round:
    bets = wagers or {spot: {"standard": 1000} for spot in hands if spot}
    return Round(config, bets, order_of(hands, number), number=number, **more)  # type: ignore[arg-type]


def nets(round: Round, spot: int = 1) -> dict[str, int]:
    found: dict[str, int] = {}
    for done in round.settlements:
        if done.spot == spot:
            found[done.wager] = found.get(done.wager, 0) + done.net_cents
    return found


def query_of(wager: str, table: str | None = None, /, **settings: str) -> Query:
    return ask.queries(GAME, wager, table, settings)[0]


def result_of(wager: str, table: str | None = None, /, **settings: str) -> EdgeResult:
    return ask.solve(GAME, query_of(wager, table, **settings))
