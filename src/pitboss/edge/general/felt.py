"""A felt that only looks ahead: no log, cards that are drawn when a rule first looks at them.

The procedure is the game's own. What it deals is known from the trail followed so far, or else a card that
says so when it is touched; the explorer then decides which card it is and starts the round again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, NoReturn

from pitboss.cards import Card
from pitboss.errors import BrokenRules
from pitboss.money import Cents
from pitboss.odds import PUSH, Odds, PercentOfMeter
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, JackpotHit, Settlement
from pitboss.rounds.felt import Felt, Wagers

Net = int | Fraction
Place = tuple[int, str]
"""a spot, or the dealer, and where at it cards lie"""
NOWHERE: Place = (DEALER, "")
AND = "\n"
"""between the lines of a round whose wagers came to several"""

_settlement: Callable[[tuple[Any, ...]], Settlement] = partial(tuple.__new__, Settlement)


Drawn = tuple[int, int, Place]
"""a deal by its number, how many cards it brings, and where"""


class CardTouched(BaseException):
    """A rule looked at a card that is not decided yet."""


class Over(BaseException):
    """Nothing that is measured lies on the felt any more."""


class Unknown:
    """A card that nobody has looked at. Whatever is done with it, it says so, and it is noted, since rules may catch
    all exceptions there are."""

    __slots__ = ("_noted", "draw")

    def __init__(self, draw: Drawn, noted: list[Drawn]) -> None:
        self.draw, self._noted = draw, noted

    def touched(self, *_: Any) -> NoReturn:
        self._noted.append(self.draw)
        raise CardTouched

    __index__ = __int__ = __float__ = __bool__ = __hash__ = __str__ = __repr__ = __format__ = touched
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = touched
    __invert__ = __neg__ = __pos__ = __abs__ = __round__ = __trunc__ = touched
    __rshift__ = __lshift__ = __and__ = __or__ = __xor__ = touched
    __rrshift__ = __rlshift__ = __rand__ = __ror__ = __rxor__ = touched
    __add__ = __sub__ = __mul__ = __mod__ = __floordiv__ = __truediv__ = __divmod__ = __pow__ = touched
    __radd__ = __rsub__ = __rmul__ = __rmod__ = __rfloordiv__ = __rtruediv__ = touched
    __rdivmod__ = __rpow__ = touched
    __getitem__ = __len__ = __iter__ = __contains__ = __array__ = __getattr__ = touched
    __class__ = property(touched)  # `isinstance` asks for it


class SearchFelt(Felt):
    """One spot's round on a trail. `seen` is what that spot has seen; nets are of the measured wagers."""

    __slots__ = (
        "_batch",
        "_known",
        "_left",
        "line",
        "measured",
        "net",
        "played",
        "seen",
        "spot",
        "staked",
        "touched",
        "worth",
    )

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        spot: int,
        known: Mapping[int, tuple[Card, ...]],
        measured: frozenset[str],
        played: frozenset[str],
        cards: int,
    ) -> None:
        # as `Felt` does, without what only a log needs: this runs once a round
        self.config = config
        self.tables = config.tables
        self.spots = (spot,)
        self.stakes = {spot: dict(wagers[spot])}
        self.unsettled = {spot: dict(wagers[spot])}
        self.at = 0
        # which hand comes first is nothing to cards that nobody has seen
        self.number, self.dice = 1, ()
        # one spot, and nobody else at the table
        self.holders = {}
        self.spot = spot
        self.measured, self.played = measured, played
        self._known = known
        self._batch = 0
        self._left = cards
        self.touched: list[Drawn] = []
        """what the rules have looked at and is not decided"""
        self.seen: list[tuple[int, str, Any]] = []
        """(spot, place, cards or the number of their draw), or (0, "", what was said)"""
        self.net: Net = 0
        self.worth: Net = 0
        """net of the wagers that are played for"""
        self.staked: Cents = 0
        self.line = ""

    @property
    def result(self) -> tuple[Net, Net, Cents, str]:
        return self.worth, self.net, self.staked, self.line

    # announcements

    def step(self, name: str, clause: str) -> None:
        pass

    def say(
        self, text: str, clause: str, spot: int = DEALER, seen: int = EVERYONE, detail: Any = None
    ) -> None:
        if seen in (EVERYONE, self.spot):
            self.seen.append((DEALER, "", text))

    # cards

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        batch = self._batch
        self._batch = batch + 1
        self._left -= count
        if self._left < 0:
            raise BrokenRules("more cards are dealt in a round than the shoe has")
        cards = self._known.get(batch)
        if cards is None:
            draw, noted = (batch, count, (spot, place)), self.touched
            # of one card without a loop: this runs once a round
            unknown = [Unknown(draw, noted) for _ in range(count)] if count != 1 else (Unknown(draw, noted),)
            cards = tuple(unknown)  # type: ignore[arg-type]
        if seen == EVERYONE or seen == self.spot:
            self.seen.append((spot, place, cards))
        return cards

    def can_deal(self, count: int) -> bool:
        return self._left >= count

    def expose(self, spot: int, place: str, cards: tuple[Card, ...], clause: str, text: str = "") -> None:
        self.seen.append((spot, place, cards))

    def look(self, spot: int, place: str, cards: tuple[Card, ...], clause: str) -> None:
        if spot == self.spot:
            self.seen.append((spot, place, cards))

    def move(
        self, spot: int, place: str, to: str, cards: tuple[Card, ...], clause: str, seen: int = EVERYONE
    ) -> None:
        if seen == EVERYONE or seen == self.spot:
            self.seen.append((spot, to, cards))

    def clear(self, spot: int, place: str, clause: str, text: str = "") -> None:
        pass

    # money

    def bet(self, spot: int, wager: str, cents: Cents, clause: str) -> None:
        for book in (self.stakes[spot], self.unsettled[spot]):
            book[wager] = book.get(wager, 0) + cents

    def settle(
        self,
        spot: int,
        wager: str,
        odds: Odds,
        hand: str,
        clause: str,
        text: str = "",
        stake: Cents | None = None,
        back: bool = False,
    ) -> Settlement:
        stake_cents = self._take(spot, wager, stake)
        net: Net
        if isinstance(odds, PercentOfMeter):
            net = -stake_cents
        else:
            pays = odds.net
            net = stake_cents * pays.numerator if pays.denominator == 1 else stake_cents * pays
        self._count(wager, net, stake_cents, hand)
        book = self.unsettled[spot]
        if not self.measured.intersection(book) and not self.played.intersection(book):
            raise Over
        return _settlement((spot, wager, stake_cents, net, hand, odds, clause, text, 0))

    def _count(self, wager: str, net: Net, stake_cents: Cents, hand: str) -> None:
        if wager in self.measured:
            self.net += net
            self.staked += stake_cents
            if not self.line:
                self.line = hand
            elif hand not in self.line.split(AND):
                self.line += AND + hand
        if wager in self.played:
            self.worth += net

    def pay_fixed(self, spot: int, wager: str, cents: Cents, hand: str, clause: str, text: str = "") -> None:
        self._count(wager, cents, 0, hand)

    def _hit(self, hit: JackpotHit, text: str) -> None:
        pass

    def void(self, reason: str, clause: str) -> None:
        self.say(f"Void: {reason}", clause)
        self.net = self.worth = 0
        self.line = "void"
        for wager in tuple(self.unsettled[self.spot]):
            self.settle(self.spot, wager, PUSH, "void", clause)
