"""A table as it stood, out of the store (HR-20): the snapshot after the last round, and what came later."""

from __future__ import annotations

from pitboss.room.apply import apply
from pitboss.room.dealt import Dealt
from pitboss.room.history import config_of, load_round, shoe_of
from pitboss.room.records import read, stream_of, unit_key, unit_number
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import AnyShoe
from pitboss.room.snapshot import restored
from pitboss.room.table import ANSWERS_KEPT, TableState
from pitboss.store import Event, Store


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


def _last_round(store: Store, round_id: str) -> tuple[Dealt, AnyShoe]:
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
