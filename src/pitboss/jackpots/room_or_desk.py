"""Who runs a table's game: a room, with the cards and the wallets, or people at the desk, by hand; and what the cards
of a room's table say of its last round, which whoever signs for a claim there asks (JP-16).

A game goes on where it was begun: the desk knows neither cards nor wallets of a room, and a room nothing of
what lies on a table that it does not deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, Self

from pitboss.core.cards import text
from pitboss.core.codec import decode
from pitboss.core.errors import IllegalAction
from pitboss.jackpots.documents import Award, Claim, Get, KeypadGame, load_award, load_game
from pitboss.rounds.round import Round


class Caller(Enum):
    """Who calls for an act: what is not said to come from the room is the desk's, at the terminal."""

    DESK = auto()
    ROOM = auto()


NOT_CHECKED: Final = "real cards, not checked by the system"


def room_table_key(table: str) -> str:
    """Where a room keeps a table's standing, from the day it first opens it."""
    return f"table/{table}"


def kept_by_room(get: Get, table: str) -> bool:
    return get(room_table_key(table)) is not None


def round_key(round_id: str) -> str:
    """Where a room notes the opening of a round."""
    return f"round/{round_id}"


def round_id_of(table: str, number: int) -> str:
    return f"{table}-{number}"


def round_in_play(get: Get, table: str) -> str | None:
    """The round whose cards are out at a table of a room: its opening is noted, and the table's standing, which is
    written with every settlement, does not count it yet."""
    standing = get(room_table_key(table))
    if standing is None:
        return None
    coming = round_id_of(table, standing["number"] + 1)
    return None if get(round_key(coming)) is None else coming


def console(table: str) -> str:
    return f"the table's console in the room (/console/{table})"


CLAIMS_PAGE = "the claims page of the room (/supervisor)"


def check_by_hand(get: Get, table: str, clause: str, instead: str) -> None:
    """What is begun or booked by hand is begun at a table that no room keeps."""
    if kept_by_room(get, table):
        raise _kept(table, clause, instead)


def check_caller(game: KeypadGame, table: str, caller: Caller, clause: str, instead: str) -> None:
    """`instead` is where it is done in a room."""
    if game.booked_outside and caller is Caller.DESK:
        raise _kept(table, clause, instead)
    if not game.booked_outside and caller is Caller.ROOM:
        raise IllegalAction(
            f"Game {game.number} at {table} is run by hand.",
            clause=clause,
            accepted="the desk, where it was started (pitboss jackpot)",
        )


def check_claim_caller(get: Get, claim: Claim, caller: Caller, clause: str) -> None:
    if claim.reopened and caller is Caller.DESK:
        raise _kept(claim.table, clause, CLAIMS_PAGE)
    game = game_of(get, claim)
    if game is not None:
        check_caller(game, claim.table, caller, clause, CLAIMS_PAGE)


def check_award_caller(award: Award, caller: Caller, clause: str) -> None:
    """An award that was completed with a room's cards is the room's, though its game is over."""
    if award.round and caller is Caller.DESK:
        raise _kept(award.table, clause, CLAIMS_PAGE)


def game_of(get: Get, claim: Claim) -> KeypadGame | None:
    """The running game that a claim was marked in."""
    game = load_game(get, claim.table)
    return game if game is not None and game.running and game.number == claim.number else None


def _kept(table: str, clause: str, instead: str) -> IllegalAction:
    return IllegalAction(
        f"{table} is kept by a room, which knows its cards and wallets.", clause=clause, accepted=instead
    )


def not_checked(claim: Claim) -> str | None:
    """What the log and the win page say of the cards, where the system has not seen them."""
    return NOT_CHECKED if claim.by_hand else None


# What the cards of a room's table say of its last round.

COMMUNITY: Final = ("flop", "turn", "river")


def dealt_key(table: str) -> str:
    return f"jackpot-dealt/{table}"


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Whose spots they are, and which lines they win. Durable with the settlement, so that a claim is checked against
    the cards whatever the table does meanwhile."""

    round: str | None = None
    holders: Mapping[int, str] = field(default_factory=dict)
    hits: tuple[tuple[str, int, str], ...] = ()
    """sensor, spot and hand of each"""
    cards: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, round_id: str, round: Round) -> Self:
        return cls(
            round_id,
            dict(round.holders),
            tuple((hit.wager, hit.spot, hit.hand) for hit in round.jackpots),
            {spot: cards_of(round, spot) for spot in round.stakes},
        )

    def show(self, claim: Claim) -> bool:
        return (claim.sensor, claim.spot, claim.hand) in self.hits


def cards_of(round: Round, spot: int) -> str:
    """The cards that a spot's hand is made of, as dealt: its own, then those on the table for all (JP-17)."""
    deals = [event for event in round.log if event.kind == "deal"]
    own = [card for event in deals if event.spot == spot for card in event.cards]
    shared = [card for event in deals if event.place in COMMUNITY for card in event.cards]
    return " + ".join(" ".join(map(text, cards)) for cards in (own, shared) if cards)


def dealt_at(get: Get, table: str) -> DealtCards:
    return decode(DealtCards, get(dealt_key(table)) or {})


def dealt_for(get: Get, claim: Claim) -> DealtCards | None:
    """The cards of a claim in a room: its table cannot go on while it is open (JP-04). One that was opened again comes
    with the cards of its award. None at a table run by hand, where only people have seen them."""
    if claim.reopened:
        return _awarded(load_award(get, claim.reopened), claim)
    return None if claim.by_hand or game_of(get, claim) is None else dealt_at(get, claim.table)


def _awarded(award: Award, claim: Claim) -> DealtCards:
    hit = (claim.sensor, claim.spot, claim.hand)
    return DealtCards(award.round, {award.spot: award.player}, (hit,), {award.spot: award.cards})


def check_cards(get: Get, claim: Claim) -> None:
    dealt = dealt_for(get, claim)
    if dealt is not None and not dealt.show(claim):
        raise IllegalAction(
            f"The cards of spot {claim.spot} do not make {claim.hand}.",
            clause="JP-16",
            accepted="the hand that was dealt, with a wager on the sensor",
        )


def check_not_shown(get: Get, claim: Claim) -> None:
    """What the cards show is not rejected (JP-30)."""
    dealt = dealt_for(get, claim)
    if dealt is not None and dealt.show(claim):
        raise IllegalAction(
            f"The cards of spot {claim.spot} make {claim.hand}.",
            clause="JP-30",
            accepted="a rejection of a hand that was not dealt",
        )
