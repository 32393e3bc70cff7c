"""The supervisor's and executive's side of the jackpots: claims, surveillance, confirmation, adjustments."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from pitboss.errors import IllegalAction
from pitboss.jackpot import JackpotDesk, Reason
from pitboss.jackpot.awards import VERIFIED, complete, needs_executive, pay, prize_cents
from pitboss.jackpot.state import load
from pitboss.money import Cents
from pitboss.people.person import Person, Role
from pitboss.room import payouts
from pitboss.room.chips import CASH, wallet
from pitboss.room.jackpots import dealt_key
from pitboss.room.room import Room
from pitboss.store import Store, Unit

PRIZE_CHIPS = "prize-chips"


class Office:
    """Its methods block on the store: call them from a worker thread."""

    def __init__(self, room: Room, loop: asyncio.AbstractEventLoop) -> None:
        self._room = room
        self._store: Store = room.store
        self._loop = loop
        self.desk = JackpotDesk(room.store)

    # looking

    def claims(self) -> list[dict[str, Any]]:
        """The marked hands of all games under way, and table payouts that wait for surveillance."""
        marked = [claim for keeper in self._room.keepers.values() for claim in keeper.jackpots.claims()]
        return [*map(self._shape, marked), *payouts.waiting(self._store)]

    def claim(self, id: str) -> dict[str, Any]:
        if payouts.is_payout(id):
            return payouts.load(self._store, id)
        return self._shape(self.desk.claim(id))

    def _shape(self, claim: dict[str, Any]) -> dict[str, Any]:
        """A claim as the supervisor sees it, with what is still needed."""
        jackpot = self.desk.jackpot(claim["jackpot"])
        line = jackpot.table.by_hand[claim["hand"]]
        shape = {
            **claim,
            "text": line.text,
            "pays": str(line.pays),
            "player": self._dealt(claim)["holders"].get(str(claim["spot"])),
            "wager_cents": jackpot.wager_cents,
            "round_id": self._dealt(claim)["round"],
        }
        if claim["status"] in ("completed", "taken-off", "paid"):
            return {**shape, "needs": []}
        cents = self._due(claim)
        needs = []
        if cents > jackpot.controls.surveillance_over_cents and not claim["surveillance"]:
            needs.append("surveillance")
        if claim["meter"] is not None:
            executive = needs_executive(jackpot, claim, cents)
            needs += ["supervisor"] if claim["status"] == "open" else []
            needs.append("executive card" if executive else "supervisor or executive card")
        return {**shape, "payout_cents": cents, "needs": needs}

    def _due(self, claim: dict[str, Any]) -> Cents:
        """What the claim would pay as things stand, by the engine's own reckoning."""
        if claim["meter"] is None:
            return int(claim["pays_cents"])
        found: list[Cents] = []

        def look(unit: Unit) -> None:
            found.append(prize_cents(unit, load(unit, claim["jackpot"]), claim))
            raise _JustLooking

        with suppress(_JustLooking):
            self._store.write(look)
        return found[-1]

    def _dealt(self, claim: dict[str, Any]) -> dict[str, Any]:
        """The round the claim comes from: the table cannot go on while it is open (JP-04)."""
        found: dict[str, Any] | None = self._store.document(dealt_key(claim["table"]))
        return found or {"round": None, "holders": {}, "hits": []}

    # acting

    def surveillance(
        self, id: str, person: Person, *, hand: str, wager_cents: Cents, payout_cents: Cents, player: str
    ) -> dict[str, Any]:
        """Surveillance says what it saw: hand, wager, payout, player (HR-14)."""
        if payouts.is_payout(id):
            paid = payouts.release(self._store, id, person, hand, wager_cents, payout_cents, player)
            self._loop.call_soon_threadsafe(self._room.bank.reload, paid["player"])
            self._loop.call_soon_threadsafe(self._room.keeper(paid["table"]).refresh)
            return paid
        claim = self.desk.claim(id)
        winner = self._dealt(claim)["holders"].get(str(claim["spot"]))
        if player != winner:
            raise IllegalAction(
                f"Spot {claim['spot']} is not played by {player!r}.",
                clause="HR-14",
                accepted=f"{winner}, who holds the spot",
            )
        self.desk.surveil(
            id,
            person,
            hand=hand,
            wager_cents=wager_cents,
            payout_cents=payout_cents,
            player=player,
        )
        self._changed(claim, ends=claim["meter"] is None)
        return self.claim(id)

    def confirm(self, id: str, person: Person) -> dict[str, Any]:
        """The supervisor's confirmation and the card. Where the size asks for the executive's card, a
        supervisor's confirmation stands until it comes (JP-16)."""
        if payouts.is_payout(id):
            raise IllegalAction(
                "A payout from the tray needs surveillance, not a card.",
                clause="HR-14",
                accepted="surveillance",
            )
        claim = self.desk.claim(id)
        card = person
        if claim["status"] == "open":
            self._check_cards(claim)
            self.desk.confirm(id, card, verified=VERIFIED, key=f"confirm/{id}")
            claim = self.desk.claim(id)
        jackpot = self.desk.jackpot(claim["jackpot"])
        executive = (
            needs_executive(jackpot, claim, self._due(claim)) if claim["status"] == "confirmed" else False
        )
        complete = claim["status"] == "confirmed" and not (executive and not card.has(Role.EXECUTIVE))
        if complete:
            self._complete(id, card, claim)
        self._changed(claim, ends=complete)
        return self.claim(id)

    def _check_cards(self, claim: dict[str, Any]) -> None:
        """Hand, spot and wager verified: against the round as dealt (JP-16)."""
        if [claim["sensor"], claim["spot"], claim["hand"]] not in self._dealt(claim)["hits"]:
            raise IllegalAction(
                f"The cards of spot {claim['spot']} do not make {claim['hand']}.",
                clause="JP-16",
                accepted="the hand that was dealt, with a wager on the sensor",
            )

    def _complete(self, id: str, card: Person, claim: dict[str, Any]) -> None:
        dealt = self._dealt(claim)
        winner = {"player": dealt["holders"][str(claim["spot"])], "round": dealt["round"]}
        now = self._store.clock()

        def work(unit: Unit) -> None:
            complete(unit, id, card, now)
            unit.put(f"winner/{id}", winner)

        self._store.write(work, key=f"award/{id}", request=id)

    def pay(self, id: str, person: Person) -> dict[str, Any]:
        """The prize is handed over: as chips into the winner's wallet. Once paid it cannot be backed out."""
        page = self.desk.award(id)
        winner = self._store.document(f"winner/{id}")["player"]
        card = person
        now = self._store.clock()

        def work(unit: Unit) -> None:
            pay(unit, id, card, now)
            unit.open_account(CASH)
            unit.transfer_cents(CASH, wallet(winner), page["prize_cents"], PRIZE_CHIPS)

        self._store.write(work, key=f"pay/{id}", request=id)
        self._loop.call_soon_threadsafe(self._room.bank.reload, winner)
        return self.win_page(id)

    def win_page(self, id: str) -> dict[str, Any]:
        """The award with everything accounting needs of it (JP-17)."""
        known = self._store.document(f"winner/{id}") or {}
        page = self.desk.award(id)
        rows = [list(row) for row in self.desk.win_page(id).rows]
        return {**page, "player": known.get("player"), "round_id": known.get("round"), "rows": rows}

    def adjust(
        self,
        jackpot: str,
        reason: Reason,
        person: Person,
        why: str,
        *,
        meter: str,
        cents: Cents,
        source: str,
        key: str | None,
    ) -> None:
        """A meter moved by hand, for one of the listed reasons, on record (HR-11)."""
        self.desk.adjust(jackpot, reason, person, why, meter=meter, cents=cents, source=source, key=key)
        self._loop.call_soon_threadsafe(self._room.refresh_jackpot, jackpot)

    def back_out(self, award: str, person: Person, why: str) -> None:
        """A completed award taken back: meter and reserve restored, the new seed too (JP-18)."""
        page = self.desk.award(award)
        self.desk.back_out(award, person, why)
        self._loop.call_soon_threadsafe(self._room.refresh_jackpot, page["jackpot"])

    def _changed(self, claim: dict[str, Any], *, ends: bool) -> None:
        """Displays show it; where nothing else is open, the table goes on."""
        keeper = self._room.keeper(claim["table"])
        self._loop.call_soon_threadsafe(keeper.nudge if ends else keeper.refresh)
        self._loop.call_soon_threadsafe(self._room.refresh_jackpot, claim["jackpot"])


class _JustLooking(Exception):
    """Ends a unit that was only to read; nothing of it is written."""
