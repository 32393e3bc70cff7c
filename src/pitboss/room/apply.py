"""`apply`: the one way in which a table changes, live and in recovery alike (HR-20).

A table's events are links of its public chain: seats left, wagers, cuts, decisions, a void round. The opening of a
round is the link that closes the bets; the chain begins anew with each commitment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pitboss.fairness import chain
from pitboss.fairness.chain import ChainLink, linked
from pitboss.fairness.cuts import DICE, Cut
from pitboss.fairness.shuffling import next_start
from pitboss.room.events import (
    BetsLaid,
    CardsCut,
    Decided,
    FeltCleared,
    GameEnded,
    GameHeld,
    PayHeld,
    Reconfigured,
    RoundOpened,
    RoundVoided,
    SaidReady,
    SeatLeft,
    SeatTaken,
    Settled,
    Shuffled,
    TableEvent,
    event_key,
)
from pitboss.room.notices import Notice
from pitboss.room.shoes import shoe_in
from pitboss.room.table import ANSWERS_KEPT, Dealt, Seat, TableState, seats_of


def apply(state: TableState, record: TableEvent) -> TableState:
    """The table after a record."""
    if change := _CHANGES.get(type(record)):
        state = change(state, record)
    changes: dict[str, Any] = {"records": state.records + 1, "position": state.position + 1}
    if isinstance(record, RoundOpened):
        changes["head"] = record.head
    elif link := link_of(record):
        changes["head"] = linked(state.head, link)
    if record.deadline_us is not None:
        changes["deadline_us"] = record.deadline_us
    if record.alone is not None:
        changes["alone"] = record.alone
    if record.request is not None:
        changes["answered"] = _remember(state, record.request, record.asked)
    return state._replace(**changes)


def apply_all(state: TableState, records: Iterable[TableEvent]) -> TableState:
    for record in records:
        state = apply(state, record)
    return state


def unit_written(state: TableState) -> TableState:
    """The unit that was put together is on the disk; the next one begins."""
    return state._replace(units=state.units + 1, position=0)


def _remember(state: TableState, request: str, asked: str) -> dict[str, tuple[int, str]]:
    known = {**state.answered, request: (state.records + 1, asked)}
    if len(known) > 2 * ANSWERS_KEPT:
        oldest = state.records - ANSWERS_KEPT
        known = {key: entry for key, entry in known.items() if entry[0] > oldest}
    return known


def _shuffled(state: TableState, record: Shuffled) -> TableState:
    key = event_key(state.id, state.units + 1, state.position)
    seats = {spot: seat._replace(cut="") if seat.cut else seat for spot, seat in state.seats.items()}
    shoe = shoe_in(record, state.config)
    return chain_begun(state._replace(coming=shoe, coming_key=key, cuts=(), seats=seats))


def chain_begun(state: TableState) -> TableState:
    """The coming round's commitment is published: its chain begins, that of a round under way is at its end."""
    assert state.coming is not None
    ended = state.head if state.phase == "playing" else state.ended
    return state._replace(head=state.coming.commitment, ended=ended)


def _reconfigured(state: TableState, record: Reconfigured) -> TableState:
    seats = {spot: state.seats.get(spot, empty) for spot, empty in seats_of(record.config).items()}
    return state._replace(config=record.config, config_id=record.after, seats=seats)


def _seat_taken(state: TableState, record: SeatTaken) -> TableState:
    return state.with_seat(Seat(record.spot, record.player))


def _seat_left(state: TableState, record: SeatLeft) -> TableState:
    """What he has cut with stays given: nobody chooses the cards by getting up (HR-36)."""
    return state.with_seat(Seat(record.spot))


def _bets_laid(state: TableState, record: BetsLaid) -> TableState:
    state = state.with_seat(state.seats[record.spot]._replace(bets=record.bets, ready=False))
    return told(state, record.notice) if record.notice else state


def told(state: TableState, notice: Notice) -> TableState:
    return state._replace(notices=(*state.notices, notice))


def _said_ready(state: TableState, record: SaidReady) -> TableState:
    seats = {spot: state.seats[spot]._replace(ready=True) for spot in record.spots}
    cuts = state.cuts
    if record.cut:
        giver = min(record.spots)
        seats[giver] = seats[giver]._replace(cut=record.cut)
        cuts = (*cuts, Cut(giver, record.cut))
    return state._replace(seats={**state.seats, **seats}, cuts=cuts)


def _cards_cut(state: TableState, record: CardsCut) -> TableState:
    state = state._replace(cuts=(*state.cuts, Cut(record.spot, record.value)))
    if record.spot == DICE:
        return state
    return state.with_seat(state.seats[record.spot]._replace(cut=record.value))


def _round_opened(state: TableState, record: RoundOpened) -> TableState:
    """The round begins with the shoe that was committed to before the bets, cut by the players."""
    assert state.coming is not None
    shoe = state.coming.cut_by(record.cuts, record.head)
    seats = {
        spot: Seat(
            spot, seat.player, missed=seat.missed + 1 if seat.player and spot not in record.wagers else 0
        )
        for spot, seat in state.seats.items()
    }
    return state._replace(
        dealt=Dealt(state.config, record.wagers, shoe.deal(state.config), record.holders),
        shoe=shoe,
        coming=shoe,
        cuts=(),
        number=record.number,
        round_id=record.round,
        phase="playing",
        seats=seats,
        game_on=bool(record.jackpots),
        notices=record.notices,
    )


def _decided(state: TableState, record: Decided) -> TableState:
    if record.timeout:
        kind = "decided.away" if record.away else "decided.late"
        state = told(state, Notice(kind=kind, spot=record.spot, action=record.decision.action))
    return state._replace(dealt=state.playing.after(record.spot, record.decision))


def _pay_held(state: TableState, record: PayHeld) -> TableState:
    wager = state.config.sheet.wager(record.wager)
    waits = Notice(
        kind="pay.held", spot=record.spot, wager=wager.name, cents=record.cents, tokes=bool(wager.tokes)
    )
    return told(state, waits)._replace(held_pays=(*state.held_pays, record.payout))


def _round_voided(state: TableState, record: RoundVoided) -> TableState:
    return told(state, Notice(kind="round.void", why=record.reason))._replace(
        dealt=state.playing.voided(record.reason), game_on=False, held_pays=()
    )


def _settled(state: TableState, record: Settled) -> TableState:
    """The shoe goes on, or is done: then the next one was shuffled a record before."""
    assert state.shoe is not None
    after = state.shoe.after(next_start(state.playing.round))
    if state.coming is not None and state.coming.id == after.id:
        state = chain_begun(state._replace(coming=after))
    return state._replace(phase="settled", shoe=after if after.done else state.shoe)


def cleared(state: TableState) -> TableState:
    seats = {spot: seat._replace(ready=False) if seat.ready else seat for spot, seat in state.seats.items()}
    return state._replace(
        phase="betting",
        dealt=None,
        round_id=None,
        game_on=False,
        held=False,
        held_pays=(),
        notices=(),
        seats=seats,
    )


def _felt_cleared(state: TableState, record: FeltCleared) -> TableState:
    return cleared(state)


def _game_held(state: TableState, record: GameHeld) -> TableState:
    return state._replace(held=True, notices=(record.notice,))


_CHANGES: Final[Mapping[type[TableEvent], Callable[[TableState, Any], TableState]]] = {
    Shuffled: _shuffled,
    Reconfigured: _reconfigured,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    BetsLaid: _bets_laid,
    SaidReady: _said_ready,
    CardsCut: _cards_cut,
    RoundOpened: _round_opened,
    Decided: _decided,
    PayHeld: _pay_held,
    RoundVoided: _round_voided,
    Settled: _settled,
    FeltCleared: _felt_cleared,
    GameEnded: _felt_cleared,
    GameHeld: _game_held,
}


# The link of the public chain that an event is.

_LINKS: Final[Mapping[type[TableEvent], Callable[[Any], ChainLink | None]]] = {
    CardsCut: lambda record: chain.cut(record.spot, record.value),
    SaidReady: lambda record: chain.cut(min(record.spots), record.cut) if record.cut else None,
    BetsLaid: lambda record: chain.bets(record.spot, record.bets),
    SeatLeft: lambda record: chain.leaves(record.spot),
    RoundOpened: lambda record: chain.closed(record.seated),
    Decided: lambda record: chain.chose(record.spot, record.decision, record.mark),
    RoundVoided: lambda record: chain.void(record.reason),
}


def link_of(record: TableEvent) -> ChainLink | None:
    """None for what is no part of the story that a round's proof tells."""
    make = _LINKS.get(type(record))
    return make(record) if make else None
