"""What a room reads back out of its store: rounds by their id, whole; a table as it stood, from the document after the
last round with what came later replayed on it (HR-20); and the log as people search it, by day, stream, kind, person
and words.

Nothing is found by what is not shown: the order of a shoe, its number and its salts are searched by nobody (HR-36)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from pitboss.core.codec import decode
from pitboss.core.errors import NotFound
from pitboss.fairness.shuffling import next_start
from pitboss.jackpots.documents import Award, State, award_key
from pitboss.jackpots.room_or_desk import room_table_key, round_key
from pitboss.ledger import Event, Store
from pitboss.ledger.days import gambling_day
from pitboss.ledger.model import fingerprint
from pitboss.ledger.unit import read_event
from pitboss.people.person import Person, Role
from pitboss.room.apply import apply
from pitboss.room.events import (
    Decided,
    RoundOpened,
    RoundVoided,
    Settled,
    Shuffled,
    event_key,
    read,
    stream_of,
    unit_key,
    unit_number,
)
from pitboss.room.shoes import Deal, TableShoe, shoe_in
from pitboss.room.table import (
    ANSWERS_KEPT,
    Dealt,
    Seat,
    SeatHeld,
    TableSetup,
    TableSnapshot,
    TableState,
    seats_of,
)
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round

PAGE = 200


@dataclass(frozen=True, slots=True)
class SettledAt:
    record: Settled
    at_us: int
    seq: int


@dataclass(frozen=True, slots=True)
class StoredRound:
    """The inputs of a round as logged, with the log's own facts about them."""

    id: str
    table: str
    number: int
    config: TableConfig
    wagers: dict[int, dict[str, int]]
    holders: dict[int, str]
    shoe: TableShoe
    """as it was at this round"""
    shoe_key: str
    start: int
    decisions: tuple[tuple[int, Decision], ...]
    commitment: str
    """as it was published before the first card"""
    shuffled_seq: int
    opened_seq: int
    opened_us: int
    settled: SettledAt | None
    """the settlement and where it is in the log; None while the round is on"""
    void: str | None = None
    """why it was declared void, if it was (HR-33)"""
    voided: Event | None = None
    """the record of it"""

    @property
    def deal(self) -> Deal:
        return self.shoe.deal(self.config)

    def replay(self) -> Round:
        order, start, number, dice = self.deal
        return Round.replay(
            self.config, self.wagers, order, self.decisions, start, self.holders, number, dice, self.void
        )

    def spots_of(self, person: str | None) -> frozenset[int]:
        return frozenset(spot for spot, who in self.holders.items() if who == person)


def config_of(store: Store, config_id: str) -> TableConfig:
    shape = store.document(f"config/{config_id}")
    if shape is None or fingerprint(shape) != config_id:
        raise NotFound(f"The configuration {config_id[:12]} is not in the store.", clause="HR-25")
    return TableConfig.from_json(shape)


def shoe_of(store: Store, key: str, number: int, at: int = 0) -> tuple[TableShoe, TableConfig, Event]:
    """The shoe that was shuffled under this key, as it stood at a round; the configuration it was sealed for, and that
    event.

    It was cut when its first round was opened: before that its cuts are in the table's own records."""
    event = store.event(key)
    if event is None:
        raise NotFound(f"The shoe {key!r} is not in the store.", clause="HR-19")
    shuffled = read_event(Shuffled, event)
    config = config_of(store, shuffled.configuration)
    shoe = shoe_in(shuffled, config)
    opened = opening_of(store, shoe.id)
    if opened is not None:
        first = read_event(RoundOpened, opened)
        shoe = shoe.cut_by(first.cuts, first.head)
    return replace(shoe, round=number, at=at), config, event


def opening_of(store: Store, round_id: str) -> Event | None:
    """The record that opened a round; None where it was never opened."""
    where = store.document(round_key(round_id))
    if where is None:
        return None
    unit, position = where
    opened = store.event(event_key(round_id.rpartition("-")[0], unit, position))
    if opened is None or opened.kind != RoundOpened.KIND:
        raise NotFound(f"The opening of round {round_id} is not in the log.", clause="HR-22")
    return opened


def load_round(store: Store, round_id: str) -> StoredRound:
    opened = opening_of(store, round_id)
    if opened is None:
        raise NotFound(f"There is no round {round_id!r}.", accepted="the id of a round, such as fu-bacc-1-17")
    table = opened.stream.partition("/")[2]
    facts = read_event(RoundOpened, opened)
    shoe, config, shuffled = shoe_of(store, facts.shoe, facts.number, facts.start)
    if shoe.cut is None:
        raise NotFound(
            f"Shoe {shoe.id!r}, which round {round_id} names, was opened by no round.", clause="HR-22"
        )
    decisions: list[tuple[int, Decision]] = []
    settled = void = voided = None
    after = opened.seq
    while settled is None and (page := store.events(stream_of(table), after=after, limit=PAGE)):
        for event in page:
            if event.kind not in (Decided.KIND, RoundVoided.KIND, Settled.KIND):
                continue
            record = read(event)
            match record:
                case Decided(round=id) | RoundVoided(round=id) | Settled(round=id) if id != round_id:
                    continue
                case Decided():
                    decisions.append((record.spot, record.decision))
                case RoundVoided():
                    void, voided = record.reason, event
                case Settled():
                    settled = SettledAt(record, event.at_us, event.seq)
                    break
        after = page[-1].seq
    return StoredRound(
        id=round_id,
        table=table,
        number=facts.number,
        config=config,
        wagers={spot: dict(bets) for spot, bets in facts.wagers.items()},
        holders=dict(facts.holders),
        shoe=shoe,
        shoe_key=facts.shoe,
        start=facts.start,
        decisions=tuple(decisions),
        commitment=shoe.commitment,
        shuffled_seq=shuffled.seq,
        opened_seq=opened.seq,
        opened_us=opened.at_us,
        settled=settled,
        void=void,
        voided=voided,
    )


def _void_facts(found: StoredRound, person: Person | None) -> dict[str, Any] | None:
    """What a void has changed, by spot, for who may see those spots; who signed and the camera for staff (HR-43)."""
    if found.voided is None:
        return None
    says = read_event(RoundVoided, found.voided)
    staff = person is not None and not person.has(Role.PLAYER)
    mine = says.changed.keys() if staff else found.spots_of(person.id if person else None)
    return {
        "reason": says.reason,
        "at_us": found.voided.at_us,
        "changed": {str(spot): says.changed[spot] for spot in mine if spot in says.changed},
        "signed": [name for name in (found.voided.actor, says.second) if name] if staff else None,
        "camera": says.camera if staff else None,
    }


def round_facts(store: Store, round_id: str, person: Person | None) -> dict[str, Any]:
    """What belongs to a round beside its cards: when it was played, who sat where for those who may see names, and
    the awards that were completed for it, those taken back since among them."""
    found = load_round(store, round_id)
    name = person.id if person else None
    sees = person is not None and (not person.has(Role.PLAYER) or name in found.holders.values())
    days = gambling_day(store)
    awards = (decode(Award, data) for data in store.documents(award_key(f"{found.table}.")).values())
    return {
        "time": days.moment(found.opened_us),
        "settled_us": found.settled.at_us if found.settled else None,
        "holders": {str(spot): who for spot, who in found.holders.items()} if sees else None,
        "void": _void_facts(found, person),
        "awards": [
            {
                "award": award.id,
                "spot": award.spot,
                "text": award.hand,
                "meter": award.meter,
                "prize_cents": award.prize_cents,
                "status": award.state.value,
                "reopened": bool(award.reopened_as),
                "why": award.reason if sees else "",
            }
            for award in awards
            if award.round == round_id and award.state in (State.COMPLETED, State.PAID, State.BACKED_OUT)
        ],
    }


def recent_rounds(
    store: Store, table: str, limit: int, before: int = 0, *, person: Person | None
) -> list[dict[str, Any]]:
    """Settlements of a table, newest first; `before` is the `seq` of the last one already seen. Staff read who won and
    lost how much, a player the own spots, anybody else only which rounds there were."""
    found: list[dict[str, Any]] = []
    holders: dict[str, dict[str, str]] = {}
    while len(found) < limit or found[limit - 1]["round"] not in holders:
        page = store.events(stream_of(table), after=before, limit=PAGE, newest_first=True)
        if not page:
            break
        for event in page:
            if event.kind == Settled.KIND:
                found.append({**event.payload, "seq": event.seq, "at_us": event.at_us})
            elif event.kind == RoundOpened.KIND:
                holders[event.payload["round"]] = event.payload["holders"]
        before = page[-1].seq
    return [_seen_by(person, line, holders.get(line["round"], {})) for line in found[:limit]]


def _seen_by(person: Person | None, line: dict[str, Any], holders: dict[str, str]) -> dict[str, Any]:
    if person is None or person.has(Role.PLAYER):
        holders = {spot: who for spot, who in holders.items() if person is not None and who == person.id}
    return {**line, "holders": holders, "net": {spot: line["net"][spot] for spot in holders}}


# A table as it stood.


def snapshot_at(store: Store, table: str) -> TableSnapshot | None:
    """As the last settlement left it; None where the table was never opened."""
    document = store.document(room_table_key(table))
    return None if document is None else decode(TableSnapshot, document)


def snapshot_of(state: TableState) -> TableSnapshot:
    return TableSnapshot(
        unit=state.units,
        records=state.records,
        number=state.number,
        round_id=state.round_id,
        config_id=state.config_id,
        seats={s.spot: SeatHeld(s.player, s.missed) for s in state.seats.values() if s.player},
        game_on=state.game_on,
        coming=state.coming_key,
        at=state.coming.at if state.coming else 0,
        held_pays=state.held_pays,
        notices=state.notices,
        deadline_us=state.deadline_us,
        alone=state.alone,
        head=state.head,
        ended=state.ended,
    )


def restored(
    setup: TableSetup,
    kept: TableSnapshot,
    config: TableConfig,
    coming: TableShoe,
    last: tuple[Dealt, TableShoe] | None,
) -> TableState:
    """The table as the document says. `coming` is the shoe it names, `last` the settled round that lies on the
    felt until the next bets, with its shoe."""
    seats = seats_of(config)
    for spot, held in kept.seats.items():
        seats[spot] = Seat(spot, held.player, missed=held.missed)
    state = TableState(
        setup,
        config,
        kept.config_id,
        seats,
        number=kept.number,
        units=kept.unit,
        records=kept.records,
        coming=coming,
        coming_key=kept.coming,
        game_on=kept.game_on,
        held_pays=kept.held_pays,
        notices=kept.notices,
        deadline_us=kept.deadline_us,
        alone=kept.alone,
        head=kept.head,
        ended=kept.ended,
    )
    if last is None:
        return state
    dealt, shoe = last
    after = shoe.after(next_start(dealt.round))
    shoe = after if after.done else shoe
    return state._replace(phase="settled", round_id=kept.round_id, dealt=dealt, shoe=shoe)


# Recovery.


def recover(store: Store, setup: TableSetup) -> TableState | None:
    """The table exactly where it stood, or None if it was never opened."""
    kept = snapshot_at(store, setup.id)
    if kept is None:
        return None
    coming, config, _ = shoe_of(store, kept.coming, kept.number + 1, kept.at)
    if kept.config_id == setup.config_id:
        config = setup.config
    last = _last_round(store, kept.round_id) if kept.round_id else None
    state = restored(setup, kept, config, coming, last)
    for event in tail(store, setup.id, state.units):
        state = replay(state, event)
    return _remember(store, state)


def replay(state: TableState, event: Event) -> TableState:
    """The table after one more event of its stream."""
    unit = unit_number(event)
    if unit > state.units + 1:
        state = state._replace(units=unit - 1, position=0)
    return apply(state, read(event))


def _last_round(store: Store, round_id: str) -> tuple[Dealt, TableShoe]:
    stored = load_round(store, round_id)
    dealt = Dealt(
        stored.config, stored.wagers, stored.deal, stored.holders, stored.decisions, void=stored.void
    )
    return dealt, stored.shoe


def tail(store: Store, table: str, after_unit: int) -> list[Event]:
    """The table's records after a unit, oldest first. Costs what has happened since, not the history."""
    first = store.event(unit_key(table, after_unit)) if after_unit else None
    found: list[Event] = []
    after = first.seq - 1 if first else 0
    while page := store.events(stream_of(table), after=after):
        found += [event for event in page if unit_number(event) > after_unit]
        after = page[-1].seq
    return found


def _remember(store: Store, state: TableState) -> TableState:
    """The client ids of the latest records, those before the snapshot included."""
    state = state._replace(units=state.units + 1, position=0) if state.position else state
    latest = store.events(stream_of(state.id), limit=ANSWERS_KEPT, newest_first=True)
    answered: dict[str, tuple[int, str]] = {}
    for n, event in enumerate(reversed(latest), state.records - len(latest) + 1):
        if '"request"' not in event.payload_json:
            continue
        payload = event.payload
        if request := payload.get("request"):
            answered[request] = n, payload.get("asked", "")
    return state._replace(answered=answered)


# The log as people search it.

SECRET: Final = frozenset({"order", "salt", "salts", "secret"})
SHOWN_OF_A_SHOE: Final = frozenset({"shoe", "configuration", "seal"})
"""what everybody may know; its order, its number and what its salts come from stay the house's (HR-36)"""
LOG_PAGE: Final = 1000
LOOKED_AT_MAX: Final = 20_000
"""records looked through for one answer; the next one goes on from there"""


def shown(event: Event) -> dict[str, Any]:
    """A record's content without what is in a shoe: cards that may still be dealt are nobody's business."""
    payload = {k: v for k, v in event.payload.items() if k not in SECRET}
    if event.kind == Shuffled.KIND:
        payload = {k: v for k, v in payload.items() if k in SHOWN_OF_A_SHOE}
    return payload


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is empty is not asked."""

    words: str = ""
    stream: str = ""
    kind: str = ""
    actor: str = ""
    first: date | None = None
    last: date | None = None

    def fits(self, event: Event) -> bool:
        if self.kind and not event.kind.startswith(self.kind):
            return False
        if self.actor and event.actor.partition(" ")[0] != self.actor and event.actor != self.actor:
            return False
        if not self.words:
            return True
        text = f"{event.kind} {event.stream} {event.actor} {json.dumps(shown(event), ensure_ascii=False)}".lower()
        return all(word in text for word in self.words.lower().split())


@dataclass(frozen=True, slots=True)
class Found:
    events: tuple[Event, ...]
    before: int
    """go on from here; 0: everything was looked at"""


def search(store: Store, wanted: Search, *, before: int = 0, limit: int = 100) -> Found:
    """The newest records that fit, before a number."""
    low, high = _bounds(store, wanted)
    at = min(before, high + 1) if before else high + 1
    found: list[Event] = []
    for looked, event in enumerate(_backwards(store, wanted.stream, at, low)):
        if len(found) == limit or looked == LOOKED_AT_MAX:
            return Found(tuple(found), event.seq + 1)
        if wanted.fits(event):
            found.append(event)
    return Found(tuple(found), 0)


def everything(store: Store, wanted: Search) -> Iterator[Event]:
    """All that fits, the newest first: for an export."""
    low, high = _bounds(store, wanted)
    return (event for event in _backwards(store, wanted.stream, high + 1, low) if wanted.fits(event))


def _bounds(store: Store, wanted: Search) -> tuple[int, int]:
    """After the first number, up to the second."""
    days = gambling_day(store)
    low = store.seq_before(days.begins(wanted.first)) if wanted.first else 0
    high = store.seq_before(days.bounds(wanted.last)[1]) if wanted.last else store.head().seq
    return low, high


def _backwards(store: Store, stream: str, before: int, low: int) -> Iterator[Event]:
    while page := store.events(stream or None, after=before, limit=LOG_PAGE, newest_first=True):
        for event in page:
            if event.seq <= low:
                return
            yield event
        before = page[-1].seq
