"""Large payouts at the tables: held until surveillance has seen hand, wager, payout and player (HR-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.errors import BadInput, Conflict, IllegalAction
from pitboss.house.days import gambling_day
from pitboss.house.payouts import SurveillanceCheck
from pitboss.house.payouts import release as check_release
from pitboss.money import Cents, dollars
from pitboss.people.acts import Act, allow
from pitboss.people.person import Person
from pitboss.room.chips import WAGER_PAID, held, tokes, tray, wallet
from pitboss.rounds.events import Settlement
from pitboss.store import UNIT_PER_CENT, Store, Unit
from pitboss.store.writer import Work

PREFIX = "payout."
CONFIRMED = "winnings-released"


def id_of(round_id: str, n: int) -> str:
    """The n-th settlement of a round."""
    return f"{PREFIX}{round_id}.{n}"


def is_payout(id: str) -> bool:
    return id.startswith(PREFIX)


def key(id: str) -> str:
    return f"held-payout/{id}"


def shape(id: str, table: str, round_id: str, player: str, done: Settlement) -> dict[str, Any]:
    """As a claim is shown: what was won where by whom, and what is still needed."""
    return {
        "id": id,
        "jackpot": "",
        "table": table,
        "round_id": round_id,
        "spot": done.spot,
        "sensor": done.wager,
        "hand": done.hand,
        "text": done.text or done.hand,
        "pays": str(done.odds) if done.odds else dollars(done.net_cents),
        "meter": None,
        "player": player,
        "wager_cents": done.stake_cents,
        "payout_cents": done.net_cents,
        "payee": tokes(table) if done.tokes_cents else wallet(player),
        "status": "open",
        "surveillance": None,
        "needs": ["surveillance"],
    }


def load(store: Store, id: str) -> dict[str, Any]:
    found: dict[str, Any] | None = store.document(key(id))
    if found is None:
        raise BadInput(f"There is no payout {id!r}.", clause="HR-14", accepted="a payout that waits")
    return found


def waiting(store: Store) -> list[dict[str, Any]]:
    return list(store.documents(key("")).values())


def release(
    store: Store, id: str, person: Person, hand: str, wager_cents: Cents, payout_cents: Cents, player: str
) -> dict[str, Any]:
    """Surveillance confirms what it saw; the winnings go to the player, once. What is no longer waiting is only
    in the log, so the list of waiting payouts stays short."""
    allow(Act.SURVEIL, person)
    officer = person
    claim = load(store, id)
    seen = {"hand": hand, "wager_cents": wager_cents, "payout_cents": payout_cents, "player": player}
    if wrong := [name for name, value in seen.items() if claim[name] != value]:
        raise IllegalAction(
            f"Surveillance's {', '.join(wrong)} does not agree with what was won.",
            clause="HR-14",
            accepted="what was seen: hand, wager, payout and player",
        )
    check_release(
        claim["payout_cents"],
        gambling_day(store).of(store.clock()),
        SurveillanceCheck(hand, claim["sensor"], payout_cents, player, officer.name),
    )
    paid = {**claim, "status": "paid", "needs": [], "surveillance": {**seen, "by": officer.name}}

    def work(unit: Unit) -> None:
        if unit.account(held(claim["table"])).available_credit < payout_cents * UNIT_PER_CENT:
            raise IllegalAction(
                f"The chips for {dollars(payout_cents)} are not there yet.",
                clause="HR-34",
                accepted="a fill of the tray first",
            )
        unit.record("payout.released", f"payouts/{claim['table']}", officer.name, paid)
        unit.transfer_cents(held(claim["table"]), claim.get("payee", wallet(player)), payout_cents, CONFIRMED)
        unit.put(key(id), None)

    store.write(work, key=f"release/{id}", request=seen)
    return paid


def take_back(table: str, ids: Sequence[str], by: Person) -> Work:
    """Held winnings of a round that is void go back into the tray (HR-33)."""

    def work(unit: Unit) -> None:
        for id in ids:
            claim = unit.get(key(id))
            if claim is None:
                raise Conflict(
                    "Winnings of this round have been seen by surveillance and paid.",
                    clause="HR-33",
                    accepted="playing the round out",
                )
            unit.record("payout.void", f"payouts/{table}", by.name, {**claim, "status": "void", "needs": []})
            unit.transfer_cents(held(table), tray(table), claim["payout_cents"], WAGER_PAID)
            unit.put(key(id), None)

    return work
