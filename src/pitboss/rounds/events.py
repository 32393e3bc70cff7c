"""What happens in a round, as records; and what a player may be asked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, Final, NamedTuple

from pitboss.core.cards import Card, parse, text
from pitboss.core.errors import BadInput, shown
from pitboss.core.money import Cents
from pitboss.core.odds import Odds

EVERYONE: Final = -1
NOBODY: Final = -2
DEALER: Final = 0
"""the dealer's place, and the table's own; spots count from 1"""


class RoundEvent(NamedTuple):
    """One thing that happened, under its clause.

    `seen` says who may see `cards`, `text` and `detail`: everyone, nobody, or the player at that spot."""

    kind: str
    """step, say, deal, expose, move, clear, bet, choice, settle, jackpot"""
    clause: str
    spot: int = DEALER
    place: str = ""
    cards: tuple[Card, ...] = ()
    seen: int = EVERYONE
    amount_cents: Cents = 0
    text: str = ""
    detail: Any = None


class Settlement(NamedTuple):
    """One wager, done with: what it won or lost in cents, and why.

    `tokes_cents` is the part of stake and winnings that goes to the dealer's tokes and not back to the
    player: all of it for a bet made for the dealer (LB-11)."""

    spot: int
    wager: str
    stake_cents: Cents
    net_cents: Cents
    hand: str
    odds: Odds | None
    clause: str
    text: str = ""
    tokes_cents: Cents = 0

    @property
    def player_cents(self) -> Cents:
        """The player's own net."""
        return self.net_cents - self.tokes_cents


class JackpotHit(NamedTuple):
    """A hand that wins a line of a jackpot's pay table; lines off the meter are paid by the jackpot desk."""

    spot: int
    wager: str
    pay_table: str
    hand: str
    odds: Odds
    clause: str


class _Decided(NamedTuple):
    action: str
    amount_cents: Cents = 0
    cards: tuple[Card, ...] = ()


class Decision(_Decided):
    """What a player decides: an action, the amount where there is one to choose, the cards where some are picked.

    >>> Decision("raise", 500)
    Decision(action='raise', amount_cents=500, cards=())
    """

    __slots__ = ()

    def __new__(cls, action: str, amount_cents: Cents = 0, cards: tuple[Card, ...] = ()) -> Decision:
        if type(action) is not str or type(amount_cents) is not int or type(cards) is not tuple:
            raise BadInput(f"{shown((action, amount_cents, cards))} is not a decision.", accepted=_A_DECISION)
        for card in cards:
            if type(card) is not int:
                raise BadInput(f"{shown(card)} is not a card to pick.", accepted=_A_DECISION)
        return tuple.__new__(cls, (action, amount_cents, cards))

    def to_json(self) -> dict[str, Any]:
        """Its cards as people write them."""
        shape: dict[str, Any] = {"action": self.action}
        if self.amount_cents:
            shape["amount_cents"] = self.amount_cents
        if self.cards:
            shape["cards"] = [text(card) for card in self.cards]
        return shape

    @classmethod
    def from_json(cls, shape: Mapping[str, Any]) -> Decision:
        """Other keys beside it, such as a log's own, do not matter."""
        return cls(shape["action"], shape.get("amount_cents", 0), tuple(map(parse, shape.get("cards", ()))))


_A_DECISION: Final = "an action in words, an amount in whole cents, cards as a tuple of codes"


class Choice(NamedTuple):
    """Something legal now, with `least_cents`..`most_cents` for an amount, `picks` for cards."""

    action: str
    text: str
    clause: str
    cost_cents: Cents = 0
    least_cents: Cents = 0
    most_cents: Cents = 0
    picks: int = 0
    check: Callable[[tuple[Card, ...]], None] | None = None
    """refuses a pick with the reason"""


class Ask(NamedTuple):
    """The procedure waits for this spot. `fallback` is what a timeout does; `why_not` explains the rest."""

    spot: int
    choices: tuple[Choice, ...]
    clause: str
    text: str = ""
    fallback: Decision | None = None
    why_not: Mapping[str, tuple[str, str]] = {}
    """action: (reason, clause)"""
    place: str = ""
    """the hand the question is about, where a spot may have several"""
    kind: str = "play"
    """what is decided: play (a hand), raise, insurance, set; code goes by this, never by a clause"""


Procedure = Generator[Ask | tuple[Ask, ...], Any, None]
"""Yields an `Ask` and receives a `Decision`, or yields several and receives {spot: Decision}."""
