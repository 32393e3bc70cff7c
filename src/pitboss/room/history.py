"""Rounds out of the log: loaded by their id, whole; and a round as a value that goes on from any point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.core.codec import decode
from pitboss.core.errors import NotFound
from pitboss.jackpots.documents import Award, State, award_key
from pitboss.jackpots.room_or_desk import round_key
from pitboss.ledger import Event, Store
from pitboss.ledger.days import gambling_day
from pitboss.ledger.model import fingerprint
from pitboss.people.person import Person, Role
from pitboss.room.events import Bets, Decided, RoundOpened, RoundVoided, Settled, event_key, stream_of
from pitboss.room.shoes import Deal, TableShoe, read_shoe
from pitboss.rounds.config import TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round, parse_decision

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


def shoe_of(store: Store, key: str, number: int, at: int = 0) -> tuple[TableShoe, Event]:
    """The shoe that was shuffled under this key, as it stood at a round; and that event.

    It was cut when its first round was opened: before that its cuts are in the table's own records."""
    event = store.event(key)
    if event is None:
        raise NotFound(f"The shoe {key!r} is not in the store.", clause="HR-19")
    shoe = read_shoe(event.payload)
    opened = opening_of(store, shoe.id)
    if opened is not None:
        first = RoundOpened.read(opened.payload)
        shoe = shoe.cut_by(first.cuts, first.head)
    return replace(shoe, round=number, at=at), event


def opening_of(store: Store, round_id: str) -> Event | None:
    """The record that opened a round; None where it was never opened."""
    where = store.document(round_key(round_id))
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
    settled = void = voided = None
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
                void, voided = payload["reason"], event
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
        voided=voided,
    )


def _void_facts(found: StoredRound, person: Person | None) -> dict[str, Any] | None:
    """What a void has changed, by spot, for who may see those spots; who signed and the camera for staff (HR-43)."""
    if found.voided is None:
        return None
    says = RoundVoided.read(found.voided.payload)
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


# A round as a value: configuration, wagers, the cards it is dealt from, decisions. `after` gives another one.
#
# What has been played out of it is worked out when somebody looks, by replay. `after` takes that work along, so a
# round that goes on is played once; only who looks back at an earlier value has it replayed.

Decisions = tuple[tuple[int, Decision], ...]


class Dealt:
    __slots__ = ("_played", "config", "deal", "decisions", "holders", "void", "wagers")

    def __init__(
        self,
        config: TableConfig,
        wagers: Mapping[int, Bets],
        deal: Deal,
        holders: Mapping[int, str],
        decisions: Decisions = (),
        played: Round | None = None,
        void: str | None = None,
    ) -> None:
        self.config = config
        self.wagers = wagers
        self.deal = deal
        self.holders = holders
        self.decisions = decisions
        self.void = void
        """why it was declared void, if it was (HR-33)"""
        self._played = played

    @property
    def round(self) -> Round:
        """The round as it stands; its owner goes on with `after`, everybody else only looks."""
        if self._played is None:
            self._played = self.replay()
        return self._played

    def replay(self) -> Round:
        """The same round once more, for somebody who wants it for himself."""
        order, start, number, dice = self.deal
        if not self.decisions and self.void is None:
            return Round(self.config, self.wagers, order, start, self.holders, number, dice, trusted=True)
        return Round.replay(
            self.config, self.wagers, order, self.decisions, start, self.holders, number, dice, self.void
        )

    def after(self, spot: int, decision: Decision) -> Dealt:
        """The round after a decision. An illegal one is refused and leaves everything as it was."""
        round = self.round
        unasked = round.made_unasked(spot, decision)
        if not unasked:
            round.check(spot, decision)
        self._played = None
        if not unasked:
            round.decide(spot, decision)
        decisions = (*self.decisions, (spot, decision))
        return Dealt(self.config, self.wagers, self.deal, self.holders, decisions, round)

    def voided(self, reason: str) -> Dealt:
        """The round declared void: nothing of it counts (HR-33)."""
        round, self._played = self.round, None
        round.void(reason)
        return Dealt(self.config, self.wagers, self.deal, self.holders, self.decisions, round, round.voided)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dealt) and self._inputs() == other._inputs()

    def __hash__(self) -> int:
        return hash(self.decisions)

    def _inputs(self) -> tuple[object, ...]:
        wagers = {spot: dict(bets) for spot, bets in self.wagers.items()}
        return (
            self.config.to_json(),
            wagers,
            self.deal,
            dict(self.holders),
            self.decisions,
            self.void,
        )
