"""A table as JSON text, piece by piece: what has not changed is not encoded again.

Only `rounds.views` shows cards, so no card leaves before its seat may see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic_core import to_json

from pitboss.room.table import Seat, TableState
from pitboss.rounds.events import Ask
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
        self._kept: dict[tuple[int, bool], tuple[Seat, str | bool, str]] = {}

    def of(self, table: TableState, seats: Iterable[Seat], spots: Spots) -> str:
        return f"[{','.join([self._seat(table, seat, seat.spot in spots) for seat in seats])}]"

    def _seat(self, table: TableState, seat: Seat, mine: bool) -> str:
        value = table.cuts.get(seat.spot)
        # whether a spot has cut the coming shoe; one's own value in full
        cut = value if value is not None and mine else value is not None
        kept = self._kept.get((seat.spot, mine))
        if kept is not None and kept[0] is seat and kept[1] == cut:
            return kept[2]
        shape = {
            "spot": seat.spot,
            "player": seat.player,
            "you": mine,
            "bets": seat.bets,
            "ready": seat.ready,
            "cut": cut,
        }
        text = encode(shape)
        self._kept[seat.spot, mine] = seat, cut, text
        return text


class SeenTexts:
    """A round's log and cards as one class of observers sees them; it grows with the round."""

    def __init__(self, spots: Spots) -> None:
        self._spots = spots
        self._felt: Places = {}
        self._better: set[int] = set()
        """spots with cards that this class sees and others do not"""
        self._cards: dict[int, str] = {}
        self.log: list[str] = []
        self.places = "{}"

    def follow(self, round: Round, public: SeenTexts | None) -> None:
        """`public` has all events already: what this class sees no better is taken from there."""
        moved: set[int] = set()
        for event in round.log[len(self.log) :]:
            if public is None:
                event = visible(event, self._spots)
                text = encode(event_json(event))
            elif event.seen in self._spots:
                self._better.add(event.spot)
                text = encode(event_json(event))
            else:
                event = visible(event, self._spots)
                text = public.log[len(self.log)]
            self.log.append(text)
            if event.kind in CARDS_MOVE:
                lay(self._felt, event)
                moved.add(event.spot)
        for spot in moved if public is None else moved & self._better:
            if here := lying(self._felt.get(spot, {})):
                self._cards[spot] = encode(cards_json(here))
            else:
                self._cards.pop(spot, None)
        if moved:
            cards = self._cards if public is None else {**public._cards, **self._cards}
            self.places = f"{{{joined(cards)}}}"


class RoundText:
    """A round as text. Its log only grows, so each event is encoded once, and once more for each class of
    observers that sees it better than everybody."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self._public = SeenTexts(PUBLIC)
        self._own: dict[Spots, SeenTexts] = {}
        self._secret: set[int] = set()
        """spots that have seen something the others have not"""
        self._for_all = Kept()
        self._settlements: list[str] = []
        self._asked: list[tuple[Ask, str]] = []
        self._parts: Parts = {}
        self._at = -1
        """how many events the parts contain"""

    def _seen(self, spots: Spots) -> SeenTexts:
        if self._secret.isdisjoint(spots):
            return self._public
        own = self._own.get(spots)
        if own is None:
            own = self._own[spots] = SeenTexts(spots)
        own.follow(self.round, self._public)
        return own

    def _follow(self) -> None:
        round, at = self.round, len(self.round.log)
        if at == self._at:
            return
        self._secret.update(event.seen for event in round.log[max(self._at, 0) :] if event.seen > 0)
        self._at = at
        self._public.follow(round, None)
        for done in round.settlements[len(self._settlements) :]:
            self._settlements.append(encode(settlement_json(done)))
        known = {id(ask): text for ask, text in self._asked}
        self._asked = [(ask, known.get(id(ask)) or encode(ask_json(ask))) for ask in round.pending]
        settled = f"[{','.join(self._settlements)}]"
        self._parts = {**self._for_all.texts(standing_for_all(round)), "settlements": settled}

    def standing(self, spots: Spots) -> tuple[Parts, Sequence[str]]:
        """The round as it stands for a class of observers, and its log; that one grows."""
        self._follow()
        seen = self._seen(spots)
        asked = [text for ask, text in self._asked if ask.spot in spots]
        return {**self._parts, "places": seen.places, "pending": f"[{','.join(asked)}]"}, seen.log


class RoundPart(NamedTuple):
    """What one class of observers sees of a version's round: as it stands, and how much of its log."""

    round: RoundText | None = None
    standing: Parts = {}
    log: Sequence[str] = ()
    events: int = 0
    """the log may have gone on since"""

    @classmethod
    def of(cls, round: RoundText | None, spots: Spots) -> RoundPart:
        if round is None:
            return cls()
        standing, log = round.standing(spots)
        return cls(round, standing, log, len(log))

    @property
    def view(self) -> str:
        if self.round is None:
            return "null"
        return f'{{{joined(self.standing)},"log":[{",".join(self.log[: self.events])}]}}'

    def since(self, before: RoundPart) -> Parts:
        """What is different: of a round that goes on, the parts that changed and the new events."""
        if self.round is not before.round:
            return {"view": self.view}
        parts: Parts = {}
        changed = {k: v for k, v in self.standing.items() if before.standing[k] != v}
        if changed:
            parts["standing"] = f"{{{joined(changed)}}}"
        if new := self.log[before.events : self.events]:
            parts["log"] = f"[{','.join(new)}]"
        return parts
