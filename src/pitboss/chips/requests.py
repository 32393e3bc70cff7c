"""What players ask the cage for: chips for cash, or cash for chips. Asking moves nothing: a dealer or cashier who has
counted the cash answers by selling or buying back, or says no (HR-34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from pitboss.core.arguments import said
from pitboss.core.codec import decode, encode
from pitboss.core.errors import BadInput, Conflict, NotFound
from pitboss.core.money import Cents, dollars
from pitboss.ledger import Store, Unit
from pitboss.people.person import Person
from pitboss.people.rights import Act, allow, unconcerned

STREAM: Final = "cage"
CENTS_MAX: Final[Cents] = 10_000_000
PREFIX: Final = "asked/"
TOLD: Final = "told-no/"
"""under a player's name: the last wish that was declined, with the reason, until the next wish"""


class Wish(StrEnum):
    CHIPS = "chips"
    CASH = "cash"


ANSWERED_BY: Final = {Wish.CHIPS: Act.BUY_IN, Wish.CASH: Act.CASH_OUT}


@dataclass(frozen=True, slots=True)
class OpenWish:
    """One open wish; a person has one at a time."""

    player: str
    wish: Wish
    cents: Cents
    table: str
    """where the chips are wanted; empty for cash, which the cage pays"""
    at_us: int


def document_of(player: str) -> str:
    return f"{PREFIX}{player}"


def wish_of(get: Callable[[str], Any], player: str) -> OpenWish | None:
    """`get` is a unit's, or the store's `document`."""
    found = get(document_of(player))
    return decode(OpenWish, found) if found else None


def answered(unit: Unit, player: str, wish: Wish, asked_us: int | None = None) -> None:
    """In the unit that moves the chips: what was asked for is done. `asked_us`: it is the answer to the wish of that
    moment, and a wish is answered once, however many people press."""
    found = wish_of(unit.get, player)
    if found is not None and found.wish is not wish:
        found = None
    if asked_us is not None and (found is None or found.at_us != asked_us):
        raise Conflict(
            f"What {player} asked for is answered already, or asked for no more.",
            clause="HR-34",
            accepted=f"what {player} asks for now" if found else "nothing more for it",
        )
    if found is not None:
        unit.put(document_of(player), None)


def granted_cash(unit: Unit, player: str, cents: Cents) -> None:
    """Nobody takes chips out of a wallet whose owner has not asked for it: the wish is the player's signature."""
    found = wish_of(unit.get, player)
    asked = found.cents if found is not None and found.wish is Wish.CASH else 0
    if cents > asked:
        raise Conflict(
            f"{player} has asked for {dollars(asked)} in cash, not for {dollars(cents)}.",
            clause="HR-34",
            accepted=f"at most {dollars(asked)}" if asked else "the player's own wish first",
        )
    unit.put(document_of(player), None)


class Asking:
    """Its methods wait for the store: call them from a worker thread."""

    def __init__(self, store: Store, tables: Iterable[str]) -> None:
        self._store = store
        self._tables = frozenset(tables)

    def ask(
        self, person: Person, wish: Wish, cents: Cents, table: str = "", request: str | None = None
    ) -> OpenWish:
        """A later wish takes the place of an earlier one."""
        if not 0 < cents <= CENTS_MAX or (wish is Wish.CHIPS and cents % 100):
            raise BadInput(
                "This amount cannot be asked for.",
                clause="HR-34",
                accepted=f"whole dollars, up to {CENTS_MAX} cents",
            )
        if wish is Wish.CHIPS and table not in self._tables:
            raise BadInput(
                "Chips are sold at a table.", clause="HR-34", accepted=", ".join(sorted(self._tables))
            )
        asked = OpenWish(person.id, wish, cents, table if wish is Wish.CHIPS else "", self._store.clock())

        def work(unit: Unit) -> None:
            shape = encode(asked)
            unit.record("cage.asked", STREAM, person.id, shape)
            unit.put(document_of(person.id), shape)
            unit.put(f"{TOLD}{person.id}", None)

        wanted = {"wish": wish, "cents": cents, "table": asked.table}
        self._store.write(work, key=f"ask/{person.id}/{request}" if request else None, request=wanted)
        return asked

    def of(self, player: str) -> OpenWish | None:
        return wish_of(self._store.document, player)

    def open(self) -> list[OpenWish]:
        """All open wishes, the oldest first."""
        found = [decode(OpenWish, shape) for shape in self._store.documents(PREFIX).values() if shape]
        return sorted(found, key=lambda asked: asked.at_us)

    def declined(self, player: str) -> str:
        """What the player's last wish was told, in a sentence; empty where it was not declined."""
        told = self._store.document(f"{TOLD}{player}")
        if not told:
            return ""
        asked = decode(OpenWish, told["asked"])
        return f"{dollars(asked.cents)} in {asked.wish}: declined, {told['why']}."

    def take_back(self, person: Person) -> None:
        self._close(person.id, "cage.asked-no-more", person, "")

    def decline(self, player: str, by: Person, why: str) -> None:
        """Whoever may answer may also say no, with a reason."""
        found = self.of(player)
        if found is None:
            raise NotFound(f"{player} asks for nothing.", clause="HR-34", accepted="an open wish")
        allow(ANSWERED_BY[found.wish], by)
        unconcerned(ANSWERED_BY[found.wish], player, by)
        self._close(player, "cage.declined", by, said(why, "Declining a wish", "HR-34"))

    def _close(self, player: str, kind: str, by: Person, why: str) -> None:
        def work(unit: Unit) -> None:
            found = unit.get(document_of(player))
            if found is None:
                raise Conflict(f"{player} asks for nothing.", clause="HR-34", accepted="an open wish")
            unit.record(kind, STREAM, by.id, {"player": player, "asked": found, "why": why})
            unit.put(document_of(player), None)
            if why:
                unit.put(f"{TOLD}{player}", {"asked": found, "why": why})

        self._store.write(work)
