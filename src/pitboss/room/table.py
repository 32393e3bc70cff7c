"""A live table: seats, wagers, the round under way. Pure bookkeeping; the keeper makes it durable.

Every change is prepared here as records, written by the keeper, and shown only then. `apply` rebuilds the
table from the same records after a restart (HR-20)."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pitboss.errors import Conflict, IllegalWager, PitbossError
from pitboss.money import Cents, dollars
from pitboss.room.records import BETS_LAID, DECIDED, GAME_ENDED, ROUND_OPENED, SEAT_LEFT, SEAT_TAKEN, SETTLED
from pitboss.room.setup import TableSetup
from pitboss.room.shoes import Shoe
from pitboss.rounds.events import Decision, Settlement
from pitboss.rounds.game import game_of
from pitboss.rounds.opening import check_wager, check_wagers
from pitboss.rounds.round import Round, fallback
from pitboss.rounds.saved import parse_decision
from pitboss.rounds.shuffling import next_start
from pitboss.store import Event

Phase = Literal["betting", "playing", "settled"]

ANSWERS_KEPT: Final = 500
"""client ids remembered at a table, so that a repeated command is not carried out twice"""


@dataclass(slots=True)
class Seat:
    spot: int
    player: str | None = None
    bets: dict[str, Cents] = field(default_factory=dict)
    ready: bool = False
    missed: int = 0


class LiveTable:
    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.config = setup.config
        self.config_id = setup.config_id
        self.seats = {spot: Seat(spot) for spot in range(1, setup.config.spots + 1)}
        self.phase: Phase = "betting"
        self.number = 0
        self.units = 0
        """units of work written so far"""
        self.round: Round | None = None
        self.round_id: str | None = None
        self.laid: dict[int, dict[str, Cents]] = {}
        """what has been moved to the felt, by spot and wager"""
        self.posted = 0
        """settlements whose money has moved"""
        self.shoe: Shoe | None = None
        """the shoe of the round under way, or of the last one"""
        self.coming: Shoe | None = None
        """the shoe the next round is dealt from, committed to already"""
        self.coming_key = ""
        self.sensors: dict[str, Cents] = {}
        """wager places with a jackpot, and its fixed wager"""
        self.game_on = False
        """START GAME was pressed for this round, END GAME not yet (JP-03, JP-04)"""
        self.deadline_s: float | None = None
        self.version = 0
        self.notices: list[str] = []
        self.answered: OrderedDict[str, None] = OrderedDict()

    @property
    def id(self) -> str:
        return self.setup.id

    # looking

    def spots_of(self, person: str | None) -> frozenset[int]:
        if person is None:
            return frozenset()
        return frozenset(seat.spot for seat in self.seats.values() if seat.player == person)

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(seat.player for seat in self.seats.values() if seat.player))

    @property
    def commitment(self) -> str | None:
        shoe = self.coming if self.phase == "betting" else self.shoe
        return shoe.commitment if shoe else None

    def seat(self, spot: int) -> Seat:
        found = self.seats.get(spot)
        if found is None:
            raise IllegalWager(
                f"There is no spot {spot} at this table.",
                clause="HR-30",
                accepted=f"1 to {self.config.spots}",
            )
        return found

    def own_seat(self, person: str, spot: int) -> Seat:
        seat = self.seat(spot)
        if seat.player != person:
            raise Conflict(
                f"Spot {spot} is not {person}'s.",
                clause="HR-26",
                accepted=", ".join(f"spot {n}" for n in sorted(self.spots_of(person)))
                or "a seat of one's own",
            )
        return seat

    def remember(self, request: str | None) -> None:
        if request is None:
            return
        self.answered[request] = None
        while len(self.answered) > ANSWERS_KEPT:
            self.answered.popitem(last=False)

    # betting

    def check_bet(self, seat: Seat, wager: str, cents: Cents) -> dict[str, Cents]:
        """The seat's wagers with this one set to `cents`."""
        if self.phase != "betting":
            raise Conflict(
                "No more bets: the round is on.", clause="BJ-13", accepted="a bet after this round"
            )
        bets = dict(seat.bets)
        place = self.config.sheet.wager(wager)
        if cents == 0:
            bets.pop(wager, None)
        else:
            check_wager(self.config, seat.spot, place, cents)
            if place.sensed:
                self._check_sensed(place.name, wager, cents)
            bets[wager] = cents
        return bets

    def _check_sensed(self, name: str, wager: str, cents: Cents) -> None:
        if wager not in self.sensors:
            raise IllegalWager(
                f"{name} has no jackpot at this table.", clause="JP-06", accepted="no wager on it"
            )
        if cents != self.sensors[wager]:
            raise IllegalWager(
                f"{name} is one fixed amount for all.", clause="JP-01", accepted=dollars(self.sensors[wager])
            )

    def check_spot(self, spot: int, bets: Mapping[str, Cents]) -> None:
        """Whether these wagers may be dealt to, alone on the table."""
        wagers = {spot: bets}
        check_wagers(self.config, wagers)
        holder = self.seats[spot].player
        game_of(self.config.game).check(self.config, wagers, {spot: holder} if holder else {})

    def opening_wagers(self) -> tuple[dict[int, dict[str, Cents]], dict[int, str], list[str]]:
        """What goes into the round, whose it is, and what is returned with the reason."""
        wagers: dict[int, dict[str, Cents]] = {}
        holders: dict[int, str] = {}
        returned: list[str] = []
        for spot, seat in self.seats.items():
            if not seat.bets or seat.player is None:
                continue
            more, who = {**wagers, spot: dict(seat.bets)}, {**holders, spot: seat.player}
            try:
                check_wagers(self.config, {spot: seat.bets})
                game_of(self.config.game).check(self.config, more, who)
            except PitbossError as error:
                returned.append(f"Spot {spot}: wagers returned. {error}")
                continue
            wagers, holders = more, who
        return wagers, holders, returned

    # the round

    def begin(self, wagers: dict[int, dict[str, Cents]], holders: dict[int, str]) -> Round:
        """The round begins with the shoe that was committed to before the bets."""
        assert self.coming is not None
        shoe = self.coming
        start, number = game_of(self.config.game).start_and_number(shoe.at)
        round = Round(self.config, wagers, shoe.shuffle.order, start, holders, number, trusted=True)
        self.shoe = shoe
        self.number += 1
        self.round_id = f"{self.id}-{self.number}"
        self.round = round
        self.laid = {spot: dict(bets) for spot, bets in wagers.items()}
        self.posted = 0
        self.phase = "playing"
        for seat in self.seats.values():
            seat.missed = 0 if seat.spot in wagers else seat.missed + 1
            seat.bets = {}
            seat.ready = False
        return round

    def newly_laid(self) -> list[tuple[int, str, Cents]]:
        """Wagers the round has added to the felt since the last look (Play, doubles, raises)."""
        assert self.round is not None
        added = []
        for spot, stakes in self.round.stakes.items():
            book = self.laid[spot]
            for wager, cents in stakes.items():
                if cents > (before := book.get(wager, 0)):
                    added.append((spot, wager, cents - before))
                    book[wager] = cents
        return added

    def newly_settled(self) -> list[Settlement]:
        assert self.round is not None
        done = list(self.round.settlements[self.posted :])
        self.posted += len(done)
        return done

    def end(self) -> Shoe:
        """The round is settled. Returns its shoe, which goes on or is done."""
        assert self.round is not None
        assert self.shoe is not None
        self.phase = "settled"
        self.shoe = self.shoe.after(next_start(self.round))
        return self.shoe

    def next_betting(self) -> None:
        self.phase = "betting"
        self.round = None
        self.round_id = None
        self.game_on = False
        self.notices = []

    def fallbacks(self) -> list[tuple[int, Decision]]:
        """What a timeout does now, for every spot that is waited for."""
        assert self.round is not None
        return [(ask.spot, fallback(self.round, ask)) for ask in self.round.pending]

    # deadlines

    def set_deadline(self, seconds: float | None) -> None:
        self.deadline_s = None if seconds is None else time.time() + seconds

    # recovery

    def snapshot(self) -> dict[str, Any]:
        """The table between two rounds; what came later is replayed on top of it."""
        return {
            "unit": self.units + 1,
            "number": self.number,
            "round_id": self.round_id,
            "config_id": self.config_id,
            "seats": {str(s.spot): [s.player, s.missed] for s in self.seats.values() if s.player},
            "game_on": self.game_on,
            "coming": [self.coming_key, self.coming.at if self.coming else 0],
        }

    def restore(self, shape: Mapping[str, Any]) -> None:
        self.units = shape["unit"]
        self.number = shape["number"]
        self.config_id = shape["config_id"]
        self.game_on = shape["game_on"]
        for spot, (player, missed) in shape["seats"].items():
            if int(spot) in self.seats:
                self.seats[int(spot)].player = player
                self.seats[int(spot)].missed = missed

    def apply(self, event: Event) -> None:
        """Replay one record of the log. Shoes are handled by the keeper, which knows where they are kept."""
        payload = event.payload
        if event.kind == SEAT_TAKEN:
            self.seats[payload["spot"]] = Seat(payload["spot"], payload["player"])
        elif event.kind == SEAT_LEFT:
            self.seats[payload["spot"]] = Seat(payload["spot"])
        elif event.kind == BETS_LAID:
            if self.phase == "settled":
                self.next_betting()
            seat = self.seats[payload["spot"]]
            seat.bets, seat.ready = payload["bets"], False
        elif event.kind == ROUND_OPENED:
            wagers = {int(spot): bets for spot, bets in payload["wagers"].items()}
            self.begin(wagers, {int(spot): who for spot, who in payload["holders"].items()})
            self.newly_settled()
            self.game_on = bool(payload["jackpots"])
        elif event.kind == DECIDED:
            assert self.round is not None
            self.round.decide(*parse_decision(payload))
            self.newly_laid()
            self.newly_settled()
        elif event.kind == SETTLED:
            shoe = self.end()
            if not shoe.done:
                self.coming = shoe
        elif event.kind == GAME_ENDED:
            self.next_betting()
        self.remember(payload.get("request"))
