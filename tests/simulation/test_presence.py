"""Presence in virtual time, in a whole room: what the people at a table see of one another's browsers."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from pitboss.people.person import Person
from pitboss.room.commands import Bet, Clear, Command, Ready, Sit
from pitboss.room.events import Decided, SeatLeft, read, stream_of
from pitboss.room.presence import Presence
from pitboss.room.processes import ALIVE_S, LOOK_S
from pitboss.room.table import TableState
from tests.simulation.house import PACE, house
from tests.simulation.test_leases import calm_world
from tests.simulation.world import Browser

HEARD_S = 0.5
"""until a message between processes has come, and a unit is on the disk"""
SAID_S = 0.2
"""until a process that looks around has asked who is there and been heard"""


class Evening:
    """A room in calm weather where people do what the test says, at one table."""

    def __init__(self, seed: int, *, processes: int = 1) -> None:
        self.world = calm_world(seed, processes=processes)
        self.world.weather.leases = processes > 1
        self.table = house().setups[0].id
        self.ann, self.bob = house().players[:2]
        self.world.browsers = {p.id: Browser(self.world, p) for p in (self.ann, self.bob)}
        self.world.loop.create_task(self.world._service_manager())
        self.wait(8)
        assert len(self.world.living) == processes

    def wait(self, seconds: float) -> None:
        self.world.loop.run(self.world.loop.time() + seconds, self.world.after_step)

    @property
    def state(self) -> TableState:
        return self.world.living[0].room.tables[self.table]

    def opens(self, person: Person, at: int = 0) -> None:
        self.world.loop.call_soon(self.world.browsers[person.id].connect, self.world.living[at])

    def closes(self, person: Person) -> None:
        self.world.loop.call_soon(self.world.browsers[person.id].close)

    def do(self, *commands: Command, at: int = 0) -> None:
        async def ask() -> None:
            for command in commands:
                await self.world.living[at].room.do(self.table, command)

        self._run(ask())

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.world.loop.create_task(work)
        self.wait(HEARD_S)
        assert task.done()
        task.result()

    def seated(self, ann_at: int = 0) -> None:
        self.opens(self.ann, ann_at)
        self.opens(self.bob)
        self.do(Sit(self.ann, None, 1), at=ann_at)
        self.do(Sit(self.bob, None, 2))

    def dealt(self, ann_at: int = 0) -> None:
        """A round is on, and Ann is asked first."""
        self.do(*(Bet(self.ann, None, 1, "ante", 500), Ready(self.ann, None)), at=ann_at)
        self.do(*(Bet(self.bob, None, 2, "ante", 500), Ready(self.bob, None)))
        assert self.state.phase == "playing"

    def records(self, kind: type[Any]) -> list[Any]:
        events = self.world.disk.events(stream_of(self.table))
        return [read(event) for event in events if event.kind == kind.KIND]


@pytest.mark.parametrize("processes", [1, 2])
def test_whoever_closes_the_browser_keeps_nobody_waiting(processes: int) -> None:
    """Also where it was at another process than the one that keeps the table."""
    for ann_at in range(processes):
        evening = Evening(3, processes=processes)
        evening.seated(ann_at)
        evening.dealt(ann_at)
        asked = [ask.spot for ask in evening.state.playing.round.pending]
        evening.closes(evening.ann)
        evening.wait(PACE.away_s - 0.2)
        assert not evening.records(Decided), "a reload changes nothing"
        evening.wait(0.2 + HEARD_S)
        made = [(record.spot, record.timeout, record.away) for record in evening.records(Decided)]
        if 1 in asked:
            assert (1, True, True) in made
        assert all(spot == 1 for spot, _, _ in made)
        for process in evening.world.living:
            assert process.room.keepers[evening.table].away_spots == [1]


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_away_because_a_process_was_killed(seed: int) -> None:
    """Another one takes the table up, or the same one comes again; browsers connect when they find it."""
    for processes in (1, 2):
        evening = Evening(seed, processes=processes)
        evening.seated()
        before = evening.world.loop.time()
        evening.world.living[0].kill()
        while not evening.world.living or evening.world.loop.time() - before < PACE.returning_s:
            evening.wait(0.2)
        for person in (evening.ann, evening.bob):
            evening.opens(person)
        evening.wait(PACE.kept_s + PACE.away_s)
        assert not [record for record in evening.records(SeatLeft) if record.why == "away"]
        assert evening.state.players == ["ann", "bob"]


@pytest.mark.parametrize("seed", range(6))
def test_a_process_says_at_once_whom_it_has_to_who_may_not_know_it(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a process that has only just come, and when its own words were lost with its link."""
    heard: dict[Presence, float] = {}
    vouched = Presence.vouched

    def note(presence: Presence, process: str, person: str) -> None:
        heard[presence] = evening.world.loop.time()
        vouched(presence, process, person)

    monkeypatch.setattr(Presence, "vouched", note)
    evening = Evening(seed, processes=2)
    here, other = evening.world.living
    evening.opens(evening.ann)
    evening.wait(1 + seed * ALIVE_S / 6)
    other.kill()
    while len(evening.world.living) < 2:
        evening.wait(0.05)
    other = evening.world.living[1]
    since = evening.world.loop.time()
    evening.wait(2 * LOOK_S + SAID_S)
    presence, link = other.room.keepers[evening.table].presence, here.link
    assert heard[presence] >= since
    assert link is not None
    evening.wait(seed * ALIVE_S / 6)
    before = link.connections
    link.cut()
    while link.connections == before:
        evening.wait(0.01)
    since = evening.world.loop.time()
    evening.wait(LOOK_S + SAID_S)
    assert heard[presence] >= since - 0.01


@pytest.mark.parametrize("processes", [1, 2])
def test_the_seat_of_one_who_does_not_come_back_is_free(processes: int) -> None:
    evening = Evening(5, processes=processes)
    evening.seated(ann_at=processes - 1)
    evening.closes(evening.ann)
    evening.wait(PACE.kept_s - 0.2)
    assert evening.state.players == ["ann", "bob"]
    evening.wait(0.2 + HEARD_S)
    assert evening.state.players == ["bob"]
    assert [record.why for record in evening.records(SeatLeft)] == ["away"]


def test_players_without_a_live_connection_play_on() -> None:
    evening = Evening(6)
    evening.do(Sit(evening.ann, None, 1), Sit(evening.bob, None, 2))
    for _ in range(12):
        evening.wait(PACE.spoken_s - HEARD_S)
        evening.do(Clear(evening.ann, None, 1), Clear(evening.bob, None, 2))
    assert not evening.records(SeatLeft)
    assert evening.state.players == ["ann", "bob"]
    evening.wait(PACE.spoken_s + PACE.kept_s)
    assert evening.state.players == [], "who says nothing any more has left"
