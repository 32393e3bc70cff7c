"""A table with a progressive jackpot in a room: its desk at the terminal, its office, and what is done there."""

from __future__ import annotations

import asyncio
from asyncio import to_thread
from fractions import Fraction
from typing import Any

from pitboss.jackpots import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.ledger import Store
from pitboss.people.person import Person
from pitboss.room.commands import EndGame, Press, StartGame, TakeDecision
from pitboss.room.jackpot_office import ClaimView, Office
from pitboss.room.table import TableSetup
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.events import Decision
from pitboss.rounds.round import Round
from tests.room.chosen import stack
from tests.room.support import AL, BOSS, CY, DAN, EVE, SLOW, SUE, At, Floor

GAME, TABLE = "down-under-holdem", "hold-1"
FIXED, SEED = 500, 5_000_00


def config_with_jackpot(**more: Any) -> TableConfig:
    wager = {"offered": frozenset({"jackpot"}), "limits": {"jackpot": Limits(FIXED, FIXED)}}
    return TableConfig(GAME, pay_tables={"jackpot": "option-3"}, **wager, **more)


CONFIG = config_with_jackpot()

ROYAL = "As 2h 3c Ks 7d 8d Qs Js Ts 4c 5d"
"""spot 1 flops a royal flush"""
TRIPS = "Ah 2h 3c Ad 7d 8d As Kd 9c 4c 5d"
"""spot 1 flops three aces: 9 for 1, a fixed pay"""
QUADS = "Ah 2h 3c Ad 7d 8d As Ac 9c 4c 5d"
"""spot 1 flops four aces: 300 for 1, a fixed pay"""
STRAIGHT_FLUSHES = "6s Js 3c 7s Qs 8d 8s 9s Ts 4c 5d"
"""spots 1 and 2 flop one each: a part of the meter"""
NOTHING = "Ah 2h 3c 9d 7d 8d Js Kd 4c 4s 5d"


def open_jackpot(
    store: Store,
    *tables: str,
    seed: int = SEED,
    surveillance: int = 3_000_00,
    config: TableConfig = CONFIG,
) -> JackpotDesk:
    desk = JackpotDesk(store)
    bounds = {"executive_from_cents": 10_000_00, "surveillance_over_cents": surveillance}
    controls = Controls(**bounds, deposit_days=7, notices=3)
    meters = {"meter": MeterSettings(seed * 100 // FIXED, Fraction(20, 100), Fraction(3, 100))}
    made = JackpotConfig("royal", Kind.PROGRESSIVE, GAME, "option-3", FIXED, controls, "here", meters)
    desk.create(made, BOSS)
    for table in tables:
        desk.add_table(table, GAME, BOSS, spots=config.spots, location="here", options=dict(config.options))
        desk.link("royal", table, "option-3", BOSS)
    desk.start("royal", BOSS)
    return desk


class Pit(At):
    """Ann plays at spot 1 and bob at spot 2."""

    office: Office
    desk: JackpotDesk

    @classmethod
    async def open(
        cls,
        floor: Floor,
        cards: str = "",
        *,
        desk: JackpotDesk | None = None,
        tables: tuple[str, ...] = (TABLE,),
        dealer: str = "house",
        **more: Any,
    ) -> Pit:
        """Every shoe begins with these cards, if any. Without a desk, a jackpot is opened that is linked to all the
        tables."""
        if cards:
            stack(floor.put, cards)
        desk = desk or open_jackpot(floor.store, *tables, **more)
        setups = [TableSetup(id, id, CONFIG, dealer=dealer, pace=SLOW) for id in tables]
        pit = cls(await floor.open(*setups), TABLE)
        pit.office, pit.desk = Office(pit.room, asyncio.get_running_loop()), desk
        if floor.store.document("person/ann") is None:
            pit.people = {1: pit.player("ann"), 2: pit.player("bob")}
        return pit

    @property
    def meter_cents(self) -> int:
        return self.desk.meter_cents("royal")

    async def deal(self) -> Round:
        """Everybody bets Ante, Bet and jackpot, says ready, checks and plays once after the flop."""
        await self.bet()
        await self.ready()
        return await self.play_out()

    async def start(self) -> None:
        """As a dealer in person does it, when everybody has bet."""
        await self.bet()
        await self.do(StartGame(DAN, None))

    async def play_out(self) -> Round:
        round = self.round
        while not round.finished:
            ask = round.pending[0]
            action = "check" if any(c.action == "check" for c in ask.choices) else "play-1x"
            await self.do(TakeDecision(self.people[ask.spot], None, ask.spot, Decision(action)))
        return round

    async def press(self, spot: int, hand: str, request: str | None = None) -> None:
        await self.do(Press(DAN, request, spot, hand, "jackpot"))

    async def end(self) -> None:
        await self.do(EndGame(DAN, None))

    # the office, from a thread as everybody calls it

    def claims(self) -> dict[int, ClaimView]:
        return {claim.spot: claim for claim in self.office.claims()}

    async def confirm(self, claim: str, by: Person = SUE) -> ClaimView:
        return await to_thread(self.office.confirm, claim, by)

    async def pay(self, award: str, by: Person = CY, **more: Any) -> Any:
        return await to_thread(self.office.pay, award, by, **more)

    async def back_out(self, award: str, *watcher: Person, why: str = "the flop was misread") -> None:
        await to_thread(self.office.back_out, award, EVE, SUE, why, *watcher)

    async def surveil(self, claim: ClaimView, by: Person = AL, **other: Any) -> ClaimView:
        """Surveillance says what it has seen: what the claim says, or something else."""
        seen = {name: getattr(claim, name) for name in ("hand", "wager_cents", "payout_cents", "player")}
        return await to_thread(self.office.surveillance, claim.id, by, **{**seen, **other})
