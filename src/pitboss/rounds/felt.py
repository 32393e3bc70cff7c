"""The felt: what a game's procedure works with. Every act is logged under its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from pitboss.core.cards import Card
from pitboss.core.errors import BrokenRules, IllegalWager, ReplayError
from pitboss.core.money import Cents, dollars
from pitboss.core.odds import LOSES, PUSH, Odds, PercentOfMeter
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import DEALER, EVERYONE, JackpotHit, RoundEvent, Settlement

Wagers = Mapping[int, Mapping[str, Cents]]

_event: Callable[[tuple[Any, ...]], RoundEvent] = partial(tuple.__new__, RoundEvent)
"""an event from all its fields in order: a round makes a dozen, and keyword arguments cost more than the tuple"""
Places = dict[int, dict[str, list[Card]]]


CARDS_MOVE: Final = frozenset(("deal", "expose", "move", "clear"))
"""the events after which other cards lie on the felt"""


def places_of(log: Iterable[RoundEvent]) -> Places:
    """The cards that lie on the felt after these events, place by place."""
    felt: Places = {}
    for event in log:
        lay(felt, event)
    return {spot: found for spot, here in felt.items() if (found := lying(here))}


def lay(felt: Places, event: RoundEvent) -> None:
    """What one event does to the cards on the felt."""
    here = felt.setdefault(event.spot, {})
    if event.kind == "deal":
        here.setdefault(event.place, []).extend(event.cards)
    elif event.kind == "expose":
        here[event.place] = list(event.cards)
    elif event.kind == "move":
        _take(here, event.place, len(event.cards))
        here.setdefault(event.detail, []).extend(event.cards)
    elif event.kind == "clear":
        here.pop(event.place, None)


def lying(here: Mapping[str, list[Card]]) -> dict[str, list[Card]]:
    """The places of a spot that hold cards."""
    return {place: cards for place, cards in here.items() if cards}


def _take(here: dict[str, list[Card]], place: str, count: int) -> None:
    left = here.get(place, [])[: -count or None]
    here[place] = left
    if not left:
        here.pop(place)


class Discards(NamedTuple):
    """The discards of a shoe that ran out in mid-round, shuffled by the second order (BJ-11)."""

    elsewhere: tuple[Card, ...]
    """not among them: on the table, or the last of the shoe"""
    places: tuple[int, ...]
    """theirs in the second order"""


def discards_of(second: Sequence[Card], elsewhere: Iterable[Card]) -> tuple[int, ...]:
    """The places of a second order that hold discards: it has all cards of the shoe, those elsewhere too."""
    kept = Counter(elsewhere)
    found = []
    for place, card in enumerate(second):
        if kept[card]:
            kept[card] -= 1
        else:
            found.append(place)
    return tuple(found)


def not_there(spot: int, wager: str) -> BrokenRules:
    return BrokenRules(
        f"{wager} of spot {spot} is settled, but nothing lies there: settled before, or never laid"
    )


class Felt:
    __slots__ = (
        "_for_dealer",
        "_order",
        "_second",
        "at",
        "config",
        "dice",
        "discards",
        "holders",
        "jackpots",
        "log",
        "number",
        "settlements",
        "spots",
        "stakes",
        "tables",
        "unsettled",
    )

    def __init__(
        self,
        config: TableConfig,
        wagers: Wagers,
        order: Sequence[Card],
        start: int,
        number: int | None = None,
        dice: tuple[int, ...] = (),
    ) -> None:
        self.config = config
        self.tables = config.tables
        self.log: list[RoundEvent] = []
        self.settlements: list[Settlement] = []
        self.jackpots: list[JackpotHit] = []
        self.spots: tuple[int, ...] = tuple(sorted(wagers))
        """live spots in the order of cards and decisions: from the dealer's left (HR-26)"""
        # in one order, whoever bet first: out of the log it is the same round event by event
        self.stakes: dict[int, dict[str, Cents]] = {
            spot: dict(sorted(wagers[spot].items())) for spot in self.spots
        }
        self.unsettled: dict[int, dict[str, Cents]] = {
            spot: bets.copy() for spot, bets in self.stakes.items()
        }
        self._for_dealer = config.for_dealer
        self._order = order
        self._second: Sequence[Card] = ()
        self.discards: Discards | None = None
        if len(order) > config.cards:
            self._order, self._second = order[: config.cards], order[config.cards :]
        self.at = start
        self.number = number
        """drawn before the first card (PG-02); None where nothing is drawn"""
        self.dice = dice
        """where the number was rolled"""
        self.holders: Mapping[int, str] = {}
        """who plays which spot, where it is known"""

    def others(self, spot: int, among: Iterable[int], *, once: bool = False) -> list[int]:
        """The spots that another person plays: nobody envies his own hand (JP-32). `once`: of each person the lowest
        of them, where a person wins once whatever the number of wagers (JP-20)."""
        me = self.holders.get(spot)
        found = [other for other in among if other != spot and (me is None or self.holders.get(other) != me)]
        if not once:
            return found
        first = {self.holders.get(other, f"spot {other}"): other for other in sorted(found, reverse=True)}
        return [other for other in found if first[self.holders.get(other, f"spot {other}")] == other]

    # announcements

    def step(self, name: str, clause: str) -> None:
        """A stage of the dealing procedure begins: bets, deal, decisions, dealer, settle."""
        self.log.append(_event(("step", clause, DEALER, "", (), EVERYONE, 0, name, None)))

    def say(
        self, text: str, clause: str, spot: int = DEALER, seen: int = EVERYONE, detail: Any = None
    ) -> None:
        self.log.append(_event(("say", clause, spot, "", (), seen, 0, text, detail)))

    # cards

    def deal(self, spot: int, place: str, count: int, clause: str, seen: int = EVERYONE) -> tuple[Card, ...]:
        """The next cards of the order go to a place; `seen` tells who sees them.

        When a shoe comes to its end in mid-round, the dealer shuffles the discards and goes on (BJ-11):
        the second shoe of the order, without what lies on the table, is the discards in random order."""
        end = self.at + count
        if end > len(self._order):
            self._shuffle_discards(end)
        cards = tuple(self._order[self.at : end])
        self.at = end
        self.log.append(_event(("deal", clause, spot, place, cards, seen, 0, "", None)))
        return cards

    def can_deal(self, count: int) -> bool:
        """Whether so many cards can still be dealt in this round, the discards included."""
        left = len(self._order) - self.at
        if left >= count or not self._second:
            return left >= count
        return len(self._second) - len(self._on_table()) >= count

    def _on_table(self) -> list[Card]:
        return [c for here in places_of(self.log).values() for cards in here.values() for c in cards]

    def _shuffle_discards(self, end: int) -> None:
        if self._second:
            # neither what lies on the table nor the last cards of the first shoe is among the discards
            elsewhere = (*self._on_table(), *self._order[self.at :])
            self.discards = Discards(elsewhere, discards_of(self._second, elsewhere))
            dealt = (self._second[n] for n in self.discards.places)
            self._order, self._second = (*self._order, *dealt), ()
            self.say("The shoe is out: the discards are shuffled and dealt from", "BJ-11")
        if end > len(self._order):
            raise ReplayError(f"The order has only {len(self._order)} cards; card {end} is needed.")

    def expose(self, spot: int, place: str, cards: tuple[Card, ...], clause: str, text: str = "") -> None:
        """Cards lying at a place are turned for everyone to see."""
        self.log.append(_event(("expose", clause, spot, place, cards, EVERYONE, 0, text, None)))

    def look(self, spot: int, place: str, cards: tuple[Card, ...], clause: str) -> None:
        """Only now the player looks at cards that lie at his place (FB-07)."""
        self.log.append(_event(("expose", clause, spot, place, cards, spot, 0, "", None)))

    def move(
        self, spot: int, place: str, to: str, cards: tuple[Card, ...], clause: str, seen: int = EVERYONE
    ) -> None:
        """The cards at `place` are taken from there and laid at `to`."""
        self.log.append(_event(("move", clause, spot, place, cards, seen, 0, "", to)))

    def clear(self, spot: int, place: str, clause: str, text: str = "") -> None:
        """The cards at a place are burned or collected unseen."""
        self.log.append(_event(("clear", clause, spot, place, (), EVERYONE, 0, text, None)))

    # money

    def wager(self, spot: int, wager: str) -> Cents:
        """What lies on a wager place that has not been settled; 0 if nothing."""
        return self.unsettled[spot].get(wager, 0)

    def bet(self, spot: int, wager: str, cents: Cents, clause: str) -> None:
        """A wager made during the round. Each stays within the regulation's limit on its own (HR-02)."""
        limit = self.config.regulation_cents
        if limit is not None and cents > limit:
            raise IllegalWager(
                f"A wager of {dollars(cents)} is above the regulation's limit.",
                clause="HR-01",
                accepted=f"at most {dollars(limit)}",
            )
        for book in (self.stakes[spot], self.unsettled[spot]):
            book[wager] = book.get(wager, 0) + cents
        self.log.append(_event(("bet", clause, spot, wager, (), EVERYONE, cents, "", None)))

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
        """Pay, push or collect one wager, whole unless `stake` names a part of it; `back` gives it back to
        whoever made it, a bet for the dealer too."""
        stake_cents = self._take(spot, wager, stake)
        if isinstance(odds, PercentOfMeter):
            net = -stake_cents
        else:
            net = odds.net_cents(stake_cents, self.config.rounding, self.config.chip_cents)
        tokes = stake_cents + net if wager in self._for_dealer and not back else 0
        done = Settlement(spot, wager, stake_cents, net, hand, odds, clause, text, tokes)
        self.settlements.append(done)
        self.log.append(_event(("settle", clause, spot, wager, (), EVERYONE, net, text, done)))
        return done

    def _take(self, spot: int, wager: str, stake: Cents | None) -> Cents:
        """A wager, or a part of it, off the felt."""
        book = self.unsettled[spot]
        if wager not in book:
            raise not_there(spot, wager)
        lies = book[wager]
        if stake is None or stake == lies:
            del book[wager]
            return lies
        book[wager] = lies - stake
        return stake

    def pay_fixed(self, spot: int, wager: str, cents: Cents, hand: str, clause: str, text: str = "") -> None:
        """A fixed-dollar pay that is not odds on a stake, such as an envy bonus (FU-09, JP-20)."""
        done = Settlement(spot, wager, 0, cents, hand, None, clause, text)
        self.settlements.append(done)
        self.log.append(_event(("settle", clause, spot, wager, (), EVERYONE, cents, text, done)))

    def settle_jackpot(self, spot: int, wager: str, hand: str | None, clause: str, text: str = "") -> None:
        """With the other wagers (JP-28); the sensed chip itself went at the start (JP-03).

        `hand` is the highest line the cards fit (JP-26)."""
        table = self.tables[wager]
        line = table.by_hand.get(hand) if hand else None
        if hand is None or line is None or line.pays is None:
            self.settle(spot, wager, LOSES, hand or "no-line", clause, text)
            return
        self.settle(spot, wager, line.pays, hand, line.clause, text or line.text)
        self._hit(JackpotHit(spot, wager, table.id, hand, line.pays, line.clause), line.text)

    def _hit(self, hit: JackpotHit, text: str) -> None:
        self.jackpots.append(hit)
        self.log.append(RoundEvent("jackpot", hit.clause, hit.spot, hit.wager, text=text, detail=hit))

    def void(self, reason: str, clause: str) -> None:
        """Nothing of this round counts: what lies on the felt goes back, what was settled is undone (HR-33)."""
        self.say(f"Void: {reason}", clause, detail={"void": reason})
        done = tuple(self.settlements)
        for spot in self.settling_order():
            for wager in tuple(self.unsettled[spot]):
                self.settle(spot, wager, PUSH, "void", clause, "Wager returned", back=True)
        for s in done:
            undone = Settlement(
                s.spot, s.wager, 0, -s.net_cents, "void", None, clause, "Undone", -s.tokes_cents
            )
            self.settlements.append(undone)
            self.log.append(
                RoundEvent(
                    "settle", clause, s.spot, s.wager, amount_cents=-s.net_cents, text="Undone", detail=undone
                )
            )
        self.jackpots.clear()

    def settling_order(self, spots: Iterable[int] | None = None) -> list[int]:
        """From the dealer's right, counter-clockwise (HR-26)."""
        return sorted(self.spots if spots is None else spots, reverse=True)
