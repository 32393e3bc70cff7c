"""The shoe of a live table: shuffled and committed to before the bets of its first round (HR-19).

A game that shuffles for every round has a shoe a round, revealed when the round is settled. A blackjack shoe
lasts until the cut card comes out: its hash is published when it is shuffled, its order is revealed when the
last round from it is settled, which then proves every round dealt from it. Revealing earlier would show
the cards to come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.shuffling import fresh_shuffle
from pitboss.shoe import Shuffle, commitment_of, parse_order


@dataclass(frozen=True, slots=True)
class Shoe:
    id: str
    """the round it is first dealt for"""
    shuffle: Shuffle
    commitment: str
    at: int = 0
    """where the next round begins; for a game that draws a number, that number less one"""
    done: bool = False
    """whether its last round is settled: the order may be shown"""

    @classmethod
    def fresh(cls, id: str, config: TableConfig) -> Shoe:
        shuffle = fresh_shuffle(config)
        number = game_of(config.game).draw_number(config)
        return cls(id, shuffle, shuffle.commitment, 0 if number is None else number - 1)

    def after(self, start: int | None) -> Shoe:
        """After a round: the next one begins at `start`, or, where that is None, in another shoe."""
        return replace(self, done=True) if start is None else replace(self, at=start)

    def to_json(self) -> dict[str, Any]:
        shape = self.shuffle.to_json()
        return {
            "shoe": self.id,
            "commitment": self.commitment,
            "order": shape["order"],
            "salt": shape["salt"],
            "start": self.at,
        }

    @classmethod
    def from_json(cls, shape: dict[str, Any], at: int | None = None) -> Shoe:
        order, salt = parse_order(shape["order"]), bytes.fromhex(shape["salt"])
        return cls(
            shape["shoe"],
            Shuffle(order, salt),
            commitment_of(order, shape["salt"]),
            shape["start"] if at is None else at,
        )

    def reveal(self) -> dict[str, str] | None:
        """Order and salt, once no card of it can be dealt any more."""
        if not self.done:
            return None
        shape = self.to_json()
        return {"commitment": shape["commitment"], "order": shape["order"], "salt": shape["salt"]}
