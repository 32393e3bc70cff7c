"""A table's jackpots: what its sensors take, what the keypad books with a round, what the display shows.

The engine's own functions run inside the unit of work that opens, settles or clears a round, so a round and its
jackpot wagers are durable together or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from operator import itemgetter
from typing import Any, Final

from pitboss.core.errors import IllegalAction
from pitboss.core.money import Cents
from pitboss.jackpots import JackpotDesk, keypad
from pitboss.jackpots.awards import needs_surveillance
from pitboss.jackpots.documents import (
    Claim,
    Jackpot,
    State,
    display_name,
    load_claim,
    running_game,
    table_key,
)
from pitboss.jackpots.room_or_desk import Caller
from pitboss.ledger import Store, Unit
from pitboss.ledger.writer import Work
from pitboss.people.person import Person, Role
from pitboss.rounds.events import JackpotHit

HOUSE_DEALER: Final = Person.of("house dealer", Role.HOUSE)


class TableJackpots:
    """The jackpots on the sensors of one table."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._desk = JackpotDesk(store)
        self.table = table
        self.sensors: dict[str, str] = {}
        """wager place: jackpot"""

    def load(self) -> dict[str, Cents]:
        """Look up what is linked to the table; returns the fixed wager of each sensor (JP-01)."""
        known = self._store.document(table_key(self.table))
        self.sensors = dict(known["sensors"]) if known else {}
        return {place: self._desk.jackpot(id).wager_cents for place, id in self.sensors.items()}

    def start(
        self, wagers: Mapping[int, Mapping[str, Cents]], actor: Person, holders: Mapping[int, str]
    ) -> Work:
        """START GAME: the lit sensors are locked in and the contribution is booked (JP-03). The room's own records
        move the chips; `holders` are the persons at the spots (JP-32)."""
        lit = {place: [spot for spot, bets in wagers.items() if place in bets] for place in self.sensors}
        base = [spot for spot, bets in wagers.items() if set(bets) - set(self.sensors)]
        now, seated = self._store.clock(), dict(holders)
        return lambda unit: keypad.start_game(
            unit, self.table, lit, base, actor, now, players=seated, caller=Caller.ROOM
        )

    def press(self, spot: int, hand: str, place: str, actor: Person) -> Work:
        """The hand's button for a spot: marks it, or takes the mark off (JP-15)."""
        now = self._store.clock()
        return lambda unit: keypad.press(
            unit, self.table, spot, hand, actor, now, sensor=place, caller=Caller.ROOM
        )

    def end(self, hits: Iterable[JackpotHit], actor: Person) -> Work:
        """END GAME, once every winning hand is marked and every meter award completed (JP-04, JP-15)."""
        won, now = {(hit.wager, hit.spot, hit.hand) for hit in hits}, self._store.clock()

        def work(unit: Unit) -> None:
            check_marks(unit, self.table, won)
            keypad.end_game(unit, self.table, actor, now, caller=Caller.ROOM)

        return work

    def void(self, reason: str, actor: Person, second: Person | None, camera: str) -> Work:
        """The game is void: contributions leave the meters again, marks are released (HR-33)."""
        return lambda unit: keypad.void_game(
            unit, self.table, actor, reason, second, camera=camera, caller=Caller.ROOM
        )

    def display_json(self) -> list[dict[str, Any]]:
        """What the monitor at the table shows, as it is on the disk."""
        return [
            {**jackpot_json(self._desk, self._desk.jackpot(id)), "place": place}
            for place, id in self.sensors.items()
        ]

    def linked(self) -> list[Jackpot]:
        """The jackpots as the desk has them now."""
        return [self._desk.jackpot(id) for id in self.sensors.values()]

    def claims(self) -> list[Claim]:
        """The marked hands of the game under way."""
        game = self._desk.game(self.table) if self.sensors else None
        return [self._desk.claim(id) for id in (game.claims if game else ())]

    def unseen(self) -> frozenset[tuple[int, str]]:
        """Spot and place of fixed pays that surveillance has to see before END GAME (HR-14)."""
        return frozenset(
            (claim.spot, claim.sensor)
            for claim in self.claims()
            if claim.meter is None
            and claim.surveillance is None
            and needs_surveillance(self._desk.jackpot(claim.jackpot), claim.cents)
        )


def check_marks(unit: Unit, table: str, won: set[tuple[str, int, str]]) -> None:
    """The keypad must say what the cards say: a missed hand would not be paid, a wrong one would."""
    game = running_game(unit, table)
    claims = [load_claim(unit.get, id) for id in game.claims]
    marked = {(claim.sensor, claim.spot, claim.hand) for claim in claims}
    if missing := won - marked:
        raise IllegalAction(
            f"{_each(missing, 'has')} on the jackpot, and {'it is' if len(missing) == 1 else 'they are'} not marked.",
            clause="JP-15",
            accepted="the spot's hand button first",
        )
    if wrong := marked - won:
        raise IllegalAction(
            f"{_each(wrong, 'is marked with')}, which its cards are not.",
            clause="JP-16",
            accepted="the hand button again to take the mark off",
        )


def _each(hands: set[tuple[str, int, str]], verb: str) -> str:
    """Every spot with its hand in words: "Spot 2 has straight flush and spot 4 has royal flush"."""
    said = [
        f"spot {spot} {verb} {hand.replace('-', ' ')}"
        for _, spot, hand in sorted(hands, key=itemgetter(1, 2))
    ]
    return f"S{' and '.join(said)[1:]}"


def jackpot_json(desk: JackpotDesk, jackpot: Jackpot) -> dict[str, Any]:
    """One jackpot as displays show it: meters in printed order, lines as multiplied by the fixed wager (JP-01)."""
    shown = desk.meters(jackpot.id)
    return {
        "id": jackpot.id,
        "name": display_name(jackpot),
        "type": jackpot.kind.value,
        "status": jackpot.status.value,
        "game": jackpot.game,
        "pay_table": jackpot.pay_table,
        "fixed_wager_cents": jackpot.wager_cents,
        "meters": [{"name": name, "cents": shown[name].display_cents} for name in jackpot.meter_names],
        "lines": [asdict(button) for button in keypad.keypad(jackpot)],
        "notices": list(jackpot.notices),
        "tables": sorted(jackpot.tables),
        "won": won_json(desk, jackpot),
    }


def won_json(desk: JackpotDesk, jackpot: Jackpot) -> list[dict[str, Any]]:
    """The latest award of each meter, and house prizes not yet paid: verified and completed, so they may be told."""
    last = {meter.last_award for meter in jackpot.meters.values() if meter.last_award}
    found = [desk.award(id) for id in sorted(last)]
    if not jackpot.progressive:
        found = desk.unpaid(jackpot.id)
    return [
        {
            "award": award.id,
            "text": award.hand,
            "cents": award.prize_cents,
            "table": award.table,
            "spot": award.spot,
            "at_us": award.at_us,
        }
        for award in found
        if award.state in (State.COMPLETED, State.PAID)
    ]
