"""Seats, chips and wagers at one table, up to the first card."""

from __future__ import annotations

from dataclasses import replace

from pitboss.core.cards import check_roll
from pitboss.core.errors import BadInput, Conflict, IllegalWager
from pitboss.core.money import Cents, dollars
from pitboss.fairness.cuts import DICE, check_value
from pitboss.people.accounts import PLAYER, need
from pitboss.room.commands import Bet, Clear, CutCards, JackpotClosed, Leave, Sit
from pitboss.room.events import BetsLaid, CardsCut, SeatLeft, SeatTaken
from pitboss.room.table import Seat
from pitboss.room.unit_plan import Draft
from pitboss.rounds.game import game_of
from pitboss.rounds.limits import check_wager


def sit(draft: Draft, command: Sit) -> None:
    person = need(command.person, PLAYER)
    seat = draft.state.seat(command.spot)
    if seat.player is not None:
        raise Conflict(
            f"Spot {command.spot} is taken by {seat.player}.",
            clause="HR-26",
            accepted=", ".join(f"spot {s.spot}" for s in draft.state.seats.values() if s.player is None)
            or "no seat is free",
        )
    held = {s.spot: s.player for s in draft.state.seats.values() if s.player is not None}
    config = draft.state.config
    game_of(config.game).check_seats(config, {**held, command.spot: person.id})
    draft.add(SeatTaken(spot=command.spot, player=person.id))


def leave(draft: Draft, command: Leave) -> None:
    state = draft.state
    state.own_seat(command.person.id, command.spot)
    if state.phase == "playing" and command.spot in state.playing.wagers:
        raise Conflict(
            f"Spot {command.spot} has wagers in this round.",
            clause="HR-20",
            accepted="leaving after the round",
        )
    draft.add(SeatLeft(spot=command.spot, player=command.person.id))


# Wagers.


def bet(draft: Draft, command: Bet) -> None:
    state = draft.state
    seat = state.own_seat(command.person.id, command.spot)
    bets = check_bet(draft, seat, command.wager, command.amount_cents)
    need_chips(draft, command.person.id, state.staked_elsewhere(seat) + sum(bets.values()))
    draft.add(BetsLaid(spot=seat.spot, bets=bets))


def clear(draft: Draft, command: Clear) -> None:
    seat = draft.state.own_seat(command.person.id, command.spot)
    check_betting(draft)
    draft.add(BetsLaid(spot=seat.spot, bets={}))


def check_betting(draft: Draft) -> None:
    if draft.state.phase != "betting":
        raise Conflict("No more bets: the round is on.", clause="BJ-13", accepted="a bet after this round")


def check_bet(draft: Draft, seat: Seat, wager: str, cents: Cents) -> dict[str, Cents]:
    """The seat's wagers with this one set to `cents`."""
    check_betting(draft)
    config = draft.state.config
    bets = dict(seat.bets)
    place = config.sheet.wager(wager)
    if cents == 0:
        bets.pop(wager, None)
        return bets
    check_wager(config, seat.spot, place, cents)
    if place.sensed:
        _check_sensed(draft, place.name, wager, cents)
    bets[wager] = cents
    return bets


def _check_sensed(draft: Draft, name: str, wager: str, cents: Cents) -> None:
    sensor = draft.now.sensors.get(wager)
    if sensor is None:
        raise IllegalWager(f"{name} has no jackpot at this table.", clause="JP-06", accepted="no wager on it")
    if cents != sensor.wager_cents:
        raise IllegalWager(
            f"{name} is one fixed amount for all.", clause="JP-01", accepted=dollars(sensor.wager_cents)
        )


def need_chips(draft: Draft, person: str, cents: Cents) -> None:
    if cents > (have := draft.now.chips_of(person)):
        raise IllegalWager(
            f"{person} has {dollars(have)} in chips; {dollars(cents)} are needed.",
            clause="HR-17",
            accepted=f"at most {dollars(have)}, or chips bought at the table",
        )


# The cut.


def cut_cards(draft: Draft, command: CutCards) -> None:
    """A player's value for the coming shoe; once given it counts, whatever he does then (HR-36)."""
    table, name = draft.state, command.person.id
    if not table.spots_of(name):
        raise Conflict(f"{name} has no seat here.", clause="HR-36", accepted="a seat at the table")
    if table.seal is None:
        raise Conflict(
            "The cards on the table have been cut.", clause="HR-36", accepted="a cut after the next shuffle"
        )
    if command.seal not in (None, table.seal):
        raise Conflict("This cut was made for other cards.", clause="HR-36", accepted=f"seal {table.seal}")
    cut(draft, min(table.spots_of(name)), check_value(command.value))


def cut(draft: Draft, spot: int, value: str) -> None:
    """Put a value on record, while the cards can be cut; the one that is there already is not given again."""
    table = draft.state
    if table.seal is not None and (spot == DICE or table.seats[spot].cut != value):
        draft.add(CardsCut(spot=spot, player=draft.command.person.id, value=value, seal=table.seal))


def roll_dice(draft: Draft, dice: tuple[int, ...]) -> None:
    """The dealer's roll for the first hand: one more cut, where the house rolls (PG-02)."""
    if draft.state.config.rolls_dice:
        roll, rolled = check_roll(" ".join(map(str, dice))), dict(draft.state.cuts).get(DICE)
        if rolled is None:
            cut(draft, DICE, roll)
        elif roll != rolled:  # nobody rolls until he likes what he sees
            raise Conflict("The dice have been rolled for this deal.", clause="PG-02", accepted=rolled)
    elif dice:
        raise BadInput("At this table the generator draws.", clause="PG-02", accepted="no dice")


def return_sensed(draft: Draft, command: JackpotClosed) -> None:
    """The jackpot wagers go back; the round can be dealt without them (HR-10)."""
    sheet = draft.state.config.sheet
    for spot, seat in draft.state.seats.items():
        kept = {w: cents for w, cents in seat.bets.items() if not sheet.wager(w).sensed}
        if kept != seat.bets:
            draft.add(BetsLaid(spot=spot, bets=kept, notice=replace(command.notice, spot=spot)))
