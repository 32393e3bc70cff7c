"""A table as it stood, out of the store: the document after the last round, and what came later replayed on
it (HR-20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.fairness.shuffling import next_start
from pitboss.ledger import Event, Store
from pitboss.room.apply import apply
from pitboss.room.events import read, stream_of, unit_key, unit_number
from pitboss.room.history import Dealt, config_of, load_round, shoe_of
from pitboss.room.notices import Notice
from pitboss.room.shoes import TableShoe
from pitboss.room.table import ANSWERS_KEPT, Seat, TableSetup, TableState, seats_of
from pitboss.rounds.config import TableConfig


def snapshot_of(state: TableState) -> dict[str, Any]:
    return {
        "unit": state.units,
        "records": state.records,
        "number": state.number,
        "round_id": state.round_id,
        "config_id": state.config_id,
        "seats": {str(s.spot): [s.player, s.missed] for s in state.seats.values() if s.player},
        "game_on": state.game_on,
        "coming": [state.coming_key, state.coming.at if state.coming else 0],
        "held_pays": list(state.held_pays),
        "notices": [notice.to_json() for notice in state.notices],
        "deadline_us": state.deadline_us,
        "alone": state.alone,
        "head": state.head,
        "ended": state.ended,
    }


def restored(
    setup: TableSetup,
    shape: Mapping[str, Any],
    config: TableConfig,
    coming: TableShoe,
    last: tuple[Dealt, TableShoe] | None,
) -> TableState:
    """The table as the document says. `coming` is the shoe it names, `last` the settled round that lies on the
    felt until the next bets, with its shoe."""
    seats = seats_of(config)
    for spot, (player, missed) in shape["seats"].items():
        seats[int(spot)] = Seat(int(spot), player, missed=missed)
    state = TableState(
        setup,
        config,
        shape["config_id"],
        seats,
        number=shape["number"],
        units=shape["unit"],
        records=shape["records"],
        coming=coming,
        coming_key=shape["coming"][0],
        game_on=shape["game_on"],
        held_pays=tuple(shape["held_pays"]),
        notices=tuple(map(Notice.read, shape["notices"])),
        deadline_us=shape["deadline_us"],
        alone=shape["alone"],
        head=shape["head"],
        ended=shape["ended"],
    )
    if last is None:
        return state
    dealt, shoe = last
    after = shoe.after(next_start(dealt.round))
    shoe = after if after.done else shoe
    return state._replace(phase="settled", round_id=shape["round_id"], dealt=dealt, shoe=shoe)


# Recovery.


def recover(store: Store, setup: TableSetup) -> TableState | None:
    """The table exactly where it stood, or None if it was never opened."""
    shape = store.document(f"table/{setup.id}")
    if shape is None:
        return None
    same = shape["config_id"] == setup.config_id
    config = setup.config if same else config_of(store, shape["config_id"])
    key, at = shape["coming"]
    coming, _ = shoe_of(store, key, shape["number"] + 1, at)
    last = _last_round(store, shape["round_id"]) if shape["round_id"] else None
    state = restored(setup, shape, config, coming, last)
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
