"""What goes to a screen: the table's state as JSON text, computed once for each class of observers.

A class is the set of spots an observer holds; everybody without a spot is one class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pitboss.approvals import PayTable, Wager
from pitboss.errors import PitbossError
from pitboss.people.person import Person
from pitboss.room.table import Seat, TableState
from pitboss.room.texts import Kept, RoundPart, RoundText, SeatTexts, Spots, encode, joined
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.show import SHOW
from pitboss.rounds.views import PUBLIC

STATE: Final = "state"
CHANGE: Final = "change"
LAYOUT: Final = "layout"


class Offered(NamedTuple):
    """What a screen was last offered."""

    version: int
    spots: Spots


class Differences(NamedTuple):
    """What is different from the version before for everybody, and at which seats."""

    common: list[str]
    seats: list[Seat]
    spots: Spots
    seated: str
    """those seats as they look to who holds none of them"""


class Pieces:
    """The texts that go from one version of a table to the next."""

    def __init__(self) -> None:
        self.common = Kept()
        self.seats = SeatTexts()
        self._round: RoundText | None = None
        self._people: dict[str, tuple[Person, str]] = {}

    def round_of(self, table: TableState, spots: Spots) -> RoundPart:
        round = table.round
        if round is None:
            return RoundPart()
        if self._round is None or self._round.round is not round:
            self._round = RoundText(round)
        return self._round.part(spots)

    def person(self, person: Person) -> str:
        """Who somebody is, as the beginning of what the screen says about them."""
        kept = self._people.get(person.id)
        if kept is None or kept[0] is not person:
            kept = self._people[person.id] = (
                person,
                f'{{"name":{encode(person.name)},"role":"{person.role}","wallet_cents":',
            )
        return kept[1]


class Screens:
    """The texts of one version of a table: whole, or what is different from the version before."""

    def __init__(
        self,
        table: TableState,
        pieces: Pieces,
        jackpots: list[dict[str, Any]],
        wallet_of: Callable[[str], int],
        *,
        version: int,
        now_ms: int,
        words: tuple[str, ...] = (),
        trouble: str = "",
    ) -> None:
        self._table = table
        self._pieces = pieces
        self._wallet_of = wallet_of
        self.version = version
        self._now_ms = now_ms
        self._common = pieces.common.texts(common(table, jackpots, words, trouble))
        self._news: Differences | None = None
        self._rounds: dict[Spots, RoundPart] = {}
        self._wholes: dict[Spots, str] = {}
        self._changes: dict[Spots, str] = {}
        self._shown: dict[str | None, Offered] = {}

    def shown_to(self, person: Person | None) -> Offered:
        """This version, for one observer."""
        name = person.id if person else None
        shown = self._shown.get(name)
        if shown is None:
            shown = self._shown[name] = Offered(self.version, self._table.spots_of(name))
        return shown

    def text(self, person: Person | None, static: str = "") -> str:
        """The whole state for one observer; `static` adds what never changes."""
        spots = self.shown_to(person).spots
        body = self._wholes.get(spots)
        if body is None:
            seats = self._pieces.seats.of(self._table.seats.values(), spots)
            head = f'{{"type":"{STATE}","version":{self.version},"server_ms":{self._now_ms}'
            body = f'{head},{joined(self._common)},"seats":{seats},"view":{self._round(spots).view}'
            self._wholes[spots] = body
        table = f',"table":{static}' if static else ""
        return f'{body},"you":{self._you(person, spots)}{table}}}'

    def change(self, person: Person | None, spots: Spots, before: Screens) -> str:
        """What an observer of these spots has to know who has the version before, and held the same then."""
        body = self._changes.get(spots)
        if body is None:
            news = self._news_since(before)
            parts = [*news.common, *self._round(spots).since(before._round(spots))]
            if news.seats:
                mine = not spots.isdisjoint(news.spots)
                parts.append(self._seated(news.seats, spots) if mine else news.seated)
            head = f'{{"type":"{CHANGE}","base":{before.version},"version":{self.version}'
            body = self._changes[spots] = f'{head},"server_ms":{self._now_ms},"set":{{{",".join(parts)}}}'
        return f'{body},"you":{self._you(person, spots)}}}'

    def _news_since(self, before: Screens) -> Differences:
        if self._news is None:
            table, then = self._table, before._table
            common = [f'"{k}":{v}' for k, v in self._common.items() if before._common[k] != v]
            seats = [seat for spot, seat in table.seats.items() if then.seats.get(spot) is not seat]
            spots = frozenset([seat.spot for seat in seats])
            self._news = Differences(common, seats, spots, self._seated(seats, PUBLIC))
        return self._news

    def _seated(self, seats: list[Seat], spots: Spots) -> str:
        return f'"seated":{self._pieces.seats.of(seats, spots)}'

    def knows(self, spots: Spots) -> bool:
        return spots in self._rounds

    def _you(self, person: Person | None, spots: Spots) -> str:
        if person is None:
            return "null"
        return f'{self._pieces.person(person)}{self._wallet_of(person.id)},"spots":{sorted(spots)}}}'

    def _round(self, spots: Spots) -> RoundPart:
        part = self._rounds.get(spots)
        if part is None:
            # asked for now and not kept: the round may be going on towards the disk meanwhile
            part = self._rounds[spots] = self._pieces.round_of(self._table, spots)
        return part


def common(
    table: TableState, jackpots: list[dict[str, Any]], words: tuple[str, ...], trouble: str
) -> dict[str, Any]:
    """The part that everybody sees alike."""
    return {
        "phase": table.phase,
        "deadline": table.deadline_us // 1000 if table.deadline_us and not trouble else None,
        "dealer": table.setup.dealer,
        "round_number": table.number + (table.phase == "betting"),
        "round_id": table.round_id,
        "commitment": table.commitment,
        "seal": table.seal,
        "head": table.ended if table.phase == "settled" else table.head,
        "notices": [*words, *table.notices],
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
