"""`JackpotDesk`: the jackpot system on a store. Every act is durable when it returns, and done once a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from pitboss.errors import BadInput
from pitboss.jackpot import adjust, awards, books, changes, funds, keypad, life
from pitboss.jackpot.adjust import Reason
from pitboss.jackpot.model import JackpotConfig, Kind, MeterSettings, shown_cents
from pitboss.jackpot.state import Jackpot, award_key, claim_key, game_key, jackpot_key, queue_key, table_key
from pitboss.jackpot.winpage import WinPage
from pitboss.money import Cents
from pitboss.people.person import Person
from pitboss.store import Receipt, Store, Unit

Json = dict[str, Any]


class JackpotDesk:
    """Acts take a `key`: the caller's own name for the act, so that a retry is recognised. Without one the
    act is new each time. A room that writes a round and its jackpot wagers together calls the functions of
    `pitboss.jackpot.keypad` inside its own unit of work."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def _do(self, act: str, work: Callable[[Unit], None], key: str | None, *request: object) -> Receipt:
        return self.store.write(work, key=key, request=[act, *map(repr, request)])

    # life

    def create(self, config: JackpotConfig, by: Person, *, key: str | None = None) -> Receipt:
        return self._do("create", lambda u: life.create(u, config, by), key, config, by)

    def add_table(
        self,
        table: str,
        game: str,
        by: Person,
        *,
        spots: int,
        location: str,
        decks: int = 1,
        options: Mapping[str, str] | None = None,
        key: str | None = None,
    ) -> Receipt:
        facts = (table, game, spots, decks, location, dict(options or {}), by)
        return self._do("add-table", lambda u: life.add_table(u, *facts), key, *facts)

    def link(
        self,
        jackpot: str,
        table: str,
        pay_table: str,
        by: Person,
        *,
        sensor: str = "jackpot",
        key: str | None = None,
    ) -> Receipt:
        facts = (jackpot, table, sensor, pay_table, by)
        return self._do("link", lambda u: life.link(u, *facts), key, *facts)

    def unlink(self, jackpot: str, table: str, by: Person, *, key: str | None = None) -> Receipt:
        return self._do("unlink", lambda u: life.unlink(u, jackpot, table, by), key, jackpot, table, by)

    def start(self, jackpot: str, by: Person, *, key: str | None = None) -> Receipt:
        now = self.store.clock()
        return self._do("start", lambda u: life.start(u, jackpot, by, now), key, jackpot, by)

    def post_amount(
        self, jackpot: str, cents: Cents, by: Person, *, meter: str = "meter", key: str | None = None
    ) -> Receipt:
        facts = (jackpot, meter, cents, by)
        return self._do("post-amount", lambda u: life.post_amount(u, *facts), key, *facts)

    def propose(
        self,
        jackpot: str,
        settings: MeterSettings,
        by: Person,
        *,
        meter: str = "meter",
        key: str | None = None,
    ) -> Receipt:
        facts = (jackpot, meter, settings, by)
        return self._do("propose", lambda u: changes.propose(u, *facts), key, *facts)

    def approve(self, jackpot: str, by: Person, *, meter: str = "meter", key: str | None = None) -> Receipt:
        return self._do("approve", lambda u: changes.approve(u, jackpot, meter, by), key, jackpot, meter, by)

    def deposit(self, jackpot: str, cents: Cents, by: Person, *, key: str | None = None) -> Receipt:
        now = self.store.clock()
        return self._do(
            "deposit", lambda u: funds.deposit(u, jackpot, cents, by, now), key, jackpot, cents, by
        )

    def count_funds(self, jackpot: str, found_cents: Cents, by: Person, *, key: str | None = None) -> Receipt:
        facts = (jackpot, found_cents, by)
        return self._do("count-funds", lambda u: funds.count_funds(u, *facts), key, *facts)

    def suspend(self, jackpot: str, reason: str, by: Person, *, key: str | None = None) -> Receipt:
        return self._do("suspend", lambda u: funds.suspend(u, jackpot, reason, by), key, jackpot, reason, by)

    def resume(self, jackpot: str, by: Person, *, key: str | None = None) -> Receipt:
        return self._do("resume", lambda u: funds.resume(u, jackpot, by), key, jackpot, by)

    def retire(
        self, jackpot: str, by: Person, second: Person, *, into: str | None = None, key: str | None = None
    ) -> Receipt:
        facts = (jackpot, by, second, into)
        return self._do("retire", lambda u: life.retire(u, *facts), key, *facts)

    # the keypad

    def start_game(
        self,
        table: str,
        lit: Mapping[str, Iterable[int]] | Iterable[int],
        base: Iterable[int],
        by: Person,
        *,
        key: str | None = None,
    ) -> Receipt:
        """START GAME. `lit` are the spots with a chip on the sensor, by sensor where the table has two;
        `base` the spots with the base game's wager."""
        sensors = dict(lit) if isinstance(lit, Mapping) else {"jackpot": lit}
        locked = {sensor: sorted(spots) for sensor, spots in sensors.items()}
        facts = (table, locked, sorted(base), by)
        now = self.store.clock()
        return self._do("start-game", lambda u: keypad.start_game(u, *facts, now), key, *facts)

    def press(
        self,
        table: str,
        spot: int,
        hand: str,
        by: Person,
        *,
        sensor: str = "jackpot",
        folded: bool = False,
        completed_us: int | None = None,
        key: str | None = None,
    ) -> Receipt:
        """The hand's button for a spot: marks it, or takes the mark off. `completed_us` is the moment of the
        completing card where the room knows it (JP-14)."""
        now = self.store.clock()

        def work(unit: Unit) -> None:
            keypad.press(
                unit, table, spot, hand, by, now, sensor=sensor, folded=folded, completed_us=completed_us
            )

        return self._do("press", work, key, table, spot, hand, by, sensor, folded, completed_us)

    def end_game(self, table: str, by: Person, *, key: str | None = None) -> Receipt:
        return self._do("end-game", lambda u: keypad.end_game(u, table, by), key, table, by)

    # awards

    def confirm(
        self, claim: str, by: Person, *, verified: Iterable[str] = awards.VERIFIED, key: str | None = None
    ) -> Receipt:
        checks = frozenset(verified)
        return self._do(
            "confirm", lambda u: awards.confirm(u, claim, by, checks), key, claim, by, sorted(checks)
        )

    def surveil(
        self,
        claim: str,
        by: Person,
        *,
        hand: str,
        wager_cents: Cents,
        payout_cents: Cents,
        player: str,
        key: str | None = None,
    ) -> Receipt:
        seen: Json = {
            "hand": hand,
            "wager_cents": wager_cents,
            "payout_cents": payout_cents,
            "player": player,
        }
        return self._do("surveil", lambda u: awards.surveil(u, claim, by, **seen), key, claim, by, seen)

    def complete(self, claim: str, card: Person, *, key: str | None = None) -> Receipt:
        """The card. The same card again for the same claim is the same act: it is recorded once."""
        now = self.store.clock()
        work = partial(awards.complete, claim_id=claim, card=card, now_us=now)
        return self._do("complete", work, key or f"complete/{claim}/{card.name}", claim, card)

    def pay(self, award: str, by: Person, *, key: str | None = None) -> Receipt:
        now = self.store.clock()
        return self._do("pay", lambda u: awards.pay(u, award, by, now), key, award, by)

    def adjust(
        self,
        jackpot: str,
        reason: Reason,
        by: Person,
        note: str,
        *,
        meter: str = "meter",
        cents: Cents = 0,
        source: str = "",
        key: str | None = None,
    ) -> Receipt:
        now = self.store.clock()
        facts = (jackpot, meter, reason, by, note)

        def work(unit: Unit) -> None:
            adjust.adjust(unit, *facts, cents=cents, source=source, now_us=now)

        return self._do("adjust", work, key, *facts, cents, source)

    def back_out(self, award: str, by: Person, note: str, *, key: str | None = None) -> Receipt:
        return self._do("back-out", lambda u: adjust.back_out(u, award, by, note), key, award, by, note)

    # reading

    def jackpot(self, jackpot: str) -> Jackpot:
        data = self.store.document(jackpot_key(jackpot))
        if data is None:
            raise BadInput(
                f"There is no jackpot {jackpot!r}.", accepted=", ".join(self.jackpots()) or "none yet"
            )
        return Jackpot(data)

    def jackpots(self) -> dict[str, Jackpot]:
        return {data["id"]: Jackpot(data) for data in self.store.documents("jackpot/").values()}

    def meter_cents(self, jackpot: str, meter: str = "meter") -> Cents:
        """What the meter shows: one row by its primary key, whatever the history."""
        return shown_cents(self.store.account(books.of_meter(jackpot, meter, "meter")).credit_balance)

    def meters(self, jackpot: str) -> dict[str, Json]:
        """Each meter's display, and what is held back, in cents; a house jackpot's posted amounts."""
        found = self.jackpot(jackpot)
        if found.kind is Kind.HOUSE:
            return {
                name: {"display_cents": meter["posted_cents"]} for name, meter in found.data["meters"].items()
            }
        return {
            name: {
                "display_cents": self.meter_cents(jackpot, name),
                **{
                    f"{part}_cents": shown_cents(
                        self.store.account(books.of_meter(jackpot, name, part)).credit_balance
                    )
                    for part in ("reserve", "overflow")
                },
            }
            for name in found.meters
        }

    def table(self, table: str) -> Json:
        data: Json | None = self.store.document(table_key(table))
        if data is None:
            raise BadInput(f"There is no table {table!r}.", accepted=", ".join(self.tables()) or "none yet")
        return data

    def tables(self) -> dict[str, Json]:
        return {data["table"]: data for data in self.store.documents("jackpot-table/").values()}

    def game(self, table: str) -> Json | None:
        """The running or last game of a table: number, lit spots, claims."""
        game: Json | None = self.store.document(game_key(table))
        return game

    def claim(self, claim: str) -> Json:
        data: Json | None = self.store.document(claim_key(claim))
        if data is None:
            raise BadInput(
                f"There is no claim {claim!r}.", clause="JP-15", accepted="a claim marked on the keypad"
            )
        return data

    def open_claims(self, jackpot: str) -> list[str]:
        """Open meter claims, for each meter in the order of payment (JP-14)."""
        waiting = self.store.document(queue_key(jackpot)) or []
        order = self.jackpot(jackpot).controls.award_order
        names = dict.fromkeys(entry["meter"] for entry in waiting)
        return [claim for meter in names for claim in awards.award_order(waiting, meter, order)]

    def buttons(self, table: str, sensor: str = "jackpot") -> list[Json]:
        """The keypad of a sensor: hands in printed order, pays as multiplied by the fixed wager."""
        return keypad.keypad(self.jackpot(self.table(table)["sensors"][sensor]))

    def award(self, award: str) -> Json:
        data: Json | None = self.store.document(award_key(award))
        if data is None:
            raise BadInput(f"There is no award {award!r}.", clause="JP-17", accepted="a completed award")
        return data

    def win_page(self, award: str) -> WinPage:
        return WinPage.of(self.award(award))
