"""The dealer's work at one table: takes commands, keeps to the procedure, and prepares the records of it.

Nothing here is durable or shown yet. A command that is refused raises before anything has changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from pitboss.errors import Conflict, IllegalAction
from pitboss.house.payouts import needs_surveillance
from pitboss.money import Cents, dollars
from pitboss.people.accounts import DEALER, SUPERVISOR, need
from pitboss.people.person import Person
from pitboss.room import chips, payouts
from pitboss.room.accounting import day_book
from pitboss.room.betting import Betting
from pitboss.room.commands import (
    Act,
    Bet,
    BuyIn,
    CallTime,
    Clear,
    Command,
    EndGame,
    Leave,
    Press,
    Ready,
    Sit,
    StartGame,
    Tick,
)
from pitboss.room.jackpots import HOUSE_DEALER, dealt_json, dealt_key
from pitboss.room.records import (
    DECIDED,
    GAME_ENDED,
    HAND_MARKED,
    HOUSE,
    OPENED,
    RECONFIGURED,
    ROUND_OPENED,
    SEAT_LEFT,
    SETTLED,
    SHUFFLED,
    Record,
)
from pitboss.room.shoes import Shoe
from pitboss.room.table import Seat
from pitboss.rounds.events import Decision, Settlement
from pitboss.rounds.saved import decision_json


class Dealing(Betting):
    def handle(self, command: Command) -> None:
        """Carry out one command, or refuse it. What it records is added to `records`."""
        key = command.key
        if key is not None and key in self.table.answered:
            return
        self._HANDLERS[type(command)](self, command)
        self.table.remember(key)

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
                self._clear_felt(command)
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
        self._clear_felt(command)

    def press(self, command: Press) -> None:
        person = need(command.person, DEALER, SUPERVISOR)
        if not self.table.game_on or self.table.phase != "settled":
            raise Conflict("There is no hand to mark.", clause="JP-15", accepted="a round that is dealt out")
        if self.table.setup.dealer == HOUSE:
            raise Conflict(
                "At this table the winning hands are marked from the cards.",
                clause="JP-15",
                accepted="the supervisor's confirmation",
            )
        payload = {"spot": command.spot, "hand": command.hand, "place": command.place}
        press = self.jackpots.press(command.spot, command.hand, command.place, person)
        self.add(HAND_MARKED, command, payload).later.append(press)

    def _clear_felt(self, command: Command | None) -> None:
        """END GAME. With a jackpot on the table the store refuses it while an award is open (JP-04)."""
        table = self.table
        if table.game_on:
            self._end_jackpot_game(command)
        table.next_betting()
        for seat in table.seats.values():
            seat.ready = False

    def _end_jackpot_game(self, command: Command | None) -> None:
        """What the jackpots' fixed lines and envy pay, with END GAME: after HR-14 where it applies."""
        table, round = self.table, self.table.round
        assert round is not None
        record = self.add(GAME_ENDED, command, {"round": table.round_id})
        moves = []
        for done in round.settlements:
            if table.config.sheet.wager(done.wager).sensed:
                moves += chips.settle(table.id, round.holders[done.spot], done, sensed=True)
        self._move(record, moves)
        record.later.append(self.jackpots.end(round.jackpots, self._actor(command)))

    def _actor(self, command: Command | None) -> Person:
        if command is None or not command.person.has(DEALER, SUPERVISOR):
            return HOUSE_DEALER
        return command.person

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
                "jackpots": dict(self.jackpots.sensors),
            },
        )
        record.sets[f"round/{table.round_id}"] = where
        self._move(record, self._opening_moves(wagers, holders))
        if self.jackpots.sensors:
            table.game_on = True
            record.later.append(self.jackpots.start(wagers, self._actor(command)))
        self._carry_on(record)
        self._give_up_idle_seats()

    def _opening_moves(
        self, wagers: dict[int, dict[str, Cents]], holders: dict[int, str]
    ) -> list[chips.Move]:
        """Wagers onto the felt; what lies on a sensor goes into the tray at once (JP-03)."""
        sheet, id = self.table.config.sheet, self.table.id
        moves = []
        for spot, bets in wagers.items():
            sensed = sum(cents for wager, cents in bets.items() if sheet.wager(wager).sensed)
            if laid := sum(bets.values()) - sensed:
                moves.append(chips.lay(id, holders[spot], laid))
            if sensed:
                moves.append(
                    chips.Move(chips.wallet(holders[spot]), chips.tray(id), sensed, chips.WAGER_TAKEN)
                )
        return moves

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
        at = table.posted
        for n, done in enumerate(table.newly_settled(), at):
            if sheet.wager(done.wager).sensed:  # jackpots are paid with END GAME
                continue
            holding = needs_surveillance(done.net_cents, date.today())
            if holding:
                self._hold(record, n, done)
            moves += chips.settle(table.id, who[done.spot], done, holding=holding)
        self._move(record, moves)
        if round.finished:
            self._close_round()

    def _hold(self, record: Record, n: int, done: Settlement) -> None:
        """A payout that surveillance has to see before it is made (HR-14)."""
        table, round = self.table, self.table.round
        assert round is not None
        id = payouts.id_of(str(table.round_id), n)
        record.accounts = (*record.accounts, (chips.held(table.id), True))
        record.sets[payouts.key(id)] = payouts.shape(
            id, table.id, str(table.round_id), round.holders[done.spot], done
        )
        table.notices.append(
            f"Spot {done.spot}: {dollars(done.net_cents)} on {done.wager} waits for surveillance (HR-14)."
        )

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
        if table.game_on:
            record.sets[dealt_key(table.id)] = dealt_json(str(table.round_id), round)
        if table.game_on and table.setup.dealer == HOUSE:
            for hit in round.jackpots:
                record.later.append(self.jackpots.press(hit.spot, hit.hand, hit.wager, HOUSE_DEALER))

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
            self._clear_felt(None)

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
        Sit: Betting.sit,
        Leave: Betting.leave,
        BuyIn: Betting.buy_in,
        Bet: Betting.bet,
        Clear: Betting.clear,
        Ready: ready,
        StartGame: start_game,
        EndGame: end_game,
        CallTime: call_time,
        Press: press,
        Act: act,
        Tick: tick,
    }
