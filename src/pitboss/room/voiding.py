"""A misdeal: the round is void, and everybody has what he had before it (HR-33). A supervisor declares it and
surveillance signs, for cards that lie open tell who gains by it, whether money has moved yet or not (HR-43).

What the round has moved so far is put together once more and taken back by account: what lies on the felt goes to
whom it came from, what was lost comes out of the tray, what was won goes back into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pitboss.chips import accounts, payouts
from pitboss.chips.accounts import Move
from pitboss.chips.day_book import void_line
from pitboss.chips.payouts import needs_surveillance
from pitboss.core.arguments import in_words
from pitboss.core.errors import Conflict, IllegalAction
from pitboss.core.money import dollars
from pitboss.people.rights import Act, allow
from pitboss.room.commands import VoidRound
from pitboss.room.dealing import close_round
from pitboss.room.events import RoundVoided
from pitboss.room.settling import DuePay, due_now, laid_since, opening_moves
from pitboss.room.unit_plan import Draft, Order, TakeBackHeld, VoidJackpots


def void_round(draft: Draft, command: VoidRound) -> None:
    allow(Act.VOID_GAME, command.person, command.second)
    assert command.second is not None
    table = draft.state
    if table.phase != "playing":
        raise Conflict(
            "There is no round on.", clause="HR-33", accepted="voiding a round before it is settled"
        )
    if draft.now.halt.owed_cents:
        raise Conflict(
            f"{dollars(draft.now.halt.owed_cents)} of this round wait for a fill of the tray.",
            clause="HR-34",
            accepted="the fill first",
        )
    reason, camera = in_words(command.reason), in_words(command.camera)
    if not reason:
        raise IllegalAction("A void round has a reason.", clause="HR-33", accepted="the reason in words")
    round, round_id = table.playing.round, str(table.round_id)
    booked = list(due_now(round, 0))
    held = [due for due in booked if needs_surveillance(due.done.net_cents, draft.now.day)]
    moves = [
        move for player in sorted(set(round.holders.values())) for move in back_to(draft, player, booked)
    ]
    orders: list[Order] = (
        [VoidJackpots(reason, command.person, command.second, camera)] if table.game_on else []
    )
    if held:
        ids = tuple(payouts.held_id(round_id, due.number) for due in held)
        orders.append(TakeBackHeld(ids, command.person))
    changed = {spot: -round.net_cents(spot) for spot in round.stakes}
    record = RoundVoided(
        round=round_id,
        reason=reason,
        returned={spot: sum(bets.values()) for spot, bets in round.stakes.items()},
        second=command.second.id,
        camera=camera,
        changed=changed,
        holders={spot: round.holders[spot] for spot in round.stakes},
    )
    draft.add(
        record,
        moves=tuple(moves),
        orders=tuple(orders),
        day=void_line(draft.now.day, table.id, table.config.game, command.person.id, changed.values()),
    )
    close_round(draft)


def back_to(draft: Draft, player: str, booked: Iterable[DuePay]) -> list[Move]:
    """What takes back all that the round has moved for one player."""
    moves = list(undone(_moved(draft, player, booked)))
    owed = sum(move.cents for move in moves if move.debit == accounts.wallet(player))
    if owed > draft.now.chips_of(player):
        raise Conflict(
            f"{player} was paid {dollars(owed)} in this round and no longer has it.",
            clause="HR-33",
            accepted="playing the round out",
        )
    return moves


def _moved(draft: Draft, player: str, booked: Iterable[DuePay]) -> Iterator[Move]:
    table, round = draft.state, draft.state.playing.round
    mine = {spot: bets for spot, bets in round.wagers.items() if round.holders[spot] == player}
    yield from opening_moves(table, mine, round.holders)
    first = {spot: round.wagers.get(spot, {}) for spot in round.stakes}
    yield from (m for m in laid_since(table.id, round, first) if m.debit == accounts.wallet(player))
    for due in booked:
        if due.done.spot in mine:
            waits = needs_surveillance(due.done.net_cents, draft.now.day)
            for move in accounts.settle(table.id, player, due.done, holding=waits):
                if move.credit != accounts.held(table.id):  # taken back where it is held
                    yield move


def undone(moves: Iterable[Move]) -> Iterator[Move]:
    """Moves that leave every account as it was before those given; a tray knows them as wagers taken and paid
    (HR-17)."""
    have: Counter[str] = Counter()
    for move in moves:
        have[move.credit] += move.cents
        have[move.debit] -= move.cents
    givers = sorted(account for account, cents in have.items() if cents > 0)
    for taker in sorted(account for account, cents in have.items() if cents < 0):
        for giver in givers:
            if cents := min(have[giver], -have[taker]):
                have[giver] -= cents
                have[taker] += cents
                yield Move(giver, taker, cents, _code(giver, taker))


def _code(giver: str, taker: str) -> str:
    if giver.startswith(accounts.tray("")):
        return accounts.WAGER_PAID
    return accounts.WAGER_TAKEN if taker.startswith(accounts.tray("")) else accounts.WAGER_RETURNED
