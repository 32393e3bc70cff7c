"""Whose chips are where: the room's accounts in the ledger, and what a settlement moves.

A wager goes from the wallet to the table's felt; settled, it goes to the tray or back. The tray knows six
kinds of movements and no others (HR-17)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from pitboss.chips.trays import CAGE as HOUSE_CAGE
from pitboss.chips.trays import OPENED, Movement, held_account
from pitboss.core.money import Cents
from pitboss.jackpots.tray import dues, tray_cents
from pitboss.ledger import Unit
from pitboss.rounds.events import Settlement

CAGE: Final = HOUSE_CAGE
CASH: Final = "cash"
"""money of the players outside the room"""

# everything that may happen to a tray (HR-17)
CASH_FOR_CHIPS: Final = Movement.CASH_FOR_CHIPS.value
WAGER_TAKEN: Final = Movement.WAGER_TAKEN.value
WAGER_PAID: Final = Movement.WAGER_PAID.value
FILL: Final = Movement.FILL.value
OPENER: Final = OPENED
TRAY_MOVEMENTS: Final = frozenset({OPENER, *(kind.value for kind in Movement)})

WAGER_LAID: Final = "wager-laid"
WAGER_RETURNED: Final = "wager-returned"
PLAY_CHIPS: Final = "play-chips"
FUNDED: Final = "funded"
GIFT: Final = "gift"
"""where the chips come from that nobody pays for: those of the demo room (HR-34)"""


def wallet(person: str) -> str:
    return f"wallet/{person}"


def felt(table: str) -> str:
    return f"felt/{table}"


def tray(table: str) -> str:
    return f"tray/{table}"


def drop(table: str) -> str:
    return f"drop/{table}"


def tokes(table: str) -> str:
    return f"tokes/{table}"


class Move(NamedTuple):
    """Cents from one account to another, and what for."""

    debit: str
    credit: str
    cents: Cents
    code: str


_TRAYS: Final = tray("")


def post(unit: Unit, moves: Iterable[Move]) -> list[Move]:
    """Write moves into a unit; a tray moves for its opener and the six reasons only (HR-17). Pays come last and in
    order; returns those that the tray cannot make: nobody is paid before somebody who waits already (HR-34)."""
    pays: list[Move] = []
    for move in moves:
        if (move.debit.startswith(_TRAYS) or move.credit.startswith(_TRAYS)) and (
            move.code not in TRAY_MOVEMENTS
        ):
            raise ValueError(f"a tray does not move for {move.code!r} (HR-17)")
        if move.code == WAGER_PAID and move.debit.startswith(_TRAYS):
            pays.append(move)
        else:
            unit.transfer_cents(move.debit, move.credit, move.cents, move.code)
    waiting: list[Move] = []
    for pay in pays:
        table = pay.debit.removeprefix(_TRAYS)
        if waiting or pay.cents > tray_cents(unit, table) or dues(unit.get, table):
            waiting.append(pay)
        else:
            unit.transfer_cents(pay.debit, pay.credit, pay.cents, pay.code)
    return waiting


def lay(table: str, person: str, cents: Cents) -> Move:
    return Move(wallet(person), felt(table), cents, WAGER_LAID)


held: Final = held_account


def settle(
    table: str, person: str, done: Settlement, *, sensed: bool = False, holding: bool = False
) -> list[Move]:
    """What one settled wager moves: the stake off the felt, the pay out of the tray.

    A sensed wager went into the tray when the game was started and does not come back (JP-01, JP-03). What a
    bet for the dealer brings goes to the tokes (LB-11). Winnings that surveillance has to see first are held."""
    payee = tokes(table) if done.tokes_cents else wallet(person)
    if sensed:
        paid = done.stake_cents + done.net_cents
        return [Move(tray(table), payee, paid, WAGER_PAID)] if paid else []
    if not done.stake_cents and done.net_cents < 0:
        # a pay reduced to the aggregate limit (HR-27)
        return [Move(wallet(person), tray(table), -done.net_cents, WAGER_PAID)]
    lost = max(0, -done.net_cents)
    moves = []
    if lost:
        moves.append(Move(felt(table), tray(table), lost, WAGER_TAKEN))
    if back := done.stake_cents - lost:
        moves.append(Move(felt(table), payee, back, WAGER_RETURNED))
    if done.net_cents > 0:
        moves.append(Move(tray(table), held(table) if holding else payee, done.net_cents, WAGER_PAID))
    return moves
