"""What goes to a screen: the table's state as JSON text, computed once for each class of observers.

A class is the set of spots an observer holds; everybody without a spot is one class. Only `rounds.views` shows
cards, so no card leaves before its seat may see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from pitboss.approvals import PayTable, Wager
from pitboss.people.person import Person
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import EVERYONE
from pitboss.rounds.round import Round
from pitboss.rounds.views import event_json, standing, visible

STATE: Final = "state"


def encode(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


class RoundText:
    """A round's log as JSON text. It only grows, so each event is encoded once, and once more for each class of
    observers that sees it differently."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self._public: list[str] = []
        """as a spectator sees it"""
        self._own: dict[frozenset[int], list[str]] = {}

    def log(self, spots: frozenset[int]) -> str:
        events = self.round.log
        for event in events[len(self._public) :]:
            self._public.append(encode(event_json(visible(event, ()))))
        texts = self._own.setdefault(spots, [])
        for n in range(len(texts), len(events)):
            event = events[n]
            hidden = event.seen != EVERYONE and event.seen in spots
            texts.append(encode(event_json(event)) if hidden else self._public[n])
        return ",".join(texts)

    def view(self, spots: frozenset[int]) -> str:
        """The same as `views.view`, as text."""
        return f'{encode(standing(self.round, spots))[:-1]},"log":[{self.log(spots)}]}}'


class Screens:
    """The texts of one version of a table."""

    def __init__(
        self,
        table: TableState,
        text_of: Callable[[TableState], RoundText | None],
        jackpots: list[dict[str, Any]],
        wallet_of: Callable[[str], int],
        static: str,
        *,
        version: int,
        now_ms: int,
        trouble: str = "",
    ) -> None:
        self._table = table
        self._text_of = text_of
        self._wallet_of = wallet_of
        self._static = static
        self._classes: dict[frozenset[int], str] = {}
        self._common = encode(common(table, jackpots, version, now_ms, trouble))[:-1]

    def text(self, person: Person | None, first: bool) -> str:
        """The state message for one observer; `first` adds what never changes."""
        spots = self._table.spots_of(person.id if person else None)
        body = self._classes.get(spots)
        if body is None:
            body = self._classes[spots] = self._common + self._class_part(spots)
        you = "null"
        if person is not None:
            you = (
                f'{{"name":{encode(person.name)},"role":"{person.role}",'
                f'"wallet_cents":{self._wallet_of(person.id)},"spots":{sorted(spots)}}}'
            )
        static = f',"table":{self._static}' if first else ""
        return f'{body},"you":{you}{static}}}'

    def _class_part(self, spots: frozenset[int]) -> str:
        table = self._table
        seats = [
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
        # asked for now and not kept: the round may be going on towards the disk meanwhile
        round = self._text_of(table)
        view = round.view(spots) if round else "null"
        return f',"seats":{encode(seats)},"view":{view}'

    def _cut_of(self, spot: int, spots: frozenset[int]) -> str | bool:
        """Whether a spot has cut the coming shoe; one's own value in full."""
        value = self._table.cuts.get(spot)
        return value if value is not None and spot in spots else value is not None


def common(
    table: TableState, jackpots: list[dict[str, Any]], version: int, now_ms: int, trouble: str
) -> dict[str, Any]:
    """The part that everybody sees alike."""
    return {
        "type": STATE,
        "phase": table.phase,
        "deadline": table.deadline_us // 1000 if table.deadline_us and not trouble else None,
        "server_ms": now_ms,
        "dealer": table.setup.dealer,
        "round_number": table.number + (table.phase == "betting"),
        "round_id": table.round_id,
        "commitment": table.commitment,
        "seal": table.seal,
        "notices": [trouble, *table.notices] if trouble else list(table.notices),
        "jackpots": jackpots,
        "version": version,
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
        "config_id": table.config_id,
    }


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
