"""A table as it stood, out of the store (HR-20): the snapshot after the last round, and what came later."""

from __future__ import annotations

from pitboss.room.history import config_of, load_round, shoe_of
from pitboss.room.records import SHUFFLED, stream_of, tail, unit_number
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import Shoe
from pitboss.room.table import ANSWERS_KEPT, LiveTable, Seat
from pitboss.rounds.shuffling import next_start
from pitboss.store import Store


def recover(store: Store, setup: TableSetup) -> LiveTable | None:
    """The table exactly where it stood, or None if it was never opened."""
    shape = store.document(f"table/{setup.id}")
    if shape is None:
        return None
    table = LiveTable(setup)
    if shape["config_id"] != setup.config_id:
        table.config = config_of(store, shape["config_id"])
        table.seats |= {n: Seat(n) for n in range(1, table.config.spots + 1) if n not in table.seats}
    table.restore(shape)
    key, at = shape["coming"]
    table.coming, _ = shoe_of(store, key, at)
    table.coming_key = key
    if shape["round_id"]:
        _show_last_round(store, table, shape["round_id"])
    for event in tail(store, setup.id, table.units):
        if event.kind == SHUFFLED:
            table.coming, table.coming_key = Shoe.from_json(event.payload), event.key
        else:
            table.apply(event)
        table.units = unit_number(event)
    latest = store.events(stream_of(setup.id), limit=ANSWERS_KEPT, newest_first=True)
    for event in reversed(latest):
        table.remember(event.payload.get("request"))
    return table


def _show_last_round(store: Store, table: LiveTable, round_id: str) -> None:
    """The table stands settled: the last round lies on the felt until the next bets."""
    stored = load_round(store, round_id)
    table.round = stored.replay()
    table.round_id = round_id
    table.shoe = stored.shoe.after(next_start(table.round))
    table.posted = len(table.round.settlements)
    table.phase = "settled"
