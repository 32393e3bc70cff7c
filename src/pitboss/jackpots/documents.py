"""What the jackpot system keeps in the store: one record for each jackpot, table, game, claim and award; where each
is, and how it is read and written.

Readers take `get`: a unit's own inside a unit of work, or the store's `document` outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self, TypedDict, TypeVar, Unpack

from pitboss.core.codec import decode, encode
from pitboss.core.errors import BadInput, IllegalAction
from pitboss.core.money import Cents
from pitboss.jackpots.model import SENSORS, Controls, JackpotConfig, Kind, MeterSettings, Status
from pitboss.ledger import Unit
from pitboss.people.person import Person
from pitboss.people.rights import Act
from pitboss.sheets import PayTable, sheet


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed, by id, as what, and when."""

    id: str
    role: str
    at_us: int

    @classmethod
    def of(cls, person: Person, at_us: int) -> Self:
        return cls(person.id, ", ".join(person.roles), at_us)

    def __str__(self) -> str:
        return f"{self.id} ({self.role})" if self.role else self.id


# The jackpot.


@dataclass(frozen=True, slots=True)
class Proposal:
    """Settings that one person proposes and another approves; they wait for the meter's reset (HR-18)."""

    settings: MeterSettings
    why: str
    by: Signature
    approved: Signature | None = None


@dataclass(frozen=True, slots=True)
class Meter:
    """One meter of a progressive, beside its accounts in the ledger."""

    configured: MeterSettings
    """as delivered"""
    in_use: MeterSettings
    proposed: Proposal | None = None
    waiting: Proposal | None = None
    seed_units: int = 0
    """the house's own money on it: awards take it first, so what is left of it is never the players' (JP-33)"""
    last_award: str | None = None


class MeterChanges(TypedDict, total=False):
    """What of a meter an act changes."""

    in_use: MeterSettings
    proposed: Proposal | None
    waiting: Proposal | None
    seed_units: int
    last_award: str | None


@dataclass(frozen=True, slots=True)
class Suspension:
    reason: str
    by: Signature
    shortfall: bool = False
    """of the players' money: a right count ends it, nobody's word (HR-10)"""


@dataclass(frozen=True, slots=True)
class Malfunction:
    """A display that was wrong and corrected, and has still to be reported."""

    meter: str
    cents: Cents
    by: Signature
    due: str
    """the last gambling day for it"""


@dataclass(frozen=True, slots=True)
class LinkedTable:
    game: str
    decks: int
    pay_table: str
    sensor: str = SENSORS[0]


@dataclass(frozen=True)
class Jackpot:
    id: str
    kind: Kind
    game: str
    pay_table: str
    wager_cents: Cents
    location: str
    controls: Controls
    status: Status
    notices: tuple[str, ...] = ()
    tables: Mapping[str, LinkedTable] = field(default_factory=dict)
    meters: Mapping[str, Meter] = field(default_factory=dict)
    posted_cents: Mapping[str, Cents] = field(default_factory=dict)
    """of a house jackpot, by meter of the pay table (JP-08)"""
    covered_us: int | None = None
    """when the separate account last held all that was owed (HR-10)"""
    suspensions: tuple[Suspension, ...] = ()
    malfunctions: tuple[Malfunction, ...] = ()
    """to be reported, where the controls name a number of days"""

    @property
    def progressive(self) -> bool:
        return self.kind is Kind.PROGRESSIVE

    @property
    def table(self) -> PayTable:
        return sheet(self.game).pay_table(sheet(self.game).jackpot, self.pay_table)

    @property
    def meter_names(self) -> tuple[str, ...]:
        """In printed order: Mega before Major before Minor."""
        return self.table.meters

    @property
    def suspended_for(self) -> str | None:
        return "; ".join(one.reason for one in self.suspensions) or None

    def meter(self, name: str) -> Meter:
        found = self.meters.get(name)
        if found is None:
            raise BadInput(
                f"{self.id} has no meter {name!r}.",
                clause="JP-10",
                accepted=", ".join(self.meter_names) if self.progressive else "a progressive's meter",
            )
        return found

    def with_meter(self, name: str, **changes: Unpack[MeterChanges]) -> Jackpot:
        return replace(self, meters={**self.meters, name: replace(self.meter(name), **changes)})

    def must_be(self, *statuses: Status, act: str, clause: str) -> None:
        if self.status not in statuses:
            why = f" ({self.suspended_for})" if self.suspensions else ""
            raise IllegalAction(
                f"{self.id} is {self.status.value}{why}; {act} is not possible.",
                clause=clause,
                accepted=" or ".join(f"a {status.value} jackpot" for status in statuses),
            )


def new_jackpot(config: JackpotConfig) -> Jackpot:
    meters = {name: Meter(config.configured.get(name, used), used) for name, used in config.meters.items()}
    return Jackpot(
        config.id,
        config.kind,
        config.game,
        config.pay_table,
        config.wager_cents,
        config.location,
        config.controls,
        Status.CREATED,
        config.notices,
        meters=meters,
        posted_cents=dict(config.posted_cents),
    )


# The table and its game.


@dataclass(frozen=True, slots=True)
class Table:
    table: str
    game: str
    spots: int
    decks: int
    location: str
    options: Mapping[str, str]
    sensors: Mapping[str, str]
    """sensor: jackpot"""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one game's wagers brought a meter, in units: so that a void game can take it back (HR-33)."""

    meter: int
    overflow: int
    reserve: int


@dataclass(frozen=True, slots=True)
class KeypadGame:
    """One START GAME to END GAME at a table."""

    number: int
    running: bool
    lit: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    players: Mapping[int, str] = field(default_factory=dict)
    """who plays which spot, where it is known: envy goes by person (JP-32)"""
    claims: tuple[str, ...] = ()
    presses: int = 0
    taken: Mapping[str, Mapping[str, Contribution]] = field(default_factory=dict)
    """sensor: meter: what came onto it"""
    booked_outside: bool = False
    """the room's own ledger has moved the chips"""
    started: Signature | None = None

    def player(self, spot: int) -> str:
        """A spot whose player is not named is a person of its own."""
        return self.players.get(spot) or f"spot {spot}"


# Claims and awards.


class State(StrEnum):
    """Where a claim stands. `READY` is confirmed and surveilled, in whichever order."""

    MARKED = "marked"
    CONFIRMED = "confirmed"
    SURVEILLED = "surveilled"
    READY = "ready"
    COMPLETED = "completed"
    PAID = "paid"
    TAKEN_OFF = "taken-off"
    REJECTED = "rejected"
    BACKED_OUT = "backed-out"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class MeterView:
    """What a meter held and held back at one moment, in units."""

    meter: int
    reserve: int
    overflow: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A pending transfer that keeps a part of a claim's prize (JP-29)."""

    transfer: str
    account: str
    units: int


@dataclass(frozen=True, slots=True)
class Sighting:
    """What surveillance saw (HR-14)."""

    hand: str
    wager_cents: Cents
    payout_cents: Cents
    player: str
    by: Signature


@dataclass(frozen=True)
class Claim:
    id: str
    jackpot: str
    table: str
    number: int
    sensor: str
    spot: int
    hand: str
    state: State
    cents: Cents
    """what it will be paid: fixed by its line, or held on the meter (JP-29)"""
    marked: Signature
    completed_us: int
    """the moment of the completing card (JP-14)"""
    folded: bool = False
    player: str = ""
    meter: str | None = None
    """None: paid from the tray"""
    share: Fraction = Fraction(0)
    seen: MeterView | None = None
    """the meter as displayed when the hand was marked; of a progressive only"""
    holds: tuple[Hold, ...] = ()
    confirmed: Signature | None = None
    surveillance: Sighting | None = None
    reason: str = ""
    """why it was rejected or backed out"""
    started: Signature | None = None
    """who started its game"""
    reopened: str = ""
    """the award of this hand that was backed out: it is verified anew, and pays (JP-18)"""
    by_hand: bool = False
    """marked at a table with real cards, which the system has not seen"""

    @property
    def signed(self) -> list[tuple[Act, str]]:
        """Who has done what for it so far, by id (JP-31)."""
        steps = (
            (Act.START_GAME, self.started),
            (Act.PRESS, self.marked),
            (Act.CONFIRM, self.confirmed),
            (Act.SURVEIL, self.surveillance.by if self.surveillance else None),
        )
        return [(act, signature.id) for act, signature in steps if signature is not None]


@dataclass(frozen=True, slots=True)
class Restart:
    """What a full award moved onto the meter, in units (JP-12)."""

    seed: int = 0
    reserve: int = 0
    overflow: int = 0
    reserve_overflow: int = 0


@dataclass(frozen=True, slots=True)
class Applied:
    """A change of settings that a reset has put in use."""

    before: MeterSettings
    after: Proposal


@dataclass(frozen=True)
class Award:
    """A win on record: what the win page shows and what a back-out needs (JP-17, JP-18)."""

    id: str
    jackpot: str
    kind: Kind
    state: State
    prize_cents: Cents
    hand: str
    """as printed"""
    meter: str
    wager_cents: Cents
    at_us: int
    before_cents: Cents = 0
    after_cents: Cents = 0
    share: Fraction = Fraction(0)
    table: str = ""
    spot: int = 0
    number: int = 0
    player: str = ""
    round: str = ""
    cards: str = ""
    confirmed: Signature | None = None
    completed: Signature | None = None
    second: Signature | None = None
    surveillance: Sighting | None = None
    restarted: bool = False
    restart: Restart = Restart()
    seed_units_before: int = 0
    previous: str | None = None
    change: Applied | None = None
    paid: Signature | None = None
    check_due_us: int | None = None
    backed_out: Signature | None = None
    backed_out_with: tuple[Signature, ...] = ()
    """who signed that beside the first"""
    reopened_as: str = ""
    """the claim that stands in its place"""
    reason: str = ""

    @property
    def signed(self) -> list[tuple[Act, str]]:
        """Who has done what for it so far, by id: at a table completed, else adjusted by two (JP-31)."""
        booked = Act.COMPLETE if self.table else Act.ADJUST
        steps = (
            (Act.CONFIRM, self.confirmed),
            (booked, self.completed),
            (Act.ADJUST, self.second),
            (Act.SURVEIL, self.surveillance.by if self.surveillance else None),
        )
        return [(act, signature.id) for act, signature in steps if signature is not None]


def display_name(jackpot: Jackpot) -> str:
    """As players and staff read it. Of two at one table the one on the second sensor says so (JP-09)."""
    kind = "progressive" if jackpot.progressive else "jackpot"
    second = any(table.sensor == SENSORS[1] for table in jackpot.tables.values())
    return f"{sheet(jackpot.game).name} {'second ' * second}{kind}"


# Where each record is, and how it is read and written.

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
