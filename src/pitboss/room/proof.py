"""What may be shown of a round, and the proof that nobody picked its cards (HR-36).

A card that was folded, burned, or dealt to an empty seat stays unseen for good; so do the cards that were never dealt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from pitboss.core.cards import Card
from pitboss.core.errors import BadInput, NotFound, PitbossError
from pitboss.fairness.chain import ChainLink
from pitboss.fairness.cuts import DICE
from pitboss.fairness.download import counted, verify
from pitboss.fairness.seal import KIND, CutShoe, SealedShoe, round_commitment
from pitboss.fairness.shuffling import next_start
from pitboss.fairness.verifier import Chain
from pitboss.ledger import Event, Store
from pitboss.ledger.model import fingerprint
from pitboss.ledger.verify import verify_range
from pitboss.people.person import Person, Role
from pitboss.room.apply import link_of
from pitboss.room.events import (
    CardsCut,
    RoundOpened,
    SeatLeft,
    Settled,
    Shuffled,
    read,
    stream_of,
)
from pitboss.room.history import PAGE, StoredRound, load_round, snapshot_at
from pitboss.room.shoes import TableShoe, shoe_in
from pitboss.rounds.events import EVERYONE, NOBODY, RoundEvent
from pitboss.rounds.round import Round
from pitboss.rounds.views import view

ALL_SPOTS = None
"""instead of an observer's spots: one who may see everything that was dealt"""


class Story(NamedTuple):
    """What the public chain tells of a round, from its commitment on."""

    links: tuple[ChainLink, ...]
    first: tuple[ChainLink, ...] = ()
    """of the shoe's first round up to where its bets were closed, in a later one"""


def seen_cards(round: Round, spots: Collection[int] | None) -> list[bool]:
    """Of each card in the order of dealing, whether the holder of `spots` has seen it."""
    seen: list[bool] = []
    cards: list[Card] = []
    felt: dict[tuple[int, str], list[int]] = {}
    for event in round.log:
        shown = spots is ALL_SPOTS or event.seen == EVERYONE or event.seen in spots
        here = felt.setdefault((event.spot, event.place), [])
        if event.kind == "deal":
            here += range(len(cards), len(cards) + len(event.cards))
            cards += event.cards
            seen += [shown] * len(event.cards)
        elif event.kind in ("expose", "move"):
            turned = _lying(event, here, cards)
            if shown:
                for n in turned:
                    seen[n] = True
            if event.kind == "move":
                felt[event.spot, event.place] = [n for n in here if n not in turned]
                felt.setdefault((event.spot, str(event.detail)), []).extend(turned)
    return seen


def _lying(event: RoundEvent, here: Sequence[int], cards: Sequence[Card]) -> list[int]:
    """Which of the cards lying at a place an event turns or moves."""
    left = list(here)
    turned = []
    for card in event.cards:
        n = next((n for n in left if cards[n] == card), None)
        if n is not None:
            left.remove(n)
            turned.append(n)
    return turned


def places_in_shoe(round: Round) -> list[int]:
    """Of each card dealt, its number in the shoe; cards of the second order count on after the first's."""
    dealt = sum(len(event.cards) for event in round.log if event.kind == "deal")
    size, start = round.config.cards, round.start
    places = list(range(start, min(start + dealt, size)))
    if round.discards:
        places += [size + n for n in round.discards.places[: dealt - len(places)]]
    return places


def inputs_json(
    round: Round, spots: Collection[int] | None, sealed: SealedShoe, number: int
) -> dict[str, Any] | None:
    """What a finished round's replay needs beyond its proof; None where a decision names cards the observer has not
    seen."""
    if not round.finished:
        return None
    cards = [card for event in round.log if event.kind == "deal" for card in event.cards]
    known = {card for card, seen in zip(cards, seen_cards(round, spots), strict=True) if seen}
    if not all(card in known for _, decision in round.decisions for card in decision.cards):
        return None
    inputs = {name: value for name, value in round.to_json().items() if name in ("decisions", "void")}
    for n, decision in enumerate(inputs["decisions"]):
        if "cards" in decision:
            decision["salt"] = sealed.decision_salt(number, n)
    return inputs


def proof_json(
    shoe: CutShoe,
    round: Round,
    spots: Collection[int] | None,
    configuration: dict[str, Any],
    story: Story,
    *,
    everything: bool = False,
) -> dict[str, Any]:
    """The proof of a round as it is downloaded: of what the holder of `spots` has seen, no more.

    `everything` discloses all cards of the shoe: only when none of it can be dealt any more."""
    sealed, terms = shoe.sealed, shoe.sealed.terms
    seen, places = seen_cards(round, spots), places_in_shoe(round)
    shown = {at for n, at in enumerate(places) if seen[n] and (at < terms.cards or round.finished)}
    if round.discards and round.finished:
        # a discard is proven by those before it as well: that each of them lay elsewhere
        shown |= set(range(terms.cards, max(places) + 1))
    if everything:
        shown = set(range(terms.cards + terms.second))
    return {
        "kind": KIND,
        "configuration": configuration,
        "shoe": terms.public(sealed.tree.root),
        "start": round.start,
        "links": [list(link) for link in story.links],
        "first": [list(link) for link in story.first],
        "spots": None if spots is ALL_SPOTS else sorted(spots),
        "number": sealed.opening(terms.cards + terms.second).to_json() if terms.numbers else None,
        "cards": [{"at": at, **shoe.opening(at).to_json()} for at in sorted(shown)],
    }


# Showing and verifying a round.

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
        "round": None,
        "proof": None,
    }
    if round.discards and not round.finished:
        return shape  # what a discard is proven by would tell the dealer's hole card
    assert stored.shoe.cut is not None
    story = told(store, stored).story
    shape["round"] = inputs_json(round, spots, stored.shoe.sealed, stored.number)
    shape["proof"] = proof_json(
        stored.shoe.cut, round, spots, stored.config.to_json(), story, everything=disclose and done
    )
    return shape


def shoe_done(store: Store, stored: StoredRound, round: Round) -> bool:
    """Whether no card of the round's shoe can be dealt any more. The log says so and nobody's memory: the round
    was the shoe's last, or the table's snapshot, written with each settlement, names another shoe."""
    if stored.settled is None:
        return False
    if next_start(round) is None:
        return True
    table = snapshot_at(store, stored.table)
    return table is not None and table.coming != stored.shoe_key


@dataclass(frozen=True, slots=True)
class Told:
    """What the log tells of a round, from its shoe's seal to its last decision."""

    story: Story
    published: str
    """the commitment, as it was written down before the bets"""
    committed_seq: int
    starts: tuple[int, int]
    """where the log says the round starts: what the rounds before it have used, and its own opening"""
    heads: tuple[str, ...]
    """as the openings of the shoe's rounds noted them"""
    seated: Mapping[int, str]
    """who held a seat when bets closed"""


def told(store: Store, stored: StoredRound) -> Told:
    links: list[ChainLink] = []
    first: tuple[ChainLink, ...] = ()
    heads: list[str] = []
    seated: Mapping[int, str] = {}
    published, committed, used, before, start = "", NEVER, 0, 0, 0
    for event in _events(store, stored):
        record = read(event)
        if isinstance(record, Shuffled):
            links, published, committed = [], shoe_in(record, stored.config).commitment, event.seq
        elif isinstance(record, Settled):
            if record.number == stored.number:
                break
            if record.next:  # else it ended the shoe before this one
                used += record.cards
                links, published, committed = [], record.next, event.seq
        elif link := link_of(record):
            links.append(link)
            if isinstance(record, RoundOpened):
                before, start, seated = used, record.start, record.seated
                heads.append(record.head)
                first = first or tuple(links)
    story = Story(tuple(links), first if stored.start else ())
    return Told(story, published, committed, (before, start), tuple(heads), seated)


def _events(store: Store, stored: StoredRound) -> Iterator[Event]:
    """The table's log from the shuffle of the round's shoe up to the next shuffle."""
    after = stored.shuffled_seq - 1
    while page := store.events(stream_of(stored.table), after=after, limit=PAGE):
        for event in page:
            if event.kind == Shuffled.KIND and event.seq != stored.shuffled_seq:
                return
            yield event
        after = page[-1].seq


def _strange_cuts(store: Store, stored: StoredRound, seal: str) -> list[int]:
    """The numbers of events by which somebody cut at a spot that was not his, or for other cards."""
    open_: list[tuple[int, CardsCut]] = []
    found: list[int] = []
    for event in _events(store, stored):
        record = read(event)
        if isinstance(record, CardsCut):
            if record.seal != seal:
                found.append(event.seq)
            elif record.spot != DICE:
                open_.append((event.seq, record))
        elif isinstance(record, SeatLeft):  # who gets up was the one who sat there
            mine = [one for one in open_ if one[1].spot == record.spot]
            found += [seq for seq, cut in mine if cut.player != record.player]
            open_ = [one for one in open_ if one not in mine]
        elif isinstance(record, RoundOpened):
            return found + [seq for seq, cut in open_ if record.seated.get(cut.spot) != cut.player]
    return found


def verify_stored(store: Store, round_id: str) -> list[str]:
    """Check a round in the store: all of its proof, with every card, against the log and against what was booked."""
    stored = load_round(store, round_id)
    if stored.settled is None:
        raise NotFound(f"Round {round_id} is not over.", clause="HR-19", accepted="a settled round")
    # with the record before and the one after: a part of the log that was written anew does not fit between them
    if found := verify_range(store, stored.shuffled_seq - 1, stored.settled.seq + 1):
        raise BadInput(found, clause="HR-22")
    round = stored.replay()
    proven = _verify_sealed(store, stored, stored.shoe, round)
    net = {spot: round.net_cents(spot) for spot in round.stakes}
    if not round.finished or net != stored.settled.record.net:
        raise PitbossError(f"Round {round_id} replays differently from what was booked.", clause="HR-20")
    decisions, wagers = counted(round)
    return [*proven, f"{decisions}, {wagers} settled as the record of it says."]


def stored_shape(store: Store, round_id: str) -> dict[str, Any]:
    """All of a settled round's proof, to be compared with other rounds and with receipts."""
    stored = load_round(store, round_id)
    return _shape(store, stored, stored.replay(), None, disclose=True, done=True)


def _verify_sealed(store: Store, stored: StoredRound, shoe: TableShoe, round: Round) -> list[str]:
    log = told(store, stored)
    terms = shoe.sealed.terms
    assert shoe.cut is not None
    shape = _shape(store, stored, round, None, disclose=True, done=True)
    proven = verify(shape)
    cut = Chain(shoe_commitment(shoe), [list(link) for link in log.story.first or log.story.links])
    chain = Chain(stored.commitment, [list(link) for link in log.story.links])
    wagers = {spot: dict(bets) for spot, bets in stored.wagers.items()}
    assert stored.settled is not None
    settled = stored.settled.record
    strange = _strange_cuts(store, stored, shoe.sealed.seal)
    for right, problem in (
        (terms.table == stored.table, "The shoe was sealed for another table."),
        (terms.configuration == fingerprint(stored.config.to_json()), "The shoe was sealed for other rules."),
        (log.published == stored.commitment, "Another commitment was published before the bets."),
        (
            [list(one) for one in shoe.cut.cuts] == cut.cuts,
            "Other cuts were used than are in the log.",
        ),
        (
            wagers == {n: chain.bets[n] for n in chain.spots},
            "Other wagers were dealt to than are in the log.",
        ),
        (
            stored.holders == {n: log.seated.get(n) for n in chain.spots},
            "Others were dealt to than are in the log.",
        ),
        (log.heads[0] == cut.closed and log.heads[-1] == chain.closed, "The chain was noted differently."),
        (not strange, f"Cut by another than sat there, or for other cards: events {strange}."),
        (log.starts[0] == log.starts[1], "The round does not start where the one before it ended."),
        (settled.cards == round.cards_used, "Another number of cards was noted than were dealt."),
        (
            settled.void == chain.void,
            "It was noted as void and is not by the chain, or otherwise.",
        ),
    ):
        if not right:
            raise BadInput(problem, clause="HR-36")
    return [
        f"Event {log.committed_seq} committed to the round, event {stored.opened_seq} opened it.",
        *proven,
    ]


def shoe_commitment(shoe: TableShoe) -> str:
    """That of its first round."""
    return round_commitment(shoe.sealed, int(shoe.id.rpartition("-")[2]))
