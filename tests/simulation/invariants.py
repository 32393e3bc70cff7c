"""What must hold after every step of a simulation, and when everything has come to rest."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pitboss.chips.accounts import felt, held, wallet
from pitboss.chips.payouts import held_payouts
from pitboss.core.errors import NotBooked, PitbossError
from pitboss.fairness import verifier
from pitboss.jackpots.tray import check_dues
from pitboss.jackpots.tray import dues as tray_dues
from pitboss.ledger import UNIT_PER_CENT, Event
from pitboss.people.person import Person
from pitboss.room import proof
from pitboss.room.apply import unit_written
from pitboss.room.events import (
    CardsCut,
    Decided,
    FeltCleared,
    GameEnded,
    PayHeld,
    RoundOpened,
    RoundVoided,
    SaidReady,
    SeatLeft,
    Settled,
    Shuffled,
    read,
    stream_of,
    unit_key,
    unit_number,
)
from pitboss.room.history import recover, replay
from pitboss.room.keeper import Keeper
from pitboss.room.presence import HEARD_S
from pitboss.room.processes import Follower, lease_key
from pitboss.room.settling import dues
from pitboss.room.shoes import TableShoe, shoe_in
from pitboss.room.table import Dealt, TableState
from pitboss.rounds.views import view
from tests.room.support import Screen
from tests.simulation.disk import SLOWEST_S
from tests.simulation.house import CHIPS, PACE

if TYPE_CHECKING:
    from tests.simulation.world import Asked, Process, World


@dataclass
class Known:
    """A round as the log has it."""

    opened: RoundOpened
    shoe: TableShoe
    """cut, and at this round"""
    config: Any
    decisions: list[Any] = field(default_factory=list)
    void: str | None = None
    settled: Settled | None = None
    ended: bool = False
    views: dict[tuple[int, str | None, frozenset[int]], list[Any]] = field(default_factory=dict)

    def dealt(self) -> Dealt:
        opened = self.opened
        deal = self.shoe.deal(self.config)
        decisions = tuple(self.decisions)
        return Dealt(self.config, opened.wagers, deal, opened.holders, decisions, void=self.void)

    def log(self, spots: frozenset[int]) -> list[Any]:
        """What these spots may have seen by now."""
        key = len(self.decisions), self.void, spots
        if key not in self.views:
            self.views[key] = json.loads(json.dumps(view(self.dealt().round, spots)["log"]))
        return self.views[key]


class Watched(Screen):
    """What one person is shown by one process."""

    def __init__(self, witness: Witness, process: Process, table: str, person: Person | None) -> None:
        super().__init__(person)
        self._witness = witness
        self._process = process
        self._table = table

    def offer(self, text: str) -> None:
        if self._process.alive:
            try:
                self._witness.shown(self._table, self.person, text)
            except AssertionError as failure:
                self._witness.world.loop.failures.append(failure)


class Witness:
    """Reads the log as it grows and compares: with what is shown, with what is answered, with the ledger."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seq = world.disk.head().seq
        """the end of the log"""
        self.requests: dict[tuple[str, str], str] = {}
        self.rounds: dict[str, Known] = {}
        self.shoes: dict[str, TableShoe] = {}
        self.coming: dict[str, str] = {}
        """by table, the key of the shoe that the next card comes from"""
        self.units: Counter[str] = Counter()
        self.once: Counter[str] = Counter()
        self.held: dict[str, PayHeld] = {}
        self.configs = {setup.config_id: setup.config for setup in world.house.setups}
        self._looked = 0
        self._spied: dict[str, int] = {}
        """round: the end of the log when somebody asked for it"""
        self._proved: set[str] = set()
        """rounds with their proofs as the verifier has found them good"""
        self._compared: dict[Keeper | Follower, tuple[int, TableState]] = {}
        """the end of the log and the table as they were compared last"""

    def screen(self, process: Process, table: str, person: Person | None) -> Screen:
        return Watched(self, process, table, person)

    # after every commit

    def committed(self) -> None:
        try:
            self._read_on()
        except AssertionError as failure:
            self.world.loop.failures.append(failure)  # whoever is writing must not swallow it

    def _read_on(self) -> None:
        disk = self.world.disk
        for event in disk.events(after=self.seq):
            self.seq = event.seq
            if event.stream.startswith("table/") and "." in event.kind:
                self._note(event.stream.removeprefix("table/"), event)
            if event.kind == Settled.KIND and self.world.weather.second_process:
                # the other process has not heard of it yet: what does it take for the truth?
                self._asked_for(event.payload["round"], disclose=True)
        assert disk.trial_balance() == 0, "debits and credits differ"

    def _note(self, table: str, event: Event) -> None:
        record = read(event)
        self.units[table] = unit_number(event)
        if record.request is not None:
            key = table, record.request
            assert key not in self.requests, f"{key} was carried out twice"
            self.requests[key] = record.asked
        match record:
            case Shuffled():
                self.shoes[event.key] = shoe_in(record, self.configs[record.configuration])
                self.coming[table] = event.key
            case RoundOpened():
                assert record.round not in self.rounds, f"{record.round} was opened twice"
                shoe = self.shoes[record.shoe].cut_by(record.cuts, record.head)
                self.shoes[record.shoe] = shoe
                config = self.configs[shoe.sealed.terms.configuration]
                self.rounds[record.round] = Known(record, replace(shoe, at=record.start), config)
                self.world.reached["round opened"] += 1
            case Decided():
                known = self.rounds[record.round]
                assert record.n == len(known.decisions), "a decision was lost or made twice"
                known.decisions.append((record.spot, record.decision))
                if record.away:
                    self._was_away(table, known.opened.holders[record.spot], PACE.away_s)
                    self.world.reached["decided for one who is away"] += 1
                self.world.reached["decided by the clock" if record.timeout else "decided"] += 1
            case RoundVoided():
                assert self.rounds[record.round].settled is None, "a settled round is declared void"
                self.rounds[record.round].void = record.reason
                self._once(f"voided {record.round}")
                self.world.reached["round voided"] += 1
            case Settled():
                self._settled(record)
            case GameEnded() | FeltCleared():
                self._once(f"cleared {record.round}")
                self.rounds[record.round].ended = True
            case PayHeld():
                self._once(record.payout)
                self.held[record.payout] = record
                self.world.reached["win held for surveillance"] += 1
            case SeatLeft(why="away"):
                self._was_away(table, record.player, PACE.kept_s)
                running = [r for id, r in self.rounds.items() if id.startswith(f"{table}-") and not r.settled]
                in_play = any(record.spot in r.opened.wagers for r in running)
                assert not in_play, "a seat with money in play is freed"
                self.world.reached["seat of one who is away freed"] += 1
                self.world.reached[record.KIND] += 1
            case CardsCut(spot=0):
                self.world.reached["dice rolled"] += 1
            case SaidReady(cut=str(cut)) if cut:
                self.world.reached["cut with ready"] += 1
            case _:
                self.world.reached[record.KIND] += 1

    def _settled(self, record: Settled) -> None:
        self._once(f"settled {record.round}")
        known = self.rounds[record.round]
        known.settled = record
        round = known.dealt().round
        assert round.finished
        assert {spot: round.net_cents(spot) for spot in round.stakes} == record.net
        assert known.void is None or not any(record.net.values()), "a void round has winners"
        for pay in self.held.values():
            if pay.payout.startswith(f"payout.{record.round}.") and known.void is None:
                won = [s.net_cents for s in round.settlements if (s.spot, s.wager) == (pay.spot, pay.wager)]
                assert pay.cents == sum(won), f"{pay.cents} are held of {won}"
        self.world.reached["round settled"] += 1
        self.world.reached["pay cut by the aggregate limit"] += any(due.cut_cents for due in dues(round))
        self.world.reached["jackpot hit"] += len(round.jackpots)

    def _was_away(self, table: str, player: str, seconds: float) -> None:
        """When it was decided; the unit has been on its way to the disk since."""
        world = self.world
        if world.weather.second_process and not world.weather.leases:
            return  # they do not know of each other
        assert {setup.id: setup for setup in world.setups}[table].dealer == "house", "a dealer decides by eye"
        browser = world.browsers[player]
        slow_s = 2 * SLOWEST_S if world.weather.store.get("slow") else 0
        late_s = 0.5 + slow_s + (HEARD_S + PACE.returning_s if world.weather.leases else 0)
        here_s = world.loop.time() - browser.open_since if browser.open else 0.0
        assert here_s <= late_s, f"{player} is here and is taken to be away"
        gone_s = world.loop.time() - browser.open_until
        # a process whose link is broken does not hear of a short visit to another one
        known = browser.open or world.weather.leases or gone_s > seconds - 0.001
        assert known, f"{player} has been away for {gone_s} s"

    def _once(self, what: str) -> None:
        self.once[what] += 1
        assert self.once[what] == 1, f"twice: {what}"

    def wrote(self, process: str, key: str) -> None:
        """Only who has the table's lease writes to it."""
        for setup in self.world.setups:
            if key == unit_key(setup.id, self.units[setup.id]):
                lease = self.world.disk.document(lease_key(setup.id))
                if lease["process"] != process:
                    failure = AssertionError(f"{process} wrote {key}, and {lease['process']} has the lease")
                    self.world.loop.failures.append(failure)
                self.world.reached["written under a lease"] += 1

    # whatever is shown

    def shown(self, table: str, person: Person | None, text: str) -> None:
        state = json.loads(text)
        if not state["view"] or state["round_id"] is None:
            return
        self._looked += 1
        known = self.rounds.get(state["round_id"])
        assert known is not None, f"{state['round_id']} is shown and not on the disk"
        spots = frozenset(state["you"]["spots"]) if person else frozenset()
        seats = {seat["spot"] for seat in state["seats"] if person and seat["player"] == person.id}
        assert spots == seats, "somebody is shown another's spot"
        allowed = known.log(spots)
        log = state["view"]["log"]
        assert log == allowed[: len(log)], f"{person} is shown what the log does not allow yet"

    def _may_be_disclosed(self, round_id: str) -> None:
        known = self.rounds[round_id]
        table = round_id.rpartition("-")[0]
        assert known.settled is not None, f"{round_id} is disclosed before it is settled"
        assert known.opened.shoe != self.coming[table], f"{round_id} is disclosed, and its shoe goes on"

    def spy(self) -> None:
        """Anybody asks any process for any round; while nothing is written the answer stays the same."""
        if self.rounds and not self.world.disk.away:
            rng, rounds = self.world.rng, list(self.rounds)
            round_id = rounds[-1] if rng.random() < 0.5 else rng.choice(rounds)
            if self.world.calm and self._spied.get(round_id) == self.seq:
                return
            self._spied[round_id] = self.seq
            shape = self._asked_for(round_id, disclose=self.seq % 2 == 0)  # now one house, now the other
            if shape["proof"] is not None and shape["proof"]["cards"]:
                text = json.dumps(shape)
                if text not in self._proved:
                    verifier.check(json.loads(text))
                    self._proved.add(text)
                self.world.reached["proof checked"] += 1

    def _asked_for(self, round_id: str, *, disclose: bool) -> dict[str, Any]:
        shape = proof.round_shape(self.world.disk, round_id, None, disclose=disclose)
        if shape["proof"] is not None:
            shoe = shape["proof"]["shoe"]
            if len(shape["proof"]["cards"]) == 52 * shoe["decks"] + shoe["jokers"] + shoe["second"]:
                assert disclose, f"{round_id} is disclosed, and the house discloses nothing"
                self._may_be_disclosed(round_id)
                self.world.reached["shoe disclosed"] += 1
        return shape

    # whatever is answered

    def answered(self, asked: Asked, answer: PitbossError | None) -> None:
        if asked.command.key is None:
            return
        key = asked.table, asked.command.key
        if answer is None:
            assert key in self.requests, f"{key} is acknowledged and not on the disk"
            assert self.requests[key] == asked.command.asked, f"{key} is acknowledged for something else"
            self.world.reached["answered: done"] += 1
        elif not isinstance(answer, NotBooked) and self._up_to_date(asked):
            same = self.requests.get(key) == asked.command.asked
            assert not same, f"{key} is refused and was booked: {answer}"
            self.world.reached["answered: refused"] += 1

    def _up_to_date(self, asked: Asked) -> bool:
        """A process that another has overtaken refuses by what it knew: it may be asked again."""
        assert asked.process is not None
        # who follows the table passes on what its keeper says
        asking = [p for p in self.world.processes if p.alive] if asked.process.link else [asked.process]
        return all(p.opened and p.room.tables[asked.table].units == self.units[asked.table] for p in asking)

    # from time to time

    def compare(self) -> None:
        """A table out of the store is the table in memory, wherever memory is up to date."""
        if self.world.disk.away:
            return
        for process in self.world.processes:
            for keeper in process.room.keepers.values() if process.alive and process.opened else ():
                now = self.seq, keeper.table
                before = self._compared.get(keeper)
                if before is not None and before[0] == now[0] and before[1] is now[1]:
                    continue
                self._compared[keeper] = now
                found = recover(self.world.disk, keeper.table.setup)
                if found is not None and found.units == keeper.table.units:
                    self._same(found, keeper.table)

    def _same(self, found: TableState, live: TableState) -> None:
        one, other = found.compared(), live.compared()
        different = [name for name in one if one[name] != other[name]]
        parts = [(one[n], other[n]) for n in different]
        assert not different, f"recovered and live differ in {different}: {parts}"

    # when all has come to rest

    def at_the_end(self) -> None:
        world = self.world
        lost = [a for a in world.asked if any(process.alive for process in a.waits_at)]
        assert not lost, f"never answered: {[(a.table, a.command) for a in lost]}"
        living = [p for p in world.processes if p.alive]
        assert any(process.opened for process in living), "the room did not come back"
        tables = [item for process in living if process.opened for item in process.room.keepers.items()]
        for table, keeper in tables:
            state = keeper.table
            found = recover(world.disk, state.setup)
            assert found is not None
            assert found.units == state.units, f"{table} did not come back"
            self._same(found, state)
            self._from_the_beginning(state)
            waiting_for_desk = state.phase == "settled" and state.game_on
            resting = state.phase == "betting" and not any(seat.bets for seat in state.seats.values())
            assert resting or waiting_for_desk, f"{table} is stuck: {state.phase}, {state.notices}"
        self._ledger()

    def _from_the_beginning(self, live: TableState) -> None:
        """All records of the table, applied from the first one on, make the same table: snapshots add nothing."""
        state = TableState.bare(live.setup)
        after = 0
        while page := self.world.disk.events(stream_of(live.id), after=after):
            for event in page:
                if "." in event.kind:
                    state = replay(state, event)
            after = page[-1].seq
        self._same(unit_written(state) if state.position else state, live)

    def _ledger(self) -> None:
        """Every account to the cent, from the rounds alone."""
        disk = self.world.disk
        expected = Counter({wallet(p.id): CHIPS for p in self.world.house.players})
        for known in self.rounds.values():
            if known.settled is None:
                continue
            for spot, net in known.settled.net.items():
                expected[wallet(known.opened.holders[spot])] += net
            if not known.ended:
                for due in dues(known.dealt().round):
                    if known.config.sheet.wager(due.done.wager).sensed:
                        owner = wallet(known.opened.holders[due.done.spot])
                        expected[owner] -= due.done.stake_cents + due.done.net_cents
        for claim in held_payouts(disk):
            expected[claim.payee] -= claim.payout_cents
            expected[held(claim.table)] += claim.payout_cents
        for setup in self.world.house.setups:
            for one in tray_dues(disk.document, setup.id):
                expected[one.payee] -= one.cents
            tray = {a.name: a for a in disk.accounts(f"tray/{setup.id}")}.get(f"tray/{setup.id}")
            assert tray is None or tray.credit_balance >= 0, f"the tray of {setup.id} is below nothing"
        assert list(check_dues(disk)) == []
        for event in disk.events():
            for transfer in disk.transfers(event.seq) if event.key.startswith("pay/") else ():
                if transfer.credit.startswith("wallet/"):
                    expected[transfer.credit] += transfer.amount // UNIT_PER_CENT
        for setup in self.world.house.setups:
            expected[felt(setup.id)] += 0
        for account, cents in expected.items():
            found = {a.name: a for a in disk.accounts(account)}.get(account)
            balance = found.credit_balance if found else 0
            assert balance == cents * UNIT_PER_CENT, f"{account} has {balance / UNIT_PER_CENT}, not {cents}"
