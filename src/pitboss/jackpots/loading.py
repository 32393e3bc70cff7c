"""The jackpot's documents in the store: where each record is, and how it is read and written.

Readers take `get`: a unit's own inside a unit of work, or the store's `document` outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.core.codec import decode, encode
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.core.money import Cents
from pitboss.jackpots import postings
from pitboss.jackpots.documents import Award, Claim, Jackpot, KeypadGame, Table
from pitboss.ledger import Unit

Get = Callable[[str], Any]
T = TypeVar("T", Jackpot, Table, KeypadGame, Claim, Award)


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


def carry_key(jackpot: str) -> str:
    """Fractions of a unit that contributions have left over, by meter."""
    return f"jackpot-carry/{jackpot}"


def _load(get: Get, kind: type[T], key: str, what: str, clause: str | None, accepted: str) -> T:
    data = get(key)
    if data is None:
        raise BadInput(f"There is no {what}.", clause=clause, accepted=accepted)
    return decode(kind, data)


def load(get: Get, jackpot: str) -> Jackpot:
    return _load(get, Jackpot, jackpot_key(jackpot), f"jackpot {jackpot!r}", None, "one that was created")


def load_table(get: Get, table: str) -> Table:
    accepted = "a table that was added to the jackpot system"
    return _load(get, Table, table_key(table), f"table {table!r}", None, accepted)


def load_game(get: Get, table: str) -> KeypadGame | None:
    """The running or last game of a table."""
    data = get(game_key(table))
    return None if data is None else decode(KeypadGame, data)


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
    return [load_claim(get, claim) for claim in get(queue_key(jackpot)) or []]


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
    unit.put(key, [*(unit.get(key) or []), name])


def dequeue(unit: Unit, key: str, name: str) -> None:
    unit.put(key, [entry for entry in unit.get(key) or [] if entry != name] or None)


def snapshot(unit: Unit, jackpot: Jackpot) -> dict[str, Cents]:
    """What every meter shows, in cents, for the record of who changed what (HR-22)."""
    if not jackpot.progressive:
        return {name: jackpot.posted_cents[name] for name in jackpot.meter_names}
    return {name: postings.display(unit, jackpot.id, name) for name in jackpot.meter_names}
