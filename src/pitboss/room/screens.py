"""What goes to a screen: the table's state as JSON text, computed once for each class of observers.

A class is the set of spots an observer holds; everybody without a spot is one class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pitboss.approvals import PayTable, Wager
from pitboss.errors import PitbossError
from pitboss.people.person import Person
from pitboss.room.plan import Halt
from pitboss.room.table import Seat, TableState
from pitboss.room.texts import Kept, RoundPart, RoundText, SeatTexts, Spots, encode, joined
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.show import SHOW
from pitboss.rounds.views import PUBLIC

STATE: Final = "state"
CHANGE: Final = "change"
LAYOUT: Final = "layout"
NO_ROUND: Final = RoundPart()


class Offered(NamedTuple):
    """What a screen was last offered."""

    version: int
    spots: Spots
    you: str
    """what was said about its own person"""


class Differences(NamedTuple):
    """What is different from the version before for everybody, and at which seats."""

    common: str
    round: str
    """of the round, for who sees no more of it than everybody"""
    seats: list[Seat]
    spots: Spots


class Pieces:
    """The texts that go from one version of a table to the next."""

    def __init__(self) -> None:
        self.common = Kept()
        self.seats = SeatTexts()
        self._round: RoundText | None = None
        self._people: dict[str, tuple[Person, str]] = {}
        self._seated: Mapping[int, Seat] = {}
        self._players: list[str | None] = []
        self._spots: dict[str, Spots] = {}

    def round_of(self, table: TableState, spots: Spots) -> RoundPart:
        round = table.round
        if round is None:
            return NO_ROUND
        if self._round is None or self._round.round is not round:
            self._round = RoundText(round)
        return self._round.part(spots)

    def spots_of(self, table: TableState, name: str | None) -> Spots:
        """The spots of a person, looked up once for all as long as the same people sit there."""
        if name is None:
            return PUBLIC
        if self._seated is not table.seats:
            self._seated = table.seats
            players = [seat.player for seat in table.seats.values()]
            if players != self._players:
                self._players = players
                self._spots = {player: table.spots_of(player) for player in players if player}
        return self._spots.get(name, PUBLIC)

    def you(self, person: Person | None, cents: int, spots: Spots) -> str:
        """What a screen says about its own person."""
        if person is None:
            return "null"
        kept = self._people.get(person.id)
        if kept is None or kept[0] is not person:
            kept = self._people[person.id] = (
                person,
                f'{{"name":{encode(person.name)},"role":"{person.role}","wallet_cents":',
            )
        return f'{kept[1]}{cents},"spots":{sorted(spots)}}}'


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
        halt: Halt,
        trouble: str,
    ) -> None:
        self._table = table
        self._pieces = pieces
        self._wallet_of = wallet_of
        self.version = version
        self._now_ms = now_ms
        self._common = pieces.common.texts(common(table, jackpots, halt, trouble))
        self._news: Differences | None = None
        self._rounds: dict[Spots, RoundPart] = {}
        self._wholes: dict[Spots, str] = {}
        self._bodies: dict[Spots, str] = {}
        self._changes: dict[tuple[str, Spots], str] = {}
        self._shown: dict[str | None, Offered] = {}
        self._round(PUBLIC)

    def shown_to(self, person: Person | None) -> Offered:
        """This version, for one observer."""
        name = person.id if person else None
        shown = self._shown.get(name)
        if shown is None:
            spots = self._pieces.spots_of(self._table, name)
            shown = self._shown[name] = Offered(self.version, spots, self._you(person, spots))
        return shown

    def text(self, person: Person | None, now_ms: int, static: str = "") -> str:
        """The whole state for one observer, who may ask long after it came about; `static` adds what never changes."""
        spots = self.shown_to(person).spots
        body = self._wholes.get(spots)
        if body is None:
            seats = self._pieces.seats.of(self._table.seats.values(), spots)
            head = f'{{"type":"{STATE}","version":{self.version}'
            body = f'{head},{joined(self._common)},"seats":{seats},"view":{self._round(spots).view}'
            self._wholes[spots] = body
        table = f',"table":{static}' if static else ""
        return f'{body},"server_ms":{now_ms},"you":{self._you(person, spots)}{table}}}'

    def change(self, shown: Offered, was: Offered, before: Screens) -> str:
        """What somebody has to know who has the version before, and held the same spots then. It is one text for
        everybody for whom nothing of their own is different."""
        body = self._bodies.get(shown.spots)
        if body is None:
            body = self._bodies[shown.spots] = self._change(shown.spots, before)
        return body if shown.you == was.you else f'{body[:-1]},"you":{shown.you}}}'

    def _change(self, spots: Spots, before: Screens) -> str:
        news = self._news or self._news_since(before)
        part, was = self._round(spots), before._round(spots)
        own = news.round if part.as_for_all(was) else part.since(was)
        mine = PUBLIC if spots.isdisjoint(news.spots) else spots
        text = self._changes.get((own, mine))
        if text is None:
            seated = f'"seated":{self._pieces.seats.of(news.seats, mine)}' if news.seats else ""
            parts = ",".join(filter(None, (news.common, own, seated)))
            head = f'{{"type":"{CHANGE}","base":{before.version},"version":{self.version}'
            text = f'{head},"server_ms":{self._now_ms},"set":{{{parts}}}}}'
            self._changes[own, mine] = text
        return text

    def _news_since(self, before: Screens) -> Differences:
        table, then = self._table, before._table
        common = {name: text for name, text in self._common.items() if before._common[name] != text}
        round = self._round(PUBLIC).since(before._round(PUBLIC))
        seats = [seat for spot, seat in table.seats.items() if then.seats.get(spot) is not seat]
        news = Differences(joined(common), round, seats, frozenset([seat.spot for seat in seats]))
        self._news = news
        return news

    def knows(self, spots: Spots) -> bool:
        return spots in self._rounds

    def _you(self, person: Person | None, spots: Spots) -> str:
        return self._pieces.you(person, self._wallet_of(person.id) if person else 0, spots)

    def _round(self, spots: Spots) -> RoundPart:
        part = self._rounds.get(spots)
        if part is None:
            # asked for now and not kept: the round may be going on towards the disk meanwhile
            part = self._rounds[spots] = self._pieces.round_of(self._table, spots)
        return part


def common(table: TableState, jackpots: list[dict[str, Any]], halt: Halt, trouble: str) -> dict[str, Any]:
    """The part that everybody sees alike; without a clock while nothing comes of it."""
    stands = trouble or (halt and table.phase == "betting")
    return {
        "phase": table.phase,
        "deadline": table.deadline_us // 1000 if table.deadline_us and not stands else None,
        "closed": halt.closed,
        "owed_cents": halt.owed_cents,
        "dealer": table.setup.dealer,
        "round_number": table.number + (table.phase == "betting"),
        "round_id": table.round_id,
        "commitment": table.commitment,
        "seal": table.seal,
        "head": table.ended if table.phase == "settled" else table.head,
        "notices": [*filter(None, [trouble]), *halt.words, *table.notices],
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
