"""The jackpot's documents in the store: one for the jackpot, one for each table, game, claim and award."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.approvals import PayTable, sheet
from pitboss.errors import BadInput, IllegalAction
from pitboss.jackpot import books
from pitboss.jackpot.model import Controls, JackpotConfig, Kind, MeterSettings, Status
from pitboss.money import Cents
from pitboss.store import Unit

Json = dict[str, Any]


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


def carry_key(jackpot: str) -> str:
    """Fractions of a unit that contributions have left over, by meter."""
    return f"jackpot-carry/{jackpot}"


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A jackpot's document, read with names and types."""

    data: Json

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def kind(self) -> Kind:
        return Kind(self.data["kind"])

    @property
    def progressive(self) -> bool:
        return self.kind is Kind.PROGRESSIVE

    @property
    def status(self) -> Status:
        return Status(self.data["status"])

    @property
    def wager_cents(self) -> Cents:
        return int(self.data["wager_cents"])

    @property
    def table(self) -> PayTable:
        return sheet(self.data["game"]).pay_table("jackpot", self.data["pay_table"])

    @property
    def controls(self) -> Controls:
        return Controls.from_json(self.data["controls"])

    @property
    def meters(self) -> list[str]:
        return list(self.data["meters"])

    def meter(self, name: str) -> Json:
        found: Json | None = self.data["meters"].get(name)
        if found is None:
            raise BadInput(
                f"{self.id} has no meter {name!r}.", clause="JP-10", accepted=", ".join(self.meters)
            )
        return found

    def in_use(self, meter: str) -> MeterSettings:
        return MeterSettings.from_json(self.meter(meter)["in_use"])

    def must_be(self, *statuses: Status, act: str, clause: str) -> None:
        if self.status not in statuses:
            why = f" ({self.data['suspended_for']})" if self.data.get("suspended_for") else ""
            raise IllegalAction(
                f"{self.id} is {self.status.value}{why}; {act} is not possible.",
                clause=clause,
                accepted=" or ".join(f"a {status.value} jackpot" for status in statuses),
            )


def new_jackpot(config: JackpotConfig) -> Json:
    def meter(name: str) -> Json:
        if config.kind is Kind.HOUSE:
            return {"posted_cents": config.posted_cents[name]}
        settings = config.meters[name]
        return {
            "configured": config.configured.get(name, settings).to_json(),
            "in_use": settings.to_json(),
            "proposed": None,
            "waiting": None,
            "seeded": 0,
            "awards": 0,
            "last_award": None,
            "left": 0,
        }

    return {
        "id": config.id,
        "kind": config.kind.value,
        "game": config.game,
        "pay_table": config.pay_table,
        "wager_cents": config.wager_cents,
        "location": config.location,
        "controls": config.controls.to_json(),
        "status": Status.CREATED.value,
        "suspended_for": None,
        "notices": list(config.notices),
        "tables": {},
        "covered_us": None,
        "meters": {name: meter(name) for name in config.table.meters},
    }


def load(unit: Unit, jackpot: str) -> Jackpot:
    data = unit.get(jackpot_key(jackpot))
    if data is None:
        raise BadInput(f"There is no jackpot {jackpot!r}.", accepted="the name of a jackpot that was created")
    return Jackpot(data)


def load_table(unit: Unit, table: str) -> Json:
    data: Json | None = unit.get(table_key(table))
    if data is None:
        raise BadInput(
            f"There is no table {table!r}.", accepted="a table that was added to the jackpot system"
        )
    return data


def load_claim(unit: Unit, claim: str) -> Json:
    data: Json | None = unit.get(claim_key(claim))
    if data is None:
        raise BadInput(
            f"There is no claim {claim!r}.", clause="JP-15", accepted="a claim marked on the keypad"
        )
    return data


def save(unit: Unit, jackpot: Jackpot) -> None:
    unit.put(jackpot_key(jackpot.id), jackpot.data)


def record(unit: Unit, kind: str, jackpot: str, actor: object, payload: Json) -> None:
    """An event of a jackpot's own life; events of a table's rounds are in the table's stream."""
    unit.record(kind, jackpot_key(jackpot), str(actor), payload)


def snapshot(unit: Unit, jackpot: Jackpot) -> Json:
    """What every meter shows and holds back, in cents, for the record of who changed what (HR-22)."""
    if not jackpot.progressive:
        return {name: meter["posted_cents"] for name, meter in jackpot.data["meters"].items()}
    return {name: books.display(unit, jackpot.id, name) for name in jackpot.meters}
