"""Wallets as the ledger has them, kept at hand: debits count at once, credits when they are durable."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.chips.accounts import GIFT, PLAY_CHIPS, Move, wallet
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents
from pitboss.ledger import UNIT_PER_CENT, Store, Unit

_PREFIX = wallet("")


class Bank:
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
