"""The side wagers of a round of twenty-one that a sheet describes, and how they are settled.

Each is settled as soon as the cards that decide it are open (SB-02), by the first line that fits (SB-03). A line that
needs the dealer's blackjack waits for the check; a wager that has another line until then is paid by that one and
topped up (SB-09). A jackpot's wager is settled with the others at the end (JP-28).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.cardplay.blackjack.procedure import TwentyOne
from pitboss.core.money import Cents
from pitboss.core.odds import LOSES, ForOne, ToOne
from pitboss.sheets import Line, Wager
from pitboss.sheets.side_wagers import condition, first_that_fits

NO_LINE = "no-line"


class Waiting(NamedTuple):
    """A wager that has been paid by one line and is paid by a better one if the dealer has a blackjack."""

    spot: int
    wager: str
    stake_cents: Cents
    paid: Line
    better: Line


class SideWagers:
    """The side wagers of one round, by the cards as dealt: what becomes of the hands changes nothing (SB-02)."""

    __slots__ = ("cards", "felt", "waiting")

    def __init__(self, table: TwentyOne) -> None:
        self.felt = table.felt
        self.cards = {
            spot: {"spot.first_two": hands[0].cards, "dealer.up": (table.up,)}
            for spot, hands in table.hands.items()
        }
        self.waiting: list[Waiting] = []

    def settle_open(self, spots: Iterable[int] | None = None) -> None:
        """When the cards are dealt; what may be topped up after the check waits (SB-02, SB-09)."""
        for spot, wager in self._lying(spots, sensed=False):
            line = self._line(spot, wager)
            better = self._line(spot, wager, blackjack=True)
            if line is None and better is not None:
                continue  # nothing is decided before the check
            stake = self.felt.wager(spot, wager.id)
            self._settle(spot, wager, line)
            if line is not None and better is not None and better != line:
                self.waiting.append(Waiting(spot, wager.id, stake, line, better))

    def settle_checked(self, blackjack: bool) -> None:
        """After the dealer's look under an ace or ten: what has waited for it is topped up, or decided (SB-09)."""
        for one in self.waiting if blackjack else ():
            more = self._pay(one.better, one.stake_cents) - self._pay(one.paid, one.stake_cents)
            text = f"{one.better.text}: topped up to {one.better.pays}"
            self.felt.pay_fixed(one.spot, one.wager, more, one.better.hand, one.better.clause, text)
        for spot, wager in self._lying(sensed=False):
            self._settle(spot, wager, self._line(spot, wager, blackjack))

    def settle_jackpots(self) -> None:
        """With the other wagers, by the highest line that the cards fit (JP-26, JP-28)."""
        for spot, wager in self._lying(sensed=True):
            line = self._line(spot, wager)
            clause = self.felt.tables[wager.id].clause
            self.felt.settle_jackpot(spot, wager.id, line.hand if line else None, clause)

    def _lying(self, spots: Iterable[int] | None = None, *, sensed: bool) -> Iterator[tuple[int, Wager]]:
        """Those that cards alone decide and that are not settled yet, in settling order and that of the layout."""
        for spot in self.felt.settling_order(spots):
            for wager in self.felt.config.sheet.wagers:
                if wager.decided_by and wager.sensed is sensed and self.felt.wager(spot, wager.id):
                    yield spot, wager

    def _line(self, spot: int, wager: Wager, blackjack: bool = False) -> Line | None:
        """The first line in printed order that the cards fit (SB-03)."""
        lie, lines = self.cards[spot], self.felt.tables[wager.of].lines
        cards = tuple(card for place in wager.decided_by for card in lie[place])
        at = first_that_fits((condition(line.when, wager.decided_by) for line in lines), cards, blackjack)
        return None if at is None else lines[at]

    def _settle(self, spot: int, wager: Wager, line: Line | None) -> None:
        pays = self.felt.tables[wager.of]
        if line is None:
            self.felt.settle(spot, wager.id, pays.otherwise, NO_LINE, pays.clause, "No line")
        else:
            self.felt.settle(spot, wager.id, line.pays or LOSES, line.hand, line.clause, line.text)

    def _pay(self, line: Line, stake: Cents) -> Cents:
        """What a line pays on a stake, in this table's chips."""
        assert isinstance(line.pays, ToOne | ForOne)
        return line.pays.net_cents(stake, self.felt.config.rounding, self.felt.config.chip_cents)
