"""What a run begins with: tables, people with chips, a jackpot; made once and copied for every seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Final

from pitboss.chips.accounts import Wallets
from pitboss.core.cards import parse_many
from pitboss.core.money import Cents
from pitboss.people.accounts import People
from pitboss.people.person import Person
from pitboss.room.shoes import TableShoe
from pitboss.room.table import Pace, TableSetup
from pitboss.rounds.config import TableConfig
from tests.room.pit import FIXED, config_with_jackpot, open_jackpot
from tests.room.support import QUICK
from tests.simulation.disk import Disk
from tests.simulation.stacked import stacked

PACE: Final = Pace(
    betting_s=4,
    decision_s=3,
    settled_s=2,
    rounds_missed=1,
    away_s=0.8,
    kept_s=3,
    returning_s=4,  # longer than a process does not know that nobody hears it (wire.NOTICED_S)
    spoken_s=1,
)
CHIPS: Final[Cents] = 1_500_00

FU, DOWN, TWENTY_ONE, DICE = "fu-1", "down-1", "bj-1", "pg-1"
MONKEYS = ("Kc Kd 2c 9h 2h 2s", "Kc Kd 2c Qc Qd 3c 9h 2h 2s", "Kc Kd 2c Qc Qd 3c 4c 5d 6c 9h 2h 2s")
"""two monkeys against a nine, for one, two or three spots: Lucky Monkey pays 30 to 1"""
ROYALS = (
    "As 3c Ks 8d Qs Js Ts 4c 5d",
    "As 2h 3c Ks 7d 8d Qs Js Ts 4c 5d",
    "As 2h 4h 3c Ks 7d 6d 8d Qs Js Ts 4c 5d",
)
TRIPS = ("Ah 3c Ad 8d As Kd 9c 4c 5d", "Ah 2h 3c Ad 7d 8d As Kd 9c 4c 5d")


@dataclass(frozen=True)
class House:
    setups: tuple[TableSetup, ...]
    players: tuple[Person, ...]
    people: People
    image: bytes

    def bets(self, config: TableConfig) -> dict[str, Cents]:
        if config.game == "fu-bacc":
            return {"ante": 500, "lucky-monkey": 25_000}
        if config.game == "down-under-holdem":
            return {"ante": 500, "bet": 500, "jackpot": FIXED}
        return {"blackjack": 1_000} if config.game == "blackjack" else {"standard": 1_000}

    def shoe(
        self, table: str, number: int, config: TableConfig, config_id: str, rng: random.Random
    ) -> TableShoe:
        """A shoe of the seed; every other one of a game with something rare in it brings that about."""
        fronts = {"fu-bacc": MONKEYS, "down-under-holdem": (*ROYALS, *TRIPS)}.get(config.game, ())
        if not fronts or rng.random() < 0.5:
            return TableShoe.fresh(table, number, config, config_id, rng.randbytes)
        return stacked(table, number, config, config_id, parse_many(rng.choice(fronts)), rng)


def setups() -> tuple[TableSetup, ...]:
    side = "lucky-monkey"
    fu = TableConfig("fu-bacc", spots=3, offered=frozenset({side}), aggregate_cents={side: 600_000})
    down = config_with_jackpot(spots=3)
    twenty_one = TableConfig("blackjack", spots=3, options={"decks": "1", "penetration": "20"})
    pai_gow = TableConfig("face-up-pai-gow-poker", spots=3, options={"first_hand": "dice"})
    return (
        TableSetup(FU, "Fu", fu, pace=PACE, opener_cents=700_000),
        TableSetup(DOWN, "Down Under", down, pace=PACE),
        TableSetup(TWENTY_ONE, "Blackjack", twenty_one, pace=PACE),
        TableSetup(DICE, "Pai Gow", pai_gow, pace=PACE, dealer="person"),
    )


@cache
def house() -> House:
    tables = setups()
    disk = Disk(lambda: 1_800_000_000_000_000)
    people, wallets = People(disk, hasher=QUICK), Wallets(disk)
    players = tuple(Person.of(name, "player") for name in ("ann", "bob", "cleo"))
    for person in players:
        wallets.grant(person.id, CHIPS, "test", "chips to play with")
    open_jackpot(disk, DOWN, config=tables[1].config)
    return House(tables, players, people, disk.memory.raw.serialize())
