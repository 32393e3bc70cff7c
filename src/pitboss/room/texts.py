"""A table as JSON text, piece by piece: what has not changed is not encoded again.

Only `rounds.views` shows cards, so no card leaves before its seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, NamedTuple

from pydantic_core import to_json

from pitboss.room.table import Seat
from pitboss.rounds.events import Ask, RoundEvent
from pitboss.rounds.felt import CARDS_MOVE, Places, lay, lying
from pitboss.rounds.round import Round
from pitboss.rounds.views import (
    PUBLIC,
    ask_json,
    cards_json,
    event_json,
    settlement_json,
    standing_for_all,
    visible,
)

Spots = frozenset[int]
"""a class of observers: who holds the same spots sees the same"""
Parts = dict[str, str]
"""JSON texts by name"""


def encode(value: object) -> str:
    return to_json(value).decode()


def joined(parts: Mapping[Any, str]) -> str:
    return ",".join([f'"{name}":{text}' for name, text in parts.items()])


class Kept:
    """Values by name as texts."""

    def __init__(self) -> None:
        self._values: Mapping[str, Any] = {}
        self._texts: Parts = {}

    def texts(self, values: Mapping[str, Any]) -> Parts:
        before, texts = self._values, self._texts
        self._texts = {
            name: texts[name] if name in texts and before[name] == value else encode(value)
            for name, value in values.items()
        }
        self._values = values
        return self._texts


class SeatTexts:
    """The seats of a table, each for its player and for the others."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, bool], tuple[Seat, str]] = {}

    def of(self, seats: Iterable[Seat], spots: Spots) -> str:
        return f"[{','.join([self._seat(seat, seat.spot in spots) for seat in seats])}]"

    def _seat(self, seat: Seat, mine: bool) -> str:
        kept = self._kept.get((seat.spot, mine))
        if kept is not None and kept[0] is seat:
            return kept[1]
        shape = {
            "spot": seat.spot,
            "player": seat.player,
            "you": mine,
            "bets": seat.bets,
            "ready": seat.ready,
            # whether its player has cut the coming shoe; one's own value in full
            "cut": seat.cut if seat.cut and mine else bool(seat.cut),
        }
        text = encode(shape)
        self._kept[seat.spot, mine] = seat, text
        return text


class PublicTexts:
    """A round's log and cards as everybody sees them; it grows with the round."""

    def __init__(self) -> None:
        self._felt: Places = {}
        self.cards: Parts = {}
        """by spot; another mapping whenever one of them moves"""
        self.log: list[str] = []

    def follow(self, new: Sequence[RoundEvent]) -> set[int]:
        """Returns the spots at which cards have moved."""
        moved = set()
        for event in new:
            event = visible(event, PUBLIC)
            self.log.append(encode(event_json(event)))
            if event.kind in CARDS_MOVE:
                lay(self._felt, event)
                moved.add(event.spot)
        if moved:
            self.cards = {**self.cards, **_cards(self._felt, moved)}
        return moved


class OwnTexts:
    """What a class of observers sees better than everybody: all else is everybody's."""

    def __init__(self, spots: Spots) -> None:
        self._spots = spots
        self._felt: Places = {}
        """the spots with cards that this class sees and others do not"""
        self._mine: Parts = {}
        self._known = 0
        self._public: Parts = {}
        """everybody's cards, under its own"""
        self.cards: Parts = {}
        self.log: dict[int, str] = {}
        """by number, the events that others see less of"""
        self.last = -1
        """the number of the last of these"""
        self.changed = 0
        """how long the log was when something of its own last changed"""

    def follow(self, log: Sequence[RoundEvent], concerned: Set[int], public: PublicTexts) -> None:
        """`concerned` are the spots that the new events show something to alone, or whose cards they move."""
        if not (concerned.isdisjoint(self._spots) and concerned.isdisjoint(self._felt)):
            self._look(log)
        self._known = len(log)
        if self.changed == self._known or self._public is not public.cards:
            self._public = public.cards
            self.cards = {**public.cards, **self._mine}

    def _look(self, log: Sequence[RoundEvent]) -> None:
        moved = set()
        for number in range(self._known, len(log)):
            event = log[number]
            if event.seen in self._spots:
                self.log[number] = encode(event_json(event))
                self.last = number
                if event.spot not in self._felt:
                    self._look_back(event.spot, log[:number])
            if event.spot in self._felt and event.kind in CARDS_MOVE:
                lay(self._felt, visible(event, self._spots))
                moved.add(event.spot)
        if moved or self.last >= self._known:
            self.changed = len(log)
            self._mine |= _cards(self._felt, moved)

    def _look_back(self, spot: int, log: Sequence[RoundEvent]) -> None:
        """From here on the spot is laid here too, with what lies there already."""
        self._felt[spot] = {}
        for event in log:
            if event.spot == spot and event.kind in CARDS_MOVE:
                lay(self._felt, visible(event, self._spots))

    def events(self, public: Sequence[str], first: int, end: int) -> list[str]:
        return [self.log.get(number) or public[number] for number in range(first, end)]


def _cards(felt: Places, spots: Iterable[int]) -> Parts:
    """The cards of these spots; null where none are left."""
    return {str(spot): encode(cards_json(here) or None) for spot in spots for here in (lying(felt[spot]),)}


class RoundText:
    """A round as text. Its log only grows, so each event is encoded once, and once more for each class of
    observers that sees it better than everybody."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self._public = PublicTexts()
        self._own: dict[Spots, OwnTexts] = {}
        self._secret: set[int] = set()
        """spots that have seen something the others have not"""
        self._for_all = Kept()
        self._settlements: list[str] = []
        self._asked: list[tuple[Ask, str]] = []
        self._parts: Parts = {}
        self._followed: dict[tuple[int, int], str] = {}
        """the events from one number to another, for everybody"""
        self._news: tuple[Parts, Parts, str] | None = None

    def _follow(self) -> None:
        round = self.round
        new = round.log[len(self._public.log) :]
        shown_to = {event.seen for event in new if event.seen > 0}
        self._secret |= shown_to
        concerned = shown_to | self._public.follow(new)
        self._followed = {}
        for own in self._own.values():
            own.follow(round.log, concerned, self._public)
        for done in round.settlements[len(self._settlements) :]:
            self._settlements.append(encode(settlement_json(done)))
        asked = {id(ask): text for ask, text in self._asked}
        self._asked = [(ask, asked.get(id(ask)) or encode(ask_json(round, ask))) for ask in round.pending]
        settled = f"[{','.join(self._settlements)}]"
        self._parts = {**self._for_all.texts(standing_for_all(round)), "settlements": settled}

    def _seen(self, spots: Spots) -> OwnTexts | None:
        """None for who sees no more than everybody."""
        if self._secret.isdisjoint(spots):
            return None
        own = self._own.get(spots)
        if own is None:
            own = self._own[spots] = OwnTexts(spots)
            own.follow(self.round.log, self._secret, self._public)
        return own

    def part(self, spots: Spots) -> RoundPart:
        """The round as it stands for a class of observers."""
        if len(self._public.log) < len(self.round.log) or not self._parts:
            self._follow()
        own = self._seen(spots)
        asked = ",".join([text for ask, text in self._asked if ask.spot in spots])
        cards = own.cards if own else self._public.cards
        return RoundPart(self, self._parts, cards, f"[{asked}]", own, len(self._public.log))

    def events(self, own: OwnTexts | None, first: int, end: int) -> str:
        """A part of the log; where nothing in it is a class's own it is the same for all."""
        if own is not None and own.last >= first:
            return ",".join(own.events(self._public.log, first, end))
        text = self._followed.get((first, end))
        if text is None:
            text = self._followed[first, end] = ",".join(self._public.log[first:end])
        return text

    def news(self, before: Parts, after: Parts) -> str:
        """What is different for everybody; asked for once for every class."""
        if before is after:
            return ""
        if self._news is None or self._news[0] is not before or self._news[1] is not after:
            self._news = before, after, joined(_changed(before, after))
        return self._news[2]


def _changed(before: Parts, after: Parts) -> Parts:
    return {name: text for name, text in after.items() if before.get(name) != text}


class RoundPart(NamedTuple):
    """What one class of observers sees of a version's round: as it stands, and how much of its log."""

    round: RoundText | None = None
    for_all: Parts = {}
    cards: Parts = {}
    """by spot"""
    pending: str = ""
    own: OwnTexts | None = None
    events: int = 0
    """the log may have gone on since"""

    @property
    def view(self) -> str:
        if self.round is None:
            return "null"
        places = joined({spot: cards for spot, cards in self.cards.items() if cards != "null"})
        own = f'"places":{{{places}}},"pending":{self.pending}'
        return f'{{{joined(self.for_all)},{own},"log":[{self.round.events(self.own, 0, self.events)}]}}'

    def as_for_all(self, before: RoundPart) -> bool:
        """Whether what is different is the same for this class as for everybody."""
        if self.round is not before.round or self.pending != before.pending or self.own is not before.own:
            return False
        return self.own is None or self.own.changed <= before.events

    def since(self, before: RoundPart) -> str:
        """What is different: of a round that goes on, the parts that changed, the spots whose cards did, and the new
        events."""
        if self.round is None or self.round is not before.round:
            return "" if self.round is before.round else f'"view":{self.view}'
        parts = []
        standing = self.round.news(before.for_all, self.for_all)
        if self.pending != before.pending:
            standing += f'{"," * bool(standing)}"pending":{self.pending}'
        if standing:
            parts.append(f'"standing":{{{standing}}}')
        if self.cards is not before.cards and (laid := _changed(before.cards, self.cards)):
            parts.append(f'"laid":{{{joined(laid)}}}')
        if self.events > before.events:
            parts.append(f'"log":[{self.round.events(self.own, before.events, self.events)}]')
        return ",".join(parts)
