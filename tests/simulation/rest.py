"""When a simulated room has come to rest: nothing that could still happen is worth waiting for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pitboss.room.keeper import Keeper
from tests.simulation.disk import SLOWEST_S

if TYPE_CHECKING:
    from tests.simulation.world import Asked, Process

LOOK_S: Final = 4.0
REST_S: Final = 2 * SLOWEST_S
"""a write that was begun in bad weather takes no longer"""
WHOLE_CALM_EVERY: Final = 8
"""of so many seeds one stays to the end of the calm, whatever happens there"""


def rests(processes: Sequence[Process], asked: Sequence[Asked]) -> bool:
    """Nobody waits for an answer, nothing is being written, no clock runs at any table."""
    living = [process for process in processes if process.alive]
    if not living or not all(process.opened for process in living):
        return False
    if any(process.alive for one in asked for process in one.waits_at):
        return False
    roles = [role for process in living for role in process.room.keepers.values()]
    kept = [role for role in roles if isinstance(role, Keeper)]
    return {role.table.id for role in kept} == {role.table.id for role in roles} and all(
        role._idle.is_set() and not role.table.deadline_us for role in kept
    )
