"""The demo room: a table of every game, a person of every role, and passwords that everybody knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final

from pitboss.chips.accounts import CAGE, FUNDED, Move, Wallets, post
from pitboss.chips.cage import STREAM, there
from pitboss.chips.trays import CAPITAL
from pitboss.core.money import DOLLAR, Cents
from pitboss.house.jackpots import controls_on
from pitboss.house.limits import limit_in_use, most_first, wager_limit
from pitboss.house.table_file import Establishment, Fund, Jackpot, Meter, Table
from pitboss.jackpots import AwardOrder, JackpotConfig, JackpotDesk, Kind, MeterSettings
from pitboss.ledger import Store, Unit
from pitboss.people.accounts import ADMIN, AUDITOR, DEALER, EXECUTIVE, PLAYER, SUPERVISOR, People
from pitboss.people.person import Person, Role
from pitboss.room.table import Pace, TableSetup
from pitboss.rounds.config import Limits
from pitboss.sheets import PayTable, RuleSheet, Wager, game_ids, sheet

LEAST_FIRST: Final = 5 * DOLLAR
MOST_FIRST: Final = 100 * DOLLAR
MOST_OPTIONAL: Final = 25 * DOLLAR


def usual_table(game: str, id: str, name: str, establishment: Establishment, on: date) -> Table:
    """All bonuses offered, every wager with its posted limits, pay tables a house can live with."""
    rules = sheet(game)
    optional = [w for w in rules.wagers if w.placed == "optional" and not w.sensed]
    bare = Table(
        id=id,
        name=name,
        game=game,
        spots=rules.spots[1],
        dealing=rules.dealing[0] if rules.dealing else "shoe" if rules.decks[1] > 1 else "hand",
        establishment=establishment,
        offered=tuple(w.id for w in optional),
        pay_tables={w: rules.usual_table(w).id for w in rules.analysed if _posted(rules, w)},
    )
    sure = wager_limit(bare, on).sure_cents
    limits = {
        w.id: Limits(LEAST_FIRST, min(MOST_FIRST, most_first(bare, w, sure)))
        for w in rules.wagers
        if w.placed == "first"
    }
    limits |= {w.id: _optional(w) for w in optional}
    return Table(**{**vars(bare), "limits": limits})


def _posted(rules: RuleSheet, wager: str) -> bool:
    """Whether a pay table belongs to a wager without a sensor: a jackpot's is named with the jackpot."""
    sensed = {w.of for w in rules.wagers if w.sensed}
    return wager not in sensed and bool(rules.tables(wager))


def _optional(wager: Wager) -> Limits:
    return Limits(max(wager.least_cents, DOLLAR), MOST_OPTIONAL)


HERE: Final = "demo room"
SENSOR: Final = "jackpot"
EXECUTIVE_FROM: Final = 10_000 * DOLLAR


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """A demo jackpot: its fixed wager, and of each meter the seed per $1 and the rate in per cent."""

    wager_cents: Cents
    meters: tuple[tuple[Cents, int], ...]


PLANS: Final = (
    DemoPlan(5 * DOLLAR, ((2_000 * DOLLAR, 18),)),
    DemoPlan(1 * DOLLAR, ((25_000 * DOLLAR, 8), (5_000 * DOLLAR, 6), (500 * DOLLAR, 6))),
)
WALLET: Final[Cents] = 5_000 * DOLLAR
CAGE_CENTS: Final[Cents] = 1_000_000 * DOLLAR
PEOPLE: Final = {
    "ann": PLAYER,
    "bob": PLAYER,
    "cleo": PLAYER,
    "dan": DEALER,
    "sue": SUPERVISOR,
    "eve": EXECUTIVE,
    "al": AUDITOR,
    "cam": Role.SURVEILLANCE,
    "cy": Role.CASHIER,
    "ada": ADMIN,
}


def demo_password(name: str) -> str:
    return f"{name}-demo"


def demo_jackpot(game: str) -> tuple[PayTable, DemoPlan] | None:
    """The last jackpot table of a game's sheet, and the plan for as many meters as it has."""
    rules = sheet(game)
    tables = rules.tables(SENSOR) if SENSOR in rules.analysed else ()
    plans = {len(plan.meters): plan for plan in PLANS}
    return next(((t, plans[len(t.meters)]) for t in reversed(tables) if len(t.meters) in plans), None)


def demo_setups(pace: Pace) -> list[TableSetup]:
    """A table of each game as a house might open it, with the jackpot where the game has one."""
    today = date.today()
    tables = [demo_table(game, today) for game in game_ids()]
    return [
        TableSetup(t.id, t.name, t.config(limit_in_use(t, today)), pace=pace, house=t, short_tray="fill")
        for t in tables
    ]


def demo_table(game: str, on: date) -> Table:
    table = usual_table(game, f"{game}-1", f"{sheet(game).name} 1", Establishment(HERE, location=HERE), on)
    found = demo_jackpot(game)
    if found is None:
        return table
    pays, plan = found
    meters = tuple(
        Meter(name, settings, None, settings.seed_for(plan.wager_cents))
        for name, settings in meters_of(pays, plan)
    )
    jackpot = Jackpot(
        f"{game}-progressive", SENSOR, Kind.PROGRESSIVE, pays.id, plan.wager_cents, meters=meters,
        fund=Fund("demo account", 7), award_order=AwardOrder.RIGHT_FIRST, executive_from_cents=EXECUTIVE_FROM,
    )  # fmt: skip
    return replace(table, jackpots=(jackpot,))


def meters_of(pays: PayTable, plan: DemoPlan) -> list[tuple[str, MeterSettings]]:
    return [
        (name, MeterSettings(seed, Fraction(rate, 100), Fraction(2, 100)))
        for name, (seed, rate) in zip(pays.meters, plan.meters, strict=True)
    ]


def open_demo_jackpots(store: Store, setups: Iterable[TableSetup]) -> None:
    """A progressive on each table that offers one; made and started once."""
    desk = JackpotDesk(store)
    boss = Person.of("demo room", Role.HOUSE)
    known = desk.jackpots()
    for setup in setups:
        game = setup.config.game
        found = demo_jackpot(game)
        if found is None or (id := f"{game}-progressive") in known:
            continue
        pays, plan = found
        meters = dict(meters_of(pays, plan))
        controls = controls_on(date.today(), executive_from_cents=EXECUTIVE_FROM)
        desk.create(
            JackpotConfig(id, Kind.PROGRESSIVE, game, pays.id, plan.wager_cents, controls, HERE, meters),
            boss,
        )
        desk.add_table(
            setup.id,
            game,
            boss,
            spots=setup.config.spots,
            location=HERE,
            decks=setup.config.decks,
            options=setup.config.options,
        )
        desk.link(id, setup.id, pays.id, boss, sensor=SENSOR)
        desk.start(id, boss)


def fund_demo_cage(store: Store) -> None:
    """Play money for the fills of the demo tables, once."""

    def work(unit: Unit) -> None:
        unit.record("cage.funded", STREAM, HERE, {"cents": CAGE_CENTS, "why": "play money", "second": None})
        there(unit, CAPITAL, CAGE)
        post(unit, [Move(CAPITAL, CAGE, CAGE_CENTS, FUNDED)])

    store.write(work, key="demo/cage", request=CAGE_CENTS)


def add_demo_people(store: Store, people: People) -> list[tuple[str, str, str]]:
    """The demo people, made once; returns name, password and role of each."""
    known = {shape["name"] for shape in people.everyone()}
    wallets = Wallets(store)
    for name, role in PEOPLE.items():
        if name not in known:
            people.add(name, demo_password(name), role, "demo room", demo=True)
        if role == PLAYER:
            wallets.grant(name, WALLET, "demo room", "chips to play with", key=f"demo/{name}")
    return [(name, demo_password(name), role) for name, role in PEOPLE.items()]
