"""The demo room: a table of every game, a person of every role, and passwords that everybody knows."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from pitboss.approvals import game_ids, sheet
from pitboss.games.config import Limits, TableConfig
from pitboss.money import DOLLAR, Cents
from pitboss.room.bank import Bank
from pitboss.room.people import ADMIN, AUDITOR, DEALER, EXECUTIVE, PLAYER, SUPERVISOR, People
from pitboss.room.setup import Pace, TableSetup
from pitboss.store import Store

WALLET: Final[Cents] = 5_000 * DOLLAR
PEOPLE: Final = {
    "ann": PLAYER,
    "bob": PLAYER,
    "cleo": PLAYER,
    "dan": DEALER,
    "sue": SUPERVISOR,
    "eve": EXECUTIVE,
    "al": AUDITOR,
    "ada": ADMIN,
}


def demo_password(name: str) -> str:
    return f"{name}-demo"


def demo_setups(pace: Pace) -> list[TableSetup]:
    """A table of each approved game."""
    setups = []
    for game in game_ids():
        rules = sheet(game)
        if rules.letter is None or find_spec("pitboss.games." + game.replace("-", "_")) is None:
            continue
        first = next(w.id for w in rules.wagers if w.placed == "first")
        limits = {first: Limits(5 * DOLLAR, 100 * DOLLAR)}
        config = TableConfig(game, limits=limits, regulation_cents=400 * DOLLAR)
        setups.append(TableSetup(f"{game}-1", f"{rules.name} 1", config, pace=pace))
    return setups


def add_demo_people(store: Store, people: People) -> list[tuple[str, str, str]]:
    """The demo people, made once; returns name, password and role of each."""
    known = {shape["name"] for shape in people.everyone()}
    bank = Bank(store)
    for name, role in PEOPLE.items():
        if name not in known:
            people.add(name, demo_password(name), role, "demo room", demo=True)
        if role == PLAYER:
            bank.grant(name, WALLET, "demo room", "chips to play with", key=f"demo/{name}")
    return [(name, demo_password(name), role) for name, role in PEOPLE.items()]
