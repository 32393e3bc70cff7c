"""What goes to screens: a table's state as JSON text, computed once for each class of observers.

A class is the set of spots an observer holds; everybody without a spot is one class. What has not changed is not
encoded again. Only `rounds.views` shows cards, so no card leaves before its seat may see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple, Protocol

from pydantic_core import to_json

from pitboss.chips.accounts import Wallets
from pitboss.core.errors import PitbossError
from pitboss.people.person import Person
from pitboss.room.notices import Notice
from pitboss.room.table import Seat, TableState
from pitboss.room.unit_plan import OPEN, Halt
from pitboss.room.unpaid import NOTHING_WAITS, TablePays
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Ask, RoundEvent
from pitboss.rounds.felt import CARDS_MOVE, Places, lay, lying
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.views import (
    PUBLIC,
    SHOW,
    ask_json,
    cards_json,
    event_json,
    settlement_json,
    standing_for_all,
    visible,
)
from pitboss.sheets import PayTable, Wager

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


STRANGER: Final[Spots] = frozenset({-3})
"""who is not signed in: sees the round as everybody does, and nobody's name beside what is won and lost"""


class SeatTexts:
    """The seats of a table, each for its player, for others who are signed in, and for strangers."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, bool, bool], tuple[Seat, bool, str]] = {}

    def of(self, seats: Iterable[Seat], spots: Spots, away: Set[str]) -> str:
        named = spots is not STRANGER
        return f"[{','.join([self._seat(s, s.spot in spots, named, s.player in away) for s in seats])}]"

    def _seat(self, seat: Seat, mine: bool, named: bool, away: bool) -> str:
        kept = self._kept.get((seat.spot, mine, named))
        if kept is not None and kept[0] is seat and kept[1] is away:
            return kept[2]
        shape = {
            "spot": seat.spot,
            "player": seat.player if named or not seat.player else f"Player {seat.spot}",
            "you": mine,
            "bets": seat.bets,
            "ready": seat.ready,
            "away": away,
            # whether its player has cut the coming shoe; one's own value in full
            "cut": seat.cut if seat.cut and mine else bool(seat.cut),
        }
        text = encode(shape)
        self._kept[seat.spot, mine, named] = seat, away, text
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


# States and changes of a table, by class of observers.

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
            return STRANGER
        if self._seated is not table.seats:
            self._seated = table.seats
            players = [seat.player for seat in table.seats.values()]
            if players != self._players:
                self._players = players
                self._spots = {player: table.spots_of(player) for player in players if player}
        return self._spots.get(name, PUBLIC)

    def you(self, person: Person, cents: int, spots: Spots, coming: str) -> str:
        """What a screen says about its own person; `coming` as text."""
        kept = self._people.get(person.id)
        if kept is None or kept[0] is not person:
            kept = self._people[person.id] = (
                person,
                f'{{"name":{encode(person.name)},"role":"{person.role}","wallet_cents":',
            )
        return f'{kept[1]}{cents},"spots":{sorted(spots)},"coming":{coming}}}'


class Screens:
    """The texts of one version of a table: whole, or what is different from the version before."""

    def __init__(
        self,
        table: TableState,
        pieces: Pieces,
        jackpots: list[dict[str, Any]],
        wallet_of: Callable[[str], int],
        pays: TablePays,
        *,
        version: int,
        now_ms: int,
        halt: Halt,
        away: frozenset[str],
        trouble: str,
    ) -> None:
        self._table = table
        self._pieces = pieces
        self._wallet_of = wallet_of
        self._pays = pays
        self.version = version
        self._now_ms = now_ms
        self._away = away
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
            seats = self._pieces.seats.of(self._table.seats.values(), spots, self._away)
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
        mine = PUBLIC if spots is not STRANGER and spots.isdisjoint(news.spots) else spots
        text = self._changes.get((own, mine))
        if text is None:
            seats = self._pieces.seats.of(news.seats, mine, self._away) if news.seats else ""
            seated = seats and f'"seated":{seats}'
            parts = ",".join(filter(None, (news.common, own, seated)))
            head = f'{{"type":"{CHANGE}","base":{before.version},"version":{self.version}'
            text = f'{head},"server_ms":{self._now_ms},"set":{{{parts}}}}}'
            self._changes[own, mine] = text
        return text

    def _news_since(self, before: Screens) -> Differences:
        table, then = self._table, before._table
        common = {name: text for name, text in self._common.items() if before._common[name] != text}
        round = self._round(PUBLIC).since(before._round(PUBLIC))
        moved = self._away ^ before._away
        seats = [
            seat
            for spot, seat in table.seats.items()
            if then.seats.get(spot) is not seat or seat.player in moved
        ]
        news = Differences(joined(common), round, seats, frozenset([seat.spot for seat in seats]))
        self._news = news
        return news

    def knows(self, spots: Spots) -> bool:
        return _seeing(spots) in self._rounds

    def _you(self, person: Person | None, spots: Spots) -> str:
        if person is None:
            return "null"
        coming = encode(self._pays.shown_json(person))
        return self._pieces.you(person, self._wallet_of(person.id), spots, coming)

    def _round(self, spots: Spots) -> RoundPart:
        spots = _seeing(spots)
        part = self._rounds.get(spots)
        if part is None:
            # asked for now and not kept: the round may be going on towards the disk meanwhile
            part = self._rounds[spots] = self._pieces.round_of(self._table, spots)
        return part


def _seeing(spots: Spots) -> Spots:
    """Whose cards are seen: a stranger sees what everybody sees."""
    return PUBLIC if spots is STRANGER else spots


def common(table: TableState, jackpots: list[dict[str, Any]], halt: Halt, trouble: str) -> dict[str, Any]:
    """The part that everybody sees alike; without a clock while nothing comes of it."""
    in_trouble = [Notice(kind="house.stands-still", why=trouble)] if trouble else []
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
        "notices": [note.shown() for note in (*in_trouble, *halt.notices, *table.notices)],
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
        "away_s": table.setup.pace.away_s,
        "kept_s": table.setup.pace.kept_s,
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


# The screens of one table: what is durable goes out.


class Subscriber(Protocol):
    """A screen. A slow one skips states, it does not lag."""

    person: Person | None
    changes: bool
    """takes the layout as a message of its own, and changes; others get whole states, the first with the layout"""
    fresh: bool
    """the layout has not been sent yet, or has changed"""
    shown: Offered | None
    """the last state that was offered; None: a whole one is needed"""

    def layout(self, text: str) -> None: ...

    def offer(self, text: str) -> None:
        """A whole state: it replaces what has not been sent yet."""
        ...

    def add(self, text: str) -> None:
        """What is different from the state before."""
        ...


class Display:
    def __init__(self, wallets: Wallets, clock: Callable[[], int]) -> None:
        self._wallets = wallets
        self._clock = clock
        self.subscribers: set[Subscriber] = set()
        self.jackpots: list[dict[str, Any]] = []
        self.halt = OPEN
        self.waiting = NOTHING_WAITS
        self.pays: TablePays | None = None
        """what is won and not paid, with the state that is shown"""
        self.away: frozenset[str] = frozenset()
        """players whose browsers are gone"""
        self.version = clock() // 1000
        """grows over restarts, too"""
        self._screens: Screens | None = None
        self._before: Screens | None = None
        self._pieces = Pieces()
        self._static = ""
        self._static_of = ""

    def show(self, table: TableState, trouble: str = "") -> None:
        self.version += 1
        if self._static_of != table.config_id:
            self._static_of = table.config_id
            self._static = encode(static_part(table))
            for subscriber in self.subscribers:
                subscriber.fresh = True
        self._before = self._screens
        self.pays = TablePays.of(table, self.waiting)
        self._screens = Screens(
            table,
            self._pieces,
            self.jackpots,
            self._wallets.at_hand,
            self.pays,
            version=self.version,
            now_ms=self._now_ms(),
            halt=self.halt,
            away=self.away,
            trouble=trouble,
        )
        for subscriber in self.subscribers:
            self.offer(subscriber)

    def offer(self, subscriber: Subscriber) -> None:
        """The layout once, then what is different from the last state where the screen has that one."""
        screens, before = self._screens, self._before
        if screens is None:
            return
        static = ""
        if subscriber.fresh:
            subscriber.layout(f'{{"type":"{LAYOUT}","table":{self._static}}}')
            subscriber.fresh = False
            subscriber.shown = None
            static = "" if subscriber.changes else self._static
        shown, was = screens.shown_to(subscriber.person), subscriber.shown
        if (
            before is not None
            and was is not None
            and was.version == before.version
            and was.spots == shown.spots
            and before.knows(shown.spots)
        ):
            subscriber.add(screens.change(shown, was, before))
        else:
            subscriber.offer(screens.text(subscriber.person, self._now_ms(), static))
        subscriber.shown = shown

    def text(self, person: Person | None) -> str:
        assert self._screens is not None
        return self._screens.text(person, self._now_ms(), self._static)

    def _now_ms(self) -> int:
        return self._clock() // 1000
