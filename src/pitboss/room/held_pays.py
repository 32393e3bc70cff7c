"""Large payouts at the tables: held until surveillance has seen hand, wager, payout and player (HR-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pitboss.chips.accounts import WAGER_PAID, held, tokes, tray, wallet
from pitboss.chips.events import SurveillanceCheck
from pitboss.chips.payouts import release as check_release
from pitboss.core.codec import FLAT, decode
from pitboss.core.errors import BadInput, Conflict, IllegalAction
from pitboss.core.money import Cents, dollars
from pitboss.ledger import UNIT_PER_CENT, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import EventData, begin, read_event
from pitboss.ledger.writer import Work
from pitboss.people.person import Person
from pitboss.people.person import id_of as spelled
from pitboss.people.rights import Act, allow
from pitboss.room.claims import Seen
from pitboss.rounds.events import Settlement

PREFIX = "payout."
CONFIRMED = "winnings-released"


def id_of(round_id: str, n: int) -> str:
    """The n-th settlement of a round."""
    return f"{PREFIX}{round_id}.{n}"


def is_payout(id: str) -> bool:
    return id.startswith(PREFIX)


def key(id: str) -> str:
    return f"held-payout/{id}"


@dataclass(frozen=True, slots=True)
class HeldPayout:
    """Winnings that wait: what was won where by whom, and what is still needed."""

    id: str
    table: str
    round_id: str
    spot: int
    sensor: str
    """the wager's place"""
    hand: str
    text: str
    pays: str
    player: str
    wager_cents: Cents
    payout_cents: Cents
    payee: str
    """the account that gets it"""
    status: str = "open"
    surveillance: Seen | None = None
    needs: tuple[str, ...] = ("surveillance",)
    jackpot: str = ""
    meter: str | None = None


@dataclass(frozen=True, slots=True)
class PayoutSettled(EventData):
    """What became of held winnings; the event's kind says which."""

    payout: HeldPayout = field(metadata=FLAT)


def held_payout(id: str, table: str, round_id: str, player: str, done: Settlement) -> HeldPayout:
    return HeldPayout(
        id,
        table,
        round_id,
        done.spot,
        done.wager,
        done.hand,
        done.text or done.hand,
        str(done.odds) if done.odds else dollars(done.net_cents),
        player,
        done.stake_cents,
        done.net_cents,
        tokes(table) if done.tokes_cents else wallet(player),
    )


def load(store: Store, id: str) -> HeldPayout:
    """As it waits, or as it ended: then the log alone knows it."""
    found = store.document(key(id))
    if found is not None:
        return decode(HeldPayout, found)
    table = id.removeprefix(PREFIX).rpartition("-")[0]
    for event in store.events(f"payouts/{table}", newest_first=True):
        ended = read_event(PayoutSettled, event).payout
        if ended.id == id:
            return ended
    raise BadInput(f"There is no payout {id!r}.", clause="HR-14", accepted="a payout that waits")


def winner_seen(spot: int, winner: str | None, told: str) -> str:
    """The winner's name in its one spelling, as surveillance has typed it; the refusal does not tell it (HR-14)."""
    if not winner or spelled(winner) != spelled(told):
        raise IllegalAction(
            f"The player does not agree with who won at spot {spot}.",
            clause="HR-14",
            accepted="the name of the player who was seen at the spot",
        )
    return winner


def waiting(store: Store) -> list[HeldPayout]:
    return [decode(HeldPayout, found) for found in store.documents(key("")).values()]


def release(
    store: Store, id: str, person: Person, hand: str, wager_cents: Cents, payout_cents: Cents, player: str
) -> HeldPayout:
    """Surveillance confirms what it saw; the winnings go to the player, once. What is no longer waiting is only
    in the log, so the list of waiting payouts stays short."""
    allow(Act.SURVEIL, person)
    officer = person
    claim = load(store, id)
    player = winner_seen(claim.spot, claim.player, player)
    seen = {"hand": hand, "wager_cents": wager_cents, "payout_cents": payout_cents, "player": player}
    if wrong := [name for name, value in seen.items() if getattr(claim, name) != value]:
        raise IllegalAction(
            f"Surveillance's {', '.join(wrong)} does not agree with what was won.",
            clause="HR-14",
            accepted="what was seen: hand, wager, payout and player",
        )
    check_release(
        claim.payout_cents,
        gambling_day(store).of(store.clock()),
        SurveillanceCheck(hand, claim.sensor, payout_cents, player, officer.name),
    )
    sighting = Seen(hand, wager_cents, payout_cents, player, officer.name)
    paid = replace(claim, status="paid", needs=(), surveillance=sighting)

    def work(unit: Unit) -> None:
        if unit.get(key(id)) is None:
            raise Conflict(
                f"{dollars(payout_cents)} of spot {claim.spot} no longer wait.",
                clause="HR-14",
                accepted="a payout that waits",
            )
        if unit.account(held(claim.table)).available_credit < payout_cents * UNIT_PER_CENT:
            raise IllegalAction(
                f"The chips for {dollars(payout_cents)} are not there yet.",
                clause="HR-34",
                accepted="a fill of the tray first",
            )
        begin(unit, f"payouts/{claim.table}", officer.name, PayoutSettled(paid), "payout.released")
        unit.transfer_cents(held(claim.table), claim.payee, payout_cents, CONFIRMED)
        unit.put(key(id), None)

    store.write(work, key=f"release/{id}", request=[seen, officer.id])
    return paid


def take_back(table: str, ids: Sequence[str], by: Person) -> Work:
    """Held winnings of a round that is void go back into the tray (HR-33)."""

    def work(unit: Unit) -> None:
        for id in ids:
            found = unit.get(key(id))
            if found is None:
                raise Conflict(
                    "Winnings of this round have been seen by surveillance and paid.",
                    clause="HR-33",
                    accepted="playing the round out",
                )
            void = replace(decode(HeldPayout, found), status="void", needs=())
            begin(unit, f"payouts/{table}", by.name, PayoutSettled(void), "payout.void")
            unit.transfer_cents(held(table), tray(table), void.payout_cents, WAGER_PAID)
            unit.put(key(id), None)

    return work
