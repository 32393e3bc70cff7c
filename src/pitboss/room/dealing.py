"""The dealer's work at one table: takes commands, keeps to the procedure, and prepares the records of it.

Nothing here is durable or shown yet. A command that is refused raises before anything has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.errors import BadInput, IllegalAction
from pitboss.games.events import Decision
from pitboss.games.round import decision_json
from pitboss.money import Cents
from pitboss.room import chips
from pitboss.room.accounting import day_book
from pitboss.room.bank import Bank
from pitboss.room.commands import (
    Act,
    Bet,
    BuyIn,
    CallTime,
    Clear,
    Command,
    EndGame,
    Leave,
    Ready,
    Sit,
    StartGame,
    Tick,
)
from pitboss.room.errors import Conflict
from pitboss.room.people import DEALER, PLAYER, SUPERVISOR, need
from pitboss.room.records import (
    BETS_LAID,
    CHIPS_BOUGHT,
    DECIDED,
    HOUSE,
    OPENED,
    RECONFIGURED,
    ROUND_OPENED,
    SEAT_LEFT,
    SEAT_TAKEN,
    SETTLED,
    SHUFFLED,
    Record,
    event_key,
)
from pitboss.room.shoes import Shoe
from pitboss.room.table import LiveTable, Seat

BUY_IN_MAX: Cents = 10_000_000


class Dealing:
    def __init__(self, table: LiveTable, bank: Bank) -> None:
        self.table = table
        self.bank = bank
        self.records: list[Record] = []
        """of the batch under way, in order"""

    def handle(self, command: Command) -> None:
        """Carry out one command, or refuse it. What it records is added to `records`."""
        key = command.key
        if key is not None and key in self.table.answered:
            return
        self._HANDLERS[type(command)](self, command)
        self.table.remember(key)

    def add(self, kind: str, command: Command | None, payload: dict[str, Any]) -> Record:
        if command is not None and command.key is not None:
            payload["request"] = command.key
        record = Record(kind, command.person.name if command else HOUSE, payload)
        self.records.append(record)
        return record

    def _next_key(self) -> str:
        """The key the store will give to the next record of this batch."""
        return event_key(self.table.id, self.table.units + 1, len(self.records))

    def _move(self, record: Record, moves: list[chips.Move]) -> None:
        self.bank.take(moves)
        record.moves += moves

    # seats and chips

    def sit(self, command: Sit) -> None:
        person = need(command.person, PLAYER)
        seat = self.table.seat(command.spot)
        if seat.player is not None:
            raise Conflict(
                f"Spot {command.spot} is taken by {seat.player}.",
                clause="HR-26",
                accepted=", ".join(f"spot {s.spot}" for s in self.table.seats.values() if s.player is None)
                or "no seat is free",
            )
        self.table.seats[command.spot] = Seat(command.spot, person.name)
        self.add(SEAT_TAKEN, command, {"spot": command.spot, "player": person.name})

    def leave(self, command: Leave) -> None:
        self.table.own_seat(command.person.name, command.spot)
        if self.table.phase == "playing" and command.spot in self.table.laid:
            raise Conflict(
                f"Spot {command.spot} has wagers in this round.",
                clause="HR-20",
                accepted="leaving after the round",
            )
        self.table.seats[command.spot] = Seat(command.spot)
        self.add(SEAT_LEFT, command, {"spot": command.spot, "player": command.person.name})

    def buy_in(self, command: BuyIn) -> None:
        """Cash for chips at the table: the cash into the drop box, the chips out of the tray (HR-17)."""
        person = need(command.person, PLAYER)
        if not 0 < command.amount_cents <= BUY_IN_MAX or command.amount_cents % self.table.config.chip_cents:
            raise BadInput(
                f"Chips for {command.amount_cents} cents cannot be sold.",
                clause="HR-17",
                accepted=f"whole chips, up to {BUY_IN_MAX} cents",
            )
        id, cents = self.table.id, command.amount_cents
        record = self.add(CHIPS_BOUGHT, command, {"player": person.name, "cents": cents})
        record.accounts = ((chips.CASH, False), (chips.wallet(person.name), True))
        record.extra.append(day_book(self.table, drop_cents=cents))
        self._move(
            record,
            [
                chips.Move(chips.CASH, chips.drop(id), cents, chips.CASH_FOR_CHIPS),
                chips.Move(chips.tray(id), chips.wallet(person.name), cents, chips.CASH_FOR_CHIPS),
            ],
        )

    # betting

    def bet(self, command: Bet) -> None:
        seat = self.table.own_seat(command.person.name, command.spot)
        bets = self.table.check_bet(seat, command.wager, command.amount_cents)
        others = sum(
            sum(s.bets.values())
            for s in self.table.seats.values()
            if s.player == seat.player and s is not seat
        )
        self.bank.need(command.person.name, others + sum(bets.values()))
        self._lay(command, seat, bets)

    def clear(self, command: Clear) -> None:
        seat = self.table.own_seat(command.person.name, command.spot)
        if self.table.phase != "betting":
            raise Conflict(
                "No more bets: the round is on.", clause="BJ-13", accepted="a bet after this round"
            )
        self._lay(command, seat, {})

    def _lay(self, command: Command | None, seat: Seat, bets: dict[str, Cents]) -> None:
        seat.bets = bets
        seat.ready = False
        self.add(BETS_LAID, command, {"spot": seat.spot, "bets": dict(bets)})

    def ready(self, command: Ready) -> None:
        table = self.table
        mine = [table.seats[spot] for spot in sorted(table.spots_of(command.person.name))]
        if not mine:
            raise Conflict(f"{command.person.name} has no seat here.", accepted="a seat at the table")
        if table.phase == "playing":
            raise Conflict("The round is on.", accepted="a decision, when asked")
        if table.phase == "betting":
            for seat in mine:
                if seat.bets:
                    table.check_spot(seat.spot, seat.bets)
        for seat in mine:
            seat.ready = True
        if table.setup.dealer == HOUSE and self._all_ready():
            if table.phase == "settled":
                self._clear_felt()
            else:
                self._open_round(command)

    def _all_ready(self) -> bool:
        """Everyone with a seat is ready; who sat out the last round is not waited for."""
        seats = [seat for seat in self.table.seats.values() if seat.player]
        waiting = [s for s in seats if not s.ready and (s.bets or not s.missed)]
        return not waiting and (self.table.phase == "settled" or any(s.bets for s in seats))

    # the round

    def start_game(self, command: StartGame) -> None:
        need(command.person, DEALER, SUPERVISOR)
        if self.table.phase == "settled":
            raise Conflict("The last game has not been ended.", clause="JP-04", accepted="END GAME")
        if self.table.phase == "playing":
            raise Conflict("The game has been started.", clause="JP-03", accepted="the players' decisions")
        if not any(seat.bets for seat in self.table.seats.values()):
            raise Conflict("Nobody has bet.", clause="JP-03", accepted="a wager on at least one spot")
        self._open_round(command)

    def end_game(self, command: EndGame) -> None:
        need(command.person, DEALER, SUPERVISOR)
        if self.table.phase != "settled":
            raise Conflict(
                "There is no finished game to end.", clause="JP-04", accepted="END GAME after a round"
            )
        self._clear_felt()

    def _clear_felt(self) -> None:
        self.table.next_betting()
        for seat in self.table.seats.values():
            seat.ready = False

    def _open_round(self, command: Command | None) -> None:
        table = self.table
        wagers, holders, returned = table.opening_wagers()
        returned += self._drop_uncovered(wagers, holders)
        for seat in table.seats.values():
            if seat.bets and seat.spot not in wagers:
                self._lay(None, seat, {})
        table.notices = returned
        if not wagers:
            return
        where = {"table": table.id, "unit": table.units + 1, "position": len(self.records)}
        assert table.coming is not None
        shoe = table.coming
        table.begin(wagers, holders)
        record = self.add(
            ROUND_OPENED,
            command,
            {
                "round": table.round_id,
                "number": table.number,
                "config": table.config_id,
                "wagers": {str(spot): bets for spot, bets in wagers.items()},
                "holders": {str(spot): who for spot, who in holders.items()},
                "shoe": table.coming_key,
                "start": shoe.at,
                "commitment": shoe.commitment,
            },
        )
        record.sets[f"round/{table.round_id}"] = where
        laid = [chips.lay(table.id, holders[spot], sum(bets.values())) for spot, bets in wagers.items()]
        self._move(record, laid)
        self._carry_on(record)
        self._give_up_idle_seats()

    def _drop_uncovered(self, wagers: dict[int, dict[str, Cents]], holders: dict[int, str]) -> list[str]:
        """Chips bet at another table meanwhile cannot be bet here as well."""
        spent: dict[str, Cents] = {}
        returned = []
        for spot in sorted(wagers):
            who, cents = holders[spot], sum(wagers[spot].values())
            if spent.get(who, 0) + cents > self.bank.available(who):
                returned.append(f"Spot {spot}: wagers returned. {who} has not enough chips left.")
                del wagers[spot], holders[spot]
            else:
                spent[who] = spent.get(who, 0) + cents
        return returned

    def _give_up_idle_seats(self) -> None:
        for seat in list(self.table.seats.values()):
            if seat.player and seat.missed >= self.table.setup.pace.rounds_missed:
                self.add(SEAT_LEFT, None, {"spot": seat.spot, "player": seat.player, "why": "sat out"})
                self.table.seats[seat.spot] = Seat(seat.spot)

    def act(self, command: Act) -> None:
        table = self.table
        table.own_seat(command.person.name, command.spot)
        if table.round is None or table.phase != "playing":
            raise IllegalAction("There is no round on.", accepted="a bet")
        if command.round_id is not None and command.round_id != table.round_id:
            raise Conflict(f"Round {command.round_id} is over.", accepted=f"round {table.round_id}")
        decision = command.decision
        ask = table.round.check(command.spot, decision)
        choice = next(c for c in ask.choices if c.action == decision.action)
        self.bank.need(command.person.name, max(choice.cost_cents, decision.amount_cents))
        self._decide(command, command.spot, decision)

    def _decide(self, command: Command | None, spot: int, decision: Decision) -> None:
        round = self.table.round
        assert round is not None
        payload = {"round": self.table.round_id, "n": len(round.decisions), **decision_json(spot, decision)}
        round.decide(spot, decision)
        self._carry_on(self.add(DECIDED, command, payload))

    def _carry_on(self, record: Record) -> None:
        """Book what the round has done since the last record, and close it when it is over."""
        table = self.table
        round = table.round
        assert round is not None
        sheet = table.config.sheet
        who = round.holders
        moves = [chips.lay(table.id, who[spot], cents) for spot, _, cents in table.newly_laid()]
        for done in table.newly_settled():
            moves += chips.settle(table.id, who[done.spot], done, sensed=sheet.wager(done.wager).sensed)
        self._move(record, moves)
        if round.finished:
            self._close_round()

    def _close_round(self) -> None:
        """The last record of a round, and the next shoe, committed to before anybody bets on it (HR-19)."""
        table = self.table
        round = table.round
        assert round is not None
        shoe = table.end()
        if table.config_id != table.setup.config_id:
            self._reconfigure()
        elif shoe.done:
            self._shuffle()
        else:
            table.coming = shoe
        payload: dict[str, Any] = {
            "round": table.round_id,
            "number": table.number,
            "net": {str(spot): round.net_cents(spot) for spot in round.stakes},
            "cards": round.cards_used,
        }
        record = self.add(SETTLED, None, payload)
        record.extra.append(day_book(table, round=round))
        record.sets[f"table/{table.id}"] = table.snapshot()

    def _shuffle(self) -> None:
        table = self.table
        table.coming = Shoe.fresh(f"{table.id}-{table.number + 1}", table.config)
        table.coming_key = self._next_key()
        self.add(SHUFFLED, None, table.coming.to_json())

    def _reconfigure(self) -> None:
        """The table's new configuration takes effect between two rounds (HR-25)."""
        table = self.table
        record = self.add(RECONFIGURED, None, {"before": table.config_id, "after": table.setup.config_id})
        table.config, table.config_id = table.setup.config, table.setup.config_id
        record.sets[f"config/{table.config_id}"] = table.config.to_json()
        for spot in range(1, table.config.spots + 1):
            table.seats.setdefault(spot, Seat(spot))
        for spot in [spot for spot in table.seats if spot > table.config.spots]:
            del table.seats[spot]
        self._shuffle()

    def reconfigure_idle(self) -> None:
        """A table that opens between two rounds takes its new configuration at once."""
        self.table.next_betting()
        for seat in self.table.seats.values():
            seat.bets = {}
        self._reconfigure()
        self.records[-1].sets[f"table/{self.table.id}"] = self.table.snapshot()

    def open_table(self) -> None:
        """The very first opening: accounts, the tray's opener, the configuration, the first shoe."""
        table = self.table
        id = table.id
        record = self.add(OPENED, None, table.setup.to_json())
        record.accounts = (
            (chips.CAGE, False),
            (chips.felt(id), True),
            (chips.tray(id), False),
            (chips.drop(id), True),
            (chips.tokes(id), True),
        )
        if table.setup.opener_cents:
            self._move(record, [chips.Move(chips.CAGE, chips.tray(id), table.setup.opener_cents, chips.FILL)])
        record.sets[f"config/{table.config_id}"] = table.config.to_json()
        self._shuffle()
        self.records[-1].sets[f"table/{id}"] = table.snapshot()

    # the clock and the dealer's patience

    def tick(self, command: Tick) -> None:
        if command.moment != self.moment():
            return
        if self.table.phase == "betting":
            self._open_round(None)
        elif self.table.phase == "playing":
            self._time_is_up(None)
        else:
            self._clear_felt()

    def call_time(self, command: CallTime) -> None:
        need(command.person, DEALER, SUPERVISOR)
        if self.table.phase != "playing":
            raise Conflict("Nobody is asked for a decision.", accepted="a round in play")
        self._time_is_up(command)

    def _time_is_up(self, command: Command | None) -> None:
        """Nobody answered: the house way, or the safest legal choice, for every spot that is waited for."""
        for spot, decision in self.table.fallbacks():
            self._decide(command, spot, decision)

    def moment(self) -> tuple[str, int, int]:
        round = self.table.round
        return self.table.phase, self.table.number, len(round.decisions) if round else 0

    _HANDLERS: dict[type[Command], Callable[[Any, Any], None]] = {
        Sit: sit,
        Leave: leave,
        BuyIn: buy_in,
        Bet: bet,
        Clear: clear,
        Ready: ready,
        StartGame: start_game,
        EndGame: end_game,
        CallTime: call_time,
        Act: act,
        Tick: tick,
    }
