"""What may be shown of a round, and the proof that its cards were fixed beforehand (HR-19)."""

from __future__ import annotations

from typing import Any

from pitboss.errors import BadInput, NotFound, PitbossError
from pitboss.room.history import StoredRound, load_round
from pitboss.rounds.round import Round
from pitboss.rounds.shuffling import next_start
from pitboss.rounds.views import view
from pitboss.shoe import check_order
from pitboss.store import Store


def round_shape(store: Store, round_id: str, person: str | None) -> dict[str, Any]:
    """One round for one observer. The order goes out only when its shoe is done."""
    stored = load_round(store, round_id)
    round = stored.replay()
    revealed = shoe_done(store, stored, round)
    return {
        "id": stored.id,
        "table": stored.table,
        "number": stored.number,
        "game": stored.config.game,
        "finished": stored.settled is not None,
        "commitment": stored.commitment,
        "opened_us": stored.opened_us,
        "view": view(round, stored.spots_of(person)),
        "reveal": _reveal(stored) if revealed else None,
        "round": round.to_json() if revealed else None,
    }


def shoe_done(store: Store, stored: StoredRound, round: Round) -> bool:
    """Whether no card of the round's shoe can be dealt any more. The log says so and nobody's memory: the round
    was the shoe's last, or the table's snapshot, written with each settlement, names another shoe."""
    if stored.settled is None:
        return False
    if next_start(round) is None:
        return True
    table = store.document(f"table/{stored.table}")
    return table is not None and table["coming"][0] != stored.shoe_key


def _reveal(stored: StoredRound) -> dict[str, str]:
    shape = stored.shoe.to_json()
    return {"commitment": shape["commitment"], "order": shape["order"], "salt": shape["salt"]}


def verify_stored(store: Store, round_id: str) -> list[str]:
    """Check a round in the store, where the log also tells that the hash was there before the first card."""
    stored = load_round(store, round_id)
    if stored.settled is None:
        raise NotFound(f"Round {round_id} is not over.", clause="HR-19", accepted="a settled round")
    if not stored.committed_seq < stored.opened_seq:
        raise BadInput("The order was written after the round was opened.", clause="HR-19")
    if stored.shoe.commitment != stored.commitment:
        raise BadInput("The order does not give the hash that was published.", clause="HR-19")
    round = stored.replay()
    check_order(stored.shoe.shuffle.order, stored.config.decks, stored.config.sheet.jokers, second=True)
    net = {str(spot): round.net_cents(spot) for spot in round.stakes}
    if not round.finished or net != stored.settled["net"]:
        raise PitbossError(f"Round {round_id} replays differently from what was booked.", clause="HR-20")
    return [
        f"event {stored.committed_seq} committed to the order, event {stored.opened_seq} opened the round",
        f"hash of order and salt: {stored.commitment}",
        f"{len(round.decisions)} decisions, {len(round.settlements)} wagers settled as booked",
    ]
