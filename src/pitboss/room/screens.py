"""What goes to a screen: the table's state as JSON text, computed once for each class of observers.

A class is the set of spots an observer holds; everybody without a spot is one class. Only `rounds.views` shows
cards, so no card leaves before its seat may see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pitboss.approvals import PayTable, Wager
from pitboss.errors import PitbossError
from pitboss.people.person import Person
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import EVERYONE
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.show import SHOW
from pitboss.rounds.views import event_json, standing, visible

STATE: Final = "state"
CHANGE: Final = "change"
LAYOUT: Final = "layout"


encode: Final = json.JSONEncoder(separators=(",", ":")).encode


class RoundText:
    """A round's log as JSON text. It only grows, so each event is encoded once, and once more for each class of
    observers that sees it differently."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self._public: list[str] = []
        """as a spectator sees it"""
        self._own: dict[frozenset[int], list[str]] = {}

    def log(self, spots: frozenset[int]) -> list[str]:
        events = self.round.log
        for event in events[len(self._public) :]:
            self._public.append(encode(event_json(visible(event, ()))))
        texts = self._own.setdefault(spots, [])
        for n in range(len(texts), len(events)):
            event = events[n]
            hidden = event.seen != EVERYONE and event.seen in spots
            texts.append(encode(event_json(event)) if hidden else self._public[n])
        return texts


Parts = dict[str, str]
"""JSON texts by name"""


@dataclass(frozen=True, slots=True)
class ClassPart:
    """What one class of observers sees of a version: the seats, the round as it stands, how much of its log."""

    seats: str
    round: RoundText | None
    standing: Parts
    log: tuple[str, ...]

    @property
    def view(self) -> str:
        if self.round is None:
            return "null"
        return f'{{{joined(self.standing)},"log":[{",".join(self.log)}]}}'

    def since(self, before: ClassPart) -> Parts:
        """What is different: of a round that goes on, the parts that changed and the new events."""
        parts = {} if self.seats == before.seats else {"seats": self.seats}
        if self.round is None or self.round is not before.round:
            return parts if self.round is before.round else {**parts, "view": self.view}
        changed = {k: v for k, v in self.standing.items() if before.standing.get(k) != v}
        if changed:
            parts["standing"] = f"{{{joined(changed)}}}"
        if new := self.log[len(before.log) :]:
            parts["log"] = f"[{','.join(new)}]"
        return parts


def joined(parts: Parts) -> str:
    return ",".join(f'"{name}":{text}' for name, text in parts.items())


class Screens:
    """The texts of one version of a table: whole, or what is different from the version before."""

    def __init__(
        self,
        table: TableState,
        text_of: Callable[[TableState], RoundText | None],
        jackpots: list[dict[str, Any]],
        wallet_of: Callable[[str], int],
        *,
        version: int,
        now_ms: int,
        trouble: str = "",
    ) -> None:
        self._table = table
        self._text_of = text_of
        self._wallet_of = wallet_of
        self.version = version
        self._now_ms = now_ms
        self._common = {k: encode(v) for k, v in common(table, jackpots, trouble).items()}
        self._classes: dict[frozenset[int], ClassPart] = {}
        self._wholes: dict[frozenset[int], str] = {}
        self._changes: dict[frozenset[int], str] = {}

    def spots_of(self, person: Person | None) -> frozenset[int]:
        return self._table.spots_of(person.id if person else None)

    def text(self, person: Person | None, static: str = "") -> str:
        """The whole state for one observer; `static` adds what never changes."""
        spots = self.spots_of(person)
        body = self._wholes.get(spots)
        if body is None:
            part = self._part(spots)
            head = f'{{"type":"{STATE}","version":{self.version},"server_ms":{self._now_ms}'
            body = f'{head},{joined(self._common)},"seats":{part.seats},"view":{part.view}'
            self._wholes[spots] = body
        table = f',"table":{static}' if static else ""
        return f'{body},"you":{self._you(person, spots)}{table}}}'

    def change(self, person: Person | None, before: Screens) -> str:
        """What an observer has to know who has the version before, and held the same spots then."""
        spots = self.spots_of(person)
        body = self._changes.get(spots)
        if body is None:
            common = {k: v for k, v in self._common.items() if before._common[k] != v}
            parts = {**common, **self._part(spots).since(before._part(spots))}
            head = f'{{"type":"{CHANGE}","base":{before.version},"version":{self.version}'
            body = self._changes[spots] = f'{head},"server_ms":{self._now_ms},"set":{{{joined(parts)}}}'
        return f'{body},"you":{self._you(person, spots)}}}'

    def knows(self, spots: frozenset[int]) -> bool:
        return spots in self._classes

    def _you(self, person: Person | None, spots: frozenset[int]) -> str:
        if person is None:
            return "null"
        return (
            f'{{"name":{encode(person.name)},"role":"{person.role}",'
            f'"wallet_cents":{self._wallet_of(person.id)},"spots":{sorted(spots)}}}'
        )

    def _part(self, spots: frozenset[int]) -> ClassPart:
        part = self._classes.get(spots)
        if part is None:
            part = self._classes[spots] = self._class_part(spots)
        return part

    def _class_part(self, spots: frozenset[int]) -> ClassPart:
        table = self._table
        seats = encode(
            [
                {
                    "spot": seat.spot,
                    "player": seat.player,
                    "you": seat.spot in spots,
                    "bets": seat.bets,
                    "ready": seat.ready,
                    "cut": self._cut_of(seat.spot, spots),
                }
                for seat in table.seats.values()
            ]
        )
        # asked for now and not kept: the round may be going on towards the disk meanwhile
        text = self._text_of(table)
        if text is None:
            return ClassPart(seats, None, {}, ())
        stands = {k: encode(v) for k, v in standing(text.round, spots).items()}
        return ClassPart(seats, text, stands, tuple(text.log(spots)))

    def _cut_of(self, spot: int, spots: frozenset[int]) -> str | bool:
        """Whether a spot has cut the coming shoe; one's own value in full."""
        value = self._table.cuts.get(spot)
        return value if value is not None and spot in spots else value is not None


def common(table: TableState, jackpots: list[dict[str, Any]], trouble: str) -> dict[str, Any]:
    """The part that everybody sees alike."""
    return {
        "phase": table.phase,
        "deadline": table.deadline_us // 1000 if table.deadline_us and not trouble else None,
        "dealer": table.setup.dealer,
        "round_number": table.number + (table.phase == "betting"),
        "round_id": table.round_id,
        "commitment": table.commitment,
        "seal": table.seal,
        "notices": [trouble, *table.notices] if trouble else list(table.notices),
        "jackpots": jackpots,
    }


def static_part(table: TableState) -> dict[str, Any]:
    """The layout and the sign: what stays the same until the table is configured anew."""
    config = table.config
    return {
        "id": table.id,
        "name": table.setup.name,
        "game": config.game,
        "game_name": config.sheet.name,
        "spots": config.spots,
        "dealer": table.setup.dealer,
        "limits": {
            w: {"least_cents": n.least_cents, "most_cents": n.most_cents} for w, n in config.limits.items()
        },
        "regulation_cents": config.regulation_cents,
        "wagers": [wager_json(config, wager) for wager in config.sheet.wagers if on_layout(config, wager)],
        "options": dict(config.options),
        "pay_tables": dict(config.pay_tables),
        "legends": list(config.sheet.legends),
        "chip_cents": config.chip_cents,
        "several_spots": several_spots(config),
        "show": SHOW,
        "config_id": table.config_id,
    }


def several_spots(config: TableConfig) -> bool:
    """Whether one player may hold two spots of the table."""
    try:
        game_of(config.game).check_seats(config, {1: "one", 2: "one"})
    except PitbossError:
        return False
    return True


def on_layout(config: TableConfig, wager: Wager) -> bool:
    return wager.placed != "optional" or wager.id in (config.offered or ())


def wager_json(config: TableConfig, wager: Wager) -> dict[str, Any]:
    table = config.tables.get(wager.id) or config.tables.get(wager.of)
    return {
        "id": wager.id,
        "name": wager.name,
        "placed": wager.placed,
        "of": wager.of,
        "clause": wager.clause,
        "needs": list(wager.needs),
        "equals": wager.equals,
        "sensed": wager.sensed,
        "odds": odds_json(table) if table else [],
    }


def odds_json(table: PayTable) -> list[dict[str, Any]]:
    return [
        {
            "hand": line.hand,
            "text": line.text,
            "pays": f"x{line.multiplies}" if line.multiplies else str(line.pays) if line.pays else None,
            "clause": line.clause,
            "envy_cents": line.envy_cents,
        }
        for line in table.lines
    ]
