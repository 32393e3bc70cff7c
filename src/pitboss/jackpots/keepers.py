"""Who keeps a table's game: a room, with the cards and the wallets, or people at the desk, by hand.

A game goes on by the road it was begun on: the desk knows neither cards nor wallets of a room, and a room nothing of
what lies on a table that it does not deal."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from pitboss.core.errors import IllegalAction
from pitboss.jackpots.documents import Award, Claim, KeypadGame
from pitboss.jackpots.loading import Get, load_game


class Road(Enum):
    """By which road an act comes: what is not said to come from the room is the desk's, at the terminal."""

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


def check_road(game: KeypadGame, table: str, road: Road, clause: str, instead: str) -> None:
    """`instead` is where it is done in a room."""
    if game.booked_outside and road is Road.DESK:
        raise _kept(table, clause, instead)
    if not game.booked_outside and road is Road.ROOM:
        raise IllegalAction(
            f"Game {game.number} at {table} is run by hand.",
            clause=clause,
            accepted="the desk, where it was started (pitboss jackpot)",
        )


def check_claim_road(get: Get, claim: Claim, road: Road, clause: str) -> None:
    if claim.reopened and road is Road.DESK:
        raise _kept(claim.table, clause, CLAIMS_PAGE)
    game = game_of(get, claim)
    if game is not None:
        check_road(game, claim.table, road, clause, CLAIMS_PAGE)


def check_award_road(award: Award, road: Road, clause: str) -> None:
    """An award that was completed with a room's cards is the room's, though its game is over."""
    if award.round and road is Road.DESK:
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
