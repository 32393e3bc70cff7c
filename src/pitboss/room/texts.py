"""A table as JSON text, piece by piece: what has not changed is not encoded again.

Only `rounds.views` shows cards, so no card leaves before its seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import to_json

from pitboss.room.table import Seat
from pitboss.rounds.events import Ask, RoundEvent
from pitboss.rounds.felt import CARDS_MOVE, Places, lay, lying, places_of
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
        """by spot"""
        self.log: list[str] = []
        self.places = "{}"

    def follow(self, new: Sequence[RoundEvent]) -> None:
        moved = set()
        for event in new:
            event = visible(event, PUBLIC)
            self.log.append(encode(event_json(event)))
            if event.kind in CARDS_MOVE:
                lay(self._felt, event)
                moved.add(event.spot)
        for spot in moved:
            if here := lying(self._felt.get(spot, {})):
                self.cards[str(spot)] = encode(cards_json(here))
            else:
                self.cards.pop(str(spot), None)
        if moved:
            self.places = f"{{{joined(self.cards)}}}"


class OwnTexts:
    """The same for a class of observers that sees something better than everybody: all else is everybody's."""

    def __init__(self, spots: Spots) -> None:
        self._spots = spots
        self._better: set[int] = set()
        """spots with cards that this class sees and others do not"""
        self._cards: Parts = {}
        self.log: list[str] = []
        self.places = "{}"

    def follow(self, round: Round, public: PublicTexts) -> None:
        known = len(self.log)
        new = round.log[known:]
        self.log += public.log[known:]
        for number, event in enumerate(new, known):
            if event.seen in self._spots:
                self._better.add(event.spot)
                self.log[number] = encode(event_json(event))
        moved = {event.spot for event in new if event.kind in CARDS_MOVE}
        if not moved.isdisjoint(self._better):
            mine = (visible(event, self._spots) for event in round.log if event.spot in self._better)
            self._cards = {str(spot): encode(cards_json(here)) for spot, here in places_of(mine).items()}
        if moved:
            self.places = f"{{{joined({**public.cards, **self._cards})}}}"


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
        self._news: tuple[Parts, Parts, str] | None = None

    def _seen(self, spots: Spots) -> PublicTexts | OwnTexts:
        if self._secret.isdisjoint(spots):
            return self._public
        own = self._own.get(spots)
        if own is None:
            own = self._own[spots] = OwnTexts(spots)
        if len(own.log) < len(self._public.log):
            own.follow(self.round, self._public)
        return own

    def _follow(self) -> None:
        round = self.round
        new = round.log[len(self._public.log) :]
        if not new and self._parts:
            return
        self._secret.update([event.seen for event in new if event.seen > 0])
        self._public.follow(new)
        for done in round.settlements[len(self._settlements) :]:
            self._settlements.append(encode(settlement_json(done)))
        known = {id(ask): text for ask, text in self._asked}
        self._asked = [(ask, known.get(id(ask)) or encode(ask_json(ask))) for ask in round.pending]
        settled = f"[{','.join(self._settlements)}]"
        self._parts = {**self._for_all.texts(standing_for_all(round)), "settlements": settled}

    def part(self, spots: Spots) -> RoundPart:
        """The round as it stands for a class of observers."""
        self._follow()
        seen = self._seen(spots)
        asked = ",".join([text for ask, text in self._asked if ask.spot in spots])
        return RoundPart(self, self._parts, seen.places, f"[{asked}]", seen.log, len(seen.log))

    def news(self, before: Parts, after: Parts) -> str:
        """What is different for everybody; asked for once for every class."""
        if before is after:
            return ""
        if self._news is None or self._news[0] is not before or self._news[1] is not after:
            changed = {name: text for name, text in after.items() if before[name] != text}
            self._news = before, after, joined(changed)
        return self._news[2]


class RoundPart(NamedTuple):
    """What one class of observers sees of a version's round: as it stands, and how much of its log."""

    round: RoundText | None = None
    for_all: Parts = {}
    places: str = ""
    pending: str = ""
    log: Sequence[str] = ()
    events: int = 0
    """the log may have gone on since"""

    @property
    def view(self) -> str:
        if self.round is None:
            return "null"
        own = f'"places":{self.places},"pending":{self.pending}'
        return f'{{{joined(self.for_all)},{own},"log":[{",".join(self.log[: self.events])}]}}'

    def since(self, before: RoundPart) -> list[str]:
        """What is different: of a round that goes on, the parts that changed and the new events."""
        if self.round is None or self.round is not before.round:
            return [] if self.round is before.round else [f'"view":{self.view}']
        changed = [text] if (text := self.round.news(before.for_all, self.for_all)) else []
        if self.places != before.places:
            changed.append(f'"places":{self.places}')
        if self.pending != before.pending:
            changed.append(f'"pending":{self.pending}')
        parts = [f'"standing":{{{",".join(changed)}}}'] if changed else []
        if self.events > before.events:
            parts.append(f'"log":[{",".join(self.log[before.events : self.events])}]')
        return parts
