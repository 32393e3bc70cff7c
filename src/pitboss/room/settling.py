"""What settled wagers move: the stake off the felt, the pay out of the tray, large pays held (HR-14).

A pay that a posted aggregate limit may still cut (HR-27) is made when the round is over, as one amount: what is
paid, held and shown to surveillance is what the player gets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.chips import accounts, payouts
from pitboss.chips.accounts import Move
from pitboss.chips.payouts import needs_surveillance
from pitboss.core.codec import encode
from pitboss.core.money import Cents
from pitboss.room.events import PayHeld
from pitboss.room.table import TableState
from pitboss.room.unit_plan import Draft
from pitboss.rounds.events import Settlement
from pitboss.rounds.limits import CUT
from pitboss.rounds.round import Round


class DuePay(NamedTuple):
    """One settled wager as it is paid: its number in the round, the pay after every cut, and the cut."""

    number: int
    done: Settlement
    cut_cents: Cents = 0


def dues(round: Round) -> list[DuePay]:
    """Every settlement with the cut of the aggregate limit taken off it. The n-th cut of a wager belongs to its
    n-th pay, the order in which `apply_aggregate_limits` makes them."""
    cuts: dict[tuple[int, str], list[Cents]] = defaultdict(list)
    for done in round.settlements:
        if is_cut(done):
            cuts[done.spot, done.wager].append(done.net_cents)
    found = []
    for number, done in enumerate(round.settlements):
        if is_cut(done):
            continue
        waiting = cuts[done.spot, done.wager] if done.odds and done.net_cents > 0 else []
        cut = waiting.pop(0) if waiting and not done.tokes_cents else 0
        found.append(DuePay(number, done._replace(net_cents=done.net_cents + cut), cut))
    return found


def is_cut(done: Settlement) -> bool:
    return done.hand == CUT


def _may_be_cut(round: Round, due: DuePay) -> bool:
    return due.done.wager in round.config.aggregate_cents and due.done.net_cents - due.cut_cents > 0


def waits_for_cut(round: Round, due: DuePay) -> bool:
    """Whether a pay waits for the end of the round, because a limit may still cut it (HR-27)."""
    return not round.finished and _may_be_cut(round, due)


def due_now(round: Round, settled_before: int) -> Iterator[DuePay]:
    """What is paid with this step: what it settled, and at the end the pays that waited for their cut. The
    sensed wagers are paid with END GAME (JP-04)."""
    sheet = round.config.sheet
    for due in dues(round):
        done = due.done
        if sheet.wager(done.wager).sensed or waits_for_cut(round, due):
            continue
        if _may_be_cut(round, due) or due.number >= settled_before:
            yield due


def book_step(draft: Draft, stakes_before: Mapping[int, Mapping[str, Cents]], settled_before: int) -> None:
    """Book what the round has laid and settled since it stood as described, with the draft's last record."""
    table, round = draft.state, draft.state.playing.round
    moves = laid_since(table.id, round, stakes_before)
    holds: list[DuePay] = []
    for due in due_now(round, settled_before):
        if needs_surveillance(due.done.net_cents, draft.now.day):
            holds.append(due)
        else:
            moves += accounts.settle(table.id, round.holders[due.done.spot], due.done)
    draft.book(moves=tuple(moves))
    for due in holds:
        _hold(draft, due)


def _hold(draft: Draft, due: DuePay) -> None:
    table, done = draft.state, due.done
    round_id = str(table.round_id)
    id = payouts.held_id(round_id, due.number)
    player = table.playing.holders[done.spot]
    draft.add(
        PayHeld(payout=id, spot=done.spot, wager=done.wager, cents=done.net_cents),
        by_house=True,
        accounts=((accounts.held(table.id), True),),
        moves=tuple(accounts.settle(table.id, player, done, holding=True)),
        puts={payouts.held_key(id): encode(payouts.held_payout(id, table.id, round_id, player, done))},
    )


def laid_since(table: str, round: Round, before: Mapping[int, Mapping[str, Cents]]) -> list[Move]:
    """Wagers that came onto the felt since then (Play, doubles, raises)."""
    moves = []
    for spot, stakes in round.stakes.items():
        known = before.get(spot, {})
        for wager, cents in stakes.items():
            if cents > (had := known.get(wager, 0)):
                moves.append(accounts.lay(table, round.holders[spot], cents - had))
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
            moves.append(accounts.lay(table.id, holders[spot], laid))
        if sensed:
            moves.append(
                Move(accounts.wallet(holders[spot]), accounts.tray(table.id), sensed, accounts.WAGER_TAKEN)
            )
    return moves


def sensed_pays(table: str, round: Round) -> list[Move]:
    """What the jackpots' fixed lines and envy pay, with END GAME."""
    sheet = round.config.sheet
    paid = [due.done for due in dues(round) if sheet.wager(due.done.wager).sensed]
    return [
        move for done in paid for move in accounts.settle(table, round.holders[done.spot], done, sensed=True)
    ]
