"""The shoe of a live table: sealed before the bets of its first round, cut by the players, dealt from (HR-36).

A game that shuffles for every round has a shoe a round; a blackjack shoe lasts until the cut card comes out. Every
round has a commitment of its own, published before its bets."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, Self

from pitboss.core.cards import Card, Source, order_text, parse_order, text
from pitboss.fairness.chain import mark_of
from pitboss.fairness.cuts import Cut
from pitboss.fairness.seal import TO_COME, CutShoe, SealedShoe, Terms, lazy, round_commitment
from pitboss.fairness.shuffling import seal_shoe, shoe_terms
from pitboss.room.events import Shuffled
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision


class Deal(NamedTuple):
    """What a round is dealt from: the random part of its inputs."""

    order: tuple[Card, ...]
    start: int
    number: int | None = None
    """drawn before the first card (PG-02)"""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class TableShoe:
    """At one round: the one dealt from it now, or next."""

    sealed: SealedShoe
    round: int
    """the round's number"""
    at: int = 0
    """the card it starts with"""
    cut: CutShoe | None = None
    """once its first round is opened"""
    closed: str = TO_COME
    """the head of the chain when the bets of its first round were closed, the cuts with them"""
    done: bool = False
    """its last round is settled: no card of it can be dealt any more"""

    @classmethod
    def fresh(
        cls, table: str, number: int, config: TableConfig, config_id: str, source: Source = os.urandom
    ) -> TableShoe:
        """For a table's next round, which has this number."""
        return cls(seal_shoe(config, table, f"{table}-{number}", config_id, source), number)

    @property
    def id(self) -> str:
        """That of the round it is first dealt for."""
        return self.sealed.terms.shoe

    @property
    def seal(self) -> str | None:
        """While it can be cut: what a cut is made for."""
        return self.sealed.seal if self.cut is None else None

    @lazy
    def commitment(self) -> str:
        """What is published before the bets of its round; every screen asks for it."""
        return round_commitment(self.sealed, self.round, self.at, self.closed if self.at else TO_COME)

    def cut_by(self, cuts: Iterable[Cut], closed: str = TO_COME) -> TableShoe:
        """The players' values decide what is dealt; a shoe that has been cut stays as it is."""
        if self.cut is not None:
            return self
        return self._with(cut=self.sealed.cut(cuts), closed=closed)

    def deal(self, config: TableConfig) -> Deal:
        assert self.cut is not None, "nothing is dealt before the cards are cut"
        return Deal(self.cut.order, self.at, self.cut.number, self.cut.dice)

    def mark(self, n: int, decision: Decision) -> str:
        """Of the cards that the round's n-th decision names, for the chain."""
        if not decision.cards:
            return ""
        return mark_of(self.sealed.decision_salt(self.round, n), map(text, decision.cards))

    def after(self, start: int | None) -> Self:
        """After its round: at the next one, which begins at `start`; where that is None it is done."""
        return self._with(done=True) if start is None else replace(self, round=self.round + 1, at=start)

    def _with(self, **changes: Any) -> Self:
        """At the same round: its commitment stays, as far as it was worked out."""
        shoe = object.__new__(type(self))
        shoe.__dict__.update(self.__dict__, **changes)
        return shoe

    @property
    def record(self) -> Shuffled:
        """As the log has it, before it is cut. What else is sealed follows from its configuration."""
        sealed, terms = self.sealed, self.sealed.terms
        return Shuffled(
            shoe=terms.shoe,
            configuration=terms.configuration,
            order=order_text(sealed.order),
            secret=sealed.secret.hex(),
            seal=sealed.seal,
            number=sealed.number,
        )


def shoe_in(record: Shuffled, config: TableConfig) -> TableShoe:
    """A shoe as it was shuffled, with the seal that was published: whether its cards have that seal, a proof shows."""
    table, _, number = record.shoe.rpartition("-")
    terms = shoe_terms(config, table, record.shoe, record.configuration)
    return TableShoe(_sealed(terms, record.order, record.number, record.secret, record.seal), int(number))


@lru_cache(maxsize=128)
def _sealed(terms: Terms, order: str, number: int, secret: str, seal: str) -> SealedShoe:
    """Hashed once for all who look at its rounds."""
    return SealedShoe(terms, parse_order(order), number, bytes.fromhex(secret)).known_by(seal)
