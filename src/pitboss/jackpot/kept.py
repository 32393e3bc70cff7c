"""Who keeps a table's game: a room, with the cards and the wallets, or people at the desk, by hand.

A game goes on by the road it was begun on: the desk knows neither cards nor wallets of a room, and a room nothing of
what lies on a table that it does not deal."""

from __future__ import annotations

from enum import Enum, auto

from pitboss.errors import IllegalAction
from pitboss.jackpot.records import Claim, KeypadGame
from pitboss.jackpot.state import Get, load_game


class Road(Enum):
    """By which road an act comes: what is not said to come from the room is the desk's, at the terminal."""

    DESK = auto()
    ROOM = auto()


def room_table_key(table: str) -> str:
    """Where a room keeps a table's standing, from the day it first opens it."""
    return f"table/{table}"


def kept_by_room(get: Get, table: str) -> bool:
    return get(room_table_key(table)) is not None


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
    game = game_of(get, claim)
    if game is not None:
        check_road(game, claim.table, road, clause, CLAIMS_PAGE)


def game_of(get: Get, claim: Claim) -> KeypadGame | None:
    """The running game that a claim was marked in."""
    game = load_game(get, claim.table)
    return game if game is not None and game.running and game.number == claim.number else None


def _kept(table: str, clause: str, instead: str) -> IllegalAction:
    return IllegalAction(
        f"{table} is kept by a room, which knows its cards and wallets.", clause=clause, accepted=instead
    )
