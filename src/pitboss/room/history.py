"""Rounds out of the log: loaded by their id, whole, whatever the length of the history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pitboss.errors import NotFound
from pitboss.house.days import gambling_day
from pitboss.jackpot.records import Award, State
from pitboss.jackpot.state import award_key, read
from pitboss.people.person import Person, Role
from pitboss.room.records import Decided, RoundOpened, RoundVoided, Settled, event_key, stream_of
from pitboss.room.shoes import AnyShoe, Deal, FirstKindShoe, read_shoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from pitboss.rounds.saved import parse_decision
from pitboss.store import Event, Store
from pitboss.store.model import fingerprint

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
    shoe: AnyShoe
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


def shoe_of(store: Store, key: str, number: int, at: int = 0) -> tuple[AnyShoe, Event]:
    """The shoe that was shuffled under this key, as it stood at a round; and that event.

    It was cut when its first round was opened: before that its cuts are in the table's own records."""
    event = store.event(key)
    if event is None:
        raise NotFound(f"The shoe {key!r} is not in the store.", clause="HR-19")
    shoe = read_shoe(event.payload)
    if isinstance(shoe, FirstKindShoe):
        return replace(shoe, at=at), event
    opened = opening_of(store, shoe.id)
    if opened is not None:
        first = RoundOpened.read(opened.payload)
        shoe = shoe.cut_by(first.cuts, first.head)
    return replace(shoe, round=number, at=at), event


def opening_of(store: Store, round_id: str) -> Event | None:
    """The record that opened a round; None where it was never opened."""
    where = store.document(f"round/{round_id}")
    if where is None:
        return None
    opened = store.event(event_key(where["table"], where["unit"], where["position"]))
    if opened is None or opened.kind != RoundOpened.KIND:
        raise NotFound(f"The opening of round {round_id} is not in the log.", clause="HR-22")
    return opened


def load_round(store: Store, round_id: str) -> StoredRound:
    opened = opening_of(store, round_id)
    if opened is None:
        raise NotFound(f"There is no round {round_id!r}.", accepted="the id of a round, such as fu-bacc-1-17")
    table = opened.stream.partition("/")[2]
    facts = RoundOpened.read(opened.payload)
    shoe, shuffled = shoe_of(store, facts.shoe, facts.number, facts.start)
    decisions: list[tuple[int, Decision]] = []
    settled = void = None
    after = opened.seq
    while settled is None and (page := store.events(stream_of(table), after=after, limit=PAGE)):
        for event in page:
            if event.kind not in (Decided.KIND, RoundVoided.KIND, Settled.KIND):
                continue
            payload = event.payload
            if payload["round"] != round_id:
                continue
            if event.kind == Decided.KIND:
                decisions.append(parse_decision(payload))
            elif event.kind == RoundVoided.KIND:
                void = payload["reason"]
            else:
                settled = SettledAt(Settled.read(payload), event.at_us, event.seq)
                break
        after = page[-1].seq
    return StoredRound(
        id=round_id,
        table=table,
        number=facts.number,
        config=config_of(store, facts.config),
        wagers={spot: dict(bets) for spot, bets in facts.wagers.items()},
        holders=dict(facts.holders),
        shoe=shoe,
        shoe_key=facts.shoe,
        start=facts.start,
        decisions=tuple(decisions),
        commitment=facts.commitment,
        shuffled_seq=shuffled.seq,
        opened_seq=opened.seq,
        opened_us=opened.at_us,
        settled=settled,
        void=void,
    )


def round_facts(store: Store, round_id: str, person: Person | None) -> dict[str, Any]:
    """What belongs to a round beside its cards: when it was played, who sat where for those who may see names, and
    the awards that were completed for it, those taken back since among them."""
    found = load_round(store, round_id)
    name = person.id if person else None
    sees = person is not None and (not person.has(Role.PLAYER) or name in found.holders.values())
    days = gambling_day(store)
    awards = (read(Award, data) for data in store.documents(award_key(f"{found.table}.")).values())
    return {
        "time": days.moment(found.opened_us),
        "settled_us": found.settled.at_us if found.settled else None,
        "holders": {str(spot): who for spot, who in found.holders.items()} if sees else None,
        "awards": [
            {
                "award": award.id,
                "spot": award.spot,
                "text": award.hand,
                "meter": award.meter,
                "prize_cents": award.prize_cents,
                "status": award.state.value,
            }
            for award in awards
            if award.round == round_id and award.state in (State.COMPLETED, State.PAID, State.BACKED_OUT)
        ],
    }


def recent_rounds(store: Store, table: str, limit: int, before: int = 0) -> list[dict[str, Any]]:
    """Settlements of a table, newest first; `before` is the `seq` of the last one already seen."""
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
                holders[event.payload["round"]] = event.payload.get("holders", {})
        before = page[-1].seq
    return [{**line, "holders": holders.get(line["round"], {})} for line in found[:limit]]
