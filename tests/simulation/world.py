"""The simulated house: processes that keep tables, people who play at them, a network and a clock that fail.

One seed decides everything: which faults there are, when they come, who does what, which callback runs next."""

from __future__ import annotations

import asyncio
import contextvars
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Final

from pitboss.core.errors import NotBooked, PitbossError
from pitboss.people.person import Person
from pitboss.room.commands import Bet, Clear, Command, Leave, Ready, Sit, TakeDecision
from pitboss.room.keeper import Keeper
from pitboss.room.room import Room
from pitboss.room.shoes import TableShoe
from pitboss.room.table import TableState
from pitboss.rounds.config import TableConfig
from pitboss.rounds.views import LONGEST_MS
from tests.games.support import random_decision
from tests.room.support import Screen
from tests.simulation.desk import Desk, errand
from tests.simulation.disk import FAULTS, SLOWEST_S, Disk, SimBooks
from tests.simulation.house import PACE, House
from tests.simulation.invariants import Witness
from tests.simulation.scheduler import Scheduler
from tests.simulation.wire import SimLink, Switchboard

PROCESS: contextvars.ContextVar[Process | None] = contextvars.ContextVar("process", default=None)
START_US: Final = 1_800_000_000_000_000
PLAYED_S: Final = 14.0
PATIENCE_S: Final = 20.0
"""a client who hears nothing for so long asks again"""
QUESTIONS: Final = 6
"""one after the other in a round that nobody answers, at most"""
ROUND_S: Final = (
    PACE.betting_s
    + QUESTIONS * PACE.decision_s
    + PACE.settled_s
    + (1 + QUESTIONS) * LONGEST_MS / 1000  # each time begins when the show before it is over
)
CALM_S: Final = 2 * SLOWEST_S + PATIENCE_S + ROUND_S
"""the last slow write, the last message, and the round they began with every deadline run out"""
PROBE_S: Final = 12.0
"""longer than any process waits for another"""
STAFF_LEAVES_S: Final = PATIENCE_S + 5
LOOK_S: Final = 4.0
REST_S: Final = 2 * SLOWEST_S
"""a write that was begun in bad weather takes no longer"""
WHOLE_CALM_EVERY: Final = 8
"""of so many seeds one stays to the end of the calm, whatever happens there"""


class Weather:
    """Which faults a run has, and how often: a few of them at a time, so that each is met in calm air too."""

    def __init__(self, rng: random.Random) -> None:
        self.store = {fault: rng.choice((0.0, 0.0, 0.02, 0.2)) for fault in FAULTS}
        self.outage = rng.random() < 0.3
        self.crash_every = rng.choice((0, 0, 100, 400))
        """steps of the scheduler between two kills, about"""
        self.second_process = rng.random() < 0.35
        self.leases = self.second_process and rng.random() < 0.6
        """the processes share the tables out among them; otherwise both keep all, as one that nobody expects"""
        self.links_break = self.leases and rng.random() < 0.5
        self.clock_jumps = rng.random() < 0.25
        self.lost = rng.choice((0.0, 0.0, 0.1))
        self.doubled = rng.choice((0.0, 0.0, 0.2))
        self.late_s = rng.choice((0.0, 0.05, 5.0))
        self.reused_ids = rng.random() < 0.3
        self.leaving = rng.choice((0.0, 0.0, 0.05, 0.15))
        """how often somebody closes his browser for a while, or reloads it"""


class Process:
    """One server: it dies at any step and leaves nothing behind but what is on the disk."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.alive = True
        self.context = contextvars.copy_context()
        self.context.run(PROCESS.set, self)
        books = SimBooks(world.disk, world.rng, lambda: self.alive)
        books.wrote = self._wrote
        self.link = SimLink(world.board, self) if world.weather.leases else None
        more = {"books": books, "fresh_shoe": world.fresh_shoe, "link": self.link}
        self.room = Room(world.disk, world.setups, world.house.people, **more)
        self.opened = False
        self.run(self._open())

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """As a task of this process."""
        self.context.run(self.world.loop.create_task, work)

    async def _open(self) -> None:
        while not self.opened:
            try:
                await self.room.open()
                self.opened = True
            except PitbossError:
                if self.link:
                    self.world.reached["process could not open"] += 1
                    self.stop()
                    return
                await asyncio.sleep(0.5)  # what a service manager does
                await self.room.close()
        for table, keeper in self.room.keepers.items():
            keeper.subscribe(self.world.witness.screen(self, table, None))

    async def answer(self, asked: Asked, reply: Callable[[PitbossError | None], None]) -> None:
        asked.waits_at.append(self)
        try:
            await self.room.do(asked.table, asked.command)
            answer = None
        except PitbossError as error:
            answer = error
        asked.waits_at.remove(self)
        self.world.witness.answered(asked, answer)
        reply(answer)

    async def probe(self, table: str) -> None:
        """Nobody can sit there: whoever keeps the table says so, at whichever process it is asked."""
        command = Sit(self.world.players[0], f"probe-{id(self)}-{table}", 99)
        try:
            await self.room.do(table, command)
        except NotBooked as error:
            raise AssertionError(f"{table} is dead at a process of the calm room: {error}") from error
        except PitbossError:
            return
        raise AssertionError(f"{table} has a spot 99")

    def _wrote(self, key: str) -> None:
        if self.link:
            self.world.witness.wrote(self.link.name, key)

    def kill(self) -> None:
        self.stop()
        self.world.reached["process killed"] += 1

    def stop(self) -> None:
        self.alive = False
        for browser in self.world.browsers.values():
            browser.lost(self)
        if self.link:
            self.world.board.killed(self.link)


class Browser:
    """Somebody's browser with every table of the room open, at one process."""

    def __init__(self, world: World, person: Person) -> None:
        self._world = world
        self._person = person
        self._process: Process | None = None
        self._screens: dict[str, Screen] = {}
        self._watches = person is world.players[0]
        """the others' screens are the same texts made for other seats"""
        self.open_since = 0.0
        self.open_until = 0.0
        """when it was last closed by its owner, or its process ended"""

    @property
    def open(self) -> bool:
        return self._process is not None and self._process.alive

    def connect(self, process: Process) -> None:
        """As it comes, and comes back by itself whenever its process is gone."""
        if self.open:
            return
        self._process, self.open_since = process, self._world.loop.time()
        for table, keeper in process.room.keepers.items():
            watched = self._watches and self._world.witness.screen(process, table, self._person)
            self._screens[table] = screen = watched or Blind(self._person)
            process.context.run(keeper.subscribe, screen)

    def close(self) -> None:
        if self._process and self._process.alive:
            for table, screen in self._screens.items():
                self._process.context.run(self._process.room.keepers[table].unsubscribe, screen)
            self._world.reached["browser closed"] += 1
            self.open_until = self._world.loop.time()
        self._process = None

    def lost(self, process: Process) -> None:
        """Its process has ended."""
        if self._process is process:
            self._process, self.open_until = None, self._world.loop.time()


class Blind(Screen):
    """It takes what it is shown and nobody looks."""

    def offer(self, text: str) -> None:
        pass


class Asked:
    """A command on its way: the processes at which it has arrived and that have not answered it."""

    def __init__(self, table: str, command: Command) -> None:
        self.table = table
        self.command = command
        self.waits_at: list[Process] = []
        self.process: Process | None = None
        """to which it was sent last"""


def rests(processes: list[Process], asked: list[Asked]) -> bool:
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


class World:
    def __init__(self, seed: int, house: House) -> None:
        self.seed = seed
        self.rng = random.Random(seed)
        self.house = house
        self.weather = Weather(self.rng)
        self.setups = self.rng.sample(house.setups, self.rng.choice((1, 1, 1, 2)))
        self.loop = Scheduler(self.rng)
        self.loop.dead = lambda context: (p := context.get(PROCESS)) is not None and not p.alive
        self.players = house.players[: self.rng.choice((1, 2, 2, 3))]
        self.offset_us = 0
        self.disk = Disk(self.clock, house.image)
        self.disk.fault = self._fault
        self.calm = False
        self.reached: Counter[str] = Counter()
        self.asked: list[Asked] = []
        self.witness = Witness(self)
        self.browsers = {person.id: Browser(self, person) for person in self.players}
        self.disk.committed = self.witness.committed
        self.board = Switchboard(self)
        self.processes: list[Process] = []
        self._kill_in = self._draw_kill()
        self.requests = 0
        self.whole_calm = seed % WHOLE_CALM_EVERY == 0

    def clock(self) -> int:
        return START_US + int(self.loop.time() * 1_000_000) + self.offset_us

    def fresh_shoe(self, table: str, number: int, config: TableConfig, config_id: str) -> TableShoe:
        return self.house.shoe(table, number, config, config_id, self.rng)

    @property
    def living(self) -> list[Process]:
        return [process for process in self.processes if process.alive and process.opened]

    # faults

    def _fault(self) -> str | None:
        if self.calm:
            return None
        for fault, chance in self.weather.store.items():
            if self.rng.random() < chance:
                self.reached[f"store fault: {fault}"] += 1
                return fault
        return None

    def _draw_kill(self) -> int:
        every = self.weather.crash_every
        return self.rng.randrange(1, 2 * every) if every else -1

    def after_step(self) -> None:
        if self.calm or self._kill_in < 0:
            return
        self._kill_in -= 1
        if self._kill_in == 0:
            living = [process for process in self.processes if process.alive]
            if living:
                self.rng.choice(living).kill()
            self._kill_in = self._draw_kill()

    async def _service_manager(self) -> None:
        """Starts a process where none lives; a second one beside it where the weather says so."""
        while True:
            self.processes = [process for process in self.processes if process.alive]
            wanted = 2 if self.weather.second_process and not self.calm else 1
            if len(self.processes) < wanted:
                self._start_process()
            await asyncio.sleep(self.rng.uniform(0.2, 3.0))

    def _start_process(self) -> None:
        try:
            self.processes.append(Process(self))
        except PitbossError:
            self.reached["process could not start"] += 1
            return
        self.reached["process started"] += 1
        if len(self.processes) > 1:
            shares = self.weather.leases
            self.reached["tables shared out" if shares else "two processes keep the same tables"] += 1

    async def _outages(self) -> None:
        while not self.calm:
            await asyncio.sleep(self.rng.uniform(1, 8))
            if self.calm:
                return
            self.disk.away = True
            for link in list(self.board.links):
                link.cut()
            length = self.rng.choice((0.2, 2.0, 9.0, 20.0))
            self.reached["outage" if length < 8 else "long outage"] += 1
            await asyncio.sleep(length)
            self.disk.away = False

    async def _breaking_links(self) -> None:
        while not self.calm:
            await asyncio.sleep(self.rng.uniform(1, 6))
            if self.board.links and not self.calm:
                self.rng.choice(self.board.links).cut()

    async def _look_around(self) -> None:
        """Somebody asks for rounds; somebody compares memory and disk."""
        while True:
            await asyncio.sleep(self.rng.uniform(2, 8))
            self.witness.spy()
            if self.rng.random() < 0.4:
                self.witness.compare()

    async def _clock_jumps(self) -> None:
        while not self.calm:
            await asyncio.sleep(self.rng.uniform(2, 9))
            self.offset_us += self.rng.choice((-7_200, -3, 2, 3_600)) * 1_000_000
            self.reached["clock jumped"] += 1

    # people

    async def _player(self, person: Person) -> None:
        rng, browser = self.rng, self.browsers[person.id]
        while not self.calm:
            await asyncio.sleep(rng.choice((0.02, 0.1, 0.1, 0.4, 1.5)))
            living = self.living
            if not living:
                continue
            if rng.random() < self.weather.leaving:
                browser.close()
                await asyncio.sleep(rng.choice((0.3, 3.0, 6.0)))
                continue
            process = rng.choice(living)
            browser.connect(process)
            table = rng.choice(sorted(process.room.tables))
            command = self._idea(person, process.room.tables[table])
            if command is not None:
                await self._ask(process, Asked(table, command))

    async def _staff(self) -> None:
        """A dealer in person rolls, starts, calls time and ends; a supervisor declares a misdeal now and then. They
        stay until nobody waits for them."""
        while self.loop.time() < PLAYED_S + CALM_S - STAFF_LEAVES_S:
            await asyncio.sleep(self.rng.uniform(0.3, 3.0))
            living = self.living
            if not living:
                continue
            process = self.rng.choice(living)
            table = self.rng.choice(sorted(process.room.tables))
            command = errand(process.room.tables[table], self._id(), self.rng, calm=self.calm)
            if command is not None:
                await self._ask(process, Asked(table, command))

    def _id(self) -> str | None:
        if self.weather.reused_ids and self.requests and self.rng.random() < 0.1:
            self.reached["id used again for something else"] += 1
            return f"r{self.rng.randrange(self.requests)}"
        self.requests += 1
        return f"r{self.requests}" if self.rng.random() < 0.95 else None

    def _idea(self, person: Person, table: TableState) -> Command | None:
        """What somebody might do who sees this table; now and then something that makes no sense."""
        rng, id = self.rng, self._id()
        mine = sorted(table.spots_of(person.id))
        spot = rng.choice(mine) if mine and rng.random() < 0.95 else rng.randrange(1, 4)
        if rng.random() < 0.04:
            return rng.choice((Leave(person, id, spot), Clear(person, id, spot), Sit(person, id, spot)))
        if not mine:
            return Sit(person, id, spot)
        if table.phase == "playing":
            round = table.playing.round
            asks = [ask for ask in round.pending if ask.spot in mine]
            if not asks:
                return None
            ask = rng.choice(asks)
            return TakeDecision(person, id, ask.spot, random_decision(round, ask, rng), table.round_id)
        seat = table.seats.get(spot)
        if table.phase == "settled" or (seat and len(seat.bets) >= len(self.house.bets(table.config))):
            return Ready(person, id, id if rng.random() < 0.5 else None)
        wager, cents = rng.choice(sorted(self.house.bets(table.config).items()))
        missing = [w for w in self.house.bets(table.config) if seat and w not in seat.bets]
        if missing and rng.random() < 0.8:
            wager = rng.choice(missing)
            cents = self.house.bets(table.config)[wager]
        return Bet(person, id, spot, wager, cents)

    async def _ask(self, process: Process, asked: Asked) -> None:
        """Send a command, and the same again until there is an answer or patience ends."""
        self.asked.append(asked)
        for _ in range(3):
            answer = await self._send(process, asked)
            if answer == "silence":
                self.reached["silence, asked again"] += 1
            elif isinstance(answer, NotBooked):
                self.reached["answered: not booked"] += 1
            else:
                return
            if asked.command.request is None or self.calm:
                return
            await asyncio.sleep(self.rng.uniform(0.1, 5))
            living = self.living
            process = self.rng.choice(living) if living else process

    async def _send(self, process: Process, asked: Asked) -> PitbossError | str | None:
        heard: asyncio.Future[PitbossError | str | None] = self.loop.create_future()

        def hear(answer: PitbossError | None) -> None:
            if process.alive and not self._loses():
                self.loop.call_later(self._delay(), lambda: heard.done() or heard.set_result(answer))

        copies = 2 if self.rng.random() < self.weather.doubled else 1
        self.reached["message doubled"] += copies - 1
        for _ in range(copies):
            if self._loses():
                continue
            asked.process = process
            self.loop.call_later(
                self._delay(), lambda: process.alive and process.run(process.answer(asked, hear))
            )
        timer = self.loop.call_later(PATIENCE_S, lambda: heard.done() or heard.set_result("silence"))
        try:
            return await heard
        finally:
            timer.cancel()

    def _loses(self) -> bool:
        if not self.calm and self.rng.random() < self.weather.lost:
            self.reached["message lost"] += 1
            return True
        return False

    def _delay(self) -> float:
        if self.weather.late_s and self.rng.random() < 0.3:
            self.reached["message late"] += 1
            return self.rng.uniform(0, self.weather.late_s)
        return 0.001

    # a run

    def play(self) -> Counter[str]:
        """Bad weather for a while, then calm: everything must have come to its end, and add up."""
        try:
            self._play()
        finally:
            self.loop.close()
        return self.reached

    @property
    def trace(self) -> tuple[int, float, Counter[str]]:
        """Tells two runs apart that have differed anywhere."""
        return self.loop.steps, self.rng.random(), self.reached

    def _run_to_rest(self) -> None:
        """The whole calm, or until everything has rested for so long that nothing can be on its way any more."""
        rested, end = (-1, 0.0), PLAYED_S + CALM_S
        while self.loop.time() < end:
            self.loop.run(min(self.loop.time() + LOOK_S, end), self.after_step)
            if self.whole_calm or not rests(self.processes, self.asked):
                rested = (-1, 0.0)
            elif rested[0] != self.witness.seq:
                rested = self.witness.seq, self.loop.time()
            elif self.loop.time() - rested[1] >= REST_S:
                return

    def _play(self) -> None:
        start = self.loop.create_task
        start(self._service_manager())
        for person in self.players:
            start(self._player(person))
        start(self._staff())
        desk = Desk(self)
        start(desk.work())
        start(self._look_around())
        if self.weather.outage:
            start(self._outages())
        if self.weather.clock_jumps:
            start(self._clock_jumps())
        if self.weather.links_break:
            start(self._breaking_links())
        self.loop.run(PLAYED_S, self.after_step)
        self.calm = True
        self.disk.away = False
        if self.weather.second_process and not self.weather.leases:
            # one of them may not have noticed yet that the other went on
            for process in self.processes:
                process.stop()
        self._run_to_rest()
        self.witness.at_the_end()
        probes = [start(process.probe(table)) for process in self.living for table in process.room.tables]
        self.loop.run(self.loop.time() + PROBE_S, self.after_step)
        for probe in probes:
            assert probe.done(), "a table of the calm room does not answer"
            probe.result()
        self.reached["steps"] += self.loop.steps
