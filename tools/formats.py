"""Everything that a house keeps or hands out, as text: tables of the store, events, documents, saved rounds, proofs.

`python -m tools.formats` writes it to `tests/golden/formats/N.txt`, N being the number of the store's format; a test
compares it. Before the first release that is all. From the first tag on a recorded file stays as it is: what changes
needs a migration in `pitboss/ledger/database.py`, which has the next number, and then a file of its own."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin

from pitboss.chips.cage import OpenWish
from pitboss.chips.day_book import DayBook
from pitboss.chips.payouts import HeldPayout
from pitboss.core.cards import fresh_order
from pitboss.core.codec import kept_fields
from pitboss.fairness import verifier
from pitboss.jackpots.documents import Award, Claim, Jackpot, KeypadGame, Table
from pitboss.jackpots.room_or_desk import DealtCards
from pitboss.jackpots.tray import LastCount
from pitboss.ledger.database import COLUMNS, FORMAT, MIGRATIONS, VERSION_TABLE, in_dialect
from pitboss.ledger.unit import EventData
from pitboss.people.credentials import FactorRule
from pitboss.people.documents import Path as Throttled
from pitboss.people.documents import StoredAccount, StoredSession, StoredToken
from pitboss.people.protection import Protection
from pitboss.room.table import TableSnapshot
from pitboss.rounds import notation
from pitboss.rounds.config import TableConfig
from pitboss.rounds.game import game_of
from pitboss.rounds.round import Round, fallback
from pitboss.sheets.load import game_ids, sheet

ROOMS: Final = ("chips", "house", "jackpots", "people", "room")
"""where events are declared"""
DOCUMENTS: Final = (
    Award, Claim, DayBook, DealtCards, FactorRule, HeldPayout, Jackpot, KeypadGame, LastCount, OpenWish, Protection,
    StoredAccount, StoredSession, StoredToken, Table, TableSnapshot, Throttled,
)  # fmt: skip
"""what `pitboss.core.codec` reads out of documents"""
FILES: Final = Path(__file__).parents[1] / "tests" / "golden" / "formats"


def described() -> str:
    return "\n".join([*_tables(), *_events(), *_documents(), *_rounds(), ""])


def _tables() -> Iterator[str]:
    yield f"format {FORMAT}"
    for dialect in ("sqlite", "postgresql"):
        yield f"\n# tables, {dialect}\n{in_dialect(VERSION_TABLE, dialect)}"
        for migration in MIGRATIONS:
            yield from migration.statements(dialect)
    yield from (f"{table}: {', '.join(name for name, _ in columns)}" for table, columns in COLUMNS.items())


def _events() -> Iterator[str]:
    for room in ROOMS:
        package = importlib.import_module(f"pitboss.{room}")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    yield "\n# events"
    declared = {
        f"{kind.KIND or '-'}: {_record(kind)}"
        for kind in _below(EventData)
        if kind.__module__.startswith("pitboss.")
    }
    yield from sorted(declared)


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _documents() -> Iterator[str]:
    yield "\n# documents"
    for kind in DOCUMENTS:
        yield f"{kind.__name__}: {_record(kind)}"


def _record(kind: Any) -> str:
    """A record's fields as they are kept, records inside it in their place."""
    parts = [
        f"{'' if one.flat else one.key}{'?' if one.left_out else ''}: {_type(one.hint)}"
        for one in kept_fields(kind)
    ]
    return f"({', '.join(parts)})"


def _type(hint: Any) -> str:
    if is_dataclass(hint):
        return _record(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "|".join(str(one.value) for one in hint)
    if hint is Ellipsis or not get_args(hint):
        return "..." if hint is Ellipsis else hint.__name__
    inside = [_type(one) for one in get_args(hint)]
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(inside)
    return f"{get_origin(hint).__name__}[{', '.join(inside)}]"


def _rounds() -> Iterator[str]:
    """What a round is saved as, and what its proof is made of."""
    config = TableConfig("face-up-pai-gow-poker")
    # cards that ask the player something: of a fresh shuffle the house way may settle the round at once
    order = fresh_order(config.decks, config.sheet.jokers, Random(2).randbytes)
    round = Round(config, {1: {"standard": 500}}, order, number=1)
    ask = round.pending[0]
    round.decide(ask.spot, fallback(round, ask))
    yield f"\n# rounds\nsaved: {_shape(round.to_json())}\nhistory: {notation.TITLE}: {', '.join(notation.NAMES)}"
    yield "shoe: order of dealing, which a seal covers and the log does not repeat"
    yield from (f"{game}: {plan}" for game in game_ids() for plan in _plans(game))
    for name in ("FILE", "VIEW", "EVENT", "EVENT_MAY_HAVE", "PROOF", "SHOE", "LEAF", "RECEIPT", "KIND"):
        yield f"{name.lower().replace('_', ' ')}: {getattr(verifier, name)}"


def _plans(game: str) -> Iterable[str]:
    """The orders of dealing of a game, under any of its options."""
    options = [{}, *({option.name: word} for option in sheet(game).options for word in option.choices)]
    plans = (game_of(game).plan(TableConfig(game, chosen)) for chosen in options)
    return dict.fromkeys(" | ".join(map(" ".join, plan)) for plan in plans)


def _shape(value: Any) -> str:
    """The names and kinds of a document, whatever its values."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{name}: {_shape(inside)}' for name, inside in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(dict.fromkeys(map(_shape, value)))}]"
    return type(value).__name__


if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    (FILES / f"{FORMAT}.txt").write_text(described(), encoding="utf-8")
