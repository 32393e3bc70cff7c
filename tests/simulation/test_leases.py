"""Leases in virtual time: what the processes of a room do about one that is there and does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.room.sharing import lease_key
from tests.simulation.house import house
from tests.simulation.world import World


class Mute:
    """A process that is connected and neither hears nor takes anything."""

    def send(self, message: dict[str, Any]) -> None:
        pass


@pytest.mark.clause("HR-20")
@pytest.mark.parametrize("seed", range(3))
def test_a_process_that_takes_nothing_is_not_offered_tables_again_and_again(seed: int) -> None:
    world = World(seed, house())
    world.setups = list(house().setups[:2])
    weather = world.weather
    weather.store, weather.leases, weather.crash_every = {}, True, 0
    weather.outage = weather.second_process = weather.links_break = weather.clock_jumps = False
    weather.lost = weather.doubled = weather.late_s = 0.0
    world._kill_in = -1
    world.board.links.append(Mute())  # type: ignore[arg-type]
    world.play()
    tokens = [world.disk.document(lease_key(setup.id))["token"] for setup in world.setups]
    assert max(tokens) <= 6, f"{tokens} in {world.loop.time():.0f} s"
    assert world.reached["round settled"]
