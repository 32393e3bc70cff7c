"""Seats, chips and wagers at one table, up to the first card.

Nothing here is durable or shown yet: it prepares records. What is refused raises before anything has changed."""

from __future__ import annotations

from typing import Any

from pitboss.errors import BadInput, Conflict
from pitboss.money import Cents
from pitboss.people.accounts import PLAYER, need
from pitboss.room import chips
from pitboss.room.accounting import day_book
from pitboss.room.bank import Bank
from pitboss.room.commands import (
    Bet,
    BuyIn,
    Clear,
    Command,
    Leave,
    Sit,
)
from pitboss.room.jackpots import TableJackpots
from pitboss.room.records import (
    BETS_LAID,
    CHIPS_BOUGHT,
    HOUSE,
    SEAT_LEFT,
    SEAT_TAKEN,
    Record,
    event_key,
)
from pitboss.room.table import LiveTable, Seat

BUY_IN_MAX: Cents = 10_000_000


class Betting:
    """Seats, chips and wagers before the cards; the rounds themselves are in `dealing`."""

    def __init__(self, table: LiveTable, bank: Bank, jackpots: TableJackpots) -> None:
        self.table = table
        self.bank = bank
        self.jackpots = jackpots
        self.records: list[Record] = []
        """of the batch under way, in order"""

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

    def return_sensed(self, why: str) -> None:
        """The jackpot wagers go back; the round can be dealt without them."""
        sheet = self.table.config.sheet
        for seat in self.table.seats.values():
            kept = {w: cents for w, cents in seat.bets.items() if not sheet.wager(w).sensed}
            if kept != seat.bets:
                self._lay(None, seat, kept)
                self.table.notices.append(f"Spot {seat.spot}: jackpot wager returned. {why}")
