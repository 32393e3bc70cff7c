"""What may be shown of a round, and the proof that nobody picked its cards (HR-36; HR-19 for earlier versions)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from pitboss.errors import BadInput, NotFound, PitbossError
from pitboss.people.person import Person, Role
from pitboss.room.history import PAGE, StoredRound, load_round
from pitboss.room.records import BetsLaid, CardsCut, RoundOpened, Settled, Shuffled, stream_of
from pitboss.room.shoes import FirstKindShoe, Shoe
from pitboss.rounds.disclosure import Earlier, LogOrder, inputs_json, proof_json
from pitboss.rounds.events import NOBODY
from pitboss.rounds.proving import verify
from pitboss.rounds.round import Round
from pitboss.rounds.shuffling import next_start
from pitboss.rounds.views import view
from pitboss.shoe import check_order
from pitboss.store import Event, Store
from pitboss.store.model import fingerprint

NEVER: Final = 0
"""instead of an event's number: it is not in the log"""


def round_shape(
    store: Store, round_id: str, person: Person | None = None, *, disclose: bool = False
) -> dict[str, Any]:
    """One round for one observer: what he has seen, with its proof. An auditor sees all of a settled round.

    `disclose`: the house shows everybody every shoe when it is done."""
    stored = load_round(store, round_id)
    round = stored.replay()
    audits = person is not None and person.has(Role.AUDITOR) and stored.settled is not None
    spots = None if audits else stored.spots_of(person.id if person else None)
    done = shoe_done(store, stored, round)
    return _shape(store, stored, round, spots, disclose=disclose or audits, done=done)


def _shape(
    store: Store,
    stored: StoredRound,
    round: Round,
    spots: Collection[int] | None,
    *,
    disclose: bool,
    done: bool,
) -> dict[str, Any]:
    """`spots` None for one who may see every card that was dealt."""
    shape = {
        "id": stored.id,
        "table": stored.table,
        "number": stored.number,
        "game": stored.config.game,
        "finished": stored.settled is not None,
        "commitment": stored.commitment,
        "opened_us": stored.opened_us,
        "view": view(round, (NOBODY, *range(1, stored.config.spots + 1)) if spots is None else spots),
        "reveal": None,
        "round": None,
        "proof": None,
    }
    if isinstance(stored.shoe, FirstKindShoe):
        if done:
            shape |= {"reveal": _reveal(stored.shoe), "round": round.to_json()}
        return shape
    if round.discards and not round.finished:
        return shape  # what a discard is proven by would tell the dealer's hole card
    log = told(store, stored)
    assert stored.shoe.cut is not None
    shape["round"] = inputs_json(round, spots)
    shape["proof"] = proof_json(
        stored.shoe.cut,
        round,
        spots,
        stored.config.to_json(),
        log.order,
        log.earlier,
        everything=disclose and done,
    )
    return shape


def shoe_done(store: Store, stored: StoredRound, round: Round) -> bool:
    """Whether no card of the round's shoe can be dealt any more. The log says so and nobody's memory: the round
    was the shoe's last, or the table's snapshot, written with each settlement, names another shoe."""
    if stored.settled is None:
        return False
    if next_start(round) is None:
        return True
    table = store.document(f"table/{stored.table}")
    return table is not None and table["coming"][0] != stored.shoe_key


def _reveal(shoe: FirstKindShoe) -> dict[str, str]:
    shape = shoe.to_json()
    return {name: shape[name] for name in ("commitment", "order", "salt")}


@dataclass(frozen=True, slots=True)
class Told:
    """What the log tells of a round and of its shoe, from the seal to the first card."""

    order: LogOrder
    earlier: tuple[Earlier, ...]
    cuts: dict[int, str]
    published: str
    """the commitment, as it was written down before the bets"""


def told(store: Store, stored: StoredRound) -> Told:
    cuts: dict[int, tuple[str, int]] = {}
    starts: dict[int, int] = {}
    earlier: list[Earlier] = []
    published, committed, bets, cut = "", NEVER, NEVER, stored.opened_seq
    for event in _events(store, stored):
        payload = event.payload
        if event.kind == Shuffled.KIND and event.seq == stored.shuffled_seq:
            published, committed = payload["commitment"], event.seq
        elif event.kind == CardsCut.KIND:
            cuts[payload["spot"]] = payload["value"], event.seq
        elif event.kind == RoundOpened.KIND:
            starts[payload["number"]] = payload["start"]
            cut = min(cut, event.seq)
        elif event.kind == Settled.KIND and payload["number"] in starts:
            number = payload["number"]
            earlier.append(Earlier(number, starts[number], payload["cards"]))
            published, committed, bets = payload.get("next", ""), event.seq, NEVER
        elif event.kind == BetsLaid.KIND and payload["bets"] and bets == NEVER:
            bets = event.seq
    seqs = {spot: seq for spot, (_, seq) in cuts.items()}
    values = {spot: value for spot, (value, _) in cuts.items()}
    used = stored.shoe.cut.cuts if isinstance(stored.shoe, Shoe) and stored.shoe.cut else ()
    order = LogOrder(
        stored.shuffled_seq,
        cut,
        committed,
        bets,
        stored.opened_seq,
        tuple(seqs.get(cut.spot, NEVER) for cut in used),
    )
    return Told(order, tuple(earlier), values, published)


def _events(store: Store, stored: StoredRound) -> list[Event]:
    """The table's log from the shuffle of the round's shoe up to its opening."""
    found: list[Event] = []
    after = stored.shuffled_seq - 1
    while page := store.events(stream_of(stored.table), after=after, limit=PAGE):
        found += [event for event in page if event.seq < stored.opened_seq]
        if page[-1].seq >= stored.opened_seq:
            break
        after = page[-1].seq
    return found


def verify_stored(store: Store, round_id: str) -> list[str]:
    """Check a round in the store: all of its proof, with every card, against the log and against what was booked."""
    stored = load_round(store, round_id)
    if stored.settled is None:
        raise NotFound(f"Round {round_id} is not over.", clause="HR-19", accepted="a settled round")
    round = stored.replay()
    if isinstance(stored.shoe, FirstKindShoe):
        proven = _verify_first_kind(stored, stored.shoe, round)
    else:
        proven = _verify_sealed(store, stored, stored.shoe, round)
    net = {str(spot): round.net_cents(spot) for spot in round.stakes}
    if not round.finished or net != stored.settled["net"]:
        raise PitbossError(f"Round {round_id} replays differently from what was booked.", clause="HR-20")
    return [*proven, f"{len(round.decisions)} decisions, {len(round.settlements)} wagers settled as booked"]


def _verify_sealed(store: Store, stored: StoredRound, shoe: Shoe, round: Round) -> list[str]:
    log = told(store, stored)
    terms = shoe.sealed.terms
    assert shoe.cut is not None
    used = {cut.spot: cut.value for cut in shoe.cut.cuts}
    for right, problem in (
        (terms.table == stored.table, "The shoe was sealed for another table."),
        (terms.configuration == fingerprint(stored.config.to_json()), "The shoe was sealed for other rules."),
        (log.published == stored.commitment, "Another commitment was published before the bets."),
        (used == log.cuts, "The cuts that were used are not those in the log."),
    ):
        if not right:
            raise BadInput(problem, clause="HR-36")
    shape = _shape(store, stored, round, None, disclose=True, done=True)
    return [
        f"event {log.order.committed} committed to the round, event {log.order.opened} opened it",
        *verify(shape),
    ]


def _verify_first_kind(stored: StoredRound, shoe: FirstKindShoe, round: Round) -> list[str]:
    if not stored.shuffled_seq < stored.opened_seq:
        raise BadInput("The order was written after the round was opened.", clause="HR-19")
    if shoe.commitment != stored.commitment:
        raise BadInput("The order does not give the hash that was published.", clause="HR-19")
    check_order(shoe.shuffle.order, stored.config.decks, stored.config.sheet.jokers, second=True)
    return [
        "a proof of the first kind, of an earlier version: it covers the order, not where in it the deal started",
        f"event {stored.shuffled_seq} committed to the order, event {stored.opened_seq} opened the round",
        f"hash of order and salt: {stored.commitment}",
    ]
