"""Leases in virtual time: what the processes of a room do about one that is there and does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.room.processes import lease_key
from tests.simulation.house import house
from tests.simulation.world import World

pytestmark = pytest.mark.clause("HR-20")


class Mute:
    """A process that is connected and neither hears nor takes anything."""

    def __init__(self, world: World) -> None:
        self.world = world

    def send(self, message: dict[str, Any]) -> None:
        pass

    def cut(self) -> None:
        """The database ends its connection."""
        self.world.board.drop(self)  # type: ignore[arg-type]


def calm_world(seed: int, *, processes: int = 1) -> World:
    """Nothing fails; several processes share the tables out among them."""
    world = World(seed, house())
    world.setups = list(house().setups[:2])
    world.whole_calm = True
    weather = world.weather
    weather.store, weather.leases, weather.crash_every = {}, True, 0
    weather.second_process = processes > 1
    weather.outage = weather.links_break = weather.clock_jumps = False
    weather.lost = weather.doubled = weather.late_s = 0.0
    world._kill_in = -1
    return world


@pytest.mark.parametrize("seed", range(3))
def test_a_process_that_takes_nothing_is_not_offered_tables_again_and_again(seed: int) -> None:
    world = calm_world(seed)
    world.board.links.append(Mute(world))  # type: ignore[arg-type]
    world.play()
    tokens = [world.disk.document(lease_key(setup.id))["token"] for setup in world.setups]
    assert max(tokens) <= 6, f"{tokens} in {world.loop.time():.0f} s"
    assert world.reached["round settled"]


@pytest.mark.parametrize("seed", range(4))
def test_the_tables_of_a_killed_process_are_taken_up_within_five_seconds(seed: int) -> None:
    """By the simulation's own clock; up to three of them pass until the database notices that the process is gone."""
    world = calm_world(seed, processes=2)
    killed: dict[str, float] = {}
    """table: when whoever kept it died"""
    took: list[float] = []

    def leases() -> dict[str, str]:
        found = {setup.id: world.disk.document(lease_key(setup.id)) for setup in world.setups}
        return {table: lease["process"] for table, lease in found.items() if lease}

    def kill() -> None:
        victim = next(p for p in world.processes if p.alive and p.link and p.link.name in leases().values())
        assert victim.link is not None
        mine = victim.link.name
        killed.update({table: world.loop.time() for table, keeper in leases().items() if keeper == mine})
        victim.kill()

    before: dict[str, str] = {}
    committed = world.disk.committed

    def look() -> None:
        committed()
        for table, keeper in leases().items():
            if table in killed and keeper != before.get(table):
                took.append(world.loop.time() - killed.pop(table))
            before[table] = keeper

    world.disk.committed = look
    for when in (4.0, 11.0):
        world.loop.call_later(when, kill)
    world.play()
    assert world.reached["process killed"] == 2
    assert not killed and took, "somebody keeps every table again"
    assert max(took) < 5.0, took


@pytest.mark.parametrize("seed", range(3))
def test_a_keeper_that_stands_still_is_relieved(seed: int) -> None:
    """It holds the lock of a table and says nothing, as a process does that is stopped or swapped out."""
    world = calm_world(seed)
    frozen, table = Mute(world), world.setups[0].id
    world.board.links.append(frozen)  # type: ignore[arg-type]
    world.board.holders[table] = frozen  # type: ignore[assignment]
    world.play()
    assert world.reached["keeper evicted"] == 1
    assert world.disk.document(lease_key(table))["token"] == 1
