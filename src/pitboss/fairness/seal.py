"""What the house commits to before the first bet, and how a single card of it is shown (HR-36).

A shoe is sealed: its order, its second order (BJ-11) and the number drawn (PG-02) are the leaves of a Merkle tree,
each with its position and a salt of its own; the seal is a hash over the tree's root, the table, the shoe, the
configuration, the sizes and the order of dealing. Each round has a commitment of its own: a hash over the seal, the
number of the round, the card it starts at and, where they are known by then, the players' cuts. A card is shown with
its salt and its path; all others stay unseen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256, shake_256
from struct import unpack
from typing import Any, Final, Generic, NamedTuple, Self, TypeVar, overload

from pitboss.core.cards import Card, Draws, Source, deck_of, number_of, text
from pitboss.fairness.cuts import DICE, Cut, Item, Permuted, checked, permuted, seed_of
from pitboss.fairness.hashing import LEAF, Tree, hash_of

T = TypeVar("T")


class lazy(Generic[T]):
    """As `functools.cached_property`, without the lock that this takes before Python 3.12: two threads that ask at
    once both work it out, and find the same."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value


KIND: Final = 1
"""the format of proofs, seals and receipts"""
SALT: Final = 16
TO_COME: Final = "to come"

GENERATOR: Final = "generator"
BY_DICE: Final = "dice"


_VALUES = tuple(text(card).encode() for card in range(53))


@cache
def _places(leaves: int) -> tuple[bytes, ...]:
    """How what is hashed for every leaf begins."""
    return tuple(LEAF + n.to_bytes(4, "big") for n in range(leaves))


class Terms(NamedTuple):
    """What a shoe is sealed for, known to everybody."""

    table: str
    shoe: str
    configuration: str
    """the hash of the configuration"""
    decks: int
    jokers: int = 0
    second: int = 0
    """how many cards the second order has: as many, or none"""
    numbers: int = 0
    """a number from 1 to this is drawn before the deal, 0 for none"""
    number_by: str = GENERATOR
    dealing: tuple[tuple[str, ...], ...] = ()
    """the order of dealing (`game.Plan`)"""

    @property
    def cards(self) -> int:
        """of one order"""
        return 52 * self.decks + self.jokers

    @property
    def leaves(self) -> int:
        return self.cards + self.second + (self.numbers > 0)

    def seal(self, root: bytes) -> str:
        return hash_of(["pitboss shoe 1", self.table, self.configuration, self.public(root)])

    def public(self, root: bytes) -> dict[str, Any]:
        """As it is in every proof; table and configuration stand beside it."""
        return {
            "shoe": self.shoe,
            "decks": self.decks,
            "jokers": self.jokers,
            "second": self.second,
            "numbers": self.numbers,
            "number_by": self.number_by,
            "dealing": [list(step) for step in self.dealing],
            "root": root.hex(),
        }


class Opening(NamedTuple):
    """One leaf, shown."""

    position: int
    value: str
    salt: str
    path: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {"position": self.position, "value": self.value, "salt": self.salt, "path": list(self.path)}


@dataclass(frozen=True)
class SealedShoe:
    """The house's secret: both orders as one, the number it has drawn, and what the salts come from."""

    terms: Terms
    order: tuple[Card, ...]
    number: int
    """from 1; 0 where none is drawn"""
    secret: bytes

    @classmethod
    def fresh(cls, terms: Terms, source: Source = os.urandom) -> SealedShoe:
        cards = deck_of(terms.decks, jokers=terms.jokers)
        draws = Draws(source)
        order = draws.shuffled(cards)
        if terms.second:
            order += draws.shuffled(cards)
        number = draws.below(terms.numbers) + 1 if terms.numbers else 0
        return cls(terms, tuple(order), number, source(32))

    @lazy
    def salts(self) -> bytes:
        """A salt a leaf. Nobody finds one from others: they are one long hash of the secret."""
        return shake_256(self.secret).digest(SALT * self.terms.leaves)

    @lazy
    def tree(self) -> Tree:
        salts = unpack(f"{SALT}s" * self.terms.leaves, self.salts)
        dealt = zip(_places(len(self.order)), self.order, salts, strict=False)
        hashed, values = sha256, _VALUES
        leaves = [hashed(place + values[card] + salt).digest() for place, card, salt in dealt]
        if self.terms.numbers:
            drawn = LEAF + len(leaves).to_bytes(4, "big") + b"%02d" % self.number
            leaves.append(hashed(drawn + salts[-1]).digest())
        return Tree(leaves)

    @lazy
    def seal(self) -> str:
        return self.terms.seal(self.tree.root)

    def known_by(self, seal: str) -> Self:
        """The same shoe, whose seal somebody who may be trusted has worked out."""
        vars(self)["seal"] = seal
        return self

    def opening(self, position: int) -> Opening:
        number = position == self.terms.cards + self.terms.second
        value = f"{self.number:02}" if number else text(self.order[position])
        salt = self.salts[SALT * position : SALT * position + SALT]
        return Opening(position, value, salt.hex(), tuple(node.hex() for node in self.tree.path(position)))

    def decision_salt(self, number: int, n: int) -> str:
        """What hides the cards that a round's n-th decision names from those who have not seen them."""
        return sha256(self.secret + f"decision {number} {n}".encode()).hexdigest()[: 2 * SALT]

    def cut(self, cuts: Iterable[Cut] = ()) -> CutShoe:
        return CutShoe(self, checked(cuts))


@dataclass(frozen=True)
class CutShoe:
    """The shoe as it is dealt: the house's order under the permutation of the cuts."""

    sealed: SealedShoe
    cuts: tuple[Cut, ...]

    @lazy
    def seed(self) -> bytes:
        return seed_of(self.sealed.seal, self.cuts)

    @lazy
    def _dealt(self) -> Permuted[Card]:
        return self._permuted(self.sealed.order)

    @lazy
    def positions(self) -> tuple[int, ...]:
        """The place in the house's order of every card, in the order of dealing."""
        return self._permuted(range(len(self.sealed.order))).order

    def _permuted(self, items: Sequence[Item]) -> Permuted[Item]:
        cards = self.sealed.terms.cards
        return permuted(self.seed, items[:cards], items[cards:], self.sealed.terms.numbers)

    @property
    def order(self) -> tuple[Card, ...]:
        """The cards as they are dealt, a second order behind them."""
        return self._dealt.order

    @property
    def dice(self) -> tuple[int, ...]:
        """The roll, where the house rolls for the number."""
        rolls = [cut.value for cut in self.cuts if cut.spot == DICE]
        return tuple(map(int, rolls[0].split())) if rolls and self.sealed.terms.number_by == BY_DICE else ()

    @property
    def number(self) -> int | None:
        """The number drawn for the deal, from 1 (PG-02)."""
        terms = self.sealed.terms
        if not terms.numbers:
            return None
        if terms.number_by == BY_DICE:
            return number_of(" ".join(map(str, self.dice)), terms.numbers) if self.dice else None
        return (self.sealed.number - 1 + self._dealt.shift) % terms.numbers + 1

    def opening(self, at: int) -> Opening:
        """The card that is dealt as number `at` of the shoe, from 0; the second order's after the first's."""
        return self.sealed.opening(self.positions[at])


def round_commitment(sealed: SealedShoe, number: int, start: int = 0, cut: str = TO_COME) -> str:
    """What is published before the bets of a round. The cuts are still to come before a shoe's first one; every later
    commitment covers the chain up to where the bets of the first were closed, `cut`."""
    return hash_of(["pitboss round 1", sealed.seal, f"{sealed.terms.table}-{number}", start, cut])
