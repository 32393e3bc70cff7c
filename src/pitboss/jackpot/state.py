"""The jackpot's documents in the store: where each record is, and how it is read and written.

Readers take `get`: a unit's own inside a unit of work, or the store's `document` outside."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot import books, old
from pitboss.jackpot.records import VERSION, Award, Claim, Jackpot, KeypadGame, Sighting, Table
from pitboss.money import Cents
from pitboss.store import Unit
from pitboss.store.codec import decode, encode, upgrade_with

Get = Callable[[str], Any]
T = TypeVar("T", Jackpot, Table, KeypadGame, Claim, Award)


SYSTEM_KEY: Final = "jackpot-system"
"""says which version of the records the store holds"""


def mark_version(unit: Unit) -> None:
    if unit.get(SYSTEM_KEY) is None:
        unit.put(SYSTEM_KEY, {"version": VERSION})


def jackpot_key(jackpot: str) -> str:
    return f"jackpot/{jackpot}"


def table_key(table: str) -> str:
    return f"jackpot-table/{table}"


def game_key(table: str) -> str:
    return f"jackpot-game/{table}"


def claim_key(claim: str) -> str:
    return f"jackpot-claim/{claim}"


def award_key(award: str) -> str:
    return f"jackpot-award/{award}"


def queue_key(jackpot: str) -> str:
    """Open meter claims of all linked tables."""
    return f"jackpot-queue/{jackpot}"


def unpaid_key(jackpot: str) -> str:
    """Awards won and not yet paid."""
    return f"jackpot-unpaid/{jackpot}"


def choice_key(jackpot: Jackpot) -> str:
    """The jackpots of a game in this card room: the store's."""
    return f"jackpot-choice/{jackpot.game}"


def place_key(jackpot: Jackpot) -> str:
    """The jackpots of a game at one place, as they were noted before all places of a store were one card room."""
    return f"jackpot-choice/{jackpot.location}/{jackpot.game}"


def carry_key(jackpot: str) -> str:
    """Fractions of a unit that contributions have left over, by meter."""
    return f"jackpot-carry/{jackpot}"


for _kind in (Jackpot, Table, KeypadGame, Claim, Sighting, Award):
    upgrade_with(_kind, partial(old.upgrade, _kind))


def read(kind: type[T], document: object) -> T:
    """A document as its record, whichever version wrote it."""
    return decode(kind, document)


def _load(get: Get, kind: type[T], key: str, what: str, clause: str | None, accepted: str) -> T:
    data = get(key)
    if data is None:
        raise BadInput(f"There is no {what}.", clause=clause, accepted=accepted)
    return read(kind, data)


def load(get: Get, jackpot: str) -> Jackpot:
    return _load(get, Jackpot, jackpot_key(jackpot), f"jackpot {jackpot!r}", None, "one that was created")


def load_table(get: Get, table: str) -> Table:
    accepted = "a table that was added to the jackpot system"
    return _load(get, Table, table_key(table), f"table {table!r}", None, accepted)


def load_game(get: Get, table: str) -> KeypadGame | None:
    """The running or last game of a table."""
    data = get(game_key(table))
    return None if data is None else read(KeypadGame, data)


def running_game(unit: Unit, table: str) -> KeypadGame:
    game = load_game(unit.get, table)
    if game is None or not game.running:
        raise IllegalAction(f"No game is running at {table}.", clause="JP-03", accepted="START GAME first")
    return game


def load_claim(get: Get, claim: str) -> Claim:
    accepted = "a claim marked on the keypad"
    return _load(get, Claim, claim_key(claim), f"claim {claim!r}", "JP-15", accepted)


def load_award(get: Get, award: str) -> Award:
    return _load(get, Award, award_key(award), f"award {award!r}", "JP-17", "a completed award")


def open_claims(get: Get, jackpot: str) -> list[Claim]:
    """The open meter claims of all tables on a jackpot, in the order in which they were marked."""
    waiting = get(queue_key(jackpot)) or []
    return [load_claim(get, entry if isinstance(entry, str) else entry["id"]) for entry in waiting]


def unpaid(get: Get, jackpot: str) -> list[str]:
    found: list[str] = get(unpaid_key(jackpot)) or []
    return found


def save(unit: Unit, jackpot: Jackpot) -> None:
    unit.put(jackpot_key(jackpot.id), encode(jackpot))


def save_table(unit: Unit, table: Table) -> None:
    unit.put(table_key(table.table), encode(table))


def save_game(unit: Unit, table: str, game: KeypadGame) -> None:
    unit.put(game_key(table), encode(game))


def save_claim(unit: Unit, claim: Claim) -> None:
    unit.put(claim_key(claim.id), encode(claim))


def save_award(unit: Unit, award: Award) -> None:
    unit.put(award_key(award.id), encode(award))


def enqueue(unit: Unit, key: str, name: str) -> None:
    unit.put(key, [*_names(unit, key), name])


def dequeue(unit: Unit, key: str, name: str) -> None:
    unit.put(key, [entry for entry in _names(unit, key) if entry != name] or None)


def _names(unit: Unit, key: str) -> list[str]:
    waiting = unit.get(key) or []
    return [entry if isinstance(entry, str) else entry["id"] for entry in waiting]


def snapshot(unit: Unit, jackpot: Jackpot) -> dict[str, Cents]:
    """What every meter shows, in cents, for the record of who changed what (HR-22)."""
    if not jackpot.progressive:
        return {name: jackpot.posted_cents[name] for name in jackpot.meter_names}
    return {name: books.display(unit, jackpot.id, name) for name in jackpot.meter_names}
