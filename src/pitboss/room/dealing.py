"""The dealer's work at one table: the round from the first card to the cleared felt, the clock, and a void round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.chips import accounts, payouts
from pitboss.chips.accounts import Move
from pitboss.chips.day_book import round_line, void_line
from pitboss.chips.payouts import needs_surveillance
from pitboss.chips.trays import CAPITAL
from pitboss.core.arguments import in_words
from pitboss.core.codec import encode
from pitboss.core.errors import Conflict, IllegalAction, PitbossError
from pitboss.core.money import Cents, dollars
from pitboss.fairness.chain import closed, linked
from pitboss.fairness.cuts import check_value
from pitboss.fairness.shuffling import next_start
from pitboss.jackpots.room_or_desk import DealtCards, dealt_key, round_id_of, round_key
from pitboss.people.accounts import DEALER, SUPERVISOR, need
from pitboss.people.person import Person
from pitboss.people.rights import Act, allow
from pitboss.room.apply import apply, unit_written
from pitboss.room.commands import (
    CallTime,
    Command,
    EndGame,
    EndRefused,
    GoOn,
    Press,
    Ready,
    StartGame,
    TakeDecision,
    TakeUp,
    Tick,
    VoidRound,
)
from pitboss.room.events import (
    BetsLaid,
    Decided,
    FeltCleared,
    GameEnded,
    GameHeld,
    HandMarked,
    Opened,
    Reconfigured,
    RoundOpened,
    RoundVoided,
    SaidReady,
    SeatLeft,
    Settled,
    TableEvent,
    TimeGiven,
)
from pitboss.room.history import snapshot_of
from pitboss.room.notices import Notice, refused
from pitboss.room.presence import Absence
from pitboss.room.seating import need_chips, roll_dice
from pitboss.room.settling import DuePay, book_step, due_now, laid_since, opening_moves, sensed_pays
from pitboss.room.table import TableSnapshot, TableState
from pitboss.room.table_jackpots import HOUSE_DEALER
from pitboss.room.unit_plan import (
    Draft,
    EndJackpots,
    Halt,
    Order,
    PressButton,
    StartJackpots,
    TakeBackHeld,
    VoidJackpots,
)
from pitboss.rounds.events import Ask, Decision
from pitboss.rounds.game import game_of
from pitboss.rounds.limits import check_wagers
from pitboss.rounds.round import fallback
from pitboss.rounds.views import answered

Wagers = dict[int, dict[str, Cents]]
Holders = dict[int, str]


# Readiness.


def ready(draft: Draft, command: Ready) -> None:
    table, name = draft.state, command.person.id
    mine = [table.seats[spot] for spot in sorted(table.spots_of(name))]
    if not mine:
        raise Conflict(f"{name} has no seat here.", accepted="a seat at the table")
    if table.phase == "playing":
        raise Conflict("The round is on.", accepted="a decision, when asked")
    if table.phase == "betting":
        for seat in mine:
            if seat.bets:
                check_spot(table, seat.spot)
    cut = "" if command.cut is None or table.seal is None else check_value(command.cut)
    if cut == mine[0].cut:  # it was given before; how often it counts is nobody's choice (HR-36)
        cut = ""
    draft.add(SaidReady(spots=tuple(seat.spot for seat in mine), cut=cut))
    if table.house_deals and all_ready(draft.state, draft.now.seen):
        if table.phase == "settled":
            clear_felt(draft)
        elif not draft.now.halt:
            open_round(draft)


def check_spot(table: TableState, spot: int) -> None:
    """Whether the wagers of a spot may be dealt to, alone on the table."""
    seat = table.seats[spot]
    check_wagers(table.config, {spot: seat.bets})
    game_of(table.config.game).check_opening(
        table.config, {spot: seat.bets}, {spot: seat.player} if seat.player else {}
    )


def all_ready(table: TableState, seen: Absence) -> bool:
    """Everyone with a seat is ready; who is away, or sat out the last round, is not waited for."""
    seats = [seat for seat in table.seats.values() if seat.player]
    missing = missing_players(table, seen)
    waiting = [s for s in seats if not s.ready and s.player not in missing and (s.bets or not s.missed)]
    settled = table.phase == "settled"
    return not waiting and any(s.ready and (settled or s.bets) for s in seats)


def missing_players(table: TableState, seen: Absence) -> frozenset[str]:
    """Who is away while somebody else is here; where nobody is here, nobody is hurried."""
    missing = seen.away.intersection(table.players) if seen.away else seen.away
    return missing if missing and len(missing) < len(table.players) else frozenset()


def left_behind(table: TableState, seen: Absence) -> list[int]:
    """Seats whose players have been gone for too long; one with money in the round under way is kept until it ends."""
    if not seen.gone or not table.house_deals:
        return []
    in_play = table.playing.wagers if table.phase == "playing" else {}
    return [s.spot for s in table.seats.values() if s.player in seen.gone and s.spot not in in_play]


def goes_on(table: TableState, seen: Absence, halt: Halt) -> bool:
    """Whether the house's next step is due now, whatever the clock says: everybody who is here is ready for it, or
    only somebody who is away is asked."""
    if not table.house_deals:
        return False
    if table.phase == "playing":
        return any(True for _ in asked_away(table, seen))
    return not (halt if table.phase == "betting" else table.held) and all_ready(table, seen)


def clock_changes(table: TableState, seen: Absence, halt: Halt) -> bool:
    """Whether the time people have is another one now: somebody has gone away and left one player alone, or is back."""
    if halt and table.phase == "betting":
        return False
    alone = table.nobody_waits(seen.away)
    return alone != table.alone and table._replace(alone=alone).time_us != table.time_us


def asked_away(table: TableState, seen: Absence) -> Iterator[Ask]:
    """Questions to players who are away."""
    if missing := missing_players(table, seen):
        holders = table.playing.holders
        yield from (ask for ask in table.playing.round.pending if holders.get(ask.spot) in missing)


# From the first card to the last.


def start_game(draft: Draft, command: StartGame) -> None:
    need(command.person, DEALER, SUPERVISOR)
    if draft.state.phase == "settled":
        raise Conflict("The last game has not been ended.", clause="JP-04", accepted="END GAME")
    if draft.state.phase == "playing":
        raise Conflict("The game has been started.", clause="JP-03", accepted="the players' decisions")
    draft.now.check_open()
    if not draft.state.bet_on:
        raise Conflict("Nobody has bet.", clause="JP-03", accepted="a wager on at least one spot")
    roll_dice(draft, command.dice)
    open_round(draft)


def opening_wagers(draft: Draft) -> tuple[Wagers, Holders, dict[int, Notice]]:
    """What goes into the round, whose it is, and what is returned with the reason.

    Chips bet at another table meanwhile cannot be bet here as well."""
    table = draft.state
    wagers: Wagers = {}
    holders: Holders = {}
    returned: dict[int, Notice] = {}
    spent: dict[str, Cents] = {}
    for spot, seat in table.seats.items():
        if not seat.bets or seat.player is None:
            continue
        more, who = {**wagers, spot: dict(seat.bets)}, {**holders, spot: seat.player}
        try:
            check_wagers(table.config, {spot: seat.bets})
            game_of(table.config.game).check_opening(table.config, more, who)
        except PitbossError as error:
            returned[spot] = refused("wagers.returned", error, spot)
            continue
        together = spent.get(seat.player, 0) + sum(seat.bets.values())
        if together > draft.now.chips_of(seat.player):
            short = Conflict(f"{seat.player} has not enough chips left.", kind="chips.short")
            returned[spot] = refused("wagers.returned", short, spot)
            continue
        wagers, holders, spent[seat.player] = more, who, together
    return wagers, holders, returned


def open_round(draft: Draft) -> None:
    wagers, holders, returned = opening_wagers(draft)
    for spot in returned:
        notice = None if wagers else returned[spot]
        draft.add(BetsLaid(spot=spot, bets={}, notice=notice), by_house=True)
    if not wagers:
        return
    give_up_idle_seats(draft, wagers)
    table = draft.state
    shoe = table.coming
    assert shoe is not None
    number = table.number + 1
    round_id = round_id_of(table.id, number)
    where = [table.units + 1, table.position]
    sensors = {place: sensor.jackpot for place, sensor in draft.now.sensors.items()}
    seated = {spot: seat.player for spot, seat in table.seats.items() if seat.player}
    record = RoundOpened(
        round=round_id,
        number=number,
        wagers=wagers,
        holders=holders,
        shoe=table.coming_key,
        start=shoe.at,
        jackpots=sensors,
        cuts=table.cuts,
        notices=tuple(returned.values()),
        seated=seated,
        head=linked(table.head, closed(seated)),
    )
    draft.add(
        record,
        moves=tuple(opening_moves(table, wagers, holders)),
        puts={round_key(round_id): where},
        orders=(StartJackpots(wagers, signer(draft.command), holders),) if sensors else (),
    )
    book_step(draft, wagers, 0)
    if draft.state.playing.round.finished:
        close_round(draft)


def give_up_idle_seats(draft: Draft, wagers: Wagers) -> None:
    most = draft.state.setup.pace.rounds_missed
    for spot, seat in draft.state.seats.items():
        if seat.player and spot not in wagers and seat.missed + 1 >= most:
            draft.add(SeatLeft(spot=spot, player=seat.player, why="sat out"), by_house=True)


def act(draft: Draft, command: TakeDecision) -> None:
    table = draft.state
    table.own_seat(command.person.id, command.spot)
    if table.dealt is None or table.phase != "playing":
        raise IllegalAction("There is no round on.", accepted="a bet")
    if command.round_id is not None and command.round_id != table.round_id:
        raise Conflict(f"Round {command.round_id} is over.", accepted=f"round {table.round_id}")
    if command.question not in (None, answered(table.dealt.round, command.spot)):
        raise Conflict("This question is answered.", accepted="an answer to the one that is asked now")
    decision = command.decision
    ask = table.dealt.round.check(command.spot, decision)
    choice = next(c for c in ask.choices if c.action == decision.action)
    need_chips(draft, command.person.id, max(choice.cost_cents, decision.amount_cents))
    make(draft, command.spot, decision)


def make(draft: Draft, spot: int, decision: Decision, *, timeout: bool = False, away: bool = False) -> None:
    """Make a decision: book what the round does with it, and close it when it is over."""
    dealt = draft.state.playing
    stakes = {spot: dict(bets) for spot, bets in dealt.round.stakes.items()}
    settled = len(dealt.round.settlements)
    round_id, n = str(draft.state.round_id), len(dealt.decisions)
    assert draft.state.shoe is not None
    mark = draft.state.shoe.mark(n, decision)
    draft.add(
        Decided(round=round_id, n=n, spot=spot, decision=decision, timeout=timeout, away=away, mark=mark)
    )
    book_step(draft, stakes, settled)
    if draft.state.playing.round.finished:
        close_round(draft)


def close_round(draft: Draft) -> None:
    """The last record of a round, and the commitment of the next one before anybody bets on it (HR-36)."""
    table, round = draft.state, draft.state.playing.round
    assert table.shoe is not None
    start = next_start(round)
    if table.config_id != table.setup.config_id:
        reconfigure(draft)
    elif start is None:
        shuffle(draft)
    goes_on = start is not None and draft.state.coming_key == table.coming_key
    record = Settled(
        round=str(table.round_id),
        number=table.number,
        net={spot: round.net_cents(spot) for spot in round.stakes},
        cards=round.cards_used,
        next=table.shoe.after(start).commitment if goes_on else "",
        void=round.voided or "",
    )
    hits = round.jackpots if table.game_on and table.house_deals else ()
    puts: dict[str, Any] = {}
    if table.game_on:
        puts[dealt_key(table.id)] = encode(DealtCards.of(str(table.round_id), round))
    draft.add(
        record,
        by_house=True,
        puts=puts,
        snapshot=_snapshot_after(draft, record),
        day=None if round.voided else round_line(draft.now.day, table.id, round, draft.now.hour),
        orders=tuple(PressButton(hit.spot, hit.hand, hit.wager, HOUSE_DEALER) for hit in hits),
    )


def _snapshot_after(draft: Draft, record: TableEvent) -> TableSnapshot:
    """The document from which the table is recovered, as this record will leave it."""
    return snapshot_of(unit_written(apply(draft.state, record)))


def shuffle(draft: Draft, *, snapshot: bool = False) -> None:
    table = draft.state
    shoe = draft.now.fresh_shoe(table.id, table.number + 1, table.config, table.config_id)
    record = shoe.record
    draft.add(record, by_house=True, snapshot=_snapshot_after(draft, record) if snapshot else None)


def reconfigure(draft: Draft, *, snapshot: bool = False) -> None:
    """The table's new configuration takes effect between two rounds (HR-25)."""
    table, setup = draft.state, draft.state.setup
    draft.add(
        Reconfigured(before=table.config_id, after=setup.config_id, config=setup.config),
        by_house=True,
        puts={f"config/{setup.config_id}": setup.config.to_json()},
    )
    shuffle(draft, snapshot=snapshot)


# The end of the game.


def end_game(draft: Draft, command: EndGame) -> None:
    need(command.person, DEALER, SUPERVISOR)
    if draft.state.phase != "settled":
        raise Conflict("There is no finished game to end.", clause="JP-04", accepted="END GAME after a round")
    clear_felt(draft)


def clear_felt(draft: Draft) -> None:
    """END GAME. With a jackpot on the table its desk refuses it while an award is open (JP-04); what the fixed
    lines and envy pay is paid with it, after HR-14 where it applies."""
    table = draft.state
    round_id, round = str(table.round_id), table.playing.round
    if not table.game_on:
        draft.add(FeltCleared(round=round_id))
        return
    draft.add(
        GameEnded(round=round_id),
        moves=tuple(sensed_pays(table.id, round)),
        orders=(EndJackpots(tuple(round.jackpots), signer(draft.command)),),
    )


def press(draft: Draft, command: Press) -> None:
    need(command.person, DEALER, SUPERVISOR)
    if not draft.state.game_on or draft.state.phase != "settled":
        raise Conflict("There is no hand to mark.", clause="JP-15", accepted="a round that is dealt out")
    if draft.state.house_deals:
        raise Conflict(
            "At this table the winning hands are marked from the cards.",
            clause="JP-15",
            accepted="the supervisor's confirmation",
        )
    button = PressButton(command.spot, command.hand, command.place, signer(command))
    record = HandMarked(spot=command.spot, hand=command.hand, place=command.place)
    draft.add(record, orders=(button,))


def signer(command: Command) -> Person:
    """Who answers for it at the jackpot desk: the person at the keypad, or the house dealer."""
    return command.person if command.person.has(DEALER, SUPERVISOR) else HOUSE_DEALER


def end_refused(draft: Draft, command: EndRefused) -> None:
    if draft.state.phase == "settled" and draft.state.game_on:
        draft.add(GameHeld(notice=command.notice))


def go_on(draft: Draft, command: GoOn) -> None:
    if draft.state.phase == "settled" and draft.state.held:
        clear_felt(draft)


# The clock, and the dealer's patience.


def tick(draft: Draft, command: Tick) -> None:
    """A deadline further away than anybody ever gets means that the clock was set back."""
    for spot in left_behind(draft.state, draft.now.seen):
        draft.add(SeatLeft(spot=spot, player=str(draft.state.seats[spot].player), why="away"))
    table, now_us = draft.state, draft.now.at_us
    if goes_on(table, draft.now.seen, draft.now.halt):
        go_on_at_once(draft)
        return
    if draft.entries:
        return
    if clock_changes(table, draft.now.seen, draft.now.halt):
        draft.add(TimeGiven())
        return
    if not table.deadline_us:
        return
    if table.deadline_us > now_us + table.longest_us:
        draft.add(TimeGiven(deadline_us=draft.deadline()))
    elif table.deadline_us > now_us:
        return
    elif table.phase == "betting":
        if not draft.now.halt:
            open_round(draft)
    elif table.phase == "playing":
        time_is_up(draft)
    else:
        clear_felt(draft)


def go_on_at_once(draft: Draft) -> None:
    """The step that `goes_on` has found due."""
    if draft.state.phase == "betting":
        open_round(draft)
    elif draft.state.phase == "settled":
        clear_felt(draft)
    else:
        answer_for_away(draft)


def answer_for_away(draft: Draft) -> None:
    """Whoever is away and keeps somebody waiting has the choice of a time-out made for him, as often as he is asked."""
    while draft.state.phase == "playing":
        ask = next(asked_away(draft.state, draft.now.seen), None)
        if ask is None:
            return
        make(draft, ask.spot, fallback(draft.state.playing.round, ask), timeout=True, away=True)


def call_time(draft: Draft, command: CallTime) -> None:
    need(command.person, DEALER, SUPERVISOR)
    if draft.state.phase != "playing":
        raise Conflict("Nobody is asked for a decision.", accepted="a round in play")
    time_is_up(draft)


def time_is_up(draft: Draft) -> None:
    """Nobody answered: the house way, or the safest legal choice, for every spot that is waited for."""
    round = draft.state.playing.round
    for spot, decision in [(ask.spot, fallback(round, ask)) for ask in round.pending]:
        make(draft, spot, decision, timeout=True)


# Opening.


def take_up(draft: Draft, command: TakeUp) -> None:
    """The first opening, or the table as it stood, with full time for everybody and its new configuration."""
    table = draft.state
    if not table.opened:
        open_table(draft)
    elif table.config_id != table.setup.config_id and table.phase != "playing" and not table.game_on:
        if table.phase == "settled":
            draft.add(FeltCleared(round=str(table.round_id)))
        for spot, seat in table.seats.items():
            if seat.bets:
                draft.add(BetsLaid(spot=spot, bets={}))
        reconfigure(draft, snapshot=True)
    elif table.deadline_us:
        draft.add(TimeGiven(deadline_us=draft.deadline()))
    elif command.on_record:
        draft.add(TimeGiven())


def open_table(draft: Draft) -> None:
    """Accounts, the tray's opener, the configuration, the first shoe."""
    table, setup = draft.state, draft.state.setup
    capital = accounts.Move(CAPITAL, accounts.CAGE, setup.opener_cents, accounts.FUNDED)
    opener = accounts.Move(accounts.CAGE, accounts.tray(table.id), setup.opener_cents, accounts.OPENER)
    draft.add(
        Opened(id=setup.id, name=setup.name, dealer=setup.dealer, config_id=setup.config_id),
        accounts=(
            (CAPITAL, False),
            (accounts.CAGE, False),
            (accounts.felt(table.id), True),
            (accounts.tray(table.id), False),
            (accounts.drop(table.id), True),
            (accounts.tokes(table.id), True),
        ),
        moves=(capital, opener) if setup.opener_cents and not setup.counted_opener else (),
        puts={f"config/{setup.config_id}": setup.config.to_json()},
    )
    shuffle(draft, snapshot=True)


# A round declared void: everything it has moved goes back (HR-33).


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
