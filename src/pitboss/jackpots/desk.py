"""`JackpotDesk`: the jackpot system on a store. Every act is durable when it returns, and done once a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from pitboss.core.codec import decode
from pitboss.core.errors import BadInput
from pitboss.core.money import Cents
from pitboss.jackpots import adjustments, awards, documents, funds, keypad, postings, setup
from pitboss.jackpots import funds as malfunctions
from pitboss.jackpots import players as persons
from pitboss.jackpots.adjustments import Adjustment, Reason
from pitboss.jackpots.awards import WinPage, Witnessed
from pitboss.jackpots.claims import in_order
from pitboss.jackpots.documents import Award, Claim, Jackpot, KeypadGame, Table
from pitboss.jackpots.events import ClaimRejected
from pitboss.jackpots.keypad import Button
from pitboss.jackpots.model import Controls, JackpotConfig, SettingsChange, shown_cents
from pitboss.jackpots.room_or_desk import Caller
from pitboss.jackpots.setup import Discontinued
from pitboss.ledger import Event, Receipt, Store, Unit
from pitboss.ledger.days import gambling_day
from pitboss.ledger.unit import read_event
from pitboss.people.person import Person, id_of, one_spelling


@dataclass(frozen=True, slots=True)
class ShownMeter:
    """A meter as displayed, and what is held back, in cents; of a house jackpot the posted amount alone."""

    display_cents: Cents
    reserve_cents: Cents | None = None
    overflow_cents: Cents | None = None
    held_cents: Cents | None = None
    """of what is displayed, held for open claims (JP-29)"""


class JackpotDesk:
    """Acts take a `key`: the caller's own name for the act, so that a retry is recognised. Without one the act is
    new each time. What needs two people takes `second` beside `by`. A room that writes a round and its jackpot
    wagers together calls the functions of `pitboss.jackpots.keypad` inside its own unit of work; its office signs for
    the claims with a desk of its own, called from the room."""

    def __init__(self, store: Store, caller: Caller = Caller.DESK) -> None:
        self.store = store
        self._caller = caller

    def _do(self, act: str, work: Callable[[Unit], None], key: str | None, *request: object) -> Receipt:
        return self.store.write(work, key=key, request=[act, *map(repr, request)])

    # life

    def create(self, config: JackpotConfig, by: Person, *, key: str | None = None) -> Receipt:
        one_spelling(config.id, self.jackpots(), "jackpot")
        made = replace(config, location=self._spelled(config.location))
        return self._do("create", lambda u: setup.create(u, made, by), key, made, by)

    def _spelled(self, location: str) -> str:
        """A place in the spelling it has here already: what holds for one card room holds however its name is
        typed."""
        known = [jackpot.location for jackpot in self.jackpots().values()]
        known += [table.location for table in self.tables().values()]
        wanted = id_of(location)
        return next((name for name in known if id_of(name) == wanted), " ".join(location.split()))

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
        one_spelling(table, self.tables(), "table")
        place = self._spelled(location)
        facts = (Table(table, game, spots, decks, place, dict(options or {}), {}), by)
        return self._do("add-table", lambda u: setup.add_table(u, *facts), key, *facts)

    def edit_table(
        self,
        table: str,
        spots: int,
        options: Mapping[str, str],
        by: Person,
        second: Person | None,
        why: str,
        *,
        key: str | None = None,
    ) -> Receipt:
        facts = (table, spots, dict(options), by, second, why)
        return self._do("edit-table", lambda u: setup.edit_table(u, *facts), key, *facts)

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
        return self._do("link", lambda u: setup.link(u, *facts), key, *facts)

    def unlink(
        self, jackpot: str, table: str, by: Person, second: Person | None = None, *, key: str | None = None
    ) -> Receipt:
        facts = (jackpot, table, by, second)
        return self._do("unlink", lambda u: setup.unlink(u, *facts), key, *facts)

    def start(
        self,
        jackpot: str,
        by: Person,
        *,
        displayed: Mapping[str, Cents] | None = None,
        key: str | None = None,
    ) -> Receipt:
        now = self.store.clock()
        return self._do("start", lambda u: setup.start(u, jackpot, by, now, displayed), key, jackpot, by)

    def post_amount(
        self,
        jackpot: str,
        cents: Cents,
        by: Person,
        second: Person | None,
        why: str,
        *,
        meter: str = "meter",
        key: str | None = None,
    ) -> Receipt:
        facts = (jackpot, meter, cents, by, second, why)
        return self._do("post-amount", lambda u: setup.post_amount(u, *facts), key, *facts)

    def set_notices(
        self,
        jackpot: str,
        notices: Iterable[str],
        by: Person,
        second: Person | None,
        why: str,
        *,
        key: str | None = None,
    ) -> Receipt:
        facts = (jackpot, tuple(notices), by, second, why)
        return self._do("notices", lambda u: setup.set_notices(u, *facts), key, *facts)

    def set_controls(
        self,
        jackpot: str,
        controls: Controls,
        by: Person,
        second: Person | None,
        why: str,
        *,
        key: str | None = None,
    ) -> Receipt:
        facts = (jackpot, controls, by, second, why)
        return self._do("controls", lambda u: setup.set_controls(u, *facts), key, *facts)

    def propose(
        self,
        jackpot: str,
        change: SettingsChange,
        by: Person,
        why: str,
        *,
        meter: str = "meter",
        key: str | None = None,
    ) -> Receipt:
        facts, now = (jackpot, meter, change, by, why), self.store.clock()
        return self._do("propose", lambda u: setup.propose(u, *facts, now), key, *facts)

    def approve(self, jackpot: str, by: Person, *, meter: str = "meter", key: str | None = None) -> Receipt:
        facts, now = (jackpot, meter, by), self.store.clock()
        return self._do("approve", lambda u: setup.approve(u, *facts, now), key, *facts)

    def decline(
        self, jackpot: str, by: Person, why: str, *, meter: str = "meter", key: str | None = None
    ) -> Receipt:
        facts = (jackpot, meter, by, why)
        return self._do("decline", lambda u: setup.decline(u, *facts), key, *facts)

    def retire(
        self,
        jackpot: str,
        by: Person,
        second: Person | None,
        *,
        into: str | None = None,
        distribution: str | None = None,
        approval: str | None = None,
        key: str | None = None,
    ) -> Receipt:
        """The players' money goes `into` another progressive, or to a `distribution` that is named; `approval` is the
        Commission's reference, without which only one of the same game and pay table takes it (JP-37)."""
        wanted, now = Discontinued(into, distribution, approval), self.store.clock()
        more = [text for text in (distribution, approval) if text is not None]
        return self._do(
            "retire",
            lambda u: setup.retire(u, jackpot, by, second, wanted, now),
            key,
            *(jackpot, by, second, into, *more),
        )

    # the players' money

    def deposit(self, jackpot: str, cents: Cents, by: Person, *, key: str | None = None) -> Receipt:
        facts, now = (jackpot, cents, by), self.store.clock()
        return self._do("deposit", lambda u: funds.deposit(u, *facts, now), key, *facts)

    def withdraw(
        self,
        jackpot: str,
        cents: Cents,
        by: Person,
        second: Person | None,
        why: str,
        *,
        key: str | None = None,
    ) -> Receipt:
        facts = (jackpot, cents, by, second, why)
        return self._do("withdraw", lambda u: funds.withdraw(u, *facts), key, *facts)

    def count_funds(
        self,
        jackpot: str,
        found_cents: Cents,
        by: Person,
        second: Person | None = None,
        *,
        key: str | None = None,
    ) -> Receipt:
        """`second` signs a count that lifts a shortfall."""
        facts, now = (jackpot, found_cents, by), self.store.clock()
        work = partial(funds.count_funds, now_us=now, second=second)
        return self._do("count-funds", lambda u: work(u, *facts), key, *facts, *filter(None, [second]))

    def suspend(self, jackpot: str, reason: str, by: Person, *, key: str | None = None) -> Receipt:
        facts, now = (jackpot, reason, by), self.store.clock()
        return self._do("suspend", lambda u: funds.suspend(u, *facts, now), key, *facts)

    def resume(self, jackpot: str, by: Person, *, key: str | None = None) -> Receipt:
        return self._do("resume", lambda u: funds.resume(u, jackpot, by), key, jackpot, by)

    # the keypad

    def start_game(
        self,
        table: str,
        lit: Mapping[str, Iterable[int]] | Iterable[int],
        base: Iterable[int],
        by: Person,
        *,
        players: Mapping[int, str] | None = None,
        key: str | None = None,
    ) -> Receipt:
        """START GAME. `lit` are the spots with a chip on the sensor, by sensor where the table has two;
        `base` the spots with the base game's wager; `players` who plays which spot, where it is known."""
        sensors = dict(lit) if isinstance(lit, Mapping) else {"jackpot": lit}
        locked = {sensor: sorted(spots) for sensor, spots in sensors.items()}
        facts, now = (table, locked, sorted(base), by), self.store.clock()
        seated = dict(players or {})
        work = partial(_start_game, facts=facts, now_us=now, players=seated)
        return self._do("start-game", work, key, *facts, seated)

    def name_players(
        self, table: str, players: Mapping[int, str], by: Person, *, key: str | None = None
    ) -> Receipt:
        """Who plays spots of the running game that START GAME had no name for."""
        facts = (table, dict(players), by)
        return self._do("name-players", lambda u: persons.name_players(u, *facts), key, *facts)

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

    def end_game(
        self, table: str, by: Person, second: Person | None = None, *, key: str | None = None
    ) -> Receipt:
        """`second` signs for pays beyond what one person books by hand on a gambling day."""
        work = partial(keypad.end_game, table=table, by=by, now_us=self.store.clock(), second=second)
        return self._do("end-game", work, key, table, by, *filter(None, [second]))

    def void_game(
        self,
        table: str,
        by: Person,
        reason: str,
        second: Person | None = None,
        *,
        camera: str = "",
        key: str | None = None,
    ) -> Receipt:
        """`second` signs for surveillance (HR-43)."""
        work = partial(keypad.void_game, table=table, by=by, reason=reason, second=second, camera=camera)
        return self._do("void-game", work, key, table, by, reason)

    # awards

    def confirm(
        self, claim: str, by: Person, *, verified: Iterable[str] = awards.VERIFIED, key: str | None = None
    ) -> Receipt:
        checks, now = sorted(set(verified)), self.store.clock()
        work = partial(
            awards.confirm, claim_id=claim, by=by, verified=checks, now_us=now, caller=self._caller
        )
        return self._do("confirm", work, key, claim, by, checks)

    def surveil(self, claim: str, by: Person, seen: Witnessed, *, key: str | None = None) -> Receipt:
        facts, now = (claim, by, seen), self.store.clock()
        return self._do("surveil", lambda u: awards.surveil(u, *facts, now, caller=self._caller), key, *facts)

    def complete(self, claim: str, card: Person, *, key: str | None = None) -> Receipt:
        """The card. The same card again for the same claim is the same act: it is recorded once."""
        now = self.store.clock()
        work = partial(awards.complete, claim_id=claim, by=card, now_us=now, caller=self._caller)
        return self._do("complete", work, key or f"complete/{claim}/{card.id}", claim, card)

    def reject(self, claim: str, by: Person, reason: str, *, key: str | None = None) -> Receipt:
        facts = (claim, by, reason)
        return self._do("reject", lambda u: awards.reject(u, *facts, caller=self._caller), key, *facts)

    def pay(
        self, award: str, by: Person, *, by_check: bool = False, player: str = "", key: str | None = None
    ) -> Receipt:
        """`player` names the winner where nobody has before."""
        now = self.store.clock()
        how = partial(awards.pay, by_check=by_check, player=player, caller=self._caller)
        work = partial(how, award_id=award, by=by, now_us=now)
        return self._do("pay", work, key, award, by, by_check, *filter(None, [player]))

    def adjust(
        self, jackpot: str, wanted: Adjustment, by: Person, second: Person | None, *, key: str | None = None
    ) -> Receipt:
        facts, now = (jackpot, wanted, by, second), self.store.clock()
        return self._do("adjust", lambda u: adjustments.adjust(u, *facts, now), key, *facts)

    def back_out(
        self,
        award: str,
        by: Person,
        second: Person | None,
        note: str,
        *,
        watcher: Person | None = None,
        key: str | None = None,
    ) -> Receipt:
        """`watcher` is surveillance, under the award of a hand that the cards show."""
        facts, now = (award, by, second, note), self.store.clock()

        def work(unit: Unit) -> None:
            adjustments.back_out(unit, *facts, now, watcher=watcher, caller=self._caller)

        return self._do("back-out", work, key, *facts, *filter(None, [watcher]))

    def malfunction_reported(
        self, jackpot: str, reference: str, by: Person, *, key: str | None = None
    ) -> Receipt:
        facts = (jackpot, reference, by)
        return self._do("reported", lambda u: malfunctions.reported(u, *facts), key, *facts)

    # reading

    def jackpot(self, jackpot: str) -> Jackpot:
        if self.store.document(documents.jackpot_key(jackpot)) is None:
            raise BadInput(
                f"There is no jackpot {jackpot!r}.", accepted=", ".join(self.jackpots()) or "none yet"
            )
        return documents.load(self.store.document, jackpot)

    def jackpots(self) -> dict[str, Jackpot]:
        found = self.store.documents(documents.jackpot_key("")).values()
        return {data["id"]: decode(Jackpot, data) for data in found}

    def meter_cents(self, jackpot: str, meter: str = "meter") -> Cents:
        """What the meter shows: one row by its primary key, whatever the history."""
        return shown_cents(self.store.account(postings.of_meter(jackpot, meter, "meter")).credit_balance)

    def meters(self, jackpot: str) -> dict[str, ShownMeter]:
        """In printed order."""
        found = self.jackpot(jackpot)
        if not found.progressive:
            return {name: ShownMeter(found.posted_cents[name]) for name in found.meter_names}
        return {name: self._shown(jackpot, name) for name in found.meter_names}

    def _shown(self, jackpot: str, meter: str) -> ShownMeter:
        rows = [
            self.store.account(postings.of_meter(jackpot, meter, part))
            for part in ("meter", "reserve", "overflow")
        ]
        display, reserve, overflow = (shown_cents(row.credit_balance) for row in rows)
        return ShownMeter(display, reserve, overflow, shown_cents(rows[0].debits_pending))

    def table(self, table: str) -> Table:
        if self.store.document(documents.table_key(table)) is None:
            raise BadInput(f"There is no table {table!r}.", accepted=", ".join(self.tables()) or "none yet")
        return documents.load_table(self.store.document, table)

    def tables(self) -> dict[str, Table]:
        found = self.store.documents(documents.table_key("")).values()
        return {data["table"]: decode(Table, data) for data in found}

    def game(self, table: str) -> KeypadGame | None:
        """The running or last game of a table: number, lit spots, claims."""
        return documents.load_game(self.store.document, table)

    def claim(self, claim: str) -> Claim:
        return documents.load_claim(self.store.document, claim)

    def open_claims(self, jackpot: str) -> list[str]:
        """Open meter claims, for each meter in the order of payment (JP-14)."""
        found = self.jackpot(jackpot)
        waiting = documents.open_claims(self.store.document, jackpot)
        order = found.controls.award_order
        return [claim.id for meter in found.meter_names for claim in in_order(waiting, meter, order)]

    def unpaid(self, jackpot: str) -> list[Award]:
        """Prizes won and not yet paid."""
        return [self.award(id) for id in documents.unpaid(self.store.document, jackpot)]

    def buttons(self, table: str, sensor: str = "jackpot") -> list[Button]:
        """The keypad of a sensor: hands in printed order, pays as multiplied by the fixed wager."""
        return keypad.keypad(self.jackpot(self.table(table).sensors[sensor]))

    def award(self, award: str) -> Award:
        return documents.load_award(self.store.document, award)

    def awards(self) -> list[Award]:
        return [decode(Award, data) for data in self.store.documents(documents.award_key("")).values()]

    def rejected(self, jackpot: str) -> list[tuple[Claim, Event]]:
        """The latest claims that a supervisor has ended, and the record of it, the newest first (JP-30)."""
        latest = self.store.events(documents.jackpot_key(jackpot), newest_first=True)
        return [
            (self.claim(read_event(ClaimRejected, event).claim), event)
            for event in latest
            if event.kind == ClaimRejected.KIND
        ]

    def win_page(self, award: str) -> WinPage:
        found = self.award(award)
        claim = self.claim(award) if found.table else None
        return WinPage.of(found, gambling_day(self.store).moment, claim)


def _start_game(
    unit: Unit,
    facts: tuple[str, dict[str, list[int]], list[int], Person],
    now_us: int,
    players: dict[int, str],
) -> None:
    keypad.start_game(unit, *facts, now_us, players=players)


__all__ = ["Adjustment", "JackpotDesk", "Reason", "ShownMeter"]
