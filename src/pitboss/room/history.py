"""Rounds out of the log: loaded by their id, whole, whatever the length of the history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.errors import NotFound
from pitboss.room.records import Decided, RoundOpened, Settled, event_key, stream_of
from pitboss.room.shoes import Shoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round
from pitboss.rounds.saved import parse_decision
from pitboss.store import Event, Store
from pitboss.store.model import fingerprint

PAGE = 200


@dataclass(frozen=True, slots=True)
class StoredRound:
    """The inputs of a round as logged, with the log's own facts about them."""

    id: str
    table: str
    number: int
    config: TableConfig
    wagers: dict[int, dict[str, int]]
    holders: dict[int, str]
    shoe: Shoe
    shoe_key: str
    start: int
    decisions: tuple[tuple[int, Decision], ...]
    commitment: str
    """as it was published before the first card"""
    committed_seq: int
    opened_seq: int
    opened_us: int
    settled: dict[str, Any] | None
    """the record of the settlement; None while the round is on"""

    def replay(self) -> Round:
        start, number = game_of(self.config.game).start_and_number(self.start)
        return Round.replay(
            self.config, self.wagers, self.shoe.shuffle.order, self.decisions, start, self.holders, number
        )

    def spots_of(self, person: str | None) -> frozenset[int]:
        return frozenset(spot for spot, who in self.holders.items() if who == person)


def config_of(store: Store, config_id: str) -> TableConfig:
    shape = store.document(f"config/{config_id}")
    if shape is None or fingerprint(shape) != config_id:
        raise NotFound(f"The configuration {config_id[:12]} is not in the store.", clause="HR-25")
    return TableConfig.from_json(shape)


def shoe_of(store: Store, key: str, at: int = 0) -> tuple[Shoe, Event]:
    event = store.event(key)
    if event is None:
        raise NotFound(f"The shoe {key!r} is not in the store.", clause="HR-19")
    return Shoe.from_json(event.payload, at), event


def load_round(store: Store, round_id: str) -> StoredRound:
    where = store.document(f"round/{round_id}")
    if where is None:
        raise NotFound(f"There is no round {round_id!r}.", accepted="the id of a round, such as fu-bacc-1-17")
    opened = store.event(event_key(where["table"], where["unit"], where["position"]))
    if opened is None or opened.kind != RoundOpened.KIND:
        raise NotFound(f"The opening of round {round_id} is not in the log.", clause="HR-22")
    facts = RoundOpened.read(opened.payload)
    shoe, shuffled = shoe_of(store, facts.shoe, facts.start)
    decisions: list[tuple[int, Decision]] = []
    settled = None
    after = opened.seq
    while settled is None and (page := store.events(stream_of(where["table"]), after=after, limit=PAGE)):
        for event in page:
            if event.payload.get("round") != round_id:
                continue
            if event.kind == Decided.KIND:
                decisions.append(parse_decision(event.payload))
            elif event.kind == Settled.KIND:
                settled = {**event.payload, "at_us": event.at_us}
                break
        after = page[-1].seq
    return StoredRound(
        id=round_id,
        table=where["table"],
        number=facts.number,
        config=config_of(store, facts.config),
        wagers={spot: dict(bets) for spot, bets in facts.wagers.items()},
        holders=dict(facts.holders),
        shoe=shoe,
        shoe_key=facts.shoe,
        start=facts.start,
        decisions=tuple(decisions),
        commitment=facts.commitment,
        committed_seq=shuffled.seq,
        opened_seq=opened.seq,
        opened_us=opened.at_us,
        settled=settled,
    )


def recent_rounds(store: Store, table: str, limit: int, before: int = 0) -> list[dict[str, Any]]:
    """Settlements of a table, newest first; `before` is the `seq` of the last one already seen."""
    found: list[dict[str, Any]] = []
    while len(found) < limit:
        page = store.events(stream_of(table), after=before, limit=PAGE, newest_first=True)
        if not page:
            break
        found += [
            {**event.payload, "seq": event.seq, "at_us": event.at_us}
            for event in page
            if event.kind == Settled.KIND
        ]
        before = page[-1].seq
    return found[:limit]
