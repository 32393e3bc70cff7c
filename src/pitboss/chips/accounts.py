"""Whose chips are where: the room's accounts in the ledger, what a settlement moves, and the players' wallets, kept at
hand: debits count at once, credits when they are durable.

A wager goes from the wallet to the table's felt; settled, it goes to the tray or back. The tray knows six
kinds of movements and no others (HR-17)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from pitboss.chips.trays import CAGE as HOUSE_CAGE
from pitboss.chips.trays import OPENED, Movement, held_account
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents
from pitboss.jackpots.tray import dues, tray_cents
from pitboss.ledger import UNIT_PER_CENT, Store, Unit
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


# Wallets as the ledger has them, kept at hand.

_PREFIX = wallet("")


class Wallets:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._cents: dict[str, Cents] = {}
        self._reads: dict[str, int] = {}
        """how often a wallet has changed; a look at the ledger that was overtaken is made again"""
        self._last: dict[str, Cents] = {}
        """what was known before the ledger had to be asked again"""

    def known(self, person: str) -> bool:
        return person in self._cents

    def at_hand(self, person: str) -> Cents:
        """What the person can bet, as far as it is known here: for screens."""
        return self._cents.get(person, self._last.get(person, 0))

    def available(self, person: str) -> Cents:
        """What the person can bet. Read from the ledger once, then kept up to date."""
        if person not in self._cents:
            self.fetch([person])
        return self._cents[person]

    def fetch(self, people: Iterable[str]) -> None:
        """Look wallets up in the ledger; from a worker thread, too."""
        for person in people:
            while person not in self._cents:
                before = self._reads.get(person, 0)
                cents = self._read(person)
                if self._reads.get(person, 0) == before:
                    self._cents[person] = cents

    def _read(self, person: str) -> Cents:
        name = wallet(person)
        found = {account.name: account for account in self._store.accounts(name)}
        return found[name].available_credit // UNIT_PER_CENT if name in found else 0

    def take(self, moves: Iterable[Move]) -> None:
        """Moves on their way to the store: what they debit cannot be bet again."""
        for move in moves:
            if move.debit.startswith(_PREFIX):
                person = move.debit.removeprefix(_PREFIX)
                self._touch(person)
                if person in self._cents:
                    self._cents[person] -= move.cents

    def give(self, moves: Iterable[Move]) -> None:
        """Moves that are durable: what they credit can be bet."""
        for move in moves:
            if move.credit.startswith(_PREFIX):
                person = move.credit.removeprefix(_PREFIX)
                self._touch(person)
                if person in self._cents:
                    self._cents[person] += move.cents

    def forget(self, moves: Iterable[Move]) -> None:
        """Moves that were refused: the ledger knows better."""
        for move in moves:
            for side in (move.debit, move.credit):
                if side.startswith(_PREFIX):
                    self.reload(side.removeprefix(_PREFIX))

    def told(self, person: str, cents: Cents) -> None:
        """Another process has moved chips of a wallet that is known here."""
        if person in self._cents:
            self._touch(person)
            self._cents[person] = cents

    def changed(self, accounts: Iterable[str]) -> None:
        """Somebody else has moved chips of these accounts; those that are no wallets are nothing to us."""
        for name in accounts:
            if name.startswith(_PREFIX):
                self.reload(name.removeprefix(_PREFIX))

    def reload(self, person: str) -> None:
        """Somebody else has moved chips of the wallet."""
        self._touch(person)
        if person in self._cents:
            self._last[person] = self._cents.pop(person)

    def _touch(self, person: str) -> None:
        self._reads[person] = self._reads.get(person, 0) + 1

    def grant(self, person: str, cents: Cents, by: str, why: str, key: str | None = None) -> None:
        """Play chips that nobody pays for: the demo room's first ones (HR-22: who, to whom, why)."""
        if cents <= 0:
            raise BadInput("A grant of chips is a positive amount.", accepted="whole cents above 0")
        name = wallet(person)

        def work(unit: Unit) -> None:
            unit.record("chips.granted", "cage", by, {"to": person, "cents": cents, "why": why})
            unit.open_account(GIFT)
            unit.open_account(name, debits_limited=True)
            unit.transfer_cents(GIFT, name, cents, PLAY_CHIPS)

        self._store.write(work, key=key, request={"to": person, "cents": cents})
        self.reload(person)


def without(moves: Iterable[Move], waiting: Iterable[Move]) -> list[Move]:
    """The moves that were made."""
    left = list(moves)
    for move in waiting:
        left.remove(move)
    return left


def wallets_moved(moves: Iterable[Move]) -> set[str]:
    """Whose wallets these move."""
    sides = (side for move in moves for side in (move.debit, move.credit))
    return {side.removeprefix(_PREFIX) for side in sides if side.startswith(_PREFIX)}
