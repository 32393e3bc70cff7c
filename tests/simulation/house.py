"""What a run begins with: tables, people with chips, a jackpot; made once and copied for every seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final

from pitboss.cards import parse_many
from pitboss.jackpot import Controls, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.money import Cents
from pitboss.people.accounts import People
from pitboss.people.person import Person
from pitboss.room.bank import Bank
from pitboss.room.setup import Pace, TableSetup
from pitboss.room.shoes import AnyShoe, FirstKindShoe, TableShoe
from pitboss.rounds.config import Limits, TableConfig
from pitboss.rounds.shuffling import fresh_shuffle
from pitboss.shoe import Shuffle
from tests.room.support import QUICK
from tests.simulation.disk import Disk

PACE: Final = Pace(betting_s=4, decision_s=3, settled_s=2, rounds_missed=1)
CHIPS: Final[Cents] = 1_500_00
FIXED: Final[Cents] = 500
BOSS: Final = Person.of("boss", "executive")

FU, DOWN, TWENTY_ONE, DICE = "fu-1", "down-1", "bj-1", "pg-1"
MONKEYS = (
    "Kc Kd 2c 9h 2h 2s",
    "Kc Kd 2c Qc Qd 3c 9h 2h 2s",
    "Kc Kd 2c Qc Qd 3c 4c 5d 6c 9h 2h 2s",
)
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
    ) -> AnyShoe:
        """A shoe of the seed; every other one of a game with something rare in it brings that about: nobody can
        choose a sealed shoe, so that one is of the first kind."""
        fronts = {"fu-bacc": MONKEYS, "down-under-holdem": (*ROYALS, *TRIPS)}.get(config.game, ())
        if not fronts or rng.random() < 0.5:
            return TableShoe.fresh(table, number, config, config_id, rng.randbytes)
        first = parse_many(rng.choice(fronts))
        rest = [card for card in fresh_shuffle(config, rng.randbytes).order if card not in first]
        return FirstKindShoe(f"{table}-{number}", Shuffle((*first, *rest), rng.randbytes(32)))


def setups() -> tuple[TableSetup, ...]:
    fu = TableConfig(
        "fu-bacc",
        spots=3,
        offered=frozenset({"lucky-monkey"}),
        aggregate_cents={"lucky-monkey": 600_000},
    )
    down = TableConfig(
        "down-under-holdem",
        spots=3,
        offered=frozenset({"jackpot"}),
        pay_tables={"jackpot": "option-3"},
        limits={"jackpot": Limits(FIXED, FIXED)},
    )
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
    people, bank = People(disk, hasher=QUICK), Bank(disk)
    players = tuple(Person.of(name, "player") for name in ("ann", "bob", "cleo"))
    for person in players:
        bank.grant(person.id, CHIPS, "test", "chips to play with")
    open_jackpot(disk, tables[1])
    return House(tables, players, people, disk.memory.raw.serialize())


def open_jackpot(disk: Disk, setup: TableSetup) -> None:
    desk = JackpotDesk(disk)
    controls = Controls(
        executive_from_cents=10_000_00, surveillance_over_cents=3_000_00, deposit_days=7, notices=3
    )
    meters = {"meter": MeterSettings(5_000_00 * 100 // FIXED, Fraction(20, 100), Fraction(3, 100))}
    game = setup.config.game
    desk.create(
        JackpotConfig("royal", Kind.PROGRESSIVE, game, "option-3", FIXED, controls, "here", meters), BOSS
    )
    options = dict(setup.config.options)
    desk.add_table(setup.id, game, BOSS, spots=setup.config.spots, location="here", options=options)
    desk.link("royal", setup.id, "option-3", BOSS)
    desk.start("royal", BOSS)
