"""What settled wagers move: the stake off the felt, the pay out of the tray, large pays held (HR-14).

A pay that a posted aggregate limit may still cut (HR-27) is made when the round is over, as one amount: what is
paid, held and shown to surveillance is what the player gets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.house.payouts import needs_surveillance
from pitboss.money import Cents
from pitboss.room import chips, payouts
from pitboss.room.chips import Move
from pitboss.room.plan import Draft
from pitboss.room.records import PayHeld
from pitboss.room.table import TableState
from pitboss.rounds.aggregate import CUT
from pitboss.rounds.events import Settlement
from pitboss.rounds.round import Round
from pitboss.store.codec import encode


class DuePay(NamedTuple):
    """One settled wager as it is paid: its number in the round, the pay after every cut, and the cut."""

    number: int
    done: Settlement
    cut_cents: Cents = 0


def dues(round: Round) -> list[DuePay]:
    """Every settlement with the cut of the aggregate limit taken off it. The n-th cut of a wager belongs to its
    n-th pay, the order in which `aggregate` makes them."""
    cuts: dict[tuple[int, str], list[Cents]] = defaultdict(list)
    for done in round.settlements:
        if _is_cut(done):
            cuts[done.spot, done.wager].append(done.net_cents)
    found = []
    for number, done in enumerate(round.settlements):
        if _is_cut(done):
            continue
        waiting = cuts[done.spot, done.wager] if done.odds and done.net_cents > 0 else []
        cut = waiting.pop(0) if waiting and not done.tokes_cents else 0
        found.append(DuePay(number, done._replace(net_cents=done.net_cents + cut), cut))
    return found


def _is_cut(done: Settlement) -> bool:
    return done.hand == CUT


def due_now(round: Round, settled_before: int, *, cut_first: bool) -> Iterator[DuePay]:
    """What is paid with this step: what it settled, and at the end the pays that waited for their cut. The
    sensed wagers are paid with END GAME (JP-04)."""
    sheet, limited = round.config.sheet, round.config.aggregate_cents
    for due in dues(round):
        done = due.done
        if sheet.wager(done.wager).sensed:
            continue
        if cut_first and done.wager in limited and done.net_cents - due.cut_cents > 0:
            if round.finished:
                yield due
        elif due.number >= settled_before:
            yield due
        elif due.cut_cents:  # an earlier version paid before it knew the cut
            yield due._replace(done=done._replace(stake_cents=0, net_cents=due.cut_cents))


def book_step(draft: Draft, stakes_before: Mapping[int, Mapping[str, Cents]], settled_before: int) -> None:
    """Book what the round has laid and settled since it stood as described, with the draft's last record."""
    table, round = draft.state, draft.state.playing.round
    moves = laid_since(table.id, round, stakes_before)
    holds: list[DuePay] = []
    for due in due_now(round, settled_before, cut_first=table.cut_first):
        if needs_surveillance(due.done.net_cents, draft.now.day):
            holds.append(due)
        else:
            moves += chips.settle(table.id, round.holders[due.done.spot], due.done)
    draft.book(moves=tuple(moves))
    for due in holds:
        _hold(draft, due)


def _hold(draft: Draft, due: DuePay) -> None:
    table, done = draft.state, due.done
    round_id = str(table.round_id)
    id = payouts.id_of(round_id, due.number)
    player = table.playing.holders[done.spot]
    draft.add(
        PayHeld(payout=id, spot=done.spot, wager=done.wager, cents=done.net_cents),
        by_house=True,
        accounts=((chips.held(table.id), True),),
        moves=tuple(chips.settle(table.id, player, done, holding=True)),
        puts={payouts.key(id): encode(payouts.held_payout(id, table.id, round_id, player, done))},
    )


def laid_since(table: str, round: Round, before: Mapping[int, Mapping[str, Cents]]) -> list[Move]:
    """Wagers that came onto the felt since then (Play, doubles, raises)."""
    moves = []
    for spot, stakes in round.stakes.items():
        known = before.get(spot, {})
        for wager, cents in stakes.items():
            if cents > (had := known.get(wager, 0)):
                moves.append(chips.lay(table, round.holders[spot], cents - had))
    return moves


def opening_moves(
    table: TableState, wagers: Mapping[int, Mapping[str, Cents]], holders: Mapping[int, str]
) -> list[Move]:
    """Wagers onto the felt; what lies on a sensor goes into the tray at once (JP-03)."""
    sheet = table.config.sheet
    moves = []
    for spot, bets in wagers.items():
        sensed = sum(cents for wager, cents in bets.items() if sheet.wager(wager).sensed)
        if laid := sum(bets.values()) - sensed:
            moves.append(chips.lay(table.id, holders[spot], laid))
        if sensed:
            moves.append(Move(chips.wallet(holders[spot]), chips.tray(table.id), sensed, chips.WAGER_TAKEN))
    return moves


def sensed_pays(table: str, round: Round) -> list[Move]:
    """What the jackpots' fixed lines and envy pay, with END GAME."""
    sheet = round.config.sheet
    paid = [due.done for due in dues(round) if sheet.wager(due.done.wager).sensed]
    return [
        move for done in paid for move in chips.settle(table, round.holders[done.spot], done, sensed=True)
    ]
